"""Which turns say how a shop treats everybody's things, or only lead up to the news itself."""

from __future__ import annotations

from belfry.jobs.fence.phrasebook import Entry

_JOB = "THING/job/repair/item/piece/project/order/customer/one"
_JOBS = "THING/jobs/repairs/items/pieces/projects/orders/customers"
_SAME = "same/full/undivided/best/proper/equal/very_same/whole"
_CARE = "care/attention/love/respect/treatment/tlc/patience/welcome/thought"
_GETS = "gets/get/receives/receive/deserves/deserve/is_given/are_given/has/have"
_SIZE = (
    "old/big/large/small/grand/humble/plain/fancy/simple/cheap/second_hand/secondhand/vintage/"
    "antique/modern/new/brand_new/young/famous/used/rare/common/tall/short/great/little"
)
_FACT = "fact/facts/truth/story/answer/position/situation/picture/news/update/state_of_things"
_BARE = "plain/simple/honest/short/whole/full/bare/current/latest/one/only"
_DAY = "day/date/time/timescale/timeframe/day_or_date"
_A_DAY = "a_day/any_day/a_date/any_date/you_a_day/you_a_date/a_time/you_a_time"
_NAME = "name/give/set/fix/offer/promise/quote/put/pick/share/predict/mention/suggest"
_ALIKE = "alike/equally/the_same/the_same_way/with_the_same_care/with_equal_care/just_the_same"

PHRASES: dict[Entry, str] = {
    Entry("safe"): f"""
every/each/any {_JOB} {_GETS} our/the/all_our {_SAME}? {_CARE} here/from_us/with_us?
all {_JOBS} {_GETS} our/the/all_our {_SAME}? {_CARE} here/from_us/with_us?
treat/handle/treating every/each/all/any/our? {_JOB} {_ALIKE}
treat/handle/treating every/each/all/any/our? {_JOBS} {_ALIKE}
every/each {_JOB} is/'s treated/handled {_ALIKE}
all {_JOBS} are treated/handled {_ALIKE}
alike
no {_JOB} is/'s ever? too big/small/old/humble/odd/strange/little/simple for_us?
{_SIZE} or {_SIZE}
never/don't/won't/not rush a/any/our/the? repair/repairs/job/jobs/work/THING
not ones/one to rush/hurry
no mood to rush/hurry
rush/hurry/skimp/scrimp on? a/any/our repair/repairs/job/jobs
here 's/is the? {_BARE} {_FACT} of? it?
here 's/is the? {_FACT} :
here 's/is the short/long version
here 's/is all/what/everything we know/can_say/can_tell_you/have
here 's/is where we/things/IT are/'re/stand/stands
the/our? plain/simple/short/long/honest/full answer/version/story/truth
that 's/is the? {_BARE}? {_FACT} of? it?
let us keep it/this short/brief/simple/plain
that 's/is goodbye from us for_now?
time will/'ll tell
that 's/is the long and short of it
take/takes time
not a moment/minute/second/day before/sooner
august old? thing/piece/company/institution that_it_is?
it 's/is THING 's moment/turn/go at_last/now?
won't/doesn't/will_not/never leave/leaves the/our workshop/bench/shop/hands
only say/write/use/text '/"? ready '/"? when we mean it
wait/waiting/listen/look_out/watch for the/that word '/"? ready '/"?
hear/heard/see/read the/that word '/"? ready '/"?
ask/asking twice
waited/waiting long enough
long time no see
it 's/is high time for a/an quick/short? update/word/note/message/hello
hope/hoping/trust your day/week/weekend/morning/afternoon/evening is/'s going well/nicely/great
any day is/'s a good day to say/write
we/i 'd/would be lying/fibbing if we/i said that? IT was/is/'s/were '/"? ready/done/finished '/"?
it would/'d be wrong/dishonest/untrue/a_lie to say that? IT is/'s/was ready/done/finished
as keen as you are? to see/have IT ready/finished/back
neither lost nor forgotten
ask us for {_A_DAY}
still sorry
all that 's/is left is/'s for you to
neither is/'s/was a good/proper/careful repair/job
once upon a time
about time
not before time
it 's/is about time we/i wrote/said/told/texted/messaged
costs nothing to ask
off to a start
be put off
consider it/this
you 'll/will/may/might notice/see that? we/i
haven't/didn't/won't/can't/couldn't/not named/given/set/put/offered/quoted/promised/guess {_A_DAY}
guess/guessing at {_A_DAY}
asked/asking/ask for {_A_DAY}
too/still/bit/little early to talk/think/speak of/about collection/collecting/pick_up/pickup
this isn't/is_not/'s_not a/the/your '/"? ready '/"? message/text/email/note/one/news/update yet?
roughly/precisely/strictly/honestly/broadly/plainly speaking
patience/understanding is/'s? much/greatly/always? appreciated
still looks/seems possible/doable/feasible
the wait isn't/is_not/'s_not over yet?
so far
it/IT? 's/is still? too early/soon to {_NAME} a/any/you_a/an? {_DAY}/estimate/figure
no {_DAY} to {_NAME} you?
no {_DAY} for you
you 'd/would/may/might like/love/prefer/want a/any/some {_DAY}
than a wrong/false one
isn't/is_not/'s_not/aren't a/an promise/guarantee/certainty/commitment/given/vow
isn't/is_not/'s_not set/cast/carved/written in stone
isn't/is_not/'s_not guaranteed/promised
collect/collected/collecting our/my/their thoughts/wits/tools/spanners/needles/selves
ready/get_ready for an/the/another quick/short/little/brief? update
ready/get_ready for a/another quick/short/little/brief? message/update/note/question
ready/get_ready for some/the/our/your news/question/questions/update
THING 's? status has/have/'s/is now? changed/moved/been_changed/been_updated/updated to
status has/have/'s/is now? changed/moved/been_changed/been_updated/updated to
it/that 's/is only/just? what we expect/hope_for/'re_hoping_for/are_hoping_for/'re_aiming_for
is/'s what we 're/are doing/busy_with/busy_doing/at now/right_now/at_the_moment/just_now?
spring/springing into action
""",
}
