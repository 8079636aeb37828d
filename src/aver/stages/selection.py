"""The smallest sufficient evidence: relevant, current first, not redundant, few (E1, E2, E4, C3).

Candidates come fused; each leaves with a reason. A superseded passage steps behind the passage of its
readable successor that answers the same question; text that says again what is already chosen, and
chunks that overlap it, are dropped; what falls below the relevance threshold is kept but marked.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from aver.stages.atoms.language import Language
from aver.stages.fusion import RRF_K, Fused, Fusion, fused_by
from aver.stages.reading import reading_features
from aver.stages.relevance import Logistic, QuestionTerms, crosses, passage_features, terms_of
from aver.stages.replacing import may_replace
from aver.values.evidence import Candidate, ChannelResult, Freshness, Passage
from aver.values.pairs import Reading

REDUNDANT = 0.9
"""Jaccard similarity of term sets from which a passage repeats another."""


SELECTED = "selected"


@dataclass(frozen=True, slots=True, kw_only=True)
class Scored:
    """A fetched candidate with its signals, its relevance and its final score.

    `rank` is its fused rank, `reading` what a reader saw in it, None where it wasn't read. `led_by` says what led
    to it where that isn't its likeness to the question, so that how well it answers by itself decides nothing.
    """

    fused: Fused
    passage: Passage
    relevance: float
    score: float
    rank: int = 1
    features: tuple[tuple[str, float], ...] = ()
    reading: Reading | None = None
    led_by: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Blend:
    """How the channels fuse, how fused rank and relevance make the final order, and where selection ends.

    Fusion is by `fusion`, reciprocal ranks with `fusion_k`, the lexical channel weighing `lexical` and the others 1.
    Then score = relevance + prior / (k + fused rank). All these numbers: docs/decisions/0005-fusion.md. Nothing
    whose relevance is below `threshold` is selected. A passage in another language than the question is judged by
    `crossing`, where there is one (docs/decisions/0011-german.md). Where a reader is at hand, it reads the `read` best
    candidates and `reread`, which weighs the fused rank too, gives their score (docs/decisions/0010-reader.md). With
    `read` but no `reread` the reader is one that nothing was fitted for: it orders and changes no relevance. It is
    shown questions and passages in `languages` alone.
    """

    relevance: Logistic
    prior: float
    k: int
    threshold: float
    lexical: float = 1.0
    fusion: Fusion = Fusion.RECIPROCAL_RANK
    fusion_k: int = RRF_K
    crossing: Logistic | None = None
    reread: Logistic | None = None
    read: int = 0
    languages: tuple[Language, ...] = ("en",)

    @property
    def weights(self) -> Mapping[str, float]:
        """The weight of each channel that doesn't weigh 1."""
        return {"lexical": self.lexical}

    def fused(self, results: Iterable[ChannelResult], shares: Mapping[int, float] | None = None) -> tuple[Fused, ...]:
        """Return the chunks of all `results`, best first; sub-questions weigh 1 unless their number is in `shares`."""
        return fused_by(self.fusion, results, k=self.fusion_k, weights=self.weights, shares=shares)

    @property
    def orders_only(self) -> bool:
        """Whether the reader is one that nothing was fitted for, so that its readings vouch for nothing."""
        return self.read > 0 and self.reread is None


def score_candidates(
    fused: Sequence[Fused], passages: Mapping[str, Passage], question: QuestionTerms, blend: Blend
) -> tuple[Scored, ...]:
    """Return the fetched candidates, best first, ties by chunk id."""
    scored: list[Scored] = []
    for rank, one in enumerate(fused, start=1):
        passage = passages.get(one.chunk)
        if passage is None:
            continue
        features = passage_features(passage, question, dict(one.scores))
        model = blend.crossing if blend.crossing and crosses(question, passage) else blend.relevance
        relevance = model.probability(features)
        score = _score(relevance, rank, blend)
        held = tuple(features.items())
        scored.append(Scored(fused=one, passage=passage, relevance=relevance, score=score, rank=rank, features=held))
    return tuple(sorted(scored, key=_best_first))


