"""How systemd keeps Belfry running, on Linux: a unit of the user's own, or one of the machine.

https://www.freedesktop.org/software/systemd/man/latest/systemd.exec.html
"""

from __future__ import annotations

import plistlib
import re
import subprocess
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from belfry.kernel.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping


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


def render_systemd(spec: ServiceSpec, home: Path) -> ServiceUnit:
    """A unit of the machine if the post names a user, else one of the user's own."""
    is_machine = bool(spec.user)
    control = ("systemctl",) if is_machine else ("systemctl", "--user")
    unit = f"{spec.name}.service"
    whose = "" if is_machine else " --user"
    linger = "`loginctl enable-linger` keeps it running while you are signed out, and after a boot"
    begin = (("daemon-reload",), ("enable", unit), ("restart", unit))
    return ServiceUnit(
        file=(MACHINE if is_machine else home / OWN) / unit,
        text="\n".join(_render(spec, is_machine=is_machine)) + "\n",
        encoding="utf-8",
        start=tuple((*control, *words) for words in begin),
        stop=((*control, "disable", "--now", unit),),
        status_command=(*control, "is-active", unit),
        hints=(f"Its log: journalctl{whose} -u {unit} -f", *([] if is_machine else [linger])),
    )


def _render(spec: ServiceSpec, *, is_machine: bool) -> Iterator[str]:
    folder = str(spec.folder)
    yield "[Unit]"
    yield f"Description={_plain(spec.title)}"
    yield "After=network-online.target"
    yield "Wants=network-online.target"
    yield "StartLimitIntervalSec=300"
    yield "StartLimitBurst=10"
    yield ""
    yield "[Service]"
    yield "Type=exec"
    yield f"ExecStart={' '.join(_quote(word) for word in spec.command)}"
    yield f"WorkingDirectory={_plain(folder)}"
    yield f"EnvironmentFile=-{_plain(folder)}/.belfry/service.env"
    if is_machine:
        yield f"User={_plain(spec.user)}"
    yield "Restart=on-failure"
    yield "RestartSec=5"
    yield f"RestartPreventExitStatus={NOT_AGAIN}"
    yield "TimeoutStopSec=30"
    yield from HARDENED
    if is_machine:
        yield from HARDENED_MACHINE
        yield f"ReadWritePaths={' '.join(_quote(str(one)) for one in spec.writable)}"
    yield ""
    yield "[Install]"
    yield f"WantedBy={'multi-user.target' if is_machine else 'default.target'}"


def _plain(text: str) -> str:
    return check_plain(text).replace("%", "%%")


def _quote(word: str) -> str:
    """As one word, whatever is in it; $ and % would be filled in otherwise."""
    quoted = _plain(word).replace("\\", "\\\\").replace('"', '\\"').replace("$", "$$")
    return f'"{quoted}"'


LONGEST_NAME = 40


@dataclass(frozen=True, slots=True)
class ServiceSpec:
    """A program that is always there. `user` is whose rights it has, where the machine starts it.

    `writable` are the folders it writes to; all else it only reads.
    """

    name: str
    title: str
    command: Sequence[str]
    folder: Path
    user: str = ""
    writable: Sequence[Path] = ()


@dataclass(frozen=True, slots=True)
class ServiceUnit:
    """How one system keeps a post: by a file, and commands that make it start, stop and tell.

    Where it `asks` first, the commands are for a person to run. `hints` are worth knowing.
    """

    file: Path
    text: str
    encoding: str
    start: Sequence[Sequence[str]]
    stop: Sequence[Sequence[str]]
    status_command: Sequence[str]
    hints: Sequence[str] = ()
    asks: bool = False


def name_service(said: str) -> str:
    """`belfry-` and what is left of the words in small letters, digits and hyphens."""
    plain = unicodedata.normalize("NFKD", said).encode("ascii", "ignore").decode().lower()
    slug = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:LONGEST_NAME].strip("-")
    if not slug:
        raise InputError(f"{said!r} has no letter or digit; expected a name such as shop")
    return slug if slug.startswith("belfry") else f"belfry-{slug}"


def check_plain(text: str) -> str:
    """Such files are lines: a path that breaks one would say something else."""
    if not text.isprintable():
        raise InputError(f"{text!r} cannot be written into such a file: it is more than a line")
    return text


