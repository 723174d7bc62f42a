"""Where the demo's messages stay: nothing leaves the machine, and now and then something fails.

A house that does not exist refuses its letters, and for a few minutes the line for texts is broken.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from belfry.entrypoints.demo.customers import WRONG_HOUSE
from belfry.kernel.errors import Permanent, Unknown

if TYPE_CHECKING:
    from datetime import datetime

    from belfry.delivery.ports import Letter
    from belfry.ports.clock import Clock

RECEIPT = "kept in the demo's postbox; nobody outside was sent anything"
REFUSED = f"550 there is no house {WRONG_HOUSE}"
BROKEN = "the line to the gateway broke before it answered"


class LetterBox:
    def send(self, letter: Letter) -> str:
        if letter.to.endswith(f"@{WRONG_HOUSE}"):
            raise Permanent(REFUSED)
        return RECEIPT


@dataclass(frozen=True, slots=True)
class TextBox:
    """The line is broken from `broken_at` until `mended_at`."""

    clock: Clock
    broken_at: datetime
    mended_at: datetime

    def send(self, letter: Letter) -> str:
        if self.broken_at <= self.clock.now() < self.mended_at:
            raise Unknown(BROKEN)
        return RECEIPT
