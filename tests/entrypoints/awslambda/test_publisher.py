"""What the publisher makes of a database and an EventBridge, each minute anew."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import psycopg
import pytest
from sqlalchemy import make_url
from tests.contracts.schedulers import TARGET, open_client
from tests.entrypoints.awslambda.doors import read_event
from tests.samples import NOON
from tests.services.lambda_runtime import Function, Raised, Returned, run_function

from belfry.adapters.aws.eventbridge import EventBridgeScheduler
from belfry.adapters.system.clock import VirtualClock
from belfry.bootstrap import Services, build_services, open_ports, system_clock
from belfry.bootstrap.external_scheduler import PREFIX, read_eventbridge
from belfry.kernel.errors import ConfigError
from belfry.settings import DatabaseSettings, Settings, read_settings

PUBLISHER = "belfry.entrypoints.awslambda.publisher.handler"
MINUTE = read_event("rule_every_minute")
NAMED = {
    "BELFRY_EVENTBRIDGE_ENVIRONMENT": "prod",
    "BELFRY_EVENTBRIDGE_TARGET_ARN": TARGET.function,
    "BELFRY_EVENTBRIDGE_ROLE_ARN": TARGET.role,
    "BELFRY_EVENTBRIDGE_DEAD_LETTER_ARN": TARGET.dead_letters,
}

RunPublisher = Callable[..., Function]


@pytest.fixture
def services(postgres_url: str, tmp_path: Path) -> Iterator[Services]:
    """The app beside the function, on the same database."""
    settings = Settings(folder=tmp_path, database=DatabaseSettings(url=postgres_url))
    ports = open_ports(settings, clock=system_clock())
    yield build_services(settings, ports)
    ports.close()


@pytest.fixture
def scheduler(moto_endpoint: str) -> Iterator[EventBridgeScheduler]:
    client = open_client(moto_endpoint)
    yield EventBridgeScheduler(client, VirtualClock(NOON), TARGET, group="default")
    client.close()


@pytest.fixture
def run_publisher(moto_endpoint: str, tmp_path: Path) -> Iterator[RunPublisher]:
    with ExitStack() as stack:

        def run_publisher(*, time_limit: float = 55, **more: str) -> Function:
            environment = {"BELFRY_DATABASE_SECRET_ARN": "database", **NAMED, **more}
            known = {name: value for name, value in environment.items() if value}
            known["AWS_ENDPOINT_URL"] = moto_endpoint
            return stack.enter_context(
                run_function(PUBLISHER, tmp_path, time_limit=time_limit, **known)
            )

        yield run_publisher


def keep(secrets: Any, url: str) -> None:
    secrets.create_secret(Name="database", SecretString=url.replace("+psycopg", ""))


def add(services: Services, name: str, **edit: Any) -> int:
    fields = {"name": name, "kind": "log", "cron_schedule": "0 9 * * *", **edit}
    return services.create_workflow(fields, team_id=1, by="test").id


def test_publisher_carries_out_what_changed_and_says_how_much(
    services: Services,
    scheduler: EventBridgeScheduler,
    run_publisher: RunPublisher,
    secrets: Any,
    postgres_url: str,
) -> None:
    keep(secrets, postgres_url)
    publisher = run_publisher()
    number = add(services, "Stock mail", timezone="Europe/London")
    assert publisher.invoke(MINUTE) == Returned({"done": 1, "put_back": 0, "failed": 0})
    [(name, schedule)] = scheduler.list().items()
    assert (name, schedule.expression) == (f"wf-{number}-prod", "cron(0 9 * * ? *)")
    assert schedule.timezone == "Europe/London"
    assert publisher.invoke(MINUTE) == Returned({"done": 0, "put_back": 0, "failed": 0})
    services.change_workflow.delete(number, by="test")
    assert publisher.invoke(MINUTE) == Returned({"done": 1, "put_back": 0, "failed": 0})
    assert scheduler.list() == {}


def test_publisher_that_runs_out_of_time_leaves_the_rest_for_the_next_minute(
    services: Services, run_publisher: RunPublisher, secrets: Any, postgres_url: str
) -> None:
    keep(secrets, postgres_url)
    for number in range(120):
        add(services, f"Mail {number}")
    hurried = run_publisher(time_limit=0)
    assert hurried.invoke(MINUTE) == Returned({"done": 100, "put_back": 0, "failed": 0})
    assert hurried.invoke(MINUTE) == Returned({"done": 20, "put_back": 0, "failed": 0})


def test_secret_that_is_missing_at_the_start_is_looked_for_again(
    services: Services, run_publisher: RunPublisher, secrets: Any, postgres_url: str
) -> None:
    publisher = run_publisher()
    why = "there is no secret database: make it, or name another"
    assert publisher.invoke(MINUTE) == Raised("ConfigError", why)
    keep(secrets, postgres_url)
    add(services, "Stock mail")
    assert publisher.invoke(MINUTE) == Returned({"done": 1, "put_back": 0, "failed": 0})


def test_database_of_another_version_is_left_alone(
    run_publisher: RunPublisher, secrets: Any, empty_postgres_url: str
) -> None:
    keep(secrets, empty_postgres_url)
    why = "the database is not of this version: start the app of this version first"
    assert run_publisher().invoke(MINUTE) == Raised("ConfigError", why)


def test_database_that_moved_is_found_from_its_secret(
    services: Services, run_publisher: RunPublisher, secrets: Any, postgres_url: str
) -> None:
    keep(secrets, "postgresql://nobody@127.0.0.1:1/belfry")
    publisher = run_publisher()
    outcome = publisher.invoke(MINUTE)
    assert isinstance(outcome, Raised)
    assert outcome.kind == "Temporary"
    url = postgres_url.replace("+psycopg", "")
    secrets.put_secret_value(SecretId="database", SecretString=url)
    assert publisher.invoke(MINUTE) == Returned({"done": 0, "put_back": 0, "failed": 0})


@pytest.fixture
def passing_login(postgres_admin: psycopg.Connection) -> Iterator[str]:
    """A login with all rights, for as long as it lasts."""
    name = f"belfry_{uuid.uuid4().hex}"
    postgres_admin.execute(f"CREATE ROLE {name} LOGIN PASSWORD 'secret' IN ROLE CURRENT_USER")
    yield name
    postgres_admin.execute(f"DROP ROLE {name}")


def test_login_that_was_changed_is_found_from_the_secret(
    services: Services,
    run_publisher: RunPublisher,
    secrets: Any,
    postgres_url: str,
    postgres_admin: psycopg.Connection,
    passing_login: str,
) -> None:
    login = make_url(postgres_url).set(username=passing_login, password="secret")
    keep(secrets, login.render_as_string(hide_password=False))
    publisher = run_publisher()
    assert publisher.invoke(MINUTE) == Returned({"done": 0, "put_back": 0, "failed": 0})
    postgres_admin.execute(f"ALTER ROLE {passing_login} NOLOGIN")
    postgres_admin.execute(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = %s",
        [passing_login],
    )
    outcome = publisher.invoke(MINUTE)
    assert isinstance(outcome, Raised)
    assert outcome.kind == "Temporary"
    url = postgres_url.replace("+psycopg", "")
    secrets.put_secret_value(SecretId="database", SecretString=url)
    add(services, "Stock mail")
    assert publisher.invoke(MINUTE) == Returned({"done": 1, "put_back": 0, "failed": 0})


@pytest.mark.parametrize(
    "missing, why",
    [
        (
            "BELFRY_DATABASE_SECRET_ARN",
            "BELFRY_DATABASE_SECRET_ARN is not set: it names the secret with the database's url",
        ),
        (
            "BELFRY_EVENTBRIDGE_TARGET_ARN",
            "BELFRY_EVENTBRIDGE_…: target_arn is missing: an environment needs one",
        ),
    ],
)
def test_variable_that_is_missing_is_named(
    run_publisher: RunPublisher, missing: str, why: str
) -> None:
    assert run_publisher(**{missing: ""}).invoke(MINUTE) == Raised("ConfigError", why)


def test_variables_are_those_that_the_app_reads(tmp_path: Path) -> None:
    variables = {
        f"{PREFIX}{name.upper()}": value
        for name, value in {
            "environment": "prod",
            "region": "eu-west-1",
            "group": "nightly",
            "target_arn": "arn:runner",
            "role_arn": "arn:role",
            "dead_letter_arn": "arn:queue",
            "endpoint_url": "http://127.0.0.1:1",
        }.items()
    }
    (tmp_path / "belfry.toml").write_text("")
    assert read_eventbridge(variables) == read_settings(tmp_path, variables).eventbridge


def test_region_is_the_one_that_the_function_runs_in() -> None:
    assert read_eventbridge({**NAMED, "AWS_REGION": "eu-west-3"}).region == "eu-west-3"


def test_environment_that_makes_no_name_is_refused() -> None:
    with pytest.raises(ConfigError, match=r"BELFRY_EVENTBRIDGE_…: environment: found 'Prod 1'"):
        read_eventbridge({**NAMED, "BELFRY_EVENTBRIDGE_ENVIRONMENT": "Prod 1"})
