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

/** Stores a check. For a broken chain, the instant up to which it was intact is preserved. */
export async function saveCheck(
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
  const { checked_at: _, ...rest } = row
  await db
    .insertInto('audit_check')
    .values({ tenant_id: tenant, ...row })
    .onConflict((conflict) => conflict.column('tenant_id').doUpdateSet(broken ? rest : row))
    .execute()
}
