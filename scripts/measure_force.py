"""Measure evidence force and typed atoms over the shared data: `python scripts/measure_force.py ../shared`.

Prints, each with its count and exact 95 % interval: generated minimal pairs by axis and language (the wordings
used in development, then the set held out), the authored development pairs, those of authors who saw no code,
mutations by kind, and for information the balanced accuracy of the deterministic checks alone on public sets.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path

from force_sources import rows, sentences

from aver.evals.force_pairs import Made, made_pairs
from aver.evals.force_wordings import DEVELOPMENT
from aver.evals.force_wordings_held import HELD_OUT
from aver.evals.laundering import BlindPair, Pair, read_pairs, run_pairs, summarise_pairs
from aver.evals.laundering_check import check_pair
from aver.evals.measures import Measure, rate, share
from aver.evals.mutations import Mutation, Source, altered, names_in
from aver.evals.summary import Group
from aver.stages.atoms.language import Language

PER_WORDING = 6
PER_MUTATION = 150
PUBLIC_ROWS = 300
BLIND = Path(__file__).resolve().parents[1] / "tests/force/authored"
TITLE = 400
"""Code points at the head of a document that name it."""


def main(shared: Path) -> None:
    """Print every table."""
    real = sentences(shared)
    for name, wordings in (("development wordings", DEVELOPMENT), ("held-out wordings", HELD_OUT)):
        made = made_pairs(real, wordings, per_wording=PER_WORDING)
        print(f"\n# {name}: {len(made)} items")
        show(grouped(made, lambda item: item.axis))
        show(grouped([item for item in made if item.pair], lambda item: f"{item.axis} {item.language}"))
        show(grouped(made, lambda item: f"kind {item.kind}"))
    pairs = read_pairs(shared / "questions" / "dev-laundering.jsonl")
    heads = {doc: head(shared, doc) for doc in {pair.seen.doc or "" for pair in pairs}}
    print("\n# authored development pairs")
    answered = list(run_pairs(pairs, lambda seen: check_pair(seen, title=heads[seen.doc or ""])))
    show(summarise_pairs(answered, pairs))
    for file in sorted(BLIND.glob("*.jsonl")):
        print(f"\n# pairs of an author who saw no code: {file.stem}")
        show(by_wording(file))
    print("\n# mutations of sentences as they stand")
    mutations([(language, text, text, "") for language, text in real])
    print("\n# mutations of rewritten claims that pass untouched (VitaminC)")
    vitamin = [row for row in rows(shared / "data/dev/vitaminc_dev.jsonl.gz") if row["label"] == "entail"]
    mutations([("en", row["hypothesis"], row["premise"], row["page"]) for row in vitamin])
    print("\n# public sets, deterministic checks alone")
    for name, cases in public(shared / "data" / "dev"):
        balanced(name, list(islice(cases, PUBLIC_ROWS)))


def by_wording(file: Path) -> Iterator[Group]:
    """Yield the figures of the pairs of one author: all, by axis, then by how far they stand from the span's words."""
    pairs = read_pairs(file)
    rows = list(run_pairs(pairs, check_pair))
    yield from summarise_pairs(rows, pairs)
    wording = {row["id"]: row["wording"] for row in map(json.loads, file.read_text(encoding="utf-8").splitlines())}
    for one in dict.fromkeys(wording.values()):
        (group, *_) = summarise_pairs(rows, [pair for pair in pairs if wording[pair.seen.id] == one])
        yield replace(group, name=one)


def grouped(made: Sequence[Made], by: Callable[[Made], str]) -> tuple[Group, ...]:
    """Return the figures by the group that `by` names."""
    pairs = [
        Pair(
            seen=BlindPair(id=item.id, claim=item.claim, cited_span=item.cited_span),
            axis=by(item),
            label=item.label,
            twin=item.pair,
        )
        for item in made
    ]
    axes = {item.id: item.axis for item in made}
    answered = []
    for row, item in zip(run_pairs(pairs, check_pair), made, strict=True):
        answered.append((row, row.checked.axis == axes[item.id]))
    groups = summarise_pairs([row for row, _ in answered], pairs)
    named = [
        share(
            "axis_named", (right for (row, right), pair in zip(answered, pairs, strict=True) if _counts(row, pair, g))
        )
        for g in groups
    ]
    return tuple(
        Group(name=g.name, size=g.size, measures=tuple(n if m.name == "axis_named" else m for m in g.measures))
        for g, n in zip(groups, named, strict=True)
    )


