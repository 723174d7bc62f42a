"""Wire the use cases about users, sign-in, keys, the audit log and versions of tables."""

from __future__ import annotations

from dataclasses import dataclass

from belfry.accounts.change_users import InviteOwner, ManageUsers, NameDoer
from belfry.accounts.keys import ManageKeys, TakenRequests
from belfry.accounts.sessions import IsListed, ManageSessions
from belfry.accounts.sign_in import SetPassword, SignIn
from belfry.accounts.sign_in_links import MakeSignInLink, OpenSignInLink
from belfry.bootstrap.ports import Ports
from belfry.workspace.audit_log import ExportAuditLog, SearchAuditLog, VerifyAuditLog
from belfry.workspace.tables import CompareVersions, RestoreTable


@dataclass(frozen=True, kw_only=True)
class Accounts:
    users: ManageUsers
    name_doer: NameDoer
    keys: ManageKeys
    taken_requests: TakenRequests
    sessions: ManageSessions
    set_password: SetPassword
    invite_owner: InviteOwner
    make_sign_in_link: MakeSignInLink
    open_sign_in_link: OpenSignInLink
    sign_in: SignIn
    verify_audit_log: VerifyAuditLog
    search_audit_log: SearchAuditLog
    export_audit_log: ExportAuditLog
    restore_table: RestoreTable
    compare_versions: CompareVersions


def build_accounts(ports: Ports, is_listed: IsListed) -> Accounts:
    store, clock, numbers, secrets = ports.store, ports.clock, ports.numbers, ports.secrets
    users, passwords = ports.users, ports.passwords
    manage_users = ManageUsers(store=store, numbers=numbers, clock=clock, users=users)
    sessions = ManageSessions(store=store, clock=clock, secrets=secrets, is_listed=is_listed)
    make_link = MakeSignInLink(store=store, clock=clock, secrets=secrets, sessions=sessions)
    return Accounts(
        users=manage_users,
        name_doer=NameDoer(store, ports.keys),
        keys=ManageKeys(
            store=store, numbers=numbers, clock=clock, secrets=secrets, keys=ports.keys
        ),
        taken_requests=TakenRequests(store, clock),
        sessions=sessions,
        set_password=SetPassword(store=store, clock=clock, passwords=passwords),
        invite_owner=InviteOwner(
            store=store, users=users, manage=manage_users, make_sign_in_link=make_link
        ),
        make_sign_in_link=make_link,
        open_sign_in_link=OpenSignInLink(store=store, clock=clock, sessions=sessions),
        sign_in=SignIn(
            store=store, clock=clock, users=users, passwords=passwords, sessions=sessions
        ),
        verify_audit_log=VerifyAuditLog(ports.audit_log),
        search_audit_log=SearchAuditLog(ports.audit_log),
        export_audit_log=ExportAuditLog(SearchAuditLog(ports.audit_log)),
        restore_table=RestoreTable(
            store=store, folder=ports.folder, versions=ports.versions, clock=clock
        ),
        compare_versions=CompareVersions(versions=ports.versions),
    )
