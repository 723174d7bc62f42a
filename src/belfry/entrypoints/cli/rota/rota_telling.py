"""What became of a published week's messages, and one of them sent again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from belfry.entrypoints.cli.answers import Rows, answer, say
from belfry.entrypoints.cli.completing import complete_colleague
from belfry.entrypoints.cli.opening import BY, open_team
from belfry.entrypoints.cli.options import At, Json, Team
from belfry.entrypoints.cli.rota.rota_options import WeekOf, choose_week

if TYPE_CHECKING:
    from belfry.rota.publishing.publishing_status import PersonTold


def publish(week: WeekOf = None, at: At = None, team: Team = None, as_json: Json = False) -> None:
    """Show what became of each person's message about a week; approving a draft publishes it.

    For example: belfry rota publish --week 2026-11-16
    """
    with open_team(team, at=at) as services:
        monday = choose_week(services, week)
        found = services.rota.publishing.follow(monday)
    head = found.head
    data = {
        "week": monday,
        "draft": head.published,
        "edition": head.edition,
        "published_at": head.published_at,
        "published_by": head.published_by,
        "people": [_shape(one) for one in found.people],
    }
    columns = ("name", "shifts", "message", "why", "by")
    rows = [(one.person, one.shifts, one.state, one.why, one.channel) for one in found.people]
    answer(data, Rows(columns, rows, "Nobody is in line yet."), as_json=as_json)
    if not as_json:
        say(f"Draft {head.published} is edition {head.edition}, published by {head.published_by}.")
        if not found.is_all_in_line:
            say("Not everybody's message is in line yet: it is, once the relay has run.")


def resend(
    person: Annotated[
        str, typer.Argument(metavar="NAME", help="Whose week.", autocompletion=complete_colleague)
    ],
    week: WeekOf = None,
    at: At = None,
    team: Team = None,
    as_json: Json = False,
) -> None:
    """Send somebody their week once more, whole, with all invitations.

    For example: belfry rota resend --week 2026-11-16 "Ana Diaz"
    """
    with open_team(team, at=at) as services:
        monday = choose_week(services, week)
        message = services.rota.publishing.resend(monday, person, by=BY)
    data = {"week": monday, "person": message.person, "message": message.id}
    answer(data, f"{message.person} is sent their week again ({message.id}).", as_json=as_json)


def _shape(one: PersonTold) -> dict[str, Any]:
    return {
        "name": one.person,
        "shifts": one.shifts,
        "edition": one.edition,
        "state": one.state,
        "why": one.why,
        "channel": one.channel,
        "sent_at": one.sent_at,
        "message": one.message_id,
    }
