import { setImmediate as turn } from 'node:timers/promises'
import { inflateRawSync } from 'node:zlib'
import { expect, test } from 'vitest'
import yauzl from 'yauzl'
import { readXlsx } from './read-xlsx'
import { maxSheetRows, type Row, type Sheet, writeXlsx } from './xlsx'

async function* rowsOf(rows: readonly Row[]): AsyncGenerator<Row, void> {
  yield* rows
}
const sheet = (rows: readonly Row[], more: Partial<Sheet> = {}): Sheet => ({
  name: 'Users',
  headings: ['email', 'name'],
  frozenColumns: 1,
  rows: rowsOf(rows),
  ...more,
})

async function bytesOf(sheets: readonly Sheet[]): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of writeXlsx(sheets)) parts.push(part)
  return Buffer.concat(parts)
}

/** The files of a workbook, as text. */
const filesOf = async (bytes: Buffer): Promise<Record<string, string>> =>
  new Promise((resolve, reject) => {
    const files: Record<string, string> = {}
    yauzl.fromBuffer(bytes, { lazyEntries: true }, (error, zip) => {
      if (error) return reject(error)
      zip.on('end', () => resolve(files)).on('error', reject)
      zip.on('entry', (entry: yauzl.Entry) =>
        zip.openReadStream(entry, { decompress: false }, async (failure, stream) => {
          if (failure) return reject(failure)
          const parts: Buffer[] = []
          for await (const part of stream) parts.push(part as Buffer)
          files[entry.fileName] = inflateRawSync(Buffer.concat(parts)).toString()
          zip.readEntry()
        }),
      )
      zip.readEntry()
    })
  })

test('a workbook is read back as it was written', async () => {
  const rows: Row[] = [
    [
      [0, 'ada@five.example'],
      [1, 'Ada <&> "Ödegård" 建築'],
    ],
    [[1, 'only the second']],
  ]
  const read = await readXlsx(await bytesOf([sheet(rows)]))
  expect(read.map(({ cells }) => cells.slice(0, 2))).toEqual([
    ['email', 'name'],
    ['ada@five.example', 'Ada <&> "Ödegård" 建築'],
    ['', 'only the second'],
  ])
})

test('I5: a text is a string with the quote prefix, never a formula or a link, and holds no control characters', async () => {
  const texts = [
    '=HYPERLINK("https://evil.example")',
    '+1',
    '-1',
    '@SUM(1)',
    '＝1',
    'a\u0000b\u001Fc\uD800d',
    '_x000D_',
  ]
  const files = await filesOf(await bytesOf([sheet(texts.map((text) => [[0, text]]))]))
  const xml = files['xl/worksheets/sheet1.xml'] ?? ''
  expect(xml.match(/<c r="A[2-9]" s="1" t="inlineStr">/g)).toHaveLength(texts.length)
  expect(xml).not.toMatch(/<f[ >]|<hyperlink/)
  expect(xml).toContain('>abcd<')
  expect(xml).toContain('_x005F_x000D_')
  expect(files['xl/styles.xml']).toContain(
    '<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" quotePrefix="1"',
  )
  expect(Object.keys(files).filter((path) => /rels$/.test(path))).toEqual(['_rels/.rels', 'xl/_rels/workbook.xml.rels'])
})

test('a line end stays the one that it was: a reader of XML would make every one of them the same', async () => {
  const text = 'one\r\ntwo\rthree\nfour'
  expect((await readXlsx(await bytesOf([sheet([[[0, text]]])])))[1]?.cells[0]).toBe(text)
  const files = await filesOf(await bytesOf([sheet([[[0, text]]])]))
  expect(files['xl/worksheets/sheet1.xml']).toContain('>one&#13;\ntwo&#13;three\nfour<')
})

test('numbers and days are cells of their type, and headings and first columns are frozen', async () => {
  const row: Row = [
    [0, -2.5],
    [1, { day: '2026-03-01T23:59:59Z' }],
    [2, { minute: '2026-03-01T12:00:00Z' }],
  ]
  const xml = (await filesOf(await bytesOf([sheet([row])])))['xl/worksheets/sheet1.xml'] ?? ''
  expect(xml).toContain('<c r="A2"><v>-2.5</v></c><c r="B2" s="3"><v>46082</v></c><c r="C2" s="4"><v>46082.5</v></c>')
  expect(xml).toContain('<pane xSplit="1" ySplit="1" topLeftCell="B2" activePane="bottomRight" state="frozen"/>')
})

test('I5: a long table goes on in another sheet, and an empty one has its headings', async () => {
  const many: Row[] = Array.from({ length: maxSheetRows + 10 }, (_, at) => [[0, at]])
  const files = await filesOf(await bytesOf([sheet(many), sheet([], { name: 'None' })]))
  expect(files['xl/workbook.xml']).toMatch(/"Users".*"Users 2".*"None"/)
  const rowsIn = (number: number) => files[`xl/worksheets/sheet${number}.xml`]?.match(/<row /g)?.length
  expect([rowsIn(1), rowsIn(2), rowsIn(3)]).toEqual([maxSheetRows, 12, 1])
})

test('rows are asked for no faster than they are read, and no more once the reader has gone', async () => {
  let requestedRows = 0
  let stopped = false
  async function* endless(): AsyncGenerator<Row, void> {
    try {
      for (;;) {
        requestedRows += 1
        // Random, so that it does not compress away.
        yield [[0, Math.random().toString(36).repeat(20)]]
      }
    } finally {
      stopped = true
    }
  }
  const stream = writeXlsx([sheet([], { rows: endless() })])
  await new Promise((resolve) => stream.once('readable', resolve))
  let before = -1
  while (requestedRows !== before) {
    before = requestedRows
    for (let count = 0; count < 50; count += 1) await turn()
  }
  expect(requestedRows).toBeLessThan(5_000)
  stream.destroy()
  await expect.poll(() => stopped).toBe(true)
})
