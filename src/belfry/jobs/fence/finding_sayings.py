"""Which sayings tell what was found, what state a thing is in or what else was done to it."""

from __future__ import annotations

from belfry.jobs.fence.phrasebook import Entry
from belfry.jobs.fence.stage_phrases import WORKED

_FIX = "fix/repair/mend/restore/save/rescue/revive/rebuild/sort"
_STATE = "condition/shape/order/nick/state/health"
_HOW = "good/great/perfect/poor/bad/fine/working/excellent/fair/decent/rough/sorry/terrible/lovely"
_WHEN = "when/once/until/till/if/as_soon_as/moment"
_FOUND = "diagnosis/fault/problem/results/result/tests/test/findings/inspection/assessment"
_PIECE = (
    "battery/screen/wheel/wheels/chain/brake/brakes/engine/motor/strap/zip/zipper/button/buttons/"
    "blade/blades/pump/lens/charge/power/charger/tyre/tyres/pedal/pedals/saddle/string/strings/hem"
)
_GET = "get/find/source/locate/obtain/buy/track_down/get_hold_of"

PHRASES: dict[Entry, str] = {
    Entry("safe"): f"""
if/should/whether/unless/when we find/spot/see/notice anything wrong/amiss/else/serious/unexpected
if/whether/how/what/before/until/till/once/when/so/so_that/as_soon_as we/i can/could
if/whether/how/before/until/once/when/so/so_that/as_soon_as we/i 're/are able to
added a/an note/line/message/reminder/comment
safe to say
{_WHEN} we/i have/'ve got? the/our/some? result/results/answer/findings/answers/verdict
if/should/whether/unless/in_case we/i/IT need/needs/take/takes a/any/some? bit/little? more time
""",
    Entry("refuse", "status"): f"""
find/found/spot/spotted/see/seen/notice/noticed anything wrong/amiss/serious/unusual/bad/major
find/found/finding nothing
we/i can/could {_FIX} it/them/that/this/THING
able to {_FIX} it/them/that/this/THING
in a/an? {_HOW} {_STATE}
without its/his/her/their
without a/an/any/the/your? working? {_PIECE}
can't/cannot/couldn't {_GET} the/a/any/this/that/your/it/one/them? part/parts/one/it/them
unable/able to {_GET} the/a/any/this/that/your? part/parts/one/it/them
safe to ride/use/drive/wear/play/turn/switch/plug/charge/run/handle/touch
doesn't/don't/won't/didn't/not need any/a/an/new/more? part/parts/THING
no parts? needed/required
need/needs/needed no part/parts
there have/has/'s/'ve been
been no/any surprises/problems/problem/trouble/hiccups/issues/snags
couldn't/can't/cannot/didn't hear/feel/smell/see/reproduce/repeat the/a/any/it/your/anything
we/i have/'ve got? the/our/some/your? result/results/findings/answer/answers/verdict
good/great/bad/mixed/positive news about/on/from/with the/your/our/its? {_FOUND}
delay/hold_up/wait is/'s/was at/with/from/down/because/caused/not
with all its
second/minute/hour hand/hands is/'s/are/was/were/has/have
tyres/tires/wheels/brakes/strings/pedals/soles/buttons/doors/shelves are/is going on/in/back
apart from
other than
except for/the/one/its
save for
express
keep IT dry/warm/clean/cool/away/indoors/upright/flat/charged/oiled/still/plugged
back from
partner/partners workshop/shop/store/studio/firm
our/a partner
we/i have/'ve never
keep/kept/keeping/save/saved/saving the/your/its/any/all old
also check/test/clean/look/adjust/tune/oil/fix/repair/replace/service/polish/give/do/tighten
much/not_much of a queue/wait/line
no queue/line/backlog
short/long/small/big/busy/quiet/little/huge/tiny queue/line/wait
you forgot/lost/misplaced your/a/an/the
behind at/in/with
park/parking outside/here/in/at/on/behind/round/by/is
back/side/rear door/entrance/gate
""",
    Entry("refuse", "progress"): f"""
also/even {WORKED}
added/adding/included/including/attached a/an/some/new/extra
""",
    Entry("refuse", "time"): """
overtime
straight/right/soon/shortly after/afterwards
the latest we/it/you/they
need/needs/needed/want/take/takes a/any/some/just? bit/little? more/extra time
flat out
round/around the clock
day and night
all hours
ready/done/finished/back for/in a/some/quite/ages while/bit/time/long/few/couple/a_while
please collect/fetch/grab IT today
please pick IT up today
collect/fetch/grab IT as_soon_as/right_away/straight_away/at_once
pick IT up as_soon_as/right_away/straight_away/at_once
""",
}
