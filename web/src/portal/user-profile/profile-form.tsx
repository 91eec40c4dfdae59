import { useLingui } from '@lingui/react'
import { Trans, useLingui as useMacro } from '@lingui/react/macro'
import {
  lockedFields,
  type ProfileField,
  requiredFields,
  type UserProfile,
  userProfiles,
} from '@lintel/contract/people/user-profiles'
import { schemaResolver, useForm } from '@mantine/form'
import { useBlocker } from '@tanstack/react-router'
import { useState } from 'react'
import { atField } from '../../api/at-field'
import { failedWith } from '../../api/failure'
import { useFieldError } from '../../api/use-field-error'
import { useSave } from '../../api/use-save'
import { nameFields } from '../../i18n/name-order'
import { Button } from '../../ui/button'
import { Confirm } from '../../ui/confirm'
import { TextField } from '../../ui/field'
import { Notice } from '../../ui/notice'
import { toFirstWrong } from '../../ui/to-first-wrong'
import { Agreement } from './agreement'
import { fieldWords } from './field-words'
import { profileFields, profilePatch, profileSchema, valuesOf } from './profile-values'
import styles from './user-profile.module.css'

interface ProfileFormProps {
  profile: UserProfile
  /** Where the privacy policy stands; undefined when the installation has none. */
  privacyPolicy: string | undefined
  /** Saved; `wasIncomplete` when the profile has just been created. */
  onSaved(wasIncomplete: boolean): void
}

const browserNames = {
  givenName: 'given-name',
  familyName: 'family-name',
  organization: 'organization',
  title: 'organization-title',
  phone: 'tel',
} as const

/** Somebody else was quicker: the form says so itself, in more words than a toast. */
const isStaleSave = (error: Error) => failedWith(error, 'stale')

/** What people say about themselves: created once, edited ever after. */
export function ProfileForm({ profile, privacyPolicy, onSaved }: ProfileFormProps) {
  const { i18n } = useLingui()
  const { t } = useMacro()
  const save = useSave(userProfiles, { fields: [...profileFields, 'privacyAgreement'], shows: isStaleSave })
  // What the person saw when they began: what somebody else changed since is told, not lost.
  const [seen, setSeen] = useState(profile)
  const [isStale, setStale] = useState(false)
  const isNew = seen.mustUpdateProfile
  const form = useForm({
    initialValues: valuesOf(profile),
    validate: schemaResolver(profileSchema(seen), { sync: true }),
  })
  const leaving = useBlocker({
    shouldBlockFn: () => !isNew && form.isDirty(),
    enableBeforeUnload: false,
    withResolver: true,
  })
  const wrong = useFieldError(form.errors)
  const locked = lockedFields(seen)
  const required = requiredFields(seen)

  const submit = form.onSubmit((values) => {
    const patch = profilePatch(seen, values)
    if (Object.keys(patch).length === 0) return onSaved(false)
    save.mutate(
      { id: profile.id, version: profile.version, patch },
      {
        onError(error) {
          atField(form)(error)
          setStale(isStaleSave(error))
        },
        onSuccess(saved) {
          setStale(false)
          setSeen(saved)
          form.setInitialValues(valuesOf(saved))
          form.setValues(valuesOf(saved))
          onSaved(isNew)
        },
      },
    )
  }, toFirstWrong)

  function textField(field: ProfileField) {
    const now = profile[field] ?? ''
    const wasChanged = isStale && now !== (seen[field] ?? '') && now !== form.values[field]
    return (
      <TextField
        key={field}
        {...form.getInputProps(field)}
        name={field}
        label={i18n._(fieldWords[field])}
        optional={!required.includes(field) && t`optional`}
        error={wrong(field)}
        hint={wasChanged ? t`It now says “${now}”.` : undefined}
        autoComplete={browserNames[field]}
        type={field === 'phone' ? 'tel' : 'text'}
        readOnly={locked.includes(field)}
        dir="auto"
        required={required.includes(field)}
      />
    )
  }

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      {isStale && (
        <Notice kind="problem" title={<Trans>Your profile was changed elsewhere</Trans>}>
          <p>
            <Trans>
              What you typed is still here. Beside each field stands what it says now; save again to replace it.
            </Trans>
          </p>
        </Notice>
      )}
      {locked.length > 0 && (
        <Notice>
          <p>
            <Trans>Some fields come from your organization’s sign-in and cannot be changed here.</Trans>
          </p>
        </Notice>
      )}
      <div className={styles.names}>{nameFields(i18n.locale).map(textField)}</div>
      {(['organization', 'title', 'phone'] as const).map(textField)}
      {isNew && (
        <Agreement
          {...form.getInputProps('privacyAgreement', { type: 'checkbox' })}
          policy={privacyPolicy}
          error={wrong('privacyAgreement') && t`Please agree to go on.`}
        />
      )}
      <div className={styles.actions}>
        <Button type="submit" kind="primary" busy={save.isPending}>
          {isNew ? <Trans>Create profile</Trans> : <Trans>Save</Trans>}
        </Button>
      </div>
      {leaving.status === 'blocked' && (
        <Confirm
          title={t`Leave without saving?`}
          action={<Trans>Leave</Trans>}
          onConfirm={leaving.proceed}
          onCancel={leaving.reset}
        >
          <Trans>What you have written will be lost.</Trans>
        </Confirm>
      )}
    </form>
  )
}
