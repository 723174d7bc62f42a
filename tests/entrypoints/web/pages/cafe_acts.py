"""Every act of the rota that a page offers, and what it takes."""

from __future__ import annotations

from datetime import date

from tests.contracts.shop_books import a_message
from tests.entrypoints.web.pages.apps import App
from tests.entrypoints.web.pages.asking import Asking
from tests.entrypoints.web.pages.cafes import PAGE, WEEK, Cafe
from tests.entrypoints.web.pages.shop_acts import Act

from belfry.rota.messages.message_links import LinkTo
from belfry.rota.requests.requests import LinkKind

MINE, REQUESTS = "/rota/mine", "/rota/requests"
FRIDAY = {"week": WEEK, "shift": "fri-early", "kind": "cover"}
AWAY = {"first_on": "2026-12-01", "last_on": "2026-12-02"}
ANA, CARA, EVE, MARIA = (
    "ana@example.com",
    "cara@example.com",
    "eve@example.com",
    "maria@example.com",
)


def open_cafe(app: App) -> Cafe:
    cafe = Cafe(app)
    cafe.open()
    cafe.go_to()
    return cafe


def publish(app: App) -> Asking:
    asking = Asking(open_cafe(app))
    asking.publish()
    return asking


def stay_open(app: App) -> None:
    open_cafe(app)


def draft(app: App) -> None:
    open_cafe(app).draft()


def publish_week(app: App) -> None:
    publish(app)


def redraft_published(app: App) -> None:
    publish(app)
    app.services.rota.publishing.redraft(date.fromisoformat(WEEK), by="Maria Lopez")


def ask(app: App) -> None:
    publish(app).ask()


def offer(app: App) -> None:
    publish(app).offer()


def open_up(app: App) -> None:
    publish(app).open_up()


def ask_time_off(app: App) -> None:
    publish(app).ask_time_off()


def clash(app: App) -> None:
    publish(app).clash()


def link_draft(app: App) -> str:
    cafe = open_cafe(app)
    cafe.draft()
    cafe.deliver()
    return cafe.link(MARIA)


def link_week(app: App) -> str:
    return publish(app).cafe.link(ANA)


def link_stuck(app: App) -> str:
    """All people asked have declined."""
    asking = publish(app)
    swap = asking.ask()
    for _ in range(2):
        swap = asking.verbs.answer_ask(swap.id, person=swap.asked, is_yes=False, by=swap.asked)
        asking.cafe.deliver()
    return asking.cafe.link(MARIA)


def call_in_sick(app: App) -> None:
    Asking(open_cafe(app)).call_in_sick()


def link_sick_call(app: App) -> str:
    asking = Asking(open_cafe(app))
    asking.call_in_sick()
    return asking.cafe.link(MARIA)


def link_ask(app: App) -> str:
    asking = publish(app)
    asking.ask()
    return asking.cafe.link(EVE)


def link_offer(app: App) -> str:
    asking = publish(app)
    asking.offer()
    return asking.cafe.link(MARIA)


def link_own_ask(app: App) -> str:
    asking = publish(app)
    asking.ask()
    return asking.cafe.link(ANA)


def link_time_off(app: App) -> str:
    asking = publish(app)
    asking.ask_time_off()
    return asking.cafe.link(MARIA)


def link_clash(app: App) -> str:
    asking = publish(app)
    target = LinkTo(LinkKind.CLASH, asking.clash().key)
    wanted = (a_message("m", person="Maria Lopez"), target)
    make = app.services.rota.publishing.write.make_links
    return f"/rota/answer/{make([wanted], app.clock.now())['m']}"


ACTS = {
    "/rota/{monday}/draft": Act(PAGE, stay_open, again="Nothing has changed since the last draft"),
    "/rota/{monday}/approve": Act(PAGE, draft),
    "/rota/{monday}/redraft": Act(PAGE, draft, {"because": "a new rule"}),
    "/rota/{monday}/discard": Act(PAGE, redraft_published),
    "/rota/{monday}/resend": Act(PAGE, publish_week, {"person": "Ana Diaz"}),
    "/rota/{monday}/shifts/{name}/edit": Act(f"{PAGE}/shifts/mon-late/preview?who=Ben+Shaw", draft),
    "/rota/swaps/{name}/agree": Act(REQUESTS, offer),
    "/rota/swaps/{name}/decline": Act(REQUESTS, offer),
    "/rota/swaps/{name}/give": Act(REQUESTS, ask, {"name": "Cara Woods"}),
    "/rota/swaps/{name}/move": Act(REQUESTS, call_in_sick),
    "/rota/swaps/{name}/ask": Act(REQUESTS, ask, {"name": "Cara Woods"}),
    "/rota/swaps/{name}/ask-now": Act(REQUESTS, ask),
    "/rota/swaps/{name}/pass-over": Act(REQUESTS, ask),
    "/rota/swaps/{name}/leave-open": Act(REQUESTS, ask),
    "/rota/time-off/{name}/approve": Act(REQUESTS, ask_time_off),
    "/rota/time-off/{name}/decline": Act(REQUESTS, ask_time_off),
    "/rota/clashes/{name}/free": Act(REQUESTS, clash, {"instead": "Cara Woods"}),
    "/rota/clashes/{name}/hold": Act(REQUESTS, clash),
    "/rota/mine/swap": Act(MINE, publish_week, FRIDAY, who="Ana Diaz"),
    "/rota/mine/feed": Act(
        MINE, publish_week, again="Your calendar has an address.", who="Ana Diaz"
    ),
    "/rota/mine/swaps/{name}/withdraw": Act(MINE, ask, who="Ana Diaz"),
    "/rota/mine/swaps/{name}/answer": Act(MINE, ask, {"answer": "yes"}, who="Eve Long"),
    "/rota/mine/swaps/{name}/take-back": Act(MINE, offer, who="Eve Long"),
    "/rota/open/take": Act("/rota/open", open_up, who="Cara Woods"),
    "/rota/time-off": Act("/rota/time-off", publish_week, AWAY, who="Ben Shaw"),
    "/rota/time-off/{name}/withdraw": Act("/rota/time-off", ask_time_off, who="Ben Shaw"),
    "/rota/answer/{token}/approve": Act("", link_draft, who=""),
    "/rota/answer/{token}/agree": Act("", link_offer, who=""),
    "/rota/answer/{token}/decline": Act("", link_offer, who=""),
    "/rota/answer/{token}/give": Act("", link_stuck, {"name": "Cara Woods"}, who=""),
    "/rota/answer/{token}/move": Act("", link_sick_call, who=""),
    "/rota/answer/{token}/ask": Act("", link_ask, who=""),
    "/rota/answer/{token}/free": Act("", link_clash, who=""),
    "/rota/answer/{token}/hold": Act("", link_clash, who=""),
    "/rota/answer/{token}/swap": Act("", link_week, FRIDAY, who=""),
    "/rota/answer/{token}/withdraw": Act("", link_own_ask, who=""),
    "/rota/answer/{token}/time-off": Act("", link_week, AWAY, who=""),
}
