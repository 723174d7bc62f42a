"""Opening the sample shop: its folder, its clock, and post that stays on this machine."""

from __future__ import annotations

import os
from contextlib import contextmanager
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from belfry.bootstrap import build_services, open_ports
from belfry.entrypoints.demo.postbox import LetterBox, TextBox
from belfry.entrypoints.demo.saves import A_WEEK, find_save, list_saves

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime

    from belfry.bootstrap import Services
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
