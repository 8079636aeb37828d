"""Bytes of a `--meta` file to plain structures; a key that stands twice is refused in every format."""

from __future__ import annotations

import json
import tomllib
from typing import Any

import yaml

from aver.errors import BadMetadata

_SUFFIXES = (".toml", ".yaml", ".yml", ".json")


class _StrictLoader(yaml.SafeLoader):
    """Safe YAML without aliases (no bomb can unfold) and without repeated keys."""

    def compose_node(self, parent: yaml.Node | None, index: int) -> yaml.Node | None:
        if self.check_event(yaml.AliasEvent):
            raise yaml.YAMLError("aliases are not allowed")
        return super().compose_node(parent, index)

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        keys = [self.construct_object(key, deep=True) for key, _ in node.value]
        _refuse_repeats(keys)
        return super().construct_mapping(node, deep)


def plain_structure(data: bytes, name: str) -> object:
    """Return what the file holds; its suffix names the format. Raises BadMetadata."""
    suffix = name[name.rfind(".") :].lower() if "." in name else ""
    if suffix not in _SUFFIXES:
        raise BadMetadata(f"{name}: not a TOML, YAML or JSON file", hint=f"name it with {', '.join(_SUFFIXES)}")
    try:
        text = data.decode("utf-8-sig")
        if suffix == ".toml":
            return tomllib.loads(text)
        if suffix == ".json":
            return json.loads(text, object_pairs_hook=_without_repeats)
        return yaml.load(text, Loader=_StrictLoader)  # noqa: S506 - a SafeLoader
    except (ValueError, yaml.YAMLError, RecursionError, TypeError) as error:
        detail = " ".join(str(error).split())[:300] or type(error).__name__
        raise BadMetadata(f"{name}: cannot be read: {detail}", hint="correct the file at that place") from error


def _without_repeats(pairs: list[tuple[str, object]]) -> dict[str, object]:
    _refuse_repeats([key for key, _ in pairs])
    return dict(pairs)


def _refuse_repeats(keys: list[object]) -> None:
    for position, key in enumerate(keys):
        if key in keys[:position]:
            raise ValueError(f"the key {key!r} stands twice")
