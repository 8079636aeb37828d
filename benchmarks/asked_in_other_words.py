"""How like the questions of a pack a question has to be to ask for the same (`aver.stages.packs.meaning`).

    python benchmarks/asked_in_other_words.py

The decoys ask the sensor pack for things it doesn't state, in words close to those it does. Every labelled inquiry, and
every decoy, is read with and without meaning: what is found besides, and which topics are raised besides.
"""

from __future__ import annotations

import json
from pathlib import Path

from aver.flows.packs import cosines_by, pack_named
from aver.models.embedder import BuiltinEmbedder
from aver.stages.packs import read_inquiry

INQUIRIES = Path("tests/inquiries")
DECOYS = Path("benchmarks/decoys.txt")


def _texts() -> list[tuple[str, str, str]]:
    """Return name, pack and text of every inquiry: texts stand in the reading sets and in the later deciding ones."""
    found = [("decoy", "sensors", line) for line in DECOYS.read_text("utf-8").splitlines()]
    for file in sorted(INQUIRIES.glob("*.jsonl")):
        for line in file.read_text("utf-8").splitlines():
            one = json.loads(line)
            pack = one.get("pack", "help-centre" if file.stem == "help-centre" else "sensors")
            if "text" in one:
                found.append((one["id"], pack, one["text"]))
    return found


def main() -> None:
    """Print what meaning finds besides, and how many decoys it takes for something."""
    cosines = cosines_by(BuiltinEmbedder(workers=1))
    packs = {name: pack_named(name) for name in ("sensors", "help-centre")}
    found = decoys = 0
    for name, pack, text in _texts():
        plain, read = read_inquiry(text, packs[pack]), read_inquiry(text, packs[pack], cosines=cosines)
        asked = [one.attribute for one in read.asked if not one.rest] or list(read.tasks)
        topics = [one.topic for one in read.topics]
        if (plain.tasks, plain.asked) != (read.tasks, read.asked) or plain.topics != read.topics:
            print(f"{name}: {', '.join((*asked, *topics))}  {text}")
            found, decoys = found + 1, decoys + (name == "decoy")
    print(f"{found} of {len(_texts())} read otherwise, {decoys} of them decoys")


if __name__ == "__main__":
    main()
