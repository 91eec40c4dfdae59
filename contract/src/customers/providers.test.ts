import { expect, test } from 'vitest'
import { isBuiltIn } from './login-methods'
import { providerId, ssoProviders } from './providers'

test('a provider id is something that people can type as a company id', () => {
  expect(providerId.parse(' Nordbygg-2 ')).toBe('Nordbygg-2')
  for (const id of ['', 'nord bygg', 'nord.bygg', 'nord/bygg', '--', '_', 'n'.repeat(65)]) {
    expect(providerId.safeParse(id).success).toBe(false)
  }
})

test('the ids of the built-in methods are taken, whatever the case', () => {
  expect(isBuiltIn('COGNITO_MFA')).toBe(true)
  expect(isBuiltIn('nordbygg')).toBe(false)
  expect(providerId.safeParse('cognito').error?.issues[0]?.message).toBe('providerIdTaken')
})

test('a new provider begins hidden, not public, black on white', () => {
  expect(ssoProviders.draft.parse({ id: 'nordbygg', name: 'Nordbygg' })).toMatchObject({
    isPublic: false,
    hidden: true,
    color: '#ffffff',
    textColor: '#000000',
    emailMatch: false,
  })
})

test('E10: addresses of a provider are http or https, its colours are colours', () => {
  const draft = (more: object) => ssoProviders.draft.safeParse({ id: 'nordbygg', name: 'Nordbygg', ...more }).success
  expect(draft({ logoutUri: 'https://id.nordbygg.example/logout', color: '#0b7285' })).toBe(true)
  expect(draft({ logoutUri: 'javascript:alert(1)' })).toBe(false)
  expect(draft({ landingPage: 'data:text/html,hi' })).toBe(false)
  expect(draft({ color: 'red; background: url(//x)' })).toBe(false)
  expect(draft({ emailRegex: 'a'.repeat(257) })).toBe(false)
})

test('what stands for a new record in addresses is no id of a provider', () => {
  expect(providerId.safeParse('-12').success).toBe(true)
  expect(providerId.safeParse('-1').success).toBe(false)
})
