"""Evidence with all words of a claim that tells something else by its place, however sure a scorer is (H1, C3)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aver.stages.verifying.misreading import misread
from aver.stages.verifying.subjects import said_of_another
from aver.values.chunks import ChunkKind
from aver.values.evidence import Freshness
from aver.values.verification import GivenSource
from tests.stages.evidence import passage
from tests.verifying.given import YES, Scripted, verified

TABLE = """| Group | Private customers | Business customers | Lent |
|---|---|---|---|
| Laptops | 24 months | 12 months | yes |
| Monitors | 36 months | 48 months | no |
| Keyboards | 36 months | – | only in June |
"""
ORCHARD = """# Orchard

The farm at Ely was opened in 2008 and is to be closed in 2026. Repairs cost 150 euros a case, at most 600 euros a year.

The Alma weighs 3 kg. The Berta is sturdier. It weighs 10 kg and costs 90 euros.

Orchard Tools makes ladders. Its competitor Zeta Works was founded by Jane Roe in 1961.

The Holm was built in 1998 and refitted in 2016. Her sister ship, the Tern, was sold to Norway in 2011.

Anna Holt chaired the board. She was succeeded by Per Lind.

The archive was moved to the old customs house; the library stayed where it was.

The ship MV Corran was built in Gdansk and carries 88 cars.

The Argo 5 has 42 hours, the Argo 5 Pro 50 hours.

A class enters free on Tuesdays. On other days a class pays 30 euros.

Full-time pickers have 28 days of leave. Part-time pickers have leave in proportion.

## 3.2 (unreleased)

The pump will support 400 volts.
"""


def released(claim: str, text: str) -> bool:
    source = GivenSource(id="notes.md", text=text, markdown=True)
    return verified(claim, scorer=Scripted(otherwise=YES), sources=(source,)).claims[0].released


PLANS = """| | Small | | Large | |
|---|---|---|---|---|
| | monthly | yearly | monthly | yearly |
| Storage | 100 GB | 120 GB | 400 GB | 800 GB |
| Support lines | 1 | 1 | 2 | 2 |
"""


@pytest.mark.parametrize(
    ("claim", "holds"),
    [
        ("The Small plan has 100 GB of storage monthly.", True),
        ("The Large plan has a storage of 800 GB yearly.", True),
        ("The Small plan has 800 GB of storage yearly.", False),
        ("The Large plan has 120 GB of storage yearly.", False),
        ("The Small plan has 400 GB of storage.", False),
        ("Billed monthly the storage is 120 GB.", False),
        ("The Small plan has two support lines.", False),
        ("The Large plan has two support lines.", True),
    ],
)
def test_a_value_of_another_column_under_the_same_name_is_misread(claim: str, holds: bool) -> None:
    assert released(claim, PLANS) is holds


@pytest.mark.parametrize(
    ("claim", "holds"),
    [
        ("Private customers have 24 months on laptops.", True),
        ("Business customers have 24 months on laptops.", False),
        ("Laptops are lent.", True),
        ("Monitors are lent.", False),
        ("Monitors are not lent.", True),
        ("Keyboards are lent.", False),
        ("Keyboards are lent only in June.", True),
        ("Business customers have 36 months on keyboards.", False),
        ("Monitors have 48 months for business customers.", True),
        ("Monitors have 24 months for private customers.", False),
    ],
)
def test_a_claim_that_names_a_column_tells_its_value(claim: str, holds: bool) -> None:
    assert released(claim, TABLE) is holds


@pytest.mark.parametrize(
    ("claim", "holds"), [("A single visit costs adults 5.00.", True), ("Ten visits cost 5.00.", False)]
)
def test_a_column_that_is_named_as_a_whole_is_the_one_that_is_meant(claim: str, holds: bool) -> None:
    assert released(claim, "| Visitor | Single | Ten visits |\n|---|---|---|\n| Adults | 5.00 | 45.00 |\n") is holds


@pytest.mark.parametrize(
    ("claim", "holds"),
    [
        ("Birch Road is on the North line.", True),
        ("Cedar Road is on the North line.", False),
        ("Birch Road and Alder Road are on the North line.", True),
    ],
)
def test_a_row_that_the_claim_names_carries_it(claim: str, holds: bool) -> None:
    text = "| Stop | Line |\n|---|---|\n| Birch Road | North |\n| Cedar Road | South |\n| Alder Road | North |\n"
    assert released(claim, text) is holds


@pytest.mark.parametrize(
    ("claim", "holds"),
    [
        ("The farm at Ely was opened in 2008.", True),
        ("The farm at Ely was closed in 2008.", False),
        ("Repairs cost at most 600 euros a year.", True),
        ("Repairs cost 600 euros a case.", False),
        ("The Berta costs 90 euros.", True),
        ("The Alma weighs 10 kg and costs 90 euros.", False),
        ("The Holm was refitted in 2016.", True),
        ("The Holm was built in 2016.", False),
        ("The Tern was sold to Norway in 2011.", True),
        ("The Holm was sold to Norway in 2011.", False),
        ("Per Lind succeeded Anna Holt.", True),
        ("Anna Holt succeeded Per Lind.", False),
        ("The archive was moved to the old customs house.", True),
        ("On other days a class pays 30 euros.", True),
        ("A class pays 30 euros on Tuesdays.", False),
        ("The MV Corran was built in Gdansk.", True),
        ("The MV Lorne was built in Gdansk.", False),
        ("The Argo 5 has 42 hours.", True),
        ("The Argo 5 has 50 hours.", False),
        ("The Argo 5 Pro has 50 hours.", True),
        ("The Argo 5 Pro has 42 hours.", False),
        ("Zeta Works was founded by Jane Roe in 1961.", True),
        ("Orchard Tools was founded by Jane Roe in 1961.", False),
        ("Full-time pickers have 28 days of leave.", True),
        ("Part-time pickers have 28 days of leave.", False),
        ("The pump will support 400 volts.", True),
        ("The pump supports 400 volts.", False),
    ],
)
def test_words_that_stand_elsewhere_carry_no_claim(claim: str, holds: bool) -> None:
    assert released(claim, ORCHARD) is holds


RULES = """Entries are kept for five years, those for glassware used in testing for ten years.

