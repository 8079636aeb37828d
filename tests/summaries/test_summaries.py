"""Summaries say what each layer asserts, concludes and rejects, and text never gets above the paragraph (A3, A6)."""

from __future__ import annotations

import dataclasses
import inspect
import typing
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from aver.parsers.dispatch import parse
from aver.parsers.limits import Limits
from aver.stages.summaries import Summarised, hierarchy, layers, summarise
from aver.stages.summaries.purposes import Purpose, purpose_of
from aver.testing import HashEmbedder
from aver.values.codec import decode, encode
from aver.values.documents import Block, Document, Named, Synthetic
from aver.values.enrichment import pack, unpack
from aver.values.summaries import SentenceRole, Summaries, SummaryOrigin, SummarySentence, worded

ENCODER = HashEmbedder()


def read(text: str, name: str = "a.md") -> Document:
    return parse(text.encode(), name=name, limits=Limits())


def summarised(text: str, name: str = "a.md") -> Summarised:
    made = summarise(read(text, name), encode=ENCODER.encode)
    assert made is not None
    return made


def roles(sentences: Sequence[SummarySentence]) -> dict[str, str]:
    return {one.text: one.role.value for one in sentences}


PLAN = """---
status: Deferred
---
# Cooling plan

## Background

Critics say that liquid cooling leaks in every data hall.

## Design

This document proposes closed liquid loops for every rack in the hall.
Racks must keep their inlet below 27 degrees.

## Rejected alternatives

### Open loops

Open loops are cheap and simple to repair. However, they let oxygen into the coolant.
The idea of open loops was rejected because of corrosion.

## Conclusion

Therefore closed loops will be installed in all halls by spring.

## License

This page may be copied by anyone at any time.
"""


def test_a_sentence_is_asserted_concluded_rejected_or_reported() -> None:
    made = summarised(PLAN).summaries
    found = {one.text: one.role for section in made.sections for one in section.sentences}
    assert found["This document proposes closed liquid loops for every rack in the hall."] is SentenceRole.ASSERTED
    assert found["The idea of open loops was rejected because of corrosion."] is SentenceRole.REJECTED
    assert found["Therefore closed loops will be installed in all halls by spring."] is SentenceRole.CONCLUDED
    assert found["Critics say that liquid cooling leaks in every data hall."] is SentenceRole.BACKGROUND


def test_a_document_s_summary_names_what_it_concludes_and_what_it_turns_down() -> None:
    document = summarised(PLAN).summaries.document
    assert {SentenceRole.ASSERTED, SentenceRole.CONCLUDED, SentenceRole.REJECTED} <= {
        one.role for one in document.sentences
    }
    assert "Rejected: The idea of open loops was rejected" in worded(document)
    assert document.origin is SummaryOrigin.EXTRACTED


def test_the_front_matter_says_how_a_document_stands() -> None:
    standing = summarised(PLAN).summaries.document.standing
    assert standing is not None
    assert (standing.text, standing.role) == ("status: Deferred", SentenceRole.REJECTED)
    assert read(PLAN).text[standing.start : standing.end] == "status: Deferred"


def test_administrative_sections_have_no_summary() -> None:
    made = summarised(PLAN).summaries
    assert not any("copied" in one.text for section in made.sections for one in section.sentences)
    assert all(one.sentences for one in (*made.chapters, *made.sections))


def test_in_german_too() -> None:
    made = summarised(
        "# Kühlung\n\n## Entwurf\n\nDieses Dokument schlägt geschlossene Kreisläufe für alle Hallen vor.\n\n"
        "## Verworfene Alternativen\n\nDer Vorschlag offener Kreisläufe wurde wegen Korrosion abgelehnt.\n\n"
        "## Fazit\n\nDaher werden bis zum Frühjahr geschlossene Kreisläufe eingebaut.\n"
    ).summaries
    assert list(roles(made.document.sentences).values()) == ["asserted", "rejected", "concluded"]


