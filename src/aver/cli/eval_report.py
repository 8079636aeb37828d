"""`aver eval report`: the summary of rows written before, and a page about them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from aver.cli.eval_summary import Questions, labels_of, print_summary
from aver.cli.output import err
from aver.cli.session import Session, settings_of


def eval_report(
    rows: Annotated[
        Path | None,
        typer.Argument(help="What `eval run --out` wrote; else what it last wrote.", metavar="ROWS.jsonl"),
    ] = None,
    *,
    questions: Questions = None,
    html: Annotated[Path | None, typer.Option(help="Write one self-contained page.", metavar="FILE")] = None,
    markdown: Annotated[Path | None, typer.Option(help="Write the same as Markdown.", metavar="FILE")] = None,
    beside: Annotated[
        list[Path] | None,
        typer.Option(help="Rows of another run, ablated or of a baseline, to set beside it.", metavar="ROWS.jsonl"),
    ] = None,
    price: Annotated[
        str | None, typer.Option(help="What a million tokens cost, for the page.", metavar="READ/WRITTEN")
    ] = None,
    session: Session,
) -> None:
    """Print the summary of rows written before; with --html or --markdown write a page with curves and failures too."""
    from aver.evals import page
    from aver.evals.kept import last_rows
    from aver.evals.manifest import read_manifest
    from aver.evals.rows import read_rows
    from aver.evals.score import score
    from aver.evals.spending import price_of

    rows = rows or last_rows(settings_of(session).home)
    asked, given = labels_of(rows, questions), read_rows(rows)
    others = {path.stem: score(read_rows(path), asked) for path in beside or ()}
    run_of = read_manifest(rows)
    made = page.page_of(
        score(given, asked),
        title=f"Evaluation of {rows.name}",
        run_of=run_of,
        beside=others,
        price=None if price is None else price_of(price),
    )
    if html is not None:
        html.write_text(page.html(made, others), encoding="utf-8")
    if markdown is not None:
        markdown.write_text(page.markdown(made), encoding="utf-8")
    for path in (html, markdown):
        if path is not None:
            err().print(f"wrote {path}", markup=False, highlight=False)
    print_summary(session, given, asked)
