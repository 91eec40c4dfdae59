import { listVisible } from '../server/src/people/members/members.store'
import type { Statement } from './statement-cost'
import { loadAdministrator, openStatementRecorder } from './statement-recorder'

/** One page of a customer's memberships, as the product queries it. */
export interface MemberPage extends Statement {
  /** The statement that counts the list; only a first page runs it. */
  count: Statement | undefined
  /** The cursor of the page itself, unless it is the first, and of the next page. */
  at: string | undefined
  next: string
}

/** Which members, and which page of them. */
export interface MemberQuery {
  customer: string
  /** Only of this project. */
  project?: string
  /** Number of pages before the requested one. */
  pagesBefore?: number
}

/** Calls the product's own store and records the statement that fetches the page (a first page is also counted by another). */
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
      const { result, sent } = await statements.record(() => listVisible(statements.db, actor, query, true))
      const [pageStatement, count] = sent
      if (!pageStatement || result.next === null) throw new Error('The list is shorter than it should be')
      if (before === pagesBefore) return { ...pageStatement, count, at, next: result.next }
      at = result.next
    }
  } finally {
    await statements.close()
  }
}
