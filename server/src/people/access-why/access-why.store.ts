import type { AccessReason } from '@lintel/contract/people/access-reasons'
import type { ChangeSetKind } from '@lintel/contract/people/change-set-inputs'
import type { InvitationState } from '@lintel/contract/people/invitations'
import type { Person } from '@lintel/contract/people/permissions'
import { type PrivilegeLevel, privilegeLevel } from '@lintel/contract/people/privilege-levels'
import { sql } from 'kysely'
import type { Database } from '../../platform/database'
import { isOpenTo } from '../../projects/projects/project-rights.store'
import { endOf } from '../members/membership-end.store'
import { belongsToCustomer } from '../users/belongs-to-customer.store'

/** Person and project of a cell, by internal id. */
export interface Cell {
  user: string
  email: string
  project: string
  customer: string
  projectCreatedAt: string
  /** Whether the session's login method may open the project. */
  isOpen: boolean
}

/** Finds a cell in any customer's project; undefined when the project does not exist or the person does not belong to its customer. */
export async function findCell(db: Database, actor: Person, email: string, project: string): Promise<Cell | undefined> {
  const { rows } = await sql<Cell>`
    select person.id as user, person.email, project.id as project, project.customer_id as customer,
      project.created_at as "projectCreatedAt", ${isOpenTo(actor)} as "isOpen"
    from app_user as person cross join project
    where person.email = ${email} and person.deleted_at is null and project.id = ${project}
      and ${belongsToCustomer('person', sql.ref('project.customer_id'))}`.execute(db)
  return rows[0]
}

/** Membership and administration of a cell as currently stored. */
export interface CurrentAccess {
  level: PrivilegeLevel | null
  version: number
  createdAt: string
  updatedAt: string
  createdBy: string | null
  end: string | null
  isOver: boolean
  administersSince: string | null
  administersBy: string | null
}

/** Reads the current membership and administration of a cell. */
export async function readCurrentAccess(db: Database, { user, project, customer }: Cell): Promise<CurrentAccess> {
  const { rows } = await sql<CurrentAccess>`
    select member.privilege_level as level, coalesce(member.version, 0) as version, member.created_at as "createdAt",
      member.updated_at as "updatedAt", giver.email as "createdBy", ends.at as end, coalesce(ends.at <= now(), false) as "isOver",
      admin_role.created_at as "administersSince", appointer.email as "administersBy"
    from (values (${user}::uuid, ${project}::uuid, ${customer}::uuid)) as cell (user_id, project_id, customer_id)
    left join project_member as member on member.project_id = cell.project_id and member.user_id = cell.user_id
    left join app_user as giver on giver.id = coalesce(member.invited_by, member.created_by)
    left join customer_admin as admin_role on admin_role.customer_id = cell.customer_id and admin_role.user_id = cell.user_id
    left join app_user as appointer on appointer.id = admin_role.created_by
    cross join lateral (select ${endOf('member')} as at) as ends`.execute(db)
  const [found] = rows
  if (!found) throw new Error('A cell is one row')
  return found
}

/** A recorded change of a membership's level; 0 means removed. */
export interface LevelChange {
  at: string
  by: string | null
  level: number
  via: 'hand' | 'changeSet' | 'undo'
  changeSet: string | null
  kind: ChangeSetKind | null
}

