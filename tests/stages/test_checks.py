from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aver.stages.checks import CHECKS, DETERMINISTIC, Profile, Question, run_checks
from aver.values.answers import Citation, Claim, ClaimKind, Verdict
from aver.values.chunks import ChunkKind
from aver.values.evidence import EvidencePacket, Freshness
from aver.values.sealed import Sealed
from aver.values.stance import ArgumentativeRole, DocumentStance
from tests.stages.evidence import TEXT, citation, claim, packet, passage, passages, quoting
from tests.stages.test_standing import stance

PASS, DOUBT, FAIL, NOT_RUN = Verdict.PASS, Verdict.DOUBT, Verdict.FAIL, Verdict.NOT_RUN


def verdict(check: str, of: Claim, *packets: EvidencePacket, confirmed: frozenset[str] | None = None) -> Verdict:
    known = frozenset(p.passage.chunk for p in packets) if confirmed is None else confirmed
    found = run_checks([of], packets, confirmed=known, required=DETERMINISTIC)
    return next(f.verdict for f in found if f.check == check)


def altered(of: Citation, **changes: Any) -> Claim:
    return claim(of.quote.text, replace(of, **changes), kind=ClaimKind.QUOTE)


def test_an_honest_quote_passes_every_check() -> None:
    shown = packet()
    found = run_checks(
        [quoting(shown, TEXT)],
        [shown],
        confirmed=frozenset({"chk_1"}),
        required=DETERMINISTIC,
        stances={0: stance(DocumentStance.SUPPORTS, ArgumentativeRole.AUTHOR_POSITION)},
    )
    assert {f.check: f.verdict for f in found} == dict.fromkeys(CHECKS, PASS)


@given(passages(), st.data())
def test_every_slice_of_any_passage_quoted_verbatim_is_never_failed(drawn: Any, data: st.DataObject) -> None:
    shown, text = packet(drawn), drawn.text.text
    first = data.draw(st.integers(0, len(text) - 1))
    last = data.draw(st.integers(first + 1, len(text)))
    cited = replace(
        citation(shown, text),
        start=drawn.start + first,
        end=drawn.start + last,
        quote=Sealed(text[first:last], "doc_1"),
    )
    said = claim(text[first:last], cited, kind=ClaimKind.QUOTE)
    found = run_checks([said], [shown], confirmed=frozenset({"chk_1"}), required=DETERMINISTIC)
    structural = {f.verdict for f in found if f.check in ("ids_resolve", "spans_lie_in_passage", "quotes_are_verbatim")}
    assert structural == {PASS}


def test_each_claim_gets_exactly_one_finding_from_each_check_and_an_unknown_check_is_not_run() -> None:
    shown = packet()
    wanted = Profile(name="more", required=frozenset({"ids_resolve", "nobody_wrote_this"}))
    claims = [quoting(shown, TEXT, number=0), quoting(shown, TEXT, number=7)]
    found = run_checks(claims, [shown], confirmed=frozenset(), required=wanted)
    pairs = [(f.claim, f.check) for f in found]
    assert len(pairs) == len(set(pairs)) == 2 * (len(CHECKS) + 1)
    assert [f.verdict for f in found if f.check == "nobody_wrote_this"] == [NOT_RUN, NOT_RUN]


@pytest.mark.parametrize("field", ["packet", "document", "version", "chunk", "uri"])
def test_an_id_that_names_something_else_fails_and_what_depends_on_it_is_not_run(field: str) -> None:
    shown = packet()
    forged = altered(citation(shown, TEXT), **{field: "other"})
    assert verdict("ids_resolve", forged, shown) is FAIL
    for check in ("spans_lie_in_passage", "quotes_are_verbatim", "not_superseded", "exceptions_kept"):
        assert verdict(check, forged, shown) is NOT_RUN
    assert verdict("numbers_stand_in_evidence", forged, shown) is NOT_RUN


