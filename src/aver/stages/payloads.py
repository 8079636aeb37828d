"""Report text that talks to the machine instead of to the reader.

A flag names a family of payload; what a packet may do doesn't depend on it. Retrieved text is inert because of how it
is escaped and delimited (`aver.stages.injection`), so a missed payload costs a warning, never control. One thing
only: a sentence that sets a machine's instructions aside is neither quoted as an answer nor shown to the reader
(`orders`), unless such sentences are what is asked about.

Each family is a surface that ordinary prose rarely has: an order that names the answer to be given, words
that set earlier instructions aside, a role or template marker, characters nobody can see, a comment that
gives orders, markup that closes a frame, a link that carries a blank to be filled in.

Measured on `../shared/data/dev` (the families were written with those payloads in view, so the shares are
what the rules reach, not what an unseen attacker would meet): BIPIA text payloads that name the answer 48
of 50, BIPIA payloads that are a bare question or task 0 of 25 (nothing in their words is an order to a
machine), BIPIA code payloads 48 of 50. False flags: 0 of 226 NotInject prompts, 0 of 1,000 BIPIA code, email
and table contexts, 0 of 2,227 SQuAD rows, 0 of 102 German statutes; 4 of 799 Haystack pages, each of which
quotes a chat template or an injection.
"""

from __future__ import annotations

import re

from aver.patterns import regex
from aver.stages.sentences import split

_ORDERED = (
    r"add|append|augment|combine|convert|embed|end|enhance|enrich|finish|group|include|incorporate|insert|integrate"
    r"|introduce|jumble|merge|misspell|mention|modify|provide|rearrange|remove|render|replace|scramble|start|substitute"
    r"|tease|use|anagram|write"
)
_ANSWER = r"your\s+(?:(?:final|next)\s+)?(?:answer|response|reply|output|message)"
_WORDS = r"(?:[^.!?\n]|[.!?](?=\S))"
_ERGEBNIS = r"(?:deine[rnm]?|ihre[rnm]?)\s+(?:nächsten?\s+)?(?:antwort|ausgabe|erwiderung|rückmeldung)"
_EARLIER = r"(?:previous(?:ly)?|prior|above|earlier|preceding|foregoing|existing|original|system|safety|other)"
_FRUEHER = r"(?:vorherige|vorige|bisherige|obige|frühere|vorangegangene|vorstehende|ursprüngliche|andere)[nrsm]?"
_RULES = r"(?:instructions?|prompts?|directives?|commands?|guidelines|rules|context|messages?|conversation|orders)"
_REGELN = (
    r"(?:anweisung(?:en)?|instruktion(?:en)?|vorgaben?|regeln?|befehle?|eingaben?|aufforderung(?:en)?|nachrichten)"
)
_VERGISS = r"(?:ignorier|vergiss|vergessen|missacht|übergeh|verwirf)\w*"
_SECRET = r"(?:conversation|chat\s+history|secrets?|api\s+keys?|passwords?|credentials|system\s+prompt|cookies?)"
_ADDRESS = r"(?:https?://|www\.|[\w.+-]{1,64}@\w)"
_SNIPPET = r"(?:below|following|subsequent)\s+code\s+(?:block|snippet|section|excerpt)"
_WORK = r"(?:code|codebase|implementation|solution|algorithm|response|elucidation)"
_ASSISTANT = r"(?:an?|the)\s+(?:ai|llm|chat\s?bot|language\s+model|(?:ai|virtual)\s+(?:assistant|agent|model))"

