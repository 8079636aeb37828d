"""The sentence that gives the thing asked about its number, where the one quoted goes on about it (B6, G5).

"CVE-2026-11873, a path traversal. Versions 3.8 to 4.1.1 are affected.": which versions is told by the second sentence,
and of what by the first. Quoted alone the second would be about nothing that was asked; the two go out together.
"""

from __future__ import annotations

from aver.stages.analyser import file_name
from aver.stages.designations import designated
from aver.stages.framing import ITEM
from aver.stages.sentences import split
from aver.values.chunks import ChunkKind
from aver.values.evidence import Passage

_FARTHEST = 3
"""Sentences before a quote that are looked at: one paragraph may go on to something else."""


def called_before(asked: str, passage: Passage, start: int, end: int) -> tuple[tuple[int, int], ...]:
    """Return the sentence before `[start, end)`, canonical offsets, that bears every designation of `asked` which
    neither that nor its headings do; none where another of its family stands between, in the quote or beside it."""
    text, at = passage.text.text, start - passage.start
    said = designated(text[at : end - passage.start])
    around = (passage.title.text, passage.section_path.text, passage.lead_in.text, file_name(passage.uri))
    wanted = designated(asked) - said - designated("\n".join(around))
    if passage.kind is not ChunkKind.PROSE or not wanted:
        return ()
    families = {family for family, _ in wanted}
    for first, last in reversed(split(text[:at])[-_FARTHEST:]):
        if families & {family for family, _ in said} or "\n\n" in text[last:at] or ITEM.match(text, at):
            return ()
        said, at = designated(text[first:last]), first
        if wanted <= said and not any(family in families for family, _ in said - wanted):
            return ((passage.start + first, passage.start + last),)
    return ()
