"""The formats beyond PDF, markup and plain text: their suffixes, and which parser reads each.

Each parser is imported when first needed, so that reading a table of values never loads the office libraries.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from aver.errors import UnreadableDocument, UnsupportedFormat
from aver.parsers.code_suffixes import CODE_SUFFIXES, CODE_TYPES
from aver.parsers.limits import Limits
from aver.parsers.zip_guard import DOCX, PPTX, XLSX, encrypted, is_encrypted_office, office_type
from aver.values.documents import Document

SUFFIXES: Mapping[str, str] = MappingProxyType(
    {
        ".csv": "text/csv",
        ".tsv": "text/tab-separated-values",
        ".docx": DOCX,
        ".xlsx": XLSX,
        ".xlsm": XLSX,
        ".pptx": PPTX,
        ".eml": "message/rfc822",
        ".json": "application/json",
        ".jsonl": "application/jsonl",
        ".ndjson": "application/jsonl",
        **CODE_SUFFIXES,
    }
)
"""The suffixes that these parsers take, with their media types."""
FORMATS = frozenset(SUFFIXES.values())

_ZIP = b"PK\x03\x04"
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"


def packaged(data: bytes, *, name: str, named: str | None) -> str | None:
    """Return the media type of an office package by its content; None where the content is no such package.

    Raises EncryptedDocument for one under a password, UnsupportedFormat for an archive or an old office file, and
    UnreadableDocument where an office suffix stands on anything else.
    """
    if data.startswith(_OLE) and is_encrypted_office(data):
        raise encrypted(name)
    found = office_type(data) if data.startswith(_ZIP) else None
    if found in FORMATS:
        return found
    if named is not None and named.startswith("application/vnd.openxmlformats") and not data.startswith(_OLE):
        raise UnreadableDocument(
            f"{name}: the content is no office document, or a damaged one", hint="Fetch or save the file again."
        )
    return None


def parse_format(data: bytes, media_type: str, *, name: str, limits: Limits) -> Document:
    """Parse one file of a media type in FORMATS; raises what its parser raises."""
    match media_type:
        case "text/csv":
            from aver.parsers.csv_file import parse_csv

            return parse_csv(data, name=name, limits=limits)
        case "text/tab-separated-values":
            from aver.parsers.csv_file import parse_csv

            return parse_csv(data, name=name, limits=limits, delimiter="\t")
        case "message/rfc822":
            from aver.parsers.eml import parse_eml

            return parse_eml(data, name=name, limits=limits)
        case "application/json":
            from aver.parsers.json_file import parse_json

            return parse_json(data, name=name, limits=limits)
        case "application/jsonl":
            from aver.parsers.json_file import parse_json_lines

            return parse_json_lines(data, name=name, limits=limits)
        case _ if media_type in CODE_TYPES:
            from aver.parsers.code import parse_code

            return parse_code(data, name=name, limits=limits, media_type=media_type)
        case _ if media_type == DOCX:
            from aver.parsers.docx import parse_docx

            return parse_docx(data, name=name, limits=limits)
        case _ if media_type == XLSX:
            from aver.parsers.xlsx import parse_xlsx

            return parse_xlsx(data, name=name, limits=limits)
        case _ if media_type == PPTX:
            from aver.parsers.pptx import parse_pptx

            return parse_pptx(data, name=name, limits=limits)
    raise UnsupportedFormat(f"{name}: no parser for {media_type}", hint="Convert the file to a supported format.")
