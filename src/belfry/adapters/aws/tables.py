"""Which table holds which record: the one declaration that store, reads and stacks share.

Tables belong to rooms, so that a function's role can be given those of its room alone. Where rooms
share a kind of record, its key names the room.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from belfry.accounts.keys import TakenRequest
from belfry.accounts.sessions import Session
from belfry.accounts.sign_in import Throttle
from belfry.accounts.sign_in_links import SignInLink
from belfry.adapters.aws.dynamo import Index, Table
from belfry.adapters.aws.item_maps import HEADS, IndexPath, ItemMap, KeyPath, Placement
from belfry.controls.controls import (
    AnswerLink,
    Control,
    CycleLine,
    Evidence,
    ReminderLine,
    TaskList,
)
from belfry.controls.reports.calendar_feed import FeedToken
from belfry.controls.tasks.proposals import ProposedControl
from belfry.jobs.jobs import Board, Job, Move, Photo, PhotoFile, TrackingPage
from belfry.jobs.updates.wordings import Draft, KindWordings
from belfry.kernel.records import Claim
from belfry.messaging.caps import DailyCount
from belfry.messaging.contacts import Contact, Reply
from belfry.messaging.incoming import IncomingMail, MailDoor
from belfry.messaging.messages import RESENT, Message
from belfry.rota.drafts.drafted_weeks import DraftLine, RotaWeek, SheetsSeen, WeekDraft
from belfry.rota.publishing.own_shifts import PersonWeek
from belfry.rota.requests.requests import Clash, RotaLink, ShiftFeed, Swap, TimeOffRequest
from belfry.scheduler.runs import Attempt
from belfry.workspace.docs import KeptDoc, TableHead
from belfry.workspace.tables import DataProblem

if TYPE_CHECKING:
    from collections.abc import Mapping

    from belfry.kernel.records import Plain

ROTA, CONTROLS, JOBS, SHARED = "rota", "controls", "jobs", ""

LATEST = Index("latest", (("latest_of", "S"), ("latest_by", "S")), is_whole=True)
DUE = Index("due", (("due_of", "S"), ("due_by", "S")))
TOKEN = Index("token", (("token_of", "S"),))
NEWEST = Index("latest", LATEST.keys)
STATES = Index("states", (("state", "S"), ("id", "N")), is_whole=True)
STAGE = Index("stage", (("stage_of", "S"), ("stage_by", "S")))
CONTACT = Index("contact", (("contact_of", "S"),))
OPEN = Index("open", (("open_of", "S"),))
UNSETTLED = Index("unsettled", (("unsettled_of", "S"), ("unsettled_by", "S")))
WEEK = Index("week", (("week_of", "S"),))


def _book(name: str, room: str = SHARED) -> Table:
    return Table(name, (("pk", "S"), ("sk", "S")), (HEADS, LATEST, DUE, TOKEN), room, ttl="ttl")


SHIFTS = Table("ss-shifts", (("week_id", "S"), ("shift_id", "S")), room=ROTA)
SHIFTS_ARCHIVE = replace(SHIFTS, name="ss-shifts-archive")
HOURS = Table("ss-hours", (("person_id", "S"), ("week_id", "S")), (WEEK,), ROTA)
ROTA_AUDIT = Table("ss-audit", (("shift_id", "S"), ("ts", "S")), (LATEST,), ROTA)
REMINDERS = Table("ct-reminders", (("task_id", "S"), ("window", "S")), room=CONTROLS)
DONE = Table("ct-done", (("task_id", "S"), ("line", "S")), (DUE,), CONTROLS)
JOB_LIST = Table("jsnr-jobs", (("job_id", "S"),), (HEADS, STAGE, CONTACT, OPEN, UNSETTLED), JOBS)
STAGES = Table("jsnr-stage-history", (("job_id", "S"), ("ts", "S")), room=JOBS)
NOTIFICATIONS = Table(
    "jsnr-notifications", (("job_id", "S"), ("id", "S")), (HEADS, DUE, NEWEST), JOBS
)
BOOKS = {
    SHARED: _book("belfry-book"),
    ROTA: _book("ss-book", ROTA),
    CONTROLS: _book("ct-book", CONTROLS),
    JOBS: _book("jsnr-book", JOBS),
}
OUTBOX = Table("belfry-outbox", (("id", "N"),), (STATES,), has_stream=True)
TABLES = (
    *(
        SHIFTS,
        SHIFTS_ARCHIVE,
        HOURS,
        ROTA_AUDIT,
        REMINDERS,
        DONE,
        JOB_LIST,
        STAGES,
        NOTIFICATIONS,
        OUTBOX,
    ),
    *BOOKS.values(),
)

# The first word of a name: of a message, a subject, a claim, a count or a file.
_WORDS = {
    **dict.fromkeys(("jobs", "job", "photos", "replies", "contacts", "contact"), JOBS),
    "wordings": JOBS,
    **dict.fromkeys(("controls", "control", "feed"), CONTROLS),
    **dict.fromkeys(("rota", "swap", "take", "time", "clash", "shift"), ROTA),
}
# What stands before the name of a message or a table, or the room of a notice.
_AROUND = re.compile(r"^(?:(?:message|table|delivery)/)+")
_WORD = re.compile(r"[a-z]*")


def find_room(name: str) -> str:
    """The room that a name belongs to; blank for the team's own."""
    word = _WORD.match(_AROUND.sub("", name))
    return _WORDS.get(word[0] if word else "", SHARED)


