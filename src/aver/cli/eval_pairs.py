"""`aver eval run --laundering FILE`: does each cited span carry its claim?"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from aver.cli.output import out, print_json
from aver.cli.session import settings_of

if TYPE_CHECKING:
    from aver.cli.session import Session


def check_pairs(pairs: Path, out_file: Path | None, session: Session) -> None:
    """Check every pair blind to its label, write a row each where `out_file` is given, and print the figures."""
    from functools import partial

    from aver.evals.laundering import pair_line, pairs_json, read_pairs, run_pairs, summarise_pairs
    from aver.evals.laundering_check import check_pair
    from aver.evals.report import pairs_text
    from aver.models.opening import configured_entailment

    given = read_pairs(pairs)
    entailment = configured_entailment(settings_of(session))
    rows = tuple(run_pairs(given, partial(check_pair, entailment=entailment)))
    if out_file is not None:
        out_file.write_text("".join(pair_line(row) + "\n" for row in rows), encoding="utf-8")
    groups = summarise_pairs(rows, given)
    if session.json:
        print_json(pairs_json(groups))
    else:
        out().print(pairs_text(groups), markup=False, highlight=False, soft_wrap=True)