def rescored(scored: Sequence[Scored], readings: Mapping[str, Reading], blend: Blend) -> tuple[Scored, ...]:
    """Return the `blend.read` best candidates in the order their readings give, then the others as they stood (E1).

    `readings` are by chunk id; one of the best that can't be read keeps its score among them. Without `blend.reread`
    only the reader's order counts, and no relevance changes: numbers fitted for one reader are never applied to
    another's (docs/models.md).
    """
    model = blend.reread
    if not blend.read or not readings:
        return tuple(scored)
    if model is None:
        return (*_in_both_orders(scored[: blend.read], readings, blend.k), *scored[blend.read :])
    best = [
        _reread(one, readings[one.fused.chunk], model, blend) if one.fused.chunk in readings else one
        for one in scored[: blend.read]
    ]
    return (*sorted(best, key=_best_first), *scored[blend.read :])


def read_features(one: Scored, reading: Reading, k: int) -> dict[str, float]:
    """Return a read candidate's signals: its own, its reading's, and its fused rank as `fused` = k / (k + rank)."""
    return {**dict(one.features), **reading_features(reading), "fused": k / (k + one.rank)}


def _in_both_orders(best: Sequence[Scored], readings: Mapping[str, Reading], k: int) -> tuple[Scored, ...]:
    """Fuse the order of `best` with the reader's by reciprocal rank, since scores without calibration have no scale.

    What the reader saw it deals out anew over the places these held; the others keep theirs.
    """
    seen = [place for place, one in enumerate(best) if one.fused.chunk in readings]
    dealt = sorted(seen, key=lambda place: (-readings[best[place].fused.chunk].relevance, place))
    theirs = dict(zip(dealt, seen, strict=True))
    voted = [
        replace(one, score=round(1.0 / (k + 1 + place) + 1.0 / (k + 1 + theirs.get(place, place)), 6))
        for place, one in enumerate(best)
    ]
    return tuple(sorted(voted, key=lambda one: -one.score))


def _reread(one: Scored, reading: Reading, model: Logistic, blend: Blend) -> Scored:
    relevance = model.probability(read_features(one, reading, blend.k))
    return replace(one, relevance=relevance, score=round(relevance, 6), reading=reading)


def _score(relevance: float, rank: int, blend: Blend) -> float:
    return round(relevance + blend.prior / (blend.k + rank), 6)


def _best_first(one: Scored) -> tuple[float, str]:
    return -one.score, one.fused.chunk


def retargeted(scored: Sequence[Scored], successors: Mapping[str, str], better: Sequence[Scored]) -> tuple[Scored, ...]:
    """Put before each superseded passage the best passage of its successor document (C3).

    `successors` maps the uri of a superseded document to the id of its successor; `better` are scored
    candidates from those successors, best first. The superseded passage stays: it may hold what the
    successor doesn't repeat, and is marked for what it is.
    """
    best: dict[str, Scored] = {}
    for candidate in better:
        best.setdefault(candidate.passage.document, candidate)
    placed: list[Scored] = []
    seen: set[str] = set()
    for candidate in scored:
        successor = best.get(successors.get(candidate.passage.uri, ""))
        if candidate.passage.freshness is not Freshness.ACTIVE and successor is not None:
            _place(successor, placed, seen)
        _place(candidate, placed, seen)
    return tuple(placed)


def _place(candidate: Scored, placed: list[Scored], seen: set[str]) -> None:
    if candidate.fused.chunk not in seen:
        seen.add(candidate.fused.chunk)
        placed.append(candidate)


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """How many packets are handed to answering (`k`), how many are packed at all (`depth`), and the threshold.

    What lies between `k` and `depth` is packed unselected, so that the log and the metrics see what came next.
    """

    k: int
    depth: int
    threshold: float


