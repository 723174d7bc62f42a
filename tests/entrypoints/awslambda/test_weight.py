"""What a function of AWS has to wait for before it can begin."""

from __future__ import annotations

import subprocess
import sys

from tests.architecture.sources import ROOT
from tests.architecture.weight import find_companions

LIST_OWN = """
import importlib, sys
for name in sys.argv[1:]:
    importlib.import_module(name)
print(*(name for name in sys.modules if name.partition(".")[0] == "belfry"))
"""
RUNNER = "belfry.entrypoints.awslambda.runner"
PUBLISHER = "belfry.entrypoints.awslambda.publisher"
BARE = {
    "belfry",
    "belfry.entrypoints",
    "belfry.entrypoints.awslambda",
    "belfry.entrypoints.awslambda.environment",
    "belfry.kernel",
    "belfry.kernel.errors",
}
OWN = {
    *BARE,
    RUNNER,
    "belfry.entrypoints.awslambda.fires",
}
FOR_A_SECRET = {
    "belfry.adapters",
    "belfry.adapters.aws",
    "belfry.adapters.aws.clients",
    "belfry.adapters.aws.errors",
    "belfry.adapters.aws.secrets",
    "belfry.bootstrap",
    "belfry.bootstrap.aws_secrets",
}


ROOMS = ("jobs", "team", "pages", "urls")


def find_own(*names: str) -> set[str]:
    """The modules of Belfry that a fresh Python holds once these are imported."""
    command = (sys.executable, "-c", LIST_OWN, *names)
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    return set(done.stdout.split())


def test_functions_bring_nothing_but_the_standard_library() -> None:
    assert find_companions("belfry.entrypoints.awslambda", ROOT / "src") == {"belfry"}


def test_publisher_opens_the_app_only_when_it_is_called() -> None:
    assert find_own(PUBLISHER) == {*BARE, PUBLISHER}


def test_runner_brings_only_what_it_hands_fires_in_with() -> None:
    assert find_own(RUNNER) == OWN


def test_runner_reads_its_secret_without_the_rest_of_the_app() -> None:
    late = ("belfry.bootstrap.aws_secrets", "belfry.adapters.aws.secrets")
    assert find_own(RUNNER, *late, "belfry.adapters.aws.clients") == OWN | FOR_A_SECRET


def test_functions_of_rooms_open_nothing_before_their_first_event() -> None:
    names = [f"belfry.entrypoints.awslambda.{name}" for name in ROOMS]
    assert find_own(*names) == {*BARE, *names}


def test_public_holidays_bring_their_own_country_alone() -> None:
    code = """
import sys
from belfry.bootstrap.aws_functions import skip_other_countries
skip_other_countries()
from belfry.kernel.hours.holidays import parse_holidays
print(len(parse_holidays("GB, DE-BY").list_year(2026)))
print(*(name for name in sys.modules if name.startswith("holidays.countries.")))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    counted, *modules = done.stdout.split()
    assert int(counted) > 13
    assert set(modules) == {"holidays.countries.united_kingdom", "holidays.countries.germany"}


def test_pages_are_rendered_without_the_web_framework_and_records_without_sql() -> None:
    code = """
import sys
import belfry.bootstrap.aws_functions
import belfry.entrypoints.web.assets
from belfry.bootstrap.jobs import build_jobs
from belfry.bootstrap.messaging import build_messaging
print(*sorted({name.partition(".")[0] for name in sys.modules}))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    heavy = {"fastapi", "starlette", "uvicorn", "sqlalchemy", "alembic", "typer", "PIL", "ortools"}
    assert not set(done.stdout.split()) & heavy
