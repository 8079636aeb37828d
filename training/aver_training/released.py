"""Read a released int8 graph back into the weights that it was quantised from, as near as int8 kept them.

A run's checkpoint lives as long as the machine that trained it; what was released stays. Training on from it costs the
rounding of its weights once, which the first steps make good.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from onnx import numpy_helper
from torch import Tensor, nn

QUANTISED = "_quantized"


def weights_file(begin: Path) -> Path:
    """The file that holds the weights of `begin`, a finished run's folder or a released model.onnx."""
    return begin if begin.suffix == ".onnx" else begin / "checkpoint.pt"


def begun_state(begin: Path, model: nn.Module) -> dict[str, Tensor]:
    """The state of `model` that `begin`, as in `weights_file`, left off at. Raises ValueError as `released_state`."""
    if begin.suffix == ".onnx":
        return released_state(begin, model)
    state: dict[str, Tensor] = torch.load(weights_file(begin), map_location="cpu", weights_only=True)["model"]
    return state


def released_state(graph: Path, model: nn.Module) -> dict[str, Tensor]:
    """The state of `model` with the graph's weights in it; a tensor that equals the model's own to within half a step
    of its quantisation was never trained and stays as it is. Raises ValueError where the graph lacks a tensor of the
    model or has it in another shape."""
    found = weights_of(graph)
    state = dict(model.state_dict())
    for name, own in state.items():
        if name not in found:
            raise ValueError(f"{graph}: no weight named {name}")
        values, step = found[name]
        values = values.T if values.shape == tuple(own.shape)[::-1] and is_product(name, own) else values
        if values.shape != tuple(own.shape):
            raise ValueError(f"{graph}: {name} is {values.shape} there and {tuple(own.shape)} here")
        read = torch.from_numpy(np.array(values, order="C")).to(own.dtype)
        if not bool(((read - own).abs() <= 0.51 * step).all()):
            state[name] = read
    return state


def weights_of(graph: Path) -> dict[str, tuple[NDArray[np.float32], float]]:
    """Each weight by its name in the model, as fp32, with the largest step of its quantisation (0 if it is fp32).

    A matrix that the exporter turned round has lost its name (`onnx::MatMul_799`); the path of the node that
    multiplies by it still says whose it is."""
    loaded = onnx.load(str(graph)).graph
    stored = {one.name: numpy_helper.to_array(one) for one in loaded.initializer}
    owners = {node.input[1]: _owner(node.name) for node in loaded.node if node.op_type == "MatMulInteger"}
    found: dict[str, tuple[NDArray[np.float32], float]] = {}
    for name, values in stored.items():
        if name.endswith(QUANTISED):
            bare = name.removesuffix(QUANTISED)
            scale, zero = stored[f"{bare}_scale"], stored[f"{bare}_zero_point"]
            exact = (values.astype(np.float32) - zero.astype(np.float32)) * scale
            found[owners.get(name, bare)] = exact.astype(np.float32), float(scale.max())
        elif values.dtype == np.float32 and not name.endswith("_scale"):
            found[name] = values, 0.0
    return found


def _owner(node: str) -> str:
    """`/encoder/bert/encoder/layer.0/output/dense/MatMul_quant` multiplies by the weight of its last module."""
    return ".".join(node.strip("/").split("/")[:-1]) + ".weight"


def is_product(name: str, own: Tensor | NDArray[np.float32]) -> bool:
    """Matrices that multiply are stored the other way round than the model holds them; tables of rows are not."""
    return own.ndim == 2 and "embeddings" not in name
