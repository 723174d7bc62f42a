"""The sets of adapters that keep a shop's messages, jobs and troubles, and records to put there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tests.contracts.books import Book, Readers
from tests.samples import NOON

from belfry.adapters.aws.store import DynamoStore
from belfry.adapters.plain.accounts import PlainDataProblems
from belfry.adapters.plain.figures import PlainFigures
from belfry.adapters.plain.jobs import PlainCustomers, PlainJobs, PlainOpenJobs, PlainPhotos
from belfry.adapters.plain.messaging import PlainIncomingMails, PlainMessages
from belfry.adapters.sql.figures import SqlFigures
from belfry.adapters.sql.jobs import SqlCustomers, SqlJobs, SqlOpenJobs, SqlPhotos
from belfry.adapters.sql.messaging import SqlIncomingMails, SqlMessages
from belfry.adapters.sql.store import SqlDataProblems
from belfry.jobs.jobs import Course, Job, Move, Photo, PhotoFile, TrackingPage
from belfry.jobs.ports import Customers, Jobs, OpenJobs, Photos
from belfry.jobs.updates.wordings import Draft
from belfry.kernel.changes import Put
from belfry.kernel.records import Record
from belfry.messaging.contacts import Contact, Reply
from belfry.messaging.messages import Audience, Message
from belfry.messaging.ports import IncomingMails, Messages
from belfry.ports.figures import Figures
from belfry.workspace.tables import DataProblem, DataProblems

# By their bytes, as every home sorts; a dictionary would have them in another order.
IDS_IN_ORDER = [
    "",
    " b",
    "#1",
    "10",
    "9",
    "B-1",
    "B_1",
    "Z",
    "a-1",
    "a/1",
    "b",
    "É",
    "é",
    "東",
    "😀",
]


@dataclass(frozen=True)
class ShopBook(Book):
    """A book that messages are sent from and jobs are watched in."""

    messages: Messages
    incoming_mails: IncomingMails
    jobs: Jobs
    open_jobs: OpenJobs
    customers: Customers
    photos: Photos
    data_problems: DataProblems
    figures: Figures


SHOP = Readers(
    ShopBook,
    plain={
        "messages": PlainMessages,
        "incoming_mails": PlainIncomingMails,
        "jobs": PlainJobs,
        "open_jobs": PlainOpenJobs,
        "customers": PlainCustomers,
        "photos": PlainPhotos,
        "data_problems": PlainDataProblems,
        "figures": PlainFigures,
    },
    sql={
        "messages": SqlMessages,
        "incoming_mails": SqlIncomingMails,
        "jobs": SqlJobs,
        "open_jobs": SqlOpenJobs,
        "customers": SqlCustomers,
        "photos": SqlPhotos,
        "data_problems": SqlDataProblems,
        "figures": SqlFigures,
    },
)
SHOP_BOOKS = SHOP.everywhere()


def how_many(book: Book) -> tuple[int, int]:
    """How many to keep and how many to ask for: more than fit into one request."""
    return (120, 240) if isinstance(book.store, DynamoStore) else (3000, 300_000)


def keep(book: Book, *records: Record) -> None:
    for start in range(0, len(records), 50):
        book.store.commit([Put(record) for record in records[start : start + 50]])


def a_message(message_id: str = "job/J-1/2/customer", **changes: Any) -> Message:
    fields: dict[str, Any] = {
        "id": message_id,
        "room": "jobs",
        "kind": "moved",
        "about": "job/J-1",
        "person": "customer/J-1",
        "audience": Audience.CUSTOMER,
        "facts": {"stage": "ready"},
        "made_at": NOON,
        "due_at": NOON,
    }
    return Message(**{**fields, **changes})


def a_job(job_id: str = "J-1", **changes: Any) -> Job:
    fields: dict[str, Any] = {
        "id": job_id,
        "row": f'["{job_id}", "Ann", "ready"]',
        "customer": "Ann",
        "contact": "ann@example.com",
        "channel": "email",
        "item": "blue bicycle",
        "stage": "ready",
        "entered_at": NOON,
        "moves": 1,
    }
    return Job(**{**fields, **changes})


def a_move(job_id: str = "J-1", number: int = 1, **changes: Any) -> Move:
    fields: dict[str, Any] = {
        "job_id": job_id,
        "number": number,
        "came_from": "in progress",
        "went_to": "ready",
        "course": Course.FORWARD,
        "seen_at": NOON,
        "at": NOON,
        "is_told": True,
    }
    return Move(**{**fields, **changes})


def a_trouble(problem_id: str = "jobs/1", **changes: Any) -> DataProblem:
    fields: dict[str, Any] = {
        "id": problem_id,
        "room": "jobs",
        "place": "jobs/settings.txt, line 3",
        "text": "no such setting",
        "since": NOON,
    }
    return DataProblem(**{**fields, **changes})


def a_photo(job_id: str = "J-1", number: int = 1, **changes: Any) -> Photo:
    fields: dict[str, Any] = {
        "job_id": job_id,
        "number": number,
        "stage": "ready",
        "source": f"jobs/photos/{job_id}/ready.jpg",
        "digest": "0123456789abcdef" * 4,
        "width": 1600,
        "height": 1200,
        "size": 250_000,
        "added_at": NOON,
        "added_by": "belfry",
    }
    return Photo(**{**fields, **changes})


def a_photo_file(name: str = "jobs/photos/J-1/ready.jpg", **changes: Any) -> PhotoFile:
    fields = {"name": name, "stamp": "250000-1", "digest": "0123456789abcdef" * 4}
    return PhotoFile(**{**fields, **changes})


def a_page(job_id: str = "J-1", token: str = "a-secret", **changes: Any) -> TrackingPage:
    return TrackingPage(**{"job_id": job_id, "token": token, "made_at": NOON, **changes})


def a_contact(contact_id: str = "c-1", token: str = "a-secret", **changes: Any) -> Contact:
    return Contact(**{"id": contact_id, "token": token, **changes})


def a_reply(reply_id: str = "SM1", **changes: Any) -> Reply:
    fields: dict[str, Any] = {
        "id": reply_id,
        "channel": "sms",
        "contact": "c-1",
        "sender": "+447700900123",
        "text": "thank you",
        "meaning": "other",
        "about": "jobs/J-1",
        "at": NOON,
        "is_open": True,
    }
    return Reply(**{**fields, **changes})


def a_draft(message_id: str = "jobs/J-1/move-2", **changes: Any) -> Draft:
    fields: dict[str, Any] = {
        "message_id": message_id,
        "job_id": "J-1",
        "model": "a-model",
        "made_at": NOON,
        "facts": {"stage": "ready"},
        "reply": "It is {stage}.",
        "text": "It is ready.",
        "verdict": {"reasons": []},
    }
    return Draft(**{**fields, **changes})
