"""Decide what a row of the board means for its job: whether it moved, and whether that is news.

Only a change to a known stage, forward and new, is announced to the customer; a backward or
sideways move is recorded as a correction. A change counts once it has stood for the settle time;
the job entered its stage when the change was first seen, and the ETA counts from there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any

from belfry.jobs.jobs import Course, Job, LastUpdate, Move, first_id, judge_customer, next_id
from belfry.jobs.settings.shop import Shop
from belfry.jobs.settings.stages import Stage, Stages
from belfry.jobs.updates.eta import find_eta
from belfry.kernel.channels import CUSTOMER_CHANNELS, find_traits
from belfry.kernel.cron import find_zone
from belfry.kernel.errors import InputError
from belfry.kernel.hours.calendar import Calendar
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
_CHANNEL_OF = {word: name for name, traits in CUSTOMER_CHANNELS.items() for word in traits.words}


@dataclass(frozen=True, slots=True)
class Page:
    """The board as read, and the country its phone numbers are from."""

    sheet: Sheet
    columns: Columns
    country: str


@dataclass(frozen=True, slots=True)
class SeenRows:
    """The text of each row of the board as last read, by its job's number.

    `unsettled` are the jobs with a pending change (None) or a missing row (since when). They are
    read again even if their row is unchanged.
    """

    still_open: Mapping[str, str] = field(default_factory=dict)
    over: Mapping[str, str] = field(default_factory=dict)
    unsettled: Mapping[str, datetime | None] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ChangedRows:
    """The `rows` to read and all rows `present`, by number; rows without one, doubled numbers."""

    rows: dict[str, Row] = field(default_factory=dict)
    present: dict[str, Row] = field(default_factory=dict)
    nameless: list[Row] = field(default_factory=list)
    doubled: dict[str, list[int]] = field(default_factory=dict)


def list_numbers(rows: Sequence[Row], id_place: int) -> Iterator[str]:
    """Every number that a row may have, as a job keeps it."""
    for row in rows:
        cell = row.cells[id_place].strip()
        yield cell
        yield parse_id(cell)


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
    # An unreadable word counts as no: it may have been a refusal.
    has_agreed = "yes" if reader.take("consent", read_yes_no) else "no"
    return BoardRow(
        id=job_id,
        customer=_shorten(undo_inert(reader.text("customer"))),
        contact=contact,
        channel=channel or guess_channel(contact),
        item=_shorten(undo_inert(reader.text("item"))),
        stage=_shorten(reader.text("stage")),
        consent=has_agreed if reader.text("consent") else "",
        zone=zone or "",
        photo=_shorten(reader.text("photo")),
        text="" if reader.problems else make_storable(reader.row.text, most=len(reader.row.text)),
    )


def guess_channel(contact: str) -> str:
    if not contact:
        return ""
    address = "email" if "@" in contact else "phone"
    return next(name for name, traits in CUSTOMER_CHANNELS.items() if traits.address == address)


def _find_channel(text: str) -> Taken[str] | Unread:
    channel = _CHANNEL_OF.get(" ".join(text.casefold().split()))
    if channel is None:
        expected = " or ".join(traits.words[0] for traits in CUSTOMER_CHANNELS.values())
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


def _read_zone(text: str) -> Taken[str] | Unread:
    try:
        return Taken(find_zone(text).key)
    except InputError as error:
        return Unread(str(error).removeprefix("timezone: "))


def _shorten(text: str) -> str:
    return make_storable(text, most=LONGEST_CELL)


ROW_DETAILS = ("customer", "contact", "channel", "item", "consent", "zone", "photo")
# Polls come a little early or late; a change must not wait a minute more for that.
POLL_JITTER = timedelta(milliseconds=500)


@dataclass(frozen=True)
class Moved:
    """The job moved forward; `entered_from` is the main stage it left for a side stage.

    `is_jump` if it passed over main stages.
    """

    was: str
    now: str
    entered_from: str | None
    is_jump: bool
    why: str


@dataclass(frozen=True)
class Corrected:
    """The job is in another stage now, which is no news for the customer."""

    was: str
    now: str
    entered_from: str | None
    why: str


@dataclass(frozen=True)
class Unchanged:
    """The job is where it was; `stage` is its stage's present name."""

    stage: str


