"""A soak: mixed users of a service for as long as you say, and whether it stays as it was.

    python -m benchmarks.soak src/aver/demo/corpus --minutes 30

It ingests the folder into a home of its own and serves that on loopback as `aver serve` does out of the box. Users of
two tenants begin at random moments of the first thinking time, then act and think: they ask, ask with events, search,
list documents, open pages, and some send a document. The figures are one JSON object; progress goes to stderr. Other
errors are answers outside 2xx, 3xx, 429 and 503, streams that end without an answer, and requests that break off.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx2
from benchmarks.serving import AVER, QUESTIONS, REFUSED, cpu_seconds, quantiles, resident

from aver.app import open_keys
from aver.flows.tools import utc_now
from aver.stages.identity import key_holder

WEIGHTS = {"ask": 42, "stream": 18, "retrieve": 15, "documents": 9, "page": 13, "upload": 3}
"""How often a user does what, in a hundred acts."""
PAGES = ("/web/ask", "/web/documents", "/web/claims", "/web/jobs")
TENANTS = ("default", "other")
_PROOF = re.compile(r'name="proof" value="([^"]+)"')


class Broken(Exception):
    """An answer that isn't what was promised."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Act:
    """One request as its user saw it: what, its status (0: it broke off), when it began and how long it took, in s."""

    name: str
    status: int
    at: float
    seconds: float
    fault: str = ""

    @property
    def is_refused(self) -> bool:
        """Whether the service said that it is full."""
        return self.status in REFUSED

    @property
    def is_answered(self) -> bool:
        """Whether it did what was asked."""
        return 200 <= self.status < 400 and not self.fault


@dataclass(slots=True, kw_only=True)
class User:
    """One user: a client for programs, one for pages, and what came of every act."""

    number: int
    api: httpx2.AsyncClient
    pages: httpx2.AsyncClient
    token: str
    acts: list[Act] = field(default_factory=list)
    chance: random.Random = field(default_factory=random.Random)
    signed_in: bool = False

    async def live(self, until: float, think: float) -> None:
        """Act until the end, and think in between."""
        await asyncio.sleep(self.chance.uniform(0, think))
        while time.monotonic() < until:
            await self.act(self.chance.choices([*WEIGHTS], [*WEIGHTS.values()])[0])
            await asyncio.sleep(self.chance.expovariate(1 / think))

    async def act(self, name: str) -> None:
        """Do one thing and note what came of it."""
        doing: Mapping[str, Callable[[], Awaitable[int]]] = {
            "ask": self._ask,
            "stream": self._stream,
            "retrieve": self._retrieve,
            "documents": self._documents,
            "page": self._page,
            "upload": self._upload,
        }
        begun, status, fault = time.monotonic(), 0, ""
        try:
            status = await doing[name]()
        except (httpx2.HTTPError, Broken) as error:
            fault = f"{type(error).__name__}: {error}"[:200]
        self.acts.append(Act(name=name, status=status, at=begun, seconds=time.monotonic() - begun, fault=fault))

    def _question(self) -> str:
        return self.chance.choice(QUESTIONS)

    async def _ask(self) -> int:
        return (await self.api.post("/v1/ask", json={"question": self._question()})).status_code

    async def _retrieve(self) -> int:
        return (await self.api.post("/v1/retrieve", json={"query": self._question()})).status_code

    async def _documents(self) -> int:
        return (await self.api.get("/v1/documents", params={"limit": 20})).status_code

    async def _stream(self) -> int:
        """Ask with events, and go on from an event in the middle now and then, as a lost reader does."""
        body, headers = {"question": self._question()}, {"Accept": "text/event-stream"}
        leaves = self.chance.random() < 0.2
        status, last, done = await self._events(body, headers, leave_after=2 if leaves else None)
        if status == 200 and leaves and not done:
            status, _, done = await self._events(body, headers | {"Last-Event-ID": last})
        if status == 200 and not done:
            raise Broken("a stream ended without an answer")
        return status

    async def _events(
        self, body: Mapping[str, str], headers: Mapping[str, str], *, leave_after: int | None = None
    ) -> tuple[int, str, bool]:
        """Return the status, the id of the last event that was read, and whether it was the answer."""
        seen, last = 0, ""
        async with self.api.stream("POST", "/v1/ask", json=dict(body), headers=dict(headers)) as answer:
            if answer.status_code != 200:
                return answer.status_code, last, False
            async for line in answer.aiter_lines():
                if line.startswith("id: "):
                    seen, last = seen + 1, line.removeprefix("id: ")
                if line == "event: answer":
                    return 200, last, True
                if leave_after is not None and seen >= leave_after and not line:
                    return 200, last, False
        return 200, last, False

    async def _page(self) -> int:
        if not self.signed_in:
            form = await self.pages.get("/web/sign-in")
            proof = _PROOF.search(form.text)
            if proof is None:
                return form.status_code
            sent = await self.pages.post("/web/sign-in", data={"key": self.token, "proof": proof[1], "to": PAGES[0]})
            self.signed_in = sent.status_code == 303 and "sign-in" not in sent.headers["location"]
            return sent.status_code
        return (await self.pages.get(self.chance.choice(PAGES))).status_code

    async def _upload(self) -> int:
        """Send one of two documents of one's own again, so that the corpus stays as large as it is."""
        name = f"note-{self.chance.randrange(2)}.md"
        text = f"# Note\n\nUser {self.number} noted the figure {self.chance.randrange(1000)} here.\n"
        answer = await self.api.post(
            "/v1/documents",
            params={"name": name, "readers": f"user:u{self.number}"},
            content=text.encode(),
            headers={"Content-Type": "application/octet-stream"},
        )
        return answer.status_code


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """The server at a moment: seconds since the beginning, resident bytes, CPU seconds used, open files, threads."""

    at: float
    resident: int
    cpu: float
    files: int
    threads: int


