import { expect, test } from 'vitest'
import { zipOf } from '../../../test/zip'
import { decompressedSize, readSheet } from './read-sheet'

const cellsOf = async (bytes: Buffer, name?: string) => (await readSheet(bytes, name)).map(({ cells }) => cells)
const said = [
  ['email', 'project'],
  ['åse@nord.example', 'Bro; øst'],
]

test.each([
  ['semicolons in UTF-8 with its mark', Buffer.from('\ufeffemail;project\r\nåse@nord.example;"Bro; øst"\r\n')],
  ['commas', Buffer.from('email,project\nåse@nord.example,Bro; øst\n')],
  ['tabs', Buffer.from('email\tproject\nåse@nord.example\tBro; øst')],
  ['UTF-16, little end first', Buffer.from('\ufeffemail\tproject\nåse@nord.example\tBro; øst', 'utf16le')],
  ['UTF-16, big end first', Buffer.from('\ufeffemail;project\nåse@nord.example;"Bro; øst"', 'utf16le').swap16()],
  ['UTF-16, little end first, without its mark', Buffer.from('email\tproject\nåse@nord.example\tBro; øst', 'utf16le')],
  ['Windows-1252', Buffer.from('email,project\nåse@nord.example,Bro; øst', 'latin1')],
])('I2: a text with %s is read as it was meant', async (_, bytes) => {
  expect(await cellsOf(bytes)).toEqual(said)
})

test('lines are counted as the spreadsheet counts them, and empty ones are passed over', async () => {
  const rows = await readSheet(Buffer.from('a;b\n\n;;\nc;"d\ne"\n'))
  expect(rows.map(({ line, cells }) => [line, ...cells])).toEqual([
    [1, 'a', 'b'],
    [4, 'c', 'd\ne'],
  ])
})

test('I2: a record that does not close, is too long or has too many columns is a bad row, not a failure', async () => {
  const rows = await readSheet(Buffer.from(`a;b\n${'x;'.repeat(70)}\n${'y'.repeat(40_000)};z\n"open;c\n`))
  expect(rows.map(({ isBroken }) => isBroken)).toEqual([false, true, true, true])
  expect(rows.every(({ cells }) => cells.length <= 64)).toBe(true)
})

const workbook = {
  'xl/workbook.xml': '<workbook><sheets><sheet name="Access" sheetId="7" r:id="rId3"/></sheets></workbook>',
  'xl/_rels/workbook.xml.rels':
    '<Relationships><Relationship Id="rId3" Type="sheet" Target="worksheets/first.xml"/></Relationships>',
  'xl/styles.xml':
    '<styleSheet><numFmts><numFmt numFmtId="170" formatCode="dd/mm/yyyy"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="170"/><xf numFmtId="14"/></cellXfs></styleSheet>',
  'xl/sharedStrings.xml':
    '<sst><si><t>åse@nord.example</t></si><si><r><t xml:space="preserve">Bro </t></r><r><t>&amp; vei</t></r></si></sst>',
  'xl/worksheets/first.xml': `<worksheet><sheetData>
    <row r="1"><c r="A1" t="inlineStr"><is><t>email</t></is></c><c r="C1" t="inlineStr"><is><t>until</t></is></c></row>
    <row r="3"><c r="A3" t="s"><v>0</v></c><c r="B3" t="s"><v>1</v></c><c r="C3" s="1"><v>46387</v></c><c r="D3"><v>20</v></c></row>
    <row r="4"><c r="A4" t="str"><f>HYPERLINK("x")</f><v>x</v></c><c r="C4" s="2"><v>46388.5</v></c></row>
  </sheetData></worksheet>`,
}

test('an XLSX is read from its first sheet: texts, numbers, days, and which cell of a row is computed', async () => {
  const rows = await readSheet(zipOf(workbook), 'access.xlsx')
  expect(rows.map(({ line, cells, formulaAt }) => ({ line, cells, formulaAt }))).toEqual([
    { line: 1, cells: ['email', '', 'until'], formulaAt: undefined },
    { line: 3, cells: ['åse@nord.example', 'Bro & vei', '2026-12-31', '20'], formulaAt: undefined },
    { line: 4, cells: ['x', '', '2027-01-01'], formulaAt: 0 },
  ])
})

test.each([
  ['a text that is called one', Buffer.from('email;project'), 'access.xlsx'],
  ['numbers of two bytes', Buffer.from(Array.from({ length: 40 }, (_, at) => (at % 2 === 0 ? at / 2 : 0))), ''],
  ['a picture', Buffer.from('\u0089PNG\r\n\u001a\n\u0000\u0000', 'latin1'), ''],
  ['an old or an encrypted one', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'access.xls'],
  ['an archive of something else', zipOf({ 'readme.txt': 'hello' }), 'access.xlsx'],
  ['half of one', zipOf(workbook).subarray(0, 400), 'access.xlsx'],
])('%s is no spreadsheet', async (_, bytes, name) => {
  await expect(readSheet(bytes, name)).rejects.toMatchObject({ code: 'notASpreadsheet', status: 422 })
})

