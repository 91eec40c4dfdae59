import { startProject } from '@lintel/contract/projects/project-life'
import type { Project } from '@lintel/contract/projects/projects'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ask } from '../../api/ask'

/** What decides whether a project's content is reached by starting it. */
type Startable = Pick<Project, 'id' | 'status' | 'crashedAt' | 'isHibernated' | 'isInactive'>

/** A project whose content waits for it to run; a hibernated or deleted one is not started. */
export const isToBeStarted = ({ status, isHibernated, isInactive }: Startable): boolean =>
  status !== 'Running' && !isHibernated && !isInactive

/** How the starting of an opened project stands: asked for once by opening it, and again by `retry` when that failed. */
export function useProjectStart(project: Startable) {
  // Starting it clears the time on the server; the person who opened it still reads it.
  const [crashedAt] = useState(project.crashedAt)
  const start = useQuery({
    queryKey: ['project-start', project.id],
    queryFn: ({ signal }) => ask(startProject, { parameters: { id: project.id }, signal }),
    enabled: isToBeStarted(project),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
  return { crashedAt, failed: start.isError, isAsking: start.isFetching, retry: () => start.refetch() }
}
