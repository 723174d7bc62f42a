"""Which sayings tell of progress, an end or a promise in words that are harmless alone.

They are looked for at every word, whatever else the words around them could mean.
"""

from __future__ import annotations

from belfry.jobs.fence.phrasebook import Entry

_HARD = "hard/hardest/tricky/trickiest/difficult/fiddly/worst/tough/toughest/heavy/boring/big/main"
_BIT = "part/bit/work/lifting/stuff/half/yards/stretch/graft"
_END = "end/finish/finishing_line/finish_line/finishing_post/last_lap/line"
_DATE = (
    "date/dates/day/time/estimate/estimates/eta/timescale/timeframe/timeline/"
    "finish_date/delivery_date/firm_date/exact_date/finish_time"
)
_OLD = "old/second_hand/secondhand/vintage/antique/used/well_loved/battered/cheap"
_DAYS = "monday/tuesday/wednesday/thursday/friday/saturday/sunday/\ue005"

PHRASES: dict[Entry, str] = {
    # These hold one of the others and say less.
    Entry("safe"): f"""
so far : in/diagnosing/received/awaiting/under/work
in touch in due course
let you know in due course
text/message/write/tell/call/update/ring you? in due course
the/our? first thing to say/know/tell_you/mention/write is/'s
good news travels fast
if/should/in_case there 's/is ever? a/an/any/some extra/additional/further? cost/costs/charge
if/should/in_case there were/be/was ever? a/an/any/some extra/additional/further? cost/costs/charge
if/should/whether/unless IT/anything turns/turn out
no/nothing verdict/answer/answers/news/findings/diagnosis/conclusion/conclusions/word/clue so far
no news is good/no news
all that 's/is left is/'s for you to collect/pick/fetch
{_DATE} for_you/to_give/to_give_you/to_share/to_offer/from_us/from_them/from_our_supplier? so far
so far there 's/is/are no {_DATE}/news/word/answer
so far no {_DATE}/part/parts/news/word/answer
so far we/i have/'ve/can give/name/offer/got? no {_DATE}
so far we/i haven't/don't/can't/couldn't/cannot got/have/give/name/say/tell/know/heard/set/promise
patient/kind/understanding/helpful so far
hasn't/haven't/not/isn't/aren't been? started/begun/arrived/come/here/in/reached_us/turned_up so far
nothing has/'s been? started/begun/decided so far
past the diagnosing/diagnosis/diagnostic/inspection/assessment stage/phase
{_OLD} or brand new
brand new or {_OLD}
{_DAYS} morning/afternoon? turns/turn out
you have/'ve our/my word that? we/you 'll/will tell/text/let/message/call/ring/write/hear/contact
if/should/whether/unless a/any/some/more/another new? part/parts turns/turn out
the? next time you hear from us
until/till next time
no need/reason to wait in/around/up/by/for
diagnosis is/'s in progress/hand/full_swing
this may be/change/shift/vary/move/not/well/still/help
had to stop/pause until/while/till
 is/'s when it/they/THING should/'ll/will be ready/done/finished
how much/often you rely/depend/count on
you rely/depend on IT
won't/can't/cannot be? repaired/fixed/mended/finished until/before/without
won't/can't/cannot fix/repair/mend/be_repairing/be_fixing/be_mending IT until/before/without/yet
thank_you/thanks for your? patience/understanding/trust/everything so far
""",
    Entry("refuse", "progress"): f"""
one/two/three/few/some/a/couple step/steps/stage/stages/thing/things more/left? to go
one/two/three/few/some/a/couple job/jobs/bit/bits/screw/screws more/left? to go
from/to the/our workshop/bench/shop/door/hands to you/yours
our/my/the/a tea/coffee/cuppa/brew/biscuits/sandwiches/toast/cake and/, THING ./,/!/;/too/as/both
our/my/the/a tea/coffee/cuppa/brew/biscuits/sandwiches/toast/cake and/, it/them/yours
home straight/stretch/run
{_HARD} {_BIT} 's/is/are/was/has/have
{_HARD} {_BIT} behind/done/over
the/our worst of it
end/finish 's/is in/within sight/reach
light at the end
over the hump/worst/line/hill
over bar the shouting
bar the shouting
any day/minute/second/moment/time/hour now
matter of time/days/hours/minutes/hours
before you know it
sooner than you/we
quicker/faster than you/we
in no time
in two shakes
blink of an eye
round/around the corner
in the bag/can
on the/its/our last legs/leg/lap
final furlong/leg/lap/push
within touching distance
as good as
all but done/there/over/finished
next to nothing
just/only about done/there/ready
a step/stage/inch closer/nearer
closer/nearer to/by
one step away
not far off/away/now/from/behind
isn't/aren't/not far
well on the/its/our way
on the/our way there
along nicely/well/fine
flying/racing/zipping/romping/steaming/rattling/sailing/whizzing/motoring along/through/ahead
making good/great/excellent/rapid/fine/steady/solid time/headway/progress/strides
good/great/excellent/rapid/fine/steady/solid headway/progress/strides
ahead of/on the/our? time/schedule/plan/game
back of it broken
broken the back
out for delivery
under the weather
put back together
coming together
taking shape
getting closer/nearer
the {_END} line/stretch
hand/hands on the finishing
soon be
so close
close to
down to the
all that 's/is left/remains
all that remains
bulk of the
most of the work/repair/job
more or less
may/might as well
or will be
or it will/'ll be
to all intents
good as new
better than new/ever/before
brand new
up and running
back on the road/its_feet/your_wrist/your_feet/its_wheels
back to life/its_best/full/normal/working/health/how_it_was
back in action/business/shape/tune
tip top
right as rain
works/working a treat
come/came/coming/comes/turned/turning up/out a? treat/well/nicely/lovely/beautifully/great
turned out
how IT turn/turns/come/comes out/up
going to love/like/enjoy/adore
won't/wouldn't recognise/recognize/believe/regret
as good/safe/strong/sound/smart/sharp/smooth/fit as IT
on the mend
out of place
full recovery
confident of/that/about/it
ruled out
out of the woods
past the
passed the/its/our/every/all
so far so good
we/i/you can/could already? hear/see/feel/smell a/an/it/the/them/THING
you 'll/will see/feel/smell a/an/it/the/them/THING
wait till/until/til you see/hear/try/ride/wear/feel
deserve/deserves a/an/our/your medal/award/prize/applause/bow
a joy/pleasure/treat/delight/dream to ride/play/use/wear/drive/hear/see/look_at/listen/hold
one/two/three/four/few/some/bit/little/more/left to go
just/only/merely the/a/one/some/its? THING/one/part/bit/screen/lid/case/strap to go/do/fit
cracked/nailed/licked/solved/sussed/smashed/aced/beaten it
but only just
only just about?
between you/us and IT
stands/stand/standing between
all/everything we/it need/needs/needed
have/has/'ve/got all/everything we/it/i need/needs
nothing more/else/left for_us? to do
not/isn't/aren't much to IT
at/to/on/outside your door/doorstep/house/place/home/gate
not much left/more/else/to_do
need you again
won't/not keep you waiting
won't/not have/need to wait much/long/any? more/longer?
with only/just the/a/an/its/one/some/two
you 'll/will be back? riding/playing/wearing/using/driving/cycling/sewing IT/again/on
you 'll/will be back? cooking/mowing/strumming/cutting/typing/listening/watching IT/again/on
further along/on/forward/ahead
turned/turning/turn the/a corner
from here on in?
thumbs up
green light
nod of approval
seal of approval
like/love what we see
without us
so far
getting/get excited
short wait
not long
had to stop/replace/redo
your last day/night/week without
say goodbye to
""",
    Entry("refuse", "promise"): """
you have/'ve/have_got/'ve_got our/my word
on/upon our/my word
word of honour/honor
cross our/my hearts/heart
rain or shine
come what may
no matter what
no ifs
at the outside/most/latest/earliest
IT/ for certain/sure
we/you/i know it/they will/'ll
 is/'s/looks now? certain/sure/definite/firm/fixed/set/locked/confirmed/solid/safe/on
 is/'s when your/the/its/a/they/parts/it
 ,? hand_on_heart/rain_or_shine/no_problem/no_sweat
 ,? of_course/always/naturally/obviously/period/full_stop
without fail/doubt/question/a_doubt/any_doubt
beyond doubt/question/any_doubt
no doubt about it/that
count/bank/rely/depend/bet on
you can be sure/certain
we/i 're/are/'m/am quite? sure/certain/positive/convinced it/they/that/of/about/THING
mark our/my words
 's/is/'s_now/is_now a certainty/commitment/given/sure_thing/cert/dead_cert/done_deal/sure_bet
good for years/life
last you/for/a
never again
as sure as
not a day/minute/moment/hour/second later/after/more
money back
""",
    Entry("refuse", "offer"): """
on the house/us/me
our/my treat
of charge
no/any charge/cost/fee
extra charge/cost
half price
thrown/throwing/throw in
a little/small something extra/for_you
goody bag
next time/visit/service/repair/order/job
bring a friend
treat/spoil yourself
add/adding a/an/some? new? THING
why not
the other one as_well
tell your friends
spread the word
like us/our on/page
follow us/our
tag us
leave us a? review/rating/stars/comment
five stars
""",
    Entry("refuse", "time"): """
in due course
before/by/for/until your/the big? trip/holiday/wedding/party/race/show/gig
before/by/for/until your/the big? concert/match/exam/interview/ball/game/tour
in/by/until/till/for/before/after/since/this/next/early/late/mid may
be there or
may is/'s/was/looks/seems/it_is/sounds
when/once the shop/store/workshop/studio opens/closes/reopens
we/i/they now? have/'ve/have_got/'ve_got/got a/the/our/its? delivery/arrival date
be here by/at/on/early
mark/clear/save/circle/free your/the calendar/diary/date/day
put/pop it in your/the calendar/diary
first thing
 ,? and? not a moment/minute/second/day before/sooner
last thing at
end of the/this day/week/month/play/year
start of the/this day/week/month
close of
crack of
as_soon_as/when/once/the_moment/the_minute we/the_doors/doors open/are_open/'re_open/close
at opening/closing time?
by the time
in time for/to
just in time
this side of
the other side of
same day
the very next
by then
very soon/shortly
any sooner
one of these days
""",
}
