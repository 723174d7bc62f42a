"""`belfry upcoming` shows who will be reminded of the coming week."""

from __future__ import annotations

from datetime import date, timedelta

from tests.entrypoints.cli.terminal import Terminal
from tests.rota.publishing import draft, memory_cafe, publish
from tests.rota.teams import LONDON, Team, london

from belfry.entrypoints.cli.messages import foresee_digest, shape_digest, tell_digest

SUNDAY = london("2026-11-15T18:00")
WHEN = "Sun 2026-11-15 18:00:00 GMT"


def foresee(team: Team, days: int = 7) -> list[str]:
    services = team.app.services
    services.ensure_builtins(timezone="Europe/London", wishes={})
    until = services.ports.clock.now() + timedelta(days=days)
    return list(tell_digest(foresee_digest(services, until), LONDON))


def test_reminders_of_a_published_week_are_foreseen_and_not_sent() -> None:
    team = memory_cafe()
    publish(team)
    before = team.messages()
    assert foresee(team) == [
        f"{WHEN}, to Ana Diaz, Ben Shaw, Dev Patel:"
        " reminder of their shifts in the week of 2026-11-16."
    ]
    assert team.messages() == before


def test_message_that_leaves_before_the_digest_is_no_reason_to_leave_anybody_out() -> None:
    team = memory_cafe(london("2026-11-13T07:00"))
    publish(team)  # in quiet hours: all messages wait until eight
    assert len(foresee(team)) == 1


def test_week_that_is_not_published_yet_is_foreseen_as_such() -> None:
    team = memory_cafe()
    draft(team)
    assert foresee(team) == [
        f"{WHEN}, to Olga Finch, Maria Lopez: nothing is published yet of the week of 2026-11-16."
    ]


def test_digest_further_ahead_is_not_shown() -> None:
    team = memory_cafe()
    publish(team)
    assert foresee(team, days=3) == []


def test_machines_are_told_the_same() -> None:
    team = memory_cafe()
    publish(team)
    foresee(team)
    services = team.app.services
    assert shape_digest(foresee_digest(services, SUNDAY)) == {
        "at": SUNDAY,
        "week": date(2026, 11, 16),
        "is_published": True,
        "reminded": ["Ana Diaz", "Ben Shaw", "Dev Patel"],
        "told": [],
    }
    assert shape_digest(None) is None


def test_upcoming_says_so_where_there_is_no_rota(belfry: Terminal) -> None:
    assert belfry("upcoming", "--json").json["digest"] is None