def _counts(row: object, pair: Pair, group: Group) -> bool:
    inside = group.name in ("ALL", pair.axis)
    return inside and pair.label == "overclaimed" and row.checked.verdict != "supported"  # type: ignore[attr-defined]


def show(groups: Iterable[Group]) -> None:
    """Print one line a group."""
    for group in groups:
        print(f"{group.name:16s} {group.size:5d}  " + "  ".join(map(said, group.measures)))


def said(measure: Measure) -> str:
    """Return a measure as text."""
    if measure.value is None:
        return f"{measure.name} -"
    return f"{measure.name} {measure.value:.3f} [{measure.low:.3f}, {measure.high:.3f}] of {measure.count}"


def head(shared: Path, doc: str) -> str:
    """Return the head of a document, which names what it is about."""
    found = next(
        (base / doc for base in (shared / "corpora", shared / "corpora/site-policy") if (base / doc).is_file()), None
    )
    return found.read_text(encoding="utf-8")[:TITLE] if found else ""


def mutations(cases: Sequence[tuple[Language, str, str, str]]) -> None:
    """Print how many untouched claims pass, and of those how many mutations by kind are noticed."""
    chance = random.Random(3)
    cases = chance.sample(list(cases), len(cases))
    names = names_in([claim for language, claim, _, _ in cases if language == "en"])

    def passes(claim: str, evidence: str, title: str) -> bool:
        seen = BlindPair(id="mutation", claim=claim, cited_span=evidence)
        return check_pair(seen, title=title).verdict == "supported"

    untouched = share("untouched_accepted", (passes(c, e, t) for _, c, e, t in cases[:800]))
    print(said(untouched))
    hits = total = 0
    for kind in Mutation:
        noticed: list[bool] = []
        for language, claim, evidence, title in cases:
            if len(noticed) >= PER_MUTATION:
                break
            changed = altered(kind, Source(claim=claim, language=language, names=names), chance)
            if changed is not None and changed != claim and (claim == evidence or passes(claim, evidence, title)):
                noticed.append(not passes(changed, evidence, title))
        hits, total = hits + sum(noticed), total + len(noticed)
        print(f"{kind:12s} {said(share('noticed', noticed))}")
    print(f"{'ALL':12s} {said(rate('noticed', hits, total))}")


def public(folder: Path) -> Iterator[tuple[str, Iterator[tuple[str, str, bool]]]]:
    """Yield name and cases (claim, evidence, supported) of the public sets."""
    for part in ("news", "sales_call", "samsum", "scitldr"):
        read = rows(folder / f"summedits_{part}.jsonl.gz")
        yield f"summedits_{part}", ((row["summary"], row["doc"], str(row["label"]) == "1") for row in read)
    read = rows(folder / "wice_claims_dev.jsonl.gz")
    yield "wice_claims", ((row["claim"], "\n".join(row["evidence"]), row["label"] == "supported") for row in read)
    labelled = ((row, found) for row in rows(folder / "climate_fever_dev.jsonl.gz") for found in row["evidences"])
    yield (
        "climate_fever",
        ((row["claim"], found["evidence"], found["evidence_label"] == "SUPPORTS") for row, found in labelled),
    )


def balanced(name: str, cases: Sequence[tuple[str, str, bool]]) -> None:
    """Print sensitivity, specificity (with intervals) and their mean."""
    verdicts = [
        (supported, check_pair(BlindPair(id=name, claim=claim, cited_span=evidence)).verdict == "supported")
        for claim, evidence, supported in cases
        if claim.strip() and evidence.strip()
    ]
    accepted = share("supported_accepted", (said_so for supported, said_so in verdicts if supported))
    refused = share("unsupported_refused", (not said_so for supported, said_so in verdicts if not supported))
    mean = ((accepted.value or 0.0) + (refused.value or 0.0)) / 2
    print(f"{name:20s} balanced accuracy {mean:.3f}  {said(accepted)}  {said(refused)}")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