def _in_book(kind: type[Any], book: Table, *paths: KeyPath | IndexPath) -> Placement:
    name = kind.__name__
    return Placement(book, lambda key: {"pk": name, "sk": key}, paths, partition=name)


def _kept_in(room: str, kind: type[Any], *paths: KeyPath | IndexPath) -> ItemMap:
    return ItemMap(kind, {"": _in_book(kind, BOOKS[room], *paths)})


def _placed(kind: type[Any], placement: Placement) -> ItemMap:
    return ItemMap(kind, {"": placement})


def _shared(kind: type[Any], *paths: IndexPath, told_by: tuple[str, ...] = ()) -> ItemMap:
    placements = {room: _in_book(kind, book, *paths) for room, book in BOOKS.items()}
    return ItemMap(kind, placements, find_room, told_by)


def _below(kind: type[Any], name: str) -> KeyPath:
    """The field that every key of the kind begins with."""
    return KeyPath(lambda _: kind.__name__, (name,), begins=lambda value: f"{value}/")


def _number(text: str) -> str:
    return f"{int(text):09d}"


def _split_move(key: str) -> Mapping[str, Plain]:
    job, _, number = key.rpartition("/")
    return {"job_id": job, "ts": _number(number)}


def _split_cycle(key: str) -> Mapping[str, Plain]:
    control, _, number = key.rpartition("/")
    return {"task_id": control, "line": _number(number)}


def _split_reminder(key: str) -> Mapping[str, Plain]:
    control, due_on, slot = key.rsplit("/", 2)
    return {"task_id": control, "window": f"{due_on}#{slot}"}


def _split_line(key: str) -> Mapping[str, Plain]:
    week, draft, shift = key.split("/", 2)
    return {"week_id": f"{week}#{draft}", "shift_id": shift}


def _split_hours(key: str) -> Mapping[str, Plain]:
    person, _, week = key.rpartition("/")
    return {"person_id": person, "week_id": week}


_REPLIES, _NOTICES, _DIGEST = "replies", "notices", "digest"


def _split_notification(key: str) -> Mapping[str, Plain]:
    """A job's messages lie together; so do answers to replies, and notices about a limit."""
    first, _, rest = RESENT.sub("", key).partition("/")
    if first != JOBS:
        return {"job_id": f"/{_REPLIES if first == _REPLIES else _NOTICES}", "id": key}
    job, _, _ = rest.rpartition("/")
    return {"job_id": f"/{_DIGEST}" if job == _DIGEST else job, "id": key}


def _find_notifications(about: str) -> str:
    """Where the messages about it lie."""
    first, _, job = about.partition("/")
    if first == JOBS:
        return f"/{_DIGEST}" if job in ("", _DIGEST) else job
    return f"/{_REPLIES if first == 'contacts' else _NOTICES}"


_BY_DUE = IndexPath(DUE, along="due_at")
_BY_EXPIRY = IndexPath(DUE, along="expires_at")
_BY_TOKEN = IndexPath(TOKEN, ("token",))

_MESSAGES = _shared(Message, _BY_DUE, told_by=("about", "room"))
_JOB_MESSAGES = Placement(
    NOTIFICATIONS,
    _split_notification,
    (KeyPath(_find_notifications, ("about",)), _BY_DUE, IndexPath(NEWEST, along="made_at")),
)

