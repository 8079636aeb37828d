"""From a step's places to the reader's batch: each question with its own passage and its hard company.

What is chosen for a question depends on the seed, the epoch and the question alone, so a later epoch meets the same
question in other company and a resumed run in the same.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np
from numpy.typing import NDArray

from aver_training.bm25 import PassageIndex
from aver_training.data import Question
from aver_training.negatives import Pair, given, gold, hollowed, near_miss, retrieved
from aver_training.pairs import UNKNOWN, Encoded, Padded, PairTokens, padded
from aver_training.perturbations import names_in
from aver_training.schedule import Place, Schedule

WEIGHTS: Mapping[str, float] = {
    "written": 50, "squad1.1": 28, "squad2.0": 20, "nq-oracle": 14, "qamr": 12, "medquad": 8, "wikitablequestions": 7,
    "policyqa": 5,
    "ares-nq": 2, "ares-hotpotqa": 2, "ares-wow": 2, "xquad-de": 2, "xquad-de-en": 2, "gesetze-de-headings": 1.5,
    "datasette-docs-headings": 0.5, "haystack-docs-headings": 0.3,
}  # fmt: skip
"""Share of a step's questions by source. Sets whose spans or unanswerable questions were made by people weigh most."""

UNDER_HEADING = 0.5
"""Share of questions whose passages are read under headings, the product's chunks nearly always having one. All of a
question's passages have one or none has, else the heading alone would tell the right passage from the wrong ones."""

INDEXED = frozenset({"squad1.1", "squad2.0", "nq-oracle", "policyqa", "xquad-de", "written"})
"""Sources searched for further negatives; SQuAD's two parts share one index."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReaderBatch:
    """Pairs in groups by question: `group` (n,) numbers them. Targets (n,): relevance and answerability 0 or 1, `start`
    and `end` token places, 0 the null span, UNKNOWN where nobody marked the answer."""

    tokens: Padded
    group: NDArray[np.int64]
    relevance: NDArray[np.float32]
    answerable: NDArray[np.float32]
    start: NDArray[np.int64]
    end: NDArray[np.int64]


class ReaderBatches:
    """Batches over `questions`; `company` further passages stand beside each question's own."""

    def __init__(
        self, questions: Sequence[Question], tokens: PairTokens, *, per_step: int, company: int, seed: int
    ) -> None:
        self._by_source: dict[str, list[Question]] = defaultdict(list)
        for question in questions:
            if question.source in WEIGHTS:
                self._by_source[question.source].append(question)
        self._tokens, self._company, self._seed = tokens, company, seed
        self._indexes = _indexes(self._by_source)
        self._headings = {question.context: question.heading for question in questions if question.heading}
        self._names = {name: _names(found) for name, found in self._by_source.items()}
        self.schedule = Schedule(
            sizes={name: len(found) for name, found in self._by_source.items()},
            weights={name: WEIGHTS[name] for name in self._by_source},
            per_step=per_step,
            seed=seed,
            length_of=lambda place: len(self._at(place).context),
        )

    def batch(self, step: int) -> ReaderBatch:
        rows = [(number, place) for number, place in enumerate(self.schedule.step(step))]
        built = [(number, *self._encoded(pair, place)) for number, place in rows for pair in self.pairs(place)]
        return ReaderBatch(
            tokens=padded([encoded for _, _, encoded, _ in built]),
            group=np.array([number for number, _, _, _ in built], dtype=np.int64),
            relevance=np.array([pair.grade > 0 for _, pair, _, _ in built], dtype=np.float32),
            answerable=np.array([pair.grade == 2 for _, pair, _, _ in built], dtype=np.float32),
            start=np.array([span[0] for _, _, _, span in built], dtype=np.int64),
            end=np.array([span[1] for _, _, _, span in built], dtype=np.int64),
        )

    def pairs(self, place: Place) -> tuple[Pair, ...]:
        """The question's own passage, then up to `company` others, no two alike."""
        question = self._at(place)
        rng = random.Random(f"{self._seed}:{place.source}:{place.index}:{place.epoch}")
        names = rng.sample(self._names[place.source], min(40, len(self._names[place.source])))
        made: list[Pair] = [gold(question)]
        index = self._indexes.get(_index_name(place.source))
        ways: list[Callable[[], Pair | None]] = [
            lambda: given(question, rng),
            lambda: near_miss(question, names, rng),
            lambda: hollowed(question),
        ]
        if index is not None:
            searched = partial(retrieved, question, index, rng)
            ways += [searched, searched]
        rng.shuffle(ways)
        for way in ways:
            if len(made) <= self._company and (pair := way()) is not None and pair not in made:
                made.append(pair)
        headings = [self._headings.get(pair.passage, pair.heading) for pair in made]
        under = rng.random() < UNDER_HEADING and all(headings)
        return tuple(replace(pair, heading=own if under else "") for pair, own in zip(made, headings, strict=True))

    def _encoded(self, pair: Pair, place: Place) -> tuple[Pair, Encoded, tuple[int, int]]:
        rng = random.Random(f"{self._seed}:{place.source}:{place.index}:{place.epoch}:{pair.passage[:40]}")
        prefix = f"{pair.heading}\n" if pair.heading else ""
        span = _shortest(pair, rng)
        keep = None if span is None else (span[0] + len(prefix), span[1] + len(prefix))
        encoded = self._tokens.encode(pair.question, prefix + pair.passage, keep=keep, rng=rng if keep else None)
        if pair.spans is None:
            return pair, encoded, (UNKNOWN, UNKNOWN)
        if keep is None:
            return pair, encoded, (0, 0)
        return pair, encoded, encoded.place(*keep) or (UNKNOWN, UNKNOWN)

    def _at(self, place: Place) -> Question:
        return self._by_source[place.source][place.index]


def _shortest(pair: Pair, rng: random.Random) -> tuple[int, int] | None:
    """Mostly the shortest marked answer, since the product quotes the shortest; now and then another."""
    if not pair.spans:
        return None
    ordered = sorted(pair.spans, key=lambda span: (span[1] - span[0], span))
    return ordered[0] if rng.random() < 0.8 else rng.choice(ordered)


def _index_name(source: str) -> str:
    return "squad" if source.startswith("squad") else source


def _indexes(by_source: Mapping[str, Sequence[Question]]) -> dict[str, PassageIndex]:
    texts: defaultdict[str, dict[str, None]] = defaultdict(dict)
    for source in sorted(INDEXED & by_source.keys()):
        texts[_index_name(source)].update(dict.fromkeys(question.context for question in by_source[source]))
    return {name: PassageIndex(tuple(found)) for name, found in texts.items()}


def _names(questions: Sequence[Question]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name for question in questions for name in names_in(question.text)))
