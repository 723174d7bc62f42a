"""Which sayings tell the customer how to treat the thing: no fact holds advice of any kind."""

from __future__ import annotations

from belfry.jobs.fence.phrasebook import Entry

_USE = "ride/use/run/drive/play/wear/handle/treat/turn/wind/charge/wash/clean/break/start/work"
_GENTLY = (
    "gently/slowly/sparingly/lightly/carefully/softly/at_first/to_start_with/to_begin_with/only/"
    "every/once/twice/daily/weekly/regularly/often/in_the_dry/indoors/by_hand/cold/in_gently/"
    "in_slowly/in_first/in_carefully/less/harder"
)
_SPOIL = (
    "wash/drop/wet/charge/overcharge/use/ride/wear/clean/soak/iron/bleach/lift/shake/overload/"
    "tighten/overtighten/oil/grease/touch/open/bend/stretch/overfill/force/push/run/drive/switch_on"
)
_SETTLE = "dry/settle/rest/cool/cool_down/breathe/warm/warm_up/stand/run/soak/charge/air/set/cure"
_CAREFUL = "go/be/take_it easy/gently/steady/lightly/slow/careful/gentle"

PHRASES: dict[Entry, str] = {
    Entry("refuse", "status"): f"""
{_USE} IT {_GENTLY}
don't/never/avoid {_SPOIL} IT
do/must/should not {_SPOIL} IT
avoid washing/dropping/charging/riding/wearing/soaking/ironing/lifting/bending/using/wetting
keep IT out_of/away_from/off/under/above/below/between
{_CAREFUL} on/with/over it/them/the/those/its/THING
let IT {_SETTLE}
mind the step/steps/stairs/dog/door/edge/blade/blades/needle/glass
wear gloves/a_mask/goggles/gardening_gloves
remember to oil/charge/wash/clean/grease/wind/dust/polish/empty/fill/switch/turn/keep/check/tighten
bring the rest/other/others/remainder/difference
""",
}
