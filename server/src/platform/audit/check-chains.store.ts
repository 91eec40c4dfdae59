import { sql } from 'kysely'
import type { Database } from '../database'
import type { Break, ChainPosition } from './verify'

/** How far a chain is verified. */
export interface ChainCheck {
  verified: ChainPosition
  /** How far the reading of the whole chain has come; undefined where none has begun. */
  reading: ChainPosition | undefined
  wholeAt: string
  isBroken: boolean
}

/** The result of the last check of a chain. */
export async function checkOf(db: Database, tenant: string): Promise<ChainCheck | undefined> {
  const check = await db.selectFrom('audit_check').selectAll().where('tenant_id', '=', tenant).executeTakeFirst()
  if (!check) return undefined
  const { sequence, hash, reading_sequence: read, reading_hash: readHash } = check
  return {
    verified: { sequence, hash },
    reading: read === null || readHash === null ? undefined : { sequence: read, hash: readHash },
    wholeAt: check.whole_at,
    isBroken: check.broken_sequence !== null,
  }
}

/** A check to be stored. */
export interface NewCheck {
  tenant: string
  /** The last link that it found valid. */
  through: ChainPosition
  /** It reads the whole chain; otherwise what came since the last check. */
  isWhole: boolean
  checkedAt: string
}

/** Stores that a chain holds up to its end; a reading of the whole chain goes on, and a break stays, unless this is the whole. */
export async function saveIntact(db: Database, { tenant, through, isWhole, checkedAt }: NewCheck): Promise<void> {
  const check = { sequence: through.sequence, hash: through.hash, checked_at: checkedAt }
  const whole = isWhole && { whole_at: checkedAt, ...noReading, ...noBreak }
  await db
    .insertInto('audit_check')
    .values({ tenant_id: tenant, ...check, whole_at: checkedAt })
    .onConflict((known) => known.column('tenant_id').doUpdateSet({ ...check, ...whole }))
    .execute()
}

const noReading = { reading_sequence: null, reading_hash: null }
const noBreak = { broken_sequence: null, broken_reason: null }

/**
 * Stores how far a check came that has not found the end of its chain, and the break where it found one; a break that is known stays until the
 * whole chain holds. What was verified before stays verified: while whole chains are read, the position up to which they were intact is kept.
 */
export async function saveUnfinished(db: Database, check: NewCheck, broken?: Break): Promise<void> {
  const { tenant, through, isWhole, checkedAt } = check
  const found = broken && { broken_sequence: broken.sequence, broken_reason: broken.reason }
  if (isWhole) {
    const reading = { reading_sequence: through.sequence, reading_hash: through.hash }
    await db
      .updateTable('audit_check')
      .set({ ...reading, ...found })
      .where('tenant_id', '=', tenant)
      .execute()
    return
  }
  const verified = { sequence: through.sequence, hash: through.hash, ...found }
  const written = lastWritten(tenant, through.sequence)
  await db
    .insertInto('audit_check')
    .values({
      ...{ tenant_id: tenant, ...verified, whole_at: checkedAt },
      checked_at: sql<string>`coalesce(${written}, ${firstWritten(tenant)}, ${checkedAt}::timestamptz)`,
    })
    .onConflict((known) =>
      known
        .column('tenant_id')
        .doUpdateSet({ ...verified, checked_at: sql<string>`greatest(audit_check.checked_at, ${written})` }),
    )
    .execute()
}

/** When the last event of a chain up to a sequence number occurred. */
const lastWritten = (tenant: string, sequence: number) => sql`(
  select occurred_at from audit_event where tenant_id = ${tenant} and sequence <= ${sequence} order by sequence desc limit 1)`

const firstWritten = (tenant: string) => sql`(
  select occurred_at from audit_event where tenant_id = ${tenant} order by sequence limit 1)`
