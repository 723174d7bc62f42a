"""What a manager is told of a week: its draft, what is open in it, and what is in its way."""

from __future__ import annotations

from belfry.rota.drafted_weeks import Outcome
from belfry.rota.letter_facts import (
    ClashTold,
    DraftTold,
    Flag,
    OpenShiftsTold,
    UnpublishedTold,
)
from belfry.rota.letter_frames import Sketch, list_lines, tidy_line, tidy_name, tidy_sentence
from belfry.rota.own_shift_words import count_shifts, say_shift, say_shortly, say_week
from belfry.rota.shift_words import join_words
from belfry.rota.voice import Thing


def sketch_draft(told: DraftTold) -> Sketch:
    week = say_week(told.starts_on)
    filled = _say_filled(told.filled, told.seats)
    because = f"Why there is another one: {tidy_line(told.because)}" if told.because else ""
    names = [tidy_name(name) for name in told.touched]
    touched = f"It changes the shifts of {join_words(names)}." if names else ""
    return Sketch(
        thing=Thing.DRAFT_READY,
        subject=f"Draft for {week}: {told.filled} of {told.seats} filled",
        opening=f"The draft for {week} is ready: {filled}.",
        parts=(
            because,
            touched,
            list_lines("To look at:", [_say_flag(flag, told) for flag in told.flags]),
            "Nobody is told anything before you approve it.",
        ),
        brief=tuple(_say_shortly(flag, told) for flag in told.flags),
        call="Approve it, change it, or have it drafted anew:",
        slots={"week": week, "shifts": count_shifts(len(told.flags))},
        needs=("news",),
    )


def sketch_open_shifts(told: OpenShiftsTold) -> Sketch:
    week, count = say_week(told.starts_on), count_shifts(len(told.flags))
    verb = "is" if len(told.flags) == 1 else "are"
    return Sketch(
        thing=Thing.SHIFTS_OPEN,
        subject=f"Still open from {week}: {count}",
        opening=f"{count[0].upper()}{count[1:]} from {week} {verb} still open.",
        parts=(list_lines("", [_say_flag(flag, told) for flag in told.flags]),),
        brief=tuple(_say_shortly(flag, told) for flag in told.flags),
        call="See the week:",
        slots={"week": week, "shifts": count},
    )


def sketch_unpublished(told: UnpublishedTold) -> Sketch:
    week = say_week(told.starts_on)
    waiting = "Its draft waits for your answer." if told.draft else "There is no draft of it yet."
    return Sketch(
        thing=Thing.WEEK_UNPUBLISHED,
        subject=f"Not published yet: {week}",
        opening=f"Nobody has been told their shifts from {week} yet: it is not published.",
        parts=(waiting,),
        brief=(waiting.rstrip("."),),
        call="Approve it, change it, or have it drafted anew:",
        slots={"week": week},
        needs=("news",),
    )


def sketch_clash(told: ClashTold) -> Sketch:
    name, shift = tidy_name(told.person), say_shift(told.shift, told.zone)
    return Sketch(
        thing=Thing.CLASH_FOUND,
        subject=f"{name} has time off on {say_shortly(told.shift, told.zone)}",
        opening=f"The standing pattern gives {name} a shift on a day off: {shift}.",
        parts=(
            tidy_sentence(told.words),
            "Until you decide, the shift is held and nobody else is given it.",
        ),
        call="Decide who has it:",
        slots={"person": name, "shift": shift},
        needs=("person", "shift"),
    )


def _say_filled(filled: int, seats: int) -> str:
    if filled == seats:
        return "the only place is filled" if seats == 1 else f"all {seats} places are filled"
    return f"{filled} of {seats} places {'is' if filled == 1 else 'are'} filled"


def _say_flag(flag: Flag, told: DraftTold | OpenShiftsTold) -> str:
    why = f": {tidy_line(flag.why)}" if flag.why else ""
    return f"{say_shift(flag.shift, told.zone)}, {_say_outcome(flag)}{why}"


def _say_shortly(flag: Flag, told: DraftTold | OpenShiftsTold) -> str:
    return f"{say_shortly(flag.shift, told.zone)} {_say_outcome(flag)}"


def _say_outcome(flag: Flag) -> str:
    missing = f" ({flag.missing} missing)" if flag.missing else ""
    return f"{_CALLED[flag.outcome]}{missing}"


_CALLED = {
    Outcome.FILLED: "filled",
    Outcome.FAIR_SWAP: "a close call",
    Outcome.SHORT_STAFFED: "short-staffed",
    Outcome.HELD: "held for you to decide",
}
