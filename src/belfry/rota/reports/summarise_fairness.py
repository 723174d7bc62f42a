"""Send managers the fairness summary: each person's hours, and who drifts from their target.

A model may phrase the text around slots filled by code; the plain template is used otherwise.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from importlib.resources import files
from zoneinfo import ZoneInfo

from belfry.messaging.change_messages import QueueMessage
from belfry.ports.clock import Clock
from belfry.ports.store import CrashPoints
from belfry.rota.messages.message_keys import FAIRNESS, about, want
from belfry.rota.ports import Rotas
from belfry.rota.publishing.own_shifts import render_week
from belfry.rota.reports.fairness import (
    Fairness,
    clean_name,
    judge_fairness,
    list_weeks_counted,
    render_drift,
    render_lately,
    render_total,
    render_week_hours,
)
from belfry.rota.rules.rules_doc import FindVoice, ReadRotaRules
from belfry.rota.rules.weeks import find_this_monday
from belfry.rota.shift_words import render_people
from belfry.rota.team import FindDeciders
from belfry.workspace.phrase_text import PhraseText, SlottedText


@dataclass(frozen=True, slots=True)
class FindFairness:
    rotas: Rotas
    read_rules: ReadRotaRules
    zone: ZoneInfo

    def __call__(self, monday: date) -> Fairness:
        """Empty while the week is not published."""
        weeks = list_weeks_counted(monday)
        known = [row for week in weeks for row in self.rotas.list_hours(week)]
        margin = self.read_rules().rules.margin
        return judge_fairness(monday, known, margin=margin, zone=self.zone)


@dataclass(frozen=True, slots=True, kw_only=True)
class SummariseFairness:
    """`phrase` is None without a model."""

    clock: Clock
    crash_points: CrashPoints
    find_fairness: FindFairness
    find_deciders: FindDeciders
    queue_message: QueueMessage
    find_voice: FindVoice
    phrase: PhraseText | None
    zone: ZoneInfo

    def __call__(self) -> str:
        """The result in words."""
        monday = find_this_monday(self.clock.now(), self.zone)
        fairness = self.find_fairness(monday)
        if not fairness.people:
            return f"nothing to tell: the week of {monday} was not published"
        if self.phrase:
            self.phrase(make_summary_text(fairness), voice=self.find_voice().prose)
            self.crash_points.reached("rota.summary_phrased")
        week, queued = monday.isoformat(), 0
        for person in self.find_deciders().list():
            subject = about("fairness", week)
            queued += self.queue_message(want(FAIRNESS, subject, person, {"week": week}))
            self.crash_points.reached("rota.summary_queued")
        return f"{render_people(queued)} told how even the week of {monday} is"


# For the opening that a model may write around slots filled by code; the list below it is complete.
MOST_NAMED = 6
_PHRASES = (files("belfry.rota") / "summary.txt").read_text("utf-8")
_TASK = (
    "You word a short note to the manager of a small team: how many hours people have this week"
    " against what they want."
)
_RULES = (
    "Use {hours}, what the team has of what it wants together, once, in a sentence that names"
    " nobody; and {drift} once, as a sentence of its own with nothing else in it.",
    "You may name people, each by their slot such as {p1}. What was counted of somebody follows"
    " their slot in the same sentence, before anybody else is named: {p1} has {p1_hours}. In the"
    " lists they are {person}, {their_hours} and {their_lately}.",
    "Two to five sentences.",
)
_DRIFT = "a whole sentence on who is furthest from their target over four weeks"
_NAME = "the name of somebody of the team"


def make_summary_text(fairness: Fairness) -> SlottedText:
    """What a model may write, with slots for the team and for those furthest from their target.

    A person is `{p1}`, and what was counted of them `{p1_hours}` and so on: the model never sees
    a name.
    """
    people = fairness.people
    furthest = sorted(people, key=lambda person: (-abs(person.lately.below), person.name))
    named = {f"p{number}": person for number, person in enumerate(furthest[:MOST_NAMED], 1)}
    values = {
        "week": render_week(fairness.starts_on),
        "hours": render_total(people),
        "drift": render_drift(people, fairness.margin),
        **{slot: clean_name(person.name) for slot, person in named.items()},
        **{f"{slot}_hours": render_week_hours(person) for slot, person in named.items()},
        **{
            f"{slot}_lately": f"{render_lately(person)} over four weeks"
            for slot, person in named.items()
        },
    }
    counts = ("hours", "lately")
    return SlottedText(
        name=f"rota/phrased/{fairness.starts_on}.json",
        task=_TASK,
        rules=_RULES,
        phrases=_PHRASES,
        values=values,
        hidden={"drift": _DRIFT, **dict.fromkeys(named, _NAME)},
        once=("hours", "drift"),
        whole=("drift",),
        owners={f"{slot}_{count}": slot for slot in named for count in counts},
        kinds={
            **dict.fromkeys(named, "person"),
            **{f"{slot}_{count}": f"their_{count}" for slot in named for count in counts},
        },
    )
