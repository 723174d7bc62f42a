"""What it costs to word 10,000 e-mails, beside Jinja rendering the same subjects and texts.

Belfry finds the stage's clauses, the number of the item, what falls away and whose words are used.
Jinja is given a template for each subject and text with all of that decided, and only puts the
values in: the link, the job's number, the customer's first name and the item.
"""

from __future__ import annotations

import time
from functools import partial
from pathlib import Path

from bench.rounds import find_best
from bench.targets import TARGETS, Figure
from jinja2 import Environment, Template

from belfry.jobs.settings.shop import Shop, read_shop
from belfry.jobs.updates.language import load_language
from belfry.jobs.updates.plain import Facts, Speaker, shorten_item
from belfry.jobs.updates.wordings import choose_words

ROUNDS, MESSAGES = 5, 10_000
SETTINGS = Path(__file__).parents[1] / "tests" / "data" / "trades" / "phone.txt"
ITEMS = ("phone", "tablet", "earbuds", "two chargers", "iPhone 13, cracked screen")
NEWS = (("moved", "in progress"), ("moved", "ready"), ("holding", "awaiting parts"))

Case = tuple[Facts, str]


def measure(*, is_quick: bool) -> list[Figure]:
    shop = read_shop(SETTINGS.read_text(encoding="utf-8")).shop
    assert shop is not None
    cases = list(map(_make_case, range(500 if is_quick else MESSAGES)))
    words = [_word(facts, shop, news) for facts, news in cases]
    mails = [_make_mail(*texts, facts) for texts, (facts, _) in zip(words, cases, strict=True)]
    assert [_render(*mail) for mail in mails] == words
    sides = [partial(_time_belfry, cases, shop), partial(_time_jinja, mails)]
    ours, theirs = (1 / speed for speed in find_best(sides, 1 if is_quick else ROUNDS))
    (target,) = TARGETS["wording"]
    return [Figure(target, f"{ours * 1e6:.1f} µs", f"{theirs * 1e6:.1f} µs", ours / theirs)]


def _make_case(number: int) -> Case:
    news, stage = NEWS[number % len(NEWS)]
    has_eta = stage == "in progress" and number % 2
    facts = Facts(
        name=f"Maya{'abcdefgh'[number % 8]} Lind",
        item=ITEMS[number % len(ITEMS)],
        job_id=f"J-{number}",
        stage=stage,
        eta="Thursday afternoon" if has_eta else None,
        eta_stage="ready" if has_eta else None,
        closing="6pm" if stage == "ready" else None,
        shop="The Repair Bench",
        sign_off="\u2014 The Repair Bench",
        link=f"https://bench.example/t/{number}",
    )
    return facts, news


def _word(facts: Facts, shop: Shop, news: str) -> tuple[str, str]:
    speaker = Speaker(facts, shop, news=news, channel="email")
    words = choose_words(speaker, message_key=facts.job_id, approved=(), draft=None).words
    return words.subject, words.text


_TEMPLATES: dict[str, Template] = {}

Mail = tuple[Template, Template, dict[str, str]]


def _make_mail(subject: str, text: str, facts: Facts) -> Mail:
    """Templates with places for what differs from customer to customer."""
    item = shorten_item(facts.item, load_language("en"))
    values = {
        "link": facts.link or "",
        "job": facts.job_id,
        "name": facts.name.split()[0],
        "item": item,
    }
    return _get_template(subject, values), _get_template(text, values), values


def _get_template(text: str, values: dict[str, str]) -> Template:
    for slot, value in values.items():
        text = text.replace(value, f"{{{{ {slot} }}}}", 1)
    if text not in _TEMPLATES:
        _TEMPLATES[text] = Environment(autoescape=False).from_string(text)
    return _TEMPLATES[text]


def _render(subject: Template, text: Template, values: dict[str, str]) -> tuple[str, str]:
    return subject.render(values), text.render(values)


def _time_belfry(cases: list[Case], shop: Shop) -> float:
    begun = time.process_time()
    for facts, news in cases:
        _word(facts, shop, news)
    return len(cases) / (time.process_time() - begun)


def _time_jinja(mails: list[Mail]) -> float:
    begun = time.process_time()
    for mail in mails:
        _render(*mail)
    return len(mails) / (time.process_time() - begun)
