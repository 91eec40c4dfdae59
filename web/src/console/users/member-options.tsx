import { useLingui } from '@lingui/react'
import { Trans, useLingui as useMacro } from '@lingui/react/macro'
import { dayOf } from '@lintel/contract/people/guest-expiration'
import { isLocked, type ProjectMember, projectMembers } from '@lintel/contract/people/members'
import { type PrivilegeLevel, privilegeLevel } from '@lintel/contract/people/privilege-levels'
import { projects } from '@lintel/contract/projects/projects'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { failedWith } from '../../api/failure'
import { problemText } from '../../api/problem-text'
import { all, keyOf, one } from '../../api/resource'
import { Dialog } from '../../ui/dialog'
import { Notice } from '../../ui/notice'
import { roleWord } from '../../ui/role'
import { SkeletonRows } from '../../ui/skeleton-rows'
import { Answers } from './answers'
import { DayField } from './day-field'
import { LabelledSelect } from './labelled-select'
import { inheritedMethods } from './login-methods'
import { LoginMethodsField } from './login-methods-field'
import { draftOf, type MemberDraft, mayBeSaved, memberPatch } from './member-draft'
import { pickedLevels } from './picked-levels'
import { addMember, changeMember } from './save-member'
import { useLoggedSave } from './use-logged-save'
import { useLoginMethods } from './use-login-methods'
import styles from './users-dialog.module.css'

interface MemberOptionsProps {
  customer: string
  user: { email: string; name: string }
  project: { id: string; name: string }
  actor: string
  onSaved(level: PrivilegeLevel): void
  onClose(): void
}

/** Role, last day and login methods of somebody in a project (admin-console chapter 2). */
export function MemberOptions(props: MemberOptionsProps) {
  const { i18n } = useLingui()
  const { t } = useMacro()
  const { user, project, onClose } = props
  const { data, error } = useQuery(all(projectMembers, { filter: { project: project.id, user: user.email } }))
  const label = t`${user.name} in ${project.name}`
  return (
    <Dialog label={label} onClose={onClose}>
      <div className={styles.form}>
        <h2>{label}</h2>
        {error ? (
          <Notice kind="problem" title={i18n._(problemText(error))} />
        ) : data ? (
          <MemberForm {...props} member={data.records[0]} />
        ) : (
          <SkeletonRows rows={3} />
        )}
      </div>
    </Dialog>
  )
}

function MemberForm(props: MemberOptionsProps & { member: ProjectMember | undefined }) {
  const { customer, user, project, actor, member, onSaved, onClose } = props
  const { i18n } = useLingui()
  const { t } = useMacro()
  const queries = useQueryClient()
  const { names, ids, customerMethods, timeZone } = useLoginMethods(customer)
  const { data: of } = useQuery(one(projects, project.id))
  const [changed, setChanged] = useState<Partial<MemberDraft>>({})
  const draft = { ...draftOf(member, timeZone), ...changed }
  const today = dayOf(Date.now(), timeZone)
  const change = (next: Partial<MemberDraft>) => setChanged({ ...changed, ...next })
  const { save, isSaving, error, problem } = useLoggedSave(
    async ({ level }: MemberDraft) => {
      const patch = memberPatch(member, draft, timeZone)
      if (patch) await (member ? changeMember(member, patch) : addMember(user.email, project.id, patch))
      return level
    },
    ({ level }) => {
      onSaved(level)
      queries.invalidateQueries({ queryKey: keyOf(projectMembers) })
      onClose()
    },
  )
  if (isLocked({ user: user.email, privilegeLevel: draft.level }, actor))
    return (
      <p>
        <Trans>Owners, customer administrators and yourself cannot be edited here.</Trans>
      </p>
    )
  const isGuest = draft.level === privilegeLevel.guest
  const levels = isGuest ? [privilegeLevel.guest, ...pickedLevels] : pickedLevels
  const shown = member && i18n._(roleWord(member.privilegeLevel))

  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (mayBeSaved(draft, today))
          save(draft, { onError: () => queries.invalidateQueries({ queryKey: keyOf(projectMembers) }) })
      }}
    >
      {problem && (
        <Notice kind="problem" title={problem}>
          {failedWith(error, 'stale') && shown !== undefined && (
            <p>{t`It now says “${shown}”. What you chose is still here; save again to replace it.`}</p>
          )}
        </Notice>
      )}
      <LabelledSelect
        label={t`Role`}
        value={String(draft.level)}
        options={levels.map((level) => ({ value: String(level), label: i18n._(roleWord(level)) }))}
        onChange={(value) => change({ level: Number(value) as PrivilegeLevel })}
      />
      {draft.level !== privilegeLevel.inactive && (
        <>
          <DayField
            label={isGuest ? t`Expiration date` : t`Access until`}
            hint={isGuest ? undefined : t`Leave it empty for access without an end.`}
            value={draft.lastDay}
            today={today}
            onChange={(lastDay) => change({ lastDay })}
          />
          <LoginMethodsField
            ids={ids}
            names={names}
            value={draft.providers}
            inherited={inheritedMethods(of?.record.providers ?? [], customerMethods)}
            onChange={(providers) => change({ providers })}
          />
        </>
      )}
      <Answers onCancel={onClose} isBusy={isSaving} isDisabled={!mayBeSaved(draft, today)}>
        <Trans>Save</Trans>
      </Answers>
    </form>
  )
}
