"""Public development sets as documents and labelled questions for `aver eval run`.

    python -m benchmarks.dev_sets ../shared FOLDER [--most 100] [--sets hotpotqa musique]

Writes FOLDER/NAME/documents and FOLDER/NAME/questions.jsonl. Questions are drawn with a fixed seed; nothing is fitted
on them. `squad`: whole articles, half of the questions with an answer, half without one in their paragraph.
`policyqa`: privacy policies, asked within the policy of one site. `hotpotqa`: questions that need two pages among those
that came with them. `musique`: questions of two hops over paragraphs. `xquad`: German questions about English articles.
`wikitables`: questions asked of one table, of those whose answer is a cell of one row alone.
"""

from __future__ import annotations

import argparse
import gzip
import json
import random
import re
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from aver.stages.sentences import split

SEED = 11
Made = tuple[dict[str, str], list[dict[str, Any]]]
"""Documents by file name, and question records."""


def squad(records: Sequence[Mapping[str, Any]], most: int) -> Made:
    """Articles as documents; half of the questions are answerable."""
    documents = _articles(records)
    answered = _drawn([one for one in records if one["answers"]], most // 2)
    open_ones = _drawn([one for one in records if not one["answers"]], most - len(answered))
    facts = [_fact(one, _file(one["title"])) for one in answered]
    return documents, [
        *facts,
        *({"id": one["id"], "question": one["question"], "kind": "unanswerable"} for one in open_ones),
    ]


def policyqa(records: Sequence[Mapping[str, Any]], most: int) -> Made:
    """Policies as documents; each question is asked of one of them."""
    documents = {_file(site): _page(f"Privacy policy of {site}", texts) for site, texts in _contexts(records).items()}
    asked = (_fact(one, _file(one["title"])) for one in _drawn([one for one in records if one["answers"]], most))
    return documents, [one | {"scope": "document"} for one in asked]


def hotpotqa(records: Sequence[Mapping[str, Any]], most: int) -> Made:
    """Pages as documents; the two sentences that a question needs are its gold spans."""
    documents: dict[str, str] = {}
    questions = []
    for number, one in enumerate(_drawn(records, most)):
        pages = {title: [sentence.strip() for sentence in sentences] for title, sentences in one["context"]}
        documents |= {_file(title): _page(title, [" ".join(sentences)]) for title, sentences in pages.items()}
        wanted = [(title, pages[title][place]) for title, place in one["supporting_facts"] if place < len(pages[title])]
        questions.append(
            {
                "id": f"hotpotqa-{number}",
                "question": one["question"],
                "kind": "multihop",
                "answer": one["answer"],
                "doc": _file(wanted[0][0]),
                "gold_spans": [sentence for _, sentence in wanted],
            }
        )
    return documents, questions


def musique(records: Sequence[Mapping[str, Any]], most: int) -> Made:
    """Pages of paragraphs as documents; the sentences that answer the two steps are the gold spans."""
    documents: defaultdict[str, list[str]] = defaultdict(list)
    questions = []
    for one in _drawn([one for one in records if one["id"].startswith("2hop")], most):
        for page in one["paragraphs"]:
            if page["paragraph_text"] not in documents[page["title"]]:
                documents[page["title"]].append(page["paragraph_text"])
        steps = one["question_decomposition"]
        texts = [" ".join(one["paragraphs"][step["paragraph_support_idx"]]["paragraph_text"].split()) for step in steps]
        gold = [_holding(step["answer"], text) for step, text in zip(steps, texts, strict=True)]
        questions.append({"id": one["id"], "question": one["question"], "kind": "multihop", "gold_spans": gold})
    return {_file(title): _page(title, texts) for title, texts in documents.items()}, questions


def xquad(records: Sequence[Mapping[str, Any]], most: int) -> Made:
    """English articles as documents; each question in German, its gold span the English sentence."""
    english = [one for one in records if one["lang"] == "en"]
    german = {one["id"]: one["question"].strip() for one in records if one["lang"] == "de"}
    documents = _articles(english)
    asked = _drawn([one for one in english if one["answers"] and one["id"] in german], most)
    return documents, [_fact(one, _file(one["title"])) | {"question": german[one["id"]]} for one in asked]


def wikitables(records: Sequence[Mapping[str, Any]], tables: Sequence[Mapping[str, Any]], most: int) -> Made:
    """Tables as documents; each question is asked of its own, its gold span the one row that holds the answer."""
    rows = {one["table"]: [[_cell(value) for value in row] for row in one["rows"]] for one in tables}
    pages = {name: f"# Table {number}\n\n" + _table(found) for number, (name, found) in enumerate(sorted(rows.items()))}
    holding = {one["id"]: _rows_of(one["answers"], rows[one["table"]]) for one in records}
    return {_file(name): page for name, page in pages.items()}, [
        {
            "id": one["id"],
            "question": one["question"],
            "kind": "table",
            "scope": "document",
            "doc": _file(one["table"]),
            "answer": _cell(one["answers"][0]),
            "gold_spans": holding[one["id"]],
        }
        for one in _drawn([one for one in records if len(holding[one["id"]]) == 1], most)
    ]


SETS: Mapping[str, tuple[Callable[..., Made], tuple[str, ...]]] = {
    "squad": (squad, ("squad_dev",)),
    "policyqa": (policyqa, ("policyqa_dev",)),
    "hotpotqa": (hotpotqa, ("multihop_hotpotqa",)),
    "musique": (musique, ("multihop_musique",)),
    "xquad": (xquad, ("xquad_de_en_dev",)),
    "wikitables": (wikitables, ("wtq_dev_questions", "wtq_dev_tables")),
}
"""What makes each set, from the records of which files."""


def _contexts(records: Sequence[Mapping[str, Any]]) -> Mapping[str, Sequence[str]]:
    """Return by title the contexts of the records, each once, in their order."""
    found: defaultdict[str, dict[str, None]] = defaultdict(dict)
    for one in records:
        found[one["title"]][one["context"]] = None
    return {title: list(texts) for title, texts in found.items()}


def _articles(records: Sequence[Mapping[str, Any]]) -> dict[str, str]:
    return {_file(title): _page(title.replace("_", " "), texts) for title, texts in _contexts(records).items()}


def _cell(value: str) -> str:
    return " ".join(value.replace("|", "/").split())


def _row(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cells) + " |"


def _table(rows: Sequence[Sequence[str]]) -> str:
    ruled = [_row(rows[0]), _row(["---"] * len(rows[0])), *map(_row, rows[1:])]
    return "\n".join(ruled) + "\n"


def _rows_of(answers: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """Return the rows below the header with a cell that is the answer, none where there are several answers."""
    if len(answers) != 1:
        return []
    wanted = _cell(answers[0]).casefold()
    return [_row(cells) for cells in rows[1:] if wanted in (cell.casefold() for cell in cells)]


def _holding(answer: str, text: str) -> str:
    """Return the first sentence of `text` that holds the answer, the whole text where none does."""
    return next((text[start:end] for start, end in split(text, start=0) if answer in text[start:end]), text)


def _fact(one: Mapping[str, Any], file: str) -> dict[str, Any]:
    """Return a question whose gold spans are the sentences that hold an answer."""
    context = one["context"]
    spans = [
        context[start:end]
        for answer in one["answers"]
        for start, end in split(context, start=0)
        if start <= answer["start"] < end
    ]
    answer = one["answers"][0]["text"]
    gold = list(dict.fromkeys(spans)) or [answer]
    return {
        "id": one["id"],
        "question": one["question"],
        "kind": "fact",
        "doc": file,
        "answer": answer,
        "gold_spans": gold,
    }


def _drawn(records: Sequence[Mapping[str, Any]], most: int) -> list[Mapping[str, Any]]:
    return random.Random(SEED).sample(list(records), min(most, len(records)))


def _page(title: str, texts: Sequence[str]) -> str:
    return f"# {title}\n\n" + "\n\n".join(" ".join(text.split()) for text in texts) + "\n"


def _file(title: str) -> str:
    return re.sub(r"[^\w.-]+", "_", title)[:80] + ".md"


def _records(path: Path) -> list[dict[str, Any]]:
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def make(shared: Path, folder: Path, *, most: int, names: Sequence[str] = tuple(SETS)) -> None:
    """Write the named sets."""
    for name in names:
        build, files = SETS[name]
        documents, questions = build(*(_records(shared / "data" / "dev" / f"{file}.jsonl.gz") for file in files), most)
        place = folder / name / "documents"
        place.mkdir(parents=True, exist_ok=True)
        for path, text in documents.items():
            (place / path).write_text(text, encoding="utf-8")
        lines = "\n".join(json.dumps(question) for question in questions) + "\n"
        (folder / name / "questions.jsonl").write_text(lines, encoding="utf-8")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("shared", type=Path)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--most", type=int, default=100)
    parser.add_argument("--sets", nargs="+", choices=list(SETS), default=list(SETS))
    given = parser.parse_args()
    make(given.shared, given.folder, most=given.most, names=given.sets)
