"""Weeks of the rota: drafted, shown, explained, approved, published; hours and fairness."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Annotated, Any

from belfry.entrypoints.cli.answers import (
    Answer,
    Part,
    Rows,
    shape,
    shape_all,
    shape_problems,
    showing_progress,
    warn,
)
from belfry.entrypoints.cli.opening import (
    By,
    EndFeed,
    NewLink,
    argument,
    end_feed,
    option,
    show_link,
    timed,
)
from belfry.entrypoints.cli.rota.requests import (
    DraftNumber,
    Shift,
    WeekNow,
    WeekOf,
    choose_this_week,
    choose_week,
    colleague,
    say_need,
    shape_need,
)
from belfry.kernel.errors import NotFound

if TYPE_CHECKING:
    from belfry.bootstrap import Services
    from belfry.rota.drafts.drafted_weeks import DraftLine, WeekDraft
    from belfry.rota.drafts.edit_draft import PreviewedEdit
    from belfry.rota.drafts.open_draft import PersonChange, PersonHours
    from belfry.rota.drafts.show_week import WeekView
    from belfry.rota.explaining.explain_week import WeekExplanation
    from belfry.rota.explaining.explanations import Reason, ShiftExplanation
    from belfry.rota.reports.fairness import Fairness, PersonFairness


@timed
def show(services: Services, week: WeekOf = None, number: DraftNumber = None) -> Answer:
    """Show a week: who has which shift, each person's hours, and what needs attention.

    For example: belfry rota show --week 2026-11-16
    """
    view = services.rota.drafts.show_week(choose_week(services, week), number)
    draft, head = view.draft, view.head
    if draft is None:
        raise NotFound(f"there is no draft yet of the week of {view.monday}")
    lines = [line for day in view.days for line in day.lines]
    is_waiting = bool(head and head.is_waiting and head.draft == draft.number)
    data = {
        **shape(draft, "made_by", "made_at", "seats", "filled", draft="number"),
        **shape(view, "changes", "notes", "proof", week="monday"),
        "is_waiting": is_waiting,
        "published": view.published.number if view.published else None,
        "edition": head.edition if head else 0,
        "shifts": shape_lines(lines),
        "people": shape_people(view.people),
        "flags": [line.shift_id for line in view.flags],
        "needs_cover": [shape_need(line, need) for line, need in view.needs_cover],
    }
    changes = [f"Against what people know: {change}" for change in view.changes]
    state = _tell_state(view, draft, is_waiting=is_waiting)
    rows = [make_shift_rows(lines), make_people_rows(view.people)]
    needs = [f"Needs cover: {say_need(line, need)}" for line, need in view.needs_cover]
    notes = [f"Note: {note}." for note in view.notes]
    return Answer(data, [*rows, state, *needs, *changes, *notes])


@timed
def explain(
    services: Services,
    shift: Annotated[str | None, argument("SHIFT", "One shift, by its id; else all.")] = None,
    week: WeekOf = None,
    number: DraftNumber = None,
) -> Answer:
    """Explain who has a shift in a draft, why others do not, and what would fill it.

    For example: belfry rota explain --week 2026-11-16 fri-late
    """
    monday = choose_week(services, week)
    explained_draft = services.rota.drafts.explain_week(monday, shift_id=shift, number=number)
    explained = explained_draft.explanation
    data = {"week": monday, "draft": explained_draft.draft.number, "proof": explained.proof}
    sentence = "\n".join([*tell_explanation(explained), explained.proof])
    return Answer({**data, **shape_explanation(explained)}, sentence)


def _tell_state(view: WeekView, draft: WeekDraft, *, is_waiting: bool) -> str:
    if view.is_published:
        state = "people know it"
    else:
        state = "it waits for an answer" if is_waiting else "it is not the newest"
    sentence = f"Draft {draft.number}, made by {draft.made_by}; {state}."
    return f"{sentence} {draft.filled} of {draft.seats} seats are filled. {view.proof}"


HOUR = 60
HOURS = {"hours_placed": "placed", "hours_target": "target", "cap": "cap"}


def count_hours(minutes: int) -> int | float:
    """Whole hours as a whole number."""
    return minutes // HOUR if minutes % HOUR == 0 else minutes / HOUR


def shape_hours(record: object, *names: str, **renamed: str) -> dict[str, int | float]:
    """As `shape` does, with minutes as hours."""
    shaped = shape(record, *names, **renamed)
    return {name: count_hours(minutes) for name, minutes in shaped.items()}


def shape_people(people: Iterable[PersonHours]) -> list[dict[str, Any]]:
    return [{"name": person.name, **shape_hours(person, **HOURS)} for person in people]


def shape_lines(lines: Iterable[DraftLine]) -> list[dict[str, Any]]:
    """`start` and `end` are wall-clock times; `starts_at` and `ends_at` are moments in UTC."""
    names = ("shift_id", "day", "starts_at", "ends_at", "role", "headcount", "outcome", "why")
    renamed = {"start": "starts", "end": "ends", "assigned_to": "people", "pinned": "is_pinned"}
    return [
        shape(line, *names, **renamed) | {"skills": line.skills.split(";") if line.skills else []}
        for line in lines
    ]


def shape_explanation(explained: WeekExplanation) -> dict[str, Any]:
    return {
        "explanations": [_shape_shift(shift) for shift in explained.shifts],
        "repairs": shape_all(explained.repairs, "shift_id", "name", "words"),
    }


def _shape_shift(explained: ShiftExplanation) -> dict[str, Any]:
    renamed = {"shift_id": "shift.id", "shift": "title"}
    return {
        **shape(explained, "wishes", **renamed, outcome="outcome.outcome", why="outcome.why"),
        "assigned_to": [_shape_reason(reason) for reason in explained.placed],
        "others": [_shape_reason(reason) for reason in explained.others],
        "options": shape_all(explained.options, "name", "words"),
    }


def _shape_reason(reason: Reason) -> dict[str, Any]:
    return shape(reason, "name", "words") | {"rules": [block.rule for block in reason.blocks]}


def make_shift_rows(lines: Iterable[DraftLine]) -> Rows:
    rows = [
        (f"{line.day:%a %d %b}", f"{line.starts}-{line.ends}", line.shift_id, line.role)
        + (", ".join(line.people), line.outcome, line.why)
        for line in lines
    ]
    columns = ("day", "time", "shift", "role", "who", "outcome", "why")
    return Rows(columns, rows, "The week has no shifts.")


def make_people_rows(people: Sequence[PersonHours]) -> Rows:
    rows = [
        (person.name, *map(count_hours, (person.placed, person.target, person.cap)))
        for person in people
    ]
    return Rows(("name", "hours", "target", "cap"), rows, "The staff list is empty.")


def tell_explanation(explained: WeekExplanation) -> Iterator[str]:
    for shift in explained.shifts:
        yield f"{shift.shift.id}, {shift.title}: {shift.outcome.outcome}, {shift.outcome.why}"
        yield from (f"  {reason.words}" for reason in shift.placed)
        yield from (f"  {words}" for words in shift.wishes)
        for reason in shift.others:
            yield f"  not {reason.name}: {reason.words.removeprefix(f'{reason.name} ')}"
        yield from (f"  to fill it: {option.words}" for option in shift.options)
    yield from (f"Repair: {repair.words}" for repair in explained.repairs)


@timed
def draft(
    services: Services,
    week: WeekOf = None,
    dry_run: Annotated[bool, option("--dry-run", "Only show the draft; keep nothing.")] = False,
    explain: Annotated[bool, option("--explain", "Say why people have a shift, or not.")] = False,
    by: By = "",
) -> Answer:
    """Draft a week from the team's sheets; a manager then approves it.

    For example: belfry rota draft --week 2026-11-16 --dry-run --explain
    """
    from belfry.rota.explaining.explain_week import explain_week

    with showing_progress("Drafting"):
        monday = choose_week(services, week)
        drafted = services.rota.drafts.draft_week(monday, by=by, dry_run=dry_run)
    data = {
        **shape(drafted, "proof", week="monday"),
        "draft": drafted.draft.number if drafted.draft else None,
        "shifts": shape_lines(drafted.lines),
        "people": shape_people(drafted.people),
        "problems": shape_problems(drafted.problems),
        "notes": shape_problems(drafted.notes),
    }
    lines: list[Part] = [make_shift_rows(drafted.lines), make_people_rows(drafted.people)]
    if explain:
        explained = explain_week(drafted.placed, drafted.first, proof=drafted.proof)
        data |= shape_explanation(explained)
        lines += tell_explanation(explained)
    lines.append(f"{_capitalise(str(drafted))}. {drafted.proof}")
    lines += [f"Problem: {place}: {text}" for place, text in drafted.problems]
    lines += [f"Note: {place}: {text}" for place, text in drafted.notes]
    return Answer(data, lines, is_well=not drafted.problems)


def _capitalise(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}"


@timed
def template(services: Services, week: WeekOf = None) -> Answer:
    """Copy the standing pattern into a week's sheet, unless the week has one.

    For example: belfry rota template --week 2026-11-16
    """
    copied = services.rota.drafts.copy_template(choose_week(services, week))
    data = {
        **shape(copied, "why", week="monday", made="is_made"),
        "clashes": shape_all(copied.clashes, "shift_id", "person", why="words"),
        "problems": shape_problems(copied.problems),
    }
    lines = [
        f"{copied}.",
        *(f"{clash.shift_id}: {clash.words}" for clash in copied.clashes),
        *(f"{place}: {text}" for place, text in copied.problems),
    ]
    return Answer(data, lines, is_well=not (copied.why or copied.problems))


Anyway = Annotated[bool, option("--anyway", "Do it although something speaks against it.")]


@timed
def approve(
    services: Services,
    week: WeekOf = None,
    number: DraftNumber = None,
    anyway: Anyway = False,
    by: By = "",
) -> Answer:
    """Approve and publish a week's draft, and notify everyone whose shifts are new.

    For example: belfry rota approve --week 2026-11-16
    """
    monday = choose_week(services, week)
    approved = services.rota.publishing.approve(monday, number, by=by, anyway=anyway)
    data = {
        "week": monday,
        **shape(approved, draft="draft.number", edition="head.edition"),
        "overruled": shape_all(approved.overruled, "rule", "name", "shift_id", "words"),
    }
    outcome = "Everyone whose shifts are new is notified"
    return Answer(data, f"{_capitalise(str(approved))}. {outcome}.")


@timed
def edit(
    services: Services,
    shift: Shift,
    people: Annotated[
        list[str] | None, argument("NAME...", "Who is to have it; without names it is left open.")
    ] = None,
    week: WeekOf = None,
    number: DraftNumber = None,
    anyway: Anyway = False,
    loose: Annotated[bool, option("--loose", "The next draft may change it again.")] = False,
    dry_run: Annotated[bool, option("--dry-run", "Only say which rules it would break.")] = False,
    by: By = "",
) -> Answer:
    """Put exactly these people on a shift of a week's draft; that makes a new draft.

    For example: belfry rota edit --week 2026-11-16 fri-late "Ben Shaw"
    """
    edits = {shift: people or []}
    monday, verb = choose_week(services, week), services.rota.publishing.edit
    if dry_run:
        return _show_preview(verb.preview(monday, edits, draft=number))
    edited = verb(monday, edits, by=by, draft=number, anyway=anyway, is_pinned=not loose)
    broken = [objection.words for objection in edited.overruled]
    return _show_draft(edited.draft, edited.changes, broken=broken)


@timed
def redraft(
    services: Services,
    week: WeekOf = None,
    number: DraftNumber = None,
    because: Annotated[str, option("--because", "Why, for the managers.", "TEXT")] = "",
    by: By = "",
) -> Answer:
    """Draft a week again from its sheets, with few changes; pinned people stay.

    For example: belfry rota redraft --week 2026-11-16 --because "Ana is ill"
    """
    monday = choose_week(services, week)
    redrafted = services.rota.publishing.redraft(monday, by=by, draft=number, because=because)
    problems = redrafted.problems
    for place, text in problems:
        warn(f"{place}: {text}")
    shaped = shape_problems(problems)
    return _show_draft(redrafted.draft, redrafted.changes, is_well=not problems, problems=shaped)


@timed
def fuller(
    services: Services, week: WeekOf = None, number: DraftNumber = None, by: By = ""
) -> Answer:
    """Take the fuller week that was found for a draft, as the next draft.

    For example: belfry rota fuller --week 2026-11-16
    """
    taken = services.rota.publishing.take_fuller(choose_week(services, week), number, by=by)
    return _show_draft(taken.draft, taken.changes)


@timed
def discard(
    services: Services, week: WeekOf = None, number: DraftNumber = None, by: By = ""
) -> Answer:
    """Discard the newest draft of a published week: the published rota stays as it is.

    For example: belfry rota discard --week 2026-11-16
    """
    head = services.rota.publishing.discard(choose_week(services, week), number, by=by)
    data = {"week": head.id, **shape(head, "draft", "published", "edition")}
    return Answer(data, f"Draft {head.published} of the week of {head.id} stays published.")


def _show_preview(seen: PreviewedEdit) -> Answer:
    from belfry.rota.drafts.open_draft import render_change

    broken = [objection.words for objection in seen.broken]
    changes = [render_change(change) for change in seen.changes]
    data = {
        **shape(seen, "notes", week="head.id", draft="head.draft"),
        "broken": broken,
        "changes": changes,
    }
    against = [f"Against it: {words}" for words in broken] or ["No rule is against it."]
    return Answer(data, [*against, *(f"Note: {words}" for words in seen.notes), *changes])


def _show_draft(
    draft: WeekDraft, changes: Sequence[PersonChange], *, is_well: bool = True, **more: Any
) -> Answer:
    from belfry.rota.drafts.open_draft import render_change, render_touched

    rendered = [render_change(change) for change in changes]
    data = {
        **shape(draft, "week", "making", "seats", "filled", draft="number"),
        "touched": [change.name for change in changes],
        "changes": rendered,
        **more,
    }
    filled = f"{draft.filled} of {draft.seats} seats filled"
    week = f"Draft {draft.number} of the week of {draft.week}"
    return Answer(data, [f"{week}: {filled}; {render_touched(changes)}.", *rendered], is_well)


@timed
def hours(services: Services, week: WeekNow = None) -> Answer:
    """Show each person's hours in a published week, and over the last four.

    For example: belfry rota hours --week 2026-11-16
    """
    report = services.rota.reports.find_fairness(choose_this_week(services, week))
    data = {"week": report.starts_on, "people": [_shape_person(person) for person in report.people]}
    columns = ("name", "hours", "target", "cap", "four weeks", "target", "below")
    rows = [
        [person.name, *map(count_hours, (person.placed, person.target, person.cap))]
        + [*map(count_hours, (person.lately.placed, person.lately.target, person.lately.below))]
        for person in report.people
    ]
    return Answer(data, Rows(columns, rows, _say_unpublished(report)))


@timed
def fairness(services: Services, week: WeekNow = None) -> Answer:
    """Show how even a published week is: hours, weekends and nights, and who drifts.

    For example: belfry rota fairness --week 2026-11-16
    """
    report = services.rota.reports.find_fairness(choose_this_week(services, week))
    unloved = {"weekend_shifts": "lately.weekends", "night_shifts": "lately.nights"}
    data = {
        "week": report.starts_on,
        **shape_hours(report, "margin", "spread", "spread_lately"),
        "drifting": [person.name for person in report.drifting],
        "people": [
            {**_shape_person(person), **shape(person, **unloved)} for person in report.people
        ],
    }
    return Answer(data, _tell(report) if report.people else _say_unpublished(report))


def feed(
    services: Services,
    person: Annotated[str, colleague("Whose shifts.")],
    new: NewLink = False,
    end: EndFeed = False,
    by: By = "",
) -> Answer:
    """Show the link by which a person's calendar follows their shifts; create it if there is none.

    For example: belfry rota feed "Ana Diaz"
    """
    from belfry.rota.requests.requests import feed_path

    share = services.rota.reports.share_feed
    if end:
        return end_feed(lambda: share.end(person, by=by), new=new)
    feed = share(person, by=by, is_new=new)
    return show_link(services, feed_path(feed.token), feed.made_at, person=feed.person)


def _shape_person(person: PersonFairness) -> dict[str, Any]:
    lately = person.lately
    return {
        "name": person.name,
        **shape_hours(person, **HOURS),
        "lately": {
            "weeks": lately.weeks,
            **shape_hours(
                lately, hours_placed="placed", hours_target="target", hours_below="below"
            ),
        },
    }


def _tell(report: Fairness) -> str:
    from belfry.rota.reports.fairness import (
        render_drift,
        render_lately,
        render_week_hours,
        sort_people,
    )
    from belfry.rota.shift_words import render_hours

    apart = f"This week people are {render_hours(report.spread)} apart against their targets"
    lately = f"over four weeks {render_hours(report.spread_lately)}"
    lines = [f"{render_drift(report.people, report.margin)}.", f"{apart}, {lately}."]
    for person in sort_people(report.people):
        hours = f"{render_week_hours(person)}; over four weeks {render_lately(person)}"
        lines.append(f"- {person.name}: {hours}")
    return "\n".join(lines)


def _say_unpublished(report: Fairness) -> str:
    return f"The week of {report.starts_on} is not published."


@timed
def publish(services: Services, week: WeekOf = None) -> Answer:
    """Show what became of each person's message about a week; approving a draft publishes it.

    For example: belfry rota publish --week 2026-11-16
    """
    monday = choose_week(services, week)
    status = services.rota.publishing.status(monday)
    head, people = status.head, status.people
    names = ("shifts", "edition", "state", "why", "channel", "sent_at")
    data = {
        "week": monday,
        **shape(head, "edition", "published_at", "published_by", draft="published"),
        "people": shape_all(people, *names, name="person", message="message_id"),
    }
    columns = ("name", "shifts", "message", "why", "by")
    rows = [
        (person.person, person.shifts, person.state, person.why, person.channel)
        for person in people
    ]
    lines: list[Part] = [
        Rows(columns, rows, "No messages are queued yet."),
        f"Draft {head.published} is edition {head.edition}, published by {head.published_by}.",
    ]
    if not status.is_all_in_line:
        lines.append("Not all messages are queued yet; the relay queues them within a minute.")
    return Answer(data, lines)


@timed
def resend(
    services: Services,
    person: Annotated[str, colleague("Whose week.")],
    week: WeekOf = None,
    by: By = "",
) -> Answer:
    """Send a person their whole week again, with all invitations.

    For example: belfry rota resend --week 2026-11-16 "Ana Diaz"
    """
    monday = choose_week(services, week)
    message = services.rota.publishing.resend(monday, person, by=by)
    data = {"week": monday, "person": message.person, "message": message.id}
    return Answer(data, f"{message.person} is sent their week again ({message.id}).")
