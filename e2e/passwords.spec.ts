/// <reference lib="dom" />
import { type APIRequestContext, expect, type Page, type Route } from '@playwright/test'
import { demoPassword } from '../server/demo/credentials'
import { type ConfiguredProduct, test } from './configured-product'
import { recordReferers, submitByEnter, takeScreenshots, test as testWithoutMail } from './fixtures'
import {
  cloneUser,
  expectUsableOnEveryWidth,
  overrideInstallation,
  postAsWebClient,
  signInWithPassword,
  tabThrough,
  typeCredentials,
} from './people'

/** Fills in a field, submits the form and expects a message. */
async function submitField(page: Page, field: string, text: string, expected: string): Promise<void> {
  await page.getByLabel(field).fill(text)
  await submitByEnter(page)
  await expect(page.getByText(expected)).toBeVisible()
}

/** The status of the answer to a sign-in, which leaves the session of the page alone. */
const signInStatus = async (request: APIRequestContext, username: string, password: string) =>
  (await postAsWebClient(request, '/auth/v1/login', { username, password })).status()

/** Waits for a mail with a link whose path starts with `path`, other than `previous`, and returns the most recent one. */
async function waitForMailedLink(
  { linksTo }: ConfiguredProduct,
  email: string,
  path: string,
  previous?: URL,
): Promise<URL> {
  let match: URL | undefined
  await expect
    .poll(
      async () => {
        match = (await linksTo(email)).find(
          ({ pathname, href }) => pathname.startsWith(path) && href !== previous?.href,
        )
        return match !== undefined
      },
      { timeout: 60_000 },
    )
    .toBe(true)
  if (!match) throw new Error(`No mail to ${email} leads to ${path}`)
  return match
}

test('a wrong password leads to a reset by a mailed code, and the new password lets one in', async ({
  page,
  product,
}) => {
  const email = await cloneUser(product, 'lena@nordbygg.example')
  const chosen = 'eleven cranes over the harbour'
  await typeCredentials(page, email, 'not my password at all')
  await page.getByRole('alert').getByRole('link', { name: 'reset it', exact: true }).click()

  await expect(page).toHaveURL(/\/reset-password\?email=lena/)
  await expect(page.getByRole('heading', { name: 'Reset your password' })).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await expectUsableOnEveryWidth(page)
  await takeScreenshots(page, 'reset-password')
  await page.getByLabel('Email').press('Enter')

  const code = page.getByLabel('Code from the email')
  const password = page.getByLabel('New password')
  await expect(code).toBeFocused()
  await expect(code).toHaveAttribute('autocomplete', 'one-time-code')
  await expect(password).toHaveAttribute('autocomplete', 'new-password')
  await expect(page.getByText('At least 15 characters.')).toBeVisible()
  await code.fill('ABCDE-FGHJK')
  await password.fill('eleven cranes')
  await expect(page.getByText('Still missing: 2 characters')).toBeVisible()
  await password.fill(chosen)
  await expect(page.getByText('The rules are met')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByText('This code is wrong, used or too old.')).toBeVisible()
  await expect(code).toBeFocused()
  await expectUsableOnEveryWidth(page)

  // The link in the mail carries a secret instead of the code and removes it from the address.
  const link = await waitForMailedLink(product, email, '/reset-password')
  expect(link.searchParams.get('username')).toBe(email)
  const requested: string[] = []
  const referers = await recordReferers(page)
  page.on('request', (request) => {
    const isLinkNavigation = request.isNavigationRequest() && request.url() === link.href
    if (!isLinkNavigation) requested.push(request.url())
  })
  await page.goto(link.href)
  await expect(page).not.toHaveURL(/code=/)
  await expect(page.getByLabel('New password')).toBeFocused()
  await expect(page.getByLabel('Code from the email')).toHaveCount(0)

  // Only the server can reject these: a commonly guessed password, and one that contains the name. Neither consumes the code.
  await submitField(page, 'New password', 'passwordpassword', 'This password is on the list of common passwords.')
  await submitField(
    page,
    'New password',
    'all of nordbygg together',
    'This password contains your name, your company, a project or ours.',
  )
  await expectUsableOnEveryWidth(page)
  await takeScreenshots(page, 'reset-password-code')
  await page.getByLabel('New password').fill(chosen)
  await submitByEnter(page)

  await expect(page.getByRole('heading', { name: 'Your password has been changed' })).toBeVisible()
  await expectUsableOnEveryWidth(page)
  const secret = link.searchParams.get('code') ?? ''
  expect([...requested, ...referers].filter((address) => address.includes(secret))).toEqual([])
  await page.getByRole('link', { name: 'Sign in', exact: true }).click()
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await page.getByLabel('Password', { exact: true }).fill(chosen)
  await submitByEnter(page)
  await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()
})

