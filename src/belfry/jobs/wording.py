"""What a customer is told about a job, in plain words that are always true.

Nothing is said that the facts do not hold: no time without an ETA, no ETA but for its own stage,
and a holding note never sounds as if something had moved. A shop's own sentence comes first where
every slot of it can be filled. Messages are sent elsewhere.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from belfry.jobs.looks import say_look
from belfry.jobs.names import find_first_name
from belfry.jobs.phrases import find_awaited, find_phrase, is_collected, is_ready
from belfry.jobs.slot_values import SMS, list_values, name_thing, sign
from belfry.kernel.slots import fill_slots
from belfry.kernel.texts import make_harmless

if TYPE_CHECKING:
    from belfry.jobs.facts import Facts
    from belfry.jobs.shop import Shop
    from belfry.jobs.stages import Stage

_LONGEST_SUBJECT = 120


@dataclass(frozen=True)
class Words:
    """A message as a person reads it; a text message has no use for its subject."""

    subject: str
    text: str


def word_move(facts: Facts, shop: Shop, channel: str) -> Words:
    """That a job has come to a stage."""
    item = name_thing(facts, channel)
    phrase = find_phrase(facts.stage, shop.stages)
    subject = f"{item}{phrase.title}"
    own = _say_own(shop.say_when.get(_stage_name(facts, shop)), facts, shop, channel)
    if own:
        return Words(_subject(subject), own)
    sentences = [_say_news(facts, shop, item), *_say_outlook(facts, shop)]
    sentences += say_look(facts, channel)
    return Words(_subject(subject), _write(sentences, facts, channel))


def word_holding(facts: Facts, shop: Shop, channel: str) -> Words:
    """That a job is where it was, and not forgotten."""
    item = name_thing(facts, channel)
    subject = f"{item}: still with us"
    own = _say_own(shop.say_waiting.get(_stage_name(facts, shop)), facts, shop, channel)
    if own:
        return Words(_subject(subject), own)
    still = find_phrase(facts.stage, shop.stages).still.format(item=item)
    if is_ready(facts.stage, shop.stages):
        sentences = [f"a reminder: {still}", *_say_closing(facts, shop)]
    else:
        posted = "we have not forgotten it, and we will let you know when it moves on."
        sentences = [f"just to keep you posted: {still}", posted]
    sentences += say_look(facts, channel)
    return Words(_subject(subject), _write(sentences, facts, channel))


def word_correction(facts: Facts, shop: Shop, channel: str) -> Words:
    """That the stage a customer was told, `previous`, was a mistake."""
    item = name_thing(facts, channel)
    told = find_phrase(facts.previous or "", shop.stages).told.format(item=item)
    mistaken = f"that {told}" if facts.previous else f"something wrong about {item}"
    still = find_phrase(facts.stage, shop.stages).still.format(item="it")
    sentences = [f"by mistake we told you {mistaken}. We are sorry.", still]
    if not is_ready(facts.stage, shop.stages) and not _is_over(facts, shop):
        sentences.append(_promise_news(facts, shop))
    return Words(_subject(f"a correction about {item}"), _write(sentences, facts, channel))


def word_first_seen(facts: Facts, shop: Shop, channel: str) -> Words:
    """That a job is on the board."""
    item = name_thing(facts, channel)
    phrase = find_phrase(facts.stage, shop.stages)
    now = phrase.now.format(item=item)
    number = [f"your job number is {facts.job_id}."] if facts.job_id and channel == SMS else []
    sentences = [now, *number, *_say_outlook(facts, shop), *say_look(facts, channel)]
    return Words(_subject(f"{item}{phrase.title}"), _write(sentences, facts, channel))


def _say_news(facts: Facts, shop: Shop, item: str) -> str:
    now = find_phrase(facts.stage, shop.stages).now
    if is_ready(facts.stage, shop.stages):
        return f"good news: {now.format(item=item)}"
    stage, previous = _stage(facts, shop), shop.stages.find(facts.previous or "")
    is_back = stage and not stage.is_side and previous and previous.is_side
    if is_back and stage != shop.stages.last:
        return f"good news: {item} is moving again. {_open(now.format(item='it'))}"
    return now.format(item=item)


def _say_outlook(facts: Facts, shop: Shop) -> list[str]:
    """When the next stage is expected, or that the customer will hear."""
    if is_ready(facts.stage, shop.stages):
        return _say_closing(facts, shop)
    if _is_over(facts, shop):
        return []
    if facts.eta and facts.eta_stage:
        phrase = find_phrase(facts.eta_stage, shop.stages)
        return [phrase.expected.format(eta=facts.eta)]
    return [_promise_news(facts, shop)]


def _promise_news(facts: Facts, shop: Shop) -> str:
    stage = _stage(facts, shop)
    following = shop.stages.next_main(stage) if stage else None
    then = find_awaited(shop.stages) if following == shop.stages.ready else None
    return f"we will let you know when it {then or 'moves on'}."


def _say_closing(facts: Facts, shop: Shop) -> list[str]:
    if not facts.closing:
        return []
    if is_collected(shop.stages):
        return [f"you are welcome any time before {facts.closing} today."]
    return [f"we are open until {facts.closing} today."]


def _say_own(sentence: str | None, facts: Facts, shop: Shop, channel: str) -> str | None:
    """The shop's own sentence, signed unless it names the shop; None if it cannot be said whole."""
    if not sentence:
        return None
    said = fill_slots(sentence, list_values(facts, channel))
    return sign(said, facts, channel) if said else None


def _write(sentences: list[str], facts: Facts, channel: str) -> str:
    body = " ".join(_open(sentence) for sentence in sentences)
    if channel == SMS:
        return f"{body} {facts.sign_off}".strip()
    name = find_first_name(facts.name)
    greeting = f"Hi {name}," if name else "Hello,"
    number = f"Your job number is {facts.job_id}." if facts.job_id else ""
    return "\n\n".join(part for part in (greeting, body, number, facts.sign_off) if part)


def _stage(facts: Facts, shop: Shop) -> Stage | None:
    return shop.stages.find(facts.stage)


def _stage_name(facts: Facts, shop: Shop) -> str:
    return shop.stages.find_name(facts.stage) or facts.stage


def _is_over(facts: Facts, shop: Shop) -> bool:
    return _stage(facts, shop) == shop.stages.last


def _subject(text: str) -> str:
    return make_harmless(_open(text), most=_LONGEST_SUBJECT)


def _open(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]
