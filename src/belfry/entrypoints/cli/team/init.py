"""How a team begins: a folder with an example in it that explains itself and works at once."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from dataclasses import replace
from functools import partial
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from belfry.entrypoints.cli.answers import Answer, say
from belfry.entrypoints.cli.opening import argument, option
from belfry.kernel.errors import Conflict, InputError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from belfry.entrypoints.cli.team.example import Wanted


NAME = "The Repair Bench"
ZONE = "Europe/London"
COUNTRY = "GB"
ADMIN = "owner@example.com"
ROOMS = "jobs,controls,rota"


def init(
    folder: Annotated[Path, argument("DIR", "The folder; made if need be.")],
    yes: Annotated[bool, option("--yes", "Ask nothing; use the example's values.")] = False,
    name: Annotated[str, option("--name", "What the team is called.", show_default=True)] = NAME,
    timezone: Annotated[str, option("--timezone", "The team's zone.", show_default=True)] = ZONE,
    country: Annotated[
        str | None, option("--country", "Two letters; GB in London, else none.")
    ] = None,
    admin: Annotated[
        str, option("--admin", "The owner's e-mail address.", show_default=True)
    ] = ADMIN,
    rooms: Annotated[str, option("--rooms", "Those the team uses.", show_default=True)] = ROOMS,
    empty: Annotated[bool, option("--empty", "Tables with their columns, and no rows.")] = False,
) -> Answer:
    """Create a team in a folder. Asks a few questions; existing files are kept.

    For example: belfry init shop

    For example: belfry init shop --yes --name "The Repair Bench" --rooms jobs,controls --empty
    """
    from belfry.entrypoints.cli.team.example import Wanted, list_names, render_team

    guessed = COUNTRY if timezone.strip() == ZONE else ""
    land = guessed if country is None else country.strip().upper()
    wanted = Wanted(name, timezone, land, admin, _read_rooms(rooms), is_empty=empty)
    if all((folder / name).exists() for name in list_names(wanted.rooms)):
        raise Conflict(f"a whole team is there already in {folder}: all is left as it is")
    secrets: dict[str, str] = {}
    if not yes and sys.stdin.isatty():
        wanted, secrets = _ask(folder, wanted, country)
    written, left = write_files(folder, render_team(wanted), secrets)
    data = {"folder": str(folder), "written": written, "left": left}
    return Answer(data, "\n".join(_tell(folder, wanted, written, left)))


def _ask(folder: Path, options: Wanted, country: str | None) -> tuple[Wanted, dict[str, str]]:
    """What was not named on the command line is guessed, and offered; all of it may be changed."""
    if (folder / "belfry.toml").exists():  # what it says is settled
        return ask_about_rooms(options), {}
    named = folder.absolute().name.replace("-", " ").replace("_", " ").title()
    guess = replace(
        options,
        name=options.name if options.name != NAME else named or NAME,
        timezone=options.timezone if options.timezone != ZONE else guess_zone() or ZONE,
        admin="" if options.admin == ADMIN else options.admin,
    )
    return ask_about_mail(ask_about_rooms(ask_about_team(guess, country=country)))


def _read_rooms(text: str) -> Sequence[str]:
    try:
        return choose_some(ROOMS.split(","))(text).split(",")
    except InputError as error:
        raise InputError(str(error), field="--rooms") from error


def _tell(folder: Path, wanted: Wanted, written: list[str], left: list[str]) -> Iterator[str]:
    yield from (f"Wrote {folder / name}." for name in written)
    yield from (f"Left {folder / name} as it is." for name in left)
    if not wanted.is_empty:
        rows = ", ".join(ROWS[room] for room in ROWS if room in wanted.rooms)
        yield f"The {rows} and people in it are samples: messages about them are"
        yield "never sent, and `belfry tables remove-samples` removes them."
    yield f"Next: belfry serve --team {folder}"
    if wanted.is_empty:
        yield f"Then write your rows into the tables in {folder}, and see what is still missing:"
        yield f"belfry doctor --team {folder}"
    elif "jobs" in wanted.rooms:
        yield f"Then change a stage in {folder / 'jobs' / 'board.csv'}. In three minutes you see"
        yield f"what the customer is told: belfry messages --team {folder}"
    else:
        yield f"Then see what would go out: belfry upcoming --team {folder}"


ROWS = {"jobs": "jobs", "controls": "controls", "rota": "shifts"}
LOCAL_TIME = Path("/etc/localtime")
_BELOW = "zoneinfo/"


def guess_zone(local_time: Path = LOCAL_TIME) -> str | None:
    """By where the system's own link leads; None where it says nothing, or only UTC."""
    _, separator, name = os.path.realpath(local_time).partition(_BELOW)
    if not separator or name in ("UTC", "UCT", "Zulu", "GMT") or name.startswith(("Etc/", "posix")):
        return None
    return name


