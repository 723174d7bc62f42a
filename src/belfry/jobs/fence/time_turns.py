"""Which turns name a time, a day or a number and yet tell none.

They are no more than manners of speaking, so none of them may be what is said of the job itself.
"""

from __future__ import annotations

from belfry.jobs.fence.phrasebook import Entry

_BIT = "second/sec/minute/min/moment/mo/tick"
_TALKED = "wrote/spoke/texted/messaged/met/talked/chatted/emailed/checked_in/were_in_touch/heard"
_SAID = "said/written/told/texted/typed/asked/mentioned/heard/read"
_KIND = (
    "bright/kind/warm/good/calm/sunny/merry/peaceful/lovely/gentle/happy/wonderful/great/short/"
    "pleasant/cheerful/easy/quiet/a_good_one/a_kind_one/a_bright_one"
)
_DAY = "day/week/weekend/morning/afternoon/evening/tea/coffee/kettle/road/roads/journey/journeys"
_PLACE = "kettle/radio/window/till/counter/door/teapot/biscuits/biscuit_tin/lamp/desk/cat/dog"
_MANY = "thousand/million/hundred/dozen"
_OTHERS = "first/second/third/fourth/fifth/umpteenth/hundredth/thousandth/last/next"
_PRAISE = "patience/kindness/manners/good_humour/good_humor/politeness/effort/asking/trying"
_RIGHT_DAY = "wait/waited/waiting/sleep/rest/sit/stand/listen"
_YEARS = "experience/practice/craft/tradition/trade/skill/know_how/knowledge"
_GREET = "good/happy/pleasant/lovely/peaceful/quiet/nice/great/cosy/restful/gentle/splendid"
_ANY = "visit/call/collect/come_in/pop_in/drop_in/pick_up/swing_by/stop_by"

