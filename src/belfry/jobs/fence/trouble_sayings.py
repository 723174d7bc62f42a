"""Which sayings tell of a finding, of trouble or of somebody else's job, in harmless words."""

from __future__ import annotations

from belfry.jobs.fence.phrasebook import Entry

PHRASES: dict[Entry, str] = {
    Entry("safe"): """
if/should we/it/things 're/are/'s/is/run/runs running? late/behind
""",
    Entry("refuse", "status"): """
need/needs a/to word/talk/speak/chat
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
and so will/can/may you/it/they/THING
was/were no trouble/problem/bother/issue
had no trouble/problem/problems/issue/issues/bother/difficulty
nothing 's/is/was actually/really? wrong/amiss/broken/the_matter/to_fix/to_repair
no fault/problem/trouble/issue found
on order is/are/has/have/came/arrived/landed
diagnosis/verdict/result/results/findings is/'s/are in
if only
replacement/spare THING
a/an/some/the/its/with/fit/fitting/order/ordered new/fresh/second/different THING
well/deep/deeply/far/right into it/THING/the
will/'ll/can/to/we continue/carry_on/go_on while/meanwhile/in_the_meantime/regardless/anyway/without
no need/reason to wait any/more/longer?
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
}