def test_a_claim_that_cites_nothing_fails_unless_it_was_computed() -> None:
    assert verdict("ids_resolve", claim("Refunds take 14 days.")) is FAIL
    assert verdict("still_eligible", claim("Refunds take 14 days.")) is NOT_RUN
    computed = claim("The total is 28 days.", kind=ClaimKind.COMPUTED)
    assert verdict("ids_resolve", computed) is DOUBT
    assert verdict("numbers_stand_in_evidence", computed) is DOUBT


@given(st.integers(0, len(TEXT) - 1))
def test_quote_altered_by_one_character_fails(place: int) -> None:
    shown = packet()
    wrong = TEXT[:place] + ("x" if TEXT[place] != "x" else "y") + TEXT[place + 1 :]
    assert verdict("quotes_are_verbatim", altered(citation(shown, TEXT), quote=Sealed(wrong)), shown) is FAIL


def test_quote_moved_by_one_character_fails() -> None:
    shown = packet()
    true = citation(shown, "Refunds take 14 days.")
    moved = altered(true, start=true.start + 1, end=true.end + 1)
    assert verdict("quotes_are_verbatim", moved, shown) is FAIL


@pytest.mark.parametrize(("start", "end"), [(99, 110), (100, 100), (110, 105), (100, 101 + len(TEXT)), (-5, 10)])
def test_a_span_that_is_empty_or_leaves_its_passage_fails(start: int, end: int) -> None:
    shown = packet()
    outside = altered(citation(shown, TEXT), start=start, end=end)
    assert verdict("spans_lie_in_passage", outside, shown) is FAIL
    assert verdict("quotes_are_verbatim", outside, shown) is NOT_RUN


def test_a_quoting_claim_that_says_something_else_than_its_quote_fails() -> None:
    shown = packet()
    welded = claim("Refunds take 41 days.", citation(shown, "Refunds take 14 days."), kind=ClaimKind.QUOTE)
    assert verdict("quotes_are_verbatim", welded, shown) is FAIL


def test_erased_text_cannot_be_checked() -> None:
    shown = packet()
    gone = replace(shown, passage=replace(shown.passage, text=Sealed("", "doc_1", erased="rcp_1")))
    assert verdict("quotes_are_verbatim", quoting(shown, TEXT), gone) is NOT_RUN


def test_a_chunk_that_the_store_did_not_confirm_fails() -> None:
    shown = packet()
    assert verdict("still_eligible", quoting(shown, TEXT), shown, confirmed=frozenset({"chk_2"})) is FAIL


@pytest.mark.parametrize(
    ("said", "check", "expected"),
    [
        ("Refunds take 14 days.", "numbers_stand_in_evidence", PASS),
        ("Refunds take 14 weeks.", "numbers_stand_in_evidence", FAIL),
        ("Refunds take 15 days.", "numbers_stand_in_evidence", FAIL),
        ("Refunds take 14 days as of 3 May 2024.", "dates_stand_in_evidence", FAIL),
        ("Under the Refund Policy it takes 14 days.", "names_stand_in_evidence", PASS),
        ("At ACME it takes 14 days.", "names_stand_in_evidence", FAIL),
        ("Returns take 14 days.", "names_stand_in_evidence", DOUBT),
        ("It calls take_refund() after 14 days.", "names_stand_in_evidence", FAIL),
    ],
)
def test_values_and_names_must_stand_in_what_is_cited(said: str, check: str, expected: Verdict) -> None:
    shown = packet()
    assert verdict(check, claim(said, citation(shown, "Refunds take 14 days.")), shown) is expected


