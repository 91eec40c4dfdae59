import type { Person } from '@lintel/contract/people/permissions'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Database } from '../server/src/platform/database'
import type { DB } from '../server/src/platform/database.types'
import type { Statement } from './statement-cost'

/** The product's own stores on a database, with a record of the statements that they send. */
export interface StatementRecorder {
  db: Database
  /** Runs `run` and returns its result and the statements sent meanwhile. */
  record<Result>(run: () => Promise<Result>): Promise<{ result: Result; sent: Statement[] }>
  close(): Promise<void>
}

export function openStatementRecorder(url: string): StatementRecorder {
  const sent: Statement[] = []
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: url, max: 1 }) }),
    log: ({ query: { sql, parameters } }) => void sent.push({ sql, parameters: [...parameters] }),
  })
  return {
    db,
    async record(run) {
      sent.length = 0
      const result = await run()
      return { result, sent: [...sent] }
    },
    close: () => db.destroy(),
  }
}

/** Loads the administrator of a synthetic customer as an actor who has just signed in. */
export async function loadAdministrator(db: Database, email: string, customer: string): Promise<Person> {
  const { id } = await db.selectFrom('app_user').select('id').where('email', '=', email).executeTakeFirstOrThrow()
  return {
    kind: 'person',
    id,
    email,
    isStaff: false,
    administers: [customer],
    readsFor: [],
    closedCustomers: [],
    homeCustomer: customer,
    guestOf: null,
    sessionId: id,
    method: 'password',
    loginMethod: 'COGNITO',
    provedAt: new Date().toISOString(),
    restriction: null,
  }
}
