"""What is left of a record once its customer is forgotten."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import replace
from datetime import datetime

from belfry.delivery.messages import LEFT, Message, State
from belfry.jobs.jobs import Job

ERASED = "[erased]"
SHORTEST_NAME = 3


def blank_job(job: Job, at: datetime) -> Job:
    """Where the job was and when, and no longer whose it was or what; nothing follows any more."""
    return replace(
        job,
        row="",
        customer="",
        contact="",
        item="",
        photo="",
        zone="",
        pending="",
        pending_since=None,
        missing_since=None,
        is_open=False,
        closed_at=job.closed_at or at,
    )


def blank_message(message: Message) -> Message:
    """That something was said, when and how, and no longer to whom or what."""
    state = message.state if not message.is_waiting else State.DROPPED
    said = ERASED if message.state in LEFT else ""
    return replace(
        message,
        state=state,
        due_at=None if message.is_waiting else message.due_at,
        why="the customer was forgotten" if message.is_waiting else "",
        sent_to="",
        subject_line=said and ERASED,
        text=said,
        own_words="",
        receipt="",
        worded="",
        facts={name: value for name, value in message.facts.items() if name != "contact"},
    )


def is_on_page(content: bytes, jobs: Collection[Job]) -> bool:
    """Whether an earlier state of the board shows one of the jobs."""
    text = content.decode("utf-8", "replace")
    ids = "|".join(re.escape(job.id) for job in jobs)
    is_named = re.search(rf"(?<![\w-])(?:{ids})(?![\w-])", text) is not None
    return is_named or any(word in text for job in jobs for word in (job.row, job.contact) if word)


def is_blank(message: Message) -> bool:
    is_told = message.sent_to or message.text not in ("", ERASED) or "contact" in message.facts
    return not is_told and not message.is_waiting


def is_mentioned(message: Message, jobs: Collection[Job]) -> bool:
    """Whether a message to the team names one of the jobs or whose it was."""
    said = f"{message.subject_line}\n{message.text}"
    words = {word for job in jobs for word in (job.id, job.contact, job.customer)}
    return any(word in said for word in words if len(word) >= SHORTEST_NAME)
