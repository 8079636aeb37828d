"""Other wordings by a chat model: each only votes, and only where it keeps all that narrows the question (B5, B6).

A paraphrase and a step back (the broader question behind the one asked; Zheng et al. 2023, "Take a Step Back") keep
every number, name, negation, limit and rare term and add none of the first four. A hypothetical passage that would
answer (Gao et al. 2022, "Precise Zero-Shot Dense Retrieval without Relevance Labels") is made up by design: it keeps
numbers, names and rare terms, and what it adds is looked for and never believed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from aver.stages.analyser import term_keys
from aver.stages.planning.rewriting import MOST_REWRITES
from aver.stages.planning.validation import missing
from aver.stages.planning.words import content, folded, limits, names, negations, numbers
from aver.values.inquiry import Means, Rewrite
from aver.values.sealed import Sealed


def rare_terms(question: str, weights: Mapping[int, float]) -> tuple[str, ...]:
    """Return the content words of `question` that are rarer than its content words are on average, in order.

    `weights` are the idf of its terms over the eligible chunks, by key.
    """
    kept = content(question)
    weighed = {word: max((weights.get(key, 0.0) for key in term_keys(word)), default=0.0) for word in folded(question)}
    weighed = {word: weight for word, weight in weighed.items() if not content(word).isdisjoint(kept)}
    if not weighed:
        return ()
    average = sum(weighed.values()) / len(weighed)
    return tuple(word for word, weight in weighed.items() if weight >= average)


def strays(question: str, wording: str, means: Means, rare: Iterable[str]) -> str:
    """Return why `wording` may not vote for `question`, "" where it may; `rare` are the question's rare terms."""
    if lost := missing(numbers(question), numbers(wording)):
        return f"loses the number {lost[0]}"
    kept, keys = content(wording), frozenset(term_keys(wording))
    if lost_names := [name for name in names(question) if not content(name) <= kept]:
        return f"loses the name {lost_names[0]}"
    if dropped := [term for term in rare if keys.isdisjoint(term_keys(term))]:
        return f"loses the term {dropped[0]}"
    return "" if means is Means.HYPOTHETICAL else _narrowed_otherwise(question, wording)


def _narrowed_otherwise(question: str, wording: str) -> str:
    """Return what narrows the wording and not the question, or the other way round."""
    if negations(question) != negations(wording):
        return "changes the negation"
    if lost := limits(question) - limits(wording):
        return f"loses the limit {min(lost)}"
    if new := limits(wording) - limits(question):
        return f"adds the limit {min(new)}"
    if added := missing(numbers(wording), numbers(question)):
        return f"adds the number {added[0]}"
    asked = content(question)
    return next((f"adds the name {name}" for name in names(wording) if not content(name) <= asked), "")


def worded(
    question: Sealed,
    said: Sequence[tuple[Means, str]],
    weights: Mapping[int, float],
    *,
    wanted: Sequence[Means],
    source: str | None,
) -> tuple[Rewrite, ...]:
    """Return what a model said of `question` as rewrites, each with its reason where it may not vote.

    Only means that were `wanted` are kept, and nothing twice; `source` names the documents that the model was shown.
    """
    rare = rare_terms(question.text, weights)
    seen = {_key(question.text)}
    made: list[Rewrite] = []
    for means, text in said:
        if means not in wanted or not text.strip() or _key(text) in seen:
            continue
        seen.add(_key(text))
        reason = strays(question.text, text, means, rare)
        if not reason and sum(not one.dropped for one in made) >= MOST_REWRITES:
            reason = f"comes after the first {MOST_REWRITES}"
        made.append(Rewrite(text=Sealed(" ".join(text.split()), source), means=means, dropped=reason))
    return tuple(made)


def _key(text: str) -> str:
    return " ".join(text.casefold().split())
