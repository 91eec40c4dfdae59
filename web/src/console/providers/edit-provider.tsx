import { Trans, useLingui } from '@lingui/react/macro'
import { type SsoProvider, ssoProviders } from '@lintel/contract/customers/providers'
import { beginProviderTest, endProviderTest } from '@lintel/contract/identity/provider-tests'
import { platformTenant } from '@lintel/contract/settings/events'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { callApi } from '../../api/call-api'
import { DraftForm } from '../../api/form/draft-form'
import { additionStep } from '../../api/form/record-steps'
import { useIsLeft } from '../../api/form/use-is-left'
import { useLeaveGuard } from '../../api/form/use-leave-guard'
import { firstDetail, useRecordDraft } from '../../api/form/use-record-draft'
import { useRecordSteps } from '../../api/form/use-record-steps'
import { all } from '../../api/resource'
import { useLiveRecord } from '../../api/use-live-record'
import { TestSignIn } from '../../shell/provider-test/test-sign-in'
import { RecordPage, RecordSection } from '../../shell/records/record-page'
import { FormActions } from '../../ui/form-actions'
import { ProviderAppearance } from './provider-appearance'
import { providerPatch, providerRules, providerValues, useProviderLabels, useProviderState } from './provider-fields'
import {
  ProviderAccess,
  ProviderAddresses,
  ProviderConnection,
  ProviderIdentity,
  ProviderPages,
} from './provider-sections'
import { ProviderSetupLink } from './provider-setup-link'
import styles from './providers.module.css'
import { RemoveProvider } from './remove-provider'

interface EditProviderProps {
  /** Undefined for a new provider. */
  id: string | undefined
  /** Opens the page of a provider that was saved for the first time. */
  onAdded(id: string): void
  /** Returns to the list. */
  onClose(): void
}

/** The form of an existing or a new provider (admin-console chapter 2). It stays open after saving, because testing is the next step. */
export function EditProvider({ id, ...handlers }: EditProviderProps) {
  return id === undefined ? (
    <ProviderForm id={undefined} current={undefined} {...handlers} />
  ) : (
    <FollowedProvider id={id} {...handlers} />
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
  // The form outlasts its record: the event of one's own deletion may come before the answer.
  const isLeft = useIsLeft()
  const [saveCount, setSaveCount] = useState(0)

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
    onSaved({ record, step, sent }) {
      const { name: title } = record
      // The form stays open on the saved version; values typed in the meantime are kept.
      if (!isNew) draft.restart({ version: record.version, values: providerValues(record) }, sent)
      setSaveCount((before) => before + 1)
      if (step) steps.announce(t`${title} is saved.`, step)
      // Undoing the addition closes the page.
      else
        steps.announce(
          t`${title} is added.`,
          additionStep(ssoProviders, record, { onlyIfUnused: true, undone: onClose }),
        )
    },
    ...(isNew && { leave: (added) => onAdded(added.id) }),
  })
  const { question } = useLeaveGuard(draft.isDirty, { isSaving: save.isSaving })
  const detail = firstDetail(save.error)
  const part = { draft, form, labels }

  return (
    <RecordPage
      title={isNew ? <Trans>New provider</Trans> : current?.name || draft.values.name}
      state={current && <span className={styles.words}>{stateOf(current)}</span>}
    >
      <DraftForm
        save={save}
        problem={detail && t`Unable to Updated provider reason: ${detail}`}
        fields={['id']}
        conflicts={form.conflicts}
        deletedNotice={
          draft.isDeleted &&
          (deletedBy === undefined ? (
            <Trans>Somebody else has deleted this provider</Trans>
          ) : (
            <Trans>{deletedBy} has deleted this provider</Trans>
          ))
        }
        onSubmit={(event) => {
          if (!isNew && !draft.isDeleted && !draft.isDirty) return onClose()
          if (form.check(event)) save.save()
        }}
        actions={
          <FormActions onCancel={onClose} isBusy={save.isSaving} isDisabled={!form.isValid}>
            {draft.isDeleted ? <Trans>Add it again</Trans> : <Trans>OK</Trans>}
          </FormActions>
        }
      >
        <ProviderIdentity {...part} id={id} />
        <RecordSection title={<Trans>Button</Trans>}>
          <ProviderAppearance {...part} />
        </RecordSection>
        <ProviderConnection {...part} hasStoredSecret={Boolean(current?.clientSecret)} />
        <ProviderAddresses {...part} />
        <ProviderPages {...part} />
        <ProviderAccess {...part} isNew={isNew} />
      </DraftForm>
      {current && (
        <>
          <RecordSection title={<Trans>Test</Trans>}>
            <TestSignIn
              // A test result belongs to the version that was tested: a save resets it.
              key={saveCount}
              isDisabled={draft.isDirty}
              begin={() => callApi(beginProviderTest, { body: { provider: current.id } })}
              end={(result) => callApi(endProviderTest, { body: { provider: current.id, ...result } })}
            >
              {draft.isDirty && (
                <p className={styles.words}>
                  <Trans>Save first: what is stored is tested.</Trans>
                </p>
              )}
            </TestSignIn>
          </RecordSection>
          {current.isDisabled && !current.activatedAt && (
            <RecordSection title={<Trans>Set-up link</Trans>}>
              <ProviderSetupLink provider={current} />
            </RecordSection>
          )}
          <RecordSection title={<Trans>Delete</Trans>}>
            <RemoveProvider provider={current} onRemoved={() => isLeft() || onClose()} />
          </RecordSection>
        </>
      )}
      {question}
    </RecordPage>
  )
}
