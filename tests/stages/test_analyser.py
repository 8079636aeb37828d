"""What becomes an index term: folded words, stems, identifiers whole and in parts, the name of the file (D1)."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

from hypothesis import given
from hypothesis import strategies as st

from aver.stages.analyser import _keys_of, chunk_terms, file_name, term_key, term_keys, term_vector


def test_words_meet_in_their_stem_whatever_their_case() -> None:
    assert term_keys("Refunds") == term_keys("refund")


def test_an_identifier_is_found_whole_and_by_its_parts() -> None:
    keys = term_keys("manylinux2014_x86_64")
    assert term_key("manylinux2014_x86_64") in keys
    assert set(term_keys("x86")) <= set(keys)


def test_a_number_with_leading_zeros_counts_without_them_too() -> None:
    assert term_key("601") in term_keys("pep-0601")
    assert term_key("0601") in term_keys("pep-0601")
    assert term_keys("000") == [term_key("000")]


def test_a_chunk_is_found_by_the_name_of_its_file() -> None:
    keys, _, _ = chunk_terms("peps/pep-0601.rst", "Forbid breaking out of finally.")
    assert term_key("601") in keys.tolist()
    assert file_name("policies/travel.2025.md") == "travel.2025"
    assert file_name("aver://claims/clm_7a") == ""


@given(st.text())
def test_any_text_gives_sorted_distinct_terms_whose_frequencies_add_up(text: str) -> None:
    keys, frequencies, length = term_vector(text)
    assert (keys[1:] > keys[:-1]).all()
    assert length == len(term_keys(text))
    assert frequencies.astype(int).sum() == length or frequencies.max(initial=0) == 255


def test_threads_do_not_mix_their_words() -> None:
    texts = [" ".join(f"running{n}ing happiness{n} generally{m}" for m in range(40)) for n in range(200)]
    with ThreadPoolExecutor(8) as pool:
        together = list(pool.map(term_keys, texts))
    _keys_of.cache_clear()
    assert together == [term_keys(text) for text in texts]
