"""Which use cases the desk has: people, sign-in, keys, tables."""

from __future__ import annotations

from dataclasses import dataclass

from belfry.accounts.keys.authenticate_key import AuthenticateKey
from belfry.accounts.keys.create_key import CreateKey
from belfry.accounts.keys.revoke_key import RevokeKey
from belfry.accounts.sessions.end_all_sessions import EndAllSessions
from belfry.accounts.sessions.end_session import EndSession
from belfry.accounts.sessions.find_session import FindSession
from belfry.accounts.sessions.make_sign_in_link import MakeSignInLink
from belfry.accounts.sessions.open_sign_in_link import OpenSignInLink
from belfry.accounts.sessions.set_password import SetPassword
from belfry.accounts.sessions.sign_in import SignIn
from belfry.accounts.sessions.start_session import StartSession
from belfry.accounts.users.add_user import AddUser
from belfry.accounts.users.change_role import ChangeRole
from belfry.accounts.users.choose_zone import ChooseZone
from belfry.accounts.users.disable_user import DisableUser
from belfry.accounts.users.edit_user import EditUser
from belfry.accounts.users.enable_user import EnableUser
from belfry.accounts.users.invite_owner import InviteOwner
from belfry.bootstrap.ports import Ports
from belfry.workspace.audit.export_audit_log import ExportAuditLog
from belfry.workspace.audit.search_audit_log import SearchAuditLog
from belfry.workspace.audit.verify_audit_log import VerifyAuditLog
from belfry.workspace.tables.compare_versions import CompareVersions
from belfry.workspace.tables.restore_table import RestoreTable


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
    store, clock, users = ports.store, ports.clock, ports.users
    add_user = AddUser(store=store, numbers=ports.numbers, clock=clock)
    make_link = MakeSignInLink(store=store, clock=clock, secrets=ports.secrets)
    start_session = StartSession(store=store, clock=clock, secrets=ports.secrets)
    return Accounts(
        add_user=add_user,
        edit_user=EditUser(store=store, clock=clock),
        choose_zone=ChooseZone(store=store, clock=clock),
        change_role=ChangeRole(store=store, clock=clock, users=users),
        disable_user=DisableUser(store=store, clock=clock, users=users),
        enable_user=EnableUser(store=store, clock=clock),
        set_password=SetPassword(store=store, clock=clock, passwords=ports.passwords),
        invite_owner=InviteOwner(
            store=store, users=users, add_user=add_user, make_sign_in_link=make_link
        ),
        make_sign_in_link=make_link,
        open_sign_in_link=OpenSignInLink(store=store, clock=clock, start_session=start_session),
        sign_in=_build_sign_in(ports, start_session),
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


def _build_sign_in(ports: Ports, start_session: StartSession) -> SignIn:
    return SignIn(
        store=ports.store,
        clock=ports.clock,
        users=ports.users,
        passwords=ports.passwords,
        start_session=start_session,
    )
