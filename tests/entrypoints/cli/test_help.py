"""Whether every command shows how it is used, and whether that is so."""

from __future__ import annotations

import pytest
from tests.entrypoints.cli.command_lines import list_examples, list_leaves, parse_example
from tests.entrypoints.cli.terminal import Terminal
from tests.loops import for_each

LEAVES = list_leaves()
EXAMPLES = [(name, line) for name, command in LEAVES.items() for line in list_examples(command)]


@for_each("name", list(LEAVES))
def test_command_has_an_example(name: str) -> None:
    assert list_examples(LEAVES[name]), f"{name} --help shows no example"


@for_each("name, line", EXAMPLES)
def test_example_is_a_call_of_its_command(name: str, line: str) -> None:
    assert parse_example(line) == name


def test_example_that_cannot_be_read_is_found() -> None:
    with pytest.raises(Exception, match="--wek"):
        parse_example("belfry rota draft --wek 2026-11-16")


def test_help_shows_the_example(belfry: Terminal) -> None:
    assert "For example: belfry doctor --team shop" in belfry("doctor", "--help").out
