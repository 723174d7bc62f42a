"""Which friendly turns of phrase add nothing to what a message says."""

from __future__ import annotations

from belfry.jobs.fence.phrasebook import Entry

_WAS = "it was/'s_been/is/has_been so/very/really?"
_IF = "if/should"
_LONGER = "longer/more_time/extra_time"
_THAN = "than_expected/than_planned/than_that/than_we_thought"
_NICE = "nice/lovely/great/good/wonderful"
_HARD = (
    "a_nuisance/a_pain/a_bother/an_inconvenience/a_hassle/a_trial/no_fun/fun/easy/hard/tough/"
    "difficult/annoying/frustrating/tricky/strange/ideal/inconvenient/never_easy"
)

PHRASES: dict[Entry, str] = {
    Entry("safe"): f"""
look/looking/keep_an_eye out for
wait for our/a/the/another message/text/call/update/word/news/email
can't wait for you to see IT/how_it_looks
happy riding/cycling/sewing/playing/mowing/gardening/walking/wearing/reading/pedalling/strumming
happy camping/cooking/baking/writing/typing/snapping/shooting/listening/drumming/singing/dancing
happy skating/skiing/sailing/paddling/hiking/running/driving/scooting/knitting/gaming/travelling
happy surfing/fishing/climbing/vacuuming/ironing/brewing/sipping/drilling/trimming/cutting/digging
what IT need/needs
look/looking forward to having/getting/seeing IT back
time for a/an/another quick/short/little/brief? update/hello/word/note/message
it 's/is time for a/an/another quick/short/little/brief? update/hello/word/note/message
so/so_that we know/understand/see what IT need/needs
in order to
to do it/this/things/THING properly/right/well/justice
how much/often you use/love/need/miss/value/treasure/rely_on IT
that 's/is the latest news/update/from_us/for_now/from_the_workshop?
{_IF} we/it/THING/they need/needs/take/takes/should_take a? bit/little? {_LONGER} {_THAN}?
{_IF} we/it/THING/things/they run/runs/are_running/'re_running a? bit/little? late/over/behind
{_IF} that/this/the_date/the_time/the_day/the_plan/the_estimate changes/moves/shifts/slips/is_off
{_IF} there 's/is/are any/a delay/delays/change/changes/hold_up/news
it 's/is hard/tough/difficult/tricky/not_easy/no_fun/annoying/strange to be/go/do without IT
it 's/is hard/tough/difficult/tricky/not_easy/no_fun/annoying/strange to manage/live without IT
it 's/is hard/tough/difficult/tricky/not_easy/no_fun/annoying to wait
being/going/living/managing without a/an/the/your? THING is/'s/can_be/isn't {_HARD}
it 's/is all going/happening on? here
in/into/with the/a? very? best/safest/good/safe/capable/careful/expert/kind/experienced of? hands
don't/do_not/needn't/won't have/need? to do anything/a_thing
{_WAS} {_NICE} seeing/meeting/helping/hearing_from/chatting_with/talking_to you
{_WAS} {_NICE} having IT with_us/here/in_the_workshop
this/that/waiting/the_wait isn't/'s_not/is_not/is_never/'s_never ideal/fun
this/that/waiting/the_wait isn't/'s_not/is_not what you hoped/wanted
keep/keeping a/an close/careful/watchful/beady? eye on
until/till next time
don't/do_not/won't/needn't need to
you don't need to do anything
no need
goes/go to plan
looks/seems/is still likely/good/right/realistic/about_right
still looks/seems likely/good/right/realistic/about_right
looks/look/looking likely
as our/the target/aim/estimate/plan
know/say/tell/tell_you/let_you_know/know_it for certain/sure
at heart
by your side
at your service
once upon
part of the team
along the way
every step of the way
each step of the way
step by step
bit by bit
one step/stitch/screw at a time
over here
round here
either way
take/taking it/things/IT from_here/step_by_step/slowly/steady/one_step_at_a_time
before going/doing/we_go/we_do/starting any? further/more/anything?
before going/we_go/pressing/forging ahead with?
going any further
rather than a? promise/guarantee
more of a hope/goal/aim/target/guide than a? promise/guarantee
get another text/message/update/call/email from_us?
get a/our/the text/message/update/call/email from_us?
in/with your best interests
all/anything you need to know
everything you need to know
keep our fingers crossed
thanks/thank_you for letting/allowing us
won't/don't/not/never/wouldn't rush IT
fancy/like/want an update/some_news
waiting is/'s no/not fun/easy
love/like/pleased_with/happy_with IT
love/loved wearing/riding/using/playing/having? IT
to see IT
see how
see what it needs/need
let us know
what happens
what 's/is happening/going_on
is/'s/are happening
try on
where IT BE? at
for you to see
catch up
""",
}