@dataclass(frozen=True)
class UnknownStage:
    """The cell names no stage; `nearest` is the one probably meant."""

    cell: str
    nearest: str | None


def judge_change(
    seen: str, *, stage: str, entered_from: str | None, stages: Stages
) -> Moved | Corrected | Unchanged | UnknownStage:
    """What the cell `seen` means for a job recorded in `stage`.

    `entered_from` is the main stage from which the job went into its side stage, if known.
    """
    now, was = stages.find(seen), stages.find(stage)
    if now is None:
        return UnknownStage(seen, stages.nearest(seen))
    if was is None:
        why = f"{stage} is no longer one of the stages, so {now.name} is taken as where it is"
        return Corrected(stage, now.name, None, why)
    if now == was:
        return Unchanged(now.name)
    if now.is_side:
        origin = was.name if not was.is_side else _find_main(entered_from, stages)
        return Moved(was.name, now.name, origin, False, f"{now.name} is a side stage")
    if was.is_side:
        return _judge_return(was, now, entered_from, stages)
    if not stages.is_after(now, was):
        return Corrected(was.name, now.name, None, f"{now.name} comes before {was.name}")
    is_jump = stages.next_main(was) != now
    return Moved(was.name, now.name, None, is_jump, f"{now.name} comes after {was.name}")


def _judge_return(
    was: Stage, now: Stage, entered_from: str | None, stages: Stages
) -> Moved | Corrected:
    """Out of a side stage: a move if the job is at least as far as when it went there."""
    origin = stages.find(_find_main(entered_from, stages) or "") or _find_main_before(was, stages)
    if origin is None or origin == now:
        return Moved(was.name, now.name, None, False, f"it has left {was.name}")
    if stages.is_after(now, origin):
        is_jump = stages.next_main(origin) != now
        why = f"it has left {was.name}, and {now.name} comes after {origin.name}"
        return Moved(was.name, now.name, None, is_jump, why)
    why = f"{now.name} comes before {origin.name}, from where it went to {was.name}"
    return Corrected(was.name, now.name, None, why)


def _find_main(name: str | None, stages: Stages) -> str | None:
    stage = stages.find(name) if name else None
    return stage.name if stage and not stage.is_side else None


def _find_main_before(side: Stage, stages: Stages) -> Stage | None:
    """The main stage listed before a side stage: the assumed origin if the move was not seen."""
    before = stages.all[: stages.all.index(side)]
    return next((stage for stage in reversed(before) if not stage.is_side), None)


FindLastUpdate = Callable[[Job], LastUpdate | None]


def find_nothing(job: Job) -> None:
    """For a board whose customers have heard nothing yet."""


@dataclass(frozen=True, slots=True)
class Poll:
    """One poll of the board: when, under which settings, and whether it is the first ever."""

    now: datetime
    shop: Shop
    calendar: Calendar
    is_first: bool


@dataclass(frozen=True, slots=True)
class JudgedRow:
    """The job after reading its row, its move if it made one, and what is wrong with the stage.

    `closed` is the number's job before, if the row has become another customer's.
    """

    job: Job | None
    move: Move | None = None
    problem: str = ""
    closed: Job | None = None


def judge_row(
    row: BoardRow, job: Job | None, poll: Poll, find_last_update: FindLastUpdate = find_nothing
) -> JudgedRow:
    """What the row means for its job; None is a job not seen before."""
    if job is None:
        return _add_job(row, poll)
    customer = judge_customer(job, row.customer, row.contact, poll.now)
    if customer.is_another:
        return _replace_job(row, job, poll)
    known = replace(
        job,
        **_copy_details(row),
        known_as=customer.known_as,
        renamed_at=customer.renamed_at,
        doubt="",
        missing_since=None,
        closed_at=None,
        is_open=_is_open(job, poll),
    )
    origin = job.entered_from or None
    judged = judge_change(row.stage, stage=job.stage, entered_from=origin, stages=poll.shop.stages)
    match judged:
        case Unchanged(stage):
            return JudgedRow(replace(known, stage=stage, pending="", pending_since=None))
        case UnknownStage():
            problem = _render_unknown(row.stage, poll)
            return JudgedRow(doubt_job(known, _name_unknown(row.stage)), problem=problem)
        case Moved() | Corrected():
            return _settle(known, judged, poll, find_last_update)


