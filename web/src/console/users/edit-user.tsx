import { useLingui } from '@lingui/react'
import { Trans, useLingui as useMacro } from '@lingui/react/macro'
import type { ChangeSet } from '@lintel/contract/people/change-sets'
import { organizations, organizationTitle } from '@lintel/contract/people/organizations'
import type { Environment } from '@lintel/contract/people/permissions'
import { privilegeLevel } from '@lintel/contract/people/privilege-levels'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FormDialog } from '../../api/form/form-dialog'
import { unreadOf } from '../../api/form/reading'
import { all } from '../../api/resource'
import { RowRefused } from '../../shell/change-sets/apply-at-once'
import { SearchField } from '../../ui/search-field'
import { showToast } from '../../ui/toast'
import { useScreenClass } from '../../ui/use-screen-class'
import type { AccessTable } from './access-table'
import { showsLastLogin } from './last-login'
import { listedProjects } from './listed-projects'
import { MembershipTable } from './membership-table'
import { MoreProjects } from './more-projects'
import { ProfileFields } from './profile-fields'
import { isEmail } from './profile-form'
import { useDirectoryProfileWords } from './use-directory-words'
import { useUserDraft } from './use-user-draft'
import styles from './users-dialog.module.css'

interface EditUserProps {
  table: AccessTable
  customer: string
  /** Whom it is about; undefined for somebody new. */
  user: string | undefined
  actor: string
  environment: Environment
  /** Saved by that change set, where there was something to change. */
  onSaved(set: ChangeSet | undefined): void
  onClose(): void
}

/** What a customer knows of one person, and what they may do where; saved as one step (admin-console chapter 2). */
export function EditUser(props: EditUserProps) {
  const { table, customer, user, actor, environment, onSaved, onClose } = props
  const { i18n } = useLingui()
  const { t } = useMacro()
  const [query, setQuery] = useState('')
  const isNew = user === undefined
  const place = user === undefined ? undefined : table.personAt(user)
  const name = table.people[place ?? -1]?.name ?? user ?? ''
  const isPhone = useScreenClass() === 'mobile'
  const employers = useQuery(all(organizations, { filter: { customer }, sort: ['name'] }))
  const projectName = (id: string) => table.projects[table.projectAt(id) ?? -1]?.name ?? id
  const labels = {
    email: t`Email`,
    firstName: t`First name`,
    lastName: t`Last name`,
    title: t({ message: 'Title', context: 'job' }),
    phone: t`Phone`,
    profileType: t`Type`,
    userOrganization: t`Organization`,
  }
  const profileWords = useDirectoryProfileWords()
  const draft = useUserDraft({
    customer,
    user,
    projectName,
    words: {
      label: (field) => labels[field],
      textOf(field, value) {
        const employer = field === 'userOrganization' && employers.data?.records.find(({ id }) => id === value)
        return employer ? organizationTitle(employer) : value
      },
    },
    onSaved,
    leave: onClose,
  })
  const refusalText = ({ words, object }: RowRefused) => [object.projectName, i18n._(words)].filter(Boolean).join(': ')
  const { profile, form, roles, members, methods, isTyped, save } = draft
  const { listed, count } = listedProjects(table, query, place === undefined ? [] : [place])
  const removed = draft.gone.join(', ')
  const refused = save.error instanceof RowRefused ? refusalText(save.error) : undefined

  const source = table.directoryOf(place ?? -1) ?? draft.directorySource
  const fields = (
    <ProfileFields
      draft={profile}
      form={form}
      labels={labels}
      employers={employers.data?.records ?? []}
      isNew={isNew}
      managed={source && profileWords(source)}
    />
  )
  return (
    <FormDialog
      title={isNew ? t`Add a user` : t`Edit ${name}`}
      size="wide"
      unread={unreadOf(
        { what: t`Organizations`, isRead: employers.data !== undefined, error: employers.error },
        ...draft.readings,
      )}
      isTyped={isTyped}
      save={save}
      problem={refused}
      fields={Object.keys(labels)}
      conflicts={draft.conflicts}
      gone={removed !== '' && <Trans>Somebody else has removed this meanwhile: {removed}</Trans>}
      isDisabled={!draft.mayBeSaved || (isNew && !isEmail(profile.values.email))}
      action={isNew ? <Trans>Add</Trans> : <Trans>Save</Trans>}
      onSubmit={(event) => {
        if (!form.check(event)) return
        if (isTyped) return save.save()
        showToast({ kind: 'done', text: t`No changes` })
        onClose()
      }}
      onClose={onClose}
    >
      {/* On a phone the projects are what somebody came for. */}
      {isPhone && !isNew ? (
        <details className={styles.folded} open={form.hasErrors || form.conflicts.length > 0 || undefined}>
          <summary>
            <Trans>Profile</Trans>
          </summary>
          {fields}
        </details>
      ) : (
        fields
      )}
      <SearchField label={t`Search projects`} value={query} onSearch={setQuery} pauseMs={0} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keyboard */}
      <section className={`${styles.scroll} ${styles.short}`} tabIndex={0} aria-label={t`Projects`}>
        <MembershipTable
          table={table}
          customer={customer}
          user={user ?? ''}
          actor={actor}
          projects={listed}
          members={members}
          methods={methods}
          fixedLevel={() =>
            place !== undefined && table.isAdministrator(place) ? privilegeLevel.customerAdmin : undefined
          }
          roles={roles}
          source={source}
          noteOf={draft.noteOf}
          hasLogins={!isNew && showsLastLogin(1, environment)}
        />
      </section>
      <MoreProjects count={count} />
    </FormDialog>
  )
}