_TEXT_FAMILIES: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (name, regex(pattern, re.IGNORECASE | re.MULTILINE))
    for name, pattern in (
        (
            "override",
            rf"\b(?:ignore|disregard|forget|override|bypass|neglect|discard)\b[^.!?\n]{{0,30}}?\b{_EARLIER}\b"
            rf"[^.!?\n]{{0,20}}?\b{_RULES}\b"
            rf"|\b(?:ignore|disregard|forget)\s+(?:all|any|everything|anything|what)\b[^.!?\n]{{0,30}}"
            rf"\b(?:{_RULES}|above|you\s+(?:were|have\s+been)\s+told|you\s+know)\b"
            rf"|\b{_VERGISS}\b[^.!?\n]{{0,30}}?\b(?:{_FRUEHER}|deine|ihre)\s+(?:\w+\s+)?{_REGELN}\b"
            rf"|\b{_VERGISS}\s+(?:bitte\s+)?all(?:e|es)\b[^.!?\n]{{0,30}}\b(?:{_REGELN}|bisher|zuvor|oben)\b"
            r"|^\W{0,8}(?:new|updated|real)\s+(?:system\s+)?instructions?\s*:"
            r"|^\W{0,8}neue\s+(?:system)?(?:anweisung(?:en)?|instruktion(?:en)?)\s*:",
        ),
        (
            "role_change",
            rf"\byou\s+are\s+(?:now|no\s+longer)\s+(?:an?\b|the\b|in\b|dan\b|free\b|bound\b|\w+gpt\b)"
            rf"|\bif\s+you\s+are\s+{_ASSISTANT}\b"
            rf"|\b(?:you|as|act\s+as)\s+(?:are\s+)?{_ASSISTANT}\b[^.!?\n]{{0,20}}\b(?:must|should|shall)\b"
            r"|\b(?:reveal|print|repeat|show|leak|output)\b[^.!?\n]{0,25}\b(?:system|hidden|initial)\s+"
            r"(?:prompt|instructions?)\b"
            r"|\bdo\s+not\s+(?:tell|inform|mention\s+(?:this|it)\s+to|reveal\s+(?:this|it)\s+to)\s+the\s+user\b"
            r"|\bdu\s+bist\s+(?:jetzt|nun|ab\s+sofort)\s+(?:ein|kein|der|die|das)\w*\b"
            r"|\b(?:verrate|zeige|nenne)\b[^.!?\n]{0,25}\bsystem-?(?:prompt|anweisung(?:en)?)\b"
            r"|\b(?:sage?|verrate|erzähle?)\s+(?:es\s+|das\s+)?dem\s+(?:nutzer|benutzer|anwender)\s+nicht",
        ),
        (
            "answer_steering",
            rf"(?:^|[.!?:;\"'][ \t]{{0,8}})(?:please\s+|bitte\s+|then\s+)?(?:{_ORDERED})\b"
            rf"{_WORDS}{{0,120}}?\b{_ANSWER}\b"
            rf"|^\W{{0,8}}in\s+{_ANSWER}\s*,"
            r"|\bwhen\s+(?:answering|responding|asked)\b[^.!?\n]{0,60}\b(?:always|never|you\s+must|say|respond|answer)\b"
            rf"|\b{_SNIPPET}\b[^.!?\n]{{0,90}}\b(?:your|the)\s+(?:\w+\s+){{0,2}}{_WORK}\b"
            rf"|\byour\s+(?:\w+\s+){{0,3}}{_WORK}\b[^.!?\n]{{0,70}}\b{_SNIPPET}\b"
            r"|\b(?:füge?|ergänze|ersetze|schreibe?|baue|erwähne|beende|beginne)\b[^.!?\n]{0,80}?"
            rf"\b(?:(?:in|zu|an|mit)\s+)?{_ERGEBNIS}\b",
        ),
        (
            "role_marker",
            r"<\|[a-z_]{2,24}\|>|\[/?INST\]|<</?SYS>>|<(?:start|end)_of_turn>"
            r"|^\W{0,6}(?:system|assistant|developer)\s*(?:prompt|message|note)?\s*:\s*(?=\S*[a-zäöü])"
            r"(?:you\b|ignore\b|your\b|from\s+now|du\b|always\b|never\b|override\b|respond\b|answer\b)"
            r"|^#{2,6}[ \t]{0,8}(?:instruction|response|system)\s*:"
            r"|\b(?:begin|end)\s+(?:of\s+)?system\s+(?:prompt|message)\b",
        ),
        (
            "hidden_comment",
            r"<!--(?:(?!-->)[\s\S]){0,400}?\b(?:ignore|disregard|you\s+must|assistant|llm|language\s+model|instructions?\s*:"
            r"|respond\s+with|ignoriere|antworte|anweisung(?:en)?\s*:|sprachmodell)\b",
        ),
        (
            "markup_breakout",
            r"</(?:evidence|source|document|context|passage|retrieved|data|untrusted|user|system|search_results?)s?\s*>"
            r"|</?(?:tool_calls?|function_calls?|tool_use|invoke|antml|function_results?|tool_response)\b[^>]{0,80}>?"
            r"|\]\]>|\"(?:tool_calls|function_call)\"\s*:"
            r"|\{\s*\"(?:name|tool)\"\s*:\s*\"[\w.-]{1,80}\"\s*,\s*\"(?:arguments|parameters)\"\s*:",
        ),
        (
            "exfiltration",
            r"https?://[^\s)\"'>]{1,400}?[?&#][\w.-]{0,40}=(?:\$?\{\{?|\[|<|%7b|%5b)[\w .-]{1,40}(?:\}|\]|>|%7d|%5d)"
            rf"|\b(?:send|post|forward|upload|exfiltrate|transmit)\b[^.!?\n]{{0,60}}\b{_SECRET}\b[^!?\n]{{0,40}}"
            rf"\b(?:to|at)\s+{_ADDRESS}"
            r"|\b(?:sende|schicke|übermittle)\b[^.!?\n]{0,60}\b(?:gespräch|verlauf|geheimnis\w*|passw\w+|zugangsdaten)\b"
            rf"[^!?\n]{{0,40}}\ban\s+{_ADDRESS}",
        ),
    )
)

