"""How people say the usual stages in pictures and roundabout ways."""

from __future__ import annotations

from belfry.jobs.fence.phrasebook import Entry
from belfry.jobs.fence.stage_phrases import AWAITING, DIAGNOSING, PROGRESS, READY, RECEIVED

_MADE = "made/built/crafted/created/cut/sewn/stitched/put_together/prepared/produced/printed/framed"
_CHECK = (
    "once_over/check_over/check_up/going_over/health_check/look_over/thorough_check/full_check/"
    "proper_check/check/inspection/examination/assessment/evaluation/diagnosis/diagnostic_check"
)
_FAULT = "fault/problem/issue/trouble/noise"
_WHO = (
    "cobbler/watchmaker/jeweller/luthier/tailor/mechanic/technician/engineer/framer/seamstress/"
    "upholsterer/repairer/restorer/goldsmith/clockmaker/craftsman/specialist/expert/menders/mender"
)
_REACHED = (
    "reached/made_it_to/landed_on/arrived_on/arrived_at/got_to/come_to/made_it_onto/hit/"
    "found_its_way_to/found_its_way_onto/taken_its_place_on/taken_its_turn_on/climbed_onto"
)
_AILS = "troubling/ailing/bothering/upsetting/plaguing/eating/amiss/the_matter/up"
_WHY = "what/why/where/how/which"
_SUPPLY = (
    "part/parts/piece/pieces/component/components/spare/spares/material/materials/delivery/"
    "replacement/it/they/them/one"
)
_COMES = (
    "arrives/arrive/comes/come/comes_in/come_in/gets_here/get_here/lands/land/turns_up/turn_up/"
    "shows_up/show_up/is_here/are_here/is_in/are_in/reaches_us/reach_us/has_arrived/have_arrived"
)

