import { setupI18n } from '@lingui/core'
import { expect, test } from 'vitest'
import { pseudoMessage } from './pseudo'

type Message = Parameters<typeof pseudoMessage>[0]

/** A compiled English text in the pseudo-locale. */
function shown(message: Message, values: Record<string, unknown> = {}) {
  const messages = { id: pseudoMessage(message) }
  // The pseudo-locale returns the type that the compiler produces.
  return setupI18n({ locale: 'en', messages: { en: messages as never } })._('id', values)
}

test('a text stays readable, grows by a third and stands in brackets', () => {
  expect(shown('New project')).toBe('[Néŵ þŕóĵéçţ····]')
})

test('what is filled in stays as it is', () => {
  expect(shown(['Account of ', ['name']], { name: 'Mei' })).toBe('[Aççóúñţ óƒ Mei····]')
})

test('plurals still choose their form, and count', () => {
  const text: Message = [['count', 'plural', { one: ['#', ' project found'], other: ['#', ' projects found'] }]]
  expect(shown(text, { count: 1 })).toBe('[1 þŕóĵéçţ ƒóúñđ]')
  expect(shown(text, { count: 5 })).toBe('[5 þŕóĵéçţš ƒóúñđ]')
})

test('links and other elements keep their marks', () => {
  expect(shown('See <0>the rules</0><1/>')).toMatch(/^\[Séé <0>ţĥé ŕúļéš<\/0><1\/>·+\]$/)
})
