"""How long a question waits for the encoder beside an ingest: whole batches (the baseline), or a few texts at once."""

from __future__ import annotations

import threading
import time

from aver.models.embedder import BuiltinEmbedder
from aver.ports import Embedder
from aver.service.sparing import SparingEmbedder

BATCH = 128
ROUNDS = 3
LONG = "The notice period of employees in group %d is four weeks, unless the contract names another period. "


def longest_wait(ingest: Embedder, question: Embedder) -> tuple[float, float]:
    """Return the seconds of a batch, and of the slowest question encoded meanwhile."""
    texts = [LONG % number * 6 for number in range(BATCH)]
    since = time.perf_counter()
    batch = threading.Thread(target=ingest.encode, args=(texts,))
    batch.start()
    time.sleep(0.02)
    waits = [0.0]
    while batch.is_alive():
        asked = time.perf_counter()
        question.encode(["How long is the notice period?"])
        waits.append(time.perf_counter() - asked)
        time.sleep(0.05)
    batch.join()
    return time.perf_counter() - since, max(waits)


def main() -> None:
    """Print both, and the ratio of the waits."""
    encoder = BuiltinEmbedder(workers=2)
    encoder.encode(["warm"])
    sparing = SparingEmbedder(encoder)
    for _ in range(ROUNDS):
        (whole, waited), (spared, less) = longest_wait(encoder, encoder), longest_wait(sparing, encoder)
        print(f"whole: batch {whole:.2f} s, slowest question {waited * 1000:.0f} ms")
        print(f"sparing: batch {spared:.2f} s, slowest question {less * 1000:.0f} ms, ratio {waited / less:.0f}")


if __name__ == "__main__":
    main()
