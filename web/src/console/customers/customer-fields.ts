import { useLingui as useI18n } from '@lingui/react'
import { useLingui } from '@lingui/react/macro'
import { type Customer, type CustomerPatch, customers } from '@lintel/contract/customers/customers'
import { z } from 'zod'
import type { MethodNames } from '../../api/form/login-methods'
import { patchOf, textOrNull } from '../../api/form/record-fields'
import type { RecordColumn } from '../../ui/grid/record-grid'

/** Form values of a customer. */
export interface CustomerValues {
  name: string
  baseUrl: string
  sfAccount: string
  sfAccountName: string
  /** The key account manager's email; empty for none. */
  kam: string
  customerAdmins: readonly string[]
  apiUsers: readonly string[]
  providers: readonly string[]
  timeZone: string
}

const { shape } = customers.fields

/** Form schema, derived from the schema of the contract. */
export const customerRules = z.object({
  name: shape.name,
  baseUrl: textOrNull(shape.baseUrl),
  sfAccount: textOrNull(shape.sfAccount),
  sfAccountName: textOrNull(shape.sfAccountName),
  timeZone: shape.timeZone,
})

/** Whether a change of this field takes a role from somebody: their tokens end for good, also if they get the role back. */
export const endsTokens = (
  field: keyof CustomerValues,
  before: Pick<CustomerValues, 'customerAdmins' | 'apiUsers'>,
  after: Pick<CustomerValues, 'customerAdmins' | 'apiUsers'>,
): boolean =>
  (field === 'customerAdmins' || field === 'apiUsers') && before[field].some((email) => !after[field].includes(email))

/** Form values of a customer or of its audit log snapshot. */
export function customerValues(record: object | undefined): CustomerValues {
  const { name, baseUrl, sfAccount, sfAccountName, kam, ...lists } = (record ?? {}) as Partial<Customer>
  return {
    name: name ?? '',
    baseUrl: baseUrl ?? '',
    sfAccount: sfAccount ?? '',
    sfAccountName: sfAccountName ?? '',
    kam: kam ?? '',
    customerAdmins: lists.customerAdmins ?? [],
    apiUsers: lists.apiUsers ?? [],
    providers: lists.providers ?? [],
    timeZone: lists.timeZone ?? 'UTC',
  }
}

/** Patch of changed form values. */
export const customerPatch = (values: Partial<CustomerValues>): CustomerPatch => patchOf(values) as CustomerPatch

/** Labels of the fields of a customer. */
export function useCustomerLabels() {
  const { t } = useLingui()
  return {
    name: t`Name`,
    baseUrl: t`Base URL`,
    sfAccount: t`Salesforce account id`,
    sfAccountName: t`Salesforce account name`,
    kam: t`Key account manager`,
    customerAdmins: t`Customer administrators`,
    apiUsers: t`API users`,
    providers: t`Allowed login methods`,
    timeZone: t`Time zone`,
    numProjects: t`Projects`,
    isTrial: t`Trial`,
    createdAt: t`Created`,
    updatedAt: t`Changed`,
  }
}

/** Columns of the grid; `managers` maps emails of staff to names. */
export function useCustomerColumns(
  names: MethodNames,
  managers: ReadonlyMap<string, string>,
): RecordColumn<Customer>[] {
  const { t } = useLingui()
  const { i18n } = useI18n()
  const labels = useCustomerLabels()
  const day = (instant: string) => i18n.date(new Date(instant), { dateStyle: 'medium' })
  const column = (
    id: keyof ReturnType<typeof useCustomerLabels>,
    width: number,
    value: (customer: Customer) => string,
    more: Partial<RecordColumn<Customer>> = {},
  ): RecordColumn<Customer> => ({ id, title: labels[id], width, value, ...more })
  const byTime = (field: 'createdAt' | 'updatedAt') => ({
    compare: (one: Customer, other: Customer) => one[field].localeCompare(other[field], 'en'),
  })
  return [
    column('name', 280, ({ name }) => name, { isPinned: true, isRowHeader: true, canHide: false }),
    column('kam', 180, ({ kam }) => (kam === null ? '' : (managers.get(kam) ?? kam))),
    column('numProjects', 100, ({ numProjects }) => i18n.number(numProjects), {
      compare: (one, other) => one.numProjects - other.numProjects,
    }),
    column('customerAdmins', 260, ({ customerAdmins }) => customerAdmins.join(', ')),
    column('apiUsers', 200, ({ apiUsers }) => apiUsers.join(', ')),
    column('providers', 240, ({ providers }) => (providers.length === 0 ? t`any` : providers.map(names.of).join(', '))),
    column('timeZone', 160, ({ timeZone }) => timeZone),
    column('sfAccount', 180, ({ sfAccount }) => sfAccount ?? '', { isHidden: true }),
    column('sfAccountName', 200, ({ sfAccountName }) => sfAccountName ?? '', { isHidden: true }),
    column('baseUrl', 220, ({ baseUrl }) => baseUrl ?? '', { isHidden: true }),
    column('isTrial', 80, ({ isTrial }) => (isTrial ? t`Trial` : '')),
    column('createdAt', 120, ({ createdAt }) => day(createdAt), byTime('createdAt')),
    column('updatedAt', 120, ({ updatedAt }) => day(updatedAt), { isHidden: true, ...byTime('updatedAt') }),
  ]
}
