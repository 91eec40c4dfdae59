import type { ChangeSetRow } from '@lintel/contract/people/change-sets'
import { expect, test } from 'vitest'
import { withRefusedCell } from '../change-sets/engine/change-set-rows.store'
import { errorText, withError } from './line-errors'

test('further errors of a line whose text is full are told once, by an ellipsis', () => {
  const names = Array.from({ length: 300 }, (_, at) => `staff person.${at}@nordbygg.example`)
  const text = names.reduce(withError, '')
  expect(text).toMatch(/^staff person\.0@nordbygg\.example .*nordbygg\.example …$/)
  expect(text.length).toBeLessThan(1_100)
  expect(names.slice(0, 3).reduce(withError, '')).toBe(names.slice(0, 3).join(' '))
  expect(withError(names[0] ?? '', names[0] ?? '')).toBe(names[0])
})

test('an error names the rejected cell; a number of people or projects is none, also in plans of before', () => {
  const reasons = { membersOutsideDomain: 'Kept.', unknownProject: 'Unknown.' }
  const row = (conflict: 'membersOutsideDomain' | 'unknownProject', why: object) =>
    withRefusedCell({
      conflict,
      object: { group: 'Site crew' },
      why: { file: 'access.csv', line: 2, ...why },
    } as ChangeSetRow)
  const [stored, planned] = [{ column: 'group', value: '3' }, { count: 3 }]
  for (const why of [stored, planned]) {
    const kept = row('membersOutsideDomain', why)
    expect(kept.why).toEqual({ file: 'access.csv', line: 2, count: 3 })
    expect(errorText(kept, reasons)).toBe('Kept.')
  }
  expect(errorText(row('unknownProject', stored), reasons)).toBe('Unknown. group: "3"')
})
