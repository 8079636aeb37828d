"""A rule travels with its exception, a table value with its footnote (E6).

Looked for: the rest of the sentence that a quote breaks off, the sentence directly after it, a later one of the passage
that excepts somebody from what was quoted, one that changes or ends it, a footnote whose mark stands in the quoted
text, and the qualifier that ingestion found elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from aver.patterns import regex
from aver.stages.atoms.language import language_of
from aver.stages.checks.cited import passage_of, slice_of
from aver.stages.checks.profiles import Context, Packets, finding
from aver.stages.in_force import not_in_force
from aver.stages.notes import note_of, noted
from aver.stages.other_case import tells_another_case
from aver.stages.planning.words import content
from aver.stages.sentences import split
from aver.stages.table_rows import body_rows
from aver.stages.told_scope import tells_a_scope
from aver.values.answers import Citation, Claim, ClaimKind, Finding, Verdict
from aver.values.evidence import Passage

_EXCEPTION = regex(
    r"\b(?:except(?:ions?|ing)?|unless|however|notwithstanding|provided\s+that|other\s+than|excluding|but\s+not"
    r"|(?:does|do|shall)\s+not\s+apply|save\s+(?:for|that|where)|subject\s+to|(?:is|are|remains?|stays?)\s+(?:excluded|exempt(?:ed)?|excepted)"
    r"|außer|ausgenommen\w*|ausnahmen?|jedoch|es\s+sei\s+denn|abweichend|mit\s+ausnahme|sofern\s+nicht|soweit\s+nicht"
    r"|(?:gilt|gelten)\s+nicht|vorbehaltlich|nicht\s+jedoch|there\s+(?:may|can|could|might)\s+(?:still|yet)\s+be)\b"
    r"|^\W*(?:exempt(?:ed)?|excepted|excluded|befreit)\s+(?:from\s+(?:this|it)\s+|davon\s+|hiervon\s+)?(?:is|are|ist|sind)\b",
    re.IGNORECASE,
)
_EXCEPTS = regex(
    r"\b(?:excepted|exempt(?:ed)?|exceptions?\s+to|(?:does|do|shall)\s+not\s+apply\s+to|ausgenommen|befreit|gilt\s+nicht\s+für)\b",
    re.IGNORECASE,
)
"""What excepts somebody or something by name, wherever it stands."""

_CHANGED = regex(
    r"\b(?:(?:is|are|was|were|been|be|being|wird|werden|wurden?|worden|ist|sind)\s+(?:\w+\s+){0,2}?(?:extended|prolonged"
    r"|suspended|cancell?ed|discontinued|abolished|scrapped|waived|revoked|rescinded|repealed|corrected|postponed|deferred"
    r"|withdrawn|dropped|removed|retired|reverted|reversed|retracted|lifted|halved|doubled|raised|lowered|reduced|increased|cut|changed|replaced|superseded|ausgesetzt"
    r"|verlängert|gestrichen|aufgehoben|verschoben|berichtigt|ersetzt|geändert|erhöht|gesenkt|verdoppelt|halbiert)"
    r"|(?:has|have|had)\s+(?:since\s+|been\s+|now\s+)*(?:extended|suspended|cancell?ed|stopped|abolished|scrapped|waived"
    r"|revoked|rescinded|repealed|corrected|postponed|withdrawn|dropped|removed|reverted|retracted|replaced|superseded|changed)"
    r"|(?:is|are|was|were|remains?|stays?)\s+(?:\w+\s+)?closed\s+(?:for\s+(?!lunch)|until|from|due|because)|out\s+of\s+(?:order|service|use)"
    r"|(?:ist|sind|bleibt|bleiben)\s+(?:\w+\s+){0,4}?geschlossen|außer\s+betrieb|ceases?|lapse[sd]?|expires?|no\s+longer|appl(?:y|ies)\s+instead|(?:move[sd]?|delayed|put\s+back)\s+to|put\s+(?:\w+\s+)?off"
    r"|(?:figures?|values?|numbers?|results?|claims?|statements?|entr(?:y|ies)|readings?|it|this|that|these)\s+(?:is|are|was|were)\s+"
    r"(?:\w+\s+)?(?:wrong|false|incorrect|invalid|mistaken|inaccurate|unreliable|untrue|an?\s+(?:error|mistake|typo|misprint))"
    r"|(?:should|must|may)\s+not\s+be\s+(?:quoted|cited|used|relied|trusted|repeated)|zahl\w*\s+(?:ist|war|sind|waren)\s+falsch"
    r"|we\s+(?:measured|doubt)|in\s+our\s+(?:own\s+)?\w*\s*(?:test|measurement)s?|our\s+(?:\w+\s+)?(?:test|measurement)s?\s+\w+ed"
    r"|entfällt|nicht\s+mehr|stattdessen)\b"
    r"|^\W*(?:until|for\s+the\s+time\s+being|bis\s+(?:zum|ende|auf)|vorerst|derzeit|extended|amended|suspended"
    r"|cancell?ed|deleted|removed|retired|reverted|retracted|superseded|corrected|changed|replaced|decision|resolved|correction|erratum|update|verlängert|geändert"
    r"|beschluss|berichtigung)\b",
    re.IGNORECASE,
)
"""What changes or ends a thing just told; of 1,587 right quotes of squad_dev 15 stand before such a sentence."""

_DENIED = regex(
    r"^\W*(?:(?:it|that|this|they|these|those|he|she|we|i)\s+(?:was|were|is|are|did|does|do|has|have|had|could|would|will)"
    r"(?:\s+not|n['’]t)(?:\s+(?:so|true|happen|correct|right|it|to\s+be|the\s+case|work\s+out|come\s+(?:true|about|to\s+pass)))?"
    r"|(?:it|that|this)\s+never\s+(?:\w+)|(?:that|this|it|which|we|i|he|she|they|both)\s+(?:is|was|are|were|proved|turned\s+out)\s+"
    r"(?:to\s+be\s+)?(?:wrong|false|untrue|mistaken|incorrect|an?\s+(?:error|mistake|myth|legend))|not\s+so|wrong|false|untrue"
    r"|nothing\s+came\s+of\s+(?:it|this|that)|das\s+(?:stimmt(?:e)?|war|ist)\s+(?:nicht(?:\s+so)?|falsch|ein\s+irrtum)"
    r"|(?:dazu|so)\s+kam\s+es\s+nicht|daraus\s+wurde\s+nichts|falsch|irrtum)\s*[.!;:]",
    re.IGNORECASE,
)
"""What takes back the sentence before it in a few words: "It was not." """

_TURNED_OUT = regex(
    r"\W*(?:(?:it|this|that)\s+(?:later\s+|then\s+|soon\s+|in\s+fact\s+)?turned\s+out|in\s+(?:fact|truth|reality)"
    r"|es\s+stellte\s+sich|in\s+wirklichkeit|tatsächlich)\b",
    re.IGNORECASE,
)
"""How a sentence begins that tells what was so after all."""

_NOT_ASSURED = regex(
    r"^\W*(?:(?:this|that|it|these|they|which|the\s+\w+)\s+(?:is|are|was|were)\s*(?:not|n['’]t|never|by\s+no\s+means|in\s+no\s+way)\s+"
    r"(?:yet\s+|legally\s+)?(?:guarantee[d]?|certain|sure|binding|assured|promised|definite|final|settled|a\s+(?:promise|guarantee|commitment|given))"
    r"|(?:there\s+is|we\s+(?:give|make|offer)|but)?\s*no\s+(?:legal\s+)?(?:guarantee|entitlement|claim\s+to|right\s+to|promise)"
    r"|(?:das|dies\w*|es|sie)\s+(?:ist|sind|wird)\s+(?:\w+\s+)?(?:nicht\s+(?:\w+\s+)?(?:garantiert|sicher|verbindlich|zugesichert|endgültig)|unverbindlich)"
    r"|ohne\s+gewähr|(?:ein|kein)\s+(?:rechts)?anspruch|(?:darauf|hierauf)\s+besteht)\b",
    re.IGNORECASE,
)
"""How a sentence begins that says of what was just told that nobody answers for it: "This is not guaranteed." """

_BARRED = regex(
    r"^(?!\W*\d+(?:\.\d+)*\.?\s)[^;]*?\b(?:cannot|can\s+not|can['’]t|(?:may|must|shall)\s+not|(?:is|are)\s+not\s+(?:allowed|permitted|entitled|eligible|included|covered)"
    r"|d(?:arf|ürfen)\s+(?:\w+\s+){0,3}?nicht|k(?:ann|önnen)\s+(?:\w+\s+){0,3}?nicht)\b",
    re.IGNORECASE,
)
"""What is denied to some of those just told of: "Trainees cannot request an advance." """

_FORBIDS = regex(
    r"(?:\b(?:not|never|no|cannot|forbidden|prohibited|banned|excluded|nicht|nie|kein\w*|verboten|untersagt)|n['’]t)\b",
    re.IGNORECASE,
)
_GRANTED = regex(
    r"^\W*(?:[\w-]+\s+){1,4}?(?:may|can|(?:is|are)\s+(?:\w+\s+)?(?:allowed|permitted|exempt(?:ed)?|welcome|admitted)|d(?:arf|ürfen)"
    r"|k(?:ann|önnen))\b(?!\s+(?:\w+\s+){0,3}?(?:not|never|no|nicht|kein\w*)\b)",
    re.IGNORECASE,
)
"""What is granted to some of those who were just denied it: "Assistance dogs may go everywhere." """

_NOT_THERE = regex(
    r"^\W*(?:in|for|during|on|at|with|if|when|while|within|until|before|after|from|outside|bei|beim|für|im|in|während|am|bis|vor"
    r"|nach|ab|mit|wenn|falls)\b(?=[^;]*\b(?:it|they|this|that|these|es|sie|dies\w*|das)\b)(?=[^;]*\b(?:not|never|no|cannot|nicht"
    r"|nie|kein\w*)\b)",
    re.IGNORECASE,
)
"""How a sentence begins that says where the one before it doesn't hold: "In the first month it is not possible." """

