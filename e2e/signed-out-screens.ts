/// <reference lib="dom" />
import { expect, type Page } from '@playwright/test'
import { federationScreens } from './federation-screens'
import { submitByEnter } from './fixtures'
import { passwordScreens } from './password-screens'
import { overrideInstallation } from './people'
import { expectProblem, mockProblem, pressNext, type Screen, submit, visit } from './screen'

const demoUser = 'ola@nordbygg.example'
const login = '**/auth/v1/login'

/** Opens the sign-in page and waits for everything that it loads after the first render. */
const signIn =
  (address = '/login', learned = '#demo-people') =>
  async (page: Page) => {
    await page.goto(address)
    await page.waitForFunction(() => document.documentElement.dataset.ready !== undefined)
    await expect(page.locator(learned)).toBeVisible()
  }

async function type(page: Page, username: string, password: string) {
  await page.locator('[name=username]').fill(username)
  await page.locator('[name=password]').fill(password)
  await submitByEnter(page)
}

/** The sign-in page: its options, its responses, and its messages at special addresses. */
const signInScreens: readonly Screen[] = [
  { name: 'sign-in', show: signIn() },
  {
    name: 'keeping me signed in explained',
    isState: true,
    from: 'page',
    async show(page) {
      await page.locator('button[aria-describedby]:has(+ [role=tooltip])').focus()
      await expect(page.getByRole('tooltip')).toBeVisible()
    },
  },
  {
    name: 'nothing typed',
    isState: true,
    from: 'page',
    async show(page) {
      await submit(page)
      await expect(page.locator('[aria-invalid=true]')).toHaveCount(2)
    },
  },
  {
    name: 'not let in',
    from: 'page',
    async show(page) {
      await mockProblem(page, login, 401, 'invalid_grant')
      await type(page, demoUser, 'not my password')
      await expect(page.getByRole('alert').locator('li')).toHaveCount(3)
    },
  },
  {
    name: 'no connection',
    isState: true,
    from: 'page',
    async show(page) {
      await page.route(login, (route) => route.abort())
      await submitByEnter(page)
      await expect(page.getByRole('alert').locator('li')).toHaveCount(0)
      await expectProblem(page)
    },
  },
  {
    name: 'company id that nobody has',
    isState: true,
    from: 'page',
    async show(page) {
      await mockProblem(page, '**/federation/company', 404, 'invalidCompanyId')
      await page.locator('[name=companyId]').fill('nobody')
      await submitByEnter(page)
      await expect(page.locator('[name=companyId]')).toHaveAttribute('aria-invalid', 'true')
      await page.locator('button[aria-expanded]').click()
    },
  },
  {
    name: 'help',
    isState: true,
    from: 'page',
    async show(page) {
      await page.locator('footer button').click()
      await expect(page.getByRole('dialog')).toBeVisible()
    },
  },
  {
    name: 'address of a provider',
    isState: true,
    async show(page) {
      await signIn()(page)
      await page.locator('[name=username]').fill('nils.vik@stalbygg.example')
      await expect(page.locator('[data-folded] + *, [data-folded]').first()).toBeAttached()
      await expect(page.locator('form [type=submit]').first()).toHaveCSS('background-color', 'rgb(122, 62, 0)')
    },
  },
  { name: 'session over', isState: true, show: signIn('/login?ended=') },
  {
    name: 'invited',
    isState: true,
    async show(page) {
      await mockProblem(page, login, 401, 'invalid_grant')
      await signIn(`/login?email=${demoUser}&tmppass=over`, 'main a[href^="/reset-password"] >> nth=1')(page)
    },
  },
  { name: 'asked for by name', isState: true, show: signIn(`/login?email=${demoUser}`) },
  { name: 'project wanted', isState: true, show: signIn('/login?next-url=%2Fnew-project') },
  {
    name: 'parts that cannot be fetched',
    isState: true,
    async show(page) {
      await page.route(/\/assets\/(single-sign-on|demo-people)-.*\.js$/, (route) => route.abort())
      await page.goto('/login')
      await expect(page.getByRole('alert')).toHaveCount(2)
    },
  },
  {
    name: 'on-premise, without mail',
    isState: true,
    async show(page) {
      await overrideInstallation(page, { environment: 'onpremise', isSmtpEnabled: false, outbox: undefined })
      await signIn()(page)
    },
  },
  {
    name: 'guest link over',
    isState: true,
    async show(page) {
      await mockProblem(page, '**/guest-login/**', 401, 'invalid_grant')
      await signIn('/guest?id=0123456789')(page)
      await expectProblem(page)
    },
  },
  {
    name: 'guest link without a network',
    isState: true,
    async show(page) {
      await page.route('**/guest-login/**', (route) => route.abort())
      await signIn('/guest?id=0123456789')(page)
      await expectProblem(page)
    },
  },
]

const verify = '**/auth/v1/mfa/verify'
/** Submits a code. */
async function submitCode(page: Page, code: string) {
  await page.locator('[name=code]').fill(code)
  await submitByEnter(page)
}

/** The second step of the sign-in, and the end of a session. */
const challengeScreens: readonly Screen[] = [
  { name: 'challenge', show: visit(`/mfa-challenge?username=${demoUser}&sessiondata=c0`) },
  {
    name: 'code not valid',
    isState: true,
    from: 'page',
    async show(page) {
      await mockProblem(page, verify, 400, 'invalidCode')
      await submitCode(page, '000000')
      await expect(page.locator('[name=code]')).toHaveAttribute('aria-invalid', 'true')
    },
  },
  { name: 'recovery code', from: 'page', show: pressNext(2) },
  {
    name: 'attempt over',
    isState: true,
    from: 'page',
    async show(page) {
      await mockProblem(page, verify, 401, 'invalidSession')
      await submitCode(page, '000000')
      await expect(page.locator('[name=code]')).toHaveCount(0)
    },
  },
  {
    name: 'signed out',
    async show(page) {
      // A response without content keeps the signed-out page on the screen.
      await page.route(
        ({ pathname }) => pathname === '/',
        (route) => route.fulfill({ status: 204 }),
      )
      await visit('/logout')(page)
    },
  },
]

/** Every screen that is reachable without a session, in its states. */
export const signedOutScreens: readonly Screen[] = [
  ...signInScreens,
  ...federationScreens,
  ...passwordScreens,
  ...challengeScreens,
]
