import { expect, test } from 'vitest'
import { wrongCounts, wrongPlurals } from './counts-in-texts'

test.each([
  'At most {rows} rows.',
  '{count} rows selected',
  'A link holds for {resetCodeMinutes} minutes.',
  'Remove {count} <0>users</0>?',
  'At most {mostInvitedAtOnce} people are invited at once.',
])('%s is refused: a count before a noun is a plural', (message) => {
  expect([...wrongCounts(message)]).toEqual([expect.stringContaining('counts a noun without plural')])
})

test.each([
  '{count, plural, one {# row} other {# rows}}',
  '{count, plural, one {{count} row} other {{count} rows}}',
  'The first {mostListed} of {count}. Search to find the others.',
  '{shown} of {count, plural, one {# project} other {# projects}}',
  'Edit selected ({count})',
  'Line {number}',
  '{name} is in {where}',
  'Changes {0}',
])('%s is well: a plural, a bare figure, or no count', (message) => {
  expect([...wrongCounts(message, { 0: 'count(change)' })]).toEqual([])
})

test('what stands behind a numbered place says whether it counts, and whether it is written with separators', () => {
  expect([...wrongCounts('Edit {0} users', { 0: 'i18n.number(users.length)' })]).toHaveLength(1)
  expect([...wrongCounts('Edit {0} users', { 0: 'person.name' })]).toEqual([])
  expect([...wrongCounts('Edit selected ({0})', { 0: 'users.length' })]).toEqual([
    '{0} has no separators (i18n.number)',
  ])
  expect([...wrongCounts('Edit selected ({0})', { 0: 'i18n.number(users.length)' })]).toEqual([])
})

test('each language has the plural forms that its numbers need, and no others', () => {
  const forms = (...names: string[]) => `{0, plural, ${names.map((name) => `${name} {# x}`).join(' ')}}`
  expect([...wrongPlurals(forms('one', 'few', 'many', 'other'), 'pl')]).toEqual([])
  expect([...wrongPlurals(forms('one', 'other'), 'pl')]).toEqual([
    'the plural form “many” is missing',
    'the plural form “few” is missing',
  ])
  expect([...wrongPlurals(forms('other'), 'ja')]).toEqual([])
  expect([...wrongPlurals(forms('one', 'other'), 'ja')]).toEqual(['has no plural form “one”'])
  expect([...wrongPlurals(forms('one', 'other', '=0'), 'de')]).toEqual([])
  expect([...wrongPlurals(forms('one'), 'sv')]).toEqual(['the plural form “other” is missing'])
})