_WITHIN = regex(
    r"\b(?:unless|provided\s+that|subject\s+to|es\s+sei\s+denn|sofern\s+nicht|soweit\s+nicht|vorbehaltlich)\b",
    re.IGNORECASE,
)
"""What limits the clause that it stands behind, and not a sentence of the paragraph before."""

_DOUBTED = regex(
    r"\b(?:we|i)\s+(?:do\s+not|don['’]t|cannot|can['’]t)\s+(?:think|believe|agree|conclude|accept)\b|\b(?:wir|ich)\s+(?:glauben?|denken?|meinen?)\s+nicht\b"
    r"|\b(?:this|that|it|they|these|which|the\s+(?:stud(?:y|ies)|data|results?|findings?|design))\s+(?:do(?:es)?|did|can)\s*(?:not|n['’]t)\s+"
    r"(?:show|prove|mean|demonstrate|establish|imply|support|allow)\b|\b(?:zeigt|beweist|belegt|bedeutet)\s+(?:\w+\s+){0,2}?nicht\b",
    re.IGNORECASE,
)
"""Says of what was told that it doesn't show what it seems to, or isn't what the author thinks."""

_PROPOSED = regex(
    r"\b(?:propos(?:e[sd]?|als?|ing)|plan(?:s|ned)?|consult(?:s|ed|ation)|intends?|motion|bill|wants?\s+to"
    r"|(?:we|i|they|it\s+was|was|were|has\s+been|have)\s+(?:also\s+|briefly\s+|long\s+|seriously\s+|been\s+)*(?:considered|considering|discussed|discussing"
    r"|suggested|contemplated|weighed|debated|thought\s+(?:about|of)|looked\s+(?:at|into)|toyed\s+with|explored|erwog\w*)|erw[oä]g(?:en|t|ung)\w*|überlegt\w*|angeregt"
    r"|vorschlag|vorgeschlagen"
    r"|schlägt|schlug|plant|geplant|antrag|beantragt|entwurf)\b",
    re.IGNORECASE,
)
_UNCONFIRMED = regex(
    r"\b(?:(?:could|can|did|was|were|has|have)\s*(?:not|n['’]t|never)\s+(?:been\s+|be\s+)?(?:reproduce|confirm|verif|replicat|substantiat|corroborat|find\s+any"
    r"|borne\s+out|bear\s+out)\w*|cannot\s+be\s+(?:reproduced|confirmed|verified)|(?:gives?|gave|names?|named|cites?|cited|offers?|offered)\s+no"
    r"\s+(?:method|source|evidence|reason|reference|data)s?|no\s+evidence\s+(?:for|of|that)|un(?:founded|substantiated|confirmed|verified|supported)"
    r"|without\s+(?:foundation|evidence)|nicht\s+(?:bestätig|belegt|nachvollzieh|reproduzier)\w*|unbelegt|unbestätigt)",
    re.IGNORECASE,
)
"""What says of something told that nobody could make sure of it."""

