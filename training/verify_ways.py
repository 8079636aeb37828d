"""What each part of the way in which `aver verify` reads evidence is worth on written claims that nothing learned from.

    PYTHONPATH=src:training:packages/aver-models/src python training/verify_ways.py --data ../shared/data

One row a way: faithful claims accepted, faulty ones let through, the share of the released that is right. Claims of
`claims/unseen`, and the first of those whose evidence training leaves out. The table in docs/verifying.md is this one.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from unittest.mock import patch

from aver_training.data import Claim
from aver_training.written_claims import left_out_claims, unseen_claims

from aver.flows.verify import Standard, verify
from aver.flows.verify_sources import passages_of_texts
from aver.models.entailment import BuiltinEntailment
from aver.stages.verifying import finding_evidence, judging
from aver.values.pairs import Entailed
from aver.values.verification import GivenClaim, GivenSource, Submission

LEFT_OUT = 500
"""Claims of the authors learned from, about evidence left out."""
NO_WINDOW = {"finding_evidence.AROUND": 0}
NO_NEAREST = {"finding_evidence.NEAR": 2.0}
NO_CONTEXT = {"judging.IN_CONTEXT": 0.0}
WAYS: Mapping[str, tuple[Mapping[str, float], float]] = {
    "single sentences, windows, joins": (NO_WINDOW | NO_NEAREST | NO_CONTEXT, 0.6),
    "and what stands around the first, last": (NO_NEAREST | NO_CONTEXT, 0.6),
    "and the nearest sentence is not exceeded": (NO_CONTEXT, 0.6),
    "and 0.5 where the evidence stands (shipped)": ({}, 0.6),
    "instead of that a threshold of 0.7": (NO_CONTEXT, 0.7),
}
"""The constants that a way sets otherwise, and its threshold."""
MODULES = {"finding_evidence": finding_evidence, "judging": judging}


class Remembering:
    """The built-in scorer, asked once for each pair in all ways."""

    def __init__(self) -> None:
        self._scorer, self._known = BuiltinEntailment(), dict[tuple[str, str], Entailed]()
        self.entailment_id = self._scorer.entailment_id

    def judge(self, claim: str, evidence: Sequence[str]) -> tuple[Entailed, ...]:
        new = [text for text in dict.fromkeys(evidence) if (claim, text) not in self._known]
        self._known.update(zip(((claim, text) for text in new), self._scorer.judge(claim, new), strict=True))
        return tuple(self._known[claim, text] for text in evidence)


def claims_of(data: Path) -> list[Claim]:
    """Return the claims that are judged."""
    return [*(one.claim for one in unseen_claims(data)), *left_out_claims(data)[:LEFT_OUT]]


def released(claim: Claim, scorer: Remembering, least: float) -> bool:
    """Whether `verify` releases the claim over its evidence."""
    passages = passages_of_texts((GivenSource(id="s", text=claim.premise),))
    given = Submission(claims=(GivenClaim(text=claim.hypothesis),))
    return verify(given, passages, entailment=scorer, standard=Standard(at_least=least)).claims[0].released


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, required=True)
    claims, scorer = claims_of(parser.parse_args().data), Remembering()
    faithful = [one.label == "entail" for one in claims]
    print(f"{sum(faithful)} faithful, {len(claims) - sum(faithful)} faulty")
    for way, (constants, least) in WAYS.items():
        with ExitStack() as stack:
            for name, value in constants.items():
                module, constant = name.split(".")
                stack.enter_context(patch.object(MODULES[module], constant, value))
            passed = [released(one, scorer, least) for one in claims]
        right = sum(yes and holds for yes, holds in zip(passed, faithful, strict=True))
        print(f"| {way} | {right} | {sum(passed) - right} | {right / sum(passed):.3f} |", flush=True)


if __name__ == "__main__":
    main()
