"""How many hours everybody has, how even that is, and the link by which calendars follow shifts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from belfry.entrypoints.cli.answers import Rows, answer, say
from belfry.entrypoints.cli.completing import complete_colleague
from belfry.entrypoints.cli.opening import BY, At, Json, Team, open_team, render_address
from belfry.entrypoints.cli.rota.drafts import count_hours
from belfry.entrypoints.cli.rota.requests import WeekNow, WeekOf, choose_this_week, choose_week
from belfry.kernel.errors import InputError

if TYPE_CHECKING:
    from belfry.rota.publishing.publishing_status import PersonStatus
    from belfry.rota.reports.fairness import Fairness, PersonFairness


def hours(week: WeekNow = None, at: At = None, team: Team = None, as_json: Json = False) -> None:
    """Show how many hours everybody has in a published week, and over the last four.

    For example: belfry rota hours --week 2026-11-16
    """
    with open_team(team, at=at) as services:
        found = services.rota.reports.find_fairness(choose_this_week(services, week))
    data = {"week": found.starts_on, "people": [_shape_hours(one) for one in found.people]}
    columns = ("name", "hours", "target", "cap", "four weeks", "target", "below")
    rows = [[one.name, *_list_numbers(one)] for one in found.people]
    answer(data, Rows(columns, rows, _say_unpublished(found)), as_json=as_json)


def fairness(week: WeekNow = None, at: At = None, team: Team = None, as_json: Json = False) -> None:
    """Show how even a published week is: hours, weekends and nights, and who drifts.

    For example: belfry rota fairness --week 2026-11-16
    """
    with open_team(team, at=at) as services:
        found = services.rota.reports.find_fairness(choose_this_week(services, week))
    data = {
        "week": found.starts_on,
        "margin": count_hours(found.margin),
        "spread": count_hours(found.spread),
        "spread_lately": count_hours(found.spread_lately),
        "drifting": [one.name for one in found.drifting],
        "people": [{**_shape_hours(one), **_shape_unloved(one)} for one in found.people],
    }
    answer(data, _tell(found) if found.people else _say_unpublished(found), as_json=as_json)


def feed(
    person: Annotated[
        str, typer.Argument(metavar="NAME", help="Whose shifts.", autocompletion=complete_colleague)
    ],
    new: Annotated[
        bool, typer.Option("--new", help="Make a new link; the old one shows nothing any more.")
    ] = False,
    end: Annotated[
        bool, typer.Option("--end", help="End the feed; the link shows nothing any more.")
    ] = False,
    team: Team = None,
    as_json: Json = False,
) -> None:
    """Show the link by which somebody's calendar follows their shifts; make it, if there is none.

    For example: belfry rota feed "Ana Diaz"
    """
    from belfry.rota.requests.requests import feed_path

    if new and end:
        raise InputError("--new and --end cannot both be meant")
    with open_team(team) as services:
        public_url, share = services.settings.public_url, services.rota.reports.share_feed
        if end:
            _tell_end(share.end(person, by=BY), as_json=as_json)
            return
        shared = share(person, by=BY, is_new=new)
    path = feed_path(shared.token)
    link = f"{public_url}{path}" if public_url else None
    here = f"public_url is not set. On this machine: {render_address()}{path}"
    data = {"person": shared.person, "link": link, "path": path, "made_at": shared.made_at}
    answer(data, link or here, as_json=as_json)


def _shape_hours(one: PersonFairness) -> dict[str, Any]:
    return {
        "name": one.name,
        "hours_placed": count_hours(one.placed),
        "hours_target": count_hours(one.target),
        "cap": count_hours(one.cap),
        "lately": {
            "weeks": one.lately.weeks,
            "hours_placed": count_hours(one.lately.placed),
            "hours_target": count_hours(one.lately.target),
            "hours_below": count_hours(one.lately.below),
        },
    }


def _shape_unloved(one: PersonFairness) -> dict[str, int]:
    return {"weekend_shifts": one.lately.weekends, "night_shifts": one.lately.nights}


def _list_numbers(one: PersonFairness) -> list[int | float]:
    week = (one.placed, one.target, one.cap)
    lately = (one.lately.placed, one.lately.target, one.lately.below)
    return [count_hours(minutes) for minutes in (*week, *lately)]


def _tell(found: Fairness) -> str:
    from belfry.rota.reports.fairness import (
        render_drift,
        render_lately,
        render_week_hours,
        sort_people,
    )
    from belfry.rota.shift_words import render_hours

    apart = f"This week people are {render_hours(found.spread)} apart against their targets"
    lately = f"over four weeks {render_hours(found.spread_lately)}"
    lines = [f"{render_drift(found.people, found.margin)}.", f"{apart}, {lately}."]
    for person in sort_people(found.people):
        hours = f"{render_week_hours(person)}; over four weeks {render_lately(person)}"
        lines.append(f"- {person.name}: {hours}")
    return "\n".join(lines)


def _say_unpublished(found: Fairness) -> str:
    return f"The week of {found.starts_on} is not published."


def _tell_end(was_there: bool, *, as_json: bool) -> None:
    said = "The feed has ended." if was_there else "There was no feed."
    answer({"link": None, "path": None, "ended": was_there}, said, as_json=as_json)


def publish(week: WeekOf = None, at: At = None, team: Team = None, as_json: Json = False) -> None:
    """Show what became of each person's message about a week; approving a draft publishes it.

    For example: belfry rota publish --week 2026-11-16
    """
    with open_team(team, at=at) as services:
        monday = choose_week(services, week)
        found = services.rota.publishing.status(monday)
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


def _shape(one: PersonStatus) -> dict[str, Any]:
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
