"""Which turns of phrase may stand in any message: greetings, thanks, care, news to come."""

from __future__ import annotations

from belfry.jobs.fence.phrasebook import Entry

_HELLO = "hi/hello/hey/hiya/dear/greetings/howdy/hullo"
_NICE = "lovely/great/good/nice/wonderful/fantastic/brilliant/super/fab/pleasant/happy"
_KIND = "best/kind/kindest/warm/warmest/many/all_the/with_best/with_kind/with_warm"
_FIRST = "quick/short/little/brief/friendly/small/gentle"
_MEANT = "forgot/meant/want/wanted/need"


PHRASES: dict[Entry, str] = {
    Entry("safe"): f"""
far from forgotten
good/great/brilliant/lovely/happy/fantastic/wonderful/exciting/super/fab/some/more/latest/any news
good morning/afternoon/evening/day
{_HELLO} there/again/all/both/folks?
hi/hello there/again
good/safe/capable/expert/careful/great/the_best/safest/best hands
in/into good/safe/capable/expert/careful hands
great/lovely/good/nice/wonderful to/that see/hear/have/meet
it 's/was great/lovely/good/nice/wonderful to/that see/hear/have/meet
great/good that
hope/hoping/trust you 're/are keeping? well
hope/hoping this finds you well
hope/hoping all 's/is well
hope/hoping you/you_'re/you_are having? a {_NICE} day/week/weekend/morning/afternoon/evening
have a {_NICE} day/evening/afternoon/morning/weekend/week
enjoy your/the? day/evening/weekend/ride
enjoy the ride
as well
a/one? {_FIRST} update/note/message/word/hello/heads_up/line/text/email/reminder/thank_you
{_FIRST} update/note/message/word/hello/heads_up/line/text/email/reminder
heads up
get to know
out of interest
in person
on purpose
on hand
on your behalf
in mind
in our/the hands of
in the hands of
a reminder
reminder
thank you
thank you very/so much
thanks a lot/million/bunch/again
thanks for/from
many thanks
with thanks
{_KIND}? regards/wishes
yours sincerely/faithfully/truly
all the best
all our best
best ,
in the best of hands
take care
with/taking/take/takes/taken/took every/good/great/the_best/best/extra/the_greatest care
with care
being/be/is/'s/are looked after
looking/look after
look/looks/looking forward to
looking forward
take/taking/takes our/the/its/their time
take/taking/takes our/the/all_the time over/with/on
do/doing/does it/this/things/the_job/them properly/right/well/justice
do/doing/does our/the/my/their very? best
do/doing the chasing
full/undivided/best/close/careful/proper/expert attention
getting/gets/has/have/'s/giving/give IT? our/all_our/the full/undivided/best/close attention
the care/attention/love IT? deserve/deserves/need/needs
worth taking our time
nothing you need to/do?
nothing for you to do
there 's/is nothing you need to do
no need/reason to chase/call/ring/phone/worry/do/reply/text/ask/check/chase_us/contact_us/write
no action/action_is? needed/required
no rush/hurry/pressure/problem/worries/trouble
don't/do_not/needn't worry/panic/fret
not to worry
rest assured
bear/bearing with us
hang/hold tight
sit tight
hold tight
keep you posted/updated/informed/in_the_loop/up_to_date/up_to_speed/company
keeping you posted/updated/informed/in_the_loop/up_to_date
stay tuned
let you know
letting you know
get/getting/be/being/stay/keep/been/got/in in touch/contact
touch base
in touch
get/getting/come/coming/got back to/with you/us
check/checking/check_back/checking_in in? with you
check/checking with you first/before_we_do?
drop/dropping/send/sending/shoot you a line/text/message/note/ping/email/another_text
drop us a line/text/message/note/email
give/giving you a shout/call/ring/buzz/bell/text/ping/wave/update/heads_up
give us a shout/call/ring/buzz/bell/text/bell
reach out
get hold of
feel free to reply/ask/text/call/ring/message
feel free to write/get_in_touch/contact/email/reach_out/drop_us_a_line
please? don't/do_not hesitate to reply/ask/text/call/ring/message/write/get_in_touch/contact/email
call/phone/ring us
ring/phone/call you
any time/anytime? questions/worries/queries
at the/this moment
right now
as of now
for now
for the moment
for the time being
as we speak/write/type
in the meantime/meanwhile
meantime
as ever/always
so far as
of course
once more/again
first
we/'ll check/ask/tell/confirm/let_you_know/ask_you first
what we find/found
find/found? anything else/unexpected?
find anything
if we find
progress update/report/note
status update/report
you need to?
need anything
anything you need
have/had/'s_been/been a busy day
pop you a text/message/note/line
fill you in
as things stand
keep/keeping an eye on
stand by
fill us in
in your inbox
big/huge/massive/special thanks/thank_you
much/greatly/very_much appreciated
forgotten about? it/you/IT
your own pace
at this stage/point
we 'll/will do the rest
leave it/IT/the_rest with/to us
leaving it/IT with us
you 're/are in good hands
thank you for your/the? patience/trust/custom/kindness
what we 're/are up to
what happens/comes next
next steps/step/stage/up
the/your/our? next steps/step/stage/update/message
more details/info/information
know/say/tell more/a_bit_more/you_more
thanks/thank_you for waiting/your_time/waiting_on_us/stopping_by/coming
thanks/thank_you for coming_in/your_order/your_business/your_message/dropping_by/calling_in
sorry for the/your wait
appreciate your business/time/order
thank_you/thanks for your business/time
hard at it
hard
with a smile
sharing the journey
where things/we/IT stand/stands/are/'re?
where IT 's/is/'re/are at/up_to?
how IT fits/looks/feels/goes/rides/runs/suits_you/plays/sounds/works
how you get on
how things are going
how we/we_'re are? getting on
a/our/the/firm? estimation/timescale/timeframe/timeline/date/timing
date/dates/timing/timescale/timeframe/timeline/guess
finish/finishing/completion/exact/firm/set time/date/day
fixed/definite/precise/collection/ready/specific/arrival/delivery/firm/set/exact time/date/day
a/any date
exact/precise time/day/date
any exact/precise time/day/date
name/promise/give/set/fix/offer a/any time/day/date
the/our plan
plan
not a/any? promise/guarantee
promise of a text/message/call
can't/cannot/won't/don't/couldn't/not make_any? promise/guarantee/promises
can't/cannot/won't/not be certain/sure
not set/cast in stone
nothing 's/is set in stone
as promised
change/changes/changed
if that/it/anything/this/things changes/change
ready/happy/glad/pleased to/for help/chat/answer/assist/talk/advise
here/always_here/on_hand/around to/for help/chat/answer/assist/talk/advise
always ready/happy/glad/here to/for help/chat/answer/assist/talk
BE? ready/happy/here to help/answer/assist/chat
if/should anything comes/come up
if/should anything crops/crop up
anything unexpected
unexpected
comes up
crops up
all goes/going well
all being well
back at the bench
on our/your/my/their side
in the/our shop/studio/workshop
at the/our shop/studio/workshop/end
from/at/by all_of_us/everyone/all_the_team/your_friends/the_team
the whole/entire team
the team at/here
by hand/text/email/message/sms/phone
up to date
thank_you/thanks for bringing/dropping/leaving/sending in/off/over? IT in/off/to_us/with_us/over?
you brought IT? in/to_us/us?
give/giving you a/an/the/another/any date/day/eta/time/estimate/update
give/given you
make/making/made sure
to make sure
moved on? to the next stage/step and is/are now
need/needs/want a/any? bit/little? more time
again
e mail/mails
one of our/the
some of our/the
a lot
in your own words
bring your ticket/receipt/slip/docket/id/order_number/job_number
your ticket/receipt/slip/docket
quote/quoting? your? job number
job/order/ticket number JOB?
your job/order/ticket number is/: JOB
job JOB
with you
to you
for you
you asked for
you left with us
will/'ll read it/them/your_reply/your_message/your_email/every_one
when you left/brought/dropped IT with us/here/in/off
much/dearly/well loved/cherished/treasured/missed
or/if there 's/is something/anything about IT? you {_MEANT} to mention/tell_us/ask/add
you brought in/us/to_us
nothing more
nothing else
anything else
before we do anything else
do anything else
do so
when suits you
suits you
pencilled/penciled in?
is/'s/are/looks/seems realistic/the_plan/our_plan/the_aim/our_aim/our_target/the_target
realistic
aim
target
goal
the one
your_turn/turn has/'s come/arrived
your turn
it 's/is your turn
goes
next and/,/we/is/'s
fitting
a fitting
cup of tea
at all
as usual
hand on heart
on with
give it some love
a little/bit of? love/tlc
tlc
pleased with it
getting
""",
}
