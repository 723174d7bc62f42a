"""The board of a repair shop through a week: jobs that moved, stood still, and went wrong."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from tests.entrypoints.web.pages.benches import Bench

from belfry.kernel.errors import Permanent, Unknown

if TYPE_CHECKING:
    from tests.entrypoints.web.pages.apps import App

ROWS = {
    "J-2031": "Ada Brooks,ada@example.com,email,Sewing machine,yes",
    "J-2038": "Noor Haddad,noor@example.com,email,Road bike service,yes",
    "J-2042": "Maya Lind,07700 900123,text,iPhone screen repair,yes",
    "J-2044": "Oskar Berg,oskar@example.com,email,Film camera,yes",
    "J-2047": "Lucy Tan,07700 900456,text,Laptop hinge,",
    "J-2049": "Femi Ade,femi@example.com,email,Espresso machine,yes",
    "J-2051": "Tom Webb,tom@example.com,email,Kettle,yes",
    "J-2055": "Ines Prado,07700 900789,text,Headphones,yes",
}
HEAD = "job_id,customer,contact,channel,item,consent,stage"
THURSDAY = datetime(2026, 11, 12, 10, 0, tzinfo=UTC)
FRIDAY = datetime(2026, 11, 13, 15, 30, tzinfo=UTC)
MONDAY = datetime(2026, 11, 16, 7, 30, tzinfo=UTC)


def open_bench(app: App) -> Bench:
    """The first poll, which sends nothing."""
    bench = Bench(app, ROWS, HEAD)
    bench.open("Ask consent first: yes")
    return bench


def live_through_week(bench: Bench) -> None:
    """One customer is told a wrong stage, one address is wrong, and one message is uncertain."""
    bench.app.work_until(THURSDAY)
    bench.move({"J-2042": "diagnosing", "J-2038": "diagnosing", "J-2055": "diagnosing"})
    bench.app.work_until(FRIDAY)
    bench.channel("email").answer_with("taken", Permanent("550 5.1.1 no such mailbox here"))
    bench.channel("sms").answer_with("taken", Unknown("the line broke after the message was sent"))
    bench.move({"J-2038": "ready", "J-2042": "in progress"})
    bench.move({"J-2031": "awaiting parts", "J-2055": "ready"})


def live_through_monday(bench: Bench) -> None:
    """The slip is seen on the board, a word is misspelt, and one message waits for a yes."""
    bench.app.work_until(MONDAY)
    bench.app.services.jobs.sweep()
    bench.post()
    bench.app.work_until(MONDAY.replace(hour=9, minute=20))
    bench.post()
    bench.move({"J-2038": "in progress", "J-2044": "reday", "J-2047": "in progress"})
    bench.write({"J-2051": "diagnosing"})
    bench.look()
