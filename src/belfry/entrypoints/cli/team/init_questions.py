"""What whoever begins a team is asked, with what they would probably say."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from belfry.entrypoints.cli.answers import say
from belfry.entrypoints.cli.team.dialogue import Question, ask, choose, choose_some
from belfry.entrypoints.cli.team.machine_zone import guess_country
from belfry.kernel.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from belfry.entrypoints.cli.team.example import Wanted

PASSWORD_FILE = "mail-password"
WELCOME = (
    "This makes a folder that is your team: a few tables and texts that you can open and change.\n"
    "Press Enter for what stands in brackets. Ctrl-C stops, and nothing is written."
)


def ask_about_house(guess: Wanted, *, country: str | None) -> Wanted:
    """The team's name, zone, country and owner; `country` is the one that was named, if any."""
    say(WELCOME)
    name = ask(
        Question("Name", "What is the shop or the team called?", guess.name, _read_name),
    )
    zone = ask(
        Question(
            "Time zone",
            "Whose clock do you live by? Quiet hours and schedules go by it, as in Europe/London.",
            guess.timezone,
            _read_zone,
        )
    )
    there = guess_country(zone) if country is None else country
    about = "Which country, in two letters? For public holidays, phone numbers and how dates read."
    land = ask(Question("Country", about, there, _read_country, may_wait=True))
    about = "Your own e-mail address? What Belfry cannot settle by itself goes there."
    admin = ask(Question("E-mail", about, guess.admin, _read_email, may_wait=True))
    return replace(guess, name=name, timezone=zone, country=land, admin=admin)


def ask_about_rooms(guess: Wanted, *, rooms: Sequence[str]) -> Wanted:
    about = (
        "Which rooms will you use? jobs: customers hear where their job is. controls: checks that\n"
        "come round again. rota: who works when. More can be added later."
    )
    said = ask(Question("Rooms", about, ",".join(guess.rooms), choose_some(rooms)))
    about = "Made-up rows to try it with, which can go later, or tables that are empty?"
    default = "empty" if guess.is_empty else "samples"
    start = ask(Question("Start with", about, default, choose("samples", "empty")))
    return replace(guess, rooms=tuple(said.split(",")), is_empty=start == "empty")


def ask_about_mail(guess: Wanted) -> tuple[Wanted, dict[str, str]]:
    """With the mail server, if it is to be set now; and the secrets by the names of their files."""
    about = (
        "Set a mail server now? Until there is one, every message stays on Belfry's own pages,\n"
        "to be looked at: a good way to begin."
    )
    if ask(Question("Mail server", about, "later", choose("later", "now"))) == "later":
        return guess, {}
    about = "The mail server's name, as your provider gives it."
    host = ask(Question("Host", about, "", _read_host))
    about = "How the line is secured: starttls (port 587, usual), tls (port 465), or none."
    security = ask(Question("Security", about, "starttls", choose("starttls", "tls", "none")))
    about = "The address that messages come from, and that answers go to."
    sender = ask(Question("From", about, guess.admin, _read_sender))
    login, secrets = _ask_for_login(sender) if security != "none" else ({}, {})
    mail = {"host": host, "security": security, "from": sender, **login}
    return replace(guess, mail=mail), secrets


def _ask_for_login(sender: str) -> tuple[dict[str, str], dict[str, str]]:
    """What the settings say of it, and the password by the name of its file."""
    about = "The login, where the server wants one."
    user = ask(Question("Login", about, sender, _take, may_wait=True))
    if not user:
        return {}, {}
    about = f"Its password: kept in the file {PASSWORD_FILE}, which only you may read."
    password = ask(Question("Password", about, "", _take, may_wait=True, is_secret=True))
    if not password:
        return {"user": user}, {}
    return {"user": user, "password_file": PASSWORD_FILE}, {PASSWORD_FILE: password}


def _take(said: str) -> str:
    return said


def _read_name(said: str) -> str:
    from belfry.accounts.users.names import parse_name

    return parse_name(said)


def _read_zone(said: str) -> str:
    from belfry.kernel.cron import find_zone

    return find_zone(said).key


def _read_country(said: str) -> str:
    from belfry.kernel.hours.holidays import parse_holidays

    try:
        if len(said) == 2:
            parse_holidays(said.upper())
            return said.upper()
    except InputError:
        pass
    raise InputError(f"{said!r} is no country; expected two letters, as in GB, or none")


def _read_email(said: str) -> str:
    from belfry.accounts.users.names import parse_email

    return parse_email(said)


def _read_host(said: str) -> str:
    if not said:
        raise InputError("expected a machine's name, as in mail.example.com")
    return _read_mail_setting("host", said)


def _read_sender(said: str) -> str:
    return _read_mail_setting("from", _read_email(said))


def _read_mail_setting(name: str, said: str) -> str:
    """As the settings would read it."""
    from pydantic import ValidationError

    from belfry.settings import MailSettings

    whole = {"from": "shop@example.com", name: said}
    try:
        MailSettings.model_validate(whole)
    except ValidationError as error:
        words = str(error.errors()[0]["msg"]).removeprefix("Value error, ")
        raise InputError(words) from error
    return said
