"""Whether a model may phrase the opening of the monthly summary, or else plain words are used."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest
from tests.apps import memory_ports
from tests.controls.acting import mark_done
from tests.controls.offices import START, Office, open_office
from tests.controls.test_monthly_summary import live_through_december, tell
from tests.fakes.crash_points import CrashingPoints
from tests.fakes.phraser import Outcome, ScriptedPhraser
from tests.services.model_endpoint import ModelEndpoint
from tests.services.openai_endpoint import refuse, serving_openai

from belfry.adapters.system.clock import SystemClock, VirtualClock
from belfry.bootstrap.phrasers import open_phraser
from belfry.controls.reminders.reminders import SUMMARY
from belfry.kernel.errors import Temporary
from belfry.ports.models import Phraser
from belfry.settings import ModelSettings, Settings

GOOD = (
    "Here's how {month} went: {on_time} of {due} were on time. {late} came in late, by {average} on"
    " average. {missed} were missed, and {open} are still open. The details are below."
)
FILLED = (
    "Here's how December 2026 went: 0 of 6 due dates were on time. 2 came in late, by 2 days on"
    " average. 2 were missed, and 2 are still open. The details are below."
)
PLAIN = (
    "Due in December 2026: 6. On time: 0 (0%). Late: 2, by 2 days on average."
    " Missed: 2. Still not done: 2."
)
CHECKED = "by wordsmith, checked by the fence"


def office_with(phraser: Phraser | None) -> Office:
    """After a December in which much was late."""
    ports = replace(memory_ports(VirtualClock(START), CrashingPoints()), phraser=phraser)
    office = open_office(ports)
    live_through_december(office)
    office.go_to("2027-01-04T09:30")
    return office


def send(office: Office) -> tuple[str, str]:
    """The first paragraph that the admin reads, and how the words came about."""
    tell(office)
    office.release()
    return read_sent(office)


def read_sent(office: Office) -> tuple[str, str]:
    [worded] = [message.worded for message in office.messages() if message.kind == SUMMARY]
    [outgoing] = office.email.sent
    greeting, opening, not_on_time, *_ = outgoing.text.split("\n\n")
    assert (greeting, not_on_time.splitlines()[0]) == ("Hello,", "Not on time:")
    return opening, worded


def test_draft_that_passes_opens_the_email() -> None:
    phraser = ScriptedPhraser([GOOD], name="wordsmith")
    assert send(office_with(phraser)) == (FILLED, CHECKED)
    [asked] = phraser.asked
    assert not any(name in "".join(asked) for name in ("Fire drill", "Walk", "Keys", "Maria"))


def test_without_a_model_the_words_are_plain() -> None:
    assert send(office_with(None)) == (PLAIN, "in plain words")


@pytest.mark.parametrize(
    ("reply", "why"),
    [
        pytest.param(f"{GOOD} Well done!", '"well" is not on the list.', id="praises"),
        pytest.param(
            GOOD.replace("{missed} were missed, and ", ""),
            "{missed} must stand exactly once; it stands 0 times.",
            id="leaves out what was missed",
        ),
        pytest.param(Temporary("the model is busy"), "the model is busy", id="is away"),
    ],
)
def test_plain_words_are_used_if_the_model(reply: Outcome, why: str) -> None:
    opening, worded = send(office_with(ScriptedPhraser([reply], name="wordsmith")))
    assert (opening, worded) == (PLAIN, f"in plain words; not by wordsmith: {why}")


def test_model_is_asked_once_a_month_and_again_if_it_was_away() -> None:
    phraser = ScriptedPhraser([Temporary("the model is busy"), GOOD], name="wordsmith")
    office = office_with(phraser)
    for _ in range(4):
        tell(office)
    assert len(phraser.asked) == 2
    assert send(office) == (FILLED, CHECKED)


def send_after_a_change(reply: str) -> tuple[str, str]:
    """One of the two open controls is done, late, after the model was asked."""
    office = office_with(ScriptedPhraser([reply], name="wordsmith"))
    tell(office)
    mark_done(office, "Keys", done_on=date(2026, 12, 20))
    office.release()
    return read_sent(office)


def test_draft_is_filled_with_what_is_true_when_it_leaves() -> None:
    opening, worded = send_after_a_change(GOOD.replace("and {open} are", "with {open}"))
    assert "3 came in late, by 3 days on average. 2 were missed, with 1 still open." in opening
    assert worded == CHECKED


def test_draft_that_fits_the_numbers_no_more_is_not_used() -> None:
    opening, worded = send_after_a_change(GOOD)
    assert opening.startswith("Due in December 2026: 6. On time: 0 (0%). Late: 3")
    assert worded == (
        'in plain words; not by wordsmith: "{missed} were missed , and {open} are still open":'
        " listed words, but no listed phrase."
    )


def test_model_of_the_settings_words_the_month() -> None:
    def send_with(endpoint: ModelEndpoint) -> tuple[str, str]:
        model = ModelSettings(provider="openai", url=f"{endpoint.url}/v1", name="small")
        return send(office_with(open_phraser(Settings(model=model), SystemClock())))

    with serving_openai() as endpoint:
        endpoint.say(GOOD)
        assert send_with(endpoint) == (FILLED, "by small, checked by the fence")
        endpoint.say("The team had a wonderful December.")
        opening, worded = send_with(endpoint)
        assert (opening, worded.partition(": ")[0]) == (PLAIN, "in plain words; not by small")
        refuse(endpoint, 503, "busy")
        opening, worded = send_with(endpoint)
        assert (opening, worded.partition(": ")[0]) == (PLAIN, "in plain words; not by small")
