"""Approve, edit or decline a wording, and list what there is to decide."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from belfry.jobs.settings.read_shop import ReadShop
from belfry.jobs.settings.shop import Shop
from belfry.jobs.updates.approved import (
    KindWordings,
    State,
    Wording,
    describe_settings,
    judge_wording,
    list_usable,
    make_example,
    make_wording,
    show_wording,
)
from belfry.jobs.updates.kinds import Kind, find_kind, list_kinds
from belfry.jobs.updates.plain import Speaker, write_plainly
from belfry.kernel.changes import put_audited
from belfry.kernel.errors import Conflict, InputError, NotFound, Temporary
from belfry.kernel.tokens import digest_of
from belfry.ports.clock import Clock
from belfry.ports.store import Store

TRIES = 5


@dataclass(frozen=True, slots=True)
class ShownWording:
    """A wording with the words a person should look at, and as an example's customer reads it."""

    wording: Wording
    is_used: bool
    marks: tuple[str, ...]
    text_message: str
    email: str


@dataclass(frozen=True, slots=True)
class ShownKind:
    """One kind: its own line of the settings if there is one, plain words, and the wordings.

    `is_outdated` says that approved ones were made for another voice.
    """

    kind: Kind
    own: str
    plain_message: str
    plain_email: str
    wordings: tuple[ShownWording, ...]
    problem: str
    is_outdated: bool

    def list_in(self, state: State) -> list[ShownWording]:
        return [shown for shown in self.wordings if shown.wording.state is state]


@dataclass(frozen=True, slots=True)
class ListWordings:
    store: Store
    read_shop: ReadShop

    def __call__(self) -> list[ShownKind]:
        """Every kind that the shop can send, in the order of its stages."""
        shop = self.read_shop().shop
        return [self._show(kind, shop) for kind in list_kinds(shop)]

    def count_waiting(self) -> int:
        """How many kinds have suggestions to decide about, or need new ones."""
        shop = self.read_shop().shop
        return sum(self._is_waiting(kind, shop) for kind in list_kinds(shop))

    def _is_waiting(self, kind: Kind, shop: Shop) -> bool:
        record = self.store.find(KindWordings, str(kind))
        if record is None:
            return False
        states = {wording.state for wording in record.list_all()}
        return State.SUGGESTED in states or _is_outdated(record, kind, shop)

    def _show(self, kind: Kind, shop: Shop) -> ShownKind:
        record = self.store.find(KindWordings, str(kind))
        used = {wording.id for wording in list_usable(record, kind, shop)}
        plain = {channel: show_plain(kind, shop, channel) for channel in ("sms", "email")}
        return ShownKind(
            kind,
            shop.find_own_words(kind.news, kind.stage),
            plain["sms"],
            plain["email"],
            tuple(
                _show_wording(wording, kind, shop, is_used=wording.id in used)
                for wording in (record.list_all() if record else [])
            ),
            record.problem if record else "",
            record is not None and _is_outdated(record, kind, shop),
        )


@dataclass(frozen=True, slots=True)
class AnswerWording:
    store: Store
    clock: Clock
    read_shop: ReadShop

    def approve(self, kind: str, wording_id: str, *, by: str) -> Wording:
        return self._decide(kind, wording_id, State.APPROVED, by)

    def decline(self, kind: str, wording_id: str, *, by: str) -> Wording:
        return self._decide(kind, wording_id, State.DECLINED, by)

    def edit(self, kind: str, wording_id: str, text: str, *, by: str) -> Wording:
        """Approve other words in place of a suggestion, or new ones if the id is blank."""
        found, shop = self._find_kind(kind)
        _refuse_unfit(text, found, shop)
        approved = self._sign(make_wording(text, found, shop, source=by), State.APPROVED, by)

        def change(record: KindWordings) -> KindWordings:
            replaced = [_find(record, wording_id)] if wording_id else []
            gone = [
                self._sign(old, State.DECLINED, by) for old in replaced if old.id != approved.id
            ]
            return record.put(*gone, approved)

        self._commit(found, change, "edited", approved, by)
        return approved

    def _decide(self, kind: str, wording_id: str, state: State, by: str) -> Wording:
        found, shop = self._find_kind(kind)
        record = self.store.find(KindWordings, str(found))
        if record is None:
            raise NotFound(f"there are no wordings for {found}")
        wording = _find(record, wording_id)
        if state is State.APPROVED:
            _refuse_unfit(wording.text, found, shop)
        decided = self._sign(wording, state, by)

        def change(record: KindWordings) -> KindWordings:
            present = _find(record, wording_id)
            if present.state is state:
                raise Conflict(f"{present.by} has {state} it already")
            return record.put(decided)

        self._commit(found, change, str(state), decided, by)
        return decided

    def _find_kind(self, text: str) -> tuple[Kind, Shop]:
        shop = self.read_shop().shop
        kind = find_kind(text, shop.stages)
        if kind is None:
            known = ", ".join(str(each) for each in list_kinds(shop))
            raise NotFound(f"there is no kind of message {text!r}; there are {known}")
        return kind, shop

    def _sign(self, wording: Wording, state: State, by: str) -> Wording:
        return replace(wording, state=state, by=by, at=self.clock.now().isoformat())

    def _commit(
        self,
        kind: Kind,
        change: Callable[[KindWordings], KindWordings],
        action: str,
        wording: Wording,
        by: str,
    ) -> None:
        """A decision that meets another one is made again, on what is there then."""
        for _ in range(TRIES):
            record = self.store.find(KindWordings, str(kind)) or KindWordings(kind=str(kind))
            after = {"wording": wording.id, "text": wording.text}
            changes = put_audited(
                change(record), action=action, by=by, at=self.clock.now(), after=after
            )
            try:
                self.store.commit(changes)
            except Conflict:
                continue
            return
        raise Temporary(f"the wordings of {kind} are being changed: try again")


def _refuse_unfit(text: str, kind: Kind, shop: Shop) -> None:
    judged = judge_wording(text, kind, shop)
    if judged.reasons:
        raise InputError(" ".join(reason.says for reason in judged.reasons), field="text")


def show_plain(kind: Kind, shop: Shop, channel: str) -> str:
    """The plain message as an example's customer would read it."""
    speaker = Speaker(make_example(kind, shop), shop, news=kind.news, channel=channel)
    return write_plainly(speaker).text


def _show_wording(wording: Wording, kind: Kind, shop: Shop, *, is_used: bool) -> ShownWording:
    return ShownWording(
        wording,
        is_used,
        judge_wording(wording.text, kind, shop).marks,
        show_wording(wording.text, kind, shop, "sms"),
        show_wording(wording.text, kind, shop, "email"),
    )


def _is_outdated(record: KindWordings, kind: Kind, shop: Shop) -> bool:
    """Whether what is used was approved for another voice, and nothing newer was asked for."""
    usable = list_usable(record, kind, shop)
    voice = digest_of(shop.voice)
    is_old = bool(usable) and all(wording.voice != voice for wording in usable)
    return is_old and record.asked_for != describe_settings(kind, shop)


def _find(record: KindWordings, wording_id: str) -> Wording:
    for wording in record.list_all():
        if wording.id == wording_id:
            return wording
    raise NotFound(f"there is no wording {wording_id!r} for {record.kind}")
