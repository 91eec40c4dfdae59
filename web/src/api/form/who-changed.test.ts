import { expect, test } from 'vitest'
import { whoChanged } from './who-changed'

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
