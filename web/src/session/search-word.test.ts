import { expect, test } from 'vitest'
import { searchWord } from './search-word'

test('words, figures and truth in an address are words; anything else is not there', () => {
  expect(['barcode', 2041, true, ''].map(searchWord)).toEqual(['barcode', '2041', 'true', ''])
  expect([undefined, null, ['a'], { a: 1 }].map(searchWord)).toEqual([undefined, undefined, undefined, undefined])
})
