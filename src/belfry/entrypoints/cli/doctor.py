"""Every check of a team, part by part, and what may be corrected without risk."""

from __future__ import annotations

import os
import shutil
import stat
import sys
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Annotated
from zoneinfo import available_timezones

from belfry.entrypoints.cli.answers import Answer, shape, show_moment, showing_progress
from belfry.entrypoints.cli.file_checks import Finding, check_controls, check_files, check_rota
from belfry.entrypoints.cli.google import check_google
from belfry.entrypoints.cli.opening import Team, find_folder, open_services, option, read_team
from belfry.entrypoints.cli.scheduler.workflows import list_live_workers, walk_workflows
from belfry.entrypoints.cli.slack import check_slack
from belfry.kernel.cron import find_zone, normalize_cron
from belfry.kernel.errors import BelfryError, ConfigError, InputError, Temporary
from belfry.messaging.messages import State
from belfry.scheduler.fire_triggers import EXTERNAL_GRACE
from belfry.scheduler.runs import Heartbeat, RunStatus

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from belfry.bootstrap import Services
    from belfry.entrypoints.cli.answers import ReportProgress
    from belfry.scheduler.workflows import Workflow
    from belfry.settings import Settings


FEWEST_ZONES = 300
MOST_SHOWN = 20
START = "start `belfry serve` or `belfry worker`"


def check_settings(settings: Settings) -> Iterator[Finding]:
    where = "belfry.toml"
    if not settings.public_url:
        what = "public_url is not set, so messages carry no links"
        advice = "if other people use the pages, set their address: "
        line = '`public_url = "https://belfry.example.com"`'
        yield Finding(what, where, advice + line, is_wrong=False)
    if not settings.admin:
        what = "admin is not set, so no one is notified of stuck jobs"
        advice = 'write the owner\'s address: `admin = "owner@example.com"`'
        yield Finding(what, where, advice, is_wrong=False)
    if settings.home == "server" and settings.database.url is None:
        advice = "set database.url, or BELFRY_DATABASE_URL"
        yield Finding("home is server, but the records are in a file", where, advice)
    yield from _check_workflow_settings(settings)
    if len(available_timezones()) < FEWEST_ZONES:
        advice = "install it: `pip install tzdata`"
        yield Finding("zone data is missing", "this machine", advice)


def _check_workflow_settings(settings: Settings) -> Iterator[Finding]:
    from belfry.scheduler.workflows import BUILTINS

    known = [builtin.name for builtin in BUILTINS]
    for name, wish in settings.workflows.items():
        where = f"belfry.toml, [workflows.{name}]"
        if name not in known:
            advice = f"call it by the name of one there is: {', '.join(known)}"
            yield Finding("no such built-in workflow", where, advice)
        try:
            normalize_cron(wish.cron or "@daily")
        except InputError as error:
            advice = 'write a schedule that can be read, such as `cron = "30 3 * * *"`'
            yield Finding(str(error), where, advice)


def _check_aws(settings: Settings) -> Finding | None:
    """Whether the tables and buckets of home aws are there."""
    from belfry.bootstrap import find_missing

    where, advice = "AWS", "see that the stacks are deployed, and that aws.region is right"
    try:
        missing = find_missing(settings)
    except BelfryError as error:
        return Finding(str(error), where, advice)
    return Finding(f"missing: {', '.join(missing)}", where, advice) if missing else None


def check_database(settings: Settings) -> Finding | None:
    """What is wrong with the database, without changing it."""
    if settings.home == "aws":
        return _check_aws(settings)
    from belfry.bootstrap import check_database_file, is_database_ready

    where = "the database"
    file, make = settings.folder / ".belfry" / "belfry.db", partial(_migrate, settings)
    try:
        check_database_file(settings)
        if settings.database.url is None and not file.exists():
            advice = "`belfry serve` creates it"
            return Finding("does not exist yet", where, advice, is_wrong=False, fix=make)
        is_ready = is_database_ready(settings)
    except ConfigError as error:
        return Finding(str(error), where, "`belfry restore FILE DIR` restores a backup")
    except BelfryError as error:
        return Finding(str(error), where, "see that it runs, and that database.url is right")
    if is_ready:
        return None
    advice = "an older one is brought there by any other command; a newer one needs a newer Belfry"
    return Finding("has not the shape this version needs", where, f"see to it: {advice}", fix=make)


