"""A value is not quoted without the sentence that replaces it, wherever among the evidence that stands (C3, E6)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aver.stages.replacing import misstated, replacing_in, replacing_spans
from aver.values.sealed import Sealed
from tests.stages.evidence import passage

CORRECTED = (
    "The works cost 3.4 million euros. Engineer Paula Roth led them.\n\n"
    "**Correction, 4 May:** An earlier version gave 3.4 million as the cost.\n"
    "It is 4.3 million. The engineer is Petra Rath, not Paula Roth.\n\nThe bridge is open."
)


@pytest.mark.parametrize("quoted", ["The works cost 3.4 million euros.", "Engineer Paula Roth led them."])
def test_the_whole_paragraph_that_corrects_what_is_quoted_is_found(quoted: str) -> None:
    (only,) = {CORRECTED[slice(*one)] for one in replacing_spans(quoted, CORRECTED) if CORRECTED[one[0]] == "*"}
    assert only.startswith("**Correction, 4 May:**") and only.endswith("not Paula Roth.")


@pytest.mark.parametrize(
    ("claimed", "wrong"),
    [
        ("The works cost 3.4 million euros.", True),
        ("The cost was 4.3 million euros.", False),
        ("The works were led by Paula Roth.", True),
        ("The works were led by Petra Rath.", False),
        ("An earlier version gave 3.4 million as the cost.", False),
        ("The bridge was closed for 14 months.", False),
    ],
)
def test_what_a_correction_calls_wrong_may_not_be_claimed(claimed: str, wrong: bool) -> None:
    assert misstated(claimed, CORRECTED) is wrong
    assert not misstated(claimed, "The works cost 3.4 million euros. An earlier version of the plan had no bridge.")


@pytest.mark.parametrize("quoted", ["The bridge is open.", "It is 4.3 million.", "The works took 14 months."])
def test_a_correction_of_something_else_is_none(quoted: str) -> None:
    assert not [one for one in replacing_spans(quoted, CORRECTED) if CORRECTED[one[0]] == "*"]


@pytest.mark.parametrize(
    ("quoted", "text"),
    [
        ("There were 41 complaints in March.", "Item 6 is corrected: complaints in March were 44, not 41."),
        ("7 | Goods in transit | £250", "E2: the excess for goods in transit is raised from £250 to £400."),
        ("The pilot runs from 1 June to 31 July.", "The pilot moves from 1 June to 1 September, as decided in June."),
        ("The budget is 160,000 euros a year.", "Correction: the budget for the year is 180,000 euros, not 160,000."),
        ("Die Miete beträgt 1.200 Euro im Monat.", "Die Miete im Monat wird von 1.200 auf 1.500 Euro erhöht."),
        ("The hall holds 1,041 people in rows.", "For the people in the hall, read 1,401 for 1,041."),
        ("The hall holds 1,041 people in rows.", "On the hall and its people: for 1,041 read 1,401."),
        ("Die Frist beträgt 30 Tage.", "Die Frist wird von 30 auf 14 Tage verkürzt, Tage ohne Feiertage."),
        ("The fee is 5 euros for adults.", "The fee for adults is 7 euros instead of 5 euros."),
        ("Die Miete beträgt 95 Euro.", "In § 3 Satz 1 wird die Zahl »95« durch die Zahl »110« ersetzt."),
        ("Notice is given within 28 days.", "In section 4, for '28' substitute '42'."),
        ("Notice is given within 28 days.", "In section 4(1) omit “within 28 days”."),
        ("It may be ended within a month.", "In clause 2 “a month” is replaced by “six weeks”."),
        ("Jonas deployed it at 13:58.", "The deployment was not at 13:58, that was the build."),
        ("The rate of 12% holds at night.", "The rate of 12% at night is replaced by 15%."),
        ("The lead partner is Rosa Achebe.", "Rosa Achebe rotates off after this audit; Declan Moy takes her place."),
        ("Rosa Achebe leads the audit.", "In May Rosa Achebe was succeeded by Declan Moy."),
    ],
)
def test_the_sentence_that_replaces_a_value_is_found(quoted: str, text: str) -> None:
    before = "Nothing else is changed. "
    assert [(before + text)[start:end] for start, end in replacing_spans(quoted, before + text)] == [text]


@pytest.mark.parametrize(
    ("quoted", "text"),
    [
        ("The desk opens at 9 on weekdays.", "The desk is open from 9 to 12 on weekdays."),
        ("The excess for goods is £400.", "The excess for goods is raised from £250 to £400."),
        ("The excess for goods is £250.", "The limit of the policy is raised from £250 to £400."),
        ("The excess for goods is raised from £250 to £400.", "The excess for goods is raised from £250 to £400."),
        ("Rosa Achebe founded the firm.", "Rosa Achebe retired in 2019."),
        ("The lead partner is Rosa Achebe.", "Declan Moy retires in June."),
        ("The red lamp is lit.", "The word for 'red lamp', which nobody uses, is old."),
        ("The lid weighs little.", "Replace 'little' with 'nothing' in the text."),
        ("The lid weighs little.", "The weight of the lid is reduced from 3 to 2 kg."),
    ],
)
def test_another_value_the_new_one_and_the_quote_itself_replace_nothing(quoted: str, text: str) -> None:
    assert not list(replacing_spans(quoted, text))


@pytest.mark.parametrize(
    ("heading", "text"),
    [
        ("2 On-call pay", "Section 2 is replaced by the works agreement: EUR 420 a week."),
        ("Service accounts", "Section Service accounts: the number of active tokens is 5."),
        ("§ 4 Kündigung", "§ 4 wird gestrichen."),
    ],
)
def test_a_sentence_that_amends_the_section_of_the_quote_is_found(heading: str, text: str) -> None:
    assert [text[start:end] for start, end in replacing_spans("EUR 350 a week.", text, headings=(heading,))] == [text]


@pytest.mark.parametrize(
    ("heading", "text"),
    [
        ("2 On-call pay", "Section 2.1 is replaced."),
        ("2 On-call pay", "Section 3 is replaced."),
        ("2 On-call pay", "See section 2 for what is paid."),
        ("Pay", "Section Pay: nothing."),
        ("", "Section 2 is replaced."),
    ],
)
def test_other_sections_and_mentions_amend_nothing(heading: str, text: str) -> None:
    assert not list(replacing_spans("EUR 350 a week.", text, headings=(heading,)))


ACT = "**5 Livestock**\n\n(1) Hens may be kept.\n\n(2) Bees may be kept only with consent."


def amended(
    text: str, *, title: str = "Allotments (Amendment) Act 2018", quoted: str = "(2) Bees may be kept"
) -> list[str]:
    """Return what a passage `text` of a document called `title` replaces of what is `quoted` from the Act."""
    own = passage(
        ACT, start=0, title=Sealed("Allotments Act 2009", "doc_1"), section_path=Sealed("Act > Part 1", "doc_1")
    )
    other = passage(text, start=0, document="doc_2", title=Sealed(title, "doc_2"))
    return [text[start:end] for start, end in replacing_in(other, quoted, own=own, at=ACT.index(quoted))]


def test_a_document_whose_title_says_that_it_amends_another_amends_its_sections() -> None:
    text = "For section 5(2) of the principal Act substitute—\n\n> “(2) Bees may be kept by anyone.”"
    assert amended(text) == [text]
    assert not amended(text, title="Beekeeping Act 2018")
    assert not amended(text, title="Allotments Act, a commentary")
    assert not amended(text, quoted="(1) Hens may be kept")
    assert not amended("For section 6(2) of the principal Act substitute the following.")


def test_an_amendment_of_another_of_the_same_kind_amends_nothing() -> None:
    own = passage(ACT, start=0, title=Sealed("Lease of Unit 7", "doc_1"))
    texts = {number: f"Lease of Unit {number}: Amendment 2" for number in (7, 8)}
    found = {
        number: [
            *replacing_in(
                passage("Section 5 is deleted.", document="doc_2", title=Sealed(title, "doc_2")),
                ACT[-20:],
                own=own,
                at=80,
            )
        ]
        for number, title in texts.items()
    }
    assert [number for number, spans in found.items() if spans] == [7]


LEASE = "6. Subletting\n\n6.1 The Tenant shall not sublet.\n6.2 The Tenant may assign."


@pytest.mark.parametrize(
    ("title", "text", "amends"),
    [
        ("Deed of variation", "The lease is varied. Clause 6.1 is deleted and replaced by: “As agreed.”", True),
        ("Second amendment No. 2", "This changes the lease. Clause 6.1 is deleted.", True),
        ("Deed of variation", "The lease is varied. Clause 6.2 is deleted.", False),
        ("Deed of variation", "The charter is varied. Clause 6.1 is deleted.", False),
        ("Deed of variation", "The lease of Unit 9 is varied. Clause 6.1 is deleted.", False),
        ("Amendment of the supply contract", "Beside the lease, clause 6.1 is deleted.", False),
        ("Notes on the lease", "Clause 6.1 is deleted.", False),
    ],
)
def test_a_deed_changes_the_clause_that_it_numbers(title: str, text: str, amends: bool) -> None:
    own = passage(LEASE, start=0, title=Sealed("Lease of Unit 7", "doc_1"))
    other = passage(text, start=0, document="doc_2", title=Sealed(title, "doc_2"))
    quoted = "6.1 The Tenant shall not sublet."
    assert bool([*replacing_in(other, quoted, own=own, at=LEASE.index(quoted))]) is amends


def test_a_document_that_is_taken_back_by_name_is_taken_back_as_a_whole() -> None:
    assert amended("Retraction: Allotments Act 2009", title="Corrections") == ["Retraction: Allotments Act 2009"]
    assert amended("“Allotments Act 2009” has been withdrawn.", title="News")
    assert not amended("The retraction of the Hens Act says nothing of the Allotments Act 2009.", title="Corrections")


def test_the_right_value_that_the_next_sentence_gives_is_part_of_a_correction() -> None:
    text = "What is not right in section 4 is the share: a coding error. Properly it is 64."
    assert [text[slice(*one)] for one in replacing_spans("It is 59.", text, headings=("4. Working at home",))] == [text]


@given(st.text(max_size=300), st.text(max_size=300))
def test_spans_lie_in_any_text(quoted: str, text: str) -> None:
    assert all(0 <= start < end <= len(text) for start, end in replacing_spans(quoted, text))


SCHEDULE = (
    "1. Grant\n1.1 The software runs on up to 25 devices.\n\n2. Fees\n2.1 The annual fee is 4,800 euros.\n"
    "2.2 Interest is due on late payments.\n\n5. Term\n(1) The agreement runs for three years.\n"
    "(2) Either party may end it on 90 days' notice.\n\n6. Liability\nLiability is limited to 50,000 euros.\n\n"
    "Change 1: In 1.1, the number of devices is increased to 40.\nChange 2: Clause 2.2 is deleted.\n"
    "Change 5: Clause 5(2) is replaced by another.\nChange 6: The limit in clause 6 is now 75,000 euros."
)


@pytest.mark.parametrize(
    ("quoted", "changed"),
    [
        ("1. Grant\n1.1 The software runs on up to 25 devices.", ["Change 1"]),
        ("2. Fees\n2.1 The annual fee is 4,800 euros.", []),
        ("2.2 Interest is due on late payments.", ["Change 2"]),
        ("(1) The agreement runs for three years.", []),
        ("(2) Either party may end it on 90 days' notice.", ["Change 5"]),
        ("Liability is limited to 50,000 euros.", ["Change 6"]),
    ],
)
def test_a_change_at_the_end_of_a_document_is_told_with_the_clause_that_it_numbers(
    quoted: str, changed: list[str]
) -> None:
    own = passage(SCHEDULE, start=0, section_path=Sealed("4. Audit", "doc_1"))
    spans = replacing_in(own, quoted, own=own, at=SCHEDULE.index(quoted))
    assert sorted({SCHEDULE[slice(*one)][:8] for one in spans}) == changed


def test_a_change_of_a_section_changes_its_clauses() -> None:
    text = "3. Support\n3.1.2 Requests are answered in a day.\n4.1 Fees are due.\n\nSection 3 shall read: In an hour."
    own = passage(text, start=0)
    support, fees = ([*replacing_in(own, one, own=own, at=text.index(one))] for one in text.splitlines()[1:3])
    assert support and not fees


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ("Pinned backups: the limit of 5 is gone.", True),
        ("Pinned backups: the limit of 7 is gone.", False),
        ("The limit of 5 is gone.", False),
    ],
)
def test_a_limit_that_is_lifted_is_told_with_it(change: str, told: bool) -> None:
    assert bool([*replacing_spans("To keep more, pin them; up to 5 backups can be pinned.", change)]) is told


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ("Fixed: values were lost when the network was down for 6 hours. They are now kept for 72 hours.", True),
        ("Fixed: the clock was an hour off in summer. It is now right after 72 hours.", False),
        ("Values were lost when the network was down.\n\nThey are now kept for 72 hours.", False),
    ],
)
def test_what_they_are_now_is_told_of_what_the_sentence_before_names(change: str, told: bool) -> None:
    assert bool([*replacing_spans("Values are kept for 6 hours when the network is down.", change)]) is told


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ("Zu Nr. 2: Der Waschkeller ist nun bis 21 Uhr geöffnet, samstags bis 18 Uhr.", True),
        ("Nr. 2 entfällt.", True),
        ("No. 2 is replaced by the notice in the hall.", True),
        ("Zu Nr. 3: Gasgrills sind verboten.", False),
        ("Haus Nr. 2 hat einen Waschkeller.", False),
    ],
)
def test_an_addendum_changes_the_rule_that_it_numbers(change: str, told: bool) -> None:
    quoted = "2. Der Waschkeller darf von 7 bis 20 Uhr benutzt werden."
    own = passage(f"1. Ruhe ist ab 22 Uhr.\n{quoted}\n\nNachtrag\n\n{change}", start=0)
    assert bool([*replacing_in(own, quoted, own=own, at=own.text.text.index(quoted))]) is told


@pytest.mark.parametrize(
    ("quoted", "text", "told"),
    [
        ("The library is open on Tuesdays.", "The library is closed until the autumn holidays.", True),
        ("Die Bücherei ist dienstags geöffnet.", "Die Bücherei bleibt bis Mai geschlossen.", True),
        ("The ski bus runs every 30 minutes.", "The bus is temporarily out of service.", True),
        ("The library is open on Tuesdays.", "The library is closed on Mondays.", False),
        ("The library is open on Tuesdays.", "The swimming pool is closed until May.", False),
        ("The library is open on Tuesdays.", "The library was painted, it is closed until noon.", False),
    ],
)
def test_what_is_closed_or_cancelled_elsewhere_is_told(quoted: str, text: str, told: bool) -> None:
    title = Sealed("Riverside School: information", "doc_1")
    own = passage(quoted, start=0, title=title)
    news = {"document": "doc_2", "title": Sealed("Riverside School newsletter", "doc_2")}
    assert bool([*replacing_in(passage(text, start=0, **news), quoted, own=own, at=0)]) is told
    stranger = passage(text, start=0, document="doc_2", title=Sealed("Town baths", "doc_2"))
    assert not [*replacing_in(stranger, quoted, own=own, at=0)]


def test_a_number_of_any_length_heads_a_section() -> None:
    text = f"{'9' * 5_000}. Term\nThe agreement runs for three years."
    own = passage(text, start=0, section_path=Sealed("4. Audit", "doc_1"))
    assert not [*replacing_in(own, text, own=own, at=0)]


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ("The adjustment of 1 July 2026 is waived.", True),
        ("The adjustment of 1 July 2028 is waived.", False),
        ("The concert of 1 July 2026 is cancelled.", False),
        ("The adjustment of 2026 is in May.", False),
    ],
)
def test_what_is_waived_for_a_day_is_told_with_what_that_day_brings(change: str, told: bool) -> None:
    quoted = "§ 4 The rent is adjusted every 24 months, for the first time on 1 July 2026."
    assert bool([*replacing_spans(quoted, change)]) is told
