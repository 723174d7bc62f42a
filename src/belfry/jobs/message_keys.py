"""Which message a cause makes: the same cause always the same one."""

from __future__ import annotations

ROOM = "jobs"
CUSTOMER = "customer"
SHOP = "the shop"
# Beside every job, whatever a shop calls it.
DIGEST = "jobs"


def about_job(job_id: str) -> str:
    return f"jobs/{job_id}"


def move_key(job_id: str, move: int) -> str:
    return f"jobs/{job_id}/move-{move}"


def holding_key(job_id: str, move: int, chase: int) -> str:
    return f"jobs/{job_id}/holding-{move}-{chase}"


def correction_key(job_id: str, move: int) -> str:
    return f"jobs/{job_id}/correction-{move}"


def digest_key(at: str) -> str:
    return f"jobs/digest/{at}"