def _migrate(settings: Settings) -> str:
    with open_services(settings):  # this brings the database up to date
        return "the database is up to date"


LATE_AFTER = timedelta(minutes=10)


def check_mail_server(settings: Settings) -> Iterator[Finding]:
    """Whether it answers and takes our login; nothing is sent."""
    from belfry.bootstrap import check_mail

    where = "the mail server"
    try:
        check_mail(settings)
    except ConfigError as error:
        yield Finding(str(error), where, "see that the file is there, or set BELFRY_MAIL_PASSWORD")
    except Temporary as error:
        advice = "see that it runs, and that mail.host and mail.port in belfry.toml are right"
        yield Finding(str(error), where, advice)
    except BelfryError as error:
        advice = "see mail.user, mail.from and mail.security in belfry.toml, and the password"
        yield Finding(str(error), where, advice)


def check_mail_in(settings: Settings) -> Iterator[Finding]:
    """Whether the mailbox answers, takes our login and has the folder; nothing is read."""
    from belfry.bootstrap import check_mailbox

    where = "the mailbox"
    try:
        check_mailbox(settings)
    except ConfigError as error:
        advice = "see that the file is there, or set BELFRY_MAIL_IN_PASSWORD"
        yield Finding(str(error), where, advice)
    except Temporary as error:
        advice = "see that it runs, and that mail_in.host and mail_in.port in belfry.toml are right"
        yield Finding(str(error), where, advice)
    except BelfryError as error:
        advice = "see user, folder and security of [mail_in] in belfry.toml, and the password"
        yield Finding(str(error), where, advice)
    files = settings.mail_in.files
    if files and not (settings.folder / files).is_dir():
        advice = f"make it: `mkdir {settings.folder / files}`"
        yield Finding("the folder for saved mails is not there", files, advice, is_wrong=False)


def check_messages(services: Services) -> Iterator[Finding]:
    messages, now = services.ports.messages, services.ports.clock.now()
    states = (State.FAILED, State.UNCERTAIN, State.BOUNCED)
    astray = messages.list_newest(states=states, limit=MOST_SHOWN)
    latest = messages.find_latest([message.about for message in astray])
    for message in astray:
        if latest[message.about].id != message.id:  # a later one about the same thing settles it
            continue
        where = f"message {message.id}"
        again = f"`belfry messages resend {message.id}`"
        if message.state is State.UNCERTAIN:
            what = f"may or may not have arrived: {message.why}"
            yield Finding(what, where, f"ask them, or {again}", is_wrong=False)
        else:
            what = f"{message.state}: {message.why}"
            yield Finding(what, where, f"fix the cause, then {again}")
    for message in messages.list_due(now=now - LATE_AFTER, limit=1):
        what = f"should have left at {show_moment(message.due_at)}, and is still {message.state}"
        yield Finding(what, f"message {message.id}", START)
    waiting = messages.list_next(limit=1000)
    asking = sum(message.due_at is None for message in waiting)
    if asking:
        what = f"{asking} wait for approval"
        advice = "`belfry messages --held` shows them; approve or decline each"
        yield Finding(what, "the messages", advice, is_wrong=False)
    if len(waiting) > asking:
        what = f"{len(waiting) - asking} wait for their hour"
        yield Finding(what, "the messages", "`belfry upcoming` shows them", is_wrong=False)


BEHIND_AFTER = timedelta(minutes=2)
WATCH_STALE_AFTER = timedelta(minutes=5)


def check_scheduler(services: Services) -> Iterator[Finding]:
    workflows = list(walk_workflows(services, team_id=None))
    yield from _check_workers(services, workflows)
    yield from _check_clock(services)
    yield from _check_triggers(services)
    yield from _check_lanes(services)
    yield from _check_workflows(services, workflows)
    yield from _check_published(services)
    yield from _check_runs(services, workflows)
    for row in services.ports.outbox.list_failed(limit=MOST_SHOWN):
        what = f"{row.aggregate_type} {row.aggregate_id}: {row.error_message}"
        advice = "fix the cause, and save what it is about again: the row is parked"
        yield Finding(what, f"outbox row {row.id}", advice)


