"""Whether the workflows Belfry itself lives by are all there."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from belfry.entrypoints.cli.findings import Finding

if TYPE_CHECKING:
    from collections.abc import Iterator

    from belfry.bootstrap import Services
    from belfry.settings import Settings


def check_builtins(services: Services) -> Iterator[Finding]:
    """Nothing where there is none of them: the house has not been opened yet."""
    from belfry.bootstrap import find_wishes
    from belfry.cron.builtins import BUILTINS
    from belfry.cron.ensure_builtins import TEAM, Wish

    wishes = find_wishes(services.settings)
    wanted = [one.name for one in BUILTINS if wishes.get(one.name, Wish()).enabled]
    there = [name for name in wanted if services.ports.workflows.find_by_name(TEAM, name)]
    missing = [name for name in wanted if name not in there]
    if there and missing:
        said = f"not there yet: {', '.join(missing)}"
        fix = partial(_make, services.settings, missing)
        mend = "start `belfry serve` anew: it makes them"
        yield Finding(said, "the built-in workflows", mend, is_wrong=False, fix=fix)


def _make(settings: Settings, missing: list[str]) -> str:
    from belfry.entrypoints.cli.opening import open_services
    from belfry.entrypoints.worker.prepare import prepare

    with open_services(settings) as services:
        prepare(services)
    return f"made the built-in workflows {', '.join(missing)}"
