import { type ComponentProps, isValidElement, type RefObject, useState } from 'react'
import { expect, test, vi } from 'vitest'
import { TextField } from '../../ui/field'
import { drawForm, givenTo } from './draw-form'
import { EmailsField } from './emails-field'

/** The buttons that remove an address, from the first one down. */
function removing(drawn: unknown): ComponentProps<'button'>[] {
  if (Array.isArray(drawn)) return drawn.flatMap(removing)
  if (!isValidElement<{ children?: unknown }>(drawn)) return []
  return drawn.type === 'button' ? [drawn.props as ComponentProps<'button'>] : removing(drawn.props.children)
}

test('whoever removes an address is at the next one, and after the last one where one is typed', async () => {
  const form = await drawForm(() => {
    const [value, setValue] = useState<readonly string[]>(['anna@nord.example', 'mei@nord.example'])
    const field = EmailsField({ label: 'People', value, onChange: setValue, onTyping: () => undefined })
    return { value, field }
  })
  const [next, input] = [{ focus: vi.fn() }, { focus: vi.fn() }]
  const { ref } = givenTo(TextField, form.drawn().field)
  ;(ref as RefObject<unknown>).current = input
  const press = (nextElementSibling: object | null) =>
    form.change(({ field }) => {
      const currentTarget = { closest: () => ({ nextElementSibling }) }
      removing(field)[0]?.onClick?.({ currentTarget } as never)
    })

  await press({ querySelector: () => next })
  expect(form.drawn().value).toEqual(['mei@nord.example'])
  expect(next.focus).toHaveBeenCalledOnce()
  expect(input.focus).not.toHaveBeenCalled()
  await press(null)
  expect(form.drawn().value).toEqual([])
  expect(input.focus).toHaveBeenCalledOnce()
})

test('an address is added by Enter, and not by one that an input method takes', async () => {
  const form = await drawForm(() => {
    const [value, setValue] = useState<readonly string[]>([])
    return { value, field: EmailsField({ label: 'People', value, onChange: setValue, onTyping: () => undefined }) }
  })
  const press = (nativeEvent: object) =>
    form.change(({ field }) =>
      givenTo(TextField, field).onKeyDown?.({ key: 'Enter', nativeEvent, preventDefault: () => undefined } as never),
    )
  await form.change(({ field }) =>
    givenTo(TextField, field).onChange?.({ target: { value: 'anna@nord.example' } } as never),
  )
  await press({ isComposing: true })
  expect(form.drawn().value).toEqual([])
  await press({})
  expect(form.drawn().value).toEqual(['anna@nord.example'])
})
