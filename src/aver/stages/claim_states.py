"""What may be done to a claim in which state: candidate, in review, frozen, unfrozen, rejected, retired.

The table is definitions.md's ("Claims in the store") and the only one; states are a fold of acts over it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from aver.errors import BadInput, NotInState
from aver.values.claims import Act, ClaimContent, ClaimEvent, ClaimState, StoredKind

_ANY = frozenset(ClaimState)

MOVES: Mapping[Act, tuple[frozenset[ClaimState], ClaimState]] = MappingProxyType(
    {
        Act.TAKEN: (frozenset({ClaimState.CANDIDATE}), ClaimState.IN_REVIEW),
        Act.FROZEN: (frozenset({ClaimState.IN_REVIEW, ClaimState.UNFROZEN}), ClaimState.FROZEN),
        Act.UNFROZEN: (frozenset({ClaimState.FROZEN}), ClaimState.UNFROZEN),
        Act.REJECTED: (frozenset({ClaimState.IN_REVIEW}), ClaimState.REJECTED),
        Act.RETIRED: (_ANY - {ClaimState.RETIRED}, ClaimState.RETIRED),
        Act.SUPERSEDED: (_ANY - {ClaimState.RETIRED}, ClaimState.RETIRED),
        Act.ERASED: (_ANY, ClaimState.RETIRED),
    }
)
"""By act: the states it is allowed in, and the state it leads to. Other acts change no state."""


def after(state: ClaimState, act: Act) -> ClaimState:
    """Return the state that `act` leads to. Raises NotInState."""
    if act not in MOVES:
        return state
    allowed, then = MOVES[act]
    if state not in allowed:
        raise NotInState(
            f"a claim that is {state.value} can't be {act.value}",
            hint=f"only {', '.join(sorted(allowed))}; `aver claims history` shows what was decided",
        )
    return then


def folded(events: Iterable[ClaimEvent]) -> dict[int, ClaimState]:
    """Return by number the state that a claim's events lead to, in their order."""
    states: dict[int, ClaimState] = {}
    for one in events:
        states[one.number] = after(states.get(one.number, ClaimState.CANDIDATE), one.act)
    return states


def verified_content(content: ClaimContent) -> ClaimContent:
    """Return `content` if its kind has what it needs. Raises BadInput naming what lacks."""
    if not content.statement.strip():
        raise BadInput("a claim needs a statement", hint="say in one sentence what is claimed")
    if content.kind is StoredKind.CONSTRAINT and not (content.when or content.forbids):
        raise BadInput("a constraint needs a predicate", hint="say when it applies, or what it forbids")
    if content.kind is StoredKind.REDIRECT and not content.target:
        raise BadInput("a redirect needs a target", hint="name the variant it leads to")
    if content.confidence is not None and not 0.0 <= content.confidence <= 1.0:
        raise BadInput(f"a confidence of {content.confidence} is out of range", hint="it lies in [0, 1]")
    return content
