"""Messages: a header block, the body, and every attachment as a section of its own.

Attachments go through the same dispatch as files, on one budget of depth, parts and bytes for the whole message. One
that can't be read keeps its name in the text and leaves a warning; going beyond the budget is an error.
"""

from __future__ import annotations

import codecs
import email
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from email.message import EmailMessage, Message

from aver.errors import AverError, TooLarge, UnreadableDocument
from aver.parsers.decoding import decode
from aver.parsers.embedding import embedded
from aver.parsers.eml_parts import POLICY, content, file_name, header, is_attached, visible_parts
from aver.parsers.fields import clean, title_of
from aver.parsers.foreign import foreign_code
from aver.parsers.language import language_of
from aver.parsers.limits import Limits
from aver.parsers.linear import Writer
from aver.parsers.plain import parse_plain
from aver.parsers.tree import Node, flatten
from aver.values.documents import Block, BlockKind, Document, Named, ParseWarning, Role, Synthetic
from aver.values.messages import MESSAGE, heads_of_a_message

PARSER = "aver.eml/3"
MAX_DEPTH = 20
MAX_PARTS = 1_000

_SHOWN = ("From", "To", "Cc", "Date", "Subject")
_KEYS = (("title", "Subject"), ("author", "From"), ("date", "Date"), ("to", "To"), ("cc", "Cc"))
_MORE_KEYS = (("message-id", "Message-ID"), ("in-reply-to", "In-Reply-To"), ("language", "Content-Language"))
_SUFFIXES = {"text/plain": ".txt", "text/html": ".html", "text/csv": ".csv", "application/json": ".json"}
_TELLING = ("From", "To", "Subject", "Date", "Received", "Message-ID", "MIME-Version", "Content-Type")


def parse_eml(data: bytes, *, name: str, limits: Limits) -> Document:
    """Return the document; raises TooLarge beyond the budget, UnreadableDocument for what is no message."""
    reader = _Reader(writer=Writer(name=name, limits=limits), bytes_left=limits.max_bytes)
    with foreign_code(name, "message"):
        message = _opened(data)
        if not any(key in message for key in _TELLING):
            raise UnreadableDocument(f"{name}: no message header", hint="Check the file; its suffix may be wrong.")
        nodes = reader.message(message, 0)
    fields = clean((key, header(message, written)) for key, written in _KEYS + _MORE_KEYS)
    text = reader.writer.text()
    return Document(
        title=title_of(fields, None, name),
        text=text,
        blocks=flatten(nodes),
        media_type=MESSAGE,
        parser=PARSER,
        language=language_of(text),
        fields=fields,
        warnings=tuple(reader.warnings),
    )


def _opened(data: bytes) -> EmailMessage:
    return email.message_from_bytes(data, policy=POLICY)


