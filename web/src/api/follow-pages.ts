import type { AnyResource, Entity } from '@lintel/contract/jsonapi/resource'
import type { ChangeTold } from '@lintel/contract/settings/events'
import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query'
import type { pageOf } from './pages'
import { readAt } from './read-at'
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
  const pages = { queryKey: [...queryKey, 'pages'] }
  let timer: ReturnType<typeof setTimeout> | undefined
  const readAgain = () => {
    clearTimeout(timer)
    timer = undefined
    void queries.invalidateQueries({ queryKey })
  }
  const readLater = () => {
    timer ??= setTimeout(readAgain, restMs)
  }
  const readOne = async ({ type, id, version }: ChangeTold & { id: string }) => {
    const asked = { ...one(shown, id), staleTime: 0 }
    // What is being read already may have been read before the change.
    const mayBeOlder = queries.isFetching({ queryKey: asked.queryKey, exact: true }) > 0
    let { record } = await queries.fetchQuery(asked)
    const isOlder = version !== null && type === shown.type ? record.version < version : mayBeOlder
    if (isOlder) record = (await queries.fetchQuery(asked)).record
    let isShown = false
    queries.setQueriesData<Pages<R>>(pages, (known) => {
      if (!known) return known
      isShown ||= known.pages.some(({ records }) => records.some((one) => one.id === id))
      return { ...known, pages: known.pages.map((page) => ({ ...page, records: replaced(page.records, record) })) }
    })
    // Pages that are on their way take its place, and may have been read before the change.
    if (!isShown || queries.isFetching(pages) > 0) readLater()
  }
  const end = followCustomer({
    customer,
    readAt: oldestReading(queries, pages.queryKey),
    onChange: (change) => {
      const { type, id } = change
      if (type === follows.type && id !== null) void readOne({ ...change, id }).catch(readLater)
      else if (type === follows.type || !isAlone) readLater()
    },
    onReload: readAgain,
  })
  return () => {
    end()
    clearTimeout(timer)
  }
}

/** When the oldest of what is shown under a key was read, as `readAt` says it of one query; now where nothing is. */
const oldestReading = (queries: QueryClient, queryKey: QueryKey): number =>
  Math.min(
    Date.now(),
    ...queries
      .getQueryCache()
      .findAll({ queryKey, type: 'active' })
      .map((query) => readAt(queries, query.queryKey)),
  )

const replaced = <T extends Entity<AnyResource>>(records: T[], record: T): T[] =>
  records.map((known) => (known.id === record.id ? record : known))
