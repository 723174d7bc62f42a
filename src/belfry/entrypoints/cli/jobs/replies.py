"""What customers wrote back, and how a person says that they have seen to it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from belfry.entrypoints.cli.answers import Rows, answer, show_moment
from belfry.entrypoints.cli.opening import BY, find_team_zone, open_team
from belfry.entrypoints.cli.options import Json, Team

if TYPE_CHECKING:
    from datetime import tzinfo

    from belfry.jobs.customers.list_replies import ReplySummary

ReplyId = Annotated[
    str, typer.Argument(metavar="ID", help="The reply, as `belfry jobs replies` names it.")
]
MOST = 500
MEANINGS = {
    "stop": "wants no more",
    "start": "wants them again",
    "help": "asked for help",
    "near": "may want no more",
    "other": "",
}


def list_replies(
    every: Annotated[
        bool, typer.Option("--all", help="Also those that somebody has seen to.")
    ] = False,
    team: Team = None,
    as_json: Json = False,
) -> None:
    """What customers wrote back that nobody has seen to yet.

    For example: belfry jobs replies --all
    """
    with open_team(team) as services:
        found = services.jobs.replies.list
        lines = found(limit=MOST) if every else found.list_open(limit=MOST).lines
        zone = find_team_zone(services)
    columns = ("reply", "when", "from", "job", "says", "means")
    nobody = "Nobody has written back." if every else "No reply waits for anybody."
    said = Rows(columns, [_make_row(line, zone) for line in lines], nobody)
    open_ones = sum(line.reply.is_open for line in lines)
    answer(
        {"open": open_ones, "replies": [shape_reply(line) for line in lines]},
        said,
        as_json=as_json,
    )


def settle(
    reply_id: ReplyId,
    stop: Annotated[
        bool, typer.Option("--stop", help="They want no more messages: send them none.")
    ] = False,
    team: Team = None,
    as_json: Json = False,
) -> None:
    """Say that you have seen to a reply, or that its writer wants no more messages.

    For example: belfry jobs settle SM4f1c --stop
    """
    with open_team(team) as services:
        act = services.jobs.replies.settle.stop if stop else services.jobs.replies.settle
        reply = act(reply_id, by=BY)
    settled = f"{reply.id} is seen to."
    said = f"{settled} {reply.sender} gets no more messages." if stop else settled
    answer({"reply": reply.id, "stopped": stop}, said, as_json=as_json)


def shape_reply(line: ReplySummary) -> dict[str, Any]:
    reply = line.reply
    return {
        "id": reply.id,
        "at": reply.at,
        "channel": reply.channel,
        "from": reply.sender,
        "job": line.job.id if line.job else None,
        "text": reply.text,
        "meaning": reply.meaning,
        "open": reply.is_open,
        "stopped": line.is_stopped,
    }


def _make_row(line: ReplySummary, zone: tzinfo) -> tuple[str, ...]:
    reply = line.reply
    job = line.job.id if line.job else ""
    when = show_moment(reply.at, zone)
    return (reply.id, when, reply.sender, job, reply.text, MEANINGS[reply.meaning])
