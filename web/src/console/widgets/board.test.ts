import { expect, test } from 'vitest'
import {
  type BoardWidget,
  type Card,
  type CardStat,
  cardOrders,
  cardsOf,
  defaultOrder,
  findCards,
  moveItem,
  neighbourIndex,
  orderCards,
  resolveAbsences,
  withMissingCards,
  withWidgetOrder,
} from './board'

const stat = (id: string, name: string, more: Partial<CardStat> = {}): CardStat => ({
  ...{ id, name, createdAt: '2026-01-01T00:00:00Z', deletedAt: null },
  ...{
    numUsers: 0,
    numBuildings: 0,
    numGroups: 0,
    numDocuments: 0,
    numFolders: 0,
    numTemplates: 0,
    numActualTopics: 0,
  },
  ...more,
})
const widget = (id: string, project: string, order: number) => ({ id, project, order }) as BoardWidget
const stats = [
  stat('b', 'Block 10', { numUsers: 5 }),
  stat('a', 'Block 9', { numUsers: 5, createdAt: '2026-03-01T00:00:00Z' }),
  stat('c', 'Ullevål Clinic', { numUsers: 40 }),
  stat('d', 'Ås Station', { deletedAt: '2026-05-01T00:00:00Z' }),
]
const widgets = [
  widget('2', 'a', 1),
  widget('1', 'a', 0),
  widget('3', 'b', 0),
  widget('4', 'c', 0),
  widget('5', 'x', 0),
]
const cards = cardsOf(stats, widgets)
const names = (list: readonly Card[]) => list.map((card) => card.stat.name)

test('the cards are ordered by nine properties', () => {
  expect(cardOrders).toEqual([
    'name',
    'createdAt',
    'numUsers',
    'numBuildings',
    'numGroups',
    'numDocuments',
    'numFolders',
    'numTemplates',
    'numActualTopics',
  ])
})

test('a project with widgets is a card, its widgets in their order; a widget of another project has none', () => {
  expect(names(cards)).toEqual(['Block 10', 'Block 9', 'Ullevål Clinic'])
  expect(cards[1]?.widgets.map(({ id }) => id)).toEqual(['1', '2'])
})

test('the card of a project that is not there any more stands until it is known why: then it says so, or goes with its widgets', () => {
  const [first, second, third] = cards
  if (!first || !second || !third) throw new Error('There are three')
  const unclear = withMissingCards(cards, [second])
  expect(unclear).toEqual([second, { ...first, absence: 'unclear' }, { ...third, absence: 'unclear' }])
  expect(resolveAbsences(unclear, new Map())).toBe(unclear)
  const moved = resolveAbsences(unclear, new Map([[first.stat.id, false]]))
  expect(moved).toEqual([second, { ...first, absence: 'moved' }, { ...third, absence: 'unclear' }])
  // The project still belongs to the customer, so its widgets were deleted and it has no card.
  expect(names(resolveAbsences(moved, new Map([[third.stat.id, true]])))).toEqual([second.stat.name, first.stat.name])
  // The card stays in this state while the board is open, unless the project returns.
  expect(withMissingCards(moved, [second])[1]).toEqual({ ...first, absence: 'moved' })
  expect(withMissingCards(moved, cards)).toEqual(cards)
  const purged = { stat: stat('d', 'Ås Station', { deletedAt: '2026-05-01T00:00:00Z' }), widgets: [] }
  expect(resolveAbsences(withMissingCards([purged], []), new Map([['d', false]]))).toEqual([
    { ...purged, absence: 'deleted' },
  ])
})

test('cards are ordered by name ascending unless another order was chosen, numbers in their order', () => {
  expect(names(orderCards(cards, defaultOrder, 'nb'))).toEqual(['Block 9', 'Block 10', 'Ullevål Clinic'])
  expect(names(orderCards(cards, { propertyName: 'name', ascending: false }, 'nb'))).toEqual([
    'Ullevål Clinic',
    'Block 10',
    'Block 9',
  ])
})

test('alike projects stay in the order of their names, whichever the direction', () => {
  const by = (ascending: boolean) => names(orderCards(cards, { propertyName: 'numUsers', ascending }, 'nb'))
  expect(by(true)).toEqual(['Block 9', 'Block 10', 'Ullevål Clinic'])
  expect(by(false)).toEqual(['Ullevål Clinic', 'Block 9', 'Block 10'])
})

test.each(cardOrders)('%s is an order in both directions', (propertyName) => {
  const list = ['a', 'b', 'c'].map((id, at) => ({
    stat: stat(id, id, {
      [propertyName]: propertyName === 'name' ? id : propertyName === 'createdAt' ? `202${at}-01-01` : at,
    }),
    widgets: [],
  }))
  expect(orderCards(list.toReversed(), { propertyName, ascending: true }, 'en').map((card) => card.stat.id)).toEqual([
    'a',
    'b',
    'c',
  ])
  expect(orderCards(list, { propertyName, ascending: false }, 'en').map((card) => card.stat.id)).toEqual([
    'c',
    'b',
    'a',
  ])
})

test('a search finds cards by words of their names, without accents', () => {
  expect(names(findCards(cards, 'clinic ulleval'))).toEqual(['Ullevål Clinic'])
  expect(findCards(cards, '')).toHaveLength(3)
  expect(names(findCards(cards, 'clinic ulleval', 'a'))).toEqual(['Block 9', 'Ullevål Clinic'])
})

test('a widget changes places with its neighbour and does not go round at the ends', () => {
  expect([0, 1, 2].map((at) => neighbourIndex(at, 3, 'left'))).toEqual([0, 0, 1])
  expect([0, 1, 2].map((at) => neighbourIndex(at, 3, 'right'))).toEqual([1, 2, 2])
  expect(moveItem(['a', 'b', 'c'], 1, neighbourIndex(1, 3, 'left'))).toEqual(['b', 'a', 'c'])
  expect(moveItem(['a', 'b', 'c'], 2, neighbourIndex(2, 3, 'right'))).toEqual(['a', 'b', 'c'])
  expect(moveItem(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a'])
})

test('widgets that are being moved stand in the order that is being saved, one that somebody adds meanwhile last', () => {
  const [card] = cardsOf(stats, [widget('1', 'a', 0), widget('2', 'a', 1), widget('3', 'a', 2)])
  expect(card && withWidgetOrder(card, ['2', '1']).widgets.map(({ id }) => id)).toEqual(['2', '1', '3'])
})
