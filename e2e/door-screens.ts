/// <reference lib="dom" />
import { expect, type Page } from '@playwright/test'
import { configured } from './people'
import { answers, refuses, type Screen, submit, told, visit } from './screen'

const somebody = 'ola@nordbygg.example'
const login = '**/auth/v1/login'

/** The sign-in page, with all that it learns after it is drawn. */
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
  await page.keyboard.press('Enter')
}

/** The sign-in page: what it offers, what it answers, and what it says to whoever comes by a special address. */
const signInScreens: readonly Screen[] = [
  { name: 'sign-in', show: signIn() },
  {
    name: 'keeping me logged in explained',
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
      await refuses(page, login, 401, 'invalid_grant')
      await type(page, somebody, 'not my password')
      await expect(page.getByRole('alert').locator('li')).toHaveCount(3)
    },
  },
  {
    name: 'no connection',
    isState: true,
    from: 'page',
    async show(page) {
      await page.unroute(login)
      await page.route(login, (route) => route.abort())
      await page.keyboard.press('Enter')
      await expect(page.getByRole('alert').locator('li')).toHaveCount(0)
      await told(page)
    },
  },
  {
    name: 'company id that nobody has',
    isState: true,
    from: 'page',
    async show(page) {
      await refuses(page, '**/federation/company', 404, 'invalidCompanyId')
      await page.locator('[name=companyId]').fill('nobody')
      await page.keyboard.press('Enter')
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
      await refuses(page, login, 401, 'invalid_grant')
      await signIn(`/login?email=${somebody}&tmppass=over`, 'main a[href^="/reset-password"] >> nth=1')(page)
    },
  },
  { name: 'asked for by name', isState: true, show: signIn(`/login?email=${somebody}`) },
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
      await configured(page, { environment: 'onpremise', isSmtpEnabled: false })
      await signIn()(page)
    },
  },
  {
    name: 'guest link over',
    isState: true,
    async show(page) {
      await refuses(page, '**/guest-login/**', 401, 'invalid_grant')
      await signIn('/guest?id=0123456789')(page)
      await told(page)
    },
  },
  {
    name: 'guest link without a network',
    isState: true,
    async show(page) {
      await page.route('**/guest-login/**', (route) => route.abort())
      await signIn('/guest?id=0123456789')(page)
      await told(page)
    },
  },
]

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
/** Presses a way on, by its place among them. */
const press = (at: number) => async (page: Page) => {
  const heading = page.getByRole('heading', { level: 1 })
  const before = (await heading.textContent()) ?? ''
  await page.locator('main button:not([aria-label])').nth(at).click()
  await expect(heading).not.toHaveText(before)
}

