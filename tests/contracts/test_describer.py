"""What every describer promises, whichever model looks at the file."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from traceback import format_exception

import pytest
from tests.adapters.web.local_servers import holding_closed_port
from tests.contracts.describers import (
    IN_LETTERS,
    JPEG,
    PICTURE,
    WATCHERS,
    Watcher,
    make_bedrock,
    make_openai,
)
from tests.contracts.models import INSTRUCTIONS, KEY, PERMANENT, TEMPORARY, TIMELESS
from tests.fakes.describer import Shown

from belfry.kernel.errors import Permanent, PortError, Temporary
from belfry.ports.models import Describer

AMPLE = timedelta(seconds=30)
SHORT = timedelta(seconds=0.3)
ASKED = Shown(PICTURE, JPEG, INSTRUCTIONS)
SERVED: dict[str, Callable[[str], Describer]] = {"bedrock": make_bedrock, "openai": make_openai}


@pytest.fixture(params=list(WATCHERS))
def watcher(request: pytest.FixtureRequest) -> Iterator[Watcher]:
    with WATCHERS[request.param]() as opened:
        yield opened


def ask(
    watcher: Watcher, *, kind: str = JPEG, within: timedelta = AMPLE, longest: int = 100
) -> str:
    return watcher.describer.describe(PICTURE, kind, INSTRUCTIONS, within=within, longest=longest)


@pytest.mark.parametrize(
    "reply, text",
    [
        pytest.param("A bird on a rock", "A bird on a rock", id="a line"),
        pytest.param("\n  A bird.\n\t", "A bird.", id="white space around it"),
        pytest.param("Kormoran: 鵜 🐦 é", "Kormoran: 鵜 🐦 é", id="other letters"),
        pytest.param("x" * 100, "x" * 100, id="as long as may be"),
    ],
)
def test_describe_gives_what_the_model_says(watcher: Watcher, reply: str, text: str) -> None:
    watcher.say(reply)
    assert ask(watcher) == text


def test_describe_shows_the_very_file_once(watcher: Watcher) -> None:
    watcher.say("A bird.")
    ask(watcher)
    assert watcher.questions() == [ASKED]


def test_describer_has_a_name(watcher: Watcher) -> None:
    assert watcher.describer.name.strip()


@pytest.mark.parametrize("kind", ["application/zip", "text/html", "image/svg+xml", ""])
def test_unreadable_file_is_refused_before_the_model_is_asked(watcher: Watcher, kind: str) -> None:
    watcher.say("A bird.")
    with pytest.raises(Permanent):
        ask(watcher, kind=kind)
    assert watcher.questions() == []


@pytest.mark.parametrize("how", TEMPORARY)
def test_model_may_do_better_another_time(watcher: Watcher, how: str) -> None:
    watcher.misbehave(how)
    with pytest.raises(Temporary):
        ask(watcher, within=SHORT)
    watcher.say("A bird.")
    assert ask(watcher) == "A bird."


@pytest.mark.parametrize("how", PERMANENT)
def test_model_will_never_do_better(watcher: Watcher, how: str) -> None:
    watcher.misbehave(how)
    with pytest.raises(Permanent):
        ask(watcher)
    watcher.say("A bird.")
    assert ask(watcher) == "A bird."


@pytest.mark.parametrize(
    "reply",
    [
        pytest.param("", id="nothing"),
        pytest.param(" \n\t ", id="white space"),
        pytest.param("x" * 101, id="a letter too many"),
        pytest.param("on and on " * 1024 * 1024, id="ten megabytes"),
    ],
)
def test_text_that_is_empty_or_too_long_is_refused(watcher: Watcher, reply: str) -> None:
    watcher.say(reply)
    with pytest.raises(Permanent):
        ask(watcher)


@pytest.mark.parametrize("how", [how for how in (*TEMPORARY, *PERMANENT) if how not in TIMELESS])
def test_model_is_asked_once_whatever_happens(watcher: Watcher, how: str) -> None:
    watcher.misbehave(how)
    with pytest.raises(PortError):
        ask(watcher)
    assert watcher.questions() == [ASKED]


@pytest.mark.parametrize("how", [*TEMPORARY, *PERMANENT])
def test_errors_repeat_nothing_of_what_was_asked(watcher: Watcher, how: str) -> None:
    watcher.misbehave(how)
    with pytest.raises(PortError) as failure:
        ask(watcher, within=SHORT)
    traceback = "".join(format_exception(failure.value))
    secrets = (KEY, "kingfisher", "cormorant", IN_LETTERS)
    assert [word for word in secrets if word in traceback] == []


def test_many_threads_ask_at_once(watcher: Watcher) -> None:
    watcher.say("A bird.")
    with ThreadPoolExecutor(8) as pool:
        replies = list(pool.map(lambda _: ask(watcher), range(20)))
    assert replies == ["A bird."] * 20
    assert watcher.questions() == [ASKED] * 20


@pytest.mark.parametrize("kind", SERVED)
def test_unreachable_model_is_temporary(kind: str) -> None:
    with holding_closed_port() as port:
        describer = SERVED[kind](f"http://127.0.0.1:{port}")
        with pytest.raises(Temporary):
            describer.describe(PICTURE, JPEG, INSTRUCTIONS, within=AMPLE, longest=100)
