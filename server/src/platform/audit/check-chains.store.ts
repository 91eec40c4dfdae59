import { sql } from 'kysely'
import type { Database } from '../database'
import type { BrokenLink, ChainPosition } from './verify'

/** How far a chain is verified. */
export interface ChainCheck extends ChainPosition {
  wholeAt: string
  isBroken: boolean
}

/** The result of the last check of a chain. */
export const checkOf = (db: Database, tenant: string): Promise<ChainCheck | undefined> =>
  db
    .selectFrom('audit_check')
    .select(['sequence', 'hash', 'whole_at as wholeAt', sql<boolean>`broken_sequence is not null`.as('isBroken')])
    .where('tenant_id', '=', tenant)
    .executeTakeFirst()

/** A check to be stored. */
export interface NewCheck {
  tenant: string
  through: ChainPosition
  checkedAt: string
  wholeAt: string
  broken: Omit<BrokenLink, 'tenant'> | undefined
}

/**
 * Stores a check. For a broken chain, the instant up to which it was intact is preserved; if it was never checked before, that is when the
 * last event before the break occurred.
 */
export async function saveCheck(
  db: Database,
  { tenant, through, checkedAt, wholeAt, broken }: NewCheck,
): Promise<void> {
  const rest = {
    sequence: through.sequence,
    hash: through.hash,
    whole_at: wholeAt,
    broken_sequence: broken?.sequence ?? null,
    broken_reason: broken?.reason ?? null,
  }
  const whole = { ...rest, checked_at: checkedAt }
  await db
    .insertInto('audit_check')
    .values({
      tenant_id: tenant,
      ...rest,
      checked_at: broken ? intactUntil(tenant, through.sequence, checkedAt) : checkedAt,
    })
    .onConflict((conflict) => conflict.column('tenant_id').doUpdateSet(broken ? rest : whole))
    .execute()
}

/** When the last event up to a sequence number occurred, or else the first of the chain; `now` for a chain without events. */
const intactUntil = (tenant: string, sequence: number, now: string) => sql<string>`coalesce(
  (select occurred_at from audit_event where tenant_id = ${tenant} and sequence <= ${sequence} order by sequence desc limit 1),
  (select occurred_at from audit_event where tenant_id = ${tenant} order by sequence limit 1),
  ${now}::timestamptz)`
