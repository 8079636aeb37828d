"""Surgery in files: documents and labels in, one folder out that can be ingested and asked.

    OUT/documents/open/...      what everybody reads
    OUT/documents/hidden/...    what only the group `insiders` reads (`meta.toml` says so)
    OUT/calibrate.jsonl         outsiders' questions on the first half of the documents
    OUT/confirm.jsonl           the same on the second half; calibrate-insiders and confirm-insiders likewise
    OUT/surgery.json            seed, counts and the digest of what went in

Questions have the fields of the question sets and two more: `variant` and `fold`. A file that would hold no question is
left out.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from aver.errors import BadInput
from aver.evals.surgery.operate import Fold, Operated, Surgery

SUFFIXES = frozenset({".md", ".rst", ".txt"})
"""Formats whose text is the file, so that a cut in one is a cut in the other."""

INSIDERS = "insiders"
META = """# Written by `aver eval surgery`: who may read what.
[[rule]]
glob = "open/**"
readers = ["user:local", "group:{group}"]

[[rule]]
glob = "hidden/**"
readers = ["group:{group}"]
"""


def read_documents(folder: Path) -> dict[str, str]:
    """Return the text files under `folder` by path. Raises BadInput where there are none or one isn't UTF-8."""
    found: dict[str, str] = {}
    for path in sorted(folder.rglob("*")):
        if path.is_file() and path.suffix.lower() in SUFFIXES:
            try:
                found[path.relative_to(folder).as_posix()] = path.read_text(encoding="utf-8")
            except UnicodeDecodeError as error:
                raise BadInput(f"{path} isn't UTF-8", hint="surgery works on text files in UTF-8") from error
    if not found:
        raise BadInput(
            f"{folder} holds no .md, .rst or .txt file", hint="name the folder that the questions' `doc` starts in"
        )
    return found


def write_surgery(surgery: Surgery, out: Path, *, seed: int, digest: str) -> dict[str, Any]:
    """Write the folder described above and return what `surgery.json` holds. Raises BadInput where `out` has files."""
    if out.exists() and any(out.iterdir()):
        raise BadInput(f"{out} is not empty", hint="name a new folder")
    for room, documents in (("open", surgery.open), ("hidden", surgery.hidden)):
        for name, text in documents.items():
            path = out / "documents" / room / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
    (out / "meta.toml").write_text(META.format(group=INSIDERS), encoding="utf-8")
    for fold in Fold:
        for insiders in (False, True):
            some = [one for one in surgery.questions if one.fold is fold and one.for_insiders is insiders]
            name = f"{fold}-{INSIDERS}.jsonl" if insiders else f"{fold}.jsonl"
            lines = [json.dumps(question_fields(one, surgery), ensure_ascii=False) + "\n" for one in some]
            if lines:
                (out / name).write_text("".join(lines), encoding="utf-8")
    facts = facts_of(surgery, seed=seed, digest=digest)
    (out / "surgery.json").write_text(json.dumps(facts, indent=2) + "\n", encoding="utf-8")
    return facts


def facts_of(surgery: Surgery, *, seed: int, digest: str) -> dict[str, Any]:
    """Return what was made, in numbers."""
    return {
        "seed": seed,
        "input_sha256": digest,
        "questions": len(surgery.questions),
        "answerable": sum(one.answerable for one in surgery.questions),
        "variants": dict(sorted(Counter(one.variant.value for one in surgery.questions).items())),
        "folds": dict(sorted(Counter(one.fold.value for one in surgery.questions).items())),
        "documents": {"open": len(surgery.open), "hidden": len(surgery.hidden)},
    }


def question_fields(one: Operated, surgery: Surgery) -> dict[str, Any]:
    """Return a question as a line of a question set; an unanswerable one carries neither answer nor gold spans."""
    room = "hidden" if one.case.document in surgery.hidden else "open"
    held = one.case.document in surgery.hidden or one.case.document in surgery.open
    document = f"{room}/{one.case.document}" if held else None
    return {
        "id": f"{one.variant}-{one.case.id}",
        "corpus": one.case.corpus,
        "question": one.question,
        "kind": one.case.kind if one.answerable else "unanswerable",
        "doc": document,
        "docs": [document] if document else [],
        "expected_decision": "ANSWER" if one.answerable else "ABSTAIN",
        "answer": one.case.answer if one.answerable else None,
        "gold_spans": list(one.gold) if one.answerable else [],
        "variant": one.variant.value,
        "fold": one.fold.value,
    }


def digest_of(documents: Mapping[str, str], questions: bytes) -> str:
    """Return the SHA-256 over everything that went in."""
    whole = hashlib.sha256(questions)
    for name, text in sorted(documents.items()):
        whole.update(json.dumps([name, text]).encode())
    return whole.hexdigest()
