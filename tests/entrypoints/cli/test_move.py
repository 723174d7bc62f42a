"""Whether a team that is moved to AWS and back is the same team."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Event
from typing import Any

import boto3
import pytest
from tests.entrypoints.cli.shops import Shop, tell_maya
from tests.entrypoints.cli.terminal import Terminal

from belfry.adapters.aws.functions import HomeFunctions
from belfry.adapters.aws.s3 import S3
from belfry.adapters.sql.tables import TABLE_MAPPINGS
from belfry.bootstrap import open_ports, system_clock, virtual_clock
from belfry.bootstrap.aws_home import CONFIG_PATH, CONFIG_VARIABLE
from belfry.bootstrap.move import move_team
from belfry.entrypoints.demo.history import find_beginning, live_through
from belfry.entrypoints.demo.team import write_team
from belfry.entrypoints.demo.tour import open_app
from belfry.kernel.changes import AuditEntry, Put
from belfry.kernel.errors import Conflict
from belfry.kernel.records import Claim, write_plainly
from belfry.ports.transfer import Counter, WaitingEvent
from belfry.scheduler.runs import Worker
from belfry.settings import read_settings

NOW = datetime(2026, 11, 17, 10, 0, tzinfo=UTC)


@pytest.fixture
def aws_section(belfry_tables: Any, s3: S3, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "testing")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "testing")
    monkeypatch.setenv("AWS_DEFAULT_REGION", "eu-west-2")
    endpoint = belfry_tables.meta.endpoint_url
    yield f'\n[aws]\nregion = "eu-west-2"\nendpoint_url = "{endpoint}"\n'
    parameters = boto3.client("ssm", endpoint_url=endpoint)
    names = [p["Name"] for p in parameters.describe_parameters()["Parameters"]]
    for name in names:
        parameters.delete_parameter(Name=name)


@pytest.fixture
def sample_team(tmp_path: Path, aws_section: str) -> Path:
    """The sample team after four weeks."""
    folder = tmp_path / "team"
    clock = virtual_clock(find_beginning(NOW))
    write_team(folder, NOW)
    add_section(folder, aws_section)
    with open_app(read_settings(folder, environment={}), clock, NOW) as app:
        live_through(app, clock, "http://127.0.0.1:9", until=NOW, stop=Event())
    return folder


def add_section(folder: Path, section: str) -> None:
    with (folder / "belfry.toml").open("a") as file:
        file.write(section)


def list_records(folder: Path) -> dict[str, list[str]]:
    """All that a home has, as plain text, but for the names of databases."""
    ports = open_ports(read_settings(folder, environment={}), clock=virtual_clock(NOW))
    assert ports.transfer is not None
    kinds = [*TABLE_MAPPINGS, AuditEntry, Counter, WaitingEvent]
    try:
        records = {kind.__name__: ports.transfer.list(kind) for kind in kinds}
    finally:
        ports.close()
    return {
        kind: sorted(
            json.dumps(write_plainly(record), sort_keys=True)
            for record in listed
            if not (isinstance(record, Claim) and record.name == "database/id")
        )
        for kind, listed in records.items()
    }


def list_files(folder: Path) -> dict[str, bytes]:
    files = (path for path in folder.rglob("*") if path.is_file())
    own = {"belfry.db", "belfry.db-wal", "belfry.db-shm", ".database-id", "belfry.toml"}
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in files
        if path.name not in own and path.suffix != ".lock"
    }


def test_team_moved_to_aws_and_back_is_equal(
    belfry: Terminal, sample_team: Path, tmp_path: Path
) -> None:
    records, files = list_records(sample_team), list_files(sample_team)
    assert {kind for kind, rows in records.items() if rows} > {"Job", "Message", "DraftLine"}

    answer = belfry("move", "--to", "aws", "--team", sample_team, "--json").json
    at_aws = list_records(sample_team)
    back = tmp_path / "back"
    back.mkdir()
    (back / "belfry.toml").write_bytes((sample_team / "belfry.toml").read_bytes())
    returned = belfry("move", "--to", "local", "--team", back, "--json").json

    assert (answer["home"], returned["home"]) == ("aws", "local")
    assert answer["records"] == {kind: len(rows) for kind, rows in records.items()}
    assert "timezone" in answer["parameters_added"]
    assert at_aws == records
    assert list_records(back) == records
    assert list_files(back) == files
    assert belfry("audit", "verify", "--team", back).code == 0


def test_home_that_was_left_is_refused_until_the_team_is_back(
    belfry: Terminal, shop: Shop, aws_section: str
) -> None:
    add_section(shop.folder, aws_section)
    tell_maya(shop)
    assert belfry("move", "--to", "aws").code == 0
    toml = shop.folder / "belfry.toml"
    assert 'home = "aws"' in toml.read_text()
    toml.write_text(toml.read_text().replace('home = "aws"', 'home = "local"'))

    refused = belfry("messages")
    again = belfry("move", "--to", "local", "--json").json

    assert refused.code == 2
    assert "the team was moved to aws on" in refused.err
    assert again["records"]["Message"] == 1
    assert belfry("messages", "--json").code == 0


@pytest.mark.parametrize("step", [17, 51])
def test_move_that_was_cut_off_goes_on(
    belfry: Terminal, shop: Shop, aws_section: str, step: int
) -> None:
    add_section(shop.folder, aws_section)
    tell_maya(shop)
    records = list_records(shop.folder)
    settings = read_settings(shop.folder)

    def cut_off(done: int, total: int) -> None:
        if done >= step:
            raise ConnectionAbortedError("the line is down")

    with pytest.raises(ConnectionAbortedError):
        move_team(settings, "aws", clock=system_clock(), on_progress=cut_off)
    unused = belfry("messages")
    assert belfry("move", "--to", "aws").code == 0

    assert unused.code == 2
    assert list_records(shop.folder) == records


def test_team_in_use_is_not_moved(belfry: Terminal, shop: Shop, aws_section: str) -> None:
    add_section(shop.folder, aws_section)
    settings = read_settings(shop.folder)
    now = system_clock().now()
    ports = open_ports(settings)
    ports.store.commit([Put(Worker(id="w1", label="bench-pc", started_at=now, seen_at=now))])
    ports.close()

    refused = belfry("move", "--to", "aws")
    later = virtual_clock(now + timedelta(hours=1))

    assert refused.code != 0
    assert "in use at home local: worker bench-pc is running" in refused.err
    assert move_team(settings, "aws", clock=later).home == "aws"


def test_team_that_lives_there_already_is_not_replaced(
    belfry: Terminal, shop: Shop, aws_section: str, tmp_path: Path
) -> None:
    add_section(shop.folder, aws_section)
    tell_maya(shop)
    assert belfry("move", "--to", "aws").code == 0
    other = tmp_path / "other"
    other.mkdir()
    (other / "belfry.toml").write_text(f'name = "Another"{aws_section}')

    refused = belfry("move", "--to", "aws", "--team", other)

    assert refused.code != 0
    assert "there is a team at home aws already" in refused.err
    assert belfry("mail", "list", "--team", other).code == 0


def test_record_that_changes_while_it_is_moved_stops_the_move(shop: Shop, aws_section: str) -> None:
    add_section(shop.folder, aws_section)
    tell_maya(shop)
    settings, store_of = read_settings(shop.folder), open_ports(read_settings(shop.folder))

    def write_meanwhile(done: int, total: int) -> None:
        if done == total - 1:
            store_of.store.commit([Put(Claim("rota/late", "x"))])

    with pytest.raises(Conflict, match=r"Claim: \d+ at home local, \d+ at home aws"):
        move_team(settings, "aws", clock=system_clock(), on_progress=write_meanwhile)
    store_of.close()

    assert move_team(settings, "aws", clock=system_clock()).home == "aws"


def test_no_other_home_can_be_moved_to(belfry: Terminal, shop: Shop) -> None:
    refused = belfry("move", "--to", "mars")

    assert refused.code == 2
    assert "'mars' is no home to move to; expected aws or local" in refused.err


def test_functions_of_the_home_are_stopped_and_started(moto_endpoint: str) -> None:
    keys = {"aws_access_key_id": "testing", "aws_secret_access_key": "testing"}
    iam = boto3.client("iam", endpoint_url=moto_endpoint, region_name="eu-west-2", **keys)
    role = iam.create_role(RoleName="belfry", AssumeRolePolicyDocument="{}")["Role"]["Arn"]
    client = boto3.client("lambda", endpoint_url=moto_endpoint, region_name="eu-west-2", **keys)
    code = io.BytesIO()
    with zipfile.ZipFile(code, "w") as archive:
        archive.writestr("handler.py", "")
    for name, variables in (
        ("shop-jsnr-stage", {CONFIG_VARIABLE: CONFIG_PATH}),
        ("jsnr-stage", {CONFIG_VARIABLE: CONFIG_PATH}),
        ("shop-other", {}),
    ):
        client.create_function(
            FunctionName=name,
            Role=role,
            Runtime="python3.11",
            Handler="handler.run",
            Code={"ZipFile": code.getvalue()},
            Environment={"Variables": variables},
        )
    functions = HomeFunctions(client, "shop-", CONFIG_PATH, CONFIG_VARIABLE)

    def list_limits() -> list[int | None]:
        names = ("shop-jsnr-stage", "jsnr-stage", "shop-other")
        limits = [client.get_function_concurrency(FunctionName=name) for name in names]
        return [limit.get("ReservedConcurrentExecutions") for limit in limits]

    functions.stop()
    assert list_limits() == [0, None, None]
    functions.start()
    assert list_limits() == [None, None, None]
