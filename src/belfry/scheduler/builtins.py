"""The workflows Belfry itself lives by."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from belfry.scheduler.workflows import CatchUp


@dataclass(frozen=True, slots=True)
class Builtin:
    """A workflow every team has; its kind goes by the same name. It rings in the team's zone.

    `late_after` is how late it may still be caught up; None for as late as any other.
    """

    name: str
    cron: str
    catch_up: CatchUp
    does: str
    late_after: timedelta | None = None


BUILTINS = (
    Builtin(
        "relay", "* * * * *", CatchUp.NONE, "carries what waits in the outbox to its listeners"
    ),
    Builtin("release", "* * * * *", CatchUp.NONE, "lets messages leave that are due"),
    Builtin("poll", "*/3 * * * *", CatchUp.NONE, "looks for jobs that moved, and for new pictures"),
    Builtin("sync", "*/15 * * * *", CatchUp.NONE, "looks for changes in the rota's sheets"),
    Builtin(
        "template-sync", "0 10 * * 4", CatchUp.LATEST, "copies the standing pattern to next week"
    ),
    Builtin("draft", "0 14 * * 4", CatchUp.LATEST, "drafts next week's rota"),
    Builtin(
        "digest",
        "0 18 * * 0",
        CatchUp.LATEST,
        "reminds everybody of the coming week, and puts past ones away",
        late_after=timedelta(hours=6),
    ),
    Builtin("summary", "0 17 * * 5", CatchUp.LATEST, "tells how even the week's hours are"),
    Builtin("sweep", "30 7 * * *", CatchUp.LATEST, "finds jobs that have stood still too long"),
    Builtin("tick", "0 8 * * *", CatchUp.LATEST, "sees which controls are due"),
    Builtin(
        "controls-summary", "0 9 1 * *", CatchUp.LATEST, "tells how last month's controls went"
    ),
    Builtin("watch", "* * * * *", CatchUp.NONE, "notices what did not happen"),
    Builtin(
        "heartbeat", "*/5 * * * *", CatchUp.NONE, "tells somebody outside that Belfry is alive"
    ),
    Builtin(
        "backup", "10 3 * * *", CatchUp.LATEST, "puts the whole team into one file, each night"
    ),
    Builtin("tidy", "30 3 * * *", CatchUp.LATEST, "clears away what has had its time"),
)
