import { Trans, useLingui } from '@lingui/react/macro'
import { type SsoProvider, ssoProviders } from '@lintel/contract/customers/providers'
import { federationCallbackPath } from '@lintel/contract/identity/federation-callback'
import { beginProviderTest, discoverIssuer, endProviderTest } from '@lintel/contract/identity/provider-tests'
import { platformTenant } from '@lintel/contract/settings/events'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ask } from '../../api/ask'
import { DraftForm } from '../../api/form/draft-form'
import { additionStep } from '../../api/form/record-steps'
import { useLeaving } from '../../api/form/use-leaving'
import { firstDetail, useRecordDraft } from '../../api/form/use-record-draft'
import { useRecordSteps } from '../../api/form/use-record-steps'
import { all } from '../../api/resource'
import { useLiveRecord } from '../../api/use-live-record'
import { ConnectionFields } from '../../shell/provider-test/connection-fields'
import { TestSignIn } from '../../shell/provider-test/test-sign-in'
import { RecordPage, RecordSection } from '../../shell/records/record-page'
import { CopyField } from '../../ui/copy-field'
import { TextArea, TextField } from '../../ui/field'
import { FormActions } from '../../ui/form-actions'
import { HintedCheckbox } from '../../ui/hinted-checkbox'
import { EmailPattern } from './email-pattern'
import { providerPatch, providerRules, providerValues, useProviderLabels, useProviderState } from './provider-fields'
import { ProviderLooks } from './provider-looks'
import styles from './providers.module.css'
import { RemoveProvider } from './remove-provider'
import { SetupLinkOf } from './setup-link'

interface EditProviderProps {
  /** Undefined for a new one. */
  id: string | undefined
  /** Saved for the first time: on to its own page. */
  onAdded(id: string): void
  /** Leads back to the list. */
  onClose(): void
}

/** The form of a provider, or of a new one (admin-console chapter 2). It stays open when it is saved: it is tested next. */
export function EditProvider({ id, ...ways }: EditProviderProps) {
  return id === undefined ? (
    <ProviderForm id={undefined} current={undefined} {...ways} />
  ) : (
    <FollowedProvider id={id} {...ways} />
  )
}

interface ProviderFormProps extends EditProviderProps {
  current: SsoProvider | undefined
}

function FollowedProvider(props: Omit<ProviderFormProps, 'current' | 'id'> & { id: string }) {
  const { record } = useLiveRecord(ssoProviders, props.id, platformTenant)
  return <ProviderForm {...props} current={record} />
}

