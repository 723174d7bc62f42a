"""The wordings of the messages to customers: what a model suggests, and what a person decides."""

from __future__ import annotations

from dataclasses import replace
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any

import typer

from belfry.entrypoints.cli.answers import answer, showing_progress
from belfry.entrypoints.cli.jobs.jobs import find_stage
from belfry.entrypoints.cli.opening import BY, Json, Team, find_folder, open_team
from belfry.kernel.errors import ConfigError, NotFound

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from pathlib import Path

    from belfry.bootstrap import Services
    from belfry.jobs.settings.shop import Shop
    from belfry.jobs.settings.stages import Stage
    from belfry.jobs.updates.suggest_wordings import ShownKind, ShownWording
    from belfry.jobs.updates.wordings import Kind, Wording
    from belfry.kernel.fence.surface import Verdict


KindName = Annotated[
    str,
    typer.Argument(metavar="KIND", help="The kind of message: moved/ready, or ready for the same."),
]
WordingId = Annotated[
    str, typer.Argument(metavar="ID", help="The wording, as `belfry jobs wordings list` names it.")
]


def list_all(
    kind: Annotated[
        str, typer.Option("--kind", metavar="KIND", help="Only this kind.", show_default=False)
    ] = "",
    team: Team = None,
    as_json: Json = False,
) -> None:
    """Each kind of message, what is said in plain words, and the wordings there are for it.

    For example: belfry jobs wordings list --kind ready
    """
    with open_team(team) as services:
        chosen = _find_kind(services, kind) if kind else None
        shown = [
            each
            for each in services.jobs.wordings.list_all()
            if chosen is None or each.kind == chosen
        ]
    _answer_kinds(shown, "\n\n".join("\n".join(_tell_kind(each)) for each in shown), as_json)


def suggest(
    kinds: Annotated[
        list[str] | None,
        typer.Argument(metavar="KIND", help="The kinds to ask for; else all.", show_default=False),
    ] = None,
    team: Team = None,
    as_json: Json = False,
) -> None:
    """Ask the model for wordings, for these kinds of messages or for all.

    For example: belfry jobs wordings suggest ready holding/ready
    """
    with open_team(team) as services:
        chosen = [_find_kind(services, kind) for kind in kinds] if kinds else None
        with showing_progress("Asking the model", as_json=as_json):
            suggested = services.jobs.wordings.suggest(chosen, by=BY)
        shown = [
            replace(_show(services, each.kind, *each.wordings), problem=each.problem)
            for each in suggested
        ]
    _answer_kinds(shown, "\n".join(_tell_suggested(shown)), as_json)
    if any(each.problem and not each.wordings for each in suggested):
        raise typer.Exit(1)


def approve(
    kind: KindName, wording_id: WordingId, team: Team = None, as_json: Json = False
) -> None:
    """Approve a wording: messages of that kind are told in it from now on.

    For example: belfry jobs wordings approve ready 4f1c22ab
    """
    with open_team(team) as services:
        found = _find_kind(services, kind)
        approved = services.jobs.wordings.approve(str(found), wording_id, by=BY)
        shown = _show(services, found, approved)
    _answer_kinds([shown], f"{approved.id} is approved. {_tell_use(shown)}", as_json)


def decline(
    kind: KindName, wording_id: WordingId, team: Team = None, as_json: Json = False
) -> None:
    """Decline a wording; one that was approved is used no more.

    For example: belfry jobs wordings decline ready 4f1c22ab
    """
    with open_team(team) as services:
        found = _find_kind(services, kind)
        declined = services.jobs.wordings.decline(str(found), wording_id, by=BY)
        shown = _show(services, found, declined)
    _answer_kinds([shown], f"{declined.id} is declined: it is not used.", as_json)


def edit(
    kind: KindName,
    text: Annotated[
        str, typer.Option("--text", metavar="TEXT", help="The words, with slots as in {your_item}.")
    ],
    wording_id: Annotated[
        str,
        typer.Argument(metavar="ID", help="The wording to replace; else yours is added."),
    ] = "",
    team: Team = None,
    as_json: Json = False,
) -> None:
    """Approve words of your own, in place of a wording or beside the others.

    For example: belfry jobs wordings edit ready --text "{your_item} is ready, {name}."
    """
    with open_team(team) as services:
        found = _find_kind(services, kind)
        edited = services.jobs.wordings.edit(str(found), wording_id, text, by=BY)
        shown = _show(services, found, edited)
    in_place = f" in place of {wording_id}" if wording_id and wording_id != edited.id else ""
    said = f"{edited.id} is approved{in_place}. {_tell_use(shown)}"
    _answer_kinds([shown], said, as_json)


