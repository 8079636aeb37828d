"""Retrieval sets with judged documents: how well Aver orders them, beside the usual ways to search.

Three are test collections, one orders sentences, two ask for sections by their headings, and two ask in German. The
ways and their figures are in `benchmarks.further_ranking_ways`.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from benchmarks.dev_sets import SEED
from benchmarks.further import Measured, Measures, drawn
from benchmarks.further_ranking_ways import READ, UNREAD, Collection, Order, Query, compared, opened
from benchmarks.surgery_sources import read

from aver.parsers.dispatch import parse
from aver.parsers.limits import Limits
from aver.values.documents import BlockKind, Document, Named

QUERIES = 150
"""Queries drawn of Cranfield."""

CLAIMS, ABSTRACTS = 120, 600
SECTIONS, ASKED, ASKED_GERMAN = 600, 120, 200
NEWEST = "3.0"
"""The version of Haystack's manual that is searched; the pages of the older one mostly have a twin in it."""

SHORTEST = 200
"""Code points of a section that is worth finding: shorter ones are stubs."""

_NUMBER = re.compile(r"§+ ?\d+\w* ?")
_BELOW_HEADING = re.compile(r"[^\n]*\n(?:[^\w\s]{3,}[ \t]*\n)?")


def judged(shared: Path, name: str, most: int) -> Collection:
    """Return a test collection with at most `most` queries; grades above 0 are relevant, -1 is explained nowhere."""
    gains: defaultdict[str, dict[str, float]] = defaultdict(dict)
    for row in read(shared, f"{name}_qrels"):
        if row["grade"] > 0:
            gains[row["query"]][file(row["doc"])] = 1.0
    asked = [row for row in read(shared, f"{name}_queries") if row["id"] in gains]
    return Collection(
        files={file(row["id"]): page(row["title"], row["text"]) for row in read(shared, f"{name}_docs")},
        queries=tuple(Query(text=row["text"], gains=gains[row["id"]]) for row in drawn(asked, most)),
    )


def scifact(shared: Path) -> Collection:
    """Return drawn claims, the abstracts that they cite, and others up to a round number."""
    cited: dict[str, set[str]] = {}
    for row in read(shared, "scifact_claims_dev"):
        cited.setdefault(row["claim"], set()).update(row["cited_doc_ids"])
    claims = drawn([(claim, ids) for claim, ids in cited.items() if ids], CLAIMS)
    wanted = {one for _, ids in claims for one in ids}
    held = {row["doc_id"]: page(row["title"], " ".join(row["abstract"])) for row in read(shared, "scifact_corpus")}
    kept = wanted | set(drawn([one for one in held if one not in wanted], ABSTRACTS - len(wanted)))
    return Collection(
        files={file(one): text for one, text in held.items() if one in kept},
        queries=tuple(Query(text=claim, gains={file(one): 1.0 for one in sorted(ids)}) for claim, ids in claims),
    )


def trecqa(shared: Path) -> Collection:
    """Return the questions with right and wrong candidate sentences, each to be ordered among its own."""
    found = list(read(shared, "trecqa_dev"))
    names = {text: file(str(place)) for place, text in enumerate(dict.fromkeys(row["passage"] for row in found))}
    labels: defaultdict[str, dict[str, float]] = defaultdict(dict)
    for row in found:
        mine, name = labels[row["query"]], names[row["passage"]]
        mine[name] = max(mine.get(name, 0.0), float(row["label"]))
    return Collection(
        files={name: page("", text) for text, name in names.items()},
        queries=tuple(
            Query(text=text, gains={name: gain for name, gain in mine.items() if gain}, among=tuple(mine))
            for text, mine in labels.items()
            if len(set(mine.values())) > 1
        ),
    )


def xquad(shared: Path, language: str) -> Collection:
    """Return the German questions over the paragraphs in `language`, the one that each was asked of relevant."""
    found = list(read(shared, "xquad_de_en_dev"))
    held = {row["id"]: row["context"] for row in found if row["lang"] == language}
    names = {text: file(str(place)) for place, text in enumerate(dict.fromkeys(held.values()))}
    german = [row for row in found if row["lang"] == "de" and row["id"] in held]
    return Collection(
        files={name: page("", text) for text, name in names.items()},
        queries=tuple(Query(text=row["question"].strip(), gains={names[held[row["id"]]]: 1.0}) for row in german),
    )


def manuals(shared: Path) -> Collection:
    """Return sections of the manuals of two programs, of each page the newest version."""
    found = (row for name in ("haystack_docs", "datasette_docs") for row in read(shared, name))
    return known_items((row for row in found if row.get("version", NEWEST) == NEWEST), ASKED)


def statutes(shared: Path) -> Collection:
    """Return sections of German laws."""
    return known_items(read(shared, "gesetze_de"), ASKED_GERMAN)


def known_items(pages: Iterable[Mapping[str, Any]], most: int) -> Collection:
    """Return sections of pages not trained on, without their headings, and headings with the page's title as queries.

    Each section is a file of its own under the page's title, so that the heading has to be met by what it stands over.
    """
    untrained = (one for one in pages if not one["headings_in_train"])
    found = drawn([section for one in untrained for section in _sections(one)], SECTIONS)
    names = [file(str(place)) for place in range(len(found))]
    queries = [
        Query(text=f"{heading} – {title}", gains={name: 1.0})
        for name, (title, heading, _) in zip(names, found, strict=True)
    ]
    return Collection(
        files={name: page(title, body) for name, (title, _, body) in zip(names, found, strict=True)},
        queries=tuple(drawn(queries, most)),
    )


