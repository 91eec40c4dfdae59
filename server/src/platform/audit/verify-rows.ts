import { sql } from 'kysely'
import type { Transaction } from '../database'
import { digestRows, type RowsDigest } from './row-digests'

/** The newest digest of a change set in its chain, and the sequence number of the event that has it. */
interface RecordedDigest extends RowsDigest {
  changeSet: string
  sequence: number
}

/** How many rows were read, and the first change set whose rows are not those that its chain has the digest of. */
export interface VerifiedRows {
  rows: number
  broken?: { sequence: number; reason: string }
}

/** Compares the rows of the change sets that a part of a chain has digests of. Pass the snapshot in which the chain was read. */
export async function verifyRows(
  snapshot: Transaction,
  tenant: string,
  part: { after: number; through: number },
): Promise<VerifiedRows> {
  const recorded = await listRecorded(snapshot, tenant, part)
  const digests = await digestRows(
    snapshot,
    recorded.map(({ changeSet }) => changeSet),
  )
  const rows = [...digests.values()].reduce((sum, each) => sum + each.rows, 0)
  for (const { changeSet, sequence, ...proof } of recorded) {
    const stored = digests.get(changeSet)
    if (stored?.rows === proof.rows && stored.digest === proof.digest) continue
    const isMissing = (stored?.rows ?? 0) < proof.rows
    const reason = `rows of change set ${changeSet} are ${isMissing ? 'missing' : 'not what was written'}`
    return { rows, broken: { sequence, reason } }
  }
  return { rows }
}

/** Rows are kept while the chain has the event of their application, so one of which retention has removed that is not compared. */
async function listRecorded(
  db: Transaction,
  tenant: string,
  { after, through }: { after: number; through: number },
): Promise<RecordedDigest[]> {
  const hasDigest = (event: string) => sql`${sql.ref(`${event}.tenant_id`)} = ${tenant}
    and ${sql.ref(`${event}.target_type`)} = 'change-sets' and ${sql.ref(`${event}.after`)} ? 'digest'`
  const { rows } = await sql<RecordedDigest>`
    select named.target_id as "changeSet", newest.sequence, newest.rows, newest.digest
    from (
      select distinct told.target_id from audit_event as told
      where ${hasDigest('told')} and told.sequence > ${after} and told.sequence <= ${through}
    ) as named
    cross join lateral (
      select event.sequence, (event.after ->> 'rows')::int as rows, event.after ->> 'digest' as digest from audit_event as event
      where ${hasDigest('event')} and event.target_id = named.target_id
      order by event.sequence desc limit 1
    ) as newest
    where exists (
      select from audit_event as applied
      where ${hasDigest('applied')} and applied.target_id = named.target_id and applied.action = 'change-sets.apply')
    order by newest.sequence`.execute(db)
  return rows
}
