"""The built-in workflows."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from belfry.scheduler.workflows import CatchUp


@dataclass(frozen=True, slots=True)
class Builtin:
    """A workflow every team has, in the team's zone; its kind has the same name.

    `late_after` is how late it may still be caught up; None for the default.
    """

    name: str
    cron: str
    catch_up: CatchUp
    does: str
    late_after: timedelta | None = None


BUILTINS = (
    Builtin("relay", "* * * * *", CatchUp.NONE, "delivers outbox events to their listeners"),
    Builtin("release", "* * * * *", CatchUp.NONE, "sends messages that are due"),
    Builtin("poll", "*/3 * * * *", CatchUp.NONE, "looks for jobs that moved, and for new photos"),
    Builtin("sync", "*/15 * * * *", CatchUp.NONE, "looks for changes in the rota's sheets"),
    Builtin(
        "template-sync", "0 10 * * 4", CatchUp.LATEST, "copies the standing pattern to next week"
    ),
    Builtin("draft", "0 14 * * 4", CatchUp.LATEST, "drafts next week's rota"),
    Builtin(
        "digest",
        "0 18 * * 0",
        CatchUp.LATEST,
        "reminds everybody of the coming week, and archives past ones",
        late_after=timedelta(hours=6),
    ),
    Builtin("summary", "0 17 * * 5", CatchUp.LATEST, "reports how even the week's hours are"),
    Builtin("sweep", "30 7 * * *", CatchUp.LATEST, "finds jobs that have stood still too long"),
    Builtin("tick", "0 8 * * *", CatchUp.LATEST, "finds the controls that are due"),
    Builtin(
        "controls-summary", "0 9 1 * *", CatchUp.LATEST, "reports how last month's controls went"
    ),
    Builtin("watch", "* * * * *", CatchUp.NONE, "notices what did not happen"),
    Builtin(
        "heartbeat",
        "*/5 * * * *",
        CatchUp.NONE,
        "pings an outside monitor to say that Belfry is alive",
    ),
    Builtin("backup", "10 3 * * *", CatchUp.LATEST, "backs up the whole team to one file"),
    Builtin("tidy", "30 3 * * *", CatchUp.LATEST, "removes what has expired"),
)
