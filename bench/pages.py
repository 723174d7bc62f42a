"""How long the pages take on the server, beside the least that a page can be.

Every page of the sample shop that an owner opens is asked for again and again, within one process:
what is timed is the application, from the request to the last byte of the answer, in processor
time, so that what else the machine does counts little. The worst page counts. Then the same on a
team with 100,000 jobs and 10,000 controls: each page that it has against itself on the sample shop.
The first page is weighed with all that a browser fetches for it, and the demo is timed from its
start until its pages can be opened.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event

from bench import bare_page
from bench.asking import Answer, ask, find_p95
from bench.boards import open_shop
from bench.lists import HEADER, RULES, render_row
from bench.page_list import list_pages
from bench.rounds import timed
from bench.targets import TARGETS, Figure
from fastapi import FastAPI

from belfry.bootstrap import Services, system_clock, virtual_clock
from belfry.entrypoints.cli.opening import HOST
from belfry.entrypoints.demo.history import find_beginning, live_through
from belfry.entrypoints.demo.team import write_team
from belfry.entrypoints.demo.tour import open_app
from belfry.entrypoints.web.app import create_app
from belfry.entrypoints.web.pages.visits import SESSION
from belfry.entrypoints.worker.serve import keep_what_is_there
from belfry.settings import read_settings

ROUNDS, QUICK_ROUNDS = 200, 3
JOBS, CONTROLS = 100_000, 10_000
QUICK_JOBS, QUICK_CONTROLS = 300, 50
MOST_BYTES = 100_000
READY_WITHIN = 5.0
DEMO_ROUNDS = 3


def measure(*, is_quick: bool) -> list[Figure]:
    rounds = QUICK_ROUNDS if is_quick else ROUNDS
    on_time, on_size, on_bytes, on_start = TARGETS["pages"]
    with open_sample_shop() as services:
        app, cookie = let_in(services)
        before = ask_bare_page(rounds)
        few = time_pages(app, cookie, rounds)
        bare = find_p95([*before, *ask_bare_page(rounds)])
        weight = weigh(app, cookie)
    worst = max(few, key=lambda page: few[page])
    with open_large_team(is_quick=is_quick) as services:
        many = time_pages(*let_in(services), rounds)
    slowed = max(few.keys() & many.keys(), key=lambda page: many[page] / few[page])
    ready = min(start_demo() for _ in range(1 if is_quick else DEMO_ROUNDS))
    return [
        Figure(on_time, f"{worst}: {_say(few[worst])}", _say(bare), few[worst] / bare),
        Figure(
            on_size,
            f"{slowed}: {_say(many[slowed])}",
            _say(few[slowed]),
            many[slowed] / few[slowed],
        ),
        Figure(on_bytes, f"{weight:,} bytes", f"{MOST_BYTES:,} bytes", weight / MOST_BYTES),
        Figure(on_start, f"{ready:.2f} s", f"{READY_WITHIN:.0f} s", ready / READY_WITHIN),
    ]


@contextmanager
def open_sample_shop() -> Iterator[Services]:
    """The demo's team with its four weeks behind it."""
    now = system_clock().now()
    clock = virtual_clock(find_beginning(now))
    with TemporaryDirectory() as folder:
        write_team(Path(folder), now)
        settings = read_settings(Path(folder), environment={})
        with open_app(settings, clock, now) as services:
            live_through(services, clock, f"http://{HOST}:9", until=now, stop=Event())
            yield services


@contextmanager
def open_large_team(*, is_quick: bool) -> Iterator[Services]:
    """A team whose board and list of controls are long, and were looked at once."""
    jobs, controls = (QUICK_JOBS, QUICK_CONTROLS) if is_quick else (JOBS, CONTROLS)
    with TemporaryDirectory() as folder, open_shop(Path(folder), jobs) as shop:
        write_tasks(Path(folder) / "controls", controls)
        shop.services.controls.tick()
        yield shop.services


def let_in(services: Services) -> tuple[FastAPI, str]:
    """The pages, and the cookie of an owner who has signed in."""
    link = services.accounts.invite_owner()
    signed_in = services.accounts.open_sign_in_link(link.token)
    keep_what_is_there()
    return create_app(services), f"{SESSION}={signed_in.token}"


def write_tasks(folder: Path, count: int) -> None:
    folder.mkdir()
    rows = "".join(render_row(0, number) for number in range(count))
    (folder / "tasks.csv").write_text(HEADER + rows, encoding="utf-8")
    (folder / "rules.txt").write_text(RULES, encoding="utf-8")


def ask_bare_page(rounds: int) -> Sequence[Answer]:
    """Once it is warm."""
    return ask(bare_page.create_app(), "/jobs", rounds=rounds * 2)[rounds:]


def time_pages(app: FastAPI, cookie: str, rounds: int) -> Mapping[str, float]:
    """The p95 of each page, in seconds, once it is warm; by what it is called."""
    taken = {}
    for page, path in list_pages(app.state.services).items():
        answers = ask(app, path, cookie=cookie, rounds=rounds + 3)[3:]
        if any(answer.status != 200 for answer in answers):
            raise AssertionError(f"{path} was answered with {answers[0].status}")
        taken[page] = find_p95(answers)
    return taken


def weigh(app: FastAPI, cookie: str) -> int:
    """The bytes of Today and of all that a browser fetches with it."""
    (page,) = ask(app, "/", cookie=cookie)
    parts = re.findall(rb'(?:href|src)="(/static/[^"]+)"', page.body)
    return page.size + sum(ask(app, part.decode())[0].size for part in parts)


def start_demo() -> float:
    """Seconds from the start of `belfry demo` until it says where its pages are."""
    command = (sys.executable, "-m", "belfry", "demo", "--no-browser", "--port", "0", "--json")
    with timed() as watch:
        demo = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert demo.stdout is not None
        # A slow start may cross a minute, and then runs are printed first.
        link = next((line for line in demo.stdout if '"link"' in line), None)
    demo.terminate()
    demo.communicate()
    if link is None:
        raise AssertionError("the demo ended without a link to its pages")
    return watch.seconds


def _say(seconds: float) -> str:
    return f"{seconds * 1000:.1f} ms"
