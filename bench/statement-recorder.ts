import type { Person } from '@lintel/contract/people/permissions'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Database } from '../server/src/platform/database'
import type { DB } from '../server/src/platform/database.types'
import type { Statement } from './statement-cost'

/** The product's own stores on a database, with what they ask of it. */
export interface StatementRecorder {
  db: Database
  /** The statements that were sent while `run` ran, and what came of it. */
  record<Result>(run: () => Promise<Result>): Promise<{ result: Result; asked: Statement[] }>
  close(): Promise<void>
}

export function openStatementRecorder(url: string): StatementRecorder {
  const asked: Statement[] = []
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: url, max: 1 }) }),
    log: ({ query: { sql, parameters } }) => void asked.push({ sql, parameters: [...parameters] }),
  })
  return {
    db,
    async record(run) {
      asked.length = 0
      const result = await run()
      return { result, asked: [...asked] }
    },
    close: () => db.destroy(),
  }
}

/** The administrator of a synthetic customer, as one who has just signed in. */
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
