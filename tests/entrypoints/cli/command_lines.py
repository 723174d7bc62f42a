"""Every command there is, and how a line that calls one is taken apart."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import typer.main

from belfry.entrypoints.cli.app import app

ROOT: Any = typer.main.get_command(app)
EXAMPLE = re.compile(r"For example: (?:sudo )?(belfry .*)")


def list_leaves() -> dict[str, Any]:
    """Every command that does something, by the words it is called with."""
    return dict(_walk("belfry", ROOT.commands))


def _walk(before: str, commands: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    for own, command in commands.items():
        name, inner = f"{before} {own}", getattr(command, "commands", {})
        if not inner or command.invoke_without_command:
            yield name, command
        yield from _walk(name, inner)


def list_examples(command: Any) -> list[str]:
    return [line.strip() for line in EXAMPLE.findall(command.help or "")]


def find_command(words: Sequence[str]) -> str:
    """The name of the command that these words call; nothing if there is none."""
    named = [word for word in words[:3] if not word.startswith("-")]
    for length in (3, 2, 1):
        if (name := " ".join(["belfry", *named[:length]])) in list_leaves():
            return name
    return ""


def parse_example(line: str) -> str:
    """The command's name, if its options and arguments are as it takes them; else an error."""
    words = shlex.split(line)[1:]
    name = find_command(words)
    command = list_leaves()[name]
    command.make_context(name, words[len(name.split()) - 1 :])
    return name
