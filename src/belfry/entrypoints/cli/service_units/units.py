"""How systemd, launchd and the Windows Task Scheduler keep Belfry running.

https://www.freedesktop.org/software/systemd/man/latest/systemd.exec.html
"""

from __future__ import annotations

import plistlib
import re
import subprocess
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

from jinja2 import Template

from belfry.kernel.errors import InputError

MACHINE = Path("/etc/systemd/system")
OWN = Path(".config/systemd/user")
LONGEST_NAME = 40


@dataclass(frozen=True, slots=True)
class ServiceSpec:
    """A program to keep running. `user` is whose rights it has, where the machine starts it.

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
    """A file for one system, and the commands that start, stop and query it.

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


def name_service(name: str) -> str:
    """`belfry-` and what is left of the words in small letters, digits and hyphens."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    slug = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:LONGEST_NAME].strip("-")
    if not slug:
        raise InputError(f"{name!r} has no letter or digit; expected a name such as shop")
    return slug if slug.startswith("belfry") else f"belfry-{slug}"


def check_plain(text: str) -> str:
    """Such files are lines: a path that breaks one would say something else."""
    if not text.isprintable():
        raise InputError(f"{text!r} cannot be written into such a file: it is more than a line")
    return text


def _render(template: str, **values: str) -> str:
    path = files("belfry.entrypoints.cli") / "service_units" / "templates" / template
    text = path.read_text(encoding="utf-8")
    return str(Template(text, trim_blocks=True, keep_trailing_newline=True).render(values))


def render_systemd(spec: ServiceSpec, home: Path) -> ServiceUnit:
    """A unit of the machine if the spec names a user, else one of the user's own."""
    is_machine = bool(spec.user)
    control = ("systemctl",) if is_machine else ("systemctl", "--user")
    unit = f"{spec.name}.service"
    whose = "" if is_machine else " --user"
    linger = "`loginctl enable-linger` keeps it running while you are signed out, and after a boot"
    begin = (("daemon-reload",), ("enable", unit), ("restart", unit))
    return ServiceUnit(
        file=(MACHINE if is_machine else home / OWN) / unit,
        text=_render(
            "systemd.service",
            title=_escape(spec.title),
            command=" ".join(_quote(word) for word in spec.command),
            folder=_escape(str(spec.folder)),
            user=_escape(spec.user),
            writable=" ".join(_quote(str(folder)) for folder in spec.writable),
        ),
        encoding="utf-8",
        start=tuple((*control, *words) for words in begin),
        stop=((*control, "disable", "--now", unit),),
        status_command=(*control, "is-active", unit),
        hints=(f"Its log: journalctl{whose} -u {unit} -f", *([] if is_machine else [linger])),
    )


def _escape(text: str) -> str:
    return check_plain(text).replace("%", "%%")


def _quote(word: str) -> str:
    """As one word, whatever is in it; $ and % would be filled in otherwise."""
    quoted = _escape(word).replace("\\", "\\\\").replace('"', '\\"').replace("$", "$$")
    return f'"{quoted}"'


LAUNCHD_MACHINE = Path("/Library/LaunchDaemons")
LAUNCHD_OWN = Path("Library/LaunchAgents")
OWN_ONLY = 0o077


def render_launchd(spec: ServiceSpec, home: Path, user_id: int) -> ServiceUnit:
    """A daemon of the machine if the spec names a user, else an agent of the user's own."""
    is_machine = bool(spec.user)
    label = f"local.{spec.name}"
    domain = "system" if is_machine else f"gui/{user_id}"
    file = (LAUNCHD_MACHINE if is_machine else home / LAUNCHD_OWN) / f"{label}.plist"
    log = (Path("/Library/Logs") if is_machine else home / "Library/Logs") / f"{spec.name}.log"
    properties = {
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
        **({"UserName": spec.user} if spec.user else {}),
    }
    return ServiceUnit(
        file=file,
        text=plistlib.dumps(properties, sort_keys=False).decode().replace("\t", "  "),
        encoding="utf-8",
        start=(("launchctl", "bootstrap", domain, str(file)),),
        stop=(("launchctl", "bootout", f"{domain}/{label}"),),
        status_command=("launchctl", "print", f"{domain}/{label}"),
        hints=(f"Its log: tail -f {log}",),
    )


def render_task(spec: ServiceSpec) -> ServiceUnit:
    """The file lies with the team: the Task Scheduler only reads it when it is told to."""
    file = spec.folder / ".belfry" / "service.xml"
    program, *words = spec.command
    text = _render(
        "task.xml",
        title=spec.title,
        program=program,
        arguments=subprocess.list2cmdline(words),
        folder=str(spec.folder),
    )
    return ServiceUnit(
        file=file,
        text=text,
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
