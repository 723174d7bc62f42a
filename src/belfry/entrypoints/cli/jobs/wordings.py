"""The wordings of the messages to customers: what a model suggests, and what a person decides."""

from __future__ import annotations

from dataclasses import replace
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any

from belfry.entrypoints.cli.answers import Answer, shape, shape_all, showing_progress
from belfry.entrypoints.cli.jobs.jobs import find_stage
from belfry.entrypoints.cli.opening import By, Team, argument, find_folder, option
from belfry.kernel.errors import ConfigError, NotFound

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from belfry.bootstrap import Services
    from belfry.jobs.settings.shop import Shop
    from belfry.jobs.settings.stages import Stage
    from belfry.jobs.updates.suggest_wordings import ShownKind, ShownWording
    from belfry.jobs.updates.wordings import Kind, Wording
    from belfry.kernel.fence.surface import Verdict


KindName = Annotated[
    str, argument("KIND", "The kind of message: moved/ready, or ready for the same.")
]
WordingId = Annotated[str, argument("ID", "The wording, as `belfry jobs wordings list` names it.")]


def list_all(
    services: Services, kind: Annotated[str, option("--kind", "Only this kind.", "KIND")] = ""
) -> Answer:
    """List the kinds of messages, each with its plain words and its wordings.

    For example: belfry jobs wordings list --kind ready
    """
    chosen = _find_kind(services, kind) if kind else None
    shown = [
        each for each in services.jobs.wordings.list_all() if chosen is None or each.kind == chosen
    ]
    return _answer(shown, "\n\n".join("\n".join(_tell_kind(each)) for each in shown))


def suggest(
    services: Services,
    kinds: Annotated[list[str] | None, argument("KIND", "The kinds to ask for; else all.")] = None,
    by: By = "",
) -> Answer:
    """Ask the model for wordings, for these kinds of messages or for all.

    For example: belfry jobs wordings suggest ready holding/ready
    """
    chosen = [_find_kind(services, kind) for kind in kinds] if kinds else None
    with showing_progress("Asking the model"):
        suggested = services.jobs.wordings.suggest(chosen, by=by)
    shown = [
        replace(_show(services, each.kind, *each.wordings), problem=each.problem)
        for each in suggested
    ]
    is_well = not any(each.problem and not each.wordings for each in suggested)
    return _answer(shown, "\n".join(_tell_suggested(shown)), is_well=is_well)


def approve(services: Services, kind: KindName, wording_id: WordingId, by: By = "") -> Answer:
    """Approve a wording: messages of that kind use it from now on.

    For example: belfry jobs wordings approve ready 4f1c22ab
    """
    update_kind = _find_kind(services, kind)
    approved = services.jobs.wordings.approve(str(update_kind), wording_id, by=by)
    shown = _show(services, update_kind, approved)
    return _answer([shown], f"{approved.id} is approved. {_tell_use(shown)}")


def decline(services: Services, kind: KindName, wording_id: WordingId, by: By = "") -> Answer:
    """Decline a wording; one that was approved is used no more.

    For example: belfry jobs wordings decline ready 4f1c22ab
    """
    update_kind = _find_kind(services, kind)
    declined = services.jobs.wordings.decline(str(update_kind), wording_id, by=by)
    return _answer(
        [_show(services, update_kind, declined)], f"{declined.id} is declined: it is not used."
    )


def edit(
    services: Services,
    kind: KindName,
    text: Annotated[str, option("--text", "The words, with slots as in {your_item}.", "TEXT")],
    wording_id: Annotated[str, argument("ID", "The wording to replace; else yours is added.")] = "",
    by: By = "",
) -> Answer:
    """Approve words of your own, in place of a wording or beside the others.

    For example: belfry jobs wordings edit ready --text "{your_item} is ready, {name}."
    """
    update_kind = _find_kind(services, kind)
    edited = services.jobs.wordings.edit(str(update_kind), wording_id, text, by=by)
    shown = _show(services, update_kind, edited)
    in_place = f" in place of {wording_id}" if wording_id and wording_id != edited.id else ""
    return _answer([shown], f"{edited.id} is approved{in_place}. {_tell_use(shown)}")


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


