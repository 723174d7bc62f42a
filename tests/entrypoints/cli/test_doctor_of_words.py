"""Whether `belfry doctor` finds what is wrong with texts and the model before a customer does."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.entrypoints.cli.terminal import Terminal

GATEWAY = '[sms]\nprovider = "gateway"\nfrom = "+447700900123"\naccount = "AC1"\n'
MODEL = '[model]\nprovider = "openai"\nurl = "http://127.0.0.1:9/v1"\nname = "small"\n'


def find(belfry: Terminal, where: str, settings: str) -> list[dict[str, Any]]:
    with (belfry.folder / "belfry.toml").open("a") as file:
        file.write(settings)
    findings: list[dict[str, Any]] = json.loads(belfry("doctor", "--json").out)["findings"]
    return [finding for finding in findings if finding["where"] == where]


@pytest.mark.parametrize(
    "settings, expected",
    [
        pytest.param(GATEWAY, "the gateway's token is not there", id="no token"),
        pytest.param(
            f'{GATEWAY}token_file = "nowhere"\n', "sms.token_file: ", id="a file that is not there"
        ),
    ],
)
def test_missing_token_is_told_with_how_to_mend_it(
    belfry: Terminal, settings: str, expected: str
) -> None:
    finding = find(belfry, "text messages", settings)[0]
    assert (finding["is_wrong"], expected in finding["what"]) == (True, True)
    assert "BELFRY_SMS_TOKEN" in finding["mend"]


def test_replies_that_cannot_arrive_are_told(belfry: Terminal) -> None:
    findings = find(belfry, "text messages", f"{GATEWAY}two_way = true\n")
    assert "replies cannot reach Belfry" in findings[-1]["what"]


def test_shop_without_texts_and_model_hears_nothing_of_them(belfry: Terminal) -> None:
    assert find(belfry, "text messages", "") == []
    assert find(belfry, "the model", "") == []


def test_model_is_named(belfry: Terminal) -> None:
    (finding,) = find(belfry, "the model", MODEL)
    assert (finding["is_wrong"], finding["what"].startswith("small words")) == (False, True)


def test_missing_key_is_told(belfry: Terminal) -> None:
    finding = find(belfry, "the model", f'{MODEL}key_file = "nowhere"\n')[0]
    assert (finding["is_wrong"], "model.key_file" in finding["what"]) == (True, True)
