"""Which use cases a job's customer has: their page, their yes or no, and to be forgotten."""

from __future__ import annotations

from dataclasses import dataclass

from belfry.bootstrap.ports import Ports
from belfry.delivery.change_consent import ChangeConsent
from belfry.desk.read_table import ReadTable
from belfry.jobs.export_customer import ExportCustomer
from belfry.jobs.forget_customer import ForgetCustomer
from belfry.jobs.open_pages import OpenPages
from belfry.jobs.read_shop import ReadShop
from belfry.jobs.renew_page import RenewPage
from belfry.jobs.set_consent import SetConsent
from belfry.jobs.show_customer import ShowCustomer
from belfry.jobs.show_tracking import ShowTracking


@dataclass(frozen=True, kw_only=True)
class OfCustomers:
    show: ShowCustomer
    show_tracking: ShowTracking
    open_pages: OpenPages
    renew_page: RenewPage
    change_consent: ChangeConsent
    set_consent: SetConsent
    export: ExportCustomer
    forget: ForgetCustomer


def build_customers(ports: Ports, read_shop: ReadShop, read_table: ReadTable) -> OfCustomers:
    p = ports
    change_consent = ChangeConsent(p.store, p.secrets, p.clock, p.customers.find_contact)
    return OfCustomers(
        show=ShowCustomer(p.store),
        show_tracking=ShowTracking(
            p.store, p.jobs, p.customers, p.photos, p.shelf, p.clock, read_shop
        ),
        open_pages=OpenPages(p.store, p.secrets, p.clock),
        renew_page=RenewPage(p.store, p.secrets, p.clock),
        change_consent=change_consent,
        set_consent=SetConsent(p.store, change_consent),
        export=ExportCustomer(
            store=p.store,
            jobs=p.jobs,
            customers=p.customers,
            messages=p.messages,
            photos=p.photos,
            shelf=p.shelf,
        ),
        forget=ForgetCustomer(
            store=p.store,
            customers=p.customers,
            messages=p.messages,
            photos=p.photos,
            shelf=p.shelf,
            folder=p.folder,
            versions=p.versions,
            read_table=read_table,
            clock=p.clock,
        ),
    )
