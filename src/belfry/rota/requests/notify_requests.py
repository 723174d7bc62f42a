"""Queue the messages about swaps, time off and clashes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from belfry.kernel.errors import InputError
from belfry.kernel.texts import plain_name
from belfry.messaging.change_messages import QueueMessage
from belfry.ports.store import OutboxRow, Store
from belfry.rota import entries
from belfry.rota.messages import message_keys as keys
from belfry.rota.messages.message_keys import want
from belfry.rota.publishing.find_shifts import FindOwnLines
from belfry.rota.requests.requests import Asked, Clash, Swap, SwapState, TimeOffRequest
from belfry.rota.team import FindDeciders

_KNOWN = {
    entries.SWAP: (entries.ASKED, entries.OFFERED, entries.STUCK, entries.SETTLED),
    entries.TIME_OFF: (entries.TIME_OFF_ASKED, entries.TIME_OFF_ANSWERED),
    entries.CLASH: (entries.CLASH_FOUND, entries.CLASH_ANSWERED),
}


# Marks the message to a person who had said yes to a swap and is no longer needed.
LET_GO = "let_go"

AnyRequest = Swap | TimeOffRequest | Clash


@dataclass(frozen=True, slots=True)
class NotifyRequests:
    """Handles outbox events; handling one twice changes nothing."""

    store: Store
    queue_message: QueueMessage
    find_deciders: FindDeciders
    find_lines: FindOwnLines

    def __call__(self, row: OutboxRow) -> None:
        if row.op not in _KNOWN.get(row.aggregate_type, ()):
            raise InputError(f"unknown event {row.op!r} of a {row.aggregate_type}")
        match row.aggregate_type:
            case entries.SWAP:
                self._notify_swap(row.aggregate_id, row.payload)
            case entries.TIME_OFF:
                self._notify_time_off(row.aggregate_id, row.payload)
            case _:
                self._notify_clash(row.aggregate_id)

    def _notify_swap(self, swap_id: str, payload: Mapping[str, Any]) -> None:
        swap = self.store.find(Swap, swap_id)
        if swap is None:
            return
        subject = keys.about_swap(swap.id)
        if let_go := payload.get(LET_GO):
            round_ = int(payload["round"])
            facts = {"swap": swap.id, "state": SwapState.LAPSED, "round": round_, LET_GO: True}
            occasion = f"let-go-{round_}"
            self.queue_message(want(keys.SWAP_NEWS, subject, str(let_go), facts, occasion=occasion))
        # Whatever was announced, it is told how the swap stands now: once, by the message's key.
        if swap.state is SwapState.ASKING:
            facts, occasion = {"swap": swap.id, "round": swap.round}, f"ask-{swap.round}"
            self.queue_message(want(keys.ASK, subject, swap.asked, facts, occasion=occasion))
            return
        if swap.is_open:
            deciders = self.find_deciders().list(swap.asker)
            self._queue_swap(swap, keys.SWAP_TO_DECIDE, deciders, f"decide-{swap.state}")
        if swap.state is not SwapState.OFFERED:
            names = [swap.person] if swap.is_open else self._list_concerned(swap)
            self._queue_swap(swap, keys.SWAP_NEWS, names, swap.state)

    def _list_concerned(self, swap: Swap) -> list[str]:
        """The person and the one who was asked, without the one who decided."""
        doer = plain_name(self.find_deciders.find_name(swap.settled_by))
        names = [swap.person, swap.asked, swap.stand_in]
        return [name for name in names if name and plain_name(name) != doer]

    def _queue_swap(self, swap: Swap, kind: str, names: Iterable[str], occasion: str) -> None:
        subject = keys.about_swap(swap.id)
        facts = {"swap": swap.id, "state": swap.state.value, "round": swap.round}
        for name in names:
            occasion_now = f"{occasion}-{swap.round}"
            self.queue_message(want(kind, subject, name, facts, occasion=occasion_now))

    def _notify_time_off(self, request_id: str, payload: Mapping[str, Any]) -> None:
        request = self.store.find(TimeOffRequest, request_id)
        if request is None or find_objection(payload, request):
            return
        facts: dict[str, Any] = {"request": request.id}
        if request.is_open:
            names, kind = self.find_deciders().list(request.person), keys.TIME_OFF_TO_DECIDE
        else:
            names, kind = self._list_hearers(request), keys.TIME_OFF_NEWS
            # The days asked for are there if others were granted.
            asked = {"asked": payload["asked"]} if payload.get("asked") else {}
            facts |= {"state": request.state.value, **asked}
        subject = keys.about("time-off", request.id)
        for name in names:
            self.queue_message(want(kind, subject, name, facts, occasion=request.state))
        if request.state is Asked.APPROVED:
            self._announce_needs(request)

    def _announce_needs(self, request: TimeOffRequest) -> None:
        """Tell the managers of the weeks in which published shifts need cover now."""
        if request.first_on is None or request.last_on is None:
            return
        lines = self.find_lines(request.person, request.first_on, request.last_on)
        for week in dict.fromkeys(line.week for line in lines):
            for name in self.find_deciders().list(request.person):
                subject, facts = keys.about("cover", f"{week}/{request.id}"), {"week": week}
                self.queue_message(want(keys.OPEN_SHIFTS, subject, name, facts))

    def _list_hearers(self, request: TimeOffRequest) -> tuple[str, ...]:
        """The person who asked; a note dismissed without days is no answer."""
        is_answer = request.state in (Asked.APPROVED, Asked.DECLINED)
        if not is_answer or not request.person or request.first_on is None:
            return ()
        doer = self.find_deciders.find_name(request.answered_by)
        return () if plain_name(doer) == plain_name(request.person) else (request.person,)

    def _notify_clash(self, key: str) -> None:
        clash = self.store.find(Clash, key)
        if clash is None or clash.answered_at:
            return
        for name in self.find_deciders().list():
            subject = keys.about("clash", clash.key)
            self.queue_message(want(keys.CLASH, subject, name, {"clash": clash.key}))


def find_objection(facts: Mapping[str, Any], record: AnyRequest | None) -> str:
    """Why a message with these facts is outdated; empty if it is not.

    Facts without a state are those of a question that waits for an answer.
    """
    match record:
        case None:
            return "the request is gone"
        case Swap():
            return _object_to_swap(facts, record)
        case Clash():
            return f"it is {record.state} by now" if record.answered_at else ""
        case TimeOffRequest():
            is_current = (
                facts["state"] == record.state.value if "state" in facts else record.is_open
            )
            return "" if is_current else f"it is {record.state} by now"


def _object_to_swap(facts: Mapping[str, Any], swap: Swap) -> str:
    if facts.get(LET_GO):
        return ""
    if facts.get("state", SwapState.ASKING.value) != swap.state.value:
        return f"the swap is {swap.state} by now"
    return "" if facts["round"] == swap.round else "another person was asked since"
