import { widgetTypes } from '@lintel/contract/projects/dashboard-widgets'
import { expect, test } from 'vitest'
import { type Card, moveItem } from './board'
import { editNewWidget, isEditedOnCard, newCard, newWidget, requiresSelection, withEditedCard } from './edited-widget'

const table = (id: string, dataIds: string[] | null) => ({ ...newWidget('p', 'checklists', 0), id, dataIds })
const card = (...widgets: Card['widgets']): Card => ({ stat: { id: 'p' } as Card['stat'], widgets })

test('a new widget stands last, in the size of its type; what has to be chosen first opens with its settings', () => {
  const made = newWidget('p', 'workflow-chart', 3)
  expect([made.order, made.size]).toEqual([3, [1, 2]])
  expect(newWidget('p', 'image', 0).size).toEqual([1, 1])
  expect(widgetTypes.filter(requiresSelection)).toEqual(['checklists', 'image'])
  expect(moveItem([made, table('1', null)], 0, 1)[1]).toBe(made)
})

test('a card begins with the information about its project; one that has widgets by then keeps them, and nothing else', () => {
  expect(newCard('p', [])).toEqual([newWidget('p', 'generic-info', 0)])
  const widgets = [table('1', ['a'])]
  expect(newCard('p', widgets)).toBe(widgets)
})

test('each new widget has settings of its own, also one of the same type on the same card', () => {
  const first = editNewWidget('p', 'checklists', { widget: '1' })
  expect(first).toEqual({ project: 'p', typeName: 'checklists', count: 1 })
  expect(editNewWidget('p', 'checklists', first)).toEqual({ ...first, count: 2 })
})

test('a widget is edited in its card, and a new one in the card that it is added to', () => {
  const own = card(table('1', ['a']))
  expect(isEditedOnCard(own, { widget: '1' })).toBe(true)
  expect(isEditedOnCard(own, { widget: '2' })).toBe(false)
  expect(isEditedOnCard(own, editNewWidget('p', 'image', undefined))).toBe(true)
  expect(isEditedOnCard(own, editNewWidget('other', 'image', undefined))).toBe(false)
  expect(isEditedOnCard(own, undefined)).toBe(false)
})

test('the card whose widget is edited stands when all its widgets are deleted, but not once its project is another customer’s', () => {
  const own = card(table('1', ['a']))
  const other: Card = { stat: { id: 'other' } as Card['stat'], widgets: [] }
  const empty = { stat: own.stat, widgets: [] }
  expect(withEditedCard([other, own], own)).toEqual([other, own])
  expect(withEditedCard([other], own)).toEqual([other, empty])
  expect(withEditedCard([{ ...own, absence: 'unclear' }, other], own)).toEqual([other, empty])
  const moved: Card = { ...own, absence: 'moved' }
  expect(withEditedCard([moved, other], own)).toEqual([moved, other])
  expect(withEditedCard([other], undefined)).toEqual([other])
})
