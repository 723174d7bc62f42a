"""Whether the postbox shows every message as it arrived, or would arrive."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from tests.entrypoints.web.pages.apps import App, Visitor, open_app
from tests.entrypoints.web.pages.asking import Asking
from tests.entrypoints.web.pages.benches import TOM, Bench
from tests.entrypoints.web.pages.message_samples import put_messages
from tests.entrypoints.web.pages.offices import Office
from tests.entrypoints.web.pages.reading import read
from tests.samples import NOON

from belfry.accounts.users import Role
from belfry.entrypoints.web.pages.addresses import parse_cursor, parse_name
from belfry.entrypoints.web.pages.messages.messages import PER_PAGE, SHOWN
from belfry.jobs.updates.wordings import Draft
from belfry.kernel.changes import Put
from belfry.kernel.errors import Permanent, Unknown
from belfry.messaging.messages import State

MAIL = {"host": "mail.example.com", "from": "bench@example.com", "from_name": "The Bench"}


def text_of(visitor: Visitor, path: str = "/messages") -> str:
    answer = visitor.get(path)
    assert answer.status_code == 200
    return read(answer.text).text


def messages_on(visitor: Visitor, path: str) -> list[str]:
    """Each message once, in the order of the page."""
    links = read(visitor.get(path).text).links
    message_links = [link for link in links if link.startswith("/messages/") and "?" not in link]
    return [link.rpartition("~2F")[2] for link in message_links]


def test_empty_postbox_says_what_will_stand_here(owner: Visitor) -> None:
    text = text_of(owner)
    assert "No messages yet When a job on the board moves on, its customer is told" in text
    assert "This is the postbox: no mail server is set" in text


def test_text_message_is_shown_as_it_arrived(bench: Bench, owner: Visitor) -> None:
    bench.open()
    bench.move({"J-2042": "diagnosing"})
    text = text_of(owner)
    assert "sent Update to Maya Lind Sent today 12:03 · J-2042, iPhone screen repair" in text
    assert f"Text message to +447700900123 {bench.latest().text}" in text


def test_mail_is_shown_as_it_arrived(bench: Bench, owner: Visitor) -> None:
    bench.open()
    bench.move({"J-2051": "diagnosing"})
    sent = bench.latest("J-2051")
    head = f"From Corner Repairs To Tom Webb tom@example.com Subject {sent.subject_line}"
    assert f"{head} {' '.join(sent.text.split())}" in text_of(owner)


def test_mail_names_the_sender_of_the_settings(tmp_path_factory: pytest.TempPathFactory) -> None:
    with open_app(tmp_path_factory.mktemp("app"), mail=MAIL) as app:
        bench = Bench(app)
        bench.open()
        bench.move({"J-2051": "diagnosing"})
        text = text_of(app.visitor(app.take_in("Olive", Role.OWNER)))
    assert "From The Bench <bench@example.com>" in text
    assert "so texts stay here, in the postbox" in text


def test_message_that_waits_shows_what_it_would_say_and_when(bench: Bench, owner: Visitor) -> None:
    bench.open()
    bench.app.clock.advance(timedelta(hours=9))
    bench.move({"J-2042": "diagnosing"})
    text = text_of(owner)
    assert "held Update to Maya Lind Leaves tomorrow 09:00 (in 12 h): quiet hours" in text
    assert "We are now diagnosing your iPhone screen repair." in text


def test_message_that_failed_says_why_and_can_be_resent(bench: Bench, owner: Visitor) -> None:
    bench.channel("sms").answer_with(Permanent("no such number"))
    bench.open()
    bench.move({"J-2042": "diagnosing"})
    page = read(owner.get("/messages").text)
    assert "failed Update to Maya Lind Failed: no such number" in page.text
    assert "/messages/jobs~2FJ-2042~2Fmove-2/resend" in page.actions


def test_staff_see_messages_and_have_no_buttons(bench: Bench, staff: Visitor) -> None:
    bench.open("Ask me first: yes")
    bench.move({"J-2042": "diagnosing"})
    page = read(staff.get("/messages").text)
    assert "Waiting for approval" in page.text
    assert page.actions == ["/sign-out", "/messages"]


@pytest.mark.parametrize(
    ("show", "states"),
    [
        ("all", list(State)),
        ("waiting", [State.QUEUED, State.HELD]),
        ("held", [State.HELD]),
        ("sent", [State.SENT, State.DELIVERED]),
        ("wrong", [State.FAILED, State.UNCERTAIN, State.BOUNCED]),
        ("dropped", [State.DROPPED]),
        ("nonsense", list(State)),
    ],
)
def test_choice_decides_which_messages_are_shown(
    app: App, owner: Visitor, show: str, states: list[State]
) -> None:
    put_messages(app, {state.value: state for state in State})
    newest_first = [state.value for state in reversed(State) if state in states]
    assert messages_on(owner, f"/messages?show={show}") == newest_first


def test_every_choice_is_offered(owner: Visitor) -> None:
    assert text_of(owner).count(" ".join(label for label, _ in SHOWN.values())) == 1


def test_long_list_goes_on_page_by_page(app: App, owner: Visitor) -> None:
    names = [f"m{number:02}" for number in range(PER_PAGE + 3)]
    states = [State.SENT, State.DELIVERED]
    put_messages(app, {name: states[place % 2] for place, name in enumerate(names)})
    newest_first = list(reversed(names))
    for show in ("all", "sent"):
        assert messages_on(owner, f"/messages?show={show}") == newest_first[:PER_PAGE]
        links = read(owner.get(f"/messages?show={show}").text).links
        (older,) = (link for link in links if "before=" in link)
        assert messages_on(owner, older) == newest_first[PER_PAGE:]
        assert "Older" not in text_of(owner, older)


@pytest.mark.parametrize("text", ["", "~", "yesterday~x", "2026-11-16T12:00:00~x", "~\0"])
def test_address_that_is_no_cursor_begins_at_the_beginning(text: str) -> None:
    assert parse_cursor(text) is None


def test_cursor_is_a_moment_and_a_message() -> None:
    assert parse_cursor("2026-11-16T12:00:00+00:00~a~b") == (NOON, "a~b")


def test_script_from_the_board_is_only_words(app: App, owner: Visitor) -> None:
    evil = "<script>alert(1)</script>"
    bench = Bench(app, {evil: f"{evil},tom@example.com,email,{evil}"})
    bench.open()
    bench.move({evil: "diagnosing"})
    for path in ("/messages", "/jobs", "/next", "/"):
        assert "<script>alert" not in owner.get(path).text
    assert text_of(owner).count(evil) >= 4


@pytest.mark.parametrize(
    ("query", "wanted"),
    [
        pytest.param("q=J-2042", ["move-2"], id="a job by its number"),
        pytest.param("q=TOM%40example", ["move-2"], id="an address in any case"),
        pytest.param("q=Extinguishers", ["Ann Lee", "Maria Lopez"], id="a control by its name"),
        pytest.param("q=diagnosing&room=controls", [], id="words in another room"),
        pytest.param("room=controls&show=sent&q=fire+drill", ["Maria Lopez"], id="all at once"),
        pytest.param("room=nowhere&q=J-2042", ["move-2"], id="a room that is none"),
        pytest.param("q=no+such+words", [], id="words that nobody said"),
    ],
)
def test_search_finds_messages(
    app: App, bench: Bench, owner: Visitor, query: str, wanted: list[str]
) -> None:
    office = Office(app)
    office.open()
    office.remind()
    bench.open()
    bench.move({"J-2042": "diagnosing", "J-2051": "diagnosing"})
    listed = [parse_name(part) for part in messages_on(owner, f"/messages?{query}")]
    assert sorted(listed) == sorted(wanted)


def test_next_page_of_a_search_asks_the_same(app: App, owner: Visitor) -> None:
    put_messages(app, {f"m{number:02}": State.SENT for number in range(PER_PAGE + 1)})
    path = "/messages?show=sent&room=jobs&q=this+is"
    (older,) = (link for link in read(owner.get(path).text).links if "before=" in link)
    assert older.startswith("/messages?show=sent&room=jobs&q=this+is&before=")
    assert messages_on(owner, older) == ["m00"]


def test_staff_find_no_messages_about_others_shifts(asking: Asking) -> None:
    asking.ask()
    ben, eve = asking.cafe.visitor("Ben Shaw"), asking.cafe.visitor("Eve Long")
    for path in ("/messages?room=rota", "/messages?q=Eve"):
        assert "Shift cover request to Eve Long" in text_of(eve, path)
        assert "Eve Long" not in text_of(ben, path)


PAGE = "/messages/jobs~2FJ-2042~2Fmove-2"


def page_text_of(visitor: Visitor, path: str = PAGE) -> str:
    answer = visitor.get(path)
    assert answer.status_code == 200
    return read(answer.text).text


def ask(bench: Bench) -> None:
    """A message waits for approval."""
    bench.open("Ask me first: yes")
    bench.move({"J-2042": "diagnosing"})


def test_page_tells_facts_words_and_history(bench: Bench, owner: Visitor) -> None:
    bench.open()
    bench.move({"J-2042": "diagnosing"})
    text = page_text_of(owner)
    assert "Update to Maya Lind sent Sent today 12:03" in text
    assert f"What was sent Text message to +447700900123 {bench.latest().text}" in text
    assert "History Sent today 12:03 Sending today 12:03 Queued today" in text
    assert "State It was handed over. Goes by Text message (stays in the postbox)" in text
    assert "Number jobs/J-2042/move-2" in text


def test_message_that_waits_for_a_yes_leaves_once_it_is_given(
    bench: Bench, manager: Visitor
) -> None:
    ask(bench)
    assert "held Waiting for approval Stop What it would say now" in page_text_of(manager)
    fields = read(manager.get(PAGE).text).typed
    assert fields["words"] == fields["seen"]

    answer = manager.submit(
        PAGE, f"{PAGE}/approve", {"words": fields["words"], "seen": fields["seen"]}
    )

    assert answer.headers["location"] == f"{PAGE}?done=approved"
    assert bench.latest().own_words == ""
    bench.post()
    assert bench.latest().state is State.SENT
    text = page_text_of(manager)
    assert "Approved by Max today 12:03" in text
    assert "Answered by Max" in text


def test_person_may_say_it_in_other_words(bench: Bench, manager: Visitor) -> None:
    ask(bench)
    seen = read(manager.get(PAGE).text).typed["seen"]
    form = {"words": "Hello Maya,\r\nwe have begun.\r\n", "seen": seen}
    manager.submit(PAGE, f"{PAGE}/approve", form)
    assert "In the words of Max." in page_text_of(manager)
    bench.post()
    assert [outgoing.text for outgoing in bench.channel("sms").sent] == [
        "Hello Maya,\nwe have begun."
    ]


def test_line_ends_of_the_browser_are_no_other_words(app: App, manager: Visitor) -> None:
    bench = Bench(app, {"J-2042": TOM[1]})
    ask(bench)
    seen = read(manager.get(PAGE).text).typed["seen"]
    assert "\n" in seen
    form = {"words": seen.replace("\n", "\r\n"), "seen": seen.replace("\n", "\r\n")}
    manager.submit(PAGE, f"{PAGE}/approve", form)
    assert bench.latest().own_words == ""


def test_words_that_are_too_many_are_refused_and_kept(bench: Bench, manager: Visitor) -> None:
    ask(bench)
    answer = manager.submit(PAGE, f"{PAGE}/approve", {"words": "x" * 1001})
    assert answer.status_code == 422
    page = read(answer.text)
    assert page.errors == {"words": "A message has at most 1000 characters"}
    assert page.typed["words"] == "x" * 1001
    assert bench.latest().state is State.HELD


def test_words_are_open_to_change_for_who_came_to_change_them(
    bench: Bench, manager: Visitor
) -> None:
    ask(bench)
    assert "<details>" in manager.get(PAGE).text
    assert "<details open>" in manager.get(f"{PAGE}?edit=yes").text


def test_message_that_is_stopped_never_leaves(bench: Bench, manager: Visitor) -> None:
    ask(bench)
    answer = manager.submit(PAGE, f"{PAGE}/stop", {"back": "/"})
    assert answer.headers["location"] == "/?done=stopped"
    bench.post()
    assert bench.latest().state is State.DROPPED
    assert "not sent Not sent: stopped by Max" in page_text_of(manager)
    assert bench.channel("sms").sent == []


def test_uncertain_message_is_sent_once_more_as_a_new_one(bench: Bench, manager: Visitor) -> None:
    bench.channel("sms").answer_with(Unknown("the line broke"))
    bench.open()
    bench.move({"J-2042": "diagnosing"})
    assert "unconfirmed Last heard of today 12:03: it may have arrived, or not" in page_text_of(
        manager
    )

    answer = manager.submit(PAGE, f"{PAGE}/resend")

    assert answer.headers["location"] == f"{PAGE}~2Fresend-1?done=resent"
    assert "queued Leaves today 12:03 (any moment): asked for by Max" in page_text_of(
        manager, f"{PAGE}~2Fresend-1"
    )
    bench.post()
    assert bench.latest().state is State.SENT


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        ("approve", "approve", "Max has answered already: the message is queued."),
        ("approve", "resend", "Max has answered already: the message is queued."),
        ("stop", "stop", "The message is not sent (stopped by Max): that can no longer be done."),
        ("stop", "approve", "The message is not sent (stopped by Max): that can no longer be"),
    ],
)
def test_second_answer_is_refused_in_words(
    bench: Bench, manager: Visitor, first: str, second: str, expected: str
) -> None:
    ask(bench)
    manager.submit(PAGE, f"{PAGE}/{first}")
    before = bench.latest()
    answer = manager.submit(PAGE, f"{PAGE}/{second}")
    assert answer.status_code == 409
    assert f"Nothing was changed {expected}" in read(answer.text).text
    assert bench.latest() == before


def test_resend_is_refused_while_the_last_one_waits(bench: Bench, manager: Visitor) -> None:
    bench.channel("sms").answer_with(Permanent("no such number"))
    bench.open()
    bench.move({"J-2042": "diagnosing"})
    manager.submit(PAGE, f"{PAGE}/resend")
    answer = manager.submit(PAGE, f"{PAGE}/resend")
    assert answer.status_code == 409
    assert "Nothing was changed" in read(answer.text).text


def test_message_that_is_no_longer_true_says_that_it_will_not_be_sent(
    bench: Bench, owner: Visitor
) -> None:
    bench.open()
    bench.app.clock.advance(timedelta(hours=9))
    bench.move({"J-2042": "diagnosing"})
    bench.move({"J-2042": "received"})
    text = page_text_of(owner)
    assert "held Will not be sent: the job has moved on: it is now: received" in text
    assert f"{PAGE}/approve" not in read(owner.get(PAGE).text).actions


@pytest.mark.parametrize("state", State)
def test_buttons_are_those_that_the_state_allows(app: App, manager: Visitor, state: State) -> None:
    put_messages(app, {"a": state})
    page = "/messages/jobs~2Fa"
    acts = [act for act in read(manager.get(page).text).actions if act.startswith(page)]
    match state:
        case State.QUEUED | State.HELD:
            assert acts == [f"{page}/stop"]
        case State.SENDING:
            assert acts == []
        case State.UNCERTAIN | State.FAILED | State.BOUNCED:
            assert acts == [f"{page}/resend", f"{page}/settle"]
        case _:
            assert acts == [f"{page}/resend"]


def test_staff_see_a_message_without_its_buttons(bench: Bench, staff: Visitor) -> None:
    ask(bench)
    page = read(staff.get(PAGE).text)
    assert "Waiting for approval" in page.text
    assert page.actions == ["/sign-out"]


@pytest.mark.parametrize("act", ["approve", "stop", "resend"])
def test_message_that_is_not_there_cannot_be_answered(manager: Visitor, act: str) -> None:
    assert manager.submit("/me", f"/messages/none/{act}").status_code == 404
    assert manager.get("/messages/none").status_code == 404


ID = "jobs/J-2042/move-2"
CHECKED = (
    "The fence checked that, outside of the sentences that Belfry made, the draft holds only"
    " listed courtesy."
)


def put_draft(bench: Bench, **changes: Any) -> None:
    fields: dict[str, Any] = {
        "message_id": ID,
        "job_id": "J-2042",
        "model": "a small model",
        "made_at": NOON,
        "facts": {"name": "Maya", "stage": "diagnosing", "eta": None},
        "reply": "{news} It is ready!",
        "verdict": {"reasons": ['"ready" is a word of this shop\'s stages.'], "rules": ["stage"]},
        **changes,
    }
    bench.app.services.ports.store.commit([Put(Draft(**fields))])


def draft_text_of(bench: Bench, owner: Visitor) -> str:
    bench.open()
    bench.move({"J-2042": "diagnosing"})
    return read(owner.get(PAGE).text).text


def test_refused_draft_is_shown_with_the_rule_and_its_facts(bench: Bench, owner: Visitor) -> None:
    put_draft(bench)
    text = draft_text_of(bench, owner)
    assert f"What the model wrote check failed {CHECKED} It is not sent, for this reason:" in text
    assert '{news} It is ready! "ready" is a word of this shop\'s stages. stage' in text
    assert "The facts it had Customer Maya Stage diagnosing Model a small model" in text


def test_draft_that_holds_is_shown_as_such(bench: Bench, owner: Visitor) -> None:
    put_draft(bench, verdict={"reasons": [], "rules": []}, text="We are looking at it.")
    text = draft_text_of(bench, owner)
    assert f"What the model wrote check passed {CHECKED} We are looking at it. The facts" in text


def test_model_that_did_not_answer_is_named(bench: Bench, owner: Visitor) -> None:
    put_draft(bench, reply="", text="", problem="too many requests", verdict={})
    assert "What the model wrote Nothing: too many requests." in draft_text_of(bench, owner)


def test_message_without_a_draft_says_nothing_of_a_model(bench: Bench, owner: Visitor) -> None:
    text = draft_text_of(bench, owner)
    assert "the model" not in text
    assert "Length 1 text Worded in plain words" in text


def test_script_in_a_draft_is_only_text(bench: Bench, owner: Visitor) -> None:
    put_draft(bench, text="<script>alert(1)</script>")
    bench.open()
    bench.move({"J-2042": "diagnosing"})
    assert "<script>alert" not in owner.get(PAGE).text


def test_message_in_approved_words_names_who_approved_them(bench: Bench, owner: Visitor) -> None:
    bench.open()
    bench.suggest("Hi {name}, {your_item} is ready to collect.")
    wordings = bench.app.services.jobs.wordings
    kinds = wordings.list_all()
    (wording_id,) = [wording.wording.id for kind in kinds for wording in kind.wordings]
    wordings.approve("moved/ready", wording_id, by="user/1")
    bench.move({"J-2042": "ready"})
    text = read(owner.get(PAGE).text).text
    assert "Worded in approved words (Olive)" in text
