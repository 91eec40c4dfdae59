import { useLingui } from '@lingui/react'
import { Trans, useLingui as useMacro } from '@lingui/react/macro'
import type { ChangeSet } from '@lintel/contract/people/change-sets'
import type { DirectorySource } from '@lintel/contract/people/directory-groups'
import { dayOf } from '@lintel/contract/people/guest-expiration'
import { isLocked, type ProjectMember, projectMembers } from '@lintel/contract/people/members'
import { type PrivilegeLevel, privilegeLevel } from '@lintel/contract/people/privilege-levels'
import { projects } from '@lintel/contract/projects/projects'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { StaleRecordError } from '../../api/failure'
import { DayField } from '../../api/form/day-field'
import { FormDialog } from '../../api/form/form-dialog'
import { firstPending } from '../../api/form/load-state'
import { LoginMethodsField } from '../../api/form/login-methods-field'
import { useConflicts } from '../../api/form/use-conflicts'
import { useDraft } from '../../api/form/use-draft'
import { useInheritedMethods } from '../../api/form/use-login-methods'
import { useRebasedSave } from '../../api/form/use-rebased-save'
import { useRecentChanges, whoChanged } from '../../api/form/who-changed'
import { all, one } from '../../api/resource'
import { formLevels, levelsFor } from '../../shell/projects/offered-levels'
import { LabelledSelect } from '../../ui/labelled-select'
import { roleLabel } from '../../ui/role'
import { roleCell, userChangeSets } from './apply-and-remember'
import {
  isSavable,
  type MemberValues,
  memberBaseline,
  memberPatch,
  memberValues,
  noMember,
  storedMember,
} from './member-draft'
import { useDirectoryTexts } from './use-directory-texts'
import { useMemberLabels } from './use-member-labels'
import { useRoleGranters } from './use-role-granters'

interface MemberOptionsProps {
  customer: string
  user: { email: string; name: string }
  /** Whether the account is a guest account. */
  isGuest: boolean
  project: { id: string; name: string }
  actor: string
  /** The person's directory source, if any. */
  source: DirectorySource | undefined
  /** Saved; `set` is the change set, undefined where nothing had changed. */
  onSaved(level: PrivilegeLevel, set: ChangeSet | undefined): void
  onClose(): void
}

/** Role, last day and login methods of a membership (admin-console chapter 2). */
export function MemberOptions(props: MemberOptionsProps) {
  const { customer, user, isGuest, project, actor, source, onSaved, onClose } = props
  const { i18n } = useLingui()
  const { t } = useMacro()
  const queries = useQueryClient()
  const { names, ids, methodsOf, timeZone, loadState } = useInheritedMethods(customer)
  const request = all(projectMembers, { filter: { project: project.id, user: user.email } })
  const { data, error } = useQuery({ ...request, refetchOnMount: 'always' })
  const { data: loadedProject, error: projectError } = useQuery(one(projects, project.id))
  const member = data?.records[0]
  const draft = useDraft(memberBaseline(member, timeZone), { isLoaded: data !== undefined, storedBy: storedMember })
  const labels = useMemberLabels(customer)
  const directoryTexts = useDirectoryTexts()
  const changes = useRecentChanges(
    [{ customer, subject: user.email }],
    String(member?.version),
    draft.conflicts.length > 0,
  )
  const hasNewRole = draft.isDeleted || draft.conflicts.some(({ field }) => field === 'level')
  const roleGranterOf = useRoleGranters(
    user.email,
    hasNewRole ? [{ project: project.id, version: member?.version }] : [],
  )
  const remover = draft.isDeleted ? roleGranterOf(project.id) : undefined
  const valuesOf = (fields: object) => memberValues(fields, timeZone)
  const conflicts = useConflicts()(draft, {
    ...labels,
    by: (field, value) =>
      field === 'level'
        ? roleGranterOf(project.id)
        : whoChanged(changes, { id: member?.id ?? '', field, value, valuesOf }),
  })
  const { level, lastDay, providers } = draft.values
  const today = dayOf(Date.now(), timeZone)
  const noteOf = (field: keyof MemberValues) => conflicts.find(({ key }) => key === field)?.note

  const [changeSets] = useState(() => userChangeSets())
  /** Discards the cached record: otherwise the next opening would report this save as somebody else's change. */
  const discard = () => queries.removeQueries({ queryKey: request.queryKey, exact: true })
  const save = useRebasedSave({
    baseline: member,
    async send(now: ProjectMember | undefined) {
      const baseline = memberBaseline(now, timeZone)
      const { values, conflicts: disputed } = draft.on(baseline)
      if (disputed.length > 0) throw new StaleRecordError()
      const patch = memberPatch(now ? baseline.values : noMember, values)
      if (!patch) return { level: values.level, set: await changeSets.repeatUnanswered(now) }
      const cell = roleCell({ user: user.email, project: project.id, member: now, patch })
      const set = await changeSets.apply({ kind: 'roles', customer, input: { cells: [cell] } }, now)
      return { level: values.level, set }
    },
    reload: async () => (await queries.fetchQuery({ ...request, staleTime: 0 })).records[0],
    hasConflicts(now) {
      const { conflicts: disputed, isDeleted } = draft.on(memberBaseline(now, timeZone))
      return disputed.length > 0 || isDeleted
    },
    invalidates: [projectMembers],
    draft,
    onSaved: ({ level: saved, set }) => onSaved(saved, set),
    leave() {
      discard()
      onClose()
    },
    notifyAfterLeaving: discard,
  })

  // Someone who was removed in the meantime is offered their former level.
  const offered = levelsFor({ isGuest, level: member?.privilegeLevel ?? level }, formLevels)
  const isFixed = isLocked({ user: user.email, privilegeLevel: member?.privilegeLevel ?? level }, actor)
  return (
    <FormDialog
      title={t`${user.name} in ${project.name}`}
      pending={firstPending(
        { what: t`Role`, isLoaded: data !== undefined, error },
        { what: project.name, isLoaded: loadedProject !== undefined, error: projectError },
        loadState,
      )}
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
      isDisabled={!isSavable(draft.values, today)}
      action={isFixed ? undefined : draft.isDeleted ? <Trans>Add again</Trans> : <Trans>Save</Trans>}
      onSubmit={() =>
        !isFixed && (draft.isDirty || draft.isDeleted || changeSets.isUnanswered(member)) ? save.save() : onClose()
      }
      onClose={onClose}
    >
      {isFixed ? (
        <p>
          <Trans>Owners, customer administrators and yourself cannot be edited here.</Trans>
        </p>
      ) : (
        <>
          <LabelledSelect
            label={labels.label('level')}
            hint={noteOf('level') ?? directoryTexts(member?.directoryLevel, level, source)}
            value={String(level)}
            options={offered.map((each) => ({ value: String(each), label: i18n._(roleLabel(each)) }))}
            onChange={(value) => draft.set('level', Number(value) as PrivilegeLevel)}
          />
          {level !== privilegeLevel.inactive && (
            <>
              <DayField
                label={labels.label('lastDay')}
                hint={noteOf('lastDay') ?? t`Leave it empty for access without an end.`}
                value={lastDay}
                today={today}
                onChange={(day) => draft.set('lastDay', day)}
              />
              <LoginMethodsField
                ids={ids}
                names={names}
                value={providers}
                inherited={methodsOf(loadedProject?.record.providers ?? [])}
                note={noteOf('providers')}
                onChange={(chosen) => draft.set('providers', chosen)}
              />
            </>
          )}
        </>
      )}
    </FormDialog>
  )
}
