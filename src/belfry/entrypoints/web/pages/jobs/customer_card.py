"""A job's customer as the shop sees them: their link as a picture to scan, their yes or no."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import segno

from belfry.jobs.jobs import page_path

if TYPE_CHECKING:
    from belfry.bootstrap import Services
    from belfry.jobs.customers.customers import CustomerShown


@dataclass(frozen=True, slots=True)
class Card:
    """`path` leads to the customer's page from here and `link` from anywhere; empty if not."""

    customer: CustomerShown
    path: str
    link: str

    @property
    def picture(self) -> str:
        """The link as a square that phones can read, drawn for light paper whatever the theme."""
        drawn = segno.make(self.link, error="m", micro=False)
        return drawn.svg_inline(
            omitsize=True, border=4, dark="#000", light="#fff", svgclass="qr", lineclass=None
        )


def find_card(services: Services, job_id: str) -> Card:
    customer = services.jobs.customers.show(job_id)
    path = page_path(customer.page.token) if customer.page else ""
    house = services.settings.public_url
    return Card(customer, path, f"{house}{path}" if house and path else "")
