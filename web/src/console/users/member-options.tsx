import { useLingui } from '@lingui/react'
import { Trans, useLingui as useMacro } from '@lingui/react/macro'
import type { ChangeSet } from '@lintel/contract/people/change-sets'
import type { DirectorySource } from '@lintel/contract/people/directory-groups'
import { dayOf } from '@lintel/contract/people/guest-expiration'
import { isLocked, type ProjectMember, projectMembers } from '@lintel/contract/people/members'
import { type PrivilegeLevel, privilegeLevel } from '@lintel/contract/people/privilege-levels'
import { projects } from '@lintel/contract/projects/projects'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { DayField } from '../../api/form/day-field'
import { FormDialog } from '../../api/form/form-dialog'
import { inheritedMethods } from '../../api/form/login-methods'
import { LoginMethodsField } from '../../api/form/login-methods-field'
import { unreadOf } from '../../api/form/reading'
import { useConflicts } from '../../api/form/use-conflicts'
import { useDraft } from '../../api/form/use-draft'
import { useDraftSave } from '../../api/form/use-draft-save'
import { useLoginMethods } from '../../api/form/use-login-methods'
import { useRecentChanges, whoChanged } from '../../api/form/who-changed'
import { all, one } from '../../api/resource'
import { mustBeApplied } from '../../shell/change-sets/apply-at-once'
import { LabelledSelect } from '../../ui/labelled-select'
import { roleWord } from '../../ui/role'
import { applyCells, cellOf } from './apply-at-once'
import { type MemberValues, mayBeSaved, memberGround, memberPatch, memberValues, noMember } from './member-draft'
import { formLevels, levelsFor } from './picked-levels'
import { useDirectoryWords } from './use-directory-words'
import { useMemberWords } from './use-member-words'
import { useWhoGave } from './who-gave'

interface MemberOptionsProps {
  customer: string
  user: { email: string; name: string }
  /** Their account is a guest's. */
  isGuest: boolean
  project: { id: string; name: string }
  actor: string
  /** The way by which the directory brought the person, where it did. */
  source: DirectorySource | undefined
  /** Saved, by that change set where there was something to change. */
  onSaved(level: PrivilegeLevel, set: ChangeSet | undefined): void
  onClose(): void
}

/** Role, last day and login methods of somebody in a project (admin-console chapter 2). */
export function MemberOptions(props: MemberOptionsProps) {
  const { customer, user, isGuest, project, actor, source, onSaved, onClose } = props
  const { i18n } = useLingui()
  const { t } = useMacro()
  const queries = useQueryClient()
  const { names, ids, customerMethods, timeZone, reading } = useLoginMethods(customer)
  const request = all(projectMembers, { filter: { project: project.id, user: user.email } })
  const { data, error } = useQuery({ ...request, refetchOnMount: 'always' })
  const { data: of, error: projectError } = useQuery(one(projects, project.id))
  const member = data?.records[0]
  const draft = useDraft(memberGround(member, timeZone), { isRead: data !== undefined })
  const words = useMemberWords(customer)
  const directoryWords = useDirectoryWords()
  const changes = useRecentChanges(
    [{ customer, subject: user.email }],
    String(member?.version),
    draft.conflicts.length > 0,
  )
  const hasNewRole = draft.isGone || draft.conflicts.some(({ field }) => field === 'level')
  const whoGave = useWhoGave(user.email, hasNewRole ? [{ project: project.id, version: member?.version }] : [])
  const remover = draft.isGone ? whoGave(project.id) : undefined
  const valuesOf = (fields: object) => memberValues(fields, timeZone)
  const conflicts = useConflicts()(draft, {
    ...words,
    by: (field, value) =>
      field === 'level' ? whoGave(project.id) : whoChanged(changes, { id: member?.id ?? '', field, value, valuesOf }),
  })
  const { level, lastDay, providers } = draft.values
  const today = dayOf(Date.now(), timeZone)
  const noteOf = (field: keyof MemberValues) => conflicts.find(({ key }) => key === field)?.note

  const save = useDraftSave({
    ground: member,
    async send(now: ProjectMember | undefined) {
      const ground = memberGround(now, timeZone)
      const { values, version } = draft.on(ground)
      const patch = memberPatch(now ? ground.values : noMember, values)
      const seen = now && { version: version ?? now.version }
      if (!patch) return { level: values.level, set: undefined }
      const cell = cellOf({ user: user.email, project: project.id, member: seen, patch })
      return { level: values.level, set: mustBeApplied(await applyCells(customer, [cell])) }
    },
    readAgain: async () => (await queries.fetchQuery({ ...request, staleTime: 0 })).records[0],
    isDisputed(now) {
      const { conflicts: disputed, isGone } = draft.on(memberGround(now, timeZone))
      return disputed.length > 0 || isGone
    },
    touches: [projectMembers],
    onSaved({ level: saved, set }) {
      // Opened again, it is read anew: beside what was read before, what was saved would pass for somebody else's change.
      queries.removeQueries({ queryKey: request.queryKey, exact: true })
      onSaved(saved, set)
    },
    leave: onClose,
  })

  // Who was removed meanwhile is offered what they had.
  const offered = levelsFor({ isGuest, level: member?.privilegeLevel ?? level }, formLevels)
  const isFixed = isLocked({ user: user.email, privilegeLevel: member?.privilegeLevel ?? level }, actor)
  return (
    <FormDialog
      title={t`${user.name} in ${project.name}`}
      unread={unreadOf(
        { what: t`Role`, isRead: data !== undefined, error },
        { what: project.name, isRead: of !== undefined, error: projectError },
        reading,
      )}
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
      isDisabled={!mayBeSaved(draft.values, today)}
      action={isFixed ? undefined : draft.isGone ? <Trans>Add again</Trans> : <Trans>Save</Trans>}
      onSubmit={() => (!isFixed && (draft.isTyped || draft.isGone) ? save.save() : onClose())}
      onClose={onClose}
    >
      {isFixed ? (
        <p>
          <Trans>Owners, customer administrators and yourself cannot be edited here.</Trans>
        </p>
      ) : (
        <>
          <LabelledSelect
            label={words.label('level')}
            hint={noteOf('level') ?? directoryWords(member?.directoryLevel, level, source)}
            value={String(level)}
            options={offered.map((each) => ({ value: String(each), label: i18n._(roleWord(each)) }))}
            onChange={(value) => draft.set('level', Number(value) as PrivilegeLevel)}
          />
          {level !== privilegeLevel.inactive && (
            <>
              <DayField
                label={words.label('lastDay')}
                hint={noteOf('lastDay') ?? t`Leave it empty for access without an end.`}
                value={lastDay}
                today={today}
                onChange={(day) => draft.set('lastDay', day)}
              />
              <LoginMethodsField
                ids={ids}
                names={names}
                value={providers}
                inherited={inheritedMethods(of?.record.providers ?? [], customerMethods)}
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
