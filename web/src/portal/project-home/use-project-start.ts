import { startProject } from '@lintel/contract/projects/project-lifecycle'
import { type Project, projects } from '@lintel/contract/projects/projects'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { callApi } from '../../api/call-api'
import { keyOf } from '../../api/resource'

/** The attributes that decide whether the project has to be started. */
type Startable = Pick<Project, 'id' | 'status' | 'crashedAt' | 'isHibernated' | 'isInactive'>

/** Whether the project's content needs it to be started; a hibernated or deleted one is not started. */
export const needsStart = ({ status, isHibernated, isInactive }: Startable): boolean =>
  status !== 'Running' && !isHibernated && !isInactive

/** How often the status of an opened project is read, in milliseconds: while it starts, and while it waits to be started. */
const [startingPollMs, stoppedPollMs] = [1_000, 10_000]

/** Polling interval of an opened project, in milliseconds; false while nothing is waited for. */
export function pollingInterval(project: Startable): number | false {
  if (!needsStart(project)) return false
  return project.status === 'Starting' ? startingPollMs : stoppedPollMs
}

/** One time in which the project does not run. Starting clears the time of the crash on the server, but the user should still see it. */
interface Standstill {
  number: number
  status: Project['status']
  crashedAt: string | null
}

/** The standstill after the project was read again: one that stops, or that ran in between, is another one; one whose start failed is not. */
function standstillAfter(before: Standstill, project: Startable): Standstill {
  const status = needsStart(project) ? project.status : 'Running'
  const crashedAt = status === 'Running' ? null : (project.crashedAt ?? before.crashedAt)
  if (status === before.status && crashedAt === before.crashedAt) return before
  const isAnother = status !== before.status && (status === 'Running' || status === 'Stopped')
  return { number: before.number + Number(isAnother), status, crashedAt }
}

/**
 * The progress of starting an opened project: requested once each time it is found stopped or crashed, and by `retry` after a failure. A
 * project that crashes after the request has failed to start.
 */
export function useProjectStart(project: Startable) {
  const queries = useQueryClient()
  const [before, setStandstill] = useState<Standstill>({ number: 0, status: 'Running', crashedAt: null })
  const standstill = standstillAfter(before, project)
  if (standstill !== before) setStandstill(standstill)
  const { number, status, crashedAt } = standstill
  const start = useQuery({
    queryKey: ['project-start', project.id, number],
    queryFn: async ({ signal }) => {
      await callApi(startProject, { parameters: { id: project.id }, signal })
      void queries.invalidateQueries({ queryKey: keyOf(projects) })
      return { crashedAt: project.crashedAt }
    },
    enabled: status === 'Stopped' || status === 'Crashed',
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
  const crashedAgain = status === 'Crashed' && start.data !== undefined && start.data.crashedAt !== project.crashedAt
  return {
    crashedAt,
    failed: crashedAgain || (status !== 'Starting' && start.isError),
    isRequesting: start.isFetching,
    retry: () => start.refetch(),
  }
}
