import { expect, test } from 'vitest'
import { parseProviderReturn } from './provider-return'

test('a provider’s answer is read, and only the provider stays in the address', () => {
  expect(parseProviderReturn('?code=c0&state=partner.AbC&iss=https%3A%2F%2Fid.example')).toEqual({
    returned: { kind: 'code', provider: 'partner', code: 'c0', state: 'partner.AbC', iss: 'https://id.example' },
    rest: '?provider=partner',
  })
})

test('S2: the provider is what stands before the last dot of the state', () => {
  expect(parseProviderReturn('?code=c&state=a.b.secret').returned).toMatchObject({
    provider: 'a.b',
    state: 'a.b.secret',
  })
  expect(parseProviderReturn('?code=c&state=partner').returned).toMatchObject({ provider: 'partner' })
  expect(parseProviderReturn('?code=c').returned).toMatchObject({ kind: 'code', provider: '', state: '' })
})

test('a person who declined at the provider comes back with an error', () => {
  expect(parseProviderReturn('?error=access_denied&state=partner.AbC')).toEqual({
    returned: { kind: 'refusal', provider: 'partner' },
    rest: '?provider=partner',
  })
})

test('a mailed link brings a code that leaves the address', () => {
  expect(parseProviderReturn('?verify=v3r1fy')).toEqual({
    returned: { kind: 'verification', code: 'v3r1fy' },
    rest: '',
  })
})

test('a page that is loaded again knows where to begin again', () => {
  expect(parseProviderReturn('?provider=partner').returned).toEqual({ kind: 'again', provider: 'partner' })
  expect(parseProviderReturn('').returned).toEqual({ kind: 'again', provider: undefined })
})
