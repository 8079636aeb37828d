"""Regular expressions that are compiled when they are first used, not when their module is imported.

Aver reads with some 750 of them, and compiling all took 0.6 of the 2.1 seconds that a command needed to start, though
most commands use few. What a user wrote is compiled with `re.compile`, so that a mistake in it is found at once.
"""

from __future__ import annotations

import re
from typing import Any, cast

_METHODS = ("search", "match", "fullmatch", "split", "findall", "finditer", "sub", "subn")


class _Late:
    """Stands for a `re.Pattern` until a method of it is asked for; then has the methods of the compiled one."""

    def __init__(self, pattern: str, flags: int) -> None:
        self.pattern = pattern
        self.flags = flags

    def __getattr__(self, name: str) -> Any:
        compiled = re.compile(self.pattern, self.flags)
        for method in _METHODS:
            setattr(self, method, getattr(compiled, method))
        return getattr(compiled, name)

    def __reduce__(self) -> tuple[Any, ...]:
        return regex, (self.pattern, self.flags)


def regex(pattern: str, flags: int = 0) -> re.Pattern[str]:
    """Return a stand-in for `re.compile(pattern, flags)`, for constants of a module.

    It has the methods and attributes of a compiled expression (`flags` are those given), but isn't one: `re.sub` and
    the other functions of `re` don't take it. Raises re.error at its first use where the expression is none.
    """
    return cast("re.Pattern[str]", _Late(pattern, flags))
