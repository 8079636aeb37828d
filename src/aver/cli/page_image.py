"""`aver documents image`: the page that a citation points at, as a picture with the cited place marked."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from aver.cli.options import command
from aver.cli.output import say
from aver.cli.session import Session, opened
from aver.patterns import regex

_SPAN = regex(r"([0-9]{1,9}):([0-9]{1,9})")


def add_to(documents: typer.Typer) -> None:
    """Add the command to the group `aver documents`."""
    example = "aver documents image manual.pdf --file docs/manual.pdf --span 120:180 --out page.png"
    command(documents, "image", example=example)(_image)


def _image(
    identity: Annotated[str, typer.Argument(help="The id or uri of a document.", metavar="ID")],
    *,
    file: Annotated[Path, typer.Option("--file", help="The PDF that was ingested.", exists=True, dir_okay=False)],
    out: Annotated[Path, typer.Option("--out", help="Where to write the PNG.", dir_okay=False)],
    page: Annotated[int | None, typer.Option("--page", help="A page, from 1; else the first of the span.")] = None,
    span: Annotated[str | None, typer.Option("--span", help="What to mark: START:END of a citation.")] = None,
    scale: Annotated[float, typer.Option("--scale", help="Pixels per point (1/72 inch).", min=0.1, max=8.0)] = 2.0,
    session: Session,
) -> None:
    """Draw a page of a PDF that you may read, with the blocks marked that a span touches."""
    from aver.flows.page_images import page_image

    app, caller = opened(session)
    drawn = page_image(app.store, caller, identity, data=file.read_bytes(), page=page, span=_span(span), scale=scale)
    out.write_bytes(drawn.png)
    regions = [[region.x0, region.y0, region.x1, region.y1] for region in drawn.marked]
    payload = {"version_id": drawn.version, "page": drawn.page, "label": drawn.label, "regions": regions}
    say(session, {**payload, "file": str(out)}, [f"{out}: page {drawn.page}, {len(regions)} places marked"])


def _span(text: str | None) -> tuple[int, int] | None:
    if text is None:
        return None
    match = _SPAN.fullmatch(text)
    if match is None or int(match[1]) >= int(match[2]):
        raise typer.BadParameter("a span is START:END with START below END, as citations show it")
    return int(match[1]), int(match[2])
