"""`aver review work`: each item is shown with its words in place and decided by one key; what is left is free (J2)."""

from __future__ import annotations

import io
import os
import pty
import select
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from aver.cli.review_page import in_place
from aver.stages.claim_quotes import cited
from aver.values.claims import ClaimContent, StoredKind
from tests.claims.desks import RATE, a_store, desk, proposed
from tests.cli.asking_home import Said, a_home, aver
from tests.cli.test_claims import a_candidate

MANAGERS = "Managers give three months of notice."


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Path]:
    with a_home(tmp_path) as folder:
        yield folder


def typed(monkeypatch: pytest.MonkeyPatch, *lines: str, words: tuple[str, ...] = ()) -> Said:
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
    return aver("review", "work", *words)


def states() -> dict[str, str]:
    return {one["statement"]: one["state"] for one in aver("claims", "list", "--json").json["claims"]}


def test_items_come_one_after_the_other_each_with_its_quote_in_its_paragraph(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    a_candidate(home)
    a_candidate(home, MANAGERS)
    said = typed(monkeypatch, "a", "r", "hearsay")
    assert said.status == 0, said.err
    assert "leave/notice.md: [[The notice period of employees is four weeks.]]" in said.out
    assert said.out.index("accepted") < said.out.index(f"[[{MANAGERS}]]") < said.out.index("rejected")
    assert said.out.splitlines()[-2:] == ["Nothing else waits.", "1 accepted, 1 rejected; 0 wait"]
    assert states() == {"The notice period of employees is four weeks.": "frozen", MANAGERS: "rejected"}


def test_an_edit_keeps_what_is_left_as_it_is(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    name = a_candidate(home)
    said = typed(monkeypatch, "e", "", "Employees give four weeks.", "", "", "", words=("--json",))
    assert said.json == {"decided": {"edited": 1}, "waiting": 0}
    shown = aver("claims", "show", name, "--json").json
    assert (shown["statement"], shown["kind"], shown["state"]) == ("Employees give four weeks.", "fact", "frozen")


def test_what_is_refused_is_said_and_the_item_stays(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    a_candidate(home)
    said = typed(monkeypatch, "r", "", "e", "rumour", "", "", "", "", "z", "", "q")
    assert "a reason is needed" in said.out and "'rumour' is no kind of claim" in said.out
    assert said.out.splitlines()[-1] == "nothing decided; 1 wait"
    assert set(states().values()) == {"in_review"}


def test_what_was_skipped_or_left_is_free_for_others_at_once(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    a_candidate(home)
    a_candidate(home, MANAGERS)
    assert typed(monkeypatch, "s", "q").out.splitlines()[-1] == "1 skipped; 2 wait"
    held = [one["held_by"] for one in aver("review", "list", "--json").json["items"]]
    assert held == [None, None]


def test_the_end_of_the_input_quits(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    a_candidate(home)
    assert typed(monkeypatch).out.splitlines()[-1] == "nothing decided; 1 wait"


WORK = """
import sys, aver.app
from aver.cli.main import run
from aver.testing import HashEmbedder
aver.app.BuiltinEmbedder = lambda workers: HashEmbedder()
sys.exit(run(["review", "work"]))
"""


def test_in_a_terminal_one_key_decides_without_enter(home: Path) -> None:
    a_candidate(home)
    main, other = pty.openpty()
    with subprocess.Popen([sys.executable, "-c", WORK], stdin=other, stdout=other, stderr=other) as process:
        os.close(other)
        try:
            assert "[[The notice period" in read_until(main, "[q]uit")
            assert "1 accepted" in read_until(main, "0 wait", keys=b"a")
        finally:
            process.kill()
            os.close(main)
    assert list(states().values()) == ["frozen"]


def read_until(terminal: int, wanted: str, keys: bytes = b"") -> str:
    """Return what is printed up to `wanted`; `keys` are pressed while nothing comes, since early ones are lost."""
    said, end = "", time.monotonic() + 60
    while wanted not in said and time.monotonic() < end:
        if select.select([terminal], [], [], 1)[0]:
            said += os.read(terminal, 65536).decode(errors="replace")
        elif keys:
            os.write(terminal, keys)
    return said


def test_quotes_of_one_paragraph_are_marked_in_it_together_and_far_lines_left_out(tmp_path: Path) -> None:
    (claim,) = proposed(desk(a_store(tmp_path)), RATE)
    text = "Name | A\nrange | 1\nweight | 2\nrate | 3\ncolour | 4\nspeed | 5\n"
    last = text.index("speed")
    spans = [(7, 8), (last, last + 5), (last, last + 9), (last + 8, last + 9)]
    content = ClaimContent(
        kind=StoredKind.FACT,
        statement="Speed: 5",
        citations=tuple(cited(text, document="d", uri="sheet.md", version="v", span=span) for span in spans),
    )
    assert list(in_place(replace(claim, content=content))) == [
        "  sheet.md: Name | [[A]]",
        "    range | 1",
        "    …",
        "    colour | 4",
        "    [[[[speed]] | [[5]]]]",
    ]


def test_a_quote_of_many_lines_is_shown_whole(tmp_path: Path) -> None:
    (claim,) = proposed(desk(a_store(tmp_path)), RATE)
    text = "Before.\nOne,\ntwo,\nthree,\nfour,\nfive.\nAfter.\nFar away."
    quote = cited(text, document="d", uri="sheet.md", version="v", span=(text.index("One"), text.index("\nAfter")))
    content = ClaimContent(kind=StoredKind.FACT, statement="Five.", citations=(quote,))
    assert [line.strip() for line in in_place(replace(claim, content=content))][1:] == [
        "[[One,", "two,", "three,", "four,", "five.]]", "After.", "…"
    ]  # fmt: skip
