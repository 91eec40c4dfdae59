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
import { useCachedRecords } from '../../api/cached-records'
import { DraftForm } from '../../api/form/draft-form'
import { patchStep, type RecordStep } from '../../api/form/record-steps'
import { useDraft } from '../../api/form/use-draft'
import { useFormFields } from '../../api/form/use-form-fields'
import { useLeaveGuard } from '../../api/form/use-leave-guard'
import { useRebasedSave } from '../../api/form/use-rebased-save'
import { one } from '../../api/resource'
import { saveRecord } from '../../api/save-record'
import { nameFields } from '../../i18n/name-order'
import { TextField } from '../../ui/field'
import { FormActions } from '../../ui/form-actions'
import { Notice } from '../../ui/notice'
import { Agreement } from './agreement'
import { profileFieldLabels } from './profile-field-labels'
import { baselineOf, profileFields, profilePatch, profileSchema } from './profile-values'
import styles from './user-profile.module.css'

interface ProfileFormProps {
  profile: UserProfile
  /** The profile is incomplete, or was: a save whose response was lost may have completed it. */
  isNew: boolean
  /** The address of the privacy policy; undefined if the installation has none. */
  privacyPolicy: string | undefined
  /** Saved; `wasIncomplete` if the profile has just been created, otherwise `step` undoes the change. */
  onSaved(wasIncomplete: boolean, step?: RecordStep): void
}

const browserNames = {
  givenName: 'given-name',
  familyName: 'family-name',
  organization: 'organization',
  title: 'organization-title',
  phone: 'tel',
} as const

/** The user's profile: created once, edited afterwards. */
export function ProfileForm({ profile, isNew, privacyPolicy, onSaved }: ProfileFormProps) {
  const { i18n } = useLingui()
  const { t } = useMacro()
  const queries = useQueryClient()
  const cachedProfiles = useCachedRecords(userProfiles)
  const baseline = baselineOf(profile)
  const draft = useDraft(baseline)
  const form = useFormFields({
    draft,
    schema: profileSchema(profile),
    label: (field) => (field === 'privacyAgreement' ? '' : i18n._(profileFieldLabels[field])),
    // Only the user may edit the profile, so a concurrent change comes from another window or device.
    by: () => t`you, elsewhere`,
  })
  const { question } = useLeaveGuard(draft.isDirty && !isNew)
  const locked = lockedFields(profile)
  const required = requiredFields(profile)

  const save = useRebasedSave({
    baseline,
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
    async reload() {
      const { record } = await queries.fetchQuery({ ...one(userProfiles, profile.id), staleTime: 0 })
      return baselineOf(record)
    },
    hasConflicts: (on) => draft.on(on).conflicts.length > 0,
    invalidates: [userProfiles],
    onRefused: form.refuse,
    onSaved({ saved, sent, step }) {
      cachedProfiles.replace(saved)
      draft.restart(baselineOf(saved), sent)
      onSaved(isNew, isNew ? undefined : step)
    },
  })

  const textField = (field: ProfileField) => (
    <TextField
      key={field}
      {...form.field(field)}
      label={i18n._(profileFieldLabels[field])}
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
        if (draft.isDirty) save.save()
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
