"""What the functions of home aws call, opened once for each execution environment."""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property
from importlib.machinery import PathFinder
from importlib.util import find_spec, module_from_spec
from itertools import compress
from typing import TYPE_CHECKING, Any, NoReturn

from belfry.adapters.aws.eventbridge import Target
from belfry.adapters.aws.tables import find_room
from belfry.bootstrap.aws_home import (
    build_bus_relay,
    build_releases,
    connect_late,
    open_aws_ports,
    read_aws_settings,
)
from belfry.bootstrap.messaging import Messaging, build_messaging
from belfry.bootstrap.ports import Ports
from belfry.controls.controls import AGGREGATE as CONTROLS
from belfry.controls.reminders.reminders import ROOM as CONTROLS_ROOM
from belfry.jobs.jobs import AGGREGATE as JOBS
from belfry.jobs.jobs import ROOM as JOBS_ROOM
from belfry.kernel.changes import Append, Change, Put
from belfry.kernel.errors import BelfryError, ConfigError, Conflict, NotFound
from belfry.messaging.contacts import NO
from belfry.messaging.messages import AGGREGATE as MESSAGES
from belfry.messaging.messages import Message
from belfry.messaging.take_answers import ANSWER
from belfry.rota.entries import CLASH, ROTA, SWAP, TIME_OFF
from belfry.rota.messages.message_keys import ROOM as ROTA_ROOM
from belfry.scheduler.relay_outbox import RelayOutbox

if TYPE_CHECKING:
    from belfry.adapters.aws.functions import LambdaFunction
    from belfry.bootstrap.controls import ControlsRoom
    from belfry.bootstrap.jobs import JobsRoom
    from belfry.bootstrap.rota import RotaRoom
    from belfry.bootstrap.services import Services
    from belfry.bootstrap.slack import SlackAnswers
    from belfry.kernel.records import R
    from belfry.messaging.choices import Form, Interaction
    from belfry.messaging.compose_messages import ComposeMessages
    from belfry.messaging.ports import Answerer, ComposerFactory
    from belfry.messaging.release_messages import Released
    from belfry.messaging.schedule_releases import ScheduleReleases
    from belfry.messaging.take_answers import MakeForm
    from belfry.messaging.take_mail import TakeMail
    from belfry.ports.clock import Clock
    from belfry.ports.store import CrashPoints, OutboxRow, Store
    from belfry.scheduler.change_runs import ChangeRuns
    from belfry.settings import Settings
    from belfry.workspace.people import Staff
    from belfry.workspace.sync_drive import SyncDrive

SENDER = "jsnr-sender"
COMPLAINT = "the customer, who called a mail spam"
# The schedules by which a room's held messages are released, and the role in which they call.
RELEASES = {"jobs": "jsnr-release", "rota": "ss-release", "controls": "ct-release"}
RELEASE_ROLE = "BELFRY_RELEASE_ROLE_ARN"
# The function of all pages, among those of the rooms.
WEB = "web"
# The zone of the stack's schedules.
ZONE = "TZ_NAME"
# Sorts of events that another function hears of; rows of all others are done at once.
PUBLISHED = (JOBS, ROTA, SWAP, TIME_OFF, CLASH, CONTROLS, MESSAGES, ANSWER)


