import type { ComponentProps, ReactElement } from 'react'
import { expect, test, vi } from 'vitest'
import { unanswered } from '../../api/draw-hook'
import { drawForm, givenTo } from '../../api/form/draw-form'
import { createQueryClient } from '../../api/query-client'
import { SelectField } from '../../ui/select-field'
import { AddCard, ChooseProject } from './add-card'
import { projectsWithoutCard } from './board-calls'

type Referred = ReactElement<ComponentProps<'button'> & { ref: { current: unknown } }>

const props = { customer: 'north', isBusy: false, onAdd: vi.fn() }

/** The place of a new card, whose button and whose choice are what they are given. */
async function placeOfCard() {
  const button = { focus: vi.fn() }
  const { drawn, change } = await drawForm(() => {
    const element = AddCard(props) as Referred
    if (element.type === 'button') element.props.ref.current = button
    return element
  })
  const body = {}
  const focusOn = (activeElement: object) => Object.assign(document, { body, activeElement })
  await change(({ props: { onClick } }) => onClick?.({} as never))
  return { button, drawn, change, focusOn, nothing: body }
}

test('the keyboard goes on with the button that the choice of a project was opened by, when that is closed', async () => {
  const { button, drawn, change, focusOn, nothing } = await placeOfCard()
  focusOn(nothing)
  await change(() => givenTo(ChooseProject, drawn()).onClose())
  expect(drawn().type).toBe('button')
  expect(button.focus).toHaveBeenCalledOnce()
})

test('whoever has gone on elsewhere before a card is added stays there', async () => {
  const { button, drawn, change, focusOn } = await placeOfCard()
  focusOn({})
  await change(() => givenTo(ChooseProject, drawn()).onClose())
  expect(drawn().type).toBe('button')
  expect(button.focus).not.toHaveBeenCalled()
})

/** The choice of a project before the projects are read. */
async function openedChoice() {
  vi.stubGlobal('fetch', unanswered)
  const queries = createQueryClient()
  const onClose = vi.fn()
  const input = { focus: vi.fn() }
  const place = {
    focus: () => void Object.assign(document, { activeElement: place }),
    querySelector: () => input,
  }
  const { drawn, saved } = await drawForm(() => {
    const element = ChooseProject({ ...props, onClose }) as Referred
    element.props.ref.current = place
    return element
  }, queries)
  async function read() {
    queries.setQueryData(projectsWithoutCard('north').queryKey, { records: [], included: [] })
    await saved()
    expect(givenTo(SelectField, drawn())).toBeDefined()
  }
  return { input, place, onClose, drawn, read }
}

test('the choice of a project takes the focus, which goes on to the field as soon as there is one', async () => {
  const { input, place, onClose, drawn, read } = await openedChoice()
  expect(document.activeElement).toBe(place)
  // Before there is a field as well.
  drawn().props.onKeyDown?.({ key: 'Escape' } as never)
  expect(onClose).toHaveBeenCalledOnce()
  expect(input.focus).not.toHaveBeenCalled()
  await read()
  expect(input.focus).toHaveBeenCalledOnce()
})

test('whoever is at Cancel before the projects are read stays there', async () => {
  const { input, read } = await openedChoice()
  Object.assign(document, { activeElement: {} })
  await read()
  expect(input.focus).not.toHaveBeenCalled()
})
