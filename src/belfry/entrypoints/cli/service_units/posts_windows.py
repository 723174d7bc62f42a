"""How the Task Scheduler keeps Belfry running, on Windows: a task that begins when you sign in.

https://learn.microsoft.com/windows/win32/taskschd/task-scheduler-schema
"""

from __future__ import annotations

import subprocess
from typing import TYPE_CHECKING
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from belfry.entrypoints.cli.service_units.posts import Keeper

if TYPE_CHECKING:
    from collections.abc import Mapping

    from belfry.entrypoints.cli.service_units.posts import Post

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


def keep_by_tasks(post: Post) -> Keeper:
    """The file lies with the team: the Task Scheduler only reads it when it is told to."""
    file = post.folder / ".belfry" / "service.xml"
    return Keeper(
        file=file,
        text=HEAD + _render(post),
        encoding="utf-16",
        start=(
            ("schtasks", "/Create", "/TN", post.name, "/XML", str(file), "/F"),
            ("schtasks", "/Run", "/TN", post.name),
        ),
        stop=(
            ("schtasks", "/End", "/TN", post.name),
            ("schtasks", "/Delete", "/TN", post.name, "/F"),
        ),
        look=("schtasks", "/Query", "/TN", post.name),
        asks=True,
    )


def _render(post: Post) -> str:
    task = Element("Task", {"version": "1.2", "xmlns": SCHEMA})
    _fill(SubElement(task, "RegistrationInfo"), {"Description": post.title})
    _fill(SubElement(SubElement(task, "Triggers"), "LogonTrigger"), {"Enabled": "true"})
    principal = SubElement(SubElement(task, "Principals"), "Principal", {"id": "Author"})
    _fill(principal, {"LogonType": "InteractiveToken", "RunLevel": "LeastPrivilege"})
    settings = SubElement(task, "Settings")
    _fill(settings, SETTINGS)
    _fill(SubElement(settings, "RestartOnFailure"), RESTART)
    program, *words = post.command
    said = {
        "Command": program,
        "Arguments": subprocess.list2cmdline(words),
        "WorkingDirectory": str(post.folder),
    }
    _fill(SubElement(SubElement(task, "Actions", {"Context": "Author"}), "Exec"), said)
    indent(task)
    return tostring(task, encoding="unicode") + "\n"


def _fill(element: Element, said: Mapping[str, str]) -> None:
    for name, text in said.items():
        SubElement(element, name).text = text
