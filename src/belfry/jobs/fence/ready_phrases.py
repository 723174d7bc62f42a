"""How people say that a thing can be fetched, and that it has been."""

from __future__ import annotations

from belfry.jobs.fence.phrasebook import Entry
from belfry.jobs.fence.stage_phrases import COLLECTED, READY, WORKED

_COME = "come/pop/drop/swing/stop/call/nip/head/step/walk/stroll/dash/run/hop"

PHRASES: dict[Entry, str] = {
    Entry("stage", READY, "state"): f"""
ready
ready to/for collect/collection/pick_up/pickup/be_collected/be_picked_up
ready to/for go/roll/ride/wear/hang/use/play
ready to ride/drive/go home/away
ready to take/be_taken/come/bring home/away
ready and/,? waiting to be collected/picked_up/fetched
ready to fly/sing/sew/cook/sail/spin/write/shine/toast/boil/brew/print/dance/travel/camp/mow
ready for/to you to? collect/pick_up/use/enjoy/wear?
ready for you
ready and waiting for? you?
ready and waiting at/on/in the/our counter/shelf/shop/desk
ready for? its new? home
ready when you are
all ready
done
all done
done and dusted
finished
all finished
complete
completed
completion
all? {WORKED}
sorted
all sorted
all set
good/fit to go
good/fine/fit to collect/pick_up/fetch
good as new
as good as new
like new
back to its best
back in one piece
back together
up and running
working/running again/perfectly/beautifully/fine/smoothly/nicely/properly/like_new
all yours
waiting for you
waiting here for you
waiting/here for you at/on/in the/our counter/shelf/shop/desk
waiting at/on/in the/our counter/shelf/shop/desk
awaits you
awaiting you/collection/your_collection/pickup
wrapped up
all wrapped up
wait/waiting is/'s over
ready , steady , go
here for you
there for you
ready to try on
we 're/are still? waiting for you
that 's/is us done
finished/completed/done working_on/work_on/fixing/repairing/mending IT?
finished/completed/done altering/servicing/restoring/refurbishing IT?
at/behind the/our counter/reception/till/front_desk/front_counter
would/'d/wants/want like/love? to go/come home
can/may/could go/come/be_taken home now?
it/they/THING 's/is/are/'re here/waiting for? you
it/they/THING 's/is/are/'re here/waiting and? waiting for? you?
available to/for collect/collection/pick_up/pickup
can be collected/picked_up
good and ready
""",
    Entry("stage", READY, "invite"): f"""
collect
collect/grab/fetch IT
pick IT? up
pick up
picking IT? up
collection
pickup
grab
fetch
{_COME} in/by/over/down/round/along/past/into/back
{_COME} and get/collect/grab/fetch/see/pick/take IT up?
{_COME} to collect/get/grab/fetch/pick IT up?
come on in/by/over/down
come get/grab/collect/fetch
take IT home/away
can/could/may/might have/take/get IT
have IT for/here_for you
ask for IT
make it/your_way in
make it over/down/by
make your way to/over/down
visit us
stop by/in
""",
    Entry("stage", READY, "base"): """
hand/give/pass IT over/back to_you?
finish
finishing IT
finish IT off/up?
complete IT
have/get IT done/finished/ready/completed/sorted/fixed/mended/repaired
having/getting IT done/finished/ready/completed/sorted
""",
    Entry("stage", COLLECTED, "event"): """
have/get/bring IT home
glad/happy/pleased/delighted you could/were_able_to collect/pick_up/fetch
thanks/thank_you for coming/popping/stopping in/by/over/round? to collect/pick_up/fetch IT?
thanks/thank_you for dropping/calling in/by/over/round to collect/pick_up/fetch
thanks/thank_you for collecting/picking/fetching up? IT? up?
delivered
collected
picked up IT?
picked IT up
collecting
picking IT up
been collected/picked_up/fetched
fetched
back home
home
be/been/is/'s/are with you
handed over
handed back
back with you
back to you
back in your hands
in your hands
home with you
safely? home
out of our hands
on its/their way to/back you/home
have/get/having/getting IT back
got IT back
've/have got IT back
glad/happy/pleased/delighted you 've/have/have_got/'ve_got IT back
glad/happy/pleased/delighted to hear/know? you 've/have/have_got/'ve_got IT back
returned to you
delivered to you
""",
}
