"""Measure whether a question in one language finds evidence in the other through the whole search (A11).

    python training/german_order.py --data ../shared/data --work FOLDER

XQuAD's development titles asked in German and English, once with English evidence among paragraphs of SQuAD and
Wikipedia, once with German evidence among pieces of statutes, each index in one language. Printed are the shares of
questions whose paragraph is among the first ten by each channel, by fused rank and as selection orders, and the share
with the paragraph among the first four as selected; intervals draw paragraphs.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from aver_training.data import read_rows
from aver_training.evaluate_german import pools
from aver_training.measures import bootstrapped, mean
from quotation_data import Case, build
from quotation_fit import scored_of
from quotation_runs import Run, runs_of

from aver.models.embedder import BuiltinEmbedder
from aver.stages.fusion import reciprocal_rank
from aver.stages.tuning import WITHOUT_READER

LANGUAGES = ("de", "en")


def runs(data: Path, work: Path, embedder: BuiltinEmbedder) -> dict[str, list[Run]]:
    """Return what the effects give for each direction."""
    rows = list(read_rows(data / "dev/xquad_de_en_dev.jsonl.gz"))
    sides = {language: {row["id"]: row for row in rows if row["lang"] == language} for language in LANGUAGES}
    ids = sorted(set.intersection(*(set(side) for side in sides.values())))
    pages = {
        held: {
            f"{held}-{place}": ("", (text,))
            for place, text in enumerate(dict.fromkeys([*(sides[held][key]["context"] for key in ids), *pool]))
        }
        for held, pool in pools(data).items()
    }
    store = build(work / "german", pages, embedder)
    return {
        f"{asked} asks {held}": runs_of(
            [
                Case(
                    source="xquad",
                    part=held,
                    question=sides[asked][key]["question"],
                    document="",
                    answers=((sides[held][key]["context"], 0, 1),),
                    without=False,
                )
                for key in ids
            ],
            store,
            embedder,
        )
        for asked in LANGUAGES
        for held in LANGUAGES
    }


def places(run: Run) -> dict[str, Sequence[str]]:
    """Return the ids of the paragraphs found, in each order."""
    fused = reciprocal_rank(run.results, k=WITHOUT_READER.blend.k, weights={"lexical": WITHOUT_READER.blend.lexical})
    scored = scored_of(run, WITHOUT_READER.blend)
    return {
        **{result.channel: [hit.chunk for hit in result.hits] for result in run.results},
        "fused": [one.chunk for one in fused],
        "ordered": [one.fused.chunk for one in scored],
    }


def main() -> None:
    """Print one table."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--data", type=Path, required=True)
    options.add_argument("--work", type=Path, required=True)
    given = options.parse_args()
    for way, found in runs(given.data, given.work, BuiltinEmbedder()).items():
        for order in places(found[0]):
            for cutoff in (4, 10):
                hits = [_hit(run, places(run)[order][:cutoff]) for run in found]
                one = bootstrapped(mean, hits, groups=[run.case.answers[0][0] for run in found])
                print(f"{way}, {order}@{cutoff}: {one.value:.3f} ({one.low:.3f}-{one.high:.3f})", flush=True)


def _hit(run: Run, chunks: Sequence[str]) -> float:
    return float(any(c in run.passages and run.passages[c].text.text == run.case.answers[0][0] for c in chunks))


if __name__ == "__main__":
    main()
