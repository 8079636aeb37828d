"""Propositions stand alone, say nothing that isn't written, and lose no condition (A7, E6)."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aver.parsers.dispatch import parse
from aver.parsers.limits import Limits
from aver.stages.propositions import grounded, keep_grounded, propositions
from aver.values.documents import Document, Named
from aver.values.propositions import DropReason, Proposition, Propositions


def read(text: str, *, language: str = "en") -> tuple[Document, Propositions]:
    document = parse(text.encode(), name="text.md", limits=Limits())
    marked = type(document)(
        **{name: getattr(document, name) for name in document.__slots__ if name != "language"}, language=language
    )
    return marked, propositions(marked)


def statements(text: str, *, language: str = "en") -> list[str]:
    return [one.statement for one in read(text, language=language)[1].found]


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        (
            "The controller must keep a record, and may delete it after a year.",
            "en",
            ["The controller must keep a record", "The controller may delete it after a year."],
        ),
        (
            "Der Mieter muss die Kaution zahlen und darf die Wohnung nutzen.",
            "de",
            ["Der Mieter muss die Kaution zahlen", "Der Mieter darf die Wohnung nutzen."],
        ),
        (
            "The licence is valid for one year. It must be renewed in time.",
            "en",
            ["The licence is valid for one year.", "The licence must be renewed in time."],
        ),
        (
            "Die Gebühr ist jährlich fällig. Sie wird nicht erstattet.",
            "de",
            ["Die Gebühr ist jährlich fällig.", "Die Gebühr wird nicht erstattet."],
        ),
        (
            "Monthly plans are refunded, and yearly plans are extended, unless the account was closed.",
            "en",
            [
                "Monthly plans are refunded unless the account was closed.",
                "yearly plans are extended unless the account was closed.",
            ],
        ),
        (
            "If the tenant pays late, the landlord may charge a fee, and the agency will send a notice.",
            "en",
            [
                "If the tenant pays late, the landlord may charge a fee",
                "If the tenant pays late, the agency will send a notice.",
            ],
        ),
        (
            "Wenn der Mieter nicht zahlt, darf der Vermieter kündigen, und die Kaution wird einbehalten.",
            "de",
            [
                "Wenn der Mieter nicht zahlt, darf der Vermieter kündigen",
                "Wenn der Mieter nicht zahlt, die Kaution wird einbehalten.",
            ],
        ),
    ],
)
def test_a_sentence_gives_one_statement_per_main_clause_with_subject_and_condition(
    text: str, language: str, expected: list[str]
) -> None:
    assert statements(text, language=language) == expected


@pytest.mark.parametrize(
    "text",
    [
        "The author says that the plan is cheap and the service is good.",
        "The buyer must pay in cash or the seller may keep the goods.",
        "The buyer and the seller must sign the form.",
        "It is not true that refunds are paid and fees are waived.",
        "Either refunds are paid, and fees are waived, or the case is closed.",
        "Users whose plan is yearly, and who have paid, are refunded.",
        "We believe these are common and can be ignored.",
        "The ``is`` and ``is not`` operators are defined by identity.",
        "Der Verkäufer zahlt die Gebühr oder der Käufer muss die Ware behalten.",
        "Should the tenant pay late, and the agency is told, the contract ends.",
        "Entry is free, and parking is open only if you book.",
        "Entry is free, and guests are admitted if they book.",
        "Eintritt ist frei, und die Halle ist nur offen, wenn der Rat zustimmt.",
        "Am Ende muss der Mieter putzen und darf gehen.",
        "Die Ware muss der Käufer zahlen und darf sie behalten.",
        "Der Zeuge sagt, dass der Vertrag gilt und die Gebühr fällig ist.",
    ],
)
def test_what_holds_only_together_or_under_somebodys_word_stays_whole(text: str) -> None:
    assert statements(text, language="de" if "der " in text or "die " in text else "en") == [text]


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("The landlord may end the contract. It ends after a month.", "en"),
        ("The firm hired a consultant. They are paid by the hour.", "en"),
        ("The plan is cheap. This is a mistake.", "en"),
        ("Der Vermieter kann den Vertrag kündigen. Er endet nach einem Monat.", "de"),
        ("Die Kunden sind zufrieden. Sie wird nicht erstattet.", "de"),
    ],
)
def test_a_pronoun_that_could_mean_something_else_brings_the_sentence_before_with_it(text: str, language: str) -> None:
    document, result = read(text, language=language)
    last = result.found[-1]
    assert last.statement == text
    assert last.subject is None
    assert last.context is not None
    assert document.text[slice(*last.context)] == text.split(". ")[0] + "."


def test_a_topic_that_goes_on_from_further_up_is_not_replaced_by_the_nearest_subject() -> None:
    text = "Dynamic names are unusual. The intention is hard to see. It could be confusing."
    assert statements(text)[-1] == "The intention is hard to see. It could be confusing."


def test_a_pronoun_with_nothing_before_it_is_dropped_and_counted() -> None:
    _, result = read("They are refunded.")
    assert result.found == ()
    assert result.count(DropReason.UNRESOLVED) == 1


def test_impersonal_sentences_need_no_antecedent() -> None:
    assert statements("It is recommended to sign.") == ["It is recommended to sign."]
    assert statements("Es ist verboten, zu rauchen.", language="de") == ["Es ist verboten, zu rauchen."]


def test_questions_and_labels_state_nothing_and_are_counted() -> None:
    _, result = read("Is it free? See below.\n\nFast\n")
    assert result.found == ()
    assert result.count(DropReason.NOT_A_STATEMENT) == 3


def test_list_items_carry_the_line_that_leads_them_in() -> None:
    document, result = read("# Rules\n\nYou must not:\n\n- share passwords\n- leave the desk\n")
    assert [one.statement for one in result.found] == ["You must not: share passwords", "You must not: leave the desk"]
    assert document.text[slice(*(result.found[1].context or (0, 0)))] == "You must not:"
    assert result.found[1].section == (Named(title="Rules"),)
    assert document.text[result.found[1].start : result.found[1].end] == "leave the desk"


def test_the_exception_in_the_next_sentence_is_named_by_every_statement_it_limits() -> None:
    document, result = read("Plans are refunded, and fees are waived. However, yearly plans are not refunded.")
    assert len(result.found) == 3
    for one in result.found[:2]:
        assert [document.text[slice(*span)] for span in one.qualifiers] == ["However, yearly plans are not refunded."]


def test_a_condition_at_the_end_makes_every_clause_say_less() -> None:
    assert statements("Entry is free, and parking is free if you book.") == [
        "Entry is free if you book.",
        "parking is free if you book.",
    ]


def test_the_number_of_a_sentence_is_no_subject() -> None:
    text = "2 Sind die Kosten gedeckt, und der Antrag ist gestellt, gilt Absatz 3."
    assert statements(text, language="de") == [text]


TEXT = "The plan is not free. The fee is paid by card."


def candidate(statement: str, *sources: tuple[int, int]) -> Proposition:
    return Proposition(start=0, end=21, statement=statement, sources=sources)


@pytest.mark.parametrize(
    ("statement", "sources"),
    [
        ("The plan is free.", ((0, 21),)),
        ("The plan is not cheap.", ((0, 21),)),
        ("free. not is plan The", ((0, 21),)),
        ("The plan is not free.", ((0, 21), (22, 46))),
        ("The plan is not free.", ((22, 46),)),
        ("The plan is not free.", ((0, 2100),)),
        ("The plan is not free.", ()),
        ("", ((0, 21),)),
        ("The fee is paid by card.", ((22, 46),)),
    ],
)
def test_a_statement_with_a_word_lost_added_or_moved_is_dropped_and_counted(
    statement: str, sources: tuple[tuple[int, int], ...]
) -> None:
    result = keep_grounded(TEXT, [candidate(statement, *sources)])
    assert result.found == ()
    assert result.count(DropReason.UNGROUNDED) == 1


def test_a_statement_may_leave_out_words_that_neither_negate_nor_limit() -> None:
    kept = candidate("The fee is paid", (22, 46))
    assert grounded(TEXT, kept.statement, kept.sources)
    assert keep_grounded(TEXT, [candidate("The plan is not free.", (0, 21))]).dropped == ()


WORDS = """The plan|It|must|is|not|and|, and|; |if|If|unless|the fee|paid.|Der Mieter|muss|und|Er|darf|, wenn
(or|)|`x`|However,|Sie|they|are|free.|that|?|:|- |> |e.g.|„so“|Dies|gilt nicht."""
PIECES = st.lists(st.sampled_from(["\n\n", "\n- ", *WORDS.replace("\n", "|").split("|")]), max_size=60).map(" ".join)


@given(PIECES, st.sampled_from(["en", "de"]))
def test_every_word_of_every_statement_stands_in_its_sources_in_order(text: str, language: str) -> None:
    document, result = read(text, language=language)
    assert result.count(DropReason.UNGROUNDED) == 0
    assert [one.start for one in result.found] == sorted(one.start for one in result.found)
    for one in result.found:
        assert grounded(document.text, one.statement, one.sources)
        words = [word for start, end in one.sources for word in document.text[start:end].split() if word != ">"]
        assert one.statement.split() == words
        assert 0 <= one.start < one.end <= len(document.text)
        assert document.text[one.start : one.end].strip()
    assert result == propositions(document)


@given(PIECES)
def test_a_part_of_a_document_gives_the_statements_of_that_part(text: str) -> None:
    document, whole = read(text)
    half = len(document.text) // 2
    part = propositions(document, (0, half))
    assert set(part.found) <= set(whole.found)
    assert all(one.end <= half for one in part.found)
    assert propositions(document, (0, len(document.text))) == whole


@pytest.mark.parametrize(
    "text", ["The plan is free, and " * 20_000, "if " * 100_000, "(" * 200_000, "It is free. " * 10_000]
)
def test_endless_sentences_are_read_once_and_every_one_is_accounted_for(text: str) -> None:
    document, result = read(text)
    spans = [(one.start, one.end) for one in (*result.found, *result.dropped)]
    assert len(set(spans)) == len(spans) <= 10_000
    assert bool(spans) == any(sign.isalnum() for sign in document.text)


@pytest.mark.shared
def test_a_german_law_gives_statements_whose_pronouns_name_the_body_they_mean(shared: Path) -> None:
    with gzip.open(shared / "data" / "dev" / "gesetze_de.jsonl.gz", "rt", encoding="utf-8") as lines:
        law = next(row for row in map(json.loads, lines) if row["name"] == "betrvg")
    result = propositions(parse(law["text"].encode(), name="betrvg.md", limits=Limits()))
    shown = {one.statement for one in result.found}
    assert "Die Einigungsstelle fasst ihre Beschlüsse nach mündlicher Beratung mit Stimmenmehrheit." in shown
    assert result.count(DropReason.UNGROUNDED) == 0
    assert result.count(DropReason.UNRESOLVED) < len(result.found) / 20


@pytest.mark.shared
def test_real_documents_in_both_languages_give_statements_that_are_all_grounded(shared: Path) -> None:
    policy = shared / "corpora" / "site-policy" / "github-terms" / "github-terms-of-service.md"
    document = parse(policy.read_bytes(), name=policy.name, limits=Limits())
    result = propositions(document)
    assert len(result.found) > 200
    assert result.count(DropReason.UNGROUNDED) == 0
    assert all(one.section or one.start < 1_000 for one in result.found)
    shown = {one.statement for one in result.found}
    assert "Beta Previews may not be supported" in shown
    assert "Beta Previews may be changed at any time without notice." in shown
