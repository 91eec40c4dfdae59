import type { ComponentProps, ReactElement } from 'react'
import { expect, test, vi } from 'vitest'
import { drawHook } from '../api/draw-hook'
import { createQueryClient } from '../api/query-client'
import { SearchField } from './search-field'

/** Enter in a field in which something was just typed: what is searched for by then, and whether a form is submitted. */
async function enterIn(panel: object | null) {
  const onSearch = vi.fn()
  const field = { value: 'harbour', closest: () => panel }
  const ref = { current: field as unknown as HTMLInputElement }
  const drawn = drawHook(createQueryClient(), () => {
    const box = SearchField({ label: 'Search', value: 'harbour', onSearch, ref }) as ReactElement<{
      children: unknown[]
    }>
    return box.props.children[1] as ReactElement<ComponentProps<'input'>>
  })
  await expect.poll(drawn).toBeDefined()
  const preventDefault = vi.fn()
  drawn()?.props.onChange?.({ target: field } as never)
  drawn()?.props.onKeyDown?.({ key: 'Enter', currentTarget: field, preventDefault } as never)
  return { searched: onSearch.mock.calls, submits: preventDefault.mock.calls.length === 0 }
}

test('Enter searches at once for what was typed, and does not submit the form that the field stands in', async () => {
  expect(await enterIn(null)).toEqual({ searched: [['harbour']], submits: false })
})

test('in a panel of filters Enter searches and submits the panel', async () => {
  expect(await enterIn({})).toEqual({ searched: [['harbour']], submits: true })
})
