from __future__ import annotations

from dataclasses import replace
from typing import Any, cast

from aver.cli.validate import lines_of
from aver.flows.validate import Validated, validated_json
from aver.values.evidence import Passage
from tests.stance.made import verdict

TEXT = "## Rejected ideas\n\nWe considered the following: guests may park for free. This idea was rejected.\n"


class _Passage:
    chunk, document, version, uri = "chk_1", "doc_made", "ver_made", "made.md"


def _validated() -> Validated:
    made, stance = verdict(TEXT, "May guests park for free?", "guests may park for free")
    return Validated(passage=cast(Passage, _Passage()), stance=stance, text=made.text)


def test_every_quote_of_a_verdict_stands_in_the_text_at_its_span() -> None:
    found = _validated()
    payload = validated_json(found, "May guests park for free?")
    cited: list[dict[str, Any]] = [*payload["refuting"], *payload["qualifying"]]
    assert all(found.text[one["span"]["start"] : one["span"]["end"]] == one["quote"] for one in cited)
    assert payload["reason"] is None
    assert payload["document_stance_on_query"] in lines_of(payload)[0]


def test_without_lifelines_the_verdict_is_pending_and_never_a_role() -> None:
    payload = validated_json(replace(_validated(), stance=None), "May guests park for free?")
    assert payload["reason"] == "stance_pending"
    assert payload["argumentative_role"] is None
    assert payload["document_stance_on_query"] is None
    assert "stance_pending" in lines_of(payload)[0]