def guess_country(zone: str) -> str:
    """Two letters; none for a zone that is not one country's."""
    table = files("tzdata") / "zoneinfo" / "zone.tab"
    for line in table.read_text(encoding="utf-8").splitlines():
        columns = line.split("\t")
        if not line.startswith("#") and columns[2:3] == [zone]:
            return columns[0]
    return ""


LATER = ("-", "none", "later")


def ask(
    name: str,
    explained: str,
    default: str,
    read: Callable[[str], str],
    *,
    may_wait: bool = False,
    is_secret: bool = False,
) -> str:
    """Until `read` takes the answer; with `may_wait`, "later" is one, too, and means none."""
    say(f"\n{explained}")
    default = default or ("later" if may_wait else "")
    while True:
        text = typer.prompt(
            name, default=default, show_default=bool(default), hide_input=is_secret
        ).strip()
        if may_wait and text.lower() in LATER:
            return ""
        try:
            return read(text)
        except InputError as error:
            say(f"  That cannot be used: {error}")


def choose(*words: str) -> Callable[[str], str]:
    """Reads one of these words, or the beginning of just one of them."""

    def read(text: str) -> str:
        matches = [word for word in words if text and word.startswith(text.lower())]
        if len(matches) != 1:
            raise InputError(f"expected {' or '.join(words)}")
        return matches[0]

    return read


def choose_some(words: Sequence[str]) -> Callable[[str], str]:
    """Reads any of these words, between commas, and gives them in their own order."""

    def read(text: str) -> str:
        wanted = [word.strip().lower() for word in text.replace(",", " ").split()]
        strange = [word for word in wanted if word not in words]
        if strange or not wanted:
            named = f"{strange[0]!r} is none; " if strange else ""
            raise InputError(f"{named}expected one or more of {', '.join(words)}")
        return ",".join(word for word in words if word in wanted)

    return read


ANYBODY, OWN_ONLY = 0o666, 0o600


def write_files(
    folder: Path, texts: Mapping[str, str], secrets: Mapping[str, str]
) -> tuple[list[str], list[str]]:
    """The names of the files that were written, and of those that were there.

    Whatever stops it, also Ctrl-C, what was written so far is taken away again.
    """
    written: list[str] = []
    left: list[str] = []
    with ExitStack() as undoing:
        for name, text in {**texts, **secrets}.items():
            mode = OWN_ONLY if name in secrets else ANYBODY
            is_new = _write(folder / name, text, folder, mode, undoing)
            (written if is_new else left).append(name)
        undoing.pop_all()
    return written, left


def _write(path: Path, text: str, folder: Path, mode: int, undoing: ExitStack) -> bool:
    """Whether there was no such file yet, not even a link to one."""
    _make_folder(path.parent, undoing)
    if not path.parent.resolve().is_relative_to(folder.resolve()):
        raise Conflict(f"{path.parent} leads out of the folder: nothing is written there")
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
    except FileExistsError:
        return False
    undoing.callback(path.unlink, missing_ok=True)
    with open(descriptor, "w", encoding="utf-8", newline="\n") as file:
        file.write(text)
    return True


def _make_folder(folder: Path, undoing: ExitStack) -> None:
    missing = [path for path in (folder, *folder.parents) if not path.exists()]
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except FileExistsError as error:
        raise Conflict(f"{error.filename} is in the way: it is left as it is") from error
    for path in reversed(missing):
        undoing.callback(_remove, path)


