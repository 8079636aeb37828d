"""What training, benchmarks and scripts import from the product is there: nobody runs them every day (M3)."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).parents[1]
FILES = [file for folder in ("training", "benchmarks", "scripts") for file in (REPOSITORY / folder).rglob("*.py")]


def names_from_aver(source: str) -> Iterator[tuple[str, str]]:
    """Yield module and name of all that `source` imports from the product."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.split(".")[0] == "aver":
            yield from ((node.module, one.name) for one in node.names)


def is_there(module: str, name: str) -> bool:
    found = import_module(module)
    return hasattr(found, name) or (hasattr(found, "__path__") and find_spec(f"{module}.{name}") is not None)


@pytest.mark.parametrize("file", FILES, ids=[str(file.relative_to(REPOSITORY)) for file in FILES])
def test_names_from_the_product_are_there(file: Path) -> None:
    missing = [one for one in names_from_aver(file.read_text(encoding="utf-8")) if not is_there(*one)]
    assert not missing


def test_a_name_that_moved_is_noticed() -> None:
    gone = list(names_from_aver("from aver.flows.gathering import in_turn, gone_elsewhere\nimport os\n"))
    assert [is_there(*one) for one in gone] == [True, False]
