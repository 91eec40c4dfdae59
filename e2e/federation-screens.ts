/// <reference lib="dom" />
import { expect, type Page } from '@playwright/test'
import { submitByEnter } from './fixtures'
import { expectProblem, mockProblem, mockResponse, pressNext, type Screen, visit } from './screen'

const linkedUser = 'ola@nordbygg.example'

const identity = { refreshToken: 'ticket', proposedUsername: 'leila@partner.example', linkingAllowed: true }
/** Returns from the demo's provider with an identity that is not linked yet. */
const returnFromProvider = (attributes: object) => async (page: Page) => {
  await mockProblem(page, '**/federation/loginwithcode', 449, 'unknownIdentity', attributes)
  await visit('/federation?code=c0&state=partnerengineering.0')(page)
  await expect(page.locator('main button').first()).toBeVisible()
}
const failCallback = (status: number, code: string) => async (page: Page) => {
  await mockProblem(page, '**/federation/loginwithcode', status, code)
  await visit('/federation?code=c0&state=partnerengineering.0')(page)
  await expectProblem(page)
}
/** The screens after the return from a provider. */
export const federationScreens: readonly Screen[] = [
  { name: 'existing user or first time', show: returnFromProvider(identity) },
  { name: 'linking', isState: true, from: 'page', show: pressNext(0) },
  {
    name: 'linking refused',
    isState: true,
    from: 'page',
    async show(page) {
      await mockProblem(page, '**/federation/link', 401, 'invalid_grant')
      await page.locator('[name=password]').fill('not my password')
      await submitByEnter(page)
      await expectProblem(page)
    },
  },
  {
    name: 'not linked',
    isState: true,
    from: 'page',
    async show(page) {
      await mockProblem(page, '**/federation/link', 403, 'providerNotAllowed')
      await pressNext(0)(page)
    },
  },
  {
    name: 'linked',
    isState: true,
    from: 'page',
    async show(page) {
      await mockResponse(page, '**/federation/link', 200, { result: 'LINKED' })
      await pressNext(0)(page)
      await pressNext(0)(page)
      await page.locator('[name=password]').fill('my password')
      await pressNext(0)(page)
    },
  },
  {
    name: 'whose address it is',
    isState: true,
    async show(page) {
      await returnFromProvider(identity)(page)
      await pressNext(1)(page)
    },
  },
  {
    name: 'address in use',
    isState: true,
    from: 'page',
    async show(page) {
      await mockProblem(page, '**/federation/create', 409, 'conflict')
      await pressNext(0)(page)
    },
  },
  {
    name: 'address to prove',
    isState: true,
    from: 'page',
    async show(page) {
      await mockResponse(page, '**/federation/create', 200, { result: 'VERIFICATION_REQUIRED', username: linkedUser })
      await pressNext(1)(page)
      await pressNext(1)(page)
      await pressNext(0)(page)
    },
  },
  {
    name: 'address that nobody tells',
    isState: true,
    async show(page) {
      await returnFromProvider({ refreshToken: 'ticket', linkingAllowed: false })(page)
      await page.locator('[name=email]').fill('nobody')
      await submitByEnter(page)
      await expect(page.locator('[name=email]')).toHaveAttribute('aria-invalid', 'true')
    },
  },
  { name: 'no access yet', isState: true, from: 'page', show: pressNext(1) },
  {
    name: 'address proved',
    isState: true,
    async show(page) {
      await mockResponse(page, '**/federation/verify', 200, { provider: 'partnerengineering' })
      await visit('/federation?verify=c0')(page)
      await expect(page.locator('main button')).toBeVisible()
    },
  },
  {
    name: 'mailed link over',
    isState: true,
    async show(page) {
      await mockProblem(page, '**/federation/verify', 400, 'invalidCode')
      await visit('/federation?verify=c0')(page)
      await expectProblem(page)
    },
  },
  { name: 'single sign-on failed', isState: true, show: failCallback(503, 'providerUnavailable') },
  { name: 'provider that nobody knows', isState: true, show: failCallback(400, 'no provider matches') },
  {
    name: 'refused there',
    isState: true,
    async show(page) {
      await visit('/federation?error=access_denied&state=partnerengineering.0')(page)
      await expectProblem(page)
    },
  },
  { name: 'loaded again', isState: true, show: visit('/federation?provider=partnerengineering') },
]
