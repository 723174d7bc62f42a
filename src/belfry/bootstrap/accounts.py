"""Which use cases the desk has: people, sign-in, keys, tables."""

from __future__ import annotations

from dataclasses import dataclass

from belfry.accounts.change_users import (
    AddUser,
    ChangeRole,
    ChooseZone,
    DisableUser,
    EditUser,
    EnableUser,
    InviteOwner,
)
from belfry.accounts.keys import AuthenticateKey, CreateKey, RevokeKey
from belfry.accounts.sessions import EndAllSessions, EndSession, FindSession, StartSession
from belfry.accounts.sign_in import SetPassword, SignIn
from belfry.accounts.sign_in_links import MakeSignInLink, OpenSignInLink
from belfry.bootstrap.ports import Ports
from belfry.workspace.audit_log import ExportAuditLog, SearchAuditLog, VerifyAuditLog
from belfry.workspace.tables import CompareVersions, RestoreTable


@dataclass(frozen=True, kw_only=True)
class Accounts:
    """Every use case of the desk: people, sign-in, keys, tables."""

    add_user: AddUser
    edit_user: EditUser
    choose_zone: ChooseZone
    change_role: ChangeRole
    disable_user: DisableUser
    enable_user: EnableUser
    set_password: SetPassword
    invite_owner: InviteOwner
    make_sign_in_link: MakeSignInLink
    open_sign_in_link: OpenSignInLink
    sign_in: SignIn
    find_session: FindSession
    end_session: EndSession
    end_all_sessions: EndAllSessions
    create_key: CreateKey
    revoke_key: RevokeKey
    authenticate_key: AuthenticateKey
    verify_audit_log: VerifyAuditLog
    search_audit_log: SearchAuditLog
    export_audit_log: ExportAuditLog
    restore_table: RestoreTable
    compare_versions: CompareVersions


def build_accounts(ports: Ports) -> Accounts:
    store, clock, users, passwords = ports.store, ports.clock, ports.users, ports.passwords
    add_user = AddUser(store=store, numbers=ports.numbers, clock=clock)
    make_link = MakeSignInLink(store=store, clock=clock, secrets=ports.secrets)
    start_session = StartSession(store=store, clock=clock, secrets=ports.secrets)
    sign_in = SignIn(
        store=store, clock=clock, users=users, passwords=passwords, start_session=start_session
    )
    return Accounts(
        add_user=add_user,
        edit_user=EditUser(store=store, clock=clock),
        choose_zone=ChooseZone(store=store, clock=clock),
        change_role=ChangeRole(store=store, clock=clock, users=users),
        disable_user=DisableUser(store=store, clock=clock, users=users),
        enable_user=EnableUser(store=store, clock=clock),
        set_password=SetPassword(store=store, clock=clock, passwords=passwords),
        invite_owner=InviteOwner(
            store=store, users=users, add_user=add_user, make_sign_in_link=make_link
        ),
        make_sign_in_link=make_link,
        open_sign_in_link=OpenSignInLink(store=store, clock=clock, start_session=start_session),
        sign_in=sign_in,
        find_session=FindSession(store=store, clock=clock),
        end_session=EndSession(store=store, clock=clock),
        end_all_sessions=EndAllSessions(store=store, clock=clock),
        create_key=CreateKey(
            store=store, numbers=ports.numbers, clock=clock, secrets=ports.secrets
        ),
        revoke_key=RevokeKey(store=store, clock=clock, keys=ports.keys),
        authenticate_key=AuthenticateKey(store=store),
        verify_audit_log=VerifyAuditLog(ports.audit_log),
        search_audit_log=SearchAuditLog(ports.audit_log),
        export_audit_log=ExportAuditLog(SearchAuditLog(ports.audit_log)),
        restore_table=RestoreTable(
            store=store, folder=ports.folder, versions=ports.versions, clock=clock
        ),
        compare_versions=CompareVersions(versions=ports.versions),
    )
