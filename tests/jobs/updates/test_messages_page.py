"""Whether the plain messages of every trade read well, and the page that shows them is current."""

from __future__ import annotations

import re

from tests.architecture.sources import ROOT
from tools.write_messages_page import PAGE, render_page

FOLDER = ROOT / "tests" / "data" / "trades"
# What a careless template makes of an item or a stage.
SLIPS = re.compile(
    r"is now:|\b(in|on|at) \1\b|\b1 (jobs|texts|days)\b|\byour your\b|[{}|]{1}(?=\w)|\bNone\b"
    r"|(?<!on your )(trousers|tyres|earbuds|shirts|photos|hammers|trailer) (is|has|was)\b"
    r"|\bthem\b[^.]*\bits\b|(?<=Es geht weiter\. )[^.]*(?:eingegangen| jetzt )"
    r"|\bback back\b|  |\.\.|Hi Van\b"
)


def test_the_page_shows_what_is_said_today() -> None:
    assert (ROOT / PAGE).read_text(encoding="utf-8") == render_page(FOLDER), (
        "run tools/write_messages_page.py"
    )


def test_no_message_of_any_trade_has_a_slip() -> None:
    rows = [row for row in render_page(FOLDER).splitlines() if row.startswith("| when")]
    messages = [row.split(" | ")[1].removesuffix(" |") for row in rows]
    assert len(messages) > 120
    assert [message for message in messages if SLIPS.search(message)] == []
    assert [message for message in messages if not message[0].isupper()] == []
