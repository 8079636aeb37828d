"""Every figure of the question stands in the evidence of its answer, which is about the case asked (H1, B6).

A question about 2019, size 12 or version 3.8 is not answered by a sentence about another year, size or version, nor by
one that names none: what was asked about must stand in the quote, its table's headers, its section, its title or
its file's name ("pep-0008" for PEP 8). Nor is it answered by a quote about another case or a sibling (`asked_case`,
`asked_sibling`), one that tells a fact asked for as somebody's claim (`asked_fact`) or what was for what is
(`asked_today`), one that what stands above it disowns (`asked_standing`), or the row of a cell that is empty
(`asked_cell`).
"""

from __future__ import annotations

import re

from aver.patterns import regex
from aver.stages.analyser import file_name
from aver.stages.anothers_words import said_by_another
from aver.stages.atoms.quantities import quantities_in
from aver.stages.checks.asked_case import another_case
from aver.stages.checks.asked_cell import empty_cell
from aver.stages.checks.asked_day import another_day
from aver.stages.checks.asked_fact import less_than_fact
from aver.stages.checks.asked_kind import (
    another_existence,
    another_field,
    another_rate,
    answers_whether,
    knows_nothing,
    no_such_address,
    no_such_amount,
    no_such_cause,
    no_time,
    only_denies,
    only_of_such,
    only_refers,
)
from aver.stages.checks.asked_name import named_after_it, told_of_others
from aver.stages.checks.asked_relation import wrong_side
from aver.stages.checks.asked_sibling import sibling_quoted, told_for_it_elsewhere
from aver.stages.checks.asked_standing import disowned
from aver.stages.checks.asked_today import (
    another_month,
    another_year,
    bygone,
    gone_by,
    not_yet_then,
    only_planned,
    run_out,
    yet_to_hold,
)
from aver.stages.checks.asked_together import tells_one_alone
from aver.stages.checks.cited import evidence_of, names_around, passage_of
from aver.stages.checks.numbers_stand_in_evidence import stands
from aver.stages.checks.profiles import Context, Packets, finding
from aver.stages.in_force import asks_for_it, called_so, out_of_force
from aver.stages.same_question import asks_just_that, begins_with
from aver.stages.table_rows import cells_within
from aver.values.answers import Claim, ClaimKind, Finding, Verdict
from aver.values.evidence import Passage

NAME = "asked_values_stand_in_evidence"

_UNTRUE = regex(r"\b(?:myths?|misconceptions?|mythen|irrtümer)\b", re.IGNORECASE)
"""A title that stands behind nothing under it; what most others say of their documents is no verdict."""


def asked_values_stand_in_evidence(claim: Claim, packets: Packets, context: Context) -> Finding:
    """Fail where a figure of the question is in no way part of the evidence, or a quote is about another case.

    A number in words and a bare 0 or 1 ask about nothing in particular. In an inquiry that a domain pack reads, figures
    are conditions: one that the claim's predicates weighed is settled, any other leaves the claim in doubt (B8). An
    expert who answered this very question weighed them all.
    """
    if claim.number in context.asked.replied:
        return finding(claim, NAME, Verdict.PASS, "an expert answered this very question with it")
    question = context.asked.parts.get(claim.sub_question, "")
    weighed = context.asked.weighed.get(claim.number, frozenset())
    figures = [
        one
        for one in quantities_in(question)
        if not one.written and one.literal not in ("0", "1") and not _among(one.literal, context, weighed)
    ]
    if not question or not claim.citations:
        return finding(claim, NAME, Verdict.PASS, "nothing is asked of a cited text")
    evidence = evidence_of(claim, packets)
    if evidence is None:
        return finding(claim, NAME, Verdict.NOT_RUN, "a cited text can't be read")
    cited = [(one, passage) for one in claim.citations if (passage := passage_of(one, packets)) is not None]
    if any(empty_cell(question, one, passage) for one, passage in cited):
        return finding(claim, NAME, Verdict.FAIL, "the cell asked for is empty")
    passages = [passage for _, passage in cited]
    files = "\n".join(file_name(passage.uri) for passage in passages)
    names = names_around(claim, packets)
    shown = f"{names}\n{evidence}"
    if claim.kind is ClaimKind.QUOTE:
        around, named = "\n".join(passage.text.text for passage in passages), f"{files}\n{names}"
        as_of = context.asked.as_of
        why = other_than_asked(
            question, claim.text.text, names=named, evidence=evidence, around=around, as_of=as_of
        ) or next(
            (_not_stood_for(question, claim.text.text, passage, named, one.start) for one, passage in cited[:1]), ""
        )
        others = (f"{other.text.text}\n{other.heading}" for other in (one.passage for one in packets.values()))
        if not why and told_for_it_elsewhere(question, f"{named}\n{evidence}", others):
            why = "another case than the one asked about is quoted"
        if why:
            return finding(claim, NAME, Verdict.FAIL, why)
    if not figures:
        return finding(claim, NAME, Verdict.PASS, "the question names no figure that is left open")
    cells = "\n".join(cell for one, passage in cited for cell in cells_within(passage, one.start, one.end).values())
    shown = f"{shown}\n{cells}"
    missing = [
        one
        for one in figures
        if not _spelt(one.literal, f"{files}\n{shown}") and stands(one, question, shown) is Verdict.FAIL
    ]
    if not missing:
        return finding(claim, NAME, Verdict.PASS, f"{len(figures)} asked figures stand in the evidence")
    verdict = Verdict.FAIL if context.asked.read is None else Verdict.DOUBT
    return finding(claim, NAME, verdict, f"{len(missing)} of {len(figures)} asked figures are not there")


