"""Searching frozen claims against scanning their vectors: `python benchmarks/claims.py [CLAIMS]`, CPU time.

The baseline is the exact scan alone, `aver.index.vectors.exact_scores` over the same vectors; above it lie the
comparison of clocks, who may know of which claim, the look-up in the live store and reading what is returned.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

from aver.flows.claim_access import Desk
from aver.flows.claim_search import frozen_claims
from aver.flows.claims import propose, unfreeze
from aver.flows.review import accept
from aver.index.vectors import exact_scores, to_fixed
from aver.stages.claim_quotes import cited
from aver.stages.eligibility import eligibility_of
from aver.store.claim_index import ClaimIndex
from aver.store.home import create_home
from aver.store.store import Store
from aver.store.writing import NewVersion
from aver.testing import HashEmbedder
from aver.values.claims import ClaimContent, StoredKind
from aver.values.documents import Document
from aver.values.governance import Caller, Governance, Role

AT = "2026-01-01T00:00:00Z"
PER_DOCUMENT = 100
ROUNDS = 20


def main(claims: int) -> None:
    """Fill a home with `claims` frozen claims and print what a search costs."""
    with tempfile.TemporaryDirectory() as folder:
        embedder = HashEmbedder()
        store = Store(create_home(Path(folder), encoder=embedder.encoder_id), dimension=embedder.dimension)
        caller = Caller(user="ann", tenant="t", principals=frozenset({"ann"}), roles=frozenset(Role))
        desk = Desk(store=store, caller=caller, at=AT)
        for number in range(claims // PER_DOCUMENT):
            fill(desk, number)
        index, eligible = ClaimIndex(store), eligibility_of(caller, as_of=AT[:10])
        query = to_fixed(embedder.encode(["which part weighs 42 grams"]))[0]
        first = cpu(lambda: frozen_claims(index, embedder, query, 10, eligible=eligible))
        search = cpu(lambda: frozen_claims(index, embedder, query, 10, eligible=eligible), ROUNDS)
        vectors = np.stack([to_fixed(embedder.encode([f"part {number}"]))[0] for number in range(claims)])
        scan = cpu(lambda: exact_scores(vectors, query), ROUNDS)
        unfreeze(desk, frozen_claims(index, embedder, query, 1, eligible=eligible)[0].claim.id)
        after = cpu(lambda: frozen_claims(index, embedder, query, 10, eligible=eligible))
        print(f"{claims} claims: search {1000 * search:.1f} ms CPU, {search / scan:.2f} x the scan alone")
        print(f"after another was unfrozen {1000 * after:.1f} ms; first ever, {claims} embedded: {first:.1f} s")
        store.close()


def fill(desk: Desk, number: int) -> None:
    """Store one document and freeze a claim for each of its paragraphs."""
    lines = [f"Part {number}-{line} weighs {line % 90 + 10} grams." for line in range(PER_DOCUMENT)]
    text, uri = "\n\n".join(lines), f"{number}.md"
    document = Document(title=uri, text=text, blocks=(), media_type="text/plain", parser="test", language="en")
    governance = Governance(tenant="t", readers=frozenset({"ann"}))
    new = NewVersion(
        uri=uri,
        content_hash=uri,
        pipeline="test",
        strategy="none",
        ingested_at=AT,
        document=document,
        governance=governance,
        chunks=(),
    )
    desk.store.add([new])
    version = desk.store.latest("t", uri)
    assert version is not None
    contents = []
    for line in lines:
        start = text.index(line)
        span = (start, start + len(line))
        citation = cited(text, document=version.document, uri=uri, version=version.id, span=span)
        contents.append(ClaimContent(kind=StoredKind.FACT, statement=line, citations=(citation,)))
    accept(desk, [one.id for one in propose(desk, contents)])


def cpu(work: Callable[[], object], rounds: int = 1) -> float:
    """Return the CPU seconds of one round."""
    begun = time.process_time()
    for _ in range(rounds):
        work()
    return (time.process_time() - begun) / rounds


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 10_000)
