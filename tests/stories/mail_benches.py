"""Teams whose mail really leaves by SMTP and is fetched over IMAP, and what people answer."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from html.parser import HTMLParser
from pathlib import Path

import httpx
from tests.services.imap_server import HOST, PASSWORD, USER, LocalMailbox
from tests.services.smtp_server import LocalMail
from tests.stories.benches import CALM, Bench, london, set_up

from belfry.adapters.system.clock import VirtualClock

PUBLIC_URL = "https://bench.example"
LINK = re.compile(rf"{PUBLIC_URL}((?:/rota)?/answer/[\w-]+)")
FILES = {
    "people.csv": "name,email\nMaria Lopez,maria@example.com\nAnn Lee,ann@example.com\n",
    "controls/tasks.csv": "name,area,repeat,owner,first_due\n"
    "Fire exits,Safety,monthly,Maria Lopez,2026-11-24\n",
}
TEAM = """name = "The Repair Bench"
timezone = "Europe/London"
country = "GB"
admin = "owner@example.com"
public_url = "{url}"
[mail]
host = "127.0.0.1"
port = {smtp}
security = "none"
from = "hello@bench.example"
[mail_in]
host = "{host}"
port = {imap}
security = "none"
user = "{user}"
password_file = "mail-in-password"
folder = "{folder}"
files = "mail-in"
"""
# Mail is fetched as often as other things happen at the bench.
WORKFLOWS = f"""{CALM}
[workflows.mail-in]
cron = "3-59/10 9-11 * * *"
"""


@dataclass
class MailBench(Bench):
    """`address` is where its pages are served, if they are."""

    smtp: LocalMail | None = None
    address: str = ""

    def list_sent(self, recipient: str) -> list[EmailMessage]:
        assert self.smtp
        emails = [content for _, to, content in self.smtp.emails if to == [recipient]]
        return [message_from_bytes(email, policy=default) for email in emails]

    def find_sent(self, recipient: str, subject: str = "") -> EmailMessage:
        """The last mail to a person whose subject begins so."""
        emails = self.list_sent(recipient)
        subjects = [str(email["Subject"]) for email in emails]
        matches = [email for email in emails if str(email["Subject"]).startswith(subject)]
        assert matches, f"{subject!r} is not among {subjects}"
        return matches[-1]

    def press(self, email: EmailMessage, button: str, **form: str) -> tuple[int, str]:
        """Open the mail's link and send the form of its page; the answer's status and words."""
        [link] = dict.fromkeys(LINK.findall(read_text(email)))
        headers = {"Host": PUBLIC_URL.partition("//")[2], "X-Forwarded-Proto": "https"}
        with httpx.Client(base_url=self.address, headers=headers, timeout=60) as client:
            forms = _Forms(client.get(link).text).fields
            fields = forms.get(f"{link}/{button}", {}) | form
            page = client.post(f"{link}/{button}", data=fields)
        return page.status_code, " ".join(re.sub("<[^>]*>", " ", page.text).split())


class _Forms(HTMLParser):
    """The forms of a page by their addresses, each with the values that its fields have."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.fields: dict[str, dict[str, str]] = {}
        self._form: dict[str, str] = {}
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        if tag == "form":
            self._form = self.fields.setdefault(values.get("action", ""), {})
        elif tag == "input" and values.get("value"):
            self._form[values.get("name", "")] = values["value"]


def read_text(email: EmailMessage) -> str:
    body = email.get_body(("plain",))
    assert body is not None
    return str(body.get_content())


@contextmanager
def open_mail_bench(
    folder: Path,
    smtp: LocalMail,
    local: LocalMailbox,
    start: str,
    *,
    port: int | None = None,
    files: Mapping[str, str] = FILES,
    workflows: str = WORKFLOWS,
) -> Iterator[MailBench]:
    """A team from that hour on; `port` is that of another line to the mailbox."""
    fields = {"smtp": smtp.port, "imap": port or local.port, "folder": local.folder}
    toml = TEAM.format(url=PUBLIC_URL, host=HOST, user=USER, **fields)
    set_up(folder, toml=toml + workflows)
    (folder / "mail-in-password").write_text(PASSWORD)
    (folder / "mail-in").mkdir()
    bench = MailBench(folder, VirtualClock(london(start)), smtp=smtp)
    for name, text in files.items():
        (folder / name).parent.mkdir(exist_ok=True)
        bench.write(name, text)
    bench.save()
    bench.start()
    try:
        yield bench
    finally:
        bench.stop()


def reply(mail: EmailMessage, text: str, *, picture: bytes = b"") -> bytes:
    """As a mail program writes it: with the text that it answers, and a reference to it."""
    answer = EmailMessage()
    answer["From"] = mail["To"]
    answer["To"] = mail["From"]
    answer["Subject"] = f"Re: {mail['Subject']}"
    answer["Message-ID"] = f"<{len(text)}.{mail['Message-ID'][1:9]}@phone.example>"
    answer["In-Reply-To"] = mail["Message-ID"]
    answer["References"] = mail["Message-ID"]
    answer.set_content(f"{text}\n\nOn Monday The Bench wrote:\n> {mail['Subject']}\n")
    if picture:
        answer.add_attachment(picture, maintype="image", subtype="png", filename="exits.png")
    return answer.as_bytes()


def write_note(sender: str, text: str) -> bytes:
    note = EmailMessage()
    note["From"] = sender
    note["Message-ID"] = f"<{len(text)}@{sender.partition('@')[2]}>"
    note["Subject"] = "A question"
    note.set_content(text)
    return note.as_bytes()
