import { expect, test } from 'vitest'
import { contrastOf, readableText } from './readable-text'

test('contrast runs from 1 to 21', () => {
  expect(contrastOf('#0b7285', '#0b7285')).toBe(1)
  expect(contrastOf('#000000', '#ffffff')).toBe(21)
})

test('a provider’s own text colour is kept where it can be read', () => {
  expect(readableText('#ffffff', '#0b7285')).toBe('#ffffff')
  expect(readableText('#ffe8cc', '#7a3e00')).toBe('#ffe8cc')
})

test('text that could not be read becomes black or white', () => {
  expect(readableText('#ffffff', '#ffd43b')).toBe('#000000')
  expect(readableText('#000000', '#1f2b47')).toBe('#ffffff')
  expect(readableText('#777777', '#777777')).toMatch(/#(000000|ffffff)/)
})
