/// <reference lib="dom" />
import { expect, type Page } from '@playwright/test'
import { demoPassword } from '../server/demo/credentials'
import { codeAt, stepAt } from '../server/src/identity/mfa/totp'
import { expectAccessible, expectNoOverflow, test } from './fixtures'
import { queryDatabase } from './people'

const ola = 'ola@nordbygg.example'

/** Fills in the server-rendered page and taps the button. */
async function tapSignIn(page: Page, password = demoPassword, email = ola): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** The scripts of the sign-in page. */
const pageScripts = /\/assets\/(early|login|sign-in)[^/]*\.js$/

/** Delays the page's scripts until the page is left, as on a slow connection. */
async function blockPageScripts(page: Page): Promise<void> {
  await page.route(pageScripts, async (route) => {
    if (new URL(page.url()).pathname === '/login') await route.abort()
    else await route.continue()
  })
}

test('on a slow line, somebody who taps before the script is alive arrives where they wanted to go, signed in', async ({
  page,
  server,
}) => {
  test.setTimeout(180_000)
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  const bytesPerSecond = 50_000
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 400,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  })
  const signInPages: string[] = []
  const postedByBrowser: string[] = []
  page.on('request', (request) => {
    if (!request.isNavigationRequest()) return
    if (request.url().includes('/login?')) signInPages.push(request.url())
    if (request.method() === 'POST') postedByBrowser.push(new URL(request.url()).pathname)
  })
  // The scripts arrive after the tap, however long typing takes.
  const tapped = page.waitForRequest((request) => request.isNavigationRequest() && request.method() === 'POST')
  await page.route(pageScripts, async (route) => {
    await tapped
    await route.continue().catch(() => undefined)
  })
  await page.goto('/login?next-url=%2Fuser-profile', { waitUntil: 'commit' })
  await tapSignIn(page)
  await expect(page.getByRole('heading', { level: 1, name: 'Edit profile' })).toBeVisible({ timeout: 120_000 })
  expect(signInPages).toHaveLength(1)
  // The browser submitted the form natively because the page was not hydrated yet.
  expect(postedByBrowser).toEqual(['/auth/v1/login'])
  const [session] = await queryDatabase(
    server,
    `select count(*) as open from session join app_user as person on person.id = session.user_id
     where person.email = $1 and session.ended_at is null and session.refresh_hash is not null`,
    [ola],
  )
  expect(Number(session?.open)).toBeGreaterThan(0)
})

