"""Write every kind of message of the shops in tests/data/trades into docs/messages.md."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from belfry.jobs.settings.shop import Shop, read_shop
from belfry.jobs.updates.approved import make_example
from belfry.jobs.updates.facts import Facts
from belfry.jobs.updates.kinds import Kind, list_kinds
from belfry.jobs.updates.plain import CORRECTION, Speaker, write_plainly

TRADES = Path("tests/data/trades")
PAGE = Path("docs/messages.md")
ORDER = ("phone", "bike", "tailor", "framer", "garage", "piano", "fahrrad")
OPENING = """# Every plain message

What customers read where the owner has neither written nor approved other words: every kind of message of
six shops in English and one in German, as texts, each for one of three items in turn. The page is written by
`tools/write_messages_page.py` from the settings in `tests/data/trades`.
"""


def render_page(folder: Path = TRADES) -> str:
    return "\n".join([OPENING, *(_render_shop(folder / f"{name}.txt") for name in ORDER)])


def _render_shop(path: Path) -> str:
    text = path.read_text(encoding="utf-8")
    reading = read_shop(text)
    assert reading.shop is not None, reading.problems
    items = text.partition("# Items: ")[2].strip().split("; ")
    stages = ", ".join(stage.name for stage in reading.shop.stages)
    lines = [f"## {reading.shop.name}", "", f"Stages: {stages}.", "", "| When | The message |"]
    return "\n".join([*lines, "|---|---|", *_list_rows(reading.shop, items), ""])


def _list_rows(shop: Shop, items: list[str]) -> Iterator[str]:
    for place, kind in enumerate(list_kinds(shop)):
        item = items[place % len(items)]
        yield _render_row(kind.meaning, _say(kind, shop, item))
    ready = shop.stages.ready.name
    mistake = Facts(item=items[0], stage=shop.stages.main[1].name, previous=ready, shop=shop.name)
    speaker = Speaker(mistake, shop, news=CORRECTION, channel="sms")
    yield _render_row(f"when \u201c{ready}\u201d was told by mistake", write_plainly(speaker).text)


def _say(kind: Kind, shop: Shop, item: str) -> str:
    example = make_example(kind, shop)
    blank = {"item": item, "link": None, "sign_off": ""}
    facts = Facts(**{**vars(example), **blank})
    return write_plainly(Speaker(facts, shop, news=kind.news, channel="sms")).text


def _render_row(when: str, message: str) -> str:
    return f"| {when} | {message} |"


if __name__ == "__main__":
    PAGE.write_text(render_page(), encoding="utf-8")
