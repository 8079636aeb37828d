"""What stands above a quote disowns it, unless just that is asked for (B6, H1)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aver.stages.checks.asked_standing import disowned

SHORTENS = "Melatonin shortens delirium by two days."


@pytest.mark.parametrize(
    ("asked", "heading"),
    [
        ("By how many days does melatonin shorten delirium?", "Research questions and hypotheses"),
        ("Does melatonin shorten delirium?", "Self-test: true or false?"),
        ("Does melatonin shorten delirium?", "Conversation for role play"),
        ("Does melatonin shorten delirium?", "Common mistakes"),
        ("Does melatonin shorten delirium?", "5 What was considered and not adopted"),
        ("Does melatonin shorten delirium?", "Recommendations that were voted down"),
        ("Does melatonin shorten delirium?", "Coming soon"),
        ("Does the export support UTF-16?", "3.2.0 (unreleased)"),
        ("Does melatonin shorten delirium?", "7 What people often get wrong"),
        ("How much is a tyre?", "Changes are planned from April 2027"),
        ("Which port does it open?", "Options that no longer exist"),
        ("At which voltage can it be operated?", "Absolute maximum ratings"),
        ("Should melatonin be given?", "Letter from Dr E. Quist, Aarhus"),
        ("Does melatonin shorten delirium?", "Options considered"),
        ("Does melatonin shorten delirium?", "4.1 Alternatives that were discussed"),
        ("Does melatonin shorten delirium?", "Objections received in the consultation"),
        ("Verkürzt Melatonin das Delir?", "Eingegangene Stellungnahmen"),
        ("Was kostet die Ausleihe?", "Vor fünfzig Jahren"),
        ("Wie hoch ist der Beitrag?", "Rechenbeispiel"),
    ],
)
def test_a_heading_disowns(asked: str, heading: str) -> None:
    assert disowned(asked, SHORTENS, headings=["2 Study", heading], lead_in="", around=SHORTENS)


@pytest.mark.parametrize(
    ("asked", "heading"),
    [
        ("Which hypothesis was there about delirium?", "Research questions and hypotheses"),
        ("What mistakes are common?", "Common mistakes"),
        ("Why was the loading dose not adopted?", "5 What was considered and not adopted"),
        ("What was removed in version 6?", "Options that no longer exist"),
        ("When will the export support UTF-16?", "3.2.0 (unreleased)"),
        ("What does Dr Quist say about prastatin?", "Letter from Dr E. Quist, Aarhus"),
        ("By how many days does melatonin shorten delirium?", "Results"),
        ("What voltage does the input bear?", "Absolute maximum ratings"),
        ("Which port does it open?", "Removing the listener"),
        ("Which port does it open?", "Options"),
        ("Why was haloperidol not given?", "Options considered"),
        ("What did residents object to?", "Objections received in the consultation"),
        ("What is the materiality?", "Letter to the Audit Committee"),
    ],
)
def test_what_is_asked_for_and_other_headings_disown_nothing(asked: str, heading: str) -> None:
    assert not disowned(asked, SHORTENS, headings=[heading], lead_in="", around=SHORTENS)


PLAIN = "Some people believe this. None of it is true:\nYou can stop early.\nGrapefruit helps.\nYou can drive at once."
BULLETS = (
    "Nurses rated each of these items\nfrom 1 to 5:\n\n- It is dark at 22:00.\n  Always.\n- You can drive at once."
)


@pytest.mark.parametrize("around", [PLAIN, BULLETS])
def test_a_lead_in_disowns_every_item_of_its_list(around: str) -> None:
    assert disowned("When can I drive?", "You can drive at once.", headings=[], lead_in="", around=around)


def test_a_lead_in_that_another_passage_ends_with_disowns() -> None:
    quote = "- You can drive at once."
    assert disowned("When can I drive?", quote, headings=[], lead_in="None of it is true:", around=quote)


def test_a_lead_in_ends_with_its_list_and_most_disown_nothing() -> None:
    after = f"{BULLETS}\n\nThe ward has twelve beds."
    assert not disowned(
        "How many beds has the ward?", "The ward has twelve beds.", headings=[], lead_in="", around=after
    )
    plain = "The following holds for all:\n\n- You can drive at once."
    assert not disowned("When can I drive?", "You can drive at once.", headings=[], lead_in="", around=plain)


def test_figures_that_are_made_up_disown_those_after_them() -> None:
    around = "The figures in this section were made up. Delirium occurred in 40 of 100 patients."
    quote = "Delirium occurred in 40 of 100 patients."
    assert disowned("In how many did it occur?", quote, headings=[], lead_in="", around=around)


@pytest.mark.parametrize(
    ("asked", "line", "disowns"),
    [
        ("How often was it measured?", "Referee 1: It was measured only once a month.", True),
        ("Wie hoch ist der Beitrag?", "Antrag 3: Der Beitrag beträgt 50 Euro im Jahr.", True),
        ("What does motion 3 say?", "Motion 3: The fee is 50 euros a year.", False),
        ("Does the stay differ?", "- H0. The stay does not differ between them.", True),
        ("What does referee 1 say?", "Referee 1: It was measured only once a month.", False),
        ("When is it open?", "Opening hours: Monday to Friday from 9 to 12.", False),
    ],
)
def test_who_speaks_stands_at_the_beginning_of_a_line(asked: str, line: str, disowns: bool) -> None:
    quote = line.split(": ", 1)[-1].split("H0. ")[-1]
    assert disowned(asked, quote, headings=[], lead_in="", around=f"Before.\n{line}") is disowns


@given(st.text(max_size=200), st.text(max_size=100), st.text(max_size=100), st.text(max_size=300))
def test_any_text_is_judged(asked: str, quoted: str, heading: str, around: str) -> None:
    assert disowned(asked, quoted, headings=[heading], lead_in=heading, around=around + quoted) in (True, False)


MADE_NONE = "It made none."
JUDGMENT = (
    f"**Judge Marr** (for the court):\n\n1. The notice made a duty.\n\n**Judge Pike** (dissenting):\n\n2. {MADE_NONE}"
)


@pytest.mark.parametrize(
    ("asked", "quoted", "is_disowned"),
    [
        ("Did the notice make a duty?", MADE_NONE, True),
        ("Did the notice make a duty?", "The notice made a duty.", False),
        ("What did the dissenting judge hold?", MADE_NONE, False),
        ("What did Judge Pike hold?", MADE_NONE, False),
        ("What did Judge Marr hold?", MADE_NONE, True),
    ],
)
def test_an_opinion_that_was_outvoted_is_no_answer(asked: str, quoted: str, is_disowned: bool) -> None:
    assert disowned(asked, quoted, headings=[], lead_in="", around=JUDGMENT) is is_disowned
    under = disowned(asked, MADE_NONE, headings=["Minority report of Judge Pike"], lead_in="", around=MADE_NONE)
    assert under is ("Pike" not in asked and "dissent" not in asked)


@pytest.mark.parametrize(
    ("asked", "heading", "quoted", "told"),
    [
        ("Should the cache be kept?", "Rejected ideas", "Keep the cache for bitmap fonts.", True),
        ("Is shaping slow?", "3. Objections", "Shaping is slow.", True),
        ("Ist der Balkon offen?", "Verworfene Ideen", "Der Balkon ist offen.", True),
        ("Should the cache be kept?", "Rejected ideas", "Keeping it would test twice as much.", False),
        ("How large is the cache?", "Rejected ideas", "The cache uses 6 MB.", False),
        ("Should the cache be kept?", "Decision", "Keep the cache for bitmap fonts.", False),
    ],
)
def test_a_bare_idea_under_those_rejected_says_nothing_of_whether_it_is_so(
    asked: str, heading: str, quoted: str, told: bool
) -> None:
    assert disowned(asked, quoted, headings=["Proposal", heading], lead_in="", around=quoted) is told
