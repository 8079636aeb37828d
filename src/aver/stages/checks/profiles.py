"""What a check is, what it may look at, and which checks an answer must have passed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from aver.values.answers import Claim, Finding, Verdict
from aver.values.evidence import EvidencePacket
from aver.values.stance import Stance


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """The checks that must have run without failing before a claim is released; none named, none released."""

    name: str
    required: frozenset[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """What was asked: the `parts` in the caller's words, by number.

    `read` holds the words that a domain pack read as a parameter, by its name, None where no pack read the inquiry, and
    `weighed` the parameters that a claim's predicates were judged by, by number of claim. `replied` are the claims that
    an expert gave as the answer to this very question. `as_of` is the ISO date that it is asked for, "" where none is.
    """

    parts: Mapping[int, str] = field(default_factory=dict)
    read: Mapping[str, tuple[str, ...]] | None = None
    weighed: Mapping[int, frozenset[str]] = field(default_factory=dict)
    replied: frozenset[int] = frozenset()
    as_of: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Context:
    """What a check knows beside claim and packets.

    `confirmed` are the chunk ids the store confirmed just before packaging (C6), `stances` what is known of where the
    quoted documents stand, by number of claim, `examined` how likely those documents go on to examine what is quoted,
    where no stance is settled.
    """

    confirmed: frozenset[str]
    stances: Mapping[int, Stance] = field(default_factory=dict)
    examined: Mapping[int, float] = field(default_factory=dict)
    asked: Question = Question()


Packets: TypeAlias = Mapping[str, EvidencePacket]
Check: TypeAlias = Callable[[Claim, Packets, Context], Finding]


def finding(claim: Claim, check: str, verdict: Verdict, reason: str) -> Finding:
    """Return what `check` says about `claim`. `reason` never holds words of a document: findings outlive erasure."""
    return Finding(claim=claim.number, check=check, verdict=verdict, reason=reason)
