import { useLingui } from '@lingui/react'
import { Trans, useLingui as useMacro } from '@lingui/react/macro'
import type { RoleCell } from '@lintel/contract/people/change-set-inputs'
import type { ChangeSet } from '@lintel/contract/people/change-sets'
import { dayOf } from '@lintel/contract/people/guest-expiration'
import { grantableLevels, type ProjectMember, projectMembers, type Standing } from '@lintel/contract/people/members'
import { type PrivilegeLevel, privilegeLevel } from '@lintel/contract/people/privilege-levels'
import type { Project } from '@lintel/contract/projects/projects'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { failedWith } from '../../../api/failure'
import { DayField } from '../../../api/form/day-field'
import type { Ground } from '../../../api/form/draft'
import { FormDialog } from '../../../api/form/form-dialog'
import { dayProblem, typedDay } from '../../../api/form/last-day'
import { useConflicts } from '../../../api/form/use-conflicts'
import { useDraft } from '../../../api/form/use-draft'
import { useDraftSave } from '../../../api/form/use-draft-save'
import { useIsLeft } from '../../../api/form/use-is-left'
import { ProblemNotice } from '../../../api/problem-notice'
import { all } from '../../../api/resource'
import { useSave } from '../../../api/use-save'
import { applyAtOnce, mustBeApplied } from '../../../shell/change-sets/apply-at-once'
import { Button } from '../../../ui/button'
import { LabelledSelect } from '../../../ui/labelled-select'
import { roleWord } from '../../../ui/role'
import { useChangesOf, whoChangedMember } from '../project-activity'

interface MemberValues {
  level: PrivilegeLevel
  /** The end date, `YYYY-MM-DD`; empty for none. */
  lastDay: string
}

interface EditMemberProps {
  project: Project
  /** The member as it was chosen. */
  member: ProjectMember
  /** What the person who edits is towards the project: decides which roles they give. */
  standing: Standing
  onSaved(set: ChangeSet, level: PrivilegeLevel): void
  onClose(): void
}

const groundOf = (member: ProjectMember | undefined, { timeZone }: Project): Ground<MemberValues> => ({
  version: member?.version,
  values: {
    level: member?.privilegeLevel ?? privilegeLevel.inactive,
    lastDay: typedDay(member?.expirationDate ?? member?.accessUntil ?? null, timeZone),
  },
})

/** Role and end date of a member, as a change set of one on condition of what was seen; or the end of the membership. */
export function EditMember({ project, member, standing, onSaved, onClose }: EditMemberProps) {
  const { i18n } = useLingui()
  const { t } = useMacro()
  const queries = useQueryClient()
  const request = all(projectMembers, { filter: { project: project.id, user: member.user } })
  const { data } = useQuery({ ...request, refetchOnMount: 'always' })
  const ground = groundOf(data ? data.records[0] : member, project)
  const draft = useDraft(ground, { opened: groundOf(member, project) })
  const changes = useChangesOf(project.id, String(ground.version), draft.conflicts.length > 0 || draft.isGone)
  const labels = { level: t`Role`, lastDay: t`End date` }
  const by = () => whoChangedMember(changes, member.user)
  const conflicts = useConflicts()(draft, {
    label: (field) => labels[field],
    textOf: (field, value) => (field === 'level' ? i18n._(roleWord(value as PrivilegeLevel)) : String(value)),
    by,
  })
  const { level, lastDay } = draft.values
  const name = member.name || member.email
  const today = dayOf(Date.now(), project.timeZone)
  const remover = draft.isGone ? by() : undefined
  const note = (field: keyof MemberValues) => conflicts.find(({ key }) => key === field)?.note

  const apply = async (cell: Partial<RoleCell>) => {
    const cells = [{ user: member.user, project: project.id, ...cell }]
    const customer = project.customer ?? ''
    return mustBeApplied(await applyAtOnce({ kind: 'roles', customer, project: project.id, input: { cells } }))
  }
  const save = useDraftSave({
    ground,
    async send(on) {
      const { values, changes: typed, version, isGone } = draft.on(on)
      const saysEnd = isGone || typed.lastDay !== undefined
      const set = await apply({
        level: values.level,
        ...(saysEnd && { accessUntil: values.lastDay || null }),
        expectedVersion: version ?? 0,
      })
      return { set, level: values.level }
    },
    readAgain: async () => groundOf((await queries.fetchQuery({ ...request, staleTime: 0 })).records[0], project),
    isDisputed: (on) => draft.on(on).conflicts.length > 0 || draft.on(on).isGone,
    touches: [projectMembers],
    about: name,
    onSaved: ({ set, level: saved }) => onSaved(set, saved),
    leave: onClose,
  })
  const isLeft = useIsLeft()
  const removal = useSave<void, ChangeSet>({
    work: () => apply({ level: privilegeLevel.inactive, expectedVersion: ground.version ?? 0 }),
    touches: [projectMembers],
    shows: () => !isLeft(),
    words: (problem) => `${name}: ${problem}`,
    onSaved(set) {
      onSaved(set, privilegeLevel.inactive)
      if (!isLeft()) onClose()
    },
  })
  const offered = grantableLevels(standing).filter((each) => each !== privilegeLevel.inactive)

  return (
    <FormDialog
      title={t`Access of ${name}`}
      isTyped={draft.isTyped}
      save={save}
      conflicts={conflicts}
      gone={
        draft.isGone &&
        (remover ? (
          <Trans>{remover} has removed this person from the project</Trans>
        ) : (
          <Trans>Somebody else has removed this person from the project</Trans>
        ))
      }
      isDisabled={
        removal.isPending || (draft.changes.lastDay !== undefined && dayProblem(lastDay, today) !== undefined)
      }
      action={draft.isGone ? <Trans>Add again</Trans> : <Trans>Save</Trans>}
      aside={
        !draft.isGone && (
          <Button busy={removal.isPending} onClick={() => removal.mutate(undefined)}>
            <Trans>Remove from project</Trans>
          </Button>
        )
      }
      onSubmit={() => (draft.isTyped || draft.isGone ? save.save() : onClose())}
      onClose={onClose}
    >
      <LabelledSelect
        label={labels.level}
        hint={note('level')}
        value={String(level)}
        options={offered.map((each) => ({ value: String(each), label: i18n._(roleWord(each)) }))}
        onChange={(value) => draft.set('level', Number(value) as PrivilegeLevel)}
      />
      <DayField
        label={labels.lastDay}
        hint={note('lastDay') ?? t`Leave it empty for access without an end.`}
        value={lastDay}
        today={today}
        onChange={(day) => draft.set('lastDay', day)}
      />
      {removal.error && !failedWith(removal.error, 'stepUpRequired') && <ProblemNotice error={removal.error} />}
    </FormDialog>
  )
}