class QueuedMessages:
    """A store that notes which messages were written through it."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._ids: list[str] = []

    def commit(self, changes: Sequence[Change]) -> None:
        self._store.commit(changes)
        self._note(changes)

    def commit_each(self, commits: Sequence[Sequence[Change]]) -> list[bool]:
        written = self._store.commit_each(commits)
        for changes in compress(commits, written):
            self._note(changes)
        return written

    def find(self, kind: type[R], key: str) -> R | None:
        return self._store.find(kind, key)

    def _note(self, changes: Sequence[Change]) -> None:
        writes = (change for change in changes if isinstance(change, (Append, Put)))
        self._ids += [c.record.id for c in writes if isinstance(c.record, Message)]

    def take(self) -> list[str]:
        """Those since the last time."""
        ids, self._ids = self._ids, []
        return ids


@dataclass(frozen=True)
class Functions:
    """The use cases of one room and of its messages; `variables` are the function's own.

    Without a room they are those that all rooms share. A room is built when it is first used, so
    that a function does not wait for another room's code.
    """

    settings: Settings
    ports: Ports
    variables: Mapping[str, str]
    room: str = ""
    closing: ExitStack = field(default_factory=ExitStack)

    @cached_property
    def jobs(self) -> JobsRoom:
        """Without the model, which only the composer may ask."""
        from belfry.bootstrap.jobs import build_jobs

        return build_jobs(self.settings, replace(self.ports, phraser=None))

    @cached_property
    def worded_jobs(self) -> JobsRoom:
        """The same with the model."""
        from belfry.bootstrap.jobs import build_jobs

        return build_jobs(self.settings, self.ports)

    @cached_property
    def rota(self) -> RotaRoom:
        """Without the model; the messages that it queues are noted."""
        from belfry.bootstrap.rota import build_rota

        return build_rota(self.settings, replace(self.ports, phraser=None, store=self._queued))

    @cached_property
    def worded_rota(self) -> RotaRoom:
        """The same with the model, which may read notes and word summaries."""
        from belfry.bootstrap.rota import build_rota

        return build_rota(self.settings, replace(self.ports, store=self._queued))

    @cached_property
    def slack(self) -> SlackAnswers | None:
        """What Slack sends, and the answers to the messages of this room; None without Slack.

        A reminder's form needs no record, so that the rota's function can show it.
        """
        from belfry.bootstrap.slack import build_slack_answers

        answers: Answerer
        find_staff: Callable[[], Staff]
        others: dict[str, MakeForm] = {}
        if self.room == CONTROLS_ROOM:
            answers, find_staff = self.controls.answers, self.controls.write_reminders.find_staff
        else:
            answers, find_staff = self.rota.answers, self.rota.publishing.write.find_ways
            others = {CONTROLS_ROOM: make_reminder_form}
        return build_slack_answers(
            self.settings,
            replace(self.ports, store=self._queued),
            {self.room: answers},
            self._list_composers(),
            find_staff,
            room=self.room,
            others=others,
        )

    def hear(self, row: OutboxRow) -> None:
        """An event of the room, or of an answer to one of its messages."""
        if row.aggregate_type in (ANSWER, MESSAGES) and find_room(row.aggregate_id) != self.room:
            return
        listeners = self.rota.listeners if self.room == ROTA_ROOM else {}
        if self.slack:
            sorts = [CONTROLS] if self.room == CONTROLS_ROOM else listeners
            listeners = self.slack.listen_along(listeners, dict.fromkeys(sorts, self.room))
        if listener := listeners.get(row.aggregate_type):
            listener(row)

    @cached_property
    def sync_drive(self) -> SyncDrive | None:
        """Copies what the rota has in Google Drive; None if that is nothing."""
        from belfry.bootstrap.google import build_rota_sync

        return build_rota_sync(self.settings, self.ports)

    @cached_property
    def take_mail(self) -> TakeMail:
        """Takes in mail that may be a note about time off, which a model may read."""
        from belfry.messaging.take_mail import TakeMail
        from belfry.rota.notes.take_notes import FileMailNote

        notes = self.worded_rota.requests.take_notes
        return TakeMail(
            store=self._queued,
            clock=self.ports.clock,
            crash_points=self.ports.crash_points,
            take_bounce=self.messaging.take_bounce,
            open_handlers=[lambda: FileMailNote(notes, notes.find_senders())],
        )

    @cached_property
    def _queued(self) -> QueuedMessages:
        return QueuedMessages(self.ports.store)

    def release_queued(self) -> Released:
        """Release what this function has queued, by key: an index may not show it yet."""
        return self.messaging.release.release(self._queued.take())

    @cached_property
    def controls(self) -> ControlsRoom:
        """Without the model."""
        from belfry.bootstrap.controls import build_controls

        return build_controls(self.settings, replace(self.ports, phraser=None, describer=None))

    @cached_property
    def worded_controls(self) -> ControlsRoom:
        """The same with the model, which may word the summary and describe evidence."""
        from belfry.bootstrap.controls import build_controls

        return build_controls(self.settings, self.ports)

    def queue_reminders(self, rows: Sequence[OutboxRow]) -> Mapping[int, BelfryError]:
        """Queue reminders, and for the next in line where one did not arrive; errors by row id."""
        reminders = [row for row in rows if row.aggregate_type == CONTROLS]
        errors = dict(self.controls.queue_reminders.gather(reminders)) if reminders else {}
        for row in rows:
            if row.aggregate_type == MESSAGES:
                try:
                    self.controls.queue_reminders.follow_undelivered(row)
                except BelfryError as error:
                    errors[row.id] = error
        return errors

    @cached_property
    def compose(self) -> ComposeMessages:
        composers = {JOBS_ROOM: self.worded_jobs.write_updates}
        return build_messaging(self.settings, self.ports, composers).compose

    @cached_property
    def messaging(self) -> Messaging:
        return build_messaging(self.settings, self.ports, self._list_composers())

    def _list_composers(self) -> Mapping[str, ComposerFactory]:
        match self.room:
            case "jobs":
                return {JOBS_ROOM: self.jobs.write_updates}
            case "rota":
                return self.rota.composer_factories
            case "controls":
                return {CONTROLS_ROOM: self.controls.write_reminders}
        return {}

    @cached_property
    def relay(self) -> RelayOutbox:
        return build_bus_relay(self.ports, PUBLISHED)

    def hand_on(self, message_ids: Collection[str]) -> None:
        """Have the sender release these."""
        self._sender.call({"messages": sorted(message_ids)})

    @cached_property
    def _sender(self) -> LambdaFunction:
        from belfry.adapters.aws.clients import connect_lambda
        from belfry.adapters.aws.functions import LambdaFunction

        client = connect_late(self.settings, self.closing, connect_lambda)
        return LambdaFunction(client, f"{self.settings.aws.prefix}{SENDER}")

    def take_feedback(self, event: Mapping[str, Any]) -> str:
        """The state that SES's report brought a message to; blank if it is about none of ours."""
        from belfry.adapters.aws.ses import read_report

        report = read_report(event)
        if report is None:
            return ""
        try:
            message = self.messaging.report(
                report.message_id, has_arrived=report.has_arrived, why=report.why
            )
        except NotFound:  # its customer was erased meanwhile
            return ""
        if report.is_unwanted and message.room == JOBS_ROOM:
            self.jobs.customers.change_consent(message.sent_to, NO, by=COMPLAINT)
        return message.state.value

    def schedule_releases(self, function: str) -> tuple[datetime, ...]:
        """Have the scheduler call the function of this ARN when held messages come due."""
        if function not in self._releases:
            role = self.variables.get(RELEASE_ROLE, "")
            if not role:
                problem = f"{RELEASE_ROLE} is not set: the role in which the scheduler calls"
                raise ConfigError(problem)
            target = Target(function, role)
            self._releases[function] = build_releases(
                self.settings, self.ports, target, self.closing, name=RELEASES[self.room]
            )
        return self._releases[function]()

    @cached_property
    def _releases(self) -> dict[str, ScheduleReleases]:
        """By the function that is called."""
        return {}

    def remove_old_versions(self) -> int:
        """How many were removed, of the files of this room."""
        from belfry.bootstrap.nightly import build_remove_versions

        return build_remove_versions(self.settings, self.ports)(f"{self.room}/")

    def close(self) -> None:
        self.closing.close()
        if "slack" in self.__dict__ and self.slack:
            self.slack.closing.close()
        self.ports.close()


