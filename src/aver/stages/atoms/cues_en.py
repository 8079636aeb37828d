"""English cues by axis and level, and the flat tables of English: plain data in the notation of `phrases`.

Compiled from grammars of English and the published taxonomies that each file of `lexicon` names, never from labelled
pairs.
"""

from __future__ import annotations

from aver.stages.atoms.axes import Axis
from aver.stages.atoms.lexicon import modality_en, relation_en, scope_en, temporal_en

LEVELS: dict[Axis, dict[int, str]] = {
    Axis.RELATION: relation_en.CUES,
    Axis.MODALITY: modality_en.CUES,
    Axis.SCOPE: scope_en.CUES,
    Axis.TEMPORAL: temporal_en.CUES,
}

ATTRIBUTIONS = """
according to | in the words of | as {reported,stated,claimed,told,described,put,quoted} by
in the {view,opinion,eyes} of | per | quoting | on the {authority,word} of | by {his,her,its,their} own account
from the {viewpoint,perspective,standpoint} of
"""
"""What follows is whose statement it is; the claim has to keep that."""

SOFT = """
each | any | full | fully | complete | completely | total | totally | whole | now | still | remain | remains | keep
keeps | really | actually | indeed | in fact | clearly | of course | throughout | ongoing | nowadays | truly | surely
sure | ever | never | nothing | none | nobody | no one | anything | everything | settled | evidently | obviously
anywhere | at all | continues to | continue to | will continue | constantly | in {the,} future | long-term | lasting
any time | at any {time,rate} | every time | all the time | plainly | decidedly | positively | emphatically
verifiabl* | definitive* | necessarily | altogether | thoroughly | utterly | outright | purely | globally | a fact
fact that | any kind of | in any event | nowhere
"""
"""Strong only where a claim repeats its evidence nearly word for word; in free wording they are everyday words."""

STUDIES = """
observational | cohort | cross-sectional | survey | case report | case series | case-control | retrospective
questionnaire | ecological
"""
"""Study types whose findings cap the relation at `ASSOCIATED` ..."""

TRIALS = """
randomi* | controlled trial* | placebo | double-blind | experiment*
"""
"""... unless one of these lifts the cap."""

RESTRICTORS = """
except | except for | unless | only | only if | provided that | provided | as long as | so long as | other than
excluding | apart from | but not | limited to | restricted to | confined to | if | when | whenever | where | in case
in the event | subject to | save for | solely | exclusively | merely | without | with the {sole,} exception
on {the,} condition | not including | aside from | only {when,where,after,until} | excepting | save that | save where
barring | but for | exclusive of | not counting | leaving aside | {conditional,contingent} {on,upon} | providing that
on the proviso | insofar as | in so far as | to the extent | in the absence of | failing | reserved for
"""
"""Words after which a statement is narrowed; what they introduce has to survive."""

NARROWING = """
in | among | for | with | under | on | at | within | during | after | before | between | above | below | over | aged
who | whose | from | by | through | against
"""
"""Prepositions that narrow too, where a claim otherwise repeats its evidence."""

NEGATIONS = """
not | no | never | none | nobody | nothing | neither | nor | cannot | can't | don't | doesn't | didn't | isn't
aren't | wasn't | weren't | won't | wouldn't | shouldn't | couldn't | hasn't | haven't | hadn't | mustn't | needn't
without | fails to | failed to | fail to | lack | lacks | lacked | refus* | declin* to | prohibit* | forbid* | forbade
forbidden | rather than | instead of | unable | hardly | rejected | rejects | denied | denies | no longer | not yet
absence of | free of | far from | nowhere | scarcely | disallow* | refrain* from | devoid of | lacking
"""

IDIOMS = """
no more than | not more than | no less than | not less than | no fewer than | not only | nothing else | not without
not least | no longer than | not to mention | no later than | not later than | no earlier than | no sooner than
whether or not | or not | no matter | no doubt | each other | one of the most | the most | at most
for good {reason*,measure,cause,behaviour,behavior,order,luck,governance,conduct} | all the more | all but certain
after all | at all costs | above all | first of all | all over | in all likelihood and | not until
"""
"""Phrases with a negative word that negate nothing."""

OTHER_SENSES = """
# May the month; can and might the nouns
{in,of,until,till,since,by,from,for,before,after,during,early,mid,late,every,last,through} may | may 99 | 99 may
may {to,and,or,until} {june,july,august,september,october,november,december} | {march,april} {to,and,or} may | a can
{watering,jerry} can | {the,each,per,every,empty} can of | the might of | {military,economic,naval} might of
# nouns beside the verbs of planning and appearing
{the,a,an,this,that,its,their} {plan,plans,aim,aims,hope,project} {of,for,is,was,are}
{our,his,her,each,every,any,no,new} {plan,plans,aim,aims,hope,project} {of,for,is,was,are}
{floor,pension,health,business,action,site,seating} {plan,plans}
{master,payment,care,street,lesson,project,emergency,pricing} {plan,plans}
{appear,appears,appeared} {in,on,at,before,under,below,above,next to,beside} | {look,looks,looked} {like,as} new
{is,are,was,were,be} set to {99,true,false,zero,on,off,default,null,the,a} | {claim,claims} to {the,a}
point to point | {this,that,the,any,some,what,every,each,another,same,which,one,other,a,of} {kind,sort} of
# quantity words with another meaning
{is,are,was,were,be,as,form,forms,formed,become,becomes} part of | {is,are,was,were,be,been,being} selected
common {law,sense,room,ground,good,land,knowledge,noun,denominator} | in common | {house,the} of commons
a third {party,person,country,world,time,year,floor,option,reading,instance,way} | third parties | a quarter {to,past}
a total of | in total | total {number,of} | the {total,full} number | to complete | all right | all in all | all along
absolute {majority,value,zero,temperature} | full {name,stop,moon} | full-time | whole {number,grain}
make{s,} certain | making certain | one of a kind | one of these days | any {more,longer}
# relation words with another meaning
account{s,ed,} for {99,about,around,over,more,less,nearly,almost,roughly,half,most,the majority,a third}
{related,relating,in relation} to this {document,agreement,section} | in due course
# time words with another meaning
lasting {99,two,three,four,five,about,up,only,a,an,less,more,until,from,around,over} | meanwhile in
the former {is,are,was,were,and,has,had,of} | still {image,images,life,water,photo*} | stand{s,} still
{keep,keeps} {in touch,to} | while away | permanent {secretary,marker}
"""
"""Phrases in which a word that elsewhere is a cue is none."""

