import { type Customer, type CustomerDraft, type CustomerPatch, customers } from '@lintel/contract/customers/customers'
import { isStaff, type Person, readsCustomer } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import type { Change } from '../../platform/context'
import { serve } from '../../platform/serve'
import { mustBeLoginMethods } from '../providers/login-methods.store'
import {
  amongVisible,
  deleteCustomer,
  find,
  idsOf,
  insertCustomer,
  listVisible,
  setOffices,
  staffMember,
  updateCustomer,
} from './customers.store'
import { addServiceAccounts } from './service-accounts.store'

/** Staff administer customers; their administrators and API users read them. */
export const customerRoutes = serve(customers, {
  find,
  among: amongVisible,
  tenant: ({ id }) => id,
  scopes: { read: 'read' },
  list: { may: () => true, run: ({ db, actor }, query) => listVisible(db, actor, query) },
  read: { may: (actor, { id }) => readsCustomer(actor, id) },
  create: { may: isStaff, freshProof: ({ customerAdmins }) => customerAdmins.length > 0, run: addCustomer },
  update: { may: isStaff, freshProof: ({ customerAdmins }) => customerAdmins !== undefined, run: changeCustomer },
  remove: { may: isStaff, freshProof: true, run: deleteCustomer },
})

async function addCustomer(change: Change<Person>, draft: CustomerDraft): Promise<string> {
  await mustBeLoginMethods(change.db, change.actor, draft.providers)
  const id = await insertCustomer(change, draft, await keyAccountManager(change, draft.kam))
  await appoint(change, id, draft)
  return id
}

async function changeCustomer(change: Change<Person>, customer: Customer, patch: CustomerPatch): Promise<void> {
  if (patch.providers) await mustBeLoginMethods(change.db, change.actor, patch.providers)
  const kam = patch.kam === undefined ? undefined : await keyAccountManager(change, patch.kam)
  await updateCustomer(change, customer, patch, kam)
  await appoint(change, customer.id, patch)
}

/** Only staff act as key account managers (admin-console chapter 6). */
async function keyAccountManager({ db }: Change, email: string | null): Promise<string | null> {
  if (email === null) return null
  const id = await staffMember(db, email.toLowerCase())
  if (id === undefined) throw new Problem('unknownReference', { pointer: '/data/relationships/kam' })
  return id
}

const offices = { customerAdmins: 'customer_admin', apiUsers: 'customer_api_user' } as const

async function appoint(change: Change<Person>, customer: string, fields: CustomerPatch): Promise<void> {
  for (const field of ['customerAdmins', 'apiUsers'] as const) {
    const wanted = fields[field]?.map((email) => email.toLowerCase())
    if (!wanted) continue
    const ids = await idsOf(change.db, wanted)
    // An API user need not be a person: an address that nobody has becomes a service account (contract §6).
    if (field === 'apiUsers') await addServiceAccounts(change, customer, wanted, ids)
    const unknown = wanted.findIndex((email) => !ids.has(email))
    if (unknown >= 0) throw new Problem('unknownReference', { pointer: `/data/relationships/${field}/data/${unknown}` })
    await setOffices(change, offices[field], customer, [...ids.values()])
  }
}