def doubt_job(job: Job, why: str) -> Job:
    """The job while its row cannot be believed; the row is read again at every poll."""
    return replace(job, row="", doubt=why, pending="", pending_since=None, missing_since=None)


def _replace_job(row: BoardRow, job: Job, poll: Poll) -> JudgedRow:
    """The row has become another customer's: close its job, void what waited to be told."""
    judged = _add_job(row, poll, job_id=next_id(job))
    closed = replace(
        job,
        row="",
        slip="",
        pending="",
        pending_since=None,
        is_open=False,
        missing_since=None,
        closed_at=job.closed_at or poll.now,
        successor=judged.job.id if judged.job else "",
    )
    return replace(judged, closed=closed)


def _add_job(row: BoardRow, poll: Poll, job_id: str = "") -> JudgedRow:
    """Record a job seen for the first time; it is announced only if the settings say so."""
    stages = poll.shop.stages
    stage = stages.find(row.stage)
    if stage is None:
        return JudgedRow(None, problem=_render_unknown(row.stage, poll))
    is_told = poll.shop.tells_first_seen and not poll.is_first and stage != stages.last
    job = Job(
        id=job_id or first_id(row.id),
        number=row.id,
        **_copy_details(row),
        stage=stage.name,
        entered_at=poll.now,
        moves=1,
        told=1 if is_told else 0,
        is_open=stage != stages.last,
    )
    job = _update_eta(job, stage, poll)
    return JudgedRow(job, _make_move(job, Course.NEW, "", is_told, poll))


def _copy_details(row: BoardRow) -> dict[str, Any]:
    return {"row": row.text, **{name: getattr(row, name) for name in ROW_DETAILS}}


def _is_open(job: Job, poll: Poll) -> bool:
    """A job whose stage is no longer in the settings stays open or closed as it was."""
    stage = poll.shop.stages.find(job.stage)
    if stage is None:
        return job.is_open or job.closed_at is not None
    return stage != poll.shop.stages.last


def _settle(
    job: Job, judged: Moved | Corrected, poll: Poll, find_last_update: FindLastUpdate
) -> JudgedRow:
    """Count the change if it has stood for the settle time; keep it pending otherwise."""
    since = job.pending_since if job.pending == judged.now else None
    if since is None or since > poll.now:  # the clock may have been set back
        since = poll.now
    if poll.now - since < poll.shop.settle - POLL_JITTER:
        return JudgedRow(replace(job, pending=judged.now, pending_since=since))
    counted = _move(job, judged, since, poll, find_last_update(job))
    return JudgedRow(counted.job, counted.move)


@dataclass(frozen=True, slots=True)
class CountedMove:
    """The job after its move; `silence` is why the customer is not told, if so."""

    job: Job
    move: Move
    silence: str


def _move(
    job: Job, judged: Moved | Corrected, since: datetime, poll: Poll, update: LastUpdate | None
) -> CountedMove:
    stage = poll.shop.stages.find(judged.now)
    assert stage is not None
    number = job.moves + 1
    moved = replace(
        job,
        stage=stage.name,
        entered_at=since,
        entered_from=judged.entered_from or "",
        moves=number,
        slip=_find_slip(job, judged, update, poll.shop.stages),
        pending="",
        pending_since=None,
        is_open=stage != poll.shop.stages.last,
        chased_at=None,
        chased_stage="",
    )
    moved = _update_eta(moved, stage, poll)
    silence = find_silence(judged, moved.slip, moved.eta_by, update, poll.shop)
    moved = replace(moved, told=job.told if silence else number)
    course = Course.FORWARD if isinstance(judged, Moved) else Course.BACK
    move = _make_move(moved, course, judged.was, not silence, poll)
    return CountedMove(moved, move, silence)


