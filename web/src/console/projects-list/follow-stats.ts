import { type ProjectStat, projectStats } from '@lintel/contract/projects/project-stats'
import { projects } from '@lintel/contract/projects/projects'
import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { keyOf, one, type pageOf } from '../../api/resource'
import { followCustomer } from '../../api/shared-live'

type Pages = InfiniteData<Awaited<ReturnType<typeof pageOf<typeof projectStats>>>>

/**
 * Keeps the figures of a customer's projects as others change them, until the function that it gives is called: a project that
 * changed is read alone, what is counted of projects all together after `restMs` milliseconds.
 */
export function followStats(queries: QueryClient, customer: string, restMs: number): () => void {
  const queryKey = keyOf(projectStats)
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
    const { record } = await queries.fetchQuery({ ...one(projectStats, id), staleTime: 0 })
    let isShown = false
    queries.setQueriesData<Pages>({ queryKey: [...queryKey, 'pages'] }, (known) => {
      if (!known) return known
      isShown ||= known.pages.some(({ records }) => records.some((stat) => stat.id === id))
      return { ...known, pages: known.pages.map((page) => ({ ...page, records: replaced(page.records, record) })) }
    })
    if (!isShown) readLater()
  }
  const end = followCustomer({
    customer,
    onChange: ({ type, id }) => (type === projects.type && id !== null ? readOne(id).catch(readLater) : readLater()),
    onReload: readAgain,
  })
  return () => {
    end()
    clearTimeout(timer)
  }
}

const replaced = (records: ProjectStat[], record: ProjectStat): ProjectStat[] =>
  records.map((known) => (known.id === record.id ? record : known))