def mark(process: int, since: float) -> Mark:
    """Return what the system says of a process now (Linux)."""
    place = Path(f"/proc/{process}")
    return Mark(
        at=time.monotonic() - since,
        resident=resident(process),
        cpu=cpu_seconds(process),
        files=len([*(place / "fd").iterdir()]),
        threads=len([*(place / "task").iterdir()]),
    )


async def soak(
    url: str, process: int, tokens: list[str], arguments: argparse.Namespace
) -> tuple[list[Act], list[Mark]]:
    """Return every act and the server's marks, one a minute, from the first user to the last."""
    since = time.monotonic()
    until = since + 60 * arguments.minutes
    users = [
        User(
            number=number,
            api=httpx2.AsyncClient(base_url=url, headers={"Authorization": f"Bearer {token}"}, timeout=120),
            pages=httpx2.AsyncClient(base_url=url, timeout=120),
            token=token,
        )
        for number, token in enumerate(tokens)
    ]
    marks = [mark(process, since)]
    living = asyncio.gather(*(one.live(until, arguments.think) for one in users))
    while not living.done():
        await asyncio.wait({living}, timeout=60)
        marks.append(mark(process, since))
        said = sum(len(one.acts) for one in users)
        sys.stderr.write(f"{marks[-1].at:6.0f} s  {said} acts  {marks[-1].resident // 1_000_000} MB\n")
    await living
    for one in users:
        await one.api.aclose()
        await one.pages.aclose()
    return [act for one in users for act in one.acts], marks


def figures(acts: list[Act], marks: list[Mark], minutes: float) -> dict[str, Any]:
    """Return what the soak came to; rates are over the minutes in which acts began, quantiles of what was answered."""
    asked = [one for one in acts if one.name in ("ask", "stream") and one.is_answered]
    refused = sum(one.is_refused for one in acts)
    wrong = [one for one in acts if not one.is_answered and not one.is_refused]
    answered = max(1, len(acts) - refused - len(wrong))
    return {
        "minutes": minutes,
        "acts": len(acts),
        "answered_asks_per_second": round(len(asked) / (60 * minutes), 2),
        "refused_share": round(refused / max(1, len(acts)), 4),
        "other_errors": len(wrong),
        "faults": dict(Counter(f"{one.name} {one.status} {one.fault}".strip() for one in wrong).most_common(10)),
        "by_act": {name: _of(name, acts) for name in WEIGHTS},
        "cpu_seconds_per_act": round((marks[-1].cpu - marks[0].cpu) / answered, 3),
        "cpu_cores_used": round((marks[-1].cpu - marks[0].cpu) / marks[-1].at, 2),
        "megabytes_by_minute": [one.resident // 1_000_000 for one in marks],
        "open_files": [marks[0].files, max(one.files for one in marks), marks[-1].files],
        "threads": [marks[0].threads, max(one.threads for one in marks), marks[-1].threads],
    }


def _of(name: str, acts: list[Act]) -> dict[str, Any]:
    same = [one for one in acts if one.name == name]
    statuses = dict(Counter(one.status for one in same))
    return {"statuses": statuses, "seconds": quantiles([one.seconds for one in same if one.is_answered])}


@contextmanager
def serving(folder: Path, users: int) -> Iterator[tuple[str, int, list[str]]]:
    """Serve the documents of `folder` to so many keys; yields the address, the server's process and the tokens."""
    with tempfile.TemporaryDirectory() as place:
        environment = {**os.environ, "AVER_HOME": f"{place}/home", "XDG_CONFIG_HOME": f"{place}/config"}

        def aver(*words: str) -> str:
            done = subprocess.run([*AVER, *words], env=environment, check=True, stdout=subprocess.PIPE, text=True)
            return done.stdout

        aver("init")
        for tenant in TENANTS:
            aver("ingest", str(folder), "--tenant", tenant, "--readers", "group:all")
        tokens = keys(Path(f"{place}/home"), users)
        command = [*AVER, "serve", "--port", "0", "--json"]
        with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as server:
            try:
                assert server.stdout is not None
                url = json.loads("".join(iter(server.stdout.readline, "}\n")) + "}")["url"]
                yield url, server.pid, tokens
            finally:
                server.terminate()


def keys(home: Path, users: int) -> list[str]:
    """Return a token for each user, every second one of the other tenant."""
    store, at = open_keys(home), utc_now()
    holders = [
        key_holder(
            tenant=TENANTS[number % len(TENANTS)],
            user=f"u{number}",
            groups=["all"],
            roles=["reader", "admin"],
            clearance=None,
        )
        for number in range(users)
    ]
    return [store.create(one, note="soak", at=at)[1] for one in holders]


def main() -> None:
    """Run the soak and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--minutes", type=float, default=30.0)
    parser.add_argument("--users", type=int, default=50)
    parser.add_argument("--think", type=float, default=10.0, help="seconds between two acts of a user, on average")
    arguments = parser.parse_args()
    with serving(arguments.folder, arguments.users) as (url, process, tokens):
        acts, marks = asyncio.run(soak(url, process, tokens, arguments))
    sys.stdout.write(json.dumps(figures(acts, marks, arguments.minutes), indent=1) + "\n")


if __name__ == "__main__":
    main()
