"""Whatever a program gives to a tool, it is answered or refused, and never a fault of the service (L4)."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aver.mcp_server.tools import TOOLS, Tool
from tests.depth import quickly
from tests.mcp_server.conftest import Offered
from tests.mcp_server.test_http import message, post

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=9),
    lambda some: st.lists(some, max_size=3) | st.dictionaries(st.text(max_size=6), some, max_size=3),
    max_leaves=6,
)


def fitting(schema: dict[str, Any], whole: dict[str, Any]) -> st.SearchStrategy[Any]:
    """Return what makes values that fit a JSON schema of the kinds that the tools use."""
    if "$ref" in schema:
        return fitting(whole["$defs"][schema["$ref"].rsplit("/", 1)[1]], whole)
    if "anyOf" in schema:
        return st.one_of(fitting(one, whole) for one in schema["anyOf"])
    if "enum" in schema:
        return st.sampled_from(schema["enum"])
    if schema["type"] == "array":
        return st.lists(fitting(schema["items"], whole), max_size=schema["maxItems"])
    if schema["type"] == "object" and "properties" in schema:
        fields = {name: fitting(one, whole) for name, one in schema["properties"].items()}
        needed = {name: fields.pop(name) for name in schema.get("required", [])}
        return st.fixed_dictionaries(needed, optional=fields)
    return plain(schema)


def plain(schema: dict[str, Any]) -> st.SearchStrategy[Any]:
    """Return what makes values that fit a schema that holds no other."""
    match schema["type"]:
        case "string" if "pattern" in schema:
            return st.from_regex(schema["pattern"], fullmatch=True)
        case "string":
            return st.text(min_size=schema.get("minLength", 0), max_size=min(schema["maxLength"], 40))
        case "integer":
            return st.integers(schema["minimum"], schema["maximum"])
        case "number":
            return st.floats(schema["minimum"], schema["maximum"])
        case "null":
            return st.none()
        case "object":
            names = st.sampled_from(["claims", "sources", "answer", "text", "id", "citations"])
            return st.dictionaries(names, JSON, max_size=3)
    raise AssertionError(f"no tool describes anything as {schema}")


def kind_of(offered: Offered, tool: str, arguments: Any) -> str | None:
    """Return the kind of error that a call ends with, None for none; anything but an answer of the tool fails."""
    answer = post(offered, offered.tokens["reader"], message(tool, arguments))
    assert answer.status_code == 200, answer.text
    result = answer.json()["result"]
    return json.loads(result["content"][0]["text"])["error"]["kind"] if result["isError"] else None


@pytest.mark.parametrize("tool", TOOLS, ids=lambda one: one.name)
def test_arguments_that_a_tool_describes_are_answered_or_refused_as_such(offered: Offered, tool: Tool) -> None:
    schema = tool.arguments.model_json_schema()

    @quickly(10, 20)
    @given(fitting(schema, schema))
    def calls(arguments: dict[str, Any]) -> None:
        assert kind_of(offered, tool.name, arguments) in (None, "BadInput", "NotFound")

    calls()


@pytest.mark.parametrize("tool", TOOLS, ids=lambda one: one.name)
def test_arguments_of_any_other_kind_are_refused_as_such(offered: Offered, tool: Tool) -> None:
    names = sorted(tool.arguments.model_fields)

    @quickly(10, 20)
    @given(st.dictionaries(st.sampled_from([*names, "tenant", "principals", "__class__"]), JSON, max_size=4))
    def calls(arguments: dict[str, Any]) -> None:
        assert kind_of(offered, tool.name, arguments) in (None, "BadInput", "NotFound")

    calls()
