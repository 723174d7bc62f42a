"""Which use cases there are for the pictures of jobs."""

from __future__ import annotations

from dataclasses import dataclass

from belfry.bootstrap.ports import Ports
from belfry.desk.keep_troubles import KeepTroubles
from belfry.jobs.add_photo import AddPhoto
from belfry.jobs.expire_photos import ExpirePhotos
from belfry.jobs.gather_photos import GatherPhotos
from belfry.jobs.keep_photo import KeepPhoto
from belfry.jobs.read_shop import ReadShop
from belfry.jobs.remove_photo import RemovePhoto
from belfry.jobs.show_photo import ShowPhoto


@dataclass(frozen=True, kw_only=True)
class OfPhotos:
    gather: GatherPhotos
    add: AddPhoto
    remove: RemovePhoto
    show: ShowPhoto
    expire: ExpirePhotos


def build_photos(ports: Ports, read_shop: ReadShop, keep_troubles: KeepTroubles) -> OfPhotos:
    p = ports
    keep = KeepPhoto(p.store, p.photos, p.shelf, p.clock, p.steps)
    return OfPhotos(
        gather=GatherPhotos(
            p.store, p.jobs, p.photos, p.folder, p.darkroom, read_shop, keep, keep_troubles
        ),
        add=AddPhoto(p.store, p.darkroom, read_shop, keep),
        remove=RemovePhoto(p.store, p.shelf, p.clock, p.steps),
        show=ShowPhoto(p.store, p.shelf, p.darkroom),
        expire=ExpirePhotos(p.store, p.photos, p.folder, p.shelf, p.clock, p.steps, read_shop),
    )
