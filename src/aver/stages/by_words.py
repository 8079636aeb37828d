"""What is found by the words of a question alone, without anybody judging whether it answers (G5).

In this order: what stands under the very question, the row, the line of a record or the item of a list that it names,
the definition of its term, the sentence that says in its words what it asks for. Earlier years' editions are left out
where a later one is among the evidence.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from aver.stages.asked_there import ASKED_THERE, answered_there
from aver.stages.checks.asked_today import asks_of_the_past
from aver.stages.defined_there import DEFINED, defined_there
from aver.stages.field_named import FIELD_NAMED, field_named
from aver.stages.item_named import ITEM_NAMED, item_named
from aver.stages.notices import has_newer
from aver.stages.payloads import orders
from aver.stages.quotation import Unit
from aver.stages.row_lookup import row_and_support
from aver.stages.said_there import SAID, said_there
from aver.values.evidence import EvidencePacket
from aver.values.inquiry import Plan


def found_by_words(asked: str, packets: Sequence[EvidencePacket], plan: Plan) -> tuple[Unit, float] | None:
    """Return what the words of a part find among `packets` and how likely that answers, None where they find nothing;
    nothing that orders a machine about."""
    packets = latest(asked, packets, as_of=plan.as_of)
    answered = answered_there(asked, packets)
    if answered is not None:
        return answered, ASKED_THERE
    found = _named(asked, packets, plan)
    if found is None and not plan.sought:
        defined, said = defined_there(asked, packets), said_there(asked, packets)
        found = (defined, DEFINED) if defined is not None else (said, SAID) if said is not None else None
    return None if found is None or orders(found[0].text, asked) else found


def with_named_selected(packets: Sequence[EvidencePacket], plan: Plan) -> tuple[EvidencePacket, ...]:
    """Return `packets` with those selected that hold the row or the line which a required part names."""
    found = (_named(part.text.text, packets, plan) for part in plan.required)
    held = {one[0].packet.packet for one in found if one is not None}
    return tuple(replace(one, selected=one.selected or one.packet in held) for one in packets)


def _named(asked: str, packets: Sequence[EvidencePacket], plan: Plan) -> tuple[Unit, float] | None:
    """Return the row of a table, the line of a record or the item of a list that a part names, and how likely that
    answers."""
    row = row_and_support(asked, packets, plan.sought)
    if row is not None or plan.sought:
        return row
    line = field_named(asked, packets)
    if line is not None:
        return line, FIELD_NAMED
    item = item_named(asked, packets)
    return None if item is None else (item, ITEM_NAMED)


def latest(asked: str, packets: Sequence[EvidencePacket], *, as_of: str) -> Sequence[EvidencePacket]:
    """Return `packets` without those of an earlier year's edition where a later one is among them, unless the past is
    asked about; `as_of` is the ISO date that is asked for."""
    if asks_of_the_past(asked):
        return packets
    passages = [one.passage for one in packets]
    return [one for one in packets if not has_newer(one.passage, passages, as_of=as_of)]
