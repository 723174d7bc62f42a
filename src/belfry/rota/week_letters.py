"""How every message of the rota is worded: as a letter, or as a text for a phone.

The words are plain, and say only what the facts hold.
"""

from __future__ import annotations

from typing import assert_never

from belfry.rota.fairness_words import sketch_fairness
from belfry.rota.letter_facts import (
    AnyTold,
    ClashTold,
    DraftTold,
    FairnessTold,
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
from belfry.rota.letter_frames import Sketch, Words, frame_letter, frame_text
from belfry.rota.manager_words import (
    sketch_clash,
    sketch_draft,
    sketch_open_shifts,
    sketch_unpublished,
)
from belfry.rota.own_week_words import sketch_week
from belfry.rota.request_words import (
    sketch_asking,
    sketch_swap_news,
    sketch_swap_to_decide,
    sketch_time_off_news,
    sketch_time_off_to_decide,
    sketch_unread_note,
)
from belfry.rota.voice import Voice

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
