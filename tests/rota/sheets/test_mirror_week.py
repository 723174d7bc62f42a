"""Whether the week's sheet says who has which shift, and nothing else in it changes."""

from __future__ import annotations

import pytest
from tests.rota.publishing import MARIA, approve, change, draft, memory_cafe, publish
from tests.rota.teams import MONDAY, WEEK, WEEK_FILE, Team

from belfry.kernel.errors import Temporary
from belfry.rota.sheets.mirror_week import MirroredWeek

NOTE = "change the draft instead"


def told(team: Team) -> list[tuple[str, str]]:
    return [
        (data_problem.place, data_problem.text)
        for data_problem in team.ports.data_problems.list(room=f"rota/{WEEK}")
    ]


def retype(team: Team) -> None:
    """Another person's name in place of Ana's."""
    team.edit(WEEK_FILE, "barista,,1,Ana Diaz,,\nwed", "barista,,1,Cara Woods,,\nwed")


def mirror(team: Team) -> MirroredWeek:
    head = team.head()
    opened = team.rota.drafts.open_draft(head.id, head.published)
    return team.rota.publishing.mirror(head, opened)


def test_names_are_written_as_they_were_published(team: Team) -> None:
    team.write_week(
        "a,Tue,07:00,15:00,barista,,1,,,", "b,Sat,08:00,16:00,,opening,2,Ana Diaz;Dev Patel,,"
    )
    draft(team)
    approve(team)
    team.deliver()
    [name] = team.grid()["a"]
    assert team.read(WEEK_FILE).splitlines()[1:] == [
        f"a,Tue,07:00,15:00,barista,,1,{name},,",
        "b,Sat,08:00,16:00,,opening,2,Ana Diaz;Dev Patel,,",
    ]
    assert told(team) == []


def test_everything_else_in_the_sheet_stays_as_it_was() -> None:
    team = memory_cafe()
    text = "\ufeffDay;From;To;Colour;Who\r\nTue;07:00;15:00;blue;\r\nWed;09:00;17:00;red;\r\n"
    team.write(WEEK_FILE, text)
    draft(team)
    approve(team)
    team.deliver()
    tue, wed = (people[0] for people in team.grid().values())
    assert team.read(WEEK_FILE) == (
        f"\ufeffDay;From;To;Colour;Who\r\nTue;07:00;15:00;blue;{tue}\r\n"
        f"Wed;09:00;17:00;red;{wed}\r\n"
    )


def test_column_that_is_missing_is_added() -> None:
    team = memory_cafe()
    team.write(WEEK_FILE, "day,start,end\nTue,07:00,15:00\n")
    draft(team)
    approve(team)
    team.deliver()
    [people] = team.grid().values()
    assert team.read(WEEK_FILE) == f"day,start,end,assigned_to\nTue,07:00,15:00,{people[0]}\n"


def test_new_edition_is_written_over_the_old_one_without_a_word() -> None:
    team = memory_cafe()
    publish(team)
    change(team, tue_early=("Cara Woods",))
    assert "tue-early,Tue,07:00,15:00,barista,,1,Cara Woods,," in team.read(WEEK_FILE)
    assert told(team) == []


def test_name_that_somebody_typed_meanwhile_is_written_over_and_told() -> None:
    team = memory_cafe()
    draft(team)
    approve(team)
    retype(team)
    team.deliver()
    assert "tue-early,Tue,07:00,15:00,barista,,1,Ana Diaz,," in team.read(WEEK_FILE)
    [(place, text)] = told(team)
    assert place == f"{WEEK_FILE} line 4, column assigned_to"
    assert text == f"said 'Cara Woods'; it says Ana Diaz again, as published: {NOTE}"


def test_what_was_told_is_over_after_a_day() -> None:
    team = memory_cafe()
    publish(team)
    retype(team)
    assert (team.rota.publishing.put_right(), len(told(team))) == (
        "1 cell put right in the weeks' sheets",
        1,
    )
    assert (team.rota.publishing.put_right(), len(told(team))) == ("", 1)
    team.go(hours=25)
    assert (team.rota.publishing.put_right(), told(team)) == ("", [])


def test_what_was_told_is_over_when_the_week_is() -> None:
    team = memory_cafe()
    publish(team)
    retype(team)
    mirror(team)
    team.go(days=11)
    retype(team)
    assert (team.rota.publishing.put_right(), told(team)) == ("", [])


def test_name_typed_over_a_published_one_is_put_right_with_the_next_look() -> None:
    team = memory_cafe()
    publish(team)
    retype(team)
    assert team.run("sync").endswith("1 cell put right in the weeks' sheets")
    assert "tue-early,Tue,07:00,15:00,barista,,1,Ana Diaz,," in team.read(WEEK_FILE)


def test_name_that_somebody_pins_is_left_for_the_next_draft() -> None:
    team = memory_cafe()
    publish(team)
    team.edit(WEEK_FILE, "barista,,1,Ana Diaz,,\nwed", "barista,,1,Cara Woods,yes,\nwed")
    assert team.rota.publishing.put_right() == ""
    team.rota.publishing.redraft(MONDAY, by=MARIA)
    assert team.grid()["tue-early"] == ("Cara Woods",)


def test_draft_that_is_not_published_is_not_written_into_the_sheet() -> None:
    team = memory_cafe()
    before = team.read(WEEK_FILE)
    draft(team)
    assert (team.rota.publishing.put_right(), team.read(WEEK_FILE)) == ("", before)


def test_busy_sheet_is_put_right_another_time() -> None:
    team = memory_cafe()
    publish(team)
    retype(team)
    team.folder.busy.add(WEEK_FILE)
    assert team.rota.publishing.put_right() == ""
    team.folder.busy.clear()
    assert team.rota.publishing.put_right() == "1 cell put right in the weeks' sheets"


def test_two_rows_that_cannot_be_told_apart_are_left_alone_and_told() -> None:
    team = memory_cafe()
    team.write(WEEK_FILE, "day,start,end,assigned_to\nTue,07:00,15:00,\nTue,07:00,15:00,\n")
    draft(team)
    approve(team)
    team.deliver()
    assert [place for place, _ in told(team)] == [WEEK_FILE, WEEK_FILE]
    assert all("there are several rows for" in text for _, text in told(team))


def test_shift_that_left_the_sheet_is_passed_over() -> None:
    team = memory_cafe()
    draft(team)
    approve(team)
    team.edit(WEEK_FILE, "tue-early,Tue,07:00,15:00,barista,,1,Ana Diaz,,\n", "")
    team.deliver()
    assert told(team) == []


def test_team_that_took_the_sheet_away_has_none_to_be_written_into() -> None:
    team = memory_cafe()
    publish(team)
    team.remove(WEEK_FILE)
    assert mirror(team) == MirroredWeek()


def test_sheet_that_cannot_be_read_is_written_later() -> None:
    team = memory_cafe()
    publish(team)
    team.write(WEEK_FILE, "nothing of the kind\n")
    with pytest.raises(Temporary, match="cannot be written into now"):
        mirror(team)


def test_shift_left_to_nobody_is_blank_in_the_sheet() -> None:
    team = memory_cafe()
    publish(team)
    team.rota.publishing.edit(MONDAY, {"tue-early": []}, by=MARIA)
    approve(team)
    team.deliver()
    assert "tue-early,Tue,07:00,15:00,barista,,1,,," in team.read(WEEK_FILE)
