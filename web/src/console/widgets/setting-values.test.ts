import { expect, test } from 'vitest'
import { newWidget } from './edited-widget'
import { isUnselected, patchOf, settingsOf, sizeOptions, withoutDeletedChecklists } from './setting-values'

test('the sizes are 1x1, 2x1, 1x2 and 2x2', () => {
  expect(sizeOptions).toEqual(['1x1', '2x1', '1x2', '2x2'])
})

test('what a form shows of a widget is what it sends back', () => {
  const widget = { ...newWidget('p', 'checklists', 0), size: [2, 1] as [number, number], dataIds: ['a', 'b'] }
  const { values } = settingsOf(widget, true)
  expect(patchOf(values)).toEqual({ size: [2, 1], dataIds: ['a', 'b'], image: null })
  const formValues = { ...newWidget('p', 'image', 0), image: 'a-picture' }
  expect(patchOf(settingsOf(formValues, true).values)).toMatchObject({ image: 'a-picture' })
  expect(patchOf({ dataIds: [] })).toEqual({ dataIds: null })
  expect(patchOf({})).toEqual({})
})

test('a table of checklists needs a selection, every other widget shows something without one', () => {
  expect(isUnselected({ typeName: 'checklists', dataIds: null })).toBe(true)
  expect(isUnselected({ typeName: 'checklists', dataIds: ['a'] })).toBe(false)
  expect(isUnselected({ typeName: 'workflow-chart', dataIds: null })).toBe(false)
})

test('a table of checklists whose selected ones were all deleted needs a selection, once its figures are read', () => {
  const table = { typeName: 'checklists' as const, dataIds: ['gone'] }
  expect(isUnselected(table, { checklists: [] })).toBe(true)
  expect(isUnselected(table, { checklists: [{ id: 'a' }] })).toBe(false)
  // The figures of a project that is stopped say nothing of its checklists.
  expect(isUnselected(table, {})).toBe(false)
})

test('deleted checklists are not among the selected ones, once those of the project are read; ones selected later are', () => {
  const ids = ['gone', 'b', 'a']
  const table = { ...newWidget('p', 'checklists', 0), dataIds: ids }
  expect(withoutDeletedChecklists(table, ids, undefined)).toEqual(table)
  expect(withoutDeletedChecklists(table, ids, ['a', 'b', 'c']).dataIds).toEqual(['b', 'a'])
  const later = { ...table, dataIds: ['gone', 'a', 'new'] }
  expect(withoutDeletedChecklists(later, ids, ['a', 'b', 'c']).dataIds).toEqual(['a', 'new'])
  const trend = { ...table, typeName: 'workflow-chart' as const }
  expect(withoutDeletedChecklists(trend, ids, [])).toEqual(trend)
})
