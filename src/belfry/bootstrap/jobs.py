"""Wire the use cases of the jobs room."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from zoneinfo import ZoneInfo

from belfry.bootstrap.channels import list_two_way
from belfry.bootstrap.messaging import build_queue
from belfry.bootstrap.ports import Ports
from belfry.jobs.board.edit_jobs import EditBoard
from belfry.jobs.board.poll_board import CloseMissing, PollBoard
from belfry.jobs.board.show_board import FindSlips, ListJobs, ShowBoard, ShowJob
from belfry.jobs.customers.customers import OpenPages, RenewPage, SetConsent, ShowCustomer
from belfry.jobs.customers.personal_data import ExportCustomer, ForgetCustomer
from belfry.jobs.customers.replies import Replies
from belfry.jobs.customers.show_tracking import ShowTracking
from belfry.jobs.photos.gather_photos import GatherPhotos
from belfry.jobs.photos.photos import EditPhotos
from belfry.jobs.settings.read_shop import ReadShop
from belfry.jobs.updates.phrase_updates import PhraseUpdates
from belfry.jobs.updates.suggest_wordings import AnswerWording, ListWordings, SuggestWordings
from belfry.jobs.updates.sweep_jobs import ChaseJob, FindStuck, ForeseeChases, SweepJobs, Swept
from belfry.jobs.updates.tell_news import CorrectJob, TellNews
from belfry.jobs.updates.write_updates import GatherUpdates, WriteUpdates
from belfry.messaging.contacts import ChangeConsent
from belfry.settings import Settings
from belfry.workspace.data_problems import KeepDataProblems
from belfry.workspace.docs import ReadDoc
from belfry.workspace.people import FindTeam
from belfry.workspace.tables import ReadTable


@dataclass(frozen=True, kw_only=True)
class JobsRoom:
    read_shop: ReadShop
    poll_board: PollBoard
    sweep: SweepJobs
    tell_news: TellNews
    write_updates: WriteUpdates
    correct: CorrectJob
    close_missing: CloseMissing
    list_jobs: ListJobs
    show_job: ShowJob
    show_board: ShowBoard
    board: EditBoard
    find_slips: FindSlips
    find_stuck: FindStuck
    chase: ChaseJob
    foresee_chases: ForeseeChases
    photos: EditPhotos
    gather_photos: GatherPhotos
    replies: Replies
    customers: CustomerServices
    wordings: WordingServices

    def sweep_daily(self) -> Swept:
        """Sweep, then ask the model for wordings if the settings have changed."""
        swept = self.sweep()
        self.wordings.suggest.ask_after_changes()
        return swept


def build_jobs(settings: Settings, ports: Ports) -> JobsRoom:
    p = ports
    read_table = ReadTable(folder=p.folder, versions=p.versions, clock=p.clock)
    read_doc = ReadDoc(p.store, p.folder, p.clock)
    read_shop = ReadShop(read_doc, ZoneInfo(settings.timezone), settings.country)
    keep_data_problems = KeepDataProblems(p.store, p.data_problems, p.clock)
    find_team = FindTeam(read_table, settings.country, settings.admin)
    customers = build_customers(p, read_shop, read_table)
    queue = build_queue(ports)
    photos = EditPhotos(
        store=p.store,
        photos=p.photos,
        blobs=p.blobs,
        image_processor=p.image_processor,
        clock=p.clock,
        crash_points=p.crash_points,
        read_shop=read_shop,
    )
    poll_board = PollBoard(
        p.store,
        p.jobs,
        p.clock,
        p.crash_points,
        p.folder,
        read_shop,
        read_table,
        keep_data_problems,
        settings.country,
    )
    return JobsRoom(
        read_shop=read_shop,
        poll_board=poll_board,
        board=EditBoard(
            store=p.store,
            open_jobs=p.open_jobs,
            folder=p.folder,
            versions=p.versions,
            clock=p.clock,
            read_shop=read_shop,
            read_table=read_table,
            poll_board=poll_board,
        ),
        sweep=SweepJobs(p.store, p.jobs, p.messages, p.clock, p.crash_points, read_shop),
        tell_news=TellNews(p.store, queue, customers.open_pages),
        write_updates=build_updates(settings, p, read_shop, find_team),
        correct=CorrectJob(p.store, p.clock),
        close_missing=CloseMissing(p.store, p.jobs, p.clock, read_table),
        list_jobs=ListJobs(p.jobs, p.open_jobs, p.messages),
        show_board=ShowBoard(p.open_jobs, p.photos, p.messages, p.clock, read_shop, p.store),
        find_slips=FindSlips(p.store, p.jobs),
        find_stuck=FindStuck(p.jobs, p.clock, read_shop),
        chase=ChaseJob(p.store, p.messages, p.clock),
        show_job=ShowJob(p.store, p.jobs, p.messages),
        foresee_chases=ForeseeChases(p.jobs, p.clock, read_shop),
        photos=photos,
        gather_photos=GatherPhotos(p.jobs, p.folder, photos, keep_data_problems),
        replies=Replies(
            store=p.store,
            customers=p.customers,
            jobs=p.jobs,
            messages=p.messages,
            queue_message=queue,
            secrets=p.secrets,
            clock=p.clock,
            country=settings.country,
        ),
        customers=customers,
        wordings=build_wordings(settings, p, read_shop),
    )


def build_updates(
    settings: Settings,
    ports: Ports,
    read_shop: ReadShop,
    find_team: Callable[[], frozenset[str]],
) -> WriteUpdates:
    p = ports
    return WriteUpdates(
        p.store,
        p.jobs,
        read_shop,
        GatherUpdates(p.store, p.photos, p.blobs, settings.public_url or ""),
        settings.admin,
        find_team,
        two_way=list_two_way(settings),
        phrase=_build_phrase(settings, ports),
    )


def _build_phrase(settings: Settings, ports: Ports) -> PhraseUpdates | None:
    if ports.phraser is None:
        return None
    return PhraseUpdates(ports.store, ports.clock, ports.phraser, _model_timeout(settings))


def _model_timeout(settings: Settings) -> timedelta:
    return timedelta(seconds=settings.model.within_seconds)


@dataclass(frozen=True, kw_only=True)
class WordingServices:
    list: ListWordings
    suggest: SuggestWordings
    answer: AnswerWording


def build_wordings(settings: Settings, ports: Ports, read_shop: ReadShop) -> WordingServices:
    p, within = ports, _model_timeout(settings)
    return WordingServices(
        list=ListWordings(p.store, read_shop),
        suggest=SuggestWordings(p.store, p.clock, read_shop, p.phraser, within),
        answer=AnswerWording(p.store, p.clock, read_shop),
    )


@dataclass(frozen=True, kw_only=True)
class CustomerServices:
    show: ShowCustomer
    show_tracking: ShowTracking
    open_pages: OpenPages
    renew_page: RenewPage
    change_consent: ChangeConsent
    set_consent: SetConsent
    export: ExportCustomer
    forget: ForgetCustomer


def build_customers(ports: Ports, read_shop: ReadShop, read_table: ReadTable) -> CustomerServices:
    p = ports
    change_consent = ChangeConsent(p.store, p.secrets, p.clock, p.customers.find_contact)
    return CustomerServices(
        show=ShowCustomer(p.store),
        show_tracking=ShowTracking(
            p.store, p.jobs, p.customers, p.photos, p.blobs, p.clock, read_shop
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
            blobs=p.blobs,
        ),
        forget=ForgetCustomer(
            store=p.store,
            customers=p.customers,
            messages=p.messages,
            photos=p.photos,
            blobs=p.blobs,
            folder=p.folder,
            versions=p.versions,
            read_table=read_table,
            clock=p.clock,
        ),
    )