test('a link of a reset that is good no more gives way to a code that is typed', async ({ page }) => {
  await page.goto(`/reset-password?username=ola@nordbygg.example&code=${'a'.repeat(43)}`)
  await expect(page.getByText('You came by the link of your email')).toBeVisible()
  await page.getByLabel('New password').fill('eleven cranes over the harbour')
  await submitByEnter(page)
  const code = page.getByLabel('Code from the email')
  await expect(code).toBeFocused()
  await expect(code).toHaveValue('')
  await expect(page.getByText('This code is wrong, used or too old.')).toBeVisible()
  await expect(page.getByText('a code is on its way there')).toHaveCount(0)
  await page.getByRole('button', { name: 'Send a new code', exact: true }).click()
  await expect(page.getByText('a code is on its way there')).toBeVisible()
  await expect(code).not.toHaveAttribute('aria-invalid', 'true')
})

test('the way through a reset and back keeps where one wanted to go', async ({ page }) => {
  await page.goto('/login?next-url=%2Fnew-project')
  await page.getByLabel('Email').fill('ola@nordbygg.example')
  await page.getByRole('link', { name: 'Forgot password?', exact: true }).click()
  await expect(page.getByLabel('Email')).toHaveValue('ola@nordbygg.example')
  await page.reload()
  await page.getByRole('link', { name: 'Cancel', exact: true }).click()
  await page.getByLabel('Password', { exact: true }).fill(demoPassword)
  await submitByEnter(page)
  await expect(page).toHaveURL(/\/new-project$/)
})

test('B7: whoever asks for a code reads the same, known here or not', async ({ page }) => {
  await page.goto('/reset-password')
  await page.getByRole('button', { name: 'Send the code' }).click()
  await expect(page.getByText('Please fill this in.')).toBeVisible()
  await submitField(page, 'Email', 'nobody@nordbygg', 'This is not a valid email address.')
  await submitField(page, 'Email', 'nobody@nordbygg.example', 'If nobody@nordbygg.example is registered here')
  await page.reload()
  await expect(page.getByLabel('Code from the email')).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Reset your password' })).toBeVisible()
  await page.getByRole('link', { name: 'Cancel', exact: true }).click()
  await expect(page).toHaveURL(/\/login/)
})

test('a reset that the server fails is told where it failed: at the request, or at the password', async ({ page }) => {
  const failing = (route: Route) => route.fulfill({ status: 500, json: { errors: [] } })
  const expectedText = 'Something went wrong on our side.'
  await page.route('**/change-password/request', failing)
  await overrideInstallation(page, { domainSuffix: '@nordbygg.example' })
  await page.goto('/reset-password')
  await submitField(page, 'Email', 'nobody', expectedText)
  await expect(page.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true')
  await expectUsableOnEveryWidth(page)

  // With a default domain the local part of the username is sufficient.
  await page.unroute('**/change-password/request')
  const [requested] = await Promise.all([
    page.waitForRequest('**/change-password/request'),
    submitField(page, 'Email', 'nobody', 'If nobody'),
  ])
  expect(requested.postDataJSON()).toEqual({ username: 'nobody' })

  await page.route('**/change-password/confirm', failing)
  await page.getByLabel('Code from the email').fill('ABCDE-FGHJK')
  await submitField(page, 'New password', 'eleven cranes over the harbour', expectedText)
  await expect(page.getByLabel('New password')).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByLabel('Code from the email')).not.toHaveAttribute('aria-invalid', 'true')
})

