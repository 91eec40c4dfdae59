import { projectTemplates } from '@lintel/contract/projects/project-templates'
import { uuidv7 } from 'uuidv7'
import { type ChangeKind, Stale } from '../../people/change-sets/engine/change-kind'
import {
  addTemplate,
  findTouchedTemplate,
  insertTemplateRow,
  removeAddedTemplate,
  renameTemplate,
} from './change-template.store'
import { findPlain } from './project-templates.store'

/** Change set of the form that adds or renames a template of a customer. */
export const changeTemplateKind: ChangeKind<'template'> = {
  kind: 'template',
  changes: [projectTemplates.type],

  async read({ template: id, name, expectedVersion, expectedName }, { db, customer, actor }) {
    const accessible = id === undefined ? undefined : await findPlain(db, actor, id)
    const found = accessible?.customer === customer ? accessible : undefined
    const isNew = id === undefined || expectedVersion === 0
    const isAsExpected = isNew
      ? found === undefined
      : found !== undefined &&
        (expectedVersion === undefined || expectedVersion === found.version) &&
        (expectedName === undefined || expectedName === found.name)
    const row = {
      outcome: !isAsExpected ? 'conflict' : found?.name === name ? 'same' : 'change',
      object: { type: projectTemplates.type, id: id ?? uuidv7(), name: found?.name ?? name },
      before: found ? { name: found.name } : null,
      after: { name },
    } as const
    return {
      total: 1,
      plan: async (transaction, set) => void (await insertTemplateRow(transaction, set.id, row)),
    }
  },

  async apply({ db, actor, now }, { id, customer }) {
    const changed =
      (await addTemplate(db, id, { customer, createdBy: actor.id, now })) ??
      (await renameTemplate(db, id, { customer, from: 'before', to: 'after', now }))
    if (!changed) throw new Stale({ isUntouched: true })
    return { changed: 1, records: [{ type: projectTemplates.type, ...changed }] }
  },

  touched: (db, { id, customer }) => findTouchedTemplate(db, id, customer),

  async undo({ db, now }, { id, customer }) {
    const undone =
      (await removeAddedTemplate(db, id, customer)) ??
      (await renameTemplate(db, id, { customer, from: 'after', to: 'before', now }))
    return undone ? { changed: 1, records: [{ type: projectTemplates.type, ...undone }] } : { changed: 0 }
  },
}
