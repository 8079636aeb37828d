"""How often the line of a record that a question names is the one that was asked for (`stages/field_named.py`).

    python benchmarks/field_named.py HOME

Asked are the fields at the heads of the home's documents ("Status: Final" under "PEP: 310"), as many that a document
doesn't have but another does, and as many of a number that no document bears; a line named for those is wrong.
"""

from __future__ import annotations

import random
import re
import sys
from collections.abc import Iterator
from datetime import date
from pathlib import Path

from aver.app import App, asking_tools, open_app
from aver.config import read_settings
from aver.flows.documents import documents
from aver.flows.searching import search
from aver.stages.field_named import field_named
from aver.stages.identity import caller_of
from aver.stages.metrics import clopper_pearson
from aver.values.governance import Caller
from aver.values.inquiry import Inquiry
from aver.values.sealed import Sealed

QUESTIONS = 200
SEED = 20261128
WORDINGS = ("What is the {key} of {name}?", "Which {key} does {name} have?", "What {key} is given for {name}?")
_FIELD = re.compile(r"([A-Z][\w -]{2,30}): +(\S.*)")

Heads = dict[str, dict[str, str]]


def heads_of(app: App, caller: Caller) -> Heads:
    """Return by what each document is called ("PEP 310") the fields at its head."""
    found: Heads = {}
    for version in documents(app.store, caller, today=date.today().isoformat()):
        lines = app.store.document(version).text.split("\n\n", 1)[0].splitlines()
        fields = [one.groups() for line in lines if (one := _FIELD.fullmatch(line))]
        if len(fields) > 2 and fields[0][1].isdigit():
            found[" ".join(fields[0])] = dict(fields[1:])
    return found


def asked(heads: Heads, chance: random.Random) -> Iterator[tuple[str, str, str]]:
    """Yield what kind of question one is, the question, and the value that answers it, "" for none."""
    keys = sorted({key for fields in heads.values() for key in fields})
    for _ in range(QUESTIONS):
        name, wording = chance.choice(sorted(heads)), chance.choice(WORDINGS)
        key = chance.choice(sorted(heads[name]))
        yield "with an answer", wording.format(key=key.lower(), name=name), heads[name][key]
        strange = chance.choice([key for key in keys if key not in heads[name]])
        yield "fields that it doesn't have", wording.format(key=strange.lower(), name=name), ""
        unknown = f"{name.rpartition(' ')[0]} {chance.randint(10_000, 99_999)}"
        yield "numbers that nothing bears", wording.format(key=key.lower(), name=unknown), ""


def main() -> None:
    """Ask all of it and print a line for each kind, and what was wrong."""
    home = Path(sys.argv[1])
    app = open_app(home, read_settings(home, {}))
    caller = caller_of(app.settings.identity.mode, tenant=app.settings.identity.tenant)
    verdicts: dict[str, list[str]] = {}
    for kind, question, value in asked(heads_of(app, caller), random.Random(SEED)):
        packets = search(app.run_log, Inquiry(question=Sealed(question)), caller, asking_tools(app)).packets
        line = field_named(question, packets)
        mine = verdicts.setdefault(kind, [])
        if line is not None:
            is_right = bool(value) and " ".join(line.text.split()).partition(": ")[2].startswith(value)
            mine.append("" if is_right else f"{question} -> {line.packet.passage.uri}: {line.text}")
    for kind, faults in verdicts.items():
        right, named = faults.count(""), len(faults)
        low, high = clopper_pearson(right, named) if named else (0.0, 1.0)
        print(f"{QUESTIONS} questions, {kind}: {named} named, {right} right [{low:.3f}, {high:.3f}]")
        for fault in filter(None, faults):
            print(f"  {fault}")


if __name__ == "__main__":
    main()
