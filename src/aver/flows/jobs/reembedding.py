"""Moving a home to another encoder as a job: batches beside the old vectors, then one switch (A9).

Searches and ingests with the old encoder go on until the switch commits. What they add meanwhile is
embedded before it; a crash costs one batch.
"""

from __future__ import annotations

from collections.abc import Callable

from aver.flows.jobs.working import worked_on
from aver.ports import Embedder
from aver.store.engine import Transactions
from aver.store.jobs import JobWriter
from aver.store.reembedding import counted, embed_batch, switch
from aver.values.jobs import Tally


def reembed(
    job: JobWriter,
    transactions: Transactions,
    embedder: Embedder,
    *,
    on_progress: Callable[[Tally], None] = lambda _: None,
) -> bool:
    """Embed every chunk anew and switch; False when it was cancelled before. Raises HomeBusy and StoreDamaged."""
    encoder = embedder.encoder_id
    with worked_on(job):
        done, total = counted(transactions, encoder)
        while not job.shall_stop():
            made = embed_batch(transactions, encode=embedder.encode, encoder=encoder)
            done += made
            job.moved(Tally(done=done, total=max(done, total)))
            on_progress(job.tally)
            if not made and switch(transactions, encoder=encoder, dimension=embedder.dimension):
                return True
        job.stopped = True
    return False
