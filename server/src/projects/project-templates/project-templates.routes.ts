import { administers, isNoGuest } from '@lintel/contract/people/permissions'
import { projectTemplates } from '@lintel/contract/projects/project-templates'
import { serve } from '../../platform/serve'
import { add, amongOffered, change, find, listOffered, remove } from './project-templates.store'

/** Largest template that is sent whole, in bytes: five thousand entries with long names. */
const largestTemplate = 8 * 1_024 * 1_024

export const projectTemplateRoutes = serve(projectTemplates, {
  find,
  among: amongOffered,
  tenant: ({ customer }) => customer,
  scopes: { read: 'read' },
  bodyLimit: largestTemplate,
  list: {
    may: isNoGuest,
    run: ({ db, actor }, query) => listOffered(db, actor, query),
  },
  read: { may: isNoGuest },
  // Without a customer it is the platform's own: `administers` leaves those to staff.
  create: {
    may: (actor, { customer }) => isNoGuest(actor) && administers(actor, customer),
    run: add,
  },
  update: {
    may: (actor, { customer }) => isNoGuest(actor) && administers(actor, customer),
    run: change,
  },
  remove: {
    may: (actor, { customer }) => isNoGuest(actor) && administers(actor, customer),
    run: ({ db }, template) => remove(db, template),
  },
})
