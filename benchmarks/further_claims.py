"""Claims with their evidence: does what is passed stand in the evidence, and is what stands there passed?

A case is an answer, its sources, and whether the labels say that the sources support all of it. Every way gives one
yes or no per case, so a set comes down to two shares: of the unsupported cases that are passed (the harm that a guard
is there to prevent) and of the supported ones that are (its price). Aver and its scorer run at the threshold of the
product, word overlap at one that was fixed before anything was run.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path

import numpy as np
from benchmarks.dev_sets import SEED
from benchmarks.further import Measured, Measures, Way
from benchmarks.surgery_sources import read

from aver.evals.measures import SEED as BOOTSTRAP_SEED
from aver.evals.measures import Measure, share
from aver.flows.verify import Standard, verify
from aver.flows.verify_input import submission_of_prose
from aver.flows.verify_sources import passages_of_texts
from aver.models.factual_entailment import shipped_entailment
from aver.ports import Entailment
from aver.stages.atoms.words import words_in
from aver.values.verification import GivenClaim, GivenSource, Submission

PER_SIDE = 150
"""Supported cases drawn of a set, and as many unsupported ones."""
RESAMPLES = 2000
STANDARD = Standard()
OVERLAP = 0.5
"""Least share of a claim's content words in the evidence for word overlap to pass it."""

WAYS = f"""*Aver* is `verify` with its built-in scorer, at its threshold of {STANDARD.at_least:g}; *code alone* leaves
out the scorer, *scorer alone* leaves out all but the scorer, which reads the whole evidence. *Word overlap* passes
what has at least {OVERLAP:g} of its content words in the evidence, a limit fixed in advance. *False support* is the
share of unsupported cases that are passed; balanced accuracy is resampled within each label, and its interval is too
narrow where a way passes all or none of one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """An answer in claims, its sources, and whether the labels say that these support all of it."""

    answer: Submission
    sources: tuple[GivenSource, ...]
    supported: bool

    @property
    def evidence(self) -> str:
        """All the sources in one text, each below its title, for ways that know of no sources."""
        return "\n\n".join("\n".join(filter(None, (one.title, one.text))) for one in self.sources)


Passes = Callable[[Case], bool]
Cases = Callable[[Path], Iterable[Case]]


def case(claim: str, evidence: str | Sequence[GivenSource], *, supported: bool) -> Case:
    """Return one claim beside one text or several sources."""
    sources = (GivenSource(id="evidence", text=evidence),) if isinstance(evidence, str) else tuple(evidence)
    return Case(answer=Submission(claims=(GivenClaim(text=claim),)), sources=sources, supported=supported)


def verified(one: Case, *, entailment: Entailment | None) -> bool:
    """Whether Aver releases every claim of the answer."""
    found = verify(one.answer, passages_of_texts(one.sources), entailment=entailment, standard=STANDARD)
    return bool(found.claims) and all(claim.released for claim in found.claims)


def scored(one: Case, *, entailment: Entailment) -> bool:
    """Whether the scorer alone, given all the evidence at once, finds every claim entailed."""
    found = [entailment.judge(claim.text, [one.evidence])[0] for claim in one.answer.claims]
    return bool(found) and all(judged.entailed >= STANDARD.at_least for judged in found)


def overlapping(one: Case) -> bool:
    """Whether the evidence has enough of the content words of every claim; a claim without any isn't passed."""
    there = {word.stem for word in words_in(one.evidence, "en")}

    def stands(claim: str) -> bool:
        wanted = [word.stem for word in words_in(claim, "en") if word.content]
        return bool(wanted) and sum(stem in there for stem in wanted) >= OVERLAP * len(wanted)

    return bool(one.answer.claims) and all(stands(claim.text) for claim in one.answer.claims)


def everything(_: Case) -> bool:
    """Pass every case, as an answer is that nobody verifies."""
    return True


@cache
def scorer() -> Entailment:
    """Return the built-in scorer, loaded once for all sets."""
    return shipped_entailment()


def ways(entailment: Entailment) -> Mapping[str, Passes]:
    """Return the ways by name, Aver's first."""
    return {
        "Aver": partial(verified, entailment=entailment),
        "Aver, code alone": partial(verified, entailment=None),
        "scorer alone": partial(scored, entailment=entailment),
        "word overlap": overlapping,
        "everything supported": everything,
    }


def drawn(cases: Sequence[Case], most: int = PER_SIDE) -> tuple[Case, ...]:
    """Return `most` of the supported and of the unsupported cases, or all of a side that has fewer, in order."""
    chance = random.Random(SEED)
    sides = ([place for place, one in enumerate(cases) if one.supported is side] for side in (True, False))
    chosen = [place for side in sides for place in chance.sample(side, min(most, len(side)))]
    return tuple(cases[place] for place in sorted(chosen))


def figures(cases: Sequence[Case], passed: Sequence[bool]) -> tuple[Measure, ...]:
    """Return balanced accuracy, false support and the share of supported cases passed."""
    right, wrong = (
        [yes for one, yes in zip(cases, passed, strict=True) if one.supported is side] for side in (True, False)
    )
    return (
        balanced("balanced accuracy", right, wrong),
        share("false support", wrong),
        share("supported passed", right),
    )


def balanced(name: str, supported: Sequence[bool], unsupported: Sequence[bool]) -> Measure:
    """Return (share of supported passed + share of unsupported withheld) / 2, given what was passed of each.

    The interval is a percentile bootstrap that draws with replacement within each side.
    """
    count = len(supported) + len(unsupported)
    if not supported or not unsupported:
        return Measure(name=name, value=None, count=count)
    sides = np.asarray(supported, dtype=np.float64), 1.0 - np.asarray(unsupported, dtype=np.float64)
    draw = np.random.default_rng(BOOTSTRAP_SEED)
    again = [
        sum(float(side[draw.integers(0, len(side), len(side))].mean()) for side in sides) / 2 for _ in range(RESAMPLES)
    ]
    low, high = np.quantile(again, [0.025, 0.975])
    value = sum(float(side.mean()) for side in sides) / 2
    return Measure(name=name, value=value, count=count, low=float(low), high=float(high))


