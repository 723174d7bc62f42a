"""The workflows Belfry itself lives by."""

from __future__ import annotations

from dataclasses import dataclass

from belfry.cron.workflows import CatchUp


@dataclass(frozen=True, slots=True)
class Builtin:
    """A workflow every team has; its kind goes by the same name. It rings in the team's zone."""

    name: str
    cron: str
    catch_up: CatchUp
    does: str


BUILTINS = (
    Builtin(
        "relay", "* * * * *", CatchUp.NONE, "carries what waits in the outbox to its listeners"
    ),
    Builtin("release", "* * * * *", CatchUp.NONE, "lets messages leave that are due"),
    Builtin("poll", "*/3 * * * *", CatchUp.NONE, "looks for jobs that moved, and for new pictures"),
    Builtin("sweep", "30 7 * * *", CatchUp.LATEST, "finds jobs that have stood still too long"),
    Builtin("tick", "0 8 * * *", CatchUp.LATEST, "sees which controls are due"),
    Builtin(
        "controls-summary", "0 9 1 * *", CatchUp.LATEST, "tells how last month's controls went"
    ),
    Builtin("watch", "* * * * *", CatchUp.NONE, "notices what did not happen"),
    Builtin(
        "heartbeat", "*/5 * * * *", CatchUp.NONE, "tells somebody outside that Belfry is alive"
    ),
    Builtin("tidy", "30 3 * * *", CatchUp.LATEST, "clears away what has had its time"),
)
