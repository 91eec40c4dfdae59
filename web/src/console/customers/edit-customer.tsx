import { Trans, useLingui } from '@lingui/react/macro'
import { type Customer, customers } from '@lintel/contract/customers/customers'
import { users } from '@lintel/contract/people/users'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { DraftForm } from '../../api/form/draft-form'
import { EmailsField } from '../../api/form/emails-field'
import { Loaded } from '../../api/form/loaded'
import { LoginMethodsField } from '../../api/form/login-methods-field'
import { additionStep } from '../../api/form/record-steps'
import { useIsLeft } from '../../api/form/use-is-left'
import { useLeaveGuard } from '../../api/form/use-leave-guard'
import { useMethodNames } from '../../api/form/use-login-methods'
import { firstDetail, useRecordDraft } from '../../api/form/use-record-draft'
import { useRecordSteps } from '../../api/form/use-record-steps'
import { all } from '../../api/resource'
import { useLiveRecord } from '../../api/use-live-record'
import { CustomerDomains } from '../../shell/domains/customer-domains'
import { RecordFacts, RecordPage, RecordSection } from '../../shell/records/record-page'
import { useAccountLabel } from '../../shell/records/use-account-label'
import { TextField } from '../../ui/field'
import { FormActions } from '../../ui/form-actions'
import { SelectField } from '../../ui/select-field'
import { customerPatch, customerRules, customerValues, endsTokens, useCustomerLabels } from './customer-fields'
import { staffUsers } from './customers'
import { LockedOutUsers } from './locked-out-users'
import { RemoveCustomer } from './remove-customer'
import { timeZones } from './time-zones'
import { useUnknownAddresses } from './use-unknown-addresses'

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
  const { t, i18n } = useLingui()
  const labels = useCustomerLabels()
  const accountLabel = useAccountLabel()
  // The form outlasts its record: the event of one's own deletion may come before the answer.
  const isLeft = useIsLeft()
  const { names, ids, loadState } = useMethodNames()
  const { data: staff, error: staffError } = useQuery(staffUsers)
  const { data: people } = useQuery({
    ...all(users, { filter: { customerId: id }, fields: { users: ['email'] } }),
    enabled: id !== undefined,
  })
  const nobody = t`none`
  const managers = [
    { value: '', label: nobody },
    ...(staff?.records ?? []).map(({ email, displayName }) => ({ value: email, label: displayName })),
  ]
  const nameOf = (email: string) => managers.find(({ value }) => value === email)?.label ?? email

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
      if (field === 'providers') return value.length === 0 ? t`any` : [...value].map(names.of).join(', ')
      if (field === 'kam') return nameOf(String(value))
      return typeof value === 'string' ? value : value.join(', ')
    },
    onSaved(saved, step) {
      const { name: title } = saved
      if (step) steps.announce(t`${title} is saved.`, step)
      else steps.announce(t`${title} is added.`, additionStep(customers, saved, { onlyIfUnused: true }))
    },
    leave: onClose,
  })
  // Whether an address that is not yet added is typed beside each list.
  const [open, setOpen] = useState({ customerAdmins: false, apiUsers: false })
  const isDirty = draft.isDirty || open.customerAdmins || open.apiUsers
  const { question } = useLeaveGuard(isDirty && !save.isSaving)
  const { values, set } = draft
  const tokenHint = (field: 'customerAdmins' | 'apiUsers') =>
    current && endsTokens(field, current, values) ? t`The tokens of everybody you remove end for good.` : undefined
  const proposed = people?.records.map(({ id: email }) => email) ?? []
  const newAddresses = useUnknownAddresses(values.apiUsers.filter((email) => !current?.apiUsers.includes(email)))
  const detail = firstDetail(save.error)
  const moment = (instant: string) => i18n.date(new Date(instant), { dateStyle: 'medium', timeStyle: 'short' })

  return (
    <RecordPage
      title={id === undefined ? <Trans>New customer</Trans> : current?.name || values.name}
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
        <RecordSection title={<Trans>Customer</Trans>}>
          <TextField {...form.field('name')} label={labels.name} required autoComplete="off" dir="auto" autoFocus />
          <TextField
            {...form.field('baseUrl')}
            label={labels.baseUrl}
            optional={t`optional`}
            type="url"
            placeholder="https://"
            autoComplete="off"
          />
          <SelectField
            label={labels.timeZone}
            hint={form.note('timeZone') ?? t`The end date of a guest’s access ends at midnight here`}
            error={form.wrong('timeZone')}
            options={[{ group: labels.timeZone, items: timeZones().map((zone) => ({ value: zone, label: zone })) }]}
            value={values.timeZone}
            onChange={(zone) => set('timeZone', zone)}
          />
        </RecordSection>
        <RecordSection title={<Trans>Account</Trans>}>
          <TextField
            {...form.field('sfAccount')}
            label={labels.sfAccount}
            optional={t`optional`}
            autoComplete="off"
            dir="auto"
          />
          <TextField
            {...form.field('sfAccountName')}
            label={labels.sfAccountName}
            optional={t`optional`}
            autoComplete="off"
            dir="auto"
          />
          <Loaded data={staff} error={staffError} what={labels.kam} rows={1}>
            {() => (
              <SelectField
                label={labels.kam}
                hint={form.note('kam')}
                error={form.wrong('kam')}
                options={[{ group: t`Staff`, items: managers }]}
                value={values.kam}
                onChange={(email) => set('kam', email)}
              />
            )}
          </Loaded>
        </RecordSection>
        <RecordSection title={<Trans>People</Trans>}>
          <EmailsField
            label={labels.customerAdmins}
            value={values.customerAdmins}
            proposed={proposed}
            error={form.wrong('customerAdmins')}
            hint={form.note('customerAdmins') ?? tokenHint('customerAdmins')}
            onChange={(emails) => set('customerAdmins', emails)}
            onTyping={(isTyping) => setOpen((now) => ({ ...now, customerAdmins: isTyping }))}
          />
          <EmailsField
            label={labels.apiUsers}
            value={values.apiUsers}
            proposed={proposed}
            error={form.wrong('apiUsers')}
            hint={
              form.note('apiUsers') ??
              tokenHint('apiUsers') ??
              t`An address that nobody has becomes a service account: a program of this customer.`
            }
            mark={(email) => (newAddresses.has(email) ? t`new service account` : undefined)}
            onChange={(emails) => set('apiUsers', emails)}
            onTyping={(isTyping) => setOpen((now) => ({ ...now, apiUsers: isTyping }))}
          />
        </RecordSection>
        <RecordSection title={<Trans>Signing in</Trans>}>
          <Loaded data={loadState.isLoaded || undefined} error={loadState.error} what={loadState.what} rows={2}>
            {() => (
              <LoginMethodsField
                ids={ids}
                names={names}
                value={values.providers}
                inherited={[]}
                note={form.note('providers') ?? form.wrong('providers')}
                onChange={(methods) => set('providers', methods)}
              />
            )}
          </Loaded>
          {id !== undefined && values.providers.length > 0 && draft.isDirty && (
            <LockedOutUsers customer={id} loginMethods={values.providers} />
          )}
        </RecordSection>
      </DraftForm>
      {current && (
        <>
          <RecordSection title={<Trans>Domains</Trans>}>
            <CustomerDomains customer={current.id} isOfStaff />
          </RecordSection>
          <RecordSection title={<Trans>Record</Trans>}>
            <RecordFacts
              facts={[
                [labels.numProjects, i18n.number(current.numProjects)],
                [labels.createdAt, moment(current.createdAt)],
                [<Trans key="by">Created by</Trans>, current.createdBy ? accountLabel(current.createdBy) : '—'],
                [labels.updatedAt, moment(current.updatedAt)],
                [<Trans key="by">Changed by</Trans>, current.updatedBy ? accountLabel(current.updatedBy) : '—'],
              ]}
            />
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
