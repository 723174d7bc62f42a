"""What every bus promises."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any, Protocol

import boto3
import pytest
from tests.adapters.aws.ses_servers import Act, playing_ses, render
from tests.adapters.aws.ses_servers import refusal as refuse
from tests.adapters.web.local_servers import reset
from tests.fakes.bus import MemoryBus
from tests.fakes.crash_points import CrashingPoints
from tests.fakes.outbox import MemoryOutbox
from tests.fakes.store import MemoryStore
from tests.samples import NOON

from belfry.adapters.aws.bus import MOST_BYTES, EventBridgeBus, read_event
from belfry.adapters.aws.clients import Keys, connect_events
from belfry.adapters.system.clock import VirtualClock
from belfry.kernel.changes import Announce, Event
from belfry.kernel.errors import InputError, Permanent, PortError, Temporary
from belfry.ports.bus import Bus, BusEvent
from belfry.ports.store import OutboxRow
from belfry.scheduler.publish_events import PublishEvents, read_row, write_event
from belfry.scheduler.relay_outbox import RelayOutbox

HOW: dict[str, Any] = {
    "region_name": "eu-west-2",
    "aws_access_key_id": "testing",
    "aws_secret_access_key": "testing",
}


def an_event(number: int = 1, about: str = "job", **facts: Any) -> BusEvent:
    return BusEvent(number, about, "J-1", "stage.changed", {"stage": "ready", **facts}, NOON)


class HeardBus(Protocol):
    """A bus, and what its listeners got."""

    @property
    def bus(self) -> Bus: ...

    def heard(self) -> list[BusEvent]: ...


class HeardMemory:
    def __init__(self) -> None:
        self.bus = MemoryBus()

    def heard(self) -> list[BusEvent]:
        return self.bus.events


class HeardEventBridge:
    """Both buses have a rule that hands everything of ours to one queue."""

    def __init__(self, endpoint: str) -> None:
        self._sqs = boto3.client("sqs", endpoint_url=endpoint, **HOW)
        self._queue = self._sqs.create_queue(QueueName="heard")["QueueUrl"]
        arn = self._sqs.get_queue_attributes(QueueUrl=self._queue, AttributeNames=["QueueArn"])
        events = connect_events(region="eu-west-2", endpoint=endpoint, keys=Keys("testing", "x"))
        events.create_event_bus(Name="jsnr-bus")
        for bus in ("default", "jsnr-bus"):
            pattern = json.dumps({"source": ["belfry"]})
            events.put_rule(Name="all", EventBusName=bus, EventPattern=pattern)
            target = {"Id": "1", "Arn": arn["Attributes"]["QueueArn"]}
            events.put_targets(Rule="all", EventBusName=bus, Targets=[target])
        self.bus = EventBridgeBus(events, {"job": "jsnr-bus"})

    def heard(self) -> list[BusEvent]:
        events = []
        request = {"QueueUrl": self._queue, "MaxNumberOfMessages": 10}
        while messages := self._sqs.receive_message(**request).get("Messages"):
            events += [read_event(json.loads(message["Body"])) for message in messages]
        return sorted(events, key=lambda event: event.number)


@pytest.fixture(params=["memory", "eventbridge"])
def heard_bus(request: pytest.FixtureRequest) -> HeardBus:
    if request.param == "memory":
        return HeardMemory()
    return HeardEventBridge(request.getfixturevalue("moto_endpoint"))


def test_listeners_get_every_event_as_it_was_published(heard_bus: HeardBus) -> None:
    events = [an_event(n, about, name="Zoë") for n, about in enumerate(("job", "rota"), start=1)]

    assert heard_bus.bus.publish(events) == {}
    assert heard_bus.heard() == events


def test_more_events_than_one_call_takes_are_published(heard_bus: HeardBus) -> None:
    events = [an_event(number) for number in range(1, 26)]

    assert heard_bus.bus.publish(events) == {}
    assert heard_bus.heard() == events
    assert heard_bus.bus.publish([]) == {}


def test_large_events_are_split_by_their_size(heard_bus: HeardBus) -> None:
    events = [an_event(number, text="x" * 100_000) for number in range(1, 6)]

    assert heard_bus.bus.publish(events) == {}
    assert [event.number for event in heard_bus.heard()] == [1, 2, 3, 4, 5]


def test_event_that_is_too_large_holds_up_no_other(moto_endpoint: str) -> None:
    heard_bus = HeardEventBridge(moto_endpoint)
    events = [an_event(1), an_event(2, text="x" * MOST_BYTES), an_event(3)]

    errors = heard_bus.bus.publish(events)

    assert isinstance(errors[2], Permanent)
    assert f"at most {MOST_BYTES} fit" in str(errors[2])
    assert [event.number for event in heard_bus.heard()] == [1, 3]


@contextmanager
def playing(*acts: Act) -> Iterator[Bus]:
    with playing_ses(*acts) as server:
        keys = Keys("testing", "x")
        client = connect_events(region="eu-west-2", endpoint=server.url(), keys=keys)
        yield EventBridgeBus(client, {})
        client.close()


def answer(*codes: str) -> bytes:
    """Takes the entries whose code is blank."""
    entries = [
        {"ErrorCode": code, "ErrorMessage": "no"} if code else {"EventId": "1"} for code in codes
    ]
    return render(200, {"FailedEntryCount": sum(map(bool, codes)), "Entries": entries})


def kinds(errors: Any) -> dict[int, type[PortError]]:
    return {number: type(error) for number, error in errors.items()}


def test_only_the_entries_that_failed_are_errors() -> None:
    codes = ("", "ThrottlingException", "", "InternalFailure", "MalformedDetail", "NotAuthorized")
    with playing(answer(*codes)) as bus:
        errors = bus.publish([an_event(number) for number in range(1, 7)])

    assert kinds(errors) == {2: Temporary, 4: Temporary, 5: Permanent, 6: Permanent}
    assert "ThrottlingException" in str(errors[2])


@pytest.mark.parametrize(
    "act, error",
    [
        pytest.param(reset, Temporary, id="out of reach"),
        pytest.param(refuse("InternalException", 500), Temporary, id="broken"),
        pytest.param(refuse("AccessDeniedException", 400), Permanent, id="denied"),
    ],
)
def test_call_that_fails_leaves_all_of_its_events(act: Act, error: type[PortError]) -> None:
    with playing(act) as bus:
        assert kinds(bus.publish([an_event(1), an_event(2)])) == {1: error, 2: error}


def test_rows_that_the_bus_refused_stay_in_the_outbox() -> None:
    store, bus, clock = MemoryStore(CrashingPoints()), MemoryBus(), VirtualClock(NOON)
    outbox = MemoryOutbox(store)
    for number in range(3):
        store.commit([Announce(Event("job", f"J-{number}", "stage.changed", {}, NOON))])
    bus.refused[2] = Temporary("busy")
    relay = RelayOutbox(outbox, clock, CrashingPoints(), {}, gatherers={"job": PublishEvents(bus)})

    assert str(relay()) == "2 events, 1 put back, 0 failed"
    bus.refused.clear()
    clock.advance_to(NOON + timedelta(minutes=1))
    assert str(relay()) == "1 events, 0 put back, 0 failed"
    assert [event.number for event in bus.events] == [1, 3, 2]


def test_row_comes_out_of_its_event_again() -> None:
    row = OutboxRow(7, "job", "J-1", "stage.changed", {"move": 2}, NOON, 0)

    assert read_row(write_event(row)) == row


@pytest.mark.parametrize(
    "event",
    [{}, {"detail": {}, "detail-type": "x"}, {"detail": None}, {"detail": {"number": "seven"}}],
)
def test_event_of_others_is_not_read(event: dict[str, Any]) -> None:
    with pytest.raises(InputError, match="this is no event of Belfry's"):
        read_event(event)
