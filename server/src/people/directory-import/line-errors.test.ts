import { expect, test } from 'vitest'
import { errorText, withError } from './line-errors'

test('further errors of a line whose text is full are told once, by an ellipsis', () => {
  const names = Array.from({ length: 300 }, (_, at) => `staff person.${at}@nordbygg.example`)
  const text = names.reduce(withError, '')
  expect(text).toMatch(/^staff person\.0@nordbygg\.example .*nordbygg\.example …$/)
  expect(text.length).toBeLessThan(1_100)
  expect(names.slice(0, 3).reduce(withError, '')).toBe(names.slice(0, 3).join(' '))
  expect(withError(names[0] ?? '', names[0] ?? '')).toBe(names[0])
})

test('the number of people or projects that an error counts is not told as the text of a cell', () => {
  const why = { file: 'access.csv', line: 2, column: 'group', value: '3' }
  const reasons = { membersOutsideDomain: 'Kept.', unknownProject: 'Unknown.' }
  expect(errorText({ conflict: 'membersOutsideDomain', object: { group: 'Site crew' }, why }, reasons)).toBe('Kept.')
  expect(errorText({ conflict: 'unknownProject', object: {}, why }, reasons)).toBe('Unknown. group: "3"')
})
