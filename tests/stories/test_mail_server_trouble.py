"""A mail server that refuses, stalls and hangs up: nothing is said twice, and a person can see."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes
from email.policy import default
from pathlib import Path

import pytest
from tests.adapters.smtp.scripted_server import (
    Act,
    Script,
    ScriptedServer,
    drop,
    hang_up,
    playing,
    stall,
)
from tests.stories.benches import CALM, MAYA, TEAM, TOM, Bench, open_bench

from belfry.messaging.search_messages import MessageSearch

MAIL = """[mail]
host = "127.0.0.1"
port = {port}
security = "none"
from = "bench@shop.example"
within_seconds = 1
"""
STARTED = "jobs/J-2051/move-2"
POLITE: Script = {}


@contextmanager
def telling_tom(folder: Path, *scripts: Script) -> Iterator[tuple[Bench, ScriptedServer]]:
    """Tom's kettle is begun at ten, and his e-mail goes to a server that plays these scripts."""
    with playing(*scripts) as server:
        toml = TEAM + CALM + MAIL.format(port=server.port)
        with open_bench(folder, "2026-11-17T09:30", toml=toml) as bench:
            bench.put(TOM, "received")
            bench.go_to("2026-11-17T09:55")
            bench.put(TOM, "in progress")
            bench.go_to("2026-11-17T10:18")
            yield bench, server


def read_words(server: ScriptedServer) -> list[str]:
    """The words of every email whose end the server has seen."""
    emails = [message_from_bytes(raw, policy=default) for raw in server.emails]
    bodies = [email.get_body(("plain",)) for email in emails]
    return [" ".join(body.get_content().split()) for body in bodies if body]


@pytest.mark.parametrize(
    "script",
    [
        {"RCPT": b"451 4.3.0 try again later\r\n"},
        {"greeting": stall},
        {"greeting": hang_up},
        {"email": b"452 4.3.1 no room\r\n"},
    ],
    ids=["busy", "stalls", "hangs up", "has no room"],
)
def test_an_email_that_did_not_arrive_is_tried_again_and_arrives_once(
    tmp_path: Path, script: Script
) -> None:
    refused = [script, script]
    with telling_tom(tmp_path, *refused, POLITE) as (bench, server):
        [waiting] = bench.messages
        assert (waiting.state, waiting.attempt) == ("queued", 1)
        assert waiting.why

        bench.go_to("2026-11-17T12:00")
        [sent] = bench.messages
        assert (sent.state, sent.attempt) == ("sent", 3)
        whole = [words for words in read_words(server) if "in progress" in words]
        taken = 3 if "email" in script else 1
        assert len(whole) == taken


def test_an_email_that_is_refused_for_good_is_shown_as_failed_and_not_tried_again(
    tmp_path: Path,
) -> None:
    script: Script = {"RCPT": b"550 5.1.1 no such mailbox\r\n"}
    with telling_tom(tmp_path, script) as (bench, server):
        bench.go_to("2026-11-17T12:00")
        [failed] = bench.messages
        assert (failed.state, failed.attempt) == ("failed", 1)
        assert "no such mailbox" in failed.why
        assert server.calls == 1


@pytest.mark.parametrize(
    "ending", [drop, stall, hang_up], ids=["breaks the line", "stalls", "hangs up"]
)
def test_an_email_without_an_answer_is_uncertain_until_a_person_has_it_said_again(
    tmp_path: Path, ending: Act
) -> None:
    script: Script = {"email": ending}
    with telling_tom(tmp_path, script, POLITE) as (bench, server):
        bench.go_to("2026-11-18T16:00")
        [doubtful] = bench.messages
        assert doubtful.state == "uncertain"
        assert doubtful.why.startswith("it may have arrived, or not")
        assert len(server.emails) == 1

        bench.services.messaging.resend(STARTED, by="owner")
        bench.go_to("2026-11-18T16:30")
        assert [(message.id, message.state) for message in bench.messages] == [
            (STARTED, "uncertain"),
            (f"{STARTED}/resend-1", "sent"),
        ]
        first, again = read_words(server)
        assert again == first
        assert bench.messages[1].facts == doubtful.facts


def test_a_server_that_is_away_all_day_is_given_up_after_eight_attempts(
    tmp_path: Path,
) -> None:
    with telling_tom(tmp_path, {"greeting": hang_up}) as (bench, server):
        bench.go_to("2026-11-19T18:00")
        [failed] = [message for message in bench.messages if message.id == STARTED]
        assert (failed.state, failed.attempt) == ("failed", 8)
        assert failed.why.startswith("given up after 8 attempts")
        assert server.emails == []


def test_a_text_stays_in_the_postbox_although_there_is_a_mail_server(tmp_path: Path) -> None:
    """As in the first steps: the sample board has a customer who wants texts."""
    with telling_tom(tmp_path, POLITE) as (bench, server):
        bench.put(MAYA, "received")
        bench.go_to("2026-11-17T10:45")
        bench.put(MAYA, "in progress")
        bench.go_to("2026-11-17T11:45")
        shown = {message.about: message.shown_as for message in bench.messages}
        assert shown == {"jobs/J-2051": "sent", "jobs/J-2042": "postbox"}
        assert len(server.emails) == 1
        listed = bench.services.messaging.search(MessageSearch(), before=None, limit=9).messages
        assert len(listed) == 2