COUNTRIES = "holidays.countries"


def skip_other_countries() -> None:
    """Have public holidays import their own country alone.

    Their package would import all 250, for a third of a second of a whole processor.
    """
    library = find_spec("holidays")
    if library and COUNTRIES not in sys.modules:
        spec = PathFinder.find_spec(COUNTRIES, library.submodule_search_locations)
        if spec:
            sys.modules[COUNTRIES] = module_from_spec(spec)


def open_functions(
    variables: Mapping[str, str],
    room: str = "",
    *,
    clock: Clock | None = None,
    crash_points: CrashPoints | None = None,
) -> Functions:
    """With the settings in Parameter Store; of a room, only its own tables are read."""
    skip_other_countries()
    settings = name_own_url(read_aws_settings(variables), room)
    if room:
        check_zone(settings.timezone, variables.get(ZONE, ""))
    rooms = (room,) if room else None
    ports = open_aws_ports(settings, clock=clock, crash_points=crash_points, rooms=rooms)
    return Functions(settings, ports, variables, room)


def open_services(
    variables: Mapping[str, str],
    *,
    clock: Clock | None = None,
    crash_points: CrashPoints | None = None,
) -> Services:
    """All use cases, for the pages of the whole team; those about workflows refuse.

    Without the model, which other functions ask; and without Slack: here nothing would relay what
    was pressed there.
    """
    from belfry.bootstrap.services import build_services

    skip_other_countries()
    settings = name_own_url(read_aws_settings(variables), WEB)
    rooms = ("", *settings.rooms)
    ports = open_aws_ports(settings, clock=clock, crash_points=crash_points, rooms=rooms)
    services = build_services(settings, replace(ports, phraser=None, describer=None))
    rest: Any = RefusedWorkflows(services.change_runs)
    return replace(
        services,
        slack=None,
        create_workflow=rest,
        change_workflow=rest,
        invoke_workflow=rest,
        change_runs=rest,
    )


class RefusedWorkflows:
    """In place of use cases that need a worker, which home aws has not."""

    def __init__(self, change_runs: ChangeRuns) -> None:
        self.dismiss = change_runs.dismiss
        self.find_dismissed = change_runs.find_dismissed

    def __getattr__(self, name: str) -> RefusedWorkflows:
        return self

    def __call__(self, *args: object, **named: object) -> NoReturn:
        raise Conflict("workflows do not run on AWS: Belfry's own work has schedules in the stacks")


def make_reminder_form(chosen: Interaction) -> Form:
    """The form of a reminder's choice, by the id of the control."""
    from belfry.controls.answers.answer_links import make_snooze_form

    return make_snooze_form(chosen.value)


def name_own_url(settings: Settings, room: str) -> Settings:
    """The settings with the address of the room's own pages, where it has one."""
    aws = settings.aws
    urls = {"rota": aws.rota_url, "controls": aws.controls_url, WEB: aws.web_url}
    own_url = urls.get(room, "")
    return settings.model_copy(update={"public_url": own_url}) if own_url else settings


def check_zone(setting: str, scheduled: str) -> None:
    """ConfigError if the schedules of the stack run in another zone than the team's."""
    if not scheduled:
        raise ConfigError(f"{ZONE} is not set: the zone of the stack's schedules, as in {setting}")
    if scheduled != setting:
        raise ConfigError(
            f"the schedules run in {scheduled}, and the setting timezone says {setting}: "
            "deploy the room's stack again, so that both are the team's zone"
        )