def _find_slip(
    job: Job, judged: Moved | Corrected, update: LastUpdate | None, stages: Stages
) -> str:
    """The stage announced by mistake, while the job is not there yet.

    A stage that was taken out of the settings was no mistake.
    """
    was, now = stages.find(job.stage), stages.find(judged.now)
    heard = stages.find(update.stage) if update and not update.is_correction else None
    if heard and now and not _is_reached(now, heard, stages):
        is_left = isinstance(judged, Corrected) and was and _is_reached(was, heard, stages)
        return heard.name if job.slip or is_left else ""
    if isinstance(judged, Moved):
        return ""
    return job.stage if was and job.told == job.moves else job.slip


def _is_reached(now: Stage, announced: Stage, stages: Stages) -> bool:
    """Whether a job that is there now is at or beyond the stage its customer was told."""
    main = _find_main_before(announced, stages) if announced.is_side else announced
    return now in (announced, main) or main is None or stages.is_after(now, main)


def find_silence(
    judged: Moved | Corrected,
    slip: str,
    eta_by: datetime | None,
    update: LastUpdate | None,
    shop: Shop,
) -> str:
    """Why a move is recorded and not sent, if so; `slip` and `eta_by` are the job's after it."""
    stages = shop.stages
    if isinstance(judged, Corrected):
        return "it goes back"
    if stages.find(judged.now) == stages.last and not shop.tells_last:
        return "it is the last stage"
    if slip:
        return f"the customer was told {slip} by mistake: correct that first"
    if update and _is_same_news(judged, update, eta_by, stages):
        return "the customer was told this already"
    return ""


def _is_same_news(
    judged: Moved, update: LastUpdate, eta_by: datetime | None, stages: Stages
) -> bool:
    """Whether the customer has last heard of such a move to this stage, with no later ETA now."""
    was, came_from = stages.find(judged.was), stages.find(update.came_from)
    is_return = was is not None and was.is_side
    told_return = came_from is not None and came_from.is_side
    if update.is_correction or is_return != told_return:
        return False
    is_later = eta_by is not None and (update.eta_by is None or eta_by > update.eta_by)
    return stages.find_name(update.stage) == judged.now and not is_later


def _update_eta(job: Job, stage: Stage, poll: Poll) -> Job:
    following = poll.shop.stages.next_main(stage)
    eta = find_eta(
        entered_at=job.entered_at,
        typical=poll.shop.typical.get(stage.name),
        buffer=poll.shop.buffer,
        calendar=poll.calendar,
    )
    if eta is None or following is None:
        return replace(job, eta="", eta_by=None, eta_stage="")
    return replace(job, eta=eta.text, eta_by=eta.by, eta_stage=following.name)


def _make_move(job: Job, course: Course, came_from: str, is_told: bool, poll: Poll) -> Move:
    return Move(
        job_id=job.id,
        number=job.moves,
        came_from=came_from,
        went_to=job.stage,
        course=course,
        seen_at=job.entered_at,
        at=poll.now,
        is_told=is_told,
        eta=job.eta,
    )


def _render_unknown(cell: str, poll: Poll) -> str:
    return f"{_name_unknown(cell)}; {render_expected(cell, poll.shop.stages)}"


def _name_unknown(cell: str) -> str:
    return f"{cell!r} is not a stage" if cell else "the stage is empty"


def render_expected(cell: str, stages: Stages) -> str:
    nearest = stages.nearest(cell)
    names = ", ".join(stage.name for stage in stages)
    return f"expected {names}" + (f". Did you mean {nearest}?" if nearest else "")


def count_pending(job: Job, poll: Poll, update: LastUpdate | None) -> CountedMove | None:
    """The job's pending change, as if it had stood for long enough at this poll.

    None without one, and for one that names no stage any more.
    """
    if job.pending_since is None:
        return None
    origin, stages = job.entered_from or None, poll.shop.stages
    judged = judge_change(job.pending, stage=job.stage, entered_from=origin, stages=stages)
    if not isinstance(judged, Moved | Corrected):
        return None
    return _move(job, judged, job.pending_since, poll, update)
