import { projectStats } from '@lintel/contract/projects/project-stats'
import { projects } from '@lintel/contract/projects/projects'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { followPages } from '../../api/follow-pages'
import { usePages } from '../../api/use-pages'
import { filterOf, type ProjectState } from '../../shell/projects/project-states'

/** Projects of the first page, which is shown while the others are loading. */
const pageSize = 200

/** Delay in milliseconds before the statistics are refetched after a relevant change: for one page, and for more. */
const refetchDelayMs = { page: 2_000, more: 30_000 }

/** Statistics of the projects that match the search, page by page until all are loaded; refetched when others change something. */
export function useProjectStats(
  customer: string,
  { search, state }: { search: string; state: ProjectState | undefined },
) {
  const queries = useQueryClient()
  const filter = { customer, ...(search && { q: search }), ...filterOf(state) }
  const pages = usePages(projectStats, { filter }, { size: pageSize, readsAll: true, keepsPrevious: true })
  const rest = (pages.total ?? 0) > pageSize ? refetchDelayMs.more : refetchDelayMs.page

  // Subscribes to the server's events for changes by others.
  useEffect(
    () => followPages(queries, { shown: projectStats, follows: projects, customer }, rest),
    [queries, customer, rest],
  )

  return pages
}
