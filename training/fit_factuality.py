"""Fit how likely a sentence tells what is asked as a fact, on the states of the shipped reader, and write the weights.

    PYTHONPATH=src:training python training/fit_factuality.py --shared ../shared --states /tmp/f.pickle [--write]

`told/*.txt` hold questions, each with sentences that tell it as less than a fact ("- ...": somebody's word, what was,
what is supposed, wanted or declined) and as one ("+ ..."); beside them count the sentences that answer the questions
of `questions/fit`, which are in real documents. Questions are held out in ten groups, to choose how much the weights
are shrunk. Then `told/unseen` and the questions that nothing was fitted on are judged, below that line and below
`SURE`, under which a quote is held back (docs/decisions/0029-told-as-a-fact.md has the figures).
"""

from __future__ import annotations

import argparse
import gzip
import json
import pickle
import random
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from aver_training.measures import auroc
from listed_weights import keep_weights
from numpy.typing import NDArray
from stance_logistic import FOLDS, straight_line

from aver.models.factuality import FACTUALITY_WEIGHTS, SURE, BuiltinFactuality
from aver.models.pair_model import PairModel
from aver.stages.metrics import clopper_pearson
from aver.stages.planning.words import content
from aver.stages.sentences import split

Floats = NDArray[np.float64]
HERE = Path(__file__).parent
REAL = 3000
"""Sentences of real documents that are learned from."""

SIGNED = 600
"""Claims that are learned from as facts."""

LOST = 0.005
"""Of the real ones, how many lie below the line at which ways to fit are compared."""

DECAYS = (3e-3, 1e-2, 3e-2)
DENIES = re.compile(r"\b(?:no|not|never|neither|nor|cannot|exempt|forbidden|against|excludes|except|too|stay)\b|n't\b")
KINDS = ("fact", "control", "exception")
LEAST, MOST = 20, 300
"""Code points of a sentence that is learned from or judged."""


@dataclass(frozen=True, slots=True)
class Told:
    """A question or a claim, a sentence for it, whether that tells it as a fact, and where it comes from.

    What is of one `group` is held out together.
    """

    question: str
    sentence: str
    fact: bool
    source: str
    group: str


def written(paths: Iterable[Path]) -> Iterator[Told]:
    """Yield what the files hold, in order."""
    for path in paths:
        question = ""
        for line in path.read_text(encoding="utf-8").splitlines():
            mark, _, rest = line.partition(" ")
            if mark == "?":
                question = rest
            elif mark in ("+", "-"):
                yield Told(question, rest, mark == "+", path.stem, question)


def as_claims(told: Iterable[Told], path: Path) -> Iterator[Told]:
    """Yield the sentences with what they seem to say, or say, in the place of the question: a claim held against them.

    `path` names both for a question. A sentence that denies carries no such claim.
    """
    claims = {row[0]: row[1:] for line in path.read_text("utf-8").splitlines() if len(row := line.split("\t")) == 3}
    for one in told:
        less, fact = claims.get(one.question, ("", ""))
        claim = fact if one.fact else less
        if claim and not (one.fact and DENIES.search(one.sentence)):
            yield Told(claim, one.sentence, one.fact, f"{one.source} as claims", one.group)


def answering(folder: Path) -> Iterator[Told]:
    """Yield the sentences that answer written questions by themselves."""
    for path in sorted(folder.glob("*.jsonl")):
        for row in map(json.loads, path.read_text(encoding="utf-8").splitlines()):
            spans = row["gold_spans"]
            sentence = " ".join(spans[0].split()) if len(spans) == 1 else ""
            if row["expected_decision"] == "ANSWER" and row["kind"] in KINDS and LEAST <= len(sentence) <= MOST:
                yield Told(row["question"], sentence, True, path.stem, row["question"])


def faithful(paths: Iterable[Path]) -> Iterator[Told]:
    """Yield claims that a careful reader would sign, each with the sentence of its evidence that is most like it."""
    for path in paths:
        for row in map(json.loads, path.read_text("utf-8").splitlines()):
            evidence = row.get("evidence", "")
            sentences = [evidence[start:end] for start, end in split(evidence)]
            for claim in row["claims"] if sentences else ():
                wanted = content(claim["text"])
                nearest = max(sentences, key=lambda one: len(content(one) & wanted))
                if claim["label"] == "entail" and LEAST <= len(nearest) <= MOST:
                    yield Told(claim["text"], " ".join(nearest.split()), True, path.stem, row["id"])


def squad(path: Path, most: int) -> Iterator[Told]:
    """Yield the sentences that hold the answers of some questions of SQuAD's development titles."""
    with gzip.open(path, "rt", encoding="utf-8") as file:
        rows = [row for row in map(json.loads, file) if row["answers"]]
    for row in random.Random(1).sample(rows, most):
        start, text = row["answers"][0]["start"], row["context"]
        held = next((text[a:b] for a, b in split(text) if a <= start < b), "")
        if LEAST <= len(held) <= MOST:
            yield Told(row["question"], " ".join(held.split()), True, "squad_dev", row["question"])


