"""What every phraser promises, whichever model words what it is given."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from traceback import format_exception

import pytest
from tests.adapters.web.local_servers import holding_closed_port
from tests.contracts.models import INSTRUCTIONS, KEY, PERMANENT, TEMPORARY, TIMELESS
from tests.contracts.phrasers import FACTS, MODELS, Model, make_bedrock, make_openai
from tests.services.bedrock_endpoint import serving_bedrock
from tests.services.openai_endpoint import serving_openai

from belfry.kernel.errors import Permanent, PortError, Temporary
from belfry.ports.models import Phraser

AMPLE = timedelta(minutes=5)
SHORT = timedelta(seconds=0.3)
SCHEMA = {
    "type": "object",
    "properties": {"words": {"type": "array", "items": {"type": "string"}}},
    "required": ["words"],
    "additionalProperties": False,
}
SERVED: dict[str, Callable[[str], Phraser]] = {"bedrock": make_bedrock, "openai": make_openai}
ENDPOINTS = {"bedrock": serving_bedrock, "openai": serving_openai}


@pytest.fixture(params=list(MODELS))
def model(request: pytest.FixtureRequest) -> Iterator[Model]:
    with MODELS[request.param]() as opened:
        yield opened


def ask(model: Model, *, within: timedelta = AMPLE, longest: int = 100) -> str:
    return model.phraser.phrase(INSTRUCTIONS, FACTS, within=within, longest=longest)


def ask_for_json(model: Model, *, within: timedelta = AMPLE, longest: int = 100) -> str:
    phrase = model.phraser.phrase
    return phrase(INSTRUCTIONS, FACTS, within=within, longest=longest, schema=SCHEMA)


@pytest.mark.parametrize(
    "reply, text",
    [
        pytest.param("Your bike is ready.", "Your bike is ready.", id="a sentence"),
        pytest.param("\n  Hello.\n\nReady! \t", "Hello.\n\nReady!", id="white space around it"),
        pytest.param("Fertig: 自転車 🚲 é", "Fertig: 自転車 🚲 é", id="other letters"),
        pytest.param("x" * 100, "x" * 100, id="as long as may be"),
        pytest.param(f"  {'🚲' * 100}  ", "🚲" * 100, id="as long as may be, in wide letters"),
    ],
)
def test_phrase_gives_what_the_model_says(model: Model, reply: str, text: str) -> None:
    model.say(reply)
    assert ask(model) == text


def test_phrase_hands_over_instructions_and_facts_once(model: Model) -> None:
    model.say("Ready.")
    ask(model)
    assert model.questions() == [(INSTRUCTIONS, FACTS)]


def test_answer_to_a_schema_is_its_json(model: Model) -> None:
    value = {"words": ["Your {item} is ready.", "Fertig: 自転車 é"]}
    model.say_json(value)
    assert json.loads(ask_for_json(model)) == value
    assert model.questions() == [(INSTRUCTIONS, FACTS)]


def test_json_that_is_too_long_is_refused(model: Model) -> None:
    model.say_json({"words": ["x" * 100]})
    with pytest.raises(Permanent):
        ask_for_json(model)


@pytest.mark.parametrize("how", TEMPORARY)
def test_model_held_to_a_schema_may_do_better_another_time(model: Model, how: str) -> None:
    model.misbehave(how)
    with pytest.raises(Temporary):
        ask_for_json(model, within=SHORT)
    model.say_json({"words": []})
    assert json.loads(ask_for_json(model)) == {"words": []}


@pytest.mark.parametrize("how", PERMANENT)
def test_model_held_to_a_schema_will_never_do_better(model: Model, how: str) -> None:
    model.misbehave(how)
    with pytest.raises(Permanent):
        ask_for_json(model)


def test_phraser_has_a_name(model: Model) -> None:
    assert model.phraser.name.strip()


@pytest.mark.parametrize("how", TEMPORARY)
def test_model_may_do_better_another_time(model: Model, how: str) -> None:
    model.misbehave(how)
    with pytest.raises(Temporary):
        ask(model, within=SHORT)
    model.say("Ready.")
    assert ask(model) == "Ready."


@pytest.mark.parametrize("how", PERMANENT)
def test_model_will_never_do_better(model: Model, how: str) -> None:
    model.misbehave(how)
    with pytest.raises(Permanent):
        ask(model)
    model.say("Ready.")
    assert ask(model) == "Ready."


@pytest.mark.parametrize(
    "reply",
    [
        pytest.param("", id="nothing"),
        pytest.param(" \n\t ", id="white space"),
        pytest.param("x" * 101, id="a letter too many"),
        pytest.param("on and on " * 1024 * 1024, id="ten megabytes"),
    ],
)
def test_text_that_is_empty_or_too_long_is_refused(model: Model, reply: str) -> None:
    model.say(reply)
    with pytest.raises(Permanent):
        ask(model)


@pytest.mark.parametrize("how", [how for how in (*TEMPORARY, *PERMANENT) if how not in TIMELESS])
def test_model_is_asked_once_whatever_happens(model: Model, how: str) -> None:
    model.misbehave(how)
    with pytest.raises(PortError):
        ask(model)
    assert model.questions() == [(INSTRUCTIONS, FACTS)]


@pytest.mark.parametrize("how", [*TEMPORARY, *PERMANENT])
def test_errors_repeat_nothing_of_what_was_asked(model: Model, how: str) -> None:
    model.misbehave(how)
    with pytest.raises(PortError) as failure:
        ask(model, within=SHORT)
    traceback = "".join(format_exception(failure.value))
    assert [word for word in (KEY, "kingfisher", "cormorant") if word in traceback] == []


def test_many_threads_ask_at_once(model: Model) -> None:
    model.say("Ready.")
    with ThreadPoolExecutor(8) as pool:
        replies = list(pool.map(lambda _: ask(model), range(40)))
    assert replies == ["Ready."] * 40
    assert model.questions() == [(INSTRUCTIONS, FACTS)] * 40


@pytest.mark.parametrize("kind", SERVED)
def test_unreachable_model_is_temporary(kind: str) -> None:
    with holding_closed_port() as port:
        phraser = SERVED[kind](f"http://127.0.0.1:{port}")
        with pytest.raises(Temporary):
            phraser.phrase(INSTRUCTIONS, FACTS, within=AMPLE, longest=100)


@pytest.mark.parametrize("kind", SERVED)
def test_schema_is_handed_over_where_there_is_one(kind: str) -> None:
    with ENDPOINTS[kind]() as endpoint:
        phraser = SERVED[kind](endpoint.url)
        endpoint.say("Ready.")
        phraser.phrase(INSTRUCTIONS, FACTS, within=AMPLE, longest=100)
        endpoint.say_json({"words": []})
        phraser.phrase(INSTRUCTIONS, FACTS, within=AMPLE, longest=100, schema=SCHEMA)
        assert endpoint.schemas == [None, SCHEMA]
