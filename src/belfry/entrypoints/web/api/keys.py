"""A team's API keys over the API: create, list and revoke them."""

from __future__ import annotations

from http import HTTPStatus
from typing import Annotated

from fastapi import APIRouter, Query
from fastapi.responses import Response

from belfry.accounts.keys import IDEMPOTENCY_KEY, ApiKey
from belfry.entrypoints.web.api.repeats import Remember, make_repeatable
from belfry.entrypoints.web.api.requests import (
    VERSION,
    Admin,
    ApiRoute,
    Number,
    Reader,
    RequestKey,
)
from belfry.entrypoints.web.api.schemas import (
    KeyAnswer,
    KeyList,
    NewKey,
    NewKeyAnswer,
    answer,
    answer_nothing,
    refusals,
)
from belfry.entrypoints.web.problems import render_problem

router = APIRouter(prefix=f"{VERSION}/keys", tags=["keys"], route_class=ApiRoute)


@router.get(
    "",
    operation_id="listKeys",
    summary="List the team's keys",
    response_model=KeyList,
    responses=refusals(HTTPStatus.UNPROCESSABLE_ENTITY),
)
def list_keys(
    credentials: Reader,
    revoked: Annotated[bool, Query(description="revoked ones as well")] = False,
) -> Response:
    caller = credentials.authenticate()
    keys = caller.services.ports.keys.list(team_id=caller.team_id, revoked=revoked)
    return answer(KeyList(items=[KeyAnswer.model_validate(key) for key in keys]))


@router.post(
    "",
    operation_id="createKey",
    summary="Make a key for the team",
    status_code=HTTPStatus.CREATED,
    response_model=NewKeyAnswer,
    responses=refusals(HTTPStatus.CONFLICT, body=True),
)
def create_key(new: NewKey, credentials: Admin, idempotency_key: RequestKey = None) -> Response:
    """Its text is stored nowhere, so a repetition under an Idempotency-Key answers 409."""
    caller = credentials.authenticate()

    def create(remember: Remember) -> Response:
        made = caller.services.accounts.keys.create(
            service=new.service,
            scope=new.scope,
            name=new.name,
            team_id=caller.team_id,
            by=caller.by,
            also=lambda key: remember(_refuse_to_repeat(key)),
        )
        shape = NewKeyAnswer.model_validate(made.key).model_copy(update={"key": made.text})
        return answer(shape, HTTPStatus.CREATED)

    return make_repeatable(caller, idempotency_key, "createKey", new).answer(create)


def _refuse_to_repeat(key: ApiKey) -> Response:
    shown = f"this request made key {key.id}, whose text was shown once and is stored nowhere"
    advice = f"if it did not arrive, revoke key {key.id} and send another {IDEMPOTENCY_KEY}"
    return render_problem(HTTPStatus.CONFLICT, f"{shown}: {advice}")


@router.delete(
    "/{key_id:number}",
    operation_id="revokeKey",
    summary="Make a key useless, for good",
    status_code=HTTPStatus.NO_CONTENT,
    responses=refusals(HTTPStatus.NOT_FOUND, HTTPStatus.CONFLICT, HTTPStatus.UNPROCESSABLE_ENTITY),
)
def revoke_key(key_id: Number, credentials: Admin) -> Response:
    caller = credentials.authenticate()
    key = caller.get_key(key_id)
    caller.services.accounts.keys.revoke(key.id, by=caller.by)
    return answer_nothing(HTTPStatus.NO_CONTENT)
