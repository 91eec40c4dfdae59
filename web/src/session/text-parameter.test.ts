import { expect, test } from 'vitest'
import { textParameter } from './text-parameter'

test('words, figures and truth in an address are words; anything else is not there', () => {
  expect(['barcode', 2041, true, ''].map(textParameter)).toEqual(['barcode', '2041', 'true', ''])
  expect([undefined, null, ['a'], { a: 1 }].map(textParameter)).toEqual([undefined, undefined, undefined, undefined])
})
