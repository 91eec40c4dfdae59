import { expect, test } from 'vitest'
import { organizations } from '../people/organizations'
import { addOperation, maxOperations, removeOperation, runOperations, updateOperation } from './operations'

const { body } = runOperations

test('operations that are made from resources are operations', () => {
  const operations = [
    addOperation(organizations, { name: 'Nord Bygg', customer: 'c' }, 'new'),
    updateOperation(organizations, 'o', { name: 'Nord' }, 3),
    removeOperation(organizations, 'p', 2),
  ]
  expect(body?.parse({ 'atomic:operations': operations })).toEqual({ 'atomic:operations': operations })
  expect(operations).toMatchObject([
    { op: 'add', data: { type: 'user-organizations', lid: 'new', attributes: { name: 'Nord Bygg' } } },
    { op: 'update', data: { id: 'o', attributes: { name: 'Nord' } }, meta: { version: 3 } },
    { op: 'remove', ref: { type: 'user-organizations', id: 'p' }, meta: { version: 2 } },
  ])
})

test('a step has at least one operation and no more than the most', () => {
  const step = (length: number) => ({
    'atomic:operations': Array.from({ length }, () => removeOperation(organizations, 'o')),
  })
  expect(body?.safeParse(step(maxOperations)).success).toBe(true)
  expect(body?.safeParse(step(0)).success).toBe(false)
  expect(body?.safeParse(step(maxOperations + 1)).success).toBe(false)
})

test('what is no operation of the extension is refused', () => {
  const refused = [
    { op: 'replace', data: { type: 'users' } },
    { op: 'remove', ref: { type: 'users' } },
    { op: 'remove', ref: { type: 'users', id: 'a', relationship: 'b' } },
    { op: 'remove', href: '/users/a' },
    { op: 'add', data: { id: 'a' } },
  ]
  for (const operation of refused) expect(body?.safeParse({ 'atomic:operations': [operation] }).success).toBe(false)
})
