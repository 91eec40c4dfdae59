import type { AnyResource, Entity } from '@lintel/contract/jsonapi/resource'
import type { ChangeTold } from '@lintel/contract/settings/events'
import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query'
import { paced } from './paced'
import type { pageOf } from './pages'
import { readAgain } from './read-again'
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

/** Of more records that changed at once, the pages are read and not each of them. */
const mostSingle = 20

/**
 * Keeps pages as others change them, until the function that it gives is called: a shown record that changed is read alone, those
 * that change meanwhile after it; many at once, what is counted and what is not shown yet all together after `restMs` milliseconds.
 */
export function followPages<R extends AnyResource>(
  queries: QueryClient,
  { shown, follows, customer, isAlone = false }: Followed<R>,
  restMs: number,
): () => void {
  const queryKey = keyOf(shown)
  const pages = { queryKey: [...queryKey, 'pages'] }
  let timer: ReturnType<typeof setTimeout> | undefined
  const readPages = () => {
    clearTimeout(timer)
    timer = undefined
    readAgain(queries, queryKey)
  }
  const readLater = () => {
    timer ??= setTimeout(readPages, restMs)
  }
  const isShown = (id: string) =>
    queries
      .getQueriesData<Pages<R>>(pages)
      .some(([, known]) => known?.pages.some(({ records }) => records.some((record) => record.id === id)))
  const readOne = async ({ type, id, version }: ChangeTold & { id: string }) => {
    const asked = { ...one(shown, id), staleTime: 0 }
    // What is being read already may have been read before the change.
    const mayBeOlder = queries.isFetching({ queryKey: asked.queryKey, exact: true }) > 0
    let { record } = await queries.fetchQuery(asked)
    const isOlder = version !== null && type === shown.type ? record.version < version : mayBeOlder
    if (isOlder) record = (await queries.fetchQuery(asked)).record
    queries.setQueriesData<Pages<R>>(pages, (known) => {
      if (!known) return known
      return { ...known, pages: known.pages.map((page) => ({ ...page, records: replaced(page.records, record) })) }
    })
    // Pages that are on their way take its place, and may have been read before the change.
    if (queries.isFetching(pages) > 0) readLater()
  }
  const changed = new Map<string, ChangeTold & { id: string }>()
  const readChanged = paced(async () => {
    const each = [...changed.values()]
    changed.clear()
    if (each.length > mostSingle) return readLater()
    await Promise.all(each.map((change) => (isShown(change.id) ? readOne(change).catch(readLater) : readLater())))
  })
  const end = followCustomer({
    customer,
    readAt: oldestReading(queries, pages.queryKey),
    onChange: (change) => {
      const { type, id } = change
      if (type === follows.type && id !== null) {
        changed.set(id, { ...change, id })
        readChanged()
      } else if (type === follows.type || !isAlone) readLater()
    },
    onReload: readPages,
  })
  return () => {
    end()
    changed.clear()
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
