"""Two homes that differ only in what ann may not know of, and everything that ann can observe of one (C5).

A world is a home with all it can hold: versions of documents, claims that people stand behind, curated answers, a table
of customers, two graphs over documents, enrichments, and the caches of a process that answers others too. Open steps
happen in both homes of a pair, hidden ones in one of them. Bob reads what ann doesn't; he asks the same process.
"""

from __future__ import annotations

import random
import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from pathlib import Path

from aver.config import Settings
from aver.errors import AverError
from aver.flows import scope
from aver.flows.answering import answering
from aver.flows.ask import AskTools
from aver.flows.claims import author, listed
from aver.flows.curated import standings, verify_answer
from aver.flows.documents import documents, versions_of
from aver.flows.enrich import EnrichTools, enrich
from aver.flows.enrichers import enrichers_of
from aver.flows.quick import quick
from aver.flows.recalling import Recalling, frozen_source, recalling
from aver.flows.sources import open_sources, reference_graph, with_sources
from aver.flows.validate import validate
from aver.stages.eligibility import eligibility_of
from aver.store.claim_index import ClaimIndex
from aver.store.store import Store
from aver.store.versions import change_governance
from aver.values.claims import StoredKind
from aver.values.codec import encode
from aver.values.events import Packed
from aver.values.governance import Caller, Classification, Governance, Role
from aver.values.identity import document_id
from tests.channels.outside import TABLE, make_table
from tests.claims.desks import AT, a_draft, desk
from tests.flows.asking import BagOfWords, caller, inquiry, tools_over
from tests.store.corpus import new_version, open_store

LINES = (
    "Monthly plans can be refunded within 14 days, see rule 1.",
    "The travel request is signed as RULE 2 says, unless rule 1 names another.",
    "RMA (return merchandise authorisation) needs a number. An RMA is signed by the office.",
    "Annual plans are not refunded, but they can be cancelled at any time.",
    "The refund window of monthly plans is 21 days, see rule 2.",
    "Acme Corporation was promised a sensor for glass by rule 0.",
    "This rule replaces rule 1. Requests go to the desk.",
)
QUESTIONS = (
    "How long can monthly plans be refunded?",
    "Who signs the travel request?",
    "What does the RMA need?",
    "What uptime did we promise Acme?",
    "Are annual plans refunded, and who signs an RMA?",
    "What replaced rule 1?",
)
ANSWERS = """
[[answer]]
id = "refund"
questions = ["How long can monthly plans be refunded?", "Refund window"]
answer = "You have 14 days to get a monthly plan refunded."
sources = [{ uri = "rule-0.md", quote = "within 14 days" }]
readers = ["user:ann", "user:bob"]
[[answer]]
id = "travel"
questions = ["Who signs the travel request?"]
answer = "The office signs the travel request."
sources = [{ uri = "secret-1.md", quote = "signed" }]
readers = ["user:ann", "user:bob"]
"""
OPEN = ("write", "supersede", "remove", "claim", "verify", "row", "enrich")
HIDDEN = (
    *("hide", "hide_level", "hide_tenant", "hide_redacted", "hide_version", "hide_name", "hide_successor"),
    *("hide_claim", "hide_verify", "hide_row", "hide_readers", "hide_remove", "hide_asks"),
)
PLACES = 3

Step = tuple[str, int, int]
"""What happens, to which of `PLACES` documents, with which of `LINES`."""

ANN = replace(caller("user:ann"), roles=frozenset({Role.REVIEWER}))
BOB = replace(caller("user:bob"), roles=frozenset({Role.REVIEWER}))
TODAY = AT[:10]


@dataclass(frozen=True, slots=True)
class World:
    """An open home and a process that has it open: its caches live as long as it does."""

    settings: Settings
    store: Store
    claims: ClaimIndex
    tools: AskTools
    rows: list[tuple[object, ...]]
    days: list[str]
    """Of every open step so far: what is written is ingested on the last."""

    def close(self) -> None:
        """Close the store and leave nothing behind."""
        self.store.close()
        shutil.rmtree(self.settings.home)


