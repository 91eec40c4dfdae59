import { type ComponentProps, useState } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { propsOf, renderForm } from '../../../test/render-form'
import { TextField } from '../../ui/field'
import { DayField } from './day-field'

/** A day field with its rendered markup. */
async function typedDay(limits: { today: string; first?: string } = { today: '2026-11-21' }) {
  const form = await renderForm(() => {
    const [value, setValue] = useState('')
    return DayField({ label: 'End date', value, ...limits, onChange: setValue })
  })
  const field = (): ComponentProps<typeof TextField> => propsOf(TextField, form.current())
  return {
    type: (value: string) => form.change(() => field().onChange?.({ target: { value } } as never)),
    leave: () => form.change(() => field().onBlur?.({} as never)),
    /** Events of the pointer or the keyboard anywhere in the page, and what follows them in the same task. */
    send: (type: string, event: object = {}) =>
      form.change(async () => {
        document.dispatchEvent(Object.assign(new Event(type), event))
        await new Promise((resolve) => setTimeout(resolve))
      }),
    error: () => field().error,
    /** The earliest day that the browser's calendar offers. */
    earliest: () => /type="date"[^>]* min="([^"]*)"/.exec(renderToStaticMarkup(<TextField {...field()} />))?.[1],
    rendered: () => renderToStaticMarkup(<TextField {...field()} />),
  }
}

test('half a date is told once its field is left, and tied to it', async () => {
  const { type, leave, error, rendered } = await typedDay()
  await type('31.12.26')
  expect(error()).toBeUndefined()
  await leave()
  expect(error()).toBe('This is not valid.')
  const [, described] = /aria-invalid="true" aria-describedby="([^"]+)"/.exec(rendered()) ?? []
  expect(rendered()).toMatch(new RegExp(`id="${described}" aria-live="polite">.*This is not valid\\.`))
})

test('a date that was left wrong is right as soon as it is one, and a later one is told of when it is left', async () => {
  const { type, leave, error } = await typedDay()
  await type('31.12.26')
  await leave()
  await type('2026-12-31')
  expect(error()).toBeUndefined()
  await leave()
  await type('2026-12')
  expect(error()).toBeUndefined()
  await leave()
  expect(error()).toBe('This is not valid.')
})

test('a whole day in the past is told at once, and no day is none', async () => {
  const { type, leave, error } = await typedDay()
  await type('2026-11-20')
  expect(error()).toBe('This date is in the past.')
  await type('')
  await leave()
  expect(error()).toBeUndefined()
})

test('a day before the first one of its period is told at once, and the first one is none', async () => {
  const { type, error, earliest } = await typedDay({ today: '', first: '2026-03-05' })
  expect(earliest()).toBe('2026-03-05')
  await type('2026-03-04')
  expect(error()).toBe('This day is before the first one.')
  await type('2026-03-05')
  expect(error()).toBeUndefined()
  await type('')
  expect(error()).toBeUndefined()
})

test('a period that began in the past ends today at the earliest', async () => {
  const { type, error, earliest } = await typedDay({ today: '2026-11-21', first: '2026-03-05' })
  expect(earliest()).toBe('2026-11-21')
  await type('2026-03-06')
  expect(error()).toBe('This date is in the past.')
})

test('what is wrong with a date that a press left is told once the press is released: what is pressed stays in its place', async () => {
  const { type, leave, send, error } = await typedDay()
  await type('31.12.26')
  await send('mousedown', { buttons: 1 })
  await leave()
  await send('mousemove', { buttons: 1 })
  expect(error()).toBeUndefined()
  await send('mouseup', { buttons: 0 })
  expect(error()).toBe('This is not valid.')
})

test.each([
  ['move', 'mousemove', { buttons: 0 }],
  ['key', 'keydown', {}],
])('where the list of a select kept the release to itself, the next %s shows it', async (_which, next, event) => {
  const { type, leave, send, error } = await typedDay()
  await type('31.12.26')
  await send('mousedown', { buttons: 1 })
  await leave()
  expect(error()).toBeUndefined()
  await send(next, event)
  expect(error()).toBe('This is not valid.')
})

test('a date that is left by the keyboard after a press is told of at once', async () => {
  const { type, leave, send, error } = await typedDay()
  await send('mousedown', { buttons: 1 })
  await send('mouseup', { buttons: 0 })
  await type('31.12.26')
  await leave()
  expect(error()).toBe('This is not valid.')
})
