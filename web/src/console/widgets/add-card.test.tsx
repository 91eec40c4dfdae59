import type { ComponentProps, ReactElement } from 'react'
import { expect, test, vi } from 'vitest'
import { propsOf, renderForm } from '../../../test/render-form'
import { neverResponds } from '../../../test/render-hook'
import { createQueryClient } from '../../api/query-client'
import { SelectField } from '../../ui/select-field'
import { AddCard, ChooseProject } from './add-card'
import { projectsWithoutCard } from './board-calls'

type Referred = ReactElement<ComponentProps<'button'> & { ref: { current: unknown } }>

const props = { customer: 'north', isBusy: false, onAdd: vi.fn() }

/** Renders the slot for a new card with a stubbed button and project field. */
async function renderCardSlot() {
  const button = { focus: vi.fn() }
  const { current: rendered, change } = await renderForm(() => {
    const element = AddCard(props) as Referred
    if (element.type === 'button') element.props.ref.current = button
    return element
  })
  const body = {}
  const focusOn = (activeElement: object) => Object.assign(document, { body, activeElement })
  await change(({ props: { onClick } }) => onClick?.({} as never))
  return { button, rendered, change, focusOn, nothing: body }
}

test('the keyboard goes on with the button that the choice of a project was opened by, when that is closed', async () => {
  const { button, rendered, change, focusOn, nothing } = await renderCardSlot()
  focusOn(nothing)
  await change(() => propsOf(ChooseProject, rendered()).onClose())
  expect(rendered().type).toBe('button')
  expect(button.focus).toHaveBeenCalledOnce()
})

test('whoever has gone on elsewhere before a card is added stays there', async () => {
  const { button, rendered, change, focusOn } = await renderCardSlot()
  focusOn({})
  await change(() => propsOf(ChooseProject, rendered()).onClose())
  expect(rendered().type).toBe('button')
  expect(button.focus).not.toHaveBeenCalled()
})

/** Renders the project field before the projects are loaded. */
async function openedChoice() {
  vi.stubGlobal('fetch', neverResponds)
  const queries = createQueryClient()
  const onClose = vi.fn()
  const input = { focus: vi.fn() }
  const slot = {
    focus: () => void Object.assign(document, { activeElement: slot }),
    querySelector: () => input,
  }
  const { current: rendered, saved } = await renderForm(() => {
    const element = ChooseProject({ ...props, onClose }) as Referred
    element.props.ref.current = slot
    return element
  }, queries)
  async function read() {
    queries.setQueryData(projectsWithoutCard('north').queryKey, { records: [], included: [] })
    await saved()
    expect(propsOf(SelectField, rendered())).toBeDefined()
  }
  return { input, slot, onClose, rendered, read }
}

test('the choice of a project takes the focus, which goes on to the field as soon as there is one', async () => {
  const { input, slot, onClose, rendered, read } = await openedChoice()
  expect(document.activeElement).toBe(slot)
  // Also before the field is rendered.
  rendered().props.onKeyDown?.({ key: 'Escape' } as never)
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
