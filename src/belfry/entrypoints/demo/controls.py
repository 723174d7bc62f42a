"""The checks of the sample shop, so that each move can be seen: counted from the day it is made."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from datetime import date

    from belfry.bootstrap import Services

HEADER = "name,area,repeat,owner,proof,first_due,chain_override,requires_evidence,notes"
DONE = "Fire exits walk"
# Each with its first due date in days from today.
ROWS = (
    (-4, "Electrical tools test,Safety,yearly,Tom Hale,the tester's list,{due},,yes,"),
    (-1, "Fire extinguisher check,Safety,monthly,,photo of the gauges,{due},,yes,"),
    (0, DONE + ",Safety,weekly,,,{due},,,Nothing may stand before the doors"),
    (2, "Back-up restore test,Data,quarterly,Tom Hale,which file was brought back,{due},,,"),
    (9, "Till count,Finance,every 2 weeks,Priya Nair,signed till roll,{due},,,"),
    (45, 'Insurance renewal,Finance,yearly,Rosa Marsh,the certificate,{due},"-60, -30, 0",yes,'),
)
# How long ago the morning's look was, and when somebody answered it.
TICKED = timedelta(minutes=50)
ANSWERED = timedelta(minutes=25)


def render_tasks(today: date) -> str:
    """The shop's list of controls on that day."""
    rows = [row.format(due=today + timedelta(days=days)) for days, row in ROWS]
    return "\n".join([HEADER, *rows, ""])


def tick(services: Services) -> None:
    services.controls.tick()


def mark_done(services: Services) -> None:
    """Priya has walked the exits, and says so."""
    services.controls.acts.mark_done(DONE, by="Priya Nair")
