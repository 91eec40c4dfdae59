import { expect, test, vi } from 'vitest'
import { pressedFavourite } from './pressed-favourite'

test('the row of a pressed favourite takes the focus until something else is pressed, and not in a list that is opened later', () => {
  const page = Object.assign(new EventTarget(), { body: {}, activeElement: {} })
  vi.stubGlobal('document', page)
  const star = { focus: () => Object.assign(page, { activeElement: star }) } as unknown as HTMLElement
  /** Draws the star while nothing has the focus. */
  const isFocused = () => {
    page.activeElement = page.body
    pressedFavourite.returnFocus('harbour', star)
    return page.activeElement === star
  }
  expect(isFocused()).toBe(false)
  pressedFavourite.note('harbour')
  // It moves, and back if the change is not saved.
  expect([isFocused(), isFocused()]).toEqual([true, true])
  page.dispatchEvent(new Event('keydown'))
  expect(isFocused()).toBe(false)
  pressedFavourite.note('harbour')
  pressedFavourite.forget()
  expect(isFocused()).toBe(false)
})
