"""Surgery leaves labels that are exact: what was cut is nowhere, what was kept is whole, what is hidden is hidden."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aver.errors import BadInput
from aver.evals.questions import Question, read_questions
from aver.evals.surgery.cases import Case, labelled_cases, written_cases
from aver.evals.surgery.corpus import corpus_of, plain
from aver.evals.surgery.cuts import Cut, cuts_of, sentences_of, without
from aver.evals.surgery.files import read_documents, write_surgery
from aver.evals.surgery.operate import Fold, Surgery, Variant, operate
from aver.evals.surgery.twists import false_premise, swapped

pytestmark = pytest.mark.deep

PLACES = ("Aldmoor", "Brackwater", "Cindervale", "Dunmere", "Eastfen", "Farholt", "Gorsley", "Hartwick")
THINGS = ("library", "harbour", "theatre", "railway", "museum", "brewery", "lighthouse", "observatory")


def town(number: int, years: list[int]) -> str:
    """An article with a paragraph per year, each with a sentence before and after the one that tells it."""
    place = PLACES[number % len(PLACES)] + str(number)
    paragraphs = [
        f"Much is written of the {thing} in {place}. The {thing} of {place} was opened by Ada Quill in {year}. "
        f"Visitors like it."
        for thing, year in zip(THINGS, years, strict=False)
    ]
    rows = [
        f"| {place} {thing} {n} | {year + 3000} |" for n, (thing, year) in enumerate(zip(THINGS, years, strict=False))
    ]
    return "\n\n".join((f"# {place}", *paragraphs, "\n".join(("| Building | Number |", "| --- | --- |", *rows)))) + "\n"


def labels(documents: dict[str, str]) -> list[Question]:
    asked = []
    for name, text in documents.items():
        place = text.split("\n", 1)[0].removeprefix("# ")
        for thing in THINGS:
            line = next((s for s in text.split(". ") if s.startswith(f"The {thing} of {place}")), None)
            if line is not None:
                asked.append(
                    Question(
                        id=f"{name}-{thing}",
                        question=f"In which year was the {thing} of {place} opened by Ada Quill?",
                        kind="fact",
                        doc=name,
                        answer=line[-4:],
                        gold_spans=(line,),
                    )
                )
    return asked


@st.composite
def corpora(draw: st.DrawFn) -> dict[str, str]:
    count = draw(st.integers(3, 12))
    years = st.lists(st.integers(1100, 1990), min_size=2, max_size=6)
    return {f"towns/{n}.md": town(n, draw(years)) for n in range(count)}


def operated(documents: dict[str, str], seed: int) -> Surgery:
    return operate(documents, (*labelled_cases(labels(documents), documents), *written_cases(documents)), seed=seed)


@given(documents=corpora(), seed=st.integers(0, 99))
def test_what_was_cut_is_nowhere_and_what_was_kept_is_whole(documents: dict[str, str], seed: int) -> None:
    made = operated(documents, seed)
    held = dict(made.open) | dict(made.hidden)
    for one in made.questions:
        gold = [documents[one.case.document][start:end] for start, end in one.case.spans]
        if one.variant is Variant.DELETED:
            assert all(plain(words) not in plain(text) for words in gold for text in held.values())
            if one.case.key is None:
                assert not corpus_of(held).holds(one.case.answer, one.case.document)
        if one.variant is Variant.KEPT:
            assert all(words in made.open[one.case.document] for words in gold)


@given(documents=corpora(), seed=st.integers(0, 99))
def test_outsiders_can_answer_exactly_what_is_labelled_answerable(documents: dict[str, str], seed: int) -> None:
    made = operated(documents, seed)
    for one in made.questions:
        told = any(
            plain(one.case.answer) in plain(line) and plain(name) in plain(line)
            for text in made.open.values()
            for line in text.replace(". ", "\n").split("\n")
            for name in [one.case.key or one.gold[0][:-5]]
        )
        if one.variant is Variant.KEPT:
            assert told
        if one.variant in (Variant.DELETED, Variant.HIDDEN, Variant.SHOWN, Variant.ABSENT):
            assert not told


@given(documents=corpora(), seed=st.integers(0, 99))
def test_every_hidden_question_is_asked_by_both_callers_and_no_document_is_in_two_rooms(
    documents: dict[str, str], seed: int
) -> None:
    made = operated(documents, seed)
    hidden = sorted(one.case.id for one in made.questions if one.variant is Variant.HIDDEN)
    shown = sorted(one.case.id for one in made.questions if one.variant is Variant.SHOWN)
    assert hidden == shown
    assert not set(made.open) & set(made.hidden)
    absent = {one.case.document for one in made.questions if one.variant is Variant.ABSENT}
    assert not absent & (set(made.open) | set(made.hidden))


@given(documents=corpora(), seed=st.integers(0, 99))
def test_the_two_folds_share_no_document_and_the_same_seed_gives_the_same_set(
    documents: dict[str, str], seed: int
) -> None:
    made = operated(documents, seed)
    folds = {fold: {one.case.document for one in made.questions if one.fold is fold} for fold in Fold}
    assert not folds[Fold.CALIBRATE] & folds[Fold.CONFIRM]
    assert operated(documents, seed) == made


@given(documents=corpora(), seed=st.integers(0, 99))
def test_the_words_a_twist_puts_in_stand_nowhere_in_the_document(documents: dict[str, str], seed: int) -> None:
    made = operated(documents, seed)
    for one in made.questions:
        if one.variant in (Variant.SWAPPED, Variant.PREMISE):
            assert one.question != one.case.question
            new = set(plain(one.question).rstrip("?").split()) - set(plain(one.case.question).rstrip("?").split())
            fresh = {word for word in new if word.isdecimal() or word[0].isupper()}
            assert not any(corpus_of(made.open).holds(word, one.case.document) for word in fresh)


def case(text: str, gold: str, answer: str, **changes: object) -> Case:
    start = text.index(gold)
    made = {"id": "c", "document": "d.md", "question": "?", "answer": answer, "spans": ((start, start + len(gold)),)}
    return Case(**(made | changes))  # type: ignore[arg-type]


def test_a_sentence_goes_and_its_neighbours_stay() -> None:
    text = "First comes this. The tower is 40 m high. Last comes that.\n\nAnother paragraph.\n"
    cuts = cuts_of(case(text, "The tower is 40 m high", "40 m"), text, sentences_of(text))
    assert cuts is not None
    assert without(text, cuts) == "First comes this. Last comes that.\n\nAnother paragraph.\n"


def test_a_cell_is_emptied_and_the_rest_of_its_row_stays_in_place() -> None:
    text = "| Town | Height |\n| --- | --- |\n| Ely | 40 m |\n| Bath | 40 m |\n"
    cuts = cuts_of(case(text, "Ely | 40 m", "40 m", key="Ely"), text, sentences_of(text))
    assert cuts is not None
    assert without(text, cuts) == "| Town | Height |\n| --- | --- |\n| Ely | -    |\n| Bath | 40 m |\n"


def test_a_cut_that_would_swallow_a_paragraph_break_is_not_made() -> None:
    text = "No stop here\n\nand the answer is 7 there"
    assert cuts_of(case(text, "here\n\nand the answer is 7", "7"), text, sentences_of(text)) is None


def test_overlapping_cuts_take_the_first_and_leave_the_rest() -> None:
    assert without("abcdef", [Cut(start=3, end=5), Cut(start=1, end=4, replacement="-")]) == "a-ef"


def test_cells_and_head_lines_become_questions_only_where_a_name_pins_them_down() -> None:
    documents = {
        "a.md": "Title: Rule one\nOwner: Mira Voss\n\n| Town | Mayor |\n| --- | --- |\n| Ely | Ann |\n| Bath | Bob |\n",
        "b.md": "# Baths\n\nBath is mentioned here.\n",
    }
    found = {one.question: one.answer for one in written_cases(documents)}
    assert "Mira Voss" in found.values() and "Ann" in found.values()
    assert "Bob" not in found.values()


def test_a_question_without_a_short_answer_in_one_place_is_left_alone() -> None:
    documents = {"a.md": "It is 7. It is 7. It is 8."}
    twice = Question(id="1", question="?", kind="fact", doc="a.md", answer="7", gold_spans=("It is 7.",))
    absent = Question(id="2", question="?", kind="fact", doc="a.md", answer="9", gold_spans=("It is 8.",))
    trap = Question(id="3", question="?", kind="trap", doc="a.md", answer="8", gold_spans=("It is 8.",))
    fine = Question(id="4", question="?", kind="fact", doc="a.md", answer="8", gold_spans=("It is 8.",))
    assert [one.id for one in labelled_cases((twice, absent, trap, fine), documents)] == ["4"]


def test_a_figure_told_in_another_form_counts_as_told() -> None:
    corpus = corpus_of({"a.md": "The wall of Ely measures 1,230 metres in length."})
    assert corpus.tells("How long is the wall of Ely?", "1230 km")
    assert not corpus.tells("How long is the bridge at Bath over the Avon?", "1230 km")


def test_a_twist_that_would_ask_something_answerable_is_refused() -> None:
    text = "The library of Ely opened in 1900. The library of Ely opened again in 1901."
    one = case(text, "The library of Ely opened in 1900", "1900", question="Who opened the library of Ely in 1900?")
    everywhere = corpus_of({"d.md": " ".join(map(str, range(1850, 1950)))})
    assert swapped(one, everywhere, ("Nobody",), random.Random(1)) is None
    free = swapped(one, corpus_of({"d.md": text}), ("Nobody",), random.Random(1))
    assert free is not None and "1900" not in free
    assert false_premise(one, "Short 1900", corpus_of({"d.md": text}), random.Random(1)) is None


def test_the_folder_says_who_reads_what_and_carries_no_label_of_an_unanswerable_question(tmp_path: Path) -> None:
    documents = {f"towns/{n}.md": town(n, [1200 + n, 1300 + n, 1400 + n, 1500 + n]) for n in range(12)}
    made = operated(documents, 3)
    facts = write_surgery(made, tmp_path / "out", seed=3, digest="d")
    out = tmp_path / "out"
    asked = [read_questions(path) for path in sorted(out.glob("*.jsonl"))]
    assert sum(map(len, asked)) == facts["questions"] == len(made.questions)
    assert json.loads((out / "surgery.json").read_text())["seed"] == 3
    for one in (question for some in asked for question in some):
        assert (one.kind == "unanswerable") == (one.answer is None) == (one.gold_spans == ())
        assert one.doc is None or (out / "documents" / one.doc).is_file()
    hidden = {
        path.relative_to(out / "documents" / "hidden").as_posix()
        for path in (out / "documents").rglob("hidden/**/*.md")
    }
    assert hidden == set(made.hidden)
    assert 'glob = "hidden/**"' in (out / "meta.toml").read_text()
    with pytest.raises(BadInput, match="not empty"):
        write_surgery(made, out, seed=3, digest="d")


def test_documents_that_cannot_be_operated_on_are_named(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="holds no"):
        read_documents(tmp_path)
    (tmp_path / "bad.md").write_bytes(b"\xff\xfe\xfa")
    with pytest.raises(BadInput, match="UTF-8"):
        read_documents(tmp_path)


def test_the_development_corpora_give_hundreds_of_questions_of_every_variant(shared: Path) -> None:
    documents = read_documents(shared / "corpora")
    labelled = labelled_cases(read_questions(shared / "questions" / "dev.jsonl"), documents)
    assert len(labelled) >= 40
    made = operate(documents, (*labelled, *written_cases(documents)), seed=7)
    assert len(made.questions) >= 400
    assert {one.variant for one in made.questions} == set(Variant)
