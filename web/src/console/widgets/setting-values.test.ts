import { expect, test } from 'vitest'
import { newWidget } from './edited-widget'
import { isUnselected, patchOf, settingsOf, sizeOptions } from './setting-values'

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
