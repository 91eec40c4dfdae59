import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { renderDialogs } from '../../test/render-dialogs'
import { createQueryClient } from '../api/query-client'
import { Confirm } from './confirm'
import { Dialog } from './dialog'
import { topmostDialog } from './open-dialogs'

const question = 'Leave without saving?'

/** A dialog with typed text, which asks before it is left, and a browser that closes dialogs itself. */
async function opened({ mayLeave = true } = {}) {
  const requests = vi.fn()
  const page = await renderDialogs(() => {
    const [isOpen, setOpen] = useState(true)
    const [isAsking, setAsking] = useState(false)
    function leave() {
      requests()
      if (mayLeave) setAsking(true)
    }
    return (
      isOpen && (
        <Dialog label="Edit" onClose={leave}>
          <button type="button">OK</button>
          {isAsking && (
            <Confirm
              title={question}
              action="Leave"
              onConfirm={() => setOpen(false)}
              onCancel={() => setAsking(false)}
            />
          )}
        </Dialog>
      )
    )
  }, createQueryClient())

  /** A close request that the dialog can prevent, or that is forced. */
  const requestClose = (cancelable: boolean) =>
    page.act(() => {
      const dialog = topmostDialog()
      if (!dialog?.dispatchEvent(new Event('cancel', { cancelable }))) return
      dialog.close()
      dialog.dispatchEvent(new Event('close'))
    })
  /** Escape, which requests a forced close where nothing prevents its default action. */
  async function press(properties: object = {}) {
    const event = Object.assign(new Event('keydown', { cancelable: true }), { key: 'Escape', ...properties })
    await page.act(() => document.dispatchEvent(event))
    if (!event.defaultPrevented) await requestClose(false)
  }
  return { ...page, requests, requestClose, pressEscape: press }
}

test('Escape asks, takes the question back and asks again, however often it is pressed', async () => {
  const page = await opened()
  for (const title of [question, 'Edit', question, 'Edit']) {
    await page.pressEscape()
    expect(page.title()).toBe(title)
  }
  await page.pressEscape()
  await page.press('Leave')
  expect(page.title()).toBeUndefined()
  expect(topmostDialog()).toBeUndefined()
})

test('a held Escape is one request, and one that something inside or an input method handles is none', async () => {
  const page = await opened()
  await page.pressEscape()
  for (let repeat = 0; repeat < 3; repeat += 1) await page.pressEscape({ repeat: true })
  expect(page.title()).toBe(question)
  await page.press('Cancel')

  const handled = Object.assign(new Event('keydown', { cancelable: true }), { key: 'Escape' })
  handled.preventDefault()
  await page.act(() => document.dispatchEvent(handled))
  for (const composing of [{ isComposing: true }, { keyCode: 229 }]) {
    const event = Object.assign(new Event('keydown', { cancelable: true }), { key: 'Escape', ...composing })
    await page.act(() => document.dispatchEvent(event))
    expect(event.defaultPrevented).toBe(false)
  }
  expect(page.title()).toBe('Edit')
  expect(page.requests).toHaveBeenCalledTimes(1)
})

test('Escape is left to an open list or calendar of the browser', async () => {
  const page = await opened()
  const dialog = topmostDialog()
  const querySelector = vi.fn(() => ({}))
  Object.assign(dialog ?? {}, { querySelector })
  const event = Object.assign(new Event('keydown', { cancelable: true }), { key: 'Escape' })
  await page.act(() => document.dispatchEvent(event))
  expect(querySelector).toHaveBeenCalledWith(':is(select:open, input:open)')
  expect([event.defaultPrevented, page.title()]).toEqual([false, 'Edit'])
})

test('a dialog that the browser closes by force opens again and asks once, as on one that it can prevent', async () => {
  const page = await opened()
  await page.requestClose(true)
  expect(page.title()).toBe(question)
  await page.requestClose(false)
  expect(page.title()).toBe('Edit')
  await page.requestClose(false)
  expect(page.title()).toBe(question)
  await page.press('Cancel')
  expect([page.title(), page.buttons()]).toEqual(['Edit', ['OK']])
  expect(page.requests).toHaveBeenCalledTimes(2)
})

test('a dialog that may not be left stays open after Escape and after a forced close', async () => {
  const page = await opened({ mayLeave: false })
  await page.pressEscape()
  await page.requestClose(false)
  expect(page.title()).toBe('Edit')
  expect(page.requests).toHaveBeenCalledTimes(2)
})

test('a dialog that is closed by force below another one opens below it, and only the topmost is asked', async () => {
  const page = await opened()
  const form = topmostDialog()
  await page.pressEscape()
  const confirm = topmostDialog()
  const shown: unknown[] = []
  for (const dialog of [form, confirm]) {
    const showModal = dialog?.showModal.bind(dialog)
    Object.assign(dialog ?? {}, {
      showModal() {
        shown.push(dialog)
        showModal?.()
      },
    })
  }
  await page.act(() => {
    form?.close()
    form?.dispatchEvent(new Event('close'))
  })
  expect(shown).toEqual([form, confirm])
  expect([form?.open, page.title()]).toEqual([true, question])
  expect(page.requests).toHaveBeenCalledTimes(1)
})

/** A dialog that waits for its data, with the focus on itself, as a browser does where nothing in it can have the focus. */
async function openedWaiting() {
  let show: (is: 'closed' | 'waiting' | 'loaded') => void = () => undefined
  const page = await renderDialogs(() => {
    const [state, setState] = useState<'closed' | 'waiting' | 'loaded'>('closed')
    show = setState
    return (
      state !== 'closed' && (
        <Dialog label="Add a user" onClose={() => undefined}>
          {state === 'loaded' && <input aria-label="Email" data-autofocus />}
        </Dialog>
      )
    )
  }, createQueryClient())
  let changed = () => {}
  vi.stubGlobal(
    'MutationObserver',
    class {
      constructor(listener: () => void) {
        changed = listener
      }
      observe() {}
      disconnect() {}
    },
  )
  const create = document.createElement
  Object.assign(document, {
    createElement(name: string) {
      const element = create(name)
      if (!(element instanceof EventTarget) || name !== 'dialog') return element
      return Object.assign(element, {
        showModal() {
          Object.assign(element, { open: true })
          element.focus()
        },
      })
    },
  })
  await page.act(() => show('waiting'))
  return {
    ...page,
    changed: () => changed(),
    async load() {
      await page.act(() => show('loaded'))
      changed()
    },
  }
}

test('a dialog that waited for its data focuses its first field when that is there, unless the person is elsewhere in it', async () => {
  const page = await openedWaiting()
  page.changed()
  expect(document.activeElement).toBe(topmostDialog())
  // The person comes back to the window.
  topmostDialog()?.dispatchEvent(new Event('focusin'))
  await page.load()
  expect(page.hasFocus('Email')).toBe(true)

  const other = {}
  Object.assign(document, { activeElement: other })
  page.changed()
  expect(document.activeElement).toBe(other)
})

test.each([
  ['clicks on its text', 'pointerdown', () => topmostDialog()],
  ['presses a key in it', 'keydown', () => topmostDialog()],
  ['was in something of it', 'focusin', () => document.createElement('input')],
])(
  'a dialog that has the focus because the person %s keeps it when its content changes',
  async (_what, type, targetOf) => {
    const page = await openedWaiting()
    const event = new Event(type)
    const target = targetOf()
    Object.defineProperty(event, 'target', { get: () => target })
    await page.act(() => topmostDialog()?.dispatchEvent(event))
    await page.load()
    expect(document.activeElement).toBe(topmostDialog())
  },
)
