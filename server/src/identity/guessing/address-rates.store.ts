import { sql } from 'kysely'
import type { Database } from '../../platform/database'

/** Calls of an address in a window of time; instants are RFC 3339. */
export interface RateWindow {
  rate: string
  address: string
  startedAt: string
  endsAt: string
  calls: number
}

/** The window that an address is in, if one is open. */
export const openWindow = (db: Database, rate: string, address: string, at: string) =>
  db
    .selectFrom('address_rate')
    .select(['started_at as startedAt', 'ends_at as endsAt', 'calls'])
    .where('rate', '=', rate)
    .where('address', '=', address)
    .where('ends_at', '>', at)
    .executeTakeFirst()

/** Adds calls to windows that are open, or opens them. Gives their state, with what other servers have added. */
export async function addCalls(db: Database, windows: readonly RateWindow[]): Promise<RateWindow[]> {
  const { rows } = await sql<RateWindow>`
    insert into address_rate as kept (rate, address, started_at, ends_at, calls)
    select "rate", "address", "startedAt", "endsAt", "calls" from jsonb_to_recordset(${JSON.stringify(windows)}::jsonb)
      as told ("rate" text, "address" text, "startedAt" timestamptz, "endsAt" timestamptz, "calls" integer)
    order by "rate", "address"
    on conflict (rate, address) do update set
      started_at = case when kept.ends_at <= excluded.started_at then excluded.started_at else kept.started_at end,
      ends_at = case when kept.ends_at <= excluded.started_at then excluded.ends_at else kept.ends_at end,
      calls = greatest(0, excluded.calls + case when kept.ends_at <= excluded.started_at then 0 else kept.calls end)
    returning rate, address, started_at as "startedAt", ends_at as "endsAt", calls`.execute(db)
  return rows
}
