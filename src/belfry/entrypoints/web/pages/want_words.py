"""What each room wants of somebody, in a few words: enough to know what the morning holds."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from belfry.controls.moves import Move
from belfry.entrypoints.web.pages.words import MOVES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from belfry.entrypoints.web.pages.clock_wants import ClockWants
    from belfry.entrypoints.web.pages.control_wants import ControlWants
    from belfry.entrypoints.web.pages.job_wants import JobWants
    from belfry.entrypoints.web.pages.rota_wants import RotaWants


def say_jobs(wants: JobWants) -> str:
    return _join(
        (len(wants.replies), "reply", "replies"),
        (len(wants.slips), "told by mistake"),
        (len(wants.letters), "message", "messages"),
        (len(wants.stuck), "standing still"),
        (wants.wordings, "about wordings"),
        (len(wants.missing) + len(wants.troubles), "to mend"),
    )


def say_rota(wants: RotaWants) -> str:
    return _join(
        (len(wants.asked), "question to you", "questions to you"),
        (len(wants.drafts), "draft", "drafts"),
        (len(wants.open.swaps), "swap", "swaps"),
        (len(wants.open.time_off), "time-off request", "time-off requests"),
        (len(wants.open.clashes), "clash", "clashes"),
        (len(wants.gaps) + wants.more_gaps, "open shift", "open shifts"),
        (len(wants.letters), "message", "messages"),
        (len(wants.troubles), "to mend"),
    )


def say_controls(wants: ControlWants) -> str:
    return _join(
        *_count_moves(wants),
        (len(wants.letters), "message", "messages"),
        (len(wants.unlisted) + len(wants.troubles), "to mend"),
    )


def say_clock(wants: ClockWants) -> str:
    return _join(
        (len(wants.troubled), "cannot ring"),
        (len(wants.failing), "failing"),
        (len(wants.notices), "notice", "notices"),
        (len(wants.letters), "message", "messages"),
        (len(wants.troubles), "to mend"),
    )


def _count_moves(wants: ControlWants) -> Iterator[tuple[int, str]]:
    """The most pressing first."""
    counted = Counter(one.decision.move for one in wants.found.lines)
    for move in reversed(Move):
        yield counted[move], MOVES[move].word


def _join(*parts: tuple[int, str] | tuple[int, str, str]) -> str:
    """The last word of each is said of more than one."""
    return ", ".join(
        f"{count} {words[0] if count == 1 else words[-1]}" for count, *words in parts if count
    )