LAUNCHD_MACHINE = Path("/Library/LaunchDaemons")
LAUNCHD_OWN = Path("Library/LaunchAgents")
OWN_ONLY = 0o077


def render_launchd(spec: ServiceSpec, home: Path, user_id: int) -> ServiceUnit:
    """A daemon of the machine if the post names a user, else an agent of the user's own."""
    is_machine = bool(spec.user)
    label = f"local.{spec.name}"
    domain = "system" if is_machine else f"gui/{user_id}"
    file = (LAUNCHD_MACHINE if is_machine else home / LAUNCHD_OWN) / f"{label}.plist"
    log = (Path("/Library/Logs") if is_machine else home / "Library/Logs") / f"{spec.name}.log"
    said = _describe(spec, label, log)
    return ServiceUnit(
        file=file,
        text=plistlib.dumps(said, sort_keys=False).decode().replace("\t", "  "),
        encoding="utf-8",
        start=(("launchctl", "bootstrap", domain, str(file)),),
        stop=(("launchctl", "bootout", f"{domain}/{label}"),),
        status_command=("launchctl", "print", f"{domain}/{label}"),
        hints=(f"Its log: tail -f {log}",),
    )


def _describe(spec: ServiceSpec, label: str, log: Path) -> dict[str, Any]:
    said = {
        "Label": label,
        "ProgramArguments": [check_plain(word) for word in spec.command],
        "WorkingDirectory": check_plain(str(spec.folder)),
        "RunAtLoad": True,
        "KeepAlive": {"SuccessfulExit": False},
        "ThrottleInterval": 10,
        "ExitTimeOut": 30,
        "Umask": OWN_ONLY,
        "ProcessType": "Background",
        "StandardOutPath": str(log),
        "StandardErrorPath": str(log),
    }
    return {**said, "UserName": spec.user} if spec.user else said


SCHEMA = "http://schemas.microsoft.com/windows/2004/02/mit/task"
HEAD = '<?xml version="1.0" encoding="UTF-16"?>\n'
SETTINGS = {
    "MultipleInstancesPolicy": "IgnoreNew",
    "DisallowStartIfOnBatteries": "false",
    "StopIfGoingOnBatteries": "false",
    "StartWhenAvailable": "true",
    "ExecutionTimeLimit": "PT0S",
}
RESTART = {"Interval": "PT1M", "Count": "999"}


def render_task(spec: ServiceSpec) -> ServiceUnit:
    """The file lies with the team: the Task Scheduler only reads it when it is told to."""
    file = spec.folder / ".belfry" / "service.xml"
    return ServiceUnit(
        file=file,
        text=HEAD + _render_windows(spec),
        encoding="utf-16",
        start=(
            ("schtasks", "/Create", "/TN", spec.name, "/XML", str(file), "/F"),
            ("schtasks", "/Run", "/TN", spec.name),
        ),
        stop=(
            ("schtasks", "/End", "/TN", spec.name),
            ("schtasks", "/Delete", "/TN", spec.name, "/F"),
        ),
        status_command=("schtasks", "/Query", "/TN", spec.name),
        asks=True,
    )


def _render_windows(spec: ServiceSpec) -> str:
    task = Element("Task", {"version": "1.2", "xmlns": SCHEMA})
    _fill(SubElement(task, "RegistrationInfo"), {"Description": spec.title})
    _fill(SubElement(SubElement(task, "Triggers"), "LogonTrigger"), {"Enabled": "true"})
    principal = SubElement(SubElement(task, "Principals"), "Principal", {"id": "Author"})
    _fill(principal, {"LogonType": "InteractiveToken", "RunLevel": "LeastPrivilege"})
    settings = SubElement(task, "Settings")
    _fill(settings, SETTINGS)
    _fill(SubElement(settings, "RestartOnFailure"), RESTART)
    program, *words = spec.command
    said = {
        "Command": program,
        "Arguments": subprocess.list2cmdline(words),
        "WorkingDirectory": str(spec.folder),
    }
    _fill(SubElement(SubElement(task, "Actions", {"Context": "Author"}), "Exec"), said)
    indent(task)
    return tostring(task, encoding="unicode") + "\n"


def _fill(element: Element, said: Mapping[str, str]) -> None:
    for name, text in said.items():
        SubElement(element, name).text = text
