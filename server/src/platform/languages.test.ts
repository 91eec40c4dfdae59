import { expect, test } from 'vitest'
import { languagesOf } from './languages'

test.each([
  ['nb', ['nb']],
  ['nb-NO,nb;q=0.9,en;q=0.5', ['nb-NO', 'nb', 'en']],
  ['en;q=0.2, de ;q=0.8 ,fr', ['fr', 'de', 'en']],
  ['de;q=0, *;q=0.5, sv;q=0.001', ['sv']],
  ['zh-Hans-CN', ['zh-Hans-CN']],
  ['', []],
  ['<script>, x;;, en;q=high, ;q=1', []],
])('%j wants %j', (header, languages) => {
  expect(languagesOf(header)).toEqual(languages)
})

test('no header wants nothing in particular', () => {
  expect(languagesOf(undefined)).toEqual([])
})

// With a pattern that takes quadratic time this does not end within the time of a test.
test('H4: a long run of blanks is read in linear time', () => {
  expect(languagesOf(`de${' '.repeat(1_000_000)}x, en`)).toEqual(['en'])
})
