"""JSON and JSON Lines: the source as it stands, records under the keys that lead to them.

A container that is small enough to read at once is one record. A larger one is a section named by its key, or an
unnamed one for an element of a list, and its small members stand together in records.
"""

from __future__ import annotations

import json
from collections.abc import Sequence

from aver.parsers.decoding import decode
from aver.parsers.fields import Fields, clean, title_of
from aver.parsers.json_scan import Malformed, Value, refusal, scan
from aver.parsers.language import language_of
from aver.parsers.limits import Limits
from aver.parsers.tree import Node, flatten
from aver.parsers.wordlists import words
from aver.values.documents import BlockKind, Document, Named, ParseWarning, StructuralRef, Synthetic

PARSER = "aver.json/1"

_ONE_RECORD = 1_500
_DESCRIBING = words("title author authors creator date created modified language version description")
_MAX_BAD_LINES = 20


def parse_json(data: bytes, *, name: str, limits: Limits) -> Document:
    """Return the document; raises TooLarge beyond `limits.max_depth`, UnreadableDocument naming the line."""
    decoded = decode(data, name=name, limits=limits)
    text = decoded.text
    try:
        values = scan(text, name=name, limits=limits)
    except Malformed as problem:
        raise refusal(name, text, problem) from problem
    nodes = _nodes(values, text)
    return _document(text, nodes, "application/json", _fields(values, text), name, decoded.warnings)


def parse_json_lines(data: bytes, *, name: str, limits: Limits) -> Document:
    """Return the document: one record or unnamed section per line.

    A line that isn't JSON stays as a paragraph, with a warning; raises UnreadableDocument where no line is.
    """
    decoded = decode(data, name=name, limits=limits)
    text = decoded.text
    nodes: list[Node] = []
    bad: list[tuple[int, Malformed]] = []
    offset = 0
    for number, line in enumerate(text.split("\n"), start=1):
        end = offset + len(line)
        if line.strip():
            try:
                nodes += _line(scan(text, name=name, limits=limits, start=offset, end=end), text, number)
            except Malformed as problem:
                bad.append((number, problem))
                start = end - len(line.lstrip())
                nodes.append(Node(kind=BlockKind.PARAGRAPH, start=start, end=offset + len(line.rstrip())))
        offset = end + 1
    if bad and len(bad) == len(nodes):
        raise refusal(name, text, bad[0][1]) from bad[0][1]
    shown = ", ".join(str(number) for number, _ in bad[:_MAX_BAD_LINES])
    warned = (ParseWarning(code="bad_record", detail=f"{len(bad)} lines are not JSON: {shown}"),) if bad else ()
    return _document(text, nodes, "application/jsonl", (), name, decoded.warnings + warned)


def _document(
    text: str, nodes: Sequence[Node], media_type: str, fields: Fields, name: str, warnings: tuple[ParseWarning, ...]
) -> Document:
    return Document(
        title=title_of(fields, None, name),
        text=text,
        blocks=flatten(nodes),
        media_type=media_type,
        parser=PARSER,
        language=language_of(text),
        fields=fields,
        warnings=warnings,
    )


def _line(values: Sequence[Value], text: str, number: int) -> list[Node]:
    if values[0].end - values[0].start <= _ONE_RECORD:
        return [_record(values[0], values[0])]
    nodes = _nodes(values, text)
    if len(nodes) == 1 and nodes[0].kind is BlockKind.RECORD:
        return nodes
    section = Synthetic(label=f"line {number}")
    return [Node(kind=BlockKind.SECTION, start=nodes[0].start, end=nodes[-1].end, children=tuple(nodes), ref=section)]


def _nodes(values: Sequence[Value], text: str) -> list[Node]:
    """Return the blocks of one JSON text, built from the last value back so that nothing recurses."""
    members: list[list[int]] = [[] for _ in values]
    for position, value in enumerate(values):
        if value.parent >= 0:
            members[value.parent].append(position)
    built: dict[int, list[Node]] = {}
    for position in range(len(values) - 1, -1, -1):
        value = values[position]
        if members[position] and (_is_large(value) or position == 0):
            built[position] = _members(values, members[position], built, text)
            for member in members[position]:
                built.pop(member, None)
    return built.get(0) or [_record(values[0], values[0])]


def _members(values: Sequence[Value], members: Sequence[int], built: dict[int, list[Node]], text: str) -> list[Node]:
    """Write the members of one container: large ones as sections, objects of a list alone, the rest together."""
    nodes: list[Node] = []
    run: list[Value] = []

    def close() -> None:
        if run:
            nodes.append(_record(run[0], run[-1]))
            run.clear()

    for number, member in enumerate(members, start=1):
        value = values[member]
        inner = built.get(member)
        alone = inner is not None or _is_large(value) or (value.key is None and value.kind == "object")
        if alone or (run and value.end - run[0].start > _ONE_RECORD):
            close()
        if inner is not None:
            nodes.append(_section(value, inner, number, text))
        elif alone:
            nodes.append(_record(value, value))
        else:
            run.append(value)
    close()
    return nodes


def _section(value: Value, inner: Sequence[Node], number: int, text: str) -> Node:
    name = " ".join((value.key or "").split())
    ref: StructuralRef = Named(title=name) if name else Synthetic(label=f"element {number}")
    start = value.start if text[value.start : inner[0].start].strip() else inner[0].start
    return Node(kind=BlockKind.SECTION, start=start, end=value.end, children=tuple(inner), ref=ref)


def _record(first: Value, last: Value) -> Node:
    return Node(kind=BlockKind.RECORD, start=first.start, end=last.end)


def _is_large(value: Value) -> bool:
    return value.end - value.start > _ONE_RECORD


def _fields(values: Sequence[Value], text: str) -> Fields:
    """Return the describing members of a top-level object; what they say is checked where fields are used."""
    if values[0].kind != "object":
        return ()
    found = (value for value in values if value.parent == 0 and value.kind == "string" and value.key in _DESCRIBING)
    return clean((value.key or "", _string(text[value.value_start : value.end])) for value in found)


def _string(written: str) -> str:
    decoded = json.loads(written)
    return decoded if isinstance(decoded, str) else ""
