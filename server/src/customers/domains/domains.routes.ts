import { type CustomerDomain, checkCustomerDomain, customerDomains } from '@lintel/contract/customers/domains'
import { administers, administersAny, isStaff, type Person } from '@lintel/contract/people/permissions'
import { personOf } from '../../identity/signed-in'
import { answer } from '../../platform/answer'
import { findOrRefuse } from '../../platform/refusal'
import type { Route } from '../../platform/route'
import { serve } from '../../platform/serve'
import { checkDomain } from './check-domain'
import { bind, find, findVisibleByIds, listVisible, remove } from './domains.store'

const tenant = ({ customer }: CustomerDomain) => customer

/** Customer administrators add domains and verify them by DNS; domains added by staff are verified immediately. */
export const customerDomainRoutes = serve(customerDomains, {
  find,
  findByIds: findVisibleByIds,
  tenant,
  list: {
    may: (actor, { customer }) => (customer === undefined ? isStaff(actor) : administers(actor, customer)),
    run: ({ db, actor }, query) => listVisible(db, actor, query),
  },
  read: { may: (actor, { customer }) => administers(actor, customer) },
  create: { may: (actor, { customer }) => administers(actor, customer), freshProof: true, run: bind },
  remove: {
    may: (actor, { customer }) => administers(actor, customer),
    freshProof: true,
    run: ({ db }, domain) => remove(db, domain),
  },
})

/** Checks the TXT record of a domain now. */
export const checkDomainRoute: Route = answer(checkCustomerDomain, {
  may: administersAny,
  async run(context, { parameters: { id } }) {
    const domain = await findOrRefuse<typeof customerDomains, Person>(
      { find, tenant },
      context.db,
      personOf(context),
      id,
    )
    return checkDomain(context, domain)
  },
})
