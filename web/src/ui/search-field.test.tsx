import type { ComponentProps, ReactElement } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { renderHook } from '../../test/render-hook'
import { createQueryClient } from '../api/query-client'
import { SearchField } from './search-field'

/**
 * A field whose text was just typed, over the applied one. For a key: the queries sent by then, the field's text, and whether the key
 * propagates.
 */
async function typedField(around?: 'dialog' | '[role=dialog]', applied = 'harbour') {
  const onSearch = vi.fn()
  const matches = (selectors: string) => selectors.split(', ').some((selector) => selector === around)
  const field = {
    ...{ value: 'harbour', focus: vi.fn() },
    closest: (selectors: string) => (matches(selectors) ? { matches } : null),
  }
  const ref = { current: field as unknown as HTMLInputElement }
  const rendered = renderHook(createQueryClient(), () => {
    const box = SearchField({ label: 'Search', value: applied, onSearch, ref }) as ReactElement<{
      children: unknown[]
    }>
    return box.props.children[1] as ReactElement<ComponentProps<'input'>>
  })
  await expect.poll(rendered).toBeDefined()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  rendered()?.props.onChange?.({ target: field } as never)
  return {
    press(key: object) {
      const event = { nativeEvent: {}, currentTarget: field, preventDefault: vi.fn(), stopPropagation: vi.fn() }
      rendered()?.props.onKeyDown?.({ ...event, ...key } as never)
      const submits = event.preventDefault.mock.calls.length === 0
      const isPropagated = event.stopPropagation.mock.calls.length === 0
      return { searched: onSearch.mock.calls, value: field.value, submits, isPropagated }
    },
  }
}

test('Enter searches at once for what was typed, and does not submit the form that the field stands in', async () => {
  const { press } = await typedField()
  expect(press({ key: 'Enter' })).toMatchObject({ searched: [['harbour']], submits: false, isPropagated: true })
  expect(press({ key: 'Enter' })).toMatchObject({ submits: false })
})

test('in a panel of filters Enter searches and submits the panel', async () => {
  const { press } = await typedField('[role=dialog]')
  expect(press({ key: 'Enter' })).toMatchObject({ searched: [['harbour']], submits: true })
})

test('in the form of a dialog Enter searches first, and submits the form when nothing waits to be searched', async () => {
  const { press } = await typedField('dialog')
  expect(press({ key: 'Enter' })).toMatchObject({ searched: [['harbour']], submits: false })
  expect(press({ key: 'Enter' })).toMatchObject({ searched: [['harbour']], submits: true })
})

test('in a popover Escape is left to the popover, which closes with the search as it stands', async () => {
  const { press } = await typedField('[role=dialog]', 'tower')
  const left = { searched: [], submits: true, isPropagated: true }
  const { value } = press({ key: 'ArrowDown' })
  expect(value).not.toBe('')
  expect(press({ key: 'Escape' })).toEqual({ ...left, value })
})

test.each([undefined, 'dialog' as const])(
  'elsewhere Escape empties the field and its search: in %s',
  async (around) => {
    const { press } = await typedField(around, 'tower')
    expect(press({ key: 'Escape' })).toMatchObject({ value: '', submits: false })
    vi.runAllTimers()
    expect(press({ key: 'Escape' })).toMatchObject({ searched: [['']], value: '', submits: true, isPropagated: true })
  },
)

test.each([
  ['while it composes', { nativeEvent: { isComposing: true } }],
  ['when Safari has ended the composition', { keyCode: 229 }],
])(
  'a key of an input method neither searches nor empties the field, and no list hears it: %s',
  async (_when, composing) => {
    const { press } = await typedField()
    for (const key of ['Enter', 'ArrowDown', 'Escape']) {
      const done = press({ key, ...composing })
      expect(done, key).toEqual({ searched: [], value: 'harbour', submits: true, isPropagated: false })
    }
    expect(press({ key: 'ArrowDown' })).toMatchObject({ isPropagated: true })
    expect(press({ key: 'Escape' })).toMatchObject({ value: '', isPropagated: true })
  },
)