def with_referred(scored: Sequence[Scored], referred: Scored, place: Place) -> tuple[Scored, ...]:
    """Give `referred` the last place of those handed to answering, unless it has a better one or nothing is relevant.

    A question of two hops is answered by neither end alone, and the far one seldom resembles it (D3).
    """
    _, ahead = choose(scored, place=replace(place, depth=place.k - 1))
    chunks = [one.fused.chunk for one, _ in ahead]
    if referred.fused.chunk in chunks or not any(selected for _, selected in ahead):
        return tuple(scored)
    behind = 1 + max(at for at, one in enumerate(scored) if one.fused.chunk in chunks)
    others = (one for one in scored[behind:] if one.fused.chunk != referred.fused.chunk)
    return (*scored[:behind], referred, *others)


def with_replacing(scored: Sequence[Scored], place: Place) -> tuple[Scored, ...]:
    """Put directly behind those handed to answering what replaces something that they say, however it ranks (C3).

    An amendment seldom resembles a question about what it amends. It is packed, not selected.
    """
    _, chosen = choose(scored, place=place)
    ahead = [one for one, _ in chosen[: place.k]]
    selected = [one.passage for one, handed in chosen if handed]
    known = {one.fused.chunk for one, _ in chosen}
    replacing = [
        one
        for one in scored
        if one.fused.chunk not in known and any(may_replace(one.passage, other) for other in selected)
    ]
    if not replacing:
        return tuple(scored)
    moved = {one.fused.chunk for one in (*ahead, *replacing)}
    return (*ahead, *replacing, *(one for one in scored if one.fused.chunk not in moved))


def choose(scored: Sequence[Scored], *, place: Place) -> tuple[tuple[Candidate, ...], tuple[tuple[Scored, bool], ...]]:
    """Return every candidate with its reason, and in order what becomes a packet and whether it is selected."""
    candidates: list[Candidate] = []
    chosen: list[tuple[Scored, bool]] = []
    said: list[frozenset[int]] = []
    for one in scored:
        terms = terms_of(one.passage.text.text)
        reason = _refusal(one, chosen, place) or _repetition(terms, said)
        if reason == "":
            reason = _standing(one, len(chosen), place)
            chosen.append((one, reason == SELECTED))
            said.append(terms)
        candidates.append(
            Candidate(
                chunk=one.fused.chunk,
                score=one.score,
                relevance=one.relevance,
                ranks=one.fused.ranks,
                selected=reason == SELECTED,
                reason=reason,
            )
        )
    return tuple(candidates), tuple(chosen)


def _refusal(one: Scored, chosen: Sequence[tuple[Scored, bool]], place: Place) -> str:
    """Return why `one` can't be a packet, "" when it can."""
    if len(chosen) >= place.depth:
        return f"beyond the first {place.depth}"
    if any(_overlaps(one.passage, other.passage) for other, _ in chosen):
        return "overlaps a better passage"
    return ""


def _repetition(terms: frozenset[int], said: Sequence[frozenset[int]]) -> str:
    """Return that `terms` repeat one of the term sets already `said`, "" when they don't."""
    return "repeats a better passage" if any(_repeats(terms, other) for other in said) else ""


def _standing(one: Scored, position: int, place: Place) -> str:
    if position >= place.k:
        return f"beyond the first {place.k}"
    return SELECTED if one.led_by or one.relevance >= place.threshold else "below the relevance threshold"


def _overlaps(one: Passage, other: Passage) -> bool:
    if one.version != other.version:
        return False
    shared = min(one.end, other.end) - max(one.start, other.start)
    return 2 * shared > min(one.end - one.start, other.end - other.start)


def _repeats(mine: frozenset[int], theirs: frozenset[int]) -> bool:
    together = len(mine | theirs)
    return bool(together) and len(mine & theirs) >= REDUNDANT * together
