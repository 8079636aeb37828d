"""English cues by axis and level: plain data, phrases between bars, `*` for any ending.

Compiled from ordinary grammars of English and the cue lists of hedging and causal-language research
(CoNLL-2010, COLING 2020), never from labelled pairs.
"""

from __future__ import annotations

from aver.stages.atoms.axes import Axis, Modality, Relation, Scope, Temporal

LEVELS: dict[Axis, dict[int, str]] = {
    Axis.RELATION: {
        Relation.ASSOCIATED: "more frequently where|more often where|more frequently when|more often when|more frequently in|more often in|more frequent where|more frequently|more often|statistical link|occur together|tend* to occur together|tend* to coincide|found together|observed together|seen together|related|in conjunction with|association|correspond* to|mirrored by|hand in hand|in tandem|side by side|went together|goes together|go together|associated with|association*|correlat*|linked to|linked with|link between|links between|related to"
        "|relationship*|tied to|connected to|connected with|connection between|co-occur*|coincid*|accompan*|went along with"
        "|goes along with|go along with|goes hand in hand|go hand in hand|predict|predicts|predicted|predictor*|covar*"
        "|is followed by|was followed by|were followed by|are followed by|marker* of|marker* for|indicator* of|tracks with"
        "|track with|moves with|in parallel with|more common among|more frequent among|more common in|more frequent in"
        "|tended to have|tend to have|had lower|had higher|have lower|have higher|has lower|has higher|seen together with",
        Relation.CONTRIBUTES: "one of several factors|one of many factors|one of the factors|one of several reasons|one of several causes|may contribute|has a bearing on|a bearing on|shap*|nudg*|to some degree|contribut*|play* a role|plays a part|play a part|played a part|partly due to|partly because"
        "|partially due to|partially explain*|partly explain*|in part because|help|helps|helped|helping|influenc*|affect"
        "|affects|affected|affecting|facilitat*|encourag*|promot*|favour*|favor*|support* the|a factor in|one factor"
        "|risk factor*|one of the reasons|one reason|one of the causes|one cause|among the causes|implicated in|involved in",
        Relation.CHANGES: "prevent*|produc*|help* to|mak* it|made it|driv* the|drives|drove|the effect of|effect on|effect of|impact* on"
        "|creat*|generat*|yield*|eliminat*|cure|cures|cured|reduc*|increas*|decreas*|improv*|lower|lowers|lowered|lowering|rais*|boost*"
        "|cut|cuts|slow|slows|slowed|speed* up|sped up|accelerat*|damag*|destroy*|kills|killed|protect*|worsen*|enhanc*|delay*"
        "|shorten*|lengthen*|suppress*|inhibit*|stimulat*|strengthen*|weaken*|mitigat*|alleviat*|diminish*|minimi*|maximi*"
        "|degrad*|halt*|stops|stopped|blocks|blocked|forc*|makes|made",
        Relation.CAUSES: "the reason for|reason for|is a consequence|a consequence of|consequences of|causal*|the source of|stems from|stemmed from|stem from|arises from|arise from|arose from|due in full|brings on|brought on|at the root of|sets off|set off|makes for|produces|to blame for|the culprit|accounts for|account for|explains why|the work of|is down to|by virtue of|thereby|turns into|translates into|entails|set in motion|sets in motion|caus*|because of|because|due to|owing to|lead to|leads to|led to|leading to|result in|results in|resulted in"
        "|resulting in|result from|results from|resulted from|trigger*|induc*|bring* about|brought about|give* rise to|gave rise to"
        "|responsible for|the reason for|the reason why|driven by|as a result of|consequence of|thanks to|attributable to|provok*|spark*"
        "|the result of|a result of",
        Relation.PROVES: "proven to cause|proved to cause|the sole reason|the only reason|alone causes|alone explains|fully explains|entirely explains|inevitably leads to|invariably leads to|the true cause|is the cause|single cause|establish* that|sole cause|only cause|the cause of"
        "|sole reason|only reason|the reason that|root cause|guarantee*|ensure|ensures|ensured|single-handedly|directly caus*"
        "|demonstrates conclusively|conclusively|solely responsible|entirely due to|wholly due to|entirely caus*|is why",
    },
    Axis.MODALITY: {
        Modality.POSSIBLE: "it may be|it might be|could be|may be|might be|quite possibly|conceivably|perchance|it is possible|open to|a chance|chance of|there is a chance|remains to be seen|an open question|not established|not confirmed|unconfirmed|not yet proven|for all we know|one option|either or|question whether|whether or not|at liberty to|entitled to|in a position to|has the right to|have the right to|at their discretion|as they see fit|if desired|if so desired|on occasion can|has the potential|have the potential|subject to change|debatabl*|questionabl*|disput*|contested|in theory|theoretically|may|might|could|can|possibly|perhaps|maybe|potential|potentially|conceivabl*|possible|possibility|"
        "hypothes*|speculat*|not certain|uncertain*|unclear|not clear|not known|unproven|not proven|tentative*|preliminar*|"
        "optional*|at its discretion|at the discretion|permitted to|allowed to|is allowed|are allowed|is permitted"
        "|are permitted|free to|able to|capable of|has the option|have the option|option of|need not|not required"
        "|not necessar*|no obligation|is considering|are considering|under consideration|voluntar*",
        Modality.HEDGED: "in all likelihood|in all probability|most likely|very likely|purportedly|purported|ostensibl*|by some accounts|by all accounts|on the face of it|report* that|reported to|so it is reported|it is reported|rumour*|rumor*|said to|is said|are said|as far as|putativ*|nominally|hopefully|with luck|to the best of|one may argue|it may be argued|some argue|some say|critics say|supporters say|looks like|looks as if|looks as though|as if|as though|all but|more or less|in a sense|kind of|sort of|probabilit*|preliminary evidence|evidence suggests|initial results|early results|tentativel*|speculative|notional*|in some respects|ought to|would like|is supposed|are supposed|is meant|had better|is encouraged|are encouraged|strongly encouraged|wherever possible|as a rule of thumb|rule of thumb|by convention|customar*|impression|opinion|in the view of|maintain* that|contend* that|assert* that|insist* that|allege* that|feared|fear that|scheduled to|slated to|set to|poised to|on course to|on track to|destined|pledg*|promis*|committed to|working towards|working toward|suggest*|appear to|appears to|appeared to|appear|appears|seem*|likely|unlikely|probabl*|presumabl*|"
        "apparently|reportedly|allegedly|alleged|supposedly|supposed to|expect*|anticipat*|believ*"
        "|thought to|consider* that|assum*|propos*|plan|plans|planned|planning|intend*|aim|aims|aimed|hope|hopes|hoped|would|"
        "should|ought|recommend*|advis*|encouraged|prefer*|in principle|arguabl*|claim that|claims that|claimed that|claims to"
        "|argue that|argues that|argued that|say that|says that|said that|point to|points to|pointed to|hint*"
        "|consistent with|indicat* that|tend|tends|tended|tendency|projected|forecast*|provisional*"
        "|in the opinion|in our opinion|in our view|designed to|meant to|plausibl*|suspect*|largely thought"
        "|attempt*|endeavour*|endeavor*|where possible|if possible|where practicable|best effort*|urged|urges",
        Modality.PLAIN: "may not|cannot|can not|can't|could not|must|must not|shall|shall not|is required|are required|required to"
        "|has to|have to|need to|needs to|is obliged|are obliged|obligat*|mandator*|compulsor*|will|show that|shows that"
        "|showed that|shown|find that|finds that|found that|demonstrat*|confirm*|may only|can only|should only",
        Modality.CERTAIN: "incontestabl*|assuredly|without question|without the slightest doubt|in actual fact|in fact|most certainly|for certain|for sure|demonstrably|provably|positively|categorical*|is sure to|are sure to|sure to|is bound to|are bound to|necessarily|incontrovertibl*|unambiguous*|unmistakabl*|decisively|beyond dispute|beyond all doubt|beyond reasonable doubt|there is no question|there can be no doubt|it is clear|of course|plainly|manifestly|patently|at any cost|in any event|come what may|undisputed|undisputedly|unarguabl*|proof|a fact|truly|truth|actually|really|indeed|with certainty|with absolute certainty|has no choice|have no choice|will always|will never|will definitely|will certainly|confirmed beyond|definite*|certainly|undoubtedly|without doubt|without a doubt|no doubt|doubtless|unquestionabl*|"
        "indisputabl*|undeniabl*|guarantee*|inevitabl*|beyond doubt|beyond question|conclusive*|clearly|surely|absolutely|"
        "irrefutabl*|established beyond|prove|proves|proved|proven|it is certain|is certain|are certain|sure to|bound to"
        "|invariably|unconditional*|under all circumstances|in every case|without fail|always|never|assured|impossible|ensures"
        "|certain to|known to|fact that|settled|obviously|evidently|must always|must never|under no circumstances",
    },
    Axis.SCOPE: {
        Scope.FEW: "a handful of|in a handful|once in a while|infrequent*|in rare cases|in exceptional cases|in isolated cases|on rare occasions|one or two|a couple of|a couple|hardly any|barely any|next to no|only a few|only some|very few|sporadic*|a lone|just one|a few|few|rarely|seldom|hardly|scarcely|one of|a single|a handful|exceptional*|isolated|at least one"
        "|one case|case report|a small number|a minority|small sample|a small group|minimal*|slightly|in mice|in rats"
        "|in vitro|in animals|animal model*|in the laboratory|in a laboratory|this sample|our sample|these data|pilot study|pilot",
        Scope.SOME: "in certain circumstances|under certain circumstances|under some circumstances|in some circumstances|in certain situations|every so often|now and then|now and again|from time to time|with some exceptions|with exceptions|not without exceptions|not without exception|in selected instances|in selected cases|in some instances|in certain instances|on occasion|a number of|an assortment|a selection of|some kinds|some types|to a degree|to a certain extent|to an extent|in part|more or less|a share of|a section of|a proportion of|here and there|intermittent*|at intervals|depending on|in places|some|several|certain|sometimes|occasional*|partly|partially|in part|a number of|various|in some cases|at times"
        "|a subset|a portion|a fraction|part of|parts of|some of|a range of|selected|limited to|to some extent|a group of"
        "|in certain cases|in places|where applicable|in some|not all|not every|not always|not necessarily|partial",
        Scope.MANY: "in many cases|in many instances|on many occasions|many times|time and again|a great many|a good many|a great deal|plenty of|scores of|a variety of|a large share|a large part|in large part|a large proportion|widespread|prevalent|more than half|over half|a third|a quarter|two thirds|two-thirds|three quarters|three-quarters|many|often|frequent*|common|commonly|a lot of|lots of|numerous|half of|regularly|repeatedly|widely|dozens"
        "|hundreds|thousands|a large number|substantial*|a good deal|much of|roughly half|about half",
        Scope.MOST: "as a general rule|as a rule|more often than not|in the majority of cases|in the majority|the bulk of|the vast majority|a majority|the greater part|the lion's share|all but a few|the large majority|routinely|in the main|in most instances|on the whole|habitually|in the normal case|as a matter of course|nine times out of ten|practically all|practically every|close to all|not quite all|all but one|most|majority|usual*|typical*|generally|mainly|mostly|largely|primarily|nearly all|almost all"
        "|normally|predominantly|for the most part|as a rule|by and large|in general|tend to|tends to|tended to"
        "|on average|principally|chiefly|ordinarily|by default|virtually all|virtually every"
        "|in most cases|nearly every|almost every|almost always|nearly always|almost never",
        Scope.ALL: "in all circumstances|in every circumstance|under any circumstances|in every single instance|in every instance|in each case|each time|every time|every one of the|every one of|every single|each one|one and all|to a man|the lot|without any exception|without exceptions|with no exception|with no exceptions|no matter what|no matter who|for everybody|for everyone|for anyone|to everyone|in its entirety|in their entirety|the full|fully|full|wholesale|of any kind|of all kinds|of every kind|at every|in any case|any and all|unfailing*|uniformly|unanimous*|unreserved*|unconditional*|unqualified|limitless|from top to bottom|nationwide|everywhere|the world over|always and|not a single|no one|absolute|absolutely all|entirety|in full|whatever|whichever|permanently all|comprehensively|the complete|all|every|each|any|always|entire|entirely|whole|wholly|everyone|everybody|everything|everywhere|anyone|anything"
        "|never|none|nobody|nothing|universal*|without exception|completely|fully|throughout|in all cases|in every|across the board"
        "|total|totally|regardless|irrespective|no exceptions|whatsoever|invariably|exclusively|solely|all of|each and every|anywhere"
        "|no matter|unrestricted|unlimited|full|complete|absolutely|whenever|wherever|whoever|worldwide|across all|100 %|100%|at all",
    },
    Axis.TEMPORAL: {
        Temporal.PAST: "in earlier times|in former times|in the early days|in its day|in their day|was once|once was|at one time|at one point|had once|in those years|erstwhile|onetime|one-time|now defunct|defunct|discontinued|since abandoned|to start with|at first|formerly|previously|initially|originally|in the past|at the time|at that time|back then|used to"
        "|historically|was then|at first|had been|last year|last month|last week|ago|no longer|years ago|in those days"
        "|until recently|early on|at the outset|in its early|at launch|at release",
        Temporal.PROVISIONAL: "for the present|up to this point|to this point|up to that point|until further notice|for as long as|as long as nothing|on an interim basis|on a temporary basis|on a trial basis|on a provisional basis|as matters stood|as matters stand|as things stand|as things stood|as it stands|as at|in the interim|in the meantime|pro tem|through the end|till further notice|pending further|subject to review|subject to renewal|for some time|for a short time|for a transitional|a transitional|transitional|phase-in|for the duration|until such time|while supplies last|stopgap|makeshift|for one year|for two years|hitherto|heretofore|not so far|when last|at last count|at the last count|by that date|at that point|at that stage|as of|until|till|so far|for now|for the time being|temporar*|interim|by now"
        "|to date|thus far|provisional*|not yet|as yet|for the moment|up to now|pending|in the short term|short-term"
        "|expires|trial period|transition*|through the end of"
        "|up until|for a limited time|for a period|for up to|at the time of writing|to begin with",
        Temporal.RECENT: "presently|these days|at this stage|this week|this morning|yesterday|of late|currently|at this time|at this point|right now|at present|at the moment|this year|this month|today|recent|recently|lately|newly|in recent years|in recent months",
        Temporal.LASTING: "for all time|in perpetuity|on a permanent basis|permanent basis|now and in the future|now and forever|for evermore|evermore|once and for all|for all eternity|without end|never-ending|endless*|unending|without limit in time|without time limit|open-ended|into the future|in the future|going forward|from here on|from this point on|from then on|for ever and ever|to the end of time|at any time|at every moment|any time|day and night|lifelong|enduring*|everlasting|abiding|everlastingly|undying|perennial*|persist*|until the end of time|even now|even today|will remain|keep|keeps|does not expire|never expires|never ends|will never|no end date|unlimited in time|timeless*|always|permanent*|forever|indefinitely|for ever|at all times|from now on|henceforth|perpetual*"
        "|in perpetuity|will continue|continues to|continue to|still|ever|never|eternal*|lasting|long-term|in the long term"
        "|irrevocabl*|irreversibl*|continuously|continually|constantly|to this day|remain|remains|for all time|once and for all"
        "|ongoing|hereafter|ever since|nowadays|now|indefinite|year-round|around the clock|for life|unceasing*|for the foreseeable",
    },
}

