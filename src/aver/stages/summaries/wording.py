"""A chat model's wording of a layer: it is sent the texts of the layer below, and what it says is held to them (A6).

The wording stands beside the sentences it rests on and is labelled as a model's. It is refused where it brings in a
figure, says more words than it was given, loses every rejection that the layer below makes, makes one up, or has a
sentence most of whose terms are none of the layer below's; the layer then keeps its sentences.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from aver.patterns import regex
from aver.stages.analyser import term_keys
from aver.stages.injection.escaping import element, escape
from aver.values.sealed import Sealed
from aver.values.summaries import REJECTED_MARK

PROMPT = "summariser.v1"
LEAST_SHARED = 0.5
"""Share of a sentence's terms that stand in the layer below; a guard against what a document dictates, not fitted."""

_FIGURE = regex(r"\d+(?:[.,:/]\d+)*")


@dataclass(frozen=True, slots=True, kw_only=True)
class WordingReply:
    """What a model says a layer asserts and turns down, sentence by sentence."""

    asserts: tuple[str, ...]
    rejects: tuple[str, ...]


@cache
def instructions() -> str:
    """Return the instructions of the call."""
    return files(__name__.rpartition(".")[0]).joinpath("prompts", f"{PROMPT}.md").read_text("utf-8")


def shown(below: Sequence[str]) -> tuple[Sealed, ...]:
    """Return what the model is sent: one escaped element per text of the layer below."""
    return tuple(Sealed(element("part", escape(text))) for text in below)


def kept_wording(reply: WordingReply, below: Sequence[str]) -> str | None:
    """Return the reply as text with what is turned down marked as such, None where it may not stand."""
    given = " ".join(below)
    asserts = [" ".join(one.split()) for one in reply.asserts if one.strip()]
    rejects = [" ".join(one.split()) for one in reply.rejects if one.strip()]
    said = " ".join([*asserts, *(f"{REJECTED_MARK} {one}" for one in rejects)])
    marked = any(REJECTED_MARK in one for one in (*asserts, *rejects))
    if not said or marked or len(said.split()) > len(given.split()):
        return None
    if bool(rejects) != (REJECTED_MARK in given) or not set(_FIGURE.findall(said)) <= set(_FIGURE.findall(given)):
        return None
    known = set(term_keys(given))
    return said if all(_rests_on(one, known) for one in (*asserts, *rejects)) else None


def _rests_on(sentence: str, known: set[int]) -> bool:
    terms = set(term_keys(sentence))
    return bool(terms) and len(terms & known) >= LEAST_SHARED * len(terms)
