import type { ComponentProps, ReactElement } from 'react'
import { expect, test, vi } from 'vitest'
import { drawHook } from '../api/draw-hook'
import { createQueryClient } from '../api/query-client'
import { showToast, Toasts } from './toast'

type Card = ReactElement<ComponentProps<'div'> & { children: unknown[] }>

/** A toast that offers something: its card, and the buttons in it. */
async function shownToast(run: () => void) {
  showToast({ kind: 'done', text: 'Harbour is saved.', action: { words: 'Undo', run } })
  const drawn = drawHook(createQueryClient(), () => {
    const { children } = Toasts() as unknown as { children: ReactElement<object, (props: object) => Card>[] }
    const card = children.at(-1)
    return card?.type(card.props)
  })
  const place = { nodeType: 1, append: () => undefined, remove: () => undefined }
  Object.assign(document, { body: place, createElement: () => place })
  await expect.poll(drawn).toBeDefined()
  const parts = () => drawn()?.props.children as ReactElement<ComponentProps<'button'>>[]
  return {
    enter: (relatedTarget: unknown, inside: unknown) =>
      drawn()?.props.onFocus?.({
        relatedTarget,
        currentTarget: { contains: (node: unknown) => node === inside },
      } as never),
    press: (at: number) => parts()[at]?.props.onClick?.({} as never),
  }
}

test.each([
  ['Undo', 2],
  ['Close', 3],
] as const)('%s in a toast gives the focus back to what had it before', async (words, at) => {
  const run = vi.fn()
  const [row, button] = [{ focus: vi.fn() }, { focus: vi.fn() }]
  const { enter, press } = await shownToast(run)
  enter(row, button)
  enter(button, button)
  press(at)
  expect(row.focus).toHaveBeenCalledOnce()
  expect(button.focus).not.toHaveBeenCalled()
  expect(run).toHaveBeenCalledTimes(words === 'Undo' ? 1 : 0)
})
