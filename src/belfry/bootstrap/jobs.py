"""Wire the use cases of the jobs room."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from belfry.accounts.change_users import NameDoer
from belfry.accounts.keys import TakenRequests
from belfry.bootstrap.channels import list_two_way
from belfry.bootstrap.messaging import build_queue
from belfry.bootstrap.ports import Ports
from belfry.jobs.board.edit_jobs import EditBoard
from belfry.jobs.board.moves import POLL_JITTER
from belfry.jobs.board.poll_board import PollBoard
from belfry.jobs.board.put_jobs import PutJobs
from belfry.jobs.board.settle_moves import SettleMoves
from belfry.jobs.board.show_board import ListJobs, ShowBoard
from belfry.jobs.customers.customers import EditCustomers
from belfry.jobs.customers.personal_data import PersonalData
from belfry.jobs.customers.replies import Replies
from belfry.jobs.customers.show_tracking import ShowTracking
from belfry.jobs.photos.photos import EditPhotos, GatherPhotos
from belfry.jobs.settings.read_shop import ReadShop
from belfry.jobs.updates.phrase_updates import PhraseUpdates
from belfry.jobs.updates.suggest_wordings import EditWordings
from belfry.jobs.updates.sweep_jobs import SweepJobs, Swept
from belfry.jobs.updates.write_updates import CorrectJob, GatherUpdates, TellNews, WriteUpdates
from belfry.messaging.change_messages import QueueMessage
from belfry.messaging.contacts import ChangeConsent
from belfry.scheduler.triggers import find_next
from belfry.scheduler.workflows import TEAM
from belfry.settings import Settings
from belfry.workspace.docs import ReadDoc
from belfry.workspace.people import FindTeam
from belfry.workspace.tables import KeepDataProblems, ReadTable


@dataclass(frozen=True, kw_only=True)
class JobsRoom:
    read_shop: ReadShop
    poll_board: PollBoard
    sweep: SweepJobs
    tell_news: TellNews
    write_updates: WriteUpdates
    correct: CorrectJob
    list_jobs: ListJobs
    show_board: ShowBoard
    board: EditBoard
    put_jobs: PutJobs
    settle_moves: SettleMoves
    photos: EditPhotos
    gather_photos: GatherPhotos
    replies: Replies
    customers: EditCustomers
    show_tracking: ShowTracking
    personal_data: PersonalData
    wordings: EditWordings

    def sweep_daily(self) -> Swept:
        """Sweep, then ask the model for wordings if the settings have changed."""
        swept = self.sweep()
        self.wordings.ask_after_changes()
        return swept


def build_jobs(settings: Settings, ports: Ports) -> JobsRoom:
    p, country, zone = ports, settings.country, ZoneInfo(settings.timezone)
    queue, within = build_queue(ports), timedelta(seconds=settings.model.within_seconds)
    read_table = ReadTable(folder=p.folder, versions=p.versions, clock=p.clock)
    read_shop = ReadShop(ReadDoc(p.store, p.folder, p.clock), zone, country)
    problems = KeepDataProblems(p.store, p.data_problems, p.clock)
    change_consent = ChangeConsent(p.store, p.secrets, p.clock, p.customers.find_contact)
    customers = EditCustomers(p.store, p.secrets, p.clock, change_consent)
    photos = EditPhotos(
        p.store, p.photos, p.blobs, p.image_processor, p.clock, p.crash_points, read_shop
    )
    gather_photos = GatherPhotos(p.jobs, p.folder, photos, problems)
    poll = build_poll(p, read_shop, read_table, problems, gather_photos, customers)
    board = EditBoard(p.store, p.open_jobs, read_shop, read_table, poll)
    updates = build_updates(settings, p, read_shop, read_table, within)
    find_poll = make_poll_finder(p)
    settle = SettleMoves(p.store, p.open_jobs, p.clock, updates, gather_photos, board, find_poll)
    return JobsRoom(
        read_shop=read_shop,
        poll_board=poll,
        board=board,
        put_jobs=PutJobs(board, p.jobs, TakenRequests(p.store, p.clock)),
        settle_moves=settle,
        sweep=build_sweep(p, read_shop),
        tell_news=TellNews(p.store, queue, customers),
        write_updates=updates,
        correct=CorrectJob(p.store, p.open_jobs, p.messages, p.clock),
        list_jobs=ListJobs(p.store, p.jobs, p.open_jobs, p.messages),
        show_board=ShowBoard(p.open_jobs, p.photos, p.messages, p.clock, read_shop, settle),
        photos=photos,
        gather_photos=gather_photos,
        replies=build_replies(p, queue, country),
        customers=customers,
        show_tracking=ShowTracking(
            p.store, p.jobs, p.customers, p.photos, p.blobs, p.clock, read_shop
        ),
        personal_data=build_personal_data(p, read_table),
        wordings=build_wordings(p, read_shop, within),
    )


def build_replies(p: Ports, queue: QueueMessage, country: str) -> Replies:
    return Replies(p.store, p.customers, p.jobs, p.messages, queue, p.secrets, p.clock, country)


def build_wordings(p: Ports, read_shop: ReadShop, within: timedelta) -> EditWordings:
    name_doer = NameDoer(p.store, p.keys)
    return EditWordings(p.store, name_doer, p.customers, p.clock, read_shop, p.phraser, within)


def build_poll(
    ports: Ports,
    read_shop: ReadShop,
    read_table: ReadTable,
    problems: KeepDataProblems,
    gather_photos: GatherPhotos,
    customers: EditCustomers,
) -> PollBoard:
    p = ports
    return PollBoard(
        p.store,
        p.jobs,
        p.open_jobs,
        p.messages,
        p.clock,
        p.crash_points,
        read_shop,
        read_table,
        problems,
        gather_photos.set_aside,
        customers.plan_page,
    )


def make_poll_finder(ports: Ports) -> Callable[[datetime], datetime]:
    """When the board is read next, from a moment on; that moment if no poll is scheduled."""

    def find_poll(moment: datetime) -> datetime:
        workflow = ports.workflows.find_by_name(TEAM, "poll")
        return (find_next(workflow, moment - POLL_JITTER) if workflow else None) or moment

    return find_poll


def build_sweep(ports: Ports, read_shop: ReadShop) -> SweepJobs:
    p = ports
    return SweepJobs(
        p.store,
        p.jobs,
        p.open_jobs,
        p.messages,
        p.data_problems,
        p.clock,
        p.crash_points,
        read_shop,
    )


def build_updates(
    settings: Settings, ports: Ports, read_shop: ReadShop, read_table: ReadTable, within: timedelta
) -> WriteUpdates:
    p = ports
    return WriteUpdates(
        p.store,
        p.jobs,
        p.messages,
        p.data_problems,
        read_shop,
        GatherUpdates(p.store, p.photos, p.blobs, settings.public_url or ""),
        settings.admin,
        FindTeam(read_table, settings.country, settings.admin),
        two_way=list_two_way(settings),
        phrase=PhraseUpdates(p.store, p.clock, p.phraser, within) if p.phraser else None,
    )


def build_personal_data(ports: Ports, read_table: ReadTable) -> PersonalData:
    p = ports
    return PersonalData(
        store=p.store,
        jobs=p.jobs,
        customers=p.customers,
        messages=p.messages,
        incoming_mails=p.incoming_mails,
        photos=p.photos,
        blobs=p.blobs,
        folder=p.folder,
        versions=p.versions,
        read_table=read_table,
        clock=p.clock,
    )
