"""How a sentence passes on somebody's word instead of telling a fact (B6): reported, rumoured, once believed.

"Locals will tell you that the bridge was built in a night" says what they tell. Patterns for `checks.asked_fact`, which
knows who is asked for, and that findings and the text itself report as facts are told.
"""

from __future__ import annotations

CLAUSE = r"(?:[^.;]|\.(?=\d))*"
"""What follows in a clause; the point of 7.20 ends none."""

QUOTED = r"\s*[,:]?\s*[\"“„«]"
ADVERB = r"(?:\s+(?:\w+ly|also|further|even|once|again))?"

_LAY = (
    r"(?:locals?|villagers?|residents?|neighbou?rs?|friends?|colleagues?|(?:tour\s+)?guides?|guests?|customers?|visitors?|tenants?|landlords?|owners?|readers?|users?|passengers?"
    r"|salesm[ae]n|witness(?:es)?|drivers?|aunts?|uncles?|grand(?:mother|father|ma|pa)s?|mothers?|fathers?|critics|opponents|supporters|enthusiasts|campaigners|activists"
    r"|journalists?|bloggers?|farmers?|fishermen|monks|police|historians?|politicians?)"
)
_TRADE = r"(?:sellers?|dealers?|suppliers?|vendors?|makers?|manufacturers?|agents?)"
PERSONS = rf"(?:{_LAY}|{_TRADE})"
"""Whose word a text that passes it on need not stand behind."""

_PAPERS = (
    r"(?:books?|textbooks?|newspapers?|press|magazines?|blogs?|brochures?|prospectus"
    r"|adverts?|advertisements?|internet|forums?|web\s?(?:pages?|sites?)|wikipedia|posters?|letters?|articles?)"
)
_MANY = (
    r"(?:people|some|many|others|most|everybody|everyone|anyone|(?:many|most|some|other|older|all)\s+(?!studies|trials|surveys|data|results|experiments"
    r"|analyses)[a-z]+s)"
)
_TALK = (
    r"(?:word|rumou?rs?|gossip|legends?|tradition|folklore|hearsay"
    r"|(?:the|a|an|old|this|another)\s+(?:story|tale|talk)|talk)"
)
_OBJECT = r"(?:the|its|their|his|her|it|this|that|an?|he|she|they|there)"
_PAST = r"(?:was|were|has\s+been|have\s+been|had\s+been|used\s+to\s+be)"

