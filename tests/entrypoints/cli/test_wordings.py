"""Whether `belfry jobs wordings` lists, suggests, approves, edits and declines as it says."""

from __future__ import annotations

import logging
from collections.abc import Iterator

import pytest
from tests.entrypoints.cli.shops import Shop
from tests.entrypoints.cli.terminal import Answer, Terminal
from tests.services.model_endpoint import ModelEndpoint
from tests.services.openai_endpoint import serving_openai

from belfry.bootstrap import Services

HI = "Hi {name}, {your_item} is ready to collect."
NEWS = "Good news: {your_item} is waiting for you. You can see it here: {link}"
FIELDS = {"kind", "meaning", "own", "plain", "wordings", "trouble", "is_outdated"}
WORDING_FIELDS = {
    *("id", "text", "state", "by", "at", "source"),
    *("marks", "is_used", "sms", "email"),
}


@pytest.fixture
def model(shop: Shop) -> Iterator[ModelEndpoint]:
    """A model that the shop's settings name; it suggests two wordings."""
    with serving_openai() as endpoint:
        with (shop.folder / "belfry.toml").open("a") as file:
            file.write(f'[model]\nprovider = "openai"\nname = "small"\nurl = "{endpoint.url}/v1"\n')
        endpoint.say_json({"wordings": [HI, NEWS]})
        yield endpoint


def ask(belfry: Terminal, *words: str) -> Answer:
    return belfry("jobs", "wordings", *words)


def list_ready(belfry: Terminal) -> dict[str, dict[str, object]]:
    """The wordings of `moved/ready` by their texts."""
    (kind,) = ask(belfry, "list", "--kind", "ready", "--json").json["kinds"]
    return {wording["text"]: wording for wording in kind["wordings"]}


def suggest(belfry: Terminal) -> str:
    """Ask for `ready`; the id of the first wording."""
    assert ask(belfry, "suggest", "ready").code == 0
    return str(list_ready(belfry)[HI]["id"])


def test_kinds_are_told_to_machines_field_by_field(belfry: Terminal, shop: Shop) -> None:
    kinds = ask(belfry, "list", "--json").json["kinds"]

    assert {"moved/ready", "holding/ready", "back/in progress"} <= {kind["kind"] for kind in kinds}
    assert [set(kind) for kind in kinds] == [FIELDS] * len(kinds)
    ready = next(kind for kind in kinds if kind["kind"] == "moved/ready")
    assert ready["meaning"] == "when a job comes to “ready”"
    assert ready["plain"]["sms"].startswith("Good news: your blue bike is ready to collect.")
    assert ready["plain"]["email"].startswith("Hi Maya,\n\nGood news:")
    assert (ready["own"], ready["wordings"], ready["trouble"]) == (None, [], None)


def test_kind_is_told_to_people_with_the_shops_own_line(belfry: Terminal, shop: Shop) -> None:
    shop.add_setting('Say when ready: "Come and get {your_item}."')

    lines = ask(belfry, "list", "--kind", "Ready").out.splitlines()

    assert lines[0] == "moved/ready: when a job comes to “ready”"
    assert lines[1] == "  Your own line, which is used: Come and get {your_item}."
    assert lines[2].startswith("  In plain words: Good news: your blue bike is ready")


def test_suggestions_are_asked_for_and_shown(
    belfry: Terminal, shop: Shop, model: ModelEndpoint
) -> None:
    (kind,) = ask(belfry, "suggest", "ready", "--json").json["kinds"]

    assert (kind["kind"], kind["trouble"]) == ("moved/ready", None)
    assert {wording["text"] for wording in kind["wordings"]} == {HI, NEWS}
    assert [set(wording) for wording in kind["wordings"]] == [WORDING_FIELDS] * 2
    hi = list_ready(belfry)[HI]
    assert (hi["state"], hi["source"], hi["by"], hi["is_used"]) == (
        "suggested",
        "small",
        None,
        False,
    )
    assert hi["sms"] == "Hi Maya, your blue bike is ready to collect. — The Repair Bench"
    assert "ready" in hi["marks"]  # type: ignore[operator]
    assert len(model.questions) == 1


