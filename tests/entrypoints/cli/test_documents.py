"""Whether the pages about commands and settings name all that there is, and nothing else."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from tests.entrypoints.cli.command_lines import ROOT as COMMAND
from tests.entrypoints.cli.command_lines import list_leaves
from tests.entrypoints.cli.settings_named import list_settings
from tests.loops import for_each

from belfry.scheduler.workflows import BUILTINS
from belfry.settings import Settings

ROOT = Path(__file__).parents[3]
DOCS = ROOT / "docs"

WITHOUT_TEAM = {
    *("belfry demo", "belfry simulate", "belfry init", "belfry restore"),
    *("belfry cron next", "belfry cron translate", "belfry controls chain"),
    "belfry aws cost",
    "belfry controls packs",
}


def list_commands() -> dict[str, Any]:
    """Every command by the words it is called with, and `belfry` itself."""
    return {"belfry": COMMAND, **list_leaves()}


COMMANDS = list_commands()


def list_options(command: Any) -> dict[str, Any]:
    """Every flag of a command, with the parameter it sets."""
    options = [parameter for parameter in command.params if parameter.param_type_name == "option"]
    flags = {flag: option for option in options for flag in (*option.opts, *option.secondary_opts)}
    return {flag: option for flag, option in flags.items() if flag != "--help"}


def list_arguments(command: Any) -> list[str]:
    arguments = [
        parameter for parameter in command.params if parameter.param_type_name == "argument"
    ]
    return [
        argument.metavar if argument.required else f"[{argument.metavar}]" for argument in arguments
    ]


def read_sections() -> dict[str, str]:
    parts = re.split(r"^## (belfry.*)$", (DOCS / "commands.md").read_text(), flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def test_every_command_has_its_section_and_no_other_has() -> None:
    called = [" ".join([name, *list_arguments(command)]) for name, command in COMMANDS.items()]
    assert list(read_sections()) == called


@for_each("name", list(COMMANDS))
def test_section_names_every_option_and_no_other(name: str) -> None:
    called = " ".join([name, *list_arguments(COMMANDS[name])])
    named = set(re.findall(r"`(--?[a-z][a-z-]*)`", read_sections()[called]))
    options = list_options(COMMANDS[name])
    told_above = {"--json"}
    if name != "belfry" and "--team" in options and options["--team"].metavar == "DIR":
        told_above.add("--team")
    if "--by" in options and options["--by"].metavar == "NAME":
        told_above.add("--by")
    assert named == set(options) - told_above


@for_each("name", [name for name in COMMANDS if name != "belfry"])
def test_every_command_answers_machines_and_finds_its_team(name: str) -> None:
    options = list_options(COMMANDS[name])
    assert "--json" in options
    assert ("--team" in options) is (name not in WITHOUT_TEAM)


def test_page_of_settings_names_every_setting_and_no_other() -> None:
    text = (DOCS / "settings.md").read_text()
    rows = re.findall(r"^\| `([^`]+)` \| (.*?) \|", text, flags=re.MULTILINE)
    named = [name for name, _ in rows if not name.startswith("BELFRY_")]
    assert named == list_settings()


def test_page_of_settings_tells_the_defaults() -> None:
    text = (DOCS / "settings.md").read_text()
    rows = dict(re.findall(r"^\| `([^`]+)` \| (.*?) \|", text, flags=re.MULTILINE))
    plain = Settings().model_dump(by_alias=True)
    for name in list_settings():
        if ".NAME" not in name:
            value: Any = plain
            for part in name.split("."):
                value = value[part]
            assert rows[name] == _render(value), name


def _render(value: object) -> str:
    match value:
        case None:
            return "none"
        case bool():
            return f"`{str(value).lower()}`"
        case str():
            return f'`"{value}"`'
        case tuple():
            return f"`{json.dumps(value)}`"
    return f"`{value}`"


def test_page_of_settings_names_every_built_in() -> None:
    text = (DOCS / "settings.md").read_text()
    assert all(f"`{builtin.name}`" in text for builtin in BUILTINS)


def test_page_of_settings_names_every_variable() -> None:
    read = set(re.findall(r"BELFRY_[A-Z_]+", (ROOT / "src/belfry/settings/team.py").read_text()))
    named = set(re.findall(r"^\| `(BELFRY_[A-Z_]+)`", (DOCS / "settings.md").read_text(), re.M))
    assert named == read


def test_index_of_the_pages_sorts_each_of_them_once() -> None:
    text = (DOCS / "README.md").read_text()
    named = re.findall(r"^\| \[[^]]+\]\(([^)/]+\.md)\)", text, flags=re.MULTILINE)
    pages = [path.name for path in DOCS.glob("*.md") if path.name != "README.md"]
    assert sorted(named) == sorted(pages)
