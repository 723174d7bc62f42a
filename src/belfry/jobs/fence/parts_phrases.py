"""How people say that a part is needed, ordered and waited for."""

from __future__ import annotations

from belfry.jobs.fence.phrasebook import Entry
from belfry.jobs.fence.stage_phrases import AWAITING

_PART = (
    "part/parts/piece/component/components/spare/spares/replacement/replacement_part/new_part/"
    "new_parts/replacement_parts/bits/bit/delivery"
)
_COME = (
    "arrive/come/come_in/be_delivered/turn_up/get_here/land/reach_us/come_through/show_up/be_sent/"
    "come_from_our_supplier/come_from_the_supplier/appear/be_dispatched/be_with_us"
)

_COMEN = "arrived/come/come_in/turned_up/got_here/reached_us/landed/shown_up/come_through"

_WAIT = f"wait/waiting for/on a/the/that/those/its/our? {_PART}"
_IS = "is/'s/has_been/was/are now/finally/all?"
_OVER = "over/behind_us/at_an_end/done/ended/finished"

PHRASES: dict[Entry, str] = {
    Entry("stage", AWAITING, "state"): f"""
can't/cannot go/carry/move on/further/forward until a/the/our/some? new? part/parts arrives/arrive
can't/cannot go/carry/move on/further/forward until a/the/our/some? new? part/parts comes_in
can't/cannot go/carry/move on/further/forward until a/the/our/some? new? part/parts come_in/lands
can't/cannot go/carry/move on/further/forward until a/the/our/some? new? part/parts gets_here
can't/cannot go/carry/move on/further/forward until a/the/our/some? new? part/parts is_here
can't/cannot go/carry/move on/further/forward until a/the/our/some? new? part/parts are_here
can't/cannot go/carry/move on/further/forward until a/the/our/some? new? part/parts is_in/are_in
waiting/wait/waits on/for it/them/that/this/one/those/these to {_COME}
waiting/wait/waits on/for a/the/some/its/our? {_PART} to {_COME}
waiting on/for a/the/some/its/our? {_PART} we/it need/needs/'ve_ordered/have_ordered
waiting on/for any/more/further/our/one {_PART}
a/the/one/some? {_PART} that/which? we 're/are still? waiting on/for
waiting on/for delivery of a/the/its? {_PART}?
waiting on/for our/the supplier/suppliers/courier/postman
while we/IT wait/waits for/on it/them/that/this/one
had to order in? a/the/some/its? {_PART} in?
order/ordered/ordering in a/the/some/its? {_PART}
order/ordered/ordering a/the/some/its? {_PART} in
sent off/away/out for a/the/some/its? {_PART}
paused/pausing/resting/parked/waiting until/till a/the/its/our? {_PART} comes/arrives/gets_here
at a standstill until/till a/the/its/our? {_PART} comes/arrives/gets_here/comes_in
a/one/the tiny/small/little/single? part/piece/bit is/'s holding us/things/IT up/back
await/awaiting a/the/some/its/our/more/further? {_PART}
put/placed/got/have IT on hold/pause while/as we wait for/on a/the/some? part/parts
hit/pressed pause on IT while/as we wait for/on a/the/some? part/parts
chasing our/the supplier/suppliers/courier for? a/the/your/that? part/parts?
that/which we 're/are still? waiting on/for
waiting/wait to receive/get/have a/the/some/its/our? {_PART}
got/have/had/having to wait for/on a/the/some/its/our? {_PART}
{_PART} is/are/'s/'re? still/yet? awaited/outstanding
{_WAIT} isn't/is_not/'s_not/is_never {_OVER}
{_WAIT} goes_on/continues/drags_on/carries_on
part/parts that/which? we/it/THING need/needs still? hasn't/haven't yet? {_COMEN}
lacks/lack/lacking a/one/the/some {_PART}
a/one/the {_PART} short
in need of a/one/some {_PART}
there 's/is a/one part missing
a/one part is/'s missing
for want/lack of a/one/the {_PART}
stalled for want/lack of a/one/the {_PART}
can't/cannot finish/continue/complete with? IT without a/the/that/its? {_PART}
can't/cannot continue/proceed/finish/carry_on/go_on/resume without a/the/that/its? {_PART}
""",
    Entry("stage", AWAITING, "over"): f"""
{_WAIT} {_IS} {_OVER}
{_WAIT} has/have? come/came to an end
{_WAIT} has/'s/have? ended/finished
waited long enough for/on a/the/that/those/its/our? {_PART}
is/are the/our? {_WAIT} now/finally? {_OVER}
no more {_WAIT}
""",
    Entry("safe"): """
part/parts for IT
""",
}
