import { privilegeLevel } from '@lintel/contract/people/privilege-levels'
import { sql } from 'kysely'
import { instantOf } from '../../../platform/clock'
import { restored } from '../../../platform/columns'
import type { Database, Transaction } from '../../../platform/database'
import { memberColumns } from '../../members/member-columns'
import { methodsOf, ofPart, type Part } from './apply-roles.store'

const guest = sql.lit(privilegeLevel.guest)
const level = sql`(row.before ->> 'privilegeLevel')::smallint`
const until = sql`(row.before ->> 'accessUntil')::timestamptz`

/**
 * Rows that are not as the change set left them, or cannot be put back: somebody touched the membership since, the person became
 * somebody who is locked, or left, a login method or the project is gone or another customer's by now.
 */
export async function touchedRows(
  db: Database | Transaction,
  { id, customer }: { id: string; customer: string },
): Promise<number[]> {
  const { rows } = await sql<{ number: number }>`
    select row.number
    from change_set_row as row
    left join app_user as person on person.id = row.user_id and person.deleted_at is null and person.role is null
    left join project on project.id = row.project_id and project.customer_id = ${customer} and not project.is_inactive
    left join project_member as member on member.project_id = row.project_id and member.user_id = row.user_id
    left join customer_admin as office on office.customer_id = ${customer} and office.user_id = row.user_id
    where row.change_set_id = ${id} and row.outcome = 'change' and row.project_id is not null and not (
      person.id is not null and project.id is not null and office.user_id is null and not exists (
        select from jsonb_array_elements_text(coalesce(row.kept, row.before) -> 'providers') as method
        where not exists (select from sso_provider where sso_provider.id = method)) and
      case when row.after is null
        then member.user_id is null and not (person.guest and exists (
          select from project_member as other where other.user_id = row.user_id))
        else member.change_set_id is not distinct from ${id} and member.version = coalesce(row.version, 0) + 1 end)
    order by row.number`.execute(db)
  return rows.map(({ number }) => number)
}

/** Puts the rows back that do not remain. Gives how many memberships that were of each kind. */
export async function undoRoleRows(
  db: Transaction,
  part: Pick<Part, 'id' | 'customer' | 'now' | 'after' | 'upTo'>,
): Promise<{ changed: number; removed: number; restored: number }> {
  const { id, customer } = part
  const at = instantOf(part.now)
  const changed = await sql`
    update project_member as member set privilege_level = ${level},
      expiration_date = case when ${level} = ${guest} then ${until} end,
      access_until = case when ${level} <> ${guest} then ${until} end,
      providers = ${methodsOf(sql`row.before`, sql`member.providers`)},
      change_set_id = null, updated_at = ${at}, version = member.version + 1
    from change_set_row as row
    where ${ofPart(part)} and not row.remains
      and row.version is not null and row.after is not null
      and member.project_id = row.project_id and member.user_id = row.user_id and member.customer_id = ${customer}
      and member.change_set_id = ${id} and member.version = row.version + 1`.execute(db)
  const removed = await sql`
    delete from project_member as member using change_set_row as row
    where ${ofPart(part)} and not row.remains and row.version is null
      and member.project_id = row.project_id and member.user_id = row.user_id and member.customer_id = ${customer}
      and member.change_set_id = ${id} and member.version = 1`.execute(db)
  // Their versions go on from where they were, so that nobody takes what they read before for what is there now.
  const { into, values, from } = restored(memberColumns, sql`row.kept`, {
    change_set_id: sql`null::uuid`,
    updated_at: sql`${at}::timestamptz`,
    version: sql`was.version + 2`,
  })
  const back = await sql`
    insert into ${into} select ${values}
    from change_set_row as row
    join project on project.id = row.project_id and project.customer_id = ${customer}
    cross join lateral ${from}
    where ${ofPart(part)} and not row.remains and row.after is null
    on conflict do nothing`.execute(db)
  return { changed: affected(changed), removed: affected(removed), restored: affected(back) }
}

const affected = ({ numAffectedRows }: { numAffectedRows?: bigint }): number => Number(numAffectedRows ?? 0n)
