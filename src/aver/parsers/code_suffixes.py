"""Which programming language a file is in, by its suffix."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

_LANGUAGES: Mapping[str, str] = MappingProxyType(
    {
        "python": ".py .pyi",
        "javascript": ".js .mjs .cjs .jsx",
        "typescript": ".ts .mts .cts",
        "tsx": ".tsx",
        "java": ".java",
        "c": ".c .h",
        "c++": ".cc .cpp .cxx .hh .hpp .hxx",
        "go": ".go",
        "rust": ".rs",
        "shellscript": ".sh .bash",
        "sql": ".sql",
        "ruby": ".rb",
        "php": ".php",
        "csharp": ".cs",
        "kotlin": ".kt",
        "swift": ".swift",
        "scala": ".scala",
        "lua": ".lua",
        "perl": ".pl .pm",
        "r": ".r",
        "julia": ".jl",
        "css": ".css",
    }
)
CODE_SUFFIXES: Mapping[str, str] = MappingProxyType(
    {suffix: f"text/x-{language}" for language, suffixes in _LANGUAGES.items() for suffix in suffixes.split()}
)
"""The suffixes of source code with their media types."""
CODE_TYPES = frozenset(CODE_SUFFIXES.values())
