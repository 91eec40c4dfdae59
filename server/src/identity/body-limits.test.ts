import { findCompany, loginWithCode, matchProvider } from '@lintel/contract/identity/federation'
import { expect, test } from 'vitest'
import { browser } from '../../test/browser'
import { world } from '../../test/world'
import { bodyLimitOf } from '../platform/http'
import { isIdentityPath } from '../platform/problem-reply-format'
import { routeName } from '../platform/route'

const { app, routes } = await world()
const kib = 1_024

/** Sign-in calls whose bodies may be larger than 8 KiB, with the part that needs it. */
const larger: Record<string, { limit: number; needs: string }> = {
  'POST /mgw/api/v2/federation/loginwithcode': { limit: 32 * kib, needs: 'an id token of 16,000 characters' },
  'POST /mgw/api/v2/federation/provider-tests/result': { limit: 16 * kib, needs: 'a ticket and a code of 4,000 each' },
  'POST /mgw/api/v2/federation/setup/test-result': { limit: 16 * kib, needs: 'a ticket and a code of 4,000 each' },
  'POST /auth/v1/passkeys': { limit: 16 * kib, needs: 'the attestation of an authenticator' },
  'POST /auth/v1/passkeys/sign-in': { limit: 16 * kib, needs: 'the assertion of an authenticator' },
  'POST /auth/v1/step-up': { limit: 16 * kib, needs: 'the assertion of an authenticator' },
}

test('H4: every sign-in call reads 8 KiB at most, except those that are known to need more', () => {
  const ofIdentity = routes.filter(({ method, url }) => method !== 'GET' && isIdentityPath(url))
  expect(ofIdentity.length).toBeGreaterThan(30)
  const beyond = ofIdentity.filter((route) => bodyLimitOf(route) > 8 * kib)
  expect(Object.fromEntries(beyond.map((route) => [routeName(route), bodyLimitOf(route)]))).toEqual(
    Object.fromEntries(Object.entries(larger).map(([name, { limit }]) => [name, limit])),
  )
})

test('H4: the longest answer of a provider is read, and more than 8 KiB by no call that needs less', async () => {
  const page = browser(app)
  const longest = {
    authorizationCode: 'c'.repeat(4_000),
    provider: 'p'.repeat(64),
    state: 's'.repeat(200),
    iss: 'i'.repeat(2_000),
    idToken: 't'.repeat(16_000),
  }
  expect((await page.post(loginWithCode.path, longest)).json().code).toBe('no provider matches')
  for (const { path } of [matchProvider, findCompany]) {
    const answer = await page.post(path, { email: 'e'.repeat(8 * kib) })
    expect([path, answer.statusCode, answer.json().code]).toEqual([path, 413, 'tooLarge'])
  }
})