test('without its code the form is posted by the browser, and the application goes on signed in', async ({ page }) => {
  await blockPageScripts(page)
  await page.goto('/login?next-url=%2Fuser-profile')
  const posted = page.waitForRequest((request) => request.isNavigationRequest() && request.method() === 'POST')
  await tapSignIn(page)
  expect((await posted).headers()['content-type']).toBe('application/x-www-form-urlencoded')
  await expect(page.getByRole('heading', { level: 1, name: 'Edit profile' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Edit profile' })).toBeVisible()
})

test('a wrong password is said by the page before its script, and by the script when it comes; the email stays', async ({
  page,
}) => {
  await blockPageScripts(page)
  await page.goto('/login?next-url=%2Fuser-profile')
  await tapSignIn(page, 'a wrong secret')
  await expect(page.getByRole('alert')).toHaveText(/We were not able to sign you in\./)
  await expect(page.getByLabel('Email')).toHaveValue(ola)
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('')
  expect(await page.content()).not.toContain('a wrong secret')
  expect(page.url()).not.toContain('secret')
  await expectNoOverflow(page)
  await expectAccessible(page)
  await page.unrouteAll()
  await page.reload()
  await expect(page.locator('html[data-ready]')).toBeAttached()
  await expect(page.getByText('Hi, we were not able to sign you in')).toBeVisible()
  await expect(page.locator('#sign-in-failure')).toHaveCount(0)
  await expect(page.getByLabel('Email')).toHaveValue(ola)
  expect(new URL(page.url()).searchParams.has('failed')).toBe(false)
  await tapSignIn(page)
  await expect(page.getByRole('heading', { level: 1, name: 'Edit profile' })).toBeVisible()
})

test('what is typed while the script is on its way stays, beside the words about the try before', async ({ page }) => {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/assets/login-*.js', async (route) => {
    await released
    await route.continue()
  })
  await page.goto(`/login?email=${encodeURIComponent(ola)}&failed=tooManyRequests`, { waitUntil: 'commit' })
  await expect(page.getByRole('alert')).toHaveText('Too many attempts. Wait a moment and try again.')
  await page.getByLabel('Email').fill('mei@nordbygg.example')
  await page.getByLabel('Password', { exact: true }).fill(demoPassword)
  release()
  await expect(page.locator('html[data-ready]')).toBeAttached()
  await expect(page.getByText('Too many attempts. Wait a moment and try again.')).toHaveCount(1)
  await expect(page.getByLabel('Email')).toHaveValue('mei@nordbygg.example')
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue(demoPassword)
})

test.describe('in a browser that runs no script', () => {
  test.use({ javaScriptEnabled: false, locale: 'de-DE' })

  const fillCredentials = async (page: Page, email: string, password = demoPassword) => {
    await page.getByLabel('E-Mail').fill(email)
    await page.getByLabel('Passwort', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Anmelden', exact: true }).click()
  }

  test('a password signs in, and the page after it says what the application needs; one can sign out', async ({
    page,
    context,
  }) => {
    await page.goto('/login')
    await fillCredentials(page, 'mei@nordbygg.example')
    await expect(page.getByRole('heading', { name: 'Lintel benötigt JavaScript' })).toBeVisible()
    await expect(page.getByText('Sie sind als mei@nordbygg.example angemeldet.')).toBeVisible()
    expect((await context.cookies()).find(({ name }) => name === 'lintel-refresh')).toMatchObject({
      httpOnly: true,
      sameSite: 'Lax',
    })
    await page.getByRole('button', { name: 'Abmelden' }).click()
    await expect(page.getByRole('heading', { name: 'Anmelden' })).toBeVisible()
    expect((await context.cookies()).find(({ name }) => name === 'lintel-refresh')).toBeUndefined()
  })

  test('a wrong password and a missing one are said in the reader’s language', async ({ page }) => {
    await page.goto('/login')
    await fillCredentials(page, 'mei@nordbygg.example', 'a wrong secret')
    await expect(page.getByRole('alert')).toHaveText(
      'Wir konnten Sie nicht anmelden. Prüfen Sie Ihre E-Mail-Adresse und Ihr Passwort.',
    )
    await expect(page.getByLabel('E-Mail')).toHaveValue('mei@nordbygg.example')
    await fillCredentials(page, 'mei@nordbygg.example', '')
    await expect(page.getByRole('alert')).toHaveText('Geben Sie Ihre E-Mail-Adresse und Ihr Passwort ein.')
  })

  test('a second factor is asked for on a page of its own, until the code is right', async ({ page, request }) => {
    const email = 'staff@lintel.example'
    const { codeSecret } = await (await request.get('/demo-people.json')).json()
    await page.goto('/login')
    await fillCredentials(page, email)
    await expect(page.getByRole('heading', { name: 'Bestätigung in zwei Schritten' })).toBeVisible()
    expect(new URL(page.url()).search).toBe('')
    const code = (at: number) => codeAt(codeSecret, stepAt(at))
    await page
      .getByLabel('Bestätigungscode')
      .fill(String((Number(code(Date.now())) + 333_333) % 1_000_000).padStart(6, '0'))
    await page.getByRole('button', { name: 'Anmelden' }).click()
    await expect(page.getByRole('alert')).toContainText('Dieser Code ist nicht gültig.')
    await page.getByLabel('Bestätigungscode').fill(code(Date.now()))
    await page.getByRole('button', { name: 'Anmelden' }).click()
    await expect(page.getByText(`Sie sind als ${email} angemeldet.`)).toBeVisible()
  })
})
