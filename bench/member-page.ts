import { listVisible } from '../server/src/people/members/members.store'
import { loadAdministrator, openStatementRecorder } from './statement-recorder'
import type { Statement } from './statement-cost'

/** One page of a customer's memberships as the product asks the database for it. */
export interface MemberPage extends Statement {
  /** The statement that counts the list; only a first page asks it. */
  count: Statement | undefined
  /** The cursor of the page itself, unless it is the first, and of the page after it. */
  at: string | undefined
  next: string
}

/** Which members are asked for, and which page of them. */
export interface MemberQuery {
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
  { customer, project, pagesBefore = 0 }: MemberQuery,
): Promise<MemberPage> {
  const statements = openStatementRecorder(url)
  try {
    const actor = await loadAdministrator(statements.db, administrator, customer)
    const filters = project === undefined ? { customer } : { project }
    let at: string | undefined
    for (let before = 0; ; before++) {
      const page = { size: 100, ...(at !== undefined && { after: at }) }
      const query = { filters, sort: [], page, include: [], fields: {} }
      const { result, asked } = await statements.record(() => listVisible(statements.db, actor, query, true))
      const [fetching, count] = asked
      if (!fetching || result.next === null) throw new Error('The list is shorter than it should be')
      if (before === pagesBefore) return { ...fetching, count, at, next: result.next }
      at = result.next
    }
  } finally {
    await statements.close()
  }
}
