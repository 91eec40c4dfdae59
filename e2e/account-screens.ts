import { expect, type Page } from '@playwright/test'
import { credentialScreens } from './credential-screens'
import { fetchResponse } from './fetch-response'
import { submitByEnter } from './fixtures'
import { overrideInstallation } from './people'
import {
  expectProblem,
  mockProblem,
  mockResponse,
  mockSecondFactor,
  patchResponse,
  patchUser,
  type Screen,
  submit,
  visit,
} from './screen'
import { sessionScreens } from './session-screens'

const mei = 'mei@nordbygg.example'

/** Opens the user's own profile with some attributes changed. */
const showProfile = (change: object) => (page: Page) =>
  patchResponse(page, '**/mgw/api/v3/user-profiles/*', ({ data }) => Object.assign(data.attributes, change))

/** The profile and account deletion. */
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
      await submitByEnter(page)
      await expect(page.locator('input[type=email]')).toHaveAttribute('aria-invalid', 'true')
    },
  },
  {
    name: 'proof wanted',
    isState: true,
    who: mei,
    async show(page) {
      await mockSecondFactor(page, 'enabled', 10)
      await visit('/account-email')(page)
      await page.locator('#content').getByRole('button').click()
      await mockProblem(page, '**/user-profiles/*/email', 403, 'stepUpRequired')
      await mockProblem(page, '**/auth/v1/step-up', 422, 'wrongPassword')
      await page.locator('input[type=email]').fill('mei@elsewhere.example')
      await submitByEnter(page)
      // The code is requested first; the password is one step away.
      await expect(page.locator('[name=proof]')).toHaveAttribute('autocomplete', 'one-time-code')
      await page.locator('dialog form > button').click()
      await page.getByRole('dialog').locator('[name=proof]').fill('not my password')
      await submitByEnter(page)
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
      await mockProblem(page, '**/user-profiles/*/email', 403, 'stepUpRequired', { meta: { by: ['code'] } })
      await page.locator('input[type=email]').fill('mei@elsewhere.example')
      await submitByEnter(page)
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
        const response = await fetchResponse(route)
        const body = await response.json()
        Object.assign(body.data.attributes, { title: 'Director of building information' })
        return route.fulfill({ response, json: body })
      })
      await page.locator('[name=title]').fill('Manager')
      await submit(page)
      await expectProblem(page)
    },
  },
  {
    name: 'profile of a provider',
    isState: true,
    who: mei,
    async show(page) {
      await patchUser(page, { method: 'federation', mustUpdateProfile: true })
      await showProfile({
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
      await mockSecondFactor(page, 'enabled', 10)
      await mockResponse(page, '**/auth/v1/external-identities', 200, {
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
      await patchUser(page, { guestOf: 'p0' })
      await page.goto('/user-profile')
      await expect(page.locator('#content p').first()).toBeVisible()
    },
  },
  {
    name: 'profile to be made',
    who: mei,
    async show(page) {
      await patchUser(page, { mustUpdateProfile: true })
      await showProfile({ mustUpdateProfile: true, organization: '', phone: null, title: null })(page)
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
      await overrideInstallation(page, { supportMail: undefined })
      await visit('/delete-user')(page)
    },
  },
]

/** Changing the email address. */
const emailScreens: readonly Screen[] = [
  {
    name: 'email waiting',
    isState: true,
    who: mei,
    async show(page) {
      await showProfile({ pendingEmail: 'mei.zhang-of-the-harbour-project@elsewhere.example' })(page)
      await visit('/account-email')(page)
    },
  },
  {
    name: 'new email to confirm',
    isState: true,
    who: mei,
    async show(page) {
      await showProfile({ pendingEmail: 'mei@elsewhere.example' })(page)
      await visit('/confirm-email?code=c0')(page)
    },
  },
  {
    name: 'new email taken',
    isState: true,
    who: mei,
    from: 'page',
    async show(page) {
      await mockProblem(page, '**/email-confirmation', 409, 'emailTaken')
      await page.locator('main button').click()
      await expectProblem(page)
    },
  },
  {
    name: 'new email without its link',
    isState: true,
    who: mei,
    async show(page) {
      await showProfile({ pendingEmail: 'mei@elsewhere.example' })(page)
      await visit('/confirm-email')(page)
    },
  },
  { name: 'no new email', isState: true, who: mei, show: visit('/confirm-email?code=c0') },
]

/** Every screen of the user's own account, in its states. */
export const accountScreens: readonly Screen[] = [
  ...profileScreens,
  ...emailScreens,
  ...credentialScreens,
  ...sessionScreens,
]
