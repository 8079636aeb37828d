"""How a sentence tells of what isn't so, or not known to be: supposed, planned, aimed at, undecided, declined (B6).

"Suppose a ticket costs 12 euros" gives no price. Each way is a pair of patterns, how it is said and what asks for just
that; `checks.asked_fact` weighs them.
"""

from __future__ import annotations

_WHETHER_ASKED = r"^(?!\W*(?:who|whom|whose|what|which|when|where|how|we[rmn]|was|welche[rsnm]?|wann|wo|wie)\b)"
"""A question whether something is so, in whatever form; what says that it isn't known, or came to nothing, answers."""

SUPPOSED = (
    r"^\W*(?:suppose|imagine|assume|picture)\b(?!\s+(?:the\s+)?(?:role|responsib|control|position))|^\W*say,?\s+(?:that|an?|you|we|i)\b|,\s+say,"
    r"|^\W*let\s+(?:an?|[A-Za-z])\s+(?:\w+\s+){0,2}(?:be|cost|have|denote)\b"
    r"|\bfor\s+the\s+sake\s+of\s+(?:the\s+)?(?:argument|example|simplicity)\b|^\W*(?:in|for|as)\s+(?:our|this|the|an?)\s+(?:\w+\s+)?example\b|^\W*example\s*:"
    r"|^\W*(?:were|had)\s+(?:an?|the|it|they|we|you)\b|^\W*(?:angenommen|gesetzt|nehmen\s+wir\s+an|stellen\s+sie\s+sich|beispiel\s*:)",
    r"\b(?:example|suppos|imagin|assum|if\b|say|would|illustrat|beispiel|angenommen|wenn|würde)",
)
"""A case that is made up; what begins with an inversion is a condition."""

CONDITIONAL = (
    r"\bwould\s+(?:only\s+|then\s+|now\s+|still\s+)?(?:be|cost|take|need|require|amount|come\s+to|pay|save)\b(?!\s+(?:been|had|\w+ed)\b)|\bought\s+to\b|\b(?:wäre|müsste|könnte|dürfte)n?\b",
    r"^(?!.*\b(?:is|are|do|does|wie|wann|wer|welche\w*|ist|sind)\b)|\b(?:might|would|could|wäre|könnte|müsste|dürfte|wenn|falls|if|unless|when|why|propos|plan|suggest|should|save|new|instead)",
)
"""What would be; a narrative of the past says so of what came."""

NOT_YET = (
    r"\bought\s+to\b|(?<!who\s)\bwould\b(?!\s+(?:have|like|not\s+have)\b)|\bcould\b(?!\s+(?:not|have)\b)"
    r"|\b(?:once|as\s+soon\s+as|sobald)\b[^.;]*\b(?:will|wird)\b|\bwish(?:es|ed)?\s+that\b|\b(?:könnte|dürfte)n?\b",
    r"^(?!\W*(?:is|are|do|does|can|may|must|ist|sind|kann|darf|muss)\b)|\b(?:would|could|ought|if|unless|when|propos|plan|suggest|should|wish|könnte|dürfte)",
)
"""What might come to be, for what is."""

OPEN_QUESTION = (
    r"\b(?:tell\s+us|(?:will|yet\s+to|was\s+to|were\s+to|is\s+to|are\s+to|asked\s+to|going\s+to)\s+(?:\w+\s+)?(?:show|test|see|find\s+out|learn|determine"
    r"|establish|examine|investigate|study|clarify|tell\s+us|decide|vote|consider|review|check|ask))\s+(?:\w+\s+){0,3}(?:whether|if)\b"
    r"|^\W*(?:whether|ob)\b|\b(?:entscheide[nt]?|prüf(?:en|t)|klär(?:en|t)|untersuch(?:en|t))\b[^.;]{0,40}\bob\b",
    r"\b(?:whether|if|ob|decid|test|show|examin|investigat|determin|stud|clarif|review|consider|vote|check|see\b|entscheid|prüf|klär|untersuch)",
)
"""What somebody has yet to find out, which answers nothing."""

