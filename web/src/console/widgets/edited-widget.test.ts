import { widgetTypes } from '@lintel/contract/projects/dashboard-widgets'
import { expect, test } from 'vitest'
import { type Card, movedTo } from './board'
import { editedIn, isChosenFirst, isDeletedOnCancel, newWidget, newWidgetId } from './edited-widget'

const table = (id: string, dataIds: string[] | null) => ({ ...newWidget('p', 'checklists', 0), id, dataIds })
const card = (...widgets: Card['widgets']): Card => ({ stat: { id: 'p' } as Card['stat'], widgets })

test('a table of checklists in which nothing is selected opens with its settings, one at a time', () => {
  const cards = [card(table('1', ['a'])), card(table('2', null), table('3', []))]
  expect(editedIn(cards, undefined)).toEqual({ widget: '2' })
  expect(editedIn(cards, { widget: '1' })).toEqual({ widget: '1' })
  expect(editedIn([card(table('1', ['a']))], undefined)).toBeUndefined()
})

test('Cancel deletes a widget in which nothing is selected, and no other', () => {
  expect(isDeletedOnCancel(table('2', null))).toBe(true)
  expect(isDeletedOnCancel(table('2', ['a']))).toBe(false)
  expect(isDeletedOnCancel({ ...table('2', null), typeName: 'workflows' })).toBe(false)
  // Never stored, it is gone with its form.
  expect(isDeletedOnCancel(table(newWidgetId, null))).toBe(false)
})

test('a new widget stands last, in the size of its type; what has to be chosen first opens with its settings', () => {
  const made = newWidget('p', 'workflow-chart', 3)
  expect([made.order, made.size]).toEqual([3, [1, 2]])
  expect(newWidget('p', 'image', 0).size).toEqual([1, 1])
  expect(widgetTypes.filter(isChosenFirst)).toEqual(['checklists', 'image'])
  expect(movedTo([made, table('1', null)], 0, 1)[1]).toBe(made)
})