def _check_workers(services: Services, workflows: Sequence[Workflow]) -> Iterator[Finding]:
    live = list_live_workers(services)
    for worker in services.ports.monitor.list_workers():
        if worker in live:
            continue
        what = f"not seen since {show_moment(worker.seen_at)}"
        advice = f"{START}, if it is dead: another takes over its runs"
        yield Finding(what, f"worker {worker.id} ({worker.label})", advice, is_wrong=False)
    if not live and any(workflow.is_active for workflow in workflows):
        yield Finding("no worker is running to fire and run them", "the workflows", START)


def _check_clock(services: Services) -> Iterator[Finding]:
    now = services.ports.clock.now()
    heartbeat = services.ports.store.find(Heartbeat, "clock")
    if heartbeat is None:
        return
    if heartbeat.seen_at - now > BEHIND_AFTER:
        what = f"shows {show_moment(now)}, but it was {show_moment(heartbeat.seen_at)} already"
        advice = "set it right, and let it be kept right: `timedatectl set-ntp true`"
        yield Finding(what, "this machine's clock", advice)
    elif now - heartbeat.seen_at > WATCH_STALE_AFTER:
        what = f"has not looked since {show_moment(heartbeat.seen_at)}"
        yield Finding(what, "the workflow watch", f"{START}, and see that it is not paused")


def _check_triggers(services: Services) -> Iterator[Finding]:
    triggers, now = services.ports.triggers, services.ports.clock.now()
    own = triggers.list_due(now=now - BEHIND_AFTER, limit=MOST_SHOWN, is_published=False)
    overdue = triggers.list_due(
        now=now - BEHIND_AFTER - EXTERNAL_GRACE, limit=MOST_SHOWN, is_published=True
    )
    for due in (*own, *overdue):
        what = f"should have fired at {show_moment(due.trigger.next_at)}"
        yield Finding(what, f"the trigger of workflow {due.trigger.workflow_id}", START)
    for trigger in triggers.list_troubled(limit=MOST_SHOWN):
        number = trigger.workflow_id
        advice = f"save its schedule again: `belfry workflows set {number} --cron '0 9 * * *'`"
        yield Finding(trigger.problem, f"the trigger of workflow {number}", advice)


def _check_lanes(services: Services) -> Iterator[Finding]:
    for standstill in services.watch_clock.find_standstills():
        what = f"has stood still since {show_moment(standstill.since)}"
        advice = "see what is running: `belfry workflows runs --status running`; if nothing, "
        yield Finding(what, f"the lane {standstill.lane}", advice + START)


def _check_workflows(services: Services, workflows: Sequence[Workflow]) -> Iterator[Finding]:
    for workflow in workflows:
        where = f"workflow {workflow.id} ({workflow.name})"
        if workflow.kind not in services.kinds:
            away = f"`belfry workflows archive {workflow.id}`"
            advice = f"install the package that brings it, or archive the workflow: {away}"
            yield Finding(f"no kind {workflow.kind!r} is registered here", where, advice)
        if workflow.queue not in services.settings.queues:
            what = f"there is no queue {workflow.queue!r}, so its runs wait in the default one"
            advice = "name it under [queues] in belfry.toml, or give the workflow another: "
            line = f"`belfry workflows set {workflow.id} --queue default`"
            yield Finding(what, where, advice + line, is_wrong=False)
        try:
            find_zone(workflow.timezone)
        except InputError as error:
            advice = f"give it a zone that is known: `belfry workflows set {workflow.id} --tz UTC`"
            yield Finding(str(error), where, advice)


def _check_published(services: Services) -> Iterator[Finding]:
    if services.external_scheduler is None:
        return
    for workflow in services.external_scheduler.reconcile.list_unpublished()[:MOST_SHOWN]:
        what = "its schedule was never published to EventBridge, so Belfry fires it"
        where = f"workflow {workflow.id} ({workflow.name})"
        yield Finding(what, where, "publish it: `belfry cron publish`")


