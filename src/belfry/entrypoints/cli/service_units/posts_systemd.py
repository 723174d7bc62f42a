"""How systemd keeps Belfry running, on Linux: a unit of the user's own, or one of the machine.

https://www.freedesktop.org/software/systemd/man/latest/systemd.exec.html
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from belfry.entrypoints.cli.service_units.posts import Keeper, check_plain

if TYPE_CHECKING:
    from collections.abc import Iterator

    from belfry.entrypoints.cli.service_units.posts import Post

MACHINE = Path("/etc/systemd/system")
OWN = Path(".config/systemd/user")
# Settings that cannot be read do not get better by being read again.
NOT_AGAIN = 2
HARDENED = (
    "NoNewPrivileges=yes",
    "UMask=0077",
    "LockPersonality=yes",
    "RestrictRealtime=yes",
    "RestrictSUIDSGID=yes",
    "RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX",
    "SystemCallArchitectures=native",
    "SystemCallFilter=@system-service",
)
# What only the machine's own systemd can promise.
HARDENED_MACHINE = (
    "ProtectSystem=strict",
    "ProtectHome=read-only",
    "PrivateTmp=yes",
    "PrivateDevices=yes",
    "ProtectClock=yes",
    "ProtectControlGroups=yes",
    "ProtectHostname=yes",
    "ProtectKernelLogs=yes",
    "ProtectKernelModules=yes",
    "ProtectKernelTunables=yes",
    "RestrictNamespaces=yes",
    "CapabilityBoundingSet=",
)


def keep_by_systemd(post: Post, home: Path) -> Keeper:
    """A unit of the machine if the post names a user, else one of the user's own."""
    is_machine = bool(post.user)
    control = ("systemctl",) if is_machine else ("systemctl", "--user")
    unit = f"{post.name}.service"
    whose = "" if is_machine else " --user"
    linger = "`loginctl enable-linger` keeps it running while you are signed out, and after a boot"
    begin = (("daemon-reload",), ("enable", unit), ("restart", unit))
    return Keeper(
        file=(MACHINE if is_machine else home / OWN) / unit,
        text="\n".join(_render(post, is_machine=is_machine)) + "\n",
        encoding="utf-8",
        start=tuple((*control, *words) for words in begin),
        stop=((*control, "disable", "--now", unit),),
        look=(*control, "is-active", unit),
        hints=(f"Its log: journalctl{whose} -u {unit} -f", *([] if is_machine else [linger])),
    )


def _render(post: Post, *, is_machine: bool) -> Iterator[str]:
    folder = str(post.folder)
    yield "[Unit]"
    yield f"Description={_plain(post.title)}"
    yield "After=network-online.target"
    yield "Wants=network-online.target"
    yield "StartLimitIntervalSec=300"
    yield "StartLimitBurst=10"
    yield ""
    yield "[Service]"
    yield "Type=exec"
    yield f"ExecStart={' '.join(_quote(word) for word in post.command)}"
    yield f"WorkingDirectory={_plain(folder)}"
    yield f"EnvironmentFile=-{_plain(folder)}/.belfry/service.env"
    if is_machine:
        yield f"User={_plain(post.user)}"
    yield "Restart=on-failure"
    yield "RestartSec=5"
    yield f"RestartPreventExitStatus={NOT_AGAIN}"
    yield "TimeoutStopSec=30"
    yield from HARDENED
    if is_machine:
        yield from HARDENED_MACHINE
        yield f"ReadWritePaths={' '.join(_quote(str(one)) for one in post.writable)}"
    yield ""
    yield "[Install]"
    yield f"WantedBy={'multi-user.target' if is_machine else 'default.target'}"


def _plain(text: str) -> str:
    return check_plain(text).replace("%", "%%")


def _quote(word: str) -> str:
    """As one word, whatever is in it; $ and % would be filled in otherwise."""
    quoted = _plain(word).replace("\\", "\\\\").replace('"', '\\"').replace("$", "$$")
    return f'"{quoted}"'
