import { expect, test } from 'vitest'
import { screenMedia } from '../src/ui/screen-media'
import { replaceScreens } from './screen-media'

test('a style sheet and the code ask the same question about a phone', () => {
  expect(replaceScreens('(--phone)')).toBe(screenMedia.phone)
  expect(replaceScreens('print and (--small)')).toBe(`print and ${screenMedia.small}`)
})

test('a query about anything else stays as it is, and an unknown screen fails the build', () => {
  expect(replaceScreens('(prefers-reduced-motion: reduce)')).toBe('(prefers-reduced-motion: reduce)')
  expect(() => replaceScreens('(--watch)')).toThrow('There is no screen --watch')
})
