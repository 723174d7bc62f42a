"""The rows of the board: which have changed since the last poll, and what one says of its job."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from belfry.kernel.channels import CHANNELS, find_traits
from belfry.kernel.cron import find_zone
from belfry.kernel.errors import InputError
from belfry.kernel.sheets import (
    Column,
    Columns,
    Row,
    RowReader,
    Sheet,
    Taken,
    Unread,
    read_id,
    undo_inert,
)
from belfry.kernel.sheets.cells import read_email, read_yes_no
from belfry.kernel.sheets.phones import read_phone
from belfry.kernel.texts import make_storable

LONGEST_CELL = 200
LONGEST_ID = 100

COLUMNS = (
    Column("job_id", ("job", "job no", "job number", "ticket", "id", "ref"), is_needed=True),
    Column("customer", ("customer name", "name", "client")),
    Column("contact", ("phone", "mobile", "email", "e-mail", "phone or email")),
    Column("channel", ("updates by", "notify by", "contact by")),
    Column("item", ("what", "description", "work")),
    Column("stage", ("status", "state"), is_needed=True),
    Column("photo", ("picture", "image")),
    Column("timezone", ("time zone", "zone")),
    Column("consent", ("updates", "may contact", "opted in")),
)
_CHANNEL_OF = {word: name for name, traits in CHANNELS.items() for word in traits.words}


@dataclass(frozen=True, slots=True)
class Page:
    """The board as read, and the country its phone numbers are from."""

    sheet: Sheet
    columns: Columns
    country: str


@dataclass(frozen=True, slots=True)
class SeenRows:
    """The text of each known job's row as last read, by job id.

    `unsettled` are the jobs with a pending change (None) or a missing row (since when). They are
    read again even if their row is unchanged.
    """

    still_open: Mapping[str, str] = field(default_factory=dict)
    over: Mapping[str, str] = field(default_factory=dict)
    unsettled: Mapping[str, datetime | None] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ChangedRows:
    """The `rows` to read and all rows `present`, by job id; rows without an id, doubled ids."""

    rows: dict[str, Row] = field(default_factory=dict)
    present: dict[str, Row] = field(default_factory=dict)
    nameless: list[Row] = field(default_factory=list)
    doubled: dict[str, list[int]] = field(default_factory=dict)


def find_changed_rows(
    rows: Sequence[Row], id_place: int, seen: SeenRows, *, is_reread: bool
) -> ChangedRows:
    """Compare the rows by their text, so that a poll costs little more than reading the board.

    `is_reread` gives every row, after the settings or headers changed. A job with several rows that
    differ is left out: none of them can be believed.
    """
    texts = {**seen.over, **seen.still_open} if seen.over else seen.still_open
    ids = [row.cells[id_place].strip() for row in rows]
    ids = [job_id if job_id in texts else parse_id(job_id) for job_id in ids]
    changed = ChangedRows(present=dict(zip(ids, rows, strict=True)))
    if len(changed.present) < len(ids) or "" in changed.present:
        _separate_unclear(changed, ids, rows)
    for job_id, row in changed.present.items():
        if is_reread or texts.get(job_id) != row.text or job_id in seen.unsettled:
            changed.rows[job_id] = row
    for job_id in changed.doubled:
        changed.rows.pop(job_id, None)
    return changed


def _separate_unclear(changed: ChangedRows, ids: Sequence[str], rows: Sequence[Row]) -> None:
    """Separate rows without an id, and jobs with several rows that differ."""
    by_id: dict[str, list[Row]] = {}
    for job_id, row in zip(ids, rows, strict=True):
        by_id.setdefault(job_id, []).append(row)
    changed.nameless.extend(by_id.pop("", ()))
    changed.present.pop("", None)
    for job_id, same in by_id.items():
        if len({row.text.strip() for row in same}) > 1:
            changed.doubled[job_id] = [row.line for row in same]


def parse_id(text: str) -> str:
    """The job id in a cell, undoing what a spreadsheet did to it; empty if it cannot be read."""
    match read_id(text):
        case Taken(job_id) if len(job_id) <= LONGEST_ID:
            return make_storable(job_id, most=LONGEST_ID)
        case _:
            return ""


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardRow:
    """`text` is the row as in the file; empty if the row must be read again at the next poll."""

    id: str
    text: str = field(repr=False)
    customer: str = field(repr=False)
    contact: str = field(repr=False)
    channel: str
    item: str
    stage: str
    consent: str
    zone: str
    photo: str = ""


def read_board_row(reader: RowReader, *, job_id: str, country: str, is_over: bool) -> BoardRow:
    """Read a row; mistakes are added to the reader's problems.

    A row with a mistake keeps no text, so that it is read again until it is fixed. A job that
    `is_over` needs no address.
    """
    channel = reader.take("channel", _find_channel) or ""
    is_needed = not is_over or bool(reader.text("contact"))
    contact = _read_contact(reader, channel, country) if is_needed else ""
    zone = reader.take("timezone", _read_zone)
    consent = _read_consent(reader)
    return BoardRow(
        id=job_id,
        customer=_shorten(undo_inert(reader.text("customer"))),
        contact=contact,
        channel=channel or guess_channel(contact),
        item=_shorten(undo_inert(reader.text("item"))),
        stage=_shorten(reader.text("stage")),
        consent=consent,
        zone=zone or "",
        photo=_shorten(reader.text("photo")),
        text="" if reader.problems else make_storable(reader.row.text, most=len(reader.row.text)),
    )


def guess_channel(contact: str) -> str:
    """The channel for an address where the board names none."""
    if not contact:
        return ""
    address = "email" if "@" in contact else "phone"
    return next(name for name, traits in CHANNELS.items() if traits.address == address)


def _find_channel(text: str) -> Taken[str] | Unread:
    channel = _CHANNEL_OF.get(" ".join(text.casefold().split()))
    if channel is None:
        expected = " or ".join(traits.words[0] for traits in CHANNELS.values())
        return Unread(f"expected {expected}, not {text!r}")
    return Taken(channel)


def _read_contact(reader: RowReader, channel: str, country: str) -> str:
    contact = reader.text("contact")
    if not contact:
        reader.blame("contact", "expected an e-mail address or a phone number, and found nothing")
        return ""
    if find_traits(channel or guess_channel(contact)).address == "email":
        return reader.take("contact", read_email) or ""
    return reader.take("contact", lambda text: read_phone(text, country=country)) or ""


def _read_consent(reader: RowReader) -> str:
    """An unreadable word counts as no: it may have been a refusal."""
    if not reader.text("consent"):
        return ""
    return "yes" if reader.take("consent", read_yes_no) else "no"


def _read_zone(text: str) -> Taken[str] | Unread:
    try:
        return Taken(find_zone(text).key)
    except InputError as error:
        return Unread(str(error).removeprefix("timezone: "))


def _shorten(text: str) -> str:
    return make_storable(text, most=LONGEST_CELL)
