"""Tell those who decide that a week has a draft that waits for them."""

from __future__ import annotations

from dataclasses import dataclass

from belfry.kernel.texts import plain_name
from belfry.messaging.messages import Audience
from belfry.messaging.queue_message import QueueMessage, Wanted
from belfry.ports.store import CrashPoints, Store
from belfry.rota.drafts.drafted_weeks import RotaWeek, WeekDraft
from belfry.rota.drafts.drafted_weeks import draft_key as stored_key
from belfry.rota.message_facts import draft_facts
from belfry.rota.messages.message_keys import DRAFT, ROOM, about_draft, draft_key
from belfry.rota.team import FindDeciders


@dataclass(frozen=True, slots=True)
class TellDraft:
    store: Store
    crash_points: CrashPoints
    queue_message: QueueMessage
    find_deciders: FindDeciders

    def __call__(self, week: str, number: int) -> None:
        """One message to each, but none to whoever made it; a draft that is over is not told."""
        head = self.store.find(RotaWeek, week)
        draft = self.store.find(WeekDraft, stored_key(week, number))
        if head is None or draft is None or head.draft != number or not head.is_waiting:
            return
        maker = plain_name(self.find_deciders.find_name(draft.made_by))
        for person in self.find_deciders().list():
            if plain_name(person) != maker:
                self.queue_message(_want(week, number, person))
                self.crash_points.reached("rota.decider_told")


def _want(week: str, number: int, person: str) -> Wanted:
    return Wanted(
        id=draft_key(week, number, person),
        room=ROOM,
        kind=DRAFT,
        about=about_draft(week),
        person=person,
        audience=Audience.TEAM,
        facts=draft_facts(week, number),
    )
