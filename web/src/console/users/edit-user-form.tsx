import { Trans, useLingui } from '@lingui/react/macro'
import { type CustomerUserProfile, customerUserProfiles } from '@lintel/contract/people/customer-user-profiles'
import { type ProjectMember, projectMembers } from '@lintel/contract/people/members'
import { type Organization, organizationTitle } from '@lintel/contract/people/organizations'
import { type PrivilegeLevel, privilegeLevel } from '@lintel/contract/people/privilege-levels'
import { schemaResolver, useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { atField, fieldOf } from '../../api/at-field'
import { CallFailure, failedWith } from '../../api/failure'
import { keyOf } from '../../api/resource'
import { useFieldError } from '../../api/use-field-error'
import { TextField } from '../../ui/field'
import { Notice } from '../../ui/notice'
import { SearchField } from '../../ui/search-field'
import { showToast } from '../../ui/toast'
import { useScreenClass } from '../../ui/use-screen-class'
import { Answers } from './answers'
import type { EditUserProps } from './edit-user-props'
import { LabelledSelect } from './labelled-select'
import { showsLastLogin } from './last-login'
import { listedProjects } from './listed-projects'
import { MembershipTable } from './membership-table'
import { MoreProjects } from './more-projects'
import { isEmail, type ProfileValues, profilePatch, profileValues, valuesOf } from './profile-form'
import { operationsOf, saveUser, type UserChanges } from './save-user'
import { useLoggedSave } from './use-logged-save'
import styles from './users-dialog.module.css'

interface EditUserFormProps extends EditUserProps {
  /** Place in the table; undefined for somebody who does not stand in it. */
  place: number | undefined
  profile: CustomerUserProfile | undefined
  members: ReadonlyMap<string, ProjectMember>
  /** Login methods of the projects themselves, by project id. */
  methods: ReadonlyMap<string, readonly string[]>
  employers: readonly Organization[]
  onOptions(project: string): void
}

/** The form: the profile above, project by project below; saved as one step, all of it or nothing. */
export function EditUserForm(props: EditUserFormProps) {
  const { table, customer, user, actor, environment, place, profile, members, methods, employers, onClose } = props
  const { t } = useLingui()
  const queries = useQueryClient()
  const [query, setQuery] = useState('')
  const [chosen, setChosen] = useState<ReadonlyMap<string, PrivilegeLevel>>(new Map())
  const form = useForm({
    initialValues: valuesOf(profile, user ?? ''),
    validate: schemaResolver(profileValues, { sync: true }),
  })
  const wrong = useFieldError(form.errors)
  const isNew = user === undefined
  const isPhone = useScreenClass() === 'mobile'
  const changesOf = (values: ProfileValues): UserChanges => ({
    customer,
    email: user ?? values.email.trim().toLowerCase(),
    profile,
    patch: profilePatch(profile, values),
    isNew,
    levels: chosen,
    members,
  })
  const { save, isSaving, error, problem } = useLoggedSave(saveUser, () => {
    for (const resource of [customerUserProfiles, projectMembers])
      queries.invalidateQueries({ queryKey: keyOf(resource) })
    props.onSaved()
    onClose()
  })

  const submit = form.onSubmit((values) => {
    const changes = changesOf(values)
    if (operationsOf(changes).length === 0) {
      showToast({ kind: 'done', text: t`No changes` })
      return onClose()
    }
    save(changes, {
      onError(failure) {
        atField(form)(failure)
        const taken =
          failure instanceof CallFailure && failure.problems.find((found) => fieldOf(found) === 'newUserEmail')
        if (taken) form.setFieldError('email', taken.code)
        // What somebody else changed meanwhile is read again and stands beside what was typed.
        if (failedWith(failure, 'stale'))
          for (const resource of [customerUserProfiles, projectMembers])
            queries.invalidateQueries({ queryKey: keyOf(resource) })
      },
    })
  })

  const field = (name: Exclude<keyof ProfileValues, 'userOrganization'>, label: string) => (
    <TextField
      {...form.getInputProps(name)}
      name={name}
      label={label}
      error={wrong(name)}
      autoComplete="off"
      dir="auto"
    />
  )
  const fields = (
    <>
      <TextField
        {...form.getInputProps('email')}
        name="email"
        type="email"
        label={t`Email`}
        error={wrong('email')}
        autoComplete="off"
        disabled={!isNew}
        data-autofocus={isNew || undefined}
      />
      <div className={styles.pair}>
        {field('firstName', t`First name`)}
        {field('lastName', t`Last name`)}
        {field('title', t`Title`)}
        {field('phone', t`Phone`)}
        <LabelledSelect
          label={t`Organization`}
          value={form.values.userOrganization}
          options={[
            { value: '', label: t`None` },
            ...employers.map((employer) => ({ value: employer.id, label: organizationTitle(employer) })),
          ]}
          onChange={(value) => form.setFieldValue('userOrganization', value)}
        />
        {field('profileType', t`Type`)}
      </div>
    </>
  )
  const { listed, count } = listedProjects(table, query, place === undefined ? [] : [place])
  const isBlocked = isSaving || (isNew && !isEmail(form.values.email))

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      {problem && (
        <Notice kind="problem" title={problem}>
          {failedWith(error, 'stale') && (
            <p>
              <Trans>What you typed is still here. Below stands how it is now; save again to replace it.</Trans>
            </p>
          )}
        </Notice>
      )}
      {/* On a phone the projects are what somebody came for. */}
      {isPhone && !isNew ? (
        <details className={styles.folded} open={Object.keys(form.errors).length > 0 || undefined}>
          <summary>
            <Trans>Profile</Trans>
          </summary>
          {fields}
        </details>
      ) : (
        fields
      )}
      <SearchField label={t`Search projects`} value={query} onSearch={setQuery} />
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
          levelOf={(project) => (place === undefined ? privilegeLevel.inactive : table.level(place, project))}
          chosen={chosen}
          hasLogins={!isNew && showsLastLogin(1, environment)}
          onChoose={(project, level) => setChosen(new Map([...chosen, [project, level]]))}
          onOptions={props.onOptions}
        />
      </section>
      <MoreProjects count={count} />
      <Answers onCancel={onClose} isBusy={isSaving} isDisabled={isBlocked && !isSaving}>
        {isNew ? <Trans>Add</Trans> : <Trans>Save</Trans>}
      </Answers>
    </form>
  )
}
