"""Measure verification of other people's claims: `python scripts/measure_verify.py ../shared [SECTION ...]`.

Sections: mutations, laundering, generated, written, summedits, wice, climate, speed; all without a name. Every claim
goes through `aver.flows.verify` as an answer would; one threshold for all sets. Prints counts and exact 95 % intervals;
`AVER_LEAST` sets the scorer's threshold, `AVER_SCORER=none` leaves it out.
"""

from __future__ import annotations

import os
import random
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType

from force_sources import rows, sentences

from aver.evals.force_pairs import made_pairs
from aver.evals.force_wordings import DEVELOPMENT
from aver.evals.force_wordings_held import HELD_OUT
from aver.evals.laundering import BlindPair, Checked, Pair, read_pairs, run_pairs, summarise_pairs
from aver.evals.measures import Measure, rate, share
from aver.evals.mutations import Mutation, Source, altered, names_in
from aver.evals.summary import Group
from aver.evals.verified_pairs import check_verified
from aver.flows.verify import Standard, verify
from aver.flows.verify_input import submission_of_prose
from aver.flows.verify_sources import passages_of_texts
from aver.models.entailment import BuiltinEntailment
from aver.models.factual_entailment import shipped_entailment
from aver.ports import Entailment
from aver.stages.atoms.language import Language
from aver.values.verification import GivenClaim, GivenSource, Submission

STANDARD = Standard(at_least=float(os.environ.get("AVER_LEAST", Standard().at_least)))
PER_SET = 150
PER_DOMAIN = 60
PER_MUTATION = 60
UNTOUCHED = 300
GENERATED = 900
WRITTEN = Path(__file__).resolve().parents[1] / "training/claims/unseen"
TITLE = 400
"""Code points at the head of a document that name it."""


@dataclass(frozen=True, slots=True)
class Case:
    """An answer, its sources, and whether the label says that they support all of it."""

    answer: str
    sources: tuple[GivenSource, ...]
    supported: bool
    split: bool = False


@cache
def scorer() -> Entailment | None:
    """Return the shipped scorer, None where it is left out; `alone` without its say on what is told as a fact."""
    match os.environ.get("AVER_SCORER"):
        case "none":
            return None
        case "alone":
            return BuiltinEntailment(workers=2)
    return shipped_entailment()


def holds(case: Case) -> bool:
    """Whether every claim of the answer is supported."""
    whole = Submission(claims=(GivenClaim(text=case.answer),))
    given = submission_of_prose(case.answer) if case.split else whole
    found = verify(given, passages_of_texts(case.sources), entailment=scorer(), standard=STANDARD)
    return bool(found.claims) and all(one.released for one in found.claims)


def mutations(shared: Path) -> None:
    """Print how many untouched claims are accepted and how many mutations are noticed, by kind."""
    chance = random.Random(3)
    real = sentences(shared)
    cases = chance.sample(real, len(real))
    names = names_in([claim for language, claim in cases if language == "en"])
    print(said(share("untouched_accepted", (_stands(text, text) for _, text in cases[:UNTOUCHED]))))
    print(said(share("lightly_edited_accepted", (_stands(e, text) for e, text in _edited(cases[:UNTOUCHED])))))
    hits = total = 0
    for kind in Mutation:
        noticed: list[bool] = []
        for language, claim in cases:
            changed = altered(kind, Source(claim=claim, language=language, names=names), chance)
            if changed is not None and changed != claim:
                noticed.append(not _stands(changed, claim))
            if len(noticed) == PER_MUTATION:
                break
        hits, total = hits + sum(noticed), total + len(noticed)
        print(f"{kind:12s} {said(share('noticed', noticed))}")
    print(f"{'ALL':12s} {said(rate('noticed', hits, total))}")


def _stands(claim: str, evidence: str) -> bool:
    return holds(Case(claim, (GivenSource(id="s", text=evidence),), supported=True))


def _edited(cases: Iterable[tuple[Language, str]]) -> Iterator[tuple[str, str]]:
    """Yield claims with an edit that changes nothing, and what they were."""
    for language, text in cases:
        old, new = (" and ", " as well as ") if language == "en" else (" und ", " sowie ")
        if old in text:
            yield text.replace(old, new, 1), text


def laundering(shared: Path) -> None:
    """Print the authored development pairs, by axis."""
    pairs = read_pairs(shared / "questions" / "dev-laundering.jsonl")
    heads = {doc: _head(shared, doc) for doc in {pair.seen.doc or "" for pair in pairs}}
    show(summarise_pairs(list(run_pairs(pairs, lambda seen: _check(seen, heads[seen.doc or ""]))), pairs))


def generated(shared: Path) -> None:
    """Print made pairs of both wording sets, by axis."""
    real = sentences(shared)
    for name, wordings in (("development wordings", DEVELOPMENT), ("held-out wordings", HELD_OUT)):
        made = made_pairs(real, wordings, per_wording=2)[:GENERATED]
        pairs = [
            Pair(
                seen=BlindPair(id=item.id, claim=item.claim, cited_span=item.cited_span),
                axis=item.axis,
                label=item.label,
                twin=item.pair,
            )
            for item in made
        ]
        print(f"\n# {name}: {len(made)} items")
        show(summarise_pairs(list(run_pairs(pairs, lambda seen: _check(seen, ""))), pairs))


