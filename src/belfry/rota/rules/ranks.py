"""Who comes first when several people may take a shift.

The largest share of the target still open comes first: by hours alone, part-timers would go
without. Then who stayed further below target over the last four weeks, then who has waited longer
for a shift, then a hash of the week and the name, so that no name is always first. Shares are
exact.

Who stayed behind also counts in how even a week is: as being up to a fairness margin further below
the target than they are.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import TypeVar

from belfry.kernel.texts import digest_of
from belfry.rota.rules.weeks import Member
from belfry.rota.shift_words import render_hours

Draw = TypeVar("Draw", int, str)
RankKey = tuple[bool, Fraction, int, int, Draw]


def make_rank_key(target: int, left: int, below: int, waited: int, draw: Draw) -> RankKey[Draw]:
    """Smaller comes first; people without a target come last."""
    share = Fraction(left, target) if target > 0 else Fraction()
    return target <= 0, -share, -below, -waited, draw


@dataclass(frozen=True, slots=True, kw_only=True)
class Rank:
    """`left` is how many minutes of the target are open; negative for a person who is over it.

    `lean` is by how many minutes the last four weeks raise the target.
    """

    name: str
    target: int
    left: int
    below: int
    waited: int = 0
    lot: str
    lean: int = 0

    @property
    def share(self) -> Fraction | None:
        """What part of the target is open; None without a target."""
        return Fraction(self.left, self.target) if self.target > 0 else None

    @property
    def key(self) -> RankKey[str]:
        return make_rank_key(self.target, self.left, self.below, self.waited, self.lot)


_WEEKS = 4
_LEAST_MARGIN = 60
# Only to decide between people who are level.
_MOST_FOR_WAITING = 5


def find_leans(members: Sequence[Member], margin: int) -> dict[str, int]:
    """By how many minutes the last four weeks raise or lower each person's target, by name.

    A quarter of what they are behind the others, at most a margin: a person who returns from a long
    leave does not have to catch up in one week. A few minutes more depend on how long they waited.
    """
    lately = _spread_out({member.name: member.waited for member in members})
    longest = max((abs(minutes) for minutes in lately.values()), default=0)
    most = max(margin, _LEAST_MARGIN)
    behind = _spread_out({member.name: member.below for member in members})
    furthest = max((abs(minutes) for minutes in behind.values()), default=0)
    return {
        name: minutes * most // max(_WEEKS * most, furthest)
        + lately[name] * _MOST_FOR_WAITING // max(longest, 1)
        for name, minutes in behind.items()
    }


def _spread_out(minutes: Mapping[str, int]) -> dict[str, int]:
    """How far each is from the mean."""
    mean = sum(minutes.values()) // max(len(minutes), 1)
    return {name: value - mean for name, value in minutes.items()}


def find_rank(member: Member, minutes: int, starts_on: date, lean: int = 0) -> Rank:
    """The rank of a person who has so many minutes in the week that starts on that day."""
    return Rank(
        name=member.name,
        target=member.target,
        left=member.target - minutes,
        below=member.below,
        waited=member.waited,
        lot=draw_of(starts_on, member.name),
        lean=lean,
    )


def render_left(rank: Rank) -> str:
    """16 h below the target of 40 h."""
    if rank.target <= 0:
        return "no target"
    target = f"the target of {render_hours(rank.target)}"
    if rank.left == 0:
        return f"at {target}"
    return f"{render_hours(abs(rank.left))} {'below' if rank.left > 0 else 'over'} {target}"


def say_left(rank: Rank) -> str:
    """Ana is 16 h below the target of 40 h."""
    return f"{rank.name} {'is' if rank.target > 0 else 'has'} {render_left(rank)}"


def draw_of(week_on: date, name: str) -> str:
    """The lower one goes first: another order every week, the same one on every machine."""
    return digest_of(f"{week_on.isoformat()}/{name}")
