import { useLingui } from '@lingui/react'
import { Plural, Trans, useLingui as useMacro } from '@lingui/react/macro'
import { type ChangeSetInput, mostInvitedAtOnce, splitAddresses } from '@lintel/contract/people/change-set-inputs'
import type { ChangeSet } from '@lintel/contract/people/change-sets'
import { dayOf } from '@lintel/contract/people/guest-expiration'
import { projectMembers } from '@lintel/contract/people/members'
import { type PrivilegeLevel, privilegeLevel } from '@lintel/contract/people/privilege-levels'
import { projects } from '@lintel/contract/projects/projects'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { DayField } from '../../api/form/day-field'
import { FormDialog } from '../../api/form/form-dialog'
import { firstPending } from '../../api/form/load-state'
import { Loaded } from '../../api/form/loaded'
import { LoginMethodsField } from '../../api/form/login-methods-field'
import { useNewDraft } from '../../api/form/use-draft'
import { useDraftSave } from '../../api/form/use-draft-save'
import { useErrorOnBlur } from '../../api/form/use-error-on-blur'
import { useInheritedMethods } from '../../api/form/use-login-methods'
import { one } from '../../api/resource'
import { useCanAddUsers } from '../../session/use-can-add-users'
import { formLevels } from '../../shell/projects/offered-levels'
import { TextArea } from '../../ui/field'
import { LabelledSelect } from '../../ui/labelled-select'
import { roleLabel } from '../../ui/role'
import { SelectField } from '../../ui/select-field'
import type { AccessTable } from './access-table'
import { userChangeSets } from './apply-and-remember'
import { isSavable, type MemberValues } from './member-draft'
import { isEmail } from './profile-form'
import styles from './users-dialog.module.css'

interface InviteProps {
  table: AccessTable
  customer: string
  /** Emails of the selected people. */
  users: readonly string[]
  /** Opens the preview for several people. */
  onPlan(input: ChangeSetInput<'invitations'>): void
  /** One person was invited by this change set; `text` is the announcement. */
  onInvited(set: ChangeSet, text: string): void
  onClose(): void
}

const assignableLevels = formLevels.filter((level) => level !== privilegeLevel.inactive)

interface InviteValues extends MemberValues {
  /** Email addresses as pasted. */
  addresses: string
  project: string
}

/** Invites people to a project: known people, or new ones by email, also a pasted list. */
export function Invite({ table, customer, users, onPlan, onInvited, onClose }: InviteProps) {
  const { i18n } = useLingui()
  const { t } = useMacro()
  const { names, ids, methodsOf, timeZone, loadState } = useInheritedMethods(customer)
  const canAddUsers = useCanAddUsers()
  const draft = useNewDraft<InviteValues>({
    addresses: users.join('\n'),
    project: '',
    level: privilegeLevel.member,
    lastDay: '',
    providers: [],
  })
  const { addresses, project, level, lastDay, providers } = draft.values
  const { data: of, error } = useQuery({ ...one(projects, project), enabled: project !== '' })
  const today = dayOf(Date.now(), timeZone)
  const emails = [...new Set(splitAddresses(addresses).map((email) => email.toLowerCase()))]
  const isKnown = (email: string) => table.personAt(email) !== undefined
  // The addresses of known people may be older than the pattern.
  const wrong = emails.filter((email) => !isKnown(email) && !isEmail(email))
  const { isVisible, onBlur } = useErrorOnBlur(wrong.length > 0)
  const known = emails.filter(isKnown)
  const isTooMany = emails.length > mostInvitedAtOnce
  const [email = ''] = emails
  const isReady =
    emails.length > 0 &&
    project !== '' &&
    !isTooMany &&
    isSavable(draft.values, today) &&
    (emails.length > 1 || wrong.length === 0)

  const inputOf = () => ({
    ...{ project, emails, level, providers: [...providers] },
    ...(lastDay && { accessUntil: lastDay }),
  })

  const [changeSets] = useState(() => userChangeSets())
  const save = useDraftSave({
    send: async () => ({
      set: await changeSets.apply({ kind: 'invitations', customer, input: inputOf() }),
      email,
    }),
    invalidates: [projectMembers],
    onSaved: (saved) => {
      const { set, email } = saved
      onInvited(set, t`${email} was invited`)
    },
    leave: onClose,
  })

  function submit() {
    if (!isReady) return
    if (emails.length === 1) save.save()
    else onPlan(inputOf())
  }

  return (
    <FormDialog
      title={t`Invite to a project`}
      pending={firstPending(loadState)}
      isDirty={draft.isDirty}
      save={save}
      isDisabled={!isReady}
      action={emails.length > 1 ? <Trans>Preview</Trans> : <Trans>Invite</Trans>}
      onSubmit={submit}
      onClose={onClose}
    >
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
        onChange={(chosen) => draft.set('project', chosen)}
      />
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
          ) : isVisible || (wrong.length > 0 && emails.length > 1) ? (
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
          options={assignableLevels.map((each) => ({ value: String(each), label: i18n._(roleLabel(each)) }))}
          onChange={(value) => draft.set('level', Number(value) as PrivilegeLevel)}
        />
        <DayField label={t`End date`} value={lastDay} today={today} onChange={(day) => draft.set('lastDay', day)} />
      </div>
      <Loaded
        data={project === '' ? [] : of?.record.providers}
        error={error}
        what={table.projects[table.projectAt(project) ?? -1]?.name}
        rows={1}
      >
        {(ofProject) => (
          <LoginMethodsField
            ids={ids}
            names={names}
            value={providers}
            inherited={methodsOf(ofProject)}
            onChange={(chosen) => draft.set('providers', chosen)}
          />
        )}
      </Loaded>
    </FormDialog>
  )
}
