"""How a control's record holds what the decisions are made from.

The due date is what reminders are recorded under. So a control whose due date changes takes up what
was recorded of the new one: it may have been that control's due date before.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date
from functools import lru_cache
from typing import Any

from belfry.controls.chains.chains import Offsets, parse_override
from belfry.controls.chains.moves import Snooze, Standing, WindowRecord
from belfry.controls.chains.progress import Progress
from belfry.controls.chains.rules import ChainFound, Rules, find_chain
from belfry.controls.controls import Control
from belfry.controls.histories import ReminderLine, recall_escalation, recall_windows
from belfry.controls.reports.glimpses import Glimpse
from belfry.kernel.hours.clock_times import ReadingError


def progress_of(control: Control) -> Progress:
    return Progress(
        first_seen_on=control.first_seen_on,
        first_due_on=control.first_due_on,
        anchor_on=control.anchor_on,
        counted_from_on=control.counted_from_on,
        due_on=control.due_on,
        last_done_on=control.last_done_on,
        snoozes=read_snoozes(control.snoozes),
        closings=control.cycle - 1,
        opened_by=control.opened_by,
        withdrawn_on=control.withdrawn_on,
    )


def put_progress(control: Control, progress: Progress, lines: Sequence[ReminderLine]) -> Control:
    """`lines` are the control's reminders; nobody needs them while the due date stays."""
    moved = replace(
        control,
        first_due_on=progress.first_due_on,
        anchor_on=progress.anchor_on,
        counted_from_on=progress.counted_from_on,
        due_on=progress.due_on,
        last_done_on=progress.last_done_on,
        snoozes=write_snoozes(progress.snoozes),
        cycle=progress.closings + 1,
        opened_by=progress.opened_by,
        withdrawn_on=progress.withdrawn_on,
    )
    if progress.due_on == control.due_on:
        return moved
    return replace(
        moved,
        windows=_write_windows(recall_windows(lines, progress.due_on)),
        escalated_on=recall_escalation(lines, progress.due_on),
    )


def standing_of(control: Control, chain: Offsets) -> Standing:
    return Standing(
        due_on=control.due_on,
        chain=chain,
        windows=tuple(
            WindowRecord(int(window), date.fromisoformat(said["on"]), said["sent"])
            for window, said in control.windows.items()
        ),
        snoozes=read_snoozes(control.snoozes),
        escalated_on=control.escalated_on,
        last_sent_on=control.last_sent_on,
    )


def put_standing(control: Control, standing: Standing, look_on: date) -> Control:
    """`look_on` is the day on which there is next anything to decide."""
    return replace(
        control,
        look_on=look_on,
        windows=_write_windows(standing.windows),
        snoozes=write_snoozes(standing.snoozes),
        escalated_on=standing.escalated_on,
        last_sent_on=standing.last_sent_on,
    )


def chain_of(control: Control | Glimpse, rules: Rules) -> ChainFound:
    """The chain that holds for a control, and whence it comes."""
    return find_chain(rules, control.name, control.area, _read_override(control.chain_override))


def read_snoozes(kept: Mapping[str, Any]) -> tuple[Snooze, ...]:
    return tuple(
        Snooze(
            date.fromisoformat(said["from"]),
            date.fromisoformat(said["until"]),
            date.fromisoformat(said["reminded"]) if said["reminded"] else None,
        )
        for _, said in sorted(kept.items(), key=lambda one: int(one[0]))
    )


def write_snoozes(snoozes: Iterable[Snooze]) -> dict[str, Any]:
    return {
        str(number): {
            "from": snooze.from_on.isoformat(),
            "until": snooze.until_on.isoformat(),
            "reminded": snooze.reminded_on.isoformat() if snooze.reminded_on else None,
        }
        for number, snooze in enumerate(snoozes, 1)
    }


def _write_windows(records: Iterable[WindowRecord]) -> dict[str, Any]:
    return {
        str(one.window): {"on": one.on.isoformat(), "sent": one.is_sent}
        for one in sorted(records, key=lambda one: one.window)
    }


@lru_cache(maxsize=1024)
def _read_override(text: str) -> Offsets | None:
    """What was kept was readable once; if it no longer is, the rules decide."""
    try:
        return parse_override(text) if text else None
    except ReadingError:
        return None
