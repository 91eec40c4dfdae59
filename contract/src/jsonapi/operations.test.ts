import { expect, test } from 'vitest'
import { maxOperations, runOperations } from './operations'

const { body } = runOperations
const type = 'user-organizations'

test('an operation adds, updates or removes a resource', () => {
  const operations = [
    { op: 'add', data: { type, lid: 'new', attributes: { name: 'Nord Bygg' } } },
    { op: 'update', data: { type, id: 'o', attributes: { name: 'Nord' } }, meta: { version: 3 } },
    { op: 'update', ref: { type, lid: 'new' }, data: { type, lid: 'new' } },
    { op: 'remove', ref: { type, id: 'p' }, meta: { version: 2 } },
  ]
  expect(body?.parse({ 'atomic:operations': operations })).toEqual({ 'atomic:operations': operations })
})

test('a step has at least one operation and no more than the most', () => {
  const step = (length: number) => ({
    'atomic:operations': Array.from({ length }, () => ({ op: 'remove', ref: { type, id: 'o' } })),
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
