"""Whether `belfry mail` shows what became of mail that arrived, and takes it in when told to."""

from __future__ import annotations

from tests.entrypoints.cli.terminal import Terminal
from tests.services.imap_server import HOST, PASSWORD, USER, LocalMailbox

MAIL = b"From: eve@example.net\nMessage-ID: <1@example.net>\nSubject: Toasters\n\nDo you mend them?"


def take(belfry: Terminal) -> str:
    (belfry.folder / "mail.eml").write_bytes(MAIL)
    answer = belfry("mail", "take", belfry.folder / "mail.eml", "--json").json
    assert (answer["what"], answer["sender"], answer["is_new"]) == (
        "unread",
        "eve@example.net",
        True,
    )
    return str(answer["id"])


def test_new_team_has_no_mail(belfry: Terminal) -> None:
    assert belfry("mail", "list").out == "No mail was taken in yet.\n"
    assert belfry("mail", "list", "--unread").out == "No unread mail.\n"


def test_mail_is_shown_until_it_is_dismissed(belfry: Terminal) -> None:
    mail_id = take(belfry)
    assert [mail["id"] for mail in belfry("mail", "list", "--unread", "--json").json["mails"]] == [
        mail_id
    ]
    assert "  | Do you mend them?" in belfry("mail", "show", mail_id).out
    assert belfry("mail", "dismiss", mail_id).out == f"{mail_id} is dismissed.\n"
    assert belfry("mail", "list", "--unread").out == "No unread mail.\n"
    assert "mend" not in belfry("mail", "show", mail_id).out
    again = belfry("mail", "dismiss", mail_id)
    assert (again.code, "waits for nobody" in again.err) == (1, True)


def test_mail_that_is_taken_twice_changes_nothing(belfry: Terminal) -> None:
    take(belfry)
    again = belfry("mail", "take", belfry.folder / "mail.eml")
    assert "it was taken in before, and changed nothing" in again.out


def test_fetch_says_that_no_mailbox_is_set(belfry: Terminal) -> None:
    answer = belfry("mail", "fetch")
    assert (answer.code, "no mailbox is set" in answer.err) == (2, True)


def set_mailbox(belfry: Terminal, local: LocalMailbox, password: str = PASSWORD) -> None:
    lines = {"host": HOST, "user": USER, "folder": local.folder, "security": "none"}
    settings = "".join(f'{name} = "{value}"\n' for name, value in lines.items())
    with (belfry.folder / "belfry.toml").open("a") as file:
        file.write(f'[mail_in]\nport = {local.port}\n{settings}password_file = "box"\n')
    (belfry.folder / "box").write_text(password)
    (belfry.folder / "box").chmod(0o600)


def test_fetch_takes_in_what_arrived_since_the_mailbox_was_connected(
    belfry: Terminal, imap_server: LocalMailbox
) -> None:
    set_mailbox(belfry, imap_server)
    imap_server.add(MAIL)
    assert belfry("mail", "fetch").out == "No new mail.\n"
    imap_server.add(MAIL.replace(b"<1@", b"<2@"))
    assert belfry("mail", "fetch").out == "1 mail: 1 unread\n"
    assert belfry("mail", "fetch").out == "No new mail.\n"


def test_doctor_checks_the_mailbox(belfry: Terminal, imap_server: LocalMailbox) -> None:
    set_mailbox(belfry, imap_server, password="hunter2")
    answer = belfry("doctor")
    assert answer.code == 1
    assert "wrong: the mailbox: 127.0.0.1" in answer.out
    assert "the login was refused" in answer.out
    assert "hunter2" not in answer.out
    (belfry.folder / "box").write_text(PASSWORD)
    assert "the mailbox" not in belfry("doctor").out
