"""Home aws: what it is made of, where its settings come from, and what it does not import."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from tests.adapters.smtp.mail_channels import write_message
from tests.contracts.shop_books import a_message
from tests.samples import NOON
from tests.services.call_meter import metering
from tests.services.dynamo_tables import create_tables
from tests.services.function_host import read_event
from tests.services.sms_gateway import ACCOUNT, TOKEN, serving_texts

from belfry.adapters.aws.bus import EventBridgeBus
from belfry.adapters.aws.clients import (
    Keys,
    connect_events,
    connect_parameters,
    connect_scheduler,
    connect_secrets,
)
from belfry.adapters.aws.eventbridge import Target
from belfry.adapters.aws.s3 import BUCKETS
from belfry.adapters.aws.secrets import KeptSecrets, read_parameters
from belfry.adapters.aws.ses import SesChannel
from belfry.adapters.aws.store import DynamoStore
from belfry.adapters.aws.tables import TABLES
from belfry.adapters.system.clock import VirtualClock
from belfry.adapters.system.postbox import Postbox
from belfry.bootstrap import open_folder, open_ports
from belfry.bootstrap.aws_functions import Functions
from belfry.bootstrap.aws_home import (
    build_bus_relay,
    build_releases,
    find_bus_row,
    open_aws_ports,
    read_aws_settings,
    read_bus_row,
    redrive_events,
)
from belfry.bootstrap.channels import open_channels
from belfry.entrypoints.cli.doctor import check_database
from belfry.kernel.changes import Announce, Event, Put
from belfry.kernel.errors import ConfigError, Permanent, Temporary
from belfry.kernel.records import Claim
from belfry.messaging.messages import State
from belfry.ports.store import OutboxRow
from belfry.settings import Settings, make_settings, read_settings

KEYS = Keys("testing", "testing")
PARAMETERS: dict[str, str | list[str]] = {
    "name": "The Repair Bench",
    "timezone": "Europe/London",
    "rooms": ["jobs", "rota"],
    "mail/from": "bench@example.com",
    "mail/within_seconds": "12",
    "sms/two_way": "false",
}


@pytest.fixture
def at_aws(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "testing")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "testing")
    monkeypatch.setenv("AWS_DEFAULT_REGION", "eu-west-2")


@pytest.fixture
def parameters(moto_endpoint: str) -> Iterator[Any]:
    client = connect_parameters(region="eu-west-2", endpoint=moto_endpoint, keys=KEYS)
    yield client
    client.close()


def put_parameters(client: Any, values: dict[str, str | list[str]]) -> None:
    for name, value in values.items():
        is_list = isinstance(value, list)
        client.put_parameter(
            Name=f"/ss/config/{name}",
            Value=",".join(value) if isinstance(value, list) else value,
            Type="StringList" if is_list else "String",
            Overwrite=True,
        )


def make_aws_settings(endpoint: str, **changes: Any) -> Settings:
    aws = {"endpoint_url": endpoint, "region": "eu-west-2", **changes.pop("aws", {})}
    return Settings.model_validate({"home": "aws", "aws": aws, **changes})


def test_home_aws_is_opened_by_its_name(belfry_tables: Any, at_aws: None) -> None:
    settings = make_aws_settings(belfry_tables.meta.endpoint_url, mail={"from": "a@example.com"})
    ports = open_ports(settings)
    try:
        ports.store.commit([Put(Claim("rota/mark", "x"))])
        assert isinstance(ports.store, DynamoStore)
        assert isinstance(ports.bus, EventBridgeBus)
        assert ports.store.find(Claim, "rota/mark") == Claim("rota/mark", "x", revision=1)
    finally:
        ports.close()


@pytest.mark.parametrize(
    "changes, kind",
    [
        pytest.param({"mail": {"from": "a@example.com"}}, SesChannel, id="by SES"),
        pytest.param({}, Postbox, id="from nobody"),
        pytest.param({"mail": {"from": "a@example.com"}, "home": "local"}, Postbox, id="elsewhere"),
    ],
)
def test_mail_leaves_by_ses_once_there_is_a_sender(
    at_aws: None, changes: dict[str, Any], kind: type[Any]
) -> None:
    settings = Settings(**{"home": "aws", **changes})
    with ExitStack() as closing:
        channels = open_channels(settings, VirtualClock(NOON), closing)
        assert isinstance(channels["email"], kind)
    assert settings.sends_mail == (kind is SesChannel)


def test_process_of_one_room_needs_the_tables_of_that_room_alone(
    dynamodb: Any, at_aws: None
) -> None:
    settings = make_aws_settings(dynamodb.meta.endpoint_url)
    create_tables(dynamodb, tables=[table for table in TABLES if table.room == "jobs"])
    ports = open_aws_ports(settings, rooms=("jobs",))
    try:
        assert ports.messages.list_due(now=NOON, limit=1) == []
    finally:
        ports.close()


def test_row_stays_in_the_outbox_until_its_bus_has_it(belfry_tables: Any, at_aws: None) -> None:
    endpoint, clock = belfry_tables.meta.endpoint_url, VirtualClock(NOON)
    events = connect_events(region="eu-west-2", endpoint=endpoint)
    ports = open_ports(make_aws_settings(endpoint), clock=clock)
    try:
        ports.store.commit([Announce(Event("job", "J-1", "stage.changed", {}, NOON))])
        relay = build_bus_relay(ports, ("job",))
        assert str(relay()) == "0 events, 1 put back, 0 failed"
        events.create_event_bus(Name="jsnr-bus")
        clock.advance_to(NOON + timedelta(minutes=1))
        assert str(relay()) == "1 events, 0 put back, 0 failed"
    finally:
        events.delete_event_bus(Name="jsnr-bus")
        events.close()
        ports.close()


def test_event_of_the_bus_is_a_row_for_the_listeners() -> None:
    facts = {"move": 2, "stage": "ready"}
    detail = {"number": 7, "about": "job", "id": "J-1", "at": NOON.isoformat(), "facts": facts}

    row = read_bus_row({"detail-type": "stage.changed", "detail": detail})
    assert row == OutboxRow(7, "job", "J-1", "stage.changed", facts, NOON, 0)


@pytest.mark.parametrize("changes", [{}, {"detail": {}}], ids=["of AWS", "of the emulator"])
def test_call_by_a_schedule_has_no_row(changes: dict[str, Any]) -> None:
    assert find_bus_row({**read_event("scheduler_default"), **changes}) is None


def test_held_messages_have_the_scheduler_call(belfry_tables: Any, at_aws: None) -> None:
    settings = make_aws_settings(belfry_tables.meta.endpoint_url)
    ports = open_ports(settings, clock=VirtualClock(NOON))
    target = Target("arn:aws:lambda:eu-west-2:1:function:sender", "arn:aws:iam::1:role/wake")
    closing = ExitStack()
    try:
        due_at = NOON + timedelta(hours=21)
        message = a_message("jobs/J-1/move-2", about="jobs/J-1", state=State.HELD, due_at=due_at)
        ports.store.commit([Put(message)])
        schedule = build_releases(settings, ports, target, closing, name="jsnr-release")
        assert schedule() == (due_at,)
    finally:
        closing.close()
        ports.close()
    scheduler = connect_scheduler(region="eu-west-2", endpoint=belfry_tables.meta.endpoint_url)
    (listed,) = scheduler.list_schedules(NamePrefix="jsnr-release")["Schedules"]
    scheduler.close()
    assert listed["Name"] == "jsnr-release-20261117T0900"


def test_environments_call_their_own_sender_and_redrive_their_own_queue(
    moto_endpoint: str, at_aws: None
) -> None:
    settings = make_aws_settings(moto_endpoint, aws={"prefix": "staging-"})
    called: list[str] = []

    def take(params: dict[str, Any]) -> dict[str, Any]:
        called.append(params["FunctionName"])
        return {"StatusCode": 202}

    with metering({"lambda.Invoke": take}):
        functions = Functions(settings, open_aws_ports(settings, rooms=("jobs",)), {})
        functions.hand_on(["jobs/J-1/move-2"])
        functions.close()
    assert called == ["staging-jsnr-sender"]
    with pytest.raises(ConfigError, match="there is no queue staging-jsnr-notify"):
        redrive_events(settings)


def test_doctor_names_the_tables_and_buckets_that_are_missing(
    dynamodb: Any, s3_client: Any, at_aws: None
) -> None:
    settings = make_aws_settings(dynamodb.meta.endpoint_url)
    create_tables(dynamodb, tables=[table for table in TABLES if table.name != "ct-done"])
    for bucket in set(BUCKETS) - {"ct-evidence"}:
        where = {"LocationConstraint": "eu-west-2"}
        s3_client.create_bucket(Bucket=bucket, CreateBucketConfiguration=where)

    finding = check_database(settings)
    assert finding is not None
    assert finding.what == "missing: ct-done, ct-evidence"


def test_doctor_has_nothing_to_say_of_a_whole_home(belfry_tables: Any, at_aws: None) -> None:
    settings = make_aws_settings(belfry_tables.meta.endpoint_url)

    assert check_database(settings) is None
    assert list(open_folder(settings).list()) == []


def test_home_aws_imports_no_sql() -> None:
    code = """
