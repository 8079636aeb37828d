"""What makes examples hard: typed perturbations, near misses, hollowed passages; and the windows they are read in."""

from __future__ import annotations

import random

import pytest
from aver_training.bm25 import PassageIndex
from aver_training.data import Claim, Question
from aver_training.entailment_batches import EntailmentBatches
from aver_training.negatives import given as marked_wrong
from aver_training.negatives import hollowed, near_miss, retrieved
from aver_training.pairs import FIRST_MAX, PairTokens, padded
from aver_training.perturbation_rules import Kind
from aver_training.perturbations import changed_number, perturb
from aver_training.reader_batches import ReaderBatches
from aver_training.schedule import Place
from hypothesis import given
from hypothesis import strategies as st

from aver_models import weights_dir

TOKENIZER = weights_dir() / "base/tokenizer.json"
CLS, SEP = 101, 102
PASSAGE = (
    "The mill was built in 1871 by Josef Huber. It ground rye for 40 farms in the valley. "
    "A flood took the wheel in 1899. The ruin was listed as a monument later."
)
SENTENCES = {
    Kind.NUMBER: "The mill ground rye for 40 farms.",
    Kind.UNIT: "The wheel was 12 metres wide.",
    Kind.DATE: "The mill was built in 1871.",
    Kind.NEGATION: "The ruin was listed.",
    Kind.QUANTIFIER: "They found that some farms had a mill.",
    Kind.MODALITY: "The owner may sell the ruin.",
    Kind.RELATION: "The mill closed after the flood.",
    Kind.SCOPE: "The owner can sell the ruin if the town agrees.",
    Kind.NAME: "The mill belonged to Josef Huber for years.",
}
CONTRADICTS = {Kind.NUMBER, Kind.UNIT, Kind.DATE, Kind.NEGATION, Kind.RELATION}


def about(text: str, answer: str, *negatives: str, grade: int = 2) -> Question:
    start = PASSAGE.index(answer)
    return Question(
        source="squad1.1",
        group="title:Mill",
        text=text,
        context=PASSAGE,
        heading="Mill",
        grade=grade,
        answers=((start, start + len(answer)),),
        negatives=negatives,
    )


@pytest.mark.parametrize("kind", list(Kind))
def test_every_kind_changes_its_sentence_and_says_how_it_then_relates(kind: Kind) -> None:
    made = perturb(SENTENCES[kind], kind, random.Random(1), ["Anna Maier"])
    assert made is not None
    assert made.kind is kind
    assert made.text != SENTENCES[kind]
    assert (made.label == "contradict") == (kind in CONTRADICTS)
    assert made.label != "entail"


@pytest.mark.parametrize("kind", list(Kind))
def test_a_sentence_without_a_place_for_the_kind_is_left_alone(kind: Kind) -> None:
    assert perturb("Rye grows slowly here", kind, random.Random(1), ["Anna Maier"]) is None


@pytest.mark.parametrize("sentence", ["Not at all.", "The most common rye", "A few farms", "above all"])
def test_a_quantifier_inside_a_phrase_is_no_quantifier(sentence: str) -> None:
    assert perturb(sentence, Kind.QUANTIFIER, random.Random(1)) is None


@pytest.mark.parametrize(
    ("sentence", "kind"),
    [
        ("It has more than 27 farms.", Kind.NUMBER),
        ("It cost over $ 260 million.", Kind.NUMBER),
        ("It cost over $ 260 million.", Kind.UNIT),
        ("It was sold before November 2018.", Kind.DATE),
        ("It had grown by May 3, 1999.", Kind.DATE),
        ("It ran in the 2011–12 season.", Kind.NUMBER),
        ("They met on June 19.", Kind.NAME),
    ],
)
def test_a_change_whose_effect_is_not_known_is_not_made(sentence: str, kind: Kind) -> None:
    assert perturb(sentence, kind, random.Random(1), ["Anna"]) is None


@pytest.mark.parametrize("sentence", ["It is not the largest mill in the valley.", "No one lived there in the winter."])
def test_a_limit_is_not_dropped_where_the_rest_would_not_follow(sentence: str) -> None:
    assert perturb(sentence, Kind.SCOPE, random.Random(1)) is None


@given(st.integers(0, 10**7), st.booleans(), st.integers())
def test_a_changed_number_is_another_number_in_the_same_spelling(value: int, grouped: bool, seed: int) -> None:
    token = f"{value:,}" if grouped else str(value)
    changed = changed_number(token, random.Random(seed))
    assert changed != token
    assert ("," in changed) <= grouped
    assert float(changed.replace(",", "")) != value


def test_a_hollowed_passage_has_lost_the_answer_and_nothing_else() -> None:
    made = hollowed(about("Who built the mill?", "Josef Huber"))
    assert made is not None
    assert (made.grade, made.spans) == (1, ())
    assert "Huber" not in made.passage
    assert "It ground rye for 40 farms in the valley." in made.passage


def test_a_passage_that_says_the_answer_twice_is_not_hollowed() -> None:
    assert hollowed(about("What was built?", "The mill")) is not None
    twice = Question(
        source="s", group="g", text="?", context="It was Ada. Yes, Ada did.", heading="", grade=2, answers=((7, 10),)
    )
    assert hollowed(twice) is None


def test_a_near_miss_asks_for_what_the_passage_does_not_hold() -> None:
    for seed in range(20):
        made = near_miss(about("What did Josef Huber build in 1871?", "The mill"), ["Anna Maier"], random.Random(seed))
        assert made is not None
        assert made.grade == (0 if "Anna Maier" in made.question else 1)
        assert made.question != "What did Josef Huber build in 1871?"
        assert ("1871" in made.question) == ("Anna Maier" in made.question)


