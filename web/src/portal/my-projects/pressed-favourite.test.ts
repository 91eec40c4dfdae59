import { expect, test, vi } from 'vitest'
import { pressedFavourite } from './pressed-favourite'

test('the row of a pressed favourite takes the focus once, and not in a list that is opened later', () => {
  const page = { body: {}, activeElement: {} }
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
  expect([isFocused(), isFocused()]).toEqual([true, false])
  pressedFavourite.note('harbour')
  pressedFavourite.forget()
  expect(isFocused()).toBe(false)
})
