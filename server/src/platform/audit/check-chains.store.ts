import { sql } from 'kysely'
import type { Database } from '../database'
import type { BrokenLink, Place } from './verify'

/** How far a chain was verified. */
export interface ChainCheck extends Place {
  wholeAt: string
  isBroken: boolean
}

/** What was found out about a chain when it was last looked at. */
export const checkOf = (db: Database, tenant: string): Promise<ChainCheck | undefined> =>
  db
    .selectFrom('audit_check')
    .select(['sequence', 'hash', 'whole_at as wholeAt', sql<boolean>`broken_sequence is not null`.as('isBroken')])
    .where('tenant_id', '=', tenant)
    .executeTakeFirst()

/** A check to be kept. */
export interface NewCheck {
  tenant: string
  through: Place
  checkedAt: string
  wholeAt: string
  broken: Omit<BrokenLink, 'tenant'> | undefined
}

/** Keeps a check; of a chain that is broken, the moment up to which it held stays. */
export async function noteCheck(
  db: Database,
  { tenant, through, checkedAt, wholeAt, broken }: NewCheck,
): Promise<void> {
  const row = {
    sequence: through.sequence,
    hash: through.hash,
    checked_at: checkedAt,
    whole_at: wholeAt,
    broken_sequence: broken?.sequence ?? null,
    broken_reason: broken?.reason ?? null,
  }
  const { checked_at: _, ...kept } = row
  await db
    .insertInto('audit_check')
    .values({ tenant_id: tenant, ...row })
    .onConflict((conflict) => conflict.column('tenant_id').doUpdateSet(broken ? kept : row))
    .execute()
}
