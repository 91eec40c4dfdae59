import { directoryGroups } from '@lintel/contract/people/directory-groups'
import { readsCustomer } from '@lintel/contract/people/permissions'
import { serve } from '../../platform/serve'
import { find, findVisibleByIds, listVisible } from './directory-groups.store'

/** The groups of a customer's directory, read-only: imports and SCIM write them. */
export const directoryGroupRoutes = serve(directoryGroups, {
  find,
  findByIds: findVisibleByIds,
  tenant: ({ customer }) => customer,
  scopes: { read: 'read' },
  list: {
    may: (actor, { customer }) => (customer === undefined ? actor.isStaff : readsCustomer(actor, customer)),
    run: ({ db, actor }, query) => listVisible(db, actor, query),
  },
  read: { may: (actor, { customer }) => readsCustomer(actor, customer) },
})
