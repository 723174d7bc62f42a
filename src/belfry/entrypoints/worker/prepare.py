"""What must be there before the clock goes: the built-in workflows, and what the tables say."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from belfry.bootstrap import find_wishes
from belfry.controls.controls import THE_LIST, TaskList
from belfry.jobs.jobs import BOARD_KEY, Board
from belfry.kernel.cron import find_zone
from belfry.kernel.errors import BelfryError
from belfry.rota.rules.weeks import find_next_monday
from belfry.rota.sheets.read_rota_sheets import STAFF

if TYPE_CHECKING:
    from collections.abc import Callable

    from belfry.bootstrap import Services

log = logging.getLogger(__name__)


def prepare(services: Services) -> None:
    settings = services.settings
    services.ensure_builtins(timezone=settings.timezone, wishes=find_wishes(settings))
    if services.external_scheduler:
        services.external_scheduler.reconcile.announce_unpublished()
    _read_new_tables(services)


def _read_new_tables(services: Services) -> None:
    """Read what was never read before, so that the pages show it from the first minute.

    This sends nothing: jobs are recorded where they are, and controls without a reminder. Only a
    team of samples gets its first draft of a rota at once; any other waits for its day.
    """
    find = services.ports.store.find
    if find(Board, BOARD_KEY) is None:
        _try(services.jobs.poll_board)
    if find(TaskList, THE_LIST) is None:
        _try(services.controls.sync)
    monday = find_next_monday(services.ports.clock.now(), find_zone(services.settings.timezone))
    samples = services.docs.find_samples()
    has_sample_staff = any(rows.kind == STAFF and rows.is_all for rows in samples)
    if has_sample_staff and not services.ports.rotas.list_weeks(monday, monday):
        _try(services.rota.drafts.draft_next_week)


def _try(read: Callable[[], object]) -> None:
    """What cannot be read now is read by its workflow later, which reports why."""
    try:
        read()
    except BelfryError as error:
        log.warning("start.unread", extra={"error": str(error)})
