import { beforeEach, expect, test, vi } from 'vitest'
import { captureFocus, keepFocusNearby } from './focus-return'

/** A minimal element for focus tests. */
class Control {
  tabIndex = 0
  row: Row | undefined
  constructor(readonly name: string) {}
  get isConnected() {
    return this.row === undefined || this.row.isConnected
  }
  closest = (selector: string) => (selector.startsWith('li') ? (this.row ?? null) : section)
  focus() {
    page.activeElement = this
  }
}

class Row {
  isConnected = true
  readonly controls: Control[]
  constructor(...names: string[]) {
    this.controls = names.map((name) => Object.assign(new Control(name), { row: this }))
  }
  get parentElement() {
    return { children: rows }
  }
  querySelectorAll = () => this.controls
  /** Removing the focused element moves the focus to the body without an event. */
  remove() {
    this.isConnected = false
    if (this.controls.some((control) => control === page.activeElement)) page.activeElement = page.body
  }
}

const heading = new Control('heading')
const section = { isConnected: true, querySelector: () => heading }
let rows: Row[]
let page: { body: object; activeElement: object }
let changed: (() => void) | undefined
const at = () => (page.activeElement as Control).name

beforeEach(() => {
  rows = [new Row('rename anna', 'remove anna'), new Row('rename mei', 'remove mei'), new Row()]
  const body = { name: 'body' }
  page = { body, activeElement: body }
  changed = undefined
  const gates = new EventTarget()
  vi.stubGlobal('document', page)
  vi.stubGlobal('addEventListener', gates.addEventListener.bind(gates))
  vi.stubGlobal('removeEventListener', gates.removeEventListener.bind(gates))
  vi.stubGlobal('dispatchEvent', gates.dispatchEvent.bind(gates))
  vi.stubGlobal(
    'MutationObserver',
    class {
      constructor(readonly told: () => void) {}
      observe() {
        changed = this.told
      }
      disconnect() {
        changed = undefined
      }
    },
  )
})

/** Opens a dialog from a control and focuses it. */
function openBy(row: number, control: number) {
  rows[row]?.controls[control]?.focus()
  const back = captureFocus()
  page.activeElement = page.body
  return back
}

test('after a row was removed the keyboard is at the same control of the next row', () => {
  const back = openBy(0, 1)
  rows[0]?.remove()
  back()
  expect(at()).toBe('remove mei')
})

test('after the last row with a control the keyboard is at the one before', () => {
  const back = openBy(1, 0)
  rows[1]?.remove()
  back()
  expect(at()).toBe('rename anna')
})

test('after the only row it is at the heading of the section', () => {
  const back = openBy(1, 1)
  for (const row of rows) row.remove()
  back()
  expect(at()).toBe('heading')
  expect(heading.tabIndex).toBe(-1)
})

test('what opened the dialog keeps the focus that the browser gives it back, and passes it on when it is removed later', () => {
  const back = openBy(0, 1)
  rows[0]?.controls[1]?.focus()
  back()
  changed?.()
  expect(at()).toBe('remove anna')
  rows[0]?.remove()
  changed?.()
  expect(at()).toBe('remove mei')
  expect(changed).toBeUndefined()
})

test('whoever has gone on by then is not taken back', () => {
  const back = openBy(0, 1)
  rows[0]?.controls[1]?.focus()
  back()
  dispatchEvent(new Event('keydown'))
  expect(changed).toBeUndefined()
})

test('the key that closes the dialog does not count as going on, though it arrives afterwards', () => {
  const key = new Event('keydown')
  const back = openBy(0, 1)
  rows[0]?.controls[1]?.focus()
  back()
  dispatchEvent(key)
  rows[0]?.remove()
  changed?.()
  expect(at()).toBe('remove mei')
})

test('once a pressed button is removed by its own action, the keyboard is at the heading of its section', () => {
  const button = Object.assign(new Control('restore'), { row: undefined })
  let isConnected = true
  Object.defineProperty(button, 'isConnected', { get: () => isConnected })
  button.closest = (selector) => (selector.startsWith('li') ? null : section) as typeof section
  button.focus()
  keepFocusNearby()
  changed?.()
  expect(at()).toBe('restore')
  isConnected = false
  page.activeElement = page.body
  changed?.()
  expect(at()).toBe('heading')
})
