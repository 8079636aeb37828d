"""English cues of relation: association, contribution, change, cause and proof.

Groups after Girju (2002: causation verbs), Altenberg (1984: causal linking), Talmy (1988: letting, helping,
preventing) and Sumner et al. (2014: correlational, conditional and causal wording in science news).
"""

from __future__ import annotations

from aver.stages.atoms.axes import Relation

CUES: dict[int, str] = {
    Relation.ASSOCIATED: """
# nouns and verbs of association
associat* | correlat* | covar* | {link,links,linked,linkage,linkages} {to,with,between} | statistical link
relat{ed,es,ing} to | related | relationship* | interrelat* | interconnected | interlinked | intertwined
bound up with | tied to | connected {to,with} | connection{s,} between | correspond* to | mirrored by | overlap* with
in conjunction with | a function of
# joint occurrence
co-occur* | coexist* | co-exist* | concomitant* | coincid* | tend* to {coincide,occur together} | occur together
accompan* | alongside | side by side | hand in hand | in {tandem,step with,line with,parallel with,concert with}
{go,goes,went} {together,along with,hand in hand} | goes with | {found,observed,seen} together | seen together with
{track,tracks,tracked} with | {move,moves,moved} {with,together} | {is,are,was,were} followed by
{increase,increases,increased,decrease,decreases} {with,alongside,together with}
{increase,increases,increased,decrease,decreases} {in line with,in step with,in parallel with}
{decreased,rise,rises,rose,fall} {with,alongside,together with,in line with,in step with,in parallel with}
{falls,fell,grow,grows,grew} {with,alongside,together with,in line with,in step with,in parallel with}
{decline,declines,declined,vary,varies,varied} {with,alongside,together with}
{decline,declines,declined,vary,varies,varied} {in line with,in step with,in parallel with}
# prediction and marking
predict | predicts | predicted | predictor* | predictive of | prognostic of
{marker,markers,indicator,indicators,proxy,symptom} {of,for}
# comparison of groups
{more,less} {common,frequent,prevalent,often,frequently,likely} {among,in,with,where,when} | {more,less} likely to
more {often,frequently} | {have,has,had} {lower,higher} | {tend,tended,tends} to have
{higher,lower,rarer,commoner,greater,worse,better,stronger} {among,where} | more pronounced {among,where}
in the presence of | at the same time as | cluster* with | paired with | coupled with | lockstep | in {sync,unison}
simultaneous* | contemporaneous* | {bears,bear,bore} a relation | {has,have,had} {something,much,a lot} to do with
has to do with | have to do with | interplay | interdependen* | interaction between | statistically
{is,are} reflected in | tally with | tallies with
{occur,occurs,occurred,appear,appears,seen,found,observed,reported,noted} {with,alongside,beside} | concurrent*
in the wake of
""",
    Relation.CONTRIBUTES: """
contribut* | may contribute | {play,plays,played,playing} {a,an,its,their,some} {role,part}
{play,plays,played,playing} a {key,major,minor,significant,central,small,certain} {role,part} | influenc*
{has,have,had} {a,some,an} {bearing,influence,hand} {on,in} | a bearing on | shape | shapes | shaped | shaping
{play,plays,played} * {role,part} in | affect | affects | affected | affecting | nudg* | to some degree
# letting and helping
help | helps | helped | helping | facilitat* | encourag* | foster* | promot* | favour* | favor* | nurtur* | predispos*
conducive to | bolster* | support* the | abet* | feed* into | spur | spurs | spurred
# one cause among others
{a,one} factor | a factor in | factors {in,behind} | risk factor*
one of {several,many,the} {factors,reasons,causes,drivers,explanations} | one {reason,cause,explanation}
among the {causes,reasons,factors,drivers} | part of the {reason,cause,explanation}
{partly,partially} {due to,because,explain*,caused,driven,owing to,responsible}
in part {because,due,owing,caused,driven,explained} | implicated in | involved in | fuel{s,led,ed,ling,ing}
{pave,paves,paved} the way | {open,opens,opened} the door to | {set,sets} the stage
""",
    Relation.CHANGES: """
prevent* | produc* | help* to | mak* it | made it | makes | made | driv* the | drives | drove | the effect of
effect {on,of} | impact* on | creat* | generat* | yield* | eliminat* | cure | cures | cured | reduc* | increas*
decreas* | improv* | lower | lowers | lowered | lowering | rais* | heighten* | boost* | cut | cuts | slow | slows
slowed | speed* up | sped up | accelerat* | hasten* | delay* | damag* | destroy* | kills | killed | protect* | worsen*
aggravat* | exacerbat* | enhanc* | shorten* | lengthen* | prolong* | suppress* | inhibit* | stimulat* | strengthen*
weaken* | mitigat* | alleviat* | reliev{es,ed} | lessen* | diminish* | dampen* | curb | curbs | curbed | minimi*
maximi* | degrad* | impair* | erod* | undermin* | hamper* | hinder* | imped* | avert* | thwart* | halt* | stops
stopped | blocks | blocked | forc* | intensif* | amplif*
""",
    Relation.CAUSES: """
# causation verbs
caus* | causal* | lead to | leads to | led to | leading to | result{s,ed,ing,} {in,from} | trigger* | induc*
bring* about | brought about | bring{s,ing,} on | brought on | {bring,brings,bringing,brought} .. about
give* rise to | gave rise to | giving rise to | set{s,ting,} off | set{s,} in motion | {set,sets} .. {off,in motion}
touch{es,ed} off | spark* | provok* | unleash* | precipitat* | prompted | prompts | elicit* | evok* | engender*
beget{s,} | begot | spawn{s,ed} | breeds | bred | usher{s,ed} in | ignit{es,ed} | kindle{s,d} | instigat*
incit{es,ed} | necessitat* | entails | turns into | translates into | produces | makes for | culminat* in
{make,makes,made,making} .. {happen,occur,arise,appear,emerge,possible,inevitable,necessary} | stem{s,med,ming,} from
aris{e,es,ing} from | arose from | spring{s,} from | sprang from | ensu{es,ed} from | follows from
# causal connectives and nouns
because | because of | due to | due in full | owing to | thanks to | on account of | by reason of | by virtue of
as a {direct,} {result,consequence} | as a {direct,} {result,consequence} of | in consequence of | therefore | thereby
hence | consequently | for {this,that} reason | that is why | the {reason,reasons} {for,why,behind} | reason for
a consequence | is a consequence | {a,the} {consequence,result,product,upshot,outcome,fruit} of | consequence{s,} of
the source of | the {driver,driving force} {of,behind} | the culprit | to blame for | blamed for | at the root of
rooted in | the work of | {is,was} down to | attributable to | attributed to | ascribed to | traced {back,} to
traceable to | responsible for | driven by | accounts for | account for | accounted for | explains why
{work,works,worked} by | {mean,means,meant} that | with the {result,effect,consequence} that
this is {because,due to} | {through,by} its {effect,action} on | {lie,lies,lay} at the root
{is,are} the {origin,origins,source,driver} of | {leave,leaves,left} * in {its,their} wake | {put,puts} down to
in response to | {effect,effects,effected} a change | occasioned | wrought | {drag,drags,dragged} down
{push,pushes,pushed} {up,down} | {drive,drives,drove} {up,down} | {bring,brings,brought} {up,down}
{is,are,was,were,lies,lay} behind {the,this,that,these} {rise,fall,increase,decrease,growth,decline,drop,change}
{is,are,was,were,lies,lay} behind {the,this,that,these} {changes,effect,problem,problems,success,failure,surge,trend}
{owe,owes,owed} .. to | {puts,put} .. down to | {has,have,had} {its,their} {roots,origin,origins,source} in
chalked up to | laid at the door of | courtesy of | on the back of | {comes,came} of | {grow,grows,grew} out of
{flows,flow,flowed} from | {kick,kicks,kicked} off | sow{s,ed} the seeds | underlie{s,} | underlying cause
explained by | explanation for | ends in | ended in | for the reason that | seeing that | {render,renders,rendered}
{turn,turns,turned} .. into | {has,have,had} .. as {a,its,their} {result,consequence,effect} | the engine of
the key to
""",
    Relation.PROVES: """
guarantee* | ensure | ensures | ensured | root cause | the cause of | is the cause
the {true,sole,only,single,real,one,very,ultimate} {cause,reason,explanation,culprit,driver}
{sole,single,only} {cause,reason} | the reason that | is why | {proven,proved,shown conclusively} to cause
{prove,proves,proved} that .. {cause,causes,caused} | single-handedly | conclusively | demonstrates conclusively
establish* that | {directly,inevitably,invariably,inexorably,unavoidably} {caus*,lead to,leads to,led to,result in}
{directly,inevitably,invariably,inexorably,unavoidably} {results in,resulted in,bring about,brings about,produces}
alone {causes,explains,accounts for,brings about,leads to}
{fully,entirely,wholly,solely,exclusively,purely,only} {explains,due to,caused}
{fully,entirely,wholly,solely,exclusively,purely,only} {responsible,because of,because,attributable to}
entirely caus*
""",
}
