import { startProject } from '@lintel/contract/projects/project-lifecycle'
import type { Project } from '@lintel/contract/projects/projects'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { callApi } from '../../api/call-api'

/** The attributes that decide whether the project has to be started. */
type Startable = Pick<Project, 'id' | 'status' | 'crashedAt' | 'isHibernated' | 'isInactive'>

/** Whether the project's content needs it to be started; a hibernated or deleted one is not started. */
export const needsStart = ({ status, isHibernated, isInactive }: Startable): boolean =>
  status !== 'Running' && !isHibernated && !isInactive

/** The progress of starting an opened project: requested once when it is opened, and by `retry` after a failure. */
export function useProjectStart(project: Startable) {
  // Starting clears the time on the server, but the user should still see it.
  const [crashedAt] = useState(project.crashedAt)
  const start = useQuery({
    queryKey: ['project-start', project.id],
    queryFn: ({ signal }) => callApi(startProject, { parameters: { id: project.id }, signal }),
    enabled: needsStart(project),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
  return { crashedAt, failed: start.isError, isRequesting: start.isFetching, retry: () => start.refetch() }
}
