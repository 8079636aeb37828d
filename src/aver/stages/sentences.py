"""Sentence boundaries by rule, for English and German, with exact spans and in linear time.

A sentence ends at a stop that is followed by white space and a plausible beginning, unless the stop
belongs to an abbreviation, an initial, an enumerator or a German ordinal. A blank line, a line that
opens with a bullet, a line that begins a sentence right below one, and a colon over a quoted line
always end one. One pass finds the stops, each is judged by a bounded look around it (pysbd 0.3.4
took 91 s for 232,000 characters and cut German at "Okt.", "Abs." and "Kap.").
"""

from __future__ import annotations

import re

from aver.patterns import regex

_NOTE_MARK = r"\[[\w^ ]{1,20}\]_?(?::\s{0,2}\d{1,5}(?:[–-]\d{1,5})?(?=\s))?"
"""Points from a sentence to its notes, with the page there or without: "[13][note 2]", "[23]: 105"."""

STOP = regex(
    rf"(?<![.!?…])[.!?…]++(?P<closers>[\"'“”’«»)\]}}*_`~]*+(?:{_NOTE_MARK}){{0,9}})(?P<gap>\s++|\Z)|[。！？][」』”）]*+"
)
LINE_BREAK = regex(
    r"\n[ \t]*\n|\n(?=[ \t]*(?:[-*+•–▪◦‣]|#?\d{1,3}[.)]|[a-z][.)]|\([0-9a-z]{1,3}\))[ \t])|(?<=:)\n(?=>)"
)
BULLET = regex(r"[ \t]*[-*+•–▪◦‣][ \t]")
WORD_BEFORE = regex(r"[^\s(\[{\"'“„«»/–—]*\Z")
LOOK_BACK = 32
"""Code points looked at before a stop; no abbreviation is longer."""

IN_BRACKETS = 80
"""Code points on either side of a stop within which brackets around it are looked for: "(J. Appl. Nutr. 12, 2021)"."""

OPENERS = "\"'“„‚‘«»([{*_`~¿¡<"


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


NEVER_LAST = _words(
    "dr mr mrs ms prof st vs cf e.g eg i.e ie viz approx resp esp incl excl gen rev sen capt lt sgt z.b d.h u.a u.ä "
    "o.ä i.d.r i.s.d i.v.m u.u z.t z.zt s.o s.u v.a m.e o.g sog bzw vgl ggf evtl inkl exkl zzgl abzgl bspw ca insb "
    "insbes hrsg hr fr dipl ebd bes einschl entspr"
)
"""After these a sentence always goes on."""

BEFORE_NUMBER = _words(
    "no nos nr nrn fig figs eq eqs sec secs sect art abs kap abb tab s p pp vol ch chap ver v rn rz ziff bd lit anm "
    "app pt par para tel ext ln jan feb mar mär apr jun jul aug sep sept oct okt nov dec dez anh anl aufl"
)
"""After these a number or letter code follows; without one they may end a sentence."""

MAY_BE_LAST = _words(
    "etc usw u.s u.k u.n e.u u.s.a a.m p.m inc ltd co corp jr sr ph.d m.sc b.sc bros dept est n.chr v.chr al gmbh str "
    "mio mrd tsd std min max"
)
"""These end a sentence only in front of a word that usually begins one."""

MONTHS = _words(
    "januar january februar february märz march april mai juni june juli july august september oktober october "
    "november dezember december"
)
"""Behind a number of at most two digits they go on with a date, in whichever language ("bis zum 12. Dezember")."""

_GERMAN_BEFORE = regex(r"(?<!\w)(?:das|dem|der|des|zum|zur|im|vom)\s+\Z", re.IGNORECASE)
"""Words no English sentence has before a number that ends it: "wer das 16. Lebensjahr vollendet hat"."""

STARTERS = _words(
    "the a an this that these those it its he she they we you i in on at for if when while as to there here however "
    "but and or so since because although after before by with from our your their his her no not all any each both "
    "what which who why how where der die das ein eine dies diese dieser dieses es er sie wir ihr ich im am auf für "
    "wenn falls als da dort hier jedoch aber und oder weil obwohl nach vor mit von bei zu zum zur unser kein keine "
    "nicht alle jede jeder beide welche wer warum wie wo den dem des"
)


