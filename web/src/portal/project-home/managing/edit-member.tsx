import { useLingui } from '@lingui/react'
import { Trans, useLingui as useMacro } from '@lingui/react/macro'
import type { RoleCell } from '@lintel/contract/people/change-set-inputs'
import type { ChangeSet } from '@lintel/contract/people/change-sets'
import { displayName } from '@lintel/contract/people/display-name'
import { dayOf } from '@lintel/contract/people/guest-expiration'
import { grantableLevels, type ProjectMember, type ProjectRoles, projectMembers } from '@lintel/contract/people/members'
import { type PrivilegeLevel, privilegeLevel } from '@lintel/contract/people/privilege-levels'
import { users } from '@lintel/contract/people/users'
import type { Project } from '@lintel/contract/projects/projects'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { StaleRecordError } from '../../../api/failure'
import { DayField } from '../../../api/form/day-field'
import type { Baseline } from '../../../api/form/draft'
import { FormDialog } from '../../../api/form/form-dialog'
import { dayProblem, typedDay } from '../../../api/form/last-day'
import { useConflicts } from '../../../api/form/use-conflicts'
import { useDraft } from '../../../api/form/use-draft'
import { useDraftSave } from '../../../api/form/use-draft-save'
import { useIsLeft } from '../../../api/form/use-is-left'
import { ProblemNotice } from '../../../api/problem-notice'
import { all } from '../../../api/resource'
import { useSave } from '../../../api/use-save'
import { applyImmediately, assertApplied } from '../../../shell/change-sets/apply-immediately'
import { levelsFor } from '../../../shell/projects/offered-levels'
import { Button } from '../../../ui/button'
import { LabelledSelect } from '../../../ui/labelled-select'
import { roleLabel } from '../../../ui/role'
import { useProjectChanges, whoChangedMember } from '../project-activity'

interface MemberValues {
  level: PrivilegeLevel
  /** The end date, `YYYY-MM-DD`; empty for none. */
  lastDay: string
}

interface EditMemberProps {
  project: Project
  /** The member as it was selected. */
  member: ProjectMember
  /** The roles of the editing user in the project, which decide what they may grant. */
  roles: ProjectRoles
  onSaved(set: ChangeSet, level: PrivilegeLevel): void
  onClose(): void
}

const baselineOf = (member: ProjectMember | undefined, { timeZone }: Project): Baseline<MemberValues> => ({
  version: member?.version,
  values: {
    level: member?.privilegeLevel ?? privilegeLevel.inactive,
    lastDay: typedDay(member?.expirationDate ?? member?.accessUntil ?? null, timeZone),
  },
})

