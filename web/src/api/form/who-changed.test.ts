import { expect, test } from 'vitest'
import { rowChanges, whoChanged, whoDeleted } from './who-changed'

const valuesOf = ({ title, phone }: { title?: string | null; phone?: string | null }) => ({
  title: title ?? '',
  phone: phone ?? '',
})
const changes = [
  { actor: 'astrid@nord', target: 'other', before: { title: 'a' }, after: { title: 'Chair' } },
  { actor: 'ola@nord', target: 'p', before: { phone: null }, after: { phone: '+47 1' } },
  { actor: 'anna@nord', target: 'p', before: { title: 'a' }, after: { title: 'Chair' } },
  { actor: 'mei@nord', target: 'p', before: { title: 'b' }, after: { title: 'a' } },
]
const by = (field: 'title' | 'phone', value: string) => whoChanged(changes, { id: 'p', field, value, valuesOf })

test('whoever gave this field of this record its value is named, and nobody where the log does not tell', () => {
  expect(by('title', 'Chair')).toBe('anna@nord')
  expect(by('phone', '+47 1')).toBe('ola@nord')
  expect(by('title', 'Owner')).toBeUndefined()
})

test('a bulk act and its undoing are told by their rows, but for what the undoing left', () => {
  const row = (id: string, before: string, after: string, remains = false) => ({
    object: { type: 'customer-user-profiles', id },
    member: null,
    before: { title: before },
    after: { title: after },
    remains,
  })
  const done = { actor: 'kari@nord', action: 'change-sets.apply' }
  const undone = { actor: 'liv@nord', action: 'change-sets.undo' }
  const values = [
    ...rowChanges(undone, [row('p', 'a', 'b'), row('q', 'a', 'b', true)]),
    ...rowChanges(done, [row('p', 'a', 'b')]),
  ]
  const who = (id: string, value: string) => whoChanged(values, { id, field: 'title', value, valuesOf })
  expect(who('p', 'b')).toBe('kari@nord')
  expect(who('p', 'a')).toBe('liv@nord')
  expect(who('q', 'a')).toBeUndefined()
  const membership = { ...row('', '', ''), member: { id: 'harbour.mei', version: 3 } }
  expect(rowChanges(done, [membership])).toMatchObject([{ target: 'harbour.mei', actor: 'kari@nord' }])
})

test('whoever deleted a record is named', () => {
  const removal = { actor: 'anna@nord', target: 'o', before: { name: 'Site' }, after: null }
  const change = { actor: 'ola@nord', target: 'o', before: { name: 'Hut' }, after: { name: 'Site' } }
  expect(whoDeleted([removal, change], 'o')).toBe('anna@nord')
  expect(whoDeleted([change], 'o')).toBeUndefined()
})

test('a file or a merge that changed an organization, or did away with it, is told by whoever applied it', () => {
  const row = (before: object | null, after: object | null) => ({
    ...{ object: { type: 'user-organizations', id: 'o' }, member: null, remains: false },
    before: before as Record<string, unknown> | null,
    after: after as Record<string, unknown> | null,
  })
  const act = { actor: 'kari@nord', action: 'change-sets.apply' }
  const file = rowChanges(act, [row({ title: 'Site' }, { title: 'Hut' })])
  expect(whoChanged(file, { id: 'o', field: 'title', value: 'Hut', valuesOf })).toBe('kari@nord')
  const merge = rowChanges(act, [row({ title: 'Site' }, null)])
  expect(whoDeleted(merge, 'o')).toBe('kari@nord')
  expect(
    whoDeleted(rowChanges({ ...act, action: 'change-sets.undo' }, [row({ title: 'Site' }, null)]), 'o'),
  ).toBeUndefined()
})
