"""Stages that can be switched off to see what they were worth (N2), as one frozen value.

A switch changes what is found, how it is ordered or how it is vouched for. None of them touches eligibility, the
checks or the gate: a run without those would release what nobody checked, and there is no such run.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

from aver.errors import BadInput
from aver.stages.gate import Thresholds
from aver.stages.relevance import Logistic
from aver.stages.selection import Blend
from aver.stages.tuning import Tuning

EVEN_K = 60
"""The usual constant of reciprocal rank fusion (Cormack, Clarke and Buettcher 2009)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Switches:
    """What is on; a False names the stage in `without`.

    `lexical` and `dense` are the channels' votes and signals, `fusion` the fitted weights of the votes, `relevance` the
    order after fusion, `threshold` the cut below which nothing is selected, `reader` the trained reader, `stance` what
    documents as a whole hold, `learning` the order learned for the tenant, `succession` the way to a superseded
    passage's successor, `references` the way to what the question and the best passage name, `calibration` the
    tenant's thresholds over the floors. `sources` are channels beside the store that are off, by name.
    """

    lexical: bool = True
    dense: bool = True
    fusion: bool = True
    relevance: bool = True
    threshold: bool = True
    reader: bool = True
    stance: bool = True
    succession: bool = True
    references: bool = True
    calibration: bool = True
    learning: bool = True
    sources: tuple[str, ...] = ()

    @property
    def off(self) -> tuple[str, ...]:
        """The names of what is off."""
        return (*(name for name in STAGES if not getattr(self, name)), *self.sources)


STAGES = tuple(one.name for one in fields(Switches) if one.name != "sources")


def without(names: Iterable[str], *, sources: Sequence[str] = ()) -> Switches:
    """Return the switches with the named stages off, and those of a home's `sources` that are named.

    Raises BadInput for a name that is neither.
    """
    wanted = list(names)
    for name in wanted:
        if name not in STAGES and name not in sources:
            raise BadInput(
                f"{name!r} can't be switched off",
                hint=f"there are: {', '.join((*STAGES, *sources))}; eligibility, checks and the gate always stand",
            )
    silent = tuple(dict.fromkeys(name for name in wanted if name not in STAGES))
    stages: dict[str, Any] = {name: False for name in wanted if name in STAGES}
    return Switches(sources=silent, **stages)


def ablated(tuning: Tuning, switches: Switches) -> Tuning:
    """Return the tuning with what it governs switched off; reader, stance, succession and references are effects."""
    blend = tuning.blend
    if not switches.fusion:
        blend = replace(blend, k=EVEN_K, fusion_k=EVEN_K, lexical=1.0)
    if not switches.lexical:
        blend = replace(_silenced(blend, "coverage", "nearness", "named"), lexical=0.0)
    if not switches.dense:
        blend = _silenced(blend, "cosine")
    if not switches.relevance:
        blend = replace(blend, relevance=Logistic(weights=(), bias=0.0), reread=None, read=0)
    if not (switches.threshold and switches.relevance):
        blend = replace(blend, threshold=0.0)
    thresholds = tuning.thresholds if switches.calibration else Thresholds()
    learned = tuning.learned if switches.learning else None
    return replace(tuning, blend=blend, thresholds=thresholds, learned=learned)


def _silenced(blend: Blend, *names: str) -> Blend:
    """Return the blend with those signals out of play; the biases are left, so it answers more cautiously."""

    def without(model: Logistic) -> Logistic:
        return replace(model, weights=tuple((name, 0.0 if name in names else w) for name, w in model.weights))

    reread = None if blend.reread is None else without(blend.reread)
    return replace(blend, relevance=without(blend.relevance), reread=reread)
