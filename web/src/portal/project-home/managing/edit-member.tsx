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
import { useState } from 'react'
import { isTemporaryFailure } from '../../../api/availability'
import { StaleRecordError } from '../../../api/failure'
import { DayField } from '../../../api/form/day-field'
import type { Baseline } from '../../../api/form/draft'
import { FormDialog } from '../../../api/form/form-dialog'
import { dayProblem, typedDay } from '../../../api/form/last-day'
import { useConflicts } from '../../../api/form/use-conflicts'
import { useDraft } from '../../../api/form/use-draft'
import { useIsLeft } from '../../../api/form/use-is-left'
import { useRebasedSave } from '../../../api/form/use-rebased-save'
import { ProblemNotice } from '../../../api/problem-notice'
import { all } from '../../../api/resource'
import { useSave } from '../../../api/use-save'
import { RowRefused } from '../../../shell/change-sets/apply-immediately'
import { formChangeSets } from '../../../shell/change-sets/form-change-sets'
import { membershipCondition } from '../../../shell/change-sets/membership-condition'
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

/** The stored membership that the form is based on, and the condition that it is still the same. */
interface MemberBaseline extends Baseline<MemberValues> {
  condition: ReturnType<typeof membershipCondition>
}

const baselineOf = (member: ProjectMember | undefined, { timeZone }: Project): MemberBaseline => ({
  condition: membershipCondition(member),
  version: member?.version,
  values: {
    level: member?.privilegeLevel ?? privilegeLevel.inactive,
    lastDay: typedDay(member?.expirationDate ?? member?.accessUntil ?? null, timeZone),
  },
})

/** Somebody who was to be added again and is a member by then was changed by others. */
function failIfAdded(error: unknown): never {
  throw error instanceof RowRefused && error.conflict === 'alreadyMember' ? new StaleRecordError() : error
}

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
  const rolesRequest = (cell: Partial<RoleCell>) => {
    const cells = [{ user: member.user, project: project.id, ...cell }]
    return { kind: 'roles', ...within, input: { cells } } as const
  }
  /** A change of roles knows the project's members only: whoever was removed is invited again. */
  const invitationRequest = (values: MemberValues) => {
    const end = values.lastDay === '' ? {} : { accessUntil: values.lastDay }
    const input = { project: project.id, emails: [member.user], level: values.level, ...end }
    return { kind: 'invitations', ...within, input } as const
  }
  const [changeSets] = useState(() => formChangeSets())
  const save = useRebasedSave({
    baseline,
    async send(on) {
      const { values, changes: typed, isDeleted, isDirty, conflicts: disputed } = draft.on(on)
      if (disputed.length > 0) throw new StaleRecordError()
      const { level: chosen } = values
      const end = typed.lastDay !== undefined && { accessUntil: values.lastDay || null }
      const change = { ...on.condition, ...end, level: chosen }
      const set =
        isDeleted || isDirty
          ? changeSets.apply(isDeleted ? invitationRequest(values) : rolesRequest(change), on)
          : changeSets.repeatUnanswered(on)
      return { set: await set.catch(failIfAdded), level: chosen }
    },
    reload: async () => baselineOf((await queries.fetchQuery({ ...request, staleTime: 0 })).records[0], project),
    hasConflicts: (on) => draft.on(on).conflicts.length > 0 || draft.on(on).isDeleted,
    invalidates: [projectMembers],
    about: name,
    draft,
    onSaved: ({ set, level: saved }) => set && onSaved(set, saved),
    leave: onClose,
  })
  const isLeft = useIsLeft()
  const [removals] = useState(() => formChangeSets())
  const removal = useSave<void, ChangeSet>({
    async work() {
      const request = rolesRequest({ ...baseline.condition, level: privilegeLevel.inactive })
      // The answer to an earlier removal says nothing about somebody who is a member again.
      const repeated = baseline.version === undefined ? await removals.repeatUnanswered(baseline) : undefined
      return repeated ?? removals.apply(request, baseline)
    },
    invalidates: [projectMembers],
    handlesError: () => !isLeft(),
    describeFailure: (problem) => `${name}: ${problem}`,
    onSaved(set) {
      onSaved(set, privilegeLevel.inactive)
      if (!isLeft()) onClose()
    },
  })
  // A removal of one's own may be done before its answer arrives, or without one.
  const isRemoved = draft.isDeleted && !removal.isPending && !isTemporaryFailure(removal.error)
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
        isRemoved &&
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
        !isRemoved && (
          <Button busy={removal.isPending} onClick={() => removal.mutate(undefined)}>
            <Trans>Remove from project</Trans>
          </Button>
        )
      }
      onSubmit={() => (draft.isDirty || draft.isDeleted || changeSets.isUnanswered(baseline) ? save.save() : onClose())}
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
