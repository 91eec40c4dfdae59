import { useLingui } from '@lingui/react'
import { Plural, Trans, useLingui as useMacro } from '@lingui/react/macro'
import { type ChangeSetInput, mostInvitedAtOnce, splitAddresses } from '@lintel/contract/people/change-set-inputs'
import { dayOf } from '@lintel/contract/people/guest-expiration'
import { type PrivilegeLevel, privilegeLevel } from '@lintel/contract/people/privilege-levels'
import { projects } from '@lintel/contract/projects/projects'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { one } from '../../api/resource'
import { Dialog } from '../../ui/dialog'
import { TextArea } from '../../ui/field'
import { Notice } from '../../ui/notice'
import { roleWord } from '../../ui/role'
import { SelectField } from '../../ui/select-field'
import { showToast } from '../../ui/toast'
import type { AccessTable } from './access-table'
import { Answers } from './answers'
import { DayField } from './day-field'
import { LabelledSelect } from './labelled-select'
import { dayProblem } from './last-day'
import { inheritedMethods } from './login-methods'
import { LoginMethodsField } from './login-methods-field'
import { pickedLevels } from './picked-levels'
import { isEmail } from './profile-form'
import { addMember } from './save-member'
import { useLoggedSave } from './use-logged-save'
import { useLoginMethods } from './use-login-methods'
import styles from './users-dialog.module.css'

interface InviteProps {
  table: AccessTable
  customer: string
  /** Emails of the people who are selected. */
  users: readonly string[]
  /** Several are planned and shown first. */
  onPlan(input: ChangeSetInput<'invitations'>): void
  onInvited(): void
  onClose(): void
}

const givenLevels = pickedLevels.filter((level) => level !== privilegeLevel.inactive)

/** Inviting people to a project: known ones, new ones by email, several at once as they were pasted. */
export function Invite({ table, customer, users, onPlan, onInvited, onClose }: InviteProps) {
  const { i18n } = useLingui()
  const { t } = useMacro()
  const { names, ids, customerMethods, timeZone } = useLoginMethods(customer)
  const [text, setText] = useState(users.join('\n'))
  const [project, setProject] = useState('')
  const [level, setLevel] = useState<PrivilegeLevel>(privilegeLevel.member)
  const [lastDay, setLastDay] = useState('')
  const [providers, setProviders] = useState<readonly string[]>([])
  const { data: of } = useQuery({ ...one(projects, project), enabled: project !== '' })
  const today = dayOf(Date.now(), timeZone)
  const emails = [...new Set(splitAddresses(text).map((email) => email.toLowerCase()))]
  const wrong = emails.filter((email) => !isEmail(email))
  const known = emails.filter((email) => table.personAt(email) !== undefined)
  const isTooMany = emails.length > mostInvitedAtOnce
  const [first = ''] = emails
  const isReady =
    emails.length > 0 &&
    project !== '' &&
    !isTooMany &&
    dayProblem(lastDay, today) === undefined &&
    (emails.length > 1 || wrong.length === 0)

  const { save, isSaving, problem } = useLoggedSave(
    (email: string) =>
      addMember(email, project, {
        privilegeLevel: level,
        providers: [...providers],
        ...(lastDay && { accessUntil: lastDay }),
      }),
    (email) => {
      showToast({ kind: 'done', text: t`${email} was invited` })
      onInvited()
      onClose()
    },
  )

  function submit() {
    if (!isReady) return
    if (emails.length === 1) save(first)
    else onPlan({ project, emails, level, providers: [...providers], ...(lastDay && { accessUntil: lastDay }) })
  }

  return (
    <Dialog label={t`Invite to a project`} onClose={onClose}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <h2>
          <Trans>Invite to a project</Trans>
        </h2>
        {problem && <Notice kind="problem" title={problem} />}
        <SelectField
          label={t`Project`}
          options={[
            {
              group: t`Projects`,
              items: table.projects.map(({ id, name, externalId }) => ({
                value: id,
                label: externalId ? `${name} · ${externalId}` : name,
              })),
            },
          ]}
          value={project}
          onChange={setProject}
        />
        <TextArea
          label={t`Email addresses`}
          hint={<Trans>One or several, as they come from a mail or a spreadsheet.</Trans>}
          value={text}
          data-autofocus
          spellCheck={false}
          autoComplete="off"
          onChange={({ target }) => setText(target.value)}
          error={
            isTooMany ? (
              <Trans>At most {mostInvitedAtOnce} people are invited at once.</Trans>
            ) : wrong.length > 0 && emails.length === 1 ? undefined : wrong.length > 0 ? (
              t`Not an email address: ${wrong.slice(0, 3).join(', ')}`
            ) : undefined
          }
        />
        {emails.length > 1 && (
          <p className={styles.more} role="status">
            <Plural value={emails.length} one="# person" other="# people" />
            {', '}
            <Plural
              value={known.length}
              _0="nobody known here yet"
              one="# of them known here"
              other="# of them known here"
            />
          </p>
        )}
        <div className={styles.pair}>
          <LabelledSelect
            label={t`Role`}
            value={String(level)}
            options={givenLevels.map((each) => ({ value: String(each), label: i18n._(roleWord(each)) }))}
            onChange={(value) => setLevel(Number(value) as PrivilegeLevel)}
          />
          <DayField label={t`Access until`} value={lastDay} today={today} onChange={setLastDay} />
        </div>
        <LoginMethodsField
          ids={ids}
          names={names}
          value={providers}
          inherited={inheritedMethods(of?.record.providers ?? [], customerMethods)}
          onChange={setProviders}
        />
        <Answers onCancel={onClose} isBusy={isSaving} isDisabled={!isReady}>
          {emails.length > 1 ? <Trans>Preview</Trans> : <Trans>Invite</Trans>}
        </Answers>
      </form>
    </Dialog>
  )
}
