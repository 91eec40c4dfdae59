import { expect, test } from 'vitest'
import { chatAddress } from './support-chat'

const request = { email: 'mei@nordbygg.example', name: 'Mei Zhang', message: 'Please delete my account.\n{name}' }

test('a chat that takes a request gets it filled in, with who asks', () => {
  const { pathname, searchParams } = new URL(
    chatAddress('https://chat.example/open?mail={email}&who={name}&text={message}', request),
  )
  expect(pathname).toBe('/open')
  expect(Object.fromEntries(searchParams)).toEqual({ mail: request.email, who: request.name, text: request.message })
})

test('a chat that takes none is opened as it is', () => {
  expect(chatAddress('https://chat.example/lintel', request)).toBe('https://chat.example/lintel')
})

test.each(['Mei&mail=evil@evil.test', 'Mei#', 'Mei/../..', 'Åsa “Lindqvist” + 100 %', '{email}'])(
  'H7: nothing in the name %j becomes another part of the address',
  (name) => {
    const { pathname, hash, searchParams } = new URL(
      chatAddress('https://chat.example/open?who={name}', { ...request, name }),
    )
    expect([pathname, hash]).toEqual(['/open', ''])
    expect([...searchParams]).toEqual([['who', name]])
  },
)

test('half an emoji does not break the link', () => {
  expect(chatAddress('https://chat.example/{name}', { ...request, name: '\ud83d!' })).toBe(
    'https://chat.example/%EF%BF%BD!',
  )
})
