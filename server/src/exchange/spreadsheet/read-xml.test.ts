import { expect, test } from 'vitest'
import { xmlReader } from './read-xml'

/** Parser events of a text written in chunks of this length. */
function eventsOf(xml: string, length: number): unknown[] {
  const events: unknown[] = []
  const reader = xmlReader({
    open: (name, attributes) => events.push([name, attributes()]),
    close: (name) => events.push(`/${name}`),
    text(text) {
      const last = events.at(-1)
      // A text may be emitted in several events.
      if (typeof last === 'object' && last !== null && 'text' in last) last.text = `${last.text}${text}`
      else events.push({ text })
    },
  })
  for (let at = 0; at < xml.length; at += length) reader.write(xml.slice(at, at + length))
  reader.end()
  return events
}

test('a text is read alike, wherever it is cut', () => {
  const xml = `<?xml version="1.0"?><a x:b="1 > 0" c='&amp;"'><!-- > --><x:d/>å &lt; <![CDATA[<e> & ]]>😀</a>`
  const whole = eventsOf(xml, xml.length)
  expect(whole).toEqual([['a', { b: '1 > 0', c: '&"' }], ['d', {}], '/d', { text: 'å < <e> & 😀' }, '/a'])
  for (let length = 1; length < 30; length += 1) expect(eventsOf(xml, length), `in pieces of ${length}`).toEqual(whole)
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