PURPOSE = (
    r"\b(?:developed|designed|meant|intended|built|made|introduced|created|gedacht|bestimmt|entwickelt)\s+(?:to|for\s+\w+ing|um)\b",
    r"^(?!\W*(?:does|do|is|are|can|hilft|wirkt|ist|sind|kann)\b)|\b(?:design|develop|intend|intent|meant|purpose|aim|made|built|creat|for\b|gedacht|bestimmt|entwickel)",
)
"""What something is for, which it need not do."""

IN_ANIMALS = (
    r"\bin\s+(?:mice|rats|animals?|vitro|cell\s+cultures?|rabbits|monkeys|the\s+lab(?:oratory)?|mäusen|ratten|tierversuch\w*|zellkultur\w*)\b",
    r"^(?!\W*(?:does|do|is|are|can|how|hilft|wirkt|ist|sind|kann|wie)\b)|\b(?:mice|mouse|rat|animal|vitro|cell|rabbit|monkey|lab|maus|mäuse|ratte|tier|zell)",
)
"""What was seen in animals or a dish, for what is so."""

UNKNOWN = (
    r"\b(?:unclear|unknown|uncertain|undecided|doubtful|disputed|contested|debatable|questionable|not\s+(?:yet\s+)?(?:known|clear|decided|settled|established))\s+(?:whether|if|how|when|who|what)\b"
    r"|\b(?:whether|how|when|who)\b[^.;]*\b(?:is|are|remains?|was)\s+(?:still\s+|as\s+yet\s+|not\s+yet\s+)?(?:open|unclear|unknown|undecided|uncertain|doubtful|known|decided)\b|\bwhether\b[^.;]*\bha(?:s|ve)\s+not\s+been\s+\w+|\btell\s+us\s+whether\b"
    r"|\b(?:decides?|vote|consider|examine|investigate|clarify)\s+(?:(?:in|on|at|by)\s+\w+\s+)?(?:whether|if)\b|\b(?:nobody|no\s+one)\s+(?:can\s+say|knows)\b"
    r"|\b(?:nothing|no\s+\w+)\s+(?:proves?|shows?|suggests?|indicates?)\s+that\b|\bno\s+(?:evidence|proof|indication|sign)\s+(?:that|of|for)\b"
    r"|\b(?:unklar|offen|fraglich|ungewiss|ungeklärt|strittig)\w*\s*,?\s+(?:ist\s*,?\s+)?(?:ob|wann|wie|wer)\b|\bob\b[^.;]*\b(?:ist|bleibt)\s+(?:noch\s+)?(?:offen|unklar|fraglich)",
    rf"{_WHETHER_ASKED}|\b(?:know|decid|open|unclear|review|consider|vote|investigat|unknown|wei(?:ß|ss)|entschied|offen|geprüft)",
)
"""What nobody knows yet, which says whether something is so, and no more."""

