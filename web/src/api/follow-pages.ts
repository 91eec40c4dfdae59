import type { AnyResource, Entity } from '@lintel/contract/jsonapi/resource'
import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { pageOf } from './pages'
import { keyOf, one } from './resource'
import { followCustomer } from './shared-live'

type Pages<R extends AnyResource> = InfiniteData<Awaited<ReturnType<typeof pageOf<R>>>>

/** What is shown of a resource page by page, and whose changes make it another one. */
interface Followed<R extends AnyResource> {
  shown: R
  /** The records whose changes are told, by the same ids: those that are shown, or what they are counted of. */
  follows: AnyResource
  /** The customer, or the platform for what staff see of all of them. */
  customer: string
  /** True when only these records make the list another one; without it every change in the customer does. */
  isAlone?: boolean
}

/**
 * Keeps pages as others change them, until the function that it gives is called: a record that changed is read alone, what is counted
 * or is not shown yet all together after `restMs` milliseconds.
 */
export function followPages<R extends AnyResource>(
  queries: QueryClient,
  { shown, follows, customer, isAlone = false }: Followed<R>,
  restMs: number,
): () => void {
  const queryKey = keyOf(shown)
  let timer: ReturnType<typeof setTimeout> | undefined
  const readAgain = () => {
    clearTimeout(timer)
    timer = undefined
    void queries.invalidateQueries({ queryKey })
  }
  const readLater = () => {
    timer ??= setTimeout(readAgain, restMs)
  }
  const readOne = async (id: string) => {
    const { record } = await queries.fetchQuery({ ...one(shown, id), staleTime: 0 })
    let isShown = false
    queries.setQueriesData<Pages<R>>({ queryKey: [...queryKey, 'pages'] }, (known) => {
      if (!known) return known
      isShown ||= known.pages.some(({ records }) => records.some((one) => one.id === id))
      return { ...known, pages: known.pages.map((page) => ({ ...page, records: replaced(page.records, record) })) }
    })
    if (!isShown) readLater()
  }
  const end = followCustomer({
    customer,
    onChange: ({ type, id }) => {
      if (type === follows.type && id !== null) void readOne(id).catch(readLater)
      else if (type === follows.type || !isAlone) readLater()
    },
    onReload: readAgain,
  })
  return () => {
    end()
    clearTimeout(timer)
  }
}

const replaced = <T extends Entity<AnyResource>>(records: T[], record: T): T[] =>
  records.map((known) => (known.id === record.id ? record : known))