def _another_time(asked: str, quoted: str, *, names: str, evidence: str) -> bool:
    return (
        another_year(asked, quoted, evidence=evidence, names=names)
        or another_month(asked, quoted)
        or not_yet_then(asked, quoted, names=names)
        or another_day(asked, quoted, shown=f"{evidence}\n{names}")
    )


def other_than_asked(asked: str, quoted: str, *, names: str, evidence: str, around: str, as_of: str = "") -> str:
    """Return why the words `quoted` can't be what is asked for, "" where nothing says so.

    `names` are titles, headings and files, `evidence` what is cited with its headers, `around` the whole passage. What
    stands under the very question that is asked is of its kind and case.
    """
    if knows_nothing(quoted) or knows_nothing(quoted.partition("?")[2]):
        return "nothing of the kind asked for is quoted"
    lines = re.split(r"\n| > ", f"{quoted}\n{names}")
    asked_there = any(asks_just_that(line, asked) or begins_with(line, asked) for line in lines)
    if not asked_there:
        why = _other_kind_or_case(asked, quoted, names=names, evidence=evidence, around=around)
        if why:
            return why
    if _another_time(asked, quoted, names=names, evidence=evidence):
        return "another year, month or day than the one asked about is quoted"
    if bygone(asked, "" if asked_there else quoted, names=names):
        return "what was is quoted for what is"
    if why := _not_of_today(asked, quoted, as_of=as_of):
        return why
    if less_than_fact(asked, quoted):
        return "what is asked as a fact is quoted as somebody's claim, or as what might have been"
    return ""


def _not_of_today(asked: str, quoted: str, *, as_of: str) -> str:
    """Return why `quoted` doesn't tell of the time that `asked` means on the ISO date `as_of`, "" where it may."""
    if run_out(asked, quoted, as_of=as_of):
        return "what held until a day that is past is quoted for what holds"
    if gone_by(asked, quoted, as_of=as_of):
        return "a day that is past is quoted for what comes next"
    if yet_to_hold(asked, quoted, as_of=as_of):
        return "what will hold is quoted for what holds"
    return "what was going to be is quoted for what was" if only_planned(asked, quoted) else ""


def _other_kind_or_case(asked: str, quoted: str, *, names: str, evidence: str, around: str) -> str:
    if another_case(asked, quoted, names=names, evidence=evidence) or wrong_side(asked, quoted, names=names):
        return "another case than the one asked about is quoted"
    if (
        answers_whether(asked, quoted)
        or no_time(asked, evidence)
        or no_such_address(asked, evidence)
        or another_field(asked, quoted)
        or another_rate(asked, evidence)
        or only_refers(asked, quoted)
        or another_existence(asked, quoted)
        or only_denies(asked, quoted)
        or no_such_amount(asked, quoted)
        or no_such_cause(asked, quoted)
    ):
        return "nothing of the kind asked for is quoted"
    if (
        named_after_it(asked, quoted)
        or told_of_others(asked, quoted)
        or only_of_such(asked, quoted)
        or sibling_quoted(asked, quoted, names=names, evidence=evidence, around=around)
    ):
        return "a sibling of what is asked about is quoted"
    one_alone = tells_one_alone(asked, f"{quoted}\n{evidence}\n{names}")
    return "one of two things that are asked about together is quoted" if one_alone else ""


def _not_stood_for(question: str, quoted: str, passage: Passage, names: str, start: int) -> str:
    """Return why the text above `quoted`, which begins at `start`, doesn't stand behind it, "" where it does."""
    called = passage.title.text
    headings = [one for one in passage.section_path.text.split(" > ") if one != called or _UNTRUE.search(called)]
    text = passage.text.text
    if said_by_another(passage, start, question):
        return "somebody else's words are quoted there"
    if disowned(question, quoted, headings=headings, lead_in=passage.lead_in.text, around=text):
        return "a heading, lead-in or label says that the quote is no fact"
    out = out_of_force(text.partition(quoted)[0], passage.qualifier.text) or called_so(passage)
    if out and not asks_for_it(question, names):
        return "what stands above the quote says that it isn't in force"
    return ""


def _among(literal: str, context: Context, weighed: frozenset[str]) -> bool:
    """Whether the words that a weighed parameter was read from say the figure, of a range both its ends."""
    read = context.asked.read or {}
    ends = literal.split("–")
    return any(all(_spelt(end, word) for end in ends) for name in weighed for word in read.get(name, ()))


def _spelt(literal: str, text: str) -> bool:
    """Whether `text` holds the figure as a number of its own, zeros before it aside."""
    return bool(re.search(rf"(?<!\d)(?<!\d[.,])0*{re.escape(literal)}(?![.,]?\d)", text, re.IGNORECASE))