test('where no mail is sent, no screen offers a way that needs one', async ({ page, product }) => {
  const email = await cloneUser(product, 'odd@nordbygg.example')
  await overrideInstallation(page, { isSmtpEnabled: false, outbox: undefined })
  await page.goto(`/reset-password?email=${encodeURIComponent(email)}`)
  await expect(page.getByText('No email is sent here, so a password cannot be reset by email.')).toBeVisible()
  await expectUsableOnEveryWidth(page)
  await page.getByRole('link', { name: 'Back to sign in' }).click()
  await expect(page.getByLabel('Email')).toHaveValue(email)
  const mailLinks = page.getByRole('link', { name: /forgot|reset/i })

  await page.goto(`/invalid-existing-password?email=${encodeURIComponent(email)}`)
  await page.getByLabel('Old password').fill('something else entirely')
  await submitField(page, 'New password', 'a bridge made of paper boats', 'We were not able to sign you in.')
  await expect(mailLinks).toHaveCount(0)
  await page.getByRole('link', { name: 'Cancel', exact: true }).click()
  await expect(page).toHaveURL(/\/login/)

  await page.goto('/password-changed?email=a%40b.example&success=false&message=access+expired')
  await expect(page.getByRole('heading', { name: 'The link has expired' })).toBeVisible()
  await expect(mailLinks).toHaveCount(0)

  await signInWithPassword(page, await cloneUser(product, 'jonas@nordbygg.example'))
  await page.goto('/change-password')
  await expect(page.getByLabel('Current password')).toBeVisible()
  await expect(mailLinks).toHaveCount(0)
})

// The product as it starts without a mail server shows its mail in an outbox.
testWithoutMail(
  'where no mail is sent a password that is no longer accepted is replaced at once, also where an outbox shows mail',
  async ({ page, request, server }) => {
    const email = await cloneUser(server, 'odd@nordbygg.example')
    const chosen = 'a bridge made of paper boats'
    await typeCredentials(page, email, demoPassword, '/login?next-url=%2Fnew-project')
    await expect(page).toHaveURL(/\/invalid-existing-password\?email=odd.*&next-url=%2Fnew-project$/)
    await page.getByLabel('Old password').fill(demoPassword)
    await page.getByLabel('New password').fill('short')
    await submitByEnter(page)
    await expect(page.getByRole('link', { name: 'reset it by email' })).toBeVisible()
    await page.getByLabel('New password').fill(chosen)
    await submitByEnter(page)
    await expect(page.getByRole('heading', { name: 'Your password has been changed' })).toBeVisible()
    expect(await signInStatus(request, email, demoPassword)).toBe(401)
    expect(await signInStatus(request, email, chosen)).toBe(200)
  },
)

test('a password that is no longer accepted is replaced, and holds when the mail is confirmed', async ({
  page,
  product,
}) => {
  const email = await cloneUser(product, 'odd@nordbygg.example')
  const chosen = 'a bridge made of paper boats'
  await typeCredentials(page, email)
  await expect(page).toHaveURL(/\/invalid-existing-password\?email=odd/)
  await page.getByRole('button', { name: 'Set the password', exact: true }).click()
  await expect(page.getByText('Please fill this in.')).toHaveCount(2)
  await page.getByLabel('Old password').fill('something else entirely')
  await page.getByLabel('New password').fill(chosen)
  await submitByEnter(page)
  await expect(page.getByRole('alert')).toContainText('We were not able to sign you in.')
  await expect(page.getByRole('link', { name: 'reset it by email' })).toHaveAttribute(
    'href',
    `/reset-password?email=${encodeURIComponent(email)}`,
  )
  await expectUsableOnEveryWidth(page)
  await takeScreenshots(page, 'invalid-existing-password')
  await page.getByLabel('Old password').fill(demoPassword)
  await page.getByLabel('New password').press('Enter')
  await expect(page.getByRole('heading', { name: 'Password reset sent' })).toBeVisible()
  await expectUsableOnEveryWidth(page)

  const link = await waitForMailedLink(product, email, '/auth/v1/change-password/link/')
  await page.goto(link.href)
  await page.getByRole('button').first().click()
  await expect(page).toHaveURL(/\/password-changed\?/)
  await expect(page.getByRole('heading', { name: 'Your password has been changed' })).toBeVisible()
  await expectUsableOnEveryWidth(page)

  // The same link again: already used.
  await page.goto(link.href)
  await expect(page.getByRole('heading', { name: 'The link has already been used' })).toBeVisible()
  await expectUsableOnEveryWidth(page)
  await takeScreenshots(page, 'password-link-used')
  await page.getByRole('link', { name: 'OK', exact: true }).click()
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await page.getByLabel('Password', { exact: true }).fill(chosen)
  await submitByEnter(page)
  await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()
})

