import { type ReactElement, useState } from 'react'
import { expect, test, vi } from 'vitest'
import { allPropsOf, propsOf, renderForm } from '../../../test/render-form'
import { AbsenceError } from './absence-error'
import type { Card } from './board'
import { CardAge } from './card-age'
import { CardWidget } from './card-widget'
import { newWidget } from './edited-widget'
import { type CardActions, ProjectCard } from './project-card'

type Referred = ReactElement<{ ref: { current: unknown }; children: unknown[] }>

const widget = (id: string) => ({ ...newWidget('harbour', 'workflows', 0), id, version: 1 })
const [one, other, third] = [widget('w-1'), widget('w-2'), widget('w-3')]
const cardOf = (...widgets: Card['widgets']): Card => ({ stat: { id: 'harbour' } as Card['stat'], widgets })

/** Renders a card in edit mode and records calls to focus. */
async function editedCard() {
  const [handle, add] = [{ focus: vi.fn() }, { focus: vi.fn() }]
  const actions = { edited: undefined, onMove: vi.fn() } as unknown as CardActions
  let isShown = false
  const { change } = await renderForm(() => {
    const [given, setGiven] = useState({ card: cardOf(one, other), isAdded: false })
    const card = ProjectCard({
      ...given,
      customer: 'north',
      isInitiallyNear: true,
      isPrinting: false,
      actions,
    }) as Referred
    // The intersection observer reports nothing.
    if (isShown) card.props.ref.current = { scrollIntoView: vi.fn(), querySelector: () => add }
    const list = card.props.children.at(-1) as Referred
    list.props.ref.current = { contains: () => false, querySelector: () => handle }
    return { card, setGiven }
  })
  isShown = true
  return {
    ...{ handle, add },
    /** Renders it again with other props, while this element has the focus. */
    become: (given: { card: Card; isAdded: boolean }, activeElement: object, body: object = {}) =>
      change(({ setGiven }) => {
        Object.assign(document, { body, activeElement })
        setGiven(given)
      }),
    move: () => change(({ card }) => propsOf(CardWidget, card).actions?.onMove('right')),
  }
}

test('a widget that was moved takes the focus where the move has lost it, and from nobody who has gone on elsewhere', async () => {
  const { handle, become, move } = await editedCard()
  await move()
  const nothing = {}
  await become({ card: cardOf(other, one), isAdded: false }, nothing, nothing)
  expect(handle.focus).toHaveBeenCalledOnce()
  // Somebody else adds a widget while the project field is open.
  await become({ card: cardOf(other, one, third), isAdded: false }, {})
  expect(handle.focus).toHaveBeenCalledOnce()
})

test('a card that was added takes the focus from what added it, and from nothing else', async () => {
  const { add, become } = await editedCard()
  const card = cardOf(one, other)
  await become({ card, isAdded: true }, { matches: () => false })
  expect(add.focus).not.toHaveBeenCalled()
  await become({ card, isAdded: false }, { matches: () => false })
  await become({ card, isAdded: true }, { matches: (selector: string) => selector === '[data-add-card]' })
  expect(add.focus).toHaveBeenCalledOnce()
})

test('Cancel deletes a widget in which nothing is selected, and no other', async () => {
  const actions = { edited: { widget: 'w-1' }, unselected: ['w-1'], onLeave: vi.fn(), onDelete: vi.fn() }
  const card = cardOf(one, other)
  const { current } = await renderForm(() =>
    ProjectCard({
      ...{ card, customer: 'north', isInitiallyNear: true, isPrinting: false, isAdded: false },
      actions: actions as unknown as CardActions,
    }),
  )
  const [first, second] = allPropsOf(CardWidget, current())
  second?.onLeave(true)
  first?.onLeave(false)
  expect(actions.onDelete).not.toHaveBeenCalled()
  first?.onLeave(true)
  expect(actions.onDelete.mock.calls).toEqual([[card, 'w-1']])
  expect(actions.onLeave).toHaveBeenCalledTimes(3)
})

test('a card whose project cannot be asked about keeps its numbers with their age, and says why', async () => {
  const { current } = await renderForm(() => {
    const shared = { customer: 'north', isInitiallyNear: true, isPrinting: false, isAdded: false, actions: undefined }
    return ([undefined, 'unclear', 'moved'] as const).map((absence) =>
      ProjectCard({ ...shared, card: { ...cardOf(one), ...(absence && { absence }) } }),
    )
  })
  const shown = current().map((card) => [allPropsOf(CardAge, card).length, allPropsOf(AbsenceError, card).length])
  expect(shown).toEqual([
    [1, 0],
    [1, 1],
    [0, 0],
  ])
})
