import type { Database } from '../../../platform/database'

/** Forgets what was planned before `idle` and never applied, and what was applied before `applied`. */
export const removeOld = (db: Database, { idle, applied }: { idle: string; applied: string }) =>
  db
    .deleteFrom('change_set')
    .where(({ eb, and, or }) =>
      or([
        and([eb('applied_at', 'is', null), eb('created_at', '<', idle), eb('state', 'not in', ['applying'])]),
        eb('applied_at', '<', applied),
      ]),
    )
    .execute()
