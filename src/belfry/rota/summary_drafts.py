"""What a model wrote about the hours of a week, and what was held against it.

It holds slots and no names.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from belfry.kernel.digests import digest_of
from belfry.rota.summary_slots import SummarySlots


@dataclass(frozen=True, slots=True, kw_only=True)
class SummaryDraft:
    """`facts` is the digest of what was counted; `trouble` says why there is no `reply`.

    `objections` are those of the day it was written.
    """

    week: str
    model: str
    made_at: str
    facts: str
    reply: str = ""
    trouble: str = ""
    objections: tuple[str, ...] = ()


def summary_name(week: str) -> str:
    """Where it lies on the shelf."""
    return f"rota/summaries/{week}.json"


def digest_slots(slots: SummarySlots) -> str:
    """Equal as long as nothing that may be told has changed."""
    return digest_of(json.dumps(slots.values, sort_keys=True, ensure_ascii=False))


def write_draft(draft: SummaryDraft) -> bytes:
    return json.dumps(asdict(draft), ensure_ascii=False, indent=1).encode()


def read_draft(content: bytes) -> SummaryDraft:
    said: Mapping[str, Any] = json.loads(content)
    return SummaryDraft(**{**said, "objections": tuple(said["objections"])})