@pytest.mark.parametrize(
    ("said", "source", "expected"),
    [
        ("The loan may be extended twice.", "The loan may be extended once by a month.", FAIL),
        ("The loan may be extended three times.", "The loan may be extended twice.", FAIL),
        ("The loan may be extended two times.", "The loan may be extended twice.", DOUBT),
        ("The loan may be extended once.", "The loan may be extended once, by a month.", PASS),
        ("The loan may be extended at least once.", "The loan may be extended twice.", PASS),
        ("The loan may be extended twice.", "Once it is paid the loan may be extended again.", PASS),
        ("Der Ausleih wird zweimal verlängert.", "Der Ausleih wird einmal verlängert.", FAIL),
        ("Der Ausleih wird zweimal verlängert.", "Der Ausleih wird 2 Mal verlängert.", PASS),
    ],
)
def test_how_many_times_stands_in_what_is_cited(said: str, source: str, expected: Verdict) -> None:
    shown = packet(passage(source))
    assert verdict("numbers_stand_in_evidence", claim(said, citation(shown, source)), shown) is expected


def test_a_number_of_the_same_passage_outside_the_quote_does_not_count() -> None:
    shown = packet(passage("Refunds take 14 days. Exchanges take 30 days."))
    laundered = claim("Refunds take 30 days.", citation(shown, "Refunds take 14 days."))
    assert verdict("numbers_stand_in_evidence", laundered, shown) is FAIL


@pytest.mark.parametrize(
    ("stored", "expected"), [("10,000", PASS), ("\u202e000,01\u202c", FAIL), ("10,000\u202e", PASS)]
)
def test_a_figure_that_the_source_shows_turned_round_does_not_count(stored: str, expected: Verdict) -> None:
    text = f"The fee is {stored} euros."
    shown = packet(passage(text))
    assert verdict("numbers_stand_in_evidence", claim(text, citation(shown, text)), shown) is expected


def test_a_number_that_belongs_to_a_name_may_stand_in_the_title_and_no_other_may() -> None:
    shown = packet(passage("The servers are dedicated.", title=Sealed("Fallout 76", "doc_1")))
    cited = citation(shown, "The servers are dedicated.")
    check = "numbers_stand_in_evidence"
    assert verdict(check, claim("The servers of Fallout 76 are dedicated.", cited), shown) is PASS
    assert verdict(check, claim("The servers of Fallout 7 are dedicated.", cited), shown) is FAIL
    assert verdict(check, claim("All 76 servers are dedicated.", cited), shown) is FAIL


def test_a_table_value_may_take_its_row_and_header_but_not_another_row() -> None:
    text = "| Drug | Dose (mg) |\n| Aspirin | 500 |\n| Ibuprofen | 400 |"
    held = [(0, 1, "Dose (mg)"), (1, 0, "Aspirin"), (1, 1, "500"), (2, 0, "Ibuprofen"), (2, 1, "400")]
    cells = tuple((row, at, text.index(one), text.index(one) + len(one), not row) for row, at, one in held)
    table = packet(passage(text, start=0, kind=ChunkKind.TABLE, table_number=1, table_cells=cells))
    cited = citation(table, "500")
    assert verdict("numbers_stand_in_evidence", claim("Aspirin: 500 mg", cited), table) is PASS
    assert verdict("names_stand_in_evidence", claim("The dose of Aspirin is 500 mg", cited), table) is PASS
    assert verdict("numbers_stand_in_evidence", claim("Aspirin: 400 mg", cited), table) is FAIL


