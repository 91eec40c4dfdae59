import { useLingui } from '@lingui/react/macro'
import { type Project, type ProjectPatch, projects } from '@lintel/contract/projects/projects'
import { useQueryClient } from '@tanstack/react-query'
import { useCachedRecords } from '../api/cached-records'
import { patchStep } from '../api/form/record-steps'
import { firstDetail } from '../api/form/use-record-draft'
import { useRecordSteps } from '../api/form/use-record-steps'
import { saveRecord } from '../api/save-record'
import { useSave } from '../api/use-save'
import { myProjectLinks } from './my-project-links'

/** An action on a project: its patch and its texts. */
export interface ProjectAction {
  name: string
  patch: ProjectPatch
  /** The patch that undoes it. */
  back: ProjectPatch
  done: string
  failed(detail: string): string
}

/** The field that an action changes; an action and its inverse share one button position. */
const fieldOf = ({ patch }: ProjectAction) => Object.keys(patch).join()

/**
 * Delete and restore, hibernate and wake up a project: announced with Undo, a failure in a toast. One at a time, since each request
 * carries the version that the previous one returned. `isInHistory` is false where the screen has no undo by shortcut.
 */
export function useProjectActions(project: Project, { isInHistory = true }: { isInHistory?: boolean } = {}) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const known = useCachedRecords(projects)
  const steps = useRecordSteps()
  const { name: title } = project
  const remove: ProjectAction = {
    name: t`Delete`,
    patch: { isInactive: true },
    back: { isInactive: false },
    done: t`${title} is deleted.`,
    failed: (detail) => t`Unable to Delete project: ${detail}`,
  }
  const restore: ProjectAction = {
    name: t`Restore`,
    patch: { isInactive: false },
    back: { isInactive: true },
    done: t`${title} is restored.`,
    failed: (detail) => t`Unable to Restore project: ${detail}`,
  }
  const hibernate: ProjectAction = {
    name: t`Hibernate`,
    patch: { isHibernated: true },
    back: { isHibernated: false },
    done: t`${title} is hibernated.`,
    failed: (detail) => t`Unable to Hibernate project: ${detail}`,
  }
  const wake: ProjectAction = {
    name: t`Wakeup`,
    patch: { isHibernated: false },
    back: { isHibernated: true },
    done: t`${title} is awake.`,
    failed: (detail) => t`Unable to Wakeup project: ${detail}`,
  }
  const save = useSave({
    work: ({ action, target }: { action: ProjectAction; target: Pick<Project, 'id' | 'version'> }) =>
      saveRecord(projects, { id: target.id, version: target.version, patch: action.patch }),
    invalidates: [projects, myProjectLinks],
    describeFailure: (problem, error, { action }) => action.failed(firstDetail(error) ?? problem),
    onSaved(saved, { action, target }) {
      known.replace(saved)
      const { id, version } = saved
      const { patch: again, back } = action
      const undone = () => void queries.invalidateQueries({ queryKey: myProjectLinks.queryKey })
      const step = patchStep(projects, { id, from: target.version, to: version, back, again })
      steps.announce(action.done, { ...step, undone }, { isInHistory })
    },
  })
  return {
    ...{ remove, restore, hibernate, wake },
    run: (action: ProjectAction, onSettled?: () => void) =>
      save.mutate({ action, target: project }, { ...(onSettled && { onSettled }) }),
    isPending: save.isPending,
    /** Whether this action or its inverse is running: the button that replaces the pressed one is busy as well and keeps the focus. */
    isRunning: (action: ProjectAction) => save.isPending && fieldOf(save.variables.action) === fieldOf(action),
  }
}