@dataclass(slots=True, kw_only=True)
class _Reader:
    """Writes message after message; `parts` and `bytes_left` are what is left of the budget."""

    writer: Writer
    bytes_left: int
    parts: int = MAX_PARTS
    warnings: list[ParseWarning] = field(default_factory=list)

    def message(self, message: Message, depth: int) -> list[Node]:
        """Write a message that stands `depth` attachments deep."""
        if depth > MAX_DEPTH:
            raise self._beyond(f"attachments nested more than {MAX_DEPTH} deep")
        shown = [f"{key}: {value}" for key in _SHOWN if (value := header(message, key))]
        nodes: list[Node] = []
        if shown:
            spans = [self.writer.line(line) for line in shown]
            nodes.append(Node(kind=BlockKind.RECORD, start=spans[0][0], end=spans[-1][1], role=Role.FRONT_MATTER))
        attached: list[EmailMessage] = []
        for part in visible_parts(message):
            self.parts -= 1
            if self.parts < 0:
                raise self._beyond(f"more than {MAX_PARTS} parts")
            if part.get_content_type() in ("text/plain", "text/html") and not is_attached(part):
                nodes += self._body(part, depth)
            else:
                attached.append(part)
        for number, part in enumerate(attached, start=1):
            nodes += self._attachment(part, number, depth)
        return nodes

    def _body(self, part: EmailMessage, depth: int) -> list[Node]:
        declared = part.get_content_charset()
        name, limits = self.writer.name, self.writer.limits
        decoded = decode(self._charged(part), name=name, limits=limits, declared=declared)
        self.warnings.extend(decoded.warnings)
        if part.get_content_type() == "text/html":
            from aver.parsers.html import parse_html

            marked = codecs.BOM_UTF8 + decoded.text.encode("utf-8", errors="replace")
            return self._take(_older_apart(parse_html(marked, name=name, limits=limits)), depth)
        return self._take(_older_apart(parse_plain(decoded, name=name)), depth)

    def _take(self, document: Document, levels: int) -> list[Node]:
        if not document.text.strip():
            return []
        _, offset = self.writer.take(document)
        self.warnings.extend(warning for warning in document.warnings if warning not in self.warnings)
        return list(embedded(document, offset=offset, levels=levels))

    def _attachment(self, part: EmailMessage, number: int, depth: int) -> list[Node]:
        name = file_name(part)
        inner = _inner_message(part, name)
        if inner is not None and not name:
            name = header(inner, "Subject")
        heading = self.writer.block(BlockKind.HEADING, name, depth + 1) if name else None
        nodes = [heading] if heading is not None else []
        if inner is not None:
            self._charged(part)
            nodes += self.message(inner, depth + 1)
        else:
            nodes += self._file(part, name, number, depth)
        if not nodes:
            return []
        ref = Named(title=" ".join(name.split())) if heading is not None else Synthetic(label=f"attachment {number}")
        section = Node(
            kind=BlockKind.SECTION,
            start=nodes[0].start,
            end=nodes[-1].end,
            children=tuple(nodes),
            level=depth + 1,
            ref=ref,
        )
        return [section]

    def _file(self, part: EmailMessage, name: str, number: int, depth: int) -> list[Node]:
        """Parse one attached file; the reason why it can't be read becomes a warning."""
        from aver.parsers.dispatch import SUPPORTED, parse, suffix_of

        data = self._charged(part)
        called = name or f"attachment {number}"
        if suffix_of(called) not in SUPPORTED:
            called += _SUFFIXES.get(part.get_content_type(), "")
        left = self.writer.limits.max_characters - self.writer.length
        limits = replace(self.writer.limits, max_characters=left)
        try:
            return self._take(parse(data, name=called, limits=limits), depth + 1)
        except AverError as problem:
            self.warnings.append(ParseWarning(code="attachment_unread", detail=problem.message[:300]))
            return []

    def _charged(self, part: Message) -> bytes:
        data = content(part)
        self.bytes_left -= len(data)
        if self.bytes_left < 0:
            raise self._beyond("attachments larger than the limit on size")
        return data

    def _beyond(self, what: str) -> TooLarge:
        return TooLarge(f"{self.writer.name}: {what}", hint="The message looks hostile; save its attachments apart.")


def _inner_message(part: EmailMessage, name: str) -> Message | None:
    """Return the message that a part holds, whether the part says so or only its file name does."""
    if part.get_content_type() == MESSAGE:
        inner: object = part.get_payload()
        if isinstance(inner, Sequence) and inner and isinstance(inner[0], Message):
            return inner[0]
        return None
    return _opened(content(part)) if name.lower().endswith(".eml") else None


def _older_apart(document: Document) -> Document:
    """Put what follows the heads of an earlier message in a body, as some programs quote it, into a quotation."""
    opened = next((n for n, block in enumerate(document.blocks) if _heads(document, block)), None)
    if opened is None:
        return document
    later = document.blocks[opened + 1 :]
    kinds = (
        BlockKind.QUOTE if block.kind is BlockKind.PARAGRAPH and not _heads(document, block) else block.kind
        for block in later
    )
    quoted = tuple(replace(block, kind=kind) for block, kind in zip(later, kinds, strict=True))
    return replace(document, blocks=(*document.blocks[: opened + 1], *quoted))


def _heads(document: Document, block: Block) -> bool:
    """Whether a paragraph has the heads of a message: who wrote it, and when."""
    is_text = block.kind is BlockKind.PARAGRAPH
    return is_text and heads_of_a_message(document.text, block.start, block.end) is not None
