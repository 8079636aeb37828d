"""Send a finished run away in few bytes, and make a run of it again where the base is.

    python -m aver_training.compact --run /tmp/reader --out /tmp/reader.pt
    python -m aver_training.compact --restore /tmp/reader.pt --base /tmp/l12 --out /tmp/reader

Half precision, without the word table, which is never trained, and without what only training needs.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import torch

from aver_training.model import BESIDE, base_encoder

FROZEN = "encoder.bert.embeddings.word_embeddings.weight"


def compacted(state: dict[str, Any]) -> dict[str, Any]:
    """A checkpoint's plan, its steps, and its weights at half precision, the word table left out."""
    kept = {
        name: part.half() for name, part in state["model"].items() if name != FROZEN and not name.startswith(BESIDE)
    }
    return {"model": kept, "plan": state["plan"], "done": state["done"]}


def restored(compact: dict[str, Any], table: torch.Tensor) -> dict[str, Any]:
    """The checkpoint that export takes; training can't go on from it, but from its weights by `--begin`."""
    return {**compact, "model": {name: part.float() for name, part in compact["model"].items()} | {FROZEN: table}}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    way = parser.add_mutually_exclusive_group(required=True)
    way.add_argument("--run", type=Path, help="a finished run's folder")
    way.add_argument("--restore", type=Path, help="a file written from one")
    parser.add_argument("--base", type=Path, help="folder with the base files (default: the installed package)")
    parser.add_argument("--out", type=Path, required=True, help="the file, or the folder to restore to")
    given = parser.parse_args()
    if given.run is not None:
        torch.save(compacted(torch.load(given.run / "checkpoint.pt", map_location="cpu", weights_only=True)), given.out)
        return
    compact = torch.load(given.restore, map_location="cpu", weights_only=True)
    table = base_encoder(given.base).embeddings.word_embeddings.weight.detach()
    given.out.mkdir(parents=True, exist_ok=True)
    torch.save(restored(compact, table), given.out / "checkpoint.pt")
    (given.out / "plan.json").write_text(json.dumps(compact["plan"], indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
