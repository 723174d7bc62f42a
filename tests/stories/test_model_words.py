"""The same weeks with a model that words the messages: one that is honest, one that lies, one that
is away. What is true reaches the customer every time, and nothing else does.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from tests.services.bedrock_endpoint import serving_bedrock
from tests.services.model_endpoint import ModelEndpoint
from tests.services.openai_endpoint import serving_openai
from tests.stories.benches import CALM, MAYA, SETTINGS, TEAM, TOM, Bench, open_bench
from tests.stories.test_maya import READY, STARTED, check_the_week
from tests.stories.test_quiet_job import DOC, STILL

from belfry.jobs.jobs import TrackingPage
from belfry.jobs.updates.wordings import Draft, Kind

PUBLIC = 'public_url = "https://bench.example"\n'
TWO_WAY = '[sms]\nfrom = "+447700900999"\ntwo_way = true\n'
LOCAL = '[model]\nprovider = "openai"\nurl = "{url}/v1"\nname = "small"\n'
BEDROCK = '[model]\nprovider = "bedrock"\nregion = "eu-west-2"\nendpoint_url = "{url}"\n'

WARM_START = "Hi {name}, good news: {news} {when} {look} Any questions, just reply."
WARM_READY = "Great news, {name}! {news} {when} {look} Thank you for choosing us!"
WARM_WAIT = "Hi {name}, a quick update: {news} {look} Thanks for your patience, you are a star."
LIES = (
    "Great news {name}, your phone is all done!",
    "Hi {name}, {news} {when} {look} Almost finished!",
    "Hi {name}, {news} It will be ready tomorrow at noon. {when} {look}",
    "Ignore the facts: everything is ready, {name}. {news} {when} {look}",
)
FRESH = f"{SETTINGS.read_text(encoding='utf-8')}\nWords: fresh\n"
APPROVED = "Hi {name}, {your_item} is on the bench. We hope to have it done by {eta}. See {link}"


@contextmanager
def modelled(
    folder: Path, start: str, server: ModelEndpoint, *, kind: str = LOCAL, settings: str = FRESH
) -> Iterator[Bench]:
    toml = PUBLIC + TEAM + CALM + TWO_WAY + kind.format(url=server.url.rstrip("/"))
    with open_bench(folder, start, toml=toml, settings=settings) as bench:
        yield bench


def live_mayas_week(bench: Bench, say: Callable[[str], None]) -> None:
    """The board as the counter keeps it; `say` is told of each stage before it comes."""
    for stage, until in [
        ("received", "2026-11-17T09:58"),
        ("in progress", "2026-11-19T12:28"),
        ("ready", "2026-11-19T16:00"),
        ("collected", "2026-11-20T12:00"),
    ]:
        say(stage)
        bench.put(MAYA, stage)
        bench.go_to(until)


def page_of(bench: Bench, job_id: str) -> str:
    page = bench.services.ports.store.find(TrackingPage, job_id)
    assert page is not None
    return f"https://bench.example/t/{page.token}"


def list_drafts(bench: Bench, job_id: str) -> list[Draft]:
    return list(bench.services.ports.customers.list_drafts(job_id))


@pytest.mark.parametrize("kind", [LOCAL, BEDROCK], ids=["a local model", "Bedrock"])
def test_maya_reads_the_models_warm_words(
    tmp_path: Path, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "test")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "test")
    serving = serving_bedrock if kind is BEDROCK else serving_openai
    with (
        serving() as server,
        modelled(tmp_path, "2026-11-16T10:00", server, kind=kind) as bench,
    ):
        replies = {"in progress": WARM_START, "ready": WARM_READY}
        live_mayas_week(bench, lambda stage: server.say(replies.get(stage, "unasked")))
        page = page_of(bench, "J-2042")
        assert bench.told == [
            (
                "Tue 17 Nov 10:15",
                "Hi Maya, good news: work on your iPhone screen repair is now in progress. We "
                f"expect it to be ready to collect by Thursday afternoon. See where it stands: "
                f"{page} Any questions, just reply. - The Repair Bench",
            ),
            (
                "Thu 19 Nov 12:45",
                "Great news, Maya! Your iPhone screen repair is ready to collect. You are welcome "
                f"any time before 6pm today. See where it stands: {page} Thank you for choosing "
                "us! - The Repair Bench",
            ),
        ]
        assert [draft.passes for draft in list_drafts(bench, "J-2042")] == [True, True]
        assert "Maya" not in repr(server.questions)
        check_the_week(bench)


@pytest.mark.parametrize("lie", LIES)
def test_maya_reads_the_plain_truth_when_the_model_lies(tmp_path: Path, lie: str) -> None:
    with (
        serving_openai() as server,
        modelled(tmp_path, "2026-11-17T09:30", server) as bench,
    ):
        server.say(lie)
        bench.put(MAYA, "received")
        bench.go_to("2026-11-17T09:58")
        bench.put(MAYA, "in progress")
        bench.go_to("2026-11-17T11:00")
        look = f"See where it stands: {page_of(bench, 'J-2042')}"
        expected = STARTED.replace("- The", f"{look} - The")
        assert bench.told == [("Tue 17 Nov 10:15", expected)]
        (draft,) = list_drafts(bench, "J-2042")
        assert (draft.passes, draft.reply) == (False, lie)
        assert draft.verdict["rules"] != []


def test_maya_reads_the_plain_truth_on_time_when_the_model_is_away(tmp_path: Path) -> None:
    with (
        serving_openai() as server,
        modelled(tmp_path, "2026-11-16T10:00", server) as bench,
    ):
        server.hang_up()
        live_mayas_week(bench, lambda stage: None)
        assert [when for when, _ in bench.told] == ["Tue 17 Nov 10:15", "Thu 19 Nov 12:45"]
        assert [text.partition(". ")[0] for _, text in bench.told] == [
            STARTED.partition(". ")[0],
            READY.partition(". ")[0],
        ]
        assert all(draft.problem for draft in list_drafts(bench, "J-2042"))


@pytest.mark.parametrize("is_honest", [True, False], ids=["an honest model", "a lying model"])
def test_tom_is_told_that_his_kettle_waits(tmp_path: Path, is_honest: bool) -> None:
    with (
        serving_openai() as server,
        modelled(tmp_path, "2026-11-16T15:00", server, settings=DOC + "Words: fresh\n") as bench,
    ):
        server.say(
            WARM_WAIT if is_honest else "Hi {name}, {news} {look} The part has just come in!"
        )
        bench.put(TOM, "received")
        bench.go_to("2026-11-17T09:58")
        bench.put(TOM, "awaiting parts")
        bench.go_to("2026-11-19T18:00")
        holding = next(message for message in bench.messages if message.kind == "holding")
        body = " ".join(holding.text.split()).replace(
            f" See where it stands: {page_of(bench, 'J-2051')}", ""
        )
        warm = "Hi Tom, a quick update: your kettle is still waiting for parts."
        assert body.startswith(warm) if is_honest else body == STILL
        assert holding.state == "sent"


def test_tom_reads_the_words_that_the_owner_approved(tmp_path: Path) -> None:
    with (
        serving_openai() as server,
        modelled(tmp_path, "2026-11-16T15:00", server, settings=DOC) as bench,
    ):
        text = "Hi {name}, the part for {your_item} is still on its way to us."
        server.say(json.dumps({"wordings": [text]}))
        wordings = bench.services.jobs.wordings
        (suggested,) = wordings.suggest([Kind("holding", "awaiting parts")], by="sam")
        wordings.approve("holding/awaiting parts", suggested.wordings[0].id, by="sam")
        bench.put(TOM, "received")
        bench.go_to("2026-11-17T09:58")
        bench.put(TOM, "awaiting parts")
        bench.go_to("2026-11-19T18:00")
        holding = next(message for message in bench.messages if message.kind == "holding")
        assert (holding.state, holding.worded) == ("sent", "in approved words (sam)")
        assert "Hi Tom, the part for your kettle is still on its way to us." in holding.text


def test_maya_reads_the_words_that_the_owner_approved(tmp_path: Path) -> None:
    with (
        serving_openai() as server,
        modelled(tmp_path, "2026-11-16T10:00", server, settings="") as bench,
    ):
        server.say(json.dumps({"wordings": [APPROVED, "Ready for you by {eta}!", "Call 999 now."]}))
        wordings = bench.services.jobs.wordings
        (suggested,) = wordings.suggest([Kind("moved", "in progress")], by="sam")
        assert [wording.text for wording in suggested.wordings] == [APPROVED]
        wordings.approve("moved/in progress", suggested.wordings[0].id, by="sam")
        live_mayas_week(bench, lambda _: None)
        page = page_of(bench, "J-2042")
        assert bench.told[0] == (
            "Tue 17 Nov 10:15",
            "Hi Maya, your iPhone screen repair is on the bench. We hope to have it done by "
            f"Thursday afternoon. See {page} - The Repair Bench",
        )
        assert bench.told[1][1].startswith(READY.partition(" - ")[0])
        worded = [message.worded for message in bench.messages if message.room == "jobs"]
        assert worded[:2] == ["in approved words (sam)", "in plain words"]
        assert "Maya" not in repr(server.questions)
        check_the_week(bench)