def a_world(folder: Path) -> World:
    """Return a world in an empty folder, with two curated answers, a table of customers and both graphs."""
    folder.mkdir()
    settings = Settings(home=folder, user_folder=folder)
    settings = replace(settings, identity=replace(settings.identity, tenant="t"))
    (folder / "answers.toml").write_text(ANSWERS, encoding="utf-8")
    (folder / "sources.toml").write_text(
        'seconds = 30.0\ngraph_hops = 2\ngraph = "entities"\n' + TABLE, encoding="utf-8"
    )
    rows: list[tuple[object, ...]] = [("ACME-CORP", "Acme Corporation", "99.95 percent", "basic", "user:ann", 1)]
    make_table(folder, rows)
    store = open_store(folder)
    embedder, claims = BagOfWords(), ClaimIndex(store)
    further = frozen_source(claims, embedder), reference_graph(store, hops=2)
    sources = open_sources(settings, embedder, store, *further)
    tools = recalling(with_sources(tools_over(store), sources), Recalling(index=claims, embedder=embedder))
    return World(settings, store, claims, tools, rows, [TODAY])


def step_from(draw: random.Random, kinds: Sequence[str]) -> Step:
    """Return one step of one of `kinds`."""
    return draw.choice(kinds), draw.randrange(PLACES), draw.randrange(len(LINES))


def apply(world: World, step: Step) -> str:
    """Apply one step; return the error that whoever took it was told, "" for none."""
    kind, place, line = step
    if kind in OPEN:
        world.days.append((date.fromisoformat(world.days[-1]) + timedelta(days=1)).isoformat())
    try:
        _STEPS[kind](world, place, LINES[line])
    except AverError as error:
        return f"{type(error).__name__}: {error}"
    return ""


def observed(world: World, asked: str) -> list[str]:
    """Return all that ann can observe: every event of asking, lists, errors, scores of documents, claims, answers."""
    eligible = eligibility_of(ANN, as_of=TODAY)
    events = list(answering(inquiry(asked), ANN, world.tools))
    open_ = documents(world.store, ANN, today=TODAY)
    chunks = [one.passage.chunk for event in events if isinstance(event, Packed) for one in event.packets][:1]
    seen = [
        *(encode(event) for event in events),
        [(one.document, one.uri, one.id, one.number) for one in open_],
        [_named(world, name) for name in (_secret(0), _rule(2))],
        told(lambda: [one.number for one in versions_of(world.store, ANN, _secret(1))]),
        quick(world.store, BagOfWords(), asked, [one.document for one in open_], eligible=eligible),
        [_validated(world, chunk, asked) for chunk in chunks],
        [(one.claim, one.in_service) for one in listed(desk(world.store, "user:ann", "user:ann"), world.claims)],
        standings(world.settings, world.store, ANN, today=TODAY),
        world.store.visible(eligible=eligible),
    ]
    return [str(one) for one in seen]


def told(act: Callable[[], object]) -> str:
    """Return what `act` gives, or the error that it ends in."""
    try:
        return str(act())
    except AverError as error:
        return f"{type(error).__name__}: {error} ({error.hint})"


def _named(world: World, name: str) -> str:
    return told(lambda: scope.document_named(world.store, ANN, name, today=TODAY).id)


def _validated(world: World, chunk: str, asked: str) -> str:
    eligible = eligibility_of(ANN, as_of=TODAY)
    return told(lambda: validate(world.store, BagOfWords(), chunk, asked, eligible=eligible))


def _governed(*readers: str, **more: object) -> Governance:
    said = {"tenant": "t", **more}
    return Governance(readers=frozenset(readers), **said)  # type: ignore[arg-type]


def _write(world: World, uri: str, line: str, governance: Governance) -> None:
    new = new_version(uri, [f"About {uri}.", line], governance)
    world.store.add([replace(new, ingested_at=f"{world.days[-1]}T00:00:00Z")])


