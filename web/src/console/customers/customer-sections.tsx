import { Trans, useLingui } from '@lingui/react/macro'
import type { Customer } from '@lintel/contract/customers/customers'
import { users } from '@lintel/contract/people/users'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { EmailsField } from '../../api/form/emails-field'
import { Loaded } from '../../api/form/loaded'
import { LoginMethodsField } from '../../api/form/login-methods-field'
import type { FormDraft } from '../../api/form/use-draft'
import type { useFormFields } from '../../api/form/use-form-fields'
import type { useMethodNames } from '../../api/form/use-login-methods'
import { all } from '../../api/resource'
import { RecordFacts, RecordSection } from '../../shell/records/record-page'
import { useAccountLabel } from '../../shell/records/use-account-label'
import { TextField } from '../../ui/field'
import { SelectField } from '../../ui/select-field'
import { type CustomerValues, endsTokens, useCustomerLabels } from './customer-fields'
import { staffUsers } from './customers'
import { LockedOutUsers } from './locked-out-users'
import { timeZones } from './time-zones'
import { useUnknownAddresses } from './use-unknown-addresses'

/** Props shared by the sections of the form. */
interface CustomerSectionProps {
  draft: FormDraft<CustomerValues>
  form: ReturnType<typeof useFormFields<CustomerValues>>
}

/** Name, address and time zone of a customer. */
export function CustomerIdentity({ draft: { values, set }, form }: CustomerSectionProps) {
  const { t } = useLingui()
  const labels = useCustomerLabels()
  // Also offered while another one is chosen.
  const [storedZone] = useState(values.timeZone)
  const zones = timeZones(storedZone, values.timeZone)
  return (
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
        options={[{ group: labels.timeZone, items: zones.map((zone) => ({ value: zone, label: zone })) }]}
        value={values.timeZone}
        onChange={(zone) => set('timeZone', zone)}
      />
    </RecordSection>
  )
}

/** The possible key account managers, by email; the first option is nobody. */
export function useManagers() {
  const { t } = useLingui()
  const { data: staff, error } = useQuery(staffUsers)
  const nobody = t`none`
  const options = [
    { value: '', label: nobody },
    ...(staff?.records ?? []).map(({ email, displayName }) => ({ value: email, label: displayName })),
  ]
  const nameOf = (email: string) => options.find(({ value }) => value === email)?.label ?? email
  return { options, nameOf, staff, error }
}

/** The account of a customer in Salesforce and its manager. */
export function CustomerAccount({
  draft: { values, set },
  form,
  managers,
}: CustomerSectionProps & { managers: ReturnType<typeof useManagers> }) {
  const { t } = useLingui()
  const labels = useCustomerLabels()
  return (
    <RecordSection title={<Trans>Account</Trans>}>
      {(['sfAccount', 'sfAccountName'] as const).map((field) => (
        <TextField
          key={field}
          {...form.field(field)}
          label={labels[field]}
          optional={t`optional`}
          autoComplete="off"
          dir="auto"
        />
      ))}
      <Loaded data={managers.staff} error={managers.error} what={labels.kam} rows={1}>
        {() => (
          <SelectField
            label={labels.kam}
            hint={form.note('kam')}
            error={form.wrong('kam')}
            options={[{ group: t`Staff`, items: managers.options }]}
            value={values.kam}
            onChange={(email) => set('kam', email)}
          />
        )}
      </Loaded>
    </RecordSection>
  )
}

/** The lists of people of a customer. */
type PeopleField = 'customerAdmins' | 'apiUsers'

interface CustomerPeopleProps extends CustomerSectionProps {
  /** Undefined for a new customer. */
  id: string | undefined
  current: Customer | undefined
  /** Called with whether an address that is not yet added is typed beside the list. */
  onTyping(field: PeopleField, isTyping: boolean): void
}

/** The administrators and API users of a customer. */
export function CustomerPeople({ draft: { values, set }, form, id, current, onTyping }: CustomerPeopleProps) {
  const { t } = useLingui()
  const labels = useCustomerLabels()
  const { data: people } = useQuery({
    ...all(users, { filter: { customerId: id }, fields: { users: ['email'] } }),
    enabled: id !== undefined,
  })
  const newAddresses = useUnknownAddresses(values.apiUsers.filter((email) => !current?.apiUsers.includes(email)))
  const tokenHint = (field: PeopleField) =>
    current && endsTokens(field, current, values) ? t`The tokens of everybody you remove end for good.` : undefined
  const list = (field: PeopleField) => ({
    label: labels[field],
    value: values[field],
    proposed: people?.records.map(({ id: email }) => email) ?? [],
    error: form.wrong(field),
    hint: form.note(field) ?? tokenHint(field),
    onChange: (emails: readonly string[]) => set(field, emails),
    onTyping: (isTyping: boolean) => onTyping(field, isTyping),
  })
  const apiUsers = list('apiUsers')
  return (
    <RecordSection title={<Trans>People</Trans>}>
      <EmailsField {...list('customerAdmins')} />
      <EmailsField
        {...apiUsers}
        hint={apiUsers.hint ?? t`An address that nobody has becomes a service account: a program of this customer.`}
        mark={(email) => (newAddresses.has(email) ? t`new service account` : undefined)}
      />
    </RecordSection>
  )
}

interface CustomerSignInProps extends CustomerSectionProps {
  /** Undefined for a new customer. */
  id: string | undefined
  methods: ReturnType<typeof useMethodNames>
}

/** The login methods of a customer, and whom a change of them locks out. */
export function CustomerSignIn({ draft, form, id, methods: { ids, names, loadState } }: CustomerSignInProps) {
  const { providers } = draft.values
  return (
    <RecordSection title={<Trans>Signing in</Trans>}>
      <Loaded data={loadState.isLoaded || undefined} error={loadState.error} what={loadState.what} rows={2}>
        {() => (
          <LoginMethodsField
            ids={ids}
            names={names}
            value={providers}
            inherited={[]}
            note={form.note('providers') ?? form.wrong('providers')}
            onChange={(methods) => draft.set('providers', methods)}
          />
        )}
      </Loaded>
      {id !== undefined && providers.length > 0 && draft.isDirty && (
        <LockedOutUsers customer={id} loginMethods={providers} />
      )}
    </RecordSection>
  )
}

/** What the server records of a customer. */
export function CustomerFacts({ customer }: { customer: Customer }) {
  const { i18n } = useLingui()
  const labels = useCustomerLabels()
  const accountLabel = useAccountLabel()
  const moment = (instant: string) => i18n.date(new Date(instant), { dateStyle: 'medium', timeStyle: 'short' })
  return (
    <RecordFacts
      facts={[
        [labels.numProjects, i18n.number(customer.numProjects)],
        [labels.createdAt, moment(customer.createdAt)],
        [<Trans key="by">Created by</Trans>, customer.createdBy ? accountLabel(customer.createdBy) : '—'],
        [labels.updatedAt, moment(customer.updatedAt)],
        [<Trans key="by">Changed by</Trans>, customer.updatedBy ? accountLabel(customer.updatedBy) : '—'],
      ]}
    />
  )
}
