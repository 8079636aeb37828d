"""Other wordings of a question that only add votes: aliases, acronyms spelled out, the other form of a name (B5, B6).

Every one is validated against the original; one that drifts is kept in the plan with its reason, so that a run
shows what was considered. The original weighs as much as all rewrites together.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from aver.patterns import regex
from aver.stages.planning.catalogue import Catalogue, entities_in
from aver.stages.planning.validation import drift
from aver.stages.planning.words import base, folded, tokens
from aver.values.inquiry import Means, Rewrite
from aver.values.sealed import Sealed

MOST_REWRITES = 4
"""More wordings cost searches and have nothing new to say."""

REWRITE_SHARE = 0.5
"""What all rewrites weigh together; the original weighs 1."""

_SHORT = regex(r"[A-ZÄÖÜ][A-ZÄÖÜ0-9&\-]{1,7}s?")
_DEFINED = regex(r"\((?P<short>[A-ZÄÖÜ][A-ZÄÖÜa-zäöü0-9&\-]{1,7})\)")
_HYPHENED = regex(r"\b([A-Za-zÄÖÜäöü]{2,})-([A-Za-zÄÖÜäöü]{3,})\b")


@dataclass(frozen=True, slots=True)
class Replacement:
    """Words of the question, what may stand for them, and the document that says so (None: the catalogue)."""

    words: str
    by: str
    means: Means
    document: str | None = None


def from_catalogue(question: str, catalogue: Catalogue) -> tuple[Replacement, ...]:
    """Return the other names of the entities that `question` names."""
    return tuple(
        Replacement(words, other, Means.ALIAS)
        for entity, words in entities_in(question, catalogue)
        for other in entity.names
        if other.casefold() != words.casefold()
    )


def from_form(question: str) -> tuple[Replacement, ...]:
    """Return the other spellings of hyphened words: "follow-up" as two words and as one."""
    found = []
    for match in _HYPHENED.finditer(question):
        whole = match.group()
        found.append(Replacement(whole, whole.replace("-", " "), Means.MORPHOLOGY))
        found.append(Replacement(whole, whole.replace("-", ""), Means.MORPHOLOGY))
    return tuple(found)


def acronyms_in(text: str) -> tuple[tuple[str, str], ...]:
    """Return the `(short, long)` pairs that `text` defines: "Data Processing Agreement (DPA)".

    The initials rule of Schwartz and Hearst 2003, "A simple algorithm for identifying abbreviation definitions",
    kept strict: each letter of the short form begins one word of the long one, small words may be passed over.
    """
    pairs: dict[str, str] = {}
    for found in _DEFINED.finditer(text):
        letters = [letter.casefold() for letter in found["short"].rstrip("s") if letter.isalpha()]
        before = re.findall(r"[\w'’\-]+", text[max(0, found.start() - 160) : found.start()])
        long = _initials(before, letters)
        if long and len(letters) >= 2:
            pairs.setdefault(found["short"], long)
    return tuple(sorted(pairs.items()))


def _initials(words: Sequence[str], letters: Sequence[str]) -> str:
    """Return the last words of `words` whose initials are `letters`, small words between them passed over."""
    wanted = list(letters)
    taken: list[str] = []
    for word in reversed(words):
        if not wanted or len(taken) > 2 * len(letters):
            break
        if word[0].casefold() == wanted[-1]:
            wanted.pop()
        elif word.casefold() not in ("of", "and", "the", "for", "in", "on", "to", "und", "der", "die", "des", "für"):
            return ""
        taken.append(word)
    return "" if wanted else " ".join(reversed(taken))


def from_evidence(question: str, texts: Iterable[tuple[str, str]]) -> tuple[Replacement, ...]:
    """Return what the acronyms and long forms in `question` stand for, as `(document, text)` evidence defines them.

    The evidence was fetched under the caller's eligibility, so a definition in a document that the caller may not
    read is never seen. An acronym that the evidence spells out in two ways is left alone.
    """
    asked = {word for word in tokens(question) if _SHORT.fullmatch(word)}
    spelled: dict[str, dict[str, tuple[str, str]]] = {}
    for document, text in texts:
        for short, long in acronyms_in(text):
            spelled.setdefault(short, {}).setdefault(_key(long), (long, document))
    found = []
    for short, forms in sorted(spelled.items()):
        if len(forms) != 1:
            continue
        ((long, document),) = forms.values()
        place = re.search(rf"(?<!\w){re.escape(long)}(?!\w)", question, re.I)
        if short in asked and place is None:
            found.append(Replacement(short, long, Means.ACRONYM, document))
        elif place is not None and short not in asked:
            found.append(Replacement(place.group(), short, Means.ACRONYM, document))
    return tuple(found)


def worth_spelling_out(question: str) -> bool:
    """Whether `question` holds what evidence could define: an acronym, or several words that one could stand for."""
    words = tokens(question)
    capitals = [word[:1].isupper() for word in words[1:]]
    return any(_SHORT.fullmatch(word) for word in words) or any(a and b for a, b in itertools.pairwise(capitals))


def _key(long: str) -> str:
    return " ".join(base(word) for word in folded(long))


def rewrites_of(question: str, replacements: Sequence[Replacement]) -> tuple[Rewrite, ...]:
    """Return one wording per replacement, each with why it was dropped or "" where it votes."""
    made: list[Rewrite] = []
    seen = {" ".join(question.casefold().split())}
    kept = 0
    for one in replacements:
        text = re.sub(rf"(?<!\w){re.escape(one.words)}(?!\w)", lambda _, by=one.by: by, question, count=1)  # type: ignore[misc]
        key = " ".join(text.casefold().split())
        if key in seen:
            continue
        seen.add(key)
        reason = drift(question, text, replaced=one.words, by=one.by)
        if not reason and kept >= MOST_REWRITES:
            reason = f"comes after the first {MOST_REWRITES}"
        kept += not reason
        made.append(Rewrite(text=Sealed(text, one.document), means=one.means, dropped=reason))
    return tuple(made)
