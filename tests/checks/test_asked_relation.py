"""Another's doing, or the time before for the time after, is no answer (B6)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aver.stages.checks.asked_fact import less_than_fact
from aver.stages.checks.asked_relation import wrong_side
from aver.stages.checks.asked_sibling import sibling_quoted
from aver.stages.checks.exceptions_kept import limiting_spans


@pytest.mark.parametrize(
    ("asked", "quoted", "wrong"),
    [
        ("By how much did the court reduce the rent?", "The claimant reduced the rent by 50 %.", True),
        ("By how much did the court reduce the rent?", "In the end the court reduced it by 30 %.", False),
        ("By how much did the court reduce the rent?", "It reduced the rent by 30 %.", False),
        ("What did the tenant pay?", "The landlord pays 273 euros.", True),
        ("What did the tenant pay?", "The tenant paid 273 euros to the landlord.", False),
        ("How much did Smith pay?", "The buyer paid 90 euros.", False),
        ("What did the council approve?", "The plan was changed; the committee approved a new roof.", True),
    ],
)
def test_what_another_did_is_no_answer(asked: str, quoted: str, wrong: bool) -> None:
    assert wrong_side(asked, quoted, names="District court") is wrong


@pytest.mark.parametrize(
    ("asked", "quoted", "wrong"),
    [
        ("What is the notice period after probation?", "During the probation it is two weeks.", True),
        ("What is the notice period during probation?", "After the probation period it is four weeks.", True),
        ("What is the notice period after probation?", "After probation it is four weeks.", False),
        ("When does the pool open outside school holidays?", "During school holidays it opens at 9.", True),
        ("Who owns what is made outside working hours?", "What is made in working hours is the firm's.", True),
        ("Who owns what is made in working hours?", "What is made in working hours is the firm's.", False),
        ("What may be done after the exam?", "Phones are collected before the lesson.", False),
        ("Wie lang ist die Frist nach der Probezeit?", "Während der Probezeit beträgt sie zwei Wochen.", True),
        ("Wie lang ist die Frist nach der Probezeit?", "Nach der Probezeit beträgt sie vier Wochen.", False),
    ],
)
def test_what_holds_at_another_time_is_no_answer(asked: str, quoted: str, wrong: bool) -> None:
    assert wrong_side(asked, quoted, names="Leave") is wrong


WEBHOOKS = "Webhooks are retried up to 8 times. Test webhooks are not retried."


@pytest.mark.parametrize(
    ("asked", "sibling"),
    [
        ("How often are test webhooks retried?", True),
        ("How often are webhooks retried?", False),
        ("How often are billing webhooks retried?", False),
    ],
)
def test_what_the_next_sentence_tells_of_the_kind_asked_about_is_not_told_by_the_rule(
    asked: str, sibling: bool
) -> None:
    quoted = WEBHOOKS[: WEBHOOKS.index(" Test")]
    assert sibling_quoted(asked, quoted, names="Limits", evidence=quoted, around=WEBHOOKS) is sibling


def test_a_label_before_a_sentence_tells_nothing_of_its_kind() -> None:
    quoted = "The fair will be on 12 June 2027."
    around = f"4. **Summer fair.** {quoted} Last year it raised 2,870 pounds."
    asked = "When is the summer fair?"
    assert not sibling_quoted(asked, quoted, names="Minutes", evidence=quoted, around=around)
    told = f"{quoted} Summer fair stalls open at noon."
    assert sibling_quoted(asked, quoted, names="Minutes", evidence=quoted, around=told)


@pytest.mark.parametrize(
    ("asked", "less"),
    [
        ("Are sabbaticals possible?", True),
        ("Were sabbaticals discussed?", False),
        ("What was discussed in 2025?", False),
        ("When were sabbaticals talked over with the council?", False),
    ],
)
def test_what_was_only_discussed_is_neither_yes_nor_no(asked: str, less: bool) -> None:
    assert less_than_fact(asked, "Sabbaticals were discussed with the works council in 2025.") is less


@pytest.mark.parametrize(
    ("after", "limits"),
    [
        ("In the first three months it is not possible.", True),
        ("With a temporary contract this is never possible.", True),
        ("In the first three months lunch is not paid.", False),
        ("The office is not open on Sundays.", False),
    ],
)
def test_where_a_rule_does_not_hold_travels_with_it(after: str, limits: bool) -> None:
    """E6."""
    rule = "Remote work of two days a week is possible."
    assert bool(limiting_spans(f"{rule} {after}", 0, len(rule))) is limits


@pytest.mark.parametrize(
    ("after", "limits"),
    [
        (" For other users it is optional.", True),
        (" Others sign in with a password.", True),
        (" Otherwise a password does.", True),
        (" Existing accounts keep their old way until May.", True),
        (" Für alle anderen ist sie freiwillig.", True),
        (" Other news is on our page of news.", True),
        (" Another question is the colour.", False),
        ("\n\nThe contract runs for a year unless it is cancelled.", False),
        ("\n\nUnless you are a guest.", True),
        ("\n\nA login is not needed unless money is moved.", True),
        ("\n\nGuests, however, need none.", True),
        (" The contract runs for a year unless it is cancelled.", True),
    ],
)
def test_the_other_case_travels_with_a_rule_and_another_rule_does_not(after: str, limits: bool) -> None:
    """E6."""
    rule = "A login with two factors is mandatory for administrators."
    assert bool(limiting_spans(f"{rule}{after}", 0, len(rule))) is limits


@given(asked=st.text(max_size=120), quoted=st.text(max_size=200), names=st.text(max_size=60))
def test_any_text_is_judged(asked: str, quoted: str, names: str) -> None:
    assert wrong_side(asked, quoted, names=names) in (True, False)


MOVED = "If a family moves, the appeal may be lodged within 30 days."


@pytest.mark.parametrize(
    ("asked", "quoted", "wrong"),
    [
        ("How long may a family appeal if it has not moved?", MOVED, True),
        ("How long may a family appeal if it hasn't yet moved?", MOVED, True),
        ("How long may a family appeal if it moves?", MOVED, False),
        ("How long may a family appeal?", MOVED, False),
        ("Can I leave if the alarm sounds?", "If the alarm does not sound, stay.", True),
        ("What if I don't have a receipt?", "If you have a receipt, you get your money back.", True),
        ("What if I don't have a receipt?", "Goods are not exchanged unless you have a receipt.", False),
        ("What if a family does not move?", "It may appeal unless the family moves.", False),
        ("What if a family moves?", "It may appeal unless the family moves.", True),
        ("What if I have a receipt?", "Goods are not exchanged unless you have a receipt.", True),
        ("Was gilt, wenn die Rechnung nicht bezahlt ist?", "Wenn die Rechnung bezahlt ist, wird geliefert.", True),
        ("Was gilt, wenn die Rechnung bezahlt ist?", "Wenn die Rechnung bezahlt ist, wird geliefert.", False),
        ("Was gilt ohne Rechnung, wenn man keine Quittung hat?", "Wenn man eine Quittung hat, gilt sie.", True),
    ],
)
def test_what_holds_on_the_opposite_condition_is_no_answer(asked: str, quoted: str, wrong: bool) -> None:
    assert wrong_side(asked, quoted, names="Rules") is wrong