PLANNED = (
    r"\b(?:was|were)\s+to\s+have\b|\bshould\s+have\s+(?:been\s+\w+|become|begun|\w{3,}ed)\b|\bhad\s+been\s+(?:set|due|fixed|earmarked|in\s+line)\b|\b(?:plan|idea|intention|aim|goal|hope)"
    r"\s+(?:is|was|had\s+been)\s+(?:to\b|for\b|that\b)|\b(?:targets?|goals?|aims?|objectives?|ambition)\s+(?:is|are|was|were|of)\s+(?:[\w,.]+\s+){0,3}?\d"
    r"|\b(?:intends?|intended|aims?|aimed|planned)\s+(?:to|for|the|its|their|an?)\b|\b(?:plans|hopes)\s+to\b"
    r"|\b(?:considers?|considering|contemplat(?:es?|ing)|toy(?:s|ing)\s+with|weigh(?:s|ing))\s+(?:an?|the|whether|\w+ing)\b"
    r"|\b(?:is|are|being)\s+(?:still\s+|also\s+)?(?:under\s+(?:discussion|consideration|review)|being\s+(?:considered|discussed|examined|weighed)|considered\s+(?:to|for|as))\b"
    r"|\b(?:will|should|is\s+to|are\s+to)\b[^.;]*\bby\s+20\d\d\b|\bby\s+20\d\d\b[^.;]*\b(?:will|should|is\s+to|are\s+to)\b|\bremain(?:s|ed)\s+an?\s+(?:dream|idea|plan|vision)\b"
    r"|\b(?:application|request|motion|petition|proposal|plan|antrag)s?\b[^.;]*\b(?:pending|(?:has|have)\s+been\s+(?:submitted|filed|made|lodged)|gestellt|eingereicht)\b"
    r"|\bworking\s+towards?\b|\b(?:petition|motion|campaign)\s+(?:to|for)\b|\bproposal\s+to\b|\b(?:was|were|been)\s+(?:\w+\s+)?(?:considered|mooted|weighed)\b(?!\s+(?:an?|the|as|to\s+be)\b)"
    r"|\b(?:topic|item|subject)\s+(?:at|for|on)\s+(?:the|our)\s+(?:\w+\s+)?(?:meeting|agenda|session)\b"
    r"|\bdraft\s+(?!of\b)[a-z]+\b|\b(?:promises?|pledges?)\s+(?:that\s+was\s+|were\s+)?made\b|\b(?:campaign|election)\s+promises?\b|\bthere\s+(?:are|were)\s+plans\b"
    r"|\bplanned\s+\d|\d\S*\s+planned\b|\bhätten?\b[^.;]*\b(?:sollen|müssen|können)\b"
    r"|\bin\s+line\s+(?:to|for)\b|\b(?:was|were)\s+to\s+(?:lead|head|run|chair|become|take|join|get|cost|have|last|pay|receive|replace|move)\b"
    r"|\b(?:beabsichtig|erwäg|plante?)(?:t|en|n)?\b|\b(?:geplant|vorgesehen|angestrebt)\s+(?:ist|sind|war|waren)\b|\b(?:ist|sind|war|waren)\s+[^.;]*(?:geplant|vorgesehen|angestrebt)\b",
    r"\b(?:plan|inten|aim|goal|target|object|purpose|mission|strateg|consider|discuss|propos|petition|motion|call|topic|agenda|draft|schedul|suppos|ambition|hope|mean|idea|want|will\b|shall\b|going\s+to|due|next"
    r"|future|why|what\s+for|should|expect|vision|beabsicht|erwäg|geplan|vorgeseh|ziel|zweck|soll|wird|werden|warum|wozu)",
)
"""What is or was meant to come."""

DECLINED = (
    r"\b(?:(?:declin|refus)(?:es|ed)\s+(?:to|the|an?|any|all)|(?:decid|vot|opt|resolv)(?:es|ed)\s+not|decided\s+against|chose\s+not|vetoed|ruled\s+out|stopped\s+short\s+of|voted\s+against"
    r"|lehnte[n]?\s+es\s+ab|weigert?e?[nt]?\s+sich|sprach(?:en)?\s+sich\s+gegen)\b",
    rf"{_WHETHER_ASKED}|\b(?:declin|refus|reject|vot|decid|why|who\b|whom|against|veto|rul|object|oppos|propos|defeat|fail|majority|mehrheit|scheiter|verw[oe]rf|ablehn|abgelehnt|weiger|warum|wer\b|gegen)",
)
"""What somebody decided not to do, which says whether it is done, and no more."""

