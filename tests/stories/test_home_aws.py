"""A week of a shop at home aws: the same as anywhere, also where every index is a minute behind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from tests.apps import memory_ports
from tests.fakes.channel import MemoryChannel
from tests.fakes.crash_points import CrashingPoints
from tests.fakes.secrets import MemorySecrets
from tests.services.lagging_indexes import LaggingIndexes

import belfry.entrypoints.simulation as simulation
from belfry.adapters.aws.dynamo import Dynamo
from belfry.adapters.aws.outbox import DynamoOutbox
from belfry.adapters.aws.store import DynamoAuditLog, DynamoNumbers, DynamoStore
from belfry.adapters.aws.tables import ItemMaps
from belfry.adapters.system.clock import VirtualClock
from belfry.bootstrap import Ports, Services, build_services, open_ports
from belfry.bootstrap.aws_home import READERS
from belfry.scheduler.kinds import RunContext
from belfry.settings import Settings, read_settings

TEAM = Path(simulation.__file__).parent / "team_files"
LONDON = ZoneInfo("Europe/London")
THURSDAY = datetime(2026, 11, 19, 9, 55, tzinfo=LONDON)
HEAD = "job_id,customer,contact,channel,item,stage\n"
JOBS = ("J-1,Ann,ann@example.com,email,blue bicycle,{}\n", "J-2,Ben,+447700900123,sms,kettle,{}\n")
MINUTE = timedelta(minutes=1)


def at(day: int, hour: int, minute: int = 0) -> datetime:
    return datetime(2026, 11, day, hour, minute, tzinfo=LONDON)


class Shop:
    """`minutes` go by with a relay and a release in each; other acts are called at their hour."""

    def __init__(self, settings: Settings, ports: Ports) -> None:
        self.channels = {name: MemoryChannel() for name in ("email", "sms")}
        self.ports = replace(ports, channels=self.channels, secrets=MemorySecrets(), prover=None)
        self.services: Services = build_services(settings, self.ports)
        assert isinstance(ports.clock, VirtualClock)
        self.clock = ports.clock

    def upload(self) -> None:
        for path in sorted(TEAM.rglob("*.*")):
            name = path.relative_to(TEAM).as_posix()
            self.ports.folder.replace(name, path.read_bytes(), None)

    def put_board(self, *stages: str) -> None:
        rows = [row.format(stage) for row, stage in zip(JOBS, stages, strict=False)]
        name, folder = "jobs/board.csv", self.ports.folder
        folder.replace(name, (HEAD + "".join(rows)).encode(), folder.read(name).digest)

    def act(self, *kinds: str) -> None:
        for kind in kinds:
            context: Any = RunContext
            self.services.kinds[kind].run({}, context)

    def minutes(self, count: int) -> None:
        for _ in range(count):
            self.clock.advance_to(self.clock.now() + MINUTE)
            self.act("relay", "release")

    def list_sent(self) -> list[tuple[str, str, str]]:
        emails = [outgoing for channel in self.channels.values() for outgoing in channel.sent]
        return sorted((outgoing.id, outgoing.to, outgoing.text) for outgoing in emails)


def live_a_week(shop: Shop) -> None:
    shop.upload()
    shop.put_board("received", "received")
    shop.act("poll", "tick", "sync", "template-sync")
    shop.minutes(2)
    shop.put_board("in progress", "received")
    for _ in range(4):
        shop.act("poll")
        shop.minutes(3)
    shop.put_board("ready", "in progress")
    for _ in range(4):
        shop.act("poll")
        shop.minutes(3)
    shop.clock.advance_to(at(19, 14))
    shop.act("draft")
    shop.minutes(3)
    shop.services.rota.publishing.approve(at(23, 0).date(), by="Olga")
    shop.minutes(5)
    shop.clock.advance_to(at(20, 9))
    shop.act("sweep", "tick", "summary")
    shop.minutes(4)
    shop.clock.advance_to(at(22, 18))
    shop.act("digest")
    shop.minutes(4)


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    (tmp_path / "belfry.toml").write_bytes((TEAM / "belfry.toml").read_bytes())
    return read_settings(tmp_path, {})


@pytest.fixture
def aws_ports(
    belfry_tables: Any, s3: Any, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Callable[[], Ports]]:
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "testing")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "testing")
    endpoint = belfry_tables.meta.endpoint_url
    at_aws = settings.aws.model_copy(update={"endpoint_url": endpoint, "region": "eu-west-2"})
    aws_settings = settings.model_copy(update={"home": "aws", "aws": at_aws})
    opened: list[Ports] = []

    def open_there() -> Ports:
        clock, points = VirtualClock(THURSDAY), CrashingPoints()
        opened.append(open_ports(aws_settings, clock=clock, crash_points=points))
        return opened[-1]

    yield open_there
    for ports in opened:
        ports.close()


def let_indexes_lag(ports: Ports, client: Any) -> Ports:
    dynamo, maps = Dynamo(LaggingIndexes(client, ports.clock, MINUTE)), ItemMaps()
    store = DynamoStore(dynamo, maps, ports.crash_points)
    return replace(
        ports,
        **{name: reader(store) for name, reader in READERS.items()},
        store=store,
        numbers=DynamoNumbers(dynamo),
        outbox=DynamoOutbox(dynamo),
        audit_log=DynamoAuditLog(dynamo, maps),
    )


@pytest.mark.parametrize("is_lagging", [False, True], ids=["as moto has it", "a minute behind"])
def test_week_at_home_aws_is_the_same_as_in_memory(
    settings: Settings, aws_ports: Callable[[], Ports], belfry_tables: Any, is_lagging: bool
) -> None:
    memory_shop = Shop(settings, memory_ports(VirtualClock(THURSDAY), CrashingPoints()))
    ports = aws_ports()
    aws_shop = Shop(settings, let_indexes_lag(ports, belfry_tables) if is_lagging else ports)
    for shop in (memory_shop, aws_shop):
        live_a_week(shop)

    sent = aws_shop.list_sent()
    assert sent == memory_shop.list_sent()
    assert len(sent) > 5
    assert max(Counter(message_id for message_id, _, _ in sent).values()) == 1
    for shop in (memory_shop, aws_shop):
        shop.clock.advance_to(shop.clock.now() + MINUTE)
    audits = [shop.services.accounts.verify_audit_log() for shop in (memory_shop, aws_shop)]
    assert audits[0] == audits[1]
    assert audits[0].breaks == ()
