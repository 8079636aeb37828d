"""English cues of modality.

Groups after Hyland (2005: hedges, boosters), Holmes (1984), Lakoff (1972: hedges), Palmer (2001: epistemic,
evidential and deontic modality), Biber et al. (1999: stance adverbials) and Thompson and Ye (1991: reporting verbs).
"""

from __future__ import annotations

from aver.stages.atoms.axes import Modality

CUES: dict[int, str] = {
    Modality.POSSIBLE: """
# modal verbs of possibility and permission
may | might | could | can | {it,there,this,that} {may,might,could} be | {could,may,might} be
# adverbs, adjectives and nouns of possibility
possible | possibly | quite possibly | possibilit{y,ies} | perhaps | maybe | perchance | conceivabl{e,y}
imaginabl{e,y} | feasib{le,ly,ility} | potential | potentially | {has,have,had} the potential
within the {realm,realms,bounds} of possibility | {a,some,slim,slight,small,outside,fair,good} chance | chance of
not {inconceivable,unthinkable,impossible,out of the question}
{cannot,can not,can't} be {ruled out,excluded,discounted} | for all {we,anyone} {know,knows} | in theory
theoretically | in the best case | in the worst case | on occasion can | one option | either or
{may,might} or {may,might} not | with any luck
# conjecture and open questions
hypothes* | hypothetical* | speculat* | conjectur* | guesswork | tentative* | preliminar* | uncertain* | unclear
not {certain,clear,known,sure,proven,confirmed,settled,established,verified} | unknown whether | unproven
unconfirmed | unverified | unsettled | undetermined | undecided | unresolved | unsubstantiated | inconclusive*
doubtful* | dubious* | questionabl* | debatabl* | disput* | contested | an open question | open to | in dispute
remain{s,ed,} to be {seen,proven,proved,shown,confirmed,clarified,established} | question{,s} whether | whether or not
up in the air | subject to change
# permission, option, ability
optional* | discretionary | voluntar* | at {its,their,his,her,your,the,our} {sole,own,absolute,} discretion
as {it,he,she} sees fit | as {they,you,we} see fit | if {so,} desired | if {they,you,we} {wish,want,choose,prefer}
if {it,he,she} {wishes,wants,chooses,prefers}
{permitted,allowed,entitled,authorised,authorized,empowered,eligible} to | {is,are} {permitted,allowed}
{free,welcome,at liberty} to | {has,have} the {right,option,freedom,choice,ability} to
{has,have} the {capacity,capability,opportunity,power} to | {has,have} the {option,possibility} of
{has,have} the option | option of | in a position to | able to | capable of
{is,are,was,were} {considering,contemplating,weighing,exploring,mulling} | under {consideration,discussion}
in principle | {consider,considers,considered,contemplates,contemplated,weighs,mulls,explores} *ing
""",
    Modality.HEDGED: """
# adverbs and adjectives of likelihood
likely | most likely | very likely | quite likely | unlikely | likelihood | in all {likelihood,probability} | probabl*
most probably | probabilit{y,ies} | more likely than not | as likely as not | on the balance of probabilities
{the,} odds are | chances are | presumabl* | presumptive* | plausibl* | suppos{e,es,ed} | supposed to | supposedly
supposition* | putativ* | notional* | nominally | hopefully | with luck | arguabl* | credibl{e,y} | prospective*
provisional*
# evidentials: what it looks like
seem* | appear | appears | appeared | appear{s,ed,} to | apparent | apparently | ostensibl* | outwardly
look{s,ed,} {like,as if,as though,likely,to be,set to} | sound{s,ed,} {like,as if,as though} | as if | as though
{give,gives,gave} {the,an,every} impression | impression | on the {face of it,surface} | at first {sight,glance}
prima facie | to {all,outward} appearances | judging by | {all,every,some,early,first} indication{,s}
{all,the} signs {are,point} | evidence suggests | {preliminary,anecdotal,circumstantial,limited,early} evidence
{initial,early,first,interim} results | point to | points to | pointed to | hint* | consistent with | suggest*
suggestive of | indicat{e,es,ed} that | indicative of | impl{y,ies,ied} that | tend{s,ed,} | tendency
inclin{ed,es} to | prone to | apt to
# hearsay
reportedly | allegedly | alleged | alleg{e,es,ed} that | purported{,ly} | purport{,s} to | reputed{,ly} | rumour*
rumor* | by {some,all,most,many,several,their own,its own,his own,her own} accounts | said to | is said | are said
so it is {said,reported} | it is {said,reported,claimed,alleged,argued,understood} | understood to
{report,reports,reported,reporting} {that,to} | so-called | self-{professed,styled,proclaimed} | word has it
legend has it | the story goes | {some,critics,supporters,many} {say,argue,claim}
if {reports,rumours,accounts} are {true,correct,to be believed} | unofficially
# verbs of judgement
believ* | belief that | {is,was} of the {view,opinion} | opinion | thought {that,to} | who thought | felt that
feel{s,} that
{we,i,they,he,she,many,some,experts,researchers,scientists,officials} {think,thinks,guess,reckon,feel,suppose}
think{s,} that | held that | held to be | hold{s,} that | consider{s,ed,} that | {is,are,was,were} {considered,deemed}
{is,are,was,were} {regarded,viewed,seen,perceived} as | deem{s,ed} | assum* | presum{e,es,ed,ing} | presumption that
reckon* | surmis* | suspect* | imagin{es,ed} that | guess{es,ed,} | conclud{e,es,ed} tentatively | largely thought
in {my,our,their,his,her,its} {view,opinion,estimation,judgement,judgment,eyes}
in the {view,opinion,eyes,judgement} of | to {my,our,his,her,their} mind
to {the best of,} {my,our,their,its,his,her} knowledge | to the best of | as far as {is,we,anyone,i,one,can,could} *
so far as is known | as far as
# reporting verbs of low commitment
claim{s,ed,} {that,to} | argu{e,es,ed,ing} that | {one may argue,it may be argued} | contend* that | assert* that
maintain{s,ed,ing,} that | insist* that | say that | says that | said that | posit{s,ed,} that | postulat* | theoris*
answer{s,ed,} that | repl{y,ies,ied} that | respond{s,ed,} that | counter{s,ed,} that | submit{s,ted,} that
plead{s,ed,} that | object{s,ed,} that | complain{s,ed,} that | testif{y,ies,ied} that | {write,writes,wrote} that
{submission,case,argument,contention,plea,defence,position,view} {is,was} that
theoriz* | advanc{es,ed} the {theory,idea,view,hypothesis} that | put{s,} forward | intimat{ed,es} that
# expectation, plan and wish
expect* | anticipat* | await* that | foresee* | foresaw | envisag* | envision* | project{s,ed,} that | projected
forecast* | predict{s,ed,} that | plan | plans | planned | planning | intend* | intention* to | aim | aims | aimed
seek{s,} to | sought to | striv{e,es,ing} | strove | aspir{e,es,ed,ing} | endeavo{u,}r* | attempt*
tr{y,ies,ied,ying} to | hope | hopes | hoped | wish | wishes | want{s,ed,} to | would like | would like to | propos*
pledg* | promis* | vow{s,ed,} to | committed to | resolv{es,ed} to | working toward{s,} | designed to | meant to
is meant | {is,are} supposed | {scheduled,slated,set,poised,destined,earmarked,primed} to | destined
due to {be,begin,start,open,end,close,arrive,become,take place,take effect,finish,expire} | on {course,track} to
in {the pipeline,the offing,prospect} | feared | fear{s,} that
# conditional and weak obligation
would | should | ought | ought to | had better | recommend* | advis{e,es,ed,ing,able,ably}
{is,are} {encouraged,urged,asked,invited,requested} to | encouraged | strongly encouraged | urg{e,es,ed,ing}
preferr* | preferabl* | preferenc* | prefer{s,} | desirabl* | ideally | best practice
it is {wise,sensible,prudent,good practice,best,helpful} to | wherever {possible,practicable,feasible}
{where,if} {possible,practicable,feasible,at all possible} | as far as {possible,practicable}
best {effort*,endeavours} | rule of thumb | as a rule of thumb | by convention | customar* | non-binding | not binding
# approximators of category and degree
sort of | kind of | so to speak | as it were | in a {sense,way,manner of speaking} | more or less | quasi
practically | virtually {certain,identical,unchanged,complete,impossible,the same} | as good as | all but
{loosely,broadly,roughly,strictly,technically} speaking | in {some,many} {respects,ways}
it {stands to reason,would seem,would appear} | one would {think,expect} | {safe,fair} to {say,assume}
there is reason to {believe,think,suspect} | {leads,lead,led} {us,one,them} to {believe,think} | on the understanding
in the main {seen,regarded} | ought {to,not} | {does,do} well to | good idea | wants to be
{is,are} {looking,preparing,hoping,trying,aiming,seeking,gearing up,keen,minded} to
{has,have} {plans,ambitions,aspirations} to | with a view to | in the hope
""",
    Modality.PLAIN: """
may not | cannot | can not | can't | could not | couldn't | must | must not | shall | shall not | {is,are} required
required to | has to | have to | need to | needs to | {is,are} {obliged,obligated,compelled,bound by} | obligat*
mandator* | compulsor* | will | {may,can,should,might,could} only | show{s,ed,n,} that | shown | find{s,} that
found that | demonstrat* | confirm*
""",
    Modality.CERTAIN: """
# boosters: adverbs and adjectives of certainty
certainly | most certainly | assuredly | surely | for {sure,certain} | sure to | {is,are} sure to | definite*
definitive* | undoubtedly | undoubted | doubtless | indubitabl* | unquestion* | undeniabl* | indisputabl*
undisputed{,ly} | incontestabl* | incontrovertibl* | irrefutabl* | unarguabl* | inarguabl* | unassailabl* | unmistak*
unambiguous* | unequivocal* | categorical* | conclusive* | decisively | decidedly | emphatically | positively
absolutely | plainly | manifestly | patently | demonstrabl* | provabl* | verifiabl* | self-evident* | clearly
obvious | obviously | evidently | truly | truth | really | actually | indeed | verily | sure enough | inevitabl*
unavoidabl* | inescapabl* | inexorabl* | necessarily | of necessity | perforce | invariably | infallibl* | unfailing*
unerring* | guarantee* | guaranteed | ironclad | cast-iron | watertight | sure-fire | unconditional* | impossible
settled
# phrases of certainty
without {a,any,the slightest,a shadow of a,} doubt | without question
beyond {a,any,all,} {reasonable,} {doubt,question,dispute} | beyond {a,the} shadow of a doubt | no doubt
there is no {question,doubt,denying,disputing} | there can be no {doubt,question}
it is {clear,certain,obvious,evident,undeniable,true} | {is,are} certain | certain to | almost certain to | bound to
{is,are} bound to | with {absolute,complete,full,total,} certainty | hundred per{ ,}cent {sure,certain} | of course
in {fact,actual fact,point of fact} | as a matter of fact | fact that | a fact | for a fact
established {fact,beyond} | it goes without saying | needless to say | make no mistake | rest assured | assured
known to | {is,are} known that | well known that | as {everyone,everybody} knows | foregone conclusion | proof
prove{s,d,n,} | confirmed beyond | {has,have} no choice | {will,must} {always,never}
will {definitely,certainly,undoubtedly,surely,inevitably} | must {surely,certainly} | ensures | in every case
# whatever happens
always | never | under {all,no} circumstances | without fail | at any cost | in any event | come what may
whatever happens
""",
}
