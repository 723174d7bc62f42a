"""The choices that messages about the rota offer, and what each of them does.

An answer calls the same use case as the page that the message links to.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Protocol
from zoneinfo import ZoneInfo

from belfry.accounts.change_users import NameDoer
from belfry.kernel.errors import Conflict, NotFound
from belfry.kernel.texts import plain_name
from belfry.messaging.choices import Answer, Choice, Field, FieldKind, Form, Option, Style, Taken
from belfry.messaging.messages import HANDED_OVER, Message
from belfry.messaging.ports import Messages
from belfry.ports.clock import Clock
from belfry.ports.store import OutboxRow, Store
from belfry.rota import entries
from belfry.rota.drafts.check_draft import ObjectionsError
from belfry.rota.drafts.draft_week import RedraftWeek
from belfry.rota.drafts.drafted_weeks import (
    DraftLine,
    RotaWeek,
    WeekDraft,
    check_drafted,
    draft_key,
)
from belfry.rota.drafts.edit_draft import EditDraft
from belfry.rota.drafts.open_draft import OpenDraft
from belfry.rota.messages import message_keys as keys
from belfry.rota.notes.readings import judge_days
from belfry.rota.publishing.find_shifts import FindOwnLines
from belfry.rota.publishing.own_shifts import (
    PersonWeek,
    own_shift,
    person_week_key,
    render_short,
    render_week,
)
from belfry.rota.publishing.publish_week import ApproveDraft
from belfry.rota.requests.answer_swap import AnswerAsk, AnswerSwap
from belfry.rota.requests.notify_requests import find_objection
from belfry.rota.requests.request_swap import RequestSwap
from belfry.rota.requests.requests import (
    Asked,
    Clash,
    ClashState,
    Swap,
    SwapKind,
    SwapState,
    TimeOffRequest,
)
from belfry.rota.requests.swap_moves import describe_swap
from belfry.rota.requests.time_off import AnswerTimeOff, AskTimeOff
from belfry.rota.rules.weeks import SEVEN_DAYS
from belfry.rota.sheets.answer_clash import AnswerClash
from belfry.rota.shift_words import render_days
from belfry.rota.team import FindTeamMember

APPROVE, ANYWAY, EDIT, REDRAFT = "approve", "anyway", "edit", "redraft"
COVER, DROP, TIME_OFF = "cover", "drop", "timeoff"
YES, NO, DECLINE = "yes", "no", "decline"
GIVE, MOVE, LEAVE_OPEN, HOLD = "give", "move", "leave-open", "hold"
# The fact of a message whose draft had objections when its reader approved it.
OBJECTED = "objected"
MOST_AFFECTED = 500


def offer_draft(number: int, *, is_objected: bool = False) -> tuple[Choice, ...]:
    value = str(number)
    anyway = Choice(ANYWAY, "Approve anyway", value, Style.DANGER)
    return (
        Choice(APPROVE, "Approve", value, Style.PRIMARY),
        *([anyway] if is_objected else []),
        Choice(EDIT, "Edit", value, opens_form=True),
        Choice(REDRAFT, "Re-draft", value),
    )


def offer_week(has_shifts: bool) -> tuple[Choice, ...]:
    """Request swap: another person takes a shift, it becomes open, or days off."""
    swaps = (
        Choice(COVER, "Cover", opens_form=True),
        Choice(DROP, "Drop", opens_form=True),
    )
    return (*(swaps if has_shifts else ()), Choice(TIME_OFF, "Time off", opens_form=True))


def offer_question() -> tuple[Choice, ...]:
    return Choice(YES, "Yes, I can take it", style=Style.PRIMARY), Choice(NO, "No")


def offer_swap(swap: Swap, *, has_chain: bool, is_objected: bool = False) -> tuple[Choice, ...]:
    decline = Choice(DECLINE, "Decline", style=Style.DANGER, opens_form=True)
    if swap.state is SwapState.OFFERED:
        anyway = [Choice(ANYWAY, "Approve anyway")] if is_objected else []
        return Choice(APPROVE, "Approve", style=Style.PRIMARY), *anyway, decline
    return (
        Choice(GIVE, "Give it to …", opens_form=True),
        *([Choice(MOVE, "Do the two moves")] if has_chain else []),
        Choice(LEAVE_OPEN, "Leave it open"),
        decline,
    )


def offer_time_off(request: TimeOffRequest) -> tuple[Choice, ...]:
    """A note without readable days can only be edited or dismissed, which nobody is told."""
    edit = Choice(EDIT, "Edit", opens_form=True)
    if request.state is Asked.UNREAD:
        return edit, Choice(DECLINE, "Dismiss")
    return (
        Choice(APPROVE, "Approve", style=Style.PRIMARY),
        edit,
        Choice(DECLINE, "Decline", style=Style.DANGER, opens_form=True),
    )


def offer_clash() -> tuple[Choice, ...]:
    """The proposal is to free the shift."""
    return (
        Choice(APPROVE, "Approve: free it", style=Style.PRIMARY),
        Choice(EDIT, "Edit", opens_form=True),
        Choice(HOLD, "Decline: hold it"),
    )


class Answers(Protocol):
    """The answers to one sort of message; see Answerer."""

    def get_form(self, answer: Answer) -> Form: ...

    def check(self, answer: Answer) -> Mapping[str, str]: ...

    def take(self, answer: Answer) -> Taken: ...

    def find_outcome(self, message: Message) -> str: ...


@dataclass(frozen=True, slots=True)
class AnswerRota:
    """`sorts` are the answers by the kind of message."""

    messages: Messages
    sorts: Mapping[str, Answers]

    def get_form(self, answer: Answer) -> Form:
        return self._find(answer.message).get_form(answer)

    def check(self, answer: Answer) -> Mapping[str, str]:
        return self._find(answer.message).check(answer)

    def take(self, answer: Answer) -> Taken:
        return self._find(answer.message).take(answer)

    def find_outcome(self, message: Message) -> str:
        return self.sorts[message.kind].find_outcome(message) if message.kind in self.sorts else ""

    def list_affected(self, row: OutboxRow) -> Sequence[Message]:
        return [
            message
            for about in _list_abouts(row)
            for message in self.messages.list_newest(
                about=about, states=HANDED_OVER, limit=MOST_AFFECTED
            )
            if message.kind in self.sorts
        ]

    def _find(self, message: Message) -> Answers:
        if message.kind not in self.sorts:
            raise NotFound("this message asks nothing")
        return self.sorts[message.kind]


def join_answers(
    messages: Messages, of_drafts: Answers, of_weeks: Answers, of_requests: Answers
) -> AnswerRota:
    requests = (keys.ASK, keys.SWAP_TO_DECIDE, keys.TIME_OFF_TO_DECIDE, keys.CLASH)
    sorts = {
        **dict.fromkeys((keys.DRAFT, keys.UNPUBLISHED), of_drafts),
        **dict.fromkeys((keys.WEEK, keys.REMINDER), of_weeks),
        **dict.fromkeys(requests, of_requests),
    }
    return AnswerRota(messages, sorts)


def _list_abouts(row: OutboxRow) -> list[str]:
    key = row.aggregate_id
    match row.aggregate_type:
        case entries.ROTA:
            return [
                keys.about_week(key),
                *(keys.about(sort, key) for sort in ("draft", "digest", "open")),
            ]
        case entries.SWAP:
            return [keys.about_swap(key)]
        case entries.TIME_OFF:
            return [keys.about("time-off", key)]
        case entries.CLASH:
            return [keys.about("clash", key)]
    return []


def _refuse_action(answer: Answer) -> NotFound:
    return NotFound(f"{answer.action!r} is not among the choices of this message")


@dataclass(frozen=True, slots=True)
class AnswerDrafts:
    """The manager's draft: approve, edit or draft again; each names the draft that was seen."""

    store: Store
    open_draft: OpenDraft
    approve: ApproveDraft
    edit: EditDraft
    redraft: RedraftWeek
    name_doer: NameDoer
    zone: ZoneInfo

    def get_form(self, answer: Answer) -> Form:
        """Which shift, and who works it."""
        week, number = self._read_draft(answer)
        check_drafted(self.store.find(RotaWeek, week), week, number)
        opened = self.open_draft(week, number)
        shifts = [_make_option(line, self.zone, with_people=True) for line in opened.lines]
        people = sorted(opened.placed.members, key=str.casefold)
        who = Field(
            name="people",
            label="Who works it",
            kind=FieldKind.SOME_OF,
            options=_make_options(people),
            hint="Exactly these people. Without any, the shift is open.",
        )
        return Form(
            title="Edit the draft",
            submit="Save",
            text=f"Draft {number} for {render_week(date.fromisoformat(week))}",
            fields=(
                _select("shift", "Shift", shifts),
                who,
                Field(name=ANYWAY, label="Even if a rule is against it", kind=FieldKind.TICK),
            ),
        )

    def check(self, answer: Answer) -> Mapping[str, str]:
        """The rules that the edit breaks, unless they are to be broken."""
        week, number = self._read_draft(answer)
        edits = {answer.get("shift"): answer.list("people")}
        seen = self.edit.preview(date.fromisoformat(week), edits, draft=number)
        if not seen.broken or answer.is_ticked(ANYWAY):
            return {}
        rules = "; ".join(dict.fromkeys(broken.words for broken in seen.broken))
        return {"people": f"{rules}. Tick the box to do it anyway."}

    def take(self, answer: Answer) -> Taken:
        week, number = self._read_draft(answer)
        monday, by = date.fromisoformat(week), answer.person
        match answer.action:
            case "approve" | "anyway":
                return self._approve(answer, monday, number)
            case "edit":
                saved = self.edit(
                    monday,
                    {answer.get("shift"): answer.list("people")},
                    by=by,
                    draft=number,
                    anyway=answer.is_ticked(ANYWAY),
                )
            case "redraft":
                saved = self.redraft(monday, by=by, draft=number)
            case _:
                raise _refuse_action(answer)
        # The one who makes a draft gets no message about it: theirs goes on about the new one.
        return Taken(facts={"week": week, "draft": saved.draft.number})

    def _approve(self, answer: Answer, monday: date, number: int) -> Taken:
        try:
            self.approve(monday, number, by=answer.person, anyway=answer.action == ANYWAY)
        except ObjectionsError as error:
            return Taken(str(error), {**answer.message.facts, OBJECTED: number})
        return Taken()

    def _read_draft(self, answer: Answer) -> tuple[str, int]:
        """The week, and the draft that the person was looking at; Conflict if it is published.

        A published week can be edited on its page, where it is seen to be published.
        """
        if not answer.value.isdecimal():
            raise _refuse_action(answer)
        week, number = str(answer.message.facts["week"]), int(answer.value)
        draft = self.store.find(WeekDraft, draft_key(week, number))
        if draft and draft.approved_by:
            by = self.name_doer(draft.approved_by)
            raise Conflict(f"draft {number} of the week of {week} was approved by {by} already")
        return week, number

    def find_outcome(self, message: Message) -> str:
        week = str(message.facts["week"])
        head = self.store.find(RotaWeek, week)
        if head is None:
            return "the week is gone"
        # A warning about an unpublished week is about whichever draft is the newest.
        number = int(message.facts.get("draft", head.draft))
        draft = self.store.find(WeekDraft, draft_key(week, number))
        if draft and draft.approved_by:
            return f"approved by {self.name_doer(draft.approved_by)}: the week is published"
        newest = self.store.find(WeekDraft, draft_key(week, head.draft))
        if head.draft > number and newest:
            return f"{self.name_doer(newest.made_by)} made draft {head.draft} since"
        return "the draft was discarded" if head.draft < number else ""


