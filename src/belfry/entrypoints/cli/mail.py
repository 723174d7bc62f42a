"""Mail that arrived: what became of it, and what a person still has to read."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from belfry.entrypoints.cli.answers import Answer, Rows, shape, show_moment
from belfry.entrypoints.cli.opening import By, Count, argument, find_team_zone, option
from belfry.kernel.errors import InputError

if TYPE_CHECKING:
    from belfry.bootstrap import Services
    from belfry.messaging.incoming import IncomingMail

MailId = Annotated[str, argument("ID", "The mail, as `belfry mail list` names it.")]


def list_all(
    services: Services,
    unread: Annotated[bool, option("--unread", "Only what a person has to read.")] = False,
    count: Count = 50,
) -> Answer:
    """List the mail that was taken in and what became of it, the newest first.

    For example: belfry mail list --unread
    """
    mails = services.ports.incoming_mails.list_newest(is_open=unread or None, limit=count)
    zone = find_team_zone(services)
    rows = [
        (mail.id, mail.route, show_moment(mail.at, zone), mail.sender, mail.about or mail.why)
        for mail in mails
    ]
    columns = ("mail", "what", "when", "from", "became, or why")
    empty = "No unread mail." if unread else "No mail was taken in yet."
    return Answer({"mails": [_shape(mail) for mail in mails]}, [Rows(columns, rows, empty)])


def show(services: Services, mail_id: MailId) -> Answer:
    """Show one mail; its words are kept until somebody has dismissed it.

    For example: belfry mail show 9c1185a5c5e9fc5461280897
    """
    mail = services.mail_in.take.get(mail_id)
    lines = [f"{mail.id}: {mail.route}" + (f" ({mail.why})" if mail.why else "")]
    if mail.about:
        lines.append(f"became: {mail.about}")
    if mail.is_open:
        lines += [f"from: {mail.sender}", f"subject: {mail.subject_line}", ""]
        lines += [f"  | {line}" for line in mail.text.splitlines()]
    return Answer({**_shape(mail), "text": mail.text}, lines)


def dismiss(services: Services, mail_id: MailId, by: By = "") -> Answer:
    """Dismiss a mail that was read; its words are erased here, and stay in the mailbox.

    For example: belfry mail dismiss 9c1185a5c5e9fc5461280897
    """
    mail = services.mail_in.take.dismiss(mail_id, by=by)
    return Answer(_shape(mail), f"{mail.id} is dismissed.")


def take(
    services: Services,
    file: Annotated[str, argument("FILE", "A mail, saved as .eml.")],
) -> Answer:
    """Take in one mail from a file, as if it had just arrived.

    For example: belfry mail take reply.eml
    """
    from belfry.entrypoints.cli.jobs.jobs import read_handed
    from belfry.messaging.mails import MOST_BYTES
    from belfry.messaging.ports import Arrived

    content = read_handed(Path(file), MOST_BYTES)
    (taken,) = services.mail_in.take([Arrived(content, len(content))])
    mail = taken.record
    became = ", ".join(filter(None, (f"{mail.id}: {mail.route}", mail.about or mail.why)))
    line = became if taken.is_new else f"{became}; it was taken in before, and changed nothing"
    return Answer({**_shape(mail), "is_new": taken.is_new}, line)


def fetch(services: Services) -> Answer:
    """Look for new mail now, as the workflow mail-in does.

    For example: belfry mail fetch
    """
    if not services.settings.mail_in.is_set:
        raise InputError("no mailbox is set: see [mail_in] in belfry.toml, and docs/mail.md")
    fetched = services.mail_in.fetch()
    data = {**shape(fetched, "taken", "unread", "left"), "routes": dict(fetched.routes)}
    return Answer(data, str(fetched) or "No new mail.")


def _shape(mail: IncomingMail) -> dict[str, Any]:
    names = ("id", "at", "is_open", "about?", "why?", "sender?")
    return shape(mail, *names, what="route", subject="subject_line?")
