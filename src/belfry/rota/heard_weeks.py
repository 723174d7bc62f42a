"""What somebody has heard of their week so far, by the messages that left.

What was held and replaced never arrived. What may have arrived, or not, counts as heard for the
words, and what it spoke of may stand in their calendar.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from belfry.rota.invites import Invite, Method
from belfry.rota.own_shifts import OwnShift, read_told, sort_shifts


@dataclass(frozen=True, slots=True)
class Heard:
    """`last` is None if nothing ever left; `noted` is all that may stand in their calendar."""

    last: tuple[OwnShift, ...] | None = None
    noted: tuple[OwnShift, ...] = ()


def find_heard(said: Iterable[tuple[Mapping[str, Any], bool]]) -> Heard:
    """`said` are the shifts of each message, the newest first, and whether it surely arrived.

    Whatever came before one that surely arrived is settled by it.
    """
    last: tuple[OwnShift, ...] | None = None
    noted: dict[str, OwnShift] = {}
    for told, is_sure in said:
        shifts = read_told(told)
        last = shifts if last is None else last
        noted = {**{one.id: one for one in shifts}, **noted}
        if is_sure:
            break
    return Heard(last, tuple(sort_shifts(noted.values())))


def list_invites(
    heard: Heard, shifts: Iterable[OwnShift], sequences: Mapping[str, int]
) -> tuple[Invite, ...]:
    """Everything that their calendar must hear to be right: what is off first, then all of theirs.

    All of it each time, so that a message that never arrived leaves no gap.
    """
    theirs = {one.id: one for one in shifts}
    gone = [one for one in heard.noted if one.id not in theirs]
    return (
        *(Invite(Method.CANCEL, one, sequences.get(one.id, 0)) for one in gone),
        *(
            Invite(Method.REQUEST, one, sequences.get(one.id, 0))
            for one in sort_shifts(theirs.values())
        ),
    )
