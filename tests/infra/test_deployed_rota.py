"""The café's week at home aws: from the standing pattern to the archive, in the deployed stacks.

Every function runs under its own role, and is called by the stream or the bus; only schedules are
fired by the test, and people press what their e-mails link to.
"""

from __future__ import annotations

from collections.abc import Sequence

from tests.infra.deployments import Deployment
from tests.infra.rota_runs import find_link, live_until_listed
from tests.stories.benches import london
from tests.stories.rota_hosts import ask
from tests.stories.rotas import WEEK
from tests.stories.waiting import wait_for

STAFF = ("ana", "ben", "cara", "dev", "eve")
MANAGERS = ("maria", "olga")


def fire(aws: Deployment, name: str, moment: str, *recipients: str) -> None:
    """What a schedule sets off, until these people have got an e-mail each."""
    aws.go_to(london(moment))
    before = len(aws.list_mails())
    aws.fire(name)
    await_mails(aws, before, recipients)


def press(aws: Deployment, name: str, button: str, *recipients: str, **form: str) -> None:
    """A person answers by their latest link, until these people have heard of it."""
    before = len(aws.list_mails())
    answer = aws.invoke("action-handler", ask(f"{find_link(aws, name)}/{button}", "POST", **form))
    assert answer["statusCode"] == 200
    await_mails(aws, before, recipients)


def await_mails(aws: Deployment, before: int, recipients: Sequence[str]) -> None:
    """The bus hands events on in its own time."""
    expected = sorted(f"{name}@example.com" for name in recipients)
    mails = wait_for(
        lambda: sorted(to for to, _ in aws.list_mails()[before:]),
        lambda mails: len(mails) >= len(expected),
        within=60,
    )
    aws.settle()
    assert mails == expected


def test_week_goes_from_the_pattern_to_the_archive_in_the_deployed_stacks(aws: Deployment) -> None:
    with aws.settings(public_url="https://rota.example.com"):
        live_until_listed(aws)
        fire(aws, "ss-drive-sync", "2026-11-12T09:45")
        fire(aws, "ss-template-sync", "2026-11-12T10:00", *MANAGERS)
        press(aws, "maria", "free", instead="Dev Patel")
        fire(aws, "ss-weekly-draft", "2026-11-12T14:00", *MANAGERS)
        press(aws, "maria", "approve", *STAFF)

        form = {"week": WEEK, "shift": "fri-early", "kind": "cover"}
        press(aws, "ana", "swap", "cara", **form)
        press(aws, "cara", "ask", "maria", answer="yes")
        press(aws, "maria", "agree", *("ana", "ana", "cara", "cara"))

        fire(aws, "ss-weekly-digest", "2026-11-15T18:00", *STAFF)
        fire(aws, "ss-weekly-summary", "2026-11-20T17:00", *MANAGERS)
        fire(aws, "ss-weekly-digest", "2026-11-29T18:00")
        dynamodb = aws.client("dynamodb")
        assert dynamodb.scan(TableName="ss-shifts")["Items"] == []
        archived = dynamodb.scan(TableName="ss-shifts-archive")["Items"]
        assert "Cara Woods" in {
            item["assigned"]["S"] for item in archived if item["shift_id"]["S"] == "fri-early"
        }
        assert set(aws.list_messages().values()) <= {"sent", "dropped"}