_CAME_TO_NOTHING = regex(
    r"\b(?:not\s+(?:be\s+|been\s+)?(?:taken\s+forward|go(?:ing|ne)?\s+ahead|proceed(?:ed|ing)?|adopted|introduced|approved|passed"
    r"|carried|pursued|implemented)|(?:drop|scrap)ped|shelved|withdr[ae]wn?|abandoned|rejected|defeated|voted\s+down|turned\s+down"
    r"|fell|lost|failed|abgelehnt|verworfen|zurückgezogen|fallen\s*gelassen|nicht\s+(?:angenommen|beschlossen|umgesetzt"
    r"|weiter\s*verfolgt))\b",
    re.IGNORECASE,
)
"""What became of a proposal, where nothing came of it."""

_PARAGRAPH = regex(r"\n\s*\n")

_TAKEN_UP = regex(
    r"^\W*?(?:[\[(]|(?:the|this|that|these|it|they|both|in|we|our|der|die|das|dies\w*|es|sie)\b)", re.IGNORECASE
)
"""How a sentence takes up what the one before it told."""

_VARIANT = regex(
    r"^\W*(?:[Oo]n|[Ff]or|[Ii]n|[Ww]ith|[Bb]eim?|[Ff]ür)\s+(?:the\s+|d(?:en|ie|as|em)\s+)?[A-Z][A-Za-z]*[ -]?\d[\w-]*"
    r"(?:\s[A-Z]\w+)?\s+[^,]*\b(?:is|are|it|they|these|the\s+(?:figures?|values?|limits?)|ist|sind|gilt|gelten)\b"
)
"""What holds of one model otherwise: "On the K20 Plus the figures are 18 hours and 11 hours." """

