import { sql } from 'kysely'
import type { Database } from '../../platform/database'

/** The calls of an address in a time window; instants are RFC 3339. */
export interface RateWindow {
  rate: string
  address: string
  startedAt: string
  endsAt: string
  calls: number
}

/** The current window of an address, if there is one. */
export const findWindow = (db: Database, rate: string, address: string, at: string) =>
  db
    .selectFrom('address_rate')
    .select(['started_at as startedAt', 'ends_at as endsAt', 'calls'])
    .where('rate', '=', rate)
    .where('address', '=', address)
    .where('ends_at', '>', at)
    .executeTakeFirst()

/** Adds calls to current windows, or opens new ones. Returns their state, which includes the calls counted by other servers. */
export async function addCalls(db: Database, windows: readonly RateWindow[]): Promise<RateWindow[]> {
  const { rows } = await sql<RateWindow>`
    insert into address_rate as stored (rate, address, started_at, ends_at, calls)
    select "rate", "address", "startedAt", "endsAt", "calls" from jsonb_to_recordset(${JSON.stringify(windows)}::jsonb)
      as batch ("rate" text, "address" text, "startedAt" timestamptz, "endsAt" timestamptz, "calls" integer)
    order by "rate", "address"
    on conflict (rate, address) do update set
      started_at = case when stored.ends_at <= excluded.started_at then excluded.started_at else stored.started_at end,
      ends_at = case when stored.ends_at <= excluded.started_at then excluded.ends_at else stored.ends_at end,
      calls = greatest(0, excluded.calls + case when stored.ends_at <= excluded.started_at then 0 else stored.calls end)
    returning rate, address, started_at as "startedAt", ends_at as "endsAt", calls`.execute(db)
  return rows
}
