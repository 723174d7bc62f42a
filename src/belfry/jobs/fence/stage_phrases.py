"""How people say the usual stages of a job, whatever their shop calls them.

Forms: `state` it is there now; `event` it got there; `doing` the work of the stage goes on; `base`
a verb that needs will, to or when; `invite` asks the customer to come; `over` the stage is behind.
"""

from __future__ import annotations

from belfry.jobs.fence.phrasebook import Entry

RECEIVED, DIAGNOSING, PROGRESS = "received", "diagnosing", "in progress"
AWAITING, READY, COLLECTED = "awaiting parts", "ready", "collected"
KINDS = (RECEIVED, DIAGNOSING, PROGRESS, AWAITING, READY, COLLECTED)

WORK = (
    "fix/repair/mend/alter/service/tailor/overhaul/restore/refurbish/sharpen/hem/sew/stitch/frame/"
    "reupholster/rebuild/resole/restring/rewire/patch/tune/resize/rebind/reweave"
)
_WORKING = (
    "fixing/repairing/mending/altering/servicing/tailoring/overhauling/restoring/refurbishing/"
    "sharpening/hemming/sewing/stitching/framing/reupholstering/rebuilding/resoling/restringing/"
    "rewiring/patching/tuning/tackling/resizing/rebinding/reweaving"
)
WORKED = (
    "fixed/repaired/mended/altered/serviced/tailored/overhauled/restored/refurbished/sharpened/"
    "hemmed/sewn/stitched/framed/reupholstered/rebuilt/resoled/restrung/rewired/patched/tuned/"
    "resized/rebound/rewoven"
)
_LOOK = (
    "look/good_look/closer_look/careful_look/proper_look/quick_look/thorough_look/first_look/"
    "close_look/detailed_look/long_look/deeper_look/second_look/fresh_look/good_long_look/peek"
)
_FIND = (
    "investigating/finding/diagnosing/looking_into/looking_for/working_out/tracing/tracking_down"
)
_PART = (
    "part/parts/piece/pieces/component/components/delivery/supplier/suppliers/material/"
    "materials/stock/spare/spares/replacement/replacements"
)
_NEW = "new/replacement/spare/missing/right/correct"

