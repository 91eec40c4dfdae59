import { customerDomains } from '@lintel/contract/customers/domains'
import { administers, isStaff } from '@lintel/contract/people/permissions'
import { serve } from '../../platform/serve'
import { amongVisible, bind, find, listVisible, remove } from './domains.store'

/** Staff bind domains to customers; a customer's administrators read their own. */
export const customerDomainRoutes = serve(customerDomains, {
  find,
  among: amongVisible,
  tenant: ({ customer }) => customer,
  list: {
    may: (actor, { customer }) => (customer === undefined ? isStaff(actor) : administers(actor, customer)),
    run: ({ db, actor }, query) => listVisible(db, actor, query),
  },
  read: { may: (actor, { customer }) => administers(actor, customer) },
  create: { may: isStaff, freshProof: true, run: bind },
  remove: { may: isStaff, freshProof: true, run: ({ db }, domain) => remove(db, domain) },
})
