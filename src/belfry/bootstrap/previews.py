"""What can be looked at without opening the records: the team's files, and the ways out."""

from __future__ import annotations

from collections.abc import Collection
from contextlib import ExitStack
from pathlib import Path

from belfry.bootstrap.channels import list_reaching, open_channels, open_mailbox
from belfry.bootstrap.clocks import system_clock
from belfry.kernel.channels import CHANNELS
from belfry.ports.files import Folder
from belfry.settings import Settings
from belfry.workspace.people import PEOPLE
from belfry.workspace.samples import FindSamples


def open_folder(settings: Settings) -> Folder:
    if settings.home == "aws":
        from belfry.bootstrap.aws_home import open_aws_folder

        return open_aws_folder(settings, ExitStack())
    from belfry.adapters.system.clock import NoCrashPoints
    from belfry.bootstrap.workbooks import open_team_folder

    return open_team_folder(settings.folder, NoCrashPoints())


def build_samples(folder: Folder, rooms: Collection[str] | None = None) -> FindSamples:
    """In the tables of these rooms, or of all; a room's reports are about its first table."""
    from belfry.controls.tasks.sync_tasks import TASKS
    from belfry.jobs.board.poll_board import BOARD
    from belfry.rota.sheets.read_rota_sheets import AVAILABILITY, STAFF, TEMPLATE, TIME_OFF

    rota = dict.fromkeys((STAFF, TEMPLATE, AVAILABILITY, TIME_OFF), "rota")
    kinds = {BOARD: "jobs", TASKS: "controls", **rota, PEOPLE: "people"}
    wanted = kinds.values() if rooms is None else rooms
    return FindSamples(folder, {kind: room for kind, room in kinds.items() if room in wanted})


def list_channels(settings: Settings) -> frozenset[str]:
    """The channels that reach people."""
    return list_reaching(settings, CHANNELS)


def check_mail(settings: Settings) -> str | None:
    """What the mail server says once it has taken our login; None if there is none to ask."""
    if not settings.mail.host:
        return None
    from belfry.adapters.smtp.channel import SmtpChannel

    with ExitStack() as closing:
        channel = open_channels(settings, system_clock(), closing)["email"]
        assert isinstance(channel, SmtpChannel)
        return channel.check()


def check_mailbox(settings: Settings) -> None:
    """Raise what is wrong with the mailbox that is read, if one is; nothing is read."""
    if mailbox := open_mailbox(settings, system_clock()):
        mailbox.check()


def list_workflow_names(folder: Path) -> list[str]:
    """Of a team whose records lie in its folder; those on a server are too far away for this."""
    from belfry.adapters.sql.workflow_names import list_workflow_names as list_names

    return list_names(folder / ".belfry" / "belfry.db")
