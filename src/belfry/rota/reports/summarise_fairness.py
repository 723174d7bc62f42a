"""Have those who decide told how even this week is: everybody's hours, and who drifts.

A model may write the text around slots that code fills; without one, or with one that fails or is
refused, the plain words do.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from zoneinfo import ZoneInfo

from belfry.messaging.change_messages import QueueMessage, Wanted
from belfry.messaging.messages import Audience
from belfry.ports.clock import Clock
from belfry.ports.store import CrashPoints
from belfry.rota.messages.message_keys import (
    FAIRNESS,
    ROOM,
    about_fairness,
    digest_facts,
    fairness_key,
)
from belfry.rota.ports import Rotas
from belfry.rota.reports.fairness import Fairness, judge_fairness, list_weeks_counted
from belfry.rota.reports.summary_text import make_summary_text
from belfry.rota.rules.read_rota_rules import FindVoice, ReadRotaRules
from belfry.rota.rules.weeks import find_this_monday
from belfry.rota.shift_words import render_people
from belfry.rota.team import FindDeciders
from belfry.workspace.phrase_text import PhraseText


@dataclass(frozen=True, slots=True)
class FindFairness:
    rotas: Rotas
    read_rules: ReadRotaRules
    zone: ZoneInfo

    def __call__(self, monday: date) -> Fairness:
        """Nobody is in it while the week is not published."""
        weeks = list_weeks_counted(monday)
        known = [one for week in weeks for one in self.rotas.list_hours(week)]
        margin = self.read_rules().rules.margin
        return judge_fairness(monday, known, margin=margin, zone=self.zone)


@dataclass(frozen=True, slots=True, kw_only=True)
class SummariseFairness:
    """Without `phrase` there is no model."""

    clock: Clock
    crash_points: CrashPoints
    find_fairness: FindFairness
    find_deciders: FindDeciders
    queue_message: QueueMessage
    find_voice: FindVoice
    phrase: PhraseText | None
    zone: ZoneInfo

    def __call__(self) -> str:
        """What became of it, in words."""
        monday = find_this_monday(self.clock.now(), self.zone)
        fairness = self.find_fairness(monday)
        if not fairness.people:
            return f"nothing to tell: the week of {monday} was not published"
        if self.phrase:
            self.phrase(make_summary_text(fairness), voice=self.find_voice().prose)
            self.crash_points.reached("rota.summary_phrased")
        told = sum(self._queue(monday.isoformat(), one) for one in self.find_deciders().list())
        return f"{render_people(told)} told how even the week of {monday} is"

    def _queue(self, week: str, person: str) -> bool:
        wanted = Wanted(
            id=fairness_key(week, person),
            room=ROOM,
            kind=FAIRNESS,
            about=about_fairness(week),
            person=person,
            audience=Audience.TEAM,
            facts=digest_facts(week),
        )
        is_new = self.queue_message(wanted)
        self.crash_points.reached("rota.summary_queued")
        return is_new
