import { sql } from 'kysely'
import pg from 'pg'
import { afterEach, expect } from 'vitest'
import type { Database } from '../src/platform/database'

const { query } = pg.Client.prototype

/** Lets a test file do things in the middle of what the server does. */
export function interceptStatements(db: Database) {
  afterEach(() => {
    pg.Client.prototype.query = query
  })
  return {
    /** Does `run` at the moment at which the server asks the database for `statement`, before it is answered. */
    beforeStatement(statement: string, run: () => Promise<unknown>): void {
      pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
        const [asked] = given
        const text = typeof asked === 'string' ? asked : ((asked as { text?: string } | undefined)?.text ?? '')
        if (!text.includes(statement)) return Reflect.apply(query, this, given)
        pg.Client.prototype.query = query
        return run().then(() => Reflect.apply(query, this, given))
      } as typeof query
    },
    /** Until `count` statements that say `part` wait for somebody else's lock. */
    untilLockWaiters: (part: string, count = 1) =>
      expect
        .poll(async () => {
          const { rows } = await sql`select from pg_stat_activity
              where datname = current_database() and wait_event_type = 'Lock' and query like ${`%${part}%`}`.execute(db)
          return rows.length
        })
        .toBeGreaterThanOrEqual(count),
  }
}
