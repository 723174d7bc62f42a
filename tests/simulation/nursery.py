"""A process in which everything is loaded already: each that is to die is born there in no time.

Run as `python -m tests.simulation.nursery MODULE`. Every line that it reads is the arguments of the
module's `main`, which a child lives; it answers with how that child ended.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path

ROOT = Path(__file__).parents[2]

Live = Callable[..., int]


@contextmanager
def open_nursery(module: str) -> Iterator[Live]:
    """How to let a child live; what that gives is its exit code, below zero if it was killed."""
    command = (sys.executable, "-m", __name__, module)
    with subprocess.Popen(
        command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as nursery:
        assert nursery.stdin is not None
        assert nursery.stdout is not None
        requests, answers = nursery.stdin, nursery.stdout

        def live(*arguments: str) -> int:
            requests.write(f"{json.dumps(arguments)}\n")
            requests.flush()
            return int(answers.readline())

        yield live
        requests.close()


def serve(main: Callable[..., None]) -> None:
    for line in sys.stdin:
        child = os.fork()
        if not child:
            main(*json.loads(line))
            os._exit(0)
        _, status = os.waitpid(child, 0)
        sys.stdout.write(f"{os.waitstatus_to_exitcode(status)}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    serve(import_module(sys.argv[1]).main)
