"""A shop with a fire drill at home aws, whose functions are called as AWS would."""

from __future__ import annotations

import re
from base64 import b64decode, b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from typing import Any, NamedTuple

import pytest
from tests.services.function_host import REGION, ZONE, Host, hosting, read_event

from belfry.adapters.aws.clients import connect_parameters

START = datetime(2026, 12, 3, 10, tzinfo=ZONE)
URL = "https://controls.shop.example"
LIST = (
    "name,area,owner,repeat,proof,requires_evidence,last_done,done_by,first_due\n"
    "Fire drill,Safety,Maria Lopez,every 3 months,photo of the sheet,yes,,,2026-12-10\n"
)
RULES = "Safety: remind 5 days before, on the day, and 2 days after.\n"
PEOPLE = "name,email,manager\nMaria Lopez,maria@example.com,Tom Hill\nTom Hill,tom@example.com,\n"
TICK = read_event("scheduler_default")
BOUNDARY = "----part"
_LINK = re.compile(rf"{URL}(/answer/[\w-]+)")


class Page(NamedTuple):
    status: int
    headers: dict[str, str]
    text: str


@contextmanager
def opening_shop(
    endpoint: str, monkeypatch: pytest.MonkeyPatch, tasks: str = LIST
) -> Iterator[Host]:
    with hosting(endpoint, START, "", monkeypatch, rooms=("controls",)) as host:
        set_parameters(**{"aws/controls_url": f"{URL}/"})
        host.write("controls/tasks.csv", tasks)
        host.write("controls/rules.txt", RULES)
        host.write("people.csv", PEOPLE)
        yield host


def set_parameters(**values: str | list[str]) -> None:
    client = connect_parameters(region=REGION)
    for name, value in values.items():
        path, text = f"/ss/config/{name}", value if isinstance(value, str) else ",".join(value)
        kind = "String" if isinstance(value, str) else "StringList"
        client.put_parameter(Name=path, Value=text, Type=kind, Overwrite=True)
    client.close()


def tick(host: Host, day: str) -> None:
    """A morning: the tick at eight, the sweep that holds its messages, and what leaves at nine."""
    host.clock.advance_to(datetime.fromisoformat(f"{day}T08:00").replace(tzinfo=ZONE))
    host.deliver("ct-scheduler", TICK)
    sweep(host)
    host.clock.advance_to(datetime.fromisoformat(f"{day}T09:00").replace(tzinfo=ZONE))
    sweep(host)


def sweep(host: Host) -> None:
    for name in ("belfry-relay", "ct-reminder"):
        host.deliver(name, TICK)


def list_mails(host: Host) -> list[tuple[str, str, str]]:
    """Recipient, subject and words of each e-mail."""
    mails = []
    for raw in host.list_emails():
        mail = message_from_bytes(raw, policy=default)
        assert isinstance(mail, EmailMessage)
        body = mail.get_body(("plain",))
        assert body is not None
        mails.append((mail["To"].addresses[0].addr_spec, mail["Subject"], body.get_content()))
    return mails


def find_link(words: str) -> str:
    [path] = _LINK.findall(words)
    return str(path)


def make_request(path: str, method: str = "POST", **more: Any) -> Any:
    event = read_event("url_request")
    event["rawPath"], event["requestContext"]["http"]["method"] = path, method
    return event | more


def ask(host: Host, path: str, method: str = "GET", **more: Any) -> Page:
    answer = host.call("ct-action-handler", make_request(path, method, **more))
    content = b64decode(answer["body"]).decode(errors="replace")
    return Page(answer["statusCode"], answer["headers"], content)


def post(host: Host, path: str, form: str) -> Page:
    return ask(host, path, "POST", body=form)


def write_upload(content: bytes, note: str = "") -> dict[str, Any]:
    """The request of a form with a file, as a Function URL hands it over."""
    headers = {"content-type": f"multipart/form-data; boundary={BOUNDARY}"}
    body = b64encode(write_upload_body(content, note)).decode()
    return {"body": body, "isBase64Encoded": True, "headers": headers}


def write_upload_body(content: bytes, note: str = "") -> bytes:
    named = f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="note"\r\n\r\n{note}\r\n'
    file = f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="taken"; filename="drill.jpg"'
    return f"{named}{file}\r\n\r\n".encode() + content + f"\r\n--{BOUNDARY}--\r\n".encode()


def list_puts(host: Host, since: int = 0) -> list[Any]:
    """What the bucket for evidence tells of: an event for each object put since that call."""
    calls = [call for call in host.meter.calls[since:] if call.action == "s3:PutObject"]
    names = [call.target.partition("/") for call in calls]
    return [write_put(host, key) for bucket, _, key in names if bucket == "ct-evidence"]


def write_put(host: Host, key: str) -> Any:
    event = read_event("photo_put")
    record = event["Records"][0]
    record["s3"]["object"]["key"] = key
    record["eventTime"] = host.clock.now().isoformat()
    return event
