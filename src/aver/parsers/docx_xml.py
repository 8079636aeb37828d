"""WordprocessingML's names, and the few ways in which its elements are read everywhere."""

from __future__ import annotations

from collections.abc import Iterator

from lxml import etree

W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_STRICT = "http://purl.oclc.org/ooxml/"


def local(element: etree._Element) -> str:
    """Return an element's name without its namespace, "" for comments and processing instructions."""
    tag = element.tag
    return tag.rpartition("}")[2] if isinstance(tag, str) else ""


def child(element: etree._Element | None, *path: str) -> etree._Element | None:
    """Return the first descendant along `path` of WordprocessingML names, None where one is missing."""
    for step in path:
        if element is None:
            return None
        element = element.find(f"{W}{step}")
    return element


def value(element: etree._Element | None, name: str = "val") -> str | None:
    """Return an attribute of WordprocessingML, None without element or attribute."""
    found = None if element is None else element.get(f"{W}{name}")
    return None if found is None else str(found)


def number(element: etree._Element | None, name: str = "val") -> int | None:
    """Return an attribute as a whole number of at most six digits, None for anything else."""
    found = (value(element, name) or "").strip()
    return int(found) if found.isascii() and found.isdigit() and len(found) <= 6 else None


def switched(element: etree._Element | None) -> bool:
    """Return whether an on-off property is there and on."""
    return element is not None and (value(element) or "true").lower() not in ("0", "false", "off", "none")


def alternatives(element: etree._Element) -> Iterator[etree._Element]:
    """Yield the one branch of an `mc:AlternateContent` to read: the first choice, else the fallback."""
    branches = [branch for branch in element if local(branch) in ("Choice", "Fallback")]
    yield from branches[:1]


def parse_part(blob: bytes) -> etree._Element:
    """Parse one part; raises lxml's XMLSyntaxError for damage and for depth or sizes beyond libxml2's limits."""
    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False)
    return etree.fromstring(blob, parser)


def is_strict(root: etree._Element) -> bool:
    """Return whether a document is in the ISO strict variant, whose names differ."""
    return isinstance(root.tag, str) and root.tag.startswith("{" + _STRICT)
