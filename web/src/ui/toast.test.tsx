import type { ComponentProps, ReactElement } from 'react'
import { expect, test, vi } from 'vitest'
import { renderHook } from '../../test/render-hook'
import { createQueryClient } from '../api/query-client'
import { showToast, Toasts } from './toast'

type Card = ReactElement<ComponentProps<'div'> & { children: unknown[] }>

type Portal<Children> = { containerInfo: unknown; children: Children }

/** A toast with an action: its card and its buttons. */
async function shownToast(run: () => void) {
  showToast({ kind: 'done', text: 'Harbour is saved.', action: { label: 'Undo', run } })
  const rendered = renderHook(createQueryClient(), () => {
    const { children } = Toasts() as unknown as { children: ReactElement<object, (props: object) => Card>[] }
    const card = children.at(-1)
    return card?.type(card.props)
  })
  const position = { nodeType: 1, append: () => undefined, remove: () => undefined }
  Object.assign(document, { body: position, createElement: () => position })
  await expect.poll(rendered).toBeDefined()
  const parts = () => rendered()?.props.children as ReactElement<ComponentProps<'button'>>[]
  return {
    enter: (relatedTarget: unknown, inside: unknown) =>
      rendered()?.props.onFocus?.({
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

test('a second toast does not repeat the first, and a problem is outside the region of the others', async () => {
  showToast({ kind: 'problem', text: 'Harbour was not saved.' })
  const rendered = renderHook(createQueryClient(), () => {
    const toasts = Toasts() as unknown as Portal<ReactElement<object, (props: object) => ReactElement>[]>
    const card = toasts.children.at(-1)
    return { region: toasts.containerInfo, problem: card?.type(card.props) as unknown as Portal<Card> | undefined }
  })
  const element = () => ({ nodeType: 1, append: () => undefined, remove: () => undefined })
  Object.assign(document, { body: element(), createElement: element })
  await expect.poll(rendered).toBeDefined()
  const { region, problem } = rendered() ?? {}
  expect(region).toMatchObject({ role: 'status', ariaAtomic: 'false' })
  expect(problem?.children.props.role).toBe('alert')
  expect(problem?.containerInfo).not.toHaveProperty('role')
})
