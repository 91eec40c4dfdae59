import { sql } from 'kysely'
import { instantOf } from '../../platform/clock'
import type { Change } from '../../platform/context'
import type { Transaction } from '../../platform/database'
import { anyOf } from '../../platform/rows'
import type { Terms } from './member-terms'

/** A membership to insert. */
export interface NewMember extends Terms {
  project: string
  customer: string
  user: string
  providers: readonly string[]
  isInvited: boolean
  /** The change set that adds it. */
  changeSet: string | null
}

export async function insertMembers({ db, actor, now }: Change, members: readonly NewMember[]): Promise<void> {
  const by = actor.kind === 'person' ? actor.id : null
  await db
    .insertInto('project_member')
    .values(
      members.map((member) => ({
        project_id: member.project,
        customer_id: member.customer,
        user_id: member.user,
        privilege_level: member.privilegeLevel,
        expiration_date: member.expirationDate,
        access_until: member.accessUntil,
        providers: [...member.providers],
        invited_at: member.isInvited ? instantOf(now) : null,
        invited_by: member.isInvited ? by : null,
        change_set_id: member.changeSet,
        created_by: by,
        created_at: instantOf(now),
        updated_at: instantOf(now),
      })),
    )
    .execute()
}

/** Roles of a person that may rule out a new membership. */
export interface ExistingRoles {
  /** Staff have access to every project. */
  isStaff: boolean
  /** Customer administrators have access to all its projects. */
  isAdministrator: boolean
  /** They are a member of at least one project. */
  isMember: boolean
}

/** Finds the roles of several people, by internal id. */
export async function findExistingRoles(
  db: Transaction,
  customer: string,
  users: readonly string[],
): Promise<ReadonlyMap<string, ExistingRoles>> {
  const { rows } = await sql<ExistingRoles & { id: string }>`
    select person.id, person.role is not null as "isStaff",
      exists (select from customer_admin as admin_role
        where admin_role.customer_id = ${customer} and admin_role.user_id = person.id) as "isAdministrator",
      exists (select from project_member as member where member.user_id = person.id) as "isMember"
    from app_user as person where person.id = ${anyOf(users)}`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}