def _sections(row: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
    """Yield title, heading and text of the sections of a page without parts, whose heading stands there once."""
    document = parse(row["text"].encode(), name=row["path"], limits=Limits())
    title = " ".join(row.get("title", document.title).split())
    leaves = list(_leaves(document))
    counts = Counter(heading for heading, _ in leaves)
    for heading, body in leaves:
        if counts[heading] == 1 and heading and heading != title and len(body) >= SHORTEST:
            yield title, heading, body


def _leaves(document: Document) -> Iterator[tuple[str, str]]:
    blocks = document.blocks
    sections = [place for place, one in enumerate(blocks) if one.kind is BlockKind.SECTION]
    divided = {blocks[place].parent for place in sections}
    for place in sections:
        head = next((one for one in blocks if one.parent == place and one.kind is BlockKind.HEADING), None)
        named = blocks[place].ref
        if place not in divided and head is not None and isinstance(named, Named):
            below = document.text[head.end : blocks[place].end]
            yield _NUMBER.sub("", named.title).strip(), _BELOW_HEADING.sub("", below, count=1).strip()


def file(key: str) -> str:
    """Return a file name of one word that nobody asks for."""
    return f"qx{key}.md"


def page(title: str, text: str) -> str:
    """Return a Markdown page; a title that the text begins with isn't said twice."""
    return f"# {title}\n\n{text.removeprefix(title).strip()}\n" if title else f"{text.strip()}\n"


HOW = (
    "All ways rank Aver's chunks, with its word index and its encoder, and a document stands where its best chunk does;"
    " figures are means over the questions, of the first ten documents."
)
CHOSEN = f"How Aver fuses was chosen with this set among six (docs/decisions/0005-fusion.md). {HOW}"
GERMAN = f"{HOW} The reader is shown no German, so no way has it."
PARAGRAPHS = (
    "All {asked} questions over all {files} paragraphs, each answered by one of them."
    f" How Aver weighs words across languages was chosen with these in view (docs/decisions/0011-german.md). {GERMAN}"
)
HEADINGS = (
    "Sections of pages none of whose headings was trained on, each a file under its page's title without its own"
    " heading. Asked is a heading with the title, and that section alone counts as relevant, though others may do."
    f" {{asked}} headings and {{files}} sections, drawn (seed {SEED})."
)


def _set(
    title: str, about: str, make: Callable[[Path], Collection], ways: Mapping[str, Order] = READ
) -> Callable[[Path, Path], Measured]:
    """Return what measures a set; `about` is filled in with how many are asked and how many files there are."""

    def measured(shared: Path, place: Path) -> Measured:
        made = make(shared)
        sizes = about.format(asked=len(made.queries), files=f"{len(made.files):,}")
        return Measured(title=title, about=sizes, ways=compared(made.queries, opened(made.files, place), ways))

    return measured


MEASURES: Measures = {
    "cranfield": _set(
        "Cranfield: abstracts for a question",
        "Questions about aerodynamics over {files} abstracts, all of them; {asked} of 225 questions, drawn"
        f" (seed {SEED}). Grades 1 to 4 count as relevant, -1 doesn't. {CHOSEN}",
        partial(judged, name="cranfield", most=QUERIES),
    ),
    "med": _set(
        "MED: abstracts for a subject",
        "What a physician wants to know of, {asked} subjects over {files} abstracts without titles, all of them."
        f" 23 are relevant to a subject in the mean, so recall among ten can't come near 1. {CHOSEN}",
        partial(judged, name="med", most=QUERIES),
    ),
    "scifact": _set(
        "SciFact: abstracts for a claim",
        "Claims of science over abstracts; those that a claim cites are relevant. {asked} claims of 537, and of 5,183"
        f" abstracts the cited ones with others up to {{files}}, drawn (seed {SEED}), so figures aren't comparable with"
        f" those over the whole. {HOW}",
        scifact,
    ),
    "trecqa": _set(
        "TREC-QA: sentences that answer",
        "The candidate sentences of each question are ordered, and nothing else can be found: {asked} questions of 95,"
        " those with right and wrong candidates, {files} sentences in the home, each a document. Aver weighs what the"
        f" reader says with words, vectors and rank, by weights fitted on longer passages. {HOW}",
        trecqa,
    ),
    "manuals": _set(
        "Manuals of Haystack and Datasette: a section by its heading",
        f"{HEADINGS} The reader was trained on such pairs of other pages. {HOW}",
        manuals,
    ),
    "statutes": _set("German laws: a section by its heading", f"{HEADINGS} {GERMAN}", statutes, UNREAD),
    "xquad-german": _set(
        "XQuAD: German paragraphs for a German question", PARAGRAPHS, partial(xquad, language="de"), UNREAD
    ),
    "xquad-crossing": _set(
        "XQuAD: English paragraphs for a German question", PARAGRAPHS, partial(xquad, language="en"), UNREAD
    ),
}
"""The sets by the short names under which their figures are kept."""
