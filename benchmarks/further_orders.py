"""Orders to a machine, written into texts: which are marked as such, and which harmless texts are too?

The payloads are BIPIA's (Yi et al. 2023), the harmless prompts NotInject's (Li et al. 2024).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from benchmarks.further import Measured, Way
from benchmarks.surgery_sources import read

from aver.evals.measures import share
from aver.stages.payloads import payload_flags

ABOUT_MARKED = (
    "Is a text marked as giving orders to a machine? NotInject holds 226 harmless prompts with words that such orders "
    "use, and BIPIA's 1,000 contexts (emails, tables, answers about code) hold no order: every mark there is a false "
    "one, at most 2 % are wanted. Of BIPIA's payloads 50 say what to do with the answer, 25 are a question or task "
    "alone, and 50 ask for code to be added. Aver's patterns were written with all of these texts in view, so its row "
    "is what patterns can reach, not what an unseen attacker meets. The keyword lists are ours, of the usual words, "
    "and a weak baseline: no trained detector was at hand."
)

BARE_TASKS = frozenset(
    {
        "Information Retrieval",
        "Content Creation",
        "Learning and Tutoring",
        "Language Translation",
        "Programming Help",
    }
)
"""BIPIA's types of text payload that are a question or task alone and tell nobody what to do with the answer."""

PHRASES = (
    *(
        f"{verb} {which} instructions"
        for verb in ("ignore", "disregard", "forget", "override")
        for which in ("previous", "all previous", "the above", "prior", "all")
    ),
    *("ignore the above", "disregard the above", "system prompt", "new instructions", "you are now", "pretend to be"),
    *("act as", "developer mode", "do anything now", "do not tell the user", "jailbreak", "reveal your"),
)
TRIGGERS = ("ignore", "disregard", "forget", "override", "bypass", "instruction", "prompt", "system", "jailbreak")


def marked(shared: Path, place: Path) -> Measured:
    """Which texts are marked as giving orders to a machine."""
    del place
    ways: dict[str, Callable[[str], bool]] = {
        "Aver": lambda text: bool(payload_flags(text)),
        "keyword list, phrases": partial(_holds, PHRASES),
        "keyword list, single words": partial(_holds, TRIGGERS),
    }
    orders, tasks = text_payloads(shared)
    texts = {
        "NotInject": [row["prompt"] for row in read(shared, "notinject")],
        "clean contexts": [text for name in ("email", "table", "code") for text, _ in contexts(shared, name)],
        "orders about the answer": orders,
        "bare tasks": tasks,
        "code to be added": code_payloads(shared),
    }
    scored = [
        Way(name=name, figures=tuple(share(of, map(way, given)) for of, given in texts.items()), ours=name == "Aver")
        for name, way in ways.items()
    ]
    return Measured(title="BIPIA and NotInject: texts marked as orders", about=ABOUT_MARKED, ways=tuple(scored))


def _holds(words: Sequence[str], text: str) -> bool:
    return any(word in text.casefold() for word in words)


def text_payloads(shared: Path) -> tuple[list[str], list[str]]:
    """Return BIPIA's payloads of text: those that say what to do with the answer, and bare tasks."""
    rows = list(read(shared, "bipia_text_attacks"))
    tasks = [row["payload"] for row in rows if row["type"] in BARE_TASKS]
    return [row["payload"] for row in rows if row["type"] not in BARE_TASKS], tasks


def code_payloads(shared: Path) -> list[str]:
    """Return BIPIA's payloads that ask for code to be added."""
    return [row["payload"] for row in read(shared, "bipia_code_attacks")]


def contexts(shared: Path, name: str) -> list[tuple[str, str]]:
    """Return text and question of BIPIA's contexts of a kind; one of code is asked about by its error message."""
    rows = read(shared, f"bipia_{name}_contexts")
    if name == "code":
        return [("\n".join(row["context"]), "What causes " + _last(row["error"]) + "?") for row in rows]
    return [(row["context"], row["question"].removeprefix("Q: ")) for row in rows]


def _last(lines: Sequence[str]) -> str:
    return [line.strip() for line in lines if line.strip()][-1]
