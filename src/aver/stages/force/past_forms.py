"""The simple past of a verb in the present: strong verbs by a list, weak ones by their endings.

An ending alone is weak evidence ("erste", "required"), so a form counts as a verb only where nothing beside it makes it
an adjective or a participle: no auxiliary in its clause, no article before it.
"""

from __future__ import annotations

from functools import cache

from aver.stages.atoms.cues import word_set
from aver.stages.atoms.language import Language
from aver.stages.atoms.lexicon import strong_verbs
from aver.stages.force.statement import Statement

_HELPING = {
    "en": "may might can could shall should will would must to be been being not don't doesn't didn't",
    "de": "kann können konnte konnten muss müssen musste mussten darf dürfen soll sollen sollte sollten will wollen "
    "mag mögen möchte möchten könnte könnten würde würden zu worden werde sei seien",
}
_DETERMINERS = {
    "en": "the a an this that these those its their his her our my your each every any some no all by",
    "de": "der die das den dem des ein eine einer eines einem einen kein keine keiner keinen dieser diese dieses "
    "diesen ihr ihre ihrer ihren sein seine seiner seinen unser unsere alle "
    "allen jede jeder jedes einige viele mit für von in",
}
_GERMAN_ADJECTIVES = (
    "erst leicht gut alt recht schlecht direkt bekannt gesamt weit fest bestimmt beliebt hart zart kalt laut breit rot "
    "bunt spät glatt dicht echt satt nett wert akut absolut exakt perfekt indirekt konkret privat letzt nächst"
)
"""Words in -t that an ending makes an adjective and not a past."""


def pasts_of(present: str, language: Language) -> frozenset[str]:
    """Return the forms that the simple past of a case-folded verb in the present may have."""
    if language == "de":
        return _strong(language).get(present, frozenset()) | _weak_german(present)
    return _strong(language).get(present, frozenset()) | _weak_english(present)


@cache
def past_only(language: Language) -> frozenset[str]:
    """Return the listed forms that are a simple past and nothing else."""
    table = strong_verbs.GERMAN if language == "de" else strong_verbs.ENGLISH
    own = frozenset(verb[1] for verb in _verbs(table))
    return own | frozenset(f"{verb}en" for verb in own if language == "de" and not verb.endswith("e"))


def is_verb(statement: Statement, number: int) -> bool:
    """Whether nothing beside word `number` makes it a participle, an infinitive, an adjective or a noun."""
    words, language = statement.words, statement.language
    if language == "de" and number and statement.text[words[number].start].isupper():
        return False
    before = words[number - 1].folded if number else ""
    if before in _set(_DETERMINERS[language]):
        return False
    nearby = [words[n].folded for n in statement.clause(statement.clauses[number])] if language == "de" else [before]
    helping = word_set("PAST_VERBS", language) | word_set("PRESENT_VERBS", language) | _set(_HELPING[language])
    return not helping.intersection(word for word in nearby if word != words[number].folded)


@cache
def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


def _verbs(table: str) -> list[list[str]]:
    return [verb.split() for line in table.splitlines() for verb in line.split("|") if verb.strip()]


@cache
def _strong(language: Language) -> dict[str, frozenset[str]]:
    if language == "de":
        forms = _verbs(strong_verbs.GERMAN)
        plural = {infinitive: past + ("n" if past.endswith("e") else "en") for _, past, infinitive in forms}
        return {present: frozenset({past}) for present, past, _ in forms} | {
            infinitive: frozenset({past}) for infinitive, past in plural.items()
        }
    forms = _verbs(strong_verbs.ENGLISH) + _verbs(strong_verbs.ENGLISH_SHARED)
    return {form: frozenset({past}) for verb, past in forms for form in (verb, _third_person(verb))}


def _third_person(verb: str) -> str:
    if verb.endswith("y") and verb[-2] not in "aeiou":
        return f"{verb[:-1]}ies"
    return f"{verb}es" if verb.endswith(("s", "x", "ch", "sh", "o")) else f"{verb}s"


def _weak_german(present: str) -> frozenset[str]:
    if len(present) < 4 or present in _set(_GERMAN_ADJECTIVES):
        return frozenset()
    if present.endswith("t"):
        return frozenset({f"{present}e"})
    stem = present[:-2] if present.endswith("en") else present[:-1] if present.endswith(("eln", "ern")) else ""
    return frozenset({f"{stem}ten", f"{stem}eten"}) if stem else frozenset()


def _weak_english(present: str) -> frozenset[str]:
    if len(present) < 3 or present.endswith("ss") or present.endswith("ed"):
        return frozenset()
    stems = {present, present.removesuffix("s"), present.removesuffix("es")}
    stems |= {f"{present.removesuffix('ies')}y"} if present.endswith("ies") else set()
    regular = {f"{stem}ed" for stem in stems} | {f"{stem}d" for stem in stems if stem.endswith("e")}
    doubled = {f"{stem}{stem[-1]}ed" for stem in stems}
    return frozenset(regular | doubled | {f"{stem[:-1]}ied" for stem in stems if stem.endswith("y")})
