import { sql } from 'kysely'
import { instantOf } from '../../platform/clock'
import type { Database, Transaction } from '../../platform/database'

/** A project whose trial ends soon. */
export interface EndingTrial {
  id: string
  customer: string
  owner: string
  name: string
  endsAt: string
}

/** Marks the owner of the next trial ending before `until` as notified and returns the trial; undefined if there is none. */
export async function claimEndingTrial(
  db: Transaction,
  { now, until }: { now: number; until: number },
): Promise<EndingTrial | undefined> {
  const { rows } = await sql<EndingTrial>`
    update project set trial_mailed_at = ${instantOf(now)} where id = (
      select id from project
      where trial_ends_at > ${instantOf(now)} and trial_ends_at <= ${instantOf(until)} and trial_mailed_at is null
        and not is_inactive and not is_hibernated
      order by trial_ends_at limit 1 for update skip locked)
    returning id, customer_id as customer, owner_id as owner, name, trial_ends_at as "endsAt"`.execute(db)
  return rows[0]
}

/** Hibernates one project whose trial has ended; undefined if there is none. */
export async function hibernateEndedTrial(
  db: Transaction,
  now: string,
): Promise<{ id: string; customer: string } | undefined> {
  const { rows } = await sql<{ id: string; customer: string }>`
    update project set is_hibernated = true, hibernated_at = ${now}, updated_at = ${now}, version = version + 1 where id = (
      select id from project where trial_ends_at <= ${now} and not is_inactive and not is_hibernated
      order by trial_ends_at limit 1 for update skip locked)
    returning id, customer_id as customer`.execute(db)
  return rows[0]
}

/** The projects of this person (internal id) whose trial is running. */
export const runningTrialsOf = (db: Database | Transaction, owner: string, now: number) =>
  db
    .selectFrom('project')
    .select('id')
    .where('owner_id', '=', owner)
    .where('trial_ends_at', '>', instantOf(now))
    .where('is_inactive', '=', false)

/** Whether the person owns another project with a running trial, except the given one. */
export async function hasRunningTrial(
  db: Transaction,
  owner: string,
  { now, except }: { now: number; except?: string },
): Promise<boolean> {
  const found = await runningTrialsOf(db, owner, now)
    .$if(except !== undefined, (others) => others.where('id', '<>', except ?? ''))
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** The owner of a project whose trial is running; undefined if it is not. */
export async function findOwnerOnTrial(db: Transaction, project: string, now: number): Promise<string | undefined> {
  const found = await db
    .selectFrom('project')
    .select('owner_id as owner')
    .where('id', '=', project)
    .where('trial_ends_at', '>', instantOf(now))
    .where('is_inactive', '=', false)
    .executeTakeFirst()
  return found?.owner
}