COMMANDS: Mapping[str, Callable[..., Any]] = {
    "list": list_all,
    "suggest": suggest,
    "approve": approve,
    "decline": decline,
    "edit": edit,
}


def _find_kind(services: Services, text: str) -> Kind:
    from belfry.jobs.updates.wordings import find_kind, list_kinds

    shop = services.jobs.read_shop().shop
    kind, sent = find_kind(text, shop.stages), list_kinds(shop)
    if kind is None or kind not in sent:
        known = ", ".join(str(each) for each in sent)
        raise NotFound(f"this shop sends no kind of message {text!r}; there are {known}")
    return kind


def _show(services: Services, kind: Kind, *wordings: Wording) -> ShownKind:
    """A kind as it is now, with no other wordings than these."""
    ids = {wording.id for wording in wordings}
    shown = next(each for each in services.jobs.wordings.list_all() if each.kind == kind)
    return replace(shown, wordings=tuple(each for each in shown.wordings if each.wording.id in ids))


def _answer_kinds(shown: Sequence[ShownKind], said: str, as_json: bool) -> None:
    answer({"kinds": [_shape_kind(each) for each in shown]}, said, as_json=as_json)


def _shape_kind(shown: ShownKind) -> dict[str, Any]:
    return {
        "kind": str(shown.kind),
        "meaning": shown.kind.meaning,
        "own": shown.own or None,
        "plain": {"sms": shown.plain_message, "email": shown.plain_email},
        "wordings": [_shape_wording(each) for each in shown.wordings],
        "trouble": shown.problem or None,
        "is_outdated": shown.is_outdated,
    }


def _shape_wording(shown: ShownWording) -> dict[str, Any]:
    wording = shown.wording
    return {
        "id": wording.id,
        "text": wording.text,
        "state": wording.state,
        "by": wording.by or None,
        "at": wording.at or None,
        "source": wording.source,
        "marks": shown.marks,
        "is_used": shown.is_used,
        "sms": shown.text_message,
        "email": shown.email,
    }


def _tell_kind(shown: ShownKind) -> Iterator[str]:
    yield f"{shown.kind}: {shown.kind.meaning}"
    if shown.own:
        yield f"  Your own line, which is used: {shown.own}"
    yield f"  In plain words: {shown.plain_message}"
    for each in shown.wordings:
        yield from _tell_wording(each)
    if shown.problem:
        yield f"  The last time the model was asked: {shown.problem}"
    if shown.is_outdated:
        yield "  The voice has changed since these were approved: ask for new wordings."


def _tell_wording(shown: ShownWording) -> Iterator[str]:
    wording = shown.wording
    whose = f" by {wording.by}" if wording.by else f" by {wording.source}"
    unused = ", not used with the settings of now"
    use = "" if wording.state != "approved" else ", used" if shown.is_used else unused
    yield f"  {wording.id} {wording.state}{whose}{use}: {wording.text}"
    if shown.marks and wording.state == "suggested":
        yield f"    Look at: {', '.join(shown.marks)}"


def _tell_suggested(shown: Sequence[ShownKind]) -> Iterator[str]:
    for kind in shown:
        yield f"{kind.kind}: {kind.kind.meaning}"
        for each in kind.wordings:
            yield from _tell_wording(each)
        if kind.problem:
            yield f"  {kind.problem}"
        elif not kind.wordings:
            yield "  Nothing new: these wordings were known already."


def _tell_use(shown: ShownKind) -> str:
    if shown.own:
        return (
            "Your own line for this stage comes first, so that it is used only without that line."
        )
    return "Messages of this kind are told in it, in turn with the others that are approved."


class Channel(StrEnum):
    SMS = "sms"
    EMAIL = "email"


class KindOfNews(StrEnum):
    MOVED = "moved"
    BACK = "back"
    FIRST_SEEN = "first-seen"
    HOLDING = "holding"


