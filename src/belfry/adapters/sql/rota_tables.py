"""Which table holds which record of the rota."""

from __future__ import annotations

import sqlalchemy as sa

from belfry.adapters.sql.columns import (
    BY_LETTER,
    TableMapping,
    by_text,
    by_text_and_number,
    metadata,
    partial,
    table_of,
)
from belfry.rota.drafts.drafted_weeks import DraftLine, RotaWeek, WeekDraft
from belfry.rota.publishing.person_weeks import PersonWeek
from belfry.rota.requests.requests import Clash, Swap, TimeOffRequest
from belfry.rota.requests.rota_links import RotaLink, ShiftFeed
from belfry.rota.sheets.sheets_seen import SheetsSeen

IS_OPEN_SWAP = "settled_at IS NULL"
IS_OPEN_CLASH = "answered_at IS NULL"
IS_SHARED = "token <> ''"

rota_weeks = table_of(RotaWeek, "rota_weeks", metadata, ("id",))
week_drafts = table_of(WeekDraft, "week_drafts", metadata, ("week", "number"))
draft_lines = table_of(DraftLine, "draft_lines", metadata, ("week", "draft", "shift_id"))
person_weeks = table_of(
    PersonWeek,
    "person_weeks",
    metadata,
    ("person", "week"),
    sa.Index("idx_person_weeks_week", "week", "person"),
)
time_off_requests = table_of(
    TimeOffRequest,
    "time_off_requests",
    metadata,
    ("id",),
    sa.Index("idx_time_off_requests_last", "last_on"),
)
swaps = table_of(
    Swap,
    "swaps",
    metadata,
    ("id",),
    sa.Index("idx_swaps_week", "week", "made_at"),
    partial("idx_swaps_open", "made_at", where=IS_OPEN_SWAP),
)
clashes = table_of(
    Clash,
    "clashes",
    metadata,
    ("week", "shift_id"),
    partial("idx_clashes_open", "week", "shift_id", where=IS_OPEN_CLASH),
)
sheets_seen = table_of(SheetsSeen, "sheets_seen", metadata, ("id",))
rota_links = table_of(
    RotaLink,
    "rota_links",
    metadata,
    ("digest",),
    sa.Index("idx_rota_links_expires", "expires_at"),
)
shift_feeds = table_of(
    ShiftFeed,
    "shift_feeds",
    metadata,
    ("person",),
    partial("idx_shift_feeds_token", "token", where=IS_SHARED),
)

for _name in (
    draft_lines.c.shift_id,
    person_weeks.c.person,
    time_off_requests.c.id,
    swaps.c.id,
    clashes.c.shift_id,
):
    _name.type = BY_LETTER


def _by_draft_and_shift(key: str) -> tuple[str, int, str]:
    week, draft, shift_id = key.split("/", 2)
    return week, int(draft), shift_id


def _by_person_and_week(key: str) -> tuple[str, str]:
    person, _, week = key.rpartition("/")
    return person, week


def _by_week_and_shift(key: str) -> tuple[str, str]:
    week, _, shift_id = key.partition("/")
    return week, shift_id


ROTA_MAPPINGS = (
    TableMapping(RotaWeek, rota_weeks, by_text),
    TableMapping(WeekDraft, week_drafts, by_text_and_number),
    TableMapping(DraftLine, draft_lines, _by_draft_and_shift),
    TableMapping(PersonWeek, person_weeks, _by_person_and_week),
    TableMapping(TimeOffRequest, time_off_requests, by_text),
    TableMapping(Swap, swaps, by_text),
    TableMapping(Clash, clashes, _by_week_and_shift),
    TableMapping(RotaLink, rota_links, by_text),
    TableMapping(ShiftFeed, shift_feeds, by_text),
    TableMapping(SheetsSeen, sheets_seen, by_text),
)
