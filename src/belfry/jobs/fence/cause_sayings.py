"""Which sayings give a cause: no fact holds one, so nothing may be said to be because of it."""

from __future__ import annotations

from belfry.jobs.fence.phrasebook import Entry

_LOOK = "look/inspection/assessment/diagnosis/check/check_over/wait/chat/while"
_GOOD = "good/proper/closer/close/careful/thorough/first/quick/full/short/long/little/bit_of_a"

PHRASES: dict[Entry, str] = {
    Entry("safe"): f"""
because of a/the/this/that/some? missing? part/parts
due to be/start/begin/get/go/finish/have/move/commence/follow/come/diagnose/look/take/complete
thanks to you/your/everyone/all/everybody
after a/an/our/the/its {_GOOD}? {_LOOK}
""",
    Entry("refuse", "status"): """
because of
due to
owing to
on account of
as a result
caused by
brought on by
thanks to
following a/an/the/some/our
after a/an/some
in view/light of
given the/our
amid/amidst
despite a/an/some/our
no longer make/makes/made/produced/sold/available/supported/stocked/in_production
short of/on staff/hands/people/space/mechanics/technicians
short staffed/handed
discontinued/obsolete/understaffed/shorthanded/illness/sick/ill/poorly/strike/shortage/shortages
cancellation/cancellations/flood/storm/accident/mishap/mixup/customs/transit/overseas/abroad
mix up
off work
on leave
""",
}
