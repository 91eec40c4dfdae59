import { useLingui } from '@lingui/react'
import { Trans, useLingui as useMacro } from '@lingui/react/macro'
import {
  lockedFields,
  type ProfileField,
  requiredFields,
  type UserProfile,
  userProfiles,
} from '@lintel/contract/people/user-profiles'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { DraftForm } from '../../api/form/draft-form'
import { patchStep, type RecordStep } from '../../api/form/record-steps'
import { useDraft } from '../../api/form/use-draft'
import { useDraftSave } from '../../api/form/use-draft-save'
import { useFormFields } from '../../api/form/use-form-fields'
import { useLeaving } from '../../api/form/use-leaving'
import { useKnownRecords } from '../../api/known-records'
import { one } from '../../api/resource'
import { saveRecord } from '../../api/save-record'
import { nameFields } from '../../i18n/name-order'
import { TextField } from '../../ui/field'
import { FormActions } from '../../ui/form-actions'
import { Notice } from '../../ui/notice'
import { Agreement } from './agreement'
import { fieldWords } from './field-words'
import { groundOf, profileFields, profilePatch, profileSchema } from './profile-values'
import styles from './user-profile.module.css'

interface ProfileFormProps {
  profile: UserProfile
  /** Where the privacy policy stands; undefined when the installation has none. */
  privacyPolicy: string | undefined
  /** Saved; `wasIncomplete` when the profile has just been created. What was changed of one can be undone. */
  onSaved(wasIncomplete: boolean, step?: RecordStep): void
}

const browserNames = {
  givenName: 'given-name',
  familyName: 'family-name',
  organization: 'organization',
  title: 'organization-title',
  phone: 'tel',
} as const

/** What people say about themselves: created once, edited ever after. */
export function ProfileForm({ profile, privacyPolicy, onSaved }: ProfileFormProps) {
  const { i18n } = useLingui()
  const { t } = useMacro()
  const queries = useQueryClient()
  const known = useKnownRecords(userProfiles)
  // It stays one that is created, though a save whose answer was lost has made it complete.
  const [isNew] = useState(profile.mustUpdateProfile)
  const ground = groundOf(profile)
  const draft = useDraft(ground)
  const form = useFormFields({
    draft,
    schema: profileSchema(profile),
    label: (field) => (field === 'privacyAgreement' ? '' : i18n._(fieldWords[field])),
    // Nobody else may: it was another window or device.
    by: () => t`you, elsewhere`,
  })
  const { question } = useLeaving(draft.isTyped && !isNew)
  const locked = lockedFields(profile)
  const required = requiredFields(profile)

  const save = useDraftSave({
    ground,
    async send(on) {
      const { changes, version } = draft.on(on)
      const { id } = profile
      const from = version ?? profile.version
      const again = profilePatch(profile, changes)
      const before = Object.fromEntries(Object.keys(changes).map((field) => [field, on.values[field as ProfileField]]))
      const saved = await saveRecord(userProfiles, { id, version: from, patch: again })
      const back = profilePatch(profile, before)
      return { saved, sent: changes, step: patchStep(userProfiles, { id, from, to: saved.version, back, again }) }
    },
    async readAgain() {
      const { record } = await queries.fetchQuery({ ...one(userProfiles, profile.id), staleTime: 0 })
      return groundOf(record)
    },
    isDisputed: (on) => draft.on(on).conflicts.length > 0,
    touches: [userProfiles],
    onRefused: form.refuse,
    onSaved({ saved, sent, step }) {
      known.putIn(saved)
      draft.restart(groundOf(saved), sent)
      onSaved(isNew, isNew ? undefined : step)
    },
  })

  const textField = (field: ProfileField) => (
    <TextField
      key={field}
      {...form.field(field)}
      label={i18n._(fieldWords[field])}
      optional={!required.includes(field) && t`optional`}
      autoComplete={browserNames[field]}
      type={field === 'phone' ? 'tel' : 'text'}
      readOnly={locked.includes(field)}
      dir="auto"
      required={required.includes(field)}
    />
  )

  return (
    <DraftForm
      save={save}
      fields={[...profileFields, 'privacyAgreement']}
      conflicts={form.conflicts}
      onSubmit={(event) => {
        if (!form.check(event)) return
        if (draft.isTyped) save.save()
        else onSaved(isNew)
      }}
      actions={
        <FormActions place="start" isBusy={save.isSaving}>
          {isNew ? <Trans>Create profile</Trans> : <Trans>Save</Trans>}
        </FormActions>
      }
    >
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
          name="privacyAgreement"
          checked={draft.values.privacyAgreement}
          onChange={({ target }) => draft.set('privacyAgreement', target.checked)}
          policy={privacyPolicy}
          error={form.wrong('privacyAgreement') && t`Please agree to go on.`}
        />
      )}
      {question}
    </DraftForm>
  )
}
