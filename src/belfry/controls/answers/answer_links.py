"""Whether a link in a reminder still lets somebody answer for a control.

It belongs to one due date. Looking at it changes nothing, because mail programs look too.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from belfry.controls.controls import Control
from belfry.controls.repeats.day_words import render_day
from belfry.controls.reports.histories import AnswerLink

GOOD_FOR = timedelta(days=30)


@dataclass(frozen=True, slots=True)
class Answering:
    """For which control and due date the link answers, and as whom."""

    control: Control
    person: str
    due_on: date


@dataclass(frozen=True, slots=True)
class Over:
    """The link was one of ours, and why it answers nothing any more."""

    why: str


def answer_path(token: str) -> str:
    return f"/answer/{token}"


def write_link(
    digest: str, *, control_id: str, due_on: date, person: str, now: datetime, zone: ZoneInfo
) -> AnswerLink:
    """It is good for a while after the due date, or from now on if that is past."""
    due_at = datetime.combine(due_on, time(0), zone).astimezone(UTC)
    return AnswerLink(
        digest=digest,
        control_id=control_id,
        due_on=due_on,
        person=person,
        made_at=now,
        expires_at=max(due_at, now) + GOOD_FOR,
    )


def judge_link(link: AnswerLink, control: Control | None, now: datetime) -> Answering | Over:
    if control is None or control.gone_at:
        return Over("this control is no longer on the list")
    if control.due_on != link.due_on:
        due_on, next_on = render_day(link.due_on), render_day(control.due_on)
        return Over(f"what was due on {due_on} is settled; it is next due on {next_on}")
    if now >= link.expires_at:
        return Over("this link is too old")
    return Answering(control, link.person, link.due_on)