_OF_IT = regex(r"\W*(?:it|they|this|that|these|sie|er|es|dies\w*|das)\b", re.IGNORECASE)

SHARED = 2
"""Content words that such a sentence has in common with the rule it excepts from."""

_OPEN_MARK = regex(r"(?<=[\w.)%])(?:\\?\*{1,3}|[†‡]|\[\^[\w-]+\])(?=[.,;]?\s*(?:\||$))", re.MULTILINE)
"""A mark at the end of a line, cell or quote: what it points to limits the text even where it stands elsewhere."""


def exceptions_kept(claim: Claim, packets: Packets, _: Context) -> Finding:
    """Doubt where an exception or footnote belongs to a cited span and no citation of the claim includes it."""
    if not claim.citations and claim.kind is ClaimKind.COMPUTED:
        return finding(claim, "exceptions_kept", Verdict.PASS, "no passage is cited")
    pairs = [(citation, passage_of(citation, packets)) for citation in claim.citations]
    if not pairs or any(passage is None or slice_of(citation, passage) is None for citation, passage in pairs):
        return finding(claim, "exceptions_kept", Verdict.NOT_RUN, "a cited text can't be read")
    left_out = sum(
        1
        for citation, passage in pairs
        if passage is not None
        for start, end in limits_of(passage, citation.start, citation.end)
        if not _included(passage, start, end, claim)
    )
    left_out += sum(passage is not None and _note_elsewhere(citation, passage) for citation, passage in pairs)
    left_out += sum(passage is not None and _qualifier_left_out(passage, claim) for _, passage in pairs)
    if left_out:
        return finding(claim, "exceptions_kept", Verdict.DOUBT, f"{left_out} exceptions or notes are left out")
    return finding(claim, "exceptions_kept", Verdict.PASS, "no exception or note is left out")


