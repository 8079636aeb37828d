"""Play every scenario both ways over one home: the naive pipeline that shows it, and the verified mode.

Judgements are the evaluation's own (`aver.evals.score`). A naive pipeline that is sent an answer accepts it when every
source is there and every quote stands in it verbatim, which is what resolving citations comes to.
"""

from __future__ import annotations

import contextlib
import io
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from aver.app import App, asking_tools, open_entailment
from aver.cli.asking import bring_windows_up_to_date, inquiry_of
from aver.cli.main import run
from aver.cli.session import Session, caller_of, opened
from aver.evals.baselines import BASELINES, baseline_answer
from aver.evals.rows import Row, released
from aver.evals.score import Judgement, judge
from aver.flows.answering import Answered, answer
from aver.flows.verify import verify
from aver.flows.verify_input import submission_of
from aver.flows.verify_sources import passages_of_texts
from aver.stages.planning.validation import drift
from aver.values.events import Drafted, Event, Packed, Selected
from aver.values.evidence import EvidencePacket
from aver.values.inquiry import Mode
from aver.values.verification import VerifiedClaim
from tests.failures.families import DOCUMENTS, META, Family


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """What one side did: its outcome and reasons, the words it showed, the judgement on it, and its events."""

    outcome: str
    judgement: Judgement
    reasons: tuple[str, ...] = ()
    quotes: tuple[str, ...] = ()
    failed: tuple[str, ...] = ()
    events: tuple[Event, ...] = ()

    @property
    def packets(self) -> tuple[EvidencePacket, ...]:
        """The packets of its run."""
        return tuple(one for event in self.events if isinstance(event, Packed) for one in event.packets)

    @property
    def drafts(self) -> tuple[str, ...]:
        """What was drafted, released or not."""
        return tuple(one.text.text for event in self.events if isinstance(event, Drafted) for one in event.claims)

    @property
    def dropped(self) -> frozenset[str]:
        """Why candidates were not selected."""
        return frozenset(one.reason for event in self.events if isinstance(event, Selected) for one in event.candidates)


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """One scenario as it was played; `honest` says whether an honest claim over the same citations was released."""

    family: Family
    naive: Told
    verified: Told
    drift: str = ""
    honest: bool | None = None


@contextlib.contextmanager
def a_home(folder: Path) -> Iterator[tuple[App, Session]]:
    """Make a home of all the documents in `folder`, with the windows of the baselines."""
    session = Session(home=folder / "home")
    for words in (["init"], ["ingest", str(DOCUMENTS), "--meta", str(META)]):
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
            assert run([*words, "--home", str(session.home)]) == 0
    app, caller = opened(session)
    bring_windows_up_to_date(app, caller.tenant)
    yield app, session
    app.store.close()


def play(family: Family, app: App, session: Session) -> Played:
    """Play one scenario both ways."""
    return _asked(family, app, session) if family.question is not None else _sent(family, app)


def _asked(family: Family, app: App, session: Session) -> Played:
    assert family.question is not None
    asked = family.question.question
    naive = _naive(family, family.rewrite or asked, app, replace(session, groups=family.naive_groups))
    caller = caller_of(session, app.settings)
    inquiry = inquiry_of(app, caller, asked, mode=Mode.QUOTE, as_of=family.as_of)
    ours = answer(app.run_log, inquiry, caller, asking_tools(app))
    why = "" if family.rewrite is None else drift(asked, family.rewrite)
    return Played(family=family, naive=_told(family, naive), verified=_told(family, ours), drift=why)


def _naive(family: Family, asked: str, app: App, session: Session) -> Answered:
    caller, tools = caller_of(session, app.settings), asking_tools(app)
    inquiry = inquiry_of(app, caller, asked, mode=Mode.VANILLA, as_of=family.as_of, k=family.k)
    if family.naive in BASELINES:
        return baseline_answer(family.naive, inquiry, caller, tools)
    return answer(app.run_log, inquiry, caller, tools)


def _told(family: Family, answered: Answered) -> Told:
    assert family.question is not None
    given = released(Row(id=family.slug, result=answered.as_json(), packets=(), latency_ms=0.0))
    return Told(
        outcome=given.outcome,
        judgement=judge(family.question, given),
        reasons=given.reasons,
        quotes=tuple(cited.quote for cited in given.cited),
        events=answered.events,
    )


def _sent(family: Family, app: App) -> Played:
    """Resolve the citations of a claim that was sent, and verify it; an honest claim is verified beside it."""
    assert family.given is not None
    claim, honest = (_verified(family, text, app) for text in (family.given.claim, family.given.honest))
    texts = {name: _text(family, name) for name in family.documents}
    resolves = all(source in texts and quote in texts[source] for source, quote in family.given.cites)
    return Played(
        family=family,
        naive=_passed("accepted", "refused", family, through=resolves),
        verified=replace(
            _passed("released", "withheld", family, through=claim.released),
            reasons=tuple(str(one) for one in (claim.verdict, claim.axis) if one),
            failed=tuple(one.check for one in claim.findings if one.verdict == "fail"),
        ),
        honest=honest.released,
    )


def _passed(yes: str, no: str, family: Family, *, through: bool) -> Told:
    """Return what a side did with a false claim: letting it through is wrong, holding it back is all that is asked."""
    assert family.given is not None
    if not through:
        return Told(outcome=no, judgement=Judgement.ABSTAINED)
    return Told(outcome=yes, judgement=Judgement.WRONG, quotes=(family.given.claim,))


def _verified(family: Family, text: str, app: App) -> VerifiedClaim:
    assert family.given is not None
    cites = [{"source": source} | ({"quote": quote} if quote else {}) for source, quote in family.given.cites]
    sources = [{"id": name, "text": _text(family, name), "format": "markdown"} for name in family.documents]
    sent = submission_of({"claims": [{"text": text, "citations": cites}], "sources": sources})
    found = verify(sent, passages_of_texts(sent.sources), entailment=open_entailment(app.settings))
    return found.claims[0]


def _text(family: Family, name: str) -> str:
    return (DOCUMENTS / family.slug / name).read_text(encoding="utf-8")
