/// <reference lib="dom" />
import { expect } from '@playwright/test'
import { locales } from '../contract/src/settings/locales'
import { demoPassword } from '../server/demo/credentials'
import { expectAccessible, signIn, takePictures, test } from './visit'

/** Budget of the sign-in page: kilobytes of script and styles, compressed, before it can be used (issue: Speed). */
const budgetKb = 110

test('somebody without a session is led to the sign-in page and, signed in, back to where they wanted to go', async ({
  page,
}) => {
  await page.goto('/new-project')
  await expect(page).toHaveURL(/\/login\?next-url=%2Fnew-project$/)
  await expect(page.getByLabel('Email')).toBeFocused()
  await page.getByLabel('Email').fill('ola@nordbygg.example')
  await page.getByLabel('Password', { exact: true }).fill(demoPassword)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'New project' })).toBeVisible()
  await expect(page).toHaveURL(/\/new-project$/)
})

test('S13: a next-url to somewhere else is dropped', async ({ page }) => {
  await signIn(page, 'ola', `/login?next-url=${encodeURIComponent('https://evil.example/')}`)
  await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()
  await expect(page).toHaveURL(/\/$/)
})

test('what is missing is said beside its field, and nothing is sent', async ({ page }) => {
  const sent: string[] = []
  page.on('request', (request) => sent.push(request.url()))
  await page.goto('/login')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText('Enter your email address.')).toBeVisible()
  await expect(page.getByText('Enter your password.')).toBeVisible()
  await expect(page.getByLabel('Email')).toBeFocused()
  await page.getByLabel('Email').fill('ola@nordbygg')
  await page.keyboard.press('Enter')
  await expect(page.getByText('This is not a valid email address.')).toBeVisible()
  await expectAccessible(page)
  expect(sent.filter((url) => url.endsWith('/auth/v1/login'))).toEqual([])
})

test('A7: password managers know the fields, and a password can be pasted', async ({ page }) => {
  await page.goto('/login')
  const password = page.getByLabel('Password', { exact: true })
  await expect(page.getByLabel('Email')).toHaveAttribute('autocomplete', /username/)
  await expect(password).toHaveAttribute('autocomplete', 'current-password')
  await expect(password).toHaveAttribute('type', 'password')
  await page.getByLabel('Email').fill(demoPassword)
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Control+c')
  await password.focus()
  await page.keyboard.press('Control+v')
  await expect(password).toHaveValue(demoPassword)
})

test('a wrong password is told with what to try next', async ({ page }) => {
  await page.goto('/login')
  await page.getByLabel('Email').fill('nobody@nordbygg.example')
  await page.getByLabel('Password', { exact: true }).fill('not the password at all')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText('Hi, we were not able to log you in')
  await expect(page.getByLabel('Email')).toHaveValue('nobody@nordbygg.example')
  await expectAccessible(page)
})

test('a session survives a reload, and logging out ends it', async ({ page }) => {
  await signIn(page, 'ola')
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()
  await page.getByRole('button', { name: 'Account of Ola Berge' }).click()
  await page.getByRole('link', { name: 'Log out' }).click()
  await expect(page.getByRole('heading', { name: 'You are logged out' })).toBeVisible()
  await expectAccessible(page)
  // The site's root after 3 s, which is the sign-in page for somebody without a session.
  await expect(page).toHaveURL(/\/login$/)
  await page.goto('/new-project')
  await expect(page).toHaveURL(/\/login/)
})

test('a session that ended elsewhere leads back through the sign-in, once, and says so', async ({ page, context }) => {
  await signIn(page, 'ola')
  const other = await context.newPage()
  await other.goto('/logout')
  await expect(other.getByRole('heading', { name: 'You are logged out' })).toBeVisible()
  await expect(page.getByText('Your session has ended')).toBeVisible()
  await expect(page).toHaveURL(/\/login\?ended=$/)
})

test('H8: nothing of the session is kept where scripts of tomorrow could read it', async ({ page }) => {
  await signIn(page, 'ola')
  const kept = await page.evaluate(() => ({
    local: Object.keys(localStorage),
    session: Object.entries(sessionStorage).join(),
    cookies: document.cookie,
  }))
  expect(kept.local).toEqual([])
  expect(kept.session).not.toMatch(/eyJ/)
  expect(kept.cookies).toBe('')
})

test('the demo people can be chosen', async ({ page }) => {
  await page.goto('/login')
  await page.getByRole('button', { name: /Mei Zhang/ }).click()
  await expect(page.getByLabel('Email')).toHaveValue('mei@nordbygg.example')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()
})

test('the page arrives drawn, readable without any script', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, locale: 'nb-NO' })
  const page = await context.newPage()
  await page.goto(`${baseURL}/login`)
  await expect(page.getByRole('heading', { name: 'Logg inn' })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'nb')
  expect(
    await page.getByRole('button', { name: 'Logg inn' }).evaluate((button) => getComputedStyle(button).height),
  ).toBe('40px')
  await context.close()
})

test('a form sent before the code was there is not lost, and never in the address', async ({ page }) => {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/assets/login-*.js', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/login', { waitUntil: 'commit' })
  await page.getByLabel('Email').fill('ola@nordbygg.example')
  await page.getByLabel('Password', { exact: true }).fill(demoPassword)
  await page.keyboard.press('Enter')
  expect(new URL(page.url()).search).toBe('')
  release()
  await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()
})

test(`the page needs at most ${budgetKb} kB of script and styles before it can be used`, async ({ page, request }) => {
  const early: string[] = []
  page.on('request', (sent) => {
    if (['script', 'stylesheet', 'document'].includes(sent.resourceType())) early.push(sent.url())
  })
  await page.goto('/login')
  await page.waitForFunction(() => document.documentElement.dataset.ready !== undefined)
  const sizes = await Promise.all(
    [...new Set(early)].map(async (url) => {
      const answer = await request.get(url, { headers: { 'accept-encoding': 'gzip', accept: '*/*, text/html' } })
      return Number(answer.headers()['content-length'])
    }),
  )
  const kilobytes = sizes.reduce((sum, size) => sum + size, 0) / 1_000
  test.info().annotations.push({ type: 'kilobytes', description: kilobytes.toFixed(1) })
  expect(sizes.every((size) => size > 0)).toBe(true)
  expect(kilobytes).toBeLessThanOrEqual(budgetKb)
})

test('the page is looked at in both themes', async ({ page }) => {
  await page.goto('/login')
  await expect(page.getByRole('button', { name: /Mei Zhang/ })).toBeVisible()
  await expectAccessible(page)
  await takePictures(page, 'sign-in')
})

for (const locale of locales) {
  test.describe(locale, () => {
    test.use({ locale })
    test(`the page speaks ${locale} from the first byte and stays so`, async ({ page }) => {
      await page.goto('/login')
      const title = await page.title()
      const heading = await page.getByRole('heading', { level: 1 }).textContent()
      await page.waitForFunction(() => document.documentElement.dataset.ready !== undefined)
      await expect(page.locator('html')).toHaveAttribute('lang', locale)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading ?? '')
      expect(title).toBe(`${heading} · Lintel`)
      if (locale !== 'en') expect(heading).not.toBe('Sign in')
      if (locale === 'ja') await takePictures(page, 'sign-in-ja')
    })
  })
}