@pytest.mark.parametrize(
    ("said", "evidence", "expected"),
    [
        ("She met Angela Merkel.", "Angela Merkel spoke.", PASS),
        ("She met Angela Merkel.", "Angela Davis met Horst Merkel.", DOUBT),
        ("She met Angela Merkel.", "Angela Davis spoke.", FAIL),
        ("She read Merkel’s book.", "Merkel wrote a book.", PASS),
        ("Although Ondara spoke, Ned did not.", "Ondara spoke before Ned.", PASS),
        ("Neither Alma nor Ned spoke.", "Ned sat with Alma.", PASS),
        ("Although Ondine spoke, it was noted.", "Ondara spoke.", FAIL),
        ("The WHO agreed.", "The UN agreed.", FAIL),
        ("It is `max_rows`.", "max_rows is a switch", PASS),
        ("It is `max_rows`.", "max_row is a switch", FAIL),
        ("Use SHA-256 here.", "Use SHA-512 here.", FAIL),
        ("Run it with --no-cache.", "The option --no-cache-dir exists.", FAIL),
        ("Die Firma zahlt das Gehalt.", "Die Firma zahlt und das Gehalt steigt.", PASS),
        ("Die Firma zahlt das Gehalt und die Miete.", "Die Firma zahlt das Gehalt.", DOUBT),
    ],
)
def test_names_stand_as_they_are_written(said: str, evidence: str, expected: Verdict) -> None:
    shown = packet(passage(evidence, title=Sealed(""), section_path=Sealed("")))
    assert verdict("names_stand_in_evidence", claim(said, citation(shown, evidence)), shown) is expected


@pytest.mark.parametrize("freshness", [Freshness.SUPERSEDED, Freshness.ARCHIVED])
def test_a_replaced_text_raises_doubt_unless_the_claim_says_so(freshness: Freshness) -> None:
    shown = packet(passage(freshness=freshness))
    cited = citation(shown, "Refunds take 14 days.")
    assert verdict("not_superseded", claim("Refunds take 14 days.", cited), shown) is DOUBT
    assert verdict("not_superseded", claim("The former rule gave 14 days.", cited), shown) is PASS


@pytest.mark.parametrize(
    ("text", "quote"),
    [
        (TEXT, "Refunds take 14 days."),
        ("Refunds take 14 days, unless the item is used. More.", "Refunds take 14 days"),
        ("Der Urlaub beträgt 30 Tage. Dies gilt nicht für Aushilfen.", "Der Urlaub beträgt 30 Tage."),
        ("| Speed | 40 MB/s* |\n* measured in the lab", "| Speed | 40 MB/s* |"),
    ],
)
def test_an_exception_or_footnote_left_out_raises_doubt_and_included_passes(text: str, quote: str) -> None:
    shown = packet(passage(text))
    assert verdict("exceptions_kept", quoting(shown, quote), shown) is DOUBT
    assert verdict("exceptions_kept", quoting(shown, text), shown) is PASS
    rest = text[len(quote) :].strip()
    both = claim("Both.", citation(shown, quote), citation(shown, rest))
    assert verdict("exceptions_kept", both, shown) is PASS


@pytest.mark.parametrize(
    ("rule", "after"),
    [
        ("The contract ends on 31 December 2026.", "[Extended by letter of 2 May 2026 to 31 December 2028.]"),
        ("The penalty is 0.5% a day.", "Until the end of 2026 no penalty is charged."),
        ("The allowance is £90 a month.", "The scheme is suspended for 2027."),
        ("Scooters park free of charge.", "This section ceases to apply on 30 June 2026."),
        ("The fridge uses 120 kWh a year.", "We measured 168 kWh."),
        ("The first run gave 61,000 a second.", "The sender was empty; the figure is wrong and should not be quoted."),
        ("The battery lasts up to 12 hours.", "On the K20 Plus the figures are 18 hours and 11 hours."),
        ("Die Gebühr beträgt 5 Euro.", "Sie wird bis Mai ausgesetzt."),
    ],
)
def test_what_changes_or_ends_a_thing_is_shown_with_it(rule: str, after: str) -> None:
    shown, alone = packet(passage(f"{rule} {after}")), packet(passage(f"{rule} Bring a pen."))
    assert verdict("exceptions_kept", quoting(shown, rule), shown) is DOUBT
    assert verdict("exceptions_kept", quoting(alone, rule), alone) is PASS


