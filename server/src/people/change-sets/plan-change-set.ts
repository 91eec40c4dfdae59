import type { Draft } from '@lintel/contract/jsonapi/resource'
import { atOnceRows, type changeSets } from '@lintel/contract/people/change-sets'
import type { Person } from '@lintel/contract/people/permissions'
import { uuidv7 } from 'uuidv7'
import type { Change } from '../../platform/context'
import type { Planned, ReadInput } from './change-kind'
import { enqueueStep } from './change-set-jobs'
import { insertChangeSet, notePlanned } from './change-sets.store'
import { kindOf, readInputOf } from './kinds'

/** Rows that are planned in one statement. */
const rowsPerPart = 5_000

/** The parts of a plan from a step on, one after the other. */
export const partsOf = ({ total }: ReadInput, begin = 0): { from: number; until: number }[] =>
  Array.from({ length: Math.ceil((total - begin) / rowsPerPart) }, (_, at) => ({
    from: begin + at * rowsPerPart,
    until: Math.min(total, begin + (at + 1) * rowsPerPart),
  }))

/** Writes a change set: planned at once when it is small, else by a job. Gives its id. */
export async function createChangeSet(change: Change<Person>, draft: Draft<typeof changeSets>): Promise<string> {
  const { db, actor, now } = change
  const { kind: name, customer } = draft
  const kind = kindOf(name)
  const input = readInputOf(name, draft.input)
  const read = kind.isHeavy?.(input) ? undefined : await kind.read(input, { db, customer, actor, now })
  const id = uuidv7()
  const row = { id, customer, kind: name, total: read?.total ?? 0, by: actor.id, now }
  if (!read || read.total > atOnceRows) {
    await insertChangeSet(db, { ...row, input })
    await enqueueStep(change, { changeSet: id, customer, step: 'plan' })
    return id
  }
  await insertChangeSet(db, { ...row, input: undefined })
  const set: Planned = { id, customer, actor, now }
  for (const part of partsOf(read)) await read.plan(db, set, part)
  await notePlanned(db, id, now)
  return id
}
