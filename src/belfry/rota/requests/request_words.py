"""What is said when somebody wants to be free of a shift, or time off, and how it was decided."""

from __future__ import annotations

from belfry.kernel.texts import make_harmless
from belfry.rota.messages.facts import (
    NoteUnread,
    SwapAsked,
    SwapNews,
    SwapToDecide,
    TimeOffNews,
    TimeOffToDecide,
)
from belfry.rota.publishing.letter_frames import (
    Sketch,
    list_lines,
    tidy_line,
    tidy_name,
    tidy_sentence,
)
from belfry.rota.publishing.own_shifts import say_shift, say_shortly, say_with_hours
from belfry.rota.requests.requests import SwapKind, SwapState
from belfry.rota.rules.voice import Thing
from belfry.rota.shift_words import join_words, render_days

MOST_NOTE_LINES = 60
LONGEST_SAID = 160


def sketch_asking(told: SwapAsked) -> Sketch:
    name = tidy_name(told.person)
    whose = f"It is the shift of {name}, who stays responsible for it until it is yours."
    return Sketch(
        thing=Thing.SWAP_ASKED,
        subject=f"Can you take {say_shortly(told.shift, told.zone)}?",
        opening=f"Can you take {say_with_hours(told.shift, told.zone)}?",
        parts=(
            f"{whose} It is urgent." if told.is_urgent else whose,
            "It becomes yours once a manager has agreed. You need not take it.",
        ),
        brief=("It is urgent",) if told.is_urgent else (),
        call="Say yes or no:",
        slots={"shift": say_shift(told.shift, told.zone), "person": name},
        needs=("shift",),
    )


def sketch_swap_to_decide(told: SwapToDecide) -> Sketch:
    if told.kind is SwapKind.DROP:
        return _sketch_drop(told)
    if told.kind is SwapKind.TAKE:
        return _sketch_open(told)
    return _sketch_offer(told) if told.taker else _sketch_stuck(told)


def _sketch_drop(told: SwapToDecide) -> Sketch:
    name, shift = tidy_name(told.person), say_shift(told.shift, told.zone)
    return Sketch(
        thing=Thing.DROP_ASKED,
        subject=f"{name} asks to drop {say_shortly(told.shift, told.zone)}",
        opening=f"{name} asks to drop {shift}.",
        parts=(
            _quote_note(told.note),
            f"Until you agree, {name} stays responsible for it; then it is open.",
        ),
        call="Agree, or decline:",
        slots={"shift": shift, "person": name},
        needs=("shift", "person"),
    )


def _sketch_offer(told: SwapToDecide) -> Sketch:
    name, taker = tidy_name(told.person), tidy_name(told.taker)
    shift = say_shift(told.shift, told.zone)
    return Sketch(
        thing=Thing.SWAP_OFFERED,
        subject=f"{taker} would take {say_shortly(told.shift, told.zone)} for {name}",
        opening=f"{taker} would take {shift} for {name}.",
        parts=(tidy_sentence(told.why), _quote_note(told.note)),
        call="Agree, or decline:",
        slots={"shift": shift, "person": name},
        needs=("news",),
    )


def _sketch_open(told: SwapToDecide) -> Sketch:
    """Nobody has the shift, so a sentence of the team's own that names a person is not used."""
    taker, shift = tidy_name(told.taker), say_shift(told.shift, told.zone)
    return Sketch(
        thing=Thing.SWAP_OFFERED,
        subject=f"{taker} can take {say_shortly(told.shift, told.zone)}, which is open",
        opening=f"{taker} can take {shift}, which is open.",
        parts=(tidy_sentence(told.why), _quote_note(told.note)),
        call="Agree, or decline:",
        slots={"shift": shift},
        needs=("news",),
    )


def _sketch_stuck(told: SwapToDecide) -> Sketch:
    name, shift = tidy_name(told.person), say_shift(told.shift, told.zone)
    refused = join_words([tidy_name(one) for one in told.refused])
    return Sketch(
        thing=Thing.SWAP_STUCK,
        subject=f"Nobody to take {say_shortly(told.shift, told.zone)} for {name}",
        opening=f"{name} asks for somebody to take {shift}, and nobody is left to ask.",
        parts=(
            f"Asked in vain: {refused}." if refused else "",
            tidy_sentence(told.why),
            _quote_note(told.note),
        ),
        call="See to it:",
        slots={"shift": shift, "person": name},
        needs=("shift", "person"),
    )


