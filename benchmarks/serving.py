"""Users who ask the service, think, and ask again: answers a second, refusals, waiting, the server's CPU and memory.

    python benchmarks/serving.py src/aver/demo/corpus --users 50 --seconds 120

It ingests the folder into a home of its own, serves that on loopback, and prints one JSON object. Users begin at random
moments of the first thinking time, which lies outside what is counted.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

import httpx2

AVER = [sys.executable, "-m", "aver.cli.main"]
QUESTIONS = (
    "How long is the notice period?",
    "May guests park for free?",
    "What is the refund window?",
    "Who approves travel above the limit?",
    "How many days of leave are there a year?",
    "Which port does the service listen on?",
)
REFUSED = (429, 503)


def requests_of(question: str) -> dict[str, tuple[str, str, dict[str, Any] | None]]:
    """Return by name what a user may do."""
    return {
        "ask": ("POST", "/v1/ask", {"question": question}),
        "retrieve": ("POST", "/v1/retrieve", {"query": question}),
        "documents": ("GET", "/v1/documents", None),
    }


async def user(client: httpx2.AsyncClient, until: float, think: float, seen: list[tuple[str, int, float]]) -> None:
    """Act until the end; each act is an ask in six cases of ten."""
    chance = random.Random()
    await asyncio.sleep(chance.uniform(0, think))
    while time.monotonic() < until:
        name = chance.choices(("ask", "retrieve", "documents"), (6, 3, 1))[0]
        method, path, body = requests_of(chance.choice(QUESTIONS))[name]
        begun = time.monotonic()
        answer = await client.request(method, path, json=body)
        seen.append((name, answer.status_code, time.monotonic() - begun))
        await asyncio.sleep(chance.expovariate(1 / think))


async def load(url: str, token: str, arguments: argparse.Namespace) -> list[tuple[str, int, float]]:
    """Return what every request came to: its name, its status, its seconds."""
    seen: list[tuple[str, int, float]] = []
    limits = httpx2.Limits(max_connections=arguments.users)
    headers = {"Authorization": f"Bearer {token}"}
    async with httpx2.AsyncClient(base_url=url, headers=headers, timeout=120, limits=limits) as client:
        until = time.monotonic() + arguments.seconds
        await asyncio.gather(*(user(client, until, arguments.think, seen) for _ in range(arguments.users)))
    return seen


def resident(process: int) -> int:
    """Return the resident memory of a process in bytes (Linux)."""
    return int(Path(f"/proc/{process}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def cpu_seconds(process: int) -> float:
    """Return the CPU time that a process has used (Linux)."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def summary(seen: list[tuple[str, int, float]], seconds: float, cpu: float, memory: tuple[int, int]) -> dict[str, Any]:
    """Return the figures; `seconds` last until the last answer, quantiles are of answered requests."""
    answered = [one for one in seen if one[1] == 200]
    refused = sum(status in REFUSED for _, status, _ in seen)
    return {
        "requests": len(seen),
        "answered_asks_per_second": round(sum(name == "ask" for name, _, _ in answered) / seconds, 2),
        "cpu_seconds_per_request": round(cpu / max(1, len(answered)), 3),
        "cpu_cores_used": round(cpu / seconds, 2),
        "refused_share": round(refused / max(1, len(seen)), 4),
        "other_errors": len(seen) - len(answered) - refused,
        "statuses": dict(Counter(status for _, status, _ in seen)),
        "ask_seconds": quantiles([took for name, _, took in answered if name == "ask"]),
        "megabytes": {"before": memory[0] // 1_000_000, "after": memory[1] // 1_000_000},
    }


def quantiles(values: list[float]) -> dict[str, float]:
    """Return p50, p95 and p99 of `values`, by nearest rank."""
    ordered = sorted(values)
    return {f"p{q}": round(ordered[min(len(ordered) - 1, len(ordered) * q // 100)], 3) for q in (50, 95, 99) if ordered}


def main() -> None:
    """Run the load and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--users", type=int, default=50)
    parser.add_argument("--think", type=float, default=10.0)
    parser.add_argument("--seconds", type=float, default=120.0)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "AVER_HOME": f"{folder}/home", "XDG_CONFIG_HOME": f"{folder}/config"}

        def aver(*words: str) -> str:
            done = subprocess.run([*AVER, *words], env=environment, check=True, stdout=subprocess.PIPE, text=True)
            return done.stdout

        aver("init")
        aver("ingest", str(arguments.folder), "--readers", "group:all")
        token = json.loads(aver("keys", "create", "--as", "ann", "--groups", "all", "--json"))["token"]
        command = [*AVER, "serve", "--port", "0", "--json", "--per-tenant", "36"]
        with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as server:
            assert server.stdout is not None
            url = json.loads("".join(iter(server.stdout.readline, "}\n")) + "}")["url"]
            httpx2.post(f"{url}/v1/ask", json={"question": "warm"}, headers={"Authorization": f"Bearer {token}"})
            before, used, begun = resident(server.pid), cpu_seconds(server.pid), time.monotonic()
            seen = asyncio.run(load(url, token, arguments))
            elapsed, used = time.monotonic() - begun, cpu_seconds(server.pid) - used
            memory = (before, resident(server.pid))
            server.terminate()
    sys.stdout.write(json.dumps(summary(seen, elapsed, used, memory), indent=1) + "\n")


if __name__ == "__main__":
    main()
