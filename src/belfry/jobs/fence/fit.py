"""Whether a message fits the way it is sent: three texts, or one e-mail of a decent length."""

from __future__ import annotations

from belfry.jobs.fence.verdicts import Reason, object_to
from belfry.kernel.texting import clean_sms
from belfry.kernel.texting import count_parts as count_sms_parts

MOST_PARTS = 3
LONGEST_EMAIL = 1000


def count_parts(text: str) -> int:
    """How many text messages it takes, after cleaning."""
    return count_sms_parts(clean_sms(text)).parts


def find_misfit(text: str, channel: str) -> list[Reason]:
    if channel == "sms":
        parts = count_parts(text)
        return [object_to("length", f"{parts} text messages")] if parts > MOST_PARTS else []
    said = f"{len(text)} characters"
    return [object_to("length", said)] if len(text) > LONGEST_EMAIL else []