PHRASES: dict[Entry, str] = {
    Entry("stage", RECEIVED, "event"): """
received
in receipt of
arrived
reached us
came/come/walked/rolled through/in_through/into our/the door/doors
came/come to us
came/come in to us
got here
checked in
booked in
booked/checked/logged/signed IT in
tagged/labelled/labeled/ticketed/registered/recorded
on our/the system/board
in our/the book/books
logged in?
logged and checked in
taken in
took IT in
added IT to the/our queue/line/list/board
put IT in the/our queue/line/book/books
took in IT
safely? arrived
come in safely
dropped off
safe/safely and sound
safe/safely and_sound with/at us/our_workshop/our_shop?
safely with us
safely here with us
safely in our hands
on our books
""",
    Entry("stage", RECEIVED, "state"): """
in the/our queue/line
in line
next in line/the_queue
waiting/waits for its/their/a turn
waiting/waits its/their turn
waiting/waits for? its/their/a turn on/at the/our bench/stand
waiting to be started/looked_at/diagnosed/seen/examined/assessed/checked/inspected
in our in tray
on the/our waiting list
joined/joins/joining the/our queue/line
""",
    Entry("stage", RECEIVED, "have"): """
have IT here/safely?
've IT here/safely?
have/'ve got IT here/safely?
got IT here/safely?
with us
got it
""",
    Entry("stage", DIAGNOSING, "doing"): f"""
diagnosing
being diagnosed/examined/inspected/assessed/investigated/evaluated
being looked at/into/over
being checked over/out
diagnosis
diagnostics
in/under diagnosis
on the/our bench for diagnosis/a_diagnosis/inspection/assessment
looking at/into/over
looking IT over
taking/having a/another {_LOOK} at/into/over/inside?
taking/having a/another {_LOOK}
taking/having {_LOOK}
investigating
examining
inspecting
assessing
evaluating
checking IT over/out
checking over/out
finding/working/figuring out what 's/is/has wrong/up/happening/happened/gone_wrong?
finding/working/figuring out what IT needs/need
getting to the bottom of
having/taking a poke/nose/peek/rummage/dig/hunt around/about/inside/in?
see/seeing what 's/is up with?
tracing/tracking/hunting down? the fault/problem/issue
running diagnostics/a_diagnosis
looking at/into what 's/is/went/has_gone/might_be/could_be wrong with?
looking at/into/for why IT 's/is/won't/isn't? not? working?
{_FIND} the/a/your/its fault/problem/issue/cause on/with/in/of?
{_FIND} what 's/is/went/has_gone wrong with?
started/begun/start/starting/begin/beginning diagnosing/looking/investigating
started/begun/start/starting/begin/beginning examining/inspecting/assessing
started/begun/start/begin to diagnose/look/investigate/examine/inspect/assess
started/begun/start/begin the/a/our? diagnosis/inspection/assessment
the/our diagnosis has begun/started
diagnosing/diagnosis is/'s? under_way/underway/in_progress
""",
    Entry("stage", DIAGNOSING, "base"): f"""
diagnose
take/have a/another {_LOOK} at/into/over/inside?
take/have a/another {_LOOK}
look at/into/over
look IT over
investigate
examine
inspect
assess
check IT over/out
find/work/figure out what 's/is wrong
find the/a/your fault/problem/issue/cause/culprit/trouble
get to the bottom of
""",
    Entry("stage", DIAGNOSING, "over"): """
looked IT over
diagnosed
finished/completed/done diagnosing/the_diagnosis/our_diagnosis/looking_at/looking_into
know what 's/is wrong/the_matter/causing
worked/figured/found out what 's/was/is wrong/the_matter
found the/a/your/what? fault/problem/issue/cause/culprit/trouble
found it
find it
think/believe/reckon/sure we/i/it know/knows
identified
pinpointed
traced
diagnosis is/'s/has_been/was complete/completed/done/finished/over
looked at/into/over
had/taken a/another look/good_look/closer_look at/into/over?
examined
inspected
assessed
""",
    Entry("stage", PROGRESS, "state"): """
in progress
on bench
in the works
under way
underway
on the/our/its/my bench/workbench/work_bench/stand/work_stand
on the/our/its/my workstand/lathe/machine/work_table/worktable/cutting_table
on the/our/his/her mechanic/technician/engineer/tailor/framer 's bench/stand
your/its/their turn on the bench/stand/workbench
being worked on
being attended/seen to
being FIXED up?
at work on
hard at work
're/is/are/'s/'m on it
in work
up? on the/our stand/ramp
in the/our stand/work_stand/workstand
""".replace("FIXED", WORKED),
    Entry("stage", PROGRESS, "doing"): f"""
working on
working away/hard/busily/carefully on
working
busy on/with
getting on with
getting stuck in/into
getting started/going/cracking/under_way
getting to work/grips
cracking on with?
making a start
{_WORKING}
carrying out
doing the/your? repair/work/repairs/alterations
""",
    Entry("stage", PROGRESS, "event"): """
started
begun
began
begins
starts
commenced
kicked off
made a start/good_start/proper_start
start has/'s been made
got started/going/cracking/stuck_in/to_work
gone onto/on_to/on the/our bench/stand
set to work
rolled up our sleeves/THING
set about
got IT on the bench/stand
taken/moved to the/our bench/workbench
""",
    Entry("stage", PROGRESS, "base"): f"""
start
starting
begin
beginning
commence
kick off
get started/going/cracking/under_way
get going again
restart
resume
pick IT back? up again/where_we_left_off
pick IT back up
pick/take/carry up/on where we left off
get to work
get stuck in
make a start
work on
{WORK}
crack on with?
carry on with?
carry out
""",
    Entry("stage", PROGRESS, "over"): """
worked on
working on it was
was/'s a? pleasure/joy/treat/delight working on
enjoyed/loved working on
've/'s/has/have been a? pleasure/joy/treat/delight/privilege working on
""",
    Entry("stage", AWAITING, "state"): f"""
we 're/are still waiting
part/parts : still? awaited/on_order/awaiting
awaiting A? {_NEW}? {_PART}
awaiting
waiting/wait/waits on/for A? {_NEW}? {_PART}
waiting/wait/waits on/for that/this/those/these/its/their/more {_NEW}? {_PART}
waiting on/for it/them
waiting/wait to hear from our/the supplier/suppliers
on order
on back order
back ordered
backordered
ordered
on pause/hold while we wait for/on a/the/some? {_NEW}? {_PART}
put/placed on pause/hold while/until we wait/'re_waiting for/on a/the/some? part/parts
paused while we wait for/on a/the/some? {_PART}
ordered A? {_NEW}? {_PART}
need/needs/needed A {_NEW}? part/parts/component/components
held up by/for A? part/parts
stuck waiting on/for A? {_NEW}? {_PART}
""",
    Entry("stage", AWAITING, "base"): f"""
order A? {_NEW}? {_PART}
need to order A? {_NEW}? {_PART}
""",
    Entry("arrival", "next", "event"): """
moves/move/moved/moving on/forward/along to?
moves/move/moved to/into the_next_stage?
""",
    Entry("arrival", AWAITING, "event"): """
arrives/arrive/arriving
lands/land/landed
turns/turn/turned up
comes/came/coming in
gets/get/got here
shows/show/showed up
part/parts BE/HAVE here/in/back/come/landed/arrived
part/parts arrived/turned_up/landed/came/came_in
have/has/'ve/got/'s a/the/your/that/all? the? part/parts
part/parts for IT BE here/in/back
in stock
back in
back in stock
it/they 's/is/are/'re here
no more waiting/wait
wait no more/longer
""",
}
