"""What the people of the sample shop do on any day, past or to come: the same for the same days.

What waits for an owner's or a manager's decision is left to whoever looks at the pages.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from belfry.entrypoints.demo.controls import list_control_deeds
from belfry.entrypoints.demo.counter import list_counter_deeds
from belfry.entrypoints.demo.rota import list_rota_deeds

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from belfry.entrypoints.demo.deeds import Deed


def list_deeds(since: datetime, until: datetime) -> Sequence[Deed]:
    """Everything done after `since` and up to `until`, in order."""
    deeds = [
        *list_counter_deeds(since, until),
        *list_control_deeds(since, until),
        *list_rota_deeds(since, until),
    ]
    return sorted(deeds, key=lambda deed: deed.at)
