"""Whether `belfry doctor` finds what is wrong with the shop's files, its mail and its messages."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from tests.entrypoints.cli.shops import DATA, HEADER, MAYA, Shop
from tests.entrypoints.cli.terminal import Terminal
from tests.services.smtp_server import LocalMail

from belfry.bootstrap import Services
from belfry.kernel.changes import Put
from belfry.messaging.change_messages import QueueMessage, Wanted
from belfry.messaging.messages import Audience, Message, State

SETTINGS = (DATA / "repair_bench_settings.txt").read_text()


def examine(belfry: Terminal, *, wrong: bool = True) -> list[dict[str, Any]]:
    """The findings that are wrong, or those that are worth knowing."""
    answer = json.loads(belfry("doctor", "--json").out)
    return [finding for finding in answer["findings"] if finding["is_wrong"] is wrong]


def set_mail(shop: Shop, port: int, more: str = "") -> None:
    with (shop.folder / "belfry.toml").open("a") as file:
        text = f'[mail]\nhost = "127.0.0.1"\nport = {port}\nfrom = "shop@example.com"\n{more}'
        file.write(text)


def test_shop_is_well(belfry: Terminal, shop: Shop) -> None:
    answer = belfry("doctor")
    assert answer.code == 0
    assert answer.out.endswith("All is well.\n")


def test_every_line_that_cannot_be_read_is_found(belfry: Terminal, shop: Shop) -> None:
    text = SETTINGS.replace("Buffer: 20%", "Bufer: lots").replace("8pm to 9am", "in the night")
    shop.write_settings(text)
    findings = examine(belfry)
    assert [finding["where"] for finding in findings] == [
        "jobs/settings.txt line 10, column 1",
        "jobs/settings.txt line 13, column 14",
    ]
    assert "did you mean Buffer?" in findings[0]["what"]
    assert belfry("doctor").code == 1


def test_rows_are_found_by_their_cell_and_repairs_are_told(belfry: Terminal, shop: Shop) -> None:
    shop.board.write_text(
        HEADER
        + MAYA.format("redy")
        + "J-1,Ann,ann(at)example.com,email,lamp,ready\n"
        + "J-2,Bo,7700900123,text,lamp,ready\n"
        + "J-3,Cy,cy@example.com,pigeon,lamp,ready\n"
        + ",Di,di@example.com,email,lamp,ready\n"
    )
    assert [finding["where"] for finding in examine(belfry)] == [
        "jobs/board.csv, line 6, column A (job_id)",
        "jobs/board.csv, line 2, column F (stage)",
        "jobs/board.csv, line 3, column C (contact)",
        "jobs/board.csv, line 5, column D (channel)",
    ]
    repair = examine(belfry, wrong=False)[-1]
    assert repair["where"] == "jobs/board.csv, line 4, column C (contact)"
    assert "'7700900123' was taken for +447700900123" in repair["what"]


def test_board_that_is_none_is_found(belfry: Terminal, shop: Shop) -> None:
    shop.board.write_text("who,where\nMaya,here\n")
    (finding,) = examine(belfry)
    assert finding["where"].startswith("jobs/board.csv")
    assert "job_id" in finding["what"]


def test_people_are_found_by_their_cell(belfry: Terminal, shop: Shop) -> None:
    (shop.folder / "people.csv").write_text(
        "name,email,role,deputy\nMaria,maria@example.com,chef,\nTom,tom@example.com,staff,Marya\n"
    )
    findings = examine(belfry)
    assert [finding["where"] for finding in findings] == [
        "people.csv, line 2, column C (role)",
        "people.csv, line 3, column D (deputy)",
    ]
    assert "did you mean Maria?" in findings[1]["what"]


@pytest.mark.parametrize("name", ["settings.txt", "board.csv"])
def test_half_of_a_shop_is_found(belfry: Terminal, shop: Shop, name: str) -> None:
    (shop.folder / "jobs" / name).unlink()
    (finding,) = examine(belfry)
    assert finding["where"] == f"jobs/{name}"
    assert "belfry init" in finding["mend"]


def test_looking_keeps_no_version_of_a_table(belfry: Terminal, shop: Shop) -> None:
    belfry("doctor")
    assert not (shop.folder / ".belfry" / "versions").exists()


def test_stages_without_a_time_are_worth_knowing(belfry: Terminal, shop: Shop) -> None:
    notes = [finding["what"] for finding in examine(belfry, wrong=False)]
    assert "no typical time for received, so no time is promised there" in notes
    assert "there is no limit for how long a job may stay in received" in notes
    shop.write_settings(
        SETTINGS.replace("Typical time: ", "Typical time: received 1 hour; ").replace(
            "Chase after: ", "Chase after: received 1 day; "
        )
    )
    assert [finding["where"] for finding in examine(belfry, wrong=False)] == ["belfry.toml"]


def test_test_mode_without_an_address_is_found(belfry: Terminal, shop: Shop) -> None:
    shop.add_setting("Test mode: yes")
    assert examine(belfry) == []
    toml = shop.folder / "belfry.toml"
    toml.write_text(toml.read_text().replace("owner@example.com", ""))
    (finding,) = examine(belfry)
    assert "test mode is on" in finding["what"]


def test_mail_server_that_takes_us_is_well(
    belfry: Terminal, shop: Shop, smtp_server: LocalMail
) -> None:
    set_mail(shop, smtp_server.port, 'security = "none"\n')
    shop.board.write_text(HEADER + MAYA.format("ready"))
    assert examine(belfry) == []
    assert smtp_server.emails == []


def test_mail_server_that_is_not_there_is_found(belfry: Terminal, shop: Shop) -> None:
    set_mail(shop, 1, 'security = "none"\n')
    shop.board.write_text(HEADER + MAYA.format("ready"))
    (finding,) = examine(belfry)
    assert finding["where"] == "the mail server"
    assert "mail.host" in finding["mend"]


def test_mail_server_without_the_security_asked_for_is_found(
    belfry: Terminal, shop: Shop, smtp_server: LocalMail
) -> None:
    set_mail(shop, smtp_server.port)
    shop.board.write_text(HEADER + MAYA.format("ready"))
    (finding,) = examine(belfry)
    assert finding["where"] == "the mail server"
    assert "mail.security" in finding["mend"]


def test_password_file_that_is_not_there_is_found(belfry: Terminal, shop: Shop) -> None:
    set_mail(shop, 1, 'user = "shop"\npassword_file = "secret"\n')
    finding = next(finding for finding in examine(belfry) if finding["where"] == "the mail server")
    assert "secret" in finding["what"]


def test_texts_that_cannot_be_sent_are_found(
    belfry: Terminal, shop: Shop, smtp_server: LocalMail
) -> None:
    set_mail(shop, smtp_server.port, 'security = "none"\n')
    (finding,) = examine(belfry)
    assert finding["what"] == "texts stay in the postbox, and 1 jobs ask for them: J-2051"
    shop.put("diagnosing", tom="collected")
    assert examine(belfry) == []


def make_message(services: Services, state: State, **more: Any) -> None:
    """Maya's message, as it stands when that has become of it."""
    ports = services.ports
    queue = QueueMessage(ports.store, ports.messages, ports.clock)
    wanted = Wanted(
        id="jobs/J-2042/move-2",
        room="jobs",
        kind="moved",
        about="jobs/J-2042",
        person="customer",
        audience=Audience.CUSTOMER,
        facts={"job": "J-2042", "move": 2},
    )
    queue(wanted)
    message = ports.store.find(Message, wanted.id)
    assert message is not None
    ports.store.commit([Put(replace(message, state=state, **{"due_at": None, **more}))])


