"""What goes wrong around the functions of the rota: nobody is told twice, and nothing is lost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from tests.services.function_host import (
    CHANGES,
    REGION,
    TABLE,
    ZONE,
    call_killed,
    find_fire,
    read_event,
)
from tests.services.function_roles import list_refused
from tests.stories.benches import london
from tests.stories.rota_hosts import CafeHost, hosting_cafe
from tests.stories.rotas import FILES, MONDAY, WEEK
from tests.stories.test_rota_functions import STAFF, list_shifts

from belfry.adapters.aws.clients import connect_parameters
from belfry.messaging.messages import Message
from belfry.messaging.send_policy import LEASE
from belfry.rota.drafts.drafted_weeks import RotaWeek
from belfry.rota.messages.message_keys import FAIRNESS

TICK = read_event("scheduler_default")
HOUR = timedelta(hours=1)
NOTE = """From: {sender}
To: timeoff@example.com
Date: Thu, 12 Nov 2026 09:40:00 +0000
Message-ID: <note@example.com>
Subject: time off

Could I be off next Friday for a wedding?
"""


@pytest.fixture
def cafe(moto_endpoint: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[CafeHost]:
    with hosting_cafe(moto_endpoint, monkeypatch) as cafe:
        yield cafe


@pytest.fixture
def drafted(cafe: CafeHost) -> CafeHost:
    """A draft waits for its managers."""
    for name in ("template-sync", "drafter"):
        cafe.host.deliver(name, TICK)
    cafe.take_mails()
    return cafe


def put_parameters(values: Mapping[str, str]) -> None:
    client = connect_parameters(region=REGION)
    for name, value in values.items():
        client.put_parameter(Name=f"/ss/config/{name}", Value=value, Type="String", Overwrite=True)
    client.close()


def approve(cafe: CafeHost) -> Any:
    """The event of the approval, which publish has not heard of yet."""
    events: list[Any] = []
    deliver = cafe.host.deliver

    def catch(name: str, event: Any, **more: Any) -> Any:
        if name == "publish" and event.get("detail-type") == "rota.published":
            events.append(event)
            return None
        return deliver(name, event, **more)

    cafe.host.deliver = catch  # type: ignore[method-assign]
    assert cafe.press("maria", "approve") == 200
    cafe.host.deliver = deliver  # type: ignore[method-assign]
    return events[0]


def list_week_messages(cafe: CafeHost) -> list[Message]:
    messages = cafe.host.functions("publish").ports.messages.list_newest(limit=100)
    return [message for message in messages if message.kind == "week"]


def test_publish_killed_after_any_call_tells_each_person_once(drafted: CafeHost) -> None:
    event, kills = approve(drafted), 1
    while call_killed(drafted.host, "publish", event, after=kills):
        kills += 1
    drafted.host.clock.advance(LEASE + HOUR)
    drafted.host.deliver("publish", TICK)

    assert kills > 20
    mails = Counter(drafted.name(mail) for mail in drafted.take_mails())
    fates = Counter((m.state.value, mails[m.sent_to.partition("@")[0]]) for m in _latest(drafted))
    assert max(mails.values()) == 1
    # Killed between taking a message in hand and recording that it left: people are asked.
    assert set(fates) <= {("sent", 1), ("uncertain", 0), ("uncertain", 1)}
    assert sum(fates.values()) == len(STAFF)


def test_summary_killed_after_any_call_tells_each_manager_once(drafted: CafeHost) -> None:
    cafe = drafted
    assert cafe.press("maria", "approve") == 200
    cafe.take_mails()
    cafe.host.clock.advance_to(london("2026-11-20T17:00"))
    kills = 1
    while call_killed(cafe.host, "summary", TICK, after=kills):
        kills += 1
    cafe.host.clock.advance(LEASE + HOUR)
    cafe.host.deliver("publish", TICK)

    messages = cafe.host.functions("publish").ports.messages.list_newest(limit=100)
    states = [message.state.value for message in messages if message.kind == FAIRNESS]
    mails = Counter(cafe.name(mail) for mail in cafe.take_mails())
    assert (kills > 10, len(states), max(mails.values())) == (True, 2, 1)
    assert set(states) <= {"sent", "uncertain"}


def _latest(cafe: CafeHost) -> list[Message]:
    messages = list_week_messages(cafe)
    assert len({message.person for message in messages}) == len(messages) == len(STAFF)
    return messages


def test_approval_twice_and_by_two_managers_publishes_once(drafted: CafeHost) -> None:
    statuses = [drafted.press(name, "approve") for name in ("maria", "maria", "olga")]

    assert statuses == [200, 409, 409]
    assert sorted(map(drafted.name, drafted.take_mails())) == STAFF
    head = drafted.host.functions("publish").ports.store.find(RotaWeek, WEEK)
    assert head is not None
    assert (head.edition, head.published_by) == (1, "Maria Lopez")


def test_approval_event_that_comes_after_a_later_edition_tells_nobody_again(
    drafted: CafeHost,
) -> None:
    event = approve(drafted)
    drafted.host.deliver("publish", event)
    drafted.take_mails()
    form = {"week": WEEK, "shift": "fri-early", "kind": "cover"}
    assert drafted.press("ana", "swap", **form) == 200
    assert drafted.press("cara", "ask", answer="yes") == 200
    assert drafted.press("maria", "agree") == 200
    drafted.take_mails()

    for _ in range(2):
        drafted.host.deliver("publish", event)
    assert (drafted.take_mails(), drafted.host.dead) == ([], [])


def test_approval_event_that_comes_after_a_re_draft_tells_of_what_was_approved(
    drafted: CafeHost,
) -> None:
    """Ben is off on Monday in the new draft, which nobody has approved."""
    event = approve(drafted)
    off = f"{FILES['rota/time_off.csv']}Ben Shaw,{WEEK},{WEEK},approved,\n"
    drafted.host.write("rota/time_off.csv", off)
    redraft = drafted.host.functions("action-handler").rota.publishing.redraft
    saved = redraft(MONDAY, by="Maria Lopez", draft=1)
    assert {line.people for line in saved.lines if line.shift_id == "mon-late"} != {("Ben Shaw",)}
    drafted.host.settle()
    drafted.take_mails()
    drafted.host.deliver("publish", event)

    mails = {drafted.name(mail): mail for mail in drafted.take_mails()}
    assert sorted(mails) == STAFF
    body = mails["ben"].get_body(("plain",))
    assert body is not None
    assert "Monday 16 November 14:00-22:00" in body.get_content()
    head = drafted.host.functions("publish").ports.store.find(RotaWeek, WEEK)
    assert head is not None
    assert (head.edition, head.published, head.draft, head.is_waiting) == (1, 1, 2, True)


@pytest.mark.parametrize(
    "sender, route",
    [("Ben Shaw <ben@example.com>", "time off"), ("A Stranger <who@elsewhere.example>", "unread")],
)
def test_note_is_filed_once_and_only_from_the_team(cafe: CafeHost, sender: str, route: str) -> None:
    cafe.host.s3.put_object(Bucket="ss-raw-mime", Key="a+b", Body=NOTE.format(sender=sender))
    event = read_event("photo_put")
    event["Records"][0]["s3"]["object"]["key"] = "a%2Bb"
    for _ in range(2):
        assert cafe.host.deliver("intake-timeoff", event) == {route: 1}
    gone = read_event("photo_put")
    assert cafe.host.deliver("intake-timeoff", gone) == {}

    subjects = [subject for _, subject in cafe.take_subjects()]
    assert len(subjects) == (1 if route == "time off" else 0)
    assert (cafe.host.failures, list_refused(cafe.host.meter.calls)) == ([], [])


def test_week_archived_halfway_is_archived_by_the_next_digest(drafted: CafeHost) -> None:
    assert drafted.press("maria", "approve") == 200
    shifts = list_shifts("ss-shifts")
    drafted.host.clock.advance_to(datetime(2026, 11, 29, 18, tzinfo=ZONE))
    kills = 0
    # Each try makes one more change before it dies.
    while call_killed(drafted.host, "digest", TICK, after=1, counted=CHANGES):
        current, archived = list_shifts("ss-shifts"), list_shifts("ss-shifts-archive")
        assert {**archived, **current} == shifts
        kills += 1

    assert kills > 1
    assert (list_shifts("ss-shifts"), list_shifts("ss-shifts-archive")) == ({}, shifts)


def test_scanner_at_the_function_url_changes_nothing(drafted: CafeHost) -> None:
    link = drafted.find_link("maria")
    assert [drafted.ask(link, method)[0] for method in ("GET", "HEAD", "GET")] == [200] * 3
    assert drafted.ask(link, "POST")[0] == 405
    for path in ("/", "/.env", "/wp-login.php", "/rota/answer/x", f"{link}/../approve", "/admin"):
        assert drafted.ask(path)[0] == 404
    for path in (f"{link}/nothing", "/rota/answer/x/approve", "/slack/interactivity"):
        assert drafted.ask(path, "POST")[0] == 404
    assert drafted.ask(f"{link}/approve")[0] == 405

    head = drafted.host.functions("publish").ports.store.find(RotaWeek, WEEK)
    assert head is not None
    assert (head.is_waiting, head.edition) == (True, 0)
    assert (drafted.take_mails(), drafted.host.dead) == ([], [])


def test_ses_that_knows_no_such_sender_fails_messages_and_says_why(drafted: CafeHost) -> None:
    """Refused for good, shown, and not tried for ever; test_ses.py has SES's own words."""
    put_parameters({"mail/from": "rota@unverified.example"})
    drafted.host.stop("publish")
    assert drafted.press("maria", "approve") == 200
    for _ in range(3):
        drafted.host.clock.advance(HOUR)
        drafted.host.deliver("publish", TICK)

    messages = list_week_messages(drafted)
    assert {message.state.value for message in messages} == {"failed"}
    assert {message.why for message in messages} == {"SES refuses the message (MessageRejected)"}
    assert drafted.take_mails() == []