def limits_of(passage: Passage, start: int, end: int) -> list[tuple[int, int]]:
    """Return what limits the words `[start, end)` of a passage, canonical offsets; no row of a table limits another."""
    base = passage.start
    found = limiting_spans(passage.text.text, start - base, end - base)
    rows = [row for row in body_rows(passage) if not row[0] <= start < row[1] and _cells(passage, row) > 1]
    spans = [(base + first, base + last) for first, last in found]
    return [one for one in spans if not any(one[0] < last and first < one[1] for first, last in rows)]


def _cells(passage: Passage, row: tuple[int, int]) -> int:
    """Return how many cells a row has: one alone may be a note about the others."""
    return sum(row[0] <= start < end <= row[1] for _, _, start, end, _ in passage.table_cells)


def limiting_spans(text: str, first: int, last: int) -> list[tuple[int, int]]:
    """Return the spans of `text` that limit what `text[first:last]` says: exceptions and footnotes after it."""
    after = [
        *_exceptions_after(text, first, last),
        *_excepted_later(text, first, last),
        *_changed_after(text, first, last),
        *_doubted_later(text, first, last),
    ]
    after += _came_to_nothing(text, first, last)
    return [*dict.fromkeys(after), *noted(text, first, last)]


def _exceptions_after(text: str, begin: int, position: int) -> list[tuple[int, int]]:
    """Return what states an exception from `text[begin:position]`: the rest of a sentence broken off, the one after."""
    told = content(text[begin:position])
    position = len(text[:position].rstrip())
    later = [span for span in split(text, language=language_of(text) or "en") if span[1] > position]
    broken_off = bool(later) and later[0][0] < position
    following = later[: 1 + broken_off]
    spans = ((max(start, position), end) for start, end in following)
    return [(start, end) for start, end in spans if _EXCEPTION.search(_said_of_it(text, start, end, told))]


def _said_of_it(text: str, start: int, end: int, told: frozenset[str]) -> str:
    """Return a sentence, without what limits its own clause if it opens a paragraph about other things than `told`."""
    said = text[start:end]
    gap = text[len(text[:start].rstrip()) : end - len(said.lstrip())]
    within = _WITHIN.search(said)
    if within is None or not _PARAGRAPH.search(gap) or not told.isdisjoint(content(said)):
        return said
    clause = said[: within.start()]
    return clause if len(content(clause)) > 1 else said


def _excepted_later(text: str, first: int, last: int) -> list[tuple[int, int]]:
    """Return the later sentences that except something from the rule quoted: they speak of the same things, or of "it"
    and of one of them."""
    rule = content(text[first:last])
    return [
        (start, end)
        for start, end in split(text, language=language_of(text) or "en")
        if start >= last
        and _EXCEPTS.search(text, start, end)
        and len(rule & content(text[start:end])) >= (1 if _OF_IT.match(text, start, end) else SHARED)
    ]


def _doubted_later(text: str, first: int, last: int) -> list[tuple[int, int]]:
    """Return the later sentences of the same paragraph that say of what is quoted that it doesn't show what it seems
    to, or that the author doesn't think so."""
    rule = content(text[first:last])
    end_of_paragraph = text.find("\n\n", last)
    within = text[last:] if end_of_paragraph < 0 else text[last:end_of_paragraph]
    sentences = split(within, start=last, language=language_of(text) or "en") if _DOUBTED.search(within) else ()
    return [
        (start, end)
        for start, end in sentences
        if _DOUBTED.search(text, start, end) and len(rule & content(text[start:end])) >= SHARED
    ]