ELSEWHERE = (
    r"\b(?:nebenan|nachbar(?:stadt|ort|dorf|gemeinde|haus|verein)\w*|benachbarte[nrms]?)\b|^\W*(?:for|by)\s+comparison\b|^\W*zum\s+vergleich\b|^\W*(?:elsewhere|abroad|anderswo|andernorts|im\s+ausland)\b|^\W*in\s+(?:other|most|neighbou?ring|comparable)"
    r"\s+(?:countries|cities|towns|villages|states|firms|companies|libraries|museums|clubs|schools|universities|hospitals|provinces|regions)\b"
    r"|^\W*in\s+anderen\s+(?:ländern|städten|gemeinden|firmen|schulen|kliniken|vereinen)\b|\b(?:common|usual|customary|standard|normal)\s+in\s+(?:the|this|our)\s+(?:industry|trade|sector|market|branch)\b|\bbranchenüblich\w*|\bas\s+(?:if|though)\b|\bals\s+ob\b|\bon\s+the\s+black\s+market\b|^[^,.;]{0,40}\b(?:next\s+door|neighbou?ring\s+\w+|across\s+the\s+(?:street|road))\b[^,.;]{0,10}\b(?:has|have|is|are|offers?|may|can)\b",
    r"\b(?:compar|other|elsewhere|abroad|most|next\s+door|common|usual|customary|standard|look|act|across|neighbou|nachbar|neben|countr|cit(?:y|ies)|where|black|vergl|ander|ausland)",
)
"""What is so in other places."""

TURNED_DOWN = (
    r"\b(?:found\s+no\s+majority|(?:was|were)\s+(?:defeated|voted\s+down|turned\s+down|thrown\s+out|rejected|struck\s+down)|did\s+not\s+(?:pass|carry)|broke(?:n)?\s+down|fell\s+through|came\s+to\s+nothing"
    r"|keine\s+mehrheit|gescheitert|scheiterte[n]?|abgelehnt|verworfen)\b",
    rf"{_WHETHER_ASKED}|\b(?:did|was|were|had|declin|refus|reject|vot|decid|why|who\b|whom|against|defeat|fail|br[eo]ak|propos|majority|mehrheit|scheiter|verw[oe]rf|ablehn|abgelehnt|warum"
    r"|wer\b|war(?:en)?\b|wurden?\b)",
)
"""What came to nothing."""

ACCUSED = (
    r"\bcould\s+have\s+(?:been\s+\w+|written|done|taken|made|given|become|\w{3,}ed)\b|\b(?:accused\s+of\s+(?:having|\w+ing)|suspected\s+of|acquitted|charged\s+with|den(?:ied|ies)\s+(?:having|that|\w+ing)|confess(?:ed|es)|suspicion\s+fell|(?:was|were)\s+(?:thought|believed|said)\s+to\s+have"
    r"|beschuldigt\w*|verdächtigt\w*|freigesprochen|bestritt|verdacht\s+fiel)\b",
    r"\b(?:accus|suspect|suspicion|acquit|charg|den(?:y|ied|ies)|confess|alleg|thought|belie|said|beschuldig|verdächtig|verdacht|freigesprochen|bestr[ie]+t)",
)
"""What somebody is only thought to have done."""

MISTAKEN = (
    r"\b(?:wrongly|mistakenly|erroneously|falsely|incorrectly|forged|counterfeit|spurious|irrtümlich\w*|fälschlich\w*|gefälscht\w*|typing\s+errors?|typos?|misprints?|printing\s+errors?|druckfehler|tippfehler)\b"
    r"|\b(?:is|are|was|were)\s+(?:an?\s+)?(?:mistake|error|misprint|typo|oversight)\b|\bturned\s+out\s+(?:to\s+be\s+)?(?:false|wrong|untrue|unfounded|mistaken)\b|\b(?:unfounded|baseless|untrue)\b|\b(?:ist|sind|war|waren)\s+(?:ein\s+)?(?:irrtum|fehler|versehen)\b",
    rf"{_WHETHER_ASKED}|\b(?:wrong|mistake|erro|fals|incorrect|forg|counterfeit|spurious|irrtüm|irrt|fälsch|falsch)",
)
"""What is told as a mistake."""
