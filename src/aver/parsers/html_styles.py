"""What a page's own style sheets keep off the screen, or strike through, by a class or an id.

Text that nobody who opens the page sees is no evidence, and a place to hide instructions. Only simple selectors of the
page's own `<style>` elements are read (".internal", "p.old", "#draft"). What a script or another rule may show again
stays: folded answers are hidden in the same way.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from selectolax.lexbor import LexborHTMLParser

from aver.parsers.html_inline import hides, strikes
from aver.patterns import regex

LONGEST = 500_000
"""Code points of style sheets that are read; beyond that nothing is."""

MOST = 200
"""Selectors that may hide something."""

_SIMPLE = regex(r"(?:[a-z][a-z0-9]*)?(?:[.#][a-z_][\w-]*){1,4}", re.IGNORECASE | re.ASCII)
_PARTS = regex(r"[.#]?[a-z_][\w-]*", re.IGNORECASE | re.ASCII)
_MARKS = regex(r"[.#][a-z_][\w-]*", re.IGNORECASE | re.ASCII)
_SHOWS = regex(r"(?:^|;)\s*(?:display\s*:(?!\s*none\b)|visibility\s*:\s*visible)", re.IGNORECASE)

Selector = frozenset[str]


def hide_by_styles(tree: LexborHTMLParser) -> None:
    """Set the attribute `hidden` on every element that the page's style sheets hide or strike."""
    sheets = "\n".join(node.text(deep=True) for node in tree.css("style"))
    if not sheets or len(sheets) > LONGEST:
        return
    hiding = _hiding(sheets, is_scripted=bool(tree.css("script")))
    if not hiding:
        return
    for node in tree.css("[class], [id]"):
        attributes = node.attributes
        marks = {f".{name}" for name in (attributes.get("class") or "").split()}
        own = {node.tag or "", f"#{attributes.get('id') or ''}", *marks}
        if any(selector <= own for mark in own for selector in hiding.get(mark, ())):
            node.attrs["hidden"] = ""


def _hiding(sheets: str, *, is_scripted: bool) -> dict[str, list[Selector]]:
    """Return the selectors that hide something for good, by the last of their classes and ids."""
    shown: set[str] = set()
    found: list[tuple[Selector, str]] = []
    for head, said, is_always in _rules(_without_comments(sheets)):
        if _SHOWS.search(said):
            shown.update(_MARKS.findall(head))
        if is_always and (strikes(said) or (not is_scripted and hides(said))):
            simple = (one.strip() for one in head.split(","))
            found += [(_selector(one), _MARKS.findall(one)[-1]) for one in simple if _SIMPLE.fullmatch(one)]
    hiding: dict[str, list[Selector]] = {}
    for selector, mark in found[:MOST]:
        if shown.isdisjoint(selector):
            hiding.setdefault(mark, []).append(selector)
    return hiding


def _without_comments(css: str) -> str:
    """Return `css` without its comments; one that nothing closes goes on to the end."""
    first, *rest = css.split("/*")
    return " ".join((first, *(piece.partition("*/")[2] for piece in rest)))


def _selector(text: str) -> Selector:
    return frozenset(part if part[0] in ".#" else part.lower() for part in _PARTS.findall(text))


def _rules(css: str) -> Iterator[tuple[str, str, bool]]:
    """Yield selectors, declarations, and whether they hold on every medium."""
    open_: list[str] = []
    start = 0
    for brace in re.finditer(r"[{}]", css):
        said = css[start : brace.start()]
        start = brace.end()
        if brace[0] == "{":
            open_.append(said.rpartition(";")[2].strip())
        elif open_ and not (head := open_.pop()).startswith("@"):
            yield head, said, not any(one.startswith("@") for one in open_)
