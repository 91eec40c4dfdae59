import { expect, type Page } from '@playwright/test'
import { configured } from './people'
import { placeScreens } from './place-screens'
import { safetyScreens } from './safety-screens'
import { amends, answers, asSomebody, factor, refuses, type Screen, submit, told, visit } from './screen'
import { serverAnswer } from './server-answer'
import { sendByEnter } from './visit'

const mei = 'mei@nordbygg.example'

/** The own profile, a little different. */
const profile = (change: object) => (page: Page) =>
  amends(page, '**/mgw/api/v3/user-profiles/*', ({ data }) => Object.assign(data.attributes, change))

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
    from: 'within',
    async show(page) {
      await visit('/account-email')(page)
      await page.locator('#content').getByRole('button').click()
      await page.locator('input[type=email]').fill('nobody')
      await sendByEnter(page)
      await expect(page.locator('input[type=email]')).toHaveAttribute('aria-invalid', 'true')
    },
  },
  {
    name: 'proof wanted',
    isState: true,
    who: mei,
    async show(page) {
      await factor(page, 'enabled', 10)
      await visit('/account-email')(page)
      await page.locator('#content').getByRole('button').click()
      await refuses(page, '**/user-profiles/*/email', 403, 'stepUpRequired')
      await refuses(page, '**/auth/v1/step-up', 422, 'wrongPassword')
      await page.locator('input[type=email]').fill('mei@elsewhere.example')
      await sendByEnter(page)
      // The code comes first, the password is a step away.
      await expect(page.locator('[name=proof]')).toHaveAttribute('autocomplete', 'one-time-code')
      await page.locator('dialog form > button').click()
      await page.getByRole('dialog').locator('[name=proof]').fill('not my password')
      await sendByEnter(page)
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
    name: 'proof that is more than the password',
    isState: true,
    who: mei,
    async show(page) {
      await visit('/account-email')(page)
      await page.locator('#content').getByRole('button').click()
      await refuses(page, '**/user-profiles/*/email', 403, 'stepUpRequired', { meta: { by: ['code'] } })
      await page.locator('input[type=email]').fill('mei@elsewhere.example')
      await sendByEnter(page)
      await expect(page.locator('[name=proof]')).toHaveAttribute('autocomplete', 'one-time-code')
      await expect(page.locator('dialog form > button')).toHaveCount(0)
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
        const answer = await serverAnswer(route)
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
    name: 'single sign-on enabled, second factor on',
    isState: true,
    who: mei,
    async show(page) {
      const linkedAt = '2026-03-01T09:30:00.000Z'
      await factor(page, 'enabled', 10)
      await answers(page, '**/auth/v1/external-identities', 200, {
        identities: [
          { id: 'e0', provider: 'stalbyggost', name: 'Stålbygg Øst', email: mei, linkedAt, lastUsedAt: null },
        ],
        linkable: [],
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
    name: 'email waiting',
    isState: true,
    who: mei,
    async show(page) {
      await profile({ pendingEmail: 'mei.zhang-of-the-harbour-project@elsewhere.example' })(page)
      await visit('/account-email')(page)
    },
  },
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

/** Everything about one's own account, in its states. */
export const accountScreens: readonly Screen[] = [...profileScreens, ...emailScreens, ...safetyScreens, ...placeScreens]
