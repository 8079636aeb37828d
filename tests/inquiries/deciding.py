"""What Aver decides on the labelled inquiries, with the pack's claims frozen: `python -m tests.inquiries.deciding`."""

from __future__ import annotations

import contextlib
import io
import json
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from aver.app import App, asking_tools, open_app
from aver.cli.main import run
from aver.config import read_settings
from aver.demo.scenes import CORPUS, META
from aver.flows.answering import Answered, answer
from aver.flows.claim_access import Desk
from aver.flows.pack_claims import pack_claims, vouch
from aver.flows.packs import pack_folder, pack_named, with_pack
from aver.flows.tools import utc_now
from aver.stages.render import render
from aver.stages.transcript import transcript_of
from aver.values.governance import Caller, Governance, Role
from aver.values.inquiry import Inquiry
from aver.values.sealed import Sealed
from tests.depth import some

HERE = Path(__file__).parent
READER = Caller(user="user:local", tenant="default", principals=frozenset({"user:local", "group:local"}))
REVIEWER = Caller(user="user:local", tenant="default", principals=READER.principals, roles=frozenset({Role.REVIEWER}))
SHOWING = frozenset({"ANSWER", "PARTIAL", "REDIRECT"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """An inquiry, the decisions that would be right, what one has to show of `cites`, and what was decided."""

    id: str
    text: str
    wanted: tuple[str, ...]
    variant: str
    given: Answered
    cites: tuple[str, ...] = ()

    @property
    def decision(self) -> str:
        """The outcome."""
        return str(self.given.as_json()["decision"]["outcome"])

    @property
    def right(self) -> bool:
        """Whether it is one of the right decisions and shows what it has to, a redirect the right variant."""
        said = self.given.as_json()
        redirect = said["redirect"] or {}
        if self.cites and self.decision in SHOWING:
            shown = json.dumps((said["answer"], redirect), ensure_ascii=False).casefold()
            return self.decision in self.wanted and any(one.casefold() in shown for one in self.cites)
        return self.decision in self.wanted and (self.decision != "REDIRECT" or redirect["variant"] == self.variant)


def a_home(folder: Path) -> App:
    """Return a home with the demonstration corpus and the frozen claims of both packs."""
    with contextlib.redirect_stdout(io.StringIO()):
        run(["init", "--home", str(folder), "--json"])
        run(["ingest", str(CORPUS), "--meta", str(META), "--home", str(folder), "--json"])
    app = open_app(folder, read_settings(folder, {}))
    desk = Desk(store=app.store, caller=REVIEWER, at=utc_now())
    own = Governance(tenant="default", readers=frozenset({"user:local"}))
    for name in ("sensors", "help-centre"):
        vouch(desk, pack_claims(pack_folder(name), pack_named(name)), own=own)
    return app


def told(app: App, labels: Path) -> Iterator[Told]:
    """Yield what is decided on each labelled inquiry."""
    texts = {}
    for file in ("sensors", "held-out", "held-out-2", "held-out-3"):
        for line in (HERE / f"{file}.jsonl").read_text(encoding="utf-8").splitlines():
            one = json.loads(line)
            texts[one["id"]] = one["text"]
    for line in some(labels.read_text(encoding="utf-8").splitlines()):
        label = json.loads(line)
        text = label.get("text") or texts[label["id"]]
        inquiry = with_pack(Inquiry(question=Sealed(text)), pack_named(label.get("pack", "sensors")), gauge=app.gauge)
        given = answer(app.run_log, inquiry, READER, asking_tools(app))
        yield Told(
            id=label["id"],
            text=text,
            wanted=tuple(label["decisions"]),
            variant=label.get("variant", ""),
            given=given,
            cites=tuple(label.get("cites", ())),
        )


def main() -> None:
    """Print every inquiry that is decided otherwise, and the counts."""
    with tempfile.TemporaryDirectory() as folder:
        app = a_home(Path(folder) / "home")
        found = list(told(app, HERE / (sys.argv[1] if len(sys.argv) > 1 else "decisions.jsonl")))
        for one in found:
            if not one.right or "-v" in sys.argv:
                reasons = [reason.value for reason in transcript_of(one.given.events).decision.reasons]  # type: ignore[union-attr]
                sys.stdout.write(f"{one.id} {one.text}\n    {one.decision} {reasons}, not {'/'.join(one.wanted)}\n")
                sys.stdout.write("    " + render(one.given.events).replace("\n", "\n    ") + "\n")
        right = sum(one.right for one in found)
        counts = Counter(one.decision for one in found)
        sys.stdout.write(f"{right} of {len(found)} as labelled; {dict(counts)}\n")


if __name__ == "__main__":
    main()
