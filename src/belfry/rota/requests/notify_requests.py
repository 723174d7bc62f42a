"""Queue the messages about swaps, time off and clashes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from belfry.kernel.errors import InputError
from belfry.kernel.texts import plain_name
from belfry.messaging.change_messages import QueueMessage, Wanted
from belfry.messaging.messages import Audience
from belfry.ports.store import OutboxRow, Store
from belfry.rota import entries
from belfry.rota.messages import message_keys
from belfry.rota.messages.message_keys import ask_facts, clash_facts, swap_facts, time_off_facts
from belfry.rota.requests.requests import Asked, Clash, Swap, SwapState, TimeOffRequest
from belfry.rota.team import FindDeciders

_KNOWN = {
    entries.SWAP: (entries.ASKED, entries.OFFERED, entries.STUCK, entries.SETTLED),
    entries.TIME_OFF: (entries.TIME_OFF_ASKED, entries.TIME_OFF_ANSWERED),
    entries.CLASH: (entries.CLASH_FOUND,),
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

    def __call__(self, row: OutboxRow) -> None:
        if row.op not in _KNOWN.get(row.aggregate_type, ()):
            raise InputError(f"nobody knows what {row.op!r} means for a {row.aggregate_type}")
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
        if let_go := payload.get(LET_GO):
            self._notify_let_go(swap, str(let_go), int(payload["round"]))
        # Whatever was announced, it is told how the swap stands now: once, by the message's key.
        match swap.state:
            case SwapState.ASKING:
                self._ask(swap)
            case SwapState.OFFERED:
                self._notify_managers(swap)
            case SwapState.STUCK:
                self._notify_managers(swap)
                self._notify_result(swap, [swap.person])
            case _:
                self._notify_result(swap, self._list_concerned(swap))

    def _ask(self, swap: Swap) -> None:
        key = message_keys.ask_key(swap.id, swap.round, swap.asked)
        about, facts = message_keys.about_swap(swap.id), ask_facts(swap.id, swap.round)
        self._queue(key, message_keys.ASK, about, swap.asked, facts)

    def _list_concerned(self, swap: Swap) -> list[str]:
        """The person and the one who was asked, without the one who decided."""
        doer = plain_name(self.find_deciders.find_name(swap.settled_by))
        names = [swap.person, swap.asked]
        return [name for name in names if name and plain_name(name) != doer]

    def _notify_managers(self, swap: Swap) -> None:
        for name in self.find_deciders().list(swap.asker):
            key = message_keys.swap_key(swap.id, f"decide-{swap.state}", swap.round, name)
            self._queue_swap(swap, key, message_keys.SWAP_TO_DECIDE, name)

    def _notify_result(self, swap: Swap, names: Iterable[str]) -> None:
        for name in names:
            key = message_keys.swap_key(swap.id, swap.state, swap.round, name)
            self._queue_swap(swap, key, message_keys.SWAP_NEWS, name)

    def _notify_let_go(self, swap: Swap, name: str, round_: int) -> None:
        key = message_keys.swap_key(swap.id, "let-go", round_, name)
        facts = {**swap_facts(swap.id, SwapState.LAPSED, round_), LET_GO: True}
        self._queue(key, message_keys.SWAP_NEWS, message_keys.about_swap(swap.id), name, facts)

    def _queue_swap(self, swap: Swap, key: str, kind: str, name: str) -> None:
        facts = swap_facts(swap.id, swap.state, swap.round)
        self._queue(key, kind, message_keys.about_swap(swap.id), name, facts)

    def _notify_time_off(self, request_id: str, payload: Mapping[str, Any]) -> None:
        request = self.store.find(TimeOffRequest, request_id)
        if request is None or find_objection(payload, request):
            return
        about = message_keys.about_time_off(request.id)
        if request.is_open:
            names, kind = self.find_deciders().list(request.person), message_keys.TIME_OFF_TO_DECIDE
            facts = time_off_facts(request.id)
        else:
            names, kind = self._list_hearers(request), message_keys.TIME_OFF_NEWS
            facts = {**time_off_facts(request.id, request.state), **_list_asked(payload)}
        for name in names:
            key = message_keys.time_off_key(request.id, request.state, name)
            self._queue(key, kind, about, name, facts)

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
            self._queue(
                message_keys.clash_key(clash.key, name),
                message_keys.CLASH,
                message_keys.about_clash(clash.key),
                name,
                clash_facts(clash.key),
            )

    def _queue(
        self, key: str, kind: str, about: str, person: str, facts: Mapping[str, Any]
    ) -> None:
        self.queue_message(
            Wanted(
                id=key,
                room=message_keys.ROOM,
                kind=kind,
                about=about,
                person=person,
                audience=Audience.TEAM,
                facts=facts,
            )
        )


def _list_asked(payload: Mapping[str, Any]) -> dict[str, Any]:
    """The days asked for, if others were granted."""
    return {"asked": payload["asked"]} if payload.get("asked") else {}


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
    return "" if facts["round"] == swap.round else "somebody else was asked since"