def test_schedules_fire_at_the_same_hour_when_the_clocks_change() -> None:
    """The emulators know no zones, so the driver that tests use must."""
    for function in TABLE.values():
        for trigger in function["triggers"]:
            if not trigger.get("zone"):
                continue
            at, fires = datetime(2026, 10, 1, tzinfo=UTC), []
            while (at := find_fire(trigger, at)) < datetime(2027, 4, 15, tzinfo=UTC):
                fires.append(at)
            minute, hour = trigger["expression"].removeprefix("cron(").split()[:2]
            assert {f"{fire.astimezone(ZONE):%-M %-H}" for fire in fires} == {f"{minute} {hour}"}
            assert len({fire.astimezone(ZONE).date() for fire in fires}) == len(fires)
            days = trigger["expression"].split(maxsplit=2)[2]
            assert len(fires) == {"* * ? *)": 196, "1 * ? *)": 7}.get(days, 28)


def test_digest_runs_once_on_the_day_that_the_clocks_change(cafe: CafeHost) -> None:
    cafe.host.clock.set_wrong(datetime(2026, 10, 24, 12, tzinfo=UTC) - cafe.host.clock.now())
    cafe.go_to("2026-10-26T12:00", every=24 * HOUR)
    assert Counter(cafe.host.invocations)["digest"] == 1
    assert (cafe.host.failures, cafe.host.dead) == ([], [])
