"""What the shop may do for a job's customer: a link, a card to hand over, their yes or no."""

from __future__ import annotations

from fastapi import APIRouter, Response

from belfry.entrypoints.web.pages.addresses import parse_name
from belfry.entrypoints.web.pages.jobs.customer_card import find_card
from belfry.entrypoints.web.pages.jobs.job_list import find_shop
from belfry.entrypoints.web.pages.jobs.job_page import JobName
from belfry.entrypoints.web.pages.routes import PageRoute
from belfry.entrypoints.web.pages.visits import Answerer, Looker
from belfry.jobs.updates.language import ENGLISH, load_language
from belfry.jobs.updates.names import name_item, shorten_item
from belfry.kernel.errors import InputError
from belfry.messaging.contacts import NO, UNSAID, YES

router = APIRouter(route_class=PageRoute)

ANSWERS = {"yes": YES, "no": NO, "unknown": UNSAID}


@router.get("/jobs/{name}/card")
def show_card(visit: Looker, name: JobName) -> Response:
    card = find_card(visit.services, parse_name(name))
    shop = find_shop(visit)
    language = shop.language if shop else load_language(ENGLISH)
    return visit.show(
        "card.html",
        shop=shop.name if shop else visit.services.settings.name,
        card=card,
        job=card.customer.job,
        item=name_item(shorten_item(card.customer.job.item, language), language),
    )


@router.post("/jobs/{name}/link")
def renew_link(visit: Answerer, name: JobName) -> Response:
    visit.services.jobs.customers.renew_page(parse_name(name), by=visit.by)
    return visit.go(f"/jobs/{name}", "new-link")


@router.post("/jobs/{name}/consent")
def set_consent(visit: Answerer, name: JobName) -> Response:
    said = visit.form.get("consent", "")
    if said not in ANSWERS:
        raise InputError(f"expected {', '.join(ANSWERS)}", field="consent")
    visit.services.jobs.customers.set_consent(parse_name(name), ANSWERS[said], by=visit.by)
    return visit.go(f"/jobs/{name}", f"consent-{said}")
