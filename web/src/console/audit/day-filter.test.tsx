import { useState } from 'react'
import { expect, test } from 'vitest'
import { allPropsOf, propsOf, renderForm } from '../../../test/render-form'
import { DayField } from '../../api/form/day-field'
import { AuditFilters } from './audit-filters'
import type { AuditSearch } from './audit-search'
import { DayFilter } from './day-filter'

/** The field of a filter whose days reach the address only with `arrive`, in their order. */
async function openFilter(inAddress = '') {
  const sent: (string | undefined)[] = []
  const { current, change } = await renderForm(() => {
    const [value, setValue] = useState(inAddress)
    return { setValue, field: DayFilter({ label: 'From', value, onSearch: (day) => sent.push(day) }) }
  })
  return {
    sent,
    shown: () => propsOf(DayField, current().field).value,
    type: (text: string) => change(({ field }) => propsOf(DayField, field).onChange(text)),
    arrive: (day: string) => change(({ setValue }) => setValue(day)),
  }
}

test('a day is in the address as soon as it is one, and no part of it before', async () => {
  const { sent, shown, type, arrive } = await openFilter()
  for (const text of ['2026', '2026-02', '2026-02-30', '2026-02-3', '2026-02-28']) await type(text)
  expect(sent).toEqual(['2026-02-28'])
  await arrive('2026-02-28')
  expect(shown()).toBe('2026-02-28')
})

test('a day that is no longer one filters nothing, and what is typed stays', async () => {
  const { sent, shown, type, arrive } = await openFilter('2026-03-01')
  expect(shown()).toBe('2026-03-01')
  await type('2026-03-0')
  await type('2026-03-')
  expect(sent).toEqual([undefined])
  await arrive('')
  expect(shown()).toBe('2026-03-')
  await type('')
  expect(sent).toEqual([undefined])
})

test('an answer of the address that comes late takes back nothing that was typed since', async () => {
  const { sent, shown, type, arrive } = await openFilter()
  await type('2026-03-01')
  await type('2026-03-0')
  expect(sent).toEqual(['2026-03-01', undefined])
  await arrive('2026-03-01')
  expect(shown()).toBe('2026-03-0')
  await arrive('')
  expect(shown()).toBe('2026-03-0')
})

test('a day that another change of the address overtakes is sent again when it is typed again', async () => {
  const { sent, shown, type, arrive } = await openFilter('2026-01-01')
  await type('2026-03-01')
  await arrive('2026-02-01')
  expect(shown()).toBe('2026-02-01')
  await type('2026-03-01')
  expect(sent).toEqual(['2026-03-01', '2026-03-01'])
})

test('a day that was changed elsewhere is shown, and one that was cleared is gone', async () => {
  const { sent, shown, type, arrive } = await openFilter()
  await type('2026-03-01')
  await arrive('2026-03-01')
  await arrive('')
  expect(shown()).toBe('')
  await arrive('2026-04-01')
  expect(shown()).toBe('2026-04-01')
  await type('2026-03-01')
  expect(sent).toEqual(['2026-03-01', '2026-03-01'])
})

test('the log has a first and a last day, each under its name in the address', async () => {
  const changes: AuditSearch[] = []
  const search = { from: '2026-03-05', until: '2026-03-04' }
  const { current } = await renderForm(() =>
    AuditFilters({ search, onSearch: (change) => changes.push(change), firstField: { current: null } }),
  )
  const [from, until] = allPropsOf(DayFilter, current())
  expect(from).toMatchObject({ label: 'From', value: '2026-03-05' })
  expect(until).toMatchObject({ label: 'Until', value: '2026-03-04', first: '2026-03-05' })
  from?.onSearch('2026-03-01')
  until?.onSearch(undefined)
  expect(changes).toEqual([{ from: '2026-03-01' }, { until: undefined }])
})