def compared(title: str, asked: str, cases: Sequence[Case], judges: Mapping[str, Passes]) -> Measured:
    """Return a set with every way over the same draw of its cases; the first way is Aver's."""
    chosen = drawn(cases)
    some, all_ = (sum(one.supported for one in given) for given in (chosen, cases))
    counts = f"{some} of {all_} supported cases, {len(chosen) - some} of {len(cases) - all_} others"
    found = tuple(
        Way(name=name, figures=figures(chosen, [passes(one) for one in chosen]), ours=number == 0)
        for number, (name, passes) in enumerate(judges.items())
    )
    return Measured(title=title, about=f"{asked} Drawn (seed {SEED}): {counts}.\n{WAYS}", ways=found)


def measuring(title: str, asked: str, cases: Cases) -> Callable[[Path, Path], Measured]:
    """Return what measures one set."""
    return lambda shared, _: compared(title, asked, tuple(cases(shared)), ways(scorer()))


def summedits(domain: str, shared: Path) -> Iterator[Case]:
    """Yield the summaries of a domain, every sentence a claim."""
    for row in read(shared, f"summedits_{domain}"):
        document = (GivenSource(id="doc", text=row["doc"]),)
        yield Case(answer=submission_of_prose(row["summary"]), sources=document, supported=str(row["label"]) == "1")


def wice(name: str, shared: Path) -> Iterator[Case]:
    """Yield sentences of Wikipedia, each once, beside the last text that the set has for it."""
    for row in {row["claim"]: row for row in read(shared, name)}.values():
        yield case(row["claim"], "\n\n".join(row["evidence"]), supported=row["label"] == "supported")


def climate_fever(shared: Path) -> Iterator[Case]:
    """Yield claims beside their five sentences of Wikipedia, each a source of its own."""
    for row in read(shared, "climate_fever_dev"):
        found = enumerate(row["evidences"])
        sources = tuple(GivenSource(id=str(n), title=one["article"], text=one["evidence"]) for n, one in found)
        yield case(row["claim"], sources, supported=row["claim_label"] == "SUPPORTS")


def scifact(shared: Path) -> Iterator[Case]:
    """Yield each claim once, beside all the abstracts that it cites; the labels of a claim never disagree."""
    abstracts = {
        row["doc_id"]: GivenSource(id=row["doc_id"], title=row["title"], text=" ".join(row["abstract"]))
        for row in read(shared, "scifact_corpus")
    }
    for row in {row["id"]: row for row in read(shared, "scifact_claims_dev")}.values():
        cited = tuple(abstracts[one] for one in row["cited_doc_ids"])
        yield case(row["claim"], cited, supported=row["label"] == "SUPPORT")


def pairs(name: str, shared: Path) -> Iterator[Case]:
    """Yield hypotheses beside their premises, each pair once."""
    for row in {(row["premise"], row["hypothesis"]): row for row in read(shared, name)}.values():
        yield case(row["hypothesis"], row["premise"], supported=row["label"] == "entail")


SUMMARY = """Does the document support every sentence of a summary? An unsupported summary has a small edit that changes
what it says. All are of {} documents, so that the intervals are too narrow for others."""
WICE = "Does {} of a cited page support all of a sentence of Wikipedia? Partly supported counts as unsupported."
OPEN = "Every other label (refuted, disputed, open) counts as unsupported."
TAUGHT = "Does a premise entail a hypothesis? Other parts of the set taught the scorer{}."
LOOKED_AT = " and its threshold was looked at on this one, which favours it and Aver"
SEEN = " What Aver passed wrongly here led to one of its checks (`verifying/repeating.py`), which favours it."
UNNAMED = " The title of the page isn't given: a claim that takes a name from there is withheld by Aver's checks."

MEASURES: Measures = {
    "summedits_news": measuring("SummEdits, news", SUMMARY.format(25), partial(summedits, "news")),
    "summedits_sales_call": measuring("SummEdits, sales calls", SUMMARY.format(18), partial(summedits, "sales_call")),
    "summedits_samsum": measuring("SummEdits, SAMSum chats", SUMMARY.format(22), partial(summedits, "samsum")),
    "summedits_scitldr": measuring("SummEdits, SciTLDR", SUMMARY.format(17), partial(summedits, "scitldr")),
    "wice_claims": measuring("WiCE, pages", WICE.format("the whole"), partial(wice, "wice_claims_dev")),
    "wice_chunks": measuring("WiCE, excerpts", WICE.format("an excerpt"), partial(wice, "wice_chunks_dev")),
    "climate_fever": measuring(
        "Climate-FEVER", f"Do five sentences of Wikipedia support a claim about the climate? {OPEN}", climate_fever
    ),
    "healthver": measuring(
        "HealthVer", f"Does a passage support a claim about COVID-19? {OPEN}", partial(pairs, "healthver_dev")
    ),
    "scifact_claims": measuring("SciFact", f"Do the cited abstracts support a scientific claim? {OPEN}", scifact),
    "vitaminc": measuring("VitaminC", TAUGHT.format(LOOKED_AT) + UNNAMED, partial(pairs, "vitaminc_dev")),
    "mnli": measuring("MNLI", TAUGHT.format(LOOKED_AT), partial(pairs, "mnli_dev2k")),
    "conjnli": measuring("ConjNLI", TAUGHT.format("") + SEEN, partial(pairs, "conjnli_dev")),
}
