"""The closed word classes that signals are read by, English and German.

No class decides anything: each is one signal among others that fitted weights combine
(docs/stance.md). Classes are stems or short phrases and were compiled before any question was seen.
"""

from __future__ import annotations

import re

from aver.patterns import regex


def _words(text: str) -> re.Pattern[str]:
    """Return a pattern for any of the comma-separated words or phrases, each a regular expression."""
    parts = [r"\s+".join(part.split()) for part in text.split(",") if part.strip()]
    return regex(r"\b(?:" + "|".join(parts) + r")\b", re.IGNORECASE)


TURNED_DOWN = _words(
    r"""
    reject(?:s|ed|ing|ion)?, refus(?:e|es|ed|al), declin(?:e|es|ed|ing), turned down, turn(?:s|ing)? down,
    dismiss(?:es|ed|ing)?, discard(?:s|ed)?, abandon(?:s|ed|ing)?, withdrawn, withdrew, ruled out, rule(?:s)? out,
    drop(?:ped|s) (?:this|that|the|it)?, was dropped, were dropped,
    (?:decided|voted|advised|chose|ruled|recommend(?:s|ed)?|found|argues?) against, vetoed, scrapped, set aside,
    overturned, struck down, quashed, reversed, revoked, rescinded, superseded, retracted, refut(?:e|es|ed|ation),
    rebut(?:s|ted)?, disprov(?:e|es|ed|en), debunk(?:s|ed)?, invalidat(?:e|es|ed), counter-?examples?,
    contradict(?:s|ed|ion)?, abgelehnt, ablehnung, lehn(?:t|te|ten|en), verwarf(?:en)?, verwirft, verworfen,
    zurückgewiesen, weist zurück, widerleg(?:t|en|te|ung), aufgegeben, zurückgezogen, aufgehoben, ausgeschlossen,
    gestrichen, gegen(?:beispiel|bewiesen), widerspr(?:icht|ach|echen|üche?), abgeschafft
    """
)
"""Somebody decided against it, or it was shown to be false."""

FAILS = _words(
    r"""
    fail(?:s|ed|ure|ures|ing)?, false, wrong, incorrect, mistaken, untrue, invalid, unfounded, flawed, untenable,
    unworkable, infeasible, unfeasible, impractical, impossible, unsound, myth, misconception, fallacy, illusion,
    mislead(?:s|ing)?, collaps(?:e|es|ed), backfir(?:e|es|ed), outweigh(?:s|ed)?, undesirable, unacceptable,
    unnecessary, not worth(?:while)?, defeats?, undermin(?:e|es|ed), falls apart,
    (?:does|do|did|will|would|can) not work, broke down,
    breaks down, falsch,
    unzutreffend, irrig, unhaltbar, untauglich, unmöglich, unbrauchbar, irrtum, irrglaube, trügt, täuscht,
    scheiter(?:t|te|ten|n), gescheitert, versag(?:t|te|ten), überwieg(?:t|en), unnötig, unzulässig, unzumutbar
    """
)
"""It doesn't work or doesn't hold."""

DRAWBACK = _words(
    r"""
    problem(?:s|atic)?, drawbacks?, disadvantages?, downsides?, risk(?:s|y|ed)?, burden(?:s)?,
    confus(?:e|es|ing|ion), complex(?:ity)?, complicat(?:e|es|ed|ion), difficult(?:y|ies)?, ambig\w+,
    inconsisten\w+, incompatib\w+, surpris(?:e|ing|es), error-prone, errors?, bugs?, breaks?, broken, costly,
    expensive, slow(?:er|s)?, worse(?:n|ns|ned)?, harm(?:s|ful|ed)?, danger(?:ous)?, hard(?:er)? to, loss(?:es)?,
    lose(?:s)?, insufficient, inadequate, too \w+, overhead, unclear, obscure(?:s|d)?, unfair, delays?, fatal,
    penal(?:ty|ties), weak(?:en|ens|ness)?, problem(?:e|en|atisch)?, nachteil(?:e|en|ig)?, risik(?:o|en),
    schwierig\w*, unklar\w*, fehler\w*, teuer, teurer, kosten, langsam(?:er)?, schad(?:en|et|ete)\w*, gefahr\w*,
    gefährlich\w*, verlust\w*, zu \w+, mehraufwand, störung\w*, ausfall\w*, ausfäll\w*
    """
)
"""A reason against something."""

