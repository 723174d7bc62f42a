"""A whole app with EventBridge for its clock: app, publisher, runner, and an emulator of AWS."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from tests.browser.live_servers import serve
from tests.services.lambda_runtime import Function, Returned, run_function
from tests.services.ministack import REGION

from belfry.accounts.keys import Service
from belfry.accounts.sign_in_links import Purpose
from belfry.accounts.users import Role
from belfry.adapters.aws.clients import Keys, connect_scheduler, connect_secrets
from belfry.adapters.aws.eventbridge import EventBridgeScheduler, Target
from belfry.bootstrap import Services, build_services, open_ports, system_clock
from belfry.entrypoints.web.app import create_app
from belfry.entrypoints.worker.perform import perform
from belfry.kernel.eventbridge import Schedule
from belfry.settings import DatabaseSettings, EventBridgeSettings, Settings

EVENTS = Path(__file__).parents[1] / "data" / "aws_events"
PLACEHOLDER = "<aws.scheduler.scheduled-time>"
KEYS = Keys("testing", "testing")
TARGET = Target(
    f"arn:aws:lambda:{REGION}:000000000000:function:runner",
    "arn:aws:iam::000000000000:role/scheduler",
    f"arn:aws:sqs:{REGION}:000000000000:dead-letters",
)


@dataclass
class BridgedApp:
    services: Services
    address: str
    scheduler: EventBridgeScheduler
    publisher: Function
    runner: Function

    def publish(self) -> Any:
        """A minute's rule rings the publisher."""
        outcome = self.publisher.invoke(json.loads((EVENTS / "rule_every_minute.json").read_text()))
        assert isinstance(outcome, Returned), outcome
        return outcome.value

    def show(self) -> dict[str, tuple[str, str, bool]]:
        """The schedules on the emulator: expression, zone, and whether they are on."""
        schedules = self.scheduler.list().items()
        return {
            name: (schedule.expression, schedule.timezone, schedule.is_enabled)
            for name, schedule in schedules
        }

    def fire(self, schedule: Schedule, fires_at: datetime) -> int:
        """What EventBridge would hand on at that minute; the app's answer, as the runner saw it."""
        moment = fires_at.strftime("%Y-%m-%dT%H:%M:00Z")
        event = json.loads(schedule.handed_on.replace(PLACEHOLDER, moment))
        outcome = self.runner.deliver(event)[-1]
        assert isinstance(outcome, Returned), outcome
        return int(outcome.value["status"])

    def work(self) -> None:
        """What is queued is carried out; nothing rings but EventBridge."""
        worker = self.services.keep_worker.sign_on("story")
        while claims := self.services.claim_runs(worker=worker, limit=10):
            for claim in claims:
                self.services.finish_run(claim, perform(self.services.kinds, claim))

    def make_key(self, service: Service) -> str:
        team = 1 if service is Service.API else None
        made = self.services.accounts.keys.create(
            service=service, name=service.value, team_id=team, by="terminal"
        )
        return made.text

    def invite_owner(self) -> str:
        """The address of a link that lets the owner in."""
        desk = self.services.accounts
        owner = desk.users.add(
            name="Maria", email="maria@example.com", role=Role.OWNER, by="terminal"
        )
        made = desk.make_sign_in_link(owner.id, Purpose.INVITATION, by="terminal")
        return f"{self.address}/welcome/{made.token}"


@contextmanager
def open_bridged_app(folder: Path, database: str, emulator: str) -> Iterator[BridgedApp]:
    eventbridge = EventBridgeSettings(
        environment="story",
        region=REGION,
        target_arn=TARGET.function,
        role_arn=TARGET.role,
        dead_letter_arn=TARGET.dead_letters,
        endpoint_url=emulator,
    )
    settings = Settings(
        name="Corner Repairs",
        folder=folder,
        database=DatabaseSettings(url=database),
        eventbridge=eventbridge,
    )
    ports = open_ports(settings)
    services = build_services(settings, ports)
    client = connect_scheduler(region=REGION, endpoint=emulator, keys=KEYS)
    scheduler = EventBridgeScheduler(client, system_clock(), TARGET, group=eventbridge.group)
    with (
        serve(create_app(services)) as address,
        run_function(
            "belfry.entrypoints.awslambda.publisher.handler",
            folder,
            time_limit=55,
            **_name_publisher(eventbridge),
        ) as publisher,
        run_function(
            "belfry.entrypoints.awslambda.runner.handler",
            folder,
            BELFRY_APP_BASE_URL=address,
            BELFRY_API_KEY_SECRET_ARN="scheduler-key",
            AWS_ENDPOINT_URL=emulator,
        ) as runner,
    ):
        app = BridgedApp(services, address, scheduler, publisher, runner)
        _keep_secrets(emulator, database, app.make_key(Service.SCHEDULER))
        yield app
    client.close()
    ports.close()


def _name_publisher(settings: EventBridgeSettings) -> dict[str, str]:
    named = {f"BELFRY_EVENTBRIDGE_{name.upper()}": value for name, value in settings}
    secret = {"BELFRY_DATABASE_SECRET_ARN": "database", "AWS_ENDPOINT_URL": settings.endpoint_url}
    return {**named, **secret}


def _keep_secrets(emulator: str, database: str, key: str) -> None:
    secrets = connect_secrets(region=REGION, endpoint=emulator, keys=KEYS)
    secrets.create_secret(Name="database", SecretString=database.replace("+psycopg", ""))
    secrets.create_secret(Name="scheduler-key", SecretString=key)
    secrets.close()
