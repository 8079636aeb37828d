"""`aver review work`: the queue worked through at the keyboard, one key an item."""

from __future__ import annotations

import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TextIO

import typer

from aver.cli.claims import desk_of
from aver.cli.options import command
from aver.cli.output import plain, say
from aver.cli.review_page import drawn, drawn_line, in_place
from aver.cli.session import Session, now
from aver.errors import AverError, BadInput

if TYPE_CHECKING:
    from aver.app import App
    from aver.flows.claim_access import Desk
    from aver.flows.claims import Draft
    from aver.flows.review import Waiting
    from aver.values.claims import StoredClaim

_QUIT, _SKIPPED = "q", "skipped"
_HELP = "[a]ccept  [e]dit  [r]eject  [x] escalate  [s]kip  [p]age as an image  [q]uit"
_FIELDS = ("kind", "statement", "when", "forbids", "target")


def add_to(group: typer.Typer) -> None:
    """Add the command to the group `aver review`."""
    command(group, "work", example="aver review work")(_work)


def _work(
    *,
    minutes: Annotated[int, typer.Option(help="How long nobody else gets the item you look at.", min=1)] = 15,
    session: Session,
) -> None:
    """Work through the queue at the keyboard: each item with its words in their place, decided by one key.

    What you skip, and what you leave undecided, is free for others as soon as you quit.
    """
    app, desk = desk_of(session)
    sitting = _Sitting(app=app, desk=desk, minutes=minutes, to=sys.stderr if session.json else sys.stdout)
    sitting.through()
    left = sitting.waiting()
    app.store.close()
    done = ", ".join(f"{count} {what}" for what, count in sitting.counts.items()) or "nothing decided"
    say(session, {"decided": dict(sitting.counts), "waiting": left}, (f"{done}; {left} wait",))


@dataclass(slots=True, kw_only=True)
class _Sitting:
    """A reviewer at work; `held` are the claims that were taken and not decided on."""

    app: App
    desk: Desk
    minutes: int
    to: TextIO
    held: list[str] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)

    def through(self) -> None:
        """Take one item after the other until the queue or the reviewer has had enough."""
        from aver.flows.review import put_back, take

        try:
            while found := take(self._desk(), minutes=self.minutes, besides=self.held):
                (item,) = found
                self.held.append(item.claim.id)
                self._show(item)
                if not self._decided(item.claim):
                    return
            self._tell("Nothing else waits.")
        finally:
            put_back(self._desk(), self.held)

    def waiting(self) -> int:
        """Return how many items wait that the reviewer may know of."""
        from aver.flows.review import queue

        return len(queue(self._desk()))

    def _desk(self) -> Desk:
        return replace(self.desk, at=now())

    def _show(self, item: Waiting) -> None:
        for line in _lines(item):
            self._tell(line)
        self._tell(_HELP)

    def _decided(self, claim: StoredClaim) -> bool:
        """Ask for keys until one decides on the claim or passes it over; False to quit."""
        does: Mapping[str, tuple[str, Callable[[StoredClaim], None]]] = {
            "a": ("accepted", self._accept),
            "e": ("edited", self._edit),
            "r": ("rejected", self._reject),
            "x": ("escalated", self._escalate),
            "s": (_SKIPPED, lambda _: None),
        }
        while (key := _key()) != _QUIT:
            try:
                if key in does:
                    name, do = does[key]
                    do(claim)
                    self.counts[name] += 1
                    self._tell(f"  {name}\n")
                    if name != _SKIPPED:
                        self.held.remove(claim.id)
                    return True
                self._tell(self._page(claim) if key == "p" else _HELP)
            except AverError as error:
                self._tell(f"  {error.message}\n  hint: {error.hint}")
            except (EOFError, KeyboardInterrupt):
                self._tell("\n  nothing is done\n" + _HELP)
        return False

    def _accept(self, claim: StoredClaim) -> None:
        from aver.flows.review import accept

        (done,) = accept(self._desk(), [claim.id], number=claim.number)
        if done.error is not None:
            raise done.error

    def _edit(self, claim: StoredClaim) -> None:
        from aver.flows.review import edit

        edit(self._desk(), claim.id, self._corrected(claim), number=claim.number)

    def _reject(self, claim: StoredClaim) -> None:
        from aver.flows.review import reject

        reject(self._desk(), claim.id, reason=self._line("why: "), number=claim.number)

    def _escalate(self, claim: StoredClaim) -> None:
        from aver.flows.review import escalate

        escalate(self._desk(), claim.id, reason=self._line("why: "), number=claim.number)

    def _corrected(self, claim: StoredClaim) -> Draft:
        """Ask for each field in turn, as it stands. Raises BadInput for a kind there is none of."""
        from aver.cli.claim_words import Said
        from aver.values.claims import StoredKind

        said: dict[str, object] = {name: self._line(f"{name}: ", str(getattr(claim.content, name))) for name in _FIELDS}
        if said["kind"] not in list(StoredKind):
            raise BadInput(f"{said['kind']!r} is no kind of claim", hint=f"one of {', '.join(StoredKind)}")
        said["kind"] = StoredKind(str(said["kind"]))
        return Said(fields=said, quotes=()).of(claim, None)

    def _page(self, claim: StoredClaim) -> str:
        with tempfile.NamedTemporaryFile(prefix=f"{claim.id}-", suffix=".png", delete=False) as file:
            return drawn_line(drawn(self.app, self.desk.caller, claim, Path(file.name)))

    def _line(self, asked: str, before: str = "") -> str:
        """Return a line that the reviewer writes; in a terminal `before` stands there to be changed."""
        if sys.stdin.isatty() and sys.stdout.isatty():
            return _changed(asked, before)
        self._tell(asked)
        return sys.stdin.readline().strip() or before

    def _tell(self, line: str) -> None:
        print(plain(line), file=self.to, flush=True)


def _lines(item: Waiting) -> Iterator[str]:
    content = item.claim.content
    yield f"{content.kind.value}, {item.item.why.value}  {item.claim.id}"
    yield f"  {content.statement}"
    for name in ("when", "forbids", "target"):
        if value := getattr(content, name):
            yield f"  {name}: {value}"
    if item.remark:
        yield f"  to settle: {item.remark}"
    yield from in_place(item.claim)


def _key() -> str:
    """Return the next key, without waiting for Enter in a terminal; the end of the input and Ctrl-C quit."""
    try:
        pressed = typer.getchar() if sys.stdin.isatty() else sys.stdin.readline()
    except (EOFError, KeyboardInterrupt):
        return _QUIT
    return pressed.strip()[:1].lower() if pressed else _QUIT


def _changed(asked: str, before: str) -> str:
    try:
        import readline
    except ImportError:  # Windows: Enter keeps what was there
        return input(f"{asked}[{plain(before)}] ").strip() or before
    readline.set_startup_hook(lambda: readline.insert_text(" ".join(plain(before).splitlines())))
    try:
        return input(asked).strip()
    finally:
        readline.set_startup_hook()
