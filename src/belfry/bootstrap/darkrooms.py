"""Where pictures are tidied, once there is one: what that takes is loaded no earlier."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from belfry.ports.darkroom import LONGEST_SIDE

if TYPE_CHECKING:
    from belfry.ports.darkroom import Darkroom, Print


class LateDarkroom:
    """Most of what opens a house never sees a picture."""

    def develop(self, content: bytes, *, longest: int = LONGEST_SIDE) -> Print:
        return _open_darkroom().develop(content, longest=longest)


@cache
def _open_darkroom() -> Darkroom:
    from belfry.adapters.pillow.darkroom import PillowDarkroom

    return PillowDarkroom()
