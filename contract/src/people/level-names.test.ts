import { expect, test } from 'vitest'
import { splitAddresses } from './change-set-inputs'
import { isFormula, parseLevel } from './level-names'

test.each([
  ['Admin', 20],
  [' administrator ', 20],
  ['USER', 10],
  ['Workflows', 15],
  ['Gäst', 5],
  ['Ga\u0308st', 5],
  ['Właściciel', 30],
  ['管理者', 20],
  ['20', 20],
  [15, 15],
  ['', 0],
  ['no access', 0],
  ['-', 0],
  ['12', undefined],
  [12, undefined],
  ['Emperor', undefined],
  ['constructor', undefined],
] as const)('%j means the level %j', (text, level) => {
  expect(parseLevel(text)).toBe(level)
})

test('what a spreadsheet would compute is a formula, a dash alone is none', () => {
  for (const text of ['=1+1', '+47 900', '-2', '@SUM(A1)', ' =x', '＝1']) expect(isFormula(text), text).toBe(true)
  for (const text of ['-', 'a=b', 'anna@nordbygg.example', '']) expect(isFormula(text), text).toBe(false)
})

test('a pasted text is split into its addresses, however they stand in it', () => {
  expect(splitAddresses('a@x.example, b@x.example;c@x.example\n\n"Doe, Jane" <d@x.example>\tnot-one')).toEqual([
    'd@x.example',
    'a@x.example',
    'b@x.example',
    'c@x.example',
    'not-one',
  ])
  expect(splitAddresses('  ')).toEqual([])
})
