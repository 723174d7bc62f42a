"""Which idioms say nothing of the job, though a word in them would where it stands alone."""

from __future__ import annotations

from belfry.jobs.fence.phrasebook import Entry

PHRASES: dict[Entry, str] = {
    Entry("safe"): """
in the first place
at first
for starters
to start with
to begin with
for a start
start to finish
all in good time
in good company
in our good books
on our minds/mind/radar
on your mind
off your mind/plate
peace of mind
weight off your mind
at ease
in the know/loop/dark/picture/air
out of the loop/blue
out of curiosity
out loud
out there
find/finding/found out
turn out to?
work/working out what
figure/figuring out
point/pointing out
head over heels
over the moon
over to you/us
up to you/us
up to date/speed
up front
down to earth
sit back
fingers and toes crossed
fingers/toes crossed
touch wood
so to speak
needless to say
truth be told
fair to say
safe to say
no two ways
hand in hand
on the other hand
at hand
to hand
out of hand
lend a hand/ear
bear/keep in mind
bear with
put your mind at rest/ease
put your feet up
put up with
putting up with
make/making/made do
make/makes/making sense
make/making/made contact
give/gives/giving/gave thanks
as a courtesy
as a reminder
as a rule
as it happens
as and when
as far as
as requested/agreed/discussed/mentioned
as per
just so you know
just in case
so you know
so that you know
you never know
who knows
goes without saying
it goes without saying
it takes what it takes
comes with the territory
part and parcel
parts and labour
for our/my/your part
on our/my/your part
to our/your/the credit
no strings
of yours/ours
yours
itself/themselves/himself/herself/oneself
or not
it all helps
every little helps
on arrival/receipt/delivery
or so
or two
left in the dark
left/leave/leaving you? wondering/guessing/hanging/waiting
keep you hanging on?
that 's/is all the? news? for_now/from_us/we_have/i_have?
all the news
here goes
here we go
as promised
'd/we_'d promised? an? update
promised you? an/a? update/note/message/text/word/call
promised we/i 'd/would
promised to
not a vow/promise/guarantee/certainty/oath/pledge/given
one thing or another
going nowhere
not going anywhere
without IT/you/them/fuss/asking/a_word/telling_you
well
well then
no verdict/answer/answers/diagnosis/conclusion/findings/clue/results yet/so_far
sooner be/say/wait/tell/have/do/keep/get/take
would/'d/we_'d/i_'d sooner
careful/right/sure/safe than quick/fast
better/rather careful than quick
no date/estimate/eta/completion_date/finish_date to offer/give/share/quote/pass_on
to offer you? as_yet/yet
a? hopeful guess
under control
lift a finger
at this/that time/stage/point
rest easy
take it easy
stop worrying
thanks/thank_you for popping/dropping/calling/coming/stopping in/by/over/round
from here
what we think it needs/need
what happens next
the/our/any results/result/findings/conclusions of_the_tests?
with the/our results/findings/answer
repair/work/nothing has/have been carried out
est .?
guess what 's/is
see what 's/is what
upon/on completion/collection/arrival
as soon as we get it
no appointment needed/required/necessary
at the mercy of
mind you
the honest position/truth/answer
a/the ready one/message/text
the? "? ready "? one/message/text
all/everything going to plan
cut/cutting/cuts corners
nothing has/'s gone wrong
keen/eager/anxious/itching/longing/want/wanting/dying to have/get/see IT back?
happy/merry trails
labour/labor of love
big deal
happy ending
they say
photo id
bring photo? id
your/the/a drop off
make/making one/a_date/something up
leave/leaving you in peace
it takes as long as it takes
going/taking/working/treading carefully/slowly/gently/steadily
scratching our heads
wheels will/'ll be turning again?
touching/touch base
on/for the/your way home
mind how you go
nothing dramatic/exciting/new/much/further/else to report/tell/add/say
as before
no news is simply? no/good news
weather/supplier/post/time/luck/all permitting
good or bad
thank_you/thanks for the/your photo/photos/video/picture/pictures of?
not what you/we wanted/hoped/wished/expected to hear/say/tell_you
right/properly than do? IT? fast/quickly/in_a_hurry
spare a thought for
as if IT were/was my/our/your own
a promise kept
to the letter
at liberty
get/getting to the bottom of it
as fast as is/we sensible/dare/can
before then
yours to collect/keep/enjoy
being a nuisance/pest/bother
quick one/question/word/hello
wrong of us/me
off we/it go/goes
right then/so/folks
you 're/are up
nothing to do but wait/relax
nothing for? you to do
take/treat/read/regard this/that/it as
wait for our/my/the word/text/message/call/news
don't you worry
from the counter/floor/front_desk/shop_floor/workshop_floor
more
back with any
write/text/message/reply/get/come back
and such/so_on/so_forth
etc
rain check
anything at all
nothing to report/add/tell/share/see/hide
nothing new to report/tell/share/add/say
no news is good news
no news yet
new to report/tell/share/add/say
do/doing nothing
nothing needed/required
is/'s needed/required from/of you
nothing 's/is needed/required from/of you
needed/required from/of you
make/making you aware
have/had a busy spell
quiet spell
radio silence
silence
by way of
in other words
in a word
in plain/simple english/terms/words
plain and simple
pure and simple
simple as that
short and sweet
small print
at home
everything 's/is in hand
in hand
go/going/goes ahead with?
promise we haven't
nothing for_you? to do at/on your end/side/part
upon/on its/their completion
back on it
back on the case
keeping/keep/keeps us company
opened up? a/the/your THING? job card/sheet/file/ticket?
opened up? THING card/sheet/file/ticket?
opened THING 's? job sheet/card
right than do IT fast
than do? IT? fast/quick/quickly
sure thing
the way you use/wear/ride/play IT
how you use/wear/ride/play/like IT
""",
}
