"""Take in mail that arrived: find out what it is, let the right room file it, each mail once.

What no room can file is shown to the owner, never guessed at. What a program wrote is never
answered, so that two machines cannot keep writing to each other.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from belfry.kernel.changes import Change, Put, Remove, put_audited
from belfry.kernel.errors import BelfryError, Conflict, InputError, NotFound, Temporary
from belfry.kernel.texts import digest_of
from belfry.messaging.change_messages import TakeBounce
from belfry.messaging.incoming import (
    FILED_FOR,
    Filed,
    FileMail,
    IncomingMail,
    MailDoor,
    ReceivedMail,
    Route,
    SentMails,
    Unread,
    dismiss,
    keep_unread,
    mail_key,
    render_why,
)
from belfry.messaging.mails import MOST_BYTES, BadMail, Mail, parse_mail
from belfry.messaging.ports import Arrived, IncomingMails, Mailbox
from belfry.ports.clock import Clock
from belfry.ports.files import Folder
from belfry.ports.store import CrashPoints, Store

AT_ONCE = 50
MOST_ATTEMPTS = 5
REMOVED_AT_ONCE = 200
NOBODYS = "it is from nobody Belfry knows, or about nothing that it can do"
SPAM = "the mail service takes it for spam"
TO_MANY = "it was sent to many, as a newsletter or spam is"


@dataclass(frozen=True, slots=True)
class TakenMail:
    """Not `is_new` if the mail was taken in before."""

    record: IncomingMail
    is_new: bool

    @property
    def is_settled(self) -> bool:
        return self.record.route is not Route.RETRY


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeMail:
    """`open_handlers` gives each room's handler, for many mails."""

    store: Store
    clock: Clock
    crash_points: CrashPoints
    take_bounce: TakeBounce
    open_handlers: Sequence[Callable[[], FileMail]]

    def __call__(self, arrivals: Iterable[Arrived]) -> list[TakenMail]:
        """What became of each, in order."""
        bounces = self.take_bounce
        intake = _Intake(
            self, SentMails(bounces.messages, bounces.mailbox), [o() for o in self.open_handlers]
        )
        taken: dict[str, TakenMail] = {}
        order: list[str] = []
        for arrived in arrivals:
            mail = parse_mail(arrived.content)
            key = mail_key(mail, arrived.content)
            order.append(key)
            if key not in taken:
                taken[key] = self._take(intake, key, mail, arrived)
        commits: list[list[Change]] = [[Put(news.record)] for news in taken.values() if news.is_new]
        self.crash_points.reached("mail.filed")
        # A Conflict means that another process took the same mail: both filed it as one.
        self.store.commit_each(commits)
        self.crash_points.reached("mail.taken")
        return [taken[key] for key in order]

    def _take(self, intake: _Intake, key: str, mail: Mail | BadMail, arrived: Arrived) -> TakenMail:
        known = self.store.find(IncomingMail, key)
        if known and known.route is not Route.RETRY:
            return TakenMail(known, is_new=False)
        bare = known or IncomingMail(id=key, route=Route.RETRY, at=self.clock.now())
        return TakenMail(intake.take(bare, mail, arrived), is_new=True)

    def dismiss(self, mail_id: str, *, by: str) -> IncomingMail:
        """Somebody has read it; NotFound or Conflict if it waits for nobody."""
        record = self.get(mail_id)
        read = dismiss(record)
        now = self.clock.now()
        self.store.commit(put_audited(read, action="dismissed", by=by, at=now))
        return read

    def get(self, mail_id: str) -> IncomingMail:
        record = self.store.find(IncomingMail, mail_id)
        if record is None:
            raise NotFound(f"no mail {mail_id!r}")
        return record


@dataclass(frozen=True, slots=True)
class _Intake:
    """One round of taking in mail, with what was read for it."""

    use_case: TakeMail
    sent: SentMails
    handlers: Sequence[FileMail]

    def take(self, bare: IncomingMail, mail: Mail | BadMail, arrived: Arrived) -> IncomingMail:
        try:
            outcome = self._file(bare.id, mail, arrived)
        except Temporary as error:
            attempt = bare.attempt + 1
            if attempt < MOST_ATTEMPTS:
                return replace(bare, attempt=attempt, why=render_why(str(error)))
            outcome = Unread(f"it could not be taken in: {error}")
        except BelfryError as error:
            outcome = Unread(str(error))
        if isinstance(outcome, Unread):
            return keep_unread(replace(bare, why=render_why(outcome.why)), mail, arrived.content)
        if outcome.route is Route.AUTOMATIC:
            return replace(bare, route=outcome.route, why=render_why(outcome.about))
        return replace(bare, route=outcome.route, about=outcome.about, why="")

    def _file(self, key: str, mail: Mail | BadMail, arrived: Arrived) -> Filed | Unread:
        if arrived.size > MOST_BYTES:
            return Unread(f"it has {arrived.size // 1_000_000} MB, more than are taken in")
        if isinstance(mail, BadMail):
            return Unread(f"it cannot be read: {mail.why}")
        if mail.is_report:
            return self._take_report(arrived.content)
        if mail.automatic:
            return Filed(Route.AUTOMATIC, mail.automatic)
        if mail.doubt:
            return Unread(mail.doubt)
        received = ReceivedMail(key, mail, self.sent.find(mail.references))
        if mail.is_spam:
            return Unread(SPAM) if received.answers else Filed(Route.AUTOMATIC, SPAM)
        for handle in self.handlers:
            if outcome := handle(received):
                return outcome
        return Filed(Route.AUTOMATIC, TO_MANY) if mail.is_bulk else Unread(NOBODYS)

    def _take_report(self, content: bytes) -> Filed:
        try:
            taken = self.use_case.take_bounce(content, self.sent)
        except InputError as error:
            return Filed(Route.AUTOMATIC, str(error))
        if taken.message is None:
            return Filed(Route.AUTOMATIC, "a report on no message of ours")
        if not taken.bounce.is_permanent:
            return Filed(Route.AUTOMATIC, f"{taken.message.id} has not been given up")
        return Filed(Route.BOUNCE, taken.message.id)


