import { expect, test } from 'vitest'
import { auditFilter, readAuditSearch } from './audit-search'

test('an address says what the log is narrowed to; what it cannot mean is left out', () => {
  const search = readAuditSearch({
    who: 'anna@nordbygg.example',
    what: 'session.login',
    result: 'failure',
    from: '2026-03-01',
  })
  expect(search).toMatchObject({
    who: 'anna@nordbygg.example',
    what: 'session.login',
    result: 'failure',
    from: '2026-03-01',
  })
  const odd = readAuditSearch({ who: ['a'], result: 'maybe', from: 'yesterday', until: '2026-99-99', about: 12 })
  expect(odd).toMatchObject({ who: undefined, result: undefined, from: undefined, until: undefined, about: '12' })
})

test('the last day is part of what is asked for', () => {
  const { from = '', until = '' } = auditFilter({ from: '2026-03-01', until: '2026-03-01' })
  expect(Date.parse(until) - Date.parse(from)).toBe(86_400_000)
  expect(new Date(from).getHours()).toBe(0)
})

test('what is not asked for is no filter', () => {
  expect(auditFilter({ who: undefined, about: 'mei@nordbygg.example' })).toEqual({ subject: 'mei@nordbygg.example' })
})
