"""The steps of a run, in past participles: what `aver.flows.ask` yields and the log keeps.

`Observed` is the record of one effect (clock, index, fetch, model): replay serves it back instead of
calling anything. The other events are derived from what was observed and must come out the same,
byte for byte. A run always ends in a terminal event: `Decided`, `Abandoned` or `Failed`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

from aver.values.answers import Claim, Decision, Finding
from aver.values.bearing import Bears
from aver.values.chat import NOTHING_SPENT, Usage
from aver.values.conflicts import ConflictPacket
from aver.values.deliberation import Challenge, EvidenceAccess, Ruling, VoiceFailure
from aver.values.evidence import Candidate, ChannelResult, EvidencePacket
from aver.values.governance import Caller, Eligibility
from aver.values.inquiry import Inquiry, Plan, Rewrite
from aver.values.sealed import Sealed
from aver.values.stance import Judgement


@dataclass(frozen=True, slots=True, kw_only=True)
class Observed:
    """One effect: its name, the encoded request and the encoded result (plain JSON structures)."""

    effect: str
    request: Any
    result: Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """The question, the caller, the moment (ISO 8601, UTC) and the code and policy that answer."""

    inquiry: Inquiry
    caller: Caller
    at: str
    code_version: str
    policy_version: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Planned:
    """How the question was taken apart."""

    plan: Plan


@dataclass(frozen=True, slots=True, kw_only=True)
class Resolved:
    """The eligibility that opens every channel of this run."""

    eligibility: Eligibility


@dataclass(frozen=True, slots=True, kw_only=True)
class Reworded:
    """What a chat model words for searching, each with why it was dropped or "" where it votes (B5, B6).

    None of it is evidence. The other fields are those of `Proposed`.
    """

    by: str
    rewrites: tuple[Rewrite, ...]
    failure: VoiceFailure | None = None
    usage: Usage = NOTHING_SPENT


@dataclass(frozen=True, slots=True, kw_only=True)
class Retrieved:
    """Hits per channel and sub-question, failures included."""

    channels: tuple[ChannelResult, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Graded:
    """How far a chat model says passages help to answer a part of the question, by chunk: 0 not at all, 3 wholly (E1).

    It has a say in their order and in nothing else. `left_out` did not fit; the other fields are those of `Proposed`.
    """

    by: str
    sub_question: int
    grades: tuple[tuple[str, int], ...]
    failure: VoiceFailure | None = None
    usage: Usage = NOTHING_SPENT
    left_out: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Selected:
    """Fused and gated candidates, best first, each with the reason it stayed or went."""

    candidates: tuple[Candidate, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Packed:
    """The evidence packets handed to answering; those a gate cut are marked `selected = False`.

    `conflicts` are the disagreements among them, never flattened (E5). Said once more where what would be quoted turns
    out to be contradicted; the last holds.
    """

    packets: tuple[EvidencePacket, ...]
    conflicts: tuple[ConflictPacket, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Recalled:
    """The frozen claims that bear on the inquiry, what its domain pack computed, and the packets that hold both (J).

    `computed` are claims that cite nothing.
    """

    claims: tuple[Bears, ...]
    computed: tuple[Claim, ...]
    packets: tuple[EvidencePacket, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """Where each quoted document stands as a whole, and further packets that hold the sentences which decide that."""

    judgements: tuple[Judgement, ...]
    packets: tuple[EvidencePacket, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Drafted:
    """Proposed claims; nothing has been checked yet. `voice` says who proposed them."""

    voice: str
    claims: tuple[Claim, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposed:
    """What the proposer claims, unverified. `by` names the model or the offline rule; `left_out` did not fit.

    `failure` says why a model that was asked could not be heard (the offline rule spoke instead);
    `usage` are the tokens it cost.
    """

    by: str
    claims: tuple[Claim, ...]
    failure: VoiceFailure | None = None
    usage: Usage = NOTHING_SPENT
    left_out: tuple[str, ...] = ()
    evidence_access: EvidenceAccess = EvidenceAccess.FULL_HIERARCHY


@dataclass(frozen=True, slots=True, kw_only=True)
class Suggested:
    """What a model reads in a question whose parameters are asked back: offered first, never taken (B8).

    `suggested` are parameters with a value whose words stand in the question; the other fields are those of `Proposed`.
    """

    by: str
    suggested: tuple[tuple[str, Sealed], ...]
    failure: VoiceFailure | None = None
    usage: Usage = NOTHING_SPENT


@dataclass(frozen=True, slots=True, kw_only=True)
class Challenged:
    """What the critic holds against it, from summaries alone; the fields are those of `Proposed`."""

    by: str
    challenges: tuple[Challenge, ...]
    failure: VoiceFailure | None = None
    usage: Usage = NOTHING_SPENT
    left_out: tuple[str, ...] = ()
    evidence_access: EvidenceAccess = EvidenceAccess.MACRO_ONLY


@dataclass(frozen=True, slots=True, kw_only=True)
class Synthesised:
    """What became of every challenge and of the claims; the fields are those of `Proposed`.

    `withdrawn` are the numbers of the claims that their own side took back.
    """

    by: str
    claims: tuple[Claim, ...]
    rulings: tuple[Ruling, ...]
    withdrawn: tuple[int, ...] = ()
    failure: VoiceFailure | None = None
    usage: Usage = NOTHING_SPENT
    left_out: tuple[str, ...] = ()
    evidence_access: EvidenceAccess = EvidenceAccess.FULL_HIERARCHY_PLUS_DEBATE


@dataclass(frozen=True, slots=True, kw_only=True)
class Pinned:
    """A digest of all that the caller could see: an answer is served again over the same evidence only (K3)."""

    visible: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ServedAgain:
    """What the same caller was answered in the earlier run `run`, as the model that would be asked now is out (K3)."""

    run: str
    claims: tuple[Claim, ...]
    packets: tuple[EvidencePacket, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    """What every check says about every claim."""

    findings: tuple[Finding, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Decided:
    """The gate's outcome and the claims that are released with it. Terminal."""

    decision: Decision
    released: tuple[Claim, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Abandoned:
    """The consumer went away before a decision. Terminal."""

    after: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Failed:
    """A stage raised. Terminal. `error` is the exception's type, never its text (it may hold content)."""

    error: str
    stage: str


Event: TypeAlias = (
    Asked
    | Planned
    | Resolved
    | Reworded
    | Retrieved
    | Graded
    | Selected
    | Packed
    | Recalled
    | Judged
    | Drafted
    | Proposed
    | Suggested
    | Challenged
    | Synthesised
    | Pinned
    | ServedAgain
    | Checked
    | Decided
    | Abandoned
    | Failed
    | Observed
)

TERMINAL = (Decided, Abandoned, Failed)