/** The way back from a provider. */
const federationScreens: readonly Screen[] = [
  { name: 'existing user or first time', show: returning(identity) },
  { name: 'linking', isState: true, from: 'page', show: press(0) },
  {
    name: 'linking refused',
    isState: true,
    from: 'page',
    async show(page) {
      await refuses(page, '**/federation/link', 401, 'invalid_grant')
      await page.locator('[name=password]').fill('not my password')
      await page.keyboard.press('Enter')
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
      await press(0)(page)
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
      await page.keyboard.press('Enter')
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

const confirm = '**/change-password/confirm'
/** Fills both fields of a new password and sends them. */
async function change(page: Page, first: string) {
  await page.locator(`[name=${first}]`).fill('ABCDE-FGHJK')
  await page.locator('[name=newPassword]').fill('eleven cranes over the harbour')
  await page.keyboard.press('Enter')
}

/** A new password without the old one, or in place of one that is no longer accepted. */
const passwordScreens: readonly Screen[] = [
  { name: 'reset', show: visit(`/reset-password?email=${somebody}`) },
  {
    name: 'reset without an address',
    from: 'page',
    isState: true,
    async show(page) {
      await page.locator('[name=username]').fill('')
      await submit(page)
      await expect(page.locator('[name=username]')).toHaveAttribute('aria-invalid', 'true')
    },
  },
  { name: 'code from the mail', from: 'within', show: visit(`/reset-password?email=${somebody}&username=${somebody}`) },
  {
    name: 'password too short',
    isState: true,
    from: 'page',
    async show(page) {
      await page.locator('[name=newPassword]').fill('eleven')
      await submit(page)
      await expect(page.locator('[name=code]')).toHaveAttribute('aria-invalid', 'true')
    },
  },
  {
    name: 'wrong code',
    isState: true,
    from: 'page',
    async show(page) {
      await refuses(page, confirm, 400, 'invalidCode')
      await change(page, 'code')
      await expect(page.locator('[name=code]')).toBeFocused()
    },
  },
  {
    name: 'password rejected',
    isState: true,
    from: 'page',
    async show(page) {
      await refuses(page, confirm, 422, 'passwordRejected', { meta: { rules: ['context'] } })
      await change(page, 'code')
      await expect(page.locator('[name=newPassword]')).toHaveAttribute('aria-invalid', 'true')
    },
  },
  {
    name: 'password set',
    isState: true,
    from: 'page',
    async show(page) {
      await answers(page, confirm, 200)
      await submit(page)
      await expect(page.locator('form')).toHaveCount(0)
    },
  },
  { name: 'password no longer accepted', from: 'within', show: visit(`/invalid-existing-password?email=${somebody}`) },
  {
    name: 'old password wrong',
    isState: true,
    from: 'page',
    async show(page) {
      await refuses(page, '**/change-password/for-invalid', 401, 'invalid_grant')
      await change(page, 'oldPassword')
      await told(page)
    },
  },
  {
    name: 'password reset sent',
    isState: true,
    from: 'page',
    async show(page) {
      await answers(page, '**/change-password/for-invalid', 200, {})
      await submit(page)
      await expect(page.locator('form')).toHaveCount(0)
    },
  },
  { name: 'password changed', from: 'within', show: visit(`/password-changed?email=${somebody}&success=true`) },
  {
    name: 'link expired',
    isState: true,
    from: 'within',
    show: visit(`/password-changed?email=${somebody}&message=access+expired`),
  },
  {
    name: 'link used',
    from: 'within',
    isState: true,
    show: visit(`/password-changed?email=${somebody}&message=this+url+can+be+used+only+once`),
  },
  { name: 'password not changed', from: 'within', isState: true, show: visit('/password-changed?message=anything') },
  {
    name: 'reset without mail',
    isState: true,
    async show(page) {
      await configured(page, { isSmtpEnabled: false })
      await visit('/reset-password')(page)
    },
  },
]

const verify = '**/auth/v1/mfa/verify'
/** Types a code and sends it. */
async function give(page: Page, code: string) {
  await page.locator('[name=code]').fill(code)
  await page.keyboard.press('Enter')
}

/** The second step of signing in, and the end of a session. */
const challengeScreens: readonly Screen[] = [
  { name: 'challenge', show: visit(`/mfa-challenge?username=${somebody}&sessiondata=c0`) },
  {
    name: 'code not valid',
    isState: true,
    from: 'page',
    async show(page) {
      await refuses(page, verify, 400, 'invalidCode')
      await give(page, '000000')
      await expect(page.locator('[name=code]')).toHaveAttribute('aria-invalid', 'true')
    },
  },
  { name: 'recovery code', from: 'page', show: press(2) },
  {
    name: 'attempt over',
    isState: true,
    from: 'page',
    async show(page) {
      await refuses(page, verify, 401, 'invalidSession')
      await give(page, '000000')
      await expect(page.locator('[name=code]')).toHaveCount(0)
    },
  },
  {
    name: 'logged out',
    async show(page) {
      // An answer without content leaves the farewell on the screen.
      await page.route(
        ({ pathname }) => pathname === '/',
        (route) => route.fulfill({ status: 204 }),
      )
      await visit('/logout')(page)
    },
  },
]

/** Every screen in front of the sign-in, in its states. */
export const doorScreens: readonly Screen[] = [
  ...signInScreens,
  ...federationScreens,
  ...passwordScreens,
  ...challengeScreens,
]
