import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { customers } from '@lintel/contract/customers/customers'
import { type SecurityPolicy as Policy, securityPolicies } from '@lintel/contract/customers/security-policies'
import { DayField } from '../../api/form/day-field'
import { DraftForm } from '../../api/form/draft-form'
import { Loaded } from '../../api/form/loaded'
import { LoginMethodsField } from '../../api/form/login-methods-field'
import { useLeaveGuard } from '../../api/form/use-leave-guard'
import { useLoginMethods } from '../../api/form/use-login-methods'
import { useRecordDraft } from '../../api/form/use-record-draft'
import { useRecordSteps } from '../../api/form/use-record-steps'
import { useLiveRecord } from '../../api/use-live-record'
import { RecordSection } from '../../shell/records/record-page'
import { Confirm } from '../../ui/confirm'
import { TextField } from '../../ui/field'
import { FormActions } from '../../ui/form-actions'
import { LabelledSelect } from '../../ui/labelled-select'
import { showToast } from '../../ui/toast'
import { LockOutReason, PolicyPreview } from './policy-preview'
import { dayOfValue, policyPatch, policyRules, policyValues, valueOfDay } from './policy-values'
import { useLockOutCheck } from './use-lock-out-check'

/** The form of a customer's security policy. */
export function SecurityPolicy({ customer }: { customer: string }) {
  const { record, error } = useLiveRecord(securityPolicies, customer, customer)
  const { t } = useLingui()
  return (
    <Loaded data={record} error={error} what={t`Security policy`}>
      {(policy) => <PolicyForm policy={policy} />}
    </Loaded>
  )
}

/** Offered maximum session lengths in hours. */
const lengths = [1, 8, 12, 24, 168] as const

function PolicyForm({ policy }: { policy: Policy }) {
  const { t } = useLingui()
  const { names, ids, timeZone, loadState } = useLoginMethods(policy.id)
  const steps = useRecordSteps()
  const labels = {
    loginMethods: t`Login methods`,
    secondFactorFrom: t`Two-step verification required from`,
    longestSessionHours: t`Longest session`,
    inviteDomains: t`Domains that may be invited`,
  }
  const hours = (count: number) => t`${plural(count, { one: '# hour', other: '# hours' })}`
  const { draft, form, save } = useRecordDraft({
    resource: securityPolicies,
    rowOf: customers,
    id: policy.id,
    current: policy,
    about: t`Security`,
    customer: policy.id,
    valuesOf: policyValues,
    patchOf: policyPatch,
    schema: policyRules,
    label: (field) => labels[field],
    textOf: (_field, value) => {
      if (typeof value === 'string') return dayOfValue(value, timeZone)
      return value.length === 0 ? t`any` : [...value].map(names.of).join(', ')
    },
    onSaved({ record, step, sent }) {
      // The form stays open on the saved version; values chosen in the meantime are kept.
      draft.restart({ version: record.version, values: policyValues(record) }, sent)
      if (step) steps.announce(t`The security policy is saved.`, step)
    },
  })
  const { question } = useLeaveGuard(draft.isDirty, { isSaving: save.isSaving })
  const lockOut = useLockOutCheck({ customer: policy.id, draft, isLeaving: Boolean(question), save: save.save })
  const { values, set } = draft
  const offered = [...new Set([...lengths.map(String), values.longestSessionHours])].filter(Boolean)

  return (
    <>
      <DraftForm
        save={save}
        conflicts={form.conflicts}
        onSubmit={(event) => {
          if (!draft.isDirty) showToast({ kind: 'done', text: t`No changes` })
          else if (form.check(event)) lockOut.check()
        }}
        actions={
          // Rendered without changes as well: a button that goes away when it is pressed takes the focus with it.
          <FormActions
            onCancel={() => {
              lockOut.close()
              draft.restart({ version: policy.version, values: policyValues(policy) })
            }}
            isBusy={lockOut.isChecking || save.isSaving}
            isDisabled={!form.isValid}
          >
            <Trans>Save</Trans>
          </FormActions>
        }
      >
        <RecordSection title={<Trans>Signing in</Trans>}>
          <Loaded data={loadState.isLoaded || undefined} error={loadState.error} what={loadState.what} rows={2}>
            {() => (
              <>
                <LoginMethodsField
                  ids={ids}
                  names={names}
                  value={values.loginMethods}
                  inherited={[]}
                  note={form.note('loginMethods') ?? form.wrong('loginMethods')}
                  onChange={(methods) => set('loginMethods', methods)}
                />
                <DayField
                  label={labels.secondFactorFrom}
                  value={dayOfValue(values.secondFactorFrom, timeZone)}
                  today=""
                  hint={
                    form.note('secondFactorFrom') ??
                    t`From then on a password alone opens nothing of this customer. Empty for never.`
                  }
                  onChange={(day) => set('secondFactorFrom', valueOfDay(day, timeZone, policy.secondFactorFrom ?? ''))}
                />
              </>
            )}
          </Loaded>
          <LabelledSelect
            label={labels.longestSessionHours}
            hint={form.note('longestSessionHours') ?? t`Whoever proved longer ago who they are is asked again.`}
            value={values.longestSessionHours}
            options={[
              { value: '', label: t`no limit` },
              ...offered.map((count) => ({ value: count, label: hours(Number(count)) })),
            ]}
            onChange={(count) => set('longestSessionHours', count)}
          />
        </RecordSection>
        <RecordSection title={<Trans>Invitations</Trans>}>
          <TextField
            {...form.field('inviteDomains')}
            label={labels.inviteDomains}
            hint={
              form.note('inviteDomains') ??
              t`Separated by commas. Leave empty to allow any. Whoever is here already stays.`
            }
            autoComplete="off"
            spellCheck={false}
          />
        </RecordSection>
        <PolicyPreview customer={policy.id} values={draft.isDirty ? values : undefined} />
      </DraftForm>
      {question}
      {lockOut.locksOut && (
        <Confirm
          title={t`Save this policy and lock yourself out?`}
          action={<Trans>Save all the same</Trans>}
          onConfirm={() => {
            lockOut.close()
            save.save()
          }}
          onCancel={lockOut.close}
        >
          <p>
            <LockOutReason loginMethods={values.loginMethods} />
          </p>
        </Confirm>
      )}
    </>
  )
}
