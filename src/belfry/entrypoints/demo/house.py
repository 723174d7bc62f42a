"""Opening the sample shop: its folder, its clock, and post that stays on this machine."""

from __future__ import annotations

import os
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from belfry.bootstrap import build_services, open_ports
from belfry.entrypoints.demo.customers import WRONG_HOUSE
from belfry.entrypoints.demo.saves import A_WEEK, find_save, list_saves
from belfry.kernel.errors import Permanent, Unknown

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime

    from belfry.bootstrap import Services
    from belfry.messaging.ports import OutgoingMessage
    from belfry.ports.clock import Clock
    from belfry.settings import Settings

# The texts of the latest Monday afternoon went into a broken line.
BROKEN_SAVE = 1
BROKEN_FOR = timedelta(minutes=10)
# Where most systems keep files in memory: what is thrown away need not be written to a disk.
MEMORY = Path("/dev/shm")


@contextmanager
def open_house(settings: Settings, clock: Clock, now: datetime) -> Iterator[Services]:
    ports = open_ports(settings, clock=clock)
    try:
        broken_at = _find_break(now)
        texts = TextBox(clock, broken_at, broken_at + BROKEN_FOR)
        kept = replace(ports, channels={"email": LetterBox(), "sms": texts})
        yield build_services(settings, kept)
    finally:
        ports.close()


def find_quick_place() -> Path | None:
    """A folder for files that nobody keeps; None for the system's own choice."""
    return MEMORY if MEMORY.is_dir() and os.access(MEMORY, os.W_OK) else None


def _find_break(now: datetime) -> datetime:
    saves = list_saves(now - timedelta(days=8), now)
    return find_save(max(save for save in saves if save % A_WEEK == BROKEN_SAVE))


RECEIPT = "kept in the demo's postbox; nobody outside was sent anything"
REFUSED = f"550 there is no house {WRONG_HOUSE}"
BROKEN = "the line to the gateway broke before it answered"


class LetterBox:
    def send(self, letter: OutgoingMessage) -> str:
        if letter.to.endswith(f"@{WRONG_HOUSE}"):
            raise Permanent(REFUSED)
        return RECEIPT


@dataclass(frozen=True, slots=True)
class TextBox:
    """The line is broken from `broken_at` until `mended_at`."""

    clock: Clock
    broken_at: datetime
    mended_at: datetime

    def send(self, letter: OutgoingMessage) -> str:
        if self.broken_at <= self.clock.now() < self.mended_at:
            raise Unknown(BROKEN)
        return RECEIPT
