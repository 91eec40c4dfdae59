import type { ChangeSetRow } from '@lintel/contract/people/change-sets'
import { expect, test } from 'vitest'
import { redoRequest } from './redo-request'

const entry = (value: string, renameTo: string | null = null) => ({
  ...{ sourceProjectId: 'l', key: 'workflows', value, renameTo, isEverything: false },
})
const identity = (value: string, renameTo: string | null = null) => ({
  ...{ sourceProjectId: 'l', key: 'workflows', value, renameTo },
})
const row = (number: number, before: object | null, after: object | null, outcome: 'change' | 'same' = 'change') =>
  ({
    ...{ number, outcome, before, after, object: { type: 'project-templates', id: 't' }, why: null, conflict: null },
    ...{ member: null, remains: false },
  }) as ChangeSetRow

test('entries that were added, renamed and removed are so again, each known by what it was before', async () => {
  const rows = [
    row(1, entry('a'), null),
    row(2, entry('b'), entry('b', 'Bee')),
    row(3, null, entry('c')),
    row(4, entry('d'), entry('d'), 'same'),
  ]
  expect(await redoRequest('nord', { id: 's', kind: 'template-entries' }, async () => rows)).toEqual({
    kind: 'template-entries',
    customer: 'nord',
    input: {
      template: 't',
      remove: [identity('a')],
      rename: [{ entry: identity('b'), renameTo: 'Bee' }],
      add: [entry('c')],
    },
  })
})

test('a template that was deleted, and came back, is deleted again whatever it has by then', async () => {
  const rows = [row(1, { name: 'Housing', entries: 2 }, null)]
  expect(await redoRequest('nord', { id: 's', kind: 'delete-template' }, async () => rows)).toEqual({
    ...{ kind: 'delete-template', customer: 'nord', input: { template: 't' } },
  })
})

test('a template that was added is added again under its id, and one that was renamed only if it has its former name', async () => {
  const redo = async (before: object | null) =>
    (await redoRequest('nord', { id: 's', kind: 'template' }, async () => [row(1, before, { name: 'Quays' })]))?.input
  expect(await redo(null)).toEqual({ template: 't', name: 'Quays', expectedVersion: 0 })
  expect(await redo({ name: 'Housing' })).toEqual({ template: 't', name: 'Quays', expectedName: 'Housing' })
})