ATTRIBUTIONS = "according to|in the words of|as reported by|as stated by|in the view of|in the opinion of|per"
"""What follows is whose statement it is; the claim has to keep that."""

SOFT = (
    "each|any|full|fully|complete|completely|total|totally|whole|now|still|remain|remains|keep|keeps|really|actually|indeed|in fact|clearly|of course|throughout|ongoing"
    "|nowadays|truly|surely|sure|ever|never|nothing|none|nobody|no one|anything|everything|settled|evidently|obviously|anywhere|at all|full|continues to|continue to|will continue|constantly"
)
"""Strong only where a claim repeats its evidence nearly word for word; in free wording they are everyday words."""

STUDIES = "observational|cohort|cross-sectional|survey|case report|case series|case-control|retrospective|questionnaire|ecological"
"""Study types whose findings cap the relation at `ASSOCIATED` ..."""

TRIALS = "randomi*|controlled trial*|placebo|double-blind|experiment*"
"""... unless one of these lifts the cap."""

RESTRICTORS = (
    "except|except for|unless|only|only if|provided that|provided|as long as|so long as|other than|excluding|apart from|but not|"
    "limited to|restricted to|confined to|if|when|whenever|where|in case|in the event|subject to|save for|solely|exclusively|merely"
    "|without|with the exception|on condition|not including|aside from|only when"
)
"""Words after which a statement is narrowed; what they introduce has to survive."""