_REPORTED = (
    rf"(?<!\bit\s)(?<!ly\s)\b(?:state[ds]?|says?|said|writes|wrote|conclude[ds]?){ADVERB}\s+that\b",
    r"\b(?:claim|argue?|assert|allege?|contend|believe?|suspect|maintain|speculate?|insist|object|complain|criticise?|criticize?|warn|lament"
    r"|suppose?|theori[sz]e?|boast|brag|reckon|imagine?|predict|prophes[iy]|pretend|protest|opine?|testifi|vow|figure?|hint)e?[ds]?"
    rf"{ADVERB}(?:\s+that\b|{QUOTED})",
    rf"\b(?:swears?|swore|sworn|mentioned|forecasts?|pleaded|joke[ds]?){ADVERB}(?:\s+that\b|{QUOTED})",
    rf"\b(?:state[ds]|says?|said|writes|wrote|repl(?:ied|ies)|adds|added|went\s+further|declare[ds]|advertise[ds]?|promise[ds]?|boast(?:s|ed)|remark(?:ed|s)"
    rf"|responded|respond|objected){ADVERB}(?:\s+that)?{QUOTED}",
    r"\b(?:call(?:s|ed)?|term(?:s|ed)|dub(?:s|bed)|describe[ds]?)\s+(?:[\w'’-]+\s+){1,6}[\"“„«](?:\S+\s+){2}",
    rf"\b(?:says|said|claims|claimed|insist(?:s|ed)|reckon(?:s|ed)|thinks|thought|believe[ds])\s+{_OBJECT}\b",
    r"\b(?:tells?|told|telling|assure[ds]?|promise[ds]?|warn(?:s|ed)?|advise[ds]?)\s+(?:me|us)\s+(?:to|that)\b",
    rf"\b(?:{_LAY}|{_MANY})\s+(?:will|would|may|might|can|could)\s+tell\s+(?:you|me|us|anybody|anyone|visitors)\b|\bassure[ds]?\s+(?:\w+\s+){{1,3}}(?:that|{_OBJECT})\b",
    rf"\b(?:{_MANY}|{PERSONS}|{_PAPERS})\s+(?:\w+ly\s+|still\s+|all\s+|often\s+|sometimes\s+|always\s+|long\s+|once\s+)?(?:says?|said|claim(?:s|ed)?|believe[ds]?|thinks?|thought|tells?|told|swears?|swore|had\s+it"
    r"|(?:would\s+)?(?:have|has|had)\s+(?:you|us|one)\s+(?!to\b|been\b)\w+)\b(?!\s+(?:about|of|so|on|with|to)\b)",
    rf"\b(?:{_MANY}|{_LAY}|{_PAPERS})\s+(?:still\s+|all\s+)?(?:(?:advise[ds]?|recommend(?:s|ed)?)\b(?!\s+to\b)|agreed?s?\s+that\b|h[eo]lds?\s+that\b)|\bevery(?:body|one)\s+(?:knows|agrees)\b",
    rf"\b(?:{_MANY}|{_LAY}|{_PAPERS}|histor(?:y|ies)|chronicles?|legends?)\s+(?:\w+ly\s+|still\s+)?(?:g[ia]ves?\s+{CLAUSE}\bas\b|remembers?\b|(?:place|put|date|trace)[sd]?\s+{CLAUSE}\b(?:in|at|to)"
    r"\s+(?:\w+\s+)?\d|would\s+have\s+(?:the|it|its)\b|lists?\s+{CLAUSE}\bas\b)",
    rf"\b(?:{_LAY}|{_MANY}|somebody|someone)\s+(?:writes?|wrote|says?|said|posted|comment(?:s|ed))\s*:",
    r",\s+(?!not\b|as\b)(?:\w+\s+){1,4}(?:says?|said|claim(?:s|ed)?|report(?:s|ed)|argue[ds]?|believe[ds]?|advise[ds]?|suggest(?:s|ed)|recommend(?:s|ed)|warn(?:s|ed)|thinks|thought)$",
    r"\b(?:claims?|claimed|pretends?|pretended|purports?|purported)\s+to\s+(?:be|have|know|own|offer|do|come|hold)\b|\binto\s+(?:believing|thinking)\b|\bunder\s+the\s+(?:impression|illusion)\b|\b(?:led|made)\s+(?:\w+\s+)?(?:to\s+)?(?:believe|think)\b"
    r"|\b(?:you|one|we)\s+(?:might|would|could)\s+(?:\w+\s+)?(?:think|believe|suppose|assume|expect)\b",
    rf"\bask\s+(?:any|a|an|the)\s+\w+{CLAUSE}\b(?:say|tell|swear)s?\b",
)  # fmt: skip
_RUMOURED = (
    rf"\bit\s+(?:is|was|has\s+been)\s+(?:\w+\s+)?(?:written|said|claimed|reported|rumou?red|alleged)\b{CLAUSE}\bthat\b",
    r"\bit\s+(?:(?:is|was)|ha[sd]\s+(?:\w+\s+)?been)\s+(?:\w+\s+)?(?:held|believed|thought|assumed|argued|supposed|asserted|maintained"
    r"|said|claimed|taught)\s+(?:\w+\s+){0,2}that\b",
    rf"\b{_TALK}(?:\s+(?:in|around|of|on)\s+(?:\w+\s+){{0,2}}\w+)?\s+(?:has\s+it|had\s+it|holds|says|goes|tells|puts?|dates|places|makes|ascribes|attributes|credits"
    r"|is\s+that|was\s+(?:that|of))\b",
    r"\bthere\s+(?:is|was|has\s+been)\s+(?:\w+\s+)?(?:talk|word|gossip|speculation)\s+(?:of|that|about)\b",
    r"\b(?:made|makes|making|did|doing)\s+the\s+rounds\b|\b(?:figure|number|story|claim|version)s?\b[^.;]{0,40}\bcirculat\w+|\bfeared\s+(?:dead|lost|missing)\b",
    r"\b(?:used\s+to|likes?\s+to|liked\s+to)\s+(?:say|claim|tell|think|believe|trace|date)\b|\b(?:allegedly|supposedly|purportedly|reputedly|angeblich|vermeintlich)\b",
    r"\b(?:one|you|we)\s+(?:often\s+|always\s+|sometimes\s+)?(?:hears?|reads?)\s+that\b",
    r"\b(?:i|we)\s+(?:have\s+|had\s+|once\s+)*(?:read|heard|was\s+told|were\s+told|been\s+told|am\s+told)\s+(?:somewhere\s+)?(?:that|the|it)\b",
    r"\b(?:had|have|has)\s+(?:heard|been\s+told|read\s+somewhere)\s+that\b|\b(?:is|are|was|were)\s+(?:rumou?red|alleged|said|reputed)\s+to\b",
    r"\b(?:common|popular|widespread|long-held|received|conventional)\s+(?:belief|view|wisdom|opinion|assumption|idea|notion)\b",
)
_BELIEVED = (
    rf"\b{_PAST}\s+(?:\w+\s+)?(?:thought|believed|assumed|supposed|reputed|rumou?red|blamed|reckoned|feared)\s+(?:to|that|for)\b|\b(?:was|were)\s+(?:once|long|formerly)\s+(?:dated|attributed|ascribed|credited)\b",
    r"\bblame[sd]?\s+(?!for\b|on\b)\w+|\b(?:was|were|is|are)\s+(?:\w+\s+)?(?:blamed|put\s+down\s+to)\b",
    r"\b(?:once|formerly|long|used\s+to)\s+(?:thought|think|believed?|assumed?|supposed?|blamed?)\b",
    r"\b(?:traditionally|commonly|popularly|generally|widely|often|usually|sometimes)\s+(?:attributed|ascribed|credited|believed|thought|assumed|said|given\s+as|quoted\s+as|cited\s+as|dated\s+to)\b",
)
_VOUCHED = (
    rf"\baccording\s+to\s+(?:(?:the|its|their|his|her|my|our|an?|one|some)\s+)?(?:\w+\s+)?(?:{PERSONS}|{_PAPERS}|rumou?rs?|legend)\b",
    r"\b(?:by|on)\s+(?:his|her|their)\s+own\s+(?:account|admission|estimate|reckoning)\b|\bto\s+hear\s+(?:him|her|them|\w+)\s+(?:tell|say)\b",
    r"\bif\s+(?:you|one|we)\s+believe\b|\bif\b[^,.;]{2,40}\b(?:is|are|can)\s+(?:to\s+)?be\s+believed\b|^\W*(?:on\s+paper|in\s+theory|theoretisch|auf\s+dem\s+papier)\b",
    r"(?<=[a-z]\s)puts?\s+(?:the|its|their|his|her)\s+(?:[^\s.;]+\s+){1,5}at\s+(?:\w+\s+){0,2}\d|\bquotes\s+(?:an?|the)\b|\bsp(?:eaks?|oke)\s+of\s+(?:an?|about|some|\d)",
    r"\b(?:advertise[ds]?|promise[ds]?)\s+(?:\w+\s+){0,2}(?:an?|up\s+to|more|less|\d\S*)\s|\bha(?:s|d|ve)\s+it\s+that\b",
)
_GERMAN = (
    r"\b(?:manche|viele|einige|andere|leute|kritiker|anwohner|nachbarn)\s+(?:\w+\s+)?(?:sag(?:t)?en|behaupte(?:te)?n|mein(?:t)?en|glaub(?:t)?en)\b",
    rf"\b(?:viele|manche|einige|andere|leute|man)\s+(?:halten|hält|hielt(?:en)?)\b{CLAUSE}\bfür\b",
    r"\bes\s+hei(?:ß|ss)t(?:\s+\w+){0,2}\s*,|\bman\s+(?:hört|sagt|liest|erzählt|meint)\b(?=[^.]*,)|\b(?:glaubte|dachte|meinte|erzählt)\s+(?:man|sich)\b",
    r"\bwird\s+(?:\w+\s+)?(?:behauptet|gesagt|erzählt)\b|\b(?:gemeinhin|landläufig\w*)\b|\bgalt(?:en)?\s+(?:\w+\s+)?(?:lange|früher|einst)\b",
    r"\b(?:versichert|beteuert|behauptet|schwört|schwor|erzählt)(?:e|en)?\s+(?:\w+\s+){0,3}\w*,",
    r"\b(?:behauptete?n?|behauptet|argumentierte?n?|glaubte?n?|vermutete?n?|meinte?n?)\b\s*(?:,\s*dass\b|[,:]?\s*[\"„«])",
    r"\b(?<!es\s)(?:sei|seien)\b(?!\s+(?:denn|es)\b)|\b(?:betrage|koste|gelte|liege|habe\s+(?:er|sie|es|man)|er\s+habe|sie\s+habe|es\s+gebe|könne|solle|müsse|dürfe|werde)\b(?!\s+ich\b)",
    r"\bin\s+(?:eine[mr]|alten|vielen|manchen|einigen)\b[^.;]{0,40}\b(?:steht|stand|heißt)\b",
    r"\blaut\s+(?:\w+\s+){0,2}(?:prospekt|hersteller|anbieter|verkäufer|vermieter|werbung|nachbar|zeitung|augenzeuge|internet|forum)\w*",
    r"\bnach\s+(?:(?:seinen|ihren|eigenen)\s+angaben|(?:angaben|aussage|auskunft|darstellung)\s+(?:des|der|von|eines|einer|seines|ihrer)\b)",
)