_ZERO_WIDTH = "\u200b\u200c\u200d\u2060\u2061\u2062\u2063\u2064\ufeff\u00ad\u034f\u180e"
_HIDDEN: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("hidden_tags", regex("(?<!\U0001f3f4)(?<![\U000e0000-\U000e007f])[\U000e0000-\U000e007f]+")),
    ("hidden_variation", regex("[\ufe00-\ufe0f\U000e0100-\U000e01ef]{3,}")),
    ("hidden_zero_width", regex(f"[{_ZERO_WIDTH}]{{3,}}|(?<=[A-Za-z])[\u200b\u2060-\u2064\ufeff]+(?=[A-Za-z])")),
    ("hidden_bidi", regex("[\u202d\u202e]|[\u202a-\u202e\u2066-\u2069]{2,}")),
)

FAMILIES: tuple[str, ...] = (*(name for name, _ in _TEXT_FAMILIES), *(name for name, _ in _HIDDEN))
"""Every flag that can be raised, in the order in which flags are reported."""


def payload_flags(text: str) -> tuple[str, ...]:
    """Return the families of payload that `text` shows, in the order of `FAMILIES`; () for clean text."""
    seen = text.translate(_INVISIBLE)
    flags = [name for name, pattern in _TEXT_FAMILIES if pattern.search(seen)]
    flags += [name for name, pattern in _HIDDEN if pattern.search(text)]
    return tuple(flags)


def orders(text: str, asked: str) -> bool:
    """Whether `text`, a sentence, sets a machine's instructions aside, and `asked` isn't about such sentences."""
    return _OVERRIDE.search(text.translate(_INVISIBLE)) is not None and not _ABOUT_ORDERS.search(asked)


def without_orders(text: str, asked: str) -> str:
    """Return `text` with blanks, as many code points, for the sentences that `orders` names."""
    if not orders(text, asked):
        return text
    for start, end in split(text):
        if orders(text[start:end], asked):
            text = text[:start] + " " * (end - start) + text[end:]
    return text


_OVERRIDE = dict(_TEXT_FAMILIES)["override"]
_ABOUT_ORDERS = regex(r"\b(?:prompt|instruct|inject|ignor|assistant|jailbreak|anweisung|anleitung)", re.IGNORECASE)

_INVISIBLE = {
    **dict.fromkeys(map(ord, _ZERO_WIDTH)),
    **{tag: tag - 0xE0000 for tag in range(0xE0020, 0xE007F)},
}
