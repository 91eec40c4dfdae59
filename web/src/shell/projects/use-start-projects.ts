import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { startProject } from '@lintel/contract/projects/project-life'
import { projectStats } from '@lintel/contract/projects/project-stats'
import { type Project, projects } from '@lintel/contract/projects/projects'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { ask } from '../../api/ask'
import { firstDetail } from '../../api/form/use-record-draft'
import { one } from '../../api/resource'
import { lasting } from '../../api/saves-settled'
import { showProblem } from '../../api/show-problem'
import { untilAnswered } from '../../api/until-answered'
import { useSave } from '../../api/use-save'
import { showToast } from '../../ui/toast'

type Named = Pick<Project, 'id' | 'name'>

/** Milliseconds between two questions whether a project runs. */
const askEveryMs = 1_000

/** True for a project that a trigger starts (admin-console chapter 4). */
export const isStartable = ({
  status,
  isInactive,
  isHibernated,
}: Pick<Project, 'status' | 'isInactive' | 'isHibernated'>): boolean =>
  !isInactive && !isHibernated && (status === 'Stopped' || status === 'Crashed')

/**
 * Starts projects and says what came of it; pending until each of them runs or has crashed. `onRunning` of `start` is called when all of
 * them run.
 */
export function useStartProjects() {
  const { t } = useLingui()
  const queries = useQueryClient()
  const starting = useSave({
    work: lasting(async (wanted: readonly Named[]) => {
      for (const { id } of wanted) await ask(startProject, { parameters: { id } })
      await readAgain(queries)
      const ends = await Promise.all(wanted.map((project) => whenStarted(queries, project)))
      return ends.flatMap((end) => (end.status === 'Running' ? [] : [end.name]))
    }),
    touches: [projects, projectStats],
    shows: () => true,
    onSaved(failed, wanted) {
      const [first] = wanted
      if (failed.length > 0) {
        const names = failed.join(', ')
        showToast({ kind: 'problem', text: t`Not started: ${names}` })
      } else if (wanted.length > 1) {
        const text = t`${plural(wanted.length, { one: '# project is running.', other: '# projects are running.' })}`
        showToast({ kind: 'done', text })
      } else if (first) {
        const { name } = first
        showToast({ kind: 'done', text: t`${name} is running.` })
      }
    },
  })
  function start(wanted: readonly Named[], onRunning?: () => void): void {
    const onSuccess = (failed: readonly string[]) => {
      if (failed.length === 0) onRunning?.()
    }
    // Told also when the screen has been left meanwhile.
    starting.mutateAsync(wanted, { onSuccess }).catch((error: Error) => {
      const detail = firstDetail(error) ?? error.message
      showProblem(error, t`Unable to Start project: ${detail}`)
    })
  }
  return { start, isPending: starting.isPending }
}

/** The rows show that it is starting. */
const readAgain = (queries: QueryClient) =>
  Promise.all([projects, projectStats].map(({ type }) => queries.invalidateQueries({ queryKey: [type] })))

async function whenStarted(queries: QueryClient, { id, name }: Named) {
  for (;;) {
    const { record } = await untilAnswered(() => queries.fetchQuery({ ...one(projects, id), staleTime: 0 }), askEveryMs)
    if (record.status !== 'Starting') return { name, status: record.status }
    await new Promise((resolve) => setTimeout(resolve, askEveryMs))
  }
}
