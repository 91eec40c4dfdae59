import { expect, type Page } from '@playwright/test'
import { configured } from './people'
import { amends, answers, asSomebody, refuses, type Screen, submit, told, visit } from './screen'

const mei = 'mei@nordbygg.example'
const anna = 'anna@nordbygg.example'

/** The own profile, a little different. */
const profile = (change: object) => (page: Page) =>
  amends(page, '**/mgw/api/v3/user-profiles/*', ({ data }) => Object.assign(data.attributes, change))

const factor = (page: Page, status: 'enabled' | 'disabled', recoveryCodesLeft = 0, available = true) =>
  answers(page, '**/auth/v1/mfa/status', 200, { status, available, recoveryCodesLeft })

/** Has the session be one that ends when nobody is there, after so many seconds. */
const idle = (page: Page, idleSeconds: number) =>
  amends(page, '**/auth/v1/refresh', (tokens) => Object.assign(tokens, { logoutWhenIdle: true, idleSeconds }))

const opens = (page: Page) => expect(page.getByRole('dialog')).toBeVisible()

/** The profile, and leaving for good. */
const profileScreens: readonly Screen[] = [
  { name: 'profile', who: mei, show: visit('/user-profile') },
  {
    name: 'profile that cannot be',
    isState: true,
    who: mei,
    from: 'page',
    async show(page) {
      await page.locator('[name=givenName]').fill('mei@nordbygg')
      await page.locator('[name=organization]').fill('')
      await page.locator('[name=phone]').fill('call me')
      await submit(page)
      await expect(page.locator('[aria-invalid=true]')).toHaveCount(3)
    },
  },
  {
    name: 'another email',
    who: mei,
    from: 'page',
    async show(page) {
      await page.locator('section').filter({ hasText: mei }).getByRole('button').click()
      await page.locator('input[type=email]').fill('nobody')
      await page.keyboard.press('Enter')
      await expect(page.locator('input[type=email]')).toHaveAttribute('aria-invalid', 'true')
    },
  },
  {
    name: 'proof wanted',
    isState: true,
    who: mei,
    async show(page) {
      await factor(page, 'enabled', 10)
      await visit('/user-profile')(page)
      await page.locator('section').filter({ hasText: mei }).getByRole('button').click()
      await refuses(page, '**/user-profiles/*/email', 403, 'stepUpRequired')
      await refuses(page, '**/auth/v1/step-up', 422, 'wrongPassword')
      await page.locator('input[type=email]').fill('mei@elsewhere.example')
      await page.keyboard.press('Enter')
      await page.getByRole('dialog').locator('[name=proof]').fill('not my password')
      await page.keyboard.press('Enter')
      await expect(page.locator('[name=proof]')).toHaveAttribute('aria-invalid', 'true')
    },
  },
  {
    name: 'proof by a code',
    isState: true,
    who: mei,
    from: 'page',
    async show(page) {
      await page.locator('dialog form > button').click()
      await expect(page.locator('[name=proof]')).toHaveAttribute('autocomplete', 'one-time-code')
    },
  },
  {
    name: 'profile changed elsewhere',
    isState: true,
    who: mei,
    async show(page) {
      await visit('/user-profile')(page)
      await page.route('**/mgw/api/v3/user-profiles/*', async (route) => {
        if (route.request().method() === 'PATCH')
          return route.fulfill({ status: 412, json: { errors: [{ status: '412', code: 'stale' }] } })
        const answer = await route.fetch()
        const body = await answer.json()
        Object.assign(body.data.attributes, { title: 'Director of building information' })
        return route.fulfill({ response: answer, json: body })
      })
      await page.locator('[name=title]').fill('Manager')
      await submit(page)
      await told(page)
    },
  },
  {
    name: 'profile of a provider',
    isState: true,
    who: mei,
    async show(page) {
      await asSomebody(page, { method: 'federation', mustUpdateProfile: true })
      await profile({
        externallyIdentified: true,
        mustUpdateProfile: true,
        mayChangeEmail: false,
        organization: '',
        phone: '+47 22 33 44 55',
      })(page)
      await visit('/user-profile')(page)
    },
  },
  {
    name: 'email waiting, single sign-on enabled, second factor on',
    isState: true,
    who: mei,
    async show(page) {
      const linkedAt = '2026-03-01T09:30:00.000Z'
      await factor(page, 'enabled', 10)
      await profile({ pendingEmail: 'mei.zhang-of-the-harbour-project@elsewhere.example' })(page)
      await answers(page, '**/auth/v1/external-identities', 200, {
        identities: [
          { id: 'e0', provider: 'stalbyggost', name: 'Stålbygg Øst', email: mei, linkedAt, lastUsedAt: null },
        ],
      })
      await visit('/user-profile')(page)
    },
  },
  {
    name: 'profile of a guest',
    isState: true,
    who: mei,
    async show(page) {
      await asSomebody(page, { guestOf: 'p0' })
      await page.goto('/user-profile')
      await expect(page.locator('#content p').first()).toBeVisible()
    },
  },
  {
    name: 'profile to be made',
    who: mei,
    async show(page) {
      await asSomebody(page, { mustUpdateProfile: true })
      await profile({ mustUpdateProfile: true, organization: '', phone: null, title: null })(page)
      await visit('/user-profile')(page)
      await submit(page)
      await expect(page.locator('[aria-invalid=true]').first()).toBeVisible()
    },
  },
  {
    name: 'password to be set',
    isState: true,
    who: 'nina@nordbygg.example',
    async show(page) {
      await visit('/user-profile')(page)
      await page.locator('[name=password]').fill('short')
    },
  },
  { name: 'delete user', who: 'ola@nordbygg.example', show: visit('/delete-user') },
  {
    name: 'delete user without support',
    isState: true,
    who: 'lena@nordbygg.example',
    async show(page) {
      await configured(page, { supportMail: undefined })
      await visit('/delete-user')(page)
    },
  },
]

