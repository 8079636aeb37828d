"""Somebody else's claims: what is released, what is withheld, and what is said about it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aver.errors import BadInput
from aver.flows.verify import Standard, released_only, verify
from aver.flows.verify_sources import passages_of_texts
from aver.stages.checks import CHECKS
from aver.stages.verifying.judging import EVIDENCE_ENTAILS, LEVELS_MET
from aver.stages.verifying.verify_claim import NOTHING_AGAINST
from aver.values.pairs import Entailed
from aver.values.verification import ClaimVerdict, GivenCitation, GivenClaim, GivenSource, Level, Submission

from .given import AGAINST, HANDBOOK, NO, SOURCES, YES, Scripted, citing, failed, one, verified

PARAPHRASE = "Guests can walk through the garden on weekdays."
OPEN = "The garden is open to visitors from Monday to Friday."
WHERE_IT_STANDS = f"Visits\n{OPEN}\nDogs stay outside."


def test_a_whole_sentence_of_a_source_is_supported_without_any_model() -> None:
    found = one("The garden is open to visitors from Monday to Friday.")
    assert (found.verdict, found.released, found.entailed) == (ClaimVerdict.SUPPORTED, True, None)
    assert [cited.quote.text for cited in found.evidence] == [OPEN]


def test_a_part_of_a_sentence_is_no_quote_of_it() -> None:
    source = GivenSource(id="s", text="It is not true that refunds take 14 days.")
    claim = GivenClaim(
        text="refunds take 14 days", citations=(GivenCitation(source="s", quote="refunds take 14 days"),)
    )
    found = verified(claim, sources=(source,)).claims[0]
    assert not found.released


def test_a_paraphrase_is_supported_only_if_the_scorer_says_so() -> None:
    assert not one(PARAPHRASE, scorer=Scripted(NO)).released
    assert not one(PARAPHRASE).released
    found = one(PARAPHRASE, scorer=Scripted(said={(PARAPHRASE, OPEN): YES, (PARAPHRASE, WHERE_IT_STANDS): YES}))
    assert found.released
    assert [cited.quote.text for cited in found.evidence] == [OPEN]


def test_what_carries_a_claim_only_while_the_lines_around_it_are_left_out_does_not_carry_it() -> None:
    found = one(PARAPHRASE, scorer=Scripted(said={(PARAPHRASE, OPEN): YES, (PARAPHRASE, WHERE_IT_STANDS): AGAINST}))
    assert failed(found) == {EVIDENCE_ENTAILS}
    quoted = citing(PARAPHRASE, quote=OPEN)
    assert not one(quoted, scorer=Scripted(said={(PARAPHRASE, OPEN): YES})).released


@pytest.mark.parametrize(
    ("claim", "verdict", "check"),
    [
        ("Refunds usually take 12 days.", ClaimVerdict.OVERCLAIMED, "numbers_stand_in_evidence"),
        ("Refunds always take 14 days.", ClaimVerdict.OVERCLAIMED, "force_not_exceeded"),
        ("The garden is not open to visitors from Monday to Friday.", ClaimVerdict.CONTRADICTED, "negations_kept"),
        ("Refunds of Lufthansa usually take 14 days.", ClaimVerdict.NOT_ESTABLISHED, "names_stand_in_evidence"),
    ],
)
def test_a_scorer_that_says_yes_to_everything_clears_no_deterministic_failure(
    claim: str, verdict: ClaimVerdict, check: str
) -> None:
    found = one(claim, scorer=Scripted(YES))
    assert not found.released
    assert found.verdict is verdict
    assert check in failed(found)


def test_what_says_too_much_names_its_words_and_offers_the_words_of_the_evidence() -> None:
    found = one("Refunds always take 14 days.", scorer=Scripted(YES))
    assert found.axis == "scope"
    assert ("always", "usually") in [(excess.words, excess.evidence) for excess in found.excesses]
    assert found.weaker == "Refunds usually take 14 days."


def test_a_scorer_that_sees_a_contradiction_says_so_in_the_verdict() -> None:
    assert one(PARAPHRASE, scorer=Scripted(AGAINST)).verdict is ClaimVerdict.CONTRADICTED


def test_a_row_read_where_it_stands_keeps_the_headers_of_its_table() -> None:
    rows = "".join(f"| Card {number} | {number} EUR |\n" for number in range(11, 20))
    table = GivenSource(id="t", text=f"| Item | Fee |\n|---|---|\n{rows}| Cash | 5 EUR |\n", markdown=True)
    claim, around = (
        "The fee is 5 EUR in cash.",
        "\n".join(f"| Card {number} | {number} EUR |" for number in (17, 18, 19)),
    )
    row = "| Cash | 5 EUR |"
    said = {(claim, f"{row}\nItem\nFee"): YES, (claim, f"{around}\n{row}\nItem\nFee"): YES}
    assert verified(claim, sources=(table,), scorer=Scripted(said=said)).claims[0].released


def test_a_german_paraphrase_is_not_put_before_a_scorer_that_reads_english() -> None:
    source = GivenSource(id="s", text="Die Kündigungsfrist beträgt für alle Angestellten vier Wochen.")
    quoted = verified(source.text, sources=(source,), scorer=Scripted(YES)).claims[0]
    worded = verified("Angestellte können mit vier Wochen Frist kündigen.", sources=(source,), scorer=Scripted(YES))
    assert quoted.released
    assert EVIDENCE_ENTAILS in failed(worded.claims[0])


def test_every_claim_has_a_finding_from_every_check() -> None:
    found = verified("Refunds usually take 14 days.", "Elephants fly.", citing("Dogs stay outside.", "nowhere.md"))
    names = [*CHECKS, EVIDENCE_ENTAILS, LEVELS_MET, NOTHING_AGAINST]
    assert [[finding.check for finding in claim.findings] for claim in found.claims] == [names] * 3


def test_nothing_is_supported_where_there_are_no_sources() -> None:
    found = verified("Refunds usually take 14 days.", sources=(), scorer=Scripted(YES)).claims[0]
    assert (found.verdict, found.released) == (ClaimVerdict.NOT_ESTABLISHED, False)
    assert "ids_resolve" in failed(found)


def test_a_citation_of_a_source_that_nobody_gave_fails_though_another_source_carries_the_claim() -> None:
    found = one(citing("Dogs stay outside.", "nowhere.md"))
    assert not found.released
    assert "ids_resolve" in failed(found)
    assert [cited.quote.text for cited in found.elsewhere] == ["Dogs stay outside."]
    assert found.citations[0].resolved is None


def test_a_true_claim_that_cites_the_wrong_source_is_not_released() -> None:
    found = one(citing("Dogs stay outside.", "leave.txt"))
    assert not found.released
    assert [cited.uri for cited in found.elsewhere] == ["handbook.md"]


def test_a_quote_altered_by_one_character_fails_and_the_source_is_shown_as_it_stands() -> None:
    found = one(citing("Refunds usually take 14 days.", quote="Refunds usually take 15 days."))
    assert "quotes_are_verbatim" in failed(found)
    assert found.citations[0].resolved is not None
    assert found.citations[0].resolved.quote.text == "Refunds usually take 14 days."
    assert Level.SPAN not in found.citations[0].levels


def test_a_broken_citation_beside_a_sound_one_keeps_the_claim_in_under_every_profile() -> None:
    start = HANDBOOK.index("Refunds usually")
    sound = GivenCitation(source="handbook.md", start=start, end=start + 29, version="v7")
    for broken in (GivenCitation(source="nowhere.md"), GivenCitation(source="handbook.md", quote="Refunds take ages.")):
        claim = GivenClaim(text="Refunds usually take 14 days.", citations=(sound, broken))
        for profile in ("general", "legal"):
            assert not one(claim, standard=Standard(profile=profile)).released


def test_what_two_sentences_carry_only_together_is_supported_by_both_and_by_no_third() -> None:
    both = "Managers give three months and employees give four weeks of notice."
    first, second = "Managers give three months of notice.", "Employees give four weeks of notice."
    scorer = Scripted(said={(both, f"{first}\n{second}"): YES})
    found = one(both, scorer=scorer)
    assert found.released
    assert [cited.quote.text for cited in found.evidence] == [first, second]


def test_who_is_spoken_of_may_stand_some_sentences_before_what_is_said_of_him() -> None:
    told = ("Lars Hald came to Oslo in 1910.", "It was cold.", "Nobody knew him.", "He opened the first bakery there.")
    claim = "Lars Hald opened the first bakery of Oslo."
    source = GivenSource(id="s", text=" ".join(told))
    for needed in (told, (told[0], told[3])):
        said = {(claim, "\n".join(read)): YES for read in (needed, told)}
        found = verified(claim, sources=(source,), scorer=Scripted(said=said)).claims[0]
        assert found.released
        assert tuple(cited.quote.text for cited in found.evidence) == needed


@pytest.mark.parametrize(
    ("claim", "nearest", "verdict"),
    [
        ("The third survey is financed.", "The third survey is not financed.", ClaimVerdict.CONTRADICTED),
        ("Cats may be brought.", "Cats may be brought if their owners have a certificate.", ClaimVerdict.OVERCLAIMED),
    ],
)
def test_what_the_nearest_sentence_limits_or_denies_is_not_carried_by_another(
    claim: str, nearest: str, verdict: ClaimVerdict
) -> None:
    other = "The survey of the cats may take place in May, the third month of spring."
    source = GivenSource(id="s", text=f"{other} {nearest}")
    assert verified(claim, sources=(source,), scorer=Scripted(YES)).claims[0].verdict is verdict
    assert verified(claim, sources=(GivenSource(id="s", text=other),), scorer=Scripted(YES)).claims[0].released


def test_a_citation_that_the_claim_does_not_need_is_named_and_lowers_precision() -> None:
    needed = GivenCitation(source="handbook.md", quote="Dogs stay outside.")
    idle = GivenCitation(source="leave.txt", quote="Managers give three months of notice.")
    found = verified(GivenClaim(text="Dogs stay outside.", citations=(needed, idle)))
    assert [cited.needed for cited in found.claims[0].citations] == [True, False]
    assert [cited.quote.text for cited in found.claims[0].evidence] == ["Dogs stay outside."]
    assert (found.citation_recall, found.citation_precision) == (1.0, 0.5)


def test_a_passage_that_speaks_against_a_supported_claim_is_shown_and_only_doubts() -> None:
    other = GivenSource(id="old.txt", text="The garden is not open to visitors from Monday to Friday.")
    scorer = Scripted(said={(OPEN, other.text): AGAINST})
    found = verified(OPEN, sources=(*SOURCES, other), scorer=scorer).claims[0]
    assert found.released
    assert [cited.uri for cited in found.against] == ["old.txt"]
    assert [f.verdict.value for f in found.findings if f.check == NOTHING_AGAINST] == ["doubt"]


def test_a_superseded_source_raises_a_doubt() -> None:
    from aver.values.evidence import Freshness

    old = GivenSource(id="old.md", text="Refunds take 30 days.", freshness=Freshness.SUPERSEDED)
    found = verified("Refunds take 30 days.", sources=(old,)).claims[0]
    assert [f.verdict.value for f in found.findings if f.check == "not_superseded"] == ["doubt"]


def test_a_guard_lets_through_what_is_released_and_nothing_else() -> None:
    found = released_only(verified("Dogs stay outside.", "Elephants fly."))
    assert [claim.text for claim in found.claims] == ["Dogs stay outside."]


def test_a_stricter_threshold_withholds_what_the_usual_one_releases() -> None:
    scorer = Scripted(Entailed(entailed=0.7, neutral=0.2, contradicted=0.1))
    assert one(PARAPHRASE, scorer=scorer).released
    assert not one(PARAPHRASE, scorer=scorer, standard=Standard(at_least=0.8)).released


@pytest.mark.parametrize("wrong", [{"profile": "poetry"}, {"at_least": 1.5}, {"at_least": float("nan")}])
def test_a_standard_that_means_nothing_is_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(BadInput):
        Standard(**wrong)  # type: ignore[arg-type]


def test_sentences_that_are_too_many_are_counted_and_support_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("aver.stages.verifying.ground.MOST_UNITS", 2)
    found = verified("Employees give four weeks of notice.")
    assert not found.claims[0].released
    assert found.unread > 0


TEXTS = st.text(max_size=120)
NUMBERS = st.none() | st.integers(0, 200)


@given(
    claim=st.text(min_size=1, max_size=120).filter(str.strip),
    texts=st.lists(TEXTS, max_size=3),
    citations=st.lists(
        st.builds(
            GivenCitation,
            source=st.sampled_from(["0", "1", "2", "", "x"]),
            quote=st.none() | TEXTS,
            start=NUMBERS,
            end=NUMBERS,
            section=st.none() | TEXTS,
            chunk=st.none() | TEXTS,
            cell=st.none() | TEXTS,
            version=st.none() | TEXTS,
        ),
        max_size=3,
    ),
    yes=st.booleans(),
    profile=st.sampled_from(["general", "finance", "legal"]),
)
def test_whatever_is_claimed_and_cited_the_verdict_is_total_and_only_findings_release(
    claim: str, texts: list[str], citations: list[GivenCitation], yes: bool, profile: str
) -> None:
    sources = tuple(GivenSource(id=str(n), text=text, markdown=n == 1) for n, text in enumerate(texts))
    given_claim = GivenClaim(text=claim, citations=tuple(citations))
    found = verify(
        Submission(claims=(given_claim,)),
        passages_of_texts(sources),
        entailment=Scripted(YES if yes else NO),
        standard=Standard(profile=profile),
    ).claims[0]
    assert found.released == (not failed(found) and bool(found.findings))
    assert found.released == (found.verdict is ClaimVerdict.SUPPORTED)
    assert 0.0 <= found.score <= 1.0
    assert len(found.citations) == len(citations)
    if found.released:
        assert found.evidence
        by_uri = {source.id: source.text for source in sources}
        for cited in found.evidence:
            whole = by_uri[cited.uri].replace("\r\n", "\n").replace("\r", "\n")
            assert whole[cited.start : cited.end] == cited.quote.text
