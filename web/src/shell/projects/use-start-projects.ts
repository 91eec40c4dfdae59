import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { startProject } from '@lintel/contract/projects/project-lifecycle'
import { projectStats } from '@lintel/contract/projects/project-stats'
import { type Project, projects } from '@lintel/contract/projects/projects'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { callApi } from '../../api/call-api'
import { firstDetail } from '../../api/form/use-record-draft'
import { one } from '../../api/resource'
import { retryUntilAvailable } from '../../api/retry-until-available'
import { longRunning } from '../../api/saves-settled'
import { useSave } from '../../api/use-save'
import { showToast } from '../../ui/toast'

type NamedProject = Pick<Project, 'id' | 'name'>

/** Polling interval while a project starts, in ms. */
const pollMs = 1_000

/** Whether a project can be started by a trigger (admin-console chapter 4). */
export const isStartable = ({
  status,
  isInactive,
  isHibernated,
}: Pick<Project, 'status' | 'isInactive' | 'isHibernated'>): boolean =>
  !isInactive && !isHibernated && (status === 'Stopped' || status === 'Crashed')

/**
 * Starts projects and shows the outcome; pending until each of them runs or has crashed. `start` calls `onRunning` when
 * all of them run.
 */
export function useStartProjects() {
  const { t } = useLingui()
  const queries = useQueryClient()
  const starting = useSave({
    work: longRunning(async (selected: readonly NamedProject[]) => {
      for (const { id } of selected) await callApi(startProject, { parameters: { id } })
      await refetchProjects(queries)
      const ends = await Promise.all(selected.map((project) => waitUntilStarted(queries, project)))
      return ends.flatMap((end) => (end.status === 'Running' ? [] : [end.name]))
    }),
    invalidates: [projects, projectStats],
    describeFailure(problem, error) {
      const detail = firstDetail(error) ?? problem
      return t`Unable to Start project: ${detail}`
    },
    onSaved(failed, selected) {
      const [first] = selected
      if (failed.length > 0) {
        const names = failed.join(', ')
        showToast({ kind: 'problem', text: t`Not started: ${names}` })
      } else if (selected.length > 1) {
        const text = t`${plural(selected.length, { one: '# project is running.', other: '# projects are running.' })}`
        showToast({ kind: 'done', text })
      } else if (first) {
        const { name } = first
        showToast({ kind: 'done', text: t`${name} is running.` })
      }
    },
  })
  const start = (selected: readonly NamedProject[], onRunning?: () => void): void =>
    starting.mutate(selected, {
      onSuccess: (failed) => {
        if (failed.length === 0) onRunning?.()
      },
    })
  return { start, isPending: starting.isPending }
}

/** Refetches, so that the rows show the starting state. */
const refetchProjects = (queries: QueryClient) =>
  Promise.all([projects, projectStats].map(({ type }) => queries.invalidateQueries({ queryKey: [type] })))

async function waitUntilStarted(queries: QueryClient, { id, name }: NamedProject) {
  for (;;) {
    const { record } = await retryUntilAvailable(
      () => queries.fetchQuery({ ...one(projects, id), staleTime: 0 }),
      pollMs,
    )
    if (record.status !== 'Starting') return { name, status: record.status }
    await new Promise((resolve) => setTimeout(resolve, pollMs))
  }
}