def _answer(shown: Sequence[ShownKind], text: str, *, is_well: bool = True) -> Answer:
    return Answer({"kinds": [_shape_kind(each) for each in shown]}, text, is_well)


def _shape_kind(shown: ShownKind) -> dict[str, Any]:
    wording = ("id", "text", "state", "by?", "at?", "source")
    return {
        **shape(shown, "own?", "is_outdated", meaning="kind.meaning", trouble="problem?"),
        "kind": str(shown.kind),
        "plain": {"sms": shown.plain_message, "email": shown.plain_email},
        "wordings": [
            shape(each.wording, *wording)
            | shape(each, "marks", "is_used", "email", sms="text_message")
            for each in shown.wordings
        ],
    }


def _tell_kind(shown: ShownKind) -> Iterator[str]:
    yield f"{shown.kind}: {shown.kind.meaning}"
    if shown.own:
        yield f"  Your own line, which is used: {shown.own}"
    yield f"  In plain words: {shown.plain_message}"
    for wording in shown.wordings:
        yield from _tell_wording(wording)
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
        for wording in kind.wordings:
            yield from _tell_wording(wording)
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


def check_draft(
    draft: Annotated[str, argument("DRAFT", "The whole draft, with slots.")],
    stage: Annotated[str, option("--stage", "Where the job is.", "STAGE")],
    kind: Annotated[KindOfNews, option("--kind", "What happened.")] = KindOfNews.MOVED,
    eta: Annotated[str | None, option("--eta", "By when the next stage is expected.")] = None,
    closing: Annotated[str | None, option("--closing", "When the shop closes that day.")] = None,
    name: Annotated[str, option("--name", "The customer's name.")] = "",
    item: Annotated[str, option("--item", "What the job is.")] = "",
    photo: Annotated[str | None, option("--photo", "Where a photo can be seen.")] = None,
    link: Annotated[str | None, option("--link", "The customer's page.")] = None,
    channel: Annotated[Channel, option("--channel", "How it is sent.")] = Channel.SMS,
    no_reply: Annotated[bool, option("--no-reply", "Replies do not reach the shop.")] = False,
    team: Team = None,
) -> Answer:
    """Check that a draft adds only courtesy to the sentences that Belfry writes.

    For example: belfry jobs check-draft --stage ready "Hi {name}, good news: {news} Thank you!"
    """
    shop = _find_shop(team)
    facts = {"name": name, "item": item, "photo": photo, "link": link, "closing": closing}
    verdict = _judge(
        draft, shop, find_stage(shop.stages, stage), kind, channel, no_reply, eta, facts
    )
    reasons = shape_all(verdict.reasons, "rule", "words", "says")
    if verdict.passes:
        lines = ["pass: besides the slots it holds nothing but courtesy."]
    else:
        lines = ["reject:", *(f"- {reason.says}" for reason in verdict.reasons)]
    return Answer({"verdict": "pass" if verdict.passes else "reject", "reasons": reasons}, lines)


def _judge(
    draft: str,
    shop: Shop,
    stage: Stage,
    kind: KindOfNews,
    channel: Channel,
    no_reply: bool,
    eta: str | None,
    overrides: dict[str, str | None],
) -> Verdict:
    from belfry.jobs.updates.fence import Setting, judge_draft
    from belfry.jobs.updates.plain import Facts, Speaker, check_size, gather_facts, write_words
    from belfry.kernel.fence.surface import Verdict

    following = shop.stages.next_main(stage)
    stage_facts = Facts(
        stage=stage.name,
        eta=eta,
        eta_stage=following.name if following else None,
        **overrides,  # type: ignore[arg-type]
    )
    facts = gather_facts(stage_facts, shop)
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
