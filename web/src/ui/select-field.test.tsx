import { type ComponentProps, isValidElement, useState } from 'react'
import { expect, test, vi } from 'vitest'
import { drawForm } from '../api/form/draw-form'
import { SelectField } from './select-field'

const items = Array.from({ length: 20 }, (_, at) => ({ value: String(at), label: `Project ${at}` }))

/** What its input is given. */
function inputOf(drawn: unknown): ComponentProps<'input'> {
  const [found] = inputsOf(drawn)
  if (!found) throw new Error('No input is drawn.')
  return found
}

function inputsOf(drawn: unknown): ComponentProps<'input'>[] {
  if (Array.isArray(drawn)) return drawn.flatMap(inputsOf)
  if (!isValidElement<{ children?: unknown }>(drawn)) return []
  return drawn.type === 'input' ? [drawn.props as ComponentProps<'input'>] : inputsOf(drawn.props.children)
}

/** A searched choice in which somebody types. */
async function choice() {
  const form = await drawForm(() => {
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
      const { value, field } = form.drawn()
      const input = inputOf(field)
      return { value, text: input.value, isOpen: input['aria-expanded'], at: input['aria-activedescendant'] }
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
