"""Which use cases the room of jobs has."""

from __future__ import annotations

from dataclasses import dataclass
from zoneinfo import ZoneInfo

from belfry.bootstrap.board_acts import OfBoard, build_board
from belfry.bootstrap.customers import OfCustomers, build_customers
from belfry.bootstrap.delivery import build_queue
from belfry.bootstrap.photos import OfPhotos, build_photos
from belfry.bootstrap.ports import Ports
from belfry.bootstrap.replies import OfReplies, build_replies
from belfry.bootstrap.updates import OfWordings, build_updates, build_wordings
from belfry.desk.find_team import FindTeam
from belfry.desk.keep_troubles import KeepTroubles
from belfry.desk.read_doc import ReadDoc
from belfry.desk.read_table import ReadTable
from belfry.jobs.chase_job import ChaseJob
from belfry.jobs.close_missing import CloseMissing
from belfry.jobs.correct_job import CorrectJob
from belfry.jobs.find_slips import FindSlips
from belfry.jobs.find_stuck import FindStuck
from belfry.jobs.foresee_chases import ForeseeChases
from belfry.jobs.list_jobs import ListJobs
from belfry.jobs.read_shop import ReadShop
from belfry.jobs.show_board import ShowBoard
from belfry.jobs.show_job import ShowJob
from belfry.jobs.sweep_jobs import SweepJobs, Swept
from belfry.jobs.tell_news import TellNews
from belfry.jobs.watch_board import WatchBoard
from belfry.jobs.write_updates import WriteUpdates
from belfry.settings import Settings


@dataclass(frozen=True, kw_only=True)
class JobsRoom:
    read_shop: ReadShop
    watch_board: WatchBoard
    sweep: SweepJobs
    tell_news: TellNews
    write_updates: WriteUpdates
    correct: CorrectJob
    close_missing: CloseMissing
    list_jobs: ListJobs
    show_job: ShowJob
    show_board: ShowBoard
    board: OfBoard
    find_slips: FindSlips
    find_stuck: FindStuck
    chase: ChaseJob
    foresee_chases: ForeseeChases
    photos: OfPhotos
    replies: OfReplies
    customers: OfCustomers
    wordings: OfWordings

    def sweep_daily(self) -> Swept:
        """The sweep; then the model is asked for wordings if the settings have changed."""
        swept = self.sweep()
        self.wordings.suggest.ask_after_changes()
        return swept


def build_jobs(settings: Settings, ports: Ports) -> JobsRoom:
    p = ports
    read_table = ReadTable(folder=p.folder, versions=p.versions, clock=p.clock)
    read_doc = ReadDoc(p.store, p.folder, p.clock)
    read_shop = ReadShop(read_doc, ZoneInfo(settings.timezone), settings.country)
    keep_troubles = KeepTroubles(p.store, p.troubles, p.clock)
    find_team = FindTeam(read_table, settings.country, settings.admin)
    customers = build_customers(p, read_shop, read_table)
    watch_board = WatchBoard(
        p.store,
        p.jobs,
        p.clock,
        p.steps,
        p.folder,
        read_shop,
        read_table,
        keep_troubles,
        settings.country,
    )
    return JobsRoom(
        read_shop=read_shop,
        watch_board=watch_board,
        board=build_board(p, read_shop, read_table, watch_board),
        sweep=SweepJobs(p.store, p.jobs, p.messages, p.clock, p.steps, read_shop),
        tell_news=TellNews(p.store, build_queue(ports), customers.open_pages),
        write_updates=build_updates(settings, p, read_shop, find_team),
        correct=CorrectJob(p.store, p.clock),
        close_missing=CloseMissing(p.store, p.jobs, p.clock, read_table),
        list_jobs=ListJobs(p.jobs, p.lineup, p.messages),
        show_board=ShowBoard(p.lineup, p.photos, p.messages, p.clock, read_shop, p.store),
        find_slips=FindSlips(p.store, p.jobs),
        find_stuck=FindStuck(p.jobs, p.clock, read_shop),
        chase=ChaseJob(p.store, p.messages, p.clock),
        show_job=ShowJob(p.store, p.jobs, p.messages),
        foresee_chases=ForeseeChases(p.jobs, p.clock, read_shop),
        photos=build_photos(p, read_shop, keep_troubles),
        replies=build_replies(p, settings.country),
        customers=customers,
        wordings=build_wordings(settings, p, read_shop),
    )
