"""What an office package says about itself in its core properties, as ordered descriptive fields."""

from __future__ import annotations

from lxml import etree

from aver.parsers.docx_xml import local, parse_part
from aver.parsers.fields import Fields, clean
from aver.parsers.zip_guard import Package

_CORE = "docProps/core.xml"
_KEYS = {
    "title": "title",
    "creator": "author",
    "created": "created",
    "modified": "modified",
    "language": "language",
    "subject": "subject",
    "keywords": "keywords",
    "category": "category",
    "description": "description",
    "contentStatus": "status",
    "version": "version",
}


def office_fields(package: Package) -> Fields:
    """Return the properties that describe the document; a damaged properties part describes nothing."""
    blob = package.read(_CORE)
    if not blob:
        return ()
    try:
        root = parse_part(blob)
    except etree.XMLSyntaxError:
        return ()
    found = {local(element): element.text or "" for element in root if len(element) == 0}
    return clean((key, found[name]) for name, key in _KEYS.items() if name in found)
