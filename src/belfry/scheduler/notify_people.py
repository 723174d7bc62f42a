"""Send each notice as a message: to the people its workflow names, or else to the owner.

Where the channel has choices, they can dismiss it there.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from belfry.accounts.change_users import NameDoer
from belfry.accounts.users import Act, Role, may
from belfry.kernel.cron import find_zone
from belfry.kernel.errors import Conflict, NotAllowed, NotFound
from belfry.kernel.sms import clean_sms
from belfry.messaging.change_messages import QueueMessage, Wanted
from belfry.messaging.choices import Answer, Choice, Form, Taken
from belfry.messaging.messages import HANDED_OVER, Audience, Message
from belfry.messaging.ports import Messages, RenderedMessage, Superseded, Unsendable, Written
from belfry.messaging.send_policy import SendPolicy
from belfry.messaging.templates import MessageTemplates, Verbatim
from belfry.ports.store import OutboxRow, Store
from belfry.scheduler.runs import DISMISSED, HEALTH_NOTICES, Notice
from belfry.scheduler.watch import DismissNotice
from belfry.scheduler.workflows import Workflow, split_names
from belfry.workspace.people import ADMIN, FindStaff, Staff, Way

ROOM = "scheduler"
TEMPLATES = MessageTemplates("belfry.scheduler")
_MOMENT = re.compile(r"\b([0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}) UTC\b")


@dataclass(frozen=True, slots=True)
class NotifyPeople:
    """Queues the messages of a notice; the same notice again makes none."""

    store: Store
    queue: QueueMessage
    find_staff: FindStaff

    def __call__(self, row: OutboxRow) -> None:
        notice = self.store.find(Notice, row.aggregate_id)
        if notice is None or row.op == DISMISSED:
            return
        workflow = find_workflow(self.store, notice)
        for person in list_recipients(workflow, self.find_staff()):
            self.queue(
                Wanted(
                    id=f"{ROOM}/{notice.id}/{person}",
                    room=ROOM,
                    kind=notice.kind,
                    about=find_subject(notice),
                    person=person,
                    audience=Audience.TEAM,
                    facts={"notice": notice.id},
                )
            )


def find_workflow(store: Store, notice: Notice) -> Workflow | None:
    return store.find(Workflow, str(notice.workflow_id)) if notice.workflow_id else None


def find_subject(notice: Notice) -> str:
    """ "Works again" replaces a "failing" that still waits; all other notices stand alone."""
    is_of_health = notice.kind in HEALTH_NOTICES and notice.workflow_id
    return f"workflow/{notice.workflow_id}" if is_of_health else f"notice/{notice.id}"


def list_recipients(workflow: Workflow | None, staff: Staff) -> list[str]:
    """The people the workflow names who are known; else the admin, else the owners.

    Nobody if none of them can be reached: Today shows the notice all the same.
    """
    named = [staff.name_of(name) for name in split_names(workflow.notify)] if workflow else []
    owners = [person.name for person in staff.people.everybody if person.role is Role.OWNER]
    for names in (named, [staff.admin_name], owners):
        if reached := [name for name in dict.fromkeys(names) if staff.find_way(name)]:
            return reached
    return []


@dataclass(frozen=True, slots=True)
class WriteNotices:
    store: Store
    find_staff: FindStaff
    zone: ZoneInfo
    public_url: str

    def open_composer(self) -> NoticeComposer:
        return NoticeComposer(self, self.find_staff(), SendPolicy(zone=self.zone))


@dataclass(frozen=True, slots=True)
class NoticeComposer:
    room: WriteNotices
    staff: Staff
    policy: SendPolicy

    def prepare(self, messages: Sequence[Message], now: datetime) -> bool:
        return False

    def write(self, message: Message, now: datetime) -> Written:
        notice = self.room.store.find(Notice, str(message.facts["notice"]))
        if notice is None:
            return Superseded("the notice is gone")
        if notice.dismissed_at:
            return Superseded("the notice was dismissed")
        way = self.staff.find_way(message.person)
        if way is None:
            return Unsendable(f"there is no address for {message.person} that could be used")
        return self._render(notice, message.person, way)

    def _render(self, notice: Notice, person: str, way: Way) -> RenderedMessage:
        workflow = find_workflow(self.room.store, notice)
        reader = "" if person == ADMIN or "@" in person else person
        zone = find_zone(way.zone) if way.zone else self.room.zone
        values = {
            "kind": notice.kind,
            "name": workflow.name if workflow else "",
            "text": localise(notice.text, zone),
            "reader": reader,
            "link": Verbatim(self._find_link(notice)),
        }
        texts = TEMPLATES.render("notice", values)
        return RenderedMessage(
            channel=way.channel,
            to=way.address,
            to_name=reader,
            subject=texts["subject"],
            text=clean_sms(texts["sms"]) if way.traits.is_short else texts["email"],
            zone=way.zone,
            is_prompt=workflow is not None and workflow.notify_urgent,
            choices=self._offer(notice, person) if way.traits.has_choices else (),
        )

    def _offer(self, notice: Notice, person: str) -> tuple[Choice, ...]:
        return (Choice(DISMISS, "Dismiss", notice.id),) if may_dismiss(self.staff, person) else ()

    def _find_link(self, notice: Notice) -> str:
        """The page to act on; none without a public address."""
        if not self.room.public_url:
            return ""
        page = f"workflows/{notice.workflow_id}" if notice.workflow_id else "today"
        return f"{self.room.public_url}/{f'runs/{notice.run_id}' if notice.run_id else page}"


DISMISS = "dismiss"


def may_dismiss(staff: Staff, person: str) -> bool:
    """As on the page: who may run workflows."""
    known = staff.find(person)
    return known is not None and may(known.role, Act.RUN)


@dataclass(frozen=True, slots=True)
class AnswerNotices:
    """The choice of a notice: dismiss it; see Answerer."""

    messages: Messages
    dismiss: DismissNotice
    find_staff: FindStaff
    name_doer: NameDoer

    def get_form(self, answer: Answer) -> Form:
        raise NotFound("this message asks nothing")

    def check(self, answer: Answer) -> Mapping[str, str]:
        raise NotFound("this message asks nothing")

    def take(self, answer: Answer) -> Taken:
        if answer.action != DISMISS:
            raise NotFound(f"{answer.action!r} is not among the choices of this message")
        if not may_dismiss(self.find_staff(), answer.person):
            raise NotAllowed(f"{answer.person} may not dismiss notices: a manager may")
        if outcome := self.find_outcome(answer.message):
            raise Conflict(outcome)
        self.dismiss(str(answer.message.facts["notice"]), by=answer.person)
        return Taken()

    def list_affected(self, row: OutboxRow) -> Sequence[Message]:
        notice = self.dismiss.store.find(Notice, row.aggregate_id)
        if notice is None or row.op != DISMISSED:
            return ()
        about = self.messages.list_newest(about=find_subject(notice), states=HANDED_OVER)
        return [message for message in about if message.facts.get("notice") == notice.id]

    def find_outcome(self, message: Message) -> str:
        notice = self.dismiss.store.find(Notice, str(message.facts["notice"]))
        if notice is None or notice.dismissed_at is None:
            return "" if notice else "the notice is gone"
        return f"dismissed by {self.name_doer(notice.dismissed_by)}"


def localise(text: str, zone: ZoneInfo) -> str:
    """The text with its moments on the wall clock of `zone`."""

    def render(match: re.Match[str]) -> str:
        local = datetime.fromisoformat(match[1]).replace(tzinfo=UTC).astimezone(zone)
        return f"{local:%H:%M} on {local.day} {local:%B %Y}"

    return _MOMENT.sub(render, text)
