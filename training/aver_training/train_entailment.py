"""Train the entailment scorer: evidence entails the claim, leaves it open, or contradicts it.

python -m aver_training.train_entailment --data ../shared/data --out /tmp/entailment
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path

import torch
from torch import Tensor, nn
from torch.nn import functional

from aver_training.base import base_folder, sha256
from aver_training.data import Claim
from aver_training.entailment_batches import EntailmentBatch, EntailmentBatches
from aver_training.flags import ATTENTION, Defaults, machine_of, parser, plan_of
from aver_training.gathered import claims_of, read_examples
from aver_training.loop import Task, train
from aver_training.model import EntailmentScorer, Reader, base_encoder, encoder_of, freeze, on_device
from aver_training.pairs import PairTokens
from aver_training.released import begun_state, weights_file

DEFAULTS = Defaults(per_step=24, per_step_gpu=256, most_tokens=128, most_tokens_gpu=192, steps=9000, steps_gpu=4000)


def losses(model: nn.Module, batch: EntailmentBatch, device: torch.device) -> dict[str, Tensor]:
    assert isinstance(model, EntailmentScorer)
    return {"label": label_loss(model, batch, device)}


def label_loss(
    judge: Callable[[Tensor, Tensor, Tensor], Tensor], batch: EntailmentBatch, device: torch.device
) -> Tensor:
    """Cross-entropy of the labels by the logits that `judge` gives (ids, mask, types)."""
    logits = judge(*on_device(batch.tokens, device)).float()
    return functional.cross_entropy(logits, torch.from_numpy(batch.label).to(device))


def fingerprint(claims: tuple[Claim, ...]) -> str:
    """Changes with any claim or the order of the data, so that a checkpoint is not resumed on other data."""
    digest = hashlib.sha256()
    for claim in claims:
        digest.update("\x1f".join((claim.source, claim.premise, claim.hypothesis, claim.label)).encode() + b"\x1e")
    return digest.hexdigest()[:16]


def main() -> None:
    flags = parser(__doc__.splitlines()[0])
    flags.add_argument("--layers", type=int, help="lowest layers of the base to begin from (default: all)")
    begins = flags.add_mutually_exclusive_group()
    begins.add_argument("--begin", type=Path, help="a finished run, or a released model.onnx, to train on from")
    begins.add_argument("--reader", type=Path, help="the same of a reader, whose encoder to begin from")
    given = flags.parse_args()
    fit = read_examples(given.gathered)[1] if given.gathered else claims_of(given.data)
    begun = "" if given.layers is None else f":{given.layers}"
    begun += "".join(f":{sha256(weights_file(one))[:16]}" for one in (given.begin, given.reader) if one is not None)
    plan, machine = plan_of(given, DEFAULTS, f"{fingerprint(fit)}{begun}"), machine_of(given)
    tokens = PairTokens(base_folder(given.base) / "tokenizer.json", most=plan.most_tokens)
    batches = EntailmentBatches(fit, tokens, per_step=plan.per_step, seed=plan.seed)
    torch.manual_seed(plan.seed)
    encoder = base_encoder(given.base, dropout=plan.dropout, layers=given.layers, attention=ATTENTION[machine.device])
    model = EntailmentScorer(encoder)
    if given.begin is not None:
        model.load_state_dict(begun_state(given.begin, model))
    if given.reader is not None:
        read = begun_state(given.reader, Reader(base_encoder(given.base)))
        model.encoder.load_state_dict(encoder_of(read, model.encoder))
    freeze(model.encoder.bert, plan.freeze)
    done = train(model, Task(batch_of=batches.batch, losses_of=losses), plan, machine, given.out)
    print(f"{done} of {plan.steps} steps; checkpoint in {given.out}")


if __name__ == "__main__":
    main()