/** Edits a member's role and end date, as a conditional change set with one row, or ends the membership; invites again whom somebody else removed. */
export function EditMember({ project, member, roles, onSaved, onClose }: EditMemberProps) {
  const { i18n } = useLingui()
  const { t } = useMacro()
  const queries = useQueryClient()
  const request = all(projectMembers, {
    filter: { project: project.id, user: member.user },
    include: ['user'],
    fields: { [users.type]: ['guest'] },
  })
  const { data } = useQuery({ ...request, refetchOnMount: 'always' })
  const baseline = baselineOf(data ? data.records[0] : member, project)
  const draft = useDraft(baseline, { opened: baselineOf(member, project) })
  const changes = useProjectChanges(project.id, String(baseline.version), draft.conflicts.length > 0 || draft.isDeleted)
  const labels = { level: t`Role`, lastDay: t`End date` }
  const by = () => whoChangedMember(changes, member.user)
  const conflicts = useConflicts()(draft, {
    label: (field) => labels[field],
    textOf: (field, value) => (field === 'level' ? i18n._(roleLabel(value as PrivilegeLevel)) : String(value)),
    by,
  })
  const { level, lastDay } = draft.values
  const name = displayName(member)
  const today = dayOf(Date.now(), project.timeZone)
  const remover = draft.isDeleted ? by() : undefined
  const note = (field: keyof MemberValues) => conflicts.find(({ key }) => key === field)?.note

  const within = { customer: project.customer ?? '', project: project.id }
  const apply = async (cell: Partial<RoleCell>) => {
    const cells = [{ user: member.user, project: project.id, ...cell }]
    return assertApplied(await applyImmediately({ kind: 'roles', ...within, input: { cells } }))
  }
  /** A change of roles knows the project's members only: whoever was removed is invited again. */
  const addAgain = async (values: MemberValues) => {
    const end = values.lastDay === '' ? {} : { accessUntil: values.lastDay }
    const input = { project: project.id, emails: [member.user], level: values.level, ...end }
    const set = await applyImmediately({ kind: 'invitations', ...within, input })
    if (set.rows?.some(({ conflict }) => conflict === 'alreadyMember')) throw new StaleRecordError()
    return assertApplied(set)
  }
  const save = useDraftSave({
    baseline,
    async send(on) {
      const { values, changes: typed, version, isDeleted } = draft.on(on)
      const change = {
        level: values.level,
        ...(typed.lastDay !== undefined && { accessUntil: values.lastDay || null }),
        expectedVersion: version ?? 0,
      }
      return { set: await (isDeleted ? addAgain(values) : apply(change)), level: values.level }
    },
    reload: async () => baselineOf((await queries.fetchQuery({ ...request, staleTime: 0 })).records[0], project),
    hasConflicts: (on) => draft.on(on).conflicts.length > 0 || draft.on(on).isDeleted,
    invalidates: [projectMembers],
    about: name,
    onSaved: ({ set, level: saved }) => onSaved(set, saved),
    leave: onClose,
  })
  const isLeft = useIsLeft()
  const removal = useSave<void, ChangeSet>({
    work: () => apply({ level: privilegeLevel.inactive, expectedVersion: baseline.version ?? 0 }),
    invalidates: [projectMembers],
    handlesError: () => !isLeft(),
    describeFailure: (problem) => `${name}: ${problem}`,
    onSaved(set) {
      onSaved(set, privilegeLevel.inactive)
      if (!isLeft()) onClose()
    },
  })
  // Until the account is read, a guest is taken for a guest account. Whoever is no member any more is invited, with any role.
  const isGuest = data ? data.included.some(({ guest }) => guest === true) : member.guest
  const offered = levelsFor({ isGuest, level: baseline.values.level }, grantableLevels(roles))

  return (
    <FormDialog
      title={t`Access of ${name}`}
      isDirty={draft.isDirty}
      save={save}
      conflicts={conflicts}
      deletedNotice={
        draft.isDeleted &&
        (remover ? (
          <Trans>{remover} has removed this person from the project</Trans>
        ) : (
          <Trans>Somebody else has removed this person from the project</Trans>
        ))
      }
      isDisabled={
        removal.isPending || (draft.changes.lastDay !== undefined && dayProblem(lastDay, today) !== undefined)
      }
      action={draft.isDeleted ? <Trans>Add again</Trans> : <Trans>Save</Trans>}
      aside={
        !draft.isDeleted && (
          <Button busy={removal.isPending} onClick={() => removal.mutate(undefined)}>
            <Trans>Remove from project</Trans>
          </Button>
        )
      }
      onSubmit={() => (draft.isDirty || draft.isDeleted ? save.save() : onClose())}
      onClose={onClose}
    >
      <LabelledSelect
        label={labels.level}
        hint={note('level')}
        value={String(level)}
        options={offered
          .filter((each) => each !== privilegeLevel.inactive)
          .map((each) => ({ value: String(each), label: i18n._(roleLabel(each)) }))}
        onChange={(value) => draft.set('level', Number(value) as PrivilegeLevel)}
      />
      <DayField
        label={labels.lastDay}
        hint={note('lastDay') ?? t`Leave it empty for access without an end.`}
        value={lastDay}
        today={today}
        onChange={(day) => draft.set('lastDay', day)}
      />
      {removal.error && <ProblemNotice error={removal.error} />}
    </FormDialog>
  )
}
