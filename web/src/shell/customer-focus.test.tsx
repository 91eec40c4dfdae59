import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { renderDialogs } from '../../test/render-dialogs'
import { createQueryClient } from '../api/query-client'
import { PlainSelect } from '../ui/plain-select'
import { keepSelectorFocus } from './customer-focus'

/** A document in which a removed element loses the focus to the page, as in a browser. */
function followFocus(isRemoved: (element: { parentNode?: unknown }) => boolean) {
  const body = { parentNode: undefined, closest: () => null }
  let focused: { parentNode?: unknown } = body
  Object.defineProperties(document, {
    body: { value: body },
    activeElement: {
      get: () => (isRemoved(focused) ? body : focused),
      set: (element: object) => {
        focused = element
      },
    },
  })
}

test('the selector on the screen of another customer has the focus that the one before had', async () => {
  const selectors: HTMLSelectElement[] = []
  let choose: (customer: string) => void = () => undefined
  const page = await renderDialogs(() => {
    const [customer, setCustomer] = useState('north')
    choose = setCustomer
    return (
      <PlainSelect
        key={customer}
        label="Customer"
        value={customer}
        options={[{ value: customer, label: customer }]}
        onChange={setCustomer}
        ref={(select) => {
          if (!select) return
          selectors.push(select)
          return keepSelectorFocus(select)
        }}
      />
    )
  }, createQueryClient())
  const frame = selectors[0]?.parentNode?.parentNode
  followFocus(({ parentNode }) => (parentNode as Node | undefined)?.parentNode !== frame)
  const show = async (customer: string) => {
    await page.act(() => choose(customer))
    return document.activeElement === selectors.at(-1)
  }
  expect(await show('south')).toBe(false)
  selectors.at(-1)?.focus()
  expect(await show('north')).toBe(true)
  expect(await show('south')).toBe(true)
  expect(selectors).toHaveLength(4)
})

/** A selector that is removed, at this path, while this has the focus; returns whether the next one, which has that path, takes it. */
function isTakenFrom(focused: 'selector' | 'dialog' | 'grid', nextPath = '/users', pathAtRemoval = '/users'): boolean {
  const body = {}
  const select = () => {
    const element = { closest: () => null, focus: () => Object.assign(page, { activeElement: element }) }
    return element as unknown as HTMLSelectElement
  }
  const page: { body: object; activeElement: unknown } = { body, activeElement: body }
  vi.stubGlobal('document', page)
  vi.stubGlobal('location', { pathname: '/users' })
  const [removed, next] = [select(), select()]
  const remove = keepSelectorFocus(removed)
  page.activeElement = focused === 'selector' ? removed : { closest: () => (focused === 'dialog' ? {} : null) }
  vi.stubGlobal('location', { pathname: pathAtRemoval })
  remove()
  page.activeElement = body
  vi.stubGlobal('location', { pathname: nextPath })
  keepSelectorFocus(next)
  return page.activeElement === next
}

test('it has the focus also after a question that was removed together with the one before', () => {
  expect(isTakenFrom('selector')).toBe(true)
  expect(isTakenFrom('dialog')).toBe(true)
})

test('it takes no focus that was elsewhere, and none on another screen', () => {
  expect(isTakenFrom('grid')).toBe(false)
  expect(isTakenFrom('selector', '/organizations')).toBe(false)
})

test('it takes no focus on a screen that was left with it and is opened again later', () => {
  expect(isTakenFrom('selector', '/users', '/projects')).toBe(false)
  expect(isTakenFrom('dialog', '/users', '/projects')).toBe(false)
})