def _check_runs(services: Services, workflows: Sequence[Workflow]) -> Iterator[Finding]:
    names = {workflow.id: workflow.name for workflow in workflows}
    runs = services.ports.runs
    latest = runs.find_latest(list(names))
    for workflow_id, run in sorted(latest.items()):
        if run.status is RunStatus.PARKED:
            advice = f"fix the cause, then `belfry workflows replay {run.id}`"
            where = f"run {run.id} of {names[workflow_id]}"
            yield Finding(f"parked: {run.error}", where, advice)
    parked = runs.list_newest(statuses=[RunStatus.PARKED], limit=1000)
    older = [run for run in parked if latest.get(run.workflow_id) != run]
    if older:
        what = f"{len(older)} older runs are parked"
        advice = "`belfry workflows runs --status parked` shows them"
        yield Finding(what, "the history", advice, is_wrong=False)


LEAST_DISK = 200 * 1024 * 1024
OWN = ".belfry"
LEFT_BEHIND = ".belfry-new-*"
# Longer than any backup takes.
LEFT_AFTER_SECONDS = 24 * 3600
_OTHERS = stat.S_IRWXG | stat.S_IRWXO


def check_disk(settings: Settings) -> Iterator[Finding]:
    folder = settings.folder
    if not os.access(folder, os.W_OK):
        advice = f"give the user who runs Belfry the right: `chmod u+rwx {folder}`"
        yield Finding("may not be written to", str(folder), advice)
    free = shutil.disk_usage(folder).free
    if free < LEAST_DISK:
        what = f"only {free // 1024**2} MB are free"
        yield Finding(what, str(folder), "make room there before records cannot be written")
    yield from _check_rights(settings)
    yield from _check_leftovers(settings)


def _check_rights(settings: Settings) -> Iterator[Finding]:
    if sys.platform == "win32":
        return
    mails = (settings.mail.password_file, settings.mail_in.password_file)
    tokens = (settings.sms.token_file, settings.slack.token_file)
    keys = (settings.google.credentials_file, settings.model.key_file)
    secrets = (*mails, *tokens, *keys)
    places = [settings.folder / OWN, settings.folder / settings.secrets.folder]
    for path in [*places, *(settings.folder / name for name in secrets if name)]:
        if path.exists() and path.stat().st_mode & _OTHERS:
            what = "others on this machine may read it"
            advice = f"close it to them: `chmod go-rwx {path}`"
            yield Finding(what, str(path), advice, is_wrong=False, fix=partial(_close, path))


def _close(path: Path) -> str:
    path.chmod(stat.S_IMODE(path.stat().st_mode) & ~_OTHERS)
    return f"{path} is now yours alone"


def _check_leftovers(settings: Settings) -> Iterator[Finding]:
    from belfry.bootstrap import system_clock

    before = system_clock().now().timestamp() - LEFT_AFTER_SECONDS
    places = {settings.folder, settings.folder / settings.backup.folder}
    for left in sorted(path for place in places for path in place.glob(LEFT_BEHIND)):
        if left.is_dir() and not left.is_symlink() and left.stat().st_mtime < before:
            what = "was left behind by a backup that was cut off"
            advice = f"remove it: `rm -r {left}`"
            yield Finding(what, str(left), advice, is_wrong=False, fix=partial(_clear, left))


def _clear(left: Path) -> str:
    shutil.rmtree(left)
    return f"{left} is gone"


WHERE = "the nightly backup"
MAKE_ONE = "see why it did not happen; `belfry workflows run backup` makes one now"


def check_backups(services: Services) -> Iterator[Finding]:
    """Nothing before the workflow was made, by the first start."""
    from belfry.bootstrap.nightly import build_nightly
    from belfry.scheduler.watch import WORKFLOW
    from belfry.scheduler.workflows import TEAM

    workflow = services.ports.workflows.find_by_name(TEAM, WORKFLOW)
    watch = build_nightly(services.settings, services.ports).watch
    if workflow is None or watch is None:
        return
    if workflow.archived_at:
        advice = "take `enabled = false` out of [workflows.backup], or see to backups yourself"
        yield Finding("it was archived", WHERE, advice, is_wrong=False)
        return
    try:
        if problem := watch.judge():
            yield Finding(problem, WHERE, MAKE_ONE)
    except BelfryError as error:
        yield Finding(str(error), WHERE, "see that backup.folder in belfry.toml can be read")
    yield from _check_reach(services)