/** The recorded level changes of a cell, latest first: manual changes, ownership transfers, and applied or undone change sets. */
export async function readLevelChanges(db: Database, { user, email, project, customer }: Cell): Promise<LevelChange[]> {
  const member = `${project}.${user}`
  const { rows } = await sql<LevelChange>`
    select * from (
    (select occurred_at as at, actor_email as by,
        case when action = 'project-members.remove' then 0 else coalesce((after ->> 'privilegeLevel')::int, 0) end as level,
        'hand' as via, null as "changeSet", null as kind
      from audit_event
      where tenant_id = ${customer} and target_type = 'project-members' and target_id = ${member} and result = 'success'
        and (action = 'project-members.remove' or after ? 'privilegeLevel' or after = '{}')
      order by sequence desc limit 20)
    union all
    (select occurred_at, actor_email,
        case when after ->> 'owner' = ${email} then ${sql.lit(privilegeLevel.owner)} else ${sql.lit(privilegeLevel.admin)} end,
        'hand', null, null
      from audit_event
      where tenant_id = ${customer} and target_type = 'projects' and target_id = ${project} and result = 'success'
        and (after ->> 'owner' = ${email} or before ->> 'owner' = ${email})
      order by sequence desc limit 5)
    union all
    (select applied_at, applier.email, coalesce((row.after ->> 'privilegeLevel')::int, 0), 'changeSet',
        change_set.id::text, change_set.kind
      from change_set_row as row
      join change_set on change_set.id = row.change_set_id and change_set.customer_id = ${customer}
        and change_set.applied_at is not null
      left join app_user as applier on applier.id = change_set.applied_by
      where row.user_id = ${user} and row.project_id = ${project} and row.outcome = 'change'
      order by row.change_set_id desc limit 20)
    union all
    (select undone_at, undoer.email, coalesce((row.before ->> 'privilegeLevel')::int, 0), 'undo',
        change_set.id::text, change_set.kind
      from change_set_row as row
      join change_set on change_set.id = row.change_set_id and change_set.customer_id = ${customer}
        and change_set.undone_at is not null
      left join app_user as undoer on undoer.id = change_set.undone_by
      where row.user_id = ${user} and row.project_id = ${project} and row.outcome = 'change' and not row.remains
      order by row.change_set_id desc limit 20)
    union all
    (select event.occurred_at, event.actor_email, 0, 'hand', null, null
      from invitation
      join audit_event as event on event.tenant_id = ${customer} and event.target_type = 'invitations'
        and event.target_id = invitation.id::text and event.action = 'invitations.revoke'
      where invitation.user_id = ${user} and invitation.project_id = ${project}
      order by event.sequence desc limit 5)
    ) as change
    -- An undo revokes the invitation at the same instant; the undo is what ended the access.
    order by at desc, via = 'hand'`.execute(db)
  return rows
}

/** Directory groups, also nested ones, that grant the person access to the project; highest level first. */
export async function findDirectoryGroups(
  db: Database,
  { user, project, customer }: Cell,
): Promise<Extract<AccessReason, { reason: 'directory' }>[]> {
  const { rows } = await sql<Omit<Extract<AccessReason, { reason: 'directory' }>, 'reason'>>`
    with recursive above (group_id) as (
      select group_id from directory_group_member where customer_id = ${customer} and user_id = ${user}
      union
      select parent.parent_id from above join directory_group_parent as parent on parent.group_id = above.group_id
    )
    select source_group.name as group, access.level as "privilegeLevel", source_group.updated_at as at, null as by
    from above
    join directory_group_access as access on access.group_id = above.group_id and access.project_id = ${project}
    join directory_group as source_group on source_group.id = above.group_id and source_group.customer_id = ${customer}
    order by access.level desc, source_group.name`.execute(db)
  return rows.map((row) => ({ reason: 'directory', ...row }))
}

export async function findInvitation(
  db: Database,
  { user, project }: Cell,
): Promise<Extract<AccessReason, { reason: 'invitation' }> | undefined> {
  const { rows } = await sql<{ id: string; state: InvitationState; at: string; by: string | null }>`
    select invitation.id, invitation.sent_at as at, inviter.email as by,
      case when invitation.state = 'pending' and invitation.expires_at <= now() then 'expired' else invitation.state end as state
    from invitation left join app_user as inviter on inviter.id = invitation.invited_by
    where invitation.user_id = ${user} and invitation.project_id = ${project} and invitation.state <> 'revoked'
    order by invitation.sent_at desc limit 1`.execute(db)
  return rows[0] && { reason: 'invitation', ...rows[0] }
}
