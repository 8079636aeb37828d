"""A small question-answering generator on scripted tools, with a log in a file to record it in."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, insert, select, text

from aver.errors import EncoderMismatch
from aver.flows.journal import Journal, journaled
from aver.flows.record import record
from aver.store import schema
from aver.store.engine import Transactions
from aver.store.run_log import RunLog
from aver.values.answers import Abstain, Answered, Citation, Claim, ClaimKind, Confidence, Finding, Reason, Verdict
from aver.values.events import Asked, Checked, Decided, Drafted, Event, Planned, Retrieved
from aver.values.evidence import ChannelResult, Hit
from aver.values.governance import Caller, Role
from aver.values.inquiry import Inquiry, Plan, SubQuestion
from aver.values.recorded import Recorded
from aver.values.sealed import Sealed
from tests.store.adapters import unguarded
from tests.store.corpus import open_tables

KEY = bytes(range(32))
AT = "2024-05-01T12:00:00Z"
CALLER = Caller(user="ada", tenant="acme", principals=frozenset({"user:ada"}))
AUDITOR = Caller(user="bob", tenant="acme", principals=frozenset(), roles=frozenset({Role.AUDITOR}))
STRANGER = Caller(user="eve", tenant="acme", principals=frozenset({"user:eve"}))
DOCUMENT = "doc_1"
ANSWER = "Refunds take fourteen days."
QUESTION = "How long do refunds take?"


@dataclass(frozen=True, slots=True, kw_only=True)
class Policy:
    threshold: float = 0.5
    version: str = "1"


@dataclass(frozen=True, slots=True, kw_only=True)
class Tools:
    now: Callable[[], str]
    search: Callable[[Sealed, int], tuple[ChannelResult, ...]]
    fetch: Callable[[tuple[str, ...]], tuple[Sealed, ...]]
    entail: Callable[..., float]
    chat: Callable[[Sealed], Sealed | None] | None = None
    policy: Policy = Policy()
    code_version: str = "1.0"


@dataclass(slots=True)
class Calls:
    """How often the scripted tools were really called."""

    made: list[str] = field(default_factory=list)


def scripted(calls: Calls | None = None, *, support: float = 0.9, outage: bool = False, answer: str = ANSWER) -> Tools:
    """Return tools that answer from a script; with `outage` the entailment model is out."""
    calls = calls or Calls()

    def search(words: Sealed, k: int) -> tuple[ChannelResult, ...]:
        calls.made.append("search")
        hits = tuple(Hit(chunk=f"chk_{n}", rank=n, score=1 / n) for n in range(1, k + 1))
        return (ChannelResult(channel=f"lexical:{len(words.text)}", sub_question=0, hits=hits),)

    def fetch(chunks: tuple[str, ...]) -> tuple[Sealed, ...]:
        calls.made.append("fetch")
        return tuple(Sealed(answer, DOCUMENT) for _ in chunks)

    def entail(*, premise: Sealed, claim: Sealed) -> float:
        calls.made.append("entail")
        if outage:
            raise EncoderMismatch("out", hint="wait")
        return support if premise.text == claim.text else 0.0

    return Tools(now=lambda: AT, search=search, fetch=fetch, entail=entail)


def ask(inquiry: Inquiry, caller: Caller, tools: Tools) -> Iterator[Event]:
    """Yield a run: search, fetch, quote the first passage, check it, decide."""
    yield Asked(
        inquiry=inquiry,
        caller=caller,
        at=tools.now(),
        code_version=tools.code_version,
        policy_version=tools.policy.version,
    )
    part = SubQuestion(number=0, text=inquiry.question)
    yield Planned(plan=Plan(sub_questions=(part,), as_of=AT[:10]))
    results = tools.search(inquiry.question, inquiry.k)
    yield Retrieved(channels=results)
    passages = tools.fetch(tuple(hit.chunk for hit in results[0].hits))
    claim = Claim(number=0, text=passages[0], kind=ClaimKind.QUOTE, citations=(_citation(passages[0]),))
    yield Drafted(voice="quotation", claims=(claim,))
    support, verdict = _support(tools, passages[0], claim)
    yield Checked(findings=(Finding(claim=0, check="entailed", verdict=verdict, reason=f"support {support}"),))
    confidence = Confidence(extraction=1.0, grounding=support, answer=support * 0.9)
    if support >= tools.policy.threshold:
        yield Decided(decision=Answered(confidence=confidence), released=(replace(claim, support=support),))
    else:
        yield Decided(decision=Abstain(confidence=confidence, reasons=(Reason.INSUFFICIENT,)), released=())


def _support(tools: Tools, passage: Sealed, claim: Claim) -> tuple[float, Verdict]:
    try:
        return tools.entail(premise=passage, claim=claim.text), Verdict.PASS
    except EncoderMismatch:
        return 0.0, Verdict.NOT_RUN


def _citation(passage: Sealed) -> Citation:
    return Citation(
        packet="pkt_1",
        document=DOCUMENT,
        version="ver_1",
        chunk="chk_1",
        uri="refunds.md",
        title=Sealed("Refunds", DOCUMENT),
        section_path=Sealed("Refunds > Time", DOCUMENT),
        start=0,
        end=len(passage.text),
        quote=passage,
    )


def open_log(folder: Path, key: bytes = KEY) -> RunLog:
    """Return a log on fresh or existing tables for `folder`."""
    return log_on(open_tables(folder), key)


def log_on(transactions: Transactions, key: bytes = KEY) -> RunLog:
    """Return a log on open tables."""
    return RunLog(write=transactions.write, read=transactions.read, key=key)


def run_once(
    log: RunLog, *, tools: Tools | None = None, caller: Caller = CALLER, question: str = QUESTION, **fields: Any
) -> tuple[Recorded, ...]:
    """Record one whole run and return its events."""
    journal = Journal()
    inquiry = Inquiry(question=Sealed(question), **fields)
    events = ask(inquiry, caller, journaled(tools or scripted(), journal))
    return tuple(record(log.begin(caller, at=AT), events, journal))


def delete_with_receipt(connection: Connection, receipt: str, document: str = DOCUMENT, at: str = AT) -> None:
    """Insert the receipt that a deletion leaves."""
    values = {"tenant": "acme", "id": receipt, "document": document, "at": at, "actor": "ada", "body": "{}"}
    connection.execute(insert(schema.receipt).values(values))


def tamper(log: RunLog, *statements: str, **values: Any) -> None:
    """Write into the store as somebody with full access to the file would: triggers don't stop them."""
    with log.write() as connection, unguarded(connection):
        for statement in statements:
            connection.execute(text(statement), values)


def rows(log: RunLog, table: Any) -> list[Any]:
    """Return every row of a table, by its key."""
    with log.read() as connection:
        return list(connection.execute(select(table).order_by(*table.primary_key)))
