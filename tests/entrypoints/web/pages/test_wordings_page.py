"""Whether the page of wordings shows each kind of message, and what is decided there counts."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.entrypoints.web.pages.apps import App, Visitor, open_app
from tests.entrypoints.web.pages.benches import Bench
from tests.entrypoints.web.pages.found_forms import list_forms
from tests.entrypoints.web.pages.reading import read
from tests.services.model_endpoint import ModelEndpoint
from tests.services.openai_endpoint import serving_openai
from tests.services.shaped_databases import settle_in

from belfry.accounts.users import Role
from belfry.entrypoints.web.pages.jobs.wordings import split_marks
from belfry.jobs.updates.suggest_wordings import ShownWording
from belfry.jobs.updates.wordings import Kind

PAGE = "/jobs/wordings"
READY = "moved/ready"
HI = "Hi {name}, {your_item} is ready to collect."
NEWS = "Good news: {your_item} is waiting for you. You can see it here: {link}"
MINE = "{name}, {your_item} is ready and waiting."


@pytest.fixture
def model() -> Iterator[ModelEndpoint]:
    """It suggests two wordings, whatever it is asked."""
    with serving_openai() as endpoint:
        endpoint.say_json({"wordings": [HI, NEWS]})
        yield endpoint


@pytest.fixture
def app(tmp_path: Path, model: ModelEndpoint) -> Iterator[App]:
    """An app whose settings name that model."""
    settings = {"provider": "openai", "name": "small", "url": f"{model.url}/v1"}
    with open_app(settle_in(tmp_path), model=settings) as app:
        yield app


def ask(bench: Bench) -> None:
    """The model suggests wordings for `moved/ready`."""
    bench.open()
    suggest = bench.app.services.jobs.wordings.suggest
    suggest([Kind("moved", "ready")], by="terminal")


def find(app: App, text: str) -> ShownWording:
    kinds = app.services.jobs.wordings.list_all()
    return next(
        wording for kind in kinds for wording in kind.wordings if wording.wording.text == text
    )


def text_of(visitor: Visitor, path: str = PAGE) -> str:
    return read(visitor.get(path).text).text


def decide(visitor: Visitor, app: App, act: str, wording: str = HI, **form: str) -> str:
    """Where it leads to."""
    sent = {"kind": READY, "id": find(app, wording).wording.id, **form}
    answer = visitor.submit(PAGE, f"{PAGE}/{act}", sent)
    assert answer.status_code == 303
    return str(answer.headers["location"])


def test_every_kind_has_its_plain_words(bench: Bench, manager: Visitor) -> None:
    bench.open()
    text = text_of(manager)
    kinds = bench.app.services.jobs.wordings.list_all()
    assert [str(kind.kind) for kind in kinds if str(kind.kind) not in text] == []
    assert (
        "When a job comes to “ready” moved/ready Suggest wordings In plain words used On a phone"
        " Good news: your blue bike is ready to collect."
    ) in text
    assert "Nothing waits for you." in text


def test_pages_of_the_jobs_lead_to_the_wordings(bench: Bench, staff: Visitor) -> None:
    bench.open()
    for path in ("/jobs", "/jobs?as=list"):
        assert PAGE in read(staff.get(path).text).links


def test_own_line_is_shown_and_said_to_be_used(bench: Bench, manager: Visitor) -> None:
    bench.open('Say when ready: "Come and get {your_item}."')
    text = text_of(manager)
    assert "Your own line used Come and get {your_item}. It comes first" in text
    assert "In plain words On a phone Good news: your blue bike is ready" in text


def test_suggestions_come_first_with_marked_words(bench: Bench, manager: Visitor) -> None:
    ask(bench)
    page = manager.get(PAGE).text
    text = read(page).text
    assert "One kind of message waits for you." in text
    assert text.index("moved/ready") < text.index("back/received")
    assert "suggested by small On a phone Hi Maya, your blue bike is ready to collect ." in text
    assert "your blue bike is <mark>ready</mark> to <mark>collect</mark>." in page


def test_marks_are_whole_words_in_any_case() -> None:
    pieces = list(split_marks("Ready, already done.", {"ready", "done"}))
    assert [piece for piece, is_marked in pieces if is_marked] == ["Ready", "done"]
    assert "".join(piece for piece, _ in pieces) == "Ready, already done."


def test_wordings_are_asked_for_kind_by_kind_or_all(
    bench: Bench, app: App, manager: Visitor, model: ModelEndpoint
) -> None:
    bench.open()
    answer = manager.submit(PAGE, f"{PAGE}/suggest", {"kind": READY})
    assert answer.headers["location"] == f"{PAGE}?kind=moved%2Fready&done=wordings-suggested"
    assert len(model.questions) == 1
    assert "The model was asked." in text_of(manager, answer.headers["location"])
    manager.submit(PAGE, f"{PAGE}/suggest", {"kind": ""})
    kinds = app.services.jobs.wordings.list_all()
    assert len(model.questions) == 1 + len(kinds)
    assert f"{len(kinds)} kinds of messages wait for you." in text_of(manager)


def test_question_sent_twice_is_asked_once(
    bench: Bench, manager: Visitor, model: ModelEndpoint
) -> None:
    bench.open()
    forms = [form for form in list_forms(manager.get(PAGE).text) if form.path == f"{PAGE}/suggest"]
    for _ in range(2):
        assert manager.post(forms[1].path, forms[1].fields).status_code == 303
    assert len(model.questions) == 1


def test_trouble_of_the_model_is_told(bench: Bench, manager: Visitor, model: ModelEndpoint) -> None:
    bench.open()
    model.say_json({"wordings": ["{your_item} is ready at 5."]})
    answer = manager.submit(PAGE, f"{PAGE}/suggest", {"kind": READY})
    text = text_of(manager, answer.headers["location"])
    assert "The model was asked, and nothing new came of it." in text
    assert "last answer 1 refused:" in text


def test_wording_is_approved_and_taken_out_of_use_again(
    bench: Bench, app: App, manager: Visitor
) -> None:
    ask(bench)
    place = decide(manager, app, "approve")
    assert place == f"{PAGE}?kind=moved%2Fready&done=wording-approved"
    text = text_of(manager, place)
    assert "Approved. From now on messages of this kind may be told in these words." in text
    assert "Approved approved by Max, today 12:00 On a phone Hi Maya, your blue bike" in text
    assert find(app, HI).is_used
    text = text_of(manager, decide(manager, app, "decline"))
    assert "Declined. It is not used. Wordings" in text
    assert f"Declined (1) {HI} Declined by Max, today 12:00" in text
    assert not find(app, HI).is_used


def test_edited_words_are_approved_in_place_of_the_suggestion(
    bench: Bench, app: App, manager: Visitor
) -> None:
    ask(bench)
    decide(manager, app, "edit", text=MINE)
    assert (find(app, MINE).is_used, find(app, HI).wording.state) == (True, "declined")
    assert find(app, MINE).wording.by == "user/1"


def test_words_of_ones_own_are_added(bench: Bench, app: App, manager: Visitor) -> None:
    bench.open()
    answer = manager.submit(PAGE, f"{PAGE}/edit", {"kind": READY, "text": MINE})
    assert answer.headers["location"].endswith("done=wording-approved")
    assert find(app, MINE).is_used


@pytest.mark.parametrize("has_id", [True, False], ids=["a suggestion", "one's own"])
def test_refused_words_stand_in_their_form_with_the_reason(
    bench: Bench, app: App, manager: Visitor, has_id: bool
) -> None:
    ask(bench)
    form = {"kind": READY, "text": "{your_item} is ready at 5 <b>."}
    form |= {"id": find(app, HI).wording.id} if has_id else {}
    answer = manager.submit(PAGE, f"{PAGE}/edit", form)
    assert answer.status_code == 422
    (error,) = read(answer.text).errors.values()
    assert "5" in error
    again = [form for form in list_forms(answer.text) if form.path == f"{PAGE}/edit"]
    typed = [edited.fields.get("id") for edited in again if edited.fields["text"] == form["text"]]
    assert typed == [form.get("id")]


def test_second_one_is_told_who_was_first(
    bench: Bench, app: App, manager: Visitor, owner: Visitor
) -> None:
    ask(bench)
    form = {"kind": READY, "id": find(app, HI).wording.id}
    owner.submit(PAGE, f"{PAGE}/approve", form)
    answer = manager.submit(PAGE, f"{PAGE}/approve", form)
    assert answer.status_code == 409
    assert "Nothing was changed. Olive has approved it already." in read(answer.text).text


def test_typed_words_are_given_back_when_their_wording_is_gone(
    bench: Bench, app: App, manager: Visitor
) -> None:
    ask(bench)
    answer = manager.submit(PAGE, f"{PAGE}/edit", {"kind": READY, "id": "gone", "text": MINE})
    assert answer.status_code == 404
    assert (
        "Nothing was changed. There is no wording 'gone' for moved/ready." in read(answer.text).text
    )
    own = [form for form in list_forms(answer.text) if form.fields.get("text") == MINE]
    assert [form.fields.get("id") for form in own] == [None]


def test_typed_words_are_given_back_when_their_kind_is_gone(bench: Bench, manager: Visitor) -> None:
    ask(bench)
    answer = manager.submit(PAGE, f"{PAGE}/edit", {"kind": "moved/gone", "text": MINE})
    assert answer.status_code == 404
    text = read(answer.text).text
    assert "There is no kind of message 'moved/gone'" in text
    assert f"should you still need it. {MINE}" in text


def test_kind_that_is_gone_is_not_asked_for(
    bench: Bench, manager: Visitor, model: ModelEndpoint
) -> None:
    bench.open()
    answer = manager.submit(PAGE, f"{PAGE}/suggest", {"kind": "moved/gone"})
    assert (answer.status_code, model.questions) == (404, [])


def test_staff_may_look_and_have_no_buttons(bench: Bench, app: App, staff: Visitor) -> None:
    ask(bench)
    page = read(staff.get(PAGE).text)
    assert "Hi Maya, your blue bike is ready" in page.text
    assert [action for action in page.actions if action.startswith(PAGE)] == []


def test_page_says_how_to_set_a_model_where_there_is_none(tmp_path: Path) -> None:
    with open_app(settle_in(tmp_path / "plain")) as app:
        Bench(app).open()
        manager = app.visitor(app.take_in("Max", Role.MANAGER))
        assert "No model is set that could suggest wordings" in text_of(manager)
        assert f"{PAGE}/suggest" not in read(manager.get(PAGE).text).actions
        answer = manager.submit(PAGE, f"{PAGE}/suggest", {"kind": READY})
        assert answer.status_code == 409
        assert "There is no model to ask" in read(answer.text).text


def test_app_without_a_shop_says_so(app: App, manager: Visitor) -> None:
    assert "No shop yet" in text_of(manager)
    answer = manager.submit(PAGE, f"{PAGE}/approve", {"kind": READY, "id": "x"})
    assert answer.status_code in (404, 422)


def test_trail_says_who_decided_what(bench: Bench, app: App, manager: Visitor) -> None:
    ask(bench)
    decide(manager, app, "approve")
    text = text_of(manager, "/audit")
    assert "Max approved one of the wordings for moved/ready" in text
    assert "The terminal asked a model for the wordings for moved/ready" in text


def test_today_counts_the_kinds_that_wait(bench: Bench, app: App, manager: Visitor) -> None:
    ask(bench)
    page = read(manager.get("/").text)
    assert "wordings One kind of message has wordings waiting for your approval" in page.text
    assert PAGE in page.links
    for text in (HI, NEWS):
        decide(manager, app, "approve", text)
    assert "waiting for your approval" not in text_of(manager, "/")


def test_today_says_that_the_voice_has_changed(bench: Bench, app: App, manager: Visitor) -> None:
    ask(bench)
    for text in (HI, NEWS):
        decide(manager, app, "approve", text)
    settings = bench.folder / "settings.txt"
    settings.write_text(settings.read_text().replace("warm and brief", "dry and short"))
    assert "The voice has changed: ask for new wordings" in text_of(manager, "/")
    assert "voice changed The approved wordings were made for another voice" in text_of(manager)


def test_today_of_staff_says_nothing_of_wordings(bench: Bench, staff: Visitor) -> None:
    ask(bench)
    assert "wordings" not in text_of(staff, "/")


def test_what_a_model_writes_is_only_words(
    bench: Bench, app: App, manager: Visitor, model: ModelEndpoint
) -> None:
    model.say_json({"wordings": ["Hi {name}, {your_item} is <script>alert(1)</script> ready."]})
    ask(bench)
    page = manager.get(PAGE).text
    assert "<script>alert" not in page
