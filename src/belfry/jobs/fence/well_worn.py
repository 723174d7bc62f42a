"""Which well-worn turns a friendly message may bring in: they tell of no job, of none at all."""

from __future__ import annotations

from belfry.jobs.fence.phrasebook import Entry

PHRASES: dict[Entry, str] = {
    Entry("safe", "aside"): """
keep/keeping our/your chin/chins/spirits up
chin up
keep/keeping calm and carry on
keep/keeping our eyes/eye on the ball/prize
keep/keeping our eyes peeled
keep/keeping our ears open/to_the_ground
keep/keeping our cool
keep/keeping it/things simple/short/honest/real/brief/plain
mum 's/is the word
word is/'s our bond
the word on the street
a little bird told us/me
a little bird tells us/me
we/i hear you
message received
loud and clear
you asked ,? and? we/so listened/answered/we_answer
ask and you shall receive
your wish is/'s our command
at your beck and call
your guess is/'s as good as ours/mine
your secret is/'s safe with us
cat/cats out of the bag
cat got your tongue
raining cats and dogs
the plot thickens
the truth ,? and? the whole truth
nothing but the truth
the truth ,? the whole truth
truth is/'s
once more with feeling
with feeling
in a pickle
as cool as a cucumber
cool as a cucumber
as happy as larry
as keen as mustard
keen as mustard
as curious as you are?
as pleased as punch
as busy as bees/a_bee
busy as bees/a_bee
busy bees
bees knees
the bee 's knees
a sight for sore eyes
apple of your eye
close to our/your/your_own hearts/heart
dear to our/your hearts/heart
from the bottom of our/my hearts/heart
from our/my hearts/heart
with all our hearts/heart
hats off to you
take/taking our hats off
tip/tipping/tipped our/my hat/hats/cap/caps
fair play to_you?
fair and square
right up our street/alley
up our street
walk/walking on/in eggshells/sunshine/your_shoes
put/putting ourselves in your shoes
in your shoes
on tenterhooks
on the edge of your seat
on pins and needles
in seventh heaven
made of money/stone/sterner_stuff
mind our/your own business
business as usual
no hard feelings
no love lost
peace and quiet
bits and bobs
odds and ends
nuts and bolts
this and that
hustle and bustle
trials and tribulations
ups and downs
ins and outs
dos and don'ts
safe and well
ta ra for_now?
toodle pip/oo
over and out
over to the workshop
so long
take a bow
take a breath/deep_breath/seat/pew
deep breath
breathe easy
sleep easy/soundly/well
sit/sitting pretty/comfortably
are you sitting comfortably
pull up a chair/pew/stool
gather round
listen up
look here
fancy that
imagine that
would you believe it
what do you know
what can we say
what 's/is not to love/like
what a treat/pleasure/joy/privilege/delight to
you can't/cannot rush art/genius/perfection/quality/greatness
art/quality/genius can't/cannot/won't/doesn't/isn't be/like? rushed/rush/being_rushed
no rest for the wicked
so much for
such is/'s life
that 's/is life
that 's/is show business
all 's/is fair in love and war
in the same boat
""",
}
