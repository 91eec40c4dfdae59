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
async function choice(length = 20) {
  const items = itemsOf(length)
  const form = await renderForm(() => {
    const [value, setValue] = useState('3')
    return {
      value,
      field: SelectField({ label: 'Project', options: [{ group: '', items }], value, onChange: setValue }),
    }
  })
  return {
    type: (value: string) => form.change(({ field }) => inputOf(field).onChange?.({ target: { value } } as never)),
    async press(key: object) {
      const stopPropagation = vi.fn()
      const event = { nativeEvent: {}, timeStamp: 0, preventDefault: vi.fn(), stopPropagation, ...key }
      await form.change(({ field }) => inputOf(field).onKeyDown?.(event as never))
      return stopPropagation
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
      expect(await press({ key, ...composing }), key).toHaveBeenCalledOnce()
      expect(now(), key).toEqual(typed)
    }
    await press({ key: 'Enter' })
    expect(now()).toMatchObject({ value: '17', text: 'Project 17', isOpen: false })
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