@pytest.mark.parametrize(
    ("rule", "after", "expected"),
    [
        ("The form must be **signed**.", "", PASS),
        ("**Is it signed?**\nYes.", "**Is it stamped?**\nNo.", PASS),
        ("It is *always* signed.", "* Bring a pen.", PASS),
        ("It is *always* signed.*", "* By both.", DOUBT),
        ("Signed in 2023* and 2024*.", "* By both.", DOUBT),
    ],
)
def test_emphasis_is_no_mark_of_a_note(rule: str, after: str, expected: Verdict) -> None:
    shown = packet(passage(f"{rule}\n\n{after}"))
    assert verdict("exceptions_kept", quoting(shown, rule), shown) is expected


@pytest.mark.parametrize("mark", ["[^1]", "*", "†"])
def test_a_mark_asks_for_its_note_wherever_that_stands(mark: str) -> None:
    rule = f"It is paid for five years.{mark}"
    here, elsewhere = packet(passage(f"{rule}\n{mark} Two years over 60.")), packet(passage(rule))
    assert verdict("exceptions_kept", quoting(here, rule), here) is DOUBT
    assert verdict("exceptions_kept", quoting(elsewhere, rule), elsewhere) is DOUBT


@pytest.mark.parametrize(
    ("after", "expected"),
    [
        ("It was not.", DOUBT),
        ("That proved wrong.", DOUBT),
        ("Dazu kam es nicht.", DOUBT),
        ("It was not sold in the year before.", PASS),
        ("It was a good year.", PASS),
    ],
)
def test_a_sentence_that_the_next_one_takes_back_is_not_quoted_alone(after: str, expected: Verdict) -> None:
    rule = "The Garden division will be sold in 2025."
    shown = packet(passage(f"{rule} {after}"))
    assert verdict("exceptions_kept", quoting(shown, rule), shown) is expected


@pytest.mark.parametrize(
    ("after", "expected"),
    [
        ("Many asked about it. On 18 April the Minister said that it will not be taken forward.", DOUBT),
        ("Many asked about it. The board rejected it.", DOUBT),
        ("Many asked about it. The chair thanked everybody.", PASS),
        ("Many asked about it.\n\nThe other claim was rejected.", PASS),
    ],
)
def test_what_became_of_a_proposal_is_shown_with_it(after: str, expected: Verdict) -> None:
    rule = "In January the Department proposed a fee of £55."
    shown = packet(passage(f"{rule} {after}"))
    assert verdict("exceptions_kept", quoting(shown, rule), shown) is expected


@pytest.mark.parametrize(
    ("rule", "between", "exception", "expected"),
    [
        (
            "Unused leave may be carried over.",
            "It is counted in hours.",
            "Drivers with unused leave are exempt.",
            DOUBT,
        ),
        ("Unused leave may be carried over.", "It is counted in hours.", "Plants are exempt from inspection.", PASS),
        (
            "Der Beitrag der Mitglieder ist fällig.",
            "Er ist zu zahlen.",
            "Alte Mitglieder sind vom Beitrag befreit.",
            DOUBT,
        ),
    ],
)
def test_who_is_excepted_by_name_is_found_wherever_it_stands(
    rule: str, between: str, exception: str, expected: Verdict
) -> None:
    shown = packet(passage(f"{rule} {between} {exception}"))
    assert verdict("exceptions_kept", quoting(shown, rule), shown) is expected
    with_it = claim("Both.", citation(shown, rule), citation(shown, exception))
    assert verdict("exceptions_kept", with_it, shown) is PASS


def test_an_exception_two_sentences_on_belongs_to_another_rule() -> None:
    shown = packet(passage("Refunds take 14 days. Exchanges are free. This does not apply to gift cards."))
    assert verdict("exceptions_kept", quoting(shown, "Refunds take 14 days."), shown) is PASS


def test_a_qualifier_that_stands_elsewhere_must_be_said() -> None:
    shown = packet(passage("Refunds take 14 days.", qualifier=Sealed("Not in Austria.", "doc_1")))
    alone = quoting(shown, "Refunds take 14 days.")
    assert verdict("exceptions_kept", alone, shown) is DOUBT
    with_it = claim("Refunds take 14 days. Not in Austria.", alone.citations[0])
    assert verdict("exceptions_kept", with_it, shown) is PASS


