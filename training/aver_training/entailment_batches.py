"""From a step's places to the entailment scorer's batch: real pairs, typed perturbations, evidence with company.

A perturbed pair starts from a claim that its evidence entails, so the change is judged against reworded evidence and
not against its own copy. Some evidence gets a sentence of another group before or after it, which changes no label and
teaches the scorer to look for the line that matters.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from aver.stages.sentences import split
from aver_training.data import Claim
from aver_training.pairs import Padded, PairTokens, padded
from aver_training.perturbation_rules import Kind
from aver_training.perturbations import names_in, perturb
from aver_training.schedule import Place, Schedule
from aver_training.written_claims import SOURCE as WRITTEN

LABELS = ("entail", "neutral", "contradict")
PERTURBED = "perturbed"
WEIGHTS: Mapping[str, float] = {
    "vitaminc-real": 28, "vitaminc-synthetic": 9, "mnli": 24, "esnli-dev": 6, "esnli-test": 6, "conjnli-train": 11,
    WRITTEN: 50, PERTURBED: 16,
}  # fmt: skip
"""Share of a step's pairs by source."""

ITSELF = 0.3
"""Share of perturbed pairs whose evidence is the unchanged claim."""
UNCHANGED = 0.3
"""Share of perturbed pairs left unchanged, so that likeness itself is no sign of a trap."""
COMPANY = 0.3
"""Share of evidence with a foreign sentence beside it."""
QUOTED = 0.25
"""Share of written claims that give way to a sentence of their own evidence, perturbed like the rest: a copy still
follows when the lines beside it tell of something else."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EntailmentBatch:
    """Evidence and claim as pairs; `label` (n,) is the place in LABELS."""

    tokens: Padded
    label: NDArray[np.int64]


class EntailmentBatches:
    """Batches over `claims` and what is made from those their evidence entails."""

    def __init__(self, claims: Sequence[Claim], tokens: PairTokens, *, per_step: int, seed: int) -> None:
        self._by_source: dict[str, list[Claim]] = defaultdict(list)
        for claim in claims:
            if claim.source in WEIGHTS:
                self._by_source[claim.source].append(claim)
        self._by_source[PERTURBED] = [claim for claim in claims if claim.label == "entail"]
        self._claims, self._tokens, self._seed = claims, tokens, seed
        self.claim = lru_cache(maxsize=1 << 14)(self._claim)
        """The pair of a place, perturbed and put in company as its seed, epoch and index say."""
        self.schedule = Schedule(
            sizes={name: len(found) for name, found in self._by_source.items()},
            weights={name: WEIGHTS[name] for name in self._by_source},
            per_step=per_step,
            seed=seed,
            length_of=lambda place: len(self.claim(place).premise),
        )

    def batch(self, step: int) -> EntailmentBatch:
        claims = [self.claim(place) for place in self.schedule.step(step)]
        encoded = [self._tokens.encode(claim.hypothesis, claim.premise) for claim in claims]
        return EntailmentBatch(
            tokens=padded(encoded), label=np.array([LABELS.index(claim.label) for claim in claims], dtype=np.int64)
        )

    def _claim(self, place: Place) -> Claim:
        rng = random.Random(f"{self._seed}:{place.source}:{place.index}:{place.epoch}")
        claim = self._by_source[place.source][place.index]
        quoting = place.source == WRITTEN and rng.random() < QUOTED
        if quoting:
            claim = quoted(claim, rng)
        if quoting or place.source == PERTURBED:
            claim = changed(claim, rng, names_in(rng.choice(self._claims).premise))
        return self._accompanied(claim, rng) if rng.random() < COMPANY else claim

    def _accompanied(self, claim: Claim, rng: random.Random) -> Claim:
        other = rng.choice(self._claims)
        if other.group == claim.group:
            return claim
        parts = [claim.premise, other.premise]
        rng.shuffle(parts)
        return replace(claim, premise=" ".join(parts))


def quoted(claim: Claim, rng: random.Random) -> Claim:
    """A claim that is one sentence of the evidence, word for word."""
    start, end = rng.choice(split(claim.premise))
    return replace(claim, hypothesis=claim.premise[start:end], label="entail")


def changed(claim: Claim, rng: random.Random, names: Sequence[str]) -> Claim:
    """An entailed claim after one typed change, or as it is; a kind that finds no place gives way to the next."""
    base = replace(claim, premise=claim.hypothesis) if rng.random() < ITSELF else claim
    if rng.random() < UNCHANGED:
        return base
    kinds = list(Kind)
    rng.shuffle(kinds)
    for kind in kinds:
        made = perturb(base.hypothesis, kind, rng, names)
        if made is not None and made.text != base.hypothesis:
            return replace(base, hypothesis=made.text, label=made.label)
    return base
