import { expect, test } from 'vitest'
import { auditFilter } from './audit-filter'
import { readAuditSearch } from './audit-search'

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
  expect(readAuditSearch({ from: '2026-02-30', until: '2028-02-29' })).toMatchObject({
    from: undefined,
    until: '2028-02-29',
  })
})

test('the last day is part of what is asked for', () => {
  const { from = '', until = '' } = auditFilter({ from: '2026-03-01', until: '2026-03-01' })
  expect(Date.parse(until) - Date.parse(from)).toBe(86_400_000)
  expect(new Date(from).getHours()).toBe(0)
})

test('what is not asked for is no filter', () => {
  const about = 'mei@nordbygg.example'
  expect(auditFilter({ who: undefined, about, everyday: true })).toEqual({ subject: about })
})

test('what people do all day is left out, but where it is asked for', () => {
  expect(auditFilter({})).toEqual({ everyday: 'false' })
  expect(auditFilter({ everyday: true })).toEqual({})
  expect(auditFilter({ what: 'session.login' })).toEqual({ action: 'session.login' })
  expect(readAuditSearch({ everyday: true }).everyday).toBe(true)
  expect(readAuditSearch({ everyday: 'yes' }).everyday).toBeUndefined()
})