def test_no_finding_repeats_words_of_a_document() -> None:
    shown = packet(passage("Zanzibar pays 98765 doubloons to Quetzal, except on Sunday."))
    said = claim("Yokohama pays 12345 days on 3 May 1999 to Xylophon.", citation(shown, "Zanzibar pays 98765"))
    reasons = " ".join(f.reason for f in run_checks([said], [shown], confirmed=frozenset(), required=DETERMINISTIC))
    assert not any(word in reasons for word in ("Zanzibar", "98765", "12345", "1999", "Yokohama", "Xylophon"))


ASKED = "asked_values_stand_in_evidence"


def asked_verdict(question: str, text: str, **changes: Any) -> Verdict:
    shown = packet(passage(text, **changes))
    found = run_checks(
        [quoting(shown, text)],
        [shown],
        confirmed=frozenset({"chk_1"}),
        required=DETERMINISTIC,
        asked=Question(parts={0: question}),
    )
    return next(one.verdict for one in found if one.check == ASKED)


@pytest.mark.parametrize(
    ("question", "text", "expected"),
    [
        ("How much was paid in 2019?", "In 2018 the state paid 40 million.", FAIL),
        ("How much was paid in 2018?", "In 2018 the state paid 40 million.", PASS),
        ("What does size 12 weigh?", "The flange of size 14 weighs 3 kg.", FAIL),
        ("What is the range at 24 V?", "At 24 V the range is 4 m.", PASS),
        ("What does size 8 weigh?", "In 2018 it weighed 3 kg.", FAIL),
        ("What does size 8 weigh?", "It weighs 8.5 kg.", FAIL),
        ("How far does it reach at 2 m/s?", "It reaches 80 m.", FAIL),
        ("Wie hoch war der Umsatz 2021?", "Der Umsatz betrug 2020 vier Millionen.", FAIL),
        ("Which of the two is faster?", "The second is faster.", PASS),
        ("Does a reply take 48 hours?", "A reply takes 2 days.", PASS),
        ("How long do refunds take?", "Refunds take 14 days.", PASS),
    ],
)
def test_a_figure_of_the_question_has_to_stand_in_its_evidence(question: str, text: str, expected: Verdict) -> None:
    assert asked_verdict(question, text) is expected


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("What does the LX-10 weigh?", PASS),
        ("What did the LX-10 weigh in 2025?", PASS),
        ("What weighs the LX-9?", FAIL),
    ],
)
def test_the_cells_of_a_row_are_read_one_by_one_for_a_figure(question: str, expected: Verdict) -> None:
    row, cells, start = "LX-10,2025,14.2,150", [], 0
    for column, cell in enumerate(row.split(",")):
        cells.append((0, column, start, start + len(cell), False))
        start += len(cell) + 1
    assert asked_verdict(question, row, kind=ChunkKind.TABLE, start=0, table_cells=tuple(cells)) is expected


