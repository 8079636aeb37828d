"""Whether documents go on to examine what is quoted of them, as an effect of asking (G2, B6).

What follows each quote is read under the caller's eligibility. Recorded is how likely it is that this examines the
quote, without a word of the document; replay serves it as it was.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from aver.flows.standing import Quoted
from aver.ports import Examination
from aver.stages.atoms.language import language_of
from aver.stages.examining import AFTER, below_titles
from aver.stages.stance.judge import READ
from aver.store.store import Store
from aver.values.answers import Claim
from aver.values.chunks import ChunkKind
from aver.values.evidence import EvidencePacket
from aver.values.governance import Eligibility
from aver.values.sealed import Sealed

Examined = Callable[[Eligibility, Sealed, tuple[Quoted, ...]], tuple[float, ...]]


def examined_of(
    eligible: Eligibility, asked: Sealed, quoted: Sequence[Quoted], *, store: Store, examination: Examination
) -> tuple[float, ...]:
    """Return how likely each document goes on to examine what is quoted of it; 0 for what isn't in English."""
    texts = store.texts(tuple(dict.fromkeys(document for document, _, _ in quoted)), eligible=eligible)

    def examined(document: str, start: int, end: int) -> float:
        text = texts.get(document, "")
        quote, after = (" ".join(part.split()) for part in (text[start:end], text[end : end + AFTER]))
        known = {language_of(asked.text), language_of(f"{quote} {after}")} <= {None, *READ}
        return examination.examined(asked.text, [(quote, after)])[0] if known else 0.0

    return tuple(examined(*one) for one in quoted)


def examinations(
    claims: Sequence[Claim],
    packets: Sequence[EvidencePacket],
    asked: Sealed,
    eligible: Eligibility,
    examined: Examined | None,
) -> dict[int, float]:
    """Return how likely documents go on to examine what claims cite first of their prose, by number of claim.

    What is cited beside what contradicts it is shown with that, and isn't asked about.
    """
    alone = {packet.packet: packet.passage for packet in packets if not packet.contradicted_by}
    quoted = {
        one.number: below_titles(cited, alone[cited.packet])
        for one in claims
        if (cited := next(iter(one.citations), None)) is not None
        and cited.packet in alone
        and alone[cited.packet].kind is ChunkKind.PROSE
    }
    if examined is None or not quoted:
        return {}
    return dict(zip(quoted, examined(eligible, asked, tuple(quoted.values())), strict=True))
