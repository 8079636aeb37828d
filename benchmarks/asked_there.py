"""What is quoted for the questions that texts ask themselves, each asked in its own words (`stages/asked_there.py`).

    python benchmarks/asked_there.py HOME

Every line of the home's documents that is one question is asked of all of it. Prints each question with what would be
quoted for it, to be judged by reading: a heading that only sounds like a question has no answer under it.
"""

from __future__ import annotations

import sys
from datetime import date
from pathlib import Path

from aver.app import asking_tools, open_app
from aver.config import read_settings
from aver.flows.documents import documents
from aver.flows.searching import search
from aver.stages.asked_there import answered_there
from aver.stages.identity import caller_of
from aver.stages.same_question import asks
from aver.values.inquiry import Inquiry
from aver.values.sealed import Sealed


def main() -> None:
    """Ask every question that a line of a document asks, and print what is found."""
    home = Path(sys.argv[1])
    app = open_app(home, read_settings(home, {}))
    caller = caller_of(app.settings.identity.mode, tenant=app.settings.identity.tenant)
    lines = {}
    for version in documents(app.store, caller, today=date.today().isoformat()):
        for line in app.store.document(version).text.splitlines():
            if asks(line):
                lines.setdefault(line.strip("#*_> \t"), version.uri)
    found = 0
    for line, uri in lines.items():
        given = search(app.run_log, Inquiry(question=Sealed(line)), caller, asking_tools(app))
        unit = answered_there(line, given.packets)
        found += unit is not None
        if unit is not None:
            print(f"{uri}: {line}\n    -> {unit.packet.passage.uri}: {' '.join(unit.text.split())}")
    print(f"{len(lines)} questions, {found} with what stands under them")


if __name__ == "__main__":
    main()
