"""Fit how likely a text goes on to examine what it has said, on the shipped reader's states, and write the weights.

    PYTHONPATH=src:training python training/fit_examination.py --shared ../shared --states /tmp/e.pickle [--write]

A case is a question, the sentence that seems to answer it and what follows that in its text. `examined/*.txt` hold
beginnings of texts with endings: what was said is turned down (R) or upheld (U) after it was looked into; something
else is turned down (N), or the text just goes on (C). What else such a text says is not what it examines: those
sentences count with C, too, each in the place of its question, and so do the examined ones once more, with R and U.
Passages that their documents turn down further on count with R (`stance_cases`), what follows the answers to written
questions (`questions/fit`) and claims (`claims`) in real and written texts with C. Documents and beginnings are held
out in groups, to choose how much the weights are shrunk; then everything that nothing was fitted on is judged
(docs/decisions/0030-examined-further-on.md has the figures).
"""

from __future__ import annotations

import argparse
import gzip
import json
import pickle
import random
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from aver_training.measures import auroc
from aver_training.written import FILED, documents, file_of
from fit_factuality import KINDS, LEAST, odds, share
from listed_weights import keep_weights
from numpy.typing import NDArray
from stance_logistic import straight_line

from aver.models.examination import EXAMINATION_WEIGHTS, BuiltinExamination
from aver.models.pair_model import PairModel
from aver.stages.examining import AFTER, EXAMINED
from aver.stages.planning.words import content
from aver.stages.sentences import split

Floats = NDArray[np.float64]
HERE = Path(__file__).parent
LONGEST = 400
"""Code points of a sentence that is learned from or judged."""

FURTHER = 15
"""Windows after the first in which the one most like the answer is looked for."""

REAL, TURNED_DOWN = 1200, 900
"""Cases of real documents, and of labelled passages in them, that are learned from."""

PART = {
    **{"R": 0.2, "U": 0.1, "turned down": 0.2},
    **{"N": 0.1, "C": 0.1, "beside": 0.1, "answers": 0.15, "claims": 0.1, "upheld": 0.05},
}
"""How much each kind counts in the fit, together."""

EXAMINES = frozenset({"R", "U", "turned down"})
FOLDS = 5
DECAYS = (0.03, 0.1, 0.3)
LOST = 0.02
"""Of the answers in real documents, how many lie above the line at which ways to fit are compared."""


@dataclass(frozen=True, slots=True)
class Case:
    """A question, the sentence for it, what follows, what kind that is, and where it is from.

    What is of one `group` is held out together.
    """

    question: str
    sentence: str
    after: str
    kind: str
    source: str
    group: str


def flat(text: str) -> str:
    """Return `text` with single blanks."""
    return " ".join(text.split())


def written(paths: Iterable[Path]) -> Iterator[Case]:
    """Yield what the files hold, in order: the sentence between double braces, and each of the endings."""
    for text, found in _texts(paths):
        for mark, ending in found.endings:
            after = flat((text[found.last :] + ending)[:AFTER])
            yield Case(found.question, found.sentence, after, mark, found.source, found.group)


def beside(paths: Iterable[Path]) -> Iterator[Case]:
    """Yield the other sentences of texts that examine what they said, each as its own question, with what follows."""
    for text, found in _texts(paths):
        plain = "\n".join(line for line in re.sub(r"\{\{|\}\}", "", text).splitlines() if not line.startswith("#"))
        for whole in (f"{plain}\n{ending}" for mark, ending in found.endings if mark in EXAMINES):
            for start, end in split(whole):
                sentence, after = flat(whole[start:end]), flat(whole[end : end + AFTER])
                own = sentence in found.sentence or found.sentence in sentence
                if not own and len(sentence) >= LEAST and len(after) >= 3 * LEAST:
                    yield Case(sentence, sentence, after, "beside", found.source, found.group)


@dataclass(frozen=True, slots=True)
class _Found:
    """What a text is asked, the sentence it examines, where that ends, its endings with marks, and where it is from."""

    question: str
    sentence: str
    last: int
    endings: tuple[tuple[str, str], ...]
    source: str
    group: str


def _texts(paths: Iterable[Path]) -> Iterator[tuple[str, _Found]]:
    """Yield the beginnings of texts that the files hold, with what belongs to each."""
    for path in paths:
        for number, block in enumerate(path.read_text(encoding="utf-8").split("===\n")):
            question, text, endings = "", "", []
            for line in block.splitlines():
                mark, _, rest = line.partition(" ")
                if mark == "Q":
                    question = rest
                elif mark in ("R", "U", "N", "C"):
                    endings.append((mark, rest))
                else:
                    text += f"{line}\n"
            sentence = re.search(r"\{\{(.*?)\}\}", text, re.DOTALL)
            assert sentence is not None, f"{path.name}: {question}"
            group = f"{path.stem} {number}"
            yield text, _Found(question, flat(sentence[1]), sentence.end(), tuple(endings), path.stem, group)


