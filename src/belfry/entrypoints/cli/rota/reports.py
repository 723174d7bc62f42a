"""Hours, fairness, what became of a published week, and the links by which calendars follow it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from belfry.entrypoints.cli.answers import Answer, Part, Rows, shape, shape_all
from belfry.entrypoints.cli.opening import BY, EndFeed, NewLink, end_feed, show_link, timed
from belfry.entrypoints.cli.rota.drafts import HOURS, count_hours, shape_hours
from belfry.entrypoints.cli.rota.requests import (
    WeekNow,
    WeekOf,
    choose_this_week,
    choose_week,
    colleague,
)

if TYPE_CHECKING:
    from belfry.bootstrap import Services
    from belfry.rota.reports.fairness import Fairness, PersonFairness


@timed
def hours(services: Services, week: WeekNow = None) -> Answer:
    """Show how many hours everybody has in a published week, and over the last four.

    For example: belfry rota hours --week 2026-11-16
    """
    report = services.rota.reports.find_fairness(choose_this_week(services, week))
    data = {"week": report.starts_on, "people": [_shape_person(person) for person in report.people]}
    columns = ("name", "hours", "target", "cap", "four weeks", "target", "below")
    rows = [
        [person.name, *map(count_hours, (person.placed, person.target, person.cap))]
        + [*map(count_hours, (person.lately.placed, person.lately.target, person.lately.below))]
        for person in report.people
    ]
    return Answer(data, Rows(columns, rows, _say_unpublished(report)))


@timed
def fairness(services: Services, week: WeekNow = None) -> Answer:
    """Show how even a published week is: hours, weekends and nights, and who drifts.

    For example: belfry rota fairness --week 2026-11-16
    """
    report = services.rota.reports.find_fairness(choose_this_week(services, week))
    unloved = {"weekend_shifts": "lately.weekends", "night_shifts": "lately.nights"}
    data = {
        "week": report.starts_on,
        **shape_hours(report, "margin", "spread", "spread_lately"),
        "drifting": [person.name for person in report.drifting],
        "people": [{**_shape_person(one), **shape(one, **unloved)} for one in report.people],
    }
    return Answer(data, _tell(report) if report.people else _say_unpublished(report))


def feed(
    services: Services,
    person: Annotated[str, colleague("Whose shifts.")],
    new: NewLink = False,
    end: EndFeed = False,
) -> Answer:
    """Show the link by which somebody's calendar follows their shifts; make it, if there is none.

    For example: belfry rota feed "Ana Diaz"
    """
    from belfry.rota.requests.requests import feed_path

    share = services.rota.reports.share_feed
    if end:
        return end_feed(lambda: share.end(person, by=BY), new=new)
    feed = share(person, by=BY, is_new=new)
    return show_link(services, feed_path(feed.token), feed.made_at, person=feed.person)


def _shape_person(person: PersonFairness) -> dict[str, Any]:
    lately = person.lately
    return {
        "name": person.name,
        **shape_hours(person, **HOURS),
        "lately": {
            "weeks": lately.weeks,
            **shape_hours(
                lately, hours_placed="placed", hours_target="target", hours_below="below"
            ),
        },
    }


def _tell(report: Fairness) -> str:
    from belfry.rota.reports.fairness import (
        render_drift,
        render_lately,
        render_week_hours,
        sort_people,
    )
    from belfry.rota.shift_words import render_hours

    apart = f"This week people are {render_hours(report.spread)} apart against their targets"
    lately = f"over four weeks {render_hours(report.spread_lately)}"
    lines = [f"{render_drift(report.people, report.margin)}.", f"{apart}, {lately}."]
    for person in sort_people(report.people):
        hours = f"{render_week_hours(person)}; over four weeks {render_lately(person)}"
        lines.append(f"- {person.name}: {hours}")
    return "\n".join(lines)


def _say_unpublished(report: Fairness) -> str:
    return f"The week of {report.starts_on} is not published."


@timed
def publish(services: Services, week: WeekOf = None) -> Answer:
    """Show what became of each person's message about a week; approving a draft publishes it.

    For example: belfry rota publish --week 2026-11-16
    """
    monday = choose_week(services, week)
    status = services.rota.publishing.status(monday)
    head, people = status.head, status.people
    names = ("shifts", "edition", "state", "why", "channel", "sent_at")
    data = {
        "week": monday,
        **shape(head, "edition", "published_at", "published_by", draft="published"),
        "people": shape_all(people, *names, name="person", message="message_id"),
    }
    columns = ("name", "shifts", "message", "why", "by")
    rows = [(one.person, one.shifts, one.state, one.why, one.channel) for one in people]
    said: list[Part] = [
        Rows(columns, rows, "Nobody is in line yet."),
        f"Draft {head.published} is edition {head.edition}, published by {head.published_by}.",
    ]
    if not status.is_all_in_line:
        said.append("Not everybody's message is in line yet: it is, once the relay has run.")
    return Answer(data, said)


@timed
def resend(
    services: Services, person: Annotated[str, colleague("Whose week.")], week: WeekOf = None
) -> Answer:
    """Send somebody their week once more, whole, with all invitations.

    For example: belfry rota resend --week 2026-11-16 "Ana Diaz"
    """
    monday = choose_week(services, week)
    message = services.rota.publishing.resend(monday, person, by=BY)
    data = {"week": monday, "person": message.person, "message": message.id}
    return Answer(data, f"{message.person} is sent their week again ({message.id}).")
