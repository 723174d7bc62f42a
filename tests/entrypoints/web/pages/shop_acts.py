"""Every act of the app, the bench and the office that a page offers, and what it takes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import timedelta

from tests.entrypoints.web.pages.apps import App
from tests.entrypoints.web.pages.benches import SETTINGS, TOM, Bench
from tests.entrypoints.web.pages.customers import add_photo, open_shop, stop_of
from tests.entrypoints.web.pages.offices import DRILL, FIRE_DRILL, HEAD, ROWS, Office
from tests.entrypoints.web.pages.reading import read
from tests.pictures import make_picture

from belfry.accounts.keys import Service
from belfry.jobs.customers.replies import Inbound
from belfry.kernel.errors import Permanent
from belfry.messaging.ports import Arrived

JOB = "/jobs/J-2042"
MESSAGE = "/messages/jobs~2FJ-2042~2Fmove-2"
WORDINGS = "/jobs/wordings"
PASSWORDS = dict.fromkeys(("password", "again"), "correct horse battery")
SAMPLE_DOC = SETTINGS.read_text() + "\nAsk me first: yes\n"

NOTHING = "Nothing was changed"
SET = "Your password is set."
SIGN_IN = "Sign in E-mail address"
LINK = "This is the only time it is shown. Give it to"


@dataclass(frozen=True)
class Act:
    """A form on a page; `prepare` makes the app one in which it is offered.

    What `prepare` gives, if anything, is the page; `typed` are the fields to send.
    `again` is what the page says when it is sent a second time.
    """

    page: str
    prepare: Callable[[App], str | None]
    typed: Mapping[str, str] = field(default_factory=dict)
    again: str = NOTHING
    who: str = "Olive"


def do_nothing(_: App) -> None:
    """As it is on the first day."""


def open_bench(app: App) -> None:
    Bench(app).open()


def begin_move(app: App) -> None:
    """A job was moved on the board, and that has yet to count."""
    bench = Bench(app)
    bench.open()
    bench.write({"J-2042": "ready"})
    bench.look()


def ask_first(app: App) -> None:
    bench = Bench(app)
    bench.open("Ask me first: yes")
    bench.move({"J-2042": "diagnosing"})


def fail_to_tell(app: App) -> None:
    bench = Bench(app)
    bench.channel("sms").answer_with(Permanent("no such number"))
    bench.open()
    bench.move({"J-2042": "diagnosing"})


def slip(app: App) -> None:
    bench = Bench(app)
    bench.open()
    bench.move({"J-2042": "ready"})
    bench.move({"J-2042": "in progress"})


def stand_still(app: App) -> None:
    bench = Bench(app)
    bench.open()
    bench.move({"J-2042": "diagnosing"})
    app.clock.advance(timedelta(days=2))


def lose_rows(app: App) -> None:
    bench = Bench(app, dict.fromkeys([f"J-{number}" for number in range(5)], TOM[1]))
    bench.open()
    bench.stages.clear()
    bench.write({"J-0": "received"})
    bench.look()


def suggest(app: App) -> None:
    open_bench(app)
    Bench(app).suggest("Hi {name}, {your_item} is ready to collect.")


def hear_from(app: App) -> None:
    open_bench(app)
    inbound = Inbound(id="SM1", channel="sms", sender="+447700900123", text="when is it ready")
    app.services.jobs.replies.take(inbound)


def get_mail(app: App) -> None:
    content = b"From: eve@example.net\nSubject: Toasters\n\nDo you mend toasters?"
    app.services.mail_in.take([Arrived(content, len(content))])


def serve_customer(app: App) -> None:
    open_shop(app)


def part_with(app: App) -> None:
    """The job is over, and its row is off the board."""
    bench = open_shop(app)
    bench.move({"J-2042": "collected"})
    del bench.stages["J-2042"]
    bench.write({})
    for _ in range(3):
        app.clock.advance(timedelta(hours=1))
        bench.look()


def find_stop(app: App) -> str:
    open_shop(app)
    return stop_of(app)


def take_photo(app: App) -> None:
    open_shop(app)
    add_photo(app, make_picture())


def open_office(app: App) -> None:
    Office(app).open()


def write_list(app: App) -> None:
    """A row was added to the list, which was not read again yet."""
    open_office(app)
    Office(app).write(*ROWS, "Ladders,Safety,yearly,Maria,,2027-02-02,,")


def finish_drill(app: App) -> None:
    open_office(app)
    app.services.controls.acts.mark_done("Fire drill", by="user/1", is_early=True)


def correct_in_list(app: App) -> None:
    """The list says another day for what was done."""
    finish_drill(app)
    office = Office(app)
    office.go_to(18)
    office.write(f"{FIRE_DRILL},2026-11-17", head=f"{HEAD},last_done")
    app.services.controls.sync()


def lose_controls(app: App) -> None:
    office = Office(app)
    office.open()
    office.write(FIRE_DRILL)
    for day in (17, 18):
        office.go_to(day)
        app.services.controls.sync()


def remind(app: App) -> str:
    office = Office(app)
    office.open()
    office.remind()
    return office.link()


def ring(app: App) -> None:
    app.add()


def rest(app: App) -> None:
    app.services.change_workflow.pause(app.add().id, note="", by="user/1")


def park_quietly(app: App) -> None:
    """It sends nothing, so that there is no notice."""
    workflow = app.add("Courier list", kind="broken", inputs={}, cron_schedule=None)
    app.services.change_runs.start(workflow.id, by="user/1")
    app.work()


def park(app: App) -> None:
    workflow = app.add("Courier list", kind="broken", inputs={}, tell_after=1)
    app.services.change_runs.start(workflow.id, by="user/1")
    app.work()


def forward_policy(app: App) -> None:
    people = app.services.settings.folder / "people.csv"
    people.write_text("name,email\nMaria Lopez,maria@example.com\n")
    mail = b"From: maria@example.com\nSubject: Fwd: Doors\n\nDoors are checked every month."
    app.services.mail_in.take([Arrived(mail, len(mail))])


def make_key(app: App) -> None:
    app.services.accounts.keys.create(service=Service.API, name="Till", team_id=1, by="user/1")


def send_away(app: App) -> None:
    app.services.accounts.users.disable(3, by="user/1")


def change_doc(app: App) -> None:
    open_bench(app)
    owner = app.visitor(app.services.ports.users.find(1))
    page = "/docs/jobs/settings.txt"
    typed = read(owner.get(page).text).typed
    owner.post(page, {**typed, "text": typed["text"] + "\nAsk me first: yes\n", "do": "save"})


def invite(app: App) -> str:
    user = app.services.ports.users.find(3)
    assert user is not None
    return app.make_link(user)


DECIDED = "already: nothing was changed"
NEW_JOB = {"job_id": "J-9", "customer": "Zed", "item": "Lamp", "contact": "zed@example.com"}
NEW_WORKFLOW = {"name": "Order ink", "inputs": "{}", "cron_schedule": "0 9 * * 1", "do": "save"}
DAY = {"start": "2026-11-14T00:00", "end": "2026-11-16T00:00"}

ACTS = {
    "/sign-out": Act("/me", do_nothing, again=SIGN_IN),
    "/me": Act("/me", do_nothing, {"name": "Olivia"}, again="Saved."),
    "/me/password": Act("/me", do_nothing, PASSWORDS, again=SET),
    "/me/sign-out-everywhere": Act("/me", do_nothing, again=SIGN_IN),
    "/welcome": Act("/welcome", do_nothing, PASSWORDS, again=SET),
    "/welcome/{token}": Act("", invite, again="This link was used already", who=""),
    "/stop/{token}": Act("", find_stop, again="Done: no more messages", who=""),
    "/answer/{token}/done": Act(
        "", remind, again="Fire drill was already done by Maria Lopez", who=""
    ),
    "/answer/{token}/snooze": Act("", remind, who=""),
    "/answer/{token}/attach": Act(
        "", remind, {"note": "all out"}, again="Thank you. It is kept.", who=""
    ),
    "/board/close-missing": Act("/", lose_rows, again="nothing was closed"),
    "/jobs/new": Act("/jobs/new", open_bench, NEW_JOB, again="the job is on the board"),
    "/jobs/{name}/edit": Act(
        f"{JOB}/edit", open_bench, {"customer": "Maja"}, again="nothing was changed"
    ),
    "/jobs/{name}/move": Act(JOB, open_bench, {"stage": "ready"}, again="nothing was changed"),
    "/jobs/{name}/undo": Act(JOB, begin_move, again="It was put back already"),
    "/jobs/{name}/send-now": Act(JOB, begin_move, again="It counts already"),
    "/jobs/{name}/photos": Act(JOB, open_bench, again="The photo is added."),
    "/jobs/{name}/photos/{number}/remove": Act(JOB, take_photo, again="There is no photo 1"),
    "/jobs/{name}/link": Act(JOB, serve_customer, again="has a new address"),
    "/jobs/{name}/consent": Act(
        JOB, serve_customer, {"consent": "no"}, again="Noted: this customer gets no messages."
    ),
    "/jobs/{name}/write": Act(
        JOB, open_bench, {"text": "Come by."}, again="Your message is on its way."
    ),
    "/jobs/{name}/correct": Act(JOB, slip),
    "/jobs/{name}/leave": Act(JOB, slip),
    "/jobs/{name}/chase": Act("/", stand_still, again="was told in the meantime"),
    "/jobs/{name}/forget": Act(
        f"{JOB}/forget", part_with, {"typed": "J-2042"}, again="Forgotten J-2042: 1 messages"
    ),
    **{f"/jobs/wordings/{act}": Act(WORDINGS, suggest) for act in ("approve", "decline")},
    "/jobs/wordings/edit": Act(WORDINGS, suggest, {"text": "It is ready."}, again="Approved."),
    "/messages/{name}/approve": Act(MESSAGE, ask_first),
    "/messages/{name}/stop": Act(MESSAGE, ask_first),
    "/messages/{name}/resend": Act(MESSAGE, fail_to_tell),
    "/messages/{name}/settle": Act(MESSAGE, fail_to_tell, {"word": "told"}),
    "/replies/{name}/settle": Act("/", hear_from, again="is settled already"),
    "/replies/{name}/stop": Act("/", hear_from, again="is settled already"),
    "/controls/{name}/done": Act(DRILL, open_office),
    "/controls/{name}/snooze": Act(DRILL, open_office),
    "/controls/{name}/skip": Act(DRILL, open_office, {"reason": "closed"}),
    "/controls/{name}/undo": Act(DRILL, finish_drill),
    "/controls/{name}/accept-correction": Act("/", correct_in_list),
    "/controls/{name}/correct": Act(DRILL, finish_drill, {"done_on": "2026-11-14"}),
    "/controls/{name}/evidence": Act(
        DRILL, open_office, {"note": "all out"}, again="Kept as evidence."
    ),
    "/list/look": Act("/controls", write_list, again="The list was read."),
    "/list/load": Act("/controls", do_nothing, again="nothing was added"),
    "/list/proposals/{name}/approve": Act("/controls", forward_policy, again=DECIDED),
    "/list/proposals/{name}/edit": Act(
        "/controls", forward_policy, {"owner": "Maria"}, again="Saved. It still waits"
    ),
    "/list/proposals/{name}/decline": Act("/controls", forward_policy, again=DECIDED),
    "/list/close-missing": Act("/controls", lose_controls, again="nothing was archived"),
    "/workflows/new": Act(
        "/workflows/new",
        do_nothing,
        NEW_WORKFLOW,
        again="There is a workflow called 'Order ink' already",
    ),
    "/workflows/{workflow_id:int}/edit": Act(
        "/workflows/1/edit", ring, {"name": "Ink"}, again="This workflow was changed"
    ),
    "/workflows/{workflow_id:int}/run": Act("/workflows/1", ring, again="Asked by Olive"),
    "/workflows/{workflow_id:int}/pause": Act("/workflows/1", ring, again="Paused."),
    "/workflows/{workflow_id:int}/resume": Act("/workflows/1", rest, again="Resumed."),
    "/workflows/{workflow_id:int}/archive": Act("/workflows/1", ring, again="Changed meanwhile"),
    "/workflows/{workflow_id:int}/delete": Act(
        "/workflows/1", ring, again="There is no workflow 1"
    ),
    "/workflows/{workflow_id:int}/backfill": Act(
        "/workflows/1", ring, DAY, again="nothing was queued"
    ),
    "/runs/{run_id}/replay": Act("/runs/1-m1", park, again="Run 1-m1 is queued"),
    "/runs/{run_id}/put-away": Act("/", park_quietly, again="Dismissed."),
    "/mails/dismiss": Act("/", get_mail, again="waits for nobody"),
    "/notices/put-away": Act("/", park, again="Dismissed."),
    "/keys": Act(
        "/keys",
        do_nothing,
        {"name": "Till"},
        again="A new key: Till This is the only time it is shown.",
    ),
    "/keys/{key_id:int}/revoke": Act("/keys", make_key, again="Revoked."),
    "/people": Act("/people", do_nothing, {"name": "Zed"}, again=LINK),
    "/people/{user_id:int}/role": Act(
        "/people", do_nothing, {"role": "manager"}, again="The role is changed."
    ),
    "/people/{user_id:int}/link": Act("/people", do_nothing, again=LINK),
    "/people/{user_id:int}/disable": Act("/people", do_nothing, again="cannot sign in"),
    "/people/{user_id:int}/enable": Act("/people", send_away, again="They may sign in again."),
    "/docs/{doc:path}": Act(
        "/docs/jobs/settings.txt",
        open_bench,
        {"text": SAMPLE_DOC},
        again="The text is the same as before: nothing was changed.",
    ),
    "/docs/{doc:path}/restore": Act(
        "/docs/jobs/settings.txt/versions", change_doc, again="Brought back."
    ),
}
