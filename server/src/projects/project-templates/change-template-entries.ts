import type { Person } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import { projectTemplates } from '@lintel/contract/projects/project-templates'
import { maxTemplateEntries } from '@lintel/contract/projects/template-content'
import {
  type ChangeKind,
  type ChangeResult,
  inputPointer,
  type RowsToProcess,
  Stale,
} from '../../people/change-sets/engine/change-kind'
import type { Change } from '../../platform/context'
import { findPlain } from './project-templates.store'
import { planEntryRows, remainingCapacity } from './template-entry-plan'
import {
  applyEntryRows,
  bumpTemplateVersion,
  findNamedEntries,
  findTouchedEntries,
  insertEntryRows,
  lockTemplate,
  templateOf,
  undoEntryRows,
} from './template-entry-rows.store'

/** Adds, removes and renames entries of a customer's template. */
export const changeTemplateEntriesKind: ChangeKind<'template-entries'> = {
  kind: 'template-entries',
  changes: [projectTemplates.type],

  async read(input, { db, customer, actor }) {
    const template = await findPlain(db, actor, input.template)
    if (!template || template.customer !== customer)
      throw new Problem('unknownReference', { pointer: `${inputPointer}/template` })
    const total = input.remove.length + input.rename.length + input.add.length
    if (total === 0) throw new Problem('required', { pointer: `${inputPointer}/add` })
    const { id, name } = template
    return {
      total,
      async plan(transaction, set, { from, until }) {
        // The lock waits for concurrent changes, so that the plan matches what is applied.
        await lockTemplate(transaction, id, customer)
        const planned = planEntryRows(
          input,
          await findNamedEntries(transaction, { customer, actor, template: id, input }),
        )
        assertMaxEntries(planned)
        const about = { type: projectTemplates.type, id, name }
        await insertEntryRows(transaction, set.id, about, planned.rows.slice(from, until))
      },
    }
  },

  async apply(change, set) {
    const template = await lockTemplateOfRows(change, set)
    if (!template) return { changed: 0 }
    const changed = await applyEntryRows(change.db, set.id, template)
    return changed === 0 ? { changed } : toResult(change, template.id, changed)
  },

  touched: (db, { id, customer }) => findTouchedEntries(db, id, customer),

  async undo(change, set) {
    const template = await lockTemplateOfRows(change, set)
    if (!template) return { changed: 0 }
    return toResult(change, template.id, await undoEntryRows(change.db, set.id, template.id))
  },
}

/** Throws if the template would have more entries than the contract allows, with a pointer to the field. */
function assertMaxEntries(planned: Parameters<typeof remainingCapacity>[0]): void {
  if (remainingCapacity(planned) >= 0) return
  const detail = `A template has at most ${maxTemplateEntries} entries`
  throw new Problem('tooManyEntries', { pointer: `${inputPointer}/add`, detail, meta: { limit: maxTemplateEntries } })
}

const lockTemplateOfRows = async ({ db }: Change<Person>, { id, customer }: RowsToProcess) => {
  const template = await templateOf(db, id)
  return template === undefined ? undefined : lockTemplate(db, template, customer)
}

async function toResult({ db, now }: Change<Person>, id: string, changed: number): Promise<ChangeResult> {
  const version = await bumpTemplateVersion(db, id, now)
  if (version === undefined) throw new Stale()
  return { changed, records: [{ type: projectTemplates.type, id, version }] }
}