def _select(name: str, label: str, options: Iterable[Option], value: str = "") -> Field:
    kind = FieldKind.ONE_OF
    return Field(
        name=name, label=label, kind=kind, options=tuple(options), value=value, is_needed=True
    )


def _make_options(names: Iterable[str]) -> tuple[Option, ...]:
    return tuple(Option(name, name) for name in names)


def _make_option(line: DraftLine, zone: ZoneInfo, *, with_people: bool = False) -> Option:
    when = render_short(own_shift(line), zone)
    role = f" {line.role}" if line.role else ""
    people = f": {', '.join(line.people) or 'open'}" if with_people else ""
    return Option(line.shift_id, f"{when}{role}{people}")


@dataclass(frozen=True, slots=True)
class AnswerWeeks:
    """A person's own week: cover, drop and time off."""

    store: Store
    clock: Clock
    find_lines: FindOwnLines
    request_swap: RequestSwap
    ask_time_off: AskTimeOff

    def get_form(self, answer: Answer) -> Form:
        if answer.action == TIME_OFF:
            return Form(
                title="Time off",
                submit="Ask",
                fields=(
                    Field(name="first_on", label="First day", kind=FieldKind.DAY, is_needed=True),
                    Field(name="last_on", label="Last day", kind=FieldKind.DAY),
                    Field(name="reason", label="Reason, for your manager"),
                ),
            )
        monday = date.fromisoformat(str(answer.message.facts["week"]))
        lines = self.find_lines(answer.person, monday, monday + SEVEN_DAYS)
        options = [
            _make_option(line, self.find_lines.zone)
            for line in lines
            if line.week == monday.isoformat()
        ]
        if not options:
            raise Conflict("you have no shift in that week that has not begun")
        note = Field(name="note", label="Note, for your manager")
        return Form(
            title="Find cover" if answer.action == COVER else "Drop a shift",
            submit="Ask",
            text="The shift stays yours until you hear otherwise.",
            fields=(_select("shift", "Shift", options, options[0].value), note),
        )

    def check(self, answer: Answer) -> Mapping[str, str]:
        if answer.action != TIME_OFF:
            return {}
        first_on, last_on = self._read_days(answer)
        today = self.clock.now().astimezone(self.find_lines.zone).date()
        wrong = judge_days(first_on, last_on, today)
        return {"last_on" if answer.get("last_on") else "first_on": wrong.why} if wrong else {}

    def take(self, answer: Answer) -> Taken:
        person = answer.person
        if answer.action == TIME_OFF:
            days = self._read_days(answer)
            self.ask_time_off(person, *days, by=person, reason=answer.get("reason"))
            return Taken(f"{render_days(*days)} asked for. A manager decides, and you are told.")
        if answer.action not in (COVER, DROP):
            raise _refuse_action(answer)
        kind, week = SwapKind(answer.action), str(answer.message.facts["week"])
        note = answer.get("note")
        self.request_swap(week, answer.get("shift"), person, kind, by=person, note=note)
        return Taken("Asked for. The shift stays yours until you hear otherwise.")

    def _read_days(self, answer: Answer) -> tuple[date, date]:
        first_on = answer.get_day("first_on")
        return first_on, answer.find_day("last_on") or first_on

    def find_outcome(self, message: Message) -> str:
        week = str(message.facts["week"])
        known = self.store.find(PersonWeek, person_week_key(message.person, week))
        edition = message.facts.get("edition")
        if known is None or edition in (None, known.notified_edition):
            return ""
        return "your week has changed since: see the newer message"


