"""What is kept of a customer: to hand over to them, and to forget."""

from __future__ import annotations

import json
from io import BytesIO
from zipfile import ZIP_STORED, ZipFile

from fastapi import APIRouter, Response

from belfry.entrypoints.web.pages.addresses import parse_name
from belfry.entrypoints.web.pages.jobs.job_page import JobName
from belfry.entrypoints.web.pages.routes import PageRoute
from belfry.entrypoints.web.pages.visits import Forgetter, Visit
from belfry.jobs.customers.personal_data import CustomerFile
from belfry.jobs.jobs import Job
from belfry.kernel.errors import Conflict

router = APIRouter(route_class=PageRoute)


@router.get("/jobs/{name}/forget")
def show_forget(visit: Forgetter, name: JobName) -> Response:
    return _show(visit, parse_name(name))


@router.get("/jobs/{name}/export")
def export(visit: Forgetter, name: JobName) -> Response:
    job = _find_job(visit, parse_name(name))
    packed = _pack(visit.services.jobs.customers.export(job.contact))
    headers = {"Content-Disposition": 'attachment; filename="customer.zip"'}
    return Response(packed, media_type="application/zip", headers=headers)


@router.post("/jobs/{name}/forget")
def forget(visit: Forgetter, name: JobName) -> Response:
    job = _find_job(visit, parse_name(name))
    if visit.form.get("typed", "").strip() != job.id:
        return _show(visit, job.id, refusal=f"type {job.id} to say that you mean it")
    try:
        forgotten = visit.services.jobs.customers.forget(job.contact, by=visit.by)
    except Conflict as error:
        return _show(visit, job.id, refusal=str(error))
    return visit.show("forgotten.html", forgotten=forgotten, job=job)


def _show(visit: Visit, job_id: str, *, refusal: str = "") -> Response:
    """`refusal` is why what somebody asked for here was not done."""
    job = _find_job(visit, job_id)
    others = visit.services.ports.customers.list_jobs(job.contact) if job.contact else ()
    return visit.show(
        "forget.html",
        status=409 if refusal else 200,
        refusal=refusal,
        job=job,
        jobs=sorted(one.id for one in others),
    )


def _find_job(visit: Visit, job_id: str) -> Job:
    return visit.services.jobs.show_job(job_id).job


def _pack(file: CustomerFile) -> bytes:
    packed = BytesIO()
    with ZipFile(packed, "w", ZIP_STORED) as package:
        told = json.dumps(file.told, indent=2, ensure_ascii=False)
        package.writestr("customer.json", told)
        for name, content in file.pictures.items():
            package.writestr(name, content)
    return packed.getvalue()
