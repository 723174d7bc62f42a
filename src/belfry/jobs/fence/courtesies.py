"""Which friendly turns of phrase add nothing to what a message says."""

from __future__ import annotations

from belfry.jobs.fence.phrasebook import Entry

PHRASES: dict[Entry, str] = {
    Entry("safe"): """
look/looking/keep_an_eye out for
wait for our/a/the/another message/text/call/update/word/news/email
can't wait for you to see IT/how_it_looks
happy riding/cycling/sewing/playing/mowing/gardening/walking/wearing/reading/pedalling/strumming
happy camping/cooking/baking/writing/typing/snapping/shooting/listening/drumming/singing/dancing
happy skating/skiing/sailing/paddling/hiking/running/driving/scooting/knitting/gaming/travelling
happy surfing/fishing/climbing/vacuuming/ironing/brewing/sipping/drilling/trimming/cutting/digging
what IT need/needs
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
