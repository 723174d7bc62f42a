"""How people say that a job has come to a stage by naming it: moved to, marked as, in line for."""

from __future__ import annotations

from belfry.jobs.fence.phrasebook import Entry
from belfry.jobs.fence.stage_phrases import (
    AWAITING,
    COLLECTED,
    DIAGNOSING,
    PROGRESS,
    READY,
    RECEIVED,
)

_AS = "marked/listed/logged/recorded/noted/registered/showing/down"
_WORK = "THING/work/repair/repairs"
_LOOKED = "diagnosis/a_diagnosis/assessment/inspection/a_check/a_look/a_check_over/diagnosing"
_SEARCH = "diagnosing/diagnosis/diagnostics/inspection/assessment"
_EARLIER = "diagnosis/diagnosing/inspection/received/the_queue/our_queue/the_shelf"
_SPOT = "the_bench/our_bench/the_loupe/the_lamp/the_microscope/the_magnifier/the_stand/the_ramp"
_REACHED = "moved/gone/went/come/passed/progressed/going/moving"

PHRASES: dict[Entry, str] = {
    Entry("stage", RECEIVED, "state"): f"""
in the/our system/log/diary
on the/our list/books
added to the/our queue/line/list/board/system/books
waiting/queued/queueing/lined_up/in_line/in_the_queue/in_our_queue for {_LOOKED}
waiting/queued/queueing/lined_up/in_line/in_the_queue/in_our_queue to be diagnosed/looked_at
waiting/queued/queueing/lined_up/in_line/in_the_queue/in_our_queue to be assessed/examined/seen
waiting in the/our? line/queue
{_AS} as received/arrived/checked_in/booked_in
""",
    Entry("stage", RECEIVED, "have"): """
THING is/'s/are/'re now/safely? here
""",
    Entry("stage", RECEIVED, "place"): """
at/near/to/towards/reached the front/head/top of the/our queue/line/list/pile
next in line/the_queue/our_queue/the_line
""",
    Entry("stage", RECEIVED, "over"): """
left the/our queue/line/waiting_list
no longer in/on the/our queue/line/waiting_list
wait/time/turn in the/our queue/line is/'s over
no more waiting/queueing in? the/our/that? queue/line
out of the/our queue/line
taken/moved/pulled/lifted IT out_of/off/from the/our queue/line/shelf/waiting_list
""",
    Entry("stage", DIAGNOSING, "state"): f"""
{_AS} as diagnosing/being_diagnosed
{_REACHED} on? to/into/onto diagnosis/diagnosing/the_diagnosis
{_REACHED} IT? on/over? from the_queue/our_queue/the_shelf on? to diagnosis/diagnosing/the_diagnosis
moved/put/taken IT on/over? to/into diagnosis/diagnosing/the_diagnosis
reached/entered/hit/started the/our? diagnosing/diagnosis/diagnostic/inspection stage/phase
""",
    Entry("stage", DIAGNOSING, "doing"): f"""
on/under/up_on {_SPOT} to see/find_out/work_out/figure_out what/why 's/is/it wrong/up/amiss?
on/under/at/up_on {_SPOT} to work/figure/learn out? what/why/where 's/is/has? wrong/up/amiss/IT?
that 's/is exactly/just/precisely? what we 're/are now/still? finding/working/figuring out
that 's/is exactly/just/precisely? what we 're/are now/still? diagnosing/investigating/checking
that 's/is exactly/just/precisely? what we 're/are now/still? looking into/at/for
that 's/is exactly/just/precisely? what the/our? {_SEARCH} is for
{_SEARCH} isn't/is_not/'s_not/hasn't_been/aren't done/finished/over/complete/completed yet?
until/till we 've/have/'re/are finished/completed/done with? diagnosing/the_diagnosis/our_diagnosis
on the trail/hunt/track/lookout of/for the/a/its? fault/problem/cause/culprit/issue
{_SEARCH} isn't/is_not/'s_not yet? done/finished/over/complete/completed
finding/working/figuring out what/where the trouble/problem/fault/issue/cause is/lies with/in/on?
being checked/tested/examined to see/find/work/establish out? what/why/where 's/is wrong/up
being checked/tested/examined to see/find/work/establish out? what/why/where it needs
being checked/tested/examined to find the/a? fault/problem/cause/issue
running/going/working through some/a_few/our/the? checks/tests/diagnostics on?
started/begun/start/begin/starting/beginning to look at/into/over
""",
    Entry("stage", DIAGNOSING, "over"): f"""
know/knows the/its/your/exact? cause/fault/problem/issue/trouble/reason/answer
{_SEARCH} stage/phase? is/'s/are/has_been/was now/safely? behind us/it/them/THING
{_SEARCH} stage/phase? now/safely/all? behind us/it/them/THING
{_SEARCH} stage/phase? is/'s/has_been/was now? done/finished/over/complete/completed/at_an_end
{_SEARCH} stage/phase? done/finished/over/complete/completed
done/finished/through with the/our/its? {_SEARCH} stage/phase?
left the/our? {_SEARCH} stage/phase? behind?
past/beyond the/our/its? {_SEARCH} stage/phase?
been through the/our/its? {_SEARCH} stage/phase?
gone/come through the/our/its? {_SEARCH} stage/phase?
""",
    Entry("stage", DIAGNOSING, "base"): """
get to it/them/THING in_turn?
""",
    Entry("stage", PROGRESS, "state"): f"""
an/the/your '/"? in progress '/"? message/one/text/update/note/email
marked/listed/logged/recorded/showing in_progress/under_way/underway
{_AS} as in_progress/started/under_way/underway/being_worked_on
at/in/into/reached/entered THING stage/phase
at/in/into/reached/entered the work/working stage/phase
work/repairs/THING continues/continue/goes_on/carries_on on/with?
continue/continuing/carry_on/carrying_on to? work/working on/with
{_REACHED} into/to progress
getting/receiving all? the care/attention/love/tlc IT? needs/need/deserves/deserve
""",
    Entry("stage", PROGRESS, "event"): f"""
{_REACHED} on? to/into/onto THING stage/phase
{_REACHED} on? to/into/onto the work/working stage/phase
{_REACHED} on? to/into/onto the/our bench/workbench/stand
gone/moved/went into the/our workshop
got/set/started the ball rolling
the ball is/'s now? rolling
moved/taken/brought IT on/over/along/up? from {_EARLIER} on? to in_progress/THING/work/the_bench
moved/put/taken IT on/over? to/into/onto in_progress/the_bench/our_bench/the_stand/our_stand/THING
been? picked up by our/the/a mechanic/technician/engineer/tailor/team/watchmaker/luthier
been? picked up by one of our mechanics/technicians/engineers/tailors/team
{_REACHED} from diagnosis/diagnosing/inspection/assessment on? to {_WORK}
{_REACHED} from diagnosis/diagnosing/inspection on? to repairing/working_on/fixing/in_progress
""",
    Entry("stage", PROGRESS, "base"): f"""
{_WORK} proper/itself is/'s/are down/pencilled/set/planned/due/lined_up for/in_for
{_WORK} will/'ll/can/should continue/carry_on/resume/go_on/start_again/pick_up_again/pick_back_up
{_WORK} will/'ll/can/should/would to? follow
be ready to start/begin/continue/get_started/get_going/carry_on/make_a_start
get/be/go straight/right? back to/on/onto/at it/work/THING
""",
    Entry("stage", PROGRESS, "over"): """
THING/work/repair/repairs is/'s/are now? behind us/it/THING
""",
    Entry("stage", AWAITING, "over"): """
no longer waiting
""",
    Entry("stage", AWAITING, "state"): f"""
the ball is/'s in our/the supplier 's court
{_AS} as awaiting_parts/waiting_for_parts
""",
    Entry("stage", READY, "state"): f"""
{_AS} as ready/done/finished/complete/completed
have/'ve/got got? IT all? ready/finished/done and_waiting/to_collect/to_go? for_you?
can/may/could now? be collected/picked_up/fetched
""",
    Entry("stage", READY, "invite"): """
feel free to come/pop/drop/swing/stop/call/nip in/by/over/round/past/along/down/into
feel free to collect/fetch/grab IT?
feel free to pick IT? up
""",
    Entry("stage", COLLECTED, "event"): f"""
{_AS} IT? as collected/picked_up
when/that you collected/picked_up/fetched/came_to_collect/came_to_pick_up IT?
when/that you picked IT up
back where IT belongs/belong
we/i can? see that? IT has/have/'s/'ve been collected/picked_up/fetched
""",
}
