import { expect, test } from 'vitest'
import { signOnOptions } from './sign-on-options'

const identity = (provider: string) => ({
  id: `link-${provider}`,
  provider,
  name: provider.toUpperCase(),
  email: null,
  linkedAt: '2026-03-01T10:00:00Z',
  lastUsedAt: null,
})

test('what is linked comes first, and is not offered again', () => {
  const options = signOnOptions(
    [
      { id: 'partner', name: 'Partner' },
      { id: 'nord', name: 'Nord' },
    ],
    [identity('nord')],
    ['partner', 'nord'],
  )
  expect(options.map(({ provider, name, link }) => [provider, name, link !== undefined])).toEqual([
    ['nord', 'NORD', true],
    ['partner', 'Partner', false],
  ])
})

test('what is hidden, disabled, built in or matches by email is not offered, but stays when it is linked', () => {
  const offered = [
    { id: 'hidden', name: 'Hidden', hidden: true },
    { id: 'COGNITO', name: 'Email and password' },
    { id: 'off', name: 'Off', isDisabled: true },
    { id: 'match', name: 'Match', emailMatch: true },
  ]
  expect(signOnOptions(offered, [], ['hidden', 'COGNITO', 'off', 'match'])).toEqual([])
  expect(signOnOptions(offered, [identity('hidden')], []).map(({ provider }) => provider)).toEqual(['hidden'])
})

test('a provider that the server would not link is not offered', () => {
  const partner = { id: 'partner', name: 'Partner' }
  expect(signOnOptions([partner], [], ['partner'])).toHaveLength(1)
  expect(signOnOptions([partner], [], [])).toEqual([])
})
