"""How launchd keeps Belfry running, on a Mac: an agent of the user's, or a daemon of the machine.

https://developer.apple.com/library/archive/documentation/MacOSX/Conceptual/BPSystemStartup/
"""

from __future__ import annotations

import plistlib
from pathlib import Path
from typing import TYPE_CHECKING, Any

from belfry.entrypoints.cli.service_units.posts import Keeper, check_plain

if TYPE_CHECKING:
    from belfry.entrypoints.cli.service_units.posts import Post

MACHINE = Path("/Library/LaunchDaemons")
OWN = Path("Library/LaunchAgents")
OWN_ONLY = 0o077


def keep_by_launchd(post: Post, home: Path, user_id: int) -> Keeper:
    """A daemon of the machine if the post names a user, else an agent of the user's own."""
    is_machine = bool(post.user)
    label = f"local.{post.name}"
    domain = "system" if is_machine else f"gui/{user_id}"
    file = (MACHINE if is_machine else home / OWN) / f"{label}.plist"
    log = (Path("/Library/Logs") if is_machine else home / "Library/Logs") / f"{post.name}.log"
    said = _describe(post, label, log)
    return Keeper(
        file=file,
        text=plistlib.dumps(said, sort_keys=False).decode().replace("\t", "  "),
        encoding="utf-8",
        start=(("launchctl", "bootstrap", domain, str(file)),),
        stop=(("launchctl", "bootout", f"{domain}/{label}"),),
        look=("launchctl", "print", f"{domain}/{label}"),
        hints=(f"Its log: tail -f {log}",),
    )


def _describe(post: Post, label: str, log: Path) -> dict[str, Any]:
    said = {
        "Label": label,
        "ProgramArguments": [check_plain(word) for word in post.command],
        "WorkingDirectory": check_plain(str(post.folder)),
        "RunAtLoad": True,
        "KeepAlive": {"SuccessfulExit": False},
        "ThrottleInterval": 10,
        "ExitTimeOut": 30,
        "Umask": OWN_ONLY,
        "ProcessType": "Background",
        "StandardOutPath": str(log),
        "StandardErrorPath": str(log),
    }
    return {**said, "UserName": post.user} if post.user else said
