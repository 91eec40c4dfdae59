import { expect, test } from 'vitest'
import { xmlReader } from './read-xml'

/** What is told of a text that comes in pieces of this length. */
function toldOf(xml: string, length: number): unknown[] {
  const told: unknown[] = []
  const reader = xmlReader({
    open: (name, attributes) => told.push([name, attributes()]),
    close: (name) => told.push(`/${name}`),
    text(text) {
      const last = told.at(-1)
      // A text may come in parts.
      if (typeof last === 'object' && last !== null && 'text' in last) last.text = `${last.text}${text}`
      else told.push({ text })
    },
  })
  for (let at = 0; at < xml.length; at += length) reader.write(xml.slice(at, at + length))
  reader.end()
  return told
}

test('a text is read alike, wherever it is cut', () => {
  const xml = `<?xml version="1.0"?><a x:b="1 > 0" c='&amp;"'><!-- > --><x:d/>å &lt; <![CDATA[<e> & ]]>😀</a>`
  const whole = toldOf(xml, xml.length)
  expect(whole).toEqual([['a', { b: '1 > 0', c: '&"' }], ['d', {}], '/d', { text: 'å < <e> & 😀' }, '/a'])
  for (let length = 1; length < 30; length += 1) expect(toldOf(xml, length), `in pieces of ${length}`).toEqual(whole)
})

test.each([
  ['a text', 'x'],
  ['a comment', '<!-- x'],
  ['an attribute', '<a b="x'],
  ['a document of nothing', ' '],
])('I1: %s that goes on and on is too large, and not looked at again and again', (_, begin) => {
  const reader = xmlReader({})
  const endless = () => {
    reader.write(`<root>${begin}`)
    for (let at = 0; at < 100; at += 1) reader.write(' '.repeat(64 * 1_024))
  }
  expect(endless).toThrow(expect.objectContaining({ code: 'tooLarge' }))
})
