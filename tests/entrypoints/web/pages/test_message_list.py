"""Whether the postbox shows every message as it arrived, or would arrive."""

from __future__ import annotations

from datetime import timedelta

import pytest
from tests.entrypoints.web.pages.asking import Asking
from tests.entrypoints.web.pages.benches import Bench
from tests.entrypoints.web.pages.houses import House, Visitor, open_house
from tests.entrypoints.web.pages.message_samples import put_messages
from tests.entrypoints.web.pages.offices import Office
from tests.entrypoints.web.pages.reading import read
from tests.samples import NOON

from belfry.accounts.users import Role
from belfry.entrypoints.web.pages.addresses import parse_name
from belfry.entrypoints.web.pages.messages.message_list import PER_PAGE, SHOWN, parse_cursor
from belfry.kernel.errors import Permanent
from belfry.messaging.messages import State

MAIL = {"host": "mail.example.com", "from": "bench@example.com", "from_name": "The Bench"}


def text_of(visitor: Visitor, path: str = "/messages") -> str:
    answer = visitor.get(path)
    assert answer.status_code == 200
    return read(answer.text).text


def messages_on(visitor: Visitor, path: str) -> list[str]:
    """Each message once, in the order of the page."""
    links = read(visitor.get(path).text).links
    found = [link for link in links if link.startswith("/messages/") and "?" not in link]
    return [link.rpartition("~2F")[2] for link in found]


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
    with open_house(tmp_path_factory.mktemp("house"), mail=MAIL) as house:
        bench = Bench(house)
        bench.open()
        bench.move({"J-2051": "diagnosing"})
        text = text_of(house.visitor(house.take_in("Olive", Role.OWNER)))
    assert "From The Bench <bench@example.com>" in text
    assert "postbox" not in text


def test_message_that_waits_shows_what_it_would_say_and_when(bench: Bench, owner: Visitor) -> None:
    bench.open()
    bench.house.clock.advance(timedelta(hours=9))
    bench.move({"J-2042": "diagnosing"})
    text = text_of(owner)
    assert "held Update to Maya Lind Leaves tomorrow 09:00 (in 12 h): quiet hours" in text
    assert "We are now diagnosing your iPhone screen repair." in text


def test_message_that_failed_says_why_and_can_be_resent(bench: Bench, owner: Visitor) -> None:
    bench.channel("sms").answer_with(Permanent("no such number"))
    bench.open()
    bench.move({"J-2042": "diagnosing"})
    found = read(owner.get("/messages").text)
    assert "failed Update to Maya Lind Failed: no such number" in found.text
    assert "/messages/jobs~2FJ-2042~2Fmove-2/resend" in found.actions


def test_staff_see_messages_and_have_no_buttons(bench: Bench, staff: Visitor) -> None:
    bench.open("Ask me first: yes")
    bench.move({"J-2042": "diagnosing"})
    found = read(staff.get("/messages").text)
    assert "Waits for a yes" in found.text
    assert found.actions == ["/sign-out", "/messages"]


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
    house: House, owner: Visitor, show: str, states: list[State]
) -> None:
    put_messages(house, {state.value: state for state in State})
    newest_first = [state.value for state in reversed(State) if state in states]
    assert messages_on(owner, f"/messages?show={show}") == newest_first


def test_every_choice_is_offered(owner: Visitor) -> None:
    assert text_of(owner).count(" ".join(said for said, _ in SHOWN.values())) == 1


def test_long_list_goes_on_page_by_page(house: House, owner: Visitor) -> None:
    names = [f"m{number:02}" for number in range(PER_PAGE + 3)]
    states = [State.SENT, State.DELIVERED]
    put_messages(house, {name: states[place % 2] for place, name in enumerate(names)})
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


def test_script_from_the_board_is_only_words(house: House, owner: Visitor) -> None:
    evil = "<script>alert(1)</script>"
    bench = Bench(house, {evil: f"{evil},tom@example.com,email,{evil}"})
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
    house: House, bench: Bench, owner: Visitor, query: str, wanted: list[str]
) -> None:
    office = Office(house)
    office.open()
    office.remind()
    bench.open()
    bench.move({"J-2042": "diagnosing", "J-2051": "diagnosing"})
    found = [parse_name(part) for part in messages_on(owner, f"/messages?{query}")]
    assert sorted(found) == sorted(wanted)


def test_next_page_of_a_search_asks_the_same(house: House, owner: Visitor) -> None:
    put_messages(house, {f"m{number:02}": State.SENT for number in range(PER_PAGE + 1)})
    path = "/messages?show=sent&room=jobs&q=this+is"
    (older,) = (link for link in read(owner.get(path).text).links if "before=" in link)
    assert older.startswith("/messages?show=sent&room=jobs&q=this+is&before=")
    assert messages_on(owner, older) == ["m00"]


def test_staff_find_no_messages_about_others_shifts(asking: Asking) -> None:
    asking.ask()
    ben, eve = asking.cafe.visitor("Ben Shaw"), asking.cafe.visitor("Eve Long")
    for path in ("/messages?room=rota", "/messages?q=Eve"):
        assert "Question about a shift to Eve Long" in text_of(eve, path)
        assert "Eve Long" not in text_of(ben, path)
