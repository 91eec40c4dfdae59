import { useLingui } from '@lingui/react'
import { Trans, useLingui as useMacro } from '@lingui/react/macro'
import type { ChangeSet } from '@lintel/contract/people/change-sets'
import { organizations, organizationTitle } from '@lintel/contract/people/organizations'
import type { Environment } from '@lintel/contract/settings/environments'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FormDialog } from '../../api/form/form-dialog'
import { firstPending } from '../../api/form/load-state'
import { all } from '../../api/resource'
import { RowRefused } from '../../shell/change-sets/apply-immediately'
import { SearchField } from '../../ui/search-field'
import { showToast } from '../../ui/toast'
import { useScreenClass } from '../../ui/use-screen-class'
import type { AccessTable } from './access-table'
import { isLastLoginShown } from './last-login'
import { listedProjects } from './listed-projects'
import { MembershipTable } from './membership-table'
import { MoreProjects } from './more-projects'
import { ProfileFields } from './profile-fields'
import { isEmail } from './profile-form'
import { useDirectoryProfileTexts } from './use-directory-texts'
import { useUserDraft } from './use-user-draft'
import styles from './users-dialog.module.css'

interface EditUserProps {
  table: AccessTable
  customer: string
  /** Email of the person; undefined for a new one. */
  user: string | undefined
  actor: string
  environment: Environment
  /** Saved; `set` is the change set, undefined where nothing had changed. */
  onSaved(set: ChangeSet | undefined): void
  onClose(): void
}

/** A person's profile and memberships at a customer, saved together (admin-console chapter 2). */
export function EditUser(props: EditUserProps) {
  const { table, customer, user, actor, environment, onSaved, onClose } = props
  const { i18n } = useLingui()
  const { t } = useMacro()
  /** The search, and the projects that stay listed through it, as what keeps them from being saved has to be seen. */
  const [{ query, kept }, setSearch] = useState<{ query: string; kept: readonly string[] }>({ query: '', kept: [] })
  const isNew = user === undefined
  const personIndex = user === undefined ? undefined : table.personAt(user)
  const name = table.people[personIndex ?? -1]?.name ?? user ?? ''
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
  const describeProfile = useDirectoryProfileTexts()
  const draft = useUserDraft({
    customer,
    user,
    projectName,
    descriptions: {
      label: (field) => labels[field],
      textOf(field, value) {
        const employer = field === 'userOrganization' && employers.data?.records.find(({ id }) => id === value)
        return employer ? organizationTitle(employer) : value
      },
    },
    onSaved,
    leave: onClose,
  })
  const refusalText = ({ description, object }: RowRefused) =>
    [object.projectName, i18n._(description)].filter(Boolean).join(': ')
  const { profile, form, roles, members, methods, isDirty, save } = draft
  const { listed, count } = listedProjects(table, query, personIndex === undefined ? [] : [personIndex], kept)
  const removed = draft.deletedNames.join(', ')
  const refused = save.error instanceof RowRefused ? refusalText(save.error) : undefined

  const source = table.directoryOf(personIndex ?? -1) ?? draft.directorySource
  const fields = (
    <ProfileFields
      draft={profile}
      form={form}
      labels={labels}
      employers={employers.data?.records ?? []}
      isNew={isNew}
      managed={source && describeProfile(source)}
    />
  )
  return (
    <FormDialog
      title={isNew ? t`Add a user` : t`Edit ${name}`}
      size="wide"
      pending={firstPending(
        { what: t`Organizations`, isLoaded: employers.data !== undefined, error: employers.error },
        ...draft.readings,
      )}
      isDirty={isDirty}
      save={save}
      problem={refused}
      fields={Object.keys(labels)}
      conflicts={draft.conflicts}
      deletedNotice={removed !== '' && <Trans>Somebody else has removed this meanwhile: {removed}</Trans>}
      isDisabled={draft.unsavable.length > 0 || (isNew && !isEmail(profile.values.email))}
      action={isNew ? <Trans>Add</Trans> : <Trans>Save</Trans>}
      onSubmit={(event) => {
        if (!form.check(event)) return
        if (isDirty || draft.isUnanswered()) return save.save()
        showToast({ kind: 'done', text: t`No changes` })
        onClose()
      }}
      onClose={onClose}
    >
      {/* On a phone the projects come first, as people usually open the form for them. */}
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
      <SearchField
        label={t`Search projects`}
        value={query}
        onSearch={(text) => setSearch({ query: text, kept: draft.unsavable })}
        pauseMs={0}
      />
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
          roles={roles}
          source={source}
          noteOf={draft.noteOf}
          hasLogins={!isNew && isLastLoginShown(1, environment)}
        />
      </section>
      <MoreProjects count={count} />
    </FormDialog>
  )
}