@pytest.mark.parametrize(
    ("question", "text", "expected"),
    [
        ("How large is a file in the Free plan?", "A file may have 50 MB in the Team plan.", FAIL),
        ("How large is a file in the Team plan?", "A file may have 50 MB in the Team plan.", PASS),
        ("How large is a file in the Free plan?", "In the Free plan it has 10 MB, in the Team plan 50 MB.", PASS),
        ("What is the rent in house C?", "The rent in house B is 900 euros.", FAIL),
        ("Wie hoch ist die Miete in Haus C?", "Die Miete in Haus B ist 900 Euro.", FAIL),
        ("Wie hoch ist die Miete in Haus C?", "Die Miete in Haus C ist 900 Euro.", PASS),
        ("How loud is it at the lowest level?", "At the highest level it makes 58 dB.", FAIL),
        ("How loud is it at the lowest level?", "It makes 24 dB at the lowest and 58 dB at the highest level.", PASS),
        ("Wie laut ist es auf der niedrigsten Stufe?", "Auf der höchsten Stufe sind es 58 dB.", FAIL),
        ("Is smoking allowed?", "Smoking is forbidden.", PASS),
        ("Who bought the mill?", "Ada Lind sold the mill to the town of Rask in 1902.", PASS),
        ("How old is the tower?", "The new tower is 12 years old.", PASS),
        ("How old is the tower?", "The new tower was built 12 years ago.", PASS),
        ("How many days do part-time workers get?", "Full-time workers get 28 days.", FAIL),
        ("How many days do part-time workers get?", "Part-time workers get 14 days, full-time ones 28.", PASS),
        ("How long in advance must it be requested?", "It can be requested after five years.", FAIL),
        ("How long in advance must it be requested?", "It must be requested eight weeks before it begins.", PASS),
        ("Wie viele Tage im Voraus ist es zu melden?", "Es ist nach drei Tagen zu melden.", FAIL),
        ("How much will the pump cost?", "He proposed to replace it by a pump for 900 euros.", FAIL),
        ("What did he propose?", "He proposed to replace it by a pump for 900 euros.", PASS),
        ("How much will the pump cost?", "This paper proposes to replace it by a pump for 900 euros.", PASS),
        (
            "What is the maximum size of a file?",
            "This is the size that it accepts, such as pictures.",
            FAIL,
        ),
        ("What is the maximum size of a file?", "The size of a file is unlimited.", PASS),
        ("What is the maximum size of a file?", "The size of a file may be two megabytes.", PASS),
        ("Wie groß ist eine Datei?", "Die Größe der Datei wird geprüft.", FAIL),
        ("How long may a visitor stay?", "A visitor may stay for an hour.", PASS),
        ("How long may a visitor stay?", "A visitor may stay in a room of the hostel.", FAIL),
        ("How often is it audited?", "Last updated: October 20, 2025", FAIL),
        ("How often is it audited?", "It is audited twice, last on October 20, 2025.", PASS),
        ("How long is it open?", "It is open to October 20, 2025.", PASS),
        (
            "How many letters does Unicode 4.1 have?",
            "The letters of Unicode 4.1 are at https://example.org/14/2.",
            FAIL,
        ),
        (
            "How many letters does Unicode 4.1 have?",
            "The 90 letters of Unicode 4.1 are at https://example.org/1.",
            PASS,
        ),
        ("How long is my own builder's work guaranteed?", "Our own builders guarantee it for 3 years.", FAIL),
        ("How long is my own builder's work guaranteed?", "Work of your own builder is guaranteed 3 years.", PASS),
        ("How long do you keep my data?", "We keep our data and yours for 3 years.", PASS),
        ("What is the dose of Parvadol in adults?", "In adults under 50 kg the dose of Parvadol is 2 g.", FAIL),
        ("What is the dose of Parvadol in adults under 50 kg?", "In adults under 50 kg the dose is 2 g.", PASS),
        ("What is the dose of Parvadol in adults?", "It is 2 g in adults over 50 kg, 1 g in other adults.", PASS),
        ("How many weeks before the birth is it due?", "It is due within 52 weeks of the birth.", FAIL),
        ("How many weeks before the birth is it due?", "It is due 6 weeks prior to the birth.", PASS),
        ("How many days are 24 hours?", "These 24 hours are 1 day.", PASS),
        ("Was kostet die Pumpe?", "Die Mieterin schlug eine Pumpe für 900 Euro vor.", FAIL),
    ],
)
def test_a_quote_about_another_case_is_no_answer(question: str, text: str, expected: Verdict) -> None:
    assert asked_verdict(question, text) is expected


def test_a_heading_names_the_case_that_its_text_leaves_out() -> None:
    text = "A file may have 50 MB, as in the Team plan."
    assert asked_verdict("How large is a file in the Free plan?", text) is FAIL
    under = Sealed("Limits > Free plan", "doc_1")
    assert asked_verdict("How large is a file in the Free plan?", text, section_path=under) is PASS


