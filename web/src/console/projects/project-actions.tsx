import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type Project, type ProjectPatch, projects, purgedAfterDays } from '@lintel/contract/projects/projects'
import { useCachedRecords } from '../../api/cached-records'
import { patchStep } from '../../api/form/record-steps'
import { firstDetail } from '../../api/form/use-record-draft'
import { useRecordSteps } from '../../api/form/use-record-steps'
import { saveRecord } from '../../api/save-record'
import { useSave } from '../../api/use-save'
import { isStartable, useStartProjects } from '../../shell/projects/use-start-projects'
import { RecordAction } from '../../shell/records/record-page'
import { Button } from '../../ui/button'

/** An action on a project: its patch and its texts. */
interface ProjectAction {
  name: string
  patch: ProjectPatch
  /** The patch that undoes it. */
  back: ProjectPatch
  done: string
  failed(detail: string): string
}

/** The field that an action changes; an action and its inverse share one button position. */
const fieldOf = ({ patch }: ProjectAction) => Object.keys(patch).join()

/** Actions on a project: delete and restore, hibernate and wake up, start. Each with its consequences and an alert of the result (chapter 4). */
export function ProjectActions({ project }: { project: Project }) {
  const { t } = useLingui()
  const { name: title, isInactive, isHibernated } = project
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
  const steps = useRecordSteps()
  const known = useCachedRecords(projects)
  const actionSave = useSave({
    work: ({ action, target }: { action: ProjectAction; target: Pick<Project, 'id' | 'version'> }) =>
      saveRecord(projects, { id: target.id, version: target.version, patch: action.patch }),
    invalidates: [projects],
    describeFailure: (problem, error, { action }) => action.failed(firstDetail(error) ?? problem),
    onSaved(saved, { action, target }) {
      known.replace(saved)
      const { id, version } = saved
      const versions = { id, from: target.version, to: version }
      steps.announce(action.done, patchStep(projects, { ...versions, back: action.back, again: action.patch }))
    },
  })
  const starting = useStartProjects()
  // One at a time: each request carries the version that the previous one returned.
  const isBusy = actionSave.isPending || starting.isPending
  const button = (action: ProjectAction, kind: 'plain' | 'danger' = 'plain') => {
    // The button that replaces the pressed one is busy as well and keeps the focus.
    const isOwn = actionSave.isPending && fieldOf(actionSave.variables.action) === fieldOf(action)
    return (
      <Button
        kind={kind}
        busy={isOwn}
        disabled={isBusy && !isOwn}
        onClick={() => actionSave.mutate({ action, target: project })}
      >
        {action.name}
      </Button>
    )
  }

  return (
    <>
      {isStartable(project) && (
        <RecordAction
          action={
            <Button busy={starting.isPending} disabled={actionSave.isPending} onClick={() => starting.start([project])}>
              <Trans>Start</Trans>
            </Button>
          }
        >
          <Trans>Its content cannot be reached. Starting it takes a few seconds.</Trans>
        </RecordAction>
      )}
      {!isInactive &&
        (isHibernated ? (
          <RecordAction action={button(wake)}>
            <Trans>Its people reach it again, and it can be changed.</Trans>
          </RecordAction>
        ) : (
          <RecordAction action={button(hibernate)}>
            <Trans>
              It can be read only, and only its owner and administrators open it. It can be woken up at any time.
            </Trans>
          </RecordAction>
        ))}
      {isInactive ? (
        <RecordAction action={button(restore)}>
          <Trans>It comes back as it was, with its members and content.</Trans>
        </RecordAction>
      ) : (
        <RecordAction action={button(remove, 'danger')}>
          <Plural
            value={purgedAfterDays}
            one="It is hidden from its people. It can be restored for # day, then it is removed for good with its content."
            other="It is hidden from its people. It can be restored for # days, then it is removed for good with its content."
          />
        </RecordAction>
      )}
    </>
  )
}
