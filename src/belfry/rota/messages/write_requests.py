"""Write to people about swaps, time off and clashes.

Only managers learn why a person cannot come, or what they wrote.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime

from belfry.messaging.messages import Message
from belfry.messaging.ports import Superseded
from belfry.rota.messages import message_keys as keys
from belfry.rota.messages.answer_choices import (
    OBJECTED,
    offer_clash,
    offer_question,
    offer_swap,
    offer_time_off,
)
from belfry.rota.messages.facts import (
    ClashFound,
    Content,
    Recipient,
    SwapNews,
    SwapQuestion,
    SwapToDecide,
    TimeOffNews,
    TimeOffToDecide,
    UnreadNote,
)
from belfry.rota.messages.message_links import FindLinks
from belfry.rota.publishing.find_shifts import FindOwnLines, FindShift
from belfry.rota.publishing.own_shifts import OwnShift, own_shift
from belfry.rota.requests.follow_swaps import ListChains
from belfry.rota.requests.notify_requests import LET_GO, find_objection
from belfry.rota.requests.requests import Asked, Clash, Swap, SwapState, TimeOffRequest

GONE = Superseded("the shift is over or gone")
PASSED_ON = Superseded("the shift has changed hands since")


@dataclass(frozen=True, slots=True)
class WriteRequests:
    find_links: FindLinks
    find_shift: FindShift
    find_own_lines: FindOwnLines
    list_chains: ListChains

    def __call__(
        self, message: Message, recipient: Recipient, now: datetime
    ) -> Content | Superseded:
        request = self.find_links.find_request(message)
        why = find_objection(message.facts, request)
        if why or request is None:
            return Superseded(why)
        match request:
            case Swap():
                return self._write_swap(message, request, recipient, now)
            case TimeOffRequest():
                return self._write_time_off(message, request, recipient)
            case Clash():
                return self._write_clash(request, recipient, now)

    def _write_swap(
        self, message: Message, swap: Swap, recipient: Recipient, now: datetime
    ) -> Content | Superseded:
        shift = self.find_shift.known(swap.week, swap.shift_id)
        if shift is None:
            return GONE
        is_moved = message.person in (swap.asked, swap.stand_in) and bool(swap.gave_up)
        if is_moved and message.kind == keys.SWAP_NEWS:
            return self._write_moved(message, swap, shift, recipient)
        if message.kind == keys.SWAP_NEWS:
            people = self.find_shift.list_people(swap.week, swap.shift_id)
            return _write_news(message, swap, shift, recipient, people)
        if shift.starts_at <= now:
            return GONE
        if message.kind == keys.ASK:
            if swap.asked != message.person:
                return Superseded("another person was asked since")
            facts = SwapQuestion(
                **recipient.facts, shift=shift, person=swap.person, is_urgent=swap.is_urgent
            )
            return Content(facts, is_prompt=swap.is_urgent, choices=offer_question())
        chains = tuple(chain.words for chain in self.list_chains(swap))
        is_objected = bool(message.facts.get(OBJECTED))
        return Content(
            SwapToDecide(
                **recipient.facts,
                kind=swap.kind,
                shift=shift,
                person=swap.person,
                taker=swap.asked,
                why=swap.why,
                note=swap.note,
                refused=swap.refusers,
                chains=chains,
            ),
            is_prompt=swap.is_urgent,
            choices=offer_swap(swap, has_chain=bool(chains), is_objected=is_objected),
        )

    def _write_moved(
        self, message: Message, swap: Swap, shift: OwnShift, recipient: Recipient
    ) -> Content | Superseded:
        """To the person who took the swap's shift and gave up theirs, or to who took that."""
        is_mover = message.person == swap.asked
        other = self.find_shift.known(swap.week, swap.gave_up)
        new_id = swap.shift_id if is_mover else swap.gave_up
        if other is None or message.person not in self.find_shift.list_people(swap.week, new_id):
            return PASSED_ON
        facts = SwapNews(
            **recipient.facts,
            kind=swap.kind,
            state=swap.state,
            shift=shift if is_mover else other,
            person=swap.person if is_mover else swap.asked,
            taker=message.person,
            is_moved=True,
            gives_up=other if is_mover else None,
        )
        return Content(facts, is_prompt=swap.is_urgent)

    def _write_time_off(
        self, message: Message, request: TimeOffRequest, recipient: Recipient
    ) -> Content | Superseded:
        first_on, last_on = request.first_on, request.last_on
        if request.state is Asked.UNREAD or first_on is None or last_on is None:
            return _write_unread(request, recipient)
        if message.kind == keys.TIME_OFF_NEWS:
            asked = [date.fromisoformat(day) for day in message.facts.get("asked", ())]
            is_approved = request.state is Asked.APPROVED
            lines = self.find_own_lines(request.person, first_on, last_on) if is_approved else ()
            facts = TimeOffNews(
                **recipient.facts,
                is_approved=is_approved,
                needs_cover=tuple(own_shift(line) for line in lines),
                first_on=first_on,
                last_on=last_on,
                asked=(asked[0], asked[-1]) if asked else None,
                why=request.answer,
            )
            return Content(facts)
        lines = self.find_own_lines(request.person, first_on, last_on)
        return Content(
            TimeOffToDecide(
                **recipient.facts,
                person=request.person,
                first_on=first_on,
                last_on=last_on,
                reason=request.reason,
                shifts=tuple(own_shift(line) for line in lines),
            ),
            choices=offer_time_off(request),
        )

    def _write_clash(
        self, clash: Clash, recipient: Recipient, now: datetime
    ) -> Content | Superseded:
        shift = self.find_shift.planned(clash.week, clash.shift_id)
        if shift is None or shift.starts_at <= now:
            return GONE
        person = clash.person.replace(";", ", ")
        facts = ClashFound(**recipient.facts, person=person, shift=shift, words=clash.words)
        return Content(facts, choices=offer_clash())


def _write_unread(request: TimeOffRequest, recipient: Recipient) -> Content:
    facts = UnreadNote(
        **recipient.facts,
        person=request.person,
        sender=request.sender,
        note=request.note,
        why=request.why,
    )
    return Content(facts, choices=offer_time_off(request))


def _write_news(
    message: Message, swap: Swap, shift: OwnShift, recipient: Recipient, people: tuple[str, ...]
) -> Content | Superseded:
    """`people` have the shift now; for a taker who was let go the swap is over in any case."""
    is_let_go = bool(message.facts.get(LET_GO))
    is_for_person = message.person == swap.person
    is_done = swap.state is SwapState.DONE and not is_let_go
    if is_done and (message.person in people) is is_for_person:
        return PASSED_ON
    taker = swap.asked if not is_done or swap.asked in people else ""
    # Why others cannot take it is for those who decide.
    is_private = is_let_go or swap.state is SwapState.STUCK
    return Content(
        SwapNews(
            **recipient.facts,
            kind=swap.kind,
            state=SwapState.LAPSED if is_let_go else swap.state,
            shift=shift,
            person=swap.person,
            taker=message.person if is_let_go else taker,
            why="" if is_private else swap.why,
        ),
        # A taker must know before the shift begins; the person who is ill may sleep.
        is_prompt=swap.is_urgent and not is_for_person,
    )