HOLDS = _words(
    r"""
    adopt(?:s|ed|ion)?, accept(?:s|ed|ance)?, approv(?:e|es|ed|al), endors(?:e|es|ed), confirm(?:s|ed)?,
    uph(?:e|o)ld(?:s)?, hold(?:s)?, held, surviv(?:e|es|ed), withst(?:and|ands|ood), prov(?:e|es|ed|en),
    establish(?:es|ed)?, demonstrat(?:e|es|ed), vindicat(?:e|es|ed), verif(?:y|ies|ied), stand(?:s|ing)?, stood,
    remain(?:s|ed)?, retain(?:s|ed)?, kept, keep(?:s)?, succeed(?:s|ed)?, success(?:ful|fully)?, work(?:s|ed),
    correct(?:ly)?, true, right(?:ly)?, sound, valid, justif(?:y|ies|ied), conclude(?:s|d)?, we
    (?:show|find|found|prove), granted, affirmed, ratified, implemented, in force, angenommen, beschlossen,
    bestätig(?:t|te|ten|en), bewies(?:en)?, beweist, bewiesen, belegt?, bewähr(?:t|te|ten), gilt, gelten, bleibt,
    blieb, blieben, bleiben, hält, hielt, hielten, standgehalten, erfolgreich, richtig, zutreffend, zutrifft,
    gebilligt, genehmigt, gelang, gelungen, eingeführt, umgesetzt, nachgewiesen
    """
)
"""It was decided, works, or was shown to be true."""

BENEFIT = _words(
    r"""
    benefits?, beneficial, advantages?, simpl(?:e|er|ify|ifies), easier, improv(?:e|es|ed|ement|ements), attractive,
    appealing, convenient, useful, elegant, natural, intuitive, familiar, faster, cheaper, safer, clear(?:er)?,
    reduc(?:e|es|ed), sav(?:e|es|ed|ing|ings), better, vorteil(?:e|en|haft)?, einfach(?:er)?, besser, nützlich,
    bequem, schneller, billiger, günstiger, sicherer, spar(?:t|en|te), senk(?:t|te|en)
    """
)
"""A reason for something."""

NEGATION = regex(
    r"\b(?:not|no|never|none|nothing|nobody|neither|nor|without|cannot|nowhere|hardly|scarcely|un(?:able|"
    r"likely)|lack(?:s|ed)?|absence|absent|"
    r"prohibit(?:s|ed)?|forbid(?:s|den)?|disallow(?:s|ed)?|exclud(?:e|es|ed)|refrain|stop(?:s|ped)?|"
    r"instead of|rather than|"
    r"nicht|kein|keine|keinen|keinem|keiner|keines|nie|niemals|niemand|nichts|weder|ohne|kaum|verboten|"
    r"untersagt|verbietet)\b|n['’]t\b",
    re.IGNORECASE,
)

CONTRAST = regex(
    r"\W*(?:but|however|yet|nevertheless|nonetheless|still|instead|rather|in (?:fact|reality|practice)|"
    r"on the (?:contrary|other hand)|by contrast|"
    r"conversely|unfortunately|that said|even so|then again|what .{0,30} (?:overlooks?|misses)|"
    r"the (?:trouble|problem|difficulty|snag)|"
    r"aber|jedoch|doch|dennoch|trotzdem|allerdings|indes(?:sen)?|hingegen|dagegen|stattdessen|vielmehr|"
    r"leider|tatsächlich|gleichwohl|in wirklichkeit)\b",
    re.IGNORECASE,
)
"""At the beginning of a sentence: it turns against what stands before."""

TURN_INSIDE = regex(
    r"[,;:—–-]\s*(?:but|however|yet|though|although|whereas|aber|jedoch|doch|allerdings)\b|\b(?:however|"
    r"jedoch|allerdings)\s*,",
    re.IGNORECASE,
)

