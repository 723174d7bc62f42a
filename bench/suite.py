"""Which benchmarks there are, each under the name of its module."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from bench import (
    controls,
    drain,
    fence,
    functions,
    google_sheet,
    growth,
    home_aws,
    idle_tick,
    invoke,
    lambda_import,
    load,
    mail_in,
    messages,
    next_fire,
    pages,
    photo,
    poll,
    rings_postgres,
    rings_sqlite,
    rota,
    slack,
    sweep,
    translate,
    wording,
)
from bench.targets import TARGETS, Figure, Target


class Benchmark(Protocol):
    """Measures both sides in one run; with `is_quick`, only far enough to see that it works."""

    def __call__(self, *, is_quick: bool) -> Sequence[Figure]: ...


def measure_next_fire(*, is_quick: bool) -> Sequence[Figure]:
    rows = {row["name"]: row for row in next_fire.measure(1 if is_quick else next_fire.ROUNDS)}
    ours = _render_rate(rows["belfry"])
    return [_judge(target, ours, rows[target.peer]) for target in TARGETS["next_fire"]]


def _judge(target: Target, ours: str, row: Mapping[str, Any]) -> Figure:
    if row["disagrees"]:
        raise AssertionError(f"{target.peer} reads {row['disagrees']} schedules otherwise")
    return Figure(target, ours, _render_rate(row), float(row["ratio"]))


def _render_rate(row: Mapping[str, Any]) -> str:
    return f"{row['per_second']:,.0f}/s"


BENCHMARKS: dict[str, Benchmark] = {
    "next_fire": measure_next_fire,
    "translate": translate.measure,
    "rings_sqlite": rings_sqlite.measure,
    "rings_postgres": rings_postgres.measure,
    "invoke": invoke.measure,
    "idle_tick": idle_tick.measure,
    "poll": poll.measure,
    "sweep": sweep.measure,
    "controls": controls.measure,
    "messages": messages.measure,
    "google_sheet": google_sheet.measure,
    "mail_in": mail_in.measure,
    "slack": slack.measure,
    "photo": photo.measure,
    "fence": fence.measure,
    "wording": wording.measure,
    "rota": rota.measure,
    "pages": pages.measure,
    "load": load.measure,
    "drain": drain.measure,
    "lambda_import": lambda_import.measure,
    "functions": functions.measure,
    "home_aws": home_aws.measure,
    "growth": growth.measure,
}
