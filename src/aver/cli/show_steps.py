"""Each step of a run as one line, printed once it is committed."""

from __future__ import annotations

from rich.text import Text

from aver.stages.steps import happened
from aver.values.recorded import Recorded


def step_line(recorded: Recorded) -> Text:
    """Return the line of one step: its number, its name, what happened, and the start of its hash."""
    name = type(recorded.event).__name__.lower()
    return Text.assemble(
        (f"{recorded.seq:>3} ", "dim"),
        (f"{name:<12}", "bold"),
        f"{happened(recorded.event)} ",
        (recorded.hash[:8], "dim"),
    )
