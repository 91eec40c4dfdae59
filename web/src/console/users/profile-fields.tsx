import { useLingui } from '@lingui/react'
import { useLingui as useMacro } from '@lingui/react/macro'
import { type Organization, organizationTitle } from '@lintel/contract/people/organizations'
import type { FormDraft } from '../../api/form/use-draft'
import { useErrorOnBlur } from '../../api/form/use-error-on-blur'
import type { useFormFields } from '../../api/form/use-form-fields'
import { fieldText } from '../../api/problem-text'
import { TextField } from '../../ui/field'
import { LabelledSelect } from '../../ui/labelled-select'
import { isEmail, type ProfileValues } from './profile-form'
import styles from './users-dialog.module.css'

interface ProfileFieldsProps {
  draft: FormDraft<ProfileValues>
  form: ReturnType<typeof useFormFields<ProfileValues>>
  labels: Record<keyof ProfileValues, string>
  employers: readonly Organization[]
  isNew: boolean
  /** Hint that a directory manages the profile, and what happens to manual changes. */
  managed: string | undefined
}

/** The fields of a person's profile at a customer. */
export function ProfileFields({ draft, form, labels, employers, isNew, managed }: ProfileFieldsProps) {
  const { i18n } = useLingui()
  const { t } = useMacro()
  const { email } = draft.values
  const { isVisible, onBlur } = useErrorOnBlur(isNew && email !== '' && !isEmail(email))
  const text = (name: Exclude<keyof ProfileValues, 'email' | 'userOrganization'>) => (
    <TextField {...form.field(name)} label={labels[name]} autoComplete="off" dir="auto" />
  )
  return (
    <>
      <TextField
        {...form.field('email')}
        {...(isVisible && { error: i18n._(fieldText('invalidEmail')) })}
        onBlur={onBlur}
        type="email"
        label={labels.email}
        autoComplete="off"
        disabled={!isNew}
        data-autofocus={isNew || undefined}
      />
      {managed !== undefined && <p className={styles.managed}>{managed}</p>}
      <div className={styles.pair}>
        {text('firstName')}
        {text('lastName')}
        {text('title')}
        {text('phone')}
        <LabelledSelect
          label={labels.userOrganization}
          value={draft.values.userOrganization}
          options={[
            { value: '', label: t`None` },
            ...employers.map((employer) => ({ value: employer.id, label: organizationTitle(employer) })),
          ]}
          hint={form.note('userOrganization')}
          error={form.wrong('userOrganization')}
          onChange={(value) => draft.set('userOrganization', value)}
        />
        {text('profileType')}
      </div>
    </>
  )
}
