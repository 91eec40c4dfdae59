import type { checklistRuns } from '@lintel/contract/content/checklist-runs'
import type { Entity } from '@lintel/contract/jsonapi/resource'
import { instantOf } from '../platform/clock'
import { checklistRunColumns } from './content-columns'
import { type ContentTable, isEqual, refersTo } from './content-table.store'
import { emailOf } from './topic-table.store'

/** Storage of checklist runs, with the person who set the current state and when. */
export const checklistRunTable: ContentTable<typeof checklistRuns> = {
  columns: checklistRunColumns,
  computedFields: { person: emailOf('person_id') },
  defaultSort: 'createdAt',
  filterConditions: ({ checklist, state }) => [...refersTo('checklist_id', checklist), ...isEqual('state', state)],
  insertColumns: ({ actor, now }) => ({ person_id: actor.id, state_since: instantOf(now) }),
  updateColumns: async ({ actor, now }, record, { state }) =>
    state !== undefined && state !== (record as Entity<typeof checklistRuns>).state
      ? { person_id: actor.id, state_since: instantOf(now) }
      : {},
}
