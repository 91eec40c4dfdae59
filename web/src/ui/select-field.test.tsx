import { type ComponentProps, isValidElement, useState } from 'react'
import { expect, test, vi } from 'vitest'
import { allPropsOf, renderForm } from '../../test/render-form'
import { SelectField } from './select-field'

const itemsOf = (length: number) => Array.from({ length }, (_, at) => ({ value: String(at), label: `Project ${at}` }))

/** Props of its input. */
function inputOf(rendered: unknown): ComponentProps<'input'> {
  const [found] = inputsOf(rendered)
  if (!found) throw new Error('No input is drawn.')
  return found
}

function inputsOf(rendered: unknown): ComponentProps<'input'>[] {
  if (Array.isArray(rendered)) return rendered.flatMap(inputsOf)
  if (!isValidElement<{ children?: unknown }>(rendered)) return []
  return rendered.type === 'input' ? [rendered.props as ComponentProps<'input'>] : inputsOf(rendered.props.children)
}

/** A searchable select with typed text. */
async function choice(length = 20, chosen = '3') {
  const items = itemsOf(length)
  const form = await renderForm(() => {
    const [value, setValue] = useState(chosen)
    return {
      value,
      field: SelectField({ label: 'Project', options: [{ group: '', items }], value, onChange: setValue }),
    }
  })
  return {
    type: (value: string) => form.change(({ field }) => inputOf(field).onChange?.({ target: { value } } as never)),
    async press(key: object) {
      const event = { nativeEvent: {}, timeStamp: 0, preventDefault: vi.fn(), stopPropagation: vi.fn(), ...key }
      await form.change(({ field }) => inputOf(field).onKeyDown?.(event as never))
      return event
    },
    now() {
      const { value, field } = form.current()
      const input = inputOf(field)
      return { value, text: input.value, isOpen: input['aria-expanded'], at: input['aria-activedescendant'] }
    },
    /** The text of the live region, which is always there. */
    announced() {
      const spans = allPropsOf<ComponentProps<'span'>>('span' as never, form.current().field)
      return spans.find(({ role }) => role === 'status')?.children || ''
    },
  }
}

test.each([
  ['while it composes', { nativeEvent: { isComposing: true } }],
  ['when Safari has ended the composition', { keyCode: 229 }],
])(
  'a key of an input method opens, moves, takes and closes nothing, here or around it: %s',
  async (_when, composing) => {
    const { type, press, now } = await choice()
    await press({ key: 'ArrowDown', ...composing })
    expect(now()).toEqual({ value: '3', text: 'Project 3', isOpen: false, at: undefined })
    await type('Project 17')
    const typed = now()
    expect(typed).toMatchObject({ value: '3', text: 'Project 17', isOpen: true, at: expect.stringMatching(/-0$/) })
    for (const key of ['Enter', 'ArrowDown', 'Escape']) {
      expect((await press({ key, ...composing })).stopPropagation, key).toHaveBeenCalledOnce()
      expect(now(), key).toEqual(typed)
    }
    await press({ key: 'Enter' })
    expect(now()).toMatchObject({ value: '17', text: 'Project 17', isOpen: false })
  },
)

test.each([3, 20])(
  'of %i options: Enter opens a closed list until something is chosen, and then submits the form',
  async (length) => {
    const { press, now } = await choice(length, '')
    /** Whether the browser submits the form, and with which option. */
    const enter = async () => {
      const { preventDefault, stopPropagation } = await press({ key: 'Enter' })
      const isSubmitted = preventDefault.mock.calls.length === 0 && stopPropagation.mock.calls.length === 0
      const { value, isOpen } = now()
      return { isSubmitted, value, isOpen }
    }
    expect(await enter()).toEqual({ isSubmitted: false, value: '', isOpen: true })
    await press({ key: 'ArrowDown' })
    expect(await enter()).toEqual({ isSubmitted: false, value: '0', isOpen: false })
    expect(await enter()).toEqual({ isSubmitted: true, value: '0', isOpen: false })
    await press({ key: 'ArrowDown' })
    await press({ key: 'ArrowDown' })
    expect(await enter()).toEqual({ isSubmitted: false, value: '1', isOpen: false })
    expect(await enter()).toEqual({ isSubmitted: true, value: '1', isOpen: false })
  },
)

test('how many options match what is typed is announced, also that none does', async () => {
  const { type, press, announced } = await choice(150)
  expect(announced()).toBe('')
  await press({ key: 'ArrowDown' })
  expect(announced()).toBe('')
  await type('Project 1')
  expect(announced()).toBe('69 options found')
  await type('Project')
  expect(announced()).toBe('150 options found')
  await type('Project 17x')
  expect(announced()).toBe('Nothing found')
  await type('Project 149')
  expect(announced()).toBe('1 option found')
  await press({ key: 'Enter' })
  expect(announced()).toBe('')
})
