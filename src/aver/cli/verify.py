"""`aver verify`: check somebody else's answer against its sources, or against what the caller may read here."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from aver.cli.options import command
from aver.cli.session import Session, opened, settings_of, today
from aver.errors import BadInput

if TYPE_CHECKING:
    from collections.abc import Sequence

    from aver.flows.verify import Standard
    from aver.values.evidence import Passage
    from aver.values.verification import Verification

STDIN = "-"
_SIGNS = {"supported": "ok", "overclaimed": "says too much", "contradicted": "contradicted"}


def add_to(app: typer.Typer) -> None:
    """Add the command."""

    @command(app, "verify", example="aver verify answer.json --sources handbook/ --profile legal")
    def verify(
        answer: Annotated[str, typer.Argument(help="A file with the answer, JSON or prose; - reads stdin.")],
        *,
        sources: Annotated[
            list[Path] | None,
            typer.Option("--sources", help="A file or folder the answer was made from; may be repeated."),
        ] = None,
        profile: Annotated[
            str, typer.Option("--profile", help="How exact citations have to be: general, policy, legal, finance ...")
        ] = "general",
        least: Annotated[
            float, typer.Option("--least", help="The probability of entailment asked for, 0 to 1.", min=0.0, max=1.0)
        ] = 0.6,
        session: Session,
    ) -> None:
        """Verify each claim of an answer: every check, the entailment scorer, and how exactly it is cited."""
        from aver.cli.output import say
        from aver.flows.verify import Standard
        from aver.stages.verifying.wire import verification_json

        standard = Standard(profile=profile, at_least=least)
        data = _read(answer)
        if sources:
            found, unread, runs = _against_files(data, sources, standard, session)
        else:
            found, unread, runs = _against_home(data, standard, session)
        payload = verification_json(found) | {"unread": list(unread), "run_ids": list(runs)}
        say(session, payload, lines_of(payload))


def _read(name: str) -> bytes:
    if name == STDIN:
        return sys.stdin.buffer.read()
    try:
        return Path(name).read_bytes()
    except OSError as error:
        raise BadInput(f"{name} can't be read: {error.strerror}", hint="name a file, or - for stdin") from error


def _against_files(
    data: bytes, sources: Sequence[Path], standard: Standard, session: Session
) -> tuple[Verification, Sequence[str], Sequence[str]]:
    """Verify against files alone: nothing is stored, and no home is needed."""
    from aver.app import open_entailment, open_parsers
    from aver.flows.verify import verify
    from aver.flows.verify_input import read_submission
    from aver.flows.verify_sources import passages_of_files, passages_of_texts

    settings = settings_of(session)
    tenant = session.tenant or settings.identity.tenant
    with open_parsers(settings.limits, jobs=1) as pool:
        passages, unread = passages_of_files(
            sources,
            lambda content, uri: pool.parse(content, name=uri),
            max_bytes=settings.limits.max_bytes,
            tenant=tenant,
        )
    submission = read_submission(data, known=_names(passages))
    everything = (*passages, *passages_of_texts(submission.sources))
    found = verify(submission, everything, entailment=open_entailment(settings), standard=standard, tenant=tenant)
    return found, unread, ()


def _against_home(
    data: bytes, standard: Standard, session: Session
) -> tuple[Verification, Sequence[str], Sequence[str]]:
    """Verify against the sources that came with the answer, without any against the home, as its caller sees it."""
    from aver.app import open_entailment
    from aver.flows.verify import verify
    from aver.flows.verify_input import read_submission
    from aver.flows.verify_sources import passages_of_texts

    submission = read_submission(data)
    if submission.sources:
        passages = passages_of_texts(submission.sources)
        return verify(submission, passages, entailment=open_entailment(settings_of(session)), standard=standard), (), ()
    return _in_home(data, standard, session)


def _in_home(data: bytes, standard: Standard, session: Session) -> tuple[Verification, Sequence[str], Sequence[str]]:
    from aver.app import asking_tools, open_entailment
    from aver.flows.verify_home import home_of, uris_in, verify_in_home
    from aver.flows.verify_input import read_submission

    app, caller = opened(session)
    home = home_of(app.store, app.run_log, asking_tools(app, tenant=caller.tenant), caller, today=today())
    submission = read_submission(data, known=uris_in(home))
    found, runs = verify_in_home(
        submission,
        home,
        embedder=app.gauge,
        entailment=open_entailment(app.settings),
        reader=app.insight.stance,
        standard=standard,
    )
    return found, (), runs


def _names(passages: Sequence[Passage]) -> frozenset[str]:
    """Return what prose may call the sources in brackets: uris, the last part of a uri, titles."""
    uris = {passage.uri for passage in passages}
    return frozenset(
        {*uris, *(uri.rsplit("/", 1)[-1] for uri in uris), *(one.title.text for one in passages if one.title.text)}
    )


def lines_of(payload: dict[str, Any]) -> list[str]:
    """Return a verification as lines for a person: each claim, why it is withheld, and what it leans on."""
    lines = []
    for one in payload["claims"]:
        sign = _SIGNS.get(one["verdict"], "not established")
        axis = f" ({one['axis']})" if one["axis"] else ""
        lines.append(f"{sign + axis:24s} {one['text']}")
        if not one["released"]:
            kept_in = [f for f in one["findings"] if f["verdict"] in ("fail", "not_run")]
            lines += [f"    {found['check']}: {found['reason']}" for found in kept_in]
        lines += [_quoted(cited) for cited in one["evidence"]]
        if one["weaker"]:
            lines.append(f"    say instead: {one['weaker']}")
        lines += [f"    supported elsewhere: {_quoted(cited).strip()}" for cited in one["elsewhere"]]
        lines += [f"    against it: {_quoted(cited).strip()}" for cited in one["against"]]
    lines += [f"no claim                 {text}" for text in payload["left_out"]]
    lines += [f"not read: {one}" for one in payload["unread"]]
    lines += [f"not read: {payload['unread_units']} sentences, too many"] if payload["unread_units"] else []
    return [*lines, f"{payload['released']} of {payload['released'] + payload['withheld']} claims may be released"]


def _quoted(cited: dict[str, Any]) -> str:
    where = f", {cited['section_path']}" if cited["section_path"] else ""
    return f"    “{' '.join(cited['quote'].split())}” ({cited['uri']}{where})"
