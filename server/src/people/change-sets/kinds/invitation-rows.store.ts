import type { Person } from '@lintel/contract/people/permissions'
import { assignableLevels, type PrivilegeLevel } from '@lintel/contract/people/privilege-levels'
import type { RowConflict } from '@lintel/contract/people/row-conflicts'
import { sql } from 'kysely'
import { instantOf } from '../../../platform/clock'
import type { Database, Transaction } from '../../../platform/database'
import { isUuid } from '../../../platform/rows'
import { secondText } from '../../../platform/sql-times'
import { isOpenTo } from '../../../projects/projects/project-rights.store'
import { additionConflict } from '../../users/addition-conflict.store'
import { belongsToCustomer } from '../../users/belongs-to-customer.store'
import type { PlannedChangeSet } from '../engine/change-kind'
import { aboveActorCase } from './role-rows.store'

/** A requested invitation, as far as it could be parsed. */
export interface RequestedInvitation {
  number: number
  /** Lower-cased. */
  email: string
  given: string
  /** An account may be created for the address; otherwise it must belong to somebody of the customer. */
  isCreatable: boolean
  level: PrivilegeLevel | null
  until: string | null
  conflict: RowConflict | null
}

/** A project of the customer that is not deleted, and that the session's login method opens. */
export async function isOpenProject(
  db: Database | Transaction,
  actor: Person,
  customer: string,
  project: string,
): Promise<boolean> {
  if (!isUuid(project)) return false
  const found = await db
    .selectFrom('project')
    .select('id')
    .where('id', '=', project)
    .where('customer_id', '=', customer)
    .where('is_inactive', '=', false)
    .where(isOpenTo(actor))
    .executeTakeFirst()
  return found !== undefined
}

/** Writes the rows: who can be invited, and why others cannot. A person unknown so far has no id until then. */
export async function insertInvitationRows(
  db: Transaction,
  { id, customer, actor, configuration }: PlannedChangeSet,
  { project, providers }: { project: string; providers: readonly string[] },
  requested: readonly RequestedInvitation[],
): Promise<void> {
  const column = <T>(read: (row: RequestedInvitation) => T): T[] => requested.map(read)
  await sql`
    insert into change_set_row (change_set_id, number, outcome, user_id, project_id, object, after, conflict, kept)
    select ${id}, number, case when conflict is null then 'change' else 'conflict' end, user_id, ${project},
      jsonb_build_object('user', email, 'given', jsonb_build_object('user', given)),
      case when conflict is null then jsonb_build_object('privilegeLevel', level,
        'accessUntil', ${secondText(sql`until`)})
        || ${JSON.stringify(providers.length > 0 ? { providers } : {})}::jsonb end,
      conflict, jsonb_build_object('providers', ${JSON.stringify(providers)}::jsonb)
    from (
      select wanted.*, person.id as user_id, coalesce(refused,
        case when person.id is null and not wanted.is_creatable then 'invalidEmail'
          when row_number() over (partition by wanted.email order by wanted.number) > 1 then 'duplicate'
          when wanted.email = ${actor.email} then 'oneself'
          when person.role is not null then 'staff'
          when admin.user_id is not null then 'customerAdministrator'
          when member.user_id is not null then 'alreadyMember'
          when wanted.level <> all(${[...assignableLevels]}::smallint[]) then 'levelNotAllowed'
          ${aboveActorCase(actor, customer, sql`wanted.level`)}
          when person.guest and exists (select from project_member as other where other.user_id = person.id)
            then 'guestAccount'
        end, ${additionConflict({ customer, configuration }, sql`wanted.email`)}) as conflict
      from unnest(${column(({ number }) => number)}::int[], ${column(({ email }) => email)}::text[],
        ${column(({ given }) => given)}::text[], ${column(({ level }) => level)}::smallint[],
        ${column(({ until }) => until)}::timestamptz[], ${column(({ conflict }) => conflict)}::text[],
        ${column((row) => row.isCreatable)}::boolean[]
      ) as wanted (number, email, given, level, until, refused, is_creatable)
      left join app_user as person on person.email = wanted.email and person.deleted_at is null
        and (person.role is not null or ${belongsToCustomer('person', customer)})
      left join customer_admin as admin on admin.customer_id = ${customer} and admin.user_id = person.id
      left join project_member as member on member.project_id = ${project} and member.user_id = person.id
      left join project on project.id = ${project}
    ) as evaluated`.execute(db)
}

/**
 * Counts the addresses of people who do not belong to the customer in the plans that the actor has made since then, this one included; 0 where it has
 * none. Those who were invited are not counted: their invitations are. Plans are made at the customers of the actor's projects.
 */
export async function countAskedSince(
  db: Transaction,
  { id, actor }: Pick<PlannedChangeSet, 'id' | 'actor'>,
  since: number,
): Promise<number> {
  const { rows } = await sql<{ asked: number }>`
    select count(distinct row.object ->> 'user')::int as asked
    from change_set join change_set_row as row on row.change_set_id = change_set.id
    where change_set.customer_id = any(array(select distinct customer_id from project_member where user_id = ${actor.id}))
      and change_set.created_at > ${instantOf(since)} and change_set.created_by = ${actor.id} and change_set.kind = 'invitations'
      and row.user_id is null and (row.conflict is null or row.conflict = 'noAccount')
    having bool_or(change_set.id = ${id})`.execute(db)
  return rows[0]?.asked ?? 0
}

/** A planned invitation. */
export interface PlannedInvitation {
  number: number
  user: string
  project: string
  privilegeLevel: PrivilegeLevel
  accessUntil: string | null
  providers: string[]
}

/** The invitations of a plan, in row order. */
export async function listPlannedInvitations(db: Transaction, id: string): Promise<PlannedInvitation[]> {
  const { rows } = await sql<PlannedInvitation>`
    select number, object ->> 'user' as user, project_id as project, (after ->> 'privilegeLevel')::int as "privilegeLevel",
      after ->> 'accessUntil' as "accessUntil", array(select jsonb_array_elements_text(kept -> 'providers')) as providers
    from change_set_row where change_set_id = ${id} and outcome = 'change' and project_id is not null order by number`.execute(
    db,
  )
  return rows
}

/** Stores the ids of the invited people in their rows. */
export const storeInvitedUsers = (db: Transaction, id: string, invited: readonly { number: number; user: string }[]) =>
  sql`
    update change_set_row as row set user_id = invited.id
    from unnest(${invited.map(({ number }) => number)}::int[], ${invited.map(({ user }) => user)}::uuid[])
      as invited (number, id)
    where row.change_set_id = ${id} and row.number = invited.number`.execute(db)
