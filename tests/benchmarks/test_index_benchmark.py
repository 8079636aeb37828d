"""The index benchmark still runs, and on a small corpus its answers agree with the exact ones."""

from __future__ import annotations

import pytest

pytest.importorskip("apsw", reason="the baseline of the benchmark needs the extra `bench`")
pytest.importorskip("sqlite_vec", reason="the baseline of the benchmark needs the extra `bench`")

from benchmarks.index import PROFILES, Result, measure, render
from benchmarks.index_corpus import KINDS

pytestmark = pytest.mark.deep


@pytest.fixture(scope="module")
def result(tmp_path_factory: pytest.TempPathFactory) -> Result:
    return measure(3_000, queries=3, seed=5, folder=tmp_path_factory.mktemp("index"))


def test_every_profile_and_kind_of_query_is_answered_exactly(result: Result) -> None:
    assert {(one.profile, one.kind) for one in result.answers} == {
        (profile, kind) for profile, _ in PROFILES for kind in KINDS
    }
    for answer in result.answers:
        exact = (answer.lexical_top10, answer.dense_top10, answer.dense_float_top10, answer.baseline_recall)
        assert exact == (1.0, 1.0, 1.0, 1.0)
        assert answer.dense_recall >= 0.98


def test_callers_see_about_the_share_their_profile_names(result: Result) -> None:
    for profile, wanted in PROFILES:
        assert 0.9 * wanted <= result.shares[profile] <= 1.5 * wanted + 0.01


def test_the_table_names_every_profile_and_what_was_measured_beside_time(result: Result) -> None:
    printed = render(result)
    assert all(profile in printed for profile, _ in PROFILES)
    assert "memory MB" in printed
    assert "disk MB" in printed
    assert "chunks/s" in printed
