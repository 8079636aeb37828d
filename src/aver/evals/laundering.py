"""Claim and citation pairs: does the cited span carry the claim, or does the claim say more than it?

The checker sees claim, cited span and document, never axis, label or pair. A pair whose check raises becomes
`not_established`, marked `degraded` and counted.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, TypeAlias

from aver.errors import AverError, BadInput
from aver.evals.foreign import Record, read_lines
from aver.evals.measures import figures, share
from aver.evals.summary import ALL, Group

HINT = "each line is one JSON object with `id`, `claim` and `cited_span`; `axis` and `label` are the labels"

PairVerdict: TypeAlias = Literal["supported", "overclaimed", "contradicted", "not_established"]

SUPPORTED = "supported"
OVERCLAIMED = "overclaimed"


@dataclass(frozen=True, slots=True, kw_only=True)
class BlindPair:
    """What the checker gets to see."""

    id: str
    claim: str
    cited_span: str
    doc: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """One labelled pair; `label` is `supported` or `overclaimed`, None where the pair is not to be scored.

    `twin` names the two rows over one evidence of which the supported one has to score higher.
    """

    seen: BlindPair
    axis: str | None = None
    label: str | None = None
    twin: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    """What the checker says; `axis` names where the claim goes too far, `score` in [0, 1] is its support."""

    verdict: PairVerdict
    axis: str | None
    score: float


@dataclass(frozen=True, slots=True, kw_only=True)
class PairRow:
    """One output row; `failure` is None unless the check raised."""

    id: str
    checked: Checked
    failure: str | None = None


def read_pairs(path: Path) -> tuple[Pair, ...]:
    """Return the pairs of a JSON Lines file in file order. Raises BadInput naming line and field."""
    pairs: dict[str, Pair] = {}
    for record in read_lines(path, hint=HINT):
        pair = _pair(record)
        if pair.seen.id in pairs:
            raise record.fault("id", f"repeats `{pair.seen.id}`")
        pairs[pair.seen.id] = pair
    if not pairs:
        raise BadInput(f"{path.name} holds no pairs", hint=HINT)
    return tuple(pairs.values())


def _pair(record: Record) -> Pair:
    label = record.optional_text("label")
    if label not in (SUPPORTED, OVERCLAIMED, None):
        raise record.fault("label", f"is `{label}`, not `{SUPPORTED}` or `{OVERCLAIMED}`")
    seen = BlindPair(
        id=record.text("id"),
        claim=record.text("claim"),
        cited_span=record.text("cited_span"),
        doc=record.optional_text("doc"),
    )
    return Pair(seen=seen, axis=record.optional_text("axis"), label=label, twin=record.optional_text("pair"))


def run_pairs(pairs: Sequence[Pair], check: Callable[[BlindPair], Checked]) -> Iterator[PairRow]:
    """Yield one row per pair in input order."""
    for pair in pairs:
        try:
            row = PairRow(id=pair.seen.id, checked=check(pair.seen))
        except Exception as error:
            message = error.message if isinstance(error, AverError) else str(error)
            nothing = Checked(verdict="not_established", axis=None, score=0.0)
            row = PairRow(id=pair.seen.id, checked=nothing, failure=f"{type(error).__name__}: {message}")
        yield row


def pair_line(row: PairRow) -> str:
    """Return the row as one line of JSON: `{"id", "verdict", "axis", "score"}`, `degraded` added where it failed."""
    fields: dict[str, Any] = {"id": row.id, "verdict": row.checked.verdict, "axis": row.checked.axis}
    fields["score"] = row.checked.score
    return json.dumps(fields if row.failure is None else fields | {"degraded": row.failure}, allow_nan=False)


def summarise_pairs(rows: Sequence[PairRow], pairs: Sequence[Pair]) -> tuple[Group, ...]:
    """Return the figures over all labelled pairs (`ALL`), then per axis.

    `overclaims_caught`: over-claims not called supported; `supported_accepted`: honest claims called supported;
    `axis_named`: caught over-claims whose axis is named right; `failed`: pairs whose check raised or
    that have no row; they count as neither caught nor accepted. `monotonicity_violations`: twins of which the
    supported one does not score higher than the overclaimed one, ties and missing rows included.
    """
    by_id = {row.id: row for row in rows}
    cases = [(pair, by_id.get(pair.seen.id)) for pair in pairs if pair.label is not None]
    axes = dict.fromkeys(pair.axis for pair, _ in cases if pair.axis is not None)
    return (_group(ALL, cases), *(_group(axis, [case for case in cases if case[0].axis == axis]) for axis in axes))


def _group(name: str, cases: Sequence[tuple[Pair, PairRow | None]]) -> Group:
    over = [(pair, row) for pair, row in cases if pair.label == OVERCLAIMED]
    honest = [row for pair, row in cases if pair.label == SUPPORTED]
    named = [row.checked.axis == pair.axis for pair, row in over if row is not None and _caught(row)]
    measures = (
        share("overclaims_caught", (row is not None and _caught(row) for _, row in over)),
        share("supported_accepted", (row is not None and row.checked.verdict == SUPPORTED for row in honest)),
        share("axis_named", named),
        share("failed", (row is None or row.failure is not None for _, row in cases)),
        share("monotonicity_violations", _violations(cases)),
    )
    return Group(name=name, size=len(cases), measures=measures)


def _violations(cases: Sequence[tuple[Pair, PairRow | None]]) -> Iterator[bool]:
    twins: dict[str, dict[str, float]] = {}
    for pair, row in cases:
        if pair.twin is not None and pair.label is not None:
            scored = row is not None and row.failure is None
            worst = -math.inf if pair.label == SUPPORTED else math.inf
            twins.setdefault(pair.twin, {})[pair.label] = row.checked.score if row and scored else worst
    return (both[SUPPORTED] <= both[OVERCLAIMED] for both in twins.values() if len(both) == 2)


def _caught(row: PairRow) -> bool:
    """Tell whether a check that worked turned the claim down; an outage catches nothing."""
    return row.failure is None and row.checked.verdict != SUPPORTED


def pairs_json(groups: Sequence[Group]) -> dict[str, Any]:
    """Return the figures as one JSON object, one entry per group."""
    return {
        group.name: {"n": group.size, **{measure.name: figures(measure) for measure in group.measures}}
        for group in groups
    }
