"""Have whoever reads the team's post told how last month went."""

from __future__ import annotations

from dataclasses import dataclass

from belfry.controls.reminders.message_keys import ROOM, SUMMARY, about_summary, summary_key
from belfry.controls.reports.summarise_controls import SummariseControls
from belfry.controls.reports.summary_text import make_summary_text
from belfry.messaging.messages import Audience
from belfry.messaging.queue_message import QueueMessage, Wanted
from belfry.workspace.people.find_staff import FindStaff
from belfry.workspace.phrase_text import PhraseText


@dataclass(frozen=True, slots=True)
class TellSummary:
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
