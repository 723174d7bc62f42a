"""Whether the audit log says in words what was done to weeks, swaps and time off."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from pathlib import Path

import pytest
from tests.loops import for_each

import belfry.rota
from belfry.entrypoints.web.words import WORDS, find_action
from belfry.kernel.changes import AuditEntry
from belfry.rota.drafts.drafted_weeks import Making
from belfry.rota.requests.requests import ClashState

ROOM = Path(str(belfry.rota.__file__)).parent
# Said of feeds and weeks: they are words as they stand.
PLAIN = {"archived", "ended", "reminded", "shared"}
WRITTEN = {
    action
    for path in ROOM.rglob("*.py")
    for action in re.findall(r'action="([a-z_.]+)"', path.read_text(encoding="utf-8"))
}


def say_done(action: str) -> str:
    entry = AuditEntry(
        "swap/7", 1, datetime(2026, 11, 16, tzinfo=UTC), "user/1", action, {}, {}, "", ""
    )
    return find_action(entry)


def test_actions_are_found_in_the_code() -> None:
    assert {"asked_for", "offered_to_take", "withdrawn", "clash.found"} <= WRITTEN


@for_each("action", sorted(WRITTEN - PLAIN))
@for_each("room", ["", "swap.", "time_off."])
def test_what_was_done_is_told_in_words(room: str, action: str) -> None:
    assert say_done(f"{room}{action}") == WORDS.ROTA_DOINGS[action]


@pytest.mark.parametrize(
    "action",
    [
        *(f"rota.{making}" for making in Making),
        *(f"clash.{state}" for state in (ClashState.FREED, ClashState.HELD)),
        "rota.published",
    ],
)
def test_every_making_and_answer_has_its_words(action: str) -> None:
    assert say_done(action) != action
