import { Plural, Trans } from '@lingui/react/macro'
import { type Project, purgedAfterDays } from '@lintel/contract/projects/projects'
import { isStartable, useStartProjects } from '../../shell/projects/use-start-projects'
import { RecordAction } from '../../shell/records/record-page'
import { type ProjectAction, useProjectActions } from '../../shell/use-project-actions'
import { Button } from '../../ui/button'

/** Actions on a project: delete and restore, hibernate and wake up, start. Each with its consequences and an alert of the result (chapter 4). */
export function ProjectActions({ project }: { project: Project }) {
  const { isInactive, isHibernated } = project
  const { remove, restore, hibernate, wake, ...actions } = useProjectActions(project)
  const starting = useStartProjects()
  const isBusy = actions.isPending || starting.isPending
  const button = (action: ProjectAction, kind: 'plain' | 'danger' = 'plain') => {
    const isOwn = actions.isRunning(action)
    return (
      <Button kind={kind} busy={isOwn} disabled={isBusy && !isOwn} onClick={() => actions.run(action)}>
        {action.name}
      </Button>
    )
  }

  return (
    <>
      {isStartable(project) && (
        <RecordAction
          action={
            <Button busy={starting.isPending} disabled={actions.isPending} onClick={() => starting.start([project])}>
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
              It can be read only, and only its owner and administrators open it. It can be woken up at any time by its
              owner or the customer’s administrators.
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