test('I1: an XLSX that unfolds to more than is read is stopped while it unfolds, whatever its headers say', async () => {
  const bomb = { ...workbook, 'xl/worksheets/first.xml': Buffer.alloc(40 * 1_024 * 1_024, 0x20) }
  expect(zipOf(bomb).length).toBeLessThan(100_000)
  await expect(readSheet(zipOf(bomb), 'bomb.xlsx')).rejects.toMatchObject({ code: 'tooLarge', status: 413 })
  await expect(readSheet(zipOf(bomb, { size: 1_000 }), 'liar.xlsx')).rejects.toMatchObject({ code: 'notASpreadsheet' })
})

test('I1: parts that are small enough each, and too much together, are stopped as well', async () => {
  const remarks = `<!--${' '.repeat(1_000)}-->`.repeat(20_000)
  const remarked = (part: keyof typeof workbook) => ({ [part]: `${remarks}${workbook[part]}` })
  const two = { ...workbook, ...remarked('xl/sharedStrings.xml'), ...remarked('xl/styles.xml') }
  expect(await cellsOf(zipOf(two))).toEqual(await cellsOf(zipOf(workbook)))
  const three = { ...two, ...remarked('xl/worksheets/first.xml') }
  await expect(readSheet(zipOf(three))).rejects.toMatchObject({ code: 'tooLarge', status: 413 })
})

test('I1: sheets that are not read are not unfolded', async () => {
  const other = Buffer.alloc(30 * 1_024 * 1_024, 0x20)
  expect(await cellsOf(zipOf({ ...workbook, 'xl/worksheets/second.xml': other }))).toHaveLength(3)
})

test.each([
  ['rows that never close', `<sheetData><row r="1">${'<row>'.repeat(400_000)}`],
  ['tags that never close', `<sheetData>${'<c '.repeat(400_000)}`],
  ['an element that is never closed', '<sheetData><row><c><v>1</v></c></row>'],
  ['an element closed by another', '<sheetData><row><c><v>1</v></row></c></sheetData>'],
])('I2: %s are no sheet, and take no longer than those that do', async (_, sheet) => {
  const file = zipOf({ ...workbook, 'xl/worksheets/first.xml': sheet })
  await expect(readSheet(file)).rejects.toMatchObject({ code: expect.stringMatching(/notASpreadsheet|tooLarge/) })
})

const sheetOf = (rows: string, before = '') =>
  zipOf({ ...workbook, 'xl/worksheets/first.xml': `${before}<worksheet><sheetData>${rows}</sheetData></worksheet>` })

test('I1: a document type is refused, and with it every entity that a file could declare', async () => {
  const row = (text: string) => `<row><c t="inlineStr"><is><t>${text}</t></is></c></row>`
  expect(await cellsOf(sheetOf(row('a'), '<?xml version="1.0"?>'))).toEqual([['a']])
  expect(await cellsOf(sheetOf(row('&bomb;')))).toEqual([['&bomb;']])
  const lol = '<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY bomb "&a;&a;">]>'
  for (const before of ['<!DOCTYPE x>', lol, '<!DOCTYPE x SYSTEM "file:///etc/passwd">']) {
    await expect(readSheet(sheetOf(row('&bomb;'), before)), before).rejects.toMatchObject({ code: 'notASpreadsheet' })
  }
})

test('I1: elements within elements are followed as deep as spreadsheets go', async () => {
  const within = (depth: number) => `<row><c><v>1</v></c>${'<x>'.repeat(depth)}${'</x>'.repeat(depth)}</row>`
  expect(await cellsOf(sheetOf(within(50)))).toEqual([['1']])
  await expect(readSheet(sheetOf(within(70)))).rejects.toMatchObject({ code: 'notASpreadsheet', status: 422 })
})

