import type { CustomerDomain } from '@lintel/contract/customers/domains'
import { type SqlBool, sql } from 'kysely'
import { instantOf } from '../../platform/clock'
import type { Database, Transaction } from '../../platform/database'

type Db = Database | Transaction

const dayMs = 86_400_000

/** A verified domain whose record is to be looked for. */
export interface DueDomain {
  id: string
  customer: string
  customerName: string
  domain: string
  record: string
  missedDays: number
  dueAt: string
}

/** The domains that are due for their daily check, the oldest first. */
export async function dueDomains(db: Db, now: number, most: number): Promise<DueDomain[]> {
  const { rows } = await sql<DueDomain>`
    select bound.id, bound.customer_id as customer, customer.name as "customerName", bound.domain, bound.txt_record as record,
      bound.missed_days as "missedDays", bound.check_due_at as "dueAt"
    from customer_domain as bound join customer on customer.id = bound.customer_id
    where bound.check_due_at <= ${instantOf(now)} order by bound.check_due_at, bound.id limit ${most}`.execute(db)
  return rows
}

/** The record was found: the domain is verified, and looked for again in a day. Gives its version; undefined where it is gone. */
export const noteFound = (db: Db, { id }: Pick<CustomerDomain, 'id'>, now: number): Promise<number | undefined> =>
  versionOf(
    db
      .updateTable('customer_domain')
      .set({ state: 'verified', missed_days: 0, check_due_at: instantOf(now + dayMs), ...asChecked(now) })
      .where('id', '=', id)
      .where('txt_record', 'is not', null)
      .returning('version'),
  )

/** Somebody asked, and the record was not there: that alone makes nothing of the domain. */
export const noteAbsent = (db: Db, { id }: Pick<CustomerDomain, 'id'>, now: number): Promise<number | undefined> =>
  versionOf(db.updateTable('customer_domain').set(asChecked(now)).where('id', '=', id).returning('version'))

/** The record is there as it was yesterday: no news, and no other version. */
export async function noteStillThere(db: Db, due: DueDomain, now: number): Promise<void> {
  await stillDue(db, due)
    .set({ checked_at: instantOf(now), check_due_at: instantOf(now + dayMs) })
    .execute()
}

/** DNS gave no answer: asked again at another time. */
export async function askLater(db: Db, due: DueDomain, later: number): Promise<void> {
  await stillDue(db, due)
    .set({ check_due_at: instantOf(later) })
    .execute()
}

/**
 * One day more without the record; on the last of them the domain is lost, and not looked for any more. Undefined where somebody else
 * has noted this day, or the domain is gone.
 */
export const noteMissed = (db: Db, due: DueDomain, isLost: boolean, now: number): Promise<number | undefined> =>
  versionOf(
    stillDue(db, due)
      .set({
        missed_days: due.missedDays + 1,
        check_due_at: isLost ? null : instantOf(now + dayMs),
        ...(isLost && { state: 'lost' }),
        ...asChecked(now),
      })
      .returning('version'),
  )

/** The administrators of a customer who can be mailed. */
export async function administratorsOf(db: Db, customer: string): Promise<string[]> {
  const rows = await db
    .selectFrom('customer_admin as office')
    .innerJoin('app_user as person', 'person.id', 'office.user_id')
    .select('person.id')
    .where('office.customer_id', '=', customer)
    .where('office.awaits_proof', '=', false)
    .where('person.deleted_at', 'is', null)
    .where('person.is_inactive', '=', false)
    .orderBy('person.id')
    .execute()
  return rows.map(({ id }) => id)
}

const asChecked = (now: number) => ({
  checked_at: instantOf(now),
  updated_at: instantOf(now),
  version: sql<number>`version + 1`,
})

const stillDue = (db: Db, { id, dueAt }: DueDomain) =>
  db.updateTable('customer_domain').where('id', '=', id).where(sql<SqlBool>`check_due_at = ${dueAt}`)

const versionOf = async (written: {
  executeTakeFirst(): Promise<{ version: number } | undefined>
}): Promise<number | undefined> => (await written.executeTakeFirst())?.version
