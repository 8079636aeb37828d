"""The pages of docs/failures, written from scenarios as they were played: nothing on them is typed by hand.

`python -m tests.failures` writes them; the test suite compares them with its own run.
"""

from __future__ import annotations

from collections.abc import Sequence

from aver.evals.score import Judgement
from tests.failures.families import Family
from tests.failures.playing import Played, Told

FOLDER = "../../"
INDEX = "README.md"
TEST = "tests/failures/test_failures.py"
INTRODUCTION = """# Failure families

What goes wrong in ordinary retrieval-augmented generation (section O of the requirements). Each is a scenario that a
naive pipeline gets wrong and Aver does not, in one run over one home, on documents that were written for it. The test
suite plays them (`tests/failures`); these pages are written by `python -m tests.failures`.

Of {all} scenarios {stopped} are stopped, {right} of them with the right outcome and {withheld} by withholding;
{open} are **open**. Withheld is not answered: it is the least that the promise asks for. A scenario shows that a family
can be stopped, not how often it is: rates are in [results](../results.md).

| family | naive pipeline | it says | Aver |
|---|---|---|---|"""
CLEAR = {"correct": "right", "wrong": "wrong", "abstained": "withheld"}


def pages(played: Sequence[Played]) -> dict[str, str]:
    """Return every page by file name, the index among them."""
    return {INDEX: _index(played), **{f"{one.family.slug}.md": _page(one) for one in played}}


def _index(played: Sequence[Played]) -> str:
    stopped = [one for one in played if not one.family.open]
    right = sum(one.verified.judgement is Judgement.CORRECT for one in stopped)
    intro = INTRODUCTION.format(
        all=len(played),
        stopped=len(stopped),
        right=right,
        withheld=len(stopped) - right,
        open=len(played) - len(stopped),
    )
    return "\n".join((intro, *map(_line, played))) + "\n"


def _line(one: Played) -> str:
    family, outcome = one.family, one.verified.outcome
    ours = f"**open**: {outcome}" if family.open else f"{outcome} ({_state(one.verified)})"
    return f"| [{family.name}]({family.slug}.md) | {_naive(family)} | {_cell(one.naive.quotes)} | {ours} |"


def _page(one: Played) -> str:
    family = one.family
    documents = f"tests/failures/documents/{family.slug}"
    asked = _asked(family) if family.question else _sent(one)
    code = ", ".join(f"[`{path.removeprefix('src/aver/')}`]({FOLDER}{path})" for path in family.code)
    lines = [
        f"# {family.name}",
        "",
        *([f"**Open**: {family.open}.", ""] if family.open else []),
        family.happens,
        "",
        *asked,
        "",
        f"| | {_naive(family)} | Aver |",
        "|---|---|---|",
        f"| outcome | {one.naive.outcome} | {' '.join((one.verified.outcome, *one.verified.reasons))} |",
        f"| shown | {_cell(one.naive.quotes)} | {_cell(one.verified.quotes)} |",
        *_looked_at(one.verified),
        f"| judged | **{_state(one.naive)}** | **{_state(one.verified)}** |",
        "",
        f"**Signal.** {family.detected}{_seen(one)}",
        "",
        f"**{'What is there' if family.open else 'Stopped by'}.** {family.stopped} {code}",
        "",
        f"**Test.** `{TEST}`, scenario `{family.slug}`, on [its documents]({FOLDER}{documents}).",
    ]
    return "\n".join(lines) + "\n"


def _asked(family: Family) -> list[str]:
    assert family.question is not None
    extra = [f"as of {family.as_of}"] if family.as_of else []
    extra += [f"the naive pipeline searches “{family.rewrite}”"] if family.rewrite else []
    extra += ["the naive pipeline knows no readers"] if family.naive_groups else []
    return [f"> {family.question.question}", *([f"> ({'; '.join(extra)})"] if extra else [])]


def _sent(one: Played) -> list[str]:
    given = one.family.given
    assert given is not None
    cited = [f"> - {source}" + (f": “{' '.join(quote.split())}”" if quote else "") for source, quote in given.cites]
    passes = "is released" if one.honest else "is withheld too"
    return [
        f"> {given.claim}",
        ">",
        *cited,
        "",
        f"An honest claim over the same citations {passes}: “{given.honest}”",
    ]


def _naive(family: Family) -> str:
    return f"{family.naive}, k = {family.k}" if family.question else "citations resolved"


def _state(told: Told) -> str:
    return CLEAR[told.judgement]


def _looked_at(told: Told) -> list[str]:
    return [f"| drafted | | {_cell(told.drafts)} |"] if told.drafts and not told.quotes else []


def _seen(one: Played) -> str:
    found = [f"`{name}` fails" for name in one.verified.failed]
    found += [f"dropped: {one.drift}"] if one.drift else []
    found += [
        f"`{flag}`" for flag in sorted({flag for packet in one.verified.packets for flag in packet.payload_flags})
    ]
    return f" Seen in this run: {', '.join(found)}." if found else ""


def _cell(quotes: Sequence[str]) -> str:
    shown = [" ".join(quote.split()).replace("|", "\\|") for quote in quotes]
    return " / ".join(f"“{quote}”" for quote in shown) or "nothing"
