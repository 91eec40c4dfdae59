import type { Person } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import { projectTemplates } from '@lintel/contract/projects/project-templates'
import { mostEntries } from '@lintel/contract/projects/template-content'
import { type ChangeKind, type Done, type RowsToDo, Stale } from '../../people/change-sets/engine/change-kind'
import type { Change } from '../../platform/context'
import { findPlain } from './project-templates.store'
import { entryRows, roomAfter } from './template-entry-plan'
import {
  applyEntryRows,
  holdTemplate,
  insertEntryRows,
  lookUpEntries,
  noteChanged,
  templateOf,
  touchedEntries,
  undoEntryRows,
} from './template-entry-rows.store'

/** Entries that are added to a template of a customer, removed from it and renamed. */
export const changeTemplateEntriesKind: ChangeKind<'template-entries'> = {
  kind: 'template-entries',
  changes: [projectTemplates.type],

  async read(input, { db, customer, actor }) {
    const template = await findPlain(db, actor, input.template)
    if (!template || template.customer !== customer)
      throw new Problem('unknownReference', { pointer: `${at}/template` })
    const total = input.remove.length + input.rename.length + input.add.length
    if (total === 0) throw new Problem('required', { pointer: `${at}/add` })
    const { id, name } = template
    return {
      total,
      async plan(transaction, set, { from, until }) {
        // Who adds to it at the same moment is waited for, so that the plan is what is applied.
        await holdTemplate(transaction, id, customer)
        const planned = entryRows(input, await lookUpEntries(transaction, { customer, actor, template: id, input }))
        refuseTooMany(planned)
        const about = { type: projectTemplates.type, id, name }
        await insertEntryRows(transaction, set.id, about, planned.rows.slice(from, until))
      },
    }
  },

  async apply(change, set) {
    const held = await holdRowsTemplate(change, set)
    if (!held) return { changed: 0 }
    const changed = await applyEntryRows(change.db, set.id, held)
    return changed === 0 ? { changed } : told(change, held.id, changed)
  },

  touched: (db, { id, customer }) => touchedEntries(db, id, customer),

  async undo(change, set) {
    const held = await holdRowsTemplate(change, set)
    if (!held) return { changed: 0 }
    return told(change, held.id, await undoEntryRows(change.db, set.id, held.id))
  },
}

const at = '/data/attributes/input'

/** A template holds no more than the contract says: the field that would bring too many is named. */
function refuseTooMany(planned: Parameters<typeof roomAfter>[0]): void {
  if (roomAfter(planned) >= 0) return
  const detail = `A template has at most ${mostEntries} entries`
  throw new Problem('tooManyEntries', { pointer: `${at}/add`, detail, meta: { limit: mostEntries } })
}

const holdRowsTemplate = async ({ db }: Change<Person>, { id, customer }: RowsToDo) => {
  const template = await templateOf(db, id)
  return template === undefined ? undefined : holdTemplate(db, template, customer)
}

async function told({ db, now }: Change<Person>, id: string, changed: number): Promise<Done> {
  const version = await noteChanged(db, id, now)
  if (version === undefined) throw new Stale()
  return { changed, records: [{ type: projectTemplates.type, id, version }] }
}
