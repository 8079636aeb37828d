"""Several questions in one: each part must be covered by evidence of its own (B4).

Six shapes of grammar, tried in order: several question sentences, one clause under two question words, questions
joined by "and", one with a further question word behind it ("..., and why?"), a comparison, a list. What only tells may
stand before any of them. A question of any other shape stays whole: what is taken apart wrongly is answered worse than
what is left alone, so every shape asks for an explicit sign and the parts are validated against the whole.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from aver.patterns import regex
from aver.stages.planning.comparison import GLUE, compared
from aver.stages.planning.validation import parts_drift
from aver.stages.planning.words import (
    ARTICLES,
    AUXILIARIES,
    FUNCTION_WORDS,
    PRONOUNS,
    QUESTION_WORDS,
    names,
    set_of,
    tokens,
)

_MEASURES = set_of("long many much often far soon fast quickly lange viel viele oft weit bald schnell")
_NO_TOPIC = FUNCTION_WORDS | _MEASURES

MOST_PARTS = 8
"""A question of more parts stays whole: that many parts could not share the few packets that are handed on."""

_AND = r"(?:and|und|sowie|as well as)"
_JOINT = regex(rf"(?P<comma>[,;])?\s+{_AND}\s+(?:also\s+|auch\s+)?(?=(?P<word>\w+)\b)", re.I)
_TWO_WORDS = regex(rf"^(?P<one>\w+)\s+{_AND}\s+(?P<two>\w+)\s+(?P<rest>(?P<verb>\w+)\s.+)$", re.I | re.S)
_LIST = regex(
    rf"^(?P<head>.+?)\s(?P<items>[^,;?:]+(?:,\s[^,;?:]+)+,?\s{_AND}\s[^,;?:]+?)\s*\?$",
    re.I | re.S,
)
_PREPOSITION = regex(r"^(?P<before>.*\b(?:for|of|on|under|by|für|von|bei|auf))\s+(?P<first>.+)$", re.I | re.S)
_PAIR = regex(
    rf"(?:both\s+|sowohl\s+)?(?P<one>(?P<kind>[A-ZÄÖÜ]\w*)\s(?P<mark>[\w.\-]*\d[\w.\-]*))\s+(?:{_AND}|als\s+auch)\s+"
    r"(?P<two>(?:(?P=kind)\s)?(?P<other>[\w.\-]*\d[\w.\-]*))(?!\w)"
)

_SUBJECTS = PRONOUNS | set_of("i we you there ich wir man du")
_TOLD = regex(
    rf"^(?P<told>[^?]+?(?:[.!:;]|\s[-–—]))\s+(?P<asked>(?:{'|'.join(sorted(QUESTION_WORDS | AUXILIARIES))})\s[^?]+\?)$",
    re.I,
)
_FURTHER = regex(
    rf"^(?P<first>.+?),?\s+{_AND}\s+(?P<word>(?:(?:for|by|until|since|from|für|bis|seit|ab|von)\s+)?"
    r"(?:(?:how|wie)\s+\w+|why|when|where|who|whom|what|warum|weshalb|wieso|wann|wo|wer|wem|wen|was))\s*\?$",
    re.I,
)


def parts_of(question: str) -> tuple[tuple[str, ...], str]:
    """Return the parts of `question` in order, none where it stays whole, and why a taking apart was dropped."""
    asked = " ".join(question.split())
    told = _TOLD.match(asked)
    for shape in _SHAPES:
        parts = tuple(dict.fromkeys(shape(asked)))
        if not parts and told is not None:
            parts = tuple(dict.fromkeys(f"{told['told']} {part}" for part in shape(told["asked"])))
        if len(parts) < 2:
            continue
        if len(parts) > MOST_PARTS:
            return (), f"has more than {MOST_PARTS} parts"
        reason = parts_drift(asked, parts, glue=GLUE)
        return ((), reason) if reason else (parts, "")
    return (), ""


def _sentences(asked: str) -> tuple[str, ...]:
    """Several sentences that ask; what only tells stands before each of them."""
    sentences = re.split(r"(?<=[.?!])\s+(?=[A-ZÄÖÜ\"“„(])", asked)
    asking = [one for one in sentences if one.endswith("?") and len(tokens(one)) >= 3]
    if len(asking) < 2:
        return ()
    told = " ".join(one for one in sentences if not one.endswith("?"))
    parts = [asking[0], *(with_topic(later, asking[0]) for later in asking[1:])]
    return tuple(f"{told} {part}".strip() for part in parts)


def _joined(asked: str) -> tuple[str, ...]:
    """Questions joined by "and": what follows must itself be in the order of a question."""
    if not _asks(asked):
        return ()
    cuts = [found for found in _JOINT.finditer(asked) if _opens(asked[found.end() :], comma=bool(found["comma"]))]
    starts = [0, *(found.end() for found in cuts)]
    ends = [*(found.start() for found in cuts), len(asked)]
    raw = [asked[start:end].strip(" ,;?") for start, end in zip(starts, ends, strict=True)]
    if len(raw) < 2 or any(len(tokens(one)) < 3 for one in raw):
        return ()
    whole = [f"{one[0].upper()}{one[1:]}?" for one in raw]
    return (whole[0], *(with_topic(later, whole[0]) for later in whole[1:]))


def _two_question_words(asked: str) -> tuple[str, ...]:
    """ "When and where was it founded?": one clause under two question words."""
    found = _TWO_WORDS.match(asked)
    if found is None or found["verb"].casefold() not in AUXILIARIES:
        return ()
    words = found["one"], found["two"]
    if not all(word.casefold() in QUESTION_WORDS for word in words):
        return ()
    return tuple(f"{word.capitalize()} {found['rest']}" for word in words)


def _further_word(asked: str) -> tuple[str, ...]:
    """ "Must it be told, and by when?": a question word alone at the end asks further about the same clause."""
    found = _FURTHER.match(asked)
    if found is None:
        return ()
    words = found["first"].split()
    lows = [word.strip(",").casefold() for word in words]
    if len(words) < 3 or lows[0] not in AUXILIARIES | QUESTION_WORDS or lows[-1] in FUNCTION_WORDS - PRONOUNS:
        return ()
    if lows[0] in QUESTION_WORDS:
        words = words[2:] if lows[1] in _MEASURES else words[1:]
    clause = " ".join(words)
    return f"{found['first']}?", f"{found['word'].capitalize()} {clause[0].lower()}{clause[1:]}?"


def _listed(asked: str) -> tuple[str, ...]:
    """One question about three things or more, or about two of a kind ("PEP 8 and PEP 257")."""
    if not _asks(asked):
        return ()
    pair = _PAIR.search(asked)
    if pair is not None and "," not in asked[: pair.start()][-2:]:
        second = pair["two"] if pair["two"].startswith(pair["kind"]) else f"{pair['kind']} {pair['two']}"
        return tuple(asked[: pair.start()] + one + asked[pair.end() :] for one in (pair["one"], second))
    found = _LIST.match(asked)
    if found is None:
        return ()
    led = _PREPOSITION.match(f"{found['head']} {found['items']}")
    if led is None:
        return ()
    items = [one.strip() for one in re.split(rf",\s*{_AND}\s+|,\s+|\s+{_AND}\s+", led["first"])]
    if len(items) < 3 or any(not item or len(tokens(item)) > 4 or _opens(item, comma=True) for item in items):
        return ()
    return tuple(f"{led['before']} {item}?" for item in items)


def with_topic(part: str, before: str) -> str:
    """Return `part` with what it leaves to `before`: its names, or all it is about where a pronoun points back."""
    words = {word.casefold() for word in tokens(part)}
    known = names(before)
    if known and not names(part):
        topic = " ".join(known)
    elif words & PRONOUNS:
        topic = " ".join(known) or " ".join(word for word in tokens(before) if word.casefold() not in _NO_TOPIC)
    else:
        return part
    return f"{part.rstrip('?').rstrip()} ({topic})?" if topic else part


def _asks(text: str) -> bool:
    """Whether `text` opens as a question does, a leading preposition or clause aside."""
    head = [word.casefold() for word in tokens(text)]
    return bool(head) and (head[0] in AUXILIARIES or any(word in QUESTION_WORDS for word in head[:8]))


def _opens(text: str, *, comma: bool) -> bool:
    """Whether `text` begins in the order of a question, not in that of an indirect one ("how it is handled")."""
    words = [word.casefold() for word in tokens(text)]
    if len(words) < 3:
        return False
    if words[0] in AUXILIARIES:
        return comma or (words[1] in _SUBJECTS and len(words) > 3)
    if words[0] not in QUESTION_WORDS:
        return False
    if words[0] in ("who", "whose", "wer"):
        return words[1] not in ARTICLES | PRONOUNS or words[0] == "whose"
    if words[1] in ARTICLES | PRONOUNS | {"to", "you", "we"}:
        return False
    return any(word in AUXILIARIES for word in words[1:5]) or (comma and words[0] in ("what", "was"))


_SHAPES: tuple[Callable[[str], tuple[str, ...]], ...] = (
    _sentences,
    _two_question_words,
    _joined,
    _further_word,
    compared,
    _listed,
)
