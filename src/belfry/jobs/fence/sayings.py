"""Which sayings tell of progress, an end, trouble or a promise in words that are harmless alone.

They are looked for at every word, whatever else the words around them could mean.
"""

from __future__ import annotations

from belfry.jobs.fence.phrasebook import Entry

_HARD = "hard/hardest/tricky/trickiest/difficult/fiddly/worst/tough/toughest/heavy/boring/big/main"
_BIT = "part/bit/work/lifting/stuff/half/yards/stretch/graft"
_END = "end/finish/finishing_line/finish_line/finishing_post/last_lap/line"

PHRASES: dict[Entry, str] = {
    # These hold one of the others and say less.
    Entry("safe"): """
if/should/whether/unless IT/anything turns/turn out
no/nothing verdict/answer/answers/news/findings/diagnosis/conclusion/conclusions/word/clue so far
no news is good/no news
 is/'s when it/they/THING should/'ll/will be ready/done/finished
how much/often you rely/depend/count on
you rely/depend on IT
won't/can't/cannot fix/repair/mend/be_repairing/be_fixing/be_mending IT until/before/without/yet
thank_you/thanks for your? patience/understanding/trust/everything so far
""",
    Entry("refuse", "progress"): f"""
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
    Entry("refuse", "status"): """
nothing serious/major/sinister/scary/terminal
simple/easy/quick/straightforward/minor/small/big/major/tricky/routine fix/repair/fault/problem/job
easily fixed/done/sorted
piece of cake
walk in the park
no big deal
hit a wall/bump/snag
spanner in the works
back to square one
drawing board
beyond saving/help/repair/hope
touch and go
worse than
not as bad
hard to find/get/come/source
hands are tied
our/the other/sister/second/new/main shop/branch/store/workshop/site
sister shop/branch/store/workshop
good job/thing you
by the look/looks/smell/sound/feel of it/things/them
know all about
as good/loud/quiet/strong/fast as you
if you can/could call it
so called
as it were
put/set it/them aside/to_one_side
expect/foresee/anticipate/expecting no/any trouble/problems/problem/issues/surprises/hiccups
let us down
in theory
on paper
in name only
news is/isn't/'s/are not? good/bad/great/better/mixed
a fair/good/pretty_good/rough/shrewd/decent idea
turns out
boils/boiled/comes/came/is/'s/was down to
points/pointed/pointing to/at/towards
yours will/'ll/can/may/should follow/be_next/come/start/have_its_turn
yours comes/is/'s/follows/goes/starts next/after/later/afterwards
so will yours
diagnosis/verdict/result/results/findings is/'s/are in
if only
and it/they did
all over the shop/workshop/place/town
last/first light
: just/only one/two
did find/manage/fix/finish/mend/repair/get/make/sort/solve/start/collect
unless we/it beat/beats/finish/finishes/manage/get/gets/can/do/does
postman/courier/supplier/driver/van/delivery/post has/'s just? been/come/called/delivered/arrived
could/can do with a/an/some/more/new
same old
can't/won't/cannot keep/store/hold/mind IT
like/unlike yours
like your own
and it/that 's/is good/bad/great/excellent/wonderful/positive news
someone/somebody/everyone/everybody else 's
another/other/different customer/customers/person/client 's?
next door 's
won't/can't/cannot/couldn't fix/repair/mend/save/restore/rescue
won't/can't/cannot/couldn't be fixing/repairing/mending/saving/fixed/repaired/mended/saved
yours isn't/is_not/hasn't/has_not/won't/will_not
an idea what/why
have/had a hunch/theory/suspicion
what happened to IT
to blame
at fault
turned up a
set us back
knocked us back
running late/behind
run out of
sold out
out of stock
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
without fail/doubt/question
count/bank/rely/depend/bet on
you can be sure/certain
we/i 're/are/'m/am quite? sure/certain/positive/convinced it/they/that/of/about/THING
mark our/my words
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
before/by/for/until your/the big? trip/holiday/wedding/party/race/show/gig
before/by/for/until your/the big? concert/match/exam/interview/ball/game/tour
in/by/until/till/for/before/after/since/this/next/early/late/mid may
be there or
be here by/at/on/early
mark/clear/save/circle/free your/the calendar/diary/date/day
put/pop it in your/the calendar/diary
first thing
last thing at
end of the/this day/week/month/play/year
start of the/this day/week/month
close of
crack of
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
