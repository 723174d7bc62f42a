"""What each benchmark is measured against, and what it has to reach."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Target:
    """A ratio of Belfry to a peer, or to a limit, measured in the same run."""

    peer: str
    sign: Literal["≥", "≤"]
    ratio: float
    unit: Literal["×", "%"] = "×"

    def __str__(self) -> str:
        return f"{self.sign} {self.render(self.ratio)}"

    def render(self, ratio: float) -> str:
        if self.unit == "%":
            return f"{ratio * 100:.0f} %"
        return f"{ratio:,.0f}×" if ratio >= 100 else f"{ratio:.3g}×"

    def is_met_by(self, ratio: float) -> bool:
        return ratio >= self.ratio if self.sign == "≥" else ratio <= self.ratio


@dataclass(frozen=True, slots=True)
class Figure:
    """One line of the table: both sides as measured, and the ratio that the target is about."""

    target: Target
    ours: str
    theirs: str
    ratio: float

    @property
    def is_met(self) -> bool:
        return self.target.is_met_by(self.ratio)

    @property
    def verdict(self) -> str:
        return "met" if self.is_met else "missed"


TARGETS: dict[str, Sequence[Target]] = {
    "next_fire": (Target("croniter", "≥", 5), Target("cronsim", "≥", 1.5)),
    "translate": (
        Target("a limit of 20,000 a second", "≥", 1),
        Target("cronsim, which only reads", "≥", 0.5),
    ),
    "rings_sqlite": (Target("APScheduler", "≥", 40),),
    "rings_postgres": (Target("procrastinate", "≥", 20),),
    "invoke": (Target("a bare FastAPI route", "≥", 0.6, "%"),),
    "idle_tick": (Target("an empty indexed query", "≤", 10),),
    "poll": (Target("reading and parsing the board", "≤", 3),),
    "sweep": (Target("reading and parsing the board", "≤", 3),),
    "controls": (
        Target("reading and parsing the list", "≤", 3),
        Target("itself: 1,000,000 to 100,000 controls", "≤", 1.3),
    ),
    "messages": (Target("a bare smtplib loop", "≥", 0.7, "%"),),
    "google_sheet": (Target("parsing its JSON", "≤", 3),),
    "mail_in": (Target("reading them with Python's email library", "≥", 0.5, "%"),),
    "slack": (Target("a bare FastAPI route", "≤", 5),),
    "photo": (Target("Pillow alone", "≤", 1.5),),
    "fence": (
        Target("a limit of 20,000 drafts a second", "≥", 1),
        Target("the honest drafts that it had not seen", "≥", 0.9, "%"),
    ),
    "wording": (Target("Jinja rendering the same texts", "≤", 3),),
    "rota": (
        Target("a limit of 1 s for 15 people and 80 shifts, with the proof", "≤", 1),
        Target("a limit of 2 s for 50 people and 300 shifts", "≤", 1),
        Target("a limit of 5 s for 200 people and 1,500 shifts", "≤", 1),
        Target("CP-SAT alone with 10 s, 15 people", "≥", 1, "%"),
        Target("CP-SAT alone with 10 s, 50 people", "≥", 0.99, "%"),
        Target("CP-SAT alone with 10 s, 200 people", "≥", 1, "%"),
        Target("the hidden rota of 12 people", "≥", 1, "%"),
        Target("the hidden rota of 50 people", "≥", 1, "%"),
        Target("the hidden rota of 200 people", "≥", 1, "%"),
        Target("a limit of 4 h from the best to the worst served of 50 people", "≤", 1),
        Target("the proved maximum, by the search alone", "≥", 0.99, "%"),
        Target("the proved maximum, with the prover", "≥", 1, "%"),
    ),
    "pages": (
        Target("a bare FastAPI template page", "≤", 5),
        Target("the same page of the sample shop", "≤", 4),
        Target("100 KB for the first page", "≤", 1),
        Target("a limit of 5 s until the demo is ready", "≤", 1),
    ),
    "load": (
        Target("one reader alone", "≤", 3),
        Target("its memory after the first minute", "≤", 1.1),
    ),
    "drain": (
        Target("a bare batch loop on SQLite", "≥", 0.4, "%"),
        Target("a bare batch loop on Postgres", "≥", 0.4, "%"),
    ),
    "lambda_import": (
        Target("a limit of 150 ms for the runner", "≤", 1),
        Target("a limit of 150 ms for the publisher", "≤", 1),
        Target("a limit of 300 ms for a function of the jobs room", "≤", 1),
        Target("a limit of 300 ms for the customers' pages", "≤", 1),
    ),
    "functions": (
        Target("a limit of 3 calls for an idle poll", "≤", 1),
        Target("a limit of 40 calls for a tick of 1,000 controls when nothing is due", "≤", 1),
        Target("a limit of 1.5 s until a function is open", "≤", 1),
        Target("an idle poll of a new shop, after a year", "≤", 1.1),
        Target("a poll that counts a move of a new shop, after a year", "≤", 1.1),
        Target("composing a message of a new shop, after a year", "≤", 1.1),
        Target("sending a text of a new shop, after a year", "≤", 1.1),
        Target("an idle release of a new shop, after a year", "≤", 1.1),
        Target("a customer's page of a new shop, after a year", "≤", 1.1),
    ),
    "home_aws": (
        Target("a limit of 40 calls for each person to whom a week is published", "≤", 1),
        Target("a limit of 20 calls for each reminder of a tick", "≤", 1),
        Target("a limit of 60 s and 512 MB for a draft of 50 people", "≤", 1),
        Target("a limit of 3 s of one processor until belfry-web shows its first page", "≤", 1),
        Target("the reference bill of $2.20 for a rota of 15 people", "≤", 1),
        Target("the reference bill of $1.80 for 60 controls", "≤", 1),
    ),
    "growth": (
        Target("itself: 10,000 to 1,000 workflows", "≤", 1.3),
        Target("itself: 100,000 to 1,000 workflows", "≤", 1.3),
    ),
}
