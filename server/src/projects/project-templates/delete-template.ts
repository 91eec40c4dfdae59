import { Problem } from '@lintel/contract/problems'
import { projectTemplates } from '@lintel/contract/projects/project-templates'
import { type ChangeKind, Stale } from '../../people/change-sets/engine/change-kind'
import { deleteTemplate, findBlockedRestores, insertDeletionRow, restoreTemplate } from './delete-template.store'
import { find } from './project-templates.store'

/** Deletes a customer's template with its entries; projects created from it are kept. */
export const deleteTemplateKind: ChangeKind<'delete-template'> = {
  kind: 'delete-template',
  changes: [projectTemplates.type],

  async read({ template: id, expectedVersion }, { db, customer, actor }) {
    const template = await find(db, actor, id)
    if (!template || template.customer !== customer)
      throw new Problem('unknownReference', { pointer: '/data/attributes/input/template' })
    const matchesVersion = expectedVersion === undefined || expectedVersion === template.version
    const deleted = { ...template, entries: template.content.length }
    return {
      total: 1,
      plan: async (transaction, set) => void (await insertDeletionRow(transaction, set.id, deleted, matchesVersion)),
    }
  },

  async apply({ db }, { id: set, customer }) {
    const id = await deleteTemplate(db, set, customer)
    if (id === undefined) throw new Stale({ isUntouched: true })
    return { changed: 1, records: [{ type: projectTemplates.type, id, version: null }] }
  },

  touched: (db, { id, customer }) => findBlockedRestores(db, id, customer),

  async undo({ db, now }, { id: set, customer }) {
    const restored = await restoreTemplate(db, set, { customer, now })
    return restored ? { changed: 1, records: [{ type: projectTemplates.type, ...restored }] } : { changed: 0 }
  },
}
