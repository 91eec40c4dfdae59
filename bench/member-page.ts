import type { Person } from '@lintel/contract/people/permissions'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { listVisible } from '../server/src/people/members/members.store'
import type { DB } from '../server/src/platform/database.types'

/** One page of a customer's memberships as the product asks the database for it. */
export interface MemberPage {
  sql: string
  parameters: unknown[]
  /** The statement that counts the list; only a first page asks it. */
  count: { sql: string; parameters: unknown[] } | undefined
  /** The cursor of the page itself, unless it is the first, and of the page after it. */
  at: string | undefined
  next: string
}

/** Which members are asked for, and which page of them. */
export interface MemberQuestion {
  customer: string
  /** Of one project only. */
  project?: string
  /** How many pages lie before the one that is wanted. */
  pagesBefore?: number
}

/** Asks the product's own store and notes the statement that fetches the page (a first page is counted by another). */
export async function memberPage(
  url: string,
  administrator: string,
  { customer, project, pagesBefore = 0 }: MemberQuestion,
): Promise<MemberPage> {
  const pool = new pg.Pool({ connectionString: url, max: 1 })
  const statements: { sql: string; parameters: readonly unknown[] }[] = []
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => void statements.push(query),
  })
  try {
    const { id } = await db
      .selectFrom('app_user')
      .select('id')
      .where('email', '=', administrator)
      .executeTakeFirstOrThrow()
    const actor = actorWho(id, administrator, customer)
    const filters = project === undefined ? { customer } : { project }
    let at: string | undefined
    for (let before = 0; ; before++) {
      statements.length = 0
      const page = { size: 100, ...(at !== undefined && { after: at }) }
      const { next } = await listVisible(db, actor, { filters, sort: [], page, include: [], fields: {} }, true)
      const [asked, counted] = statements.map(({ sql, parameters }) => ({ sql, parameters: [...parameters] }))
      if (!asked || next === null) throw new Error('The list is shorter than it should be')
      if (before === pagesBefore) return { ...asked, count: counted, at, next }
      at = next
    }
  } finally {
    await db.destroy()
  }
}

const actorWho = (id: string, email: string, customer: string): Person => ({
  kind: 'person',
  id,
  email,
  isStaff: false,
  administers: [customer],
  readsFor: [],
  homeCustomer: customer,
  guestOf: null,
  sessionId: id,
  method: 'password',
  provedAt: new Date().toISOString(),
  restriction: null,
})