def _check_reach(services: Services) -> Iterator[Finding]:
    from belfry.bootstrap.nightly import keeps_records_elsewhere

    settings = services.settings
    if keeps_records_elsewhere(settings):
        what = "the records are on a server, and are not in it"
        advice = "copy them there each night, too: `pg_dump --format=custom --file=records.dump`"
        yield Finding(what, WHERE, advice, is_wrong=False)
    folder = settings.folder / Path(settings.backup.folder)
    if folder.exists() and folder.stat().st_dev == settings.folder.stat().st_dev:
        what = "it lies on the same disk as the team"
        advice = 'write a folder on another one: `[backup]` and `folder = "/mnt/backups/belfry"`'
        yield Finding(what, WHERE, advice, is_wrong=False)


def check_words(settings: Settings) -> Iterator[Finding]:
    sms, where = settings.sms, "text messages"
    if sms.provider == "gateway":
        advice = "set BELFRY_SMS_TOKEN, or name a file by sms.token_file in belfry.toml"
        yield from _check_secret(settings.read_sms_token, "the gateway's token", where, advice)
    if sms.two_way and not settings.public_url:
        what = "replies cannot reach Belfry, because public_url is not set"
        yield Finding(what, where, "set public_url in belfry.toml, or sms.two_way = false")
    if settings.sends_mail and not sms.provider:
        what = "no provider carries texts: they stay in the postbox, on the page Messages"
        advice = "set [sms] in belfry.toml, if any of your customers want texts"
        yield Finding(what, where, advice, is_wrong=False)
    model, where = settings.model, "the model"
    advice = "set BELFRY_MODEL_KEY, or name a file by model.key_file in belfry.toml"
    if model.provider == "openai" and model.key_file:
        yield from _check_secret(settings.read_model_key, "its key", where, advice)
    if model.provider:
        what = f"{model.model} words messages; what the fence refuses is said plainly"
        advice = "`belfry messages` shows each draft and what was said of it"
        yield Finding(what, where, advice, is_wrong=False)


def _check_secret(read: Callable[[], str], what: str, where: str, advice: str) -> Iterator[Finding]:
    try:
        if not read():
            yield Finding(f"{what} is not there", where, advice)
    except ConfigError as error:
        yield Finding(str(error), where, advice)


def check_builtins(services: Services) -> Iterator[Finding]:
    """Nothing before any of them was made, by the first start."""
    from belfry.bootstrap import find_wishes
    from belfry.scheduler.change_workflows import Wish
    from belfry.scheduler.workflows import BUILTINS, TEAM

    wishes = find_wishes(services.settings)
    wanted = [b.name for b in BUILTINS if wishes.get(b.name, Wish()).enabled]
    present = [name for name in wanted if services.ports.workflows.find_by_name(TEAM, name)]
    missing = [name for name in wanted if name not in present]
    if present and missing:
        what = f"not there yet: {', '.join(missing)}"
        fix = partial(_make, services.settings, missing)
        advice = "restart `belfry serve`: it creates them"
        yield Finding(what, "the built-in workflows", advice, is_wrong=False, fix=fix)


def _make(settings: Settings, missing: list[str]) -> str:
    from belfry.entrypoints.worker.prepare import prepare

    with open_services(settings) as services:
        prepare(services)
    return f"made the built-in workflows {', '.join(missing)}"


def check_samples(settings: Settings) -> Iterator[Finding]:
    from belfry.bootstrap import build_samples, open_folder

    samples = build_samples(open_folder(settings))()
    if samples:
        rows = ", ".join(f"{len(table.lines)} in {table.kind.name}" for table in samples)
        what = f"rows that `belfry init` made up are still there: {rows}"
        stay = "messages about them stay in the postbox"
        mend = "write your own over them, `belfry tables keep-samples`, or `… remove-samples`"
        yield Finding(f"{what}; {stay}", "the samples", mend, is_wrong=False)


