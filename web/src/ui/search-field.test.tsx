import type { ComponentProps, ReactElement } from 'react'
import { expect, test, vi } from 'vitest'
import { drawHook } from '../api/draw-hook'
import { createQueryClient } from '../api/query-client'
import { SearchField } from './search-field'

/** A field in which something was just typed: of a key what is searched for by then, what stands in it, and whether others hear the key. */
async function typedField(panel: object | null = null) {
  const onSearch = vi.fn()
  const field = { value: 'harbour', focus: vi.fn(), closest: () => panel }
  const ref = { current: field as unknown as HTMLInputElement }
  const drawn = drawHook(createQueryClient(), () => {
    const box = SearchField({ label: 'Search', value: 'harbour', onSearch, ref }) as ReactElement<{
      children: unknown[]
    }>
    return box.props.children[1] as ReactElement<ComponentProps<'input'>>
  })
  await expect.poll(drawn).toBeDefined()
  drawn()?.props.onChange?.({ target: field } as never)
  return {
    press(key: object) {
      const event = { nativeEvent: {}, currentTarget: field, preventDefault: vi.fn(), stopPropagation: vi.fn() }
      drawn()?.props.onKeyDown?.({ ...event, ...key } as never)
      const submits = event.preventDefault.mock.calls.length === 0
      const isHeard = event.stopPropagation.mock.calls.length === 0
      return { searched: onSearch.mock.calls, value: field.value, submits, isHeard }
    },
  }
}

test('Enter searches at once for what was typed, and does not submit the form that the field stands in', async () => {
  const { press } = await typedField()
  expect(press({ key: 'Enter' })).toMatchObject({ searched: [['harbour']], submits: false, isHeard: true })
})

test('in a panel of filters Enter searches and submits the panel', async () => {
  const { press } = await typedField({})
  expect(press({ key: 'Enter' })).toMatchObject({ searched: [['harbour']], submits: true })
})

test.each([
  ['while it composes', { nativeEvent: { isComposing: true } }],
  ['when Safari has ended the composition', { keyCode: 229 }],
])(
  'a key of an input method neither searches nor empties the field, and no list hears it: %s',
  async (_when, composing) => {
    const { press } = await typedField()
    for (const key of ['Enter', 'ArrowDown', 'Escape']) {
      const done = press({ key, ...composing })
      expect(done, key).toEqual({ searched: [], value: 'harbour', submits: true, isHeard: false })
    }
    expect(press({ key: 'ArrowDown' })).toMatchObject({ isHeard: true })
    expect(press({ key: 'Escape' })).toMatchObject({ value: '', isHeard: true })
  },
)
