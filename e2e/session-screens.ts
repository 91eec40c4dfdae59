import { expect, type Page } from '@playwright/test'
import { expectDialog, mockResponse, patchResponse, type Screen, visit } from './screen'

const mei = 'mei@nordbygg.example'
const anna = 'anna@nordbygg.example'

/** Makes the session end after this many seconds of inactivity. */
const mockIdleTimeout = (page: Page, idleSeconds: number) =>
  patchResponse(page, '**/auth/v1/refresh', (tokens) => Object.assign(tokens, { logoutWhenIdle: true, idleSeconds }))

const place = {
  id: 's0',
  isCurrent: false,
  method: 'federation',
  provider: 'Stålbygg Øst',
  secondFactor: false,
  rememberMe: true,
  browser: 'Safari',
  system: 'iOS',
  ip: '2001:db8:85a3:8d3:1319:8a2e:370:7348',
  createdAt: '2026-01-02T08:00:00.000Z',
  lastSeenAt: '2026-01-03T09:10:00.000Z',
  idleSeconds: 3_600,
  expiresAt: '2036-01-02T08:00:00.000Z',
}
const places = [
  {
    ...place,
    id: 's1',
    isCurrent: true,
    method: 'password',
    provider: null,
    secondFactor: true,
    browser: 'Chrome',
    system: 'Windows',
  },
  place,
  { ...place, id: 's2', method: 'guest', provider: null, browser: null, system: null, ip: null },
]

const token = {
  id: 't0',
  customer: 'c0',
  customerName: 'Nordbygg AS',
  createdAt: '2026-01-02T08:00:00.000Z',
  lastUsedAt: '2026-01-03T09:10:00.000Z',
  expiresAt: '2027-01-02T08:00:00.000Z',
}
const tokens = [token, { ...token, id: 't1', customerName: 'Fjellbane Entreprenør Vest AS', lastUsedAt: null }]
const createToken = (page: Page) => page.locator('section[aria-labelledby=feed-tokens] header button').click()

/** The user's sessions and API tokens. */
export const sessionScreens: readonly Screen[] = [
  { name: 'sessions', from: 'within', who: mei, show: visit('/sessions') },
  {
    name: 'sessions elsewhere',
    isState: true,
    who: mei,
    async show(page) {
      await mockResponse(page, '**/auth/v1/sessions', 200, { sessions: places })
      await visit('/sessions')(page)
    },
  },
  {
    name: 'sign out everywhere else',
    isState: true,
    who: mei,
    from: 'page',
    async show(page) {
      await page.locator('#content header').first().getByRole('button').click()
      await expectDialog(page)
    },
  },
  {
    name: 'session that is about to end',
    isState: true,
    who: mei,
    async show(page) {
      await mockIdleTimeout(page, 119)
      await visit('/sessions')(page)
      await expectDialog(page)
    },
  },
  {
    name: 'passkeys',
    who: mei,
    async show(page) {
      const passkey = { id: 'k0', name: 'Telefon på byggeplassen', createdAt: place.createdAt, lastUsedAt: null }
      await mockResponse(page, '**/auth/v1/passkeys', 200, {
        passkeys: [passkey, { ...passkey, id: 'k1', name: 'YubiKey', lastUsedAt: place.lastSeenAt }],
        available: true,
      })
      await visit('/passkeys')(page)
    },
  },
  { name: 'no passkeys', isState: true, who: mei, show: visit('/passkeys') },
  { name: 'feed tokens, none yet', isState: true, who: anna, show: visit('/sessions') },
  {
    name: 'feed token to be made',
    isState: true,
    who: anna,
    from: 'page',
    async show(page) {
      await createToken(page)
      await expectDialog(page)
    },
  },
  {
    name: 'feed token made',
    isState: true,
    who: anna,
    from: 'page',
    async show(page) {
      // From then on also as ListPage.
      const secrets = { accessToken: 'a0', refreshToken: 'feed_Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6' }
      await mockResponse(page, '**/auth/v1/feed-tokens', 201, { ...token, ...secrets, feedTokens: [token] })
      await page.getByRole('dialog').locator('button').last().click()
      await expect(page.getByRole('dialog').locator('input')).toBeVisible()
    },
  },
  {
    name: 'feed tokens',
    who: anna,
    async show(page) {
      await mockResponse(page, '**/auth/v1/feed-tokens', 200, { feedTokens: tokens })
      await visit('/sessions')(page)
      await expect(page.locator('section[aria-labelledby=feed-tokens] li')).toHaveCount(2)
    },
  },
  {
    name: 'feed token revoked',
    isState: true,
    who: anna,
    from: 'page',
    async show(page) {
      await page.locator('section[aria-labelledby=feed-tokens] li button').first().click()
      await expectDialog(page)
    },
  },
  {
    name: 'feed token of a session that is not remembered',
    isState: true,
    who: anna,
    async show(page) {
      await mockIdleTimeout(page, 3_600)
      await visit('/sessions')(page)
      await createToken(page)
      await expectDialog(page)
    },
  },
]
