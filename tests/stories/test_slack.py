"""A café where Ana reads Slack and the others read mail: who gets what, and what goes wrong."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.rota.publishing import Invited, change, draft, publish
from tests.rota.teams import ADMIN, MONDAY, PUBLIC_URL
from tests.services.slack_api import ANA, REVOKED, TOKEN, refuse
from tests.stories.slack_cafes import SlackCafe, open_slack_cafe

from belfry.messaging.messages import State

OWN_WEEK = "Your shifts from 16 to 22 November: 2, 16 h"
CALENDAR = "For your calendar: shifts from 16 to 22 November"
LINK = re.compile(rf"<{PUBLIC_URL}(/rota/answer/[\w-]+)>")


@pytest.fixture
def cafe(tmp_path: Path) -> Iterator[SlackCafe]:
    """Not yet connected; people.csv knows Ana's Slack ID."""
    with open_slack_cafe(tmp_path, ana=ANA) as cafe:
        yield cafe


def test_week_reaches_ana_by_slack_and_ben_by_mail(cafe: SlackCafe) -> None:
    cafe.connect()
    publish(cafe.team)

    assert cafe.headers() == [(ANA, OWN_WEEK)]
    [subject_and_invites] = cafe.mails("ana")
    mondays_and_tuesdays = [
        Invited("REQUEST", "Mon 07:00-15:00", 0),
        Invited("REQUEST", "Tue 07:00-15:00", 0),
    ]
    assert subject_and_invites == (CALENDAR, mondays_and_tuesdays)
    [(subject, invites)] = cafe.mails("ben")
    assert subject.startswith("Your shifts from")
    assert len(invites) == 2

    text = str(cafe.slack.posted[0]["blocks"][1]["text"]["text"])
    [link] = LINK.findall(text)
    page = cafe.client.get(link)
    assert (page.status_code, "07:00" in page.text) == (200, True)


def test_change_is_told_in_slack_and_put_right_in_the_calendar(cafe: SlackCafe) -> None:
    cafe.connect()
    publish(cafe.team)
    change(cafe.team, tue_early=("Cara Woods",))

    assert [subject for _, subject in cafe.headers()] == [
        OWN_WEEK,
        "Changed: your shifts from 16 to 22 November",
    ]
    methods = [(invite.method, invite.when) for invite in cafe.mails("ana")[-1][1]]
    assert methods == [("CANCEL", "Tue 07:00-15:00"), ("REQUEST", "Mon 07:00-15:00")]


def test_slack_id_changes_nothing_before_slack_is_set(cafe: SlackCafe) -> None:
    publish(cafe.team)
    assert cafe.slack.calls == []
    [(subject, invites)] = cafe.mails("ana")
    assert (subject, len(invites)) == (OWN_WEEK, 2)


def test_entries_that_were_mailed_before_slack_was_set_are_cancelled_by_mail(
    cafe: SlackCafe,
) -> None:
    publish(cafe.team)
    cafe.connect()
    change(cafe.team, tue_early=("Cara Woods",))
    [_, (subject, invites)] = cafe.mails("ana")
    assert (subject, invites[0].method) == (CALENDAR, "CANCEL")


def test_week_that_waits_while_slack_is_set_takes_its_invitations_along(cafe: SlackCafe) -> None:
    draft(cafe.team)
    cafe.team.rota.publishing.approve(MONDAY, by="Maria Lopez")
    cafe.team.relay()
    cafe.connect()
    cafe.team.release()
    assert cafe.headers() == []
    [(subject, invites)] = cafe.mails("ana")
    assert (subject, len(invites)) == (OWN_WEEK, 2)


def test_week_that_is_sent_again_comes_by_mail_with_its_invitations(cafe: SlackCafe) -> None:
    cafe.connect()
    publish(cafe.team)
    [week] = [message for message in cafe.messages("Ana Diaz") if message.kind == "week"]
    cafe.team.app.services.messaging.resend(week.id, by="Maria Lopez")
    cafe.team.release()
    assert [(subject, len(invites)) for subject, invites in cafe.mails("ana")] == [
        (CALENDAR, 2),
        (OWN_WEEK, 2),
    ]


def test_person_whom_slack_does_not_know_is_shown_as_not_reached(cafe: SlackCafe) -> None:
    cafe.connect()
    cafe.slack.answer_with(refuse("channel_not_found"))
    publish(cafe.team)
    [week] = [message for message in cafe.messages("Ana Diaz") if message.kind == "week"]
    assert (week.state, "knows nobody" in week.why) == (State.FAILED, True)
    assert [subject for subject, _ in cafe.mails("ana")] == [CALENDAR]


def test_revoked_token_is_told_to_the_owner_once_and_the_week_arrives_with_the_next_one(
    cafe: SlackCafe,
) -> None:
    cafe.connect()
    cafe.token_file.write_text(REVOKED)
    publish(cafe.team)
    cafe.team.go(minutes=5)
    cafe.team.release()
    assert cafe.slack.posted == []
    notices = [outgoing for outgoing in cafe.team.email.sent if outgoing.to == ADMIN]
    [notice] = [outgoing for outgoing in notices if outgoing.subject.startswith("Slack: ")]
    assert "the token was revoked" in notice.text
    assert REVOKED not in notice.text

    for unreadable in ("two\nlines", "t\N{LATIN SMALL LETTER O WITH DIAERESIS}ken", ""):
        cafe.token_file.write_text(unreadable, encoding="utf-8")
        cafe.team.go(minutes=30)
        assert cafe.team.release() == "1 queued"
    cafe.token_file.write_text(TOKEN)
    cafe.team.go(minutes=100)
    cafe.team.release()
    assert cafe.headers() == [(ANA, OWN_WEEK)]
