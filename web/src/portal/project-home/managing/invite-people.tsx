import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react'
import { Plural, Trans, useLingui as useMacro } from '@lingui/react/macro'
import { newEmail } from '@lintel/contract/jsonapi/fields'
import { mostInvitedAtOnce, splitAddresses } from '@lintel/contract/people/change-set-inputs'
import type { ChangeSet, ChangeSetRow } from '@lintel/contract/people/change-sets'
import { dayOf } from '@lintel/contract/people/guest-expiration'
import { grantableLevels, type ProjectRoles, projectMembers } from '@lintel/contract/people/members'
import { type PrivilegeLevel, privilegeLevel } from '@lintel/contract/people/privilege-levels'
import type { RowConflict } from '@lintel/contract/people/row-conflicts'
import type { Project } from '@lintel/contract/projects/projects'
import { useState } from 'react'
import { creationKeys } from '../../../api/creation-key'
import { StaleRecordError } from '../../../api/failure'
import { DayField } from '../../../api/form/day-field'
import { FormDialog } from '../../../api/form/form-dialog'
import { dayProblem } from '../../../api/form/last-day'
import { useNewDraft } from '../../../api/form/use-draft'
import { useDraftSave } from '../../../api/form/use-draft-save'
import { useErrorOnBlur } from '../../../api/form/use-error-on-blur'
import { useCanAddUsers } from '../../../session/use-can-add-users'
import { applyImmediately } from '../../../shell/change-sets/apply-immediately'
import { applyPlan } from '../../../shell/change-sets/change-set-calls'
import { conflictTexts } from '../../../shell/change-sets/change-set-labels'
import { TextArea } from '../../../ui/field'
import { LabelledSelect } from '../../../ui/labelled-select'
import { roleLabel } from '../../../ui/role'
import { showToast } from '../../../ui/toast'

interface InviteValues {
  /** Email addresses as typed or pasted. */
  addresses: string
  level: PrivilegeLevel
  lastDay: string
}

/** An address that could not be invited, and why. */
interface RejectedInvitation {
  email: string
  conflict: RowConflict
}

/** Rejected invitations named in a toast; the others are only counted. */
const mostNamedInToast = 5

interface InvitePeopleProps {
  project: Project
  /** The roles of the inviting user in the project, which decide what they may grant. */
  roles: ProjectRoles
  /** Announces the invited people, with an undo. */
  announce(set: ChangeSet, text: string): void
  onClose(): void
}

/** The rows that were not applied. */
const rejectedInvitations = (rows: readonly ChangeSetRow[]): RejectedInvitation[] =>
  rows.flatMap(({ conflict, object: { user, given } }) =>
    conflict === null ? [] : [{ email: user || Object.values(given ?? {}).join(' '), conflict }],
  )

/** Invites people to the project: a list of addresses, their role and an optional end date. */
export function InvitePeople({ project, roles, announce, onClose }: InvitePeopleProps) {
  const { i18n } = useLingui()
  const { t } = useMacro()
  const canAddUsers = useCanAddUsers()
  const [withIdempotencyKey] = useState(() => creationKeys())
  const [rejected, setRejected] = useState<readonly RejectedInvitation[]>([])
  const draft = useNewDraft<InviteValues>({ addresses: '', level: privilegeLevel.member, lastDay: '' })
  const { addresses, level, lastDay } = draft.values
  const today = dayOf(Date.now(), project.timeZone)
  const emails = [...new Set(splitAddresses(addresses).map((email) => email.toLowerCase()))]
  const invalidEmails = emails.filter((email) => !newEmail.safeParse(email).success)
  const { isVisible, onBlur } = useErrorOnBlur(invalidEmails.length > 0)
  const isTooMany = emails.length > mostInvitedAtOnce
  const isReady =
    emails.length > 0 && !isTooMany && invalidEmails.length === 0 && dayProblem(lastDay, today) === undefined

  const reasonOf = ({ email, conflict }: RejectedInvitation) => `${email}: ${i18n._(conflictTexts[conflict])}`

  const save = useDraftSave({
    /** Rejected addresses stay in the form with their reason; the others are invited in one step that can be undone. */
    async send() {
      const end = lastDay === '' ? {} : { accessUntil: lastDay }
      const input = { project: project.id, emails, level, ...end }
      const { customer, id } = project
      const request = { kind: 'invitations', customer: customer ?? '', project: id, input } as const
      const { planned, set } = await withIdempotencyKey(input, async (key) => {
        const planned = await applyImmediately(request, key)
        const hasRowsToApply = planned.state === 'planned' && planned.summary.change > 0
        return { planned, set: hasRowsToApply ? await applyPlan(planned, () => {}) : planned }
      })
      // Thrown only here, so that the next attempt has a new key and plans anew.
      if (planned.summary.change > 0 && set.state !== 'applied') throw new StaleRecordError()
      return { ...set, rows: planned.rows ?? [], sent: emails }
    },
    invalidates: [projectMembers],
    onSaved(set) {
      const invited = set.summary.change
      const [email = ''] = set.sent
      const failed = rejectedInvitations(set.rows)
      if (invited > 0) {
        const text =
          invited === 1 && failed.length === 0
            ? t`${email} was invited`
            : t`${plural(invited, { one: '# person was invited', other: '# people were invited' })}`
        announce(set, text)
      }
    },
    leave({ rows, sent }) {
      const failed = rejectedInvitations(rows)
      // Addresses that were typed during the save are still to be invited.
      const remaining = [...failed.map(({ email }) => email), ...emails.filter((email) => !sent.includes(email))]
      if (remaining.length === 0) return onClose()
      setRejected(failed)
      draft.set('addresses', remaining.join('\n'))
    },
    notifyAfterLeaving({ rows }) {
      const failed = rejectedInvitations(rows)
      if (failed.length === 0) return
      const named = failed.slice(0, mostNamedInToast).map(reasonOf)
      const reasons = [...named, ...(failed.length > named.length ? [`+${failed.length - named.length}`] : [])].join(
        ' ',
      )
      showToast({ kind: 'problem', text: t`Not everybody could be invited to “${project.name}”. ${reasons}` })
    },
  })

  return (
    <FormDialog
      title={t`Invite people`}
      isDirty={draft.isDirty}
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
            <Trans>One or several, as they come from an email or a spreadsheet.</Trans>
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
          isTooMany ? (
            <Plural
              value={mostInvitedAtOnce}
              one="At most # person is invited at once."
              other="At most # people are invited at once."
            />
          ) : isVisible || (invalidEmails.length > 0 && emails.length > 1) ? (
            t`Not an email address: ${invalidEmails.slice(0, 3).join(', ')}`
          ) : undefined
        }
      />
      {rejected.length > 0 && (
        <ul role="alert">
          {rejected.map((each) => (
            <li key={each.email}>{reasonOf(each)}</li>
          ))}
        </ul>
      )}
      <LabelledSelect
        label={t`Role`}
        value={String(level)}
        options={grantableLevels(roles)
          .filter((each) => each !== privilegeLevel.inactive)
          .map((each) => ({ value: String(each), label: i18n._(roleLabel(each)) }))}
        onChange={(value) => draft.set('level', Number(value) as PrivilegeLevel)}
      />
      <DayField label={t`End date`} value={lastDay} today={today} onChange={(day) => draft.set('lastDay', day)} />
    </FormDialog>
  )
}