OPPOSITES = (
    "increase decrease|increases decreases|increased decreased|increasing decreasing|rise fall|rises falls"
    "|rose fell|higher lower|"
    "highest lowest|more less|more fewer|most least|before after|above below|over under|first last"
    "|earliest latest|earlier later|"
    "allow forbid|allows forbids|allowed forbidden|allowed prohibited|permitted prohibited|permits prohibits"
    "|accept reject|"
    "accepts rejects|accepted rejected|accepted declined|success failure|succeeds fails|succeeded failed"
    "|win lose|wins loses|"
    "won lost|begin end|begins ends|began ended|start stop|starts stops|started stopped|open close"
    "|opens closes|opened closed|"
    "opened ended|enable disable|enables disables|enabled disabled|include exclude|includes excludes"
    "|included excluded|"
    "improve worsen|improves worsens|improved worsened|better worse|best worst|faster slower|larger smaller"
    "|largest smallest|"
    "greater smaller|longer shorter|positive negative|true false|same different|public private"
    "|internal external|possible impossible|"
    "legal illegal|lawful unlawful|valid invalid|safe unsafe|likely unlikely|required optional"
    "|mandatory optional|present absent|"
    "with without|support oppose|supports opposes|supported opposed|agree disagree|agrees disagrees"
    "|agreed disagreed|north south|"
    "east west|northern southern|eastern western|left right|maximum minimum|upper lower|inside outside"
    "|alive dead|born died|"
    "gain loss|buy sell|bought sold|add remove|adds removes|added removed|old new|early late|strong weak"
    "|easy difficult|"
    "always never|ever never|all none|everyone nobody|male female|men women|remains leaves|daily weekly"
    "|annual monthly|odd even|northward southward|northwards southwards|eastward westward|eastwards westwards"
    "|forward backward|forwards backwards|upward downward|upwards downwards|upstream downstream|uphill downhill"
    "|clockwise counterclockwise|clockwise anticlockwise|horizontal vertical|horizontally vertically"
    "|merge diverge|merges diverges|merged diverged|converge diverge|converges diverges|expand shrink|expands shrinks"
    "|expanded shrank|lengthen shorten|lengthened shortened|appear disappear|appears disappears|appeared disappeared"
    "|arrive depart|arrives departs|arrived departed|arrival departure|arrivals departures|enter exit|entrance exit"
    "|ascending descending|attack defend|attacked defended|create destroy|created destroyed|float sink|push pull"
    "|load unload|loaded unloaded|lock unlock|locked unlocked|encrypt decrypt|encrypted decrypted|encode decode"
    "|import export|imports exports|imported exported|upload download|uploads downloads|uploaded downloaded"
    "|incoming outgoing|inbound outbound|input output|inputs outputs|inner outer|innermost outermost|front rear"
    "|lend borrow|lent borrowed|lender borrower|lenders borrowers|debtor creditor|debtors creditors|buyer seller"
    "|buyers sellers|landlord tenant|landlords tenants|employer employee|employers employees|plaintiff defendant"
    "|claimant defendant|sender recipient|sender receiver|licensor licensee|profit loss|profits losses|debit credit"
    "|assets liabilities|gross net|majority minority|domestic foreign|rural urban|inpatient outpatient"
    "|inpatients outpatients|systolic diastolic|acute chronic|benign malignant|liquid solid|hot cold|hotter colder"
    "|hottest coldest|warmest coldest|warmer colder|wet dry|wetter drier|wettest driest|deep shallow|deeper shallower"
    "|deepest shallowest|wide narrow|wider narrower|widest narrowest|thick thin|thicker thinner|thickest thinnest"
    "|heavy light|heavier lighter|heaviest lightest|cheaper dearer|longest shortest|fastest slowest|strongest weakest"
    "|stronger weaker|youngest oldest|younger older|nearest farthest|richest poorest|rich poor|busiest quietest"
    "|high low|large small|explicit implicit|fixed variable|permanent temporary|mild severe|simple complex"
    "|synchronous asynchronous|mutable immutable|singular plural|prefix suffix|natural artificial|known unknown"
    "|guilty innocent|voluntary compulsory|optional compulsory|necessary unnecessary|strict lenient|victory defeat"
    "|summer winter|weekday weekend|weekdays weekends|morning evening|mornings evenings|husband wife"
    "|father mother|son daughter|brother sister|boys girls|indoor outdoor|indoors outdoors|online offline"
)
"""Pairs of words of which one cannot stand for the other."""

CLAUSE_WORDS = (
    "and but or while whereas because although though which who unless if when where since so until except provided"
)
PAST_VERBS = "was were had did"
PRESENT_VERBS = "is are has have does do"