CONCESSION = regex(
    r"\W*(?:although|though|even (?:though|if)|while|whilst|despite|in spite of|granted|admittedly|"
    r"to be sure|it is true that|notwithstanding|"
    r"obwohl|obgleich|zwar|trotz|ungeachtet|auch wenn|wenngleich|gewiss|sicherlich|freilich)\b",
    re.IGNORECASE,
)

HYPOTHETICAL = _words(
    r"""
    could, would, might, one (?:may|can)(?: also)?, if we, suppose, imagine, were (?:to|we), would have, could have,
    seems?, appears?, at first (?:glance|sight), it is tempting, tempting, hypothetical(?:ly)?,
    conjectur(?:e|ed|es), hypothes\w+, könnte(?:n)?, würde(?:n)?, ließe(?:n)?, wäre(?:n)?, hätte(?:n)?, man kann,
    angenommen, scheint, scheinen, schiene, vermut(?:et|ung|lich), auf den ersten blick
    """
)

CONSIDERED = _words(
    r"""
    consider(?:ed|s|ation|ations)?, propos(?:e|ed|al|als|es|ing), suggest(?:ed|ion|ions|s)?, alternative(?:s|ly)?,
    another (?:option|idea|approach|possibility|way|variant), ideas?, options?, earlier
    (?:draft|version|revision)s?, previous (?:draft|version|revision|proposal)s?, originally, initial(?:ly)?, first
    draft, former(?:ly)?, discussed, debated, floated, raised, tried, experimented, sought, requested, once,
    erwogen, erwägung, vorschlag, vorschläge, vorgeschlagen, vorschlägt, alternative(?:n)?, andere möglichkeit,
    idee(?:n)?, ursprünglich, früher(?:e|er|en)?, zunächst, diskutiert, geprüft, angeregt, gefordert, beantragt,
    antrag
    """
)

ATTRIBUTED = _words(
    r"""
    according to, critics?, proponents?, opponents?, advocates?, supporters?, sceptics?, skeptics?, some
    (?:people|argue|say|authors?|have|users?|readers?|members?|engineers?|commentators?), many
    (?:people|argue|believe|say|authors?|assume), others, people, it (?:is|was|has been) (?:often |sometimes |widely
    |commonly |generally )?(?:said|argued|claimed|believed|held|suggested|assumed|thought|alleged), argu(?:e|es|ed),
    claim(?:s|ed)?, contend(?:s|ed)?, maintain(?:s|ed) that, assert(?:s|ed)?, alleg(?:e|es|ed|edly),
    insist(?:s|ed)?, believ(?:e|es|ed), purported(?:ly)?, so-called, conventional wisdom, plaintiffs?, appellants?,
    applicants?, complainants?, claimants?, respondents?, vendors?, consultants?, manufacturers?, submissions?,
    laut, befürworter(?:n|innen)?, kritiker(?:n|innen)?, gegner(?:n|innen)?, anhänger(?:n)?, manche, viele
    (?:meinen|glauben|behaupten), behaupt(?:et|en|ete|eten), mein(?:t|en|te|ten), angeblich,
    sogenannt(?:e|er|en|es), klägerin, kläger, antragsteller(?:in)?, hersteller, argumentier(?:t|en|te),
    glaub(?:t|en|te), vertritt, vertreten die
    """
)

OWN_VOICE = _words(
    r"""
    we, our, ours, us, i, my, this
    (?:pep|paper|document|report|study|policy|proposal|article|judgment|guide|memo|note), the
    (?:court|committee|board|authors?|council|tribunal|panel|commission|team|steering council), wir,
    unser(?:e|en|er|em)?, dieses (?:dokument|papier|gutachten), dieser (?:bericht|beitrag|beschluss), diese
    (?:studie|richtlinie|arbeit), das gericht, der ausschuss, der vorstand, der rat, die kammer
    """
)

CONCLUDING = _words(
    r"""
    therefore, thus, hence, consequently, accordingly, in (?:sum|short|conclusion|summary|the end), as a result,
    ultimately, finally, overall, so we, for (?:this|that|these|those) reasons?, on balance, all in all, daher,
    deshalb, somit, folglich, demnach, im ergebnis, insgesamt, letztlich, schließlich, aus diese[mn]
    gr(?:u|ü)nde?n?, unterm strich, damit
    """
)

