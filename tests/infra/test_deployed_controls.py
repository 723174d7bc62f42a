"""A control at home aws, deployed: from its first reminder to done with evidence.

Every function runs under its own role, and is called by the stream, the rules, the queue, the
bucket or its URL; only the schedules are fired by the test.
"""

from __future__ import annotations

import re

from tests.infra.deployments import Deployment
from tests.pictures import make_picture
from tests.services.bedrock_endpoint import serving_bedrock
from tests.stories.benches import london
from tests.stories.control_shops import BOUNDARY, LIST, PEOPLE, RULES, write_upload_body
from tests.stories.waiting import wait_for
from tests.stories.web_teams import HOST, SESSION, open_browser, press
from tests.stories.web_teams import NAME as PAGES

from belfry.accounts.sessions import begin_session
from belfry.accounts.users import Role, User
from belfry.adapters.aws.tables import ItemMaps
from belfry.kernel.texts import digest_of

HANDLER, RULES_PAGE = "ct-action-handler", "/docs/controls/rules.txt"


def put_files(aws: Deployment) -> None:
    aws.put_file("tasks.csv", LIST, "ct-tasklist-source")
    aws.put_file("rules.txt", RULES, "ct-rules-source")
    aws.put_file("team/people.csv", PEOPLE)


def remind(aws: Deployment, day: str) -> None:
    """A morning: the tick at eight, the sweep that holds its messages, and what leaves at nine."""
    aws.go_to(london(f"{day}T08:00"))
    aws.fire("ct-tick")
    aws.settle(is_sent=False)
    aws.fire("ct-release-sweep")
    aws.go_to(london(f"{day}T09:00"))
    aws.fire_releases(london(f"{day}T09:00"))


def test_control_is_reminded_of_until_it_is_done_with_evidence(aws: Deployment) -> None:
    put_files(aws)
    with serving_bedrock() as model, aws.settings(model__endpoint_url=model.url.rstrip("/")):
        put_files(aws)
        model.say("A printed sheet with a list of names.")
        remind(aws, "2026-12-07")
        remind(aws, "2026-12-10")
        [(to, early), (_, due)] = aws.list_mails()
        assert (to, "is due on Thursday 10 December 2026, in 3 days" in early) == (
            "maria@example.com",
            True,
        )

        [path] = re.findall(r"https?://\S+?(/answer/[\w-]+)", due)
        status, page = aws.ask_page(path, function=HANDLER)
        assert (status, "counts as done only with evidence" in page) == (200, True)
        kind = f"multipart/form-data; boundary={BOUNDARY}"
        upload, typed = write_upload_body(make_picture()), {"Content-Type": kind}
        status, page = aws.ask_page(f"{path}/attach", "POST", HANDLER, upload, **typed)
        assert (status, "It is kept" in page) == (200, True)
        form = b"done_on=2026-12-10&opened_by=0"
        status, page = aws.ask_page(f"{path}/done", "POST", HANDLER, body=form)
        assert (status, "It is next due on Wed 10 Mar 2027" in page) == (200, True)

        stored = wait_for(
            lambda: aws.save(),
            lambda saved: (
                "2026-12-10,Maria Lopez" in read_list(saved.objects) and len(model.server.seen) == 1
            ),
        )
        described = [item for item in stored.items["ct-book"] if item["pk"]["S"] == "Evidence"]
        assert len(described) == 1
        remind(aws, "2026-12-14")
        assert len(aws.list_mails()) == 2
        ways = [item["dispatched_via"]["S"] for item in stored.items["ct-reminders"]]
        assert ways == ["email", "email"]
        look_at_the_pages(aws)


def look_at_the_pages(aws: Deployment) -> None:
    """The owner sees it all on the pages of the team, and changes a rule there."""
    now, token = london("2026-12-14T08:30"), "s" * 43
    owner = User(id=1, name="Tom Hill", role=Role.OWNER, created_at=now)
    session = begin_session(owner, digest=digest_of(token), csrf="c" * 43, now=now)
    for record in (owner, session):
        write = ItemMaps().of(type(record)).put(record, expected=0)
        aws.client("dynamodb").put_item(TableName=write.table.name, Item=write.request["Item"])
    browser = open_browser(lambda event: aws.invoke(PAGES, event))
    browser.cookies.set(SESSION, token, domain=HOST)
    for path in ("/", "/jobs", "/rota", "/audit", "/messages"):
        assert browser.get(path).status_code == 200, path
    assert "Fire drill" in browser.get("/controls").text
    press(browser, RULES_PAGE, RULES_PAGE, text="Safety: remind on the day.\n", do="save")
    assert aws.save().objects["ct-rules-source", "rules.txt"] == b"Safety: remind on the day.\n"


def read_list(objects: object) -> str:
    assert isinstance(objects, dict)
    return str(objects["ct-tasklist-source", "tasks.csv"].decode())
