"""The functions, classes and modules among the nodes of a syntax tree, with the names that stand in the source."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tree_sitter import Node as Syntax

from aver.parsers.wordlists import words

_FUNCTIONS = words(
    "function_definition function_declaration generator_function_declaration method_definition method_declaration "
    "constructor_declaration function_item macro_definition struct_item enum_item union_item type_spec enum_specifier "
    "enum_declaration compact_constructor_declaration type_alias_declaration"
)
_HOLDERS = words(
    "class_definition class_declaration abstract_class_declaration interface_declaration record_declaration "
    "annotation_type_declaration class_specifier struct_specifier union_specifier namespace_definition internal_module "
    "trait_item impl_item mod_item module"
)
_FUNCTION_VALUES = words("arrow_function function_expression class generator_function")
_TRANSPARENT = words(
    "preproc_ifdef preproc_if preproc_else preproc_elif linkage_specification declaration_list ERROR "
    "enum_body_declarations"
)
_ATTACHED = words("comment line_comment block_comment attribute_item")
_BODILESS = words("type_spec type_alias_declaration macro_definition")
_LONGEST_NAME = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Definition:
    """A named part of a program; bytes `[start, end)`, comments right above it included.

    `body` holds further definitions, None where it isn't looked into.
    """

    name: str
    start: int
    end: int
    body: Syntax | None


def definitions(holder: Syntax) -> Iterator[Definition]:
    """Yield the definitions directly inside `holder`, in order; preprocessor conditions are looked through."""
    pending = list(reversed(holder.named_children))
    attached: list[Syntax] = []
    while pending:
        node = pending.pop()
        if node.type in _ATTACHED:
            attached = [*attached, node] if attached and _adjoin(attached[-1], node) else [node]
            continue
        if node.type in _TRANSPARENT:
            pending.extend(reversed(node.named_children))
            attached = []
            continue
        found = _defined(node)
        if found is not None:
            name, inner = found
            start = attached[0] if attached and _adjoin(attached[-1], node) else node
            body = inner.child_by_field_name("body") if inner.type in _HOLDERS else None
            yield Definition(name=name, start=start.start_byte, end=node.end_byte, body=body)
        attached = []


def _adjoin(above: Syntax, below: Syntax) -> bool:
    end = above.end_point
    last = end.row - 1 if end.column == 0 and end.row > above.start_point.row else end.row
    return below.start_point.row - last <= 1


def _defined(node: Syntax) -> tuple[str, Syntax] | None:
    """Return the name of what `node` defines and the node that does it, wrappers opened."""
    inner: Syntax | None = node
    if node.type == "decorated_definition":
        inner = node.child_by_field_name("definition")
    elif node.type == "export_statement":
        inner = node.child_by_field_name("declaration") or node.child_by_field_name("value")
    elif node.type == "template_declaration":
        inner = node.named_children[-1] if node.named_children else None
    elif node.type in ("expression_statement", "type_declaration") and len(node.named_children) == 1:
        inner = node.named_children[0]
    elif node.type == "type_definition":
        return _typedef(node)
    elif node.type == "declaration":
        inner = node.child_by_field_name("type")
    if inner is not None and inner.type in ("lexical_declaration", "variable_declaration"):
        return _assigned(inner)
    if inner is None or inner.type not in _FUNCTIONS | _HOLDERS:
        return None
    if inner.child_by_field_name("body") is None and inner.type not in _BODILESS:
        return None
    name = _name_of(inner)
    return (name, inner) if name else None


def _typedef(node: Syntax) -> tuple[str, Syntax] | None:
    kind, name = node.child_by_field_name("type"), node.child_by_field_name("declarator")
    if kind is None or name is None or kind.child_by_field_name("body") is None:
        return None
    return _tidied(name), node


def _assigned(node: Syntax) -> tuple[str, Syntax] | None:
    for declared in node.named_children:
        name, value = declared.child_by_field_name("name"), declared.child_by_field_name("value")
        if name is not None and value is not None and value.type in _FUNCTION_VALUES:
            return _tidied(name), value
    return None


def _name_of(node: Syntax) -> str:
    if node.type == "impl_item":
        body = node.child_by_field_name("body")
        end = node.end_byte if body is None else body.start_byte
        return _spelled((node.text or b"")[: end - node.start_byte])
    name = node.child_by_field_name("name")
    declarator = node.child_by_field_name("declarator")
    while name is None and declarator is not None:
        inner = declarator.child_by_field_name("declarator")
        name = declarator if inner is None else None
        declarator = inner
    return "" if name is None else _tidied(name)


def _tidied(node: Syntax) -> str:
    return _spelled(node.text or b"")


def _spelled(source: bytes) -> str:
    name = " ".join(source.decode("utf-8", errors="replace").split())
    return name if len(name) <= _LONGEST_NAME else ""