def test_a_heading_of_another_product_is_another_case() -> None:
    text, under = "The tyre pressure should be 4 bar.", Sealed("Manual > Torrent City", "doc_1")
    assert asked_verdict("What is the tyre pressure of the Torrent City?", text, section_path=under) is PASS
    assert asked_verdict("What is the tyre pressure of the Torrent Trail?", text, section_path=under) is FAIL
    assert asked_verdict("What is the tyre pressure at Torrent Wheels Bern?", text, section_path=under) is PASS


def test_a_title_a_section_a_header_or_a_file_name_may_name_the_asked_figure() -> None:
    text = "The flange weighs 3 kg."
    assert asked_verdict("What does size 12 weigh?", text, title=Sealed("Size 12", "doc_1")) is PASS
    assert asked_verdict("What does size 12 weigh?", text, section_path=Sealed("Flanges > 12", "doc_1")) is PASS
    assert asked_verdict("What does size 12 weigh?", text, header=Sealed("Size 12", "doc_1")) is PASS
    assert asked_verdict("What does size 12 weigh?", text, uri="flanges/size-0012.pdf") is PASS
    assert asked_verdict("What does size 12 weigh?", text, uri="12/flanges-120.pdf") is FAIL
    assert asked_verdict("What does size 12 weigh?", text, uri="aver://claims/clm_0a12b") is FAIL
    assert asked_verdict("What does size 12 weigh?", text) is FAIL


def test_an_expert_who_answered_the_very_question_weighed_its_figures() -> None:
    said, shown = quoting(packet(), "Refunds take 14 days."), packet()
    asked = Question(parts={said.sub_question: "What does size 12 weigh?"}, replied=frozenset({said.number}))
    found = run_checks([said], [shown], confirmed=frozenset({"chk_1"}), required=DETERMINISTIC, asked=asked)
    assert [one.verdict for one in found if one.check == ASKED] == [PASS]


@given(passages(), st.text(max_size=60))
def test_any_question_gets_a_verdict_on_its_figures(drawn: Any, question: str) -> None:
    shown = packet(drawn)
    said = quoting(shown, drawn.text.text)
    found = run_checks(
        [said],
        [shown],
        confirmed=frozenset({"chk_1"}),
        required=DETERMINISTIC,
        asked=Question(parts={said.sub_question: question}),
    )
    assert sum(one.check == ASKED for one in found) == 1


def test_a_comma_that_parts_two_cells_joins_no_number() -> None:
    row = "Birch Road,1936,2,8100"
    ends = [place for place, sign in enumerate(row) if sign == ","] + [len(row)]
    starts = [0, *(end + 1 for end in ends[:-1])]
    cells = tuple((1, column, 100 + a, 100 + b, False) for column, (a, b) in enumerate(zip(starts, ends, strict=True)))
    shown = packet(passage(row, kind=ChunkKind.TABLE, table_cells=cells))
    opened = claim("Birch Road was opened in 1936.", citation(shown, row))
    assert verdict("numbers_stand_in_evidence", opened, shown) is PASS
    assert verdict("numbers_stand_in_evidence", quoting(shown, row), shown) is PASS
    wrong = claim("Birch Road has 1936.2 rooms.", citation(shown, row))
    assert verdict("numbers_stand_in_evidence", wrong, shown) is not PASS


def test_a_sentence_beside_a_table_is_read_alone() -> None:
    row, said = "| Aspirin | 500 |", "The ship was sold. She carried 40 cars."
    text = f"{said}\n\n{row}"
    at = text.index("500")
    beside = packet(passage(text, kind=ChunkKind.TABLE, table_cells=((1, 1, 100 + at, 103 + at, False),)))
    sold = claim("The ship carried 40 cars.", citation(beside, "The ship was sold."))
    assert verdict("numbers_stand_in_evidence", sold, beside) is FAIL