import sys
from belfry.bootstrap.aws_home import open_aws_ports
from belfry.bootstrap import build_services
from belfry.settings import Settings
settings = Settings(home="aws", mail={"from": "a@example.com"}, aws={"region": "eu-west-2"})
build_services(settings, open_aws_ports(settings))
print(*sorted({name.partition(".")[0] for name in sys.modules}))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    imported = set(done.stdout.split())
    assert not imported & {"sqlalchemy", "alembic", "psycopg", "fastapi", "uvicorn", "typer"}
    assert "boto3" in imported


def test_parameters_become_settings(parameters: Any) -> None:
    put_parameters(parameters, PARAMETERS)
    values = read_parameters(parameters, "/ss/config/")

    settings = make_settings(values, "/ss/config", {})
    assert (settings.name, settings.timezone, settings.home) == (
        "The Repair Bench",
        "Europe/London",
        "aws",
    )
    assert settings.rooms == ("jobs", "rota")
    assert (settings.mail.from_, settings.mail.within_seconds) == ("bench@example.com", 12.0)
    assert settings.sms.two_way is False


def test_more_parameters_than_one_page_are_read(parameters: Any) -> None:
    names: dict[str, str | list[str]] = {f"workflows/w{n}/cron": "0 0 * * *" for n in range(23)}
    put_parameters(parameters, names)
    parameters.put_parameter(Name="/other/name", Value="x", Type="String")

    assert read_parameters(parameters, "/ss/config") == names


