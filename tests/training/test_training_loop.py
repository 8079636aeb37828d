"""The parts that need torch: losses, barred tokens, runs that are broken off and resumed or begun from a release."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="torch is for training only and not installed here")
transformers = pytest.importorskip("transformers", reason="transformers is for training only and not installed here")

from aver_training import export  # noqa: E402
from aver_training.average import averaged, same_but_for_the_seed  # noqa: E402
from aver_training.compact import FROZEN, compacted, restored  # noqa: E402
from aver_training.entailment_batches import EntailmentBatch  # noqa: E402
from aver_training.loop import Task, train  # noqa: E402
from aver_training.model import (  # noqa: E402
    BARRED,
    EntailmentScorer,
    Reader,
    ReaderBesideClaims,
    encoder_of,
    freeze,
    layers_of,
)
from aver_training.pairs import Encoded, padded  # noqa: E402
from aver_training.plan import Machine, Plan  # noqa: E402
from aver_training.released import begun_state, released_state, weights_of  # noqa: E402
from aver_training.reranker import tensors_of  # noqa: E402
from aver_training.train_entailment import label_loss  # noqa: E402
from aver_training.train_reader import placed, within  # noqa: E402

PLAN = Plan(
    steps=12, per_step=1, most_tokens=32, seed=1, rate=1e-3, head_rate=1e-2, warmup=2, decay=0.01, clip=1.0,
    dropout=0.1, freeze=1, fingerprint="tiny",
)  # fmt: skip
MACHINE = Machine(device="cpu", threads=1, workers=0, minutes=None, save_every=5, log_every=4)


def small(words: int = 200, layers: int = 2) -> Any:
    torch.manual_seed(3)
    config = transformers.BertConfig(
        vocab_size=words, hidden_size=16, num_hidden_layers=layers, num_attention_heads=2, intermediate_size=32,
        max_position_embeddings=64, attn_implementation="eager",
    )  # fmt: skip
    return transformers.BertModel(config, add_pooling_layer=False)


def pair(length: int, seed: int) -> Encoded:
    ids = np.random.default_rng(seed).integers(5, 150, length)
    return Encoded(ids=tuple(int(i) for i in ids), second=4, offsets=tuple((n, n + 1) for n in range(length - 5)))


def task() -> Any:
    def batch_of(step: int) -> Any:
        return padded([pair(12, step), pair(9, step + 100)]), np.array([step % 3, (step + 1) % 3])

    def losses_of(model: Any, batch: Any, device: Any) -> dict[str, Any]:
        tokens, label = batch
        parts = (torch.from_numpy(part).to(device) for part in (tokens.ids, tokens.mask, tokens.types))
        return {"label": torch.nn.functional.cross_entropy(model(*parts).float(), torch.from_numpy(label))}

    return Task(batch_of=batch_of, losses_of=losses_of)


def test_a_span_can_only_be_null_or_inside_the_passage() -> None:
    batch = padded([pair(12, 1), pair(9, 2)])
    out = Reader(small()).eval().logits(*(torch.from_numpy(part) for part in (batch.ids, batch.mask, batch.types)))
    allowed = (batch.types * batch.mask).astype(bool)
    allowed[:, 0] = True
    assert ((out.start.detach().numpy() > BARRED / 2) == allowed).all()
    assert ((out.end.detach().numpy() > BARRED / 2) == allowed).all()


def test_a_passage_is_only_measured_against_the_company_of_its_own_question() -> None:
    logits, truth = torch.tensor([2.0, 0.0, 1.0, 5.0]), torch.tensor([1.0, 0.0, 1.0, 0.0])
    group = torch.tensor([0, 0, 1, 2])
    assert within(logits, truth, group).item() == pytest.approx(float(np.log1p(np.exp(-2.0))))
    assert within(logits, truth, torch.tensor([0, 1, 2, 3])).item() == 0.0


def test_unknown_places_teach_nothing_and_null_spans_weigh_less() -> None:
    logits = torch.tensor([[0.0, 3.0], [0.0, 3.0], [0.0, 3.0]])
    right, null = float(np.log1p(np.exp(-3.0))), float(np.log1p(np.exp(3.0)))
    found = placed(logits, torch.tensor([1, 0, -100])).item()
    assert found == pytest.approx((right + 0.4 * null) / 1.4, rel=1e-5)


def test_a_run_resumed_from_its_checkpoint_ends_where_an_unbroken_one_ends(tmp_path: Path) -> None:
    def trained(folder: Path, *stops: int) -> Any:
        for stop in (*stops, PLAN.steps):
            model = EntailmentScorer(small())
            freeze(model.encoder.bert, PLAN.freeze)
            made = task()
            if stop < PLAN.steps:

                def broken(step: int, stop: int = stop, build: Any = made.batch_of) -> Any:
                    if step >= stop:
                        raise KeyboardInterrupt
                    return build(step)

                with pytest.raises(KeyboardInterrupt):
                    train(model, Task(batch_of=broken, losses_of=made.losses_of), PLAN, MACHINE, folder)
            else:
                assert train(model, made, PLAN, MACHINE, folder) == PLAN.steps
        return model.state_dict()

    whole, broken = trained(tmp_path / "whole"), trained(tmp_path / "broken", 7)
    assert all(torch.equal(whole[name], broken[name]) for name in whole)


def test_batches_built_in_processes_are_the_same_in_the_same_order(tmp_path: Path) -> None:
    steps = replace(PLAN, steps=70)
    alone, helped = (EntailmentScorer(small()) for _ in range(2))
    train(alone, task(), steps, MACHINE, tmp_path / "alone")
    train(helped, task(), steps, replace(MACHINE, workers=2), tmp_path / "helped")
    assert all(torch.equal(value, helped.state_dict()[name]) for name, value in alone.state_dict().items())


def test_a_checkpoint_of_another_plan_is_refused(tmp_path: Path) -> None:
    train(EntailmentScorer(small()), task(), PLAN, MACHINE, tmp_path)
    with pytest.raises(SystemExit, match="another plan"):
        train(EntailmentScorer(small()), task(), replace(PLAN, seed=2), MACHINE, tmp_path)


def test_frozen_parts_do_not_move_and_the_rest_does(tmp_path: Path) -> None:
    model = EntailmentScorer(small())
    freeze(model.encoder.bert, 1)
    before = {name: value.clone() for name, value in model.state_dict().items()}
    train(model, task(), PLAN, MACHINE, tmp_path)
    moved = {name for name, value in model.state_dict().items() if not torch.equal(value, before[name])}
    assert not any("embeddings" in name or "layer.0." in name for name in moved)
    assert any("layer.1." in name for name in moved) and "judge.weight" in moved


def test_each_tensor_is_the_mean_and_keeps_its_type() -> None:
    one = {"weight": torch.tensor([1.0, 3.0]), "half": torch.tensor([1.0], dtype=torch.bfloat16)}
    two = {"weight": torch.tensor([3.0, 5.0]), "half": torch.tensor([2.0], dtype=torch.bfloat16)}
    mean = averaged([one, two])
    assert mean["weight"].tolist() == [2.0, 4.0]
    assert mean["half"].tolist() == [1.5] and mean["half"].dtype == torch.bfloat16


def test_runs_of_other_shapes_are_refused() -> None:
    with pytest.raises(ValueError, match="different models"):
        averaged([{"weight": torch.zeros(2)}, {"weight": torch.zeros(3)}])


def test_only_the_seed_may_differ() -> None:
    assert same_but_for_the_seed([{"seed": 1, "steps": 5}, {"seed": 2, "steps": 5}])
    assert not same_but_for_the_seed([{"seed": 1, "steps": 5}, {"seed": 1, "steps": 6}])


def shaken(model: Any) -> Any:
    with torch.no_grad():
        for parameter in model.parameters():
            if parameter.requires_grad:
                parameter += 0.1 * torch.randn_like(parameter)
    return model


def released(model: Any, folder: Path, kind: str = "reader") -> Path:
    export.export(model.eval(), kind, folder / "fp32.onnx")
    export.quantise(folder / "fp32.onnx", folder / "model.onnx")
    return folder / "model.onnx"


@pytest.mark.filterwarnings("ignore")
def test_a_released_graph_gives_its_weights_back_to_half_a_step_and_those_never_trained_exactly(tmp_path: Path) -> None:
    base, trained = shaken(Reader(small(words=20_000))), Reader(small(words=20_000))
    trained.load_state_dict(base.state_dict())
    freeze(trained.encoder.bert, 1)
    graph = released(shaken(trained), tmp_path)
    found, steps = released_state(graph, base), {name: step for name, (_, step) in weights_of(graph).items()}
    assert found.keys() == trained.state_dict().keys()
    for name, value in trained.state_dict().items():
        assert (found[name] - value).abs().max() <= 0.51 * steps[name], name
    frozen = {name for name in found if "embeddings" in name or "layer.0." in name}
    assert len(frozen) > 10 and all(torch.equal(found[name], base.state_dict()[name]) for name in frozen)


@pytest.mark.filterwarnings("ignore")
def test_a_released_graph_of_another_shape_is_refused(tmp_path: Path) -> None:
    graph = released(shaken(Reader(small(words=20_000))), tmp_path)
    with pytest.raises(ValueError, match=r"word_embeddings\.weight is \(20000, 16\) there and \(200, 16\) here"):
        released_state(graph, Reader(small()))


def test_a_scorer_begins_from_a_readers_encoder_without_the_layers_above_its_own(tmp_path: Path) -> None:
    reader, scorer = shaken(Reader(small())), EntailmentScorer(small(layers=1))
    torch.save({"model": reader.state_dict()}, tmp_path / "checkpoint.pt")
    scorer.encoder.load_state_dict(encoder_of(begun_state(tmp_path, Reader(small())), scorer.encoder))
    assert all(torch.equal(reader.encoder.state_dict()[name], own) for name, own in scorer.encoder.state_dict().items())


class Ranker(torch.nn.Module):  # type: ignore[misc]
    """A cross-encoder as its makers lay it out: an encoder, a pooler of its own, one score."""

    def __init__(self) -> None:
        super().__init__()
        self.bert, self.pooler, self.classifier = small(20_000), torch.nn.Linear(16, 16), torch.nn.Linear(16, 1)

    def forward(self, ids: Any, mask: Any, types: Any) -> Any:
        first = self.bert(input_ids=ids, attention_mask=mask, token_type_ids=types).last_hidden_state[:, 0]
        return self.classifier(torch.tanh(self.pooler(first)))


@pytest.mark.filterwarnings("ignore")
def test_a_carried_ranker_comes_back_as_an_encoder_without_its_heads(tmp_path: Path) -> None:
    ranker = shaken(Ranker())
    graph = released(ranker, tmp_path, "entailment")
    found, steps = tensors_of(graph, layers=2), {name: step for name, (_, step) in weights_of(graph).items()}
    own = ranker.bert.state_dict()
    assert found.keys() == own.keys()
    for name, value in own.items():
        assert np.abs(found[name] - value.numpy()).max() <= 0.51 * steps[f"bert.{name}"] + 1e-7, name
    with pytest.raises(ValueError, match="37 tensors, an encoder of 3 layers has 53"):
        tensors_of(graph, layers=3)


def test_a_run_sent_without_its_word_table_is_whole_again_where_the_base_is() -> None:
    model = shaken(ReaderBesideClaims(small()))
    sent = compacted({"model": model.state_dict(), "plan": {"seed": 1}, "done": 12, "optimiser": {}})
    back = restored(sent, model.encoder.bert.embeddings.word_embeddings.weight.detach())
    assert "optimiser" not in back and FROZEN not in sent["model"] and layers_of(back["model"]) == 2
    plain = Reader(small())
    plain.load_state_dict(back["model"])
    for name, value in plain.state_dict().items():
        assert torch.allclose(value, model.state_dict()[name], atol=2e-3), name


def test_claims_beside_questions_teach_the_encoder_that_reads() -> None:
    model = ReaderBesideClaims(small())
    claims = EntailmentBatch(tokens=padded([pair(12, 1), pair(9, 2)]), label=np.array([0, 2]))
    label_loss(model.related, claims, torch.device("cpu")).backward()
    assert model.encoder.bert.encoder.layer[0].output.dense.weight.grad.abs().sum() > 0
    assert model.judge.weight.grad is None
