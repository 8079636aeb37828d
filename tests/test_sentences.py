"""Sentence boundaries: the rules one by one, exact spans for any text, and linear time."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aver.stages.sentences import split


def sentences(text: str, language: str = "en") -> list[str]:
    return [text[start:end] for start, end in split(text, language=language)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("It works. It scales.", ["It works.", "It scales."]),
        ("Dr. Smith met J. R. R. Tolkien. They talked.", ["Dr. Smith met J. R. R. Tolkien.", "They talked."]),
        (
            "Eric V. Smith met James P. Lee, p. Five. Then on.",
            ["Eric V. Smith met James P. Lee, p.", "Five.", "Then on."],
        ),
        ("Use a tool, e.g. Black, i.e. The formatter. Done.", ["Use a tool, e.g. Black, i.e. The formatter.", "Done."]),
        ("Python 3.11.4 costs 3.5 EUR. Fine.", ["Python 3.11.4 costs 3.5 EUR.", "Fine."]),
        ("See http://a.example/b.c?d=e. Then go.", ["See http://a.example/b.c?d=e.", "Then go."]),
        (
            "It has made inroads.[13][14][15] Six prizes followed.[note 2] He did it.[23]: 105 It grew.",
            ["It has made inroads.[13][14][15]", "Six prizes followed.[note 2]", "He did it.[23]: 105", "It grew."],
        ),
        ("The list x.[1][2] ends here.", ["The list x.[1][2] ends here."]),
        ("He left the U.S. The rest stayed.", ["He left the U.S.", "The rest stayed."]),
        ("The U.S. Government pays.", ["The U.S. Government pays."]),
        ("The answer is no. Then see No. 7 and Fig. 3.", ["The answer is no.", "Then see No. 7 and Fig. 3."]),
        ("Wait... and see. Wait... Now go.", ["Wait... and see.", "Wait...", "Now go."]),
        ('She said "Stop." He stopped.', ['She said "Stop."', "He stopped."]),
        ("(It holds.) It helps. [2]_ More.", ["(It holds.)", "It helps.", "[2]_ More."]),
        ("It was shown.[2] Later it fell.", ["It was shown.[2]", "Later it fell."]),
        ("Zu bis zum 12. Dezember. Dann offen.", ["Zu bis zum 12. Dezember.", "Dann offen."]),
        ("Really?! Yes! Ok.", ["Really?!", "Yes!", "Ok."]),
        ("Use it. ``None`` is kept.", ["Use it.", "``None`` is kept."]),
        ("Two kinds:\n- one\n- two", ["Two kinds:", "- one", "- two"]),
        ("- pregnant or nursing\nDo not give it to cats.", ["- pregnant or nursing", "Do not give it to cats."]),
        ("- pregnant or\nnursing dogs\n- cats", ["- pregnant or\nnursing dogs", "- cats"]),
        ("- a seat in\nLondon\n2. Rent\nThe rent", ["- a seat in\nLondon", "2. Rent\nThe rent"]),
        ("No stop here\n\nA new paragraph", ["No stop here", "A new paragraph"]),
        ("1. First item. 2 is even.", ["1. First item.", "2 is even."]),
        ("これは文です。次の文です。", ["これは文です。", "次の文です。"]),
    ],
)
def test_english_rules_hold(text: str, expected: list[str]) -> None:
    assert sentences(text) == expected


def test_a_german_article_makes_a_number_an_ordinal_in_whatever_language_is_split() -> None:
    text = "Mitglied wird, wer das 16. Lebensjahr vollendet hat. Rang 16. Frauen sind frei."
    assert sentences(text) == ["Mitglied wird, wer das 16. Lebensjahr vollendet hat.", "Rang 16.", "Frauen sind frei."]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Nach Abs. 2 Nr. 3 gilt das. Vgl. Kap. IV.", ["Nach Abs. 2 Nr. 3 gilt das.", "Vgl. Kap. IV."]),
        ("Das gilt z. B. Montags, d. h. Immer. Gut.", ["Das gilt z. B. Montags, d. h. Immer.", "Gut."]),
        ("Am 3. Oktober und im Okt. 2024. Die Frist läuft.", ["Am 3. Oktober und im Okt. 2024.", "Die Frist läuft."]),
        ("Kosten bzw. Gebühren usw. Die Frist läuft.", ["Kosten bzw. Gebühren usw.", "Die Frist läuft."]),
        ("Er sagte: „Nein.“ Sie ging.", ["Er sagte: „Nein.“", "Sie ging."]),
        ("Die Frist endet 2024. Danach gilt nichts.", ["Die Frist endet 2024.", "Danach gilt nichts."]),
    ],
)
def test_german_rules_hold(text: str, expected: list[str]) -> None:
    assert sentences(text, "de") == expected


TEXTS = st.text(alphabet=st.sampled_from("aZ1é„“ \n\t.!?…。\"'()[]-*:z.B"), max_size=200) | st.text(max_size=120)


@given(TEXTS, st.integers(0, 50), st.sampled_from(["en", "de", "fr"]))
def test_spans_are_in_order_disjoint_trimmed_and_cover_every_visible_character(
    text: str, start: int, lang: str
) -> None:
    spans = split(text, start=start, language=lang)
    flat = [position for span in spans for position in span]
    assert flat == sorted(flat)
    assert all(first < last for first, last in spans)
    pieces = [text[first - start : last - start] for first, last in spans]
    assert all(piece == piece.strip() for piece in pieces)
    assert "".join("".join(piece.split()) for piece in pieces) == "".join(text.split())


@pytest.mark.parametrize("unit", [".", ". ", "a. ", "'", ".'", "\n ", ".[", "\n- a\nDo", "z. B. ", "Wort und Wort. "])
def test_time_grows_linearly_on_hostile_repetition(unit: str) -> None:
    def seconds(length: int) -> float:
        text = unit * (length // len(unit)) + "a"
        begin = time.process_time()
        split(text)
        return time.process_time() - begin

    small = max(min(seconds(20_000) for _ in range(3)), 0.002)
    assert min(seconds(160_000) for _ in range(3)) < 8 * 5 * small


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ('Retraction: "Tea helps" (J. Appl. Nutr. 12, 2021) is final.', 1),
        ("It fell (see Table. The rest too) in May.", 1),
        ("(This is one. This is two.) And three.", 3),
        ("It fell (in May. And so on", 2),
    ],
)
def test_brackets_that_a_sentence_opens_hold_no_end(text: str, sentences: int) -> None:
    assert len(split(text)) == sentences
