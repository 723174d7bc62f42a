"""What can be looked at without opening the records: the team's files, and the ways out."""

from __future__ import annotations

from contextlib import ExitStack

from belfry.bootstrap.channels import open_channels
from belfry.bootstrap.clocks import system_clock
from belfry.ports.files import Folder
from belfry.settings import Settings


def open_folder(settings: Settings) -> Folder:
    from belfry.adapters.files.folder import FileFolder
    from belfry.adapters.system.clock import NoCrashPoints

    return FileFolder(settings.folder, NoCrashPoints())


def list_channels(settings: Settings) -> frozenset[str]:
    """The ways by which a message can leave this house."""
    with ExitStack() as closing:
        return frozenset(open_channels(settings, system_clock(), closing))


def check_mail(settings: Settings) -> str | None:
    """What the mail server says once it has taken our login; None if there is none to ask."""
    if not settings.mail.host:
        return None
    from belfry.adapters.smtp.channel import SmtpChannel

    with ExitStack() as closing:
        channel = open_channels(settings, system_clock(), closing)["email"]
        assert isinstance(channel, SmtpChannel)
        return channel.check()