def _remove(folder: Path) -> None:
    """Unless it holds other files by now."""
    with suppress(OSError):
        folder.rmdir()


PASSWORD_FILE = "mail-password"
WELCOME = (
    "This makes a folder that is your team: a few tables and texts that you can open and change.\n"
    "Press Enter for what stands in brackets. Ctrl-C stops, and nothing is written."
)


def ask_about_team(guess: Wanted, *, country: str | None) -> Wanted:
    """The team's name, zone, country and owner; `country` is the one that was named, if any."""
    from belfry.accounts.users import parse_email, parse_name
    from belfry.kernel.cron import find_zone

    say(WELCOME)
    name = ask("Name", "What is the shop or the team called?", guess.name, parse_name)
    about = "Whose clock do you live by? Quiet hours and schedules go by it, as in Europe/London."
    zone = ask("Time zone", about, guess.timezone, lambda text: find_zone(text).key)
    known = guess_country(zone) if country is None else country
    about = "Which country, in two letters? For public holidays, phone numbers and how dates read."
    land = ask("Country", about, known, _read_country, may_wait=True)
    about = "Your own e-mail address? What Belfry cannot settle by itself goes there."
    admin = ask("E-mail", about, guess.admin, parse_email, may_wait=True)
    return replace(guess, name=name, timezone=zone, country=land, admin=admin)


def ask_about_rooms(guess: Wanted) -> Wanted:
    about = (
        "Which rooms will you use? jobs: customers hear where their job is. controls: checks that\n"
        "come round again. rota: who works when. More can be added later."
    )
    rooms = ask("Rooms", about, ",".join(guess.rooms), choose_some(ROOMS.split(",")))
    about = "Made-up rows to try it with, which can go later, or tables that are empty?"
    default = "empty" if guess.is_empty else "samples"
    start = ask("Start with", about, default, choose("samples", "empty"))
    return replace(guess, rooms=tuple(rooms.split(",")), is_empty=start == "empty")


def ask_about_mail(guess: Wanted) -> tuple[Wanted, dict[str, str]]:
    """With the mail server, if it is to be set now; and the secrets by the names of their files."""
    about = (
        "Set a mail server now? Until there is one, every message stays on Belfry's own pages,\n"
        "to be looked at: a good way to begin."
    )
    if ask("Mail server", about, "later", choose("later", "now")) == "later":
        return guess, {}
    about = "The mail server's name, as your provider gives it."
    host = ask("Host", about, "", partial(_read_mail_setting, "host"))
    about = "How the line is secured: starttls (port 587, usual), tls (port 465), or none."
    security = ask("Security", about, "starttls", choose("starttls", "tls", "none"))
    about = "The address that messages come from, and that answers go to."
    sender = ask("From", about, guess.admin, partial(_read_mail_setting, "from"))
    mail, secrets = {"host": host, "security": security, "from": sender}, {}
    about = "The login, where the server wants one."
    user = ask("Login", about, sender, str, may_wait=True) if security != "none" else ""
    if user:
        mail["user"] = user
        about = f"Its password: kept in the file {PASSWORD_FILE}, which only you may read."
        if password := ask("Password", about, "", str, may_wait=True, is_secret=True):
            mail["password_file"] = PASSWORD_FILE
            secrets[PASSWORD_FILE] = password
    return replace(guess, mail=mail), secrets


def _read_country(text: str) -> str:
    from belfry.kernel.hours.holidays import parse_holidays

    try:
        if len(text) == 2:
            parse_holidays(text.upper())
            return text.upper()
    except InputError:
        pass
    raise InputError(f"{text!r} is no country; expected two letters, as in GB, or none")


def _read_mail_setting(name: str, text: str) -> str:
    """As the settings would read it."""
    from pydantic import ValidationError

    from belfry.accounts.users import parse_email
    from belfry.settings import MailSettings

    if name == "from":
        text = parse_email(text)
    elif not text:
        raise InputError("expected a machine's name, as in mail.example.com")
    try:
        MailSettings.model_validate({"from": "shop@example.com", name: text})
    except ValidationError as error:
        words = str(error.errors()[0]["msg"]).removeprefix("Value error, ")
        raise InputError(words) from error
    return text
