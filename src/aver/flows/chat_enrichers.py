"""What a chat model adds to enrichment: wordings of chapters and documents, names for words that point back (A6, A7).

A model is sent the layer below or the few sentences that the rules could not settle, never asked twice for what it
answered, and given up for the rest of the run once it fails several times in a row. What it should have made and
didn't is stored as the rules made it, under their name, so that the next run asks again.
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

from aver.flows.enrich import Enricher, Made
from aver.flows.enrichers import lifelines_enricher, propositions_counts, summaries_enricher, summaries_producer
from aver.ports import Chat, Embedder
from aver.stages.deliberation.replies import read_reply
from aver.stages.deliberation.schemas import schema_text
from aver.stages.injection.compiling import tokens_of
from aver.stages.propositions import PROPOSER, propositions, referents
from aver.stages.propositions.referents import ReferentReply, Unsettled
from aver.stages.summaries import wording
from aver.stages.summaries.wording import WordingReply
from aver.values.chat import ChatFailure, ChatFailureKind, ChatRequest
from aver.values.documents import Document
from aver.values.enrichment import EnrichmentKind, pack
from aver.values.propositions import Proposition
from aver.values.sealed import Sealed

GIVE_UP_AFTER = 3
"""Calls in a row that a server failed; after them nothing more is asked of it in this run."""

PASSAGES = 8
"""Sentences asked about in one call."""

_OUTAGES = frozenset(
    {ChatFailureKind.TIMEOUT, ChatFailureKind.CONNECTION, ChatFailureKind.OVERLOAD, ChatFailureKind.SERVER}
)
_MALFORMED = frozenset({ChatFailureKind.BROKEN_JSON, ChatFailureKind.WRONG_SCHEMA, ChatFailureKind.TOO_LONG})
Reply = TypeVar("Reply")


@dataclass(slots=True)
class Writer:
    """A chat model at work on documents. May be used from many threads; `outages` counts failures in a row."""

    chat: Chat
    prompt_tokens: int
    reply_tokens: int
    outages: int = 0
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def ask(
        self, prompt: str, instructions: str, data: tuple[Sealed, ...], type_: type[Reply]
    ) -> Reply | ChatFailureKind:
        """Return what the model says as `type_`, or why not; `budget` says that the data was too much to send.

        A reply that does not read as `type_` is asked for once more.
        """
        if sum(tokens_of(part.text) for part in data) > self.prompt_tokens:
            return ChatFailureKind.BUDGET
        asked = ChatRequest(
            voice=prompt.partition(".")[0],
            prompt=prompt,
            instructions=instructions,
            data=data,
            schema=schema_text(type_),
            max_tokens=self.reply_tokens,
        )
        said = self._once(asked, type_)
        if isinstance(said, ChatFailureKind) and said in _MALFORMED:
            return self._once(replace(asked, after=said), type_)
        return said

    def _once(self, request: ChatRequest, type_: type[Reply]) -> Reply | ChatFailureKind:
        if self.outages >= GIVE_UP_AFTER:
            return ChatFailureKind.CONNECTION
        completion = self.chat.complete(request)
        said = completion.kind if isinstance(completion, ChatFailure) else read_reply(completion.text.text, type_)
        with self._lock:
            self.outages = self.outages + 1 if isinstance(said, ChatFailureKind) and said in _OUTAGES else 0
        return said


@dataclass(slots=True)
class _Tally:
    """What became of the calls for one document; `out` says that one of them met no server."""

    counts: Counter[str] = field(default_factory=Counter)
    out: bool = False

    def failed(self, kind: ChatFailureKind) -> None:
        self.counts[f"chat_{kind.value}"] += 1
        self.out = self.out or kind in _OUTAGES


def enrichers_with(embedder: Embedder, writer: Writer, *, gauge: Embedder | None = None) -> tuple[Enricher, ...]:
    """Return what is made of a version beside its graph with a chat model at hand, in the order it is made.

    `gauge`, if not `embedder`, is the encoder that stance is fitted on and lifelines are made with.
    """
    return (worded_summaries(embedder, writer), settled_propositions(writer), lifelines_enricher(gauge or embedder))


def worded_summaries(embedder: Embedder, writer: Writer) -> Enricher:
    """Return what makes summaries whose chapters and document a model words; every refused wording is counted."""
    plain = summaries_producer(embedder.encoder_id)

    def make(document: Document) -> Made:
        tally = _Tally()
        enricher = summaries_enricher(embedder, reword=_reword(writer, tally), model=writer.chat.chat_id)
        return _under(enricher.make(document), tally, plain)

    producer = summaries_producer(embedder.encoder_id, model=writer.chat.chat_id)
    return Enricher(kind=EnrichmentKind.SUMMARIES, producer=producer, make=make)


def settled_propositions(writer: Writer) -> Enricher:
    """Return what makes propositions and asks a model about the sentences that the rules could not settle."""

    def make(document: Document) -> Made:
        tally = _Tally()
        made = propositions(document)
        replies: dict[Unsettled, Sequence[Proposition | None]] = {}
        asked = referents.unsettled(document, made)
        for start in range(0, len(asked), PASSAGES):
            replies |= _settled(document.text, asked[start : start + PASSAGES], writer, tally)
        whole = referents.with_referents(document.text, made, replies)
        tally.counts["chat_statements"] = len(set(whole.found) - set(made.found))
        return _under(Made(payload=pack(whole), counts=propositions_counts(whole)), tally, PROPOSER)

    producer = f"{PROPOSER} {writer.chat.chat_id}"
    return Enricher(kind=EnrichmentKind.PROPOSITIONS, producer=producer, make=make)


def _under(made: Made, tally: _Tally, plain: str) -> Made:
    """Return what was made with the calls counted, and under the rules' own name where the server was out."""
    counts = Counter(dict(made.counts))
    counts.update(tally.counts)
    return replace(made, counts=tuple(counts.items()), producer=plain if tally.out else "")


def _reword(writer: Writer, tally: _Tally) -> Callable[[str, Sequence[str]], str | None]:
    def reword(_: str, below: Sequence[str]) -> str | None:
        said = writer.ask(wording.PROMPT, wording.instructions(), wording.shown(below), WordingReply)
        if isinstance(said, ChatFailureKind):
            tally.failed(said)
            return None
        kept = wording.kept_wording(said, below)
        tally.counts["chat_wordings" if kept else "chat_wordings_refused"] += 1
        return kept

    return reword


def _settled(
    text: str, asked: Sequence[Unsettled], writer: Writer, tally: _Tally
) -> dict[Unsettled, Sequence[Proposition | None]]:
    data = referents.shown(text, asked)
    said = writer.ask(referents.PROMPT, referents.instructions(), data, ReferentReply)
    if isinstance(said, ChatFailureKind):
        tally.failed(said)
        return {}
    found: dict[Unsettled, list[Proposition | None]] = {}
    for one in said.statements:
        if 1 <= one.passage <= len(asked):
            of = asked[one.passage - 1]
            found.setdefault(of, []).append(referents.candidate(text, of, one.pieces))
        else:
            tally.counts["chat_unknown_passage"] += 1
    return dict(found)
