"""Word rules for the typed perturbations: what is written instead of what, and what the change does to a claim.

Words are matched in lower case and as whole words; `Kind` is every kind of change, those without rules included.
"""

from __future__ import annotations

from enum import StrEnum

from aver_training.data import Label


class Kind(StrEnum):
    NUMBER = "number"
    UNIT = "unit"
    DATE = "date"
    NEGATION = "negation"
    QUANTIFIER = "quantifier"
    MODALITY = "modality"
    RELATION = "relation"
    SCOPE = "scope"
    NAME = "name"


NOT_INSIDE = r"(?<!\b[Aa]t )(?<!\b[Aa] )(?<!\b[Tt]he )(?<!\b[Aa]bove )"
"""What before a word makes it part of a phrase: "at most", "a few", "the most common", "above all"."""

RULES: dict[Kind, tuple[tuple[str, str, Label], ...]] = {
    Kind.QUANTIFIER: (
        ("all", "some", "entail"),
        ("some", "all", "neutral"),
        ("every", "no", "contradict"),
        ("most", "all", "neutral"),
        ("many", "all", "neutral"),
        ("few", "many", "contradict"),
        ("each", "no", "contradict"),
        ("all", "few", "contradict"),
        ("at least", "at most", "neutral"),
        ("more than", "less than", "contradict"),
        ("several", "all", "neutral"),
        ("always", "never", "contradict"),
        ("often", "always", "neutral"),
        ("sometimes", "always", "neutral"),
        ("usually", "always", "neutral"),
        ("always", "sometimes", "entail"),
        ("up to", "at least", "neutral"),
        ("only", "not only", "contradict"),
        ("the first", "the last", "contradict"),
    ),
    Kind.MODALITY: (
        ("may", "will", "neutral"),
        ("might", "will", "neutral"),
        ("could", "will", "neutral"),
        ("can", "must", "neutral"),
        ("should", "must", "neutral"),
        ("must", "need not", "contradict"),
        ("must", "should", "entail"),
        ("will", "might", "entail"),
        ("may", "must not", "contradict"),
        ("shall", "may", "neutral"),
        ("is believed to be", "is", "neutral"),
        ("is thought to be", "is", "neutral"),
        ("is likely to", "will", "neutral"),
        ("plans to", "did", "neutral"),
        ("attempted to", "managed to", "neutral"),
        ("suggests", "proves", "neutral"),
        ("is said to be", "is", "neutral"),
        ("reportedly", "certainly", "neutral"),
    ),
    Kind.RELATION: (
        ("associated with", "caused by", "neutral"),
        ("followed by", "preceded by", "contradict"),
        ("before", "after", "contradict"),
        ("after", "before", "contradict"),
        ("because of", "despite", "contradict"),
        ("increased", "decreased", "contradict"),
        ("decreased", "increased", "contradict"),
        ("higher than", "lower than", "contradict"),
        ("larger than", "smaller than", "contradict"),
        ("rose", "fell", "contradict"),
        ("fell", "rose", "contradict"),
        ("won", "lost", "contradict"),
        ("north of", "south of", "contradict"),
        ("east of", "west of", "contradict"),
        ("linked to", "caused by", "neutral"),
        ("correlated with", "caused by", "neutral"),
        ("contributed to", "was the sole cause of", "neutral"),
        ("led to", "resulted from", "contradict"),
        ("bought", "sold", "contradict"),
    ),
    Kind.NEGATION: (
        ("is", "is not", "contradict"),
        ("was", "was not", "contradict"),
        ("are", "are not", "contradict"),
        ("were", "were not", "contradict"),
        ("has been", "has never been", "contradict"),
        ("can", "cannot", "contradict"),
        ("will", "will not", "contradict"),
        ("had", "had not", "contradict"),
        ("did not", "did", "contradict"),
        ("is not", "is", "contradict"),
        ("was not", "was", "contradict"),
        ("cannot", "can", "contradict"),
        ("must", "must not", "contradict"),
        ("without", "with", "contradict"),
        ("never", "", "contradict"),
    ),
}
