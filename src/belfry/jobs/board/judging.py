"""Whether a changed cell on the board is a job that moved.

Known, forward and new: all three, or nobody is told. What goes backward or sideways is a
correction: it is written down, and the customer hears nothing.
"""

from __future__ import annotations

from dataclasses import dataclass

from belfry.jobs.settings.stages import Stage, Stages


@dataclass(frozen=True)
class Moved:
    """The job went forward; `entered_from` is the main stage to come back to from a side stage.

    `is_jump` says that it passed over stages of the main line.
    """

    was: str
    now: str
    entered_from: str | None
    is_jump: bool
    why: str


@dataclass(frozen=True)
class Corrected:
    """The job stands elsewhere now, and that is no news for the customer."""

    was: str
    now: str
    entered_from: str | None
    why: str


@dataclass(frozen=True)
class Unchanged:
    """The job is where it was; `stage` is what its stage is called today."""

    stage: str


@dataclass(frozen=True)
class UnknownStage:
    """The cell names no stage; `nearest` is the one that was probably meant."""

    said: str
    nearest: str | None


def judge_change(
    seen: str, *, stage: str, entered_from: str | None, stages: Stages
) -> Moved | Corrected | Unchanged | UnknownStage:
    """What a cell that says `seen` means for a job recorded in `stage`.

    `entered_from` is the main stage from which a job went into its side stage, where it is known.
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
        kept = was.name if not was.is_side else _find_main(entered_from, stages)
        return Moved(was.name, now.name, kept, False, f"{now.name} is a side stage")
    if was.is_side:
        return _judge_return(was, now, entered_from, stages)
    return _judge_step(was, now, stages)


def _judge_step(was: Stage, now: Stage, stages: Stages) -> Moved | Corrected:
    if not stages.is_after(now, was):
        why = f"{now.name} comes before {was.name}"
        return Corrected(was.name, now.name, None, why)
    is_jump = stages.next_main(was) != now
    return Moved(was.name, now.name, None, is_jump, f"{now.name} comes after {was.name}")


def _judge_return(
    was: Stage, now: Stage, entered_from: str | None, stages: Stages
) -> Moved | Corrected:
    """Out of a side stage: news if the job is at least as far as when it went there."""
    origin = stages.find(_find_main(entered_from, stages) or "") or _find_place(was, stages)
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


def _find_place(side: Stage, stages: Stages) -> Stage | None:
    """The main stage listed before a side stage: where a job comes from if nobody saw it come."""
    before = stages.all[: stages.all.index(side)]
    return next((stage for stage in reversed(before) if not stage.is_side), None)