def labelled(name: str, folder: Path, most: int | None = None) -> Iterator[Case]:
    """Yield passages that their documents turn down further on, with the text that does, and such as they uphold."""
    lines = (HERE / f"stance_cases/{name}.jsonl").read_text(encoding="utf-8").splitlines()
    found = []
    for row in map(json.loads, lines):
        text = (folder / row["doc"]).read_text(encoding="utf-8")
        passage, end = flat(text[row["start"] : row["end"]]), row["end"]
        if not LEAST <= len(passage) <= LONGEST:
            continue
        if row["stance"] == "SUPPORTS" and name == "real":
            found.append(Case(row["question"], passage, flat(text[end : end + AFTER]), "upheld", name, row["doc"]))
        later = [start for start, _ in row["refuting"][:2] if start >= end]
        if row["stance"] == "REJECTS" and later:
            start = end if later[0] - end < AFTER - 250 else later[0] - 250
            after = flat(text[start : start + AFTER])
            found.append(Case(row["question"], passage, after, "turned down", name, row["doc"]))
    kept = [one for one in found if len(one.after) >= LEAST]
    yield from kept if most is None else random.Random(5).sample(kept, most)


def answers(files: Iterable[Path], rows: Iterable[Mapping[str, Any]], corpora: Path, *, fit: bool) -> Iterator[Case]:
    """Yield what follows the answers to written questions in their documents, and the later window most like them."""
    texts = {path: one.text for path, one in documents(rows, fit=fit).items()}
    for file in files:
        for row in map(json.loads, file.read_text(encoding="utf-8").splitlines()):
            spans, doc = row["gold_spans"], row["doc"]
            if row["expected_decision"] != "ANSWER" or len(spans) != 1 or row["kind"] not in KINDS:
                continue
            if doc not in texts and row["corpus"] in FILED:
                texts[doc] = file_of(doc, corpora).read_text(encoding="utf-8")
            text = texts.get(doc, "")
            start = text.find(spans[0])
            if start >= 0 and LEAST <= len(spans[0]) <= LONGEST:
                wanted = content(f"{spans[0]} {row['question']}")
                for after in _windows(text, start + len(spans[0]), wanted):
                    yield Case(row["question"], flat(spans[0]), after, "answers", file.stem, doc)


def _windows(text: str, end: int, wanted: frozenset[str]) -> Iterator[str]:
    yield flat(text[end : end + AFTER])
    later = range(end + AFTER, min(len(text), end + FURTHER * AFTER), AFTER)
    if later:
        yield flat(max((text[one : one + AFTER] for one in later), key=lambda part: len(content(part) & wanted)))


def claims(paths: Iterable[Path]) -> Iterator[Case]:
    """Yield claims that a careful reader would sign, the sentence most like each in its evidence, and what follows."""
    for path in paths:
        for row in map(json.loads, path.read_text(encoding="utf-8").splitlines()):
            evidence = row.get("evidence", "")
            signed = next((one["text"] for one in row["claims"] if one["label"] == "entail"), "")
            if not signed or not evidence:
                continue
            start, end = max(split(evidence), key=lambda one: len(content(evidence[slice(*one)]) & content(signed)))
            yield Case(signed, flat(evidence[start:end]), flat(evidence[end:][:AFTER]), "claims", path.stem, row["id"])


def squad(path: Path, most: int) -> Iterator[Case]:
    """Yield what follows the sentences that hold the answers of some questions of SQuAD's development titles."""
    with gzip.open(path, "rt", encoding="utf-8") as file:
        rows = [row for row in map(json.loads, file) if row["answers"]]
    for row in random.Random(1).sample(rows, most):
        start, text = row["answers"][0]["start"], row["context"]
        for first, last in split(text):
            if first <= start < last:
                yield Case(row["question"], flat(text[first:last]), flat(text[last:]), "answers", "squad_dev", "")


def learned(shared: Path) -> list[Case]:
    """Return everything that is learned from."""
    paths = sorted((HERE / "examined").glob("*.txt"))
    own = list(written(paths))
    own += [replace(one, question=one.sentence) for one in own if one.kind in EXAMINES]
    own += beside(paths)
    turned_down = [
        *labelled("written", HERE / "stance_cases/documents"),
        *labelled("real", shared / "corpora", TURNED_DOWN),
    ]
    files = [one for one in sorted((HERE / "questions/fit").glob("*.jsonl")) if one.stem != "own-de"]
    found = list(answers(files, passages(shared), shared / "corpora", fit=True))
    real = random.Random(6).sample([one for one in found if len(one.after) >= LEAST], REAL)
    signed = [one for one in claims(sorted((HERE / "claims").glob("*.jsonl"))) if len(one.after) >= LEAST]
    return [*own, *turned_down, *real, *signed]


def passages(shared: Path) -> Iterator[Mapping[str, Any]]:
    """Yield the rows that documents are put together from."""
    with gzip.open(shared / "data/train/rerank.jsonl.gz", "rt", encoding="utf-8") as file:
        yield from map(json.loads, file)


