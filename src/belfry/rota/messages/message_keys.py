"""Which message a cause makes for whom: the same cause and person always the same one."""

from __future__ import annotations

ROOM = "rota"
# What messages of this room are.
WEEK = "week"
DRAFT = "draft"
CLASH = "clash"
ASK = "ask"
SWAP_TO_DECIDE = "swap-to-decide"
SWAP_NEWS = "swap-news"
TIME_OFF_TO_DECIDE = "time-off-to-decide"
TIME_OFF_NEWS = "time-off-news"
REMINDER = "reminder"
OPEN_SHIFTS = "open-shifts"
UNPUBLISHED = "unpublished"
FAIRNESS = "fairness"


def about_week(week: str) -> str:
    """What somebody is told of their own week: newer editions take the place of older ones."""
    return f"{ROOM}/{week}"


def about_draft(week: str) -> str:
    return f"{ROOM}-draft/{week}"


def about_clash(key: str) -> str:
    return f"{ROOM}-clash/{key}"


def about_swap(swap_id: str) -> str:
    return f"{ROOM}-swap/{swap_id}"


def about_time_off(request_id: str) -> str:
    return f"{ROOM}-time-off/{request_id}"


def about_digest(week: str) -> str:
    return f"{ROOM}-digest/{week}"


def about_open(week: str) -> str:
    return f"{ROOM}-open/{week}"


def about_fairness(week: str) -> str:
    return f"{ROOM}-fairness/{week}"


def week_key(week: str, edition: int, person: str) -> str:
    """One for each edition that changed something for the person."""
    return f"{about_week(week)}/edition-{edition}/{person}"


def draft_key(week: str, draft: int, person: str) -> str:
    return f"{about_draft(week)}/{draft}/{person}"


def clash_key(key: str, person: str) -> str:
    return f"{about_clash(key)}/{person}"


def ask_key(swap_id: str, round_: int, person: str) -> str:
    """One for each round of asking."""
    return f"{about_swap(swap_id)}/ask-{round_}/{person}"


def swap_key(swap_id: str, state: str, round_: int, person: str) -> str:
    """What somebody is told when a swap came to stand so."""
    return f"{about_swap(swap_id)}/{state}-{round_}/{person}"


def time_off_key(request_id: str, state: str, person: str) -> str:
    return f"{about_time_off(request_id)}/{state}/{person}"


def digest_key(week: str, person: str) -> str:
    """The reminder of a week that begins."""
    return f"{about_digest(week)}/{person}"


def open_key(week: str, person: str) -> str:
    """The list of its open shifts, or the word that it is not published: one of the two."""
    return f"{about_open(week)}/{person}"


def fairness_key(week: str, person: str) -> str:
    return f"{about_fairness(week)}/{person}"
