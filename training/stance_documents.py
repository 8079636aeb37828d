"""Documents of known argumentative structure, made from written cases and frames.

A plan is a list of steps such as "considered, merit, against". The same case goes through plans in which
its claim is turned down and through their mirrors in which it survives, with and without the usual cue
words, headings and status. Families of frames and cases are split: what is tested with was never fitted.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from stance_frames import ENGLISH, GERMAN, TITLES

FOLDER = Path(__file__).parent / "stance_cases"

PLANS: tuple[tuple[str, str, str, str, tuple[str, ...]], ...] = (
    ("refuted", "REJECTS", "STEELMAN_REFUTED_LATER", "turned_down", ("considered*", "merit", "against!")),
    (
        "refuted_plain",
        "REJECTS",
        "STEELMAN_REFUTED_LATER",
        "plain",
        ("considered*", "merit", "merit", "gap", "against!"),
    ),
    (
        "refuted_far",
        "REJECTS",
        "STEELMAN_REFUTED_LATER",
        "background",
        ("considered*", "merit", "section:plain", "fact", "against!"),
    ),
    (
        "refuted_objected",
        "REJECTS",
        "STEELMAN_REFUTED_LATER",
        "plain",
        ("claim*", "merit", "objected?", "bare_x!", "bare_x!"),
    ),
    (
        "refuted_bare",
        "REJECTS",
        "STEELMAN_REFUTED_LATER",
        "plain",
        ("restated*", "merit", "objection?", "bare_x!", "bare_x!"),
    ),
    (
        "refuted_bare_far",
        "REJECTS",
        "STEELMAN_REFUTED_LATER",
        "background",
        ("restated*", "merit", "section:plain", "objection?", "fact", "bare_x!"),
    ),
    (
        "refuted_itself",
        "REJECTS",
        "STEELMAN_REFUTED_LATER",
        "own",
        ("asserted*", "merit", "section:verdict", "itself!"),
    ),
    (
        "banner",
        "REJECTS",
        "STEELMAN_REFUTED_LATER",
        "verdict",
        ("itself!", "section:own", "fact", "asserted*", "merit"),
    ),
    ("cited_refuted", "REJECTS", "CITED_EXTERNAL_VIEW", "others", ("cited*", "merit", "against!")),
    (
        "cited_refuted_far",
        "REJECTS",
        "CITED_EXTERNAL_VIEW",
        "background",
        ("cited*", "section:plain", "fact", "against!"),
    ),
    ("cited_refuted_bare", "REJECTS", "CITED_EXTERNAL_VIEW", "plain", ("cited*", "bare_x!", "bare_x!")),
    ("cited_open", "NEUTRAL", "CITED_EXTERNAL_VIEW", "others", ("cited*", "merit", "fact")),
    ("deferred", "NEUTRAL", "STEELMAN_REFUTED_LATER", "open", ("considered*", "merit", "deferred?")),
    ("deferred_plain", "NEUTRAL", "STEELMAN_REFUTED_LATER", "plain", ("considered*", "merit", "deferred?")),
    ("qualified", "MIXED", "QUALIFIED_CLAIM", "own", ("qualified*?", "merit")),
    ("qualified_later", "MIXED", "QUALIFIED_CLAIM", "plain", ("claim*", "merit", "gap", "qualified?")),
    ("asserted", "SUPPORTS", "AUTHOR_POSITION", "own", ("asserted*", "bare_f+", "fact")),
    ("asserted_plain", "SUPPORTS", "AUTHOR_POSITION", "plain", ("fact", "asserted*", "merit")),
    ("survived", "SUPPORTS", "AUTHOR_POSITION", "plain", ("claim*", "objected", "upheld+")),
    ("survived_title", "SUPPORTS", "AUTHOR_POSITION", "turned_down", ("claim*", "objected", "upheld+")),
    ("survived_merit", "SUPPORTS", "AUTHOR_POSITION", "own", ("asserted*", "merit", "objected", "gap", "upheld+")),
    ("survived_considered", "SUPPORTS", "AUTHOR_POSITION", "plain", ("considered*", "objected", "upheld+", "bare_f+")),
    (
        "survived_bare",
        "SUPPORTS",
        "AUTHOR_POSITION",
        "plain",
        ("restated*", "merit", "objection", "bare_f+", "bare_f+"),
    ),
    (
        "survived_objected",
        "SUPPORTS",
        "AUTHOR_POSITION",
        "plain",
        ("claim*", "merit", "objected", "bare_f+", "bare_f+"),
    ),
    (
        "survived_bare_far",
        "SUPPORTS",
        "AUTHOR_POSITION",
        "background",
        ("restated*", "merit", "section:plain", "objection", "fact", "bare_f+"),
    ),
    (
        "survived_itself",
        "SUPPORTS",
        "AUTHOR_POSITION",
        "own",
        ("asserted*", "merit", "section:verdict", "itself_upheld+"),
    ),
    (
        "survived_far",
        "SUPPORTS",
        "AUTHOR_POSITION",
        "background",
        ("considered*", "merit", "section:plain", "fact", "upheld+"),
    ),
)
"""Name, stance, role of the marked passage, first title, steps: * passage, ! refutes, + upholds, ? qualifies."""

STATUSES = {"refuted_itself": "Rejected", "banner": "Rejected", "survived_itself": "Accepted"}
NOT_IN_MIRRORS = 0.5
"""Share of documents whose headings and status are left out."""


@dataclass(frozen=True, slots=True)
class Case:
    """One subject with the sentences that documents about it are made of."""

    name: str
    genre: str
    language: str
    lines: dict[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Example:
    """One question about one passage of a made document, with what is true of it; `text` is Markdown."""

    plan: str
    case: str
    language: str
    text: str
    question: str
    passage: str
    stance: str
    role: str
    refuting: tuple[str, ...]
    upholding: tuple[str, ...]
    qualifying: tuple[str, ...]
    masked: bool


def cases(*names: str) -> tuple[Case, ...]:
    """Return the cases of the files `names` (without suffix)."""
    found = []
    for name in names:
        for block in (FOLDER / f"{name}.txt").read_text(encoding="utf-8").split("# ")[1:]:
            head, *rest = block.strip().splitlines()
            title, genre = (part.strip() for part in head.split("|"))
            lines: dict[str, list[str]] = {}
            for line in rest:
                key, _, value = line.partition(": ")
                lines.setdefault(key, []).append(value)
            kept = {key: tuple(values) for key, values in lines.items()}
            found.append(Case(title, genre, "de" if name.startswith("de") else "en", kept))
    return tuple(found)


def examples(subjects: tuple[Case, ...], family: str, *, seed: int, rounds: int) -> Iterator[Example]:
    """Yield examples of every plan for every case, `rounds` documents each, the same for the same seed."""
    for subject in subjects:
        for plan in PLANS:
            for turn in range(rounds):
                draw = random.Random(f"{seed}/{subject.name}/{plan[0]}/{turn}")
                yield from _document(subject, plan, family, draw, subjects)


def _document(  # noqa: C901 -- one step after another
    subject: Case,
    plan: tuple[str, str, str, str, tuple[str, ...]],
    family: str,
    draw: random.Random,
    others: tuple[Case, ...],
) -> Iterator[Example]:
    name, stance, role, first, steps = plan
    masked = draw.random() < NOT_IN_MIRRORS
    titles = TITLES[subject.language][family]
    pools = {key: draw.sample(values, len(values)) for key, values in subject.lines.items()}
    facts = list(pools["T"])
    used: dict[str, list[str]] = {"*": [], "!": [], "+": [], "?": []}
    body: list[str] = [_title(titles, "background", subject, draw, masked), pools["B"][0] + "."]
    body.append(_title(titles, first, subject, draw, masked))
    paragraph: list[str] = []
    shown: list[str] = []
    for step in steps:
        kind = step.rstrip("*!+?")
        if kind.startswith("section:") or kind == "gap":
            body.append(" ".join(paragraph))
            paragraph = []
            if kind != "gap":
                body.append(_title(titles, kind.removeprefix("section:"), subject, draw, masked))
            continue
        sentence = _sentence(kind, subject, pools, facts, family, draw)
        if kind == "fact":
            shown.append(sentence)
        for mark in step[len(kind) :]:
            used[mark].append(sentence)
        paragraph.append(sentence)
    body.append(" ".join(paragraph))
    rest = [fact.split(" | ")[0] + "." for fact in facts]
    if draw.random() < 0.5:
        body += [_title(titles, "own", subject, draw, masked), " ".join(rest)]
        shown += rest
    text = "\n\n".join(part for part in body if part) + "\n"
    if name in STATUSES and not masked:
        text = f"---\nstatus: {STATUSES[name]}\n---\n\n" + text
    asked = {"plan": name, "case": subject.name, "language": subject.language, "text": text, "masked": masked}
    marks = {"refuting": tuple(used["!"]), "upholding": tuple(used["+"]), "qualifying": tuple(used["?"])}
    none = {"refuting": (), "upholding": (), "qualifying": ()}
    question = draw.choice([subject.lines["Q"][0], subject.lines["C"][0]])
    yield Example(**asked, **marks, question=question, passage=used["*"][0], stance=stance, role=role)
    if used["!"] and draw.random() < 0.4:
        yield Example(
            **asked, **marks, question=question, passage=draw.choice(used["!"]), stance=stance, role="AUTHOR_POSITION"
        )
    if used["+"] and draw.random() < 0.2:
        yield Example(
            **asked, **marks, question=question, passage=draw.choice(used["+"]), stance=stance, role="AUTHOR_POSITION"
        )
    for sentence in (*used["!"], *used["+"]):
        said = [line for key in "XFR" for line in subject.lines[key] if line.lower() in sentence.lower()]
        if said and draw.random() < 0.5:
            stated = {**none, "upholding": (sentence,)}
            yield Example(
                **asked, **stated, question=said[0], passage=sentence, stance="SUPPORTS", role="AUTHOR_POSITION"
            )
    for fact in subject.lines["T"]:
        if (sentence := fact.split(" | ")[0] + ".") in shown and draw.random() < 0.4:
            upheld = {**none, "upholding": (sentence,)}
            yield Example(
                **asked,
                **upheld,
                question=fact.split(" | ")[1],
                passage=sentence,
                stance="SUPPORTS",
                role="AUTHOR_POSITION",
            )
    if draw.random() < 0.15:
        other = draw.choice([one for one in others if one.genre != subject.genre and one.language == subject.language])
        yield Example(
            **asked, **none, question=other.lines["Q"][0], passage=used["*"][0], stance="OFF_TOPIC", role="UNCLEAR"
        )


def _title(titles: dict[str, tuple[str, ...]], part: str, subject: Case, draw: random.Random, masked: bool) -> str:
    return "" if masked else "## " + draw.choice(titles[part]).format(N=subject.lines["N"][0])


def _sentence(
    kind: str, subject: Case, pools: dict[str, list[str]], facts: list[str], family: str, draw: random.Random
) -> str:
    bare = {"claim": "C", "restated": "P", "merit": "M", "objection": "O", "bare_x": "X", "bare_f": "F"}
    if kind == "fact":
        return facts.pop().split(" | ")[0] + "." if facts else subject.lines["B"][0] + "."
    if kind in bare:
        pool = pools[bare[kind]]
        return (pool.pop() if len(pool) > 1 else pool[0]) + "."
    frames = (GERMAN if subject.language == "de" else ENGLISH)[family][kind]
    picked = {key: draw.choice(values) for key, values in subject.lines.items() if key in "CPXFORK"}
    small = {
        key.lower(): value if subject.language == "de" and key != "X" else value[0].lower() + value[1:]
        for key, value in picked.items()
    }
    return draw.choice(frames).format(**picked, **small)


TOGETHER = 4
"""Made documents that are put into one, so that refutations of other things stand around."""


def mixed(found: tuple[Example, ...], *, seed: int) -> tuple[Example, ...]:
    """Return the examples with their documents joined by fours; those that judge themselves stay alone.

    Documents of one case never meet, and titled and untitled ones don't mix.
    """
    texts: dict[tuple[str, bool], dict[str, str]] = {}
    for one in found:
        if "itself" not in one.plan and one.plan != "banner":
            texts.setdefault((one.language, one.masked), {})[one.text] = one.case
    joined: dict[str, str] = {}
    for kind, pool in texts.items():
        draw = random.Random(f"{seed}/{kind}")
        left = draw.sample(sorted(pool), len(pool))
        while left:
            group = [left.pop()]
            for text in left[-40:]:
                if len(group) < TOGETHER and pool[text] not in {pool[member] for member in group}:
                    group.append(text)
            left = [text for text in left if text not in group]
            draw.shuffle(group)
            joined.update(dict.fromkeys(group, "\n".join(group)))
    return tuple(replace(one, text=joined.get(one.text, one.text)) for one in found)