def test_missing_parameters_are_a_fault_of_the_settings(parameters: Any) -> None:
    with pytest.raises(ConfigError, match="there are no parameters below /ss/config/"):
        read_parameters(parameters, "/ss/config")


@pytest.mark.parametrize(
    "values, message",
    [
        ({"name": "x"}, "/ss/config/timezone is missing"),
        ({"timezone": "Mars/Base"}, "/ss/config: timezone: "),
        ({"timezone": "UTC", "mial/from": "x"}, "/ss/config: mial is not a setting.* mail"),
        ({"timezone": "UTC", "mail/form": "x"}, "/ss/config: mail.form is not a setting.* from"),
        ({"timezone": "UTC", "name/x": "x", "name": "y"}, "/ss/config/name: name is a section"),
        ({"timezone": "UTC", "name": "y", "name/x": "x"}, "/ss/config/name/x: name is a setting"),
        ({"timezone": "UTC", "sms/token": "x"}, "/ss/config: sms.token does not belong here"),
        ({"timezone": "UTC", "folder": "/x"}, "/ss/config: folder is not a setting"),
    ],
)
def test_parameters_that_cannot_be_used_are_named(values: dict[str, Any], message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        make_settings(values, "/ss/config", {})


def test_settings_of_a_function_are_read_from_its_path(
    parameters: Any, at_aws: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AWS_ENDPOINT_URL", parameters.meta.endpoint_url)
    put_parameters(parameters, PARAMETERS)

    assert read_aws_settings({}).name == "The Repair Bench"
    with pytest.raises(ConfigError, match="below /elsewhere/"):
        read_aws_settings({"BELFRY_CONFIG_PATH": "/elsewhere"})


def test_home_aws_is_accepted_in_the_file(tmp_path: Path) -> None:
    lines = 'home = "aws"\n[aws]\nregion = "eu-west-2"\nprefix = "staging-"\n'
    (tmp_path / "belfry.toml").write_text(lines, encoding="utf-8")

    assert read_settings(tmp_path, {}).aws.prefix == "staging-"
    (tmp_path / "belfry.toml").write_text('[aws]\nprefix = "Staging_"\n', encoding="utf-8")
    with pytest.raises(ConfigError, match=r"aws.prefix: expected small letters"):
        read_settings(tmp_path, {})


@pytest.fixture
def secrets(moto_endpoint: str) -> Iterator[Any]:
    client = connect_secrets(region="eu-west-2", endpoint=moto_endpoint, keys=KEYS)
    yield client
    client.close()


def test_secret_is_kept_for_five_minutes_at_most(secrets: Any) -> None:
    clock = VirtualClock(NOON)
    kept_secrets = KeptSecrets(secrets, clock)
    secrets.create_secret(Name="jsnr/sms", SecretString="old")
    assert kept_secrets.get("jsnr/sms") == "old"

    secrets.put_secret_value(SecretId="jsnr/sms", SecretString="new")
    clock.advance_to(NOON + timedelta(minutes=5, microseconds=-1))
    assert kept_secrets.get("jsnr/sms") == "old"
    clock.advance_to(NOON + timedelta(minutes=5))
    assert kept_secrets.get("jsnr/sms") == "new"

    secrets.delete_secret(SecretId="jsnr/sms", ForceDeleteWithoutRecovery=True)
    clock.advance_to(NOON + timedelta(minutes=10))
    with pytest.raises(ConfigError, match="there is no secret jsnr/sms"):
        kept_secrets.get("jsnr/sms")


def test_texts_go_out_with_the_token_of_now(secrets: Any, at_aws: None) -> None:
    clock = VirtualClock(NOON)
    outgoing = replace(write_message(1), to="+447700900123")
    with serving_texts() as gateway, ExitStack() as closing:
        settings = make_aws_settings(
            secrets.meta.endpoint_url,
            aws={"sms_secret": "jsnr/sms"},
            sms={"provider": "gateway", "from": "Bench", "account": ACCOUNT, "url": gateway.url},
        )
        channel = open_channels(settings, clock, closing)["sms"]
        with pytest.raises(Temporary, match="there is no secret jsnr/sms"):
            channel.send(outgoing)
        secrets.create_secret(Name="jsnr/sms", SecretString="outdated")
        with pytest.raises(Permanent):
            channel.send(outgoing)
        secrets.put_secret_value(SecretId="jsnr/sms", SecretString=TOKEN)
        clock.advance_to(NOON + timedelta(minutes=6))
        channel.send(outgoing)
        assert len(gateway.texts) == 1