SETTINGS = "Settings"
RECORDS = "Records"
# Checked without opening the database.
ROOM_CHECKS = {"Controls": "controls", "Rota": "rota"}
OUTSIDE: Mapping[str, Callable[[Settings], Iterator[Finding]]] = {
    SETTINGS: check_settings,
    "Samples": check_samples,
    "Disk": check_disk,
    "Jobs and people": check_files,
    "Controls": check_controls,
    "Rota": check_rota,
    "Mail": check_mail_server,
    "Mail in": check_mail_in,
    "Texts and words": check_words,
    "Slack": check_slack,
    "Google": check_google,
}
INSIDE: Mapping[str, Callable[[Services], Iterator[Finding]]] = {
    "Clock": check_scheduler,
    "Belfry's own workflows": check_builtins,
    "Backups": check_backups,
    "Messages": check_messages,
}


def examine(team: Path | None, report_progress: ReportProgress) -> Iterator[Finding]:
    """Everything that was found, each with the group it belongs to."""
    try:
        settings = read_team(team)
    except ConfigError as error:
        if not (find_folder(team) / "belfry.toml").is_file():
            raise
        advice = "fix what is named; `belfry init` in a new folder writes a file to compare with"
        yield Finding(str(error), "belfry.toml", advice, group=SETTINGS)
        return
    parts = len(OUTSIDE) + len(INSIDE)
    for done, (name, check) in enumerate(OUTSIDE.items()):
        if ROOM_CHECKS.get(name, settings.rooms[0]) not in settings.rooms:
            continue
        report_progress(done, parts, name)
        yield from _put_in(name, check(settings))
    if problem := check_database(settings):
        yield from _put_in(RECORDS, [problem])
        return
    try:
        with open_services(settings) as services:
            for done, (name, look) in enumerate(INSIDE.items(), start=len(OUTSIDE)):
                report_progress(done, parts, name)
                yield from _put_in(name, look(services))
    except ConfigError:  # the checks of mail, texts and the model report it
        return
    except BelfryError as error:
        advice = "see that it runs and can be reached"
        yield Finding(str(error), "the database", advice, group=RECORDS)


def _put_in(group: str, findings: Iterable[Finding]) -> list[Finding]:
    return [replace(finding, group=group) for finding in findings]


# A fix may show what else there is to fix: a database that is made can be looked into.
MOST_ROUNDS = 3
_FIX = "Correct what can be corrected without risk, and say what."


def doctor(fix: Annotated[bool, option("--fix", _FIX)] = False, team: Team = None) -> Answer:
    """Check everything, and say how to correct what is wrong. Without --fix, nothing is changed.

    For example: belfry doctor --team shop

    For example: belfry doctor --fix
    """
    fixed: list[str] = []
    with showing_progress("Looking") as report_progress:
        for _ in range(MOST_ROUNDS if fix else 0):
            done = list(_fix_each(list(examine(team, report_progress))))
            fixed += done
            if not done:
                break
        findings = list(examine(team, report_progress))
    is_well = not any(finding.is_wrong for finding in findings)
    lines = [*(f"fixed: {what}" for what in fixed), *_render(findings)]
    lines.append("All is well." if is_well else "Something is wrong.")
    shaped = [
        shape(finding, "what", "where", mend="advice", is_wrong="is_wrong", group="group")
        | {"fixable": finding.fix is not None}
        for finding in findings
    ]
    return Answer({"ok": is_well, "mended": fixed, "findings": shaped}, lines, is_well)


def _fix_each(findings: Iterable[Finding]) -> Iterator[str]:
    """What was done; what cannot be done is found again by the next examination."""
    for finding in findings:
        if finding.fix:
            try:
                yield finding.fix()
            except (BelfryError, OSError):
                continue


def _render(findings: Iterable[Finding]) -> Iterator[str]:
    for group, findings_of_group in groupby(findings, key=lambda finding: finding.group):
        yield f"{group}:"
        for finding in findings_of_group:
            mark = "wrong" if finding.is_wrong else "note"
            yield f"{mark}: {finding.where}: {finding.what}"
            yield f"       {finding.advice}"
            if finding.fix:
                yield "       `belfry doctor --fix` does it for you"
        yield ""
