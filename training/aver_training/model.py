"""The pinned MiniLM encoder under two kinds of heads: the reader's three and the entailment scorer's one.

Both read a pair in one pass and judge it by [CLS] and the mean over all tokens. The reader adds a start and an end per
token; [CLS] is the null span. The word table is never trained: with it (and, by choice, the lowest layers) equal in
every model, the files could share those tensors, and rare words keep the vectors that a billion pairs gave them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import torch
from safetensors.torch import load_file
from torch import Tensor, nn
from transformers import BertConfig, BertModel

from aver_training.base import base_folder
from aver_training.pairs import Padded

LABELS = ("entail", "neutral", "contradict")
BARRED = -1e4
"""Logit of a token that cannot begin or end an answer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReaderLogits:
    """`relevance` and `answerable` (n,); `start` and `end` (n, t), place 0 the null span, barred elsewhere."""

    relevance: Tensor
    answerable: Tensor
    start: Tensor
    end: Tensor


def base_encoder(
    base: Path | None, *, dropout: float = 0.1, layers: int | None = None, attention: str = "eager"
) -> BertModel:
    """The base with the pinned weights, or its lowest `layers`; `base` as in `base_folder`.

    Raises SystemExit if they are not the pinned ones or fewer. The exporter needs attention spelt out ("eager").
    """
    folder = base_folder(base)
    config = BertConfig.from_json_file(str(folder / "config.json"))
    whole = config.num_hidden_layers
    config.num_hidden_layers = layers or whole
    config.hidden_dropout_prob = config.attention_probs_dropout_prob = dropout
    config._attn_implementation = attention
    bert = BertModel(config, add_pooling_layer=False)
    left = bert.load_state_dict(load_file(str(folder / "model.safetensors")), strict=False)
    unused = {"pooler.dense.weight", "pooler.dense.bias", "embeddings.position_ids"}
    above = tuple(f"encoder.layer.{number}." for number in range(config.num_hidden_layers, whole))
    if left.missing_keys or {name for name in left.unexpected_keys if not name.startswith(above)} - unused:
        raise SystemExit(f"weights do not fit the architecture: {left}")
    return bert


def layers_of(state: Mapping[str, Tensor]) -> int:
    """How many layers the encoder has whose weights `state` holds."""
    return 1 + max(int(name.split(".layer.")[1].split(".")[0]) for name in state if ".layer." in name)


def encoder_of(state: Mapping[str, Tensor], encoder: PairEncoder) -> dict[str, Tensor]:
    """The part of a pair model's `state` that `encoder` has, the layers above its own left out."""
    return {name: state[f"encoder.{name}"] for name in encoder.state_dict()}


def freeze(bert: BertModel, layers: int) -> None:
    """Keep the word table and the `layers` lowest layers as they are."""
    for parameter in bert.embeddings.word_embeddings.parameters():
        parameter.requires_grad = False
    if layers:
        for parameter in bert.embeddings.parameters():
            parameter.requires_grad = False
        for layer in bert.encoder.layer[:layers]:
            for parameter in layer.parameters():
                parameter.requires_grad = False


def on_device(tokens: Padded, device: torch.device) -> tuple[Tensor, Tensor, Tensor]:
    """Ids, mask and types of a batch, (n, t) each, where the model is."""
    ids, mask, types = (torch.from_numpy(part).to(device) for part in (tokens.ids, tokens.mask, tokens.types))
    return ids, mask, types


class PairEncoder(nn.Module):
    """(n, t) ids, mask, types to token states (n, t, d) and pair features (n, 2d)."""

    def __init__(self, bert: BertModel) -> None:
        super().__init__()
        self.bert = bert
        self.width = int(bert.config.hidden_size)

    def forward(self, ids: Tensor, mask: Tensor, types: Tensor) -> tuple[Tensor, Tensor]:
        states = self.bert(input_ids=ids, attention_mask=mask, token_type_ids=types).last_hidden_state
        weight = mask.unsqueeze(-1).to(states.dtype)
        mean = (states * weight).sum(dim=1) / weight.sum(dim=1).clamp(min=1e-9)
        return states, torch.cat((states[:, 0], mean), dim=-1)


class Reader(nn.Module):
    """Relevance, answerability and answer span of a question and a passage."""

    def __init__(self, bert: BertModel) -> None:
        super().__init__()
        self.encoder = PairEncoder(bert)
        self.judge = nn.Linear(2 * self.encoder.width, 2)
        self.span = nn.Linear(self.encoder.width, 2)

    def forward(self, ids: Tensor, mask: Tensor, types: Tensor) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        """`(relevance, answerable, start, end)`, a plain tuple which the exporter needs; see `ReaderLogits`."""
        states, features = self.encoder(ids, mask, types)
        judged, spans = self.judge(features), self.span(states)
        first = torch.zeros_like(types)
        first[:, 0] = 1
        barred = (1 - torch.clamp(types * mask + first, max=1)).to(spans.dtype) * BARRED
        return judged[:, 0], judged[:, 1], spans[..., 0] + barred, spans[..., 1] + barred

    def logits(self, ids: Tensor, mask: Tensor, types: Tensor) -> ReaderLogits:
        relevance, answerable, start, end = self(ids, mask, types)
        return ReaderLogits(
            relevance=relevance.float(), answerable=answerable.float(), start=start.float(), end=end.float()
        )


BESIDE = "relation."
"""What the names of weights begin with that a reader is trained with and released without."""


class ReaderBesideClaims(Reader):
    """A reader that is also taught how a claim relates to its evidence, by a head of its own on the same encoder."""

    def __init__(self, bert: BertModel) -> None:
        super().__init__(bert)
        self.relation = nn.Linear(2 * self.encoder.width, len(LABELS))

    def related(self, ids: Tensor, mask: Tensor, types: Tensor) -> Tensor:
        """Three logits in the order of `LABELS`."""
        judged: Tensor = self.relation(self.encoder(ids, mask, types)[1])
        return judged


class EntailmentScorer(nn.Module):
    """Three logits in the order of `LABELS`: evidence first, claim second."""

    def __init__(self, bert: BertModel) -> None:
        super().__init__()
        self.encoder = PairEncoder(bert)
        self.judge = nn.Linear(2 * self.encoder.width, len(LABELS))

    def forward(self, ids: Tensor, mask: Tensor, types: Tensor) -> Tensor:
        judged: Tensor = self.judge(self.encoder(ids, mask, types)[1])
        return judged