/** Another email. */
const emailScreens: readonly Screen[] = [
  {
    name: 'new email to confirm',
    isState: true,
    who: mei,
    async show(page) {
      await profile({ pendingEmail: 'mei@elsewhere.example' })(page)
      await visit('/confirm-email?code=c0')(page)
    },
  },
  {
    name: 'new email taken',
    isState: true,
    who: mei,
    from: 'page',
    async show(page) {
      await refuses(page, '**/email-confirmation', 409, 'emailTaken')
      await page.locator('main button').click()
      await told(page)
    },
  },
  {
    name: 'new email without its link',
    isState: true,
    who: mei,
    async show(page) {
      await profile({ pendingEmail: 'mei@elsewhere.example' })(page)
      await visit('/confirm-email')(page)
    },
  },
  { name: 'no new email', isState: true, who: mei, show: visit('/confirm-email?code=c0') },
]

const secretCode = 'LNTELDEM4BU5LDNGK7QWZ2XJ3YHS6RTC'

/** Password and second factor. */
const safetyScreens: readonly Screen[] = [
  { name: 'change password', from: 'within', who: mei, show: visit('/change-password') },
  {
    name: 'current password wrong',
    isState: true,
    who: mei,
    from: 'page',
    async show(page) {
      await refuses(page, '**/auth/v1/change-password', 422, 'wrongPassword', { source: { pointer: '/oldPassword' } })
      await page.locator('[name=oldPassword]').fill('not my password')
      await page.locator('[name=newPassword]').fill('eleven cranes over the harbour')
      await submit(page)
      await expect(page.locator('[aria-invalid=true]').first()).toBeVisible()
    },
  },
  { name: 'second factor off', from: 'within', who: mei, show: visit('/second-factor') },
  {
    name: 'second factor on, few codes left',
    isState: true,
    who: mei,
    async show(page) {
      await factor(page, 'enabled', 2)
      await visit('/second-factor')(page)
    },
  },
  {
    name: 'new recovery codes',
    isState: true,
    who: mei,
    from: 'page',
    async show(page) {
      await page.locator('main button').first().click()
      await opens(page)
    },
  },
  {
    name: 'second factor not offered',
    isState: true,
    who: mei,
    async show(page) {
      await factor(page, 'disabled', 0, false)
      await visit('/second-factor')(page)
    },
  },
  {
    name: 'second factor set up',
    who: mei,
    async show(page) {
      const qrCodeValue = `otpauth://totp/Lintel:${mei}?secret=${secretCode}&issuer=Lintel`
      await answers(page, '**/auth/v1/mfa/associate', 200, { secretCode, qrCodeValue })
      await visit('/second-factor')(page)
      await page.locator('main a').first().click()
      await expect(page).toHaveURL(/mfa-setup/)
      await expect(page.locator('[name=code]')).toBeFocused()
    },
  },
  {
    name: 'set-up with a wrong code',
    isState: true,
    who: mei,
    from: 'page',
    async show(page) {
      await refuses(page, '**/auth/v1/mfa/enable', 400, 'invalidCode')
      await page.locator('[name=code]').fill('000000')
      await submit(page)
      await expect(page.locator('[name=code]')).toHaveAttribute('aria-invalid', 'true')
    },
  },
  {
    name: 'recovery codes',
    who: mei,
    from: 'page',
    async show(page) {
      const recoveryCodes = Array.from({ length: 10 }, (_, at) => `AB${at}C-DEFG-HIJK-LMNO-PQRS-TUVW`)
      await answers(page, '**/auth/v1/mfa/enable', 200, { recoveryCodes })
      await page.locator('[name=code]').fill('000001')
      await submit(page)
      await expect(page.locator('main ul li')).toHaveCount(10)
    },
  },
  {
    name: 'leaving the recovery codes',
    isState: true,
    who: mei,
    from: 'page',
    async show(page) {
      await page.goBack()
      await opens(page)
    },
  },
  {
    name: 'second factor removed',
    isState: true,
    who: mei,
    async show(page) {
      await factor(page, 'enabled', 10)
      await refuses(page, '**/auth/v1/mfa/disable', 400, 'invalidCode')
      await visit('/mfa-remove')(page)
      await page.locator('[name=code]').fill('000000')
      await submit(page)
      await expect(page.locator('[name=code]')).toHaveAttribute('aria-invalid', 'true')
    },
  },
]

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
const makeToken = (page: Page) => page.locator('section[aria-labelledby=feed-tokens] header button').click()