DEFERRED = _words(
    r"""
    defer(?:red|ral|s)?, postpon(?:e|ed|es), future (?:work|pep|version|release|proposal|revision|extension)s?, out
    of scope, outside the scope, beyond the scope, left open, open (?:question|issue)s?, undecided, not (?:yet
    )?(?:decided|settled|clear), unresolved, remains to be seen, to be determined, tbd, at this time, for now, no
    (?:decision|position), takes no position, vertagt, zurückgestellt, offen(?:e)? (?:frage|punkt)?(?:n)?,
    aufgeschoben, ungeklärt, noch nicht entschieden, später(?:e|en)?, keine stellung
    """
)

QUALIFIED = _words(
    r"""
    only (?:if|when|for|in|where|after|on|under|with|to), unless, except(?:ion|ions)?, provided(?: that)?, as long
    as, limited to, restricted to, in (?:some|certain|many|most) cases?, partly, partially, depend(?:s|ing) on,
    within limits, subject to, may not apply, does not apply, conditional(?:ly)?, under (?:certain|these|the
    following) (?:conditions|circumstances), with the caveat, not always, not necessarily, not all, nur
    (?:wenn|für|bei|in|falls|dann|unter|mit|nach), es sei denn, außer, ausgenommen, ausnahme(?:n)?, sofern, soweit,
    vorausgesetzt, teilweise, beschränkt auf, hängt davon ab, unter der bedingung, in einigen fällen, nicht immer
    """
)

NORMATIVE = _words(
    r"""
    must, shall, should, will, may not, required?, requires, recommend(?:s|ed)?, always, prohibited, permitted,
    allowed, muss, müssen, soll, sollen, wird, werden, darf, dürfen, erforderlich, verpflichtet, empfiehlt,
    empfohlen, immer, zulässig
    """
)

EVIDENCE = _words(
    r"""
    measur(?:e|ed|ement|ements), trial(?:s)?, test(?:s|ed)?, experiment(?:s)?, observ(?:ed|ations?), data,
    survey(?:s)?, results?, sample(?:s)?, records?, figures?, pilot, inspection, audit, logs?, after \w+
    (?:days?|weeks?|months?|years?|hours?), \d[\d., ]*\s*(?:%|percent|per cent|prozent), gemessen, messung(?:en)?,
    versuch(?:e|en)?, prüfung(?:en)?, beobachtet, daten, umfrage, ergebnis(?:se)?, stichprobe(?:n)?, protokoll(?:e)?
    """
)

BECAUSE = _words(
    r"""
    because, since, due to, owing to, given that, as (?:it|this|that|they), reason(?:s)?, grounds, weil, da, denn,
    wegen, aufgrund, grund, gründe(?:n)?
    """
)

IDEA = (
    r"(?:pep|proposal|idea|approach|suggestion|option|alternative|change|feature|plan|scheme|argument|"
    r"claim|view|objection|theory|hypothesis|conjecture|rule|"
    r"belief|notion|reading|interpretation|method|move|design|syntax|request|motion|measure|"
    r"recommendation|possibility|solution|concern|worry|"
    r"vorschlag|idee|ansatz|plan|antrag|regel|regelung|vermutung|these|hypothese|behauptung|ansicht|"
    r"auffassung|annahme|einwand|methode|"
    r"maßnahme|lösung|möglichkeit|variante|forderung|lesart|auslegung)(?:s|es|en|e|n)?"
)
POINTS_BACK = regex(
    rf"\b(?:this|that|these|those|such(?: an?)?|the(?: \w+)?|its|their|dies(?:e|er|es|em|en)|jene[rsnm]?|"
    rf"der|die|das|den|dem)\s+(?:\w+\s+)?{IDEA}\b|"
    r"^\W*(?:it|this|that|they|these|those|he|she|such|es|er|sie|dies|das|dieser|diese|dieses|dagegen|"
    r"dafür|davon|daran|so)\b",
    re.IGNORECASE,
)
"""A phrase that stands for something said before, as "this proposal" or "that" at the beginning."""

ITSELF = regex(
    r"\b(?:this|the)\s+(?:pep|proposal|document|report|policy|paper|rfc|draft|motion|application|appeal|bill)\b|"
    r"\b(?:dieser|der|dieses|das)\s+(?:vorschlag|antrag|entwurf|dokument|bericht|papier)\b",
    re.IGNORECASE,
)
"""A phrase by which a document speaks of itself."""

