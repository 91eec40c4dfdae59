import { type Customer, type CustomerDraft, type CustomerPatch, customers } from '@lintel/contract/customers/customers'
import { securityPolicies } from '@lintel/contract/customers/security-policies'
import { isStaff, type Person, readsCustomer } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import { keepLastDays, type ZoneChange } from '../../people/members/keep-last-days.store'
import type { Change } from '../../platform/context'
import { serve } from '../../platform/serve'
import { refuseUnknownLoginMethods } from '../providers/login-methods.store'
import {
  deleteCustomer,
  find,
  findStaffId,
  findUserIds,
  findVisibleByIds,
  insertCustomer,
  isKnownTimeZone,
  isUsed,
  listVisible,
  lockCustomer,
  setRoles,
  updateCustomer,
} from './customers.store'
import { keepSecondFactorDay } from './security-policies.store'
import { addServiceAccounts } from './service-accounts.store'

/** Staff administer customers; their administrators and API users read them. */
export const customerRoutes = serve(customers, {
  find,
  findByIds: findVisibleByIds,
  tenant: ({ id }) => id,
  scopes: { read: 'read' },
  list: { may: () => true, run: ({ db, actor }, query) => listVisible(db, actor, query) },
  read: { may: (actor, { id }) => readsCustomer(actor, id) },
  create: { may: isStaff, freshProof: ({ customerAdmins }) => customerAdmins.length > 0, run: addCustomer },
  update: { may: isStaff, freshProof: ({ customerAdmins }) => customerAdmins !== undefined, run: changeCustomer },
  remove: { may: isStaff, freshProof: true, refuseUsed: refuseUsedCustomer, run: deleteCustomer },
})

async function refuseUsedCustomer({ db }: Change<Person>, { id }: Customer): Promise<void> {
  await lockCustomer(db, id)
  if (await isUsed(db, id)) throw new Problem('stillInUse')
}

async function addCustomer(change: Change<Person>, draft: CustomerDraft): Promise<string> {
  await refuseUnknownLoginMethods(change.db, change.actor, draft.providers)
  await refuseUnknownTimeZone(change, draft.timeZone)
  const id = await insertCustomer(change, draft, await keyAccountManager(change, draft.kam))
  await saveRoles(change, id, draft)
  return id
}

async function changeCustomer(change: Change<Person>, customer: Customer, patch: CustomerPatch): Promise<void> {
  if (patch.providers) await refuseUnknownLoginMethods(change.db, change.actor, patch.providers)
  const kam = patch.kam === undefined ? undefined : await keyAccountManager(change, patch.kam)
  const { timeZone: from } = customer
  const { timeZone: to = from } = patch
  if (to !== from) await refuseUnknownTimeZone(change, to)
  await updateCustomer(change, customer, patch, kam)
  if (to !== from) await keepDays(change, customer, { from, to, now: change.now })
  await saveRoles(change, customer.id, patch)
}

async function refuseUnknownTimeZone({ db }: Change, timeZone: string): Promise<void> {
  if (!(await isKnownTimeZone(db, timeZone))) throw new Problem('invalid', { pointer: '/data/attributes/timeZone' })
}

/** The days that were chosen at the customer are the same ones in its new time zone. */
async function keepDays(change: Change<Person>, { id, version }: Customer, zones: ZoneChange): Promise<void> {
  for (const event of await keepLastDays(change.db, { customer: id }, zones)) change.audit(event)
  const day = await keepSecondFactorDay(change.db, id, zones)
  if (!day) return
  change.audit({
    ...{ action: `${securityPolicies.type}.update`, customer: id, target: { type: securityPolicies.type, id } },
    ...{ version: version + 1, before: { secondFactorFrom: day.before }, after: { secondFactorFrom: day.after } },
  })
}

/** Only staff act as key account managers (admin-console chapter 6). */
async function keyAccountManager({ db }: Change, email: string | null): Promise<string | null> {
  if (email === null) return null
  const id = await findStaffId(db, email.toLowerCase())
  if (id === undefined) throw new Problem('unknownReference', { pointer: '/data/relationships/kam' })
  return id
}

const roleTables = { customerAdmins: 'customer_admin', apiUsers: 'customer_api_user' } as const

async function saveRoles(change: Change<Person>, customer: string, fields: CustomerPatch): Promise<void> {
  for (const field of ['customerAdmins', 'apiUsers'] as const) {
    const addresses = fields[field]?.map((email) => email.toLowerCase())
    if (!addresses) continue
    const ids = await findUserIds(change.db, roleTables[field], customer, addresses)
    // An unknown address becomes a service account, since an API user need not be a person (contract §6).
    if (field === 'apiUsers') await addServiceAccounts(change, customer, addresses, ids)
    const unknown = addresses.findIndex((email) => !ids.has(email))
    if (unknown >= 0) throw new Problem('unknownReference', { pointer: `/data/relationships/${field}/data/${unknown}` })
    await setRoles(change, roleTables[field], customer, [...ids.values()])
  }
}
