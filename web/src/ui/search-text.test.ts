import { expect, test } from 'vitest'
import { matchesQuery, splitByMatch } from './search-text'

const marked = (text: string, query: string) =>
  splitByMatch(text, query)
    .map((piece) => (piece.isMatch ? `[${piece.text}]` : piece.text))
    .join('')

test('every match is marked, whatever its case', () => {
  expect(marked('Barcode Harbour, Bar', 'bar')).toBe('[Bar]code Harbour, [Bar]')
})

test('accents need not be typed, and stay in the text', () => {
  expect(marked('Ullevål Clinic', 'ulleval')).toBe('[Ullevål] Clinic')
  expect(marked('Łódź Żabia', 'zabia')).toBe('Łódź [Żabia]')
})

test('words are found in any order, each of them marked; all of them must be there', () => {
  expect(marked('Holmen Swimming Hall', ' hall  holm ')).toBe('[Holm]en Swimming [Hall]')
  expect(matchesQuery('zhang mei', 'Mei Zhang')).toBe(true)
  expect(matchesQuery('mei berge', 'Mei Zhang')).toBe(false)
})

test('letters of other keyboards are found by those that are near', () => {
  for (const [query, text] of [
    ['tonsberg', 'Tønsberg'],
    ['sandvaer', 'Sandvær'],
    ['grunerlokka', 'Grünerløkka'],
    ['lodz', 'Łódź'],
    ['gross', 'Anneliese Groß'],
    ['GROSS', 'Groß'],
    ['Ås', 'AS'],
  ] as const)
    expect([query, matchesQuery(query, text)]).toEqual([query, true])
  expect(marked('Anneliese Groß', 'gros')).toBe('Anneliese [Groß]')
  expect(marked('Tønsberg', 'tons')).toBe('[Tøns]berg')
})

test('a number and a double name are found without their hyphen, and marked with it', () => {
  expect(marked('NB-2041 Barcode', 'nb2041')).toBe('[NB-2041] Barcode')
  expect(marked('NB-2041 Barcode', 'nb-20')).toBe('[NB-20]41 Barcode')
  expect(marked('NB-2041', '2041')).toBe('NB-[2041]')
  expect(matchesQuery('annelise groß', 'Anne-Lise Groß')).toBe(true)
  expect(matchesQuery('nb2042', 'NB-2041')).toBe(false)
})

test('an empty search marks nothing', () => {
  expect(marked('Holmen', '  ')).toBe('Holmen')
})

test('what looks like a pattern or like markup is plain text', () => {
  expect(marked('a.c abc <b>', '.')).toBe('a[.]c abc <b>')
  expect(marked('a <b>c</b>', '<b>')).toBe('a [<b>]c</b>')
})

test('joined letters and signs of other scripts are not torn apart', () => {
  expect(marked('現場👷‍♀️一', '👷‍♀️')).toBe('現場[👷‍♀️]一')
  expect(
    splitByMatch('Åsa 現場', 'a')
      .map(({ text }) => text)
      .join(''),
  ).toBe('Åsa 現場')
})

test('a text is found by any part of it', () => {
  expect(matchesQuery('harb', 'Barcode Harbour')).toBe(true)
  expect(matchesQuery('', 'Barcode Harbour')).toBe(true)
  expect(matchesQuery('xyz', 'Barcode Harbour')).toBe(false)
})
