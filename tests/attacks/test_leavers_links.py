"""People who left: what they still hold, a session, a link and a feed, opens nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator
from email import message_from_bytes
from email.policy import default
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest
from tests.attacks.visitors import send_form, sign_in
from tests.services.smtp_server import LocalMail, serving_mail
from tests.stories.processes import Process, run_belfry
from tests.stories.waiting import wait_for

MONA = ("Mona Reyes", "mona@example.com")
NILS = ("Nils Berg", "nils@example.com")
PEOPLE = """name,email,role
Rosa Marsh,owner@example.com,owner
Mona Reyes,mona@example.com,manager
Nils Berg,nils@example.com,staff
"""
STAFF = "name,role,hours_target\nMona Reyes,counter,30\nNils Berg,counter,30\n"
TEMPLATE = "shift_id,day,start,end,role,headcount\nmon-open,Mon,08:30,14:30,counter,1\n"
RULES = "Quiet hours: 3am to 3:01am\n"
MAIL = """[mail]
host = "127.0.0.1"
port = {port}
security = "none"
from = "shop@example.com"
"""


@pytest.fixture(scope="module")
def mail() -> Iterator[LocalMail]:
    with serving_mail() as server:
        yield server


@pytest.fixture(scope="module")
def team(team: Path, mail: LocalMail) -> Path:
    """With people of its own, since samples get no e-mail, and a manager who approves drafts."""
    settings = team / "belfry.toml"
    text = settings.read_text().replace("[mail]\n", MAIL.format(port=mail.port))
    settings.write_text(f'public_url = "http://belfry.example.com"\n{text}')
    (team / "people.csv").write_text(PEOPLE)
    for name, table in (("staff.csv", STAFF), ("template.csv", TEMPLATE), ("rules.txt", RULES)):
        (team / "rota" / name).write_text(table)
    return team


def find_answer_link(mail: LocalMail) -> str:
    """The path of the link in the e-mail that asks Mona to approve a draft, if it has come."""
    for _, recipients, content in list(mail.emails):
        body = message_from_bytes(content, policy=default).get_body(("plain",))
        link = re.search(r"/rota/answer/\S+", body.get_content() if body else "")
        if link and recipients == [MONA[1]]:
            return link[0]
    return ""


def send_draft(team: Path, mail: LocalMail) -> str:
    for name in ("template-sync", "sync", "draft"):
        run_belfry(team, "workflows", "run", name, "--wait")

    def send_and_look() -> str:
        for name in ("relay", "release"):
            run_belfry(team, "workflows", "run", name, "--wait")
        return find_answer_link(mail)

    return wait_for(send_and_look, bool)


def test_session_link_and_feed_end_when_the_manager_is_disabled(
    server: Process, team: Path, mail: LocalMail
) -> None:
    added = run_belfry(team, "users", "add", *MONA, "--role", "manager")
    feed = urlsplit(run_belfry(team, "rota", "feed", MONA[0])["link"]).path
    answer = send_draft(team, mail)
    with (
        sign_in(server, server.said["link"]) as owner,
        sign_in(server, added["link"]) as mona,
        httpx.Client(base_url=server.address, timeout=60) as stranger,
    ):
        assert mona.get("/me").status_code == 200
        assert [stranger.get(path).status_code for path in (answer, feed)] == [200, 200]
        disabled = send_form(owner, "/people", f"/people/{added['user']['id']}/disable")
        assert disabled.status_code == 303

        for page in ("/me", "/", "/audit.csv", "/rota/requests"):
            assert mona.get(page).status_code == 303, page
            assert mona.get(page).headers["Location"].startswith("/sign-in")
        for browser in (mona, stranger):
            assert [browser.get(path).status_code for path in (answer, feed)] == [404, 404]
            assert browser.post(f"{answer}/approve", data={"draft": "1"}).status_code in (404, 422)


def test_session_sign_in_link_and_feed_end_when_a_person_is_removed_from_the_tables(
    server: Process, team: Path
) -> None:
    added = run_belfry(team, "users", "add", *NILS)
    again = run_belfry(team, "users", "link", NILS[1])["link"]
    feed = urlsplit(run_belfry(team, "rota", "feed", NILS[0])["link"]).path
    with sign_in(server, added["link"]) as nils:
        assert [nils.get(path).status_code for path in ("/me", feed)] == [200, 200]
        for name in ("people.csv", "rota/staff.csv"):
            table = team / name
            rows = table.read_text().splitlines(keepends=True)
            table.write_text("".join(row for row in rows if not row.startswith(NILS[0])))

        assert nils.get("/me").headers["Location"].startswith("/sign-in")
        assert nils.get(feed).status_code == 404
        assert nils.get(urlsplit(again).path).status_code >= 400
