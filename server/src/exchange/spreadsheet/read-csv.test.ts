import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { readCsv } from './read-csv'

const cellsOf = async (text: string, atOnce?: number) =>
  (await readCsv(Buffer.from(text), atOnce === undefined ? {} : { chunkSize: atOnce })).map(
    ({ line, cells, isBroken }) => [line, isBroken, ...cells],
  )

test.each([
  ['lines of Windows', 'a;b\r\nc;"d\r\ne"\r\n\r\nf;g\r\n'],
  ['lines of an old Mac', 'a;b\rc;"d\re"\r\rf;g\r'],
  ['lines that end either way', 'a;b\nc;d\r\n"e";f\n\ng;h\n'],
  ['no end of line at the end', 'a;b\n"c ""d""";e'],
  ['a line about the file', '#TYPE Microsoft.ActiveDirectory\n"a","b"\n"c","d"\n'],
  ['quotes that do not close', 'a;b\n"c;d\ne;f\n'],
  ['quotes in the middle', 'a;b\n"c"x;d\ne;f\n'],
])('a text with %s is read alike wherever one part of it ends', async (_, text) => {
  const atOnce = await cellsOf(text, text.length + 1)
  for (let size = 1; size <= text.length; size += 1) expect(await cellsOf(text, size)).toEqual(atOnce)
})

test('a text with an end of line in a cell keeps it, and says which of its lines do not close', async () => {
  expect(await cellsOf('a;b\nc;"d\ne"\n\n"f;g\n', 4)).toEqual([
    [1, false, 'a', 'b'],
    [2, false, 'c', 'd\ne'],
    [4, true, 'f;g\n'],
  ])
})

/** The rows read, and the number of event loop iterations meanwhile. */
async function counted(text: string) {
  let isRead = false
  let turns = 0
  const reading = readCsv(Buffer.from(text)).finally(() => {
    isRead = true
  })
  while (!isRead) {
    await turn()
    turns += 1
  }
  return { rows: await reading, turns }
}

test('I2: others are answered while a large file is read', async () => {
  const text = 'lena@nordbygg.example;Lena;Vik\n'.repeat(100_000)
  const { rows, turns } = await counted(text)
  expect(rows).toHaveLength(100_000)
  // One iteration per 16 kilobytes.
  expect(turns).toBeGreaterThanOrEqual(Math.floor(text.length / (16 * 1_024)))
})

test('I2: a line without an end is looked at a few times, not once for each part, and is a bad row', async () => {
  const { rows, turns } = await counted(`a;b\n"${'x'.repeat(8_000_000)}`)
  expect(rows.map(({ isBroken }) => isBroken)).toEqual([false, true])
  // Each chunk is twice as long as the previous one: the record is complete after nine.
  expect(turns).toBeLessThan(14)
})
