"""Simulate weeks of made-up teams, and check the invariants."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from belfry.entrypoints.cli.answers import Answer, Rows, shape, showing_progress
from belfry.entrypoints.cli.opening import option

if TYPE_CHECKING:
    from collections.abc import Sequence

    from belfry.entrypoints.simulation.run import Simulated

_SEED = "The same seed gives the same run; with --seeds, the first of them."
_FAULTS = "Mail servers fail and processes are killed now and then."


def simulate(
    weeks: Annotated[int, option("--weeks", "How many weeks.", "N", min=1, max=1000)] = 4,
    seed: Annotated[int, option("--seed", _SEED, "S", min=0)] = 1,
    seeds: Annotated[int, option("--seeds", "How many runs.", "N", min=1, max=1000)] = 1,
    faults: Annotated[bool, option("--faults", _FAULTS)] = False,
) -> Answer:
    """Simulate weeks of a made-up team with all rooms, and check the invariants.

    The exit code is 1 if something does not, and the run's story is printed.
    For example: belfry simulate --weeks 4 --seed 7 --faults
    """
    from belfry.entrypoints.logs import log_as_json
    from belfry.entrypoints.simulation.run import simulate as run_weeks

    log_as_json("CRITICAL")
    runs = []
    with showing_progress("Simulating") as hear:
        for number in range(seed, seed + seeds):
            hear(number - seed, seeds, f"Simulating, seed {number}")
            runs.append(run_weeks(number, weeks, has_faults=faults))
    return tell(runs)


def tell(runs: Sequence[Simulated]) -> Answer:
    """A table of the runs, after the stories of those in which something did not hold."""
    names = ("seed", "weeks", "acts", "sent", "runs", "crashes", "broken", "digest")
    data = {"ok": not any(run.broken for run in runs), "runs": [shape(run, *names) for run in runs]}
    rows = [(r.seed, r.acts, r.sent, r.runs, r.crashes, len(r.broken), r.digest[:12]) for r in runs]
    columns = ("seed", "acts", "messages", "runs", "crashes", "broken", "story")
    stories = [line for run in runs if run.broken for line in _tell(run)]
    return Answer(data, [*stories, Rows(columns, rows, "")], is_well=data["ok"] is True)


def _tell(run: Simulated) -> list[str]:
    return [f"Seed {run.seed}:", *run.story, *(f"Broken: {text}" for text in run.broken), ""]
