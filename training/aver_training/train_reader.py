"""Train the reader: relevance, answerability and the answer's span in one pass over a question and a passage.

    python -m aver_training.train_reader --data ../shared/data --out /tmp/reader

The loss is the sum of four terms: how far relevance and answerability are from the truth (binary cross-entropy each),
whether a question's own passage beats its company (softmax within the question), and where the answer stands.
"""

from __future__ import annotations

import hashlib
import random
from dataclasses import dataclass
from pathlib import Path

import torch
from torch import Tensor, nn
from torch.nn import functional

from aver_training.base import base_and_folder, sha256
from aver_training.data import Question
from aver_training.entailment_batches import EntailmentBatch, EntailmentBatches
from aver_training.flags import ATTENTION, Defaults, machine_of, parser, plan_of
from aver_training.gathered import claims_of, questions_of, read_examples
from aver_training.loop import Task, train
from aver_training.model import Reader, ReaderBesideClaims, base_encoder, freeze, on_device
from aver_training.pairs import PairTokens
from aver_training.reader_batches import ReaderBatch, ReaderBatches
from aver_training.released import begun_state, weights_file
from aver_training.train_entailment import label_loss

DEFAULTS = Defaults(per_step=8, per_step_gpu=48, most_tokens=192, most_tokens_gpu=256, steps=9000, steps_gpu=5000)
ORDER_WEIGHT = 0.5
NULL_WEIGHT = 0.4
"""A pair without an answer says less about spans than one with it, and there are more of them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Beside:
    """A step's questions and the claims that are learned from beside them."""

    questions: ReaderBatch
    claims: EntailmentBatch


def losses_beside(model: nn.Module, batch: Beside, device: torch.device) -> dict[str, Tensor]:
    assert isinstance(model, ReaderBesideClaims)
    return {**losses(model, batch.questions, device), "relation": label_loss(model.related, batch.claims, device)}


def losses(model: nn.Module, batch: ReaderBatch, device: torch.device) -> dict[str, Tensor]:
    assert isinstance(model, Reader)
    out = model.logits(*on_device(batch.tokens, device))
    relevance = torch.from_numpy(batch.relevance).to(device)
    answerable = torch.from_numpy(batch.answerable).to(device)
    group = torch.from_numpy(batch.group).to(device)
    start, end = torch.from_numpy(batch.start).to(device), torch.from_numpy(batch.end).to(device)
    return {
        "relevance": functional.binary_cross_entropy_with_logits(out.relevance, relevance),
        "answerable": functional.binary_cross_entropy_with_logits(out.answerable, answerable),
        "order": ORDER_WEIGHT * (within(out.relevance, relevance, group) + within(out.answerable, answerable, group)),
        "span": (placed(out.start, start) + placed(out.end, end)) / 2,
    }


def within(logits: Tensor, truth: Tensor, group: Tensor) -> Tensor:
    """Mean over true pairs of -log softmax(own logit against the false pairs of the same question)."""
    same = (group[:, None] == group[None, :]) & (truth[None, :] < 0.5)
    rivals = torch.where(same, logits[None, :], torch.full_like(logits, -1e4)[None, :])
    beaten = torch.logsumexp(torch.cat((logits[:, None], rivals), dim=1), dim=1) - logits
    contested = (truth > 0.5) & same.any(dim=1)
    return (beaten * contested).sum() / contested.sum().clamp(min=1)


def placed(logits: Tensor, place: Tensor) -> Tensor:
    """Cross-entropy over places, unknown ones left out, null spans at NULL_WEIGHT."""
    each = functional.cross_entropy(logits, place, ignore_index=-100, reduction="none")
    weight = torch.where(place == 0, NULL_WEIGHT, 1.0) * (place >= 0)
    return (each * weight).sum() / weight.sum().clamp(min=1e-6)


def fingerprint(questions: tuple[Question, ...]) -> str:
    """Changes with any question, passage or order of the data, so that a checkpoint is not resumed on other data."""
    digest = hashlib.sha256()
    for question in questions:
        digest.update("\x1f".join((question.source, question.text, question.context, *question.negatives)).encode())
        digest.update(b"\x1e")
    return digest.hexdigest()[:16]


def main() -> None:
    flags = parser(__doc__.splitlines()[0])
    flags.add_argument("--company", type=int, default=2, help="further passages beside each question's own")
    flags.add_argument("--claims", type=int, default=0, help="claims a step, whose relation to evidence is learned too")
    flags.add_argument(
        "--begin", type=Path, help="a finished run, or a released model.onnx, to train on from instead of the base"
    )
    given = flags.parse_args()
    base, folder = base_and_folder(given.base)
    if given.gathered:
        fit, claims = read_examples(given.gathered)
    else:
        fit, claims = questions_of(given.data, base.languages), claims_of(given.data) if given.claims else ()
    begun = "" if given.begin is None else f":{sha256(weights_file(given.begin))[:16]}"
    beside = f":{given.claims}" if given.claims else ""
    plan = plan_of(given, DEFAULTS, f"{fingerprint(fit)}:{given.company}{begun}{beside}")
    machine = machine_of(given)
    tokens = PairTokens(folder / "tokenizer.json", most=plan.most_tokens)
    batches = ReaderBatches(fit, tokens, per_step=plan.per_step, company=given.company, seed=plan.seed)
    random.seed(plan.seed)
    torch.manual_seed(plan.seed)
    encoder = base_encoder(given.base, dropout=plan.dropout, attention=ATTENTION[machine.device])
    model = ReaderBesideClaims(encoder) if given.claims else Reader(encoder)
    if given.begin is not None:
        released = Reader(encoder) if given.claims else model
        model.load_state_dict(begun_state(given.begin, released), strict=not given.claims)
    freeze(model.encoder.bert, plan.freeze)
    if given.claims:
        others = EntailmentBatches(claims, tokens, per_step=given.claims, seed=plan.seed)
        mixed = Task(
            batch_of=lambda step: Beside(questions=batches.batch(step), claims=others.batch(step)),
            losses_of=losses_beside,
        )
        done = train(model, mixed, plan, machine, given.out)
    else:
        done = train(model, Task(batch_of=batches.batch, losses_of=losses), plan, machine, given.out)
    print(f"{done} of {plan.steps} steps; checkpoint in {given.out}")


if __name__ == "__main__":
    main()
