"""Whether a message's page shows what a model wrote, what it knew, and what was said of it."""

from __future__ import annotations

from typing import Any

from tests.entrypoints.web.pages.benches import Bench
from tests.entrypoints.web.pages.houses import Visitor
from tests.entrypoints.web.pages.reading import read
from tests.samples import NOON

from belfry.jobs.updates.choose import Draft
from belfry.kernel.changes import Put

ID = "jobs/J-2042/move-2"
CHECKED = (
    "The fence checked that, outside of the sentences that Belfry made, the draft holds only"
    " listed courtesy."
)
PAGE = "/messages/jobs~2FJ-2042~2Fmove-2"


def put_draft(bench: Bench, **changes: Any) -> None:
    given: dict[str, Any] = {
        "message_id": ID,
        "job_id": "J-2042",
        "model": "a small model",
        "made_at": NOON,
        "facts": {"name": "Maya", "stage": "diagnosing", "eta": None},
        "reply": "{news} It is ready!",
        "verdict": {"reasons": ['"ready" is a word of this shop\'s stages.'], "rules": ["stage"]},
        **changes,
    }
    bench.house.services.ports.store.commit([Put(Draft(**given))])


def text_of(bench: Bench, owner: Visitor) -> str:
    bench.open()
    bench.move({"J-2042": "diagnosing"})
    return read(owner.get(PAGE).text).text


def test_refused_draft_is_shown_with_the_rule_and_its_facts(bench: Bench, owner: Visitor) -> None:
    put_draft(bench)
    text = text_of(bench, owner)
    assert f"What the model wrote refused {CHECKED} It is not sent, for this reason:" in text
    assert '{news} It is ready! "ready" is a word of this shop\'s stages. stage' in text
    assert "The facts it had Customer Maya Stage diagnosing Model a small model" in text


def test_draft_that_holds_is_shown_as_such(bench: Bench, owner: Visitor) -> None:
    put_draft(bench, verdict={"reasons": [], "rules": []}, text="We are looking at it.")
    text = text_of(bench, owner)
    assert f"What the model wrote passed {CHECKED} We are looking at it. The facts" in text


def test_model_that_did_not_answer_is_named(bench: Bench, owner: Visitor) -> None:
    put_draft(bench, reply="", text="", problem="too many requests", verdict={})
    assert "What the model wrote Nothing: too many requests." in text_of(bench, owner)


def test_message_without_a_draft_says_nothing_of_a_model(bench: Bench, owner: Visitor) -> None:
    text = text_of(bench, owner)
    assert "the model" not in text
    assert "Length 1 text Worded in plain words" in text


def test_script_in_a_draft_is_only_text(bench: Bench, owner: Visitor) -> None:
    put_draft(bench, text="<script>alert(1)</script>")
    bench.open()
    bench.move({"J-2042": "diagnosing"})
    assert "<script>alert" not in owner.get(PAGE).text


def test_message_in_approved_words_names_who_approved_them(bench: Bench, owner: Visitor) -> None:
    bench.open()
    bench.suggest("Hi {name}, {your_item} is ready to collect.")
    wordings = bench.house.services.jobs.wordings
    kinds = wordings.list()
    (wording_id,) = [each.wording.id for kind in kinds for each in kind.wordings]
    wordings.answer.approve("moved/ready", wording_id, by="user/1")
    bench.move({"J-2042": "ready"})
    text = read(owner.get(PAGE).text).text
    assert "Worded in approved words (Olive)" in text