PHRASES: dict[Entry, str] = {
    Entry("safe", "aside"): f"""
at the time/moment of writing/this_message/this_text/sending/going_to_press
it 's/is still? early to say/tell/know/guess/promise/predict when/what/how_long?
one thing/step/job/stage/stitch/screw/piece at a time
today 's forecast
a moment/minute/second/day too soon
today 's mystery/puzzle/question/patient/guest/star/job/news
today 's word/update/status/message/answer/headline/bulletin/report/line
as of today
that 's/is all/it for today
just/only? a/one quick? {_BIT} of your time/day/attention
just/only need/want/needed/wanted a/one quick? {_BIT} of your time/attention
a/one {_BIT} of/from your day/attention
got/have/spare/spared a spare/free/quiet? {_BIT} to_spare/for_us/for_an_update/to_read_this?
have you got/do_you_have/can_you_spare a spare/free/quiet? {_BIT}
waste/wasting/take/taking up? a/one/another? {_BIT} of? your time/day
steal/stealing/borrow/borrowing up? a/one/another? {_BIT} of? your time/day
waste/wasting/take/taking/steal/stealing/borrow/borrowing up? any/much/more of? your time/day
one/just_a/just_one {_BIT} ,? please
one {_BIT} for
wait/hang_on/hold_on a {_BIT}
not waste your time
day in ,? and? day out
week in ,? and? week out
year in ,? and? year out
day by day
one day at a time
take each day as it comes
each day as it comes
all in a day 's work
a day in the life of
day job
the/our day job
rainy day
save the day
brighten/brightens/brightened/brightening your/our/my/the day
good day to you
thought/word/question/news/order/motto/lesson/quote/joke/tune of the day
a day like this
days like these/this
these days
in the good? old days
in my/our day
in this day and age
seen better days
another day , another
no time like the present
time after time
time and time? again
at the same time
at times
big time
time well spent
time is/'s precious/golden
time waits for no one/nobody/man
time and tide wait for no one/nobody/man
long time no text/see/speak/hear/chat/talk/write/message/news
it 's/has been a while since we wrote/spoke/texted/talked
all the time in the world for you/questions/your_questions/a_chat
{_OTHERS} time we/i/you 've/have {_SAID} it/this/that/so/you?
{_OTHERS} time we/i/you {_SAID} it/this/that/so?
every? once in a while
every now and then/again
now and then/again
once in a blue moon
once or twice
once bitten
your precious/valuable/kind time
worth your time
the time to write/read/ask/ring/call/text/reply/chat/explain/listen/visit/talk
making/taking/finding/made/took/found the time to
time for tea/coffee/a_brew/a_cuppa/biscuits
tea time
spare time
in our/my/their/your own? free/spare time
wise/early birds
early bird
when/since we/you/i last {_TALKED} to_you/with_you/you?
since last we/you {_TALKED}
the? last time we/you {_TALKED}
last but by_no_means/not least
last but one
at long last
second home/best/wind/fiddle/glance/nature
on second thoughts/thought
never a dull moment
the heat of the moment
a moment 's peace/thought
minute details/detail/repeater/parts
rush/happy hour
good night 's sleep/rest
sleep tight
night owls/owl
morning people/person/coffee/brew/cuppa/tea
afternoon tea
evening all
season 's greetings
happy new year
may your/the/this/all_your/our {_DAY} be/stay/bring/treat {_KIND}/you_well/you_joy
may the force/road/wind be with you
how 's/is your day/week/weekend/morning/afternoon/evening going/so_far?
have/enjoy a/the/your very? {_GREET}? day/week/weekend/morning/afternoon/evening/night ahead?
wishing you a very? {_GREET} day/week/weekend/morning/afternoon/evening/night ahead?
hope the/your day/week/weekend/morning/afternoon/evening is/'s treating/being_kind you/to_you well?
hope the/your day/week/weekend/morning/afternoon/evening is/'s good/kind/bright/going
this/the/a/what_a fine/lovely/grey/gray/rainy/sunny/chilly/frosty/bright/cold/wet morning/afternoon
this/the/a/what_a fine/lovely/grey/gray/rainy/sunny/chilly/frosty/bright/cold/wet day/evening
think/thinking/thought of/about IT/you daily/every_day/day_and_night/often
hold/holding our/your breath
over/through the years
years of {_YEARS}
we/i/he/she/they/who sat
've/have been sat
sat here/beside/next_to/around
march to the beat
frog march
fall/fallen/falling in love with/for
fallen for
april showers
a {_MANY} thanks/apologies/pardons/thank_yous/times_thank_you
{_MANY} thanks/apologies
thanks/thank_you a {_MANY}? times?
ten/full/top out_of/marks/points_for ten? for? {_PRAISE}
full marks/points for {_PRAISE}
three cheers for your_patience/patience/you/honesty
one of a kind
one and only
the one and only
number one fan/rule
rule number one
two/three heads/pairs_of_hands are better than one
high five
the whole nine yards
nine times out of ten
in two minds
two left feet
our/my two cents/pence
two 's company
one , two , three
two/three/four legged/wheeled friend/friends
half measures/hearted
better half
other half
half the fun/town/street
few words
few and far between
think/thinking/thought twice
measure twice ,? and? cut once
measure/measuring/measured twice
next of kin
next to the/our/a {_PLACE}
back to back
long live
long lost
long suffering
with all? due respect
credit where/where_it_'s/where_it_is due
due care/diligence
mon ami
taking/take things/it/life day_by_day/as_they_come/as_it_comes
it has/'s been a long/busy/lovely/good/wet/cold/hot/funny day/week/morning/afternoon
{_RIGHT_DAY} all day long?
""",
    Entry("leisure"): f"""
time to enjoy/ride/play/wear/use/love IT?
any day/time is/'s a? good/fine/great day/time? to/for {_ANY}/you
whichever day suits you best?
""",
    Entry("inform"): """
when/once/if it/they/THING 's/is/are done/ready/finished ,? it/they 's/is/are done/ready/finished
no sooner will/'ll it/they/IT be here/in than we/you 'll/will
be/get/being in touch in due course
let you know in due course
text/message/write/call/tell/update/ring you? in due course
the day/hour IT 's/is/are/'re ready/done/finished ,? you/we 'll/will
you/we 'll/will text/message/call/ring/tell/write/hear you/from_us? the day IT 's/is/are/'re ready
no sooner will/'ll it/they/IT be ready than we/you 'll/will
no sooner is/are it/they/IT ready than we/you 'll/will
""",
}