/** Where one is signed in, and what reads in one's name. */
const placeScreens: readonly Screen[] = [
  { name: 'sessions', from: 'within', who: mei, show: visit('/sessions') },
  {
    name: 'sessions elsewhere',
    isState: true,
    who: mei,
    async show(page) {
      await answers(page, '**/auth/v1/sessions', 200, { sessions: places })
      await visit('/sessions')(page)
    },
  },
  {
    name: 'sign out everywhere else',
    isState: true,
    who: mei,
    from: 'page',
    async show(page) {
      await page.locator('#content header button').click()
      await opens(page)
    },
  },
  {
    name: 'session that is about to end',
    isState: true,
    who: mei,
    async show(page) {
      await idle(page, 119)
      await visit('/sessions')(page)
      await opens(page)
    },
  },
  { name: 'feed tokens, none yet', isState: true, who: anna, show: visit('/sessions') },
  {
    name: 'feed token to be made',
    isState: true,
    who: anna,
    from: 'page',
    async show(page) {
      await makeToken(page)
      await opens(page)
    },
  },
  {
    name: 'feed token made',
    isState: true,
    who: anna,
    from: 'page',
    async show(page) {
      // Listed as well, from then on.
      const secrets = { accessToken: 'a0', refreshToken: 'feed_Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6' }
      await answers(page, '**/auth/v1/feed-tokens', 201, { ...token, ...secrets, feedTokens: [token] })
      await page.getByRole('dialog').locator('button').last().click()
      await expect(page.getByRole('dialog').locator('input')).toBeVisible()
    },
  },
  {
    name: 'feed tokens',
    who: anna,
    async show(page) {
      await answers(page, '**/auth/v1/feed-tokens', 200, { feedTokens: tokens })
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
      await opens(page)
    },
  },
  {
    name: 'feed token of a session that is not remembered',
    isState: true,
    who: anna,
    async show(page) {
      await idle(page, 3_600)
      await visit('/sessions')(page)
      await makeToken(page)
      await opens(page)
    },
  },
]

/** Everything about one's own account, in its states. */
export const accountScreens: readonly Screen[] = [...profileScreens, ...emailScreens, ...safetyScreens, ...placeScreens]
