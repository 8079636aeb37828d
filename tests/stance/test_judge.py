from __future__ import annotations

from collections.abc import Sequence

from aver.stages.stance.deciding import sentence_rows
from aver.stages.stance.judge import STATED, DocumentView, decided, judge
from aver.stages.stance.relating import relate
from aver.stages.stance.standpoint import case_row
from aver.values.pairs import Entailed
from aver.values.stance import ArgumentativeRole, DocumentStance
from tests.stance.made import READER, document, encode, lifelines, verdict

FACTS = "The yard has room for nine cars. Lamps are lit at dusk. The gate is painted green."
QUESTION = "May guests park in the yard for free?"
REFUTED = (
    f"## Yard\n\n{FACTS}\n\n## Rejected ideas\n\nWe considered the following: guests may park in the yard for free. "
    "It would be convenient. This idea was rejected because the yard belongs to the fire brigade.\n"
)
ASSERTED = (
    f"---\nstatus: Accepted\n---\n\n## Yard\n\n{FACTS}\n\n## Rules\n\nSome members feared that cars would "
    "block the gate. That concern is unfounded, because the gate is wide. Guests may park in the yard "
    "for free, and this rule remains in force. The gate stays open from six to ten. It is painted green.\n"
)
KEPT = "Guests may park in the yard for free, and this rule remains in force."
OTHER_ARGUMENT = (
    "\n## Discarded colours\n\nWe considered red paint. This idea was rejected because red fades. However, the council "
    "refuted that. In the end the motion failed, and it was withdrawn.\n"
)


def test_an_idea_that_is_turned_down_next_to_it_is_rejected_and_the_sentence_that_does_so_is_cited() -> None:
    made, found = verdict(REFUTED, QUESTION, "guests may park in the yard for free")
    assert found.document_stance is DocumentStance.REJECTS
    assert found.role is ArgumentativeRole.STEELMAN_REFUTED_LATER
    quotes = [made.text[one.start : one.end] for one in found.refuting]
    assert any("This idea was rejected" in quote for quote in quotes)
    assert found.refuting[0].section[-1] == "Rejected ideas"


def test_a_rule_that_survives_an_objection_is_likeliest_the_authors_position() -> None:
    _, found = verdict(ASSERTED, QUESTION, KEPT)
    assert max(found.probabilities, key=lambda one: one[1])[0] is DocumentStance.SUPPORTS
    assert found.document_stance is not DocumentStance.REJECTS
    assert found.refuting == ()


def test_what_is_turned_down_elsewhere_in_the_document_leaves_the_stance_as_it_is() -> None:
    for text, passage in ((ASSERTED, KEPT), (REFUTED, "guests may park in the yard for free")):
        alone = verdict(text, QUESTION, passage)[1]
        among = verdict(text + OTHER_ARGUMENT * 4, QUESTION, passage)[1]
        assert among.document_stance is alone.document_stance


def test_a_weak_stance_is_none_and_cites_nothing_but_keeps_its_probabilities() -> None:
    _, found = verdict(f"## Yard\n\n{FACTS}\n", QUESTION, "Lamps are lit at dusk.")
    assert found.document_stance is not DocumentStance.SUPPORTS
    assert found.role is ArgumentativeRole.UNCLEAR
    assert (found.refuting, len(found.probabilities)) == ((), 5)


def test_a_document_without_prose_gives_no_verdict() -> None:
    made = document("```\ncode()\n```\n")
    found = judge(QUESTION, [(0, 4)], lifelines(made), DocumentView(id="d", text=made.text), encode=encode)
    assert (found.document_stance, found.role, found.confidence) == (
        DocumentStance.NEUTRAL,
        ArgumentativeRole.UNCLEAR,
        0.0,
    )


def test_probabilities_sum_to_one_and_the_confidence_is_the_largest() -> None:
    _, found = verdict(REFUTED, QUESTION, "guests may park in the yard for free")
    shares = [share for _, share in found.probabilities]
    assert abs(sum(shares) - 1.0) < 1e-4
    assert found.confidence == max(shares)


def test_the_same_input_gives_the_same_verdict() -> None:
    first, second = (verdict(REFUTED, QUESTION, "It would be convenient")[1] for _ in range(2))
    assert first == second


def test_an_entailment_model_is_asked_about_whole_sentences_and_only_about_a_few() -> None:
    asked: list[tuple[str, tuple[str, ...]]] = []

    class Counting:
        entailment_id = "counting"

        def judge(self, claim: str, evidence: Sequence[str]) -> tuple[Entailed, ...]:
            texts = tuple(evidence)
            asked.append((claim, texts))
            return tuple(Entailed(entailed=0.1, neutral=0.8, contradicted=0.1) for _ in texts)

    made = document(REFUTED)
    start = made.text.index("guests may park")
    view = DocumentView(id="d", text=made.text)
    judge(QUESTION, [(start, start + 30)], lifelines(made), view, encode=encode, entailment=Counting())
    assert asked[0][0] == QUESTION
    assert all(0 < len(texts) <= 8 for _, texts in asked)
    flat = " ".join(made.text.split())
    assert all(text in flat for _, texts in asked for text in texts)


def test_german_is_decided_by_structure_alone() -> None:
    text = (
        "## Hof\n\nWir haben überlegt, ob die Gäste im Hof umsonst parken dürfen. Das wäre bequem. Diese Idee wurde "
        "verworfen, weil der Hof der Feuerwehr gehört.\n"
    )
    made, asked = document(text), "Dürfen die Gäste im Hof umsonst parken?"
    lines, view, span = lifelines(made), DocumentView(id="d", text=made.text), (8, 70)
    read, unread = (
        judge(asked, [span], lines, view, encode=encode, reader=one) for one in (READER.insight.stance, None)
    )
    assert read == unread and read.confidence <= STATED


def test_structure_alone_is_never_sure_enough_to_be_stated() -> None:
    made = document(REFUTED)
    start = made.text.index("guests may park")
    case = relate(QUESTION, [(start, start + 30)], lifelines(made), made.text, encode)
    assert case is not None
    certain, rows = 20.0 * case_row(case, QUESTION, made.text), sentence_rows(case)
    read = ([0.0] * 5, [0.0] * 5, [0.0] * 3)
    assert decided(case, rows, certain, "d", whether=False).confidence == STATED
    assert decided(case, rows, certain, "d", read, whether=False).confidence > STATED