NARROWING = "in|among|for|with|under|on|at|within|during|after|before|between|above|below|over|aged|who|whose|from|by|through|against"
"""Prepositions that narrow too, where a claim otherwise repeats its evidence."""

NEGATIONS = (
    "not|no|never|none|nobody|nothing|neither|nor|cannot|can't|don't|doesn't|didn't|isn't|aren't|wasn't|weren't|won't|"
    "wouldn't|shouldn't|couldn't|hasn't|haven't|hadn't|mustn't|needn't|without|fails to|failed to|fail to|lack|lacks|lacked|"
    "refus*|declin* to|prohibit*|forbid*|forbade|forbidden|rather than|instead of|unable|hardly|rejected|rejects|denied|denies"
    "|no longer|not yet|absence of|free of|far from"
)

IDIOMS = (
    "no more than|not more than|no less than|not less than|no fewer than|not only|nothing else|not without|not least|no longer than|not to mention"
    "|no later than|not later than|no earlier than|no sooner than|whether or not|or not|no matter|no doubt|each other|one of the most|the most|at most|for good *|all the more|all but certain|after all|at all costs|above all|first of all|all over|in all likelihood and|not until"
)
"""Phrases with a negative word that negate nothing."""

OPPOSITES = (
    "increase decrease|increases decreases|increased decreased|increasing decreasing|rise fall|rises falls|rose fell|higher lower|"
    "highest lowest|more less|more fewer|most least|before after|above below|over under|first last|earliest latest|earlier later|"
    "allow forbid|allows forbids|allowed forbidden|allowed prohibited|permitted prohibited|permits prohibits|accept reject|"
    "accepts rejects|accepted rejected|accepted declined|success failure|succeeds fails|succeeded failed|win lose|wins loses|"
    "won lost|begin end|begins ends|began ended|start stop|starts stops|started stopped|open close|opens closes|opened closed|"
    "opened ended|enable disable|enables disables|enabled disabled|include exclude|includes excludes|included excluded|"
    "improve worsen|improves worsens|improved worsened|better worse|best worst|faster slower|larger smaller|largest smallest|"
    "greater smaller|longer shorter|positive negative|true false|same different|public private|internal external|possible impossible|"
    "legal illegal|lawful unlawful|valid invalid|safe unsafe|likely unlikely|required optional|mandatory optional|present absent|"
    "with without|support oppose|supports opposes|supported opposed|agree disagree|agrees disagrees|agreed disagreed|north south|"
    "east west|northern southern|eastern western|left right|maximum minimum|upper lower|inside outside|alive dead|born died|"
    "gain loss|buy sell|bought sold|add remove|adds removes|added removed|old new|early late|strong weak|easy difficult|"
    "always never|ever never|all none|everyone nobody|male female|men women|remains leaves|daily weekly|annual monthly"
)
"""Pairs of words of which one cannot stand for the other."""

CLAUSE_WORDS = (
    "and but or while whereas because although though which who unless if when where since so until except provided"
)
PAST_VERBS = "was were had did"
PRESENT_VERBS = "is are has have does do"
