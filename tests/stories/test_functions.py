"""Maya's and Tom's jobs at home aws: the functions alone, called in the order AWS would."""

from __future__ import annotations

import re
from base64 import b64decode
from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from types import MappingProxyType

import pytest
from tests.pictures import RED, find_colour, make_picture
from tests.services.bedrock_endpoint import serving_bedrock
from tests.services.function_host import ZONE, Host, call_killed, hosting, read_event
from tests.services.function_roles import list_refused
from tests.stories.benches import MAYA, SETTINGS, TOM
from tests.stories.test_maya import READY, STARTED

from belfry.adapters.aws.clients import connect_parameters
from belfry.adapters.aws.ses import write_tag
from belfry.messaging.messages import Message
from belfry.messaging.send_policy import LEASE

HOUR = timedelta(hours=1)
START = datetime(2026, 11, 16, 10, tzinfo=ZONE)
DOC = SETTINGS.read_text(encoding="utf-8").replace("awaiting parts 5 days", "awaiting parts 1 day")
PAGE = re.compile(r"https://jobs\.shop\.example(/t/[\w-]+)")
LOOK = re.compile(r"See where it stands: \S+ ")
STOP = re.compile(r"<https://jobs\.shop\.example(/stop/[\w-]+)>")


@pytest.fixture
def host(moto_endpoint: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Host]:
    with hosting(moto_endpoint, START, DOC, monkeypatch) as host:
        yield host


def live(host: Host, job: tuple[str, ...], stage: str, first: str, until: str) -> None:
    """A change of the board, the polls that see it settle, and the time after it."""
    host.put(job, stage)
    host.go_to(first)
    host.go_to(until, every=4 * HOUR)


def get(host: Host, path: str, method: str = "GET") -> tuple[int, dict[str, str], bytes]:
    event = read_event("url_unsubscribe" if method == "POST" else "url_request")
    event["rawPath"], event["requestContext"]["http"]["method"] = path, method
    answer = host.call("jsnr-page", event)
    return answer["statusCode"], answer["headers"], b64decode(answer["body"])


def read_mail(raw: bytes) -> EmailMessage:
    mail = message_from_bytes(raw, policy=default)
    assert isinstance(mail, EmailMessage)
    return mail


def read_words(mail: EmailMessage) -> str:
    body = mail.get_body(("plain",))
    assert body is not None
    return " ".join(body.get_content().split())


def list_messages(host: Host) -> list[Message]:
    newest = host.functions("jsnr-sender").ports.messages.list_newest(limit=100)
    return list(reversed(newest))


def test_maya_gets_two_texts_and_both_are_true(host: Host) -> None:
    live(host, MAYA, "received", "2026-11-16T10:10", "2026-11-17T09:58")
    live(host, MAYA, "in progress", "2026-11-17T10:10", "2026-11-17T19:58")
    host.put_photo("J-2042", "in-progress.jpg", make_picture(RED))
    host.go_to("2026-11-19T12:28", every=6 * HOUR)
    live(host, MAYA, "ready", "2026-11-19T12:40", "2026-11-19T16:00")
    live(host, MAYA, "collected", "2026-11-19T16:10", "2026-11-20T12:00")

    texts = host.list_texts()
    assert [LOOK.sub("", words) for _, words in texts] == [STARTED, READY]
    assert {number for number, _ in texts} == {"+447700900123"}
    assert (host.failures, host.dead, host.list_emails()) == ([], [], [])
    path = PAGE.findall(texts[0][1])[0]
    status, headers, page = get(host, path)
    assert (status, headers["X-Robots-Tag"]) == (200, "noindex, nofollow")
    assert "iPhone screen repair" in page.decode()
    status, headers, photo = get(host, f"{path}/photo/1")
    assert (status, headers["Content-Type"], find_colour(photo)) == (200, "image/jpeg", "red")
    assert {message.state.value for message in list_messages(host)} == {"sent"}
    assert list_refused(host.meter.calls) == []