def _changed_after(text: str, first: int, last: int) -> list[tuple[int, int]]:
    """Return those of the two sentences after the quote that change or end what it tells."""
    spans = split(text, language=language_of(text) or "en")
    told = content(text[first:last]) | _leaned_on(text, spans, first)
    later = [span for span in spans if span[0] >= last][:2]
    found = []
    for place, (start, end) in enumerate(later):
        shared = len(told & content(text[start:end]))
        enough = shared >= SHARED or (place == 0 and (shared or _TAKEN_UP.match(text[start:end])))
        denied = place == 0 and (
            _takes_back(text[start:end])
            or _NOT_ASSURED.match(text[start:end])
            or tells_another_case(text[first:last], text[start:end])
            or (shared and (_NOT_THERE.match(text[start:end]) or _BARRED.match(text[start:end])))
            or (shared and _GRANTED.match(text[start:end]) and _FORBIDS.search(text, first, last))
        )
        if (
            denied
            or (enough and _UNCONFIRMED.search(text[start:end]))
            or (enough and _CHANGED.search(_said_of_it(text, start, end, told)))
            or _VARIANT.match(text[start:end])
        ):
            found.append((start, end))
    return found


def _leaned_on(text: str, spans: Sequence[tuple[int, int]], first: int) -> frozenset[str]:
    """Return what the sentence before the one at `first` is about, where that one speaks of "it" or "them"."""
    before = [text[start:end] for start, end in spans if end <= first]
    return content(before[-1]) if before and _OF_IT.match(text, first) else frozenset()


def taken_back(text: str, last: int) -> str:
    """Return the sentence behind `text[:last]` where it says that what was told there isn't, or wasn't, so, else ""."""
    later = split(text[last:], start=last, language=language_of(text) or "en")[:1]
    said = "".join(text[start:end] for start, end in later)
    return said if _takes_back(said) else ""


def unconfirmed(clause: str) -> bool:
    """Whether a clause says of what stands before it that nobody could make sure of it, or takes it back."""
    return _takes_back(clause) or _UNCONFIRMED.search(clause) is not None


def _takes_back(sentence: str) -> bool:
    return _DENIED.match(sentence) is not None or _TURNED_OUT.match(sentence) is not None


def _came_to_nothing(text: str, first: int, last: int) -> list[tuple[int, int]]:
    """Return the sentences of the same paragraph that tell of a proposal quoted that nothing came of it."""
    if not _PROPOSED.search(text, first, last):
        return []
    over = _PARAGRAPH.search(text, last)
    later = split(text, language=language_of(text) or "en")
    return [
        (start, end)
        for start, end in later
        if last <= start < (over.start() if over else len(text)) and _CAME_TO_NOTHING.search(text, start, end)
    ]


def _note_elsewhere(citation: Citation, passage: Passage) -> bool:
    """Whether a mark at the end of what is cited points to a note that the passage doesn't hold; two are emphasis."""
    text, cited = passage.text.text, slice_of(citation, passage) or ""
    within = f"{text}\n{passage.qualifier.text}"
    marks = {found[0].lstrip("\\") for found in _OPEN_MARK.finditer(cited)}
    return any(cited.count(mark) % 2 and note_of(mark, within) is None for mark in marks)


def _included(passage: Passage, start: int, end: int, claim: Claim) -> bool:
    limit = passage.text.text[start - passage.start : end - passage.start]
    first = start + len(limit) - len(limit.lstrip())
    last = first + len(limit.strip())
    return any(c.version == passage.version and c.start <= first and last <= c.end for c in claim.citations)


def _qualifier_left_out(passage: Passage, claim: Claim) -> bool:
    """Whether an exception elsewhere is left out; that a text isn't in force is weighed against what is asked, and for
    whom it holds is told with every quote."""
    qualifier = passage.qualifier.text.strip()
    if not_in_force(qualifier) or (claim.kind is ClaimKind.QUOTE and tells_a_scope(qualifier)):
        return False
    said = (claim.text.text, *(citation.quote.text for citation in claim.citations))
    return bool(qualifier) and not any(qualifier in text for text in said)
