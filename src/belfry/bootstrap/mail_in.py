"""Wire what happens to mail that arrives: its doors, and the rooms that file it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from belfry.bootstrap.controls import ControlsRoom
from belfry.bootstrap.jobs import JobsRoom
from belfry.bootstrap.messaging import Messaging
from belfry.bootstrap.ports import Ports
from belfry.bootstrap.rota import RotaRoom
from belfry.controls.answers.add_evidence import FileMailEvidence
from belfry.controls.tasks.propose_controls import FileMailPolicy
from belfry.jobs.customers.replies import FileMailReply
from belfry.messaging.incoming import FileMail
from belfry.messaging.take_mail import FetchMail, TakeMail
from belfry.rota.notes.take_notes import FileMailNote

if TYPE_CHECKING:
    from belfry.settings import Settings


@dataclass(frozen=True, kw_only=True)
class MailIn:
    take: TakeMail
    fetch: FetchMail


def build_mail_in(
    settings: Settings,
    ports: Ports,
    jobs: JobsRoom,
    controls: ControlsRoom,
    rota: RotaRoom,
    messaging: Messaging,
) -> MailIn:
    p = ports
    notes, find_staff = rota.requests.take_notes, controls.search.find_staff
    # The first that files a mail wins: what a reminder asked for, then time off, then what the team
    # forwards, then customers.
    handlers: list[tuple[str, Callable[[], FileMail]]] = [
        ("controls", lambda: FileMailEvidence(controls.evidence, find_staff)),
        ("rota", lambda: FileMailNote(notes, notes.find_senders())),
        ("controls", lambda: FileMailPolicy(controls.propose)),
        ("jobs", lambda: FileMailReply(jobs.replies)),
    ]
    take = TakeMail(
        store=p.store,
        clock=p.clock,
        crash_points=p.crash_points,
        take_bounce=messaging.take_bounce,
        open_handlers=[handler for room, handler in handlers if room in settings.rooms],
    )
    fetch = FetchMail(
        store=p.store,
        clock=p.clock,
        take_mail=take,
        folder=p.folder,
        files=settings.mail_in.files,
        mailbox=p.mailbox,
    )
    return MailIn(take=take, fetch=fetch)