@dataclass(frozen=True, slots=True)
class AnswerRequests:
    """Swaps, time off and clashes."""

    store: Store
    answer_ask: AnswerAsk
    answer_swap: AnswerSwap
    answer_time_off: AnswerTimeOff
    answer_clash: AnswerClash
    find_member: FindTeamMember
    name_doer: NameDoer

    def get_form(self, answer: Answer) -> Form:
        if answer.action == DECLINE:
            reason = Field(name="why", label="Reason, which they are told")
            return Form(title="Decline", submit="Decline", fields=(reason,))
        staff = _make_options(self.find_member.list_all())
        match answer.message.kind:
            case keys.SWAP_TO_DECIDE:
                person = _select("name", "Person", staff)
                tick = Field(name=ANYWAY, label="Even if a rule is against it", kind=FieldKind.TICK)
                return Form(title="Give the shift to", submit="Give", fields=(person, tick))
            case keys.CLASH:
                person = _select("instead", "Person", staff)
                return Form(title="Who works instead", submit="Save", fields=(person,))
            case keys.TIME_OFF_TO_DECIDE:
                return self._get_days_form(answer, staff)
        raise _refuse_action(answer)

    def _get_days_form(self, answer: Answer, staff: tuple[Option, ...]) -> Form:
        request = self.answer_time_off.save.get(str(answer.message.facts["request"]))
        days = {"first_on": request.first_on, "last_on": request.last_on}
        labels = {"first_on": "First day", "last_on": "Last day"}
        fields = [
            Field(
                name=name,
                label=labels[name],
                kind=FieldKind.DAY,
                value=day.isoformat() if day else "",
                is_needed=True,
            )
            for name, day in days.items()
        ]
        person = [] if request.person else [_select("person", "Person", staff)]
        why = Field(name="why", label="Remark, which they are told")
        return Form(title="Time off", submit="Approve", fields=(*person, *fields, why))

    def check(self, answer: Answer) -> Mapping[str, str]:
        """Conflict if it was answered meanwhile."""
        if outcome := self.find_outcome(answer.message):
            raise Conflict(outcome)
        if answer.message.kind != keys.TIME_OFF_TO_DECIDE or answer.action != EDIT:
            return {}
        is_turned = answer.get_day("last_on") < answer.get_day("first_on")
        return {"last_on": "it ends before it begins"} if is_turned else {}

    def take(self, answer: Answer) -> Taken:
        take = {
            keys.ASK: self._answer_question,
            keys.SWAP_TO_DECIDE: self._answer_swap,
            keys.TIME_OFF_TO_DECIDE: self._answer_time_off,
            keys.CLASH: self._answer_clash,
        }
        return take[answer.message.kind](answer)

    def _answer_question(self, answer: Answer) -> Taken:
        if answer.action not in (YES, NO):
            raise _refuse_action(answer)
        person, is_yes = answer.person, answer.action == YES
        facts = answer.message.facts
        self.answer_ask(
            str(facts["swap"]), person=person, is_yes=is_yes, by=person, round_=int(facts["round"])
        )
        return Taken()

    def _answer_swap(self, answer: Answer) -> Taken:
        facts, by = answer.message.facts, answer.person
        swap_id, round_ = str(facts["swap"]), int(facts["round"])
        match answer.action:
            case "approve" | "anyway":
                return self._agree(answer, swap_id, round_)
            case "decline":
                self.answer_swap.decline(swap_id, by=by, why=answer.get("why"), round_=round_)
            case "give":
                anyway = answer.is_ticked(ANYWAY)
                name = answer.get("name")
                self.answer_swap.give(swap_id, name, by=by, round_=round_, anyway=anyway)
            case "move":
                self.answer_swap.move(swap_id, by=by, round_=round_)
            case "leave-open":
                self.answer_swap.leave_open(swap_id, by=by, round_=round_)
            case _:
                raise _refuse_action(answer)
        return Taken()

    def _agree(self, answer: Answer, swap_id: str, round_: int) -> Taken:
        """If it is refused and still waits, as when a rule is against it, it may be overruled."""
        anyway = answer.action == ANYWAY
        try:
            self.answer_swap.agree(swap_id, by=answer.person, round_=round_, anyway=anyway)
        except Conflict as error:
            if self.find_outcome(answer.message):
                raise
            return Taken(str(error), {**answer.message.facts, OBJECTED: True})
        return Taken()

    def _answer_time_off(self, answer: Answer) -> Taken:
        request_id, by = str(answer.message.facts["request"]), answer.person
        match answer.action:
            case "approve":
                self.answer_time_off.approve(request_id, by=by)
            case "edit":
                self.answer_time_off.approve(
                    request_id,
                    by=by,
                    person=answer.get("person"),
                    first_on=answer.get_day("first_on"),
                    last_on=answer.get_day("last_on"),
                    why=answer.get("why"),
                )
            case "decline":
                self.answer_time_off.decline(request_id, by=by, why=answer.get("why"))
            case _:
                raise _refuse_action(answer)
        return Taken()

    def _answer_clash(self, answer: Answer) -> Taken:
        week, _, shift_id = str(answer.message.facts["clash"]).partition("/")
        match answer.action:
            case "approve" | "edit":
                instead = answer.get("instead")
                self.answer_clash.free(week, shift_id, by=answer.person, instead=instead)
            case "hold":
                self.answer_clash.hold(week, shift_id, by=answer.person)
            case _:
                raise _refuse_action(answer)
        return Taken()

    def find_outcome(self, message: Message) -> str:
        facts = message.facts
        match message.kind:
            case keys.TIME_OFF_TO_DECIDE:
                request = self.store.find(TimeOffRequest, str(facts["request"]))
                return _describe_time_off(request, self.name_doer)
            case keys.CLASH:
                clash = self.store.find(Clash, str(facts["clash"]))
                return _describe_clash(clash, self.name_doer)
        swap = self.store.find(Swap, str(facts["swap"]))
        if swap is None or not find_objection(facts, swap):
            return "" if swap else "the request is gone"
        return _describe_question(message, swap) or describe_swap(swap, self.name_doer)