PHRASES: dict[Entry, str] = {
    Entry("stage", PROGRESS, "state"): f"""
under the/our needle/knife/lamp/loupe/microscope/magnifier/hammer/iron/spanner/spanners/torch
being {_MADE}
on the case with?
under repair
is/'s/are happening now/right_now/as_we_speak
have/'ve/got got? IT on/at/up_on the/our bench/stand/workbench/work_stand/ramp
mid repair/work/job/alteration on?
under the/our sewing? machine/press
on the job
on the operating table
in surgery
in/into the/our capable? hands of our mechanic/technician/engineer/tailor
at the sewing? machine
in full swing
going on
ongoing
happening
receiving/getting attention/our_attention/some_attention/some_tlc
being tended to
being given some/the/our/its? tlc/attention/love/care
having some/the/its work done
having its work done
having its turn on the bench/stand
at the bench
on the/our/his/her {_WHO} 's bench/stand/table/workbench
with the/our mechanic/technician/engineer/tailor/luthier/watchmaker/jeweller on/at the/his/her bench
""",
    Entry("stage", PROGRESS, "doing"): """
plugging away at
working through THING
beavering away at/on
toiling away at/on
tinkering away? with/on/at
busying ourselves with
knuckling down to
setting to work on
hard at work on
got our hands/teeth on/into
getting our hands/teeth on/into
at it
cracking on
carrying on with
continuing with/on/to_work_on
keeping at
""",
    Entry("stage", PROGRESS, "event"): f"""
picked up our tools/needles/spanners/screwdrivers
rolled our/up_our sleeves up?
works have/has commenced/started/begun on?
got to grips with
got going on
got to work on
gone under the needle/knife/lamp/loupe
put on the bench/stand
gone up on the stand/ramp
went up? on the bench/stand
went onto the bench/stand
got under way/underway/started/going
reached the bench/stand/top_of_the_queue_and_the_bench
{_REACHED} the/our {_WHO} 's bench/hands/table
{_REACHED} the/our bench/workbench/stand
moved/moving/gone/come/on/up from the/our queue/line/shelf to/onto the/our bench/stand/workbench
out/come of the/our queue and on/onto the/our bench/stand/workbench
off the/our shelf/queue and on/onto the/our bench/stand/workbench
moved on? to the bench/stand
""",
    Entry("stage", PROGRESS, "base"): """
work/repair/repairs should/will/would/can/to follow
be/get/go back to work on?
be/get back at/on it/THING
be/get back on/at the/our bench/stand
getting/get/put/putting IT in/into progress/under_way
getting/get/put/putting work/repairs in/into progress/under_way
move/go/get on/along? to/onto/with THING itself/proper?
move/go/get on/along? to/onto/with the? work/repair/repairs/mending/fixing itself/proper?
move/take/get IT onto/on_to/to/on the/our bench/stand
""",
    Entry("stage", DIAGNOSING, "over"): """
know/knows why/what/where/which IT
know/knows why/where the/its/your
know/knows why/what/where/which the/a? fault/problem/cause/issue/trouble
moved IT? on? from/beyond/past diagnosis/diagnosing/inspection/assessment
got/gotten to the bottom of it/this/them/things?
had/taken our/its/their/the look/good_look/proper_look/first_look at/into/over?
had/taken our/its/their/the look/good_look/proper_look/first_look
had its/their/our diagnosis/assessment/inspection/check_over/once_over
""",
    Entry("stage", DIAGNOSING, "base"): f"""
find/work/figure/establish/see/understand out? what IT need/needs
find/work/figure/establish/see/understand out? what 's/is causing it/this/that/the_trouble
find/trace/locate/pinpoint/identify {_WHY}? the fault/problem/cause/issue/trouble is/lies/'s?
find/work/figure out? {_WHY} the/a? fault/problem/cause/issue/trouble is/lies/'s?
""",
    Entry("stage", DIAGNOSING, "doing"): f"""
finding/working/figuring/trying_to_find/trying_to_work/trying_to_figure out what 's/is {_AILS}
finding/working/figuring out what ails/troubles/bothers
trying_to_find/trying_to_work/trying_to_figure out what ails/troubles/bothers
on the/our test bench/rig
checking/seeing/asking_ourselves what/why/where 's/is wrong/up with?
under inspection/assessment/examination/investigation/review/evaluation
not/isn't/aren't yet? done/finished with? diagnosing/the_diagnosis/our_diagnosis
haven't/hasn't/have_not yet? finished/completed with? diagnosing/the_diagnosis/our_diagnosis
have/'ve/got got? IT on/at the/our bench/stand for a/an/its? {_CHECK}
have/'ve/got got? IT on/at the/our bench/stand being diagnosed/looked_at/examined
the/our? investigation/detective_work/hunt/search/investigating/examination continues/goes_on
that 's/is exactly? what we 're/are trying/working/hoping to find/work/figure/see out?
on the/our test bench/rig being tested/checked?
being tested so/so_that we/i can find/work/figure/see out? {_WHY} the? {_FAULT} is
looking/working/finding into/out/at? what 's/is causing/behind the/your/its/this? {_FAULT}
looking/working/finding into/out/at? what 's/is causing/behind it/this/that
running/doing/carrying_out diagnostics/tests/some_tests/checks/some_checks/a_few_checks on?
being tested to find/see/trace/locate the? {_WHY}? fault/problem/issue/cause?
testing IT to find/see/trace {_WHY}? the? fault/problem/cause?
for/in assessment/inspection/evaluation/examination/a_diagnosis/diagnosis
giving IT a/an/its {_CHECK}
getting a/an/its {_CHECK}
having a/an/its {_CHECK}
on the/our bench/stand/ramp for a/an/its {_CHECK}
here/with_us for a/an/its {_CHECK}
trying to find/work/figure/see/understand/establish out? {_WHY} IT? 's/is/won't/doesn't/needs/went?
trying to find/trace/locate/pinpoint/identify the fault/problem/cause/issue
trying to get to the bottom of
on the/our bench/stand being diagnosed/looked_at/examined/assessed/inspected
trying to work/find/figure out what 's/is/went/has_gone wrong with?
working/figuring out {_WHY}
puzzling over/out {_WHY}?
looking/searching/hunting for the/a? fault/problem/cause/issue/answer/culprit
in the diagnosing/diagnosis/diagnostic/inspection/assessment stage/phase
at the diagnosing/diagnosis/diagnostic/inspection/assessment stage/phase
peering inside/into
looking under the/its bonnet/hood
having a look under the/its bonnet/hood
getting/being checked over/out
going over IT
going IT over
sizing up
diagnosis/diagnosing/diagnostics goes/continues on?
the/our? investigation/examination/inspection/assessment/diagnosis is/'s? under_way/underway/begun
""",
    Entry("stage", AWAITING, "state"): f"""
short of/on A? part/parts
missing A? part/parts
a waiting game
a case of waiting for?
have/'ve/has placed THING for/with?
placed THING for/with?
have/'ve/has placed/put_in an/the/our order for/with?
placed/put_in an/the/our order for/with?
until the/our/its/a/some? new? {_SUPPLY} we_ordered/we_need/it_needs/we_'ve_ordered? {_COMES}
without the/that/those/a/its? part/parts
no sign of the/that/those/our/its part/parts yet?
part/parts has/have/is/are/'s not/n't? yet? arrived/come/landed/turned_up/here/come_in
part/parts hasn't/haven't yet? arrived/come/landed/turned_up/come_in/got_here/reached_us/shown_up
part/parts for IT still? hasn't/haven't yet? arrived/come/landed/turned_up/come_in
part/parts for IT still? isn't/aren't yet? here/in/with_us
part/parts we/it need/needs for? IT? still? hasn't/haven't yet? arrived/come/turned_up/come_in
part/parts we/it need/needs for? IT? still? isn't/aren't here/in/with_us yet?
part/parts isn't/aren't here/in yet?
yet to arrive/come/land/turn_up/reach_us
is/are/'s still to arrive/come/land/turn_up/reach_us
held up for/by/waiting_on/waiting_for the? part/parts
hangs/hanging/hinges/depends/rests on a/the/one part/parts
in the hands of the/our supplier/suppliers/postman/courier
""",
    Entry("stage", READY, "state"): """
raring/itching/good to go
dying/itching to see you
""",
    Entry("stage", READY, "invite"): """
pop/drop/nip/swing/call/stop in/by/round/over/past
make your way over/in/down/to_us
""",
    Entry("stage", RECEIVED, "state"): f"""
in/joined the/our queue/line for a/an/its? {_CHECK}
waiting for a/an/its/our {_CHECK}
""",
    Entry("stage", RECEIVED, "event"): f"""
waiting for us/our_team/our_mechanic/our_engineer/someone to take_a_look/look_at_it/begin
waiting for us/our_team/our_mechanic/our_engineer/someone to start/see_it/get_to_it
landed on our/the bench/desk/counter/doorstep
made it to us
moved/come/got/risen/jumped/gone to the front/head/top of the/our queue/line/list
made it to the front/head/top of the/our queue/line/list
reached/come_to the front/head/top of the/our queue/line/list
given IT a/its? cosy/safe/good/own? spot/place in the/our queue
receipt of
a/its/our/your? spot/place/seat in the/our queue/line/list
in our care/hands/keeping/safekeeping
in the/our/his/her {_WHO} 's hands/care
waiting for the/our {_WHO}
in safe keeping
under our roof
with us in one piece
here in one piece
on our to do list
waiting/next in the wings
""",
}
