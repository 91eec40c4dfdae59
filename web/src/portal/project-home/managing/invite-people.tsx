import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react'
import { Trans, useLingui as useMacro } from '@lingui/react/macro'
import { newEmail } from '@lintel/contract/jsonapi/fields'
import { splitAddresses } from '@lintel/contract/people/change-set-inputs'
import type { ChangeSet, ChangeSetRow } from '@lintel/contract/people/change-sets'
import { dayOf } from '@lintel/contract/people/guest-expiration'
import { grantableLevels, projectMembers, type Standing } from '@lintel/contract/people/members'
import { type PrivilegeLevel, privilegeLevel } from '@lintel/contract/people/privilege-levels'
import type { RowConflict } from '@lintel/contract/people/row-conflicts'
import type { Project } from '@lintel/contract/projects/projects'
import { useState } from 'react'
import { creationKeys } from '../../../api/creation-key'
import { DayField } from '../../../api/form/day-field'
import type { Ground } from '../../../api/form/draft'
import { FormDialog } from '../../../api/form/form-dialog'
import { dayProblem } from '../../../api/form/last-day'
import { useDraft } from '../../../api/form/use-draft'
import { useDraftSave } from '../../../api/form/use-draft-save'
import { useToldWhenLeft } from '../../../api/form/use-told-when-left'
import { useCanAddUsers } from '../../../session/use-can-add-users'
import { applyAtOnce } from '../../../shell/change-sets/apply-at-once'
import { applyPlan } from '../../../shell/change-sets/change-set-calls'
import { conflictWords } from '../../../shell/change-sets/change-set-words'
import { TextArea } from '../../../ui/field'
import { LabelledSelect } from '../../../ui/labelled-select'
import { roleWord } from '../../../ui/role'

interface InviteValues {
  /** Email addresses as they were typed or pasted. */
  addresses: string
  level: PrivilegeLevel
  lastDay: string
}

/** Somebody who could not be invited, and why. */
interface Refused {
  email: string
  conflict: RowConflict
}

interface InvitePeopleProps {
  project: Project
  /** What the person who invites is towards the project: decides which roles they give. */
  standing: Standing
  /** Some were invited: says so, with the way back. */
  announce(set: ChangeSet, text: string): void
  onClose(): void
}

/** The rows that stay behind. */
const refusedOf = (rows: readonly ChangeSetRow[]): Refused[] =>
  rows.flatMap(({ conflict, object: { user, given } }) =>
    conflict === null ? [] : [{ email: user || Object.values(given ?? {}).join(' '), conflict }],
  )

/** Inviting people to the project: an address list, their role and, where it ends, the end date. */
export function InvitePeople({ project, standing, announce, onClose }: InvitePeopleProps) {
  const { i18n } = useLingui()
  const { t } = useMacro()
  const [ground] = useState<Ground<InviteValues>>(() => ({
    version: undefined,
    values: { addresses: '', level: privilegeLevel.member, lastDay: '' },
  }))
  const canAddUsers = useCanAddUsers()
  const [byKey] = useState(() => creationKeys())
  const [refused, setRefused] = useState<readonly Refused[]>([])
  const draft = useDraft(ground)
  const { addresses, level, lastDay } = draft.values
  const today = dayOf(Date.now(), project.timeZone)
  const emails = [...new Set(splitAddresses(addresses).map((email) => email.toLowerCase()))]
  const wrong = emails.filter((email) => !newEmail.safeParse(email).success)
  const { isTold, onBlur } = useToldWhenLeft(wrong.length > 0)
  const isReady = emails.length > 0 && wrong.length === 0 && dayProblem(lastDay, today) === undefined

  const save = useDraftSave({
    ground,
    /** Whoever cannot be invited stays in the form, with the reason; the others are in, as one step that can be undone. */
    send() {
      const end = lastDay === '' ? {} : { accessUntil: lastDay }
      const input = { project: project.id, emails, level, ...end }
      const { customer, id } = project
      const wanted = { kind: 'invitations', customer: customer ?? '', project: id, input } as const
      return byKey(input, async (key) => {
        const set = await applyAtOnce(wanted, key)
        const isRest = set.state === 'planned' && set.summary.change > 0
        return { ...set, ...(isRest && (await applyPlan(set, () => {}))), rows: set.rows ?? [] }
      })
    },
    readAgain: async () => ground,
    isDisputed: () => false,
    touches: [projectMembers],
    onSaved(set) {
      const invited = set.summary.change
      const [email = ''] = emails
      const failed = refusedOf(set.rows)
      if (invited > 0) {
        const text =
          invited === 1 && failed.length === 0
            ? t`${email} was invited`
            : t`${plural(invited, { one: '# person was invited', other: '# people were invited' })}`
        announce(set, text)
      }
    },
    leave({ rows }) {
      const failed = refusedOf(rows)
      if (failed.length === 0) return onClose()
      setRefused(failed)
      draft.set('addresses', failed.map(({ email }) => email).join('\n'))
    },
  })

  return (
    <FormDialog
      title={t`Invite people`}
      isTyped={draft.isTyped}
      save={save}
      isDisabled={!isReady}
      action={<Trans>Invite</Trans>}
      onSubmit={() => isReady && save.save()}
      onClose={onClose}
    >
      <TextArea
        label={t`Email addresses`}
        hint={
          canAddUsers ? (
            <Trans>One or several, as they come from a mail or a spreadsheet.</Trans>
          ) : (
            <Trans>Only of people who have an account already: nobody new can be added here.</Trans>
          )
        }
        value={addresses}
        data-autofocus
        spellCheck={false}
        autoComplete="off"
        onChange={({ target }) => draft.set('addresses', target.value)}
        onBlur={onBlur}
        error={
          isTold || (wrong.length > 0 && emails.length > 1)
            ? t`Not an email address: ${wrong.slice(0, 3).join(', ')}`
            : undefined
        }
      />
      {refused.length > 0 && (
        <ul role="alert">
          {refused.map(({ email, conflict }) => (
            <li key={email}>{`${email}: ${i18n._(conflictWords[conflict])}`}</li>
          ))}
        </ul>
      )}
      <LabelledSelect
        label={t`Role`}
        value={String(level)}
        options={grantableLevels(standing)
          .filter((each) => each !== privilegeLevel.inactive)
          .map((each) => ({ value: String(each), label: i18n._(roleWord(each)) }))}
        onChange={(value) => draft.set('level', Number(value) as PrivilegeLevel)}
      />
      <DayField label={t`End date`} value={lastDay} today={today} onChange={(day) => draft.set('lastDay', day)} />
    </FormDialog>
  )
}
