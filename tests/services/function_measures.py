"""What each act of the functions of home aws asks of AWS, counted on the emulator.

`python -m tests.services.function_measures` writes the counts that `belfry aws cost` prices.
"""

from __future__ import annotations

import json
import subprocess
import sys
import urllib.request
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from tests.pictures import make_picture
from tests.services.call_meter import Call
from tests.services.function_host import ZONE, Host, hosting, read_event
from tests.stories.benches import SETTINGS

import belfry.entrypoints.cli.aws as aws_commands
from belfry.adapters.aws.ses import TAG, write_tag
from belfry.kernel.sms import count_parts

COUNTS = Path(aws_commands.__file__).parent / "counts.json"
START = datetime(2026, 11, 17, 10, tzinfo=ZONE)
TICK = read_event("scheduler_default")
SIZES = (10, 30)
Acts = dict[str, dict[str, Any]]


def make_job(number: int) -> tuple[str, ...]:
    if number % 2:
        phone = f"+44 7700 900{number:03}"
        return (f"J-{number:04}", "Ann Lee", phone, "text", "bicycle")
    return (f"J-{number:04}", "Ann Lee", f"ann{number}@example.com", "email", "bicycle")


class Measures:
    """The acts of a shop with so many open jobs, one after the other."""

    def __init__(self, host: Host, open_jobs: int) -> None:
        self.host = host
        self.acts: Acts = {}
        host.rows |= {make_job(n)[0]: (make_job(n), "received") for n in range(open_jobs)}
        host.save_board()
        for name in host.table:
            host.functions(name)
        host.call("jsnr-stage", TICK)

    def take(self, act: str, function: str, do: Callable[[], object]) -> None:
        """Count what the function asks for meanwhile."""
        self.take_all({function: act}, do)

    def take_all(self, acts: Mapping[str, str], do: Callable[[], object]) -> None:
        """The same for several functions that follow each other."""
        before = len(self.host.meter.calls)
        do()
        for function, act in acts.items():
            calls = [call for call in self.host.meter.calls[before:] if call.function == function]
            self._note(act, function, calls)

    def _note(self, act: str, function: str, calls: Sequence[Call]) -> None:
        parts = ("dynamodb:PutItem", "dynamodb:DeleteItem")  # of a transaction
        made = Counter(call.action for call in calls if call.action not in parts)
        self.acts[act] = {
            "function": function,
            "calls": dict(sorted(made.items())),
            "reads": sum(call.reads for call in calls),
            "writes": sum(call.writes for call in calls),
        }

    def run(self) -> Acts:
        host = self.host
        for name, act in (
            ("jsnr-stage", "idle poll"),
            ("jsnr-sender", "idle release sweep"),
            ("belfry-relay", "idle relay sweep"),
        ):
            host.call(name, TICK)  # the first call of a process opens it
            self.take(act, name, partial(host.call, name, TICK))
        host.put(make_job(100), "received")
        self.take("poll that finds a new job", "jsnr-stage", self._poll)
        for number, channel in ((1, "text"), (2, "e-mail")):
            self._move(number, channel)
        host.put(make_job(1), "collected")
        self._poll()
        host.clock.advance(timedelta(minutes=3))
        self.take("poll that counts a silent move", "jsnr-stage", self._poll)
        self._look_after()
        return self.acts

    def _poll(self) -> None:
        self.host.call("jsnr-stage", TICK)

    def _move(self, number: int, channel: str) -> None:
        """From the board to the message: each function on the way."""
        host, job = self.host, make_job(number)
        if channel == "e-mail":
            put = partial(host.put_photo, job[0], "in-progress.jpg", make_picture())
            self.take("photo", "jsnr-photo", put)
        host.put(job, "in progress")
        self.take("poll that sees a change", "jsnr-stage", self._poll)
        host.clock.advance(timedelta(minutes=3))
        self.take("poll that counts a move", "jsnr-stage", self._poll)
        following = {"belfry-relay": "event relayed", "jsnr-composer": "message composed"}
        self.take_all({**following, "jsnr-sender": f"{channel} sent"}, host.settle)
        if channel == "text":
            [(_, words)] = host.list_texts()
            self.acts["text sent"]["parts"] = count_parts(words).parts

    def _look_after(self) -> None:
        host = self.host
        report = read_event("ses_delivered")
        [tag] = write_tag(f"jobs/{make_job(2)[0]}/move-2")
        report["detail"]["mail"]["tags"][TAG] = [tag["Value"]]
        self.take("report of SES", "belfry-feedback", lambda: host.call("belfry-feedback", report))
        page = host.functions("jsnr-page").jobs.customers.show(make_job(2)[0]).page
        assert page is not None
        event = read_event("url_request")
        event["rawPath"] = f"/t/{page.token}"
        self.take("page shown", "jsnr-page", lambda: host.call("jsnr-page", event))
        self.take("morning sweep", "jsnr-sweep", lambda: host.call("jsnr-sweep", TICK))
        self.take("photo sweep", "jsnr-photo", lambda: host.call("jsnr-photo", TICK))


def measure(endpoint: str, open_jobs: int, monkeypatch: pytest.MonkeyPatch) -> Acts:
    """On an AWS in which nothing has been made yet."""
    with hosting(endpoint, START, SETTINGS.read_text("utf-8"), monkeypatch) as host:
        return Measures(host, open_jobs).run()


def join(few: Acts, many: Acts) -> Acts:
    """The acts with how much each open job adds to their reads."""
    per_job = {act: (many[act]["reads"] - few[act]["reads"]) / (SIZES[1] - SIZES[0]) for act in few}
    return {
        act: {
            **counts,
            "reads": round(counts["reads"] - per_job[act] * SIZES[0], 3),
            "reads_per_open_job": round(per_job[act], 3),
        }
        for act, counts in few.items()
    }


def render(acts: Acts) -> str:
    return json.dumps(acts, indent=2) + "\n"


def measure_both(endpoint: str) -> Acts:
    measured = []
    for size in SIZES:
        reset(endpoint)
        with pytest.MonkeyPatch.context() as monkeypatch:
            measured.append(measure(endpoint, size, monkeypatch))
    return join(*measured)


def reset(endpoint: str) -> None:
    with urllib.request.urlopen(f"{endpoint}/moto-api/reset", data=b""):
        return


@contextmanager
def serving_moto() -> Iterator[str]:
    """The address of an AWS, outside of the tests."""
    command = (sys.executable, "-m", "tests.services.moto_server")
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as server:
        assert server.stdout is not None
        yield f"http://127.0.0.1:{int(server.stdout.readline())}"
        server.terminate()


def main() -> None:
    with serving_moto() as endpoint:
        COUNTS.write_text(render(measure_both(endpoint)), encoding="utf-8")


if __name__ == "__main__":
    main()
