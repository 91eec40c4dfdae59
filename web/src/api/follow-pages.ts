import type { AnyResource, Entity } from '@lintel/contract/jsonapi/resource'
import type { PublishedChange } from '@lintel/contract/settings/events'
import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query'
import { followCustomer } from './live-connections'
import { paced } from './paced'
import { readAt } from './read-at'
import type { readPage } from './read-page'
import { keyOf, one } from './resource'
import { scheduleRefetch } from './schedule-refetch'

type Pages<R extends AnyResource> = InfiniteData<Awaited<ReturnType<typeof readPage<R>>>>

/** The resource whose pages are shown, and the resource whose changes affect them. */
interface FollowedPages<R extends AnyResource> {
  shown: R
  /** The records whose changes are followed, with the same ids: those shown, or those that they are computed from. */
  follows: AnyResource
  /** The customer, or the platform tenant for lists of staff. */
  customer: string
  /** True when only these records affect the list; otherwise every change in the customer does. */
  isAlone?: boolean
}

/** Above this many changed records, the pages are refetched instead of the single records. */
const maxSingleReads = 20

/**
 * Keeps pages up to date with the changes of others; returns the function that stops. A changed record that is shown is refetched alone,
 * further changes after it; many changes at once, computed values and records not shown yet trigger one refetch of the pages after `restMs`
 * ms.
 */
export function followPages<R extends AnyResource>(
  queries: QueryClient,
  { shown, follows, customer, isAlone = false }: FollowedPages<R>,
  restMs: number,
): () => void {
  const queryKey = keyOf(shown)
  const pages = { queryKey: [...queryKey, 'pages'] }
  let timer: ReturnType<typeof setTimeout> | undefined
  const readPages = () => {
    clearTimeout(timer)
    timer = undefined
    scheduleRefetch(queries, queryKey)
  }
  const scheduleRead = () => {
    timer ??= setTimeout(readPages, restMs)
  }
  const isShown = (id: string) =>
    queries
      .getQueriesData<Pages<R>>(pages)
      .some(([, known]) => known?.pages.some(({ records }) => records.some((record) => record.id === id)))
  const readOne = async ({ type, id, version }: PublishedChange & { id: string }) => {
    const query = { ...one(shown, id), staleTime: 0 }
    // A read in progress may have started before the change.
    const mayBeOlder = queries.isFetching({ queryKey: query.queryKey, exact: true }) > 0
    let { record } = await queries.fetchQuery(query)
    const isOlder = version !== null && type === shown.type ? record.version < version : mayBeOlder
    if (isOlder) record = (await queries.fetchQuery(query)).record
    queries.setQueriesData<Pages<R>>(pages, (known) => {
      if (!known) return known
      return { ...known, pages: known.pages.map((page) => ({ ...page, records: replaced(page.records, record) })) }
    })
    // Pages being fetched will overwrite it, and may have been read before the change.
    if (queries.isFetching(pages) > 0) scheduleRead()
  }
  const changed = new Map<string, PublishedChange & { id: string }>()
  const readChanged = paced(async () => {
    const each = [...changed.values()]
    changed.clear()
    if (each.length > maxSingleReads) return scheduleRead()
    await Promise.all(each.map((change) => (isShown(change.id) ? readOne(change).catch(scheduleRead) : scheduleRead())))
  })
  const end = followCustomer({
    customer,
    readAt: oldestReading(queries, pages.queryKey),
    onChange: (change) => {
      const { type, id } = change
      if (type === follows.type && id !== null) {
        changed.set(id, { ...change, id })
        readChanged()
      } else if (type === follows.type || !isAlone) scheduleRead()
    },
    onReload: readPages,
  })
  return () => {
    end()
    changed.clear()
    clearTimeout(timer)
  }
}

/** When the oldest active query under a key was read, as `readAt` defines it; now when there is none. */
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