function ProviderForm({ id, current, onAdded, onClose }: ProviderFormProps) {
  const { t } = useLingui()
  const labels = useProviderLabels()
  const stateOf = useProviderState()
  const { data: others } = useQuery(all(ssoProviders))
  const isNew = id === undefined
  const [saves, setSaves] = useState(0)

  const steps = useRecordSteps()
  const { draft, form, save, deletedBy } = useRecordDraft({
    resource: ssoProviders,
    id,
    current,
    about: current?.name,
    customer: platformTenant,
    valuesOf: providerValues,
    patchOf: providerPatch,
    schema: providerRules(others?.records ?? [], isNew),
    label: (field) => labels[field],
    textOf: (_field, value) => (typeof value === 'boolean' ? (value ? t`yes` : t`no`) : value),
    onSaved(saved, step, sent) {
      const { name: title } = saved
      // The form stays open, and lies on what was saved from now on; what was typed meanwhile stays.
      if (!isNew) draft.restart({ version: saved.version, values: providerValues(saved) }, sent)
      setSaves((before) => before + 1)
      if (step) steps.announce(t`${title} is saved.`, step)
      // Taken away again, its page has nothing to show.
      else steps.announce(t`${title} is added.`, additionStep(ssoProviders, saved, onClose))
    },
    leave(saved) {
      if (isNew) onAdded(saved.id)
    },
  })
  const { question } = useLeaving(draft.isTyped && !save.isSaving)
  const { values, set } = draft
  const detail = firstDetail(save.error)
  const checkbox = (field: 'emailMatch' | 'isPublic' | 'isShown' | 'isActive', hint?: string) => (
    <HintedCheckbox
      label={labels[field]}
      hint={hint}
      checked={values[field]}
      onChange={({ target }) => set(field, target.checked)}
    />
  )

  return (
    <RecordPage
      title={isNew ? <Trans>New provider</Trans> : current?.name || values.name}
      state={current && <span className={styles.words}>{stateOf(current)}</span>}
    >
      <DraftForm
        save={save}
        problem={detail && t`Unable to Updated provider reason: ${detail}`}
        fields={['id']}
        conflicts={form.conflicts}
        gone={
          draft.isGone &&
          (deletedBy === undefined ? (
            <Trans>Somebody else has deleted this provider</Trans>
          ) : (
            <Trans>{deletedBy} has deleted this provider</Trans>
          ))
        }
        onSubmit={(event) => {
          if (!isNew && !draft.isGone && !draft.isTyped) return onClose()
          if (form.check(event)) save.save()
        }}
        actions={
          <FormActions onCancel={onClose} isBusy={save.isSaving} isDisabled={!form.isValid}>
            {draft.isGone ? <Trans>Add it again</Trans> : <Trans>OK</Trans>}
          </FormActions>
        }
      >
        <RecordSection title={<Trans>Provider</Trans>}>
          {isNew ? (
            <TextField
              {...form.field('id')}
              label={labels.id}
              hint={t`People type it as company id. It cannot be changed later.`}
              required
              autoComplete="off"
              spellCheck={false}
              autoFocus
            />
          ) : (
            <p className={styles.words}>
              {labels.id}: {id}
            </p>
          )}
          <TextField {...form.field('name')} label={labels.name} required autoComplete="off" dir="auto" />
          <TextArea {...form.field('description')} label={labels.description} optional={t`optional`} dir="auto" />
        </RecordSection>
        <RecordSection title={<Trans>Button</Trans>}>
          <ProviderLooks draft={draft} form={form} labels={labels} />
        </RecordSection>
        <RecordSection title={<Trans>Connection</Trans>}>
          <CopyField label={t`Redirect address for the other side`} value={location.origin + federationCallbackPath} />
          <ConnectionFields
            draft={draft}
            form={form}
            hasStoredSecret={Boolean(current?.clientSecret)}
            discover={(issuer) => ask(discoverIssuer, { body: { issuer } })}
          />
          <TextField
            {...form.field('scopes')}
            label={labels.scopes}
            optional={t`optional`}
            placeholder="openid email profile"
            autoComplete="off"
            spellCheck={false}
          />
        </RecordSection>
        <RecordSection title={<Trans>Whose addresses</Trans>}>
          <EmailPattern draft={draft} form={form} labels={labels} />
          <div className={styles.checks}>{checkbox('emailMatch')}</div>
        </RecordSection>
        <RecordSection title={<Trans>After signing in and out</Trans>}>
          {(['landingPage', 'logoutUri'] as const).map((field) => (
            <TextField
              key={field}
              {...form.field(field)}
              label={labels[field]}
              optional={t`optional`}
              type="url"
              placeholder="https://"
              autoComplete="off"
            />
          ))}
        </RecordSection>
        <RecordSection title={<Trans>Who can use it</Trans>}>
          <div className={styles.checks}>
            {checkbox(
              'isActive',
              isNew ? undefined : t`Switched off, or with another issuer, it signs out everybody who signed in there.`,
            )}
            {checkbox('isPublic')}
            {checkbox('isShown')}
          </div>
        </RecordSection>
      </DraftForm>
      {current && (
        <>
          <RecordSection title={<Trans>Test</Trans>}>
            <TestSignIn
              // What a test came to is told of what was stored then.
              key={saves}
              isDisabled={draft.isTyped}
              begin={() => ask(beginProviderTest, { body: { provider: current.id } })}
              end={(brought) => ask(endProviderTest, { body: { provider: current.id, ...brought } })}
            >
              {draft.isTyped && (
                <p className={styles.words}>
                  <Trans>Save first: what is stored is tested.</Trans>
                </p>
              )}
            </TestSignIn>
          </RecordSection>
          {current.isDisabled && !current.activatedAt && (
            <RecordSection title={<Trans>Set-up link</Trans>}>
              <SetupLinkOf provider={current} />
            </RecordSection>
          )}
          <RecordSection title={<Trans>Delete</Trans>}>
            <RemoveProvider provider={current} onRemoved={onClose} />
          </RecordSection>
        </>
      )}
      {question}
    </RecordPage>
  )
}
