"""Who may do what."""

from __future__ import annotations

from enum import StrEnum


class Role(StrEnum):
    OWNER = "owner"
    MANAGER = "manager"
    STAFF = "staff"


class Act(StrEnum):
    """What a person may want to do.

    `work` is moving jobs, taking jobs in and adding photos; `run` is run now, pause, resume, replay
    and put away a notice; `edit` is create, edit, archive, delete and backfill, and writing in the
    team's documents and tables; `answer` is deciding about messages, and about what the board seems
    to say; `keys` and `people` are making and changing them; `forget` is handing over or forgetting
    what is kept of a customer.
    """

    LOOK = "look"
    WORK = "work"
    RUN = "run"
    EDIT = "edit"
    ANSWER = "answer"
    KEYS = "keys"
    PEOPLE = "people"
    FORGET = "forget"


_MAY = {
    Role.OWNER: frozenset(Act),
    Role.MANAGER: frozenset({Act.LOOK, Act.WORK, Act.RUN, Act.EDIT, Act.ANSWER}),
    Role.STAFF: frozenset({Act.LOOK, Act.WORK}),
}


def may(role: Role, act: Act) -> bool:
    return act in _MAY[role]
