"""The weights that ship are the fitted ones: on documents they learned from, reading tells more than structure."""

from __future__ import annotations

import pytest
from stance_real import CASES, labels

from aver.models.embedder import BuiltinEmbedder
from aver.models.reader import BuiltinReader
from aver.parsers.dispatch import parse
from aver.parsers.limits import Limits
from aver.ports import StanceReader
from aver.stages.stance.judge import DocumentView, judge
from aver.stages.stance.lifelines import lifelines_of
from aver.values.stance import DocumentStance

DOCUMENTS = ("a-01.md", "a-03.md", "a-10.md", "b-01.md", "b-05.md", "b-17.md")
EMBEDDER = BuiltinEmbedder(workers=2)


def ordered(reader: StanceReader | None) -> float:
    """The share of pairs of a rejected and a supported passage in which the rejected one leans further against."""
    leaning: dict[str, list[float]] = {"SUPPORTS": [], "REJECTS": []}
    for name in DOCUMENTS:
        document = parse((CASES / "documents" / name).read_bytes(), name=name, limits=Limits())
        lines = lifelines_of(document, EMBEDDER.encode, encoder="test")
        view = DocumentView(id=name, text=document.text)
        for one in labels("written"):
            if one.doc == name and one.stance in leaning:
                passage = [(one.start, one.end)]
                found = judge(one.question, passage, lines, view, encode=EMBEDDER.encode, reader=reader)
                shares = dict(found.probabilities)
                leaning[one.stance].append(shares[DocumentStance.REJECTS] - shares[DocumentStance.SUPPORTS])
    pairs = [against > held for against in leaning["REJECTS"] for held in leaning["SUPPORTS"]]
    return sum(pairs) / len(pairs)


@pytest.mark.deep
def test_read_passages_are_ordered_better_than_by_their_structure_alone() -> None:
    read, structure = ordered(BuiltinReader(workers=2).insight.stance), ordered(None)
    assert read > 0.8 and read - structure > 0.1, (read, structure)