def test_tom_hears_that_his_kettle_waits_and_can_stop_it(host: Host) -> None:
    live(host, TOM, "received", "2026-11-16T15:10", "2026-11-17T09:58")
    host.put_photo("J-2051", "awaiting-parts.jpg", make_picture(RED))
    live(host, TOM, "awaiting parts", "2026-11-17T10:10", "2026-11-19T09:10")

    update, holding_note, digest = [read_mail(raw) for raw in host.list_emails()]
    assert "waiting for parts" in read_words(update)
    assert [part.get_content_type() for part in update.walk()].count("image/jpeg") == 1
    assert "is still waiting for parts" in read_words(holding_note)
    assert (digest["To"], "J-2051 (Tom Reed, kettle)" in read_words(digest)) == (
        "owner@example.com",
        True,
    )
    assert update["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"

    path = STOP.findall(update["List-Unsubscribe"])[0]
    assert get(host, path)[0] == 200
    host.put(TOM, "in progress")
    host.go_to("2026-11-19T09:20")
    assert len(host.list_emails()) == 4
    assert get(host, path, "POST")[0] == 200
    host.put(TOM, "ready")
    host.go_to("2026-11-19T09:40")
    assert len(host.list_emails()) == 4
    assert list_messages(host)[-1].why == "the customer wants no messages"
    assert (host.failures, host.dead) == ([], [])
    assert list_refused(host.meter.calls) == []


def test_model_words_each_update_and_only_the_composer_asks_it(host: Host) -> None:
    parameters = connect_parameters(region="eu-west-2")
    host.write("jobs/settings.txt", f"{DOC}\nWords: fresh\n")
    with serving_bedrock() as model:
        values = {"provider": "bedrock", "region": "eu-west-2", "endpoint_url": model.url}
        for name, value in values.items():
            parameters.put_parameter(Name=f"/ss/config/model/{name}", Value=value, Type="String")
        parameters.close()
        model.say("Hi {name}, good news: {news} {when} {look} Have a lovely day!")
        live(host, MAYA, "received", "2026-11-16T10:10", "2026-11-17T09:58")
        live(host, MAYA, "in progress", "2026-11-17T10:10", "2026-11-17T11:00")
        assert len(model.questions) == 1

    [(_, words)] = host.list_texts()
    assert words.startswith("Hi Maya, good news: work on your iPhone screen repair")
    assert "Have a lovely day!" in words
    askers = {call.function for call in host.meter.calls if call.action.startswith("bedrock")}
    assert askers == {"jsnr-composer"}
    assert list_refused(host.meter.calls) == []
    assert (host.failures, host.dead) == ([], [])


MOVE = ("jsnr-stage", "belfry-relay", "jsnr-composer", "jsnr-sender")


def name_job(number: int) -> tuple[str, ...]:
    return (f"J-{number}", "Ann Lee", f"ann{number}@example.com", "email", "lamp")


def move_job(host: Host, number: int, kills: Mapping[str, int] = MappingProxyType({})) -> None:
    """A job moves, and its customer is to hear of it once; functions are killed on the way."""
    host.put(name_job(number), "in progress")
    host.deliver("jsnr-stage", read_event("scheduler_default"))
    host.clock.advance(timedelta(minutes=3))
    host.meter.kill_after = dict(kills)
    host.deliver("jsnr-stage", read_event("scheduler_default"))
    host.meter.kill_after = {}
    sweep_up(host)


def sweep_up(host: Host) -> None:
    """What the schedules of the next minutes do."""
    host.clock.advance(timedelta(minutes=5))
    for name in ("belfry-relay", "jsnr-sender"):
        host.deliver(name, read_event("scheduler_default"))


def test_functions_killed_after_any_call_lose_no_message_and_send_none_twice(host: Host) -> None:
    host.rows |= {f"J-{number}": (name_job(number), "received") for number in range(20)}
    host.save_board()
    host.deliver("jsnr-stage", read_event("scheduler_default"))
    host.put(name_job(0), "in progress")
    host.deliver("jsnr-stage", read_event("scheduler_default"))
    host.clock.advance(timedelta(minutes=3))
    host.meter.made.clear()
    host.deliver("jsnr-stage", read_event("scheduler_default"))
    calls = {name: host.meter.made[name] for name in MOVE}
    assert 2 < min(calls.values()) < max(calls.values()) < len(host.rows)

    for number in range(1, max(calls.values()) + 1):
        kills = {name: (number - 1) % count + 1 for name, count in calls.items()}
        move_job(host, number, kills)
    host.clock.advance(LEASE)
    sweep_up(host)

    assert {name for name, _ in host.failures} == set(MOVE)
    mails = Counter(read_mail(raw)["To"].addresses[0].addr_spec for raw in host.list_emails())
    fates = Counter((m.state.value, mails[m.sent_to]) for m in list_messages(host))
    # Killed between taking a message in hand and recording that it left: people are asked.
    assert fates == {("sent", 1): max(calls.values()) - 1, ("uncertain", 0): 1, ("uncertain", 1): 1}
    assert host.dead == []


def test_sweep_killed_after_any_call_chases_each_job_once(host: Host) -> None:
    names = [f"J-{number}" for number in range(3)]
    host.rows |= {name_job(n)[0]: (name_job(n), "received") for n in range(3)}
    host.save_board()
    host.go_to("2026-11-16T10:07")
    host.rows = {name: (job, "awaiting parts") for name, (job, _) in host.rows.items()}
    host.save_board()
    host.go_to("2026-11-16T10:20")
    assert len(host.list_emails()) == 3
    host.clock.advance_to(datetime(2026, 11, 19, 9, 30, tzinfo=ZONE))

    kills = 1
    while call_killed(host, "jsnr-sweep", read_event("scheduler_default"), after=kills):
        kills += 1
    host.settle()
    assert kills > 10
    kinds = Counter((message.kind, message.about) for message in list_messages(host))
    assert [kinds["holding", f"jobs/{name}"] for name in names] == [1, 1, 1]
    assert kinds["digest", "jobs"] >= 1
    assert {message.state.value for message in list_messages(host)} <= {"sent", "dropped"}


def test_photo_killed_after_any_call_is_added_once(host: Host) -> None:
    host.put(TOM, "received")
    host.call("jsnr-stage", read_event("scheduler_default"))
    host.write("jobs/photos/J-2051/received.jpg", make_picture(RED))
    event = read_event("photo_put")
    event["Records"][0]["s3"]["object"]["key"] = "in/J-2051/received.jpg"

    kills = 1
    while call_killed(host, "jsnr-photo", event, after=kills):
        kills += 1
    assert kills > 10
    assert host.call("jsnr-photo", event) == {"added": 0}
    [photo] = host.functions("jsnr-photo").ports.photos.list("J-2051")
    assert (photo.number, photo.stage) == (1, "received")


def test_page_and_feedback_killed_after_any_call_record_one_answer(host: Host) -> None:
    """A customer's own stop, and a complaint that SES reports, each tried again after a kill."""
    live(host, TOM, "received", "2026-11-16T15:10", "2026-11-17T09:58")
    live(host, TOM, "awaiting parts", "2026-11-17T10:10", "2026-11-17T11:00")
    [update] = list_messages(host)
    complaint = read_event("ses_complaint")
    [tag] = write_tag(update.id)
    complaint["detail"]["mail"]["tags"][tag["Name"]] = [tag["Value"]]
    stop = read_event("url_unsubscribe")
    header = read_mail(host.list_emails()[0])["List-Unsubscribe"]
    stop["rawPath"] = STOP.findall(header)[0]

    entries = host.functions("jsnr-page").ports.audit_log
    contact = host.functions("jsnr-page").jobs.customers.show("J-2051").contact
    assert contact is not None
    for name, event in (("jsnr-page", stop), ("belfry-feedback", complaint)):
        kills = 1
        while call_killed(host, name, event, after=kills):
            kills += 1
        assert kills > 3, name
    consents = [
        entry for entry in entries.list_entries(contact.subject) if entry.action == "consent"
    ]
    assert len(consents) == 1
    assert list_messages(host)[0].state.value == "delivered"
