"""Whole weeks in Slack, on the traffic that Slack documents; and what must not count."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from tests.rota.publishing import draft
from tests.rota.requesting import Asking
from tests.rota.teams import ADMIN, MONDAY, STAFF_FILE
from tests.services.slack_api import (
    ANA,
    BEN,
    CARA,
    MARIA,
    REVOKED,
    TOKEN,
    be_busy,
    write_request,
)
from tests.stories.slack_cafes import SlackCafe, open_slack_cafe, open_slack_office

from belfry.accounts.users import Role
from belfry.bootstrap.slack import INTERACTIVITY_PATH
from belfry.entrypoints.slack.interactivity import handle
from belfry.scheduler.runs import Notice, give

DRAFT = "Draft for"
OWN_WEEK = "Your shifts from"
CARAS_SHIFT = "tue-early,Tue,07:00,15:00,barista,,1,Cara Woods,"


@pytest.fixture
def cafe(tmp_path: Path) -> Iterator[SlackCafe]:
    """Connected; everybody but Dev reads Slack, and a draft waits for Maria."""
    with open_slack_cafe(tmp_path, ana=ANA, ben=BEN, cara=CARA, maria=MARIA) as cafe:
        cafe.connect()
        draft(cafe.team)
        cafe.team.deliver()
        yield cafe


def test_draft_is_approved_by_a_click_and_the_message_says_so(cafe: SlackCafe) -> None:
    post = cafe.find_post(MARIA, DRAFT)
    assert cafe.list_buttons(post) == ["Approve", "Edit", "Re-draft"]

    reply = cafe.press(post, "Approve")
    assert (reply.status_code, reply.text) == (200, "")
    head = cafe.team.head()
    assert (head.published, head.published_by) == (1, "Maria Lopez")
    assert cafe.list_buttons(post) == []
    assert "Approved by Maria Lopez" in cafe.find_text(post)
    assert "/rota/answer/" not in cafe.find_text(post)

    cafe.team.release()
    assert cafe.find_post(ANA, OWN_WEEK)
    entries = cafe.team.ports.audit_log.list_entries("rota/2026-11-16")
    assert [(e.action, e.by) for e in entries][-1] == ("rota.published", "Maria Lopez")


def test_week_of_the_rota_is_lived_in_slack(cafe: SlackCafe) -> None:
    """Draft, edit, approve, each person's week, cover, the manager's yes, and the digest."""
    team = cafe.team
    cafe.press(cafe.find_post(MARIA, DRAFT), "Edit")
    cafe.submit(shift="tue-early", people=["Cara Woods"])
    cafe.press(cafe.find_post(MARIA, DRAFT), "Approve")
    team.release()
    assert [member for member, header in cafe.headers() if header.startswith(OWN_WEEK)] == [
        ANA,
        BEN,
        CARA,
    ]

    own_week = cafe.find_post(ANA, OWN_WEEK)
    assert cafe.list_buttons(own_week) == ["Cover", "Drop", "Time off"]
    cafe.press(own_week, "Cover")
    cafe.submit(shift="mon-early", note="my son is ill")
    assert "stays yours" in cafe.slack.whispers[-1][1]
    team.release()
    question = cafe.find_post(CARA, "Can you")
    cafe.press(question, "Yes, I can take it")
    assert "You said yes" in cafe.find_text(question)
    assert cafe.list_buttons(question) == []
    team.release()
    offer = cafe.find_post(MARIA, "Cara Woods")
    assert cafe.list_buttons(offer) == ["Approve", "Decline"]
    cafe.press(offer, "Approve")
    assert "It was agreed by Maria Lopez: Cara Woods has the shift now" in cafe.find_text(offer)
    assert "Your week has changed since" in cafe.find_text(own_week)

    team.go_to("2026-11-15T18:00")
    team.run("digest")
    team.deliver()
    reminder = cafe.find_post(CARA)
    assert "Monday 16 November" in cafe.find_text(reminder)
    assert cafe.list_buttons(reminder) == ["Cover", "Drop", "Time off"]
    assert cafe.slack.whispers == [
        (ANA, "Asked for. The shift stays yours until you hear otherwise.")
    ]


def test_shift_that_nobody_takes_is_given_by_the_manager_in_slack(cafe: SlackCafe) -> None:
    team = cafe.team
    cafe.press(cafe.find_post(MARIA, DRAFT), "Approve")
    team.release()
    cafe.press(cafe.find_post(ANA, OWN_WEEK), "Cover")
    cafe.submit(shift="mon-early")
    team.release()
    question = cafe.find_post(CARA, "Can you")
    cafe.press(question, "No")
    assert "You said no" in cafe.find_text(question)
    team.release()
    stuck = cafe.find_post(MARIA)
    assert "Give it to \u2026" in cafe.list_buttons(stuck)
    cafe.press(stuck, "Give it to \u2026")
    cafe.submit(name="Dev Patel")
    [(member, text)] = [whisper for whisper in cafe.slack.whispers if whisper[0] == MARIA]
    assert "the rules speak against it" in text.lower()
    cafe.press(stuck, "Give it to \u2026")
    cafe.submit(name="Dev Patel", anyway="yes")
    assert "Dev Patel has the shift now" in cafe.find_text(stuck)
    assert cafe.list_buttons(stuck) == []


def test_time_off_is_asked_for_edited_and_approved_in_slack(cafe: SlackCafe) -> None:
    team = cafe.team
    cafe.press(cafe.find_post(MARIA, DRAFT), "Approve")
    team.release()
    cafe.press(cafe.find_post(BEN, OWN_WEEK), "Time off")
    reply = cafe.submit(first_on="2026-11-25", last_on="2026-11-24")
    assert reply.json()["errors"] == {"last_on": "it ends before it begins"}
    cafe.submit(first_on="2026-11-24", last_on="2026-11-25", reason="a wedding")
    team.release()

    asked = cafe.find_post(MARIA, "Ben Shaw")
    assert cafe.list_buttons(asked) == ["Approve", "Edit", "Decline"]
    cafe.press(asked, "Edit")
    cafe.submit(last_on="2026-11-26")
    assert "Approved by Maria Lopez: 24 to 26 November" in cafe.find_text(asked)
    team.release()
    assert "24 to 26 November" in cafe.find_text(cafe.find_post(BEN))


def test_reason_given_with_a_decline_is_told_to_the_person(cafe: SlackCafe) -> None:
    team = cafe.team
    cafe.press(cafe.find_post(MARIA, DRAFT), "Approve")
    team.rota.requests.ask_time_off("Ben Shaw", MONDAY, MONDAY, by="Ben Shaw")
    Asking(team).offer(shift="mon-early", person="Ana Diaz")
    team.deliver()
    for header, asker in (("Ben Shaw", BEN), ("Cara Woods", ANA)):
        asked = cafe.find_post(MARIA, header)
        cafe.press(asked, "Decline")
        cafe.submit(why="the fair is that week")
        assert "declined" in cafe.find_text(asked).lower()
        assert cafe.list_buttons(asked) == []
        team.release()
        assert "the fair is that week" in cafe.find_text(cafe.find_post(asker))


def test_decline_button_from_before_it_asked_for_a_reason_still_counts(cafe: SlackCafe) -> None:
    cafe.team.rota.requests.ask_time_off("Ben Shaw", MONDAY, MONDAY, by="Ben Shaw")
    cafe.team.deliver()
    asked = cafe.find_post(MARIA, "Ben Shaw")
    payload = cafe.slack.press(asked, "Decline")
    [action] = payload["actions"]
    message_id, value, _ = json.loads(action["value"])
    action["value"] = json.dumps([message_id, value, 0])
    cafe.post(payload)
    assert "Declined by Maria Lopez" in cafe.find_text(asked)


def test_clash_is_decided_in_slack(cafe: SlackCafe) -> None:
    team = cafe.team
    team.add("rota/time_off.csv", "Cara Woods,2026-11-23,2026-11-29,approved,holiday")
    team.edit("rota/template.csv", "tue-early,Tue,07:00,15:00,barista,,1,,", CARAS_SHIFT)
    team.go_to("2026-11-19T10:00")
    team.run("template-sync")
    team.deliver()
    clash = cafe.find_post(MARIA, "Cara Woods")
    assert cafe.list_buttons(clash) == ["Approve: free it", "Edit", "Decline: hold it"]
    cafe.press(clash, "Edit")
    cafe.submit(instead="Ana Diaz")
    assert "Maria Lopez wants Ana Diaz to work it" in cafe.find_text(clash)
    assert cafe.list_buttons(clash) == []


CHECK = "Fire check"
ROWS = (
    f"{CHECK},Safety,monthly,Maria,photo of the sheet,2026-12-08,,,",
    "Till count,Money,monthly,Maria,,2026-12-08,,,",
)


def test_control_goes_from_reminder_to_done_in_slack(tmp_path: Path) -> None:
    with open_slack_office(tmp_path, "2026-12-05T07:00", *ROWS, maria=MARIA) as people:
        people.office.go_to("2026-12-08T18:00")
        post = people.find_post(MARIA)
        labels = ["Done", "Attach", "Snooze"]
        assert people.list_buttons(post) == [*labels, *(f"Till count/{label}" for label in labels)]

        people.press(post, "Attach")
        [(member, text)] = people.slack.whispers
        link = text.removeprefix("Attach a file or a note here: https://checks.example.com")
        assert (member, people.client.get(link).status_code) == (MARIA, 200)

        people.press(post, "Done")
        assert people.office.cycles(CHECK) == [("done", "08 Dec", "08 Dec", "Maria Lopez")]
        assert f"{CHECK} was already done by Maria Lopez" in people.find_text(post)
        assert people.list_buttons(post) == labels

        people.press(post, "Snooze")
        people.submit(days="3")
        assert "Till count is snoozed until 11 December 2026" in people.find_text(post)
        assert people.list_buttons(post) == []


def test_control_that_was_done_on_the_page_is_closed_in_slack(tmp_path: Path) -> None:
    with open_slack_office(tmp_path, "2026-12-07T07:00", ROWS[0], maria=MARIA) as people:
        people.office.go_to("2026-12-08T10:00")
        post = people.find_post(MARIA)
        people.press(post, "Snooze")
        late = people.slack.submit(days="2")
        people.office.acts.mark_done(CHECK, by="Tom Hill")
        people.services.relay()
        assert "already done by Tom Hill" in people.find_text(post)
        assert "or snooze it:" not in people.find_text(post)
        assert people.list_buttons(post) == []
        reply = people.post(late)
        assert reply.json()["response_action"] == "update"
        assert "already done by Tom Hill" in reply.text


def test_edit_by_a_form_shows_the_rules_and_the_message_goes_on_about_the_new_draft(
    cafe: SlackCafe,
) -> None:
    post = cafe.find_post(MARIA, DRAFT)
    cafe.press(post, "Edit")
    # Dev is a cook.
    reply = cafe.submit(shift="mon-early", people=["Dev Patel"])
    errors = reply.json()["errors"]
    assert reply.json()["response_action"] == "errors"
    assert "Dev Patel" in errors["people"]
    assert cafe.team.head().draft == 1

    reply = cafe.submit(shift="mon-early", people=["Dev Patel"], anyway="yes")
    assert (reply.status_code, reply.text) == (200, "")
    assert (cafe.team.head().draft, cafe.team.head().is_waiting) == (2, True)
    assert cafe.list_buttons(post) == ["Approve", "Edit", "Re-draft"]
    assert "Dev Patel" in cafe.find_text(post)

    cafe.press(post, "Approve")
    assert cafe.team.head().published == 2
    assert "Approved by Maria Lopez" in cafe.find_text(post)


def test_week_that_breaks_a_rule_by_now_is_approved_anyway_with_a_second_button(
    cafe: SlackCafe,
) -> None:
    cafe.team.add("rota/time_off.csv", "Ana Diaz,2026-11-16,2026-11-16,approved,dentist")
    post = cafe.find_post(MARIA, DRAFT)
    cafe.press(post, "Approve")
    assert cafe.team.head().published == 0
    [(member, text)] = cafe.slack.whispers
    assert (member, "Ana Diaz" in text) == (MARIA, True)

    cafe.press(post, "Approve anyway")
    assert cafe.team.head().published == 1


def test_answer_given_on_the_page_is_shown_in_slack(cafe: SlackCafe) -> None:
    post = cafe.find_post(MARIA, DRAFT)
    cafe.team.rota.publishing.approve(MONDAY, by="Olga Finch")
    cafe.team.relay()
    assert "Approved by Olga Finch" in cafe.find_text(post)
    assert cafe.list_buttons(post) == []


def test_form_sent_after_it_was_answered_elsewhere_says_so(cafe: SlackCafe) -> None:
    post = cafe.find_post(MARIA, DRAFT)
    cafe.press(post, "Edit")
    late = cafe.slack.submit(shift="mon-early", people=["Cara Woods"])
    cafe.team.rota.publishing.redraft(MONDAY, by="Olga Finch")
    reply = cafe.post(late)
    assert reply.json()["response_action"] == "update"
    assert "draft 1 is outdated" in reply.text.lower()
    assert cafe.team.head().draft == 2


def test_person_whose_slack_id_was_taken_away_answers_nothing(cafe: SlackCafe) -> None:
    post = cafe.find_post(MARIA, DRAFT)
    cafe.team.edit("people.csv", f"Maria Lopez,{MARIA},", "Maria Lopez,,")
    cafe.press(post, "Approve")
    assert cafe.team.head().published == 0
    [(member, text)] = cafe.slack.whispers
    assert (member, "nobody on the team" in text.lower()) == (MARIA, True)


def test_person_whose_slack_id_stands_in_the_staff_sheet_alone_answers(cafe: SlackCafe) -> None:
    team = cafe.team
    team.edit("people.csv", f"Ana Diaz,{ANA},", "Ana Diaz,,")
    team.edit(STAFF_FILE, "till;opening,,", f"till;opening,{ANA},")
    cafe.press(cafe.find_post(MARIA, DRAFT), "Approve")
    team.release()
    cafe.press(cafe.find_post(ANA, OWN_WEEK), "Drop")
    cafe.submit(shift="mon-early")
    assert "stays yours" in cafe.slack.whispers[-1][1]


def test_replayed_request_is_refused_in_every_process(cafe: SlackCafe) -> None:
    post = cafe.find_post(MARIA, DRAFT)
    headers, body = write_request(cafe.slack.press(post, "Re-draft"), cafe.team.app.clock.now())
    assert handle(cafe.team.app.services.slack, headers, body).status == 200
    cafe.connect()
    again = handle(cafe.team.app.services.slack, headers, body)
    assert (again.status, again.is_recorded) == (409, False)
    cafe.team.relay()
    assert cafe.team.head().draft == 2


def test_forged_old_and_garbled_requests_are_refused(cafe: SlackCafe) -> None:
    now, slack = cafe.team.app.clock.now(), cafe.team.app.services.slack
    payload = cafe.slack.press(cafe.find_post(MARIA, DRAFT), "Approve")
    headers, body = write_request(payload, now)
    old = write_request(payload, now - timedelta(minutes=6))
    ahead = write_request(payload, now + timedelta(minutes=6))
    time = "X-Slack-Request-Timestamp"
    refused = {
        "another secret": write_request(payload, now, "another-secret-of-tests"),
        "six minutes old": old,
        "six minutes ahead": ahead,
        "an old signature with a new time": ({**old[0], time: headers[time]}, body),
        "another body": (headers, body + b"&payload=%7B%7D"),
        "no signature": ({}, body),
        "a time that is no number": ({**headers, time: "soon"}, body),
        "letters that are no signature": ({**headers, "X-Slack-Signature": "v0=\u00e9"}, body),
        "bytes that are no text": (headers, b"\xff\xfe"),
    }
    statuses = {name: handle(slack, *request).status for name, request in refused.items()}
    assert statuses == dict.fromkeys(refused, 403)
    assert cafe.team.head().published == 0
    assert cafe.team.waiting() == []


VALUE_OF_ANOTHER_APP = json.dumps(
    {
        "type": "block_actions",
        "user": {"id": MARIA},
        "actions": [{"type": "button", "action_id": "approve", "value": "another app's"}],
    }
)


@pytest.mark.parametrize(
    "payload",
    [
        pytest.param("not JSON", id="no JSON"),
        pytest.param("[]", id="a list"),
        pytest.param('{"type": "block_actions"}', id="a click without a button"),
        pytest.param(VALUE_OF_ANOTHER_APP, id="a value that is not ours"),
        pytest.param('{"type": "view_submission", "view": {}}', id="a form without fields"),
        pytest.param("[" * 50_000, id="very deep JSON"),
    ],
)
def test_unreadable_payload_is_refused_with_what_was_expected(
    cafe: SlackCafe, payload: str
) -> None:
    reply = cafe.post(payload)
    assert (reply.status_code, "payload" in reply.text) == (400, True)


def test_payload_that_belfry_has_no_use_for_is_acknowledged(cafe: SlackCafe) -> None:
    assert cafe.post({"type": "view_closed"}).status_code == 200


def test_form_that_slack_no_longer_opens_is_told_privately(cafe: SlackCafe) -> None:
    cafe.slack.is_late = True
    cafe.press(cafe.find_post(MARIA, DRAFT), "Edit")
    [(member, text)] = cafe.slack.whispers
    assert (member, "expired_trigger_id" in text) == (MARIA, True)


def test_address_does_not_exist_without_slack(cafe: SlackCafe) -> None:
    assert handle(None, {}, b"").status == 404
    assert cafe.client.get(INTERACTIVITY_PATH).status_code == 405


def test_revoked_token_is_told_once_and_the_messages_are_updated_with_the_next_one(
    cafe: SlackCafe,
) -> None:
    post, team = cafe.find_post(MARIA, DRAFT), cafe.team
    team.go(minutes=1)
    cafe.token_file.write_text(REVOKED)
    cafe.press(post, "Approve")
    assert team.head().published == 1
    assert cafe.list_buttons(post) == ["Approve", "Edit", "Re-draft"]
    for _ in range(3):
        team.go(minutes=2)
        team.deliver()
    notices = [email.subject for email in team.email.sent if email.to == ADMIN]
    assert [subject for subject in notices if subject.startswith("Slack")] == [
        "Slack: messages are not getting through"
    ]

    cafe.token_file.write_text(TOKEN)
    team.go(hours=1)
    team.relay()
    assert "Approved by Maria Lopez" in cafe.find_text(post)


def test_revoked_token_that_opens_no_form_is_told_to_the_owner_once(cafe: SlackCafe) -> None:
    post, team = cafe.find_post(MARIA, DRAFT), cafe.team
    team.go(minutes=1)
    cafe.token_file.write_text(REVOKED)
    for _ in range(2):
        cafe.press(post, "Edit")
        team.release()
    sorry = "The form could not be opened: Slack refuses Belfry, and the owner is told"
    assert cafe.slack.whispers == [(MARIA, sorry)] * 2
    [notice] = [email for email in team.email.sent if email.subject.startswith("Slack: ")]
    assert notice.to == ADMIN
    assert "the token was revoked" in notice.text


def test_busy_slack_is_asked_again_when_it_says_so(cafe: SlackCafe) -> None:
    post, team = cafe.find_post(MARIA, DRAFT), cafe.team
    cafe.slack.answer_with(be_busy(90))
    cafe.press(post, "Approve")
    team.go(seconds=60)
    team.relay()
    assert cafe.list_buttons(post) == ["Approve", "Edit", "Re-draft"]
    team.go(seconds=31)
    team.relay()
    assert "Approved by Maria Lopez" in cafe.find_text(post)


def test_disabled_person_answers_nothing(cafe: SlackCafe) -> None:
    post, users = cafe.find_post(MARIA, DRAFT), cafe.services.accounts.users
    maria = users.add(
        name="Maria Lopez", email="maria@example.com", role=Role.MANAGER, by="terminal"
    )
    users.disable(maria.id, by="terminal")
    cafe.press(post, "Approve")
    assert cafe.team.head().published == 0
    [(member, text)] = cafe.slack.whispers
    assert (member, "nobody on the team" in text.lower()) == (MARIA, True)


def test_notice_of_the_clock_is_dismissed_in_slack(cafe: SlackCafe) -> None:
    team = cafe.team
    team.edit("people.csv", "Olga Finch,,", f"Olga Finch,{BEN},")
    team.edit("people.csv", f"Ben Shaw,{BEN},", "Ben Shaw,,")
    notice = Notice(id="missed/1", at=team.app.clock.now(), kind="missed", text="It was missed.")
    team.ports.store.commit(give(notice))
    team.deliver()
    post = cafe.find_post(BEN)
    assert cafe.list_buttons(post) == ["Dismiss"]
    cafe.press(post, "Dismiss")
    assert "Dismissed by Olga Finch" in cafe.find_text(post)
    stored = team.ports.store.find(Notice, notice.id)
    assert stored is not None
    assert stored.dismissed_by == "Olga Finch"


def test_messages_have_no_buttons_without_a_signing_secret(tmp_path: Path) -> None:
    with open_slack_cafe(tmp_path, maria=MARIA) as cafe:
        cafe.connect(signing_secret="")
        draft(cafe.team)
        cafe.team.deliver()
        assert cafe.list_buttons(cafe.find_post(MARIA, DRAFT)) == []
        assert cafe.post({"type": "view_closed"}).status_code == 500