def test_message_that_failed_is_found_until_it_is_said_again(
    belfry: Terminal, shop: Shop, services: Services
) -> None:
    make_message(services, State.FAILED, why="nobody lives there")
    (finding,) = examine(belfry)
    assert finding == {
        "what": "failed: nobody lives there",
        "where": "message jobs/J-2042/move-2",
        "mend": "fix the cause, then `belfry messages resend jobs/J-2042/move-2`",
        "is_wrong": True,
        "group": "Messages",
        "fixable": False,
    }
    belfry("messages", "resend", "jobs/J-2042/move-2")
    assert examine(belfry) == []


@pytest.mark.parametrize(
    "state, what",
    [
        (State.UNCERTAIN, "may or may not have arrived: the line broke"),
        (State.HELD, "1 wait for approval"),
    ],
)
def test_message_that_a_person_should_know_of_is_a_note(
    belfry: Terminal, shop: Shop, services: Services, state: State, what: str
) -> None:
    make_message(services, state, why="the line broke")
    assert examine(belfry) == []
    assert examine(belfry, wrong=False)[-1]["what"] == what


def test_message_that_should_have_left_is_found(
    belfry: Terminal, shop: Shop, services: Services
) -> None:
    due_at = services.ports.clock.now() - timedelta(hours=1)
    make_message(services, State.QUEUED, due_at=due_at)
    (finding,) = examine(belfry)
    assert finding["where"] == "message jobs/J-2042/move-2"
    assert finding["what"].startswith("should have left at ")
