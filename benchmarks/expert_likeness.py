"""How like a question a needs_expert claim without predicates has to be before it hands the question over.

    python benchmarks/expert_likeness.py

Three statements, one for each topic of the shipped packs, against the labelled inquiries of `tests/inquiries`: the
cosines of those about the topic, and the greatest of those that are not.
"""

from __future__ import annotations

import json
from pathlib import Path

from aver.flows.recalling import EXPERT_LIKE
from aver.models.embedder import BuiltinEmbedder

STATEMENTS = {
    "safety": "Whether a sensor may be used for the protection of persons is for application engineering to say.",
    "explosion": "Whether a sensor may be used in an explosive atmosphere (ATEX, IECEx) is for an expert to say.",
    "liability": "Questions about liability for damage are answered by the legal department.",
}
INQUIRIES = Path("tests/inquiries")
SETS = ("sensors", "help-centre", "held-out", "held-out-2", "held-out-3")


def main() -> None:
    """Print the cosines, and what the threshold in use makes of them."""
    lines = [line for name in SETS for line in (INQUIRIES / f"{name}.jsonl").read_text("utf-8").splitlines()]
    asked = [json.loads(line) for line in lines]
    embedder = BuiltinEmbedder(workers=1)
    cosines = embedder.encode([one["text"] for one in asked]) @ embedder.encode(list(STATEMENTS.values())).T
    about, other = [], []
    for one, row in zip(asked, cosines.tolist(), strict=True):
        for topic, cosine in zip(STATEMENTS, row, strict=True):
            (about if topic in one["experts"] else other).append((cosine, one["text"]))
    for cosine, text in sorted(about, reverse=True):
        print(f"{cosine:.3f}  {text}")
    found, wrong = (sum(cosine >= EXPERT_LIKE for cosine, _ in part) for part in (about, other))
    print(f"at {EXPERT_LIKE}: {found} of {len(about)} found, {wrong} of {len(other)} taken wrongly")
    print(f"greatest of the others: {max(other)[0]:.3f}  {max(other)[1]}")


if __name__ == "__main__":
    main()
