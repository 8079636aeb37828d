"""The asymmetry: handing the critic anything below a chapter neither type-checks nor runs (G3)."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from aver.stages.deliberation.critique import positions_of
from aver.stages.deliberation.prompting import critic_prompt
from aver.values.deliberation import LocalSummary, MacroLevel, MacroSummary, MacroView
from aver.values.inquiry import SubQuestion
from aver.values.sealed import Sealed
from tests.stages.evidence import citation, claim, packet, passage

ALLOWED = """
from aver.flows.consulting import Meter
from aver.flows.debate import challenge
from aver.values.answers import Claim
from aver.values.deliberation import FullView, LocalSummary, MacroSummary, MacroView, Position
from aver.values.evidence import EvidencePacket, Passage


def heard(macro: MacroView, positions: tuple[Position, ...], meter: Meter) -> None:
    challenge((), positions, macro, chat=None, judge=None, meter=meter)


def view_of(summaries: tuple[MacroSummary, ...]) -> MacroView:
    return MacroView(summaries=summaries)
"""

FORBIDDEN = {
    "a full view": "def f(full: FullView, meter: Meter) -> None:\n"
    "    challenge((), (), full, chat=None, judge=None, meter=meter)\n",
    "claims with quotes": "def f(macro: MacroView, claims: tuple[Claim, ...], meter: Meter) -> None:\n"
    "    challenge((), claims, macro, chat=None, judge=None, meter=meter)\n",
    "packets": "def f(packets: tuple[EvidencePacket, ...], macro: MacroView, meter: Meter) -> None:\n"
    "    challenge((), packets, macro, chat=None, judge=None, meter=meter)\n",
    "sections in the view": "def f(sections: tuple[LocalSummary, ...]) -> MacroView:\n"
    "    return MacroView(summaries=sections)\n",
    "passages in the view": "def f(passages: tuple[Passage, ...]) -> MacroView:\n"
    "    return MacroView(summaries=passages)\n",
}


def errors_in(folder: Path, code: str) -> list[str]:
    """Return the lines of mypy's complaints about `code`."""
    snippet = folder / "snippet.py"
    snippet.write_text(code)
    command = [sys.executable, "-m", "mypy", "--strict", "--follow-imports=silent", "--no-error-summary"]
    done = subprocess.run(
        [*command, "--cache-dir", str(folder / "cache"), str(snippet)],
        capture_output=True,
        text=True,
        check=False,
        cwd=Path(__file__).resolve().parents[2],
    )
    return done.stdout.splitlines() + done.stderr.splitlines()


@pytest.mark.deep
def test_handing_the_critic_more_than_summaries_does_not_type_check(tmp_path: Path) -> None:
    code, lines = ALLOWED, {}
    for number, (what, body) in enumerate(FORBIDDEN.items()):
        code += "\n\n" + body.replace("def f", f"def f{number}")
        lines[what] = code.count("\n")
    complaints = errors_in(tmp_path, code)
    complained = {int(line.split(":")[1]) for line in complaints}
    assert complained == set(lines.values()), complaints
    assert all("[arg-type]" in line for line in complaints)


MACRO = MacroSummary(
    id="doc_1/document", document="doc_1", level=MacroLevel.DOCUMENT, title=None, text=Sealed("It holds.", "doc_1")
)
SECTION = LocalSummary(id="doc_1/section/0", document="doc_1", title=None, text=Sealed("Locally.", "doc_1"))


@pytest.mark.parametrize("smuggled", [SECTION, passage(), packet(), Sealed("raw text", "doc_1"), "raw text"])
def test_a_macro_view_with_anything_else_does_not_run(smuggled: Any) -> None:
    with pytest.raises(TypeError):
        MacroView(summaries=(MACRO, smuggled))


def test_a_macro_summary_of_a_section_does_not_run() -> None:
    smuggled = MacroSummary(id="x", document="doc_1", level="section", title=None, text=Sealed("raw"))  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        MacroView(summaries=(smuggled,))


def test_nothing_of_the_evidence_reaches_the_critics_prompt() -> None:
    of = packet(passage("The secret ingredient is saffron. Refunds take 14 days."))
    stated = claim("Refunds take two weeks.", citation(of, "Refunds take 14 days."))
    prompt = critic_prompt(
        (SubQuestion(number=0, text=Sealed("How long?")),),
        positions_of([stated]),
        MacroView(summaries=(MACRO,)),
        budget=4_000,
    )
    sent = "\n".join(part.text for part in prompt.data)
    assert "Refunds take two weeks." in sent
    assert "It holds." in sent
    assert "14 days" not in sent
    assert "saffron" not in sent
