"""What must be there before the clock goes: Belfry's own workflows, as the team wants them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from belfry.bootstrap import find_wishes

if TYPE_CHECKING:
    from belfry.bootstrap import Services


def prepare(services: Services) -> None:
    settings = services.settings
    services.ensure_builtins(timezone=settings.timezone, wishes=find_wishes(settings))
