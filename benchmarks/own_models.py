"""Whether a foreign model can lend confidence: the development questions with models of one's own (M4).

    python benchmarks/own_models.py ../shared --corpus site-policy

One home is made of a corpus and copied for each arm; every arm but the first has one line of configuration changed.
`same encoder` and `same reader` are the shipped models in a folder, as if they were anybody's: they show what the rules
for foreign models cost by themselves. `hopeless encoder` hashes words into 64 numbers behind a server, `hopeless
reader` scores by chance: they show whether a bad model can make answers wrong. Printed per arm: hit@4, answers
released, the share of wrong ones among them, and CPU per question, with the ratio to the first arm.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import os
import shutil
import tempfile
from pathlib import Path
from time import process_time
from typing import Any
from zlib import crc32

from aver.cli.main import run
from aver.testing.model_server import ModelServer, Reply, embeddings, relevances
from aver_models import weights_dir

DIMENSION = 64


def main() -> None:
    """Make the home, run the arms, print the table."""
    options = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    options.add_argument("shared", type=Path)
    options.add_argument("--corpus", default="site-policy")
    options.add_argument("--arms", default="", help="Only the first arm and those whose name holds this.")
    given = options.parse_args()
    with tempfile.TemporaryDirectory() as name, ModelServer(_respond) as server:
        folder = Path(name)
        os.environ["XDG_CONFIG_HOME"] = str(folder / "config")
        questions = folder / "questions.jsonl"
        every = (given.shared / "questions/dev.jsonl").read_text(encoding="utf-8").splitlines()
        lines = [line for line in every if json.loads(line)["corpus"] == given.corpus]
        questions.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        encoder = _folder(folder / "encoder", "embedder", "base")
        reader = _folder(folder / "reader", "reader", "base")
        aver(folder / "home", "init")
        aver(folder / "home", "ingest", str(given.shared / "corpora" / given.corpus))
        arms = {
            "shipped": "",
            "same encoder": f'[models.embedder]\nuse = "onnx:{encoder}"\nmax_tokens = 256\n',
            "hopeless encoder": f'[models.embedder]\nuse = "openai:hash@{server.base_url}"\n',
            "no reader": '[models.reader]\nuse = "none"\n',
            "same reader": f'[models.reader]\nuse = "onnx:{reader}"\nmax_tokens = 256\n',
            "hopeless reader": f'[models.reader]\nuse = "rerank:chance@{server.base_url}"\n',
        }
        print(f"{'arm':18}{'hit@4':>8}{'released':>10}{'wrong':>8}{'CPU s':>8}{'ratio':>8}", flush=True)
        first = None
        for arm, section in arms.items():
            if section and given.arms not in arm:
                continue
            home = shutil.copytree(folder / "home", folder / arm.replace(" ", "-"))
            (home / "aver.toml").write_text(section, encoding="utf-8")
            if "embedder" in section:
                aver(home, "reembed")
            began = process_time()
            found = aver(home, "eval", "run", str(questions))
            spent = (process_time() - began) / len(lines)
            first = spent if first is None else first
            print(f"{arm:18}{_figures(found)}{spent:8.2f}{spent / first:8.2f}", flush=True)
            shutil.rmtree(home)


def aver(home: Path, *words: str) -> Any:
    """Run one command line in this process and return what it printed as JSON."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        status = run([*words, "--home", str(home), "--json"])
    if status:
        raise SystemExit(f"aver {words[0]} ended with {status}: {out.getvalue()[-400:]}")
    return json.loads(out.getvalue())


def _folder(folder: Path, model: str, tokenizer: str) -> Path:
    folder.mkdir()
    shutil.copy(weights_dir() / model / "model.onnx", folder)
    shutil.copy(weights_dir() / tokenizer / "tokenizer.json", folder)
    return folder


def _respond(path: str, body: dict[str, Any]) -> Reply:
    answers = embeddings(DIMENSION) if path.endswith("/embeddings") else relevances(_chance)
    return answers(path, body)


def _chance(question: str, text: str) -> float:
    return crc32(f"{question}\n{text}".encode()) % 2001 / 100 - 10.0


def _figures(summary: dict[str, Any]) -> str:
    wrong = summary["run"]["wrong_of_released"]
    hit = summary["kinds"]["ALL"]["hit@4"]
    return f"{hit['value']:8.3f}{wrong['n']:10d}{wrong['value'] or 0.0:8.3f}"


if __name__ == "__main__":
    main()
