"""Which message a cause makes: the same cause always the same one."""

from __future__ import annotations

ROOM = "jobs"
CUSTOMER = "customer"
SHOP = "the shop"
# Beside every job, whatever a shop calls it.
DIGEST = "jobs"


def about_job(job_id: str) -> str:
    return f"jobs/{job_id}"


def find_job_id(about: str) -> str:
    """The job that `about_job` named; nothing if it is about something else."""
    room, _, job_id = about.partition("/")
    return job_id if room == ROOM else ""


def about_wish(contact: str) -> str:
    """What somebody said of messages: a later word takes the place of an earlier one."""
    return f"contacts/{contact}"


def about_help(contact: str) -> str:
    return f"contacts/{contact}/help"


def move_key(job_id: str, move: int) -> str:
    return f"jobs/{job_id}/move-{move}"


def holding_key(job_id: str, move: int, chase: int) -> str:
    return f"jobs/{job_id}/holding-{move}-{chase}"


def correction_key(job_id: str, move: int) -> str:
    return f"jobs/{job_id}/correction-{move}"


def digest_key(at: str) -> str:
    return f"jobs/digest/{at}"


def answer_key(reply_id: str) -> str:
    """No job's: they all begin with the room."""
    return f"replies/{reply_id}"
