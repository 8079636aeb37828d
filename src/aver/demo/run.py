"""The demonstration itself: the same questions to ordinary retrieval and to Aver, side by side.

It uses the commands and flows that everybody uses. One thing exists only here: for the restricted page
the vanilla side asks as a caller who holds every group, because that is what one index for everybody is.
"""

from __future__ import annotations

import contextlib
import io
import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from rich.console import Console
from rich.rule import Rule
from rich.text import Text

from aver.app import App, asking_tools, open_app
from aver.cli.asking import bring_windows_up_to_date, inquiry_of
from aver.cli.main import run
from aver.cli.session import Session, caller_of, opened
from aver.cli.show_sides import Side, sides_view
from aver.demo.scenes import CORPUS, META, RESTRICTED, Scene, judged, scenes, what_went_wrong
from aver.errors import AverError
from aver.evals.rows import Released
from aver.evals.score import Judgement
from aver.flows.answering import Answered, answer
from aver.flows.claim_access import Desk
from aver.flows.moving import move_home
from aver.flows.pack_claims import pack_claims, vouch
from aver.flows.packs import pack_folder, pack_named, with_pack
from aver.values.governance import Caller, Governance, Role
from aver.values.inquiry import Mode

PACK = "sensors"
"""The domain pack that reads the questions of the verified side."""
VOUCHED_AT = "2026-11-21T00:00:00Z"
"""When the claims of the pack were written; their ids come from it, so that they are the same everywhere."""
EVERY_GROUP = "hr,board"
EVERY_CLEARANCE = 3
"""With `EVERY_GROUP` the caller behind the vanilla side of the restricted page: one index for everybody."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """One scene as it was played: the judgements on both sides, and what was released by the verified one.

    `vanilla` is None where only the verified side was asked.
    """

    scene: Scene
    vanilla: Judgement | None
    verified: Judgement
    given: Released

    @property
    def holds(self) -> bool:
        """Whether the verified side did what the scene is there to show, or at least withheld a plain fact."""
        return self.verified is Judgement.CORRECT or (
            self.verified is Judgement.ABSTAINED and self.scene.question.kind not in ("trap", "control")
        )


def demonstrate(home: Path, console: Console, *, url: str = "") -> tuple[Shown, ...]:
    """Ingest the demonstration corpus, ask questions that break naive retrieval, and show both answers.

    With `url` the home is moved into that empty PostgreSQL database before anything is asked.
    """
    session = Session(home=home)
    console.print(_ingested(home))
    app, caller = opened(session)
    console.print(_vouched(app, caller))
    bring_windows_up_to_date(app, caller.tenant)
    if url:
        app = _moved(app, url, console)
    played = [_played(app, session, scene) for scene in scenes()]
    now = [one for one in played if one[0].holds]
    for number, (shown, sides) in enumerate(now, start=1):
        _show(console, number, shown.scene, sides)
    _close(console, [shown for shown, _ in played])
    if url:
        console.print(Text("All of this was asked of PostgreSQL; docs/postgres.md puts a home of your own there."))
    else:
        console.print(Text('The home is ready: aver ask "How long are access logs of the website kept?"'))
        console.print(Text("Every answer above is in its log: aver runs list, aver runs replay ID"))
    app.store.close()
    return tuple(shown for shown, _ in played)


def _moved(app: App, url: str, console: Console) -> App:
    """Move the home, as `aver migrate` does, and open it where it lies now; who may ask is as it was."""
    app.presence.release()
    app.store.close()
    moved = move_home(app.settings, url)
    rows = sum(one.rows for one in moved.tables)
    console.print(Text(f"Moved into PostgreSQL: {rows} rows compared, {moved.runs} runs verified."))
    there = replace(app.settings, store=replace(app.settings.store, url=url))
    return replace(open_app(app.settings.home, there), settings=app.settings)


def _ingested(home: Path) -> Text:
    """Make the home if there is none and read the corpus; return the line that says so."""
    _command("init", "--home", str(home))
    told = _command("ingest", str(CORPUS), "--meta", str(META), "--home", str(home))
    counts = told["counts"]
    return Text(
        f"{sum(counts.values())} documents of Norrland Sensorik, a company that does not exist, in {home} "
        f"({counts['added']} new, {counts['failed']} failed)."
    )


def _vouched(app: App, caller: Caller) -> Text:
    """Freeze what the engineers of the pack stand behind, as a reviewer does; return the line that says so."""
    reviewer = replace(caller, roles=caller.roles | {Role.REVIEWER})
    desk = Desk(store=app.store, caller=reviewer, at=VOUCHED_AT)
    own = Governance(tenant=caller.tenant, readers=caller.principals)
    drafts = pack_claims(pack_folder(PACK), pack_named(PACK))
    vouch(desk, drafts, own=own)
    return Text(f"{len(drafts)} claims frozen by a reviewer; questions are read with the domain pack {PACK!r}.")


def _command(*words: str) -> dict[str, dict[str, int]]:
    """Run a command line of Aver and return what it says with --json."""
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        status = run([*words, "--json"])
    if status != 0:
        raise AverError(f"aver {words[0]} failed", hint=f"run it by itself: aver {' '.join(words)}")
    told: dict[str, dict[str, int]] = json.loads(said.getvalue())
    return told


def _played(app: App, session: Session, scene: Scene) -> tuple[Shown, list[Side]]:
    asking = replace(session, groups=scene.groups, clearance=scene.clearance)
    verified = _asked(app, asking, scene, Mode.AUTO)
    right, given = judged(scene.question, verified)
    side = Side(heading=_heading(scene), events=verified.events, verified=True, remarks=(_verdict(right),))
    if scene.groups is not None:
        return Shown(scene=scene, vanilla=None, verified=right, given=given), [side]
    everybody = replace(session, groups=EVERY_GROUP, clearance=EVERY_CLEARANCE)
    plain = everybody if scene.family == RESTRICTED else asking
    vanilla = _asked(app, plain, scene, Mode.VANILLA)
    wrong, released = judged(scene.question, vanilla)
    remark = ("right this time, unchecked", "dim")
    if wrong is Judgement.WRONG:
        remark = (f"✗ {what_went_wrong(scene, released)}", "bold red")
    label = "vanilla (ordinary RAG: one index for everybody)" if scene.family == RESTRICTED else "vanilla"
    sides = [Side(heading=label, events=vanilla.events, verified=False, remarks=(remark,)), side]
    return Shown(scene=scene, vanilla=wrong, verified=right, given=given), sides


def _asked(app: App, session: Session, scene: Scene, mode: Mode) -> Answered:
    caller = caller_of(session, app.settings)
    inquiry = inquiry_of(app, caller, scene.question.question, mode=mode)
    if mode is Mode.VANILLA:
        return answer(app.run_log, inquiry, caller, asking_tools(app))
    return answer(app.run_log, with_pack(inquiry, pack_named(PACK), gauge=app.gauge), caller, asking_tools(app))


def _heading(scene: Scene) -> str:
    if scene.groups is None:
        return "verified"
    return f"verified, with --groups {scene.groups} --clearance {scene.clearance}"


def _verdict(judgement: Judgement) -> tuple[str, str]:
    match judgement:
        case Judgement.CORRECT:
            return "✓ as it should be", "bold green"
        case Judgement.ABSTAINED:
            return "– withheld, although the documents answer this", "yellow"
        case Judgement.WRONG:
            return "✗ wrong", "bold red"


def _show(console: Console, number: int, scene: Scene, sides: Sequence[Side]) -> None:
    console.print()
    asked_by = f", asked by a member of group {scene.groups}" if scene.groups else ""
    console.print(Rule(Text(f" {number}. {scene.family}{asked_by} ", style="bold"), align="left", style="dim"))
    console.print(Text(scene.question.question, style="bold"))
    console.print(sides_view(sides, width=console.width))


def _close(console: Console, played: Sequence[Shown]) -> None:
    """Count both sides over the scenes that were shown, and name those that wait for later work."""
    held = [one for one in played if one.holds]
    vanilla = [one.vanilla for one in held if one.vanilla is not None]
    verified = [one.verified for one in held]
    console.print()
    console.print(
        Text.assemble(
            ("vanilla ", "bold"),
            f"{vanilla.count(Judgement.WRONG)} of {len(vanilla)} wrong   ",
            ("verified ", "bold"),
            f"{verified.count(Judgement.WRONG)} of {len(verified)} wrong, ",
            f"{verified.count(Judgement.ABSTAINED)} withheld",
        )
    )
    for one in played:
        if not one.holds:
            console.print(Text(f"Comes with later work: {one.scene.family} (today: {_today(one)})", style="dim"))


def _today(shown: Shown) -> str:
    if shown.verified is Judgement.WRONG:
        return f"{shown.given.outcome}, but it {what_went_wrong(shown.scene, shown.given)}"
    return f"{shown.given.outcome}, nothing is released"
