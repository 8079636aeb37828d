"""What a debate may do: doubt, never acquit, and never take back what the document refutes (G3, H5)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aver.stages.checks import DETERMINISTIC, Profile, run_checks
from aver.stages.confidence import confidence_of, deciding
from aver.stages.deliberation.citing import UNKNOWN_PACKET, claims_of
from aver.stages.deliberation.critique import NO_CLAIM, challenges_of, macro_challenges, positions_of
from aver.stages.deliberation.doubt import STANDS_AFTER_DEBATE, debate_findings, doubted, revised
from aver.stages.deliberation.layers import layers_of
from aver.stages.deliberation.replies import (
    Challenged,
    Change,
    Cited,
    CritiqueReply,
    DraftReply,
    Revised,
    Ruled,
    Stated,
)
from aver.stages.deliberation.rulings import rule_all
from aver.values.answers import Claim, ClaimKind, Verdict
from aver.values.deliberation import (
    Challenge,
    ChallengeKind,
    Grounds,
    MacroLevel,
    MacroSummary,
    MacroView,
    Position,
    Refutation,
    Ruling,
)
from aver.values.documents import Named, Synthetic
from aver.values.evidence import EvidencePacket
from aver.values.inquiry import SubQuestion
from aver.values.pairs import Entailed
from aver.values.sealed import Sealed, drawn_from
from aver.values.summaries import (
    ChapterSummary,
    DocumentSummary,
    SectionSummary,
    SentenceRole,
    Summaries,
    SummaryOrigin,
    SummarySentence,
)
from tests.stages.evidence import citation, claim, packet, passage

QUESTIONS = (SubQuestion(number=0, text=Sealed("How long do refunds take?")),)
TEXT = "Refunds take 14 days. This does not apply to gift cards. Support answers by mail."
REQUIRED = Profile(name="debate", required=DETERMINISTIC.required | {STANDS_AFTER_DEBATE})


def of() -> EvidencePacket:
    return packet(passage(TEXT))


def stated(text: str, *cited: tuple[str, str], sub_question: int = 0) -> Stated:
    return Stated(text=text, sub_question=sub_question, citations=tuple(Cited(packet=p, quote=q) for p, q in cited))


def cited_claims(*said: Stated) -> tuple[Claim, ...]:
    return claims_of(DraftReply(claims=said), [of()], QUESTIONS, source="doc_1")


def failed(claims: tuple[Claim, ...]) -> set[str]:
    found = run_checks(claims, [of()], confirmed=frozenset({"chk_1"}), required=DETERMINISTIC)
    return {one.check for one in found if one.verdict is Verdict.FAIL}


def test_a_true_quote_is_located_and_its_exception_is_cited_with_it() -> None:
    (made,) = cited_claims(stated("Refunds take 14 days.", (of().packet, "Refunds take 14 days.")))
    assert (made.kind, made.support) == (ClaimKind.EXTRACTED, 0.0)
    assert [one.quote.text for one in made.citations] == [
        "Refunds take 14 days.",
        "This does not apply to gift cards.",
    ]
    assert failed((made,)) == set()


def test_a_quote_altered_by_one_character_fails_the_check() -> None:
    assert "quotes_are_verbatim" in failed(cited_claims(stated("x", (of().packet, "Refunds take 15 days."))))


@pytest.mark.parametrize("quote", ["", "x" * 500])
def test_an_empty_or_endless_quote_fails_the_check(quote: str) -> None:
    assert "quotes_are_verbatim" in failed(cited_claims(stated("x", (of().packet, quote))))


def test_a_packet_that_does_not_exist_fails_and_its_name_is_not_kept() -> None:
    (made,) = cited_claims(stated("x", ("pkt_ Refunds take 14 days", "Refunds take 14 days.")))
    assert made.citations[0].packet == UNKNOWN_PACKET
    assert "ids_resolve" in failed((made,))


def test_a_claim_without_citations_fails() -> None:
    assert "ids_resolve" in failed(cited_claims(stated("Refunds take 14 days.")))


def test_a_number_that_stands_in_no_evidence_fails() -> None:
    made = cited_claims(stated("Refunds take 21 days.", (of().packet, "Refunds take 14 days.")))
    assert "numbers_stand_in_evidence" in failed(made)


def test_what_a_model_wrote_goes_with_every_document_it_was_shown() -> None:
    (made,) = claims_of(DraftReply(claims=(stated("x"),)), [of()], QUESTIONS, source=drawn_from(["doc_2", "doc_1"]))
    assert made.text.document == "doc_1 doc_2"


MACRO = MacroSummary(
    id="doc_1/document",
    document="doc_1",
    level=MacroLevel.DOCUMENT,
    title=None,
    text=Sealed("Refunds are slow. Support does not answer by mail.", "doc_1"),
)
ELSEWHERE = replace(MACRO, id="doc_2/document", document="doc_2")
VIEW = MacroView(summaries=(MACRO, ELSEWHERE))


SAID = "Support does not answer by mail."


def answered() -> Claim:
    return claim("Support answers by mail.", citation(of(), "Support answers by mail."), support=0.9)


def against(summary: str = "doc_1/document", quote: str = SAID, number: int = 0) -> Challenge:
    said = Challenged(claim=number, kind=ChallengeKind.CONTRADICTED, summary=summary, quote=quote, reason="r")
    (made,) = challenges_of(CritiqueReply(challenges=(said,)), positions_of([answered()]), VIEW, source="doc_1")
    return made


def ruling(challenge: Challenge, *, said: Ruled | None = None, refutations: tuple[Refutation, ...] = ()) -> Ruling:
    (made,) = rule_all([challenge], [answered()], [of()], refutations, proposed=[said] if said else [], source="doc_1")
    return made


def rejects(packet: str, quote: str) -> Ruled:
    return Ruled(challenge=0, accept=False, reason="because", packet=packet, quote=quote)


def test_a_challenge_that_a_summary_bears_out_is_accepted() -> None:
    assert ruling(against()).grounds is Grounds.SUMMARY_DISAGREES


@pytest.mark.parametrize(
    ("summary", "quote"),
    [
        ("doc_1/document", "Support never answers."),
        ("doc_1/document", ""),
        ("doc_1/section/3", "Support does not answer by mail."),
        ("doc_2/document", "Support does not answer by mail."),
    ],
    ids=["invented_quote", "no_quote", "no_such_summary", "summary_of_another_document"],
)
def test_a_challenge_that_no_summary_bears_out_is_rejected(summary: str, quote: str) -> None:
    made = ruling(against(summary, quote))
    assert (made.accepted, made.grounds) == (False, Grounds.UNGROUNDED)


def test_a_challenge_of_a_claim_that_does_not_exist_is_rejected() -> None:
    challenge = against(number=10**30)
    assert challenge.claim == NO_CLAIM
    assert ruling(challenge).grounds is Grounds.NO_SUCH_CLAIM


def test_a_synthesiser_rejects_with_a_passage_other_than_the_claims_own() -> None:
    made = ruling(against(), said=rejects(of().packet, "Refunds take 14 days."))
    assert (made.accepted, made.grounds) == (False, Grounds.REBUTTED)
    assert made.citation is not None
    assert made.citation.quote.text == "Refunds take 14 days."


@pytest.mark.parametrize(
    "quote", ["Support answers by mail.", "Support always answers.", ""], ids=["its_own_quote", "invented", "none"]
)
def test_a_synthesiser_cannot_reject_without_other_evidence(quote: str) -> None:
    made = ruling(against(), said=rejects(of().packet, quote))
    assert (made.accepted, made.grounds) == (True, Grounds.NOT_REBUTTED)


def test_a_refutation_by_the_document_is_neither_doubted_nor_withdrawn() -> None:
    made = answered()
    refutation = Refutation(document="doc_1", start=made.citations[0].start + 3, end=made.citations[0].start + 9)
    accepted = Ruled(challenge=0, accept=True, reason="yes", packet="", quote="")
    ruled = ruling(against(), said=accepted, refutations=(refutation,))
    assert (ruled.accepted, ruled.grounds) == (False, Grounds.REFUTATION_STANDS)
    for change in Change:
        taken = Revised(claim=0, change=change, text="Support may answer.", citations=())
        assert revised([made], [taken], [of()], [refutation], source="doc_1") == ((made,), frozenset())


def test_a_withdrawn_claim_is_failed_and_a_weakened_one_is_checked_anew() -> None:
    first, second = answered(), replace(answered(), number=1)
    changes = [
        Revised(claim=0, change=Change.WITHDRAW, text="", citations=()),
        Revised(claim=1, change=Change.WEAKEN, text="Support may answer.", citations=()),
    ]
    kept, withdrawn = revised([first, second], changes, [of()], [], source="doc_1")
    assert (kept[0], withdrawn) == (first, frozenset({0}))
    assert (kept[1].text.text, kept[1].citations, kept[1].support) == ("Support may answer.", (), 0.0)
    assert debate_findings(kept, [], [], withdrawn)[0].verdict is Verdict.FAIL


_KINDS = st.sampled_from(list(ChallengeKind))
_DEBATES = st.lists(st.tuples(st.integers(-2, 4), _KINDS, st.booleans()), max_size=6)
_SUPPORTS = st.lists(st.floats(0, 1), min_size=1, max_size=4)


@given(debate=_DEBATES, supports=_SUPPORTS, broken=st.sets(st.integers(0, 3)), withdrawn=st.sets(st.integers(0, 3)))
def test_a_debate_only_ever_lowers(
    debate: list[tuple[int, ChallengeKind, bool]], supports: list[float], broken: set[int], withdrawn: set[int]
) -> None:
    quote = "Support answers by mail."
    claims = tuple(
        claim("Support answers in 99 days." if n in broken else quote, citation(of(), quote), number=n, support=value)
        for n, value in enumerate(supports)
    )
    said = Sealed("s", "doc_1")
    challenges = tuple(
        Challenge(number=n, claim=about, kind=kind, summary="doc_1/document", quote=said, reason=said)
        for n, (about, kind, _) in enumerate(debate)
    )
    rulings = tuple(
        Ruling(challenge=n, accepted=accepted, grounds=Grounds.SUMMARY_DISAGREES, reason=said)
        for n, (_, _, accepted) in enumerate(debate)
    )
    checked = run_checks(claims, [of()], confirmed=frozenset({"chk_1"}), required=DETERMINISTIC)
    after = doubted(claims, challenges, rulings)
    findings = (*checked, *debate_findings(after, challenges, rulings, frozenset(withdrawn)))
    before_numbers = {one.number for one in deciding(claims, checked, DETERMINISTIC)}
    after_numbers = {one.number for one in deciding(after, findings, REQUIRED)}
    assert after_numbers <= before_numbers
    assert not after_numbers & (broken | withdrawn)
    for old, new in zip(claims, after, strict=True):
        assert new.support <= old.support
    survivors = [one for one in claims if one.number in after_numbers]
    doubts = [one for one in after if one.number in after_numbers]
    old_confidence = confidence_of(survivors, checked, covered=1.0)
    new_confidence = confidence_of(doubts, findings, covered=1.0)
    assert new_confidence.answer <= old_confidence.answer
    assert new_confidence.grounding <= old_confidence.grounding


@pytest.mark.parametrize(
    ("position", "summary", "kind"),
    [
        ("Support answers by mail.", "Support does not answer by mail.", ChallengeKind.QUALIFIED),
        ("Der Support antwortet immer.", "Der Support antwortet nicht immer.", ChallengeKind.QUALIFIED),
        ("Lambda gets a new keyword.", "Rejected: Lambda gets a new keyword.", ChallengeKind.CONTRADICTED),
        ("Support does not answer by mail.", "Support does not answer by mail.", None),
        ("Lambda gets no new keyword.", "Rejected: Lambda gets a new keyword.", None),
        ("Refunds take 14 days.", "Support does not answer by mail.", None),
        ("", "Support does not answer by mail.", None),
    ],
)
def test_without_a_model_words_and_polarity_challenge(position: str, summary: str, kind: ChallengeKind | None) -> None:
    view = MacroView(summaries=(replace(MACRO, text=Sealed(summary, "doc_1")),))
    heard = Position(claim=0, text=Sealed(position, "doc_1"), documents=("doc_1",))
    assert [one.kind for one in macro_challenges([heard], view, None)] == ([kind] if kind else [])


def test_an_entailment_model_challenges_what_a_summary_contradicts() -> None:
    def judge(_: Sealed, texts: tuple[Sealed, ...]) -> tuple[Entailed, ...]:
        against = [0.9 if "not" in text.text else 0.1 for text in texts]
        return tuple(Entailed(entailed=0.0, neutral=1 - one, contradicted=one) for one in against)

    (made,) = macro_challenges(positions_of([answered()]), VIEW, judge)
    assert (made.kind, made.summary) == (ChallengeKind.CONTRADICTED, "doc_1/document")
    assert made.quote.text == "Support does not answer by mail."


def test_layers_keep_the_macro_view_apart_and_show_no_made_up_names() -> None:
    def sentence(text: str, role: SentenceRole = SentenceRole.ASSERTED) -> tuple[SummarySentence, ...]:
        return (SummarySentence(start=0, end=len(text), text=text, role=role),)

    origin = SummaryOrigin.EXTRACTED
    summaries = Summaries(
        document=DocumentSummary(
            origin=origin,
            sentences=sentence("Lambda gets a keyword.", SentenceRole.REJECTED),
            standing=sentence("Status: Rejected")[0],
        ),
        chapters=(
            ChapterSummary(
                ref=Synthetic(label="chapter 1"), start=0, end=9, origin=origin, sentences=sentence("It opens.")
            ),
        ),
        sections=(
            SectionSummary(
                section=(Named(title="Ideas"), Synthetic(label="x")),
                chapter=0,
                start=0,
                end=9,
                origin=origin,
                sentences=sentence("Locally."),
            ),
        ),
    )
    document, chapter, section = layers_of("doc_1", summaries)
    assert document.text.text == "Status: Rejected\n\nRejected: Lambda gets a keyword."
    assert isinstance(chapter, MacroSummary)
    assert chapter.title is None
    assert not isinstance(section, MacroSummary)
    assert section.title == Sealed("Ideas", "doc_1")


def test_a_claim_for_a_part_that_was_not_asked_counts_for_the_question_itself() -> None:
    (made,) = cited_claims(stated("x", sub_question=99))
    assert made.sub_question == 0
