"""Each button of each message: pressed once, twice, by another person, and after an answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from tests.fakes.store import MemoryStore
from tests.rota.notes.test_take_notes import write
from tests.rota.publishing import draft, publish
from tests.rota.requesting import Asking
from tests.rota.teams import AVAILABILITY_FILE, MONDAY, TIME_OFF_FILE, WEEK, Team
from tests.services.slack_api import ANA, BEN, CARA, MARIA
from tests.stories.slack_cafes import SlackCafe, open_slack_cafe

from belfry.rota.requests.requests import Swap, SwapKind, TimeOffRequest
from belfry.scheduler.runs import Notice, give

OLGA = "Olga Finch"


@dataclass(frozen=True, kw_only=True)
class Question:
    """What leads to a message to `member`, and what its buttons are sent with: None for no form.

    `elsewhere` answers it, or each button in its own way, on a page. A rule was against the button
    that was `pressed` before.
    """

    member: str
    header: str
    ask: Callable[[Team], object]
    answers: Mapping[str, Mapping[str, Any] | None]
    elsewhere: Callable[[Team, str], object]
    pressed: str = ""


def _ask_for_cover(team: Team) -> Swap:
    publish(team)
    return Asking(team).ask("mon-early", "Ana Diaz")


def _warn(team: Team) -> None:
    draft(team)
    team.go_to("2026-11-15T18:00")
    team.run("digest")


def _draft_against_a_rule(team: Team) -> None:
    draft(team)
    team.deliver()
    team.add(TIME_OFF_FILE, "Ana Diaz,2026-11-16,2026-11-16,approved,dentist")


def _offer(team: Team) -> None:
    publish(team)
    Asking(team).offer(shift="mon-early", person="Ana Diaz")


def _offer_against_a_rule(team: Team) -> None:
    _offer(team)
    team.deliver()
    team.add(TIME_OFF_FILE, "Cara Woods,2026-11-16,2026-11-16,approved,dentist")


def _find(team: Team, kind: type[Any]) -> Any:
    store = team.ports.store
    assert isinstance(store, MemoryStore)
    return list(store.tables[kind].values())[-1]


def _get_stuck(team: Team) -> None:
    """Ana is ill on Friday; Ben, who has the late shift, could come if Cara took that."""
    team.write_week(
        "fri-early,Fri,07:00,15:00,barista,,1,Ana Diaz,,",
        "fri-late,Fri,15:00,22:00,barista,,1,Ben Shaw,,",
    )
    team.add(AVAILABILITY_FILE, "Cara Woods,Fri,14:00,23:00")
    publish(team)
    Asking(team).ask("fri-early", "Ana Diaz", by="Maria Lopez", is_urgent=True)


def _request_on_page(team: Team, label: str) -> None:
    requests = team.rota.requests
    if label == "Time off":
        requests.ask_time_off("Ana Diaz", MONDAY, MONDAY, by="Ana Diaz")
    else:
        kind = SwapKind.COVER if label == "Cover" else SwapKind.DROP
        requests.request_swap(WEEK, "mon-early", "Ana Diaz", kind, by="Ana Diaz")


def _send_unreadable_note(team: Team) -> None:
    team.folder.files["rota/notes/1.eml"] = write("I may need a day off some time.")
    team.rota.requests.take_notes()


def _meet_a_clash(team: Team) -> None:
    team.add(TIME_OFF_FILE, "Cara Woods,2026-11-23,2026-11-29,approved,holiday")
    pattern = "tue-early,Tue,07:00,15:00,barista,,1,"
    team.edit("rota/template.csv", f"{pattern},,", f"{pattern}Cara Woods,,")
    team.go_to("2026-11-19T10:00")
    team.run("template-sync")


def _remind(team: Team) -> None:
    rows = "name,repeat,owner,first_due\nFire check,monthly,Ana Diaz,2026-11-12\n"
    team.write("controls/tasks.csv", rows)
    team.run("tick")


def _give_notice(team: Team) -> None:
    team.edit("people.csv", f"Ben Shaw,{BEN},", "Ben Shaw,,")
    team.edit("people.csv", "Olga Finch,,", f"Olga Finch,{BEN},")
    now = team.app.clock.now()
    team.ports.store.commit(give(Notice(id="missed/1", at=now, kind="missed", text="Missed.")))


def _approve(team: Team, _: str) -> object:
    return team.rota.publishing.approve(MONDAY, by=OLGA)


def _decide_swap(team: Team, _: str) -> object:
    answer = team.rota.requests.answer_swap
    return answer.decline(_find(team, Swap).id, by=OLGA)


def _decide_time_off(team: Team, _: str) -> object:
    return team.rota.requests.answer_time_off.decline(_find(team, TimeOffRequest).id, by=OLGA)


DAYS = {"first_on": "2026-11-24", "last_on": "2026-11-25"}
DRAFT = {
    "Approve": None,
    "Edit": {"shift": "tue-early", "people": ["Cara Woods"]},
    "Re-draft": None,
}
SWAP = {"Approve": None, "Decline": {"why": "we are short on Monday"}}
QUESTIONS = {
    "draft": Question(
        member=MARIA,
        header="Draft for",
        ask=draft,
        answers=DRAFT,
        elsewhere=_approve,
    ),
    "draft that a rule is against": Question(
        member=MARIA,
        header="Draft for",
        ask=_draft_against_a_rule,
        answers={"Approve": None, "Approve anyway": None, **DRAFT},
        elsewhere=lambda team, _: team.rota.publishing.approve(MONDAY, by=OLGA, anyway=True),
        pressed="Approve",
    ),
    "warning that the week is not published": Question(
        member=MARIA,
        header="Not published yet",
        ask=_warn,
        answers=DRAFT,
        elsewhere=_approve,
    ),
    "own week": Question(
        member=ANA,
        header="Your shifts from",
        ask=publish,
        answers={
            "Cover": {"shift": "mon-early"},
            "Drop": {"shift": "mon-early"},
            "Time off": {"first_on": WEEK},
        },
        elsewhere=_request_on_page,
    ),
    "question whether to take a shift": Question(
        member=CARA,
        header="Can you",
        ask=_ask_for_cover,
        answers={"Yes, I can take it": None, "No": None},
        elsewhere=_decide_swap,
    ),
    "swap to agree to": Question(
        member=MARIA,
        header="Cara Woods",
        ask=_offer,
        answers=SWAP,
        elsewhere=_decide_swap,
    ),
    "swap that a rule is against": Question(
        member=MARIA,
        header="Cara Woods",
        ask=_offer_against_a_rule,
        answers={"Approve": None, "Approve anyway": None, **SWAP},
        elsewhere=_decide_swap,
        pressed="Approve",
    ),
    "swap that nobody takes": Question(
        member=MARIA,
        header="",
        ask=_get_stuck,
        answers={
            "Give it to \u2026": {"name": "Dev Patel", "anyway": "yes"},
            "Do the two moves": None,
            "Leave it open": None,
            "Decline": {},
        },
        elsewhere=_decide_swap,
    ),
    "time off": Question(
        member=MARIA,
        header="Ben Shaw",
        ask=lambda team: team.rota.requests.ask_time_off("Ben Shaw", MONDAY, MONDAY, by="Ben Shaw"),
        answers={"Approve": None, "Edit": DAYS, "Decline": {"why": "the fair is that week"}},
        elsewhere=_decide_time_off,
    ),
    "note that cannot be read": Question(
        member=MARIA,
        header="",
        ask=_send_unreadable_note,
        answers={"Edit": DAYS, "Dismiss": None},
        elsewhere=_decide_time_off,
    ),
    "clash": Question(
        member=MARIA,
        header="Cara Woods",
        ask=_meet_a_clash,
        answers={
            "Approve: free it": None,
            "Edit": {"instead": "Ana Diaz"},
            "Decline: hold it": None,
        },
        elsewhere=lambda team, _: team.rota.requests.answer_clash.hold(
            "2026-11-23", "tue-early", by=OLGA
        ),
    ),
    "reminder": Question(
        member=ANA,
        header="",
        ask=_remind,
        answers={"Done": None, "Attach": None, "Snooze": {"days": "2"}},
        elsewhere=lambda team, _: team.app.services.controls.acts.mark_done("Fire check", by=OLGA),
    ),
    "notice": Question(
        member=BEN,
        header="",
        ask=_give_notice,
        answers={"Dismiss": None},
        elsewhere=lambda team, _: team.app.services.dismiss_notice("missed/1", by="Maria Lopez"),
    ),
}


@dataclass
class Asked:
    """A café in which the question was asked; `begin` goes back to that moment."""

    cafe: SlackCafe
    question: Question

    def __post_init__(self) -> None:
        self.question.ask(self.cafe.team)
        self.cafe.team.deliver()
        if self.question.pressed:
            self.cafe.press(self.post, self.question.pressed)
        store, slack = self._store, self.cafe.slack
        self._tables = {kind: dict(table) for kind, table in store.tables.items()}
        self._rest = list(store.entries), dict(store.outbox), dict(self.cafe.team.folder.files)
        self._slack = deepcopy((slack.posted, slack.whispers, slack.views))

    @property
    def _store(self) -> MemoryStore:
        store = self.cafe.team.ports.store
        assert isinstance(store, MemoryStore)
        return store

    def begin(self) -> None:
        store, slack = self._store, self.cafe.slack
        store.tables.clear()
        store.tables.update({kind: dict(table) for kind, table in self._tables.items()})
        entries, outbox, files = self._rest
        store.entries, store.outbox = list(entries), dict(outbox)
        self.cafe.team.folder.files = dict(files)
        slack.posted, slack.whispers, slack.views = deepcopy(self._slack)

    @property
    def post(self) -> dict[str, Any]:
        return self.cafe.find_post(self.question.member, self.question.header)

    @property
    def decided(self) -> list[object]:
        """What was decided about anything but messages: in the audit log, and of notices."""
        entries = [e for e in self._store.entries if not e.subject.startswith("message/")]
        notices = self._store.tables[Notice].values()
        return [*entries, *(notice for notice in notices if notice.dismissed_at)]

    def prepare(self, label: str) -> dict[str, Any]:
        """What Slack sends once the button is pressed, and its form is filled in."""
        form = self.question.answers[label]
        if form is None:
            return self.cafe.slack.press(self.post, label)
        self.cafe.press(self.post, label)
        return self.cafe.slack.submit(**form)

    def send(self, payload: Mapping[str, Any]) -> str:
        """What the person is told: privately, or in the place of the form."""
        before = len(self.cafe.slack.whispers)
        reply = self.cafe.post(payload)
        assert reply.status_code == 200, reply.text
        return reply.text + "".join(text for _, text in self.cafe.slack.whispers[before:])


@pytest.fixture
def asked(request: pytest.FixtureRequest, tmp_path: Path) -> Any:
    with open_slack_cafe(tmp_path, ana=ANA, ben=BEN, cara=CARA, maria=MARIA) as cafe:
        cafe.connect()
        yield Asked(cafe, QUESTIONS[request.param])


@pytest.mark.parametrize("asked", QUESTIONS, indirect=True)
def test_each_button_counts_once_for_the_right_person_until_it_was_answered(asked: Asked) -> None:
    assert asked.cafe.list_buttons(asked.post) == list(asked.question.answers)
    for label in asked.question.answers.keys() - {asked.question.pressed}:
        asked.begin()
        before = asked.decided
        other = ANA if asked.question.member == BEN else BEN
        asked.cafe.press(asked.post, label, by=other)
        [(member, text)] = asked.cafe.slack.whispers[-1:]
        assert (member, "only they can answer it" in text) == (other, True), label
        assert (asked.decided, asked.cafe.slack.views) == (before, []), label

        first, second = asked.prepare(label), asked.prepare(label)
        reply, answered = asked.send(first), asked.decided
        # A link to attach something is no answer yet.
        assert len(answered) > len(before) or "/answer/" in reply, label
        assert asked.send(second), label
        assert asked.decided == answered, label

        asked.begin()
        late = asked.prepare(label)
        asked.question.elsewhere(asked.cafe.team, label)
        asked.cafe.team.relay()
        answered = asked.decided
        assert asked.send(late), label
        assert asked.decided == answered, label
