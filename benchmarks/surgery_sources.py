"""Documents and labelled questions for `aver eval surgery`, from the development corpora and the shared data.

    python benchmarks/surgery_sources.py ../shared OUT

writes OUT/documents (PEPs, site policies, SQuAD and XQuAD articles, Wikipedia tables) and OUT/questions.jsonl. Nothing
of `train/` is read. An article is one document of its paragraphs, in English or in German and never in both, since the
one would answer what was cut from the other; the gold span is the answer's sentence.
"""

from __future__ import annotations

import argparse
import gzip
import json
import shutil
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from aver.stages.sentences import split

Record = dict[str, Any]

IN_GERMAN = frozenset({"Rhine", "Private_school"})


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("shared", type=Path)
    parser.add_argument("out", type=Path)
    given = parser.parse_args()
    documents = given.out / "documents"
    shutil.copytree(given.shared / "corpora", documents, ignore=shutil.ignore_patterns("README.md"))
    lines = [(given.shared / "questions" / "dev.jsonl").read_text(encoding="utf-8").strip()]
    for name, folder in (("squad_dev", "squad"), ("xquad_de_en_dev", "xquad-de")):
        lines += [json.dumps(one, ensure_ascii=False) for one in articles(given.shared, documents, name, folder)]
    tables(given.shared, documents)
    (given.out / "questions.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    print(f"{sum(1 for path in documents.rglob('*') if path.is_file())} documents, {len(lines)} sets of labels")


def read(shared: Path, name: str) -> Iterator[Record]:
    with gzip.open(shared / "data" / "dev" / f"{name}.jsonl.gz", "rt", encoding="utf-8") as file:
        yield from map(json.loads, file)


def articles(shared: Path, documents: Path, name: str, folder: str) -> Iterator[Record]:
    """Write one document per title and yield the questions whose answer stands in one sentence of it."""
    by_title: defaultdict[str, list[Record]] = defaultdict(list)
    for record in read(shared, name):
        german = folder == "xquad-de"
        if (record["title"] in IN_GERMAN) == german and (record["lang"] == "de") == german:
            by_title[record["title"]].append(record)
    (documents / folder).mkdir(parents=True)
    for title, records in sorted(by_title.items()):
        paragraphs = list(dict.fromkeys(" ".join(record["context"].split()) for record in records))
        heading = title.replace("_", " ")
        path = documents / folder / f"{title}.md"
        path.write_text(f"# {heading}\n\n" + "\n\n".join(paragraphs) + "\n", encoding="utf-8")
        yield from (found for record in records if (found := fact(record, f"{folder}/{path.name}", folder)))


def fact(record: Record, document: str, corpus: str) -> Record | None:
    context = record["context"]
    if not record["answers"] or " ".join(context.split()) != context:
        return None
    answer = min(record["answers"], key=lambda one: len(one["text"]))
    start, end = answer["start"], answer["start"] + len(answer["text"])
    gold = next((context[a:b] for a, b in split(context) if a <= start and end <= b), None)
    if gold is None:
        return None
    return {
        "id": f"{corpus}-{record['id']}",
        "corpus": corpus,
        "question": " ".join(record["question"].split()),
        "kind": "fact",
        "doc": document,
        "answer": answer["text"],
        "gold_spans": [gold],
    }


def tables(shared: Path, documents: Path) -> None:
    """Write each Wikipedia table as a Markdown document; its cells become questions in the surgery itself."""
    folder = documents / "tables"
    folder.mkdir(parents=True)
    for record in read(shared, "wtq_dev_tables"):
        rows = [[" ".join(str(cell).replace("|", "/").split()) for cell in row] for row in record["rows"]]
        width = len(rows[0])
        lines = ["| " + " | ".join(row) + " |" for row in rows if len(row) == width]
        name = record["table"].replace("csv/", "").replace("/", "-").removesuffix(".csv")
        rule = "|" + " --- |" * width
        (folder / f"{name}.md").write_text("\n".join((lines[0], rule, *lines[1:])) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