SAID = "|".join((*_REPORTED, *_RUMOURED, *_BELIEVED, *_VOUCHED, *_GERMAN))
"""What passes on somebody's word."""

ASKS = (
    r"\b(?:sa(?:y|id)|stat(?:es|ed|ing)|conclu|claim|argu(?:e[ds]?|ing)|assert|alleg|contend|believ|belief|think|thought|suspect|maintain|speculat"
    r"|insist|call(?:s|ed)?\b|term(?:s|ed)\b|dub(?:s|bed)\b|descri|object(?:ed|ions?|ing)|complain|suppos|theor|accord|opinion|view|critic|rumou?r|gerücht"
    r"|why\b(?=[^?]*\b(?:oppos|reject|critic|want|prefer|choos|chose|decid|refus|leav|left|resign|vot|support|favou?r|fear|propos|adopt|introduc|abolish|ban|lik|dislik|angry|hat)|[^?]*"
    r"\b(?:people|they|he|she|residents|opponents)\b)|respon|repl|remark|advert|promis|boast|(?<!who\s)wr[io]t|swear|swore|assur|predict|forecast|testif|told|tell|advis|recommend|attribut"
    r"|ascrib|credit|legend|tradition|story|blam|assum"
    r"|behaupt|argumentier|glaub|vermut|mein|laut\b|angaben|erzähl|versicher|gilt|galt|hält|halten|warum\b)"
)
"""What asks for that."""

