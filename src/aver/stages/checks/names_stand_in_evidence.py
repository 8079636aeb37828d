"""Every name and identifier of a claim stands in what it cites, or in the titles around that (H1).

An identifier (code, paths, options, anything that mixes letters and digits) must stand exactly. A name is a
run of capitalised words and must stand as that run: "Angela Davis met Horst Merkel" does not name Angela
Merkel. German capitalises every noun, and every sentence its first word, so a single word of that kind can
only raise doubt.
"""

from __future__ import annotations

import re

from aver.patterns import regex
from aver.stages.atoms.language import language_of
from aver.stages.checks.cited import evidence_of, names_around
from aver.stages.checks.profiles import Context, Packets, finding
from aver.values.answers import Claim, ClaimKind, Finding, Verdict

_NAME = "names_stand_in_evidence"
_CODE = regex(
    r"`([^`\n]+)`"
    r"|((?<![\w/])/[\w.-]+(?:/[\w.-]+)+|(?<![\w-])--?[A-Za-z][\w-]+|\b\w+(?:\.\w+)*\(\)|\b[A-Za-z]\w*(?:\.[A-Za-z_]\w+)+\b"
    r"|\b[A-Za-z]\w*_\w*\b|\b[a-z]+[A-Z]\w*\b|\b[A-Z][a-z]+(?:[A-Z][a-z0-9]+)+\b"
    r"|\b(?=[\w-]*[A-Za-z])(?=[\w-]*\d)[A-Za-z][\w]*(?:-\w+)*\b)"
)
_WORD = regex(r"[^\W\d_]+(?:['’\-][^\W\d_]+)*")
_CAPITALISED = r"\b[A-ZÄÖÜÀ-ÞŁŚŽ][\w’'\-]*\b"
_RUN = regex(rf"{_CAPITALISED}(?:[ \u00a0](?:(?:of|the|von|van|de|der|und|and|für|&)[ ])?{_CAPITALISED})*")
_STARTS = regex(r"(?:^|[.!?:;\n]\s*|[\"“„(]\s*|\n\s*[-*•]\s*)$")
_JOINING_WORDS = "of the von van de der und and für"
_SMALL_WORDS = (
    "a an the this that these those it its he she they we you i if in on at by for from to of as and or but not no yes"
    " all any each every some both when where while with without after before until since under over what which who how"
    " why there here only although though because unless whereas neither nor either both between during within despite"
    " unlike according also even still yet therefore however thus whether is are was were be been has have had do does"
    " did can could may might must shall should will"
    " would than then der die das ein eine einer eines dem den des dies diese dieser dieses es er sie wir ihr ich im am"
    " auf bei von vom zu zum zur für mit ohne nach vor bis seit unter über wenn wo während und oder aber nicht kein"
    " keine alle jede jeder jedes nur ist sind war waren wird werden hat haben kann können muss müssen darf dürfen soll"
    " sollen was wer wie warum obwohl weil falls sobald weder sowohl trotz außer"
)
_CONNECTING = frozenset(_JOINING_WORDS.split())
_SMALL = frozenset(_SMALL_WORDS.split())


def names_stand_in_evidence(claim: Claim, packets: Packets, _: Context) -> Finding:
    """Fail where an identifier or name is not in the evidence, doubt where its words stand apart."""
    text = claim.text.text
    identifiers, names = _identifiers(text), _runs(text)
    if not identifiers and not names:
        return finding(claim, _NAME, Verdict.PASS, "the claim has no names")
    evidence = evidence_of(claim, packets)
    if evidence is None and not (claim.kind is ClaimKind.COMPUTED and not claim.citations):
        return finding(claim, _NAME, Verdict.NOT_RUN, "a cited text can't be read")
    where = f"{evidence or ''}\n{names_around(claim, packets)}"
    stated = _words(where)
    stated += [part for word in stated if "-" in word for part in word.split("-")]
    german = language_of(text) == "de" or language_of(where) == "de"
    verdicts = [_identifier(name, where) for _, _, name in identifiers]
    verdicts += [_run(words, text, start, stated, german=german) for start, words in names]
    if Verdict.FAIL in verdicts:
        verdict = Verdict.DOUBT if claim.kind is ClaimKind.COMPUTED else Verdict.FAIL
        return finding(claim, _NAME, verdict, f"{verdicts.count(Verdict.FAIL)} names are not in the evidence")
    if Verdict.DOUBT in verdicts:
        return finding(claim, _NAME, Verdict.DOUBT, f"{verdicts.count(Verdict.DOUBT)} names stand only in part")
    return finding(claim, _NAME, Verdict.PASS, f"{len(verdicts)} names stand in the evidence")


def _identifiers(text: str) -> list[tuple[int, int, str]]:
    return [(found.start(), found.end(), (found[1] or found[2]).removesuffix("()")) for found in _CODE.finditer(text)]


def _identifier(name: str, where: str) -> Verdict:
    longer = r"(?![\w-])" if name.startswith("-") else r"(?!\w)"
    found = re.search(rf"(?<!\w){re.escape(name)}{longer}", where)
    return Verdict.PASS if found else Verdict.FAIL


def _runs(text: str) -> list[tuple[int, list[str]]]:
    """Return the capitalised runs outside identifiers: where each starts and its words."""
    for start, end, _ in _identifiers(text):
        text = f"{text[:start]}{'·' * (end - start)}{text[end:]}"
    runs = (_trimmed(text, found.start(), found.end()) for found in _RUN.finditer(text))
    return [(start, _words(text[start:end])) for start, end in runs if _words(text[start:end])]


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    """Return the run without the small words it begins with ("At ACME"); an acronym (WHO) is no small word."""
    found = _WORD.search(text, start, end)
    while found and (len(found[0]) == 1 or not found[0].isupper()) and _bare(found[0]) in _SMALL:
        start = found.end()
        found = _WORD.search(text, start, end)
    return found.start() if found else end, end


def _run(words: list[str], text: str, start: int, stated: list[str], *, german: bool) -> Verdict:
    missing = [word for word in words if word not in _CONNECTING and not any(_same(word, other) for other in stated)]
    first = bool(_STARTS.search(text[:start]))
    ordinary = len(words) == 1 and (first or german) and not _is_acronym(text, start)
    if missing:
        return Verdict.DOUBT if ordinary or (german and len(missing) < len(words)) else Verdict.FAIL
    return Verdict.PASS if _stands_as_run(words, stated) or german else Verdict.DOUBT


def _is_acronym(text: str, start: int) -> bool:
    return bool(re.match(r"[A-ZÄÖÜ]{2,}\b", text[start:]))


def _stands_as_run(words: list[str], stated: list[str]) -> bool:
    size = len(words)
    return any(
        all(_same(word, other) for word, other in zip(words, stated[place : place + size], strict=True))
        for place in range(len(stated) - size + 1)
    )


def _words(text: str) -> list[str]:
    return [_bare(word) for word in _WORD.findall(text)]


def _bare(word: str) -> str:
    return re.sub(r"['’]s?$", "", word).casefold()


def _same(word: str, other: str) -> bool:
    """Whether two words differ at most by a genitive or plural ending."""
    if word == other:
        return True
    longer, shorter = sorted((word, other), key=len, reverse=True)
    return len(shorter) >= 4 and longer.startswith(shorter) and longer[len(shorter) :] in ("s", "es")
