import { type RawBuilder, sql } from 'kysely'
import { instantOf } from '../../platform/clock'
import type { Transaction } from '../../platform/database'

/** The latest instant that the contract knows: behind UTC, the latest day ends with the year 9999 of UTC. */
const latestInstant = sql`'9999-12-31T23:59:59Z'::timestamptz`

/** Where memberships end at another time of the day: in a whole customer, or in one of its projects. */
type MovedMemberships = { customer: string } | { project: string }

/**
 * The days of a customer or a project are those of another time zone now: memberships still last until 23:59:59 of the day that was chosen
 * (contract §3). Ends that are over stay as they are, so that nobody gets access again.
 */
export async function keepLastDays(
  db: Transaction,
  of: MovedMemberships,
  { from, to, now }: { from: string; to: string; now: number },
): Promise<void> {
  const at = instantOf(now)
  const moved = (end: RawBuilder<unknown>) => sql`case when ${end} > ${at} then least(${latestInstant},
    ((${end} at time zone ${from})::date + time '23:59:59') at time zone ${to}) else ${end} end`
  const [expiration, until] = [sql.ref('expiration_date'), sql.ref('access_until')]
  const scope = 'project' in of ? sql`project_id = ${of.project}` : sql`customer_id = ${of.customer}`
  await sql`
    update project_member set expiration_date = ${moved(expiration)}, access_until = ${moved(until)}, updated_at = ${at},
      version = version + 1
    where ${scope} and coalesce(expiration_date, access_until) > ${at}`.execute(db)
}