test('texts are read however they are written: by number, as they are, in the strict form', async () => {
  const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`
  const texts = ['&#128512;&#x41;&lt;', '<![CDATA[a < b & c]]>', 'å &amp;amp; b', 'x<!-- y -->z']
  const strict = '<c t="d"><v>2026-12-31T00:00:00</v></c>'
  expect(await cellsOf(sheetOf(`<row>${texts.map(cell).join('')}${strict}</row>`))).toEqual([
    ['😀A<', 'a < b & c', 'å &amp; b', 'xz', '2026-12-31'],
  ])
})

test('a large sheet leaves the server time for others while it is read', async () => {
  const row = `<row>${'<c t="inlineStr"><is><t>some text</t></is></c>'.repeat(40)}</row>`
  // CPU time of this process, independent of other load on the machine.
  const worked = () => process.cpuUsage().user
  const began = worked()
  let [last, longest] = [began, 0]
  const turn = () => {
    longest = Math.max(longest, worked() - last)
    last = worked()
  }
  const turning = setInterval(turn, 0)
  const rows = await readSheet(sheetOf(row.repeat(5_000)))
  turn()
  clearInterval(turning)
  expect(rows).toHaveLength(5_000)
  expect(longest / (worked() - began)).toBeLessThan(0.4)
})

test('I2: a long text that thousands of cells share is no row of any', async () => {
  const cell = '<c t="s"><v>0</v></c>'
  const parts = {
    'xl/sharedStrings.xml': `<sst><si><t>${'x'.repeat(20_000)}</t></si></sst>`,
    'xl/worksheets/first.xml': `<sheetData><row>${cell}</row><row>${cell}${cell}</row></sheetData>`,
  }
  const rows = await readSheet(zipOf({ ...workbook, ...parts }))
  expect(rows.map(({ cells, isBroken }) => [cells.length, isBroken])).toEqual([
    [1, false],
    [0, true],
  ])
})

test('I2: more than a hundred thousand rows are too many, empty ones not counted', async () => {
  const rows = (row: string, times: number) => Buffer.from(`a;b\n${row.repeat(times)}`)
  expect(await readSheet(rows(';\n', 150_000))).toHaveLength(1)
  await expect(readSheet(rows('c;d\n', 100_000))).rejects.toMatchObject({ code: 'tooManyRows', status: 413 })
})

test('a day that no calendar has stays the number that was written', async () => {
  const sheet = '<sheetData><row><c s="1"><v>1e99</v></c><c s="1"><v>soon</v></c></row></sheetData>'
  expect(await cellsOf(zipOf({ ...workbook, 'xl/worksheets/first.xml': sheet }))).toEqual([['1e99', 'soon']])
})

test.each(['1', 'true'])('days of the 1904 system (date1904="%s") are the days that were meant', async (is1904) => {
  const part = workbook['xl/workbook.xml'].replace('<sheets>', `<workbookPr date1904="${is1904}"/><sheets>`)
  const cells = await cellsOf(zipOf({ ...workbook, 'xl/workbook.xml': part }))
  expect(cells[1]?.[2]).toBe('2031-01-01')
})

test('elements with a prefix, as the Open XML SDK writes them, are read', async () => {
  const prefixed = Object.fromEntries(
    Object.entries(workbook).map(([path, xml]) => [path, xml.replaceAll(/<(\/?)(\w)/g, '<$1x:$2')]),
  )
  expect(prefixed['xl/worksheets/first.xml']).toContain('<x:row')
  expect(await cellsOf(zipOf(prefixed))).toEqual(await cellsOf(zipOf(workbook)))
})

test('I2: a line that no sheet has is a bad row, and those after it are counted on', async () => {
  const row = (line: string) => `<row r="${line}"><c t="inlineStr"><is><t>${line}</t></is></c></row>`
  const sheet = `<sheetData>${row('2')}${row('999999999999999999999')}${row('-1')}${row('7')}</sheetData>`
  const rows = await readSheet(zipOf({ ...workbook, 'xl/worksheets/first.xml': sheet }))
  expect(rows.map(({ line, isBroken }) => [line, isBroken])).toEqual([
    [2, false],
    [3, true],
    [4, true],
    [7, false],
  ])
})

test('I2: lines rise with every row: one that is not above the line before it is a bad row', async () => {
  const row = (line: string) => `<row r="${line}"><c t="inlineStr"><is><t>${line}</t></is></c></row>`
  const linesOf = async (...numbers: string[]) =>
    (await readSheet(sheetOf(numbers.map(row).join('')))).map(({ line, isBroken }) => [line, isBroken])
  expect(await linesOf('1', 'x', '2', '9', '9', '4', '12')).toEqual([
    [1, false],
    [2, true],
    [3, true],
    [9, false],
    [10, true],
    [11, true],
    [12, false],
  ])
  expect(await linesOf('1048575', '7')).toEqual([
    [1_048_575, false],
    [1_048_576, true],
  ])
  await expect(linesOf('1048576', '7')).rejects.toMatchObject({ code: 'tooManyRows', status: 413 })
})

test('I1: an archive with two entries of one name, or with NUL in a name, is refused', async () => {
  expect(await cellsOf(zipOf({ ...workbook, 'docProps/a.xml': 'x', 'docProps/b.xml': 'y' }))).toHaveLength(3)
  const twice = zipOf({ ...workbook, 'docProps/a.xml': 'x', 'docProps/b.xml': 'y' })
  const renamed = Buffer.from(twice.toString('latin1').replaceAll('docProps/b.xml', 'docProps/a.xml'), 'latin1')
  await expect(readSheet(renamed)).rejects.toMatchObject({ code: 'notASpreadsheet', status: 422 })
  const cut = zipOf({ ...workbook, 'docProps/a.xml\0.exe': 'x' })
  await expect(readSheet(cut)).rejects.toMatchObject({ code: 'notASpreadsheet', status: 422 })
})

test('what a small archive unfolds to is known before it is read', async () => {
  const large = { ...workbook, 'xl/worksheets/first.xml': Buffer.alloc(20 * 1_024 * 1_024, 0x20) }
  expect(zipOf(large).length).toBeLessThan(100_000)
  expect(await decompressedSize(zipOf(large))).toBeGreaterThan(20_000_000)
  expect(await decompressedSize(Buffer.from('a;b'))).toBe(3)
})
