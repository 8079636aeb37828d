"""Words of documents and people as Rich prints them: inert, and otherwise left as they are (F3).

Unlike `aver.cli.output.plain` this keeps what quotations are full of: no-break spaces and tabs.
"""

from __future__ import annotations

from rich.text import Text

from aver.stages.harmless import harmless


def shown(text: str, style: str = "") -> Text:
    """Return `text` as Rich prints it: no markup is read, no emoji replaced, nothing highlighted."""
    return Text(harmless(text), style=style)
