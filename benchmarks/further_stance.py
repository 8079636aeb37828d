"""Public sets about stance in argument: whether Aver tells for from against, beside simpler ways (G1, G2).

A perspective is a document of its own; of a news story the sentence nearest to the headline is judged; a unit of an
argument stands in its text. The ways and their figures are in `benchmarks.further_stance_ways`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from benchmarks.further import Measured, Measures, drawn
from benchmarks.further_stance_ways import Case, related_ways, side_ways
from benchmarks.surgery_sources import read

from aver.models.embedder import BuiltinEmbedder
from aver.parsers.dispatch import parse
from aver.parsers.limits import Limits
from aver.ports import Embedder
from aver.stages.stance.judge import STATED
from aver.stages.stance.lifelines import lifelines_of
from aver.stages.stance.relating import Span, vectors_of
from aver.values.documents import Document
from aver.values.stance import Lifelines

Row = Mapping[str, Any]

PERSPECTIVES, HEADLINES = 400, 120
"""Cases drawn of Perspectrum, and of each of the four labels of FNC-1."""

SIDES = (
    "Balanced accuracy is the mean of the shares of 'for' and of 'against' that are found; taking no side is wrong, and"
    " always taking the same gives 0.5. Order is the share of pairs, one case for and one against, of which the first"
    " is put nearer to the claim, ties half: what a way knows before it abstains. The bootstrap of both takes cases as"
    " independent, and has no width where all come out alike. Beside Aver's validation: its verdicts that are surer"
    f" than {STATED}, from where answers state them; structure alone, without the reader; the sign of the quick score;"
    " the built-in entailment model on passage and claim; 'against' where just one of the two has a word of negation;"
    " and the more frequent side, always."
)
"""What the figures and the ways are where sides are told apart; said of each of these sets."""


def perspectrum(shared: Path, _: Path) -> Measured:
    """Measure claims with one perspective each."""
    rows = list(read(shared, "perspectrum_dev"))
    about = (
        f"Does a perspective support or undermine a claim ({PERSPECTIVES} drawn of {len(rows)}, seed 11)? Validation is"
        " asked the claim about the perspective, which is a document of its own. **The judge is not made for this**: it"
        " reads a passage in its document, and here there is one sentence and nothing around it."
    )
    embedder = BuiltinEmbedder()
    ways = side_ways(perspectives(drawn(rows, PERSPECTIVES), embedder), embedder)
    return Measured(title="Perspectrum: for or against a claim", about=f"{about} {SIDES}", ways=ways)


def fnc1_sides(shared: Path, _: Path) -> Measured:
    """Measure headlines that a story agrees with, disagrees with, or neither."""
    about = (
        f"Does a news story agree or disagree with a headline ({HEADLINES} pairs drawn of each of four labels, which"
        " are uneven among the 8,088, seed 11)? Validation is asked the headline about the sentence of the story that"
        " is nearest to it by the built-in encoder; the judge was fitted mostly on proposals and policies. The"
        " last figure is how often a side is taken where there is none, because the story only reports the matter or is"
        " about another. What was stated here led to the condition that structure agrees, which favours Aver."
    )
    embedder = BuiltinEmbedder()
    ways = side_ways(_stories(shared, embedder), embedder)
    return Measured(title="FNC-1: a story for or against a headline", about=f"{about} {SIDES}", ways=ways)


def fnc1_related(shared: Path, _: Path) -> Measured:
    """Measure whether a story that has nothing to do with a headline is told."""
    about = (
        "Is the story about what the headline says at all? The same pairs, a quarter of them unrelated. Validation says"
        " so by OFF_TOPIC; where it abstains, the story counts as related. Beside it: unrelated where no sentence has a"
        " cosine of 0.5 with the headline, or where fewer than half of the headline's content words stand in the"
        " story (both limits set beforehand); and always 'related'. Order is the share of pairs, one related and one"
        " not, of which the first is put nearer."
    )
    embedder = BuiltinEmbedder()
    cases = _stories(shared, embedder)
    cosines = [nearest(one.claim, one.document, one.lines, embedder)[1] for one in cases]
    ways = related_ways(cases, cosines, embedder)
    return Measured(title="FNC-1: a story about something else", about=about, ways=ways)


def argmicro_thesis(shared: Path, _: Path) -> Measured:
    """Measure the units of short arguments against their thesis."""
    return _argmicro(
        shared,
        "Argument microtexts: a unit for or against the thesis",
        "Does a unit of a short argument speak for its thesis or for the other side? Validation is asked the thesis"
        " about the unit in its text of about five sentences.",
        by_step=False,
    )


def argmicro_steps(shared: Path, _: Path) -> Measured:
    """Measure the units of short arguments against the units that they go to."""
    return _argmicro(
        shared,
        "Argument microtexts: a unit supports or attacks another",
        "Does a unit of a short argument support or attack the unit that it goes to (what is added to a step goes where"
        " that goes; an undercut attacks the unit whose step it undercuts)? Validation is asked the other unit about"
        " this one. **The judge is not made for this**: it says what the text holds, and a unit of the other side is"
        " turned down also where it supports another of that side.",
        by_step=True,
    )


def _argmicro(shared: Path, title: str, about: str, *, by_step: bool) -> Measured:
    texts, embedder = list(read(shared, "argmicro_dev")), BuiltinEmbedder()
    cases = units(texts, embedder, by_step=by_step)
    size = (
        f"All {len(cases)} of 20 texts, each in English and in German, where the judge has no reader. A unit may be"
        " part of a sentence, and the judge reads sentences; the quick score is that of the unit as a text of its own."
    )
    return Measured(title=title, about=f"{about} {size} {SIDES}", ways=side_ways(cases, embedder))


def _stories(shared: Path, embedder: Embedder) -> list[Case]:
    pairs = list(read(shared, "fnc1_dev_pairs"))
    bodies = {row["body"]: row["text"] for row in read(shared, "fnc1_dev_bodies")}
    labels = ("agree", "disagree", "discuss", "unrelated")
    some = [row for label in labels for row in drawn([one for one in pairs if one["stance"] == label], HEADLINES)]
    return headlines(some, bodies, embedder)


def perspectives(rows: Sequence[Row], embedder: Embedder) -> list[Case]:
    """Return each perspective as a document of its own."""
    found = []
    for row in rows:
        text = _document(row["text"])
        whole, lines = (0, len(text.text)), _lines(text, embedder)
        label = row["label"] == "support"
        found.append(Case(claim=row["topic"], document=text, lines=lines, passage=whole, apart=text, label=label))
    return found


def headlines(pairs: Sequence[Row], bodies: Mapping[str, str], embedder: Embedder) -> list[Case]:
    """Return each headline with the nearest sentence of its body."""
    texts = {name: _document(bodies[name]) for name in {row["body"] for row in pairs}}
    lines = {name: _lines(text, embedder) for name, text in texts.items()}
    return [
        Case(
            claim=row["headline"],
            document=texts[row["body"]],
            lines=lines[row["body"]],
            passage=nearest(row["headline"], texts[row["body"]], lines[row["body"]], embedder)[0],
            apart=texts[row["body"]],
            label={"agree": True, "disagree": False}.get(row["stance"]),
            related=row["stance"] != "unrelated",
        )
        for row in pairs
    ]


def nearest(claim: str, document: Document, lines: Lifelines, embedder: Embedder) -> tuple[Span, float]:
    """Return the sentence nearest to a claim and its cosine; the whole document where it has no sentence."""
    if not lines.mentions:
        return (0, len(document.text)), 0.0
    cosines = vectors_of(lines)[0] @ embedder.encode([claim])[0]
    mention = lines.mentions[int(np.argmax(cosines))]
    return (mention.start, mention.end), float(cosines.max())


def units(texts: Sequence[Row], embedder: Embedder, *, by_step: bool) -> list[Case]:
    """Return each unit of an argument with its thesis or, `by_step`, with the unit that it supports or attacks."""
    found = []
    for text in texts:
        document = _document(text["text"])
        lines = _lines(document, embedder)
        words = {one["adu"]: one["text"] for one in text["segments"]}
        for unit, claim, label in steps(text) if by_step else sides(text):
            start, apart = document.text.index(words[unit]), _document(words[unit])
            passage, german = (start, start + len(words[unit])), text["lang"] == "de"
            found.append(
                Case(
                    claim=words[claim],
                    document=document,
                    lines=lines,
                    passage=passage,
                    apart=apart,
                    label=label,
                    german=german,
                )
            )
    return found


def sides(text: Row) -> list[tuple[str, str, bool]]:
    """Return every unit but the thesis, the thesis, and whether the unit is of its side."""
    thesis = next(one["adu"] for one in text["segments"] if one["central"])
    others = [one for one in text["segments"] if not one["central"]]
    return [(one["adu"], thesis, one["side"] == "proponent") for one in others]


def steps(text: Row) -> list[tuple[str, str, bool]]:
    """Return every unit with an edge, the unit that this goes to, and whether it supports it.

    What is added to an edge goes where that one does; an undercut goes against the unit whose step it undercuts.
    """
    edges = {one["id"]: one for one in text["edges"]}

    def aim(edge: Row) -> tuple[str, bool]:
        if edge["type"] == "add":
            return aim(edges[edge["trg"]])
        return (edges[edge["trg"]]["src"], False) if edge["type"] == "und" else (edge["trg"], edge["type"] != "reb")

    return [(edge["src"], *aim(edge)) for edge in text["edges"]]


def _document(text: str) -> Document:
    return parse(text.encode(), name="text.txt", limits=Limits())


def _lines(document: Document, embedder: Embedder) -> Lifelines:
    return lifelines_of(document, embedder.encode, encoder=embedder.encoder_id)


MEASURES: Measures = {
    "perspectrum": perspectrum,
    "fnc1_sides": fnc1_sides,
    "fnc1_related": fnc1_related,
    "argmicro_thesis": argmicro_thesis,
    "argmicro_steps": argmicro_steps,
}
