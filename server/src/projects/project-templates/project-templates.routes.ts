import { administers, isFullUser } from '@lintel/contract/people/permissions'
import { projectTemplates } from '@lintel/contract/projects/project-templates'
import { serve } from '../../platform/serve'
import { add, change, find, findOfferedByIds, listOffered, remove } from './project-templates.store'

/** Maximum body size in bytes: 5,000 entries with long names. */
const maxTemplateBytes = 8 * 1_024 * 1_024

export const projectTemplateRoutes = serve(projectTemplates, {
  find,
  findByIds: findOfferedByIds,
  tenant: ({ customer }) => customer,
  scopes: { read: 'read' },
  bodyLimit: maxTemplateBytes,
  list: {
    may: isFullUser,
    run: ({ db, actor }, query) => listOffered(db, actor, query),
  },
  read: { may: isFullUser },
  // A template without a customer belongs to the platform: `administers` allows it to staff only.
  create: {
    may: (actor, { customer }) => isFullUser(actor) && administers(actor, customer),
    run: add,
  },
  update: {
    may: (actor, { customer }) => isFullUser(actor) && administers(actor, customer),
    run: change,
  },
  remove: {
    may: (actor, { customer }) => isFullUser(actor) && administers(actor, customer),
    run: ({ db }, template) => remove(db, template),
  },
})