def test_an_unanswerable_question_has_no_near_miss() -> None:
    assert near_miss(about("Was it 1871?", "1871", grade=1), ["Anna Maier"], random.Random(1)) is None


def test_a_retrieved_negative_holds_no_answer() -> None:
    index = PassageIndex((PASSAGE, "Josef Huber was a miller who built a mill.", "A mill was built by another man."))
    for seed in range(5):
        made = retrieved(about("Who built the mill?", "Josef Huber"), index, random.Random(seed))
        assert made is not None
        assert made.passage == "A mill was built by another man."


def test_marked_negatives_are_grade_zero_and_absent_ones_none() -> None:
    made = marked_wrong(about("Who?", "Josef Huber", "wrong one"), random.Random(1))
    assert made is not None
    assert (made.passage, made.grade, made.spans) == ("wrong one", 0, ())
    assert marked_wrong(about("Who?", "Josef Huber"), random.Random(1)) is None


def test_rarer_words_and_shorter_passages_rank_higher() -> None:
    index = PassageIndex(("common rare", "common common common", "common", "common and some more words about rye"))
    assert index.best("rare common", 4)[0] == 0
    assert index.best("common", 4)[-1] == 3
    assert index.best("absent", 4) == []


@given(st.integers(0, 400), st.integers(20, 120), st.integers())
def test_a_window_keeps_the_answer_it_was_told_to_keep(before: int, most: int, seed: int) -> None:
    text = "word " * before + "Josef Huber" + " word" * 100
    start = text.index("Josef")
    tokens = PairTokens(TOKENIZER, most=most)
    pair = tokens.encode("Who built it?", text, keep=(start, start + 11), rng=random.Random(seed))
    place = pair.place(start, start + 11)
    assert place is not None
    assert len(pair.ids) <= most
    first, last = (pair.offsets[token - pair.second] for token in place)
    assert text[first[0] : last[1]] == "Josef Huber"


def test_a_pair_is_laid_out_as_bert_was_trained_and_a_long_question_is_cut() -> None:
    pair = PairTokens(TOKENIZER, most=256).encode("why " * 500, PASSAGE)
    assert pair.ids[0] == CLS and pair.ids[pair.second - 1] == SEP and pair.ids[-1] == SEP
    assert pair.second == FIRST_MAX + 2
    assert pair.place(len(PASSAGE) + 1, len(PASSAGE) + 2) is None
    short = PairTokens(TOKENIZER, most=256).encode("why", "rye")
    batch = padded([short, pair])
    assert batch.mask.sum(axis=1).tolist() == [len(short.ids), len(pair.ids)]
    assert batch.types[0].tolist()[: len(short.ids)] == [0] * short.second + [1] * (len(short.ids) - short.second)
    assert not batch.ids[0, len(short.ids) :].any()


def test_a_reader_batch_points_at_the_answer_and_at_null_where_there_is_none() -> None:
    questions = [about("Who built the mill?", "Josef Huber", "Wrong text."), about("When was the flood?", "1899")]
    tokens = PairTokens(TOKENIZER, most=96)
    batches = ReaderBatches(questions, tokens, per_step=4, company=2, seed=3)
    batch = batches.batch(5)
    assert (batch.start[batch.answerable == 1] > 0).all()
    assert (batch.start[batch.answerable == 0] == 0).all()
    assert (batch.relevance >= batch.answerable).all()
    again = ReaderBatches(questions, tokens, per_step=4, company=2, seed=3).batch(5)
    assert (again.tokens.ids == batch.tokens.ids).all()
    place = Place(source="squad1.1", index=0, epoch=0)
    assert len(set(batches.pairs(place))) == len(batches.pairs(place)) == 3


def test_company_beside_the_evidence_changes_no_label_and_perturbed_claims_come_from_entailed_ones() -> None:
    claims = [
        Claim(
            source="mnli",
            group=f"g{n}",
            premise=f"The mill {n} was built in 1871.",
            hypothesis="It was built in 1871.",
            label="entail",
        )
        for n in range(30)
    ]
    batches = EntailmentBatches(claims, PairTokens(TOKENIZER, most=96), per_step=8, seed=1)
    real = [batches.claim(Place(source="mnli", index=n, epoch=0)) for n in range(30)]
    assert {claim.label for claim in real} == {"entail"}
    assert any(claim.premise.count("built") == 2 for claim in real)
    made = [batches.claim(Place(source="perturbed", index=n, epoch=e)) for n in range(30) for e in range(3)]
    assert {"entail", "contradict"} <= {claim.label for claim in made}
    for claim in made:
        assert (claim.hypothesis == "It was built in 1871.") == (claim.label == "entail")


def test_a_sentence_of_written_evidence_follows_from_it_unless_it_is_changed() -> None:
    claims = [
        Claim(source="written", group=f"g{n}", premise=PASSAGE, hypothesis="Huber was rich.", label="neutral")
        for n in range(30)
    ]
    batches = EntailmentBatches(claims, PairTokens(TOKENIZER, most=96), per_step=8, seed=1)
    made = [batches.claim(Place(source="written", index=n, epoch=e)) for n in range(30) for e in range(4)]
    taken = [claim for claim in made if claim.hypothesis != "Huber was rich."]
    assert 10 < len(taken) < 60
    for claim in taken:
        assert (claim.hypothesis in PASSAGE) <= (claim.label == "entail")
    assert {"entail", "contradict"} <= {claim.label for claim in taken}
    assert any(claim.hypothesis in PASSAGE and PASSAGE in claim.premise for claim in taken)
