"""Claims about items of lists and rows of tables, which mean nothing without what stands over them, through `verify`.

    python benchmarks/framed_claims.py [FILE]

`framed_claims.jsonl` holds eight short documents written for it with 49 claims, 24 supported, which the rules were made
on; `framed_claims_held.jsonl` four with 26 claims, written afterwards. Each faulty claim has words of an item or row
under another lead-in, label or unit than its own. `record_claims.jsonl`, `placed_claims.jsonl`,
`told_apart_claims.jsonl`, `borrowed_claims.jsonl` and `grouped_claims.jsonl` (headers of two rows) are of the same
form, the last three with several documents for a lot of claims. Prints what is released of either kind with exact
intervals (H1, H4).
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from aver.flows.verify import Standard, verify
from aver.flows.verify_input import submission_of_prose
from aver.flows.verify_sources import passages_of
from aver.models.factual_entailment import shipped_entailment
from aver.parsers.dispatch import parse
from aver.parsers.limits import Limits
from aver.stages.metrics import clopper_pearson
from aver.values.evidence import Passage

CLAIMS = Path(__file__).with_name("framed_claims.jsonl")


def main() -> None:
    """Verify every claim against its documents alone and print what was released and what was not."""
    released: dict[bool, list[bool]] = {True: [], False: []}
    scorer = shipped_entailment()
    file = Path(sys.argv[1]) if len(sys.argv) > 1 else CLAIMS
    for record in map(json.loads, file.read_text(encoding="utf-8").splitlines()):
        passages = [one for source in record.get("sources", [record]) for one in _passages(source)]
        for claim in record["claims"]:
            found = verify(submission_of_prose(claim["text"]), passages, entailment=scorer, standard=Standard())
            is_released = bool(found.claims) and all(one.released for one in found.claims)
            released[claim["supported"]].append(is_released)
            if is_released is not claim["supported"]:
                said = ", ".join(one.verdict.value for one in found.claims)
                print(f"{'withheld' if claim['supported'] else 'LET THROUGH'}: {claim['text']} ({said})")
    for supported, found_of in released.items():
        low, high = clopper_pearson(sum(found_of), len(found_of))
        name = "supported, released" if supported else "faulty, released"
        print(f"{name}: {sum(found_of)} of {len(found_of)} ({low:.3f}-{high:.3f})")


def _passages(source: dict[str, str]) -> tuple[Passage, ...]:
    content, name = source["text"].encode(), source["source"]
    return tuple(passages_of(parse(content, name=name, limits=Limits()), uri=name, content=content))


if __name__ == "__main__":
    main()
