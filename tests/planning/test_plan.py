"""The whole plan: votes, references, catalogue, acronyms, intents, rewrites dropped with their reason (B1-B8)."""

from __future__ import annotations

import pytest

from aver.errors import BadConfiguration
from aver.stages.planning import NO_CATALOGUE, Catalogue, catalogue_of, expanded, plan_of
from aver.stages.planning.rewriting import acronyms_in
from aver.stages.planning.validation import drift
from aver.stages.planning.votes import searched_parts, taking_turns, votes_for
from aver.values.evidence import ChannelResult
from aver.values.inquiry import Inquiry, Intent, Means, Plan, Turn
from aver.values.sealed import Sealed

ALIASES = '[[entity]]\nid = "crm"\nname = "Customer Desk"\naliases = ["CRM", "client desk"]\n'


def planned(question: str, *turns: str, catalogue: Catalogue = NO_CATALOGUE, **more: str) -> Plan:
    asked = Inquiry(
        question=Sealed(question), conversation=tuple(Turn(question=Sealed(turn)) for turn in turns), **more
    )
    return plan_of(asked, today="2026-06-01", catalogue=catalogue)


def test_a_plain_question_is_one_required_sub_question_judged_today() -> None:
    plan = planned("Who maintains the parser?")
    assert [part.text.text for part in plan.sub_questions] == ["Who maintains the parser?"]
    assert (plan.as_of, plan.period, plan.rewrites, plan.missing) == ("2026-06-01", None, (), ())
    assert plan.required == plan.sub_questions


def test_the_date_of_the_inquiry_goes_before_the_date_in_the_question() -> None:
    assert planned("Which fees applied as of March 2023?", as_of="2020-02-02").as_of == "2020-02-02"


def test_the_original_weighs_more_than_all_rewrites_together() -> None:
    plan = planned("How do I log in to the CRM?", catalogue=catalogue_of(ALIASES, form="toml"))
    votes = [part for part in plan.sub_questions if not part.required]
    assert [part.text.text for part in votes] == [
        "How do I log in to the Customer Desk?",
        "How do I log in to the client desk?",
    ]
    assert sum(part.weight for part in votes) <= plan.sub_questions[0].weight
    assert [part.number for part in plan.sub_questions] == [0, 1, 2]


def test_a_catalogue_in_csv_reads_like_one_in_toml() -> None:
    csv = "id,name,aliases\ncrm,Customer Desk,CRM|client desk\n"
    assert catalogue_of(csv, form="csv") == catalogue_of(ALIASES, form="toml")


@pytest.mark.parametrize(
    "text",
    [
        '[[entity]]\nid = "a"\naliases = ["x"]\n',
        '[[entity]]\nid = "a"\nname = "A"\naliases = "x"\n',
        '[[entity]]\nid="a"\nname="A"\naliases=["X"]\n[[entity]]\nid="b"\nname="B"\naliases=["x"]\n',
        "[[entity",
    ],
)
def test_a_catalogue_that_is_wrong_says_so(text: str) -> None:
    with pytest.raises(BadConfiguration):
        catalogue_of(text, form="toml")


def test_an_acronym_is_spelled_out_only_as_the_given_evidence_defines_it() -> None:
    plan = planned("How long does the DPA bind us?")
    assert expanded(plan, [("doc_1", "Nothing is defined here.")]) == plan
    grown = expanded(plan, [("doc_1", "The Data Processing Agreement (DPA) binds both sides.")])
    assert [one.means for one in grown.rewrites] == [Means.ACRONYM]
    assert grown.sub_questions[-1].text == Sealed("How long does the Data Processing Agreement bind us?", "doc_1")


def test_an_acronym_that_the_evidence_spells_out_in_two_ways_is_left_alone() -> None:
    plan = planned("How long does the DPA bind us?")
    texts = [("a", "a Data Processing Agreement (DPA)"), ("b", "the Department of Public Affairs (DPA)")]
    assert expanded(plan, texts) == plan


def test_only_words_whose_initials_match_define_an_acronym() -> None:
    text = "The Code of Conduct (CoC) and our office (HQ); see Terms of Service (TOS)."
    assert acronyms_in(text) == (("CoC", "Code of Conduct"), ("TOS", "Terms of Service"))


@pytest.mark.parametrize(
    ("rewrite", "reason"),
    [
        ("Who may not enter before 2020?", "loses the name Oslo"),
        ("Who may enter Oslo before 2020?", "changes the negation"),
        ("Who may not enter Oslo before then?", "loses the number 2020"),
        ("Who may not enter Oslo in 2020?", "loses the limit before"),
        ("Which staff may not enter Oslo before 2020?", "adds staff"),
        ("Who may not, before 2020, enter Oslo?", ""),
    ],
)
def test_a_rewrite_that_drifts_is_dropped_for_the_rule_it_broke(rewrite: str, reason: str) -> None:
    assert drift("Who may not enter Oslo before 2020?", rewrite) == reason


def test_a_reference_resolves_to_what_the_conversation_was_about() -> None:
    plan = planned("Does this still apply?", "How long is the notice period for contractors?")
    assert [part.text.text for part in plan.required] == ["Does this still apply (long notice period contractors)?"]
    assert plan.sub_questions[0].text.text == "Does this still apply?"
    assert plan.missing == ()


def test_a_reference_to_nothing_is_asked_back() -> None:
    assert [one.parameter for one in planned("Does this still apply?").missing] == ["reference"]
    assert planned("Gilt das noch?").missing[0].question == "Worauf bezieht sich „das“?"


@pytest.mark.parametrize(
    "question",
    ["Is it allowed to use tabs?", "Does this licence apply to fonts?", "Who wrote the report?", "Is it PEP 8?"],
)
def test_a_question_with_content_of_its_own_is_never_asked_back(question: str) -> None:
    assert planned(question).missing == ()


def test_a_reference_is_not_asked_back_where_a_document_is_named() -> None:
    assert planned("Does this still apply?", document="doc_1").missing == ()


@pytest.mark.parametrize(
    ("question", "intent"),
    [
        ("Summarise the report", Intent.WHOLE_DOCUMENT),
        ("Worum geht es in dem Bericht?", Intent.WHOLE_DOCUMENT),
        ("Why did the deployment fail?", Intent.CODE_OR_LOG),
        ("Is the gateway currently down?", Intent.LIVE),
        ("What is the total number of tickets per month?", Intent.STRUCTURED),
        ("How do I reset my password?", Intent.CURATED),
    ],
)
def test_a_cue_adds_a_kind_of_source_and_documents_stay_the_last_resort(question: str, intent: Intent) -> None:
    assert planned(question).intents == (intent, Intent.DOCUMENT)


def test_a_part_is_voted_for_by_its_own_searches_and_the_original_by_its_rewrites_too() -> None:
    plan = planned("How do I log in to the CRM?", catalogue=catalogue_of(ALIASES, form="toml"))
    results = tuple(ChannelResult(channel="lexical", sub_question=number, hits=()) for number in range(3))
    assert votes_for(plan.sub_questions[0], results, plan) == results
    apart = planned("When and where was the lighthouse built?")
    assert [part.number for part in searched_parts(apart)] == [1, 2, 0]
    assert votes_for(apart.sub_questions[1], results, apart) == results[1:2]
    assert votes_for(apart.sub_questions[0], results, apart) == results[:1]


def test_parts_take_turns_so_that_none_crowds_out_another() -> None:
    assert taking_turns([(1, "abc"), (2, "x"), (0, "ay")]) == (
        ("a", 1), ("x", 2), ("a", 0), ("b", 1), ("y", 0), ("c", 1),
    )  # fmt: skip
