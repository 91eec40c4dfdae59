import { Problem } from '@lintel/contract/problems'
import { projectTemplates } from '@lintel/contract/projects/project-templates'
import { type ChangeKind, Stale } from '../../people/change-sets/engine/change-kind'
import { deleteTemplate, insertDeletion, restoreTemplate, takenTemplates } from './delete-template.store'
import { find } from './project-templates.store'

/** A template of a customer goes away, with its entries; the projects that were made from it stay. */
export const deleteTemplateKind: ChangeKind<'delete-template'> = {
  kind: 'delete-template',
  changes: [projectTemplates.type],

  async read({ template: id, expectedVersion }, { db, customer, actor }) {
    const template = await find(db, actor, id)
    if (!template || template.customer !== customer)
      throw new Problem('unknownReference', { pointer: '/data/attributes/input/template' })
    const isSeen = expectedVersion === undefined || expectedVersion === template.version
    const deleted = { ...template, entries: template.content.length }
    return {
      total: 1,
      plan: async (transaction, set) => void (await insertDeletion(transaction, set.id, deleted, isSeen)),
    }
  },

  async apply({ db }, { id: set, customer }) {
    const id = await deleteTemplate(db, set, customer)
    if (id === undefined) throw new Stale({ isUntouched: true })
    return { changed: 1, records: [{ type: projectTemplates.type, id, version: null }] }
  },

  touched: (db, { id, customer }) => takenTemplates(db, id, customer),

  async undo({ db, now }, { id: set, customer }) {
    const back = await restoreTemplate(db, set, { customer, now })
    return back ? { changed: 1, records: [{ type: projectTemplates.type, ...back }] } : { changed: 0 }
  },
}
