"""Link the words of a claim to the words of its evidence that say the same.

First in order, like a diff, then what is left wherever it stands. From the links follow how much of the
claim the evidence carries (`coverage`) and how nearly the one repeats the other (`closeness`): the nearer,
the more a dropped word means.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from difflib import SequenceMatcher

from aver.stages.atoms.numerals import notation_of
from aver.stages.atoms.words import akin
from aver.stages.force.statement import Statement, read
from aver.stages.sentences import split

LONGEST = 400
"""Words of a text that are compared; a claim is one sentence and its evidence a few."""
MOST_SENTENCES = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Linked:
    """A claim beside its evidence; `links` maps claim words to evidence words, `in_order` those of the diff alone.

    `coverage` is the share in [0, 1] of the claim's content words that are linked, `closeness` the share of
    all words of both that the diff matches.
    """

    claim: Statement
    evidence: Statement
    links: dict[int, int]
    in_order: dict[int, int]
    carried: frozenset[int]
    coverage: float
    closeness: float

    def share(self, numbers: list[int]) -> float:
        """Return the share of the content words among evidence words `numbers` that the claim carries."""
        content = [n for n in numbers if self.evidence.words[n].content]
        return sum(n in self.carried for n in content) / len(content) if content else 0.0


def link(claim: Statement, evidence: Statement) -> Linked:
    """Return `claim` linked to the sentences of `evidence` that carry it."""
    chosen = _deciding(claim, evidence)
    in_order = _in_order(claim, chosen)
    links = dict(in_order)
    free = [n for n in range(len(chosen.words[:LONGEST])) if n not in set(in_order.values())]
    for number, word in enumerate(claim.words[:LONGEST]):
        if number not in links and word.content:
            same = next((n for n in free if chosen.words[n].content and akin(word, chosen.words[n])), None)
            if same is not None:
                links[number] = same
                free.remove(same)
    _link_repeats(claim, chosen, links)
    content = [n for n, word in enumerate(claim.words) if word.content]
    total = len(claim.words) + len(chosen.words)
    return Linked(
        claim=claim,
        evidence=chosen,
        links=links,
        in_order=in_order,
        carried=frozenset(links.values()),
        coverage=sum(n in links for n in content) / len(content) if content else 0.0,
        closeness=2 * len(in_order) / total if total else 0.0,
    )


def _link_repeats(claim: Statement, evidence: Statement, links: dict[int, int]) -> None:
    for number, word in enumerate(claim.words[:LONGEST]):
        if number not in links and word.content:
            others = enumerate(evidence.words[:LONGEST])
            again = next((n for n, other in others if other.content and akin(word, other)), None)
            if again is not None:
                links[number] = again


def _in_order(claim: Statement, evidence: Statement) -> dict[int, int]:
    ours = [word.stem for word in claim.words[:LONGEST]]
    theirs = [word.stem for word in evidence.words[:LONGEST]]
    matcher = SequenceMatcher(None, ours, theirs, autojunk=False)
    return {a + n: b + n for a, b, size in matcher.get_matching_blocks() for n in range(size)}


def _deciding(claim: Statement, evidence: Statement) -> Statement:
    """Return the sentences of `evidence`, three at most, that carry the content words of `claim`."""
    sentences = split(evidence.text, language=evidence.language)
    if len(sentences) < 2:
        return evidence
    stems = {word.stem for word in claim.words if word.content}
    have: list[set[str]] = [set() for _ in sentences]
    ends = [end for _, end in sentences]
    for word in evidence.words:
        have[min(bisect_left(ends, word.end), len(ends) - 1)].add(word.stem)
    taken: list[int] = []
    left = set(stems)
    while len(taken) < MOST_SENTENCES and left:
        best = max(range(len(sentences)), key=lambda n: (len(left & have[n]), -n))
        gain = len(left & have[best])
        if not gain or (taken and gain < max(1, len(stems) / 6)):
            break
        taken.append(best)
        left -= have[best]
    if not taken:
        return evidence
    text = "\n".join(evidence.text[sentences[n][0] : sentences[n][1]] for n in sorted(taken))
    return read(text, evidence.language, notation=notation_of(evidence.text))