def test_every_kind_is_asked_for_if_none_is_named(
    belfry: Terminal, shop: Shop, model: ModelEndpoint
) -> None:
    kinds = ask(belfry, "list", "--json").json["kinds"]

    text = ask(belfry, "suggest").out

    assert len(model.questions) == len(kinds)
    assert [kind["kind"] for kind in kinds if f"{kind['kind']}: " not in text] == []
    assert f"suggested by small: {HI}" in text


def test_suggestions_that_came_before_are_nothing_new(
    belfry: Terminal, shop: Shop, model: ModelEndpoint
) -> None:
    ask(belfry, "approve", "ready", suggest(belfry))
    model.say_json({"wordings": [HI]})
    assert "Nothing new: these wordings were known already." in ask(belfry, "suggest", "ready").out


def test_wording_with_a_digit_is_refused_and_named(
    belfry: Terminal, shop: Shop, model: ModelEndpoint
) -> None:
    model.say_json({"wordings": ["{your_item} is ready at 5."]})

    answer = ask(belfry, "suggest", "ready")

    assert (answer.code, answer.err) == (1, "")
    assert "1 refused:" in answer.out
    assert "The last time the model was asked: 1 refused:" in ask(belfry, "list").out


def test_model_that_is_away_is_named_kind_by_kind(
    belfry: Terminal, shop: Shop, model: ModelEndpoint
) -> None:
    model.hang_up()

    answer = ask(belfry, "suggest", "ready", "holding/ready")

    assert (answer.code, answer.err) == (1, "")
    kinds = answer.out.splitlines()[::2]
    assert kinds == [
        "moved/ready: when a job comes to “ready”",
        "holding/ready: when a job waits in “ready” for long",
    ]
    assert answer.out.count("gave no whole answer") == 1


def test_no_model_is_said_in_one_line(belfry: Terminal, shop: Shop) -> None:
    answer = ask(belfry, "suggest")

    assert (answer.code, answer.out) == (2, "")
    assert answer.err == "belfry: there is no model to ask: set [model] in belfry.toml\n"


def test_wording_is_approved_and_used(
    belfry: Terminal, shop: Shop, model: ModelEndpoint, services: Services
) -> None:
    wording_id = suggest(belfry)

    answer = ask(belfry, "approve", "ready", wording_id)

    assert answer.out == (
        f"{wording_id} is approved. Messages of this kind are told in it, in turn with the others"
        " that are approved.\n"
    )
    hi = list_ready(belfry)[HI]
    assert (hi["state"], hi["by"], hi["is_used"]) == ("approved", "terminal", True)
    assert f"  {wording_id} approved by terminal, used: {HI}\n" in ask(belfry, "list").out
    entries = services.ports.audit_log.list_entries("wordings/moved/ready")
    assert [(entry.action, entry.by) for entry in entries] == [
        ("suggested", "terminal"),
        ("approved", "terminal"),
    ]


def test_approved_wording_beside_the_shops_own_line_says_which_comes_first(
    belfry: Terminal, shop: Shop, model: ModelEndpoint
) -> None:
    shop.add_setting('Say when ready: "Come and get {your_item}."')
    text = ask(belfry, "approve", "moved/ready", suggest(belfry)).out
    assert "Your own line for this stage comes first" in text


def test_wording_is_declined_and_out_of_use(
    belfry: Terminal, shop: Shop, model: ModelEndpoint
) -> None:
    wording_id = suggest(belfry)
    ask(belfry, "approve", "ready", wording_id)

    (kind,) = ask(belfry, "decline", "ready", wording_id, "--json").json["kinds"]

    ((text, state, is_used),) = [
        (wording["text"], wording["state"], wording["is_used"]) for wording in kind["wordings"]
    ]
    assert (text, state, is_used) == (HI, "declined", False)


