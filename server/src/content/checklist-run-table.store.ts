import type { checklistRuns } from '@lintel/contract/content/checklist-runs'
import type { Entity } from '@lintel/contract/jsonapi/resource'
import { instantOf } from '../platform/clock'
import { checklistRunColumns } from './content-columns'
import { type ContentTable, isEqual, refersTo } from './content-table.store'
import { emailOf } from './topic-table.store'

/** How runs of checklists are stored: with who brought them into their state, and when. */
export const checklistRunTable: ContentTable<typeof checklistRuns> = {
  columns: checklistRunColumns,
  shown: { person: emailOf('person_id') },
  order: 'createdAt',
  filtered: ({ checklist, state }) => [...refersTo('checklist_id', checklist), ...isEqual('state', state)],
  added: ({ actor, now }) => ({ person_id: actor.id, state_since: instantOf(now) }),
  patched: async ({ actor, now }, record, { state }) =>
    state !== undefined && state !== (record as Entity<typeof checklistRuns>).state
      ? { person_id: actor.id, state_since: instantOf(now) }
      : {},
}
