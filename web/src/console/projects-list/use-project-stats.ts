import { projectStats } from '@lintel/contract/projects/project-stats'
import { projects } from '@lintel/contract/projects/projects'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { followPages } from '../../api/follow-pages'
import { usePages } from '../../api/use-pages'
import { filterOf, type ProjectState } from '../../shell/projects/project-states'

/** Projects of the first page: it is shown while the others are on their way. */
const pageSize = 200

/** Milliseconds until the figures are read again after something that is counted changed: of one page, and of more. */
const restMs = { page: 2_000, more: 30_000 }

/** The figures of a customer's projects that the server finds, page after page until all are there; they follow what others change. */
export function useProjectStats(
  customer: string,
  { search, state }: { search: string; state: ProjectState | undefined },
) {
  const queries = useQueryClient()
  const filter = { customer, ...(search && { q: search }), ...filterOf(state) }
  const pages = usePages(projectStats, { filter }, { size: pageSize, isWhole: true, keepsShown: true })
  const rest = (pages.total ?? 0) > pageSize ? restMs.more : restMs.page

  // The server tells what others change.
  useEffect(
    () => followPages(queries, { shown: projectStats, follows: projects, customer }, rest),
    [queries, customer, rest],
  )

  return pages
}