@pytest.mark.parametrize(
    ("sentence", "role"),
    [
        ("The proposal was rejected by the council in May.", "rejected"),
        ("The proposal was never rejected by the council.", "asserted"),
        ("If a proposal is rejected, its author is told why.", "asserted"),
        ("The reader fails to open files without a suffix.", "asserted"),
        ("It fails to explain the second measurement at all.", "rejected"),
        ("We find that the second valve closes first.", "concluded"),
        ("According to the vendor, the second valve closes first.", "background"),
        ("Der Einwand ist widerlegt worden, und zwar zweimal.", "rejected"),
    ],
)
def test_a_word_of_refusal_counts_only_beside_something_that_can_be_refused(sentence: str, role: str) -> None:
    made = summarised(f"# Valves\n\n## Notes\n\n{sentence}\n").summaries
    assert roles(made.document.sentences) == {sentence: role}


def test_what_the_next_sentence_turns_against_is_not_the_author_s_own() -> None:
    made = summarised(
        "# Loops\n\n## Notes\n\nOpen loops look simple to anyone at first. However, they corrode within a year.\n"
    ).summaries
    found = roles(made.sections[0].sentences)
    assert found == {"However, they corrode within a year.": "asserted"}


ABSTRACT = "# Paper\n\n## Abstract\n\n{}\n\n## Body\n\nThe pumps were replaced twice in each of the years.\n"


def test_a_view_that_the_next_sentence_ascribes_to_somebody_is_reported() -> None:
    said = "The clause binds him for two years. This is how former counsel saw it. The statute voids every such clause."
    text = f"# Notes\n\n{said}\n"
    found = roles([one for part in summarised(text).summaries.sections for one in part.sentences])
    assert found.get("The clause binds him for two years.", "background") == "background"
    assert "asserted" in found.values()


def test_an_abstract_that_states_findings_is_the_summary_of_the_document() -> None:
    made = summarised(ABSTRACT.format("We show that closed loops save a third of the power.")).summaries
    assert made.document.origin is SummaryOrigin.AUTHOR_ABSTRACT
    assert [one.text for one in made.document.sentences] == ["We show that closed loops save a third of the power."]


def test_an_abstract_that_only_names_the_topic_is_not() -> None:
    made = summarised(ABSTRACT.format("This paper discusses the cooling of large halls.")).summaries
    assert made.document.origin is SummaryOrigin.EXTRACTED
    assert any("pumps" in one.text for one in made.document.sentences)


def test_a_text_without_headings_has_one_synthetic_chapter() -> None:
    made = summarised("The valve opens at nine bar.\n\nIt closes at seven bar again.\n", "a.txt").summaries
    assert [one.ref for one in made.chapters] == [Synthetic(label="opening")]
    assert made.document.sentences


def test_the_heading_over_everything_is_a_title_and_no_chapter() -> None:
    chapters = hierarchy(
        read("# Title\n\nOpening words stand here.\n\n## One\n\nFirst.\n\n### Deep\n\nMore.\n\n## Two\n\nSecond.\n")
    )
    assert [one.ref for one in chapters] == [Synthetic(label="opening"), Named(title="One"), Named(title="Two")]
    assert [len(one.sections) for one in chapters] == [1, 2, 1]


def test_a_document_without_prose_has_no_summary() -> None:
    assert summarise(read("# A\n\n```\ncode\n```\n"), encode=ENCODER.encode) is None


def test_what_stands_below_a_rejection_is_rejected_unless_a_name_is_made_up() -> None:
    assert purpose_of((Named(title="Rejected ideas"), Named(title="Overview"))) is Purpose.REJECTION
    assert purpose_of((Synthetic(label="Rejected ideas"),)) is Purpose.BODY
    assert purpose_of((Named(title="2.1 Why not threads?"),)) is Purpose.REJECTION
    assert purpose_of((Named(title="Errors rejected by the server"),)) is Purpose.BODY


