"""The mirrored documents keep the promises their README makes: verbatim spans, whole pairs, close twins, the counts."""

from __future__ import annotations

import json
from collections import Counter, defaultdict

import pytest

from tests.stance_data.mirrored import (
    DIRECTORY,
    MirroredDocument,
    cue_words_in,
    main,
    read_documents,
    sentences_of,
)

ROLES = {
    "AUTHOR_POSITION",
    "STEELMAN_REFUTED_LATER",
    "CITED_EXTERNAL_VIEW",
    "QUALIFIED_CLAIM",
    "BACKGROUND_FACTUAL",
    "UNCLEAR",
}
DEVICES = {
    "adjacent",
    "attributed",
    "consequence",
    "decision",
    "deferred",
    "definition",
    "distant",
    "double_turn",
    "heading",
    "numeric",
    "qualified",
    "speaker",
    "status_field",
    "verdict_first",
}
LEAST_SHARED = 0.60

DOCUMENTS = read_documents()


def _pairs() -> dict[str, tuple[MirroredDocument, ...]]:
    grouped: defaultdict[str, list[MirroredDocument]] = defaultdict(list)
    for document in DOCUMENTS:
        if document.pair:
            grouped[document.pair].append(document)
    return {name: tuple(twins) for name, twins in grouped.items()}


PAIRS = _pairs()
every_document = pytest.mark.parametrize("document", DOCUMENTS, ids=lambda document: document.id)
every_pair = pytest.mark.parametrize("twins", PAIRS.values(), ids=PAIRS.keys())


def _shared(twins: tuple[MirroredDocument, ...]) -> float:
    one, other = (Counter(sentences_of(twin.text)) for twin in twins)
    return (one & other).total() / max(one.total(), other.total())


@every_document
def test_every_span_stands_once_and_verbatim_in_its_document(document: MirroredDocument) -> None:
    assert document.decisive_spans
    for span in (document.lure_span, *document.decisive_spans):
        assert span == span.strip()
        assert document.text.count(span) == 1, span


@every_document
def test_the_lure_is_not_the_verdict(document: MirroredDocument) -> None:
    assert all(document.lure_span not in span and span not in document.lure_span for span in document.decisive_spans)


@every_document
def test_no_mark_of_the_source_reaches_the_text(document: MirroredDocument) -> None:
    assert "{" not in document.text and "}" not in document.text
    assert not any(line.startswith(("R:", "S:")) for line in document.text.splitlines())


@every_document
def test_labels_are_valid_and_fields_are_filled(document: MirroredDocument) -> None:
    expected = {"-r": "REJECTS", "-s": "SUPPORTS"}.get(document.id[-2:], "MIXED")
    assert document.expected_stance == expected
    assert (document.expected_stance == "MIXED") == (not document.pair)
    assert document.expected_role in document.accepted_roles
    assert set(document.accepted_roles) <= ROLES
    assert document.device in DEVICES
    assert document.lang in {"en", "de"}
    assert document.query.endswith("?") and document.claim.endswith(".")


@every_document
def test_a_document_has_five_to_twenty_two_sentences(document: MirroredDocument) -> None:
    assert 5 <= len(sentences_of(document.text)) <= 22


@every_document
def test_the_cue_flag_is_what_the_written_list_says(document: MirroredDocument) -> None:
    assert document.cue_words == bool(cue_words_in(document.text, document.lang))


@every_pair
def test_a_pair_is_one_rejecting_and_one_supporting_twin_about_the_same_claim(
    twins: tuple[MirroredDocument, ...],
) -> None:
    assert [twin.expected_stance for twin in twins] == ["REJECTS", "SUPPORTS"]
    for field in ("pair", "genre", "lang", "device", "query", "claim", "lure_span"):
        assert len({getattr(twin, field) for twin in twins}) == 1, field


@every_pair
def test_twins_share_at_least_sixty_percent_of_their_sentences_and_differ(twins: tuple[MirroredDocument, ...]) -> None:
    assert _shared(twins) >= LEAST_SHARED
    assert twins[0].text != twins[1].text


@every_pair
def test_what_decides_one_twin_is_absent_from_the_other_unless_the_order_decides(
    twins: tuple[MirroredDocument, ...],
) -> None:
    one, other = twins
    if one.device == "heading":
        assert one.decisive_spans == other.decisive_spans[::-1]
        return
    assert not any(span in other.text for span in one.decisive_spans)
    assert not any(span in one.text for span in other.decisive_spans)


@every_pair
def test_a_cue_word_never_tells_the_twins_apart(twins: tuple[MirroredDocument, ...]) -> None:
    one, other = twins
    assert one.cue_words == other.cue_words


def test_ids_are_unique() -> None:
    assert len({document.id for document in DOCUMENTS}) == len(DOCUMENTS)


def test_the_counts_promised_in_the_readme_hold() -> None:
    genres = Counter(twins[0].genre for twins in PAIRS.values())
    without_cues = sum(not twin.cue_words and not other.cue_words for twin, other in PAIRS.values())
    german = sum(twins[0].lang == "de" for twins in PAIRS.values())
    assert len(PAIRS) >= 120
    assert len(genres) >= 5 and min(genres.values()) >= 12
    assert without_cues >= len(PAIRS) / 2
    assert german >= 25
    assert sum(document.expected_stance == "MIXED" for document in DOCUMENTS) >= 8


def test_the_table_in_the_readme_is_the_count_of_the_files() -> None:
    readme = (DIRECTORY / "README.md").read_text(encoding="utf-8")
    for genre in sorted({document.genre for document in DOCUMENTS}):
        pairs = [twins[0] for twins in PAIRS.values() if twins[0].genre == genre]
        german = sum(twin.lang == "de" for twin in pairs)
        cued = sum(twin.cue_words for twin in pairs)
        singles = sum(document.genre == genre and not document.pair for document in DOCUMENTS)
        assert f"| {genre} | {len(pairs)} | {german} | {cued} | {singles} |" in readme


def test_the_printed_form_is_one_json_object_a_document(capsys: pytest.CaptureFixture[str]) -> None:
    main()
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [row["id"] for row in rows] == [document.id for document in DOCUMENTS]
    assert rows[0]["text"] == DOCUMENTS[0].text
