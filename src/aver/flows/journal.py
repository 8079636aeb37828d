"""Effects written down as they happen, and served back from the record.

`tools` is a frozen dataclass of callables: every way a run can learn something from outside. Each call
becomes an `Observed` with the request and either `{"returned": ...}` or `{"raised": "ErrorType"}`;
a field that isn't callable (a policy, a version, an absent model) is observed once, with no request.
Replay builds the same dataclass from the record, in order, and calls nothing (K2). What an error's text
said is not recorded, so nothing may be decided by it.
"""

from __future__ import annotations

import builtins
import typing
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, fields
from types import NoneType, UnionType
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

from aver import errors
from aver.errors import AverError, BadInput, ReplayDiverged
from aver.values.codec import decode, encode
from aver.values.events import Observed
from aver.values.json_forms import Seal, Unseal

Tools = TypeVar("Tools")


@dataclass(slots=True)
class Journal:
    """What was observed and not yet drained into the log."""

    pending: list[Observed] = field(default_factory=list)

    def drain(self) -> tuple[Observed, ...]:
        """Return the pending observations in order and forget them."""
        drained, self.pending = tuple(self.pending), []
        return drained


def journaled(tools: Tools, journal: Journal) -> Tools:
    """Return `tools` with every call written into `journal`; results and requests are unsealed values."""
    wrapped = {}
    for name in _names(type(tools)):
        value = getattr(tools, name)
        if not callable(value):
            journal.pending.append(Observed(effect=name, request=None, result={"returned": value}))
        wrapped[name] = _journaled(name, value, journal) if callable(value) else value
    return type(tools)(**wrapped)


def _journaled(name: str, call: Callable[..., Any], journal: Journal) -> Callable[..., Any]:
    def observed(*positional: Any, **named: Any) -> Any:
        request = {"positional": positional, "named": named}
        try:
            result = call(*positional, **named)
        except Exception as error:
            journal.pending.append(Observed(effect=name, request=request, result={"raised": type(error).__name__}))
            raise
        journal.pending.append(Observed(effect=name, request=request, result={"returned": result}))
        return result

    return observed


@dataclass(slots=True, kw_only=True)
class Record:
    """The recorded observations of a run with their event numbers, served one after the other.

    `seal` and `unseal` speak in the run's recorded commitments. `diverged_at` is the number of the first
    event that the code asked for differently; from then on nothing is served.
    """

    observed: tuple[tuple[int, Observed], ...]
    seal: Seal
    unseal: Unseal
    last: int
    served: int = 0
    diverged_at: int | None = None

    def serve(self, effect: str, request: Any, returns: Any) -> Any:
        """Return (or raise) what `effect` gave for `request`; raises ReplayDiverged where the record differs."""
        if self.diverged_at is None and self.served < len(self.observed):
            number, recorded = self.observed[self.served]
            if (effect, encode(request, seal=self.seal)) == (recorded.effect, recorded.request):
                self.served += 1
                return self._give(number, recorded, returns)
            self.diverged_at = number
        if self.diverged_at is None:
            self.diverged_at = self.last
        raise _diverged(self.diverged_at, effect)

    def _give(self, number: int, recorded: Observed, returns: Any) -> Any:
        if "raised" in recorded.result:
            raise _error_named(recorded.result["raised"])
        try:
            return decode(returns, recorded.result["returned"], unseal=self.unseal)
        except BadInput as error:
            self.diverged_at = number
            raise _diverged(number, recorded.effect) from error


def replayed(tools_type: type[Tools], record: Record) -> Tools:
    """Return tools that serve `record`; results are decoded by the declared return types.

    A field declared `Callable[[...], R]` (or as a class with `__call__`) returns R. Raises
    ReplayDiverged when the recorded constants are not those of `tools_type`.
    """
    hints = get_type_hints(tools_type)
    constants = {recorded.effect for _, recorded in record.observed if recorded.request is None}
    served = {}
    for name in _names(tools_type):
        returns = _returned(hints[name])
        if returns is None or name in constants:
            served[name] = record.serve(name, None, hints[name] if returns is None else None)
        else:
            served[name] = _replayed(name, returns.type, record)
    return tools_type(**served)


def _replayed(name: str, returns: Any, record: Record) -> Callable[..., Any]:
    def recorded(*positional: Any, **named: Any) -> Any:
        return record.serve(name, {"positional": positional, "named": named}, returns)

    return recorded


@dataclass(frozen=True, slots=True)
class _Returns:
    type: Any


def _returned(hint: Any) -> _Returns | None:
    """Return what a callable field's type returns; None when the field is not callable."""
    if get_origin(hint) in (typing.Union, UnionType):
        found = [_returned(member) for member in get_args(hint) if member is not NoneType]
        return found[0] if len(found) == 1 else None
    if get_origin(hint) is Callable:
        return _Returns(get_args(hint)[1])
    call = next((vars(c)["__call__"] for c in getattr(hint, "__mro__", ()) if "__call__" in vars(c)), None)
    return _Returns(get_type_hints(call)["return"]) if call is not None else None


def _names(tools_type: Any) -> Iterable[str]:
    return [item.name for item in fields(tools_type)]


def _error_named(name: str) -> Exception:
    """Return an error of the recorded type, so that whoever handled it then handles it again."""
    class_ = getattr(errors, name, None) or getattr(builtins, name, None)
    if isinstance(class_, type) and issubclass(class_, AverError):
        return class_("a recorded failure", hint="the run's log names the effect that failed")
    if isinstance(class_, type) and issubclass(class_, Exception):
        return class_("a recorded failure")
    made: type[Exception] = type(name, (Exception,), {})
    return made("a recorded failure")


def _diverged(number: int, effect: str) -> ReplayDiverged:
    return ReplayDiverged(
        f"re-execution left the record at event {number}, asking for {effect}",
        hint="the code is not what it was when the run was recorded; the folded events still show the run",
    )
