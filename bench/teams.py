"""A team with any number of workflows, all of whose bells are to ring at one moment."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import batched
from pathlib import Path

from belfry.bootstrap import Services, build_services, open_ports, virtual_clock
from belfry.cron.bells import Bell
from belfry.cron.workflows import Workflow
from belfry.kernel.changes import Change, Put
from belfry.settings import DatabaseSettings, Settings

BEFORE = datetime(2026, 11, 16, 12, 0, tzinfo=UTC)
CRON = "*/5 * * * *"
FIRE = BEFORE + timedelta(minutes=5)
COMMITS_AT_ONCE = 1000
