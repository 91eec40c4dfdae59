import { byteOrderMark, csvLine, textOfCell } from '@lintel/contract/exchange/csv'
import Papa from 'papaparse'
import { expect, test } from 'vitest'

test('I4: a text that could be a formula is none any more, and numbers stay numbers', () => {
  const dangerous = ['=1+1', '+47 900 00 000', '-2', '@SUM(A1)', '\t=1', '\r=1', '\u0000=1', '＝1', '＋1', '－1', '＠1']
  for (const text of dangerous) expect(csvLine([text]).replace(/^"/, '')).toMatch(/^'/)
  expect(csvLine([-2, 0.5, null, 'a=b', "it's"])).toBe("-2;0.5;;a=b;it's\r\n")
})

test('I4: no spreadsheet finds a formula by another separator, and what was written is read back', () => {
  const dangerous = [
    "Hall,=1+1,'=2",
    'first\n=1,\nrest',
    'a;@SUM(A1)',
    'tab\t+1',
    '\r\n-2',
    '\t=1',
    "\t'=1",
    'a,"=1+1&",b',
    '"=1"',
    "'=1",
    "''=1",
    '=1,=2',
  ]
  for (const text of dangerous) {
    const line = csvLine([text, 'next'])
    for (const delimiter of [',', ';', '\t']) {
      // Each row and each cell by itself, with and without what quotes hold together.
      const cells = [
        line.split(/[\r\n]/).flatMap((row) => row.split(delimiter)),
        Papa.parse<string[]>(line, { delimiter }).data.flat(),
      ]
      for (const cell of cells.flat()) expect(cell.replace(/^"+/, '')).not.toMatch(/^[=+\-@]/)
    }
    const { data } = Papa.parse<[string, string]>(line, { delimiter: ';' })
    expect(data[0]?.map(textOfCell)).toEqual([text, 'next'])
  }
})

test('I4: what has separators, quotes or line ends is read back as it was', () => {
  const cells = ['a;b', 'say "no"', 'one\r\ntwo', 'plain', '']
  const { data } = Papa.parse<string[]>(byteOrderMark + csvLine(cells) + csvLine(['next']), { delimiter: ';' })
  expect(data.slice(0, 2)).toEqual([cells, ['next']])
})