def test_a_model_words_each_layer_from_the_layer_below_and_says_so() -> None:
    asked: list[tuple[str, tuple[str, ...]]] = []

    def reword(layer: str, below: Sequence[str]) -> str | None:
        asked.append((layer, tuple(below)))
        return None if layer == "chapter" and len(asked) == 1 else f"In short,  {layer} {len(asked)}."

    document = read(PLAN)
    made = summarise(document, encode=ENCODER.encode, reword=reword)
    assert made is not None
    origins = [one.origin for one in made.summaries.chapters]
    assert origins == [SummaryOrigin.EXTRACTED, *[SummaryOrigin.MODEL] * (len(origins) - 1)]
    assert made.summaries.document.wording == f"In short, document {len(asked)}."
    assert asked[-1] == ("document", tuple(worded(one) for one in made.summaries.chapters))
    sections = {worded(one) for one in made.summaries.sections}
    assert {text for layer, below in asked if layer == "chapter" for text in below} <= sections
    assert np.allclose(made.vectors[0], ENCODER.encode([made.summaries.document.wording])[0])


WORDS = st.sampled_from(
    [
        "the",
        "proposal",
        "pump",
        "closes",
        "therefore",
        "however",
        "rejected",
        "idea",
        "we",
        "must",
        "not",
        "loop",
        "#",
        "##",
        "``x``",
        "-",
        ">",
        ".",
        "?",
        ":",
        "and",
    ]
)
TEXTS = st.lists(
    st.one_of(WORDS, st.just("\n\n"), st.just("\n\n## Part\n\n"), st.just("\n\n## Abstract\n\n")), max_size=80
).map(" ".join)


@given(TEXTS)
def test_every_layer_is_made_of_sentences_of_the_layer_below_and_of_the_source(text: str) -> None:
    document = read(text)
    made = summarise(document, encode=ENCODER.encode)
    if made is None:
        return
    found = made.summaries
    for number, chapter in enumerate(found.chapters):
        below = {one for section in found.sections if section.chapter == number for one in section.sentences}
        assert set(chapter.sentences) <= below
    assert set(found.document.sentences) <= {one for chapter in found.chapters for one in chapter.sentences} | {
        one
        for section in found.sections
        if section.origin is SummaryOrigin.AUTHOR_ABSTRACT
        for one in section.sentences
    }
    for section in found.sections:
        for one in section.sentences:
            assert section.start <= one.start < one.end <= section.end
            assert " ".join(document.text[one.start : one.end].split()) == one.text
    assert made.vectors.shape == (1 + len(found.chapters) + len(found.sections), ENCODER.dimension)
    assert np.allclose(np.linalg.norm(made.vectors, axis=1), 1.0, atol=1e-4)
    assert unpack(Summaries, pack(found)) == found == decode(Summaries, encode(found))


def _reachable(type_: object) -> set[object]:
    """Return every class that a value of `type_` can hold, its own included."""
    seen: set[object] = set()
    waiting = [type_]
    while waiting:
        one = waiting.pop()
        if one in seen:
            continue
        seen.add(one)
        waiting += typing.get_args(one)
        if dataclasses.is_dataclass(one) and isinstance(one, type):
            waiting += typing.get_type_hints(one).values()
    return seen


def test_no_layer_above_the_paragraph_can_be_given_text() -> None:
    for function, below in (
        (layers.section_layer, layers.ParagraphLayer),
        (layers.chapter_layer, layers.SectionLayer),
        (layers.document_layer, layers.ChapterLayer),
    ):
        hints = typing.get_type_hints(function)
        first = next(iter(inspect.signature(function).parameters))
        assert typing.get_args(hints[first]) == (below,)
        for name, hint in hints.items():
            held = _reachable(hint)
            assert not held & {Document, Block}, (function.__name__, name)
            assert hint is not str, (function.__name__, name)
    assert "aver.stages.sentences" not in vars(layers)
    assert not any(inspect.ismodule(one) and one.__name__.endswith("sentences") for one in vars(layers).values())


def test_the_peps_keep_their_status_and_their_rejections(shared: Path) -> None:
    path = shared / "corpora" / "peps" / "pep-0505.rst"
    made = summarise(parse(path.read_bytes(), name=path.name, limits=Limits()), encode=ENCODER.encode)
    assert made is not None
    assert made.summaries.document.origin is SummaryOrigin.AUTHOR_ABSTRACT
    rejected = next(one for one in made.summaries.chapters if one.ref == Named(title="Rejected Ideas"))
    assert {one.role for one in rejected.sentences} == {SentenceRole.REJECTED}
