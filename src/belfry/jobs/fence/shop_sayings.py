"""Which sayings tell of work by somebody in the shop, or of a thing as if it were nearly home."""

from __future__ import annotations

from belfry.jobs.fence.phrasebook import Entry

_IN = "in/into/straight_in/straight_into/right_in/right_into"
_DATA = "photos/pictures/files/data/documents/contacts/messages/music/settings/pics/memories"
_MARK = (
    "scratch/scratches/mark/marks/dent/dents/chip/chips/stain/stains/mess/damage/crack/hole/smell"
)
_TOOL = (
    "needle/needles/spanner/spanners/screwdriver/screwdrivers/scissors/hammer/hammers/tools/tool"
)
_OFF = "cover/covers/back/lid/case/casing/top/lining/wheel/wheels/sole/soles/strings/screws/door"
_NOW = "already/now/busy/busily/both"
_PAPER = (
    "receipt/paperwork/certificate/report/letter/manual/documents/papers/form/statement/leaflet"
)

PHRASES: dict[Entry, str] = {
    Entry("refuse", "progress"): f"""
in/into bits/pieces
take/takes/taking/took/taken/pull/pulling/pulled/pick/picking/picked IT apart/to_bits/to_pieces
taken/took/take/taking apart
open/opens/opening/opened/crack/cracking/prise/prising/lever/levering IT up/open
open/opens/opening/opened/crack/cracking/prise/prising/lever/levering up/open IT
strip/strips/stripping/stripped IT down/back/apart
strip/strips/stripping/stripped down/back
pair of hands is/'s/has/at/on
hands are/'re/is/'s hard at
hands are/'re/is/'s {_NOW}? on/at/inside it/them/THING
got/gets/get/getting our/their/his/her hands on it/them/THING
couldn't/can't/could_not wait/resist to? dive/dived/diving/jump/jumping/wade/wading/plunge {_IN}
dived/dove/diving/waded/wading/plunged/plunging/jumped/jumping {_IN} it/them/THING
cracked on
{_TOOL} is/'s/are/'re/has/have going/gone/go in/through/round/at
the/its {_OFF} off/out/open
off comes/came/go/went the/its
out comes/came/come the/its
picture this/that/it/yourself/the_scene
clear/clearing/make a/some? space/room in/for/on/by
start/begin planning/packing/practising/practicing/dreaming/counting
warm/limber/tune up your/those/the
{_DATA} are/'re all? safe/fine/intact/there/ok/okay/still_there
""",
    Entry("refuse", "status"): f"""
in a manner of speaking
they 're/are tucked/hanging
no fault/faults/problem/problems/damage/issue/issues have/has/'s? been? found
in spirit/theory/principle/name_only/our_dreams/your_dreams/my_dreams/another_life
on paper
in a/an perfect/ideal/better/parallel/fair/just/kinder world/universe
what/as/just_as/exactly_what you thought/suspected/feared/guessed/said/expected/figured
you/you_were 're/are/were? quite? right about
nothing/not_something/not_anything that? you did/do/broke/caused
great/big/real/much/deep mystery/mysteries
mystery/puzzle/case is/'s? solved/closed/cracked
plot is/'s/has? thickens/thickening/thickened
never let/lets/letting us/you down
sorry about/for the/that/a/those/any {_MARK}
collected/fetched by a/an/the/your/our/one/some
picked up by a/an/your/one/some
nothing to fear
worry/worrying/fret/fear/concerned/anxious about/for your/the/any/those? {_DATA}
it 's/is what we/i think/thought/suspect/suspected/guess/guessed/feared
nobody/no_one/none else/other/others? is/'s/are waiting/queueing/queuing/ahead/before
like/love/liked/loved the look/looks/sound/feel/state/shape of it/them/this/THING
we/i have/'ve/had got? one/some/several/another on/in/here/there/left/to
THING is/'s/are ready too/as_well
for/with it/them/THING is/'s/are on its/their way
tools/keys/rest/others/bits/parts/papers are/'re on their way
something else/more/extra is/'s/has/will/'ll
thank you is/'s on/in/with/coming
going/happening on? here with/for/on/to/at IT/your
{_PAPER} is/'s/are/will/'ll/has/have/should/can/comes/goes/follows/to
send/sending/sent/post/posting/posted/put/popped/enclosed/attached the/a/your/some {_PAPER}
note/label/tag/sticker on/with/in it/them/THING about/to/for/saying/that
need two/three/four people/pairs
""",
}
