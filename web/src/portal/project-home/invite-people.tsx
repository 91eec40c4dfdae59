import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react'
import { Trans, useLingui as useMacro } from '@lingui/react/macro'
import { newEmail } from '@lintel/contract/jsonapi/fields'
import { splitAddresses } from '@lintel/contract/people/change-set-inputs'
import { dayOf } from '@lintel/contract/people/guest-expiration'
import { projectMembers } from '@lintel/contract/people/members'
import { type PrivilegeLevel, privilegeLevel } from '@lintel/contract/people/privilege-levels'
import type { Project } from '@lintel/contract/projects/projects'
import { useState } from 'react'
import { DayField } from '../../api/form/day-field'
import type { Ground } from '../../api/form/draft'
import { FormDialog } from '../../api/form/form-dialog'
import { dayProblem } from '../../api/form/last-day'
import { useDraft } from '../../api/form/use-draft'
import { useDraftSave } from '../../api/form/use-draft-save'
import { problemText } from '../../api/problem-text'
import { saveRecord } from '../../api/save-record'
import { TextArea } from '../../ui/field'
import { LabelledSelect } from '../../ui/labelled-select'
import { roleWord } from '../../ui/role'
import { showToast } from '../../ui/toast'

interface InviteValues {
  /** Email addresses as they were typed or pasted. */
  addresses: string
  level: PrivilegeLevel
  lastDay: string
}

/** Somebody who could not be invited, and why. */
interface Refused {
  email: string
  error: unknown
}

const levels = [privilegeLevel.guest, privilegeLevel.member, privilegeLevel.workflowsAdmin, privilegeLevel.admin]

/** Inviting people to the project: an address list, their role and, where it ends, the end date. */
export function InvitePeople({ project, onClose }: { project: Project; onClose(): void }) {
  const { i18n } = useLingui()
  const { t } = useMacro()
  const [ground] = useState<Ground<InviteValues>>(() => ({
    version: undefined,
    values: { addresses: '', level: privilegeLevel.member, lastDay: '' },
  }))
  const [refused, setRefused] = useState<readonly Refused[]>([])
  const draft = useDraft(ground)
  const { addresses, level, lastDay } = draft.values
  const today = dayOf(Date.now(), Intl.DateTimeFormat().resolvedOptions().timeZone)
  const emails = [...new Set(splitAddresses(addresses).map((email) => email.toLowerCase()))]
  const wrong = emails.filter((email) => !newEmail.safeParse(email).success)
  const isReady = emails.length > 0 && wrong.length === 0 && dayProblem(lastDay, today) === undefined

  const invite = (email: string) => {
    const draft = { project: project.id, user: email, privilegeLevel: level }
    if (lastDay === '') return saveRecord(projectMembers, { draft })
    const end = level === privilegeLevel.guest ? { expirationDate: lastDay } : { accessUntil: lastDay }
    return saveRecord(projectMembers, { draft: { ...draft, ...end } })
  }
  const save = useDraftSave({
    ground,
    /** One after the other: who could not be invited stays in the form, with the reason. */
    async send() {
      const failed: Refused[] = []
      for (const email of emails) await invite(email).catch((error) => failed.push({ email, error }))
      return failed
    },
    readAgain: async () => ground,
    isDisputed: () => false,
    touches: [projectMembers],
    onSaved(failed) {
      const invited = emails.length - failed.length
      const [email = ''] = emails
      if (invited > 0) {
        const text =
          invited === 1 && failed.length === 0
            ? t`${email} was invited`
            : t`${plural(invited, { one: '# person was invited', other: '# people were invited' })}`
        showToast({ kind: 'done', text })
      }
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
        hint={<Trans>One or several, as they come from a mail or a spreadsheet.</Trans>}
        value={addresses}
        data-autofocus
        spellCheck={false}
        autoComplete="off"
        onChange={({ target }) => draft.set('addresses', target.value)}
        error={
          wrong.length > 0 && emails.length > 1 ? t`Not an email address: ${wrong.slice(0, 3).join(', ')}` : undefined
        }
      />
      {refused.length > 0 && (
        <ul role="alert">
          {refused.map(({ email, error }) => (
            <li key={email}>{`${email}: ${i18n._(problemText(error))}`}</li>
          ))}
        </ul>
      )}
      <LabelledSelect
        label={t`Role`}
        value={String(level)}
        options={levels.map((each) => ({ value: String(each), label: i18n._(roleWord(each)) }))}
        onChange={(value) => draft.set('level', Number(value) as PrivilegeLevel)}
      />
      <DayField label={t`End date`} value={lastDay} today={today} onChange={(day) => draft.set('lastDay', day)} />
    </FormDialog>
  )
}
