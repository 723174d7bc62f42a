"""Which nightly backups are kept, and whether the last one is too old to be relied on."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from belfry.ports.files import Stored

TOO_OLD = timedelta(days=2)


def find_old(stored: Sequence[Stored], keep: int) -> list[Stored]:
    """What may go: all but the newest of each of the last `keep` days that have one."""
    newest_of_day = {one.made_at.date(): one for one in sorted(stored, key=_made_at)}
    staying = sorted(newest_of_day.values(), key=_made_at)[-keep:]
    return [one for one in stored if one not in staying]


def judge_age(stored: Sequence[Stored], *, since: datetime, now: datetime) -> str:
    """What to say of backups that are too old, if they are; `since` is when they were wanted."""
    if not stored:
        return "there is no nightly backup yet" if now - since > TOO_OLD else ""
    age = now - max(one.made_at for one in stored)
    return f"the last nightly backup is {age.days} days old" if age > TOO_OLD else ""


def _made_at(stored: Stored) -> datetime:
    return stored.made_at