class States:
    """What is weighed of each case, remembered in a file."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._known: dict[tuple[str, str, str], NDArray[np.float32]] = {}
        if path.exists():
            self._known = pickle.loads(path.read_bytes())
        self._model = BuiltinExamination(PairModel("reader", workers=2))

    def of(self, found: Sequence[Case]) -> Floats:
        """Return (cases, numbers)."""
        keys = [(one.question, one.sentence, one.after) for one in found]
        left = [key for key in dict.fromkeys(keys) if key not in self._known]
        with ThreadPoolExecutor(2) as pool:
            for key, row in zip(left, pool.map(lambda key: self._model.features(*key), left), strict=True):
                assert row is not None, f"nothing follows {key[1]}"
                self._known[key] = row.astype(np.float32)
        self._path.write_bytes(pickle.dumps(self._known))
        return np.stack([self._known[key] for key in keys]).astype(np.float64)


def fitted(rows: Floats, found: Sequence[Case], decay: float) -> Floats:
    """Return (numbers + 1,) weights of the log odds that what follows examines what was said."""
    kinds = np.array([one.kind for one in found])
    weights = sum((kinds == kind) * (part / max(1, (kinds == kind).sum())) for kind, part in PART.items())
    examines = np.isin(kinds, list(EXAMINES))
    return straight_line(rows, examines, weights, decay=decay)


def held_out(rows: Floats, found: Sequence[Case], decay: float) -> Floats:
    """Return the log odds of each case by weights that saw none of its document."""
    groups = sorted({one.group for one in found})
    places = {group: place % FOLDS for place, group in enumerate(random.Random(2).sample(groups, len(groups)))}
    of = np.array([places[one.group] for one in found])
    said = np.zeros(len(found))
    for number in range(FOLDS):
        kept = [one for one, place in zip(found, of, strict=True) if place != number]
        said[of == number] = odds(fitted(rows[of != number], kept, decay), rows[of == number])
    return said


def chosen(rows: Floats, found: Sequence[Case]) -> float:
    """Return how much to shrink the weights, by groups held out in turn, and print what those say."""
    kinds = np.array([one.kind for one in found])
    own = np.isin(kinds, ["R", "U"])
    best, most = DECAYS[0], -1.0
    for decay in DECAYS:
        said = held_out(rows, found, decay)
        line = np.quantile(said[kinds == "answers"], 1 - LOST)
        caught = float((said[own] > line).mean())
        shares = ", ".join(f"{kind} {(said[kinds == kind] > line).mean():.2f}" for kind in PART)
        own_auroc = auroc(said[own | (kinds == "answers")], own[own | (kinds == "answers")])
        print(f"decay {decay}: AUROC {own_auroc:.3f}; above the line at {1 / (1 + np.exp(-line)):.2f}: {shares}")
        best, most = (decay, caught) if caught > most else (best, most)
    return best


def unseen(shared: Path) -> Iterator[tuple[str, list[Case]]]:
    """Yield what nothing was fitted on, by name."""
    own = list(written(sorted((HERE / "examined/unseen").glob("*.txt"))))
    for source in sorted({one.source for one in own}):
        for kind in ("R", "U"):
            yield f"examined/unseen/{source}, {kind}", [one for one in own if (one.source, one.kind) == (source, kind)]
    others = list(beside(sorted((HERE / "examined/unseen").glob("*.txt"))))
    yield "other sentences of examined/unseen", others
    yield "claims/unseen", list(claims(sorted((HERE / "claims/unseen").glob("*.jsonl"))))
    files = [one for one in sorted((HERE / "questions").glob("*.jsonl")) if one.stem not in ("own-de", "law")]
    held = list(answers(files, passages(shared), shared / "corpora", fit=False))
    for source in sorted({one.source for one in held}):
        yield f"questions/{source}", [one for one in held if one.source == source]
    yield "squad_dev", list(squad(shared / "data/dev/squad_dev.jsonl.gz", 500))


def main() -> None:
    """Choose the decay on held-out groups, print what the weights do, and write them where that is asked for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--shared", type=Path, default=Path("../shared"))
    parser.add_argument("--states", type=Path, required=True)
    parser.add_argument("--decay", type=float, help="else the best of five groups held out")
    parser.add_argument("--write", action="store_true")
    given = parser.parse_args()
    found, states = learned(given.shared), States(given.states)
    rows = states.of(found)
    weights = fitted(rows, found, chosen(rows, found) if given.decay is None else given.decay)
    least = np.log(EXAMINED / (1 - EXAMINED))
    for name, group in unseen(given.shared):
        judged = [one for one in group if len(one.after) >= LEAST]
        if judged:
            print(f"{name}: {share(odds(weights, states.of(judged)) >= least)}")
    if given.write:
        keep_weights(EXAMINATION_WEIGHTS, weights)


if __name__ == "__main__":
    main()
