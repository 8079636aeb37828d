"""How good the evidence of answers is, counted as they are given (M6): no label and no number tells of what.

Citations are judged by the checks themselves; what was cited by its authority and freshness; the context by how much of
it was cited; confirmation by what it took away; rewrites by whether what they found was cited; and the reader by how
much nearer to the front it put what was cited, as the gain in reciprocal rank over fusion by ranks alone.
"""

from __future__ import annotations

from collections.abc import Sequence

from prometheus_client import CollectorRegistry, Counter, Histogram

from aver.flows.answering import Answered
from aver.stages.fusion import reciprocal_rank
from aver.stages.transcript import Transcript
from aver.values.events import Packed, Retrieved, Selected
from aver.values.evidence import EvidencePacket

_SHARES = tuple(tenth / 10 for tenth in range(1, 11))
_GAINS = (-1.0, -0.5, -0.25, -0.1, -0.001, 0.0, 0.1, 0.25, 0.5, 1.0)


class Quality:
    """The counters of one service."""

    def __init__(self, registry: CollectorRegistry) -> None:
        def counter(name: str, about: str, *labels: str) -> Counter:
            return Counter(name, about, labels, registry=registry)

        self._findings = counter("aver_findings", "What checks said of drafted claims", "check", "verdict")
        self._cited = counter("aver_cited", "Cited passages by how their version stands", "freshness")
        self._authority = Histogram(
            "aver_cited_authority", "Authority of cited passages", registry=registry, buckets=_SHARES
        )
        self._confirmed = counter("aver_confirmed", "Chosen passages by whether they were open at the end", "open")
        self._packets = counter("aver_packets", "Packets of answers by whether a released claim cites them", "cited")
        self._rewrites = counter("aver_rewrites", "Rewrites by whether what they found is cited", "cited")
        self._gain = Histogram(
            "aver_reader_gain",
            "Reciprocal rank of the first cited passage, less that by fusion",
            registry=registry,
            buckets=_GAINS,
        )

    def observed(self, run: Answered, found: Transcript) -> None:
        """Count what a finished run shows."""
        for one in found.findings:
            self._findings.labels(one.check, one.verdict.value).inc()
        self._confirmations(run)
        cited = {citation.packet for claim in found.released for citation in claim.citations}
        if not cited:
            return
        offered = [packet for packet in found.packets if packet.selected or packet.packet in cited]
        used = [packet for packet in offered if packet.packet in cited]
        self._packets.labels("yes").inc(len(used))
        self._packets.labels("no").inc(len(offered) - len(used))
        for packet in used:
            self._cited.labels(packet.passage.freshness.value).inc()
            self._authority.observe(packet.passage.authority)
        self._orders(run, found, used)

    def _confirmations(self, run: Answered) -> None:
        """Count which of the passages that were chosen could still be read when they were handed on (C6)."""
        chosen = {
            one.chunk for event in run.events if isinstance(event, Selected) for one in event.candidates if one.selected
        }
        packed = {one.passage.chunk for event in run.events if isinstance(event, Packed) for one in event.packets}
        self._confirmed.labels("yes").inc(len(chosen & packed))
        self._confirmed.labels("no").inc(len(chosen - packed))

    def _orders(self, run: Answered, found: Transcript, used: Sequence[EvidencePacket]) -> None:
        results = [one for event in run.events if isinstance(event, Retrieved) for one in event.channels]
        fused = {one.chunk: (place, one.ranks) for place, one in enumerate(reciprocal_rank(results), 1)}
        ranked = [packet for packet in used if packet.passage.chunk in fused]
        if ranked:
            first = min(ranked, key=lambda packet: packet.rank)
            self._gain.observe(1 / first.rank - 1 / fused[first.passage.chunk][0])
        voted = {number for packet in ranked for _, number, _ in fused[packet.passage.chunk][1]}
        for part in found.questions:
            if not part.required:
                self._rewrites.labels("yes" if part.number in voted else "no").inc()
