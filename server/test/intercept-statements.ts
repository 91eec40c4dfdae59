import { sql } from 'kysely'
import pg from 'pg'
import { afterEach, expect } from 'vitest'
import type { Database } from '../src/platform/database'

const { query } = pg.Client.prototype

/** Lets a test file act between two statements of the server. */
export function interceptStatements(db: Database) {
  afterEach(() => {
    pg.Client.prototype.query = query
  })
  return {
    /** Runs `run` once, right before the server sends the first statement that contains `statement`. */
    beforeStatement(statement: string, run: () => Promise<unknown>): void {
      pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
        const [sent] = args
        const text = typeof sent === 'string' ? sent : ((sent as { text?: string } | undefined)?.text ?? '')
        if (!text.includes(statement)) return Reflect.apply(query, this, args)
        pg.Client.prototype.query = query
        return run().then(() => Reflect.apply(query, this, args))
      } as typeof query
    },
    /** Waits until `count` statements that contain `part` wait for a lock. */
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
