import { vi } from 'vitest'

/**
 * For tests without a DOM: a pressed button with the focus, in a section with a heading. `remove` takes it out of the page and returns what
 * has the focus then.
 */
export function pressedButton(): { remove(): 'heading' | 'page' } {
  const body = {}
  const heading = { focus: () => Object.assign(document, { activeElement: heading }) }
  const section = { isConnected: true, querySelector: () => heading }
  const button = { isConnected: true, closest: (selector: string) => (selector.startsWith('li') ? null : section) }
  let onChange = () => {}
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('removeEventListener', () => {})
  vi.stubGlobal(
    'MutationObserver',
    class {
      constructor(listener: () => void) {
        onChange = listener
      }
      observe() {}
      disconnect() {}
    },
  )
  Object.assign(document, { body, activeElement: button })
  return {
    remove() {
      button.isConnected = false
      Object.assign(document, { activeElement: body })
      onChange()
      return document.activeElement === (heading as unknown) ? 'heading' : 'page'
    },
  }
}
