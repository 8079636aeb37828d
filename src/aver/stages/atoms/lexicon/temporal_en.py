"""English cues of temporal validity: what was, what holds for now, and what holds for ever.

Groups after Quirk et al. (1985, ch. 8: adverbials of time position, duration and frequency; aspectual "still",
"yet", "already") and Comrie (1985) on tense.
"""

from __future__ import annotations

from aver.stages.atoms.axes import Temporal

CUES: dict[int, str] = {
    Temporal.PAST: """
# former states
formerly | previously | former | erstwhile | onetime | one-time
{had been,had once,was once,were once,once was,once were} | once {had,held,served,stood,owned,belonged} | used to
no longer | not any {more,longer} | anymore | {now,since} defunct | defunct | discontinued
since {abandoned,abolished,repealed,replaced,closed,withdrawn,superseded} | was then | were then | bygone | of yore
historically
# past times
ago | years ago | long ago | back then | back in | at {the,that} time | at one {time,point,stage}
in {the past,earlier times,former times,former days,bygone days,days gone by,times past}
in {the early days,the old days,those days,those years,its day}
in {their day,its heyday,its early,its youth,his youth,her youth}
last {year,month,week,decade,century,season,summer,winter,spring,autumn}
the {previous,preceding} {year,month,week,decade,season} | until {recently,lately} | up to then | hitherto unknown
# beginnings
at first | initially | originally | to start with | early on | at the {outset,start,beginning}
at {launch,release,inception} | the then | in {days past,years gone by,times gone by}
{years,months,weeks,some time,a while} back | once upon a time | before now | until not long ago | in {his,her} day
by then | way back | to begin with | in the first instance | for starters | in the beginning
""",
    Temporal.PROVISIONAL: """
# for now
for {now,the moment,the time being,the present,the nonce,a while}
for {a time,a spell,some time,the meantime,the interim,the duration} | in the {interim,meantime} | temporar* | interim
provisional* | pro tem | pro tempore | ad interim | stopgap | makeshift
caretaker {government,role,manager,administration} | transitional | transition* | a transitional | phase-in
momentar* | transient* | transitor* | ephemeral* | fleeting* | short-term | short-lived
in the {short,near} {term,run} | on {an,a} {interim,temporary,trial,provisional,probationary,short-term} basis
trial {period,phase,run} | probationary | time-limited | fixed-term | limited in time
for {a,the} {limited,short,brief,fixed,transitional,certain,specified} {time,period,term,while} | for a period
for {one year,two years,up to} | expir{es,ed,ing,y} | while supplies last | subject to {review,renewal}
# up to now
so far | not so far | thus far | to date | as yet | not yet | by now | up to {now,this point,that point,the present}
to this point | hitherto | heretofore | as {of,at} | as {things,matters} {stand,stood} | as it stands | at the time of
at the time of writing | at the date of | when this was | when last | at {last,the last} count | by that date
at that {point,stage}
# until then
until | till | up until | until further notice | till further notice | pending | pending further | until such time
for as long as | as long as nothing | up to the | through the end | through the end of | during the | while
while the | while it lasts | for {this,the,the current} {year,season,term} {only,} | this {year,season} only
as it currently stands | at {time of writing,press time,the time of publication} | by way of {trial,experiment}
as a {temporary,stopgap,holding,interim} {measure,arrangement,solution} | {till,until} then | meanwhile | ad hoc
""",
    Temporal.RECENT: """
currently | presently | at present | at the {moment,present time,current time} | at this {time,point,stage,moment}
right now | just now | as we speak | these days | today | yesterday | this {year,month,week,morning,quarter,season}
recent | recently | lately | of late | newly | in recent {years,months,weeks,times}
in the current {year,month,quarter,season,term} | the current {year,season,term}
""",
    Temporal.LASTING: """
# for ever
always | forever | forever and a day | for {ever,good,life,evermore,eternity,keeps} | for ever and ever
for all {time,eternity,times} | evermore | now and forever | once and for all | in perpetuity | permanent*
permanent basis | on a permanent basis | perpetual* | eternal* | everlasting* | undying | undyingly | endless*
unending | never-ending | without end | interminabl* | timeless* | perennial* | enduring* | abiding | lasting
long-lasting | lifelong | indefinite | indefinitely | open-ended | without {time limit,limit in time,an end date}
unlimited in time | no end date | does not expire | never {expires,ends,lapses,ceases} | irrevocabl* | irreversibl*
unalterabl* | immutabl* | unchanging | until the end of time | to the end of time | never | will never | ever
# without a break
continuously | continually | constantly | incessant* | ceaseless* | unceasing* | unremitting* | uninterrupted*
non-stop | nonstop | around the clock | round the clock | day and night | day in day out | year in year out
all year round | year-round | at all {times,hours} | at any time | any time | at every moment | ongoing | persist*
# from now on
still | to this day | even {now,today} | ever since | remain{s,} | will remain | keep{s,} | continues to | continue to
will continue | now | nowadays | now and in the future | from {now,here,then} on | from this {point,day} {on,forward}
henceforth | henceforward | hereafter | thenceforth | going forward | into the future | in {the,} future
in the long {term,run} | long-term | for the foreseeable | for {years,decades,generations} to come
with no {end date,expiry,expiry date,time limit} | without {interruption,a break,let-up,expiry} | unbroken
steadfastly | {day,week,year} {after,in and} {day,week,year} out | {day,year} after {day,year} | day in, day out
year in, year out | night and day | 24 hours a day | seven days a week | all year | all the year round
the whole year | for the rest of {time,its life,their lives,his life,her life} | set in stone | {come,} rain or shine
as {always,ever} | to this very day | thereafter | ad infinitum | for centuries to come | for all future
""",
}