test('every message of a mailed link has its words', async ({ page }) => {
  const expectedText = {
    'access expired': 'The link has expired',
    'this url can be used only once': 'The link has already been used',
    'something new': 'The password could not be changed',
  }
  for (const [message, heading] of Object.entries(expectedText)) {
    const query = new URLSearchParams({ email: 'ola@nordbygg.example', success: 'false', message })
    await page.goto(`/password-changed?${query}`)
    await expect(page.getByRole('heading', { name: heading })).toBeVisible()
    await expect(page.getByText('ola@nordbygg.example')).toBeVisible()
    await expect(page.getByRole('link', { name: 'OK', exact: true })).toHaveAttribute(
      'href',
      '/login?email=ola%40nordbygg.example',
    )
    await expectUsableOnEveryWidth(page)
  }
})

test('A6, D6: changing the password takes the current one, and signs everybody else out', async ({
  page,
  browser,
  product,
}) => {
  const email = await cloneUser(product, 'jonas@nordbygg.example')
  const chosen = 'concrete dries while we sleep'
  const context = await browser.newContext({ locale: 'en-GB', baseURL: product.url })
  const otherPage = await context.newPage()
  await signInWithPassword(otherPage, email)
  await signInWithPassword(page, email)

  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('link', { name: 'Change password' }).click()
  await expect(page.getByLabel('Current password')).toBeFocused()
  await expect(page.getByLabel('Current password')).toHaveAttribute('autocomplete', 'current-password')
  await page.keyboard.type('not the current one')
  await page.getByLabel('New password').fill(demoPassword)
  await submitByEnter(page)
  await expect(page.getByText('This is not your current password.')).toBeVisible()
  await page.getByLabel('Current password').fill(demoPassword)
  await page.getByLabel('New password').press('Enter')
  await expect(page.getByText('This is the password you already have.')).toBeVisible()
  await expectUsableOnEveryWidth(page)
  await takeScreenshots(page, 'change-password')
  await page.getByLabel('New password').fill(chosen)
  await submitByEnter(page)
  await expect(page.getByText('Your password has been changed. You are signed out everywhere else.')).toBeVisible()
  // The user stays on the section, and the form is cleared.
  await expect(page).toHaveURL(/\/change-password$/)
  await expect(page.getByLabel('Current password')).toHaveValue('')
  await expect(page.getByLabel('New password')).toHaveValue('')

  await otherPage.goto('/new-project')
  await expect(otherPage).toHaveURL(/\/login/)
  await context.close()
})

test('whoever must set a password does so before anything else', async ({ page, product, request }) => {
  const email = await cloneUser(product, 'nina@nordbygg.example')
  const chosen = 'seventeen green wheelbarrows'
  await typeCredentials(page, email)
  await expect(page.getByRole('heading', { name: 'Welcome. Set your password' })).toBeVisible()
  await expect(page).toHaveURL(/\/user-profile/)
  await page.goto('/sessions')
  await expect(page.getByRole('heading', { name: 'Welcome. Set your password' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Open project' })).toHaveCount(0)
  await expectUsableOnEveryWidth(page)
  await takeScreenshots(page, 'set-password')
  await page.getByLabel('New password').fill('short')
  await submitByEnter(page)
  await expect(page.getByText('Still missing: 10 characters')).toBeVisible()
  await page.getByLabel('New password').fill(chosen)
  await submitByEnter(page)
  await expect(page.getByRole('heading', { name: 'Create your profile' })).toBeVisible()
  expect(await signInStatus(request, email, chosen)).toBe(200)
})

test('the keyboard alone walks through a reset', async ({ page }) => {
  await page.goto('/reset-password?email=ola@nordbygg.example')
  await expect(page.getByLabel('Email')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Send the code' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Cancel', exact: true })).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Code from the email')).toBeFocused()
  await tabThrough(page, 'New password', 'Show password', 'Set the password', 'Send a new code', 'Back to sign in')
})
