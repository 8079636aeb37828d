"""Compare pairs of worlds and say how many were alike; ends with status 1 at the first that isn't."""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter

from tests.worlds.pairs import pairs

flags = argparse.ArgumentParser(prog="python -m tests.worlds", description=__doc__)
flags.add_argument("--pairs", type=int, default=1000)
flags.add_argument("--seed", type=int, default=1)
given = flags.parse_args()
began, hidden = time.process_time(), Counter[str]()
for pair in pairs(given.seed, given.pairs):
    hidden[pair.steps[-1][0]] += 1
    if pair.differs:
        sys.exit(f"after {pair.steps}\nasked: {pair.asked}\nwith: {pair.with_hidden}\nwithout: {pair.without}")
seconds = time.process_time() - began
kinds = ", ".join(f"{kind} {count}" for kind, count in sorted(hidden.items()))
sys.stdout.write(f"{hidden.total()} pairs alike, seed {given.seed}, {seconds:.0f} s of CPU; hidden last: {kinds}\n")