The costs are borne by the claimant to 60 % and by the defendant to 40 %.

In 2019 sales rose by 5 %, in 2020 by 7 %.

With 40 employees, the firm had sales of 9 million euros.

A visit costs 5 euros for adults, for children 3 euros.
"""


@pytest.mark.parametrize(
    ("claim", "holds"),
    [
        ("Entries are kept for five years.", True),
        ("Entries for testing are kept for five years.", False),
        ("The costs are borne by the claimant to 60 %.", True),
        ("The costs are borne by the defendant to 40 %.", True),
        ("The costs are borne by the defendant to 60 %.", False),
        ("The costs are borne by the claimant to 40 %.", False),
        ("Sales rose by 7 % in 2020.", True),
        ("The firm had 40 employees.", True),
        ("A visit costs 3 euros for children.", True),
        ("A visit costs 5 euros for children.", False),
        ("A visit costs 3 euros for adults.", False),
        ("Sales rose by 5 % in 2019.", True),
    ],
)
def test_a_figure_of_one_part_of_a_sentence_is_not_that_of_the_other(claim: str, holds: bool) -> None:
    assert released(claim, RULES) is holds


@pytest.mark.parametrize(
    ("claim", "text", "holds"),
    [
        ("Guide dogs are welcome.", "Guide dogs are welcome here.", True),
        ("Dogs are welcome.", "Guide dogs are welcome here.", False),
        ("Fruit such as apples is allowed.", "Fruit is allowed; for example, apples.", True),
        ("Visitors are asked to register.", "All visitors are asked to register.", True),
        ("Drivers of lorries get a meal.", "Drivers of lorries get one meal free.", True),
        ("Drivers get a meal.", "Drivers of lorries get one meal free.", False),
        ("Swarms are reported to Mr Boyle.", "Swarms are reported to Mrs Adair; in her absence to Mr Boyle.", False),
        ("In her absence swarms are reported to Mr Boyle.", "To Mrs Adair; in her absence to Mr Boyle.", True),
    ],
)
def test_what_is_told_of_a_kind_carries_no_claim_about_all(claim: str, text: str, holds: bool) -> None:
    assert released(claim, text) is holds


@pytest.mark.parametrize(
    ("other", "speaks"),
    [
        ("Bids are due on 7 April 2026, 12:00 noon.", True),
        ("Bids are due on 30 March 2026, as told.", False),
        ("Bids are due at the office.", False),
        ("Bids for the second lot are opened on 7 April 2026.", False),
    ],
)
def test_another_document_that_gives_another_date_for_all_its_words_speaks_against_a_claim(
    other: str, speaks: bool
) -> None:
    """E5. Nothing is withheld for it, but it is shown and doubted."""
    sources = (
        GivenSource(id="tender.txt", text="Bids are due on 30 March 2026."),
        GivenSource(id="addendum.txt", text=other),
    )
    found = verified("Bids are due on 30 March 2026.", scorer=Scripted(otherwise=YES), sources=sources).claims[0]
    assert [one.quote.text for one in found.against] == ([other] if speaks else [])


@pytest.mark.parametrize(
    ("claim", "holds"),
    [
        ("Members may borrow 8 books.", False),
        ("Members may borrow up to 8 books.", False),
        ("Members formerly could borrow 8 books.", True),
        ("Members may no longer borrow 8 books.", False),
    ],
)
def test_what_was_replaced_carries_only_a_claim_that_says_so(claim: str, holds: bool) -> None:
    source = GivenSource(
        id="old.md", text="Members may borrow 8 books.", title="Rules of 2023", freshness=Freshness.SUPERSEDED
    )
    assert verified(claim, scorer=Scripted(otherwise=YES), sources=(source,)).claims[0].released is holds


@pytest.mark.parametrize(
    ("text", "open_"),
    [
        ("Can I bring my dog? This is still being discussed.", True),
        ("**Q: Can I bring my dog?**\nA: The board will decide.", True),
        ("**Q: Can I bring my dog?**\nA: Only on a lead.", False),
        ("Can I bring my dog? Yes, to all rooms.", False),
        ("When can I bring my dog? On Mondays.", False),
    ],
)
def test_a_question_that_nobody_answers_is_no_statement(text: str, open_: bool) -> None:
    one = passage(text, start=100)
    end = text.index("?") + (3 if "**" in text else 1)
    assert bool(misread("I can bring my dog.", [(one, 100, 100 + end)])) is open_


@pytest.mark.parametrize(
    ("claim", "sentence", "another"),
    [
        ("Anna Roe was elected to the board.", "Ben Falk was elected to the board.", True),
        ("Anna Roe was elected to the board.", "In May, Roe was elected to the board.", False),
        ("Anna Roe was elected to the board.", "The treasurer was elected to the board.", False),
        ("Employees may work from home.", "Staff may work from home.", False),
        ("Die Alma kostet im Jahr 90 Euro.", "Die Berta kostet im Jahr 90 Euro.", False),
        ("Anna Roe leads.", "Ben Falk leads.", False),
        ("The library was moved downtown.", "The archive was moved downtown; the library stayed.", True),
        ("The shop is run by a tenant.", "The shop earned much, and the café is run by a tenant.", True),
        ("The library was moved downtown.", "The library, founded in 1990, was moved downtown.", False),
        ("The library was moved downtown.", "The library, the oldest in town, was moved downtown.", False),
        ("The company was moved downtown.", "The archive was moved downtown.", False),
    ],
)
def test_names_are_told_apart_and_two_things_that_a_sentence_speaks_of(
    claim: str, sentence: str, another: bool
) -> None:
    assert said_of_another(claim, sentence, 0, len(sentence)) is another


def test_headers_alone_carry_no_claim() -> None:
    text = "| Stop | Step-free |\n| Ash | yes |"
    cells = [(0, 0, 2, 6, True), (0, 1, 9, 18, True), (1, 0, 23, 26, False), (1, 1, 29, 32, False)]
    at = tuple((row, column, 100 + start, 100 + end, head) for row, column, start, end, head in cells)
    one = passage(text, kind=ChunkKind.TABLE, table_cells=at)
    assert misread("Elm is step-free.", [(one, 100, 120)])
    assert not misread("Ash is step-free.", [(one, 100, 120), (one, 121, 134)])


@given(st.text(max_size=80), st.text(min_size=1, max_size=120), st.data())
def test_any_text_has_an_answer(claim: str, text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text) - 1))
    end = data.draw(st.integers(start + 1, len(text)))
    one = passage(text, start=100)
    assert isinstance(misread(claim, [(one, 100 + start, 100 + end)]), str)
