import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type Project, type ProjectPatch, projects, purgedAfterDays } from '@lintel/contract/projects/projects'
import { failedWith } from '../../api/failure'
import { patchStep } from '../../api/form/record-steps'
import { firstDetail } from '../../api/form/use-record-draft'
import { useRecordSteps } from '../../api/form/use-record-steps'
import { useKnownRecords } from '../../api/known-records'
import { saveRecord } from '../../api/save-record'
import { showProblem } from '../../api/show-problem'
import { useSave } from '../../api/use-save'
import { isStartable, useStartProjects } from '../../shell/projects/use-start-projects'
import { RecordAct } from '../../shell/records/record-page'
import { Button } from '../../ui/button'

/** One thing that can be done with a project, what it does, and what is said of it. */
interface Act {
  name: string
  patch: ProjectPatch
  /** What undoes it. */
  back: ProjectPatch
  done: string
  failed(detail: string): string
}

/** What an act changes: one and what undoes it stand in the same place. */
const fieldOf = ({ patch }: Act) => Object.keys(patch).join()

/** Delete and restore, hibernate and wake up, start: each with what it will do, and an alert of what came of it (chapter 4). */
export function ProjectActs({ project }: { project: Project }) {
  const { t } = useLingui()
  const { name: title, isInactive, isHibernated } = project
  const remove: Act = {
    name: t`Delete`,
    patch: { isInactive: true },
    back: { isInactive: false },
    done: t`${title} is deleted.`,
    failed: (detail) => t`Unable to Delete project: ${detail}`,
  }
  const restore: Act = {
    name: t`Restore`,
    patch: { isInactive: false },
    back: { isInactive: true },
    done: t`${title} is restored.`,
    failed: (detail) => t`Unable to Restore project: ${detail}`,
  }
  const hibernate: Act = {
    name: t`Hibernate`,
    patch: { isHibernated: true },
    back: { isHibernated: false },
    done: t`${title} is hibernated.`,
    failed: (detail) => t`Unable to Hibernate project: ${detail}`,
  }
  const wake: Act = {
    name: t`Wakeup`,
    patch: { isHibernated: false },
    back: { isHibernated: true },
    done: t`${title} is awake.`,
    failed: (detail) => t`Unable to Wakeup project: ${detail}`,
  }
  const steps = useRecordSteps()
  const known = useKnownRecords(projects)
  const refused = (act: Act, error: Error) => {
    if (!failedWith(error, 'stepUpRequired')) showProblem(error, act.failed(firstDetail(error) ?? error.message))
  }
  const acting = useSave({
    work: ({ act, on }: { act: Act; on: Pick<Project, 'id' | 'version'> }) =>
      saveRecord(projects, { id: on.id, version: on.version, patch: act.patch }),
    touches: [projects],
    shows: () => true,
    onSaved(saved, { act, on }) {
      known.putIn(saved)
      const { id, version } = saved
      const versions = { id, from: on.version, to: version }
      steps.announce(act.done, patchStep(projects, { ...versions, back: act.back, again: act.patch }))
    },
  })
  // Told also when the page has been left meanwhile.
  const run = (act: Act) => acting.mutateAsync({ act, on: project }).catch((error: Error) => refused(act, error))
  const starting = useStartProjects()
  // One after the other: each is sent with the version that the one before it left.
  const isActing = acting.isPending || starting.isPending
  const button = (act: Act, kind: 'plain' | 'danger' = 'plain') => {
    // What takes the place of the pressed one waits as it does, and keeps the keyboard.
    const isOwn = acting.isPending && fieldOf(acting.variables.act) === fieldOf(act)
    return (
      <Button kind={kind} busy={isOwn} disabled={isActing && !isOwn} onClick={() => run(act)}>
        {act.name}
      </Button>
    )
  }

  return (
    <>
      {isStartable(project) && (
        <RecordAct
          action={
            <Button busy={starting.isPending} disabled={acting.isPending} onClick={() => starting.start([project])}>
              <Trans>Start</Trans>
            </Button>
          }
        >
          <Trans>Its content cannot be reached. Starting it takes a few seconds.</Trans>
        </RecordAct>
      )}
      {!isInactive &&
        (isHibernated ? (
          <RecordAct action={button(wake)}>
            <Trans>Its people reach it again, and it can be changed.</Trans>
          </RecordAct>
        ) : (
          <RecordAct action={button(hibernate)}>
            <Trans>
              It can be read only, and only its owner and administrators open it. It can be woken up at any time.
            </Trans>
          </RecordAct>
        ))}
      {isInactive ? (
        <RecordAct action={button(restore)}>
          <Trans>It comes back as it was, with its members and content.</Trans>
        </RecordAct>
      ) : (
        <RecordAct action={button(remove, 'danger')}>
          <Plural
            value={purgedAfterDays}
            one="It is hidden from its people. It can be restored for # day, then it is removed for good with its content."
            other="It is hidden from its people. It can be restored for # days, then it is removed for good with its content."
          />
        </RecordAct>
      )}
    </>
  )
}
