"""How long a function of AWS takes to be imported, before the SDK or a database is asked for.

Each import is timed inside a fresh interpreter, so that the interpreter's own start does not count.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence

from bench.rounds import find_best
from bench.targets import TARGETS, Figure

ROUNDS, QUICK_ROUNDS = 15, 2
# Each function with the most milliseconds it may take.
FUNCTIONS = {"runner": 150, "publisher": 150, "jobs": 300, "pages": 300}
HEAVY = ("boto3", "botocore", "sqlalchemy", "pydantic", "fastapi")
IMPORT = """
import importlib, sys, time
begun = time.perf_counter()
importlib.import_module(sys.argv[1])
print(time.perf_counter() - begun, *sys.modules)
"""


def measure(*, is_quick: bool) -> Sequence[Figure]:
    sides = [lambda name=name: 1 / time_import(name) for name in FUNCTIONS]
    rates = find_best(sides, QUICK_ROUNDS if is_quick else ROUNDS)
    return [
        Figure(target, f"{1000 / rate:.0f} ms", f"{limit} ms", 1000 / rate / limit)
        for target, rate, limit in zip(
            TARGETS["lambda_import"], rates, FUNCTIONS.values(), strict=True
        )
    ]


def time_import(name: str) -> float:
    """Seconds; what must wait until it is needed may not have come along."""
    command = (sys.executable, "-c", IMPORT, f"belfry.entrypoints.awslambda.{name}")
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    seconds, *modules = done.stdout.split()
    if heavy := set(HEAVY) & set(modules):
        raise AssertionError(f"{name} brings {', '.join(sorted(heavy))}")
    return float(seconds)
