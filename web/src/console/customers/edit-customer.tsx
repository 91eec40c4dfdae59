import { Trans, useLingui } from '@lingui/react/macro'
import { type Customer, customers } from '@lintel/contract/customers/customers'
import { useState } from 'react'
import { DraftForm } from '../../api/form/draft-form'
import { additionStep } from '../../api/form/record-steps'
import { useIsLeft } from '../../api/form/use-is-left'
import { useLeaveGuard } from '../../api/form/use-leave-guard'
import { useMethodNames } from '../../api/form/use-login-methods'
import { firstDetail, useRecordDraft } from '../../api/form/use-record-draft'
import { useRecordSteps } from '../../api/form/use-record-steps'
import { useLiveRecord } from '../../api/use-live-record'
import { CustomerDomains } from '../../shell/domains/customer-domains'
import { RecordPage, RecordSection } from '../../shell/records/record-page'
import { FormActions } from '../../ui/form-actions'
import { customerPatch, customerRules, customerValues, endsTokens, useCustomerLabels } from './customer-fields'
import {
  CustomerAccount,
  CustomerFacts,
  CustomerIdentity,
  CustomerPeople,
  CustomerSignIn,
  useManagers,
} from './customer-sections'
import { RemoveCustomer } from './remove-customer'

interface EditCustomerProps {
  /** Undefined for a new customer. */
  id: string | undefined
  /** Returns to the list. */
  onClose(): void
}

/** The form of an existing or a new customer (admin-console chapter 2). */
export function EditCustomer({ id, onClose }: EditCustomerProps) {
  return id === undefined ? (
    <CustomerForm id={undefined} current={undefined} onClose={onClose} />
  ) : (
    <FollowedCustomer id={id} onClose={onClose} />
  )
}

function FollowedCustomer({ id, onClose }: { id: string; onClose(): void }) {
  const { record } = useLiveRecord(customers, id, id)
  return <CustomerForm id={id} current={record} onClose={onClose} />
}

function CustomerForm({ id, current, onClose }: EditCustomerProps & { current: Customer | undefined }) {
  const { t } = useLingui()
  const labels = useCustomerLabels()
  const methods = useMethodNames()
  const managers = useManagers()
  // The form outlasts its record: the event of one's own deletion may come before the answer.
  const isLeft = useIsLeft()

  const steps = useRecordSteps()
  const { draft, form, save, deletedBy } = useRecordDraft({
    resource: customers,
    // The tokens of people who lose a role end, also if they get it back.
    isIrreversible: (field, before, after) => endsTokens(field, before, after),
    id,
    current,
    about: current?.name,
    customer: id,
    valuesOf: customerValues,
    patchOf: customerPatch,
    schema: customerRules,
    label: (field) => labels[field],
    textOf: (field, value) => {
      if (field === 'providers') return value.length === 0 ? t`any` : [...value].map(methods.names.of).join(', ')
      if (field === 'kam') return managers.nameOf(String(value))
      return typeof value === 'string' ? value : value.join(', ')
    },
    onSaved({ record, step }) {
      const { name: title } = record
      if (step) steps.announce(t`${title} is saved.`, step)
      else steps.announce(t`${title} is added.`, additionStep(customers, record, { onlyIfUnused: true }))
    },
    leave: onClose,
  })
  // Whether an address that is not yet added is typed beside each list.
  const [open, setOpen] = useState({ customerAdmins: false, apiUsers: false })
  const isDirty = draft.isDirty || open.customerAdmins || open.apiUsers
  const { question } = useLeaveGuard(isDirty, { isSaving: save.isSaving })
  const detail = firstDetail(save.error)

  return (
    <RecordPage
      title={id === undefined ? <Trans>New customer</Trans> : current?.name || draft.values.name}
      state={current?.isTrial && <Trans>Trial</Trans>}
    >
      <DraftForm
        save={save}
        problem={detail && t`Unable to save customer reason: ${detail}`}
        conflicts={form.conflicts}
        deletedNotice={
          draft.isDeleted &&
          (deletedBy === undefined ? (
            <Trans>Somebody else has deleted this customer</Trans>
          ) : (
            <Trans>{deletedBy} has deleted this customer</Trans>
          ))
        }
        onSubmit={(event) => {
          if (id !== undefined && !draft.isDeleted && !draft.isDirty) return onClose()
          if (form.check(event)) save.save()
        }}
        actions={
          <FormActions onCancel={onClose} isBusy={save.isSaving} isDisabled={!form.isValid}>
            {draft.isDeleted ? <Trans>Add it again</Trans> : <Trans>OK</Trans>}
          </FormActions>
        }
      >
        <CustomerIdentity {...{ draft, form }} />
        <CustomerAccount {...{ draft, form, managers }} />
        <CustomerPeople
          {...{ draft, form, id, current }}
          onTyping={(field, isTyping) => setOpen((now) => ({ ...now, [field]: isTyping }))}
        />
        <CustomerSignIn {...{ draft, form, id, methods }} />
      </DraftForm>
      {current && (
        <>
          <RecordSection title={<Trans>Domains</Trans>}>
            <CustomerDomains customer={current.id} isOfStaff />
          </RecordSection>
          <RecordSection title={<Trans>Record</Trans>}>
            <CustomerFacts customer={current} />
          </RecordSection>
          <RecordSection title={<Trans>Delete</Trans>}>
            <RemoveCustomer customer={current} onRemoved={() => isLeft() || onClose()} />
          </RecordSection>
        </>
      )}
      {question}
    </RecordPage>
  )
}