def _describe_question(message: Message, swap: Swap) -> str:
    """What the person who was asked has answered, as long as that counts."""
    if message.kind != keys.ASK:
        return ""
    person = plain_name(message.person)
    if person in map(plain_name, swap.refusers):
        return "you said no"
    is_theirs = person == plain_name(swap.asked) and swap.state is SwapState.OFFERED
    return "you said yes: it is yours once a manager agrees" if is_theirs else ""


def _describe_time_off(request: TimeOffRequest | None, name_doer: NameDoer) -> str:
    if request is None:
        return "the request is gone"
    if request.is_open:
        return ""
    days = ""
    if request.state is Asked.APPROVED and request.first_on and request.last_on:
        days = f": {render_days(request.first_on, request.last_on)}"
    return f"{request.state} by {name_doer(request.answered_by)}{days}"


def _describe_clash(clash: Clash | None, name_doer: NameDoer) -> str:
    if clash is None:
        return "the clash is gone"
    if clash.state is ClashState.OPEN:
        return ""
    by = name_doer(clash.answered_by)
    if clash.instead:
        return f"{by} wants {clash.instead} to work it"
    return (
        f"freed by {by}: the next draft fills it"
        if clash.state is ClashState.FREED
        else (f"held by {by}: no draft fills it")
    )