def split(text: str, *, start: int = 0, language: str = "en") -> tuple[tuple[int, int], ...]:
    """Return the sentences of `text` as half-open spans shifted by `start`, in order and disjoint.

    Together they cover every character that isn't white space and none begins or ends with white
    space. `language` "de" adds the rule for ordinals ("am 3. Oktober"); abbreviations of both
    languages are always known, since documents mix them.
    """
    cuts = sorted({*_line_cuts(text), *_stop_cuts(text, german=language.lower().startswith("de")), len(text)})
    spans, begin = [], 0
    for cut in cuts:
        part = text[begin:cut]
        if kept := part.strip():
            offset = start + begin + len(part) - len(part.lstrip())
            spans.append((offset, offset + len(kept)))
        begin = cut
    return tuple(spans)


BEGINNING = regex(
    r"\n(?=(?:Do|Don['’]t|Never|Always|Please|" + "|".join(sorted(word.capitalize() for word in STARTERS)) + r")\b)"
)
"""Before a line that begins as a sentence does: where it went on with an item, that would end in a stop."""


def _line_cuts(text: str) -> list[int]:
    behind_lists = (found for found in BEGINNING.finditer(text) if _is_item(text, found.start()))
    return [found.end() for found in (*LINE_BREAK.finditer(text), *behind_lists)]


def _is_item(text: str, end: int) -> bool:
    """Whether the line that ends at `end` opens with a bullet."""
    return BULLET.match(text, text.rfind("\n", 0, end) + 1, end) is not None


def _stop_cuts(text: str, *, german: bool) -> list[int]:
    cuts = []
    for match in STOP.finditer(text):
        if match["gap"] is None:
            cuts.append(match.end())
        elif _ends(text, match, german=german):
            cuts.append(match.start("gap"))
    return cuts


def _ends(text: str, match: re.Match[str], *, german: bool) -> bool:
    """Judge one stop by what stands on either side of it."""
    following = text[match.end() : match.end() + LOOK_BACK].lstrip("".join(OPENERS))
    opened = text[match.end() : match.end() + 1] in set(OPENERS)
    if following[:1].islower() and not opened:
        return False
    stop = text[match.start() : match.start("closers")]
    if stop != ".":
        return True
    if _in_brackets(text, match):
        return False
    window = text[max(0, match.start() - LOOK_BACK) : match.start()]
    found = WORD_BEFORE.search(window)
    word = found.group().strip("*_`,;:") if found else ""
    spaced = re.search(r"(?:\b\w\.\s?){1,4}\Z", window[: len(window) - len(word)])
    if spaced and len(word) == 1 and word.isalpha():
        word = "".join(spaced.group().split()) + word
    return _word_can_end(word, following, window, german=german)


def _in_brackets(text: str, match: re.Match[str]) -> bool:
    """Say whether a stop lies in brackets that a sentence opened on its way; a sentence of its own may open them."""
    before = text[max(0, match.start() - IN_BRACKETS) : match.start()]
    opened = before.rfind("(")
    inside = opened > before.rfind(")") and before[:opened].rstrip(" ")[-1:] not in ("", ".", "!", "?", "\n")
    after = text[match.end() : match.end() + IN_BRACKETS]
    closed = after.find(")")
    return inside and closed >= 0 and not {"(", "\n"} & set(after[:closed])


def _word_can_end(word: str, following: str, window: str, *, german: bool) -> bool:
    low = word.lower()
    next_word = re.split(r"\W", following, maxsplit=1)[0]
    if low in NEVER_LAST:
        return False
    if low in BEFORE_NUMBER and (following[:1].isdigit() or re.fullmatch(r"[IVXLC]+|[A-Z]\d*", next_word)):
        return False
    if low in BEFORE_NUMBER and not word.isupper():
        return True
    if low in MAY_BE_LAST or _is_initials(word):
        return next_word.lower() in STARTERS
    if word.isdigit():
        enumerator = not window[: len(window) - len(word)].rsplit("\n", 1)[-1].strip(" \t-*>#(")
        after = next_word.lower()
        counted = german or _GERMAN_BEFORE.search(window[: len(window) - len(word)]) is not None
        ordinal = len(word) <= 2 and (after in MONTHS or (counted and after not in STARTERS))
        return not (enumerator or ordinal)
    return True


def _is_initials(word: str) -> bool:
    """Say whether `word` is one letter or letters with stops between: J, U.S, J.R.R."""
    parts = word.split(".")
    return all(len(part) == 1 and part.isalpha() for part in parts)
