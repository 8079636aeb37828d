"""Train the entailment scorer: evidence entails the claim, leaves it open, or contradicts it.

python -m aver_training.train_entailment --data ../shared/data --out /tmp/entailment
"""

from __future__ import annotations

import hashlib

import torch
from torch import Tensor, nn
from torch.nn import functional

from aver_training.base import base_folder
from aver_training.data import Claim, load_claims, part_of
from aver_training.entailment_batches import EntailmentBatch, EntailmentBatches
from aver_training.flags import Defaults, machine_of, parser, plan_of
from aver_training.loop import Task, train
from aver_training.model import EntailmentScorer, base_encoder, freeze
from aver_training.pairs import PairTokens

DEFAULTS = Defaults(per_step=24, per_step_gpu=256, most_tokens=128, most_tokens_gpu=192, steps=9000, steps_gpu=4000)


def losses(model: nn.Module, batch: EntailmentBatch, device: torch.device) -> dict[str, Tensor]:
    assert isinstance(model, EntailmentScorer)
    ids, mask, types = (
        torch.from_numpy(part).to(device) for part in (batch.tokens.ids, batch.tokens.mask, batch.tokens.types)
    )
    logits = model(ids, mask, types).float()
    return {"label": functional.cross_entropy(logits, torch.from_numpy(batch.label).to(device))}


def fingerprint(claims: tuple[Claim, ...]) -> str:
    """Changes with any claim or the order of the data, so that a checkpoint is not resumed on other data."""
    digest = hashlib.sha256()
    for claim in claims:
        digest.update("\x1f".join((claim.source, claim.premise, claim.hypothesis, claim.label)).encode() + b"\x1e")
    return digest.hexdigest()[:16]


def main() -> None:
    given = parser(__doc__.splitlines()[0]).parse_args()
    claims, dropped = load_claims(given.data)
    for source, reason, count in dropped.counts:
        print(f"left out: {count} of {source} ({reason})")
    fit = tuple(claim for claim in claims if part_of(claim.group) == "fit")
    plan, machine = plan_of(given, DEFAULTS, fingerprint(fit)), machine_of(given)
    tokens = PairTokens(base_folder(given.base) / "tokenizer.json", most=plan.most_tokens)
    batches = EntailmentBatches(fit, tokens, per_step=plan.per_step, seed=plan.seed)
    torch.manual_seed(plan.seed)
    model = EntailmentScorer(base_encoder(given.base, dropout=plan.dropout))
    freeze(model.encoder.bert, plan.freeze)
    done = train(model, Task(batch_of=batches.batch, losses_of=losses), plan, machine, given.out)
    print(f"{done} of {plan.steps} steps; checkpoint in {given.out}")


if __name__ == "__main__":
    main()
