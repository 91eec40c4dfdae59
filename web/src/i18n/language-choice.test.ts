import { expect, test } from 'vitest'
import { chosenLocale } from './language-choice'

test('the chosen language is found among other cookies', () => {
  expect(chosenLocale('a=1; lintel-language=nb; b=2')).toBe('nb')
})

test('without a choice, or with a broken one, there is none', () => {
  expect(chosenLocale('')).toBeUndefined()
  expect(chosenLocale('other-lintel-language=nb')).toBeUndefined()
  expect(chosenLocale('lintel-language=tlh')).toBeUndefined()
})