def _check(seen: BlindPair, title: str) -> Checked:
    return check_verified(seen, title=title, entailment=scorer(), standard=STANDARD)


def _head(shared: Path, doc: str) -> str:
    places = (base / doc for base in (shared / "corpora", shared / "corpora/site-policy"))
    found = next((place for place in places if place.is_file()), None)
    return found.read_text(encoding="utf-8")[:TITLE] if found else ""


def written(_: Path) -> None:
    """Print freely worded claims about texts written with them: does the claim follow, or is one thing in it wrong?"""
    for file in sorted(WRITTEN.glob("*.jsonl")):
        cases = [
            Case(one["text"], (GivenSource(id="s", text=line["evidence"]),), one["label"] == "entail")
            for line in rows(file)
            for one in line["claims"]
        ]
        balanced(f"written_{file.stem}", cases, len(cases))


def summedits(shared: Path) -> None:
    """Print SummEdits by domain: is every sentence of the summary supported by the document?"""
    for part in ("news", "sales_call", "samsum", "scitldr"):
        read = rows(shared / "data/dev" / f"summedits_{part}.jsonl.gz")
        balanced(
            f"summedits_{part}",
            [
                Case(row["summary"], (GivenSource(id="doc", text=row["doc"]),), str(row["label"]) == "1", split=True)
                for row in read
                if row["summary"].strip() and row["doc"].strip()
            ],
            PER_DOMAIN,
        )


def wice(shared: Path) -> None:
    """Print WiCE claims: supported against partially or not supported."""
    read = rows(shared / "data/dev/wice_claims_dev.jsonl.gz")
    balanced(
        "wice_claims",
        [
            Case(row["claim"], (GivenSource(id="doc", text="\n\n".join(row["evidence"])),), row["label"] == "supported")
            for row in read
        ],
        PER_SET,
    )


def climate(shared: Path) -> None:
    """Print Climate-FEVER claims against their five sentences: SUPPORTS against everything else."""
    cases = []
    for row in rows(shared / "data/dev/climate_fever_dev.jsonl.gz"):
        found = [
            GivenSource(id=str(n), title=one["article"], text=one["evidence"]) for n, one in enumerate(row["evidences"])
        ]
        cases.append(Case(row["claim"], tuple(found), row["claim_label"] == "SUPPORTS"))
    balanced("climate_fever", cases[::2], PER_SET)


def balanced(name: str, cases: Sequence[Case], most: int) -> None:
    """Print accepted, false-support rate and balanced accuracy over a sample of `most` cases."""
    chosen = random.Random(5).sample(list(cases), min(most, len(cases)))
    verdicts = [(case.supported, holds(case)) for case in chosen]
    accepted = share("supported_accepted", (yes for label, yes in verdicts if label))
    false = share("false_support", (yes for label, yes in verdicts if not label))
    mean = ((accepted.value or 0.0) + 1 - (false.value or 0.0)) / 2
    right = share("released_right", (label for label, yes in verdicts if yes))
    print(f"{name:22s} balanced accuracy {mean:.3f}  {said(accepted)}  {said(false)}  {said(right)}", flush=True)


def speed(shared: Path) -> None:
    """Print CPU seconds for ten claims against eight packets, the scorer loaded before."""
    peps = sorted((shared / "corpora/peps").glob("*.rst"))[:8]
    sources = tuple(GivenSource(id=path.name, text=path.read_text(encoding="utf-8")[2000:3200]) for path in peps)
    passages = passages_of_texts(sources)
    texts = [text for _, text in sentences(shared)]
    claims = [*(one.text.text.split(". ")[0] for one in passages[:5]), *random.Random(2).sample(texts, 5)]
    given = Submission(claims=tuple(GivenClaim(text=text) for text in claims if text.strip()))
    verify(given, passages[:1], entailment=scorer(), standard=STANDARD)
    wall, cpu = time.perf_counter(), time.process_time()
    verify(given, passages, entailment=scorer(), standard=STANDARD)
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    size = sum(len(one.text.text) for one in passages)
    print(f"{len(given.claims)} claims, {len(passages)} packets, {size} characters: CPU {cpu:.2f} s, wall {wall:.2f} s")


def show(groups: Iterable[Group]) -> None:
    """Print one line a group."""
    for group in groups:
        print(f"{group.name:16s} {group.size:5d}  " + "  ".join(map(said, group.measures)))


def said(measure: Measure) -> str:
    """Return a measure as text."""
    if measure.value is None:
        return f"{measure.name} -"
    return f"{measure.name} {measure.value:.3f} [{measure.low:.3f}, {measure.high:.3f}] of {measure.count}"


SECTIONS: Mapping[str, Callable[[Path], None]] = MappingProxyType(
    {one.__name__: one for one in (mutations, laundering, generated, written, summedits, wice, climate, speed)}
)


def main(shared: Path, wanted: Sequence[str]) -> None:
    """Print the sections named, each with the CPU seconds it took."""
    for name in wanted or SECTIONS:
        begun = time.process_time()
        print(f"\n# {name}")
        SECTIONS[name](shared)
        print(f"({time.process_time() - begun:.0f} CPU seconds)", flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