def _fact(flag: str, says: str) -> Any:
    return typer.Option(flag, help=says, show_default=False)


def check_draft(
    draft: Annotated[str, typer.Argument(metavar="DRAFT", help="The whole draft, with slots.")],
    stage: Annotated[str, typer.Option("--stage", metavar="STAGE", help="Where the job is.")],
    kind: Annotated[KindOfNews, typer.Option("--kind", help="What happened.")] = KindOfNews.MOVED,
    eta: Annotated[str | None, _fact("--eta", "By when the next stage is expected.")] = None,
    closing: Annotated[str | None, _fact("--closing", "When the shop closes that day.")] = None,
    name: Annotated[str, _fact("--name", "The customer's name.")] = "",
    item: Annotated[str, _fact("--item", "What the job is.")] = "",
    photo: Annotated[str | None, _fact("--photo", "Where a photo can be seen.")] = None,
    link: Annotated[str | None, _fact("--link", "The customer's page.")] = None,
    channel: Annotated[Channel, typer.Option("--channel", help="How it is sent.")] = Channel.SMS,
    no_reply: Annotated[
        bool, typer.Option("--no-reply", help="An answer does not reach the shop.")
    ] = False,
    team: Team = None,
    as_json: Json = False,
) -> None:
    """Check that a draft says nothing but courtesy around the sentences that Belfry makes.

    For example: belfry jobs check-draft --stage ready "Hi {name}, good news: {news} Thank you!"
    """
    shop = _find_shop(team)
    facts = {"name": name, "item": item, "photo": photo, "link": link, "closing": closing}
    verdict = _judge(
        draft, shop, find_stage(shop.stages, stage), kind, channel, no_reply, eta, facts
    )
    data = {"verdict": "pass" if verdict.passes else "reject", "reasons": _shape(verdict)}
    answer(data, _tell(verdict), as_json=as_json)


def _judge(
    draft: str,
    shop: Shop,
    stage: Stage,
    kind: KindOfNews,
    channel: Channel,
    no_reply: bool,
    eta: str | None,
    given: dict[str, str | None],
) -> Verdict:
    from belfry.jobs.updates.fence import Setting, judge_draft
    from belfry.jobs.updates.plain import Speaker, check_size, gather_facts, write_words
    from belfry.kernel.fence.surface import Verdict

    following = shop.stages.next_main(stage)
    facts = gather_facts(
        shop=shop,
        job_id="",
        stage=stage.name,
        eta=eta,
        eta_stage=following.name if following else None,
        **given,  # type: ignore[arg-type]
    )
    speaker = Speaker(facts, shop, news=kind.value, channel=channel.value)
    setting = Setting(
        kind.value,
        stage.name,
        channel.value,
        has_when=bool(speaker.find("when")),
        has_look=bool(speaker.find("look")),
        may_reply=not no_reply,
    )
    verdict = judge_draft(draft, shop, setting)
    if not verdict.passes:
        return verdict
    words = write_words(speaker, shop.language.compile(draft))
    return Verdict(tuple(check_size(words.text, channel.value)))


def _shape(verdict: Verdict) -> list[dict[str, str]]:
    return [
        {"rule": reason.rule, "words": reason.words, "says": reason.says}
        for reason in verdict.reasons
    ]


def _tell(verdict: Verdict) -> str:
    if verdict.passes:
        return "pass: besides the slots it holds nothing but courtesy."
    return "\n".join(["reject:", *(f"- {reason.says}" for reason in verdict.reasons)])


def _find_shop(team: Path | None) -> Shop:
    """The team's shop as its settings stand; the example's where there is no team."""
    from belfry.entrypoints.cli.team.example import Wanted, render_team
    from belfry.jobs.settings.read_shop import SETTINGS_DOC
    from belfry.jobs.settings.shop import read_shop
    from belfry.kernel.sheets.sheets import decode_text

    path = find_folder(team) / SETTINGS_DOC
    if path.is_file():
        text, _ = decode_text(path.read_bytes(), name=SETTINGS_DOC)
    else:
        example = Wanted("The Repair Bench", "Europe/London", "GB", "owner@example.com")
        text = render_team(example)[SETTINGS_DOC]
    reading = read_shop(text, doc=SETTINGS_DOC)
    if reading.shop is None:
        raise ConfigError(str(reading.problems[0]))
    return reading.shop