@dataclass(frozen=True, slots=True)
class RemoveFiledMails:
    """Remove what is known of mails that were filed a year ago, but for those that lie in a folder.

    Mails saved as files stay there and are taken in again once they are not known.
    """

    store: Store
    clock: Clock
    mails: IncomingMails
    has_files: bool

    def __call__(self) -> int:
        """How many were removed."""
        before, removed = self.clock.now() - FILED_FOR, 0
        while old := self._list(before):
            count = sum(self.store.commit_each([[Remove(mail)] for mail in old]))
            removed += count
            if not count:
                break
        return removed

    def _list(self, before: datetime) -> Sequence[IncomingMail]:
        return () if self.has_files else self.mails.list_filed(before=before, limit=REMOVED_AT_ONCE)


@dataclass(frozen=True, slots=True)
class FetchedMail:
    """What came of looking at the doors; `left` are to be tried again."""

    taken: int = 0
    unread: int = 0
    left: int = 0
    routes: tuple[tuple[str, int], ...] = ()

    def __str__(self) -> str:
        parts = [f"{count} {route}" for route, count in self.routes]
        number = self.taken + self.left
        return (
            f"{number} {'mail' if number == 1 else 'mails'}: {', '.join(parts)}" if number else ""
        )


def count_taken(taken: Sequence[TakenMail]) -> FetchedMail:
    new = [news.record.route for news in taken if news.is_new]
    routes = Counter(route.value for route in new)
    settled = sum(route is not Route.RETRY for route in new)
    return FetchedMail(
        settled, routes[Route.UNREAD.value], routes[Route.RETRY.value], tuple(routes.items())
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class FetchMail:
    """Looks at the team's doors for mail; `files` is the folder of saved mails, if one is used.

    A mailbox that is connected is read from that moment on: old mail is left alone.
    """

    store: Store
    clock: Clock
    take_mail: TakeMail
    folder: Folder
    files: str
    mailbox: Mailbox | None

    def __call__(self) -> FetchedMail:
        taken = [*self._look_into_folder(), *self._look_into_mailbox()]
        return count_taken(taken)

    def _look_into_folder(self) -> list[TakenMail]:
        names = self.folder.stamps(self.files) if self.files else {}
        mails = {name: stamp for name, stamp in names.items() if name.casefold().endswith(".eml")}
        door = self._find_door(f"folder/{self.files}")
        position = digest_of(json.dumps(mails))
        if not mails or (door and door.position == position):
            return []
        taken: list[TakenMail] = []
        is_whole = True
        for name in mails:
            arrived = self._read_file(name)
            taken += self.take_mail([arrived]) if arrived else []
            is_whole = is_whole and arrived is not None
        if is_whole and all(news.is_settled for news in taken):
            self._move_on(f"folder/{self.files}", door, position)
        return taken

    def _read_file(self, name: str) -> Arrived | None:
        """None if it is being written at this moment, or is gone."""
        try:
            content = self.folder.read(name, most=MOST_BYTES).content
        except (Temporary, NotFound):
            return None
        except InputError:  # too large
            return Arrived(f"the file {name}".encode(), MOST_BYTES + 1)
        return Arrived(content, len(content))

    def _look_into_mailbox(self) -> list[TakenMail]:
        if self.mailbox is None:
            return []
        name = f"mailbox/{self.mailbox.name}"
        door = self._find_door(name)
        if door is None:
            self._move_on(name, None, self.mailbox.find_end())
            return []
        taken: list[TakenMail] = []
        for batch in self.mailbox.fetch(door.position, since=door.looked_at, at_once=AT_ONCE):
            taken += self.take_mail(batch.arrivals)
            # What is to be tried again is fetched again, and with it what came later.
            if all(news.is_settled for news in taken):
                door = self._move_on(name, door, batch.position)
        return taken

    def _find_door(self, name: str) -> MailDoor | None:
        return self.store.find(MailDoor, name)

    def _move_on(self, name: str, door: MailDoor | None, position: str) -> MailDoor:
        now = self.clock.now()
        moved = replace(
            door or MailDoor(name=name, position="", looked_at=now),
            position=position,
            looked_at=now,
        )
        try:
            self.store.commit([Put(moved)])
        except Conflict:  # another process has looked meanwhile, and took the same mail
            return self.store.find(MailDoor, name) or moved
        return replace(moved, revision=moved.revision + 1)