def test_second_answer_of_the_same_kind_is_refused_in_one_line(
    belfry: Terminal, shop: Shop, model: ModelEndpoint
) -> None:
    wording_id = suggest(belfry)
    ask(belfry, "approve", "ready", wording_id)

    answer = ask(belfry, "approve", "ready", wording_id)

    assert (answer.code, answer.err) == (1, "belfry: terminal has approved it already\n")


def test_edited_words_take_the_place_of_a_suggestion(
    belfry: Terminal, shop: Shop, model: ModelEndpoint
) -> None:
    wording_id = suggest(belfry)
    mine = "{name}, {your_item} is ready and waiting."

    answer = ask(belfry, "edit", "ready", wording_id, "--text", mine)

    wordings = list_ready(belfry)
    assert answer.out.startswith(f"{wordings[mine]['id']} is approved in place of {wording_id}.")
    assert (wordings[mine]["state"], wordings[HI]["state"]) == ("approved", "declined")


def test_words_of_ones_own_are_added(belfry: Terminal, shop: Shop) -> None:
    mine = "{name}, {your_item} is ready and waiting."
    (kind,) = ask(belfry, "edit", "ready", "--text", mine, "--json").json["kinds"]
    ((text, source),) = [(wording["text"], wording["source"]) for wording in kind["wordings"]]
    assert (text, source) == (mine, "terminal")


@pytest.mark.parametrize(
    "words, expected",
    [
        pytest.param(
            ("edit", "ready", "--text", "{your_item} is ready at 5."),
            "belfry: text: ",
            id="a digit",
        ),
        pytest.param(
            ("edit", "ready", "--text", " "), "belfry: text: It says nothing.", id="blank"
        ),
        pytest.param(
            ("approve", "ready", "0"), "belfry: there are no wordings for moved/ready", id="no id"
        ),
        pytest.param(
            ("list", "--kind", "moved/lost"),
            "belfry: this shop sends no kind of message 'moved/lost'; there are ",
            id="no stage",
        ),
        pytest.param(
            ("suggest", "gone/ready"),
            "belfry: this shop sends no kind of message 'gone/ready'; there are ",
            id="no kind",
        ),
    ],
)
def test_what_cannot_be_done_is_said_in_one_line(
    belfry: Terminal, shop: Shop, words: tuple[str, ...], expected: str
) -> None:
    answer = ask(belfry, *words)
    assert (answer.code, answer.out, answer.err.count("\n")) == (2, "", 1)
    assert answer.err.startswith(expected)


def test_team_without_a_shop_is_told_so(belfry: Terminal) -> None:
    answer = ask(belfry, "list")
    assert (answer.code, answer.out, answer.err.count("\n")) == (2, "", 1)


def test_voice_that_has_changed_asks_for_new_wordings(
    belfry: Terminal, shop: Shop, model: ModelEndpoint
) -> None:
    ask(belfry, "approve", "ready", suggest(belfry))
    settings = (shop.folder / "jobs" / "settings.txt").read_text()
    shop.write_settings(settings.replace("warm and brief", "dry and short"))

    answer = ask(belfry, "list", "--kind", "ready")

    assert "The voice has changed since these were approved: ask for new wordings." in answer.out
    assert ask(belfry, "list", "--kind", "ready", "--json").json["kinds"][0]["is_outdated"] is True


def test_a_model_that_fails_is_told_in_the_commands_own_words_alone(
    belfry: Terminal, shop: Shop, model: ModelEndpoint, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(logging.getLogger(), "handlers", [])
    model.hang_up()
    answer = ask(belfry, "suggest", "ready")
    assert answer.code == 1
    assert "not_suggested" not in f"{answer.out}{answer.err}"
    assert answer.err == ""
    assert answer.out.startswith("moved/ready")