_SHIFTS = Placement(
    SHIFTS, _split_line, (KeyPath(lambda week, draft: f"{week}#{draft}", ("week", "draft")),)
)

MAPS = (
    ItemMap(DraftLine, {"": _SHIFTS, "archive": replace(_SHIFTS, table=SHIFTS_ARCHIVE)}),
    _placed(
        PersonWeek,
        Placement(
            HOURS,
            _split_hours,
            (
                KeyPath(lambda person: str(person), ("person",), along="week"),
                IndexPath(WEEK, ("week",)),
            ),
        ),
    ),
    _placed(
        ReminderLine,
        Placement(REMINDERS, _split_reminder, (KeyPath(lambda name: str(name), ("control_id",)),)),
    ),
    _placed(
        CycleLine,
        Placement(
            DONE,
            _split_cycle,
            (KeyPath(lambda name: str(name), ("control_id",)), IndexPath(DUE, along="due_on")),
        ),
    ),
    _placed(
        Job,
        Placement(
            JOB_LIST,
            lambda key: {"job_id": key},
            (
                IndexPath(STAGE, ("stage",), along="entered_at"),
                IndexPath(CONTACT, ("contact",)),
                IndexPath(UNSETTLED, along="unsettled_since"),
                IndexPath(OPEN, ("is_open",)),
            ),
        ),
    ),
    _placed(Move, Placement(STAGES, _split_move, (KeyPath(lambda job: str(job), ("job_id",)),))),
    ItemMap(Message, {**_MESSAGES.placements, JOBS: _JOB_MESSAGES}, find_room, _MESSAGES.told_by),
    _kept_in(ROTA, RotaWeek, KeyPath(lambda: RotaWeek.__name__, along="id")),
    _kept_in(ROTA, WeekDraft, _below(WeekDraft, "week")),
    _kept_in(ROTA, TimeOffRequest),
    _kept_in(ROTA, Swap),
    _kept_in(ROTA, Clash),
    _kept_in(ROTA, SheetsSeen),
    _kept_in(ROTA, RotaLink, _BY_EXPIRY),
    _kept_in(ROTA, ShiftFeed, _BY_TOKEN),
    _kept_in(CONTROLS, Control),
    _kept_in(CONTROLS, Evidence, _below(Evidence, "control_id"), IndexPath(TOKEN, ("digest",))),
    _kept_in(CONTROLS, AnswerLink, _BY_EXPIRY),
    _kept_in(CONTROLS, TaskList),
    _kept_in(CONTROLS, FeedToken),
    _kept_in(CONTROLS, ProposedControl),
    _kept_in(JOBS, Board),
    _kept_in(JOBS, Photo, _below(Photo, "job_id")),
    _kept_in(JOBS, PhotoFile),
    _kept_in(JOBS, TrackingPage, _BY_TOKEN),
    _kept_in(JOBS, Draft),
    _kept_in(JOBS, KindWordings),
    _kept_in(JOBS, Contact, _BY_TOKEN),
    _kept_in(JOBS, Reply),
    _shared(Claim),
    _shared(DailyCount),
    _shared(DataProblem, told_by=("room",)),
    _shared(KeptDoc),
    _shared(TableHead),
    _kept_in(SHARED, IncomingMail),
    _kept_in(SHARED, MailDoor),
    _kept_in(SHARED, Session, _BY_EXPIRY),
    _kept_in(SHARED, SignInLink, _BY_EXPIRY),
    _kept_in(SHARED, Throttle, _BY_EXPIRY),
    _shared(TakenRequest, _BY_EXPIRY),
    _kept_in(SHARED, Attempt, _below(Attempt, "run_id")),
)


class ItemMaps:
    """Where every kind of record lies; a kind that is not declared lies in the team's book."""

    def __init__(self, *maps: ItemMap) -> None:
        self._maps = {item_map.kind: item_map for item_map in (*MAPS, *maps)}

    def of(self, kind: type[Any]) -> ItemMap:
        if kind not in self._maps:
            self._maps[kind] = _kept_in(SHARED, kind)
        return self._maps[kind]

    def list_audited_tables(self) -> list[Table]:
        """Every table that may hold audited records."""
        placements = [p for item_map in self._maps.values() for p in item_map.placements.values()]
        tables = dict.fromkeys([*BOOKS.values(), *(placement.table for placement in placements)])
        return [table for table in tables if HEADS in table.indexes]
