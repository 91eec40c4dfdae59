import type { CustomerDomain } from '@lintel/contract/customers/domains'
import { type SqlBool, sql } from 'kysely'
import { dayMs, instantOf } from '../../platform/clock'
import type { Database } from '../../platform/database'

/** A verified domain that is due for a check of its record. */
export interface DueDomain {
  id: string
  customer: string
  customerName: string
  domain: string
  record: string
  missedDays: number
  dueAt: string
}

/** Domains due for their daily check, oldest first. */
export async function findDueDomains(db: Database, now: number, limit: number): Promise<DueDomain[]> {
  const { rows } = await sql<DueDomain>`
    select bound.id, bound.customer_id as customer, customer.name as "customerName", bound.domain, bound.txt_record as record,
      bound.missed_days as "missedDays", bound.check_due_at as "dueAt"
    from customer_domain as bound join customer on customer.id = bound.customer_id
    where bound.check_due_at <= ${instantOf(now)} order by bound.check_due_at, bound.id limit ${limit}`.execute(db)
  return rows
}

/** Marks a domain as verified and schedules the next check in a day. Returns its version; undefined when it was removed. */
export const markRecordFound = (
  db: Database,
  { id }: Pick<CustomerDomain, 'id'>,
  now: number,
): Promise<number | undefined> =>
  versionOf(
    db
      .updateTable('customer_domain')
      .set({ state: 'verified', missed_days: 0, check_due_at: instantOf(now + dayMs), ...checkedColumns(now) })
      .where('id', '=', id)
      .where('txt_record', 'is not', null)
      .returning('version'),
  )

/** Records a requested check that did not find the record; the state is unchanged. */
export const markRecordAbsent = (
  db: Database,
  { id }: Pick<CustomerDomain, 'id'>,
  now: number,
): Promise<number | undefined> =>
  versionOf(db.updateTable('customer_domain').set(checkedColumns(now)).where('id', '=', id).returning('version'))

/** Schedules the next check of an unchanged domain without a new version. */
export async function markRecordUnchanged(db: Database, due: DueDomain, now: number): Promise<void> {
  await updateIfStillDue(db, due)
    .set({ checked_at: instantOf(now), check_due_at: instantOf(now + dayMs) })
    .execute()
}

/** Reschedules a check that DNS did not answer. */
export async function rescheduleCheck(db: Database, due: DueDomain, dueAgainAt: number): Promise<void> {
  await updateIfStillDue(db, due)
    .set({ check_due_at: instantOf(dueAgainAt) })
    .execute()
}

/**
 * Counts another day without the record; a lost domain is not checked any more. Undefined when another server
 * recorded this day, or the domain was removed.
 */
export const markMissedDay = (
  db: Database,
  due: DueDomain,
  isLost: boolean,
  now: number,
): Promise<number | undefined> =>
  versionOf(
    updateIfStillDue(db, due)
      .set({
        missed_days: due.missedDays + 1,
        check_due_at: isLost ? null : instantOf(now + dayMs),
        ...(isLost && { state: 'lost' }),
        ...checkedColumns(now),
      })
      .returning('version'),
  )

/** Active administrators of a customer, for mails. */
export async function listMailableAdministrators(db: Database, customer: string): Promise<string[]> {
  const rows = await db
    .selectFrom('customer_admin as admin_role')
    .innerJoin('app_user as person', 'person.id', 'admin_role.user_id')
    .select('person.id')
    .where('admin_role.customer_id', '=', customer)
    .where('admin_role.awaits_proof', '=', false)
    .where('person.deleted_at', 'is', null)
    .where('person.is_inactive', '=', false)
    .orderBy('person.id')
    .execute()
  return rows.map(({ id }) => id)
}

const checkedColumns = (now: number) => ({
  checked_at: instantOf(now),
  updated_at: instantOf(now),
  version: sql<number>`version + 1`,
})

const updateIfStillDue = (db: Database, { id, dueAt }: DueDomain) =>
  db.updateTable('customer_domain').where('id', '=', id).where(sql<SqlBool>`check_due_at = ${dueAt}`)

const versionOf = async (written: {
  executeTakeFirst(): Promise<{ version: number } | undefined>
}): Promise<number | undefined> => (await written.executeTakeFirst())?.version