def sketch_swap_news(told: SwapNews) -> Sketch:
    shift = say_shift(told.shift, told.zone)
    return Sketch(
        thing=Thing.SWAP_SETTLED,
        subject=f"{_title_news(told)}: {say_shortly(told.shift, told.zone)}",
        opening=_say_news(told, shift),
        parts=(tidy_sentence(told.why),),
        brief=_list_said(told.why),
        call="See your week:",
        slots={"shift": shift, "person": tidy_name(told.person)},
        needs=("news",),
    )


def _title_news(told: SwapNews) -> str:
    if told.kind is SwapKind.TAKE and told.state in (SwapState.WITHDRAWN, SwapState.LAPSED):
        return "Your offer is over"
    if told.state is SwapState.DONE:
        return "Yours now" if told.is_for_taker else "No longer yours"
    return "Not yours" if told.is_for_taker else "Still yours"


def _say_news(told: SwapNews, shift: str) -> str:
    name, taker = tidy_name(told.person), tidy_name(told.taker)
    if told.kind is SwapKind.TAKE:
        return _say_of_open(told.state, shift)
    if told.is_for_taker:
        if told.state is SwapState.DONE:
            return f"It is agreed: {shift} is yours now, in place of {name}."
        return f"You need not take {shift}: it stays with {name}."
    if told.state is SwapState.DONE:
        by = f"; {taker} has it now" if taker else ""
        return f"It is agreed: {shift} is no longer yours{by}."
    return f"{shift} is still yours: {_ENDED.get(told.state, 'nothing was changed')}."


def _say_of_open(state: SwapState, shift: str) -> str:
    """To whoever offered to take a shift that nobody had; they may have it by now all the same."""
    match state:
        case SwapState.DONE:
            return f"It is agreed: {shift} is yours now."
        case SwapState.DECLINED:
            return f"A manager did not agree that you take {shift}."
        case SwapState.WITHDRAWN:
            return f"Your offer to take {shift} was taken back."
        case _:
            return f"Your offer to take {shift} is over."


_ENDED = {
    SwapState.DECLINED: "a manager did not agree",
    SwapState.WITHDRAWN: "the request was taken back",
    SwapState.LAPSED: "the request is over",
    SwapState.STUCK: "nobody was found so far, and a manager sees to it",
}


def sketch_time_off_to_decide(told: TimeOffToDecide) -> Sketch:
    name, days = tidy_name(told.person), render_days(told.first_on, told.last_on)
    shifts = [say_shift(one, told.zone) for one in told.shifts]
    return Sketch(
        thing=Thing.TIME_OFF_ASKED,
        subject=f"{name} asks for time off: {days}",
        opening=f"{name} asks for time off: {days}.",
        parts=(
            f"Why: {tidy_line(told.reason)}" if told.reason else "",
            list_lines(f"Shifts of {name} on these days:", shifts),
        ),
        call="Approve it, change the days, or decline:",
        slots={"person": name, "days": days},
        needs=("person", "days"),
    )


def sketch_unread_note(told: NoteUnread) -> Sketch:
    """The note as it came: nobody guesses what it means."""
    who = tidy_name(told.person) or tidy_name(told.sender) or "somebody unknown"
    return Sketch(
        thing=Thing.NOTE_UNREAD,
        subject=f"A note from {who} that could not be read",
        opening=f"A note about time off from {who} could not be read.",
        parts=(tidy_sentence(told.why), _quote_note(told.note)),
        brief=_list_said(told.note),
        call="Enter the days, or put it away:",
        slots={"person": who},
        needs=("person",),
    )


def sketch_time_off_news(told: TimeOffNews) -> Sketch:
    days = render_days(told.first_on, told.last_on)
    asked = told.asked if told.asked != (told.first_on, told.last_on) else None
    edited = f"You had asked for {render_days(*asked)}; please look at the days." if asked else ""
    answer = "approved" if told.is_approved else "declined"
    return Sketch(
        thing=Thing.TIME_OFF_APPROVED if told.is_approved else Thing.TIME_OFF_DECLINED,
        subject=f"Time off {answer}: {days}",
        opening=f"Your time off is {answer}: {days}.",
        parts=(edited, tidy_sentence(told.why)),
        brief=_list_said(edited, told.why),
        call="See your time off:",
        slots={"days": days},
        needs=("days",),
    )


def _list_said(*sentences: str) -> tuple[str, ...]:
    """Those that say something, as a text message lists them."""
    tidied = (make_harmless(one, most=LONGEST_SAID).rstrip(".") for one in sentences)
    return tuple(one for one in tidied if one)


def _quote_note(note: str) -> str:
    lines = [tidy_line(line) for line in note.strip().splitlines()]
    shown = lines[:MOST_NOTE_LINES]
    more = ["> ..."] if len(lines) > MOST_NOTE_LINES else []
    return "\n".join([*(f"> {line}".rstrip() for line in shown), *more]) if note.strip() else ""
