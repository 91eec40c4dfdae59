import type { Database } from '../src/platform/database'

/** A summary of one audit event: `session.login failure wrongPassword`. */
export type AuditSummary = string

/** Runs something and returns the audit events recorded meanwhile, in order. */
export async function auditEventsDuring(db: Database, run: () => Promise<unknown>): Promise<AuditSummary[]> {
  const known = new Set((await events(db)).map(({ id }) => id))
  await run()
  const after = await events(db)
  return after
    .filter(({ id }) => !known.has(id))
    .map(({ action, result, reason }) => [action, result, reason].filter((part) => part !== null).join(' '))
}

/** Ids ascend in the order of their events. */
const events = (db: Database) =>
  db.selectFrom('audit_event').select(['id', 'action', 'result', 'reason']).orderBy('id').execute()
