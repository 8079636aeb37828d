"""The names of the parsers as they are now: what another version of a parser read has to be read again."""

from __future__ import annotations


def parser_ids() -> frozenset[str]:
    """Return `Document.parser` of every parser; imports them all."""
    from aver.parsers import html, markdown, plain, rst
    from aver.parsers.pdf import parse as pdf

    return frozenset(module.PARSER for module in (html, markdown, plain, rst, pdf))
