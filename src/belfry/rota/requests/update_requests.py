"""Update requests whenever the sheets are synced.

Takes new notes and rows, writes decisions into the sheets, and moves swaps on. A failure in one of
these does not stop the others.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass

from belfry.kernel.errors import BelfryError
from belfry.ports.store import CrashPoints
from belfry.rota.notes.take_notes import TakeNotes
from belfry.rota.requests.follow_swaps import FollowSwaps
from belfry.rota.sheets.mirror_time_off import MirrorTimeOff
from belfry.rota.sheets.take_time_off_rows import TakeTimeOffRows

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class UpdateRequests:
    crash_points: CrashPoints
    take_notes: TakeNotes
    mirror_time_off: MirrorTimeOff
    take_rows: TakeTimeOffRows
    follow_swaps: FollowSwaps

    def __call__(self) -> str:
        """What was done, in words; empty if nothing."""
        # What was decided here is written first: an answered row must not be taken up as new.
        results = [
            self._try(
                "time off", self.mirror_time_off, "the time-off sheet was brought up to date"
            ),
            self._try("notes", self.take_notes),
            self._try("time off", self.take_rows, "{} requests in the time-off sheet"),
            self._try("swaps", self.follow_swaps),
        ]
        return "; ".join(result for result in results if result)

    def _try(self, what: str, do: Callable[[], object], words: str = "{}") -> str:
        try:
            done = do()
            result = words.format(done) if done else ""
        except BelfryError as error:
            log.warning("rota.requests_not_seen_to", extra={"what": what, "error": str(error)})
            result = f"{what}: {error}"
        self.crash_points.reached(f"rota.looked_after_{what.replace(' ', '_')}")
        return result
