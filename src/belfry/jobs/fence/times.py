"""Where a message repeats the time in the facts, as exactly as they tell it or less so.

Thursday afternoon may be told as Thurs pm, this Thursday afternoon or Thursday; a date that the
facts name has to be named. What is found is set aside, and any other time is one too many.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from belfry.jobs.fence.phrasebook import THING, list_words
from belfry.kernel.hours.weekdays import DAY_NAMES, MONTH_NAMES

ETA, CLOSING = "\ue005", "\ue006"
_DAYS = {
    spelling: name.lower()
    for name in DAY_NAMES
    for spelling in (name.lower(), name[:3].lower(), name[:4].lower())
} | {"tues": "tuesday", "thurs": "thursday", "weds": "wednesday"}
_MONTHS = {
    spelling: name.lower()
    for name in MONTH_NAMES
    for spelling in (name.lower(), name[:3].lower(), name[:4].lower())
} | {"May": "may"}
_PARTS = {"morning": "morning", "am": "morning", "afternoon": "afternoon", "pm": "afternoon"}
_HOURS_TEXT = "one two three four five six seven eight nine ten eleven twelve"
_HOURS = {word: str(place) for place, word in enumerate(_HOURS_TEXT.split(), 1)}
_CLOCK = re.compile(r"(\d{1,2})(?:[.:](\d{2}))?(am|pm)?")
_BEFORE_CLOSING = frozenset({"before", "until", "till", "til", "by"})
_LEADS = frozenset({"this", "coming", "sometime", "during"})
_NOON, _EVENING = 12, 17
_HOUR_LEADS = list_words("""
before until till til by at to from past around about is 's close closes closing shut shuts closed
""")
_HOUR_ENDS = list_words("am pm in today tonight this sharp prompt on and or most every each")
_CLOSES = frozenset({"close", "closes", "closing", "shut", "shuts", "closed"})


@dataclass(frozen=True, slots=True)
class Point:
    """A day by its name, its date or both, and which half of it."""

    day: str = ""
    date: tuple[int, str] | None = None
    part: str = ""


def mark_eta(words: Sequence[str], eta: str | None) -> list[str]:
    """The words with one mark for each place where they tell the ETA."""
    wanted = _read_eta(eta) if eta else None
    marked: list[str] = []
    place = 0
    while wanted and place < len(words):
        end, point = _read_point(words, place)
        if point and _tells(point, wanted):
            _drop_lead(marked, is_part_first=words[place] in _PARTS)
            marked.append(ETA)
            place = end
        else:
            marked.append(words[place])
            place += 1
    return marked if wanted else list(words)


@lru_cache(maxsize=128)
def _read_eta(text: str) -> Point | None:
    words = re.findall(r"[a-z]+|\d+(?:st|nd|rd|th)?|,", text.lower())
    end, point = _read_point(words, 0)
    return point if point and end == len(words) else None


def _tells(said: Point, wanted: Point) -> bool:
    """Whether it is the same day, told as exactly as wanted or less so."""
    if wanted.date:
        is_day = said.date == wanted.date and said.day in {"", wanted.day}
    else:
        is_day = said.date is None and said.day == wanted.day
    return is_day and said.part in {"", wanted.part}


def _drop_lead(marked: list[str], *, is_part_first: bool) -> None:
    """ "this Thursday" and "this coming Thursday" are that Thursday; so is "the morning of" it."""
    if marked[-3:] == ["some", "time", "on"]:
        del marked[-3:]
    leads = _LEADS | ({"the"} if is_part_first else set())
    while marked and marked[-1] in leads:
        marked.pop()
    if is_part_first and marked[-1:] == ["in"]:
        marked.pop()


def _read_point(words: Sequence[str], start: int) -> tuple[int, Point | None]:
    """A day with its date and part, from this word on."""
    place, day, date, part = start, "", None, ""
    if words[place] in _PARTS and words[place + 1 : place + 2] in (["of"], ["on"]):
        part, place = _PARTS[words[place]], place + 2
    if place < len(words) and words[place] in _DAYS:
        day, place = _DAYS[words[place]], place + 1
    after, date = _read_date(words, _skip(words, place) if day else place)
    place = after if date else place
    if not day and not date:
        return start, None
    after = _skip(words, place)
    if not part and after < len(words) and words[after] in _PARTS:
        part, place = _PARTS[words[after]], after + 1
        place += words[after - 1] == "(" and words[place : place + 1] == [")"]
    return place, Point(day, date, part)


def _skip(words: Sequence[str], place: int) -> int:
    while place < len(words) and words[place] in {",", "the", "in", "("}:
        place += 1
    return place


def _read_date(words: Sequence[str], place: int) -> tuple[int, tuple[int, str] | None]:
    """26 November, 26th of November, November 26."""
    rest = list(words[place : place + 3])
    if len(rest) == 3 and rest[1] == "of":
        end, first, second = place + 3, rest[0], rest[2]
    elif len(rest) >= 2:
        end, first, second = place + 2, rest[0], rest[1]
    else:
        return place, None
    for number, month in ((first, second), (second, first)):
        found = re.fullmatch(r"(\d{1,2})(?:st|nd|rd|th)?", number)
        if found and month in _MONTHS:
            return end, (int(found[1]), _MONTHS[month])
    return place, None


def _join_clock(words: Sequence[str]) -> list[str]:
    """ "half past five" as 5:30."""
    joined: list[str] = []
    place = 0
    while place < len(words):
        if list(words[place : place + 2]) == ["half", "past"] and words[place + 2 : place + 3]:
            hour = _HOURS.get(words[place + 2], words[place + 2])
            joined.append(f"{hour}:30")
            place += 3
        else:
            is_count = _is_count(words, place)
            joined.append(words[place] if is_count else _HOURS.get(words[place], words[place]))
            place += 1
    return joined


def _is_count(words: Sequence[str], place: int) -> bool:
    """ "one kettle" counts things; "at one", "one sharp" and "one today" tell the time."""
    if words[place] != "one" or (place and words[place - 1] in _HOUR_LEADS):
        return False
    following = words[place + 1] if place + 1 < len(words) else ""
    return following == THING or (following.isalpha() and following not in _HOUR_ENDS)


def mark_closing(words: Sequence[str], closing: str | None) -> list[str]:
    """The words with one mark for "until 6pm today" where that is when the shop closes."""
    wanted = _read_clock((closing or "").lower().replace(" ", ""))
    if wanted is None:
        return list(words)
    words = _join_clock(words)
    marked: list[str] = []
    place = 0
    while place < len(words):
        end = _find_closing(words, place, wanted, marked)
        if end > place:
            place = _skip_today(words, end, wanted)
            _drop_today(marked)
            marked.append(CLOSING)
        else:
            marked.append(words[place])
            place += 1
    return marked


def _skip_today(words: Sequence[str], place: int, wanted: tuple[int, int]) -> int:
    """Past "today" or "this evening", where the shop closes in the evening."""
    if words[place : place + 1] == ["today"]:
        return place + 1
    is_late = wanted[0] >= _EVENING
    if is_late and words[place : place + 1] == ["tonight"]:
        return place + 1
    told = list(words[place : place + 2])
    part = "evening" if is_late else "afternoon"
    return place + 2 if told == ["this", part] and wanted[0] > _NOON else place


def _find_closing(
    words: Sequence[str], place: int, wanted: tuple[int, int], before: list[str]
) -> int:
    """Where the time of closing ends that begins here; the same place if none does."""
    is_lead = words[place] in _BEFORE_CLOSING
    if words[place] == "at" and before and before[-1] in _CLOSES:
        is_lead = True
    if words[place] in {"is", "'s", ":"} and before[-3:].count("closing"):
        is_lead = True
    if not is_lead:
        return place
    if words[place + 1 : place + 3] == ["we", "close"]:
        place = place + 2 if words[place + 3 : place + 4] == ["at"] else place
    clock = "".join(words[place + 1 : place + 3])
    alone = words[place + 1] if place + 1 < len(words) else ""
    if words[place + 2 : place + 3] == ["o'clock"]:
        clock = alone
    if _read_clock(clock) == wanted or _matches_bare(clock, alone, wanted):
        return (
            place + 3
            if clock != alone or words[place + 2 : place + 3] == ["o'clock"]
            else place + 2
        )
    return place + 2 if _read_clock(alone) == wanted or _is_bare(alone, wanted) else place


def _matches_bare(clock: str, alone: str, wanted: tuple[int, int]) -> bool:
    return clock == alone and _is_bare(alone, wanted)


def _is_bare(alone: str, wanted: tuple[int, int]) -> bool:
    """ "until 6" is six in the evening where the shop closes then."""
    found = re.fullmatch(r"(\d{1,2})(?:[.:](\d{2}))?", alone)
    return bool(found and (int(found[1]) + 12, int(found[2] or 0)) == wanted)


def _drop_today(marked: list[str]) -> None:
    if marked and marked[-1] == "today":
        marked.pop()


def _read_clock(text: str) -> tuple[int, int] | None:
    if text in {"noon", "midday"}:
        return 12, 0
    if text == "midnight":
        return 24, 0
    found = _CLOCK.fullmatch(text)
    if not found:
        return None
    hour, minute, half = int(found[1]), int(found[2] or 0), found[3]
    if half:
        hour = hour % 12 + (12 if half == "pm" else 0)
    return (hour, minute) if hour < 24 and minute < 60 else None
