"""Which words turn what a sentence says: not, when, will, hope, was.

They stand in front of what they turn, and reach as far as `moods` lets them.
"""

from __future__ import annotations

from belfry.jobs.fence.phrasebook import Entry

PHRASES: dict[Entry, str] = {
    Entry("neg"): """
not/isn't quite/yet? the moment/time/right_moment/right_time to
not/needn't/isn't/aren't/wasn't/weren't/hasn't
haven't/hadn't/don't/doesn't/didn't/can't/cannot/couldn't
won't/wouldn't/shouldn't/never/no/none/nothing/nobody/neither/nor/ain't
no longer
anything but
far from
not yet
not just yet
yet to
has/have yet to
no need/reason/call to
not/isn't yet? time to
unable to
too early/soon to say
""",
    # A negation in form that takes nothing back.
    Entry("nonneg"): """
not just/only/merely/simply
why not
don't/do_not/never forget/hesitate/delay/wait/be_shy/leave_it/dither/miss
no doubt/question/need_to_wait
nothing more to
can't/cannot/couldn't wait to?
not to mention
couldn't/can't be more/happier
no reason not to
""",
    Entry("cond"): """
as soon as we/i can say/tell_you/write/confirm/text/send/type
when/once/until/till/unless/after/before
as soon as
when/until/once/till IT BE time to?
the moment/minute/second/instant that?
as and when
to be sure/certain that?
as things/it/they/IT move/moves/go/goes/progress/progresses along/on/forward?
only when/once
just as soon as
see you when/once/as_soon_as
""",
    # These open a condition too, but also mere politeness: they reach one clause and no further.
    Entry("if"): """
if/provided/providing/assuming/whether/whenever/wherever/should_you
should_we/should_that/should_it/should_this/should_anything/should_there/in_case/even_if
should THING
should a/any/some/another/more new? part/parts
if/should/whether/unless/in_case we/i find/discover/see/learn/notice/decide that
if/should/whether/unless/in_case it turns/turn out that?
""",
    Entry("claim"): """
now that
since
given that
seeing as/that
because
you 'll/will/may/might be glad/pleased/happy/delighted/relieved/interested to hear/know/learn that?
you 'll/will/may/might like to know that?
""",
    Entry("asap"): """
as soon as we/i can/possibly_can
as soon as possible
when/whenever/once we/i can
just as soon as we can
""",
    Entry("future"): """
will/'ll/shall/would/'d/should/could/can/may/might/must
going to
about to
able to
gonna
won't be starting
""",
    Entry("to"): "to",
    Entry("expect"): """
subject to nothing/no odd/unexpected/untoward/strange? happening/surprises/hitches
subject to nothing/no odd/unexpected/untoward/strange? mishaps/coming_up/cropping_up
if nothing unforeseen/unexpected/untoward/else happens/occurs/intervenes/gets_in_the_way
expect/expects/expecting/expected/hope/hopes/hoping/hopefully/aim/aims/aiming/plan/plans/planning
reckon/anticipate/anticipates/anticipating/estimate/estimated/estimating/think/thinking
planned/planned_for/earmarked/earmarked_for/provisionally_booked/set_for
due/likely/probably/possibly/perhaps/maybe/target/targeting
all being well
if IT/all goes/go smoothly/well/to_plan/as_planned/as_hoped/our_way
if nothing unexpected/else? comes/crops/turns up
it looks like/as_if/as_though it/IT/they will/'ll
our/the target/goal/aim for
if nothing/no changes/surprises/unexpected?
unless something/anything unexpected/else? comes/crops/turns up
all goes well
if all goes well
if all 's/is well
if nothing goes/should_go wrong/amiss
fingers crossed
with luck
with any luck
subject to
working towards/toward
pencil/pop/put you/it in for
as the? likely/probable/expected/target/collection/pickup/ready/provisional day
provisional collection/pickup day
marked/pencilled/noted down? as/for
shooting/gunning/angling/pushing for
anticipated/expected/projected/estimated readiness/completion/finish/collection/pickup
provisional/likely readiness/completion/finish/collection/pickup
have in mind
estimated/expected/likely/anticipated/projected time/day/date
estimated/expected/likely/projected ready/completion/collection/pickup/finish time/day/date
the/our/its? next step/stage/thing/job is/'s/will_be/being to?
next up/step/stage/comes is/'s?
next comes
marked/pencilled/noted/down down? as/for the/our? likely/probable/expected/hoped_for day
the/our/a? likely/probable/expected/hoped_for day/time for/of collection/pickup/pick_up/it
est
look/looking to have
the day/time we have/'ve in mind
the day/time we 're/are hoping/aiming/working/pushing/planning for/towards/toward
what we 're/are hoping/aiming for
touch wood
fingers crossed for
our best estimate/guess is
estimate/estimates
best/rough/honest/current/latest/present/working/cautious estimate/guess/forecast
eta/etas
pencilled/penciled in? for
pencil/pencilling/penciling in
should
""",
    Entry("past"): "was/were/had/used_to",
    Entry(
        "comp"
    ): "confirmed/confirm/know/sure/say/said/tell/told/think/let_you_know/find/learn/hear/heard",
    Entry("subject"): f"it/we/you/they/he/she/i/this/that/these/those/{chr(0xE001)}/{chr(0xE000)}",
    Entry("and"): "and/or/&/plus",
    Entry("but"): "but/so/while/though/although/however/then/as",
    Entry("comma"): ",",
    Entry("break"): "; : - ( ) / |".replace(" ", "\n"),
    Entry("quote"): "\"\n'",
    Entry("eta"): "\ue005",
    Entry("closing"): "\ue006",
    Entry("emoji"): "\ue007",
    Entry("safe", "name"): "\ue000",
    Entry("safe", "shop"): "\ue002",
    Entry("safe", "link"): "\ue003",
    Entry("safe", "job"): "\ue004",
    Entry("safe", "thing"): "\ue001",
}
