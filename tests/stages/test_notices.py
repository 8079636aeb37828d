"""A document that another readable one calls replaced is not quoted as the rule, unless it is asked for (C3, I2)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aver.stages.notices import has_newer, noticed, notices_in
from aver.values.evidence import Passage
from aver.values.sealed import Sealed
from tests.stages.evidence import passage

OLD = "Employees receive 40 euros a day for meals."


def old(title: str = "Travel policy 2019", uri: str = "hr/travel-policy-2019.md") -> Passage:
    return passage(OLD, document="doc_old", title=Sealed(title), uri=uri)


def new(text: str, *, title: str = "Travel rules", uri: str = "hr/travel-rules.md", qualifier: str = "") -> Passage:
    return passage(text, document="doc_new", title=Sealed(title), uri=uri, qualifier=Sealed(qualifier))


@pytest.mark.parametrize(
    "notice",
    [
        "These rules replace the Travel policy 2019 as of 1 March 2024.",
        "This supersedes the 2019 travel policy in its entirety.",
        "It takes the place of our “Travel Policy 2019”, which was never popular.",
        "The Travel policy 2019 is no longer in force.",
        "The Travel policy 2019 (HR-12) was withdrawn in spring.",
        "Travel policy of 2019 has been superseded by these rules.",
        "The travel policy, dated 2019, no longer applies.",
        "With these rules travel-policy-2019.md is hereby repealed.",
        "The board revoked the Travel policy 2019.",
        "Retraction: “Travel policy 2019” (HR Bull. Vol. 3, 2020)",
        "Retraction notice: Travel policy 2019",
        "The Travel policy 2019 has been retracted by its authors.",
        "Supersedes: travel-policy-2019.md",
        "replaces: hr/travel-policy-2019.md, hr/expenses.md",
        "| Replaces | Travel policy 2019 |",
        "| Travel policy 2019 | HR | superseded | 2024 |",
        "Diese Regelung ersetzt die Travel policy 2019.",
        "Die Travel policy 2019 wurde zum 1. März 2024 aufgehoben.",
        "Die Travel policy 2019 tritt am 1. März 2024 außer Kraft.",
        "Die Travel policy 2019 gilt nicht mehr.",
    ],
)
def test_a_notice_is_found_word_for_word(notice: str) -> None:
    text = f"Rules for journeys.\n\n{notice}\n\nMeals are paid."
    found = [text[start:end] for start, end in notices_in(new(text), old())]
    assert found
    assert all(one in notice or notice in one for one in found)


@pytest.mark.parametrize(
    "mention",
    [
        "These rules go on from the Travel policy 2019.",
        "The Travel policy 2019 is still in force.",
        "These rules do not replace the Travel policy 2019.",
        "The Travel policy 2019 is not superseded by anything here.",
        "A later draft would replace the Travel policy 2019.",
        "It was proposed to replace the Travel policy 2019.",
        "Section 4 of the Travel policy 2019 is replaced by the table below.",
        "This note replaces section 4 of the Travel policy 2019.",
        "The handbook of 2009 was replaced by the Travel policy 2019.",
        "Cheques were withdrawn in favour of the Travel policy 2019.",
        "These rules replace the Travel policy 2014.",
        "The 2014 travel policy is superseded.",
        "Replaces: travel-policy-2014.md",
        "| Expenses policy 2018 | HR | superseded |",
        "Diese Regelung ersetzt die Travel policy 2019 nicht, sie ergänzt sie; wir wollten sie nicht ersetzen.",
        "See the Travel policy 2019. The old form is withdrawn.",
    ],
)
def test_what_replaces_nothing_or_something_else_is_no_notice(mention: str) -> None:
    assert list(notices_in(new(mention), old())) == []


def test_a_later_edition_is_not_replaced_by_what_an_earlier_one_says_of_its_own() -> None:
    says = "This replaces the previous travel policy."
    older = new(says, title="Travel policy 2019", uri="travel-policy-2019.md")
    newer = new(says, title="Travel policy 2024", uri="travel-policy-2024.md")
    assert list(notices_in(newer, old()))
    assert not list(notices_in(older, old("Travel policy 2024", "travel-policy-2024.md")))


@pytest.mark.parametrize(
    ("said", "mine"),
    [
        ("Version 7, January 2026. Replaces version 6 of 2022.", "Version 6, March 2022. Replaces version 5 of 2018."),
        ("Revision 5, effective 6 April 2026. Revision 4 (1 May 2024) is withdrawn.", "Revision 4, 1 May 2024."),
        ("Rev. 7 vom 2. Juni 2026, ersetzt Rev. 6", "Rev. 6 vom 3. Mai 2024, ersetzt Rev. 5"),
        ("Diese Ordnung ersetzt die Fassung vom 15. Juni 2022.", "Fassung vom 15. Juni 2022"),
        ("This second edition cancels and replaces the first edition (TS 4471:2016).", "First edition, 2016"),
        ("Document 8812-04, revision F, March 2025. Replaces revision E (2022).", "Document 8812-04, revision E"),
    ],
)
def test_a_later_edition_replaces_the_one_that_it_names_and_no_other(said: str, mine: str) -> None:
    def edition(head: str, name: str) -> Passage:
        return passage(
            f"{head}\n\nBooks are lent.", document=name, title=Sealed("Library rules"), uri=f"{name}.md", start=0
        )

    later, earlier = edition(said, "rules"), edition(mine, "former")
    rule = passage("Books are lent.", document="former", title=Sealed("Library rules"), uri="former.md", start=900)
    assert list(notices_in(later, rule, heads=[earlier]))
    assert not list(notices_in(later, rule))
    assert not list(notices_in(earlier, later))
    assert not list(
        notices_in(edition(said.replace("6", "4").replace("E", "C"), "rules"), replace(later, document="x"))
    )
    assert not list(notices_in(replace(later, title=Sealed("Rules of the pool")), rule, heads=[earlier]))


def test_an_edition_is_told_by_title_and_file_too() -> None:
    later = passage("Version 7. Replaces version 6.", document="new", title=Sealed("Library rules"), uri="rules.md")
    for title, uri in (("Library rules, version 6", "a.md"), ("Library rules", "library-rules-version-6.md")):
        own = passage("Books are lent.", document="old", title=Sealed(title), uri=uri)
        assert list(notices_in(later, own))
        assert not list(notices_in(passage("Version 7. Replaces version 5.", document="new", title=later.title), own))


def test_what_isnt_in_force_and_a_document_itself_replace_nothing() -> None:
    says = "These rules replace the Travel policy 2019."
    assert not list(notices_in(new(says, qualifier="Status: Rejected"), old()))
    assert not list(notices_in(old(), old()))


def test_a_notice_counts_from_its_day_on() -> None:
    says = new("These rules replace the Travel policy 2019 as of 1 March 2024.")
    assert not list(notices_in(says, old(), as_of="2024-02-29"))
    assert list(notices_in(says, old(), as_of="2024-03-01"))


def test_who_asks_for_the_replaced_document_gets_it() -> None:
    says = new("These rules replace the Travel policy 2019.")
    assert noticed("How much is paid for meals?", old(), [says])
    assert not noticed("What did the Travel policy 2019 pay for meals?", old(), [says])
    assert noticed("What does the travel policy pay for meals?", old(), [says])
    assert not noticed("What was formerly paid for meals, before it was replaced?", old(), [says])


@given(st.text(max_size=300), st.text(max_size=60))
def test_spans_lie_in_any_text(text: str, title: str) -> None:
    own = old(title or "x", f"{title}.md")
    for start, end in notices_in(new(f"{text} replaces {title}", title=title or "x"), own, heads=[own, new(text)]):
        assert 0 <= start < end <= len(text) + len(title) + 10


@pytest.mark.parametrize(
    ("title", "newer"),
    [
        ("Travel policy 2024", True),
        ("Travel policy, edition of 2024", False),
        ("Travel policy 2018", False),
        ("Travel policy", False),
        ("Canteen policy 2024", False),
        ("Travel policy 2999", False),
    ],
)
def test_the_same_work_of_a_later_year_is_newer(title: str, newer: bool) -> None:
    assert has_newer(old(), [new("Meals are paid.", title=title)], as_of="2026-11-28") is newer
    assert not has_newer(old(), [old(title)], as_of="2026-11-28")
