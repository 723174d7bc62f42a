"""What follows from what a customer wrote."""

from __future__ import annotations

from datetime import timedelta

import pytest
from tests.samples import NOON

from belfry.jobs.customers.reply_meanings import JudgedReply, Meaning, ReplyContext, judge_reply

HOUR = timedelta(hours=1)
NEW = ReplyContext("", {})


def known(consent: str = "", **answered: timedelta) -> ReplyContext:
    """Somebody who was told those things so long ago."""
    return ReplyContext(consent, {kind: NOON - ago for kind, ago in answered.items()})


@pytest.mark.parametrize(
    ("text", "before", "judged"),
    [
        pytest.param("STOP", NEW, JudgedReply(Meaning.STOP, "no", "stopped"), id="a first stop"),
        pytest.param(
            "STOP",
            known("no", stopped=23 * HOUR),
            JudgedReply(Meaning.STOP, "no"),
            id="a stop that was confirmed within the day",
        ),
        pytest.param(
            "STOP",
            known("no", stopped=24 * HOUR),
            JudgedReply(Meaning.STOP, "no", "stopped"),
            id="a stop that was confirmed a day ago",
        ),
        pytest.param(
            "STOP",
            known("no"),
            JudgedReply(Meaning.STOP, "no", "stopped"),
            id="a stop by text after one on the page",
        ),
        pytest.param(
            "STOP",
            known("yes", stopped=HOUR, restarted=HOUR / 2),
            JudgedReply(Meaning.STOP, "no", "stopped"),
            id="a stop after a change of mind",
        ),
        pytest.param(
            "START", known("no"), JudgedReply(Meaning.START, "yes", "restarted"), id="a start"
        ),
        pytest.param(
            "START",
            known("yes", restarted=HOUR),
            JudgedReply(Meaning.START, "yes"),
            id="a second start",
        ),
        pytest.param(
            "START",
            ReplyContext("no", {}, is_refused=True),
            JudgedReply(Meaning.START, "yes", is_open=True),
            id="a start against the board",
        ),
        pytest.param(
            "YES",
            known("no"),
            JudgedReply(Meaning.START, "yes", "restarted"),
            id="a yes of somebody who had stopped",
        ),
        pytest.param("YES", NEW, JudgedReply(Meaning.OTHER, is_open=True), id="a yes to something"),
        pytest.param(
            "YES", known("yes"), JudgedReply(Meaning.OTHER, is_open=True), id="a yes after a yes"
        ),
        pytest.param("HELP", NEW, JudgedReply(Meaning.HELP, answer="help"), id="a call for help"),
        pytest.param(
            "HELP",
            known(help=HOUR / 2),
            JudgedReply(Meaning.HELP, is_open=True),
            id="a call for help that the answer did not end",
        ),
        pytest.param(
            "HELP",
            known(help=HOUR),
            JudgedReply(Meaning.HELP, answer="help"),
            id="help an hour later",
        ),
        pytest.param(
            "please stop texting me", NEW, JudgedReply(Meaning.NEAR, is_open=True), id="a near miss"
        ),
        pytest.param(
            "can I stop by at 5?", NEW, JudgedReply(Meaning.OTHER, is_open=True), id="a question"
        ),
    ],
)
def test_reply_is_judged_by_what_was_so_before(
    text: str, before: ReplyContext, judged: JudgedReply
) -> None:
    assert judge_reply(text, before, NOON) == judged
