import type { Database } from '../src/platform/database'

/** What one event of the audit trail says, in short: `session.login failure wrongPassword`. */
export type AuditSummary = string

/** Runs something and gives what it told the audit trail, in order. */
export async function auditEventsDuring(db: Database, run: () => Promise<unknown>): Promise<AuditSummary[]> {
  const known = new Set((await events(db)).map(({ id }) => id))
  await run()
  const after = await events(db)
  return after
    .filter(({ id }) => !known.has(id))
    .map(({ action, result, reason }) => [action, result, reason].filter((part) => part !== null).join(' '))
}

/** Ids are made in the order of their events. */
const events = (db: Database) =>
  db.selectFrom('audit_event').select(['id', 'action', 'result', 'reason']).orderBy('id').execute()
