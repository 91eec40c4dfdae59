/// <reference lib="dom" />
import { expect, type Page } from '@playwright/test'
import { answers, press, refuses, type Screen, told, visit } from './screen'
import { sendByEnter } from './visit'

const somebody = 'ola@nordbygg.example'

const identity = { refreshToken: 'ticket', proposedUsername: 'leila@partner.example', linkingAllowed: true }
/** Back from the demo's provider, with an identity that nobody has yet. */
const returning = (given: object) => async (page: Page) => {
  await refuses(page, '**/federation/loginwithcode', 449, 'unknownIdentity', given)
  await visit('/federation?code=c0&state=partnerengineering.0')(page)
  await expect(page.locator('main button').first()).toBeVisible()
}
const failing = (status: number, code: string) => async (page: Page) => {
  await refuses(page, '**/federation/loginwithcode', status, code)
  await visit('/federation?code=c0&state=partnerengineering.0')(page)
  await told(page)
}
/** The way back from a provider. */
export const federationScreens: readonly Screen[] = [
  { name: 'existing user or first time', show: returning(identity) },
  { name: 'linking', isState: true, from: 'page', show: press(0) },
  {
    name: 'linking refused',
    isState: true,
    from: 'page',
    async show(page) {
      await refuses(page, '**/federation/link', 401, 'invalid_grant')
      await page.locator('[name=password]').fill('not my password')
      await sendByEnter(page)
      await told(page)
    },
  },
  {
    name: 'not linked',
    isState: true,
    from: 'page',
    async show(page) {
      await refuses(page, '**/federation/link', 403, 'providerNotAllowed')
      await press(0)(page)
    },
  },
  {
    name: 'linked',
    isState: true,
    from: 'page',
    async show(page) {
      await answers(page, '**/federation/link', 200, { result: 'LINKED' })
      await press(0)(page)
      await press(0)(page)
      await page.locator('[name=password]').fill('my password')
      await press(0)(page)
    },
  },
  {
    name: 'whose address it is',
    isState: true,
    async show(page) {
      await returning(identity)(page)
      await press(1)(page)
    },
  },
  {
    name: 'address in use',
    isState: true,
    from: 'page',
    async show(page) {
      await refuses(page, '**/federation/create', 409, 'conflict')
      await press(0)(page)
    },
  },
  {
    name: 'address to prove',
    isState: true,
    from: 'page',
    async show(page) {
      await answers(page, '**/federation/create', 200, { result: 'VERIFICATION_REQUIRED', username: somebody })
      await press(1)(page)
      await press(1)(page)
      await press(0)(page)
    },
  },
  {
    name: 'address that nobody tells',
    isState: true,
    async show(page) {
      await returning({ refreshToken: 'ticket', linkingAllowed: false })(page)
      await page.locator('[name=email]').fill('nobody')
      await sendByEnter(page)
      await expect(page.locator('[name=email]')).toHaveAttribute('aria-invalid', 'true')
    },
  },
  { name: 'no access yet', isState: true, from: 'page', show: press(1) },
  {
    name: 'address proved',
    isState: true,
    async show(page) {
      await answers(page, '**/federation/verify', 200, { provider: 'partnerengineering' })
      await visit('/federation?verify=c0')(page)
      await expect(page.locator('main button')).toBeVisible()
    },
  },
  {
    name: 'mailed link over',
    isState: true,
    async show(page) {
      await refuses(page, '**/federation/verify', 400, 'invalidCode')
      await visit('/federation?verify=c0')(page)
      await told(page)
    },
  },
  { name: 'single sign-on failed', isState: true, show: failing(503, 'providerUnavailable') },
  { name: 'provider that nobody knows', isState: true, show: failing(400, 'no provider matches') },
  {
    name: 'refused there',
    isState: true,
    async show(page) {
      await visit('/federation?error=access_denied&state=partnerengineering.0')(page)
      await told(page)
    },
  },
  { name: 'loaded again', isState: true, show: visit('/federation?provider=partnerengineering') },
]
