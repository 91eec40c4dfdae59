import { type ComponentProps, isValidElement, type RefObject, useState } from 'react'
import { expect, test, vi } from 'vitest'
import { propsOf, renderForm } from '../../../test/render-form'
import { TextField } from '../../ui/field'
import { EmailsField } from './emails-field'

/** The buttons that remove an address, in order. */
function removing(rendered: unknown): ComponentProps<'button'>[] {
  if (Array.isArray(rendered)) return rendered.flatMap(removing)
  if (!isValidElement<{ children?: unknown }>(rendered)) return []
  return rendered.type === 'button' ? [rendered.props as ComponentProps<'button'>] : removing(rendered.props.children)
}

test('whoever removes an address is at the next one, and after the last one where one is typed', async () => {
  const form = await renderForm(() => {
    const [value, setValue] = useState<readonly string[]>(['anna@nord.example', 'mei@nord.example'])
    const field = EmailsField({ label: 'People', value, onChange: setValue, onTyping: () => undefined })
    return { value, field }
  })
  const [next, input] = [{ focus: vi.fn() }, { focus: vi.fn() }]
  const { ref } = propsOf(TextField, form.current().field)
  ;(ref as RefObject<unknown>).current = input
  const press = (nextElementSibling: object | null) =>
    form.change(({ field }) => {
      const currentTarget = { closest: () => ({ nextElementSibling }) }
      removing(field)[0]?.onClick?.({ currentTarget } as never)
    })

  await press({ querySelector: () => next })
  expect(form.current().value).toEqual(['mei@nord.example'])
  expect(next.focus).toHaveBeenCalledOnce()
  expect(input.focus).not.toHaveBeenCalled()
  await press(null)
  expect(form.current().value).toEqual([])
  expect(input.focus).toHaveBeenCalledOnce()
})

test('an address is added by Enter, and not by one that an input method takes', async () => {
  const form = await renderForm(() => {
    const [value, setValue] = useState<readonly string[]>([])
    return { value, field: EmailsField({ label: 'People', value, onChange: setValue, onTyping: () => undefined }) }
  })
  const press = (nativeEvent: object) =>
    form.change(({ field }) =>
      propsOf(TextField, field).onKeyDown?.({ key: 'Enter', nativeEvent, preventDefault: () => undefined } as never),
    )
  await form.change(({ field }) =>
    propsOf(TextField, field).onChange?.({ target: { value: 'anna@nord.example' } } as never),
  )
  await press({ isComposing: true })
  expect(form.current().value).toEqual([])
  await press({})
  expect(form.current().value).toEqual(['anna@nord.example'])
})
