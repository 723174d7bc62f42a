"""A control at home aws, from its first reminder to done with evidence: the functions alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime, timedelta
from itertools import zip_longest

import pytest
from tests.pictures import make_picture
from tests.services.bedrock_endpoint import serving_bedrock
from tests.services.call_meter import Call
from tests.services.function_host import ZONE, Host, call_killed, read_event
from tests.services.function_roles import list_refused
from tests.stories.control_shops import (
    LIST,
    TICK,
    ask,
    find_link,
    list_mails,
    list_puts,
    make_request,
    opening_shop,
    post,
    set_parameters,
    sweep,
    tick,
    write_upload,
)

from belfry.adapters.aws.ses import write_tag
from belfry.messaging.send_policy import LEASE


@pytest.fixture
def host(moto_endpoint: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Host]:
    with opening_shop(moto_endpoint, monkeypatch) as host:
        yield host


def test_control_is_reminded_of_until_it_is_done_with_evidence(host: Host) -> None:
    for day in ("2026-12-04", "2026-12-07", "2026-12-08", "2026-12-10"):
        tick(host, day)
    [early, due] = list_mails(host)
    assert (early[0], due[0]) == ("maria@example.com", "maria@example.com")
    assert early[1] == "Fire drill is due Thursday 10 December, in 3 days"
    assert due[1] == "Fire drill is due today"

    path = find_link(due[2])
    page = ask(host, path)
    assert (page.status, page.headers["X-Robots-Tag"]) == (200, "noindex, nofollow")
    assert "counts as done only with evidence" in page.text
    assert scan(host, path) == [200, 200, 405, 405, 404, 404, 405, 404]
    histories = host.functions("ct-action-handler").ports.histories
    assert (histories.list_cycles("fire drill"), host.stream) == ([], [])
    assert post(host, f"{path}/done", "done_on=2026-12-10").status == 409
    attached = ask(host, f"{path}/attach", "POST", **write_upload(make_picture(), "all out"))
    assert (attached.status, "It is kept" in attached.text) == (200, True)
    done = post(host, f"{path}/done", "done_on=2026-12-10&note=&opened_by=0")
    assert (done.status, "It is next due on Wed 10 Mar 2027" in done.text) == (200, True)
    assert "Nothing to answer any more" in ask(host, path).text
    host.settle()

    row = host.folder.read("controls/tasks.csv").content.decode().splitlines()[1]
    assert "2026-12-10,Maria Lopez" in row
    tick(host, "2026-12-14")
    assert len(list_mails(host)) == 2
    lines = host.functions("ct-reminder").ports.histories.list_reminders("fire drill")
    ways = {line.slot: line.dispatched_via for line in lines}
    assert ways == {"day-5": "email", "day+0": "email"}
    assert (host.failures, host.dead, list_refused(host.meter.calls)) == ([], [], [])


def scan(host: Host, path: str) -> list[int]:
    """What a scanner is answered that looks at a link and tries what it can think of."""
    tries = [
        *((path, method) for method in ("GET", "HEAD", "POST")),
        *((place, "GET") for place in (f"{path}/done", "/", "/.env", "/slack/interactivity")),
        ("/slack/interactivity", "POST"),
    ]
    return [ask(host, place, method).status for place, method in tries]


def test_reminders_of_one_morning_are_one_message_and_go_to_the_next_in_line(
    moto_endpoint: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    more = "".join(f"Check {n},Safety,Maria Lopez,monthly,,,,,2026-12-10\n" for n in range(12))
    with opening_shop(moto_endpoint, monkeypatch, LIST + more) as host:
        tick(host, "2026-12-10")
        [(to, subject, words)] = list_mails(host)
        assert (to, subject) == ("maria@example.com", "13 controls")
        assert words.count("/answer/") == 13

        [message] = host.functions("ct-reminder").ports.messages.list_newest(limit=1)
        [tag] = write_tag(message.id)
        bounced = read_event("ses_bounced")
        bounced["detail"]["mail"]["tags"][tag["Name"]] = [tag["Value"]]
        for _ in range(2):
            host.deliver("belfry-feedback", bounced)
        sweep(host)
        assert [(to, words.count("/answer/")) for to, _, words in list_mails(host)[1:]] == [
            ("tom@example.com", 13)
        ]
        assert (host.failures, host.dead, list_refused(host.meter.calls)) == ([], [], [])


def test_model_words_the_summary_and_describes_evidence_and_no_other_function_asks_it(
    host: Host,
) -> None:
    tick(host, "2026-12-10")
    path = find_link(list_mails(host)[0][2])
    with serving_bedrock() as model:
        values = {"provider": "bedrock", "region": "eu-west-2", "endpoint_url": model.url}
        set_parameters(**{f"model/{name}": value for name, value in values.items()})
        set_parameters(**{"model/sees_evidence": "true"})
        host.stop()
        model.say("A printed sheet with a list of names.")
        ask(host, f"{path}/attach", "POST", **write_upload(make_picture()))
        [put] = list_puts(host)
        for _ in range(2):
            assert host.call("ct-evidence", put) == {"described": 1}
        assert len(model.server.seen) == 1
        post(host, f"{path}/done", "done_on=2026-12-10&opened_by=0")
        host.settle()
        [evidence] = host.functions("ct-evidence").ports.histories.list_evidence("fire drill")
        assert evidence.described == "A printed sheet with a list of names."

        tick(host, "2027-01-01")
        model.say("In {month} we kept {on_time} of {due} on time, that is {rate}.")
        assert host.call("ct-summary", TICK) == {"result": "2026-12 is told"}
        assert host.call("ct-summary", TICK) == {"result": "2026-12 was told before"}
        tick(host, "2027-01-04")
    [(to, subject, words)] = list_mails(host)[1:]
    assert (to, subject) == ("owner@example.com", "Controls in December 2026: 1 of 1 on time")
    assert "In December 2026 we kept 1 of 1 due date on time, that is 100%." in words
    askers = {call.function for call in host.meter.calls if call.action.startswith("bedrock")}
    assert askers == {"ct-evidence", "ct-summary"}
    assert (host.failures, host.dead, list_refused(host.meter.calls)) == ([], [], [])


DAILY = ("ct-scheduler", "belfry-relay", "ct-reminder")
HOURS = ("08:00", "09:00")
WRITES = {
    *("dynamodb:TransactWriteItems", "dynamodb:UpdateItem", "s3:PutObject", "events:PutEvents"),
    *("scheduler:CreateSchedule", "sesv2:SendEmail"),
}
PARTS = {"dynamodb:PutItem", "dynamodb:DeleteItem"}


def list_days(count: int) -> list[str]:
    """Working days, one after the other."""
    days = (date(2027, 1, 4) + timedelta(days=n) for n in range(2 * count))
    return [day.isoformat() for day in days if day.weekday() < 5][:count]


def remind_once(host: Host, day: str, kills: Mapping[tuple[str, str], int]) -> list[Call]:
    """One control comes due, functions are killed on the way, and the sweeps come by.

    `kills` tell after how many calls which function dies, at eight and at nine; the calls made are
    given back with that hour for their target.
    """
    calls: list[Call] = []
    for hour in HOURS:
        host.clock.advance_to(datetime.fromisoformat(f"{day}T{hour}").replace(tzinfo=ZONE))
        before = len(host.meter.calls)
        host.meter.kill_after = {name: n for (when, name), n in kills.items() if when == hour}
        host.deliver("ct-scheduler", TICK)
        sweep(host)
        made = [call for call in host.meter.calls[before:] if call.action not in PARTS]
        calls += [replace(call, target=hour) for call in made]
        host.meter.kill_after = {}
        host.clock.advance(timedelta(minutes=5))
        sweep(host)
    answer = host.functions("ct-action-handler").controls.acts
    answer.mark_done(f"check {day}", by="terminal")
    return calls


def list_kills(calls: Sequence[Call]) -> list[dict[tuple[str, str], int]]:
    """After each call that changes something: AWS has done it, and the function does not know."""
    numbers: dict[tuple[str, str], list[int]] = {}
    made: Counter[tuple[str, str]] = Counter()
    for call in calls:
        key = (call.target, call.function)
        made[key] += 1
        if call.action in WRITES:
            numbers.setdefault(key, []).append(made[key])
    rounds = zip_longest(*numbers.values())
    return [{k: n for k, n in zip(numbers, kills, strict=True) if n} for kills in rounds]


def test_functions_killed_after_any_write_lose_no_reminder_and_send_none_twice(
    moto_endpoint: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    days = list_days(20)
    tasks = "".join(f"Check {day},Daily,Maria Lopez,yearly,,,,,{day}\n" for day in days)
    with opening_shop(moto_endpoint, monkeypatch, LIST.splitlines(True)[0] + tasks) as host:
        host.write("controls/rules.txt", "Daily: remind on the day.\n")
        remind_once(host, days[0], {})
        kills = list_kills(remind_once(host, days[1], {}))
        assert 5 < len(kills) < 18
        for day, killed in zip(days[2:], kills, strict=False):
            remind_once(host, day, killed)
        host.clock.advance(LEASE)
        sweep(host)

        assert {name for name, _ in host.failures} == set(DAILY)
        messages = host.functions("ct-reminder").ports.messages.list_newest(limit=100)
        mails = Counter(subject for _, subject, _ in list_mails(host))
        fates = Counter((m.state.value, mails[m.subject_line]) for m in messages)
        # Killed between taking a message in hand and recording that it left: people are asked.
        assert fates == {("sent", 1): len(kills), ("uncertain", 0): 1, ("uncertain", 1): 1}
        assert host.dead == []


def test_answers_and_evidence_killed_after_any_call_are_recorded_once(host: Host) -> None:
    tick(host, "2026-12-10")
    path = find_link(list_mails(host)[0][2])
    with serving_bedrock() as model:
        model.say("A printed sheet.")
        values = {"provider": "bedrock", "region": "eu-west-2", "endpoint_url": model.url}
        set_parameters(**{f"model/{name}": value for name, value in values.items()})
        set_parameters(**{"model/sees_evidence": "true"})
        snooze = make_request(f"{path}/snooze", body="days=3")
        attach = make_request(f"{path}/attach", **write_upload(make_picture()))
        done = make_request(f"{path}/done", body="done_on=2026-12-10&opened_by=0")
        for event in (snooze, attach, done):
            kills = 1
            while call_killed(host, "ct-action-handler", event, after=kills):
                kills += 1
            assert kills > 5
        put, kills = list_puts(host)[0], 1
        while call_killed(host, "ct-evidence", put, after=kills):
            kills += 1
        host.settle()

    histories = host.functions("ct-action-handler").ports.histories
    [evidence] = histories.list_evidence("fire drill")
    [line] = histories.list_cycles("fire drill")
    assert (evidence.described, line.outcome.value) == ("A printed sheet.", "done")
    rows = host.folder.read("controls/tasks.csv").content.decode().splitlines()
    assert "2026-12-10,Maria Lopez" in rows[1]