class States:
    """The reader's states for pairs, remembered in a file."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._known: dict[tuple[str, str], Floats] = pickle.loads(path.read_bytes()) if path.exists() else {}
        self._model = BuiltinFactuality(PairModel("reader", workers=2))

    def of(self, found: Sequence[Told]) -> Floats:
        """Return (pairs, numbers)."""
        for one in found:
            if (one.question, one.sentence) not in self._known:
                self._known[one.question, one.sentence] = self._model.features(one.question, one.sentence)
        self._path.write_bytes(pickle.dumps(self._known))
        return np.stack([self._known[one.question, one.sentence] for one in found])


def fitted(rows: Floats, found: Sequence[Told], real: NDArray[np.bool_], decay: float) -> Floats:
    """Return (numbers + 1,) weights of the log odds of a fact; sentences that aren't count as much as all that are."""
    fact = np.array([one.fact for one in found])
    weights = np.zeros(len(found))
    for group, share in ((~fact, 0.5), (fact & ~real, 0.25), (fact & real, 0.25)):
        weights[group] = share / max(1, group.sum())
    return straight_line(rows, fact, weights, decay=decay)


def odds(weights: Floats, rows: Floats) -> Floats:
    """Return the log odds that each tells a fact."""
    return np.asarray(rows @ weights[:-1] + weights[-1])


def held_out(rows: Floats, found: Sequence[Told], real: NDArray[np.bool_], decay: float) -> Floats:
    """Return the log odds of each pair by weights that saw no pair of its question."""
    groups = sorted({one.group for one in found})
    mixed = random.Random(2).sample(groups, len(groups))
    places = {group: place % FOLDS for place, group in enumerate(mixed)}
    of = np.array([places[one.group] for one in found])
    said = np.zeros(len(found))
    for number in range(FOLDS):
        seen = of != number
        kept = [one for one, is_seen in zip(found, seen, strict=True) if is_seen]
        said[~seen] = odds(fitted(rows[seen], kept, real[seen], decay), rows[~seen])
    return said


def share(below: NDArray[np.bool_]) -> str:
    """Return how many are below, as a share with its exact interval."""
    low, high = clopper_pearson(int(below.sum()), len(below))
    return f"{int(below.sum())} of {len(below)}: {below.mean():.3f} ({low:.3f}-{high:.3f})"


def main() -> None:
    """Choose the decay on held-out questions, print what the weights do, and write them where that is asked for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--shared", type=Path, default=Path("../shared"))
    parser.add_argument("--states", type=Path, required=True)
    parser.add_argument("--decay", type=float, help="else the best of ten groups held out")
    parser.add_argument("--write", action="store_true")
    given = parser.parse_args()
    own = list(written(sorted((HERE / "told").glob("*.txt"))))
    own += as_claims(own, HERE / "told/claims.tsv")
    answers = random.Random(3).sample(list(answering(HERE / "questions/fit")), REAL)
    signed = random.Random(4).sample(list(faithful(sorted((HERE / "claims").glob("*.jsonl")))), SIGNED)
    found, states = [*own, *answers, *signed], States(given.states)
    real = np.array([False] * len(own) + [True] * (len(answers) + len(signed)))
    rows = states.of(found)
    decay = chosen(rows, found, real) if given.decay is None else given.decay
    weights = fitted(rows, found, real, decay)
    for name, group in unseen(given.shared):
        told, below = np.array([one.fact for one in group]), odds(weights, states.of(group)) < np.log(SURE / (1 - SURE))
        for label, which in (("less than facts", ~told), ("facts", told)):
            if which.any():
                print(f"{name}, {label} below {SURE}: {share(below[which])}")
    if given.write:
        keep_weights(FACTUALITY_WEIGHTS, weights)


def chosen(rows: Floats, found: Sequence[Told], real: NDArray[np.bool_]) -> float:
    """Return how much to shrink the weights, by ten groups held out in turn, and print what those say."""
    fact = np.array([one.fact for one in found])
    judged = [(decay, held_out(rows, found, real, decay)) for decay in DECAYS]
    best, said = max(judged, key=lambda one: caught(one[1], fact, real))
    least = np.quantile(said[real], LOST)
    print(f"decay {best}: AUROC {auroc(said, fact):.3f}, of told/ alone {auroc(said[~real], fact[~real]):.3f}")
    below = f"less than facts {share(said[~fact] < least)}; facts of told/ {share(said[fact & ~real] < least)}"
    print(f"where {LOST} of real ones lie below: {below}")
    return best


def caught(said: Floats, fact: NDArray[np.bool_], real: NDArray[np.bool_]) -> float:
    """Return the share of sentences below the line that loses one in a hundred of real answers, less that of facts."""
    least = np.quantile(said[real], LOST)
    return float((said[~fact] < least).mean() - (said[fact & ~real] < least).mean())


def unseen(shared: Path) -> Iterator[tuple[str, list[Told]]]:
    """Yield what nothing was fitted on, by name."""
    own = list(written(sorted((HERE / "told/unseen").glob("*.txt"))))
    yield "told/unseen", own
    yield "claims/unseen", list(faithful(sorted((HERE / "claims/unseen").glob("*.jsonl"))))
    yield "told/unseen as claims", list(as_claims(own, HERE / "told/unseen/claims.tsv"))
    held = list(answering(HERE / "questions"))
    for source in sorted({one.source for one in held}):
        yield f"questions/{source}", [one for one in held if one.source == source]
    yield "squad_dev", list(squad(shared / "data/dev/squad_dev.jsonl.gz", 500))


if __name__ == "__main__":
    main()
