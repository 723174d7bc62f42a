"""What a message about a job may say: these facts and no others.

They are gathered when the message is made to go out, so that a closing time is that of the day.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from belfry.jobs.updates.names import LONGEST_ITEM, LONGEST_NAME
from belfry.kernel.texts import make_harmless

if TYPE_CHECKING:
    from belfry.jobs.settings.shop import Shop
    from belfry.jobs.updates.language import Language
    from belfry.kernel.hours.calendar import Calendar

_LONGEST_ID = 40


@dataclass(frozen=True, kw_only=True)
class Facts:
    """`eta` is a friendly point in time and `eta_stage` the stage it is for: both or neither.

    `closing` is when the shop closes on the day of sending, known in the ready stage only.
    `previous` is the stage before; for a correction, the one that was told by mistake.
    `is_return` says that it was in this stage before it had to wait in a side stage.
    `photo` is where a picture of the thing can be seen, `link` where its tracking page is.
    """

    name: str = ""
    item: str = ""
    job_id: str = ""
    stage: str
    previous: str | None = None
    is_return: bool = False
    eta: str | None = None
    eta_stage: str | None = None
    closing: str | None = None
    shop: str = ""
    sign_off: str = ""
    photo: str | None = None
    link: str | None = None


def gather_facts(
    *,
    shop: Shop,
    name: str,
    item: str,
    job_id: str,
    stage: str,
    previous: str | None = None,
    is_return: bool = False,
    eta: str | None = None,
    eta_stage: str | None = None,
    closing: str | None = None,
    photo: str | None = None,
    link: str | None = None,
) -> Facts:
    """The facts of one message, with what the board says made harmless.

    An ETA counts only with the stage it is for, a closing time only in the ready stage.
    """
    is_ready = shop.stages.find(stage) == shop.stages.ready
    has_eta = bool(eta and eta_stage) and not is_ready
    return Facts(
        name=make_harmless(name, most=LONGEST_NAME),
        item=make_harmless(item, most=LONGEST_ITEM),
        job_id=make_harmless(job_id, most=_LONGEST_ID),
        stage=stage,
        previous=previous or None,
        is_return=is_return,
        eta=eta if has_eta else None,
        eta_stage=eta_stage if has_eta else None,
        closing=closing if is_ready else None,
        shop=shop.name,
        sign_off=shop.sign_off,
        photo=photo or None,
        link=link or None,
    )


def find_closing(calendar: Calendar, sent_at: datetime, language: Language) -> str | None:
    """When the shop closes on the day of sending, such as 6pm; None once it is closed."""
    closes_at = calendar.find_closing(calendar.find_day_of(sent_at))
    if closes_at is None or closes_at <= sent_at:
        return None
    return language.say_clock(closes_at.astimezone(calendar.zone))
