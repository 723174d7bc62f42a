"""Which everyday turns of phrase may stand in any message, though a word in them may not alone."""

from __future__ import annotations

from belfry.jobs.fence.phrasebook import Entry

_JOURNEY = "trip/journey/special_trip/special_journey/wasted_trip/wasted_journey/needless_trip"
_TELL = "say/tell/know/promise/predict/guess"

_GUESS = "estimate/guess/suggestion/pencil/reckoning/target/guide/guideline/rough_guess/rough_guide"
_EARLY = "bit_early/little_early/touch_early/tad_early/too_early/bit_soon/little_soon/too_soon"

PHRASES: dict[Entry, str] = {
    Entry("reply"): """
hit/tap/press reply
""",
    Entry("safe"): f"""
it 's/is still? much? a? {_EARLY} to talk/speak/think/chat about/of dates/times
it 's/is still? much? a? {_EARLY} to talk/speak/think/chat about/of days/timings/dates_and_times
only/just? be guessing/speculating/inventing if we/i named/gave a/any/you_a day/date/time
merely/simply? be guessing/speculating/inventing if we/i named/gave a/any/you_a day/date/time
only/just? be guessing/speculating/inventing if we/i set/put/offered a/any/you_a day/date/time
merely/simply? be guessing/speculating/inventing if we/i set/put/offered a/any/you_a day/date/time
if we/i named/gave/set/put/offered/picked a/any/you_a day/date/time
if/should/in_case there 's/is ever? a/an/any/some extra/additional/further? cost/costs/charge
if/should/in_case there were/be/was ever? a/an/any/some extra/additional/further? cost/costs/charge
spend/spending a penny/cent of your money
not/isn't/aren't/never on hold/pause
i 'm/am afraid
we 're/are afraid
afraid so/not
make/making a/the {_JOURNEY}
save/saves/saving you a/the {_JOURNEY}
before you set off/out
before you head/come/travel/drive/make over/in/out/down/across/the_trip/the_journey?
before setting/heading/making out/off/over/in/the_trip/the_journey
hold off on? coming/visiting/calling/popping/collecting in/over/by/round/it?
hold/holding on to?
holding/hold on/onto/off
set off
signing off
hats off
take/taking/takes your/its/their/all_the/the time
as long as IT takes/needs/need/take
however long IT takes/needs
how long IT 'll/will/might/may/would/is_going_to/'s_going_to take/be/need
how long IT takes/needs/is
how long the/a/this/that supplier/part/parts/repair/job/work will/'ll/might/may take/be/need
how long
take as long as IT takes/needs/take/need to_do_it_well?
the other day
when IT 'll/will/might/may/would/could/can be ready/finished/done/complete/with_you/back/sorted
too early/soon to {_TELL}/be_sure
the time IT? needs/deserves/takes/need/deserve/take
time and/to care/attention/patience/thought/space/do
good things take/come time/to_those_who_wait
those who wait
all good things
in its/their own time
tucked up/away/in safe/safely/snug/snugly
at its/their own pace
your time
a moment of your time
from time to time
every time
at the best of times
made/make/makes our/my day
your/the? rest of your/the day/evening/week/weekend/afternoon/morning
have a/the great/good/lovely/nice/wonderful/super/fab? rest of your/the? day/evening/week/weekend
day to day
have/has/got/spare/take a moment
when/if/whenever you have/get/'ve a moment/minute/second
just a moment
for a moment
not for a moment
hour/minute/second/big/small/little/long/short hand/hands
second hand
second to none
second nature/opinion/thoughts
second/third time lucky
long story short
no pun/pun_was? intended
pun intended
speak/talk soon
what work/repair/repairs/parts IT need/needs/might_need/may_need
sorry that? it 's/is taking a_while/so_long/some_time/a_bit/us_a_while
that 's/is everything/all from us/me
no strings attached
it 's/is official
it 's/is still? a? {_EARLY} for answers/a_date/an_answer/news/dates/a_verdict
what he/she/they/we recommend/recommends/suggest/suggests/advise/advises/find/finds
it 's/has taken us? a/so/some? while/long/time/bit to get/come/turn to
our/my last/previous message/text/update/note/email
had to stop/pause
take/takes/taking all? the time IT needs/need/deserves/deserve/takes/requires
THING , that is
turned/turn/turning our attention/attentions/hands/minds to
before we go ahead with? IT/anything/any_work/any_repair?
it/that/this 's/is only/just? a/an/our? {_GUESS}
how dear/precious/important/special/much IT is/are/means/mean to you
sorry we/i couldn't start/begin/get_to_it/get_started/get_going sooner/earlier/before_now
nothing will/'ll be done/decided/started/changed/replaced without/before/until
your say so
your go ahead
on we march/go/plod/crack
march/marching on
sat/sit/sitting down with/to
all hands on deck/THING
tools/sleeves/gloves/aprons/spanners/needles/screwdrivers/loupes/kettle/radio/lamps/specs up/out/on
things are moving :
it 's/is THING 's turn at_last/finally/now?
at last
game on
curtain up
best foot forward
time flies
giddy up
all aboard
drumroll/drum_roll please
stop press
hear ye
roll up
hold the phone/line/front_page
ba dum tss
hi ho
heave ho
fore
guess what
you guessed it
knock knock
good things
here 's/is the latest/news/update/score/state_of_play/story
where there 's/is a will there 's/is a way
chocks away
anchors aweigh
rome wasn't built in a day
patience is a virtue
slow/slowly and/but steady/surely
it/this 's/is \ue002 here/again?
detective/thinking/party hats/hat/caps/cap on
keeping its/their secrets/cards to_itself/to_themselves/close?
keeping us guessing/busy/company
it 's/is still? a? {_EARLY} for_us/for_me? to say/tell/know/give/name/offer
it 's/is still? a? {_EARLY} for_us/for_me? to put/promise/guess/set/quote
serve/serves/served you well
serve/serves/served you for many/a_good_many years
there 's/is/be any need/reason/call to
in short
in brief
next door
what 's/is next
up next
open about/with
open and honest
honest and open
be open
to be honest/fair/clear/frank/straight/sure/safe/exact
to be clear/honest
offer/offering you? a/any/an? hopeful? date/guess/estimate/firm_date/time/update/apologies
special care/thanks/someone/something/piece/place/item/mention/thing/one
something special
extra special
extra care/careful/gentle/attention/patience/patient/mile/effort/bit_of_care/love/tlc
extra
to follow
will/'ll follow
follow/following/follows up
more to follow/come
news/text/message/update/email/note/word/details will/'ll follow/come
talk/talking/walk/walking/run/guide you through
through the door/doors/post
beyond that/this
above and beyond
by the best
quite sure/right/understand/understandably/a/the/so/like/happy/reasonably/possibly/literally
not quite sure
get hold of
hold dear
get us/me wrong
calm and collected
cool calm and collected
cool , calm and collected
by mistake/accident
in error
in/by case
by all means
by and large
around here/and_about
stick/sticking around
turn around
all round
all around
half a/the mind
fair enough
sure enough
funnily/oddly/strangely enough
last thing we/you/anyone want/wants/need/needs
if you left/leave
last/first but not least
first and foremost
first of all
first up
first things first
""",
}