def _rule(place: int) -> str:
    return f"rule-{place}.md"


def _secret(place: int) -> str:
    return f"secret-{place}.md"


def _remove(world: World, uri: str, who: Caller) -> None:
    world.store.delete(
        document_id(tenant="t", uri=uri),
        tenant="t",
        actor=who.user,
        at=AT,
        erase=lambda *_: 0,
        only=lambda version: bool(version.governance.readers & who.principals),
    )


def _claim(world: World, who: str, line: str, kind: StoredKind) -> None:
    author(desk(world.store, who, who), a_draft(line, quotes=(), kind=kind), own=_governed(who))


def _row(world: World, who: str, place: int, line: str) -> None:
    world.rows.append((f"ACME-{who[-3:]}-{place}", f"Acme {line.split()[0]}", "98 percent", "basic", who, 1))
    make_table(world.settings.home, world.rows)


def _readers(world: World, place: int) -> None:
    known = world.store.latest("t", _secret(place))
    if known is not None:
        with world.store.transactions.write() as connection:
            change_governance(connection, [known.key], _governed("user:carol"))


def _hidden_version(world: World, place: int, line: str) -> None:
    if world.store.latest("t", _rule(place)) is not None:
        _write(world, _rule(place), f"{line} For bob alone.", _governed("user:bob"))


def _enrich(world: World) -> None:
    enrich(EnrichTools(store=world.store, now=lambda: AT), enrichers_of(BagOfWords()), tenant="t")


def _asks(world: World, place: int) -> None:
    """Let bob ask, so that whatever a process keeps has seen what only he may read."""
    for _ in answering(inquiry(QUESTIONS[place]), BOB, world.tools):
        pass


_STEPS: dict[str, Callable[[World, int, str], object]] = {
    "write": lambda world, place, line: _write(world, _rule(place), line, _governed("user:ann", "user:bob")),
    "supersede": lambda world, place, line: _write(
        world, _rule(place), line, _governed("user:ann", superseded_by=(_rule((place + 1) % PLACES),))
    ),
    "remove": lambda world, place, _: _remove(world, _rule(place), ANN),
    "claim": lambda world, _, line: _claim(world, "user:ann", line, StoredKind.FACT),
    "verify": lambda world, _, __: verify_answer(world.settings, world.store, ANN, "refund", today=TODAY),
    "row": lambda world, place, line: _row(world, "user:ann", place, line),
    "enrich": lambda world, _, __: _enrich(world),
    "hide": lambda world, place, line: _write(world, _secret(place), line, _governed("user:bob")),
    "hide_level": lambda world, place, line: _write(
        world, _secret(place), line, _governed("user:ann", classification=Classification.RESTRICTED)
    ),
    "hide_tenant": lambda world, place, line: _write(world, _rule(place), line, _governed("user:ann", tenant="far")),
    "hide_redacted": lambda world, place, line: _write(
        world, _secret(place), line, _governed("user:ann", "user:bob", redacted=True)
    ),
    "hide_version": _hidden_version,
    "hide_name": lambda world, place, line: _write(world, f"bob/rule-{place}.md", line, _governed("user:bob")),
    "hide_successor": lambda world, place, line: _write(
        world, _secret(place), line, _governed("user:bob", superseded_by=(_rule(place),))
    ),
    "hide_claim": lambda world, place, line: _claim(
        world, "user:bob", line, (StoredKind.FACT, StoredKind.NEEDS_EXPERT)[place % 2]
    ),
    "hide_verify": lambda world, _, __: verify_answer(world.settings, world.store, BOB, "travel", today=TODAY),
    "hide_row": lambda world, place, line: _row(world, "user:bob", place, line),
    "hide_readers": lambda world, place, _: _readers(world, place),
    "hide_remove": lambda world, place, _: _remove(world, _secret(place), BOB),
    "hide_asks": lambda world, place, _: _asks(world, place),
}
