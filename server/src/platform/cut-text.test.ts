import { expect, test } from 'vitest'
import { cutText, storableText } from './cut-text'

test('a text is cut before a surrogate pair that does not fit, and not within it', () => {
  expect([1, 2, 3, 4].map((length) => cutText('ab🏗c', length))).toEqual(['a', 'ab', 'ab', 'ab🏗'])
  expect(cutText('short', 10)).toBe('short')
})

test('what the database cannot store is replaced, and nothing else', () => {
  expect(storableText('a\u0000b\ud83cc\udfd7')).toBe('a\uFFFDb\uFFFDc\uFFFD')
  expect(storableText('Ås 🏗\n\u0001')).toBe('Ås 🏗\n\u0001')
})
