"""A power cut while a mail server holds the email and has not answered yet."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest
from tests.adapters.smtp.scripted_server import playing, stall
from tests.stories.benches import LATE, SETTINGS, TEAM, TOM, Bench, set_up
from tests.stories.processes import Process, run_belfry
from tests.stories.waiting import wait_for

from belfry.adapters.system.clock import VirtualClock
from belfry.bootstrap import system_clock

REST = """[mail]
host = "127.0.0.1"
port = {port}
security = "none"
from = "bench@shop.example"
[worker]
beat_seconds = 0.5
dead_after_seconds = 5
"""
AT_ANY_HOUR = SETTINGS.read_text(encoding="utf-8").replace("8pm to 9am", "none")
STARTED = "jobs/J-2051/move-2"


def test_a_worker_killed_while_sending_leaves_the_email_uncertain_and_never_sends_it_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("BELFRY_DATABASE_URL", raising=False)
    with playing({"email": stall}, {}) as server:
        # Without an owner to be told of the lost worker: the server takes two emails.
        team = TEAM.replace('admin = "owner@example.com"\n', "")
        toml = team + LATE + REST.format(port=server.port)
        set_up(tmp_path, toml=toml, settings=AT_ANY_HOUR + "Settle time: none\n")
        counter = Bench(tmp_path, VirtualClock(system_clock().now()))
        counter.put(TOM, "received")
        counter.start()
        counter.services.jobs.poll_board()
        counter.put(TOM, "in progress")
        counter.services.jobs.poll_board()
        counter.stop()
        with Process(tmp_path, "worker") as worker:
            worker.wait_ready()
            run_belfry(tmp_path, "workflows", "run", "relay", "--wait")
            run_belfry(tmp_path, "workflows", "run", "release")
            wait_for(lambda: len(server.emails), lambda count: count == 1)
            worker.kill()
        bench = Bench(tmp_path, VirtualClock(system_clock().now() + timedelta(minutes=11)))
        bench.start()
        assert [(message.id, message.state) for message in bench.messages] == [(STARTED, "sending")]

        bench.driver.run_until(bench.clock.now() + timedelta(minutes=30))
        assert [(message.id, message.state) for message in bench.messages] == [
            (STARTED, "uncertain")
        ]
        assert len(server.emails) == 1

        bench.services.messaging.resend(STARTED, by="owner")
        bench.driver.run_until(bench.clock.now() + timedelta(minutes=30))
        resent = (f"{STARTED}/resend-1", "sent")
        assert [(message.id, message.state) for message in bench.messages][1:] == [resent]
        assert len(server.emails) == 2
        bench.stop()
