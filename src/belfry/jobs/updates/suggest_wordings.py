"""Ask the model for wordings of each kind of message, list them, and record decisions."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta

from belfry.accounts.change_users import NameDoer
from belfry.jobs.jobs import AGGREGATE, BOARD_KEY, WORDINGS_SUGGEST
from belfry.jobs.ports import Customers
from belfry.jobs.settings.read_shop import ReadShop
from belfry.jobs.settings.shop import Shop
from belfry.jobs.updates.plain import Speaker, write_plainly
from belfry.jobs.updates.prompts import SCHEMA, WANTED, write_suggestion_prompt
from belfry.jobs.updates.wordings import (
    Kind,
    KindWordings,
    State,
    Wording,
    describe_settings,
    find_kind,
    judge_wording,
    list_kinds,
    list_usable,
    make_example,
    make_wording,
    show_wording,
)
from belfry.kernel.changes import Announce, Event, put_audited
from belfry.kernel.errors import (
    ConfigError,
    Conflict,
    InputError,
    NotFound,
    Permanent,
    PortError,
    Temporary,
)
from belfry.kernel.texts import digest_of
from belfry.ports.clock import Clock
from belfry.ports.models import Phraser
from belfry.ports.store import Store

log = logging.getLogger(__name__)

BELFRY = "belfry"
TRIES = 5
NOT_ASKED = "the model was not asked, because it did not answer just before"


@dataclass(frozen=True, slots=True)
class Suggested:
    """What came of one kind: the new suggestions, or why there are none."""

    kind: Kind
    wordings: tuple[Wording, ...] = ()
    problem: str = ""


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
class EditWordings:
    """`within` is how long one answer may take; without a `phraser` nothing is suggested."""

    store: Store
    name_doer: NameDoer
    customers: Customers
    clock: Clock
    read_shop: ReadShop
    phraser: Phraser | None
    within: timedelta

    def suggest(self, kinds: Sequence[Kind] | None = None, *, by: str) -> list[Suggested]:
        """Ask for these kinds, or for all; ConfigError without a model."""
        if self.phraser is None:
            raise ConfigError("there is no model to ask: set [model] in belfry.toml")
        shop = self.read_shop().shop
        suggested: list[Suggested] = []
        is_away = False
        for kind in list_kinds(shop) if kinds is None else kinds:
            if is_away:
                suggested.append(Suggested(kind, problem=NOT_ASKED))
                continue
            answer = self._ask(kind, shop, self.phraser)
            is_away = isinstance(answer, Temporary)
            suggested.append(self._keep(_judge(kind, shop, answer, self.phraser.name), shop, by))
        return suggested

    def ask_after_changes(self) -> str:
        """Ask for the kinds whose settings have changed since they were last asked for.

        A shop that never asked for wordings is left alone: each question costs.
        """
        if self.phraser is None:
            return "there is no model"
        shop = self.read_shop().shop
        kinds = list_kinds(shop)
        if not any(self.store.find(KindWordings, str(kind)) for kind in kinds):
            return "no wordings were ever asked for"
        changed = [
            kind for kind in kinds if self._get(kind).asked_for != describe_settings(kind, shop)
        ]
        suggested = self.suggest(changed, by=BELFRY)
        return f"{sum(len(answer.wordings) for answer in suggested)} wordings suggested"

    def ask_elsewhere(self) -> None:
        """Have a process with a model ask after changes; a shop without wordings is left alone."""
        if self.customers.list_wordings():
            event = Event(AGGREGATE, BOARD_KEY, WORDINGS_SUGGEST, {}, self.clock.now())
            self.store.commit([Announce(event)])

    def list_all(self) -> list[ShownKind]:
        """Every kind that the shop can send, in the order of its stages."""
        shop = self.read_shop().shop
        return [self._show(kind, shop) for kind in list_kinds(shop)]

    def count_waiting(self) -> int:
        """How many kinds have suggestions to decide about, or need new ones."""
        records = {record.kind: record for record in self.customers.list_wordings()}
        if not records:
            return 0
        shop = self.read_shop().shop
        return sum(
            any(wording.state is State.SUGGESTED for wording in record.list_all())
            or _is_outdated(record, kind, shop)
            for kind in list_kinds(shop)
            if (record := records.get(str(kind)))
        )

    def approve(self, kind: str, wording_id: str, *, by: str) -> Wording:
        return self._decide(kind, wording_id, State.APPROVED, by)

    def decline(self, kind: str, wording_id: str, *, by: str) -> Wording:
        return self._decide(kind, wording_id, State.DECLINED, by)

    def edit(self, kind: str, wording_id: str, text: str, *, by: str) -> Wording:
        """Approve other words in place of a suggestion, or new ones if the id is blank."""
        chosen, shop = self._find_kind(kind)
        _refuse_unfit(text, chosen, shop)
        approved = self._sign(make_wording(text, chosen, shop, source=by), State.APPROVED, by)

        def change(record: KindWordings) -> KindWordings:
            replaced = [_find(record, wording_id)] if wording_id else []
            gone = [
                self._sign(old, State.DECLINED, by) for old in replaced if old.id != approved.id
            ]
            return record.put(*gone, approved)

        self._commit(chosen, change, "edited", approved, by)
        return approved

    def _ask(self, kind: Kind, shop: Shop, phraser: Phraser) -> list[str] | PortError:
        prompt = write_suggestion_prompt(kind, shop)
        try:
            answer = phraser.phrase(
                prompt.instructions,
                prompt.facts,
                within=self.within,
                longest=prompt.longest,
                schema=SCHEMA,
            )
            return read_answer(answer)
        except PortError as error:
            log.warning("wordings.not_suggested", extra={"kind": str(kind), "error": str(error)})
            return error

    def _keep(self, suggested: Suggested, shop: Shop, by: str) -> Suggested:
        """Earlier suggestions without a decision are replaced by the new ones."""
        kind = suggested.kind
        known = self._get(kind)
        decided = [old for old in known.list_all() if old.state is not State.SUGGESTED]
        is_empty = not suggested.wordings
        record = known if is_empty else replace(known, wordings={}).put(*decided)
        old_ids = {wording.id for wording in record.list_all()}
        new = [wording for wording in suggested.wordings if wording.id not in old_ids]
        asked = replace(
            record.put(*new),
            asked_for=known.asked_for if is_empty else describe_settings(kind, shop),
            asked_at=self.clock.now(),
            problem=suggested.problem,
        )
        after = {"wordings": [wording.text for wording in new], "trouble": suggested.problem}
        changes = put_audited(asked, action="suggested", by=by, at=self.clock.now(), after=after)
        try:
            self.store.commit(changes)
        except Conflict:  # a person decided about this kind meanwhile: that comes first
            return Suggested(kind, (), "these wordings are being decided about at this moment")
        return Suggested(kind, tuple(new), suggested.problem)

    def _show(self, kind: Kind, shop: Shop) -> ShownKind:
        record = self._get(kind)
        used = {wording.id for wording in list_usable(record, kind, shop)}
        return ShownKind(
            kind,
            shop.find_own_words(kind.news, kind.stage),
            show_plain(kind, shop, "sms"),
            show_plain(kind, shop, "email"),
            tuple(
                ShownWording(
                    wording,
                    wording.id in used,
                    judge_wording(wording.text, kind, shop).marks,
                    show_wording(wording.text, kind, shop, "sms"),
                    show_wording(wording.text, kind, shop, "email"),
                )
                for wording in record.list_all()
            ),
            record.problem,
            _is_outdated(record, kind, shop),
        )

    def _decide(self, kind: str, wording_id: str, state: State, by: str) -> Wording:
        chosen, shop = self._find_kind(kind)
        record = self.store.find(KindWordings, str(chosen))
        if record is None:
            raise NotFound(f"there are no wordings for {chosen}")
        wording = _find(record, wording_id)
        if state is State.APPROVED:
            _refuse_unfit(wording.text, chosen, shop)
        decided = self._sign(wording, state, by)

        def change(record: KindWordings) -> KindWordings:
            present = _find(record, wording_id)
            if present.state is state:
                raise Conflict(f"{self.name_doer(present.by)} has {state} it already")
            return record.put(decided)

        self._commit(chosen, change, str(state), decided, by)
        return decided

    def _find_kind(self, text: str) -> tuple[Kind, Shop]:
        shop = self.read_shop().shop
        kind = find_kind(text, shop.stages)
        if kind is None:
            known = ", ".join(map(str, list_kinds(shop)))
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
            record = self._get(kind)
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

    def _get(self, kind: Kind) -> KindWordings:
        return self.store.find(KindWordings, str(kind)) or KindWordings(kind=str(kind))


def _judge(kind: Kind, shop: Shop, answer: list[str] | PortError, model: str) -> Suggested:
    if isinstance(answer, PortError):
        return Suggested(kind, problem=str(answer))
    judged = [(text, judge_wording(text, kind, shop)) for text in answer[:WANTED]]
    wordings = [
        make_wording(text, kind, shop, source=model)
        for text, verdict in judged
        if not verdict.reasons
    ]
    refused = [verdict.reasons[0].says for _, verdict in judged if verdict.reasons]
    problems = [f"{len(refused)} refused: {' '.join(refused)}"] if refused else []
    if len(answer) > WANTED:
        problems.append(f"The model gave {len(answer)} wordings; the first {WANTED} were taken.")
    return Suggested(kind, tuple(wordings), " ".join(problems))


def read_answer(answer: str) -> list[str]:
    """The wordings of a model's answer; Permanent if it is not of the shape it was asked for."""
    try:
        texts = json.loads(answer)["wordings"]
    except (ValueError, LookupError, TypeError, RecursionError) as error:
        raise Permanent("the model's answer is not of the shape that was asked for") from error
    is_list = isinstance(texts, list) and all(isinstance(text, str) for text in texts)
    if not is_list or not texts:
        raise Permanent("the model's answer holds no wordings")
    if len(texts) > 2 * WANTED:
        raise Permanent(f"the model gave {len(texts)} wordings where {WANTED} were asked for")
    return [text for text in dict.fromkeys(texts) if text.strip()]


def _refuse_unfit(text: str, kind: Kind, shop: Shop) -> None:
    judged = judge_wording(text, kind, shop)
    if judged.reasons:
        raise InputError(" ".join(reason.says for reason in judged.reasons), field="text")


def show_plain(kind: Kind, shop: Shop, channel: str) -> str:
    speaker = Speaker(make_example(kind, shop), shop, news=kind.news, channel=channel)
    return write_plainly(speaker).text


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
