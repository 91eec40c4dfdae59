import { expect, test, vi } from 'vitest'
import { renderHook } from '../../test/render-hook'
import { createQueryClient } from '../api/query-client'
import { useAnchoredPosition } from './use-anchored-position'

/** A list of 200 pixels that opens below a field, in a window of 800 pixels with or without an on-screen keyboard. */
async function openBelow({ top, bottom }: { top: number; bottom: number }) {
  const list = { style: { top: '', maxHeight: '' }, offsetWidth: 200, scrollHeight: 200 }
  const seen = Object.assign(new EventTarget(), { offsetTop: 0, height: 800 })
  const refs = {
    list: { current: list as unknown as HTMLElement },
    field: { current: { getBoundingClientRect: () => ({ top, bottom, left: 20, right: 220 }) } as HTMLElement },
  }
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
  renderHook(createQueryClient(), () => useAnchoredPosition(refs.list, refs.field, 'start'))
  Object.assign(document, { documentElement: { clientWidth: 400, clientHeight: 800 } })
  Object.assign(window, { visualViewport: seen })
  await expect.poll(() => list.style.top).not.toBe('')
  return {
    style: list.style,
    see(part: { height?: number; offsetTop?: number }, event: 'resize' | 'scroll') {
      Object.assign(seen, part)
      seen.dispatchEvent(new Event(event))
    },
  }
}

test('a list opens above its field where the keyboard on the screen leaves no room below, and below again without it', async () => {
  const { style, see } = await openBelow({ top: 300, bottom: 340 })
  expect(style.top).toBe('346px')
  see({ height: 400 }, 'resize')
  expect(style).toMatchObject({ top: '94px', maxHeight: '286px' })
  see({ height: 800 }, 'resize')
  expect(style.top).toBe('346px')
})

test('a list stays within what is seen of a window that the keyboard has moved up', async () => {
  const { style, see } = await openBelow({ top: 500, bottom: 540 })
  see({ height: 400, offsetTop: 350 }, 'scroll')
  expect(style).toMatchObject({ top: '546px', maxHeight: '196px' })
})
