import { expect, test } from 'vitest'
import { mailTo } from './mail-to'

const parts = (address: string) => {
  const { protocol, pathname, searchParams } = new URL(address)
  return { protocol, to: decodeURIComponent(pathname), given: [...searchParams.keys()], searchParams }
}

test('a prepared mail opens with its recipient, subject and lines', () => {
  const { protocol, to, given, searchParams } = parts(
    mailTo({ to: 'help@lintel.example', subject: 'Delete my account', body: 'Mei Zhang\nmei@nordbygg.example' }),
  )
  expect([protocol, to, given]).toEqual(['mailto:', 'help@lintel.example', ['subject', 'body']])
  expect(searchParams.get('subject')).toBe('Delete my account')
  expect(searchParams.get('body')).toBe('Mei Zhang\r\nmei@nordbygg.example')
})

test.each([
  'Mei&bcc=evil@evil.test',
  'Mei?cc=evil@evil.test',
  'Mei\r\nBcc: evil@evil.test',
  'Mei#part%0d%0aBcc:',
  'Åsa “Lindqvist” + 100 %',
])('H7: nothing in the name %j becomes a header or a recipient', (name) => {
  const { to, given, searchParams } = parts(mailTo({ to: 'help@lintel.example', subject: name, body: name }))
  expect([to, given]).toEqual(['help@lintel.example', ['subject', 'body']])
  expect(searchParams.get('subject')).toBe(name.replaceAll(/\s+/g, ' '))
  expect(searchParams.get('body')).toBe(name)
})

test('H7: an address that carries more than an address stays one recipient', () => {
  const { to, given } = parts(mailTo({ to: 'help@lintel.example?cc=evil@evil.test', subject: 's', body: 'b' }))
  expect([to, given]).toEqual(['help@lintel.example?cc=evil@evil.test', ['subject', 'body']])
})

test('half an emoji does not break the link', () => {
  expect(parts(mailTo({ to: 'help@lintel.example', subject: 's', body: '\ud83d!' })).searchParams.get('body')).toBe(
    '\ufffd!',
  )
})
