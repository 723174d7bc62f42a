"""Tell how a month went, from the histories of all controls."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from importlib.resources import files
from typing import Any
from zoneinfo import ZoneInfo

from belfry.controls.controls import Control
from belfry.controls.message_texts import TEMPLATES, clean_name
from belfry.controls.ports import Controls, Histories
from belfry.controls.reminders.reminders import (
    ROOM,
    SUMMARY,
    about_summary,
    summary_key,
)
from belfry.controls.repeats.day_words import render_day, render_days
from belfry.controls.reports.summaries import (
    Drift,
    Due,
    Fate,
    Month,
    Summary,
    find_month_before,
    list_uncertain,
    parse_month,
    summarise,
)
from belfry.kernel.sms import clean_sms
from belfry.messaging.change_messages import QueueMessage, Wanted
from belfry.messaging.messages import Audience, Message
from belfry.messaging.ports import RenderedMessage, Superseded, Unsendable
from belfry.messaging.templates import Verbatim
from belfry.ports.clock import Clock
from belfry.ports.files import BlobStore
from belfry.workspace.people import ADMIN, FindStaff, Staff
from belfry.workspace.phrase_text import PLAIN, Phrased, PhraseText, SlottedText, find_phrased

PAGE = 500


@dataclass(frozen=True, slots=True)
class NamedSummary:
    """A month, with the names of the controls that it speaks of, by id."""

    summary: Summary
    names: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class SummariseControls:
    controls: Controls
    histories: Histories
    clock: Clock
    zone: ZoneInfo

    def __call__(self, month: Month | None = None) -> NamedSummary:
        """The last month that is over, unless another is meant."""
        today = self.clock.now().astimezone(self.zone).date()
        month = month or find_month_before(today)
        lines = self.histories.list_ended(month.first, month.last)
        histories = {one: self.histories.list_cycles(one) for one in list_uncertain(lines)}
        is_open = list(self._list_due_by(min(month.last, today)))
        histories |= {
            one.id: self.histories.list_cycles(one.id)
            for one in is_open
            if one.due_on in month and one.id not in histories
        }
        summary = summarise(month, lines, histories, is_open, today)
        return NamedSummary(summary, self._find_names(summary))

    def _list_due_by(self, last: date) -> Iterator[Control]:
        after: tuple[date, str] | None = None
        while page := self.controls.list_page(after=after, limit=PAGE):
            for control in page:
                if control.due_on > last:
                    return
                yield control
            after = (page[-1].due_on, page[-1].id)

    def _find_names(self, summary: Summary) -> dict[str, str]:
        named = {due.control_id for due in (*summary.slips, *summary.carried)}
        found = self.controls.list_by_id(named)
        return {control.id: control.name for control in found}


@dataclass(frozen=True, slots=True)
class QueueSummary:
    """A month of which there is nothing to tell makes no message, and each other one makes one.

    Without `phrase` there is no model to word its opening.
    """

    summarise: SummariseControls
    find_staff: FindStaff
    queue_message: QueueMessage
    phrase: PhraseText | None

    def __call__(self) -> str:
        """What became of it, in words."""
        summary = self.summarise().summary
        month = str(summary.month)
        if summary.is_empty:
            return f"nothing to tell of {month}"
        text = make_summary_text(summary)
        if self.phrase and text:
            self.phrase(text)
        person = self.find_staff().admin_name
        wanted = Wanted(
            id=summary_key(month, person),
            room=ROOM,
            kind=SUMMARY,
            about=about_summary(month),
            person=person,
            audience=Audience.TEAM,
            facts={"month": month},
        )
        is_new = self.queue_message(wanted)
        return f"{month} is told" if is_new else f"{month} was told before"


@dataclass(frozen=True, slots=True)
class WriteSummary:
    summarise: SummariseControls
    blobs: BlobStore

    def __call__(self, message: Message, staff: Staff) -> RenderedMessage | Superseded | Unsendable:
        way = staff.find_way(message.person)
        if way is None:
            return Unsendable("nobody of the team has an address: set admin in belfry.toml")
        named = self.summarise(parse_month(message.facts["month"]))
        if named.summary.is_empty:
            return Superseded("there is nothing to tell of that month any more")
        reader = "" if message.person == ADMIN else message.person
        phrased = self._find_opening(named.summary, way.channel)
        texts = render_summary(named.summary, named.names, reader=reader, opening=phrased.text)
        return RenderedMessage(
            channel=way.channel,
            to=way.address,
            to_name=reader,
            subject=texts["subject"],
            # A text message has room for the numbers alone.
            text=clean_sms(texts["subject"]) if way.channel == "sms" else texts["email"],
            zone=way.zone,
            worded=phrased.worded,
        )

    def _find_opening(self, summary: Summary, channel: str) -> Phrased:
        text = make_summary_text(summary) if channel != "sms" else None
        return find_phrased(self.blobs, text) if text else Phrased("", PLAIN)


MOST_LISTED = 30


_SLOTS = ("on_time", "rate", "late", "average", "worst", "missed", "open", "skipped")


def render_summary(
    summary: Summary, names: Mapping[str, str], *, reader: str = "", opening: str = ""
) -> dict[str, str]:
    """The subject and the e-mail; `body` is the e-mail without its greeting.

    `names` are those of the controls, by id; `opening` replaces the numbers.
    """
    values = {
        **dict.fromkeys(_SLOTS, ""),
        **render_values(summary),
        "due": summary.came_due,
        "reader": clean_name(reader),
        "opening": Verbatim(opening),
        "slips": _list_dues(summary.slips, names),
        "carried": _list_dues(summary.carried, names),
        "drifting": _list_drifts(summary.drifting, names),
        "most_listed": MOST_LISTED,
    }
    return TEMPLATES.render("monthly_summary", values)


def _list_dues(dues: Iterable[Due], names: Mapping[str, str]) -> list[dict[str, Any]]:
    return [
        {
            "name": clean_name(names.get(due.control_id, due.control_id)),
            "day": render_day(due.on),
            "fate": due.fate.value,
            "days": due.days,
            "is_single": due.is_single,
        }
        for due in dues
    ]


def _list_drifts(drifts: Iterable[Drift], names: Mapping[str, str]) -> list[dict[str, Any]]:
    return [
        {
            "name": clean_name(names.get(drift.control_id, drift.control_id)),
            "slipped": drift.slipped,
            "of": drift.of,
            "average": render_days(max(round(drift.days), 1)) if drift.days else "",
        }
        for drift in drifts
    ]


def render_values(summary: Summary) -> dict[str, str]:
    """The numbers of a month by slot, without those that are zero."""
    due, on_time = summary.came_due, summary.count(Fate.ON_TIME)
    values = {"month": summary.month.render()}
    if due:
        values["due"] = f"{due} due date{'s' * (due != 1)}"
        # Rounded down: all of it is only said of all.
        values |= {"on_time": str(on_time), "rate": f"{100 * on_time // due}%"}
    if late := summary.days_late:
        average = max(round(sum(late) / len(late)), 1)
        values |= {"late": str(len(late)), "average": render_days(average)}
        values |= {"worst": render_days(late[0])} if late[0] != average else {}
    for fate in (Fate.MISSED, Fate.OPEN, Fate.SKIPPED):
        if count := summary.count(fate):
            is_least = fate is Fate.MISSED and not summary.is_whole
            values[fate.value] = f"at least {count}" if is_least else str(count)
    return values


_PHRASES = (files("belfry.controls") / "summary.txt").read_text("utf-8")
_TASK = (
    "You word the opening of a short monthly note to whoever answers for a small team's recurring"
    " checks: how many were due, on time, late or missed. Code adds the list of the checks."
)
_OPTIONAL = frozenset({"rate", "average", "worst"})


def make_summary_text(summary: Summary) -> SlottedText | None:
    """None if nothing came due: there is little to phrase."""
    if not summary.came_due:
        return None
    values = render_values(summary)
    once = tuple(slot for slot in values if slot not in _OPTIONAL)
    conditions = {f"{slot}-{_find_number(values[slot])}" for slot in once if slot != "month"}
    conditions |= {"listed"} if summary.slips or summary.carried else set()
    return SlottedText(
        name=f"controls/phrased/{summary.month}.json",
        task=_TASK,
        rules=(
            f"Use each of these exactly once: {', '.join(f'{{{slot}}}' for slot in once)}.",
            "Two to four sentences. A phrase with @word fits only where that is so, and here it is"
            f" for: {', '.join(f'@{condition}' for condition in sorted(conditions))}.",
        ),
        phrases=_PHRASES,
        values=values,
        once=once,
        conditions=frozenset(conditions),
    )


def _find_number(value: str) -> str:
    return "one" if value in ("1", "at least 1", "1 due date") else "several"