_DEMANDING = (
    r"(?:petitions?|unions?|parents|pupils|students|residents|neighbou?rs|critics|opponents|supporters|works?\s+council|part(?:y|ies)|opposition|associations?"
    r"|campaign\w*|activists|motions?|lobby\w*|gewerkschaft\w*|betriebsrat\w*|personalrat\w*|anwohner\w*|eltern\w*|kritiker\w*|partei\w*|initiative\w*|petition\w*"
    r"|verb[aä]nde?\w*|opposition\w*)"
)
DEMANDED = (
    r"\b(?:asked|called|campaigned|petitioned|pleaded|lobbied|pushed|applied|hop(?:es?|ed|ing)|plead(?:s|ing)?|long(?:s|ed|ing)?)\s+for\b|\bdream(?:s|ed|t|ing)?\s+of\b"
    r"|(?<!\bis\s)(?<!\bare\s)(?<!\bbe\s)(?<!\bwas\s)(?<!\bwere\s)\b(?:demanded|wanted)\b|\brequested\s+(?:an?|the|that|\d)\b"
    rf"|\b{_DEMANDING}\s+(?:\w+\s+)?(?:demands?|calls?\s+for|wants?|asks?\s+for|wish(?:es)?\s+for|forder[nt]+|verlang[ent]+|wünsch[ent]+|will|wollen)\b(?!\s+(?:be|have|not)\b)"
    r"|\b(?:asks|asked|urge[ds]?|requests?|requested)\s+that\b|\b(?:forder[nt]|verlang(?:en|t)|wünsch(?:en|t)|bitte[nt])\b[^.;]{0,40},\s*dass\b"
    r"|\b(?:forderte|verlangte|beantragte)n?\b|\bwünschte?n?\s+sich\b|\bwollten?\b"
    r"|(?<!who\s)(?<!whoever\s)\bwants\s+(?!to\b)(?:(?!has\b|have\b|must\b|needs?\b|should\b|may\b|can\b)\w+\s+){1,4}to\b|\b(?:one|two|three|four|some|several|a\s+few)\s+(?:\w+\s+)?\w+s\s+voted\s+(?:to|for|in\s+favou?r)\b"
)
"""What somebody demands or hopes for."""

ASKS_DEMANDED = (
    r"\b(?:ask(?!\s+about)|call(?:ed|s)?\s+for|campaign|petition|plea|lobb|push|appl|demand|want|request|wish|hop(?:e|ing)|dream|claim|why\b|who\b|forder|verlang"
    r"|wünsch|wunsch|beantrag|wollen|was\s+will|wer\b|warum\b)"
)
"""What asks for that."""
