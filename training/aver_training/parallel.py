"""Collect English texts with their German translations from the documentation that free software ships.

    python -m aver_training.parallel --packages FOLDER --data ../shared/data --out parallel.jsonl.gz

FOLDER holds unpacked Debian 12 packages, one folder each (`apt-get download NAME`, `dpkg -x`): libreoffice-help-de and
-en-us (MPL-2.0), gnome-user-docs (CC BY-SA 3.0), gimp-help-de and -en (GFDL-1.2+), wesnoth-1.16-data (GPL-2+),
iso-codes (LGPL-2.1+) and dict-freedict-deu-eng (GPL-3+). XQuAD's training titles (CC BY-SA 4.0) come from the data
folder. Translations are aligned by what their makers aligned: element ids, file names, message ids, headwords.
"""

from __future__ import annotations

import argparse
import gettext
import gzip
import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from selectolax.lexbor import LexborHTMLParser

from aver_training.contamination import HeldOut, held_out_below
from aver_training.data import read_rows

SHORTEST, LONGEST = 2, 600
"""Code points of a text that is kept."""

UNLIKELY = 2.2
"""A pair whose longer text has more than this many times the other's length (and is no word) is not a translation."""

_MARKUP = re.compile(r"<[^>]*>|&[a-z]+;|\\[a-z]+|[_~&](?=\w)")
_NOTE = re.compile(r"<[^>]*>|\[[^\]]*\]|\([^)]*\)|/[^/]*/")
_HEAD = re.compile(r"^(?=\S)(.+?)\s*(?:/|<|$)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Translation:
    """One text in both languages."""

    english: str
    german: str
    source: str
    licence: str


def libreoffice(packages: Path) -> Iterator[Translation]:
    """Paragraphs and headings of the same id in the same help page."""
    german = packages / "libreoffice-help-de/usr/share/libreoffice/help/de/text"
    english = packages / "libreoffice-help-en-us/usr/share/libreoffice/help/en-US/text"
    for page in sorted(german.rglob("*.html")):
        other = english / page.relative_to(german)
        if other.is_file():
            left, right = _by_id(other), _by_id(page)
            yield from (_of(left[key], right[key], "libreoffice-help", "MPL-2.0") for key in left if key in right)


def _by_id(page: Path) -> dict[str, str]:
    tree = LexborHTMLParser(page.read_text(encoding="utf-8"))
    for hidden in tree.css("[hidden]"):
        hidden.decompose()
    found = tree.css("#DisplayArea p[id], #DisplayArea h1[id], #DisplayArea h2[id], #DisplayArea h3[id]")
    return {str(node.attributes["id"]): node.text() for node in found}


def pages(packages: Path) -> Iterator[Translation]:
    """Blocks of GNOME's and GIMP's help pages, where both languages have as many blocks of the same kinds."""
    gnome, gimp = packages / "gnome-user-docs/usr/share/help", "usr/share/gimp/2.0/help"
    places = (
        (gnome / "C", gnome / "de", "*.page", "gnome-user-docs", "CC-BY-SA-3.0"),
        (
            packages / "gimp-help-en" / gimp / "en",
            packages / "gimp-help-de" / gimp / "de",
            "*.html",
            "gimp-help",
            "GFDL-1.2+",
        ),
    )
    for english, german, pattern, source, licence in places:
        for page in sorted(german.rglob(pattern)):
            other = english / page.relative_to(german)
            if not other.is_file():
                continue
            left, right = _blocks(other), _blocks(page)
            if [kind for kind, _ in left] == [kind for kind, _ in right]:
                yield from (_of(a, b, source, licence) for (_, a), (_, b) in zip(left, right, strict=True))


def _blocks(page: Path) -> list[tuple[str, str]]:
    tree = LexborHTMLParser(page.read_text(encoding="utf-8"))
    for credit in tree.css("info, script, style, head, .navheader, .navfooter"):
        credit.decompose()
    return [(str(node.tag), node.text()) for node in tree.css("p, title, h1, h2, h3, dt, th, td")]


def messages(packages: Path) -> Iterator[Translation]:
    """Message catalogues: a game's stories and dialogues, and names of countries, languages and currencies."""
    for package, licence in (("wesnoth-1.16-data", "GPL-2+"), ("iso-codes", "LGPL-2.1+")):
        for path in sorted((packages / package).rglob("de/LC_MESSAGES/*.mo")):
            with path.open("rb") as file:
                catalogue: dict[object, str] = vars(gettext.GNUTranslations(file))["_catalog"]
            for key, german in catalogue.items():
                english = key[0] if isinstance(key, tuple) else key
                if isinstance(english, str) and english:
                    yield _of(english.rpartition("\x04")[2].rpartition("^")[2], german, package, licence)


def dictionary(packages: Path) -> Iterator[Translation]:
    """Headwords with their translations; a line that begins in the first column opens an entry."""
    (path,) = (packages / "dict-freedict-deu-eng").rglob("*.dict.dz")
    head, opened = "", False
    with gzip.open(path, "rt", encoding="utf-8", errors="replace") as lines:
        for line in lines:
            if not line.strip():
                opened = False
            elif not opened and not line[0].isspace() and (found := _HEAD.match(line)):
                head, opened = found[1], True
            elif opened and ":" not in line:
                for english in _NOTE.sub(" ", line).strip().split(","):
                    yield _of(english, head, "freedict-deu-eng", "GPL-3+")


def xquad(data: Path) -> Iterator[Translation]:
    """Questions of XQuAD's training titles, English and German by id."""
    rows = [row for row in read_rows(data / "train/qa.jsonl.gz") if row["source"] in {"squad1.1", "xquad-de"}]
    english = {row["id"]: row["question"] for row in rows if row["source"] == "squad1.1"}
    for row in rows:
        if row["source"] == "xquad-de" and row["id"] in english:
            yield _of(english[row["id"]], row["question"], "xquad-de", "CC-BY-SA-4.0")


def _of(english: str, german: str, source: str, licence: str) -> Translation:
    return Translation(english=_plain(english), german=_plain(german), source=source, licence=licence)


def _plain(text: str) -> str:
    return " ".join(_MARKUP.sub(" ", text).split())


def kept(found: Iterable[Translation], held_out: HeldOut, tally: Counter[tuple[str, str]]) -> Iterator[Translation]:
    """The pairs that are translations of each other, new, and free of development text; the rest is counted."""
    seen: set[tuple[str, str]] = set()
    for one in found:
        reason = _reason(one, seen, held_out)
        tally[one.source, reason] += 1
        if reason == "kept":
            seen.add((one.english, one.german))
            yield one


def _reason(one: Translation, seen: set[tuple[str, str]], held_out: HeldOut) -> str:
    shorter, longer = sorted((len(one.english), len(one.german)))
    if shorter < SHORTEST or longer > LONGEST:
        return "length"
    if one.english == one.german or (longer > 24 and longer > UNLIKELY * shorter):
        return "no translation"
    if (one.english, one.german) in seen:
        return "twice"
    return "development text" if held_out.touches(one.english) or held_out.touches(one.german) else "kept"


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--packages", type=Path, required=True)
    options.add_argument("--data", type=Path, required=True)
    options.add_argument("--out", type=Path, required=True)
    given = options.parse_args()
    held_out, tally = held_out_below(given.data), Counter[tuple[str, str]]()
    sources = (libreoffice, pages, messages, dictionary)
    found = (one for source in sources for one in source(given.packages))
    with gzip.open(given.out, "wt", encoding="utf-8") as out:
        for one in kept((*found, *xquad(given.data)), held_out, tally):
            out.write(json.dumps(asdict(one), ensure_ascii=False) + "\n")
    for (source, reason), count in sorted(tally.items()):
        print(f"{source:20} {reason:16} {count}")


if __name__ == "__main__":
    main()
