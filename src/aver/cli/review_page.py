"""`aver review show`: a claim with the words it rests on in their place, and the page that shows them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from aver.cli.claim_words import EXAMPLE, ID, NUMBER, claim_lines
from aver.cli.options import command
from aver.cli.output import say
from aver.cli.session import Session, now, opened

if TYPE_CHECKING:
    from aver.app import App
    from aver.values.claims import Citation, StoredClaim
    from aver.values.governance import Caller

_SCALE = 2.0
"""Pixels per point of the drawn page."""
_IMAGE = Annotated[Path | None, typer.Option("--image", help="Draw the cited page to this PNG.", dir_okay=False)]
_FILE = Annotated[
    Path | None, typer.Option("--file", help="The PDF, where it was moved since.", exists=True, dir_okay=False)
]


def add_to(group: typer.Typer) -> None:
    """Add the command to the group `aver review`."""
    command(group, "show", example=f"aver review show {EXAMPLE} --image page.png")(_show)


def _show(identity: ID, *, version: NUMBER = None, image: _IMAGE = None, file: _FILE = None, session: Session) -> None:
    """Show a claim, what is to settle about it, and its quotes where they stand; with --image, draw the page too."""
    from aver.flows.claim_access import Desk
    from aver.flows.review import looked_at
    from aver.flows.showing_claims import claim_json

    app, caller = opened(session)
    claim, remark = looked_at(Desk(store=app.store, caller=caller, at=now()), identity, number=version)
    shown: dict[str, Any] = {"claim": claim_json(claim), "remark": remark, "image": None}
    if image is not None:
        shown["image"] = drawn(app, caller, claim, image, file)
    app.store.close()
    say(session, shown, _lines(claim, shown))


def _lines(claim: StoredClaim, shown: dict[str, Any]) -> Iterator[str]:
    yield from claim_lines(shown["claim"])
    if shown["remark"]:
        yield f"  to settle: {shown['remark']}"
    yield from in_place(claim)
    if shown["image"]:
        yield drawn_line(shown["image"])


def in_place(claim: StoredClaim) -> Iterator[str]:
    """Yield the paragraphs that hold the quotes, each quote between double brackets, with a line around it."""
    paragraphs: dict[tuple[str, str, int], list[Citation]] = {}
    for one in claim.content.citations:
        paragraphs.setdefault((one.uri, one.version, one.start - one.offset), []).append(one)
    for (uri, _, _), quoted in paragraphs.items():
        lines = _around(_marked(quoted).splitlines())
        yield f"  {uri}: {lines[0]}"
        yield from (f"    {line}" for line in lines[1:])


def _marked(quoted: Sequence[Citation]) -> str:
    """Return the paragraph that the citations share, every quote between double brackets."""
    text = quoted[0].context
    begins = [(one.offset, "[[") for one in quoted]
    ends = [(one.offset + len(one.quote), "]]") for one in quoted]
    for place, mark in sorted(begins + ends, key=_from_behind):
        text = text[:place] + mark + text[place:]
    return text


def _from_behind(mark: tuple[int, str]) -> tuple[int, bool]:
    """Return the key that puts the last mark first, and where one quote ends and another begins the end second."""
    return -mark[0], mark[1] == "]]"


def _around(lines: Sequence[str]) -> list[str]:
    """Return the lines that a mark is on or goes across and those beside them, an ellipsis for what is left out."""
    marked, inside = [], 0
    for place, line in enumerate(lines):
        if inside > 0 or "[[" in line:
            marked.append(place)
        inside += line.count("[[") - line.count("]]")
    kept = sorted({near for place in marked for near in (place - 1, place, place + 1) if 0 <= near < len(lines)})
    shown: list[str] = []
    for before, place in zip([-1, *kept], kept, strict=False):
        shown += ["…"] * (place > before + 1) + [lines[place]]
    return shown + ["…"] * (kept[-1] < len(lines) - 1)


def drawn_line(image: dict[str, Any]) -> str:
    """Return the line that says where the page was drawn to."""
    return f"{image['file']}: page {image['page']}, {len(image['regions'])} places marked"


def drawn(app: App, caller: Caller, claim: StoredClaim, out: Path, file: Path | None = None) -> dict[str, Any]:
    """Draw the page of the longest quote. Raises BadInput where nothing is cited or the file isn't there any more."""
    from aver.errors import BadInput
    from aver.flows.documents import versions_of
    from aver.flows.ingested_files import ingested_file
    from aver.flows.page_images import page_image

    if not claim.content.citations:
        raise BadInput(f"{claim.id} cites no document", hint="an authored claim rests on its author's words")
    cited = max(claim.content.citations, key=lambda one: one.end - one.start)
    version = next((one for one in versions_of(app.store, caller, cited.document) if one.id == cited.version), None)
    data = None
    if file is not None:
        data = file.read_bytes()
    elif version is not None:
        data = ingested_file(app.store, version, most=app.settings.limits.max_bytes)
    if data is None:
        raise BadInput(f"the file of {cited.uri} is gone or changed", hint="name it with --file")
    span = (cited.start, cited.end)
    page = page_image(app.store, caller, cited.document, data=data, page=None, span=span, scale=_SCALE)
    out.write_bytes(page.png)
    regions = [[region.x0, region.y0, region.x1, region.y1] for region in page.marked]
    return {"file": str(out), "page": page.page, "label": page.label, "regions": regions}
