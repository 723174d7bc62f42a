"""What one row of the board says of a job and its customer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from belfry.kernel.cron import find_zone
from belfry.kernel.errors import InputError
from belfry.kernel.sheets import Column, Row, RowReader, Taken, Unread, read_id, undo_inert
from belfry.kernel.sheets.cells import read_email, read_yes_no
from belfry.kernel.sheets.phones import read_phone
from belfry.kernel.texts import make_storable

LONGEST_CELL = 200

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

CHANNELS = {
    "email": ("email", "e-mail", "mail"),
    "sms": ("sms", "text", "texts", "txt", "text message", "mobile", "phone"),
}
_CHANNEL_OF = {word: channel for channel, words in CHANNELS.items() for word in words}


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardRow:
    """`text` is the row as it stands in the file, or nothing if it must be looked at again."""

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
    """The row, with what is wrong in it left to the reader's problems.

    A row with a mistake is kept without its text: it is looked at again until it is mended. Once a
    job `is_over` nobody needs to be reached any more, and an address may be missing.
    """
    channel = _read_channel(reader)
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
    """How somebody is reached at that address, where the board does not say."""
    if not contact:
        return ""
    return "email" if "@" in contact else "sms"


def _read_channel(reader: RowReader) -> str:
    return reader.take("channel", _find_channel) or ""


def _find_channel(text: str) -> Taken[str] | Unread:
    channel = _CHANNEL_OF.get(" ".join(text.casefold().split()))
    if channel is None:
        return Unread(f"expected email or text, not {text!r}")
    return Taken(channel)


def _read_contact(reader: RowReader, channel: str, country: str) -> str:
    """The address that fits the channel; a problem if there is none."""
    said = reader.text("contact")
    if not said:
        reader.blame("contact", "expected an e-mail address or a phone number, and found nothing")
        return ""
    if (channel or guess_channel(said)) == "email":
        return reader.take("contact", read_email) or ""
    return reader.take("contact", lambda text: read_phone(text, country=country)) or ""


def _read_consent(reader: RowReader) -> str:
    """A word that cannot be read may well have been a refusal."""
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


LONGEST_ID = 100


@dataclass(frozen=True, slots=True)
class Sightings:
    """As much of all jobs as tells whether the board is news: each job's row as it was last read.

    `unsettled` are the jobs with a change that is pending or a row that is missing, since when it
    is; they are looked at again whatever their row says.
    """

    still_open: Mapping[str, str] = field(default_factory=dict)
    over: Mapping[str, str] = field(default_factory=dict)
    unsettled: Mapping[str, datetime | None] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class News:
    """The rows to look at, by job; all jobs on the board; rows whose id is empty or taken twice."""

    rows: dict[str, Row] = field(default_factory=dict)
    present: dict[str, Row] = field(default_factory=dict)
    nameless: list[Row] = field(default_factory=list)
    doubled: dict[str, list[int]] = field(default_factory=dict)


def find_news(rows: Sequence[Row], id_place: int, seen: Sightings, *, is_reread: bool) -> News:
    """`is_reread` makes every row news: the settings or the headers have changed.

    Two rows of one job that differ are news of nothing: nobody can say which of them is true.
    """
    texts = {**seen.over, **seen.still_open} if seen.over else seen.still_open
    ids = [row.cells[id_place].strip() for row in rows]
    ids = [job_id if job_id in texts else tidy_id(job_id) for job_id in ids]
    news = News(present=dict(zip(ids, rows, strict=True)))
    if len(news.present) < len(ids) or "" in news.present:
        _set_apart(news, ids, rows)
    for job_id, row in news.present.items():
        if is_reread or texts.get(job_id) != row.text or job_id in seen.unsettled:
            news.rows[job_id] = row
    for job_id in news.doubled:
        news.rows.pop(job_id, None)
    return news


def _set_apart(news: News, ids: Sequence[str], rows: Sequence[Row]) -> None:
    """Rows without an id, and jobs with several rows of which not all say the same."""
    by_id: dict[str, list[Row]] = {}
    for job_id, row in zip(ids, rows, strict=True):
        by_id.setdefault(job_id, []).append(row)
    news.nameless.extend(by_id.pop("", ()))
    news.present.pop("", None)
    for job_id, same in by_id.items():
        if len({row.text.strip() for row in same}) > 1:
            news.doubled[job_id] = [row.line for row in same]


def tidy_id(text: str) -> str:
    """The id a person typed, whatever a spreadsheet made of it; nothing if it cannot be told."""
    match read_id(text):
        case Taken(job_id) if len(job_id) <= LONGEST_ID:
            return make_storable(job_id, most=LONGEST_ID)
        case _:
            return ""
