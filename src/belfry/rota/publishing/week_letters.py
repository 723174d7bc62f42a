"""How every message of the rota is worded: as a letter, or as a text for a phone.

The words are plain, and say only what the facts hold.
"""

from __future__ import annotations

from typing import assert_never

from belfry.rota.drafts.drafted_weeks import Outcome
from belfry.rota.messages.facts import (
    AnyTold,
    ClashTold,
    DraftTold,
    FairnessTold,
    Flag,
    NoteUnread,
    OpenShiftsTold,
    SwapAsked,
    SwapNews,
    SwapToDecide,
    TimeOffNews,
    TimeOffToDecide,
    UnpublishedTold,
    WeekTold,
)
from belfry.rota.publishing.letter_frames import (
    Sketch,
    Words,
    frame_letter,
    frame_text,
    list_lines,
    tidy_line,
    tidy_name,
    tidy_sentence,
)
from belfry.rota.publishing.own_shifts import (
    Changes,
    count_minutes,
    count_shifts,
    find_changes,
    list_changes,
    list_changes_shortly,
    say_shift,
    say_shortly,
    say_week,
    say_with_hours,
    sort_shifts,
)
from belfry.rota.reports.fairness_words import sketch_fairness
from belfry.rota.requests.request_words import (
    sketch_asking,
    sketch_swap_news,
    sketch_swap_to_decide,
    sketch_time_off_news,
    sketch_time_off_to_decide,
    sketch_unread_note,
)
from belfry.rota.rules.voice import Thing, Voice
from belfry.rota.shift_words import join_words, render_hours

PLAIN = Voice()


def word_letter(told: AnyTold, voice: Voice = PLAIN) -> Words:
    """As an e-mail."""
    return frame_letter(sketch(told), told, voice)


def word_text(told: AnyTold, voice: Voice = PLAIN) -> Words:
    """As a text message: what matters, and no more."""
    return frame_text(sketch(told), told, voice)


def sketch(told: AnyTold) -> Sketch:
    match told:
        case WeekTold():
            return sketch_week(told)
        case DraftTold() | OpenShiftsTold() | UnpublishedTold() | ClashTold() | FairnessTold():
            return _sketch_for_manager(told)
        case SwapAsked():
            return sketch_asking(told)
        case SwapToDecide():
            return sketch_swap_to_decide(told)
        case SwapNews():
            return sketch_swap_news(told)
        case TimeOffToDecide():
            return sketch_time_off_to_decide(told)
        case NoteUnread():
            return sketch_unread_note(told)
        case TimeOffNews():
            return sketch_time_off_news(told)
        case never:
            assert_never(never)


def _sketch_for_manager(
    told: DraftTold | OpenShiftsTold | UnpublishedTold | ClashTold | FairnessTold,
) -> Sketch:
    match told:
        case DraftTold():
            return sketch_draft(told)
        case OpenShiftsTold():
            return sketch_open_shifts(told)
        case UnpublishedTold():
            return sketch_unpublished(told)
        case ClashTold():
            return sketch_clash(told)
        case FairnessTold():
            return sketch_fairness(told)
        case never:
            assert_never(never)


def sketch_week(told: WeekTold) -> Sketch:
    shifts = sort_shifts(told.shifts)
    changes = _find_news(told)
    thing = _find_thing(told, changes)
    week, hours = say_week(told.starts_on), render_hours(count_minutes(shifts))
    lines = [say_with_hours(one, told.zone) for one in shifts]
    total = f"In all: {count_shifts(len(shifts))}, {hours}." if shifts else ""
    news = list_lines("What has changed:", list(list_changes(changes, told.zone)))
    brief = list_changes_shortly(changes, told.zone) if changes else _list_shortly(told)
    return Sketch(
        thing=thing,
        subject=_say_subject(thing, week, len(shifts), hours),
        opening=_say_opening(thing, week, is_empty=not shifts),
        parts=(news, list_lines("Your shifts:" if changes else "", lines), total),
        brief=tuple(brief),
        call="See your week, or ask for a swap:" if shifts else "See your week:",
        slots={"week": week, "shifts": count_shifts(len(shifts)), "hours": hours},
        needs=() if shifts else ("news",),
    )


def _find_news(told: WeekTold) -> Changes:
    if told.before is None or told.is_reminder:
        return Changes()
    return find_changes(told.before, told.shifts)


def _find_thing(told: WeekTold, changes: Changes) -> Thing:
    if changes:
        return Thing.WEEK_CHANGED
    if not told.shifts:
        return Thing.NO_SHIFTS
    return Thing.REMINDER if told.is_reminder else Thing.WEEK_PUBLISHED


def _list_shortly(told: WeekTold) -> list[str]:
    return [say_shortly(one, told.zone) for one in sort_shifts(told.shifts)]


def _say_subject(thing: Thing, week: str, count: int, hours: str) -> str:
    match thing:
        case Thing.NO_SHIFTS:
            return f"No shifts from {week}"
        case Thing.WEEK_CHANGED:
            return f"Changed: your shifts from {week}"
        case Thing.REMINDER:
            return f"Reminder: your shifts from {week}"
        case _:
            return f"Your shifts from {week}: {count}, {hours}"


def _say_opening(thing: Thing, week: str, *, is_empty: bool) -> str:
    match thing:
        case Thing.NO_SHIFTS:
            return f"You have no shifts from {week}."
        case Thing.WEEK_CHANGED if is_empty:
            return f"You have no shifts any more from {week}."
        case Thing.WEEK_CHANGED:
            return f"Your shifts from {week} have changed."
        case Thing.REMINDER:
            return f"A reminder of your shifts from {week}."
        case _:
            return f"Here are your shifts from {week}."


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
