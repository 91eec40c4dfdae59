import { expect, test, vi } from 'vitest'
import { notePressed, returnFocus } from './pressed-favourite'

test('the row of a pressed favourite takes the focus, also when it moves back, but not in a list that is opened later', () => {
  const page = { body: {}, activeElement: {} }
  vi.stubGlobal('document', page)
  const star = { focus: () => Object.assign(page, { activeElement: star }) } as unknown as HTMLElement
  /** Draws the star while nothing has the focus. */
  const isFocused = () => {
    page.activeElement = page.body
    returnFocus('harbour', star)
    return page.activeElement === star
  }
  expect(isFocused()).toBe(false)
  notePressed('harbour')
  expect([isFocused(), isFocused()]).toEqual([true, true])
  notePressed()
  expect(isFocused()).toBe(false)
})
