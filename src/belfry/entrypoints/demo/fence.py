"""A draft that lies, and what the fence says to it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from belfry.jobs.updates.fence import Setting, judge_draft
from belfry.jobs.updates.plain import SMS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from belfry.jobs.shop import Shop

STAGE = "diagnosing"
LIE = "Hi {name}, {news} We are nearly there, and it looks as good as new!"


def show_lie(shop: Shop) -> Iterator[str]:
    """What would become of it if a model wrote it."""
    setting = Setting("moved", STAGE, SMS, has_when=False, has_look=False, may_reply=False)
    yield f"The kettle is at {STAGE}. Suppose that a model wrote: \u201c{LIE}\u201d"
    for reason in judge_draft(LIE, shop, setting).reasons:
        yield f"Refused ({reason.rule}): {reason.says}"
    yield "The plain sentence would be sent in its place."
