"""What a document stands for, measured on labelled traps and controls, without a chat model (G2, N1).

    python -m aver.evals.stance ../shared/questions/dev.jsonl --corpus ../shared/corpora

A trap is judged with its lure as the passage that matched, a control with its first gold span. `--masked`
takes titles and status fields away. Labels only score; the judge is given the question and the span.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from aver.evals.matching import counted, touched
from aver.evals.measures import Measure, figures, mean, percentile, share
from aver.evals.questions import Question, read_questions
from aver.models.embedder import BuiltinEmbedder
from aver.models.reader import BuiltinReader
from aver.parsers.dispatch import parse
from aver.parsers.limits import Limits
from aver.ports import Entailment, StanceReader
from aver.stages.stance.judge import DocumentView, judge
from aver.stages.stance.lifelines import lifelines_of
from aver.values.documents import BlockKind, Document, Named, Synthetic
from aver.values.stance import ArgumentativeRole, DocumentStance, Lifelines, Stance

Encode = Callable[[Sequence[str]], NDArray[np.float32]]
KINDS = ("trap", "control")
SURE = (0.75, 0.8, 0.85, 0.9)
"""Confidences above which stated stances are counted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """One question with the verdict on its lure (a control: its gold passage) and the words that were cited."""

    question: Question
    stance: Stance
    cited: tuple[str, ...]
    milliseconds: float

    @property
    def stance_right(self) -> bool:
        """The stance is the labelled one."""
        return self.stance.document_stance.value == self.question.expected_stance

    @property
    def refuted(self) -> bool:
        """The stance is right and a refuting or gold span is cited."""
        spans = (*self.question.refuting_spans, *self.question.gold_spans)
        return self.stance_right and any(touched(span, self.cited) for span in spans)

    @property
    def asserted(self) -> bool:
        """The passage would be released as the document's position."""
        supports = self.stance.document_stance is DocumentStance.SUPPORTS
        return supports and self.stance.role is ArgumentativeRole.AUTHOR_POSITION


def masked(document: Document) -> Document:
    """Return the document with its titles and fields blanked, in place, so that every span still holds."""
    text = list(document.text)
    for block in document.blocks:
        if block.kind is BlockKind.HEADING:
            text[block.start : block.end] = "x" * (block.end - block.start)
    words = "".join(text)
    words = re.sub(r"(?im)^:?status:.*$", lambda found: "x" * len(found.group()), words)
    blocks = tuple(
        replace(block, ref=Synthetic(label="masked")) if isinstance(block.ref, Named) else block
        for block in document.blocks
    )
    return replace(document, text=words, blocks=blocks, fields=())


def passage_of(question: Question, text: str) -> tuple[int, int] | None:
    """Return where the lure (a control: the first gold span) stands in `text`, white space aside."""
    wanted = question.lure_span or next(iter(question.gold_spans), "")
    found = re.search(r"\s+".join(map(re.escape, wanted.split())), text) if wanted.split() else None
    return found.span() if found else None


def judged(
    questions: Sequence[Question],
    corpus: Path,
    encode: Encode,
    *,
    mask: bool,
    reader: StanceReader | None = None,
    entailment: Entailment | None = None,
) -> Iterator[Judged]:
    """Yield a verdict per question whose passage is found; the caller counts the ones that are missing."""
    read: dict[str, tuple[Document, Lifelines]] = {}
    for question in questions:
        name = question.doc or ""
        if name not in read:
            found = parse((corpus / name).read_bytes(), name=Path(name).name, limits=Limits())
            document = masked(found) if mask else found
            read[name] = document, lifelines_of(document, encode, encoder="eval")
        document, lines = read[name]
        span = passage_of(question, document.text)
        if span is None:
            continue
        before = time.process_time()
        view = DocumentView(id=name, text=document.text)
        stance = judge(question.question, (span,), lines, view, encode=encode, entailment=entailment, reader=reader)
        spent = (time.process_time() - before) * 1e3
        quotes = [document.text[one.start : one.end] for one in (*stance.refuting, *stance.qualifying)]
        cited = counted(quotes, (*question.refuting_spans, *question.gold_spans))
        yield Judged(question=question, stance=stance, cited=cited, milliseconds=spent)


def measures(rows: Sequence[Judged]) -> tuple[Measure, ...]:
    """Return the figures of issue 6 with exact 95 % intervals."""
    traps = [row for row in rows if row.question.kind == "trap"]
    controls = [row for row in rows if row.question.kind == "control"]
    roles = [row for row in traps if row.question.role_of_lure]
    recalls = [
        sum(row.stance_right for row in part) / len(part)
        for stance in sorted({row.question.expected_stance or "" for row in rows})
        if (part := [row for row in rows if row.question.expected_stance == stance])
    ]
    sides = [sum(row.stance_right for row in part) / len(part) for part in (traps, controls) if part]
    return (
        share("traps: right stance", (row.stance_right for row in traps)),
        share("traps: right stance, refuting span cited", (row.refuted for row in traps)),
        share("traps: lure released as the document's position", (row.asserted for row in traps)),
        share("traps: lure called supported", (_supports(row) for row in traps)),
        share("traps: role of the lure right", (row.stance.role.value == row.question.role_of_lure for row in roles)),
        share("controls: asserted", (row.asserted for row in controls)),
        share("controls: called rejected", (row.stance.document_stance is DocumentStance.REJECTS for row in controls)),
        share("controls: right stance", (row.stance_right for row in controls)),
        *(
            share(
                f"stated above {least}: right",
                (row.stance_right for row in rows if row.stance.confidence > least and stated(row.stance)),
            )
            for least in SURE
        ),
        mean("balanced accuracy, traps and controls", sides),
        mean("balanced accuracy over the stances that occur", recalls),
        percentile("judging, CPU ms, p50", [row.milliseconds for row in rows], 50),
        percentile("judging, CPU ms, p95", [row.milliseconds for row in rows], 95),
    )


def stated(stance: Stance) -> bool:
    """Say whether a verdict takes a stance, rather than none."""
    return stance.role is not ArgumentativeRole.UNCLEAR


def _supports(row: Judged) -> bool:
    return row.stance.document_stance is DocumentStance.SUPPORTS


def main() -> None:
    """Print the figures as a table, or as JSON with --json."""
    options = argparse.ArgumentParser(prog="python -m aver.evals.stance", description=__doc__)
    options.add_argument("questions", type=Path)
    options.add_argument("--corpus", type=Path, required=True)
    options.add_argument("--masked", action="store_true")
    options.add_argument("--structure", action="store_true", help="without the reader's say")
    options.add_argument("--json", action="store_true")
    given = options.parse_args()
    asked = [one for one in read_questions(given.questions) if one.kind in KINDS]
    reader = None if given.structure else BuiltinReader(workers=1).insight.stance
    encode = BuiltinEmbedder(workers=1).encode
    rows = list(judged(asked, given.corpus, encode, mask=given.masked, reader=reader))
    found = measures(rows)
    if given.json:
        payload = {one.name: figures(one) for one in found} | {"missing": len(asked) - len(rows)}
        sys.stdout.write(json.dumps(payload, indent=1) + "\n")
        return
    for one in found:
        low, high = one.low or 0.0, one.high or 0.0
        sys.stdout.write(f"{one.name:52} {one.value or 0.0:7.3f}  n={one.count:3}  [{low:.3f}, {high:.3f}]\n")
    sys.stdout.write(f"passages not found: {len(asked) - len(rows)}\n")


if __name__ == "__main__":
    main()
