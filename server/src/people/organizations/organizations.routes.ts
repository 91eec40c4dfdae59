import { organizations } from '@lintel/contract/people/organizations'
import { administers, readsCustomer } from '@lintel/contract/people/permissions'
import { serve } from '../../platform/serve'
import { add, change, find, findVisibleByIds, listVisible, remove } from './organizations.store'

export const organizationRoutes = serve(organizations, {
  find,
  findByIds: findVisibleByIds,
  tenant: ({ customer }) => customer,
  scopes: { read: 'read' },
  list: {
    may: (actor, { customer }) => (customer === undefined ? actor.isStaff : readsCustomer(actor, customer)),
    run: ({ db, actor }, query) => listVisible(db, actor, query),
  },
  read: { may: (actor, { customer }) => readsCustomer(actor, customer) },
  create: {
    may: (actor, { customer }) => administers(actor, customer),
    run: add,
  },
  update: {
    may: (actor, { customer }) => administers(actor, customer),
    run: change,
  },
  remove: {
    may: (actor, { customer }) => administers(actor, customer),
    run: remove,
  },
})
