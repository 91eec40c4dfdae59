import { expect, test } from 'vitest'
import { changedFields } from './changed-fields'

test('each field that an event found or left is told with both', () => {
  expect(changedFields({ name: 'Old', level: 10 }, { name: 'New', providers: ['A'] })).toEqual([
    { field: 'name', before: 'Old', after: 'New' },
    { field: 'level', before: '10', after: '–' },
    { field: 'providers', before: '–', after: '["A"]' },
  ])
})

test('what is no record is told as it is, and nothing as nothing', () => {
  expect(changedFields(null, ['a'])).toEqual([{ field: '–', before: '–', after: '["a"]' }])
  expect(changedFields(null, undefined)).toEqual([])
})
