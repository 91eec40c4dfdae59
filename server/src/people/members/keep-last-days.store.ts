import { privilegeLevel } from '@lintel/contract/people/privilege-levels'
import { type RawBuilder, sql } from 'kysely'
import { instantOf } from '../../platform/clock'
import type { Transaction } from '../../platform/database'

/** The latest instant that the contract knows: behind UTC, the latest day ends with the year 9999 of UTC. */
const latestInstant = sql`'9999-12-31T23:59:59Z'::timestamptz`

/** Where memberships end at another time of the day: in a whole customer, or in one of its projects. */
type MovedMemberships = { customer: string } | { project: string }

/** A change from one time zone to another, at an instant in epoch ms. */
interface ZoneChange {
  from: string
  to: string
  now: number
}

/**
 * The days of a customer or a project are those of another time zone now: memberships, and guest accounts with theirs, still last until
 * 23:59:59 of the day that was chosen (contract §3); so do those that a directory raised or took, when it gives them back. Ends that are over
 * stay as they are, so that nobody gets access again.
 */
export async function keepLastDays(db: Transaction, of: MovedMemberships, change: ZoneChange): Promise<void> {
  // A large customer has hundreds of thousands of memberships.
  await sql`set local statement_timeout = '120s'`.execute(db)
  const at = instantOf(change.now)
  const scope = 'project' in of ? sql`project_id = ${of.project}` : sql`customer_id = ${of.customer}`
  const [expiration, until] = [sql.ref('expiration_date'), sql.ref('access_until')]
  await sql`
    with moved as (
      update project_member set expiration_date = ${movedEnd(expiration, change)}, access_until = ${movedEnd(until, change)},
        updated_at = ${at}, version = version + 1
      where ${scope} and coalesce(expiration_date, access_until) > ${at}
      returning user_id, privilege_level, expiration_date
    )
    update app_user set expiration_date = moved.expiration_date from moved
    where app_user.id = moved.user_id and app_user.guest and moved.privilege_level = ${sql.lit(privilegeLevel.guest)}`.execute(
    db,
  )
  await sql`
    update project_member set before_directory = ${movedJson(sql.ref('before_directory'), change)}
    where ${scope} and before_directory is not null`.execute(db)
  if ('project' in of) return
  await sql`
    update scim_user set taken = (select jsonb_agg(${movedJson(sql.ref('one'), change)} order by number)
      from jsonb_array_elements(taken) with ordinality as each (one, number))
    where customer_id = ${of.customer} and taken <> '[]'`.execute(db)
}

const movedEnd = (end: RawBuilder<unknown>, { from, to, now }: ZoneChange) => sql`case when ${end} > ${instantOf(now)}
  then least(${latestInstant}, ((${end} at time zone ${from})::date + time '23:59:59') at time zone ${to}) else ${end} end`

/** A membership that is kept as JSON, with its moved ends. */
function movedJson(kept: RawBuilder<unknown>, change: ZoneChange) {
  const end = (name: string) => movedEnd(sql`(${kept} ->> ${sql.lit(name)})::timestamptz`, change)
  return sql`${kept} || jsonb_strip_nulls(jsonb_build_object('expirationDate', ${end('expirationDate')}, 'accessUntil', ${end('accessUntil')}))`
}
