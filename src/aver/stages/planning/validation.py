"""A rewrite may add words it can account for and lose nothing: each rule has a name, which is the reason (B6).

What must survive is what narrows a question: names, numbers and dates, negation, limiting words, and the rare
words, which here is every content word. What may be added is only what the caller of `drift` vouches for (an alias
from the catalogue, the long form of an acronym).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from aver.stages.planning.words import content, limits, names, negations, numbers


def drift(original: str, rewrite: str, *, replaced: str = "", by: str = "", context: str = "") -> str:
    """Return why `rewrite` is not the question `original` in other words, "" where it is.

    `replaced` is the wording that `by` stands for in it; `context` are earlier words a reference resolves to.
    """
    lost_words = content(replaced)
    if lost_numbers := missing(numbers(original), (*numbers(rewrite), *numbers(replaced))):
        return f"loses the number {lost_numbers[0]}"
    if negations(original) != negations(rewrite):
        return "changes the negation"
    if lost := limits(original) - limits(rewrite):
        return f"loses the limit {min(lost)}"
    kept = content(rewrite) | lost_words
    if lost_names := [name for name in names(original) if not content(name) <= kept]:
        return f"loses the name {lost_names[0]}"
    if dropped := content(original) - kept:
        return f"loses the term {min(dropped)}"
    if added := content(rewrite) - content(original) - content(by) - content(context):
        return f"adds {min(added)}"
    return ""


def parts_drift(original: str, parts: Sequence[str], *, glue: Iterable[str] = ()) -> str:
    """Return why `parts` are not together the question `original`, "" where they are.

    Together they keep every number, negation and content word but the `glue` that held them together
    ("difference", "compare"); none adds anything.
    """
    together = " ".join(parts)
    if lost_numbers := missing(tuple(dict.fromkeys(numbers(original))), numbers(together)):
        return f"loses the number {lost_numbers[0]}"
    if bool(negations(original)) != bool(negations(together)):
        return "changes the negation"
    known = content(original) | frozenset(glue)
    if lost := content(original) - content(together) - frozenset(glue):
        return f"loses the term {min(lost)}"
    added = [word for part in parts for word in sorted(content(part) - known)]
    return f"adds {added[0]}" if added else ""


def missing(wanted: Sequence[str], there: Sequence[str]) -> list[str]:
    """Return those of `wanted` that aren't `there`, each as often as it is missing."""
    left = list(there)
    lost = []
    for one in wanted:
        if one in left:
            left.remove(one)
        else:
            lost.append(one)
    return lost