TITLE_PARTS: tuple[tuple[str, re.Pattern[str]], ...] = (
    (
        "verdict",
        regex(
            r"\b(?:pronouncement|decisions?|conclusions?|ruling|verdict|resolution|outcome|disposition|findings?|"
            r"judgment|order|"
            r"rejection|withdrawal|deprecation|beschluss|entscheidung|ergebnis(?:se)?|fazit|schluss\w*|urteil|tenor)\b",
            re.IGNORECASE,
        ),
    ),
    (
        "turned_down",
        regex(
            r"reject|alternativ|objection|considered|discarded|abandon|counter-?argument|\bwhy not\b|"
            r"not (?:chosen|adopted|taken|included)|non-goals?|"
            r"declined|dismissed|dropped|myths?|misconception|critici[sz]m|arguments? against|former|obsolete|"
            r"withdrawn|"
            r"verworfen|abgelehnt|einw[aä]nd|kritik|irrt[uü]m|gegenargument|erwogen|\bwarum nicht\b|nicht gew[aä]hlt",
            re.IGNORECASE,
        ),
    ),
    (
        "open",
        regex(
            r"open (?:issue|question|point)|future|unresolved|deferred|\btbd\b|to.?do|offene|ausblick|"
            r"zur[uü]ckgestellt",
            re.IGNORECASE,
        ),
    ),
    (
        "others",
        regex(
            r"related work|prior (?:art|work)|other (?:languages|views|approaches)|submissions?|plaintiff|"
            r"appellant|literature|history|discussion|"
            r"stellungnahme|stand der (?:technik|forschung)|vorbringen|geschichte|diskussion|andere",
            re.IGNORECASE,
        ),
    ),
    (
        "background",
        regex(
            r"introduction|background|motivation|context|terminology|definition|overview|einleitung|hintergrund|"
            r"begriffe|ausgangslage",
            re.IGNORECASE,
        ),
    ),
    (
        "own",
        regex(
            r"specification|proposal|abstract|summary|rationale|design|semantics|implementation|recommend|"
            r"requirement|policy|rules?|scope|method|results?|"
            r"how to|spezifikation|vorschlag|zusammenfassung|begr[uü]ndung|empfehlung|regelung|umsetzung|"
            r"verfahren|anforderung",
            re.IGNORECASE,
        ),
    ),
)
"""What a title says its section is for; the first that fits counts, and the innermost title that tells."""

STATUS_PARTS: tuple[tuple[str, re.Pattern[str]], ...] = (
    (
        "turned_down",
        regex(
            r"reject|withdraw|supersed|obsolet|abandon|declin|deprecat|retract|repeal|replaced|abgelehnt|"
            r"zur[uü]ckgezogen|aufgehoben|ersetzt|ung[uü]ltig",
            re.IGNORECASE,
        ),
    ),
    ("open", regex(r"draft|defer|propos|pending|review|provisional|entwurf|offen|in pr[uü]fung", re.IGNORECASE)),
    (
        "own",
        regex(
            r"final|active|accept|approv|in force|current|published|g[uü]ltig|in kraft|beschlossen|angenommen",
            re.IGNORECASE,
        ),
    ),
)

FUNCTION_WORDS = (
    "a an the of to in on at by for from with without and or but if then than that this these those it its is are was "
    "were be been being do does did done has have had having can could may might must shall should will would not no "
    "nor so as into about over under out up down off what which who whom whose when where why how i we you he she they "
    "me us him her them my our your his their there here any some all both each more most such only own same too very "
    "just also still even get gets make makes use used uses according instead really actually "
    "der die das den dem des ein eine einer eines einem einen und oder aber wenn dann als dass dies diese dieser "
    "dieses "
    "es ist sind war waren sein wird werden wurde kann könnte muss soll sollte nicht kein keine wie was wer wo wann "
    "warum welche welcher welches im am zum zur von mit ohne für auf aus bei nach vor über unter durch auch noch nur "
    "sich man ich wir sie er ihr uns haben hat hatte"
)
"""Words that say nothing about what a sentence is about."""
