/// <reference lib="dom" />
import { type Browser, expect, type Page } from '@playwright/test'
import { demoPassword } from '../server/demo/credentials'
import { test } from './configured-product'
import { submitByEnter, takeScreenshots } from './fixtures'
import { cloneUser, expectUsableOnEveryWidth, expireProofs, signInWithPassword, tabThrough } from './people'
import { patchResponse } from './screen'

/** Signs the user in from another browser. */
async function signInFrom(browser: Browser, url: string, email: string, userAgent: string): Promise<Page> {
  const context = await browser.newContext({ locale: 'en-GB', baseURL: url, userAgent })
  const page = await context.newPage()
  await signInWithPassword(page, email)
  return page
}

const safariOnPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'
const chromeOnWindows =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36'

test('D9: one sees where one is signed in, and signs out there', async ({ page, browser, product }) => {
  const email = await cloneUser(product, 'liam@survey.example')
  await signInWithPassword(page, email)
  const phonePage = await signInFrom(browser, product.url, email, safariOnPhone)
  const workPage = await signInFrom(browser, product.url, email, chromeOnWindows)

  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('link', { name: 'Where you are signed in' }).click()
  const places = page.locator('#content').getByRole('listitem')
  await expect(places).toHaveCount(3)
  await expect(places.filter({ hasText: 'This device' })).toHaveCount(1)
  const there = places.filter({ hasText: 'Safari on iOS' })
  await expect(there).toContainText('Password')
  await expect(there).toContainText('127.0.0.1')
  await expect(there).toContainText('Active now')
  await expectUsableOnEveryWidth(page)
  await takeScreenshots(page, 'sessions')
  // Users without a customer have no reporting tokens.
  await expect(page.getByRole('heading', { name: 'Tokens for reports' })).toHaveCount(0)

  // One session, after a confirmation, by keyboard alone; afterwards the focus is where it was.
  const signOut = there.getByRole('button', { name: 'Sign out: Safari on iOS' })
  await page.getByRole('heading', { name: 'Where you are signed in' }).focus()
  const actions = await places
    .locator('a, button')
    .evaluateAll((drawn) => drawn.map((action) => action.getAttribute('aria-label') ?? action.textContent ?? ''))
  expect(actions.toSorted()).toEqual([
    'Sign out',
    expect.stringMatching(/^Sign out: Chrome on Windows/),
    'Sign out: Safari on iOS',
  ])
  await tabThrough(page, 'Sign out everywhere else', ...actions, 'change your password')
  await signOut.press('Enter')
  const confirmation = page.getByRole('dialog', { name: 'Sign out there?' })
  await expect(confirmation.getByRole('button', { name: 'Cancel', exact: true })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(confirmation).toBeHidden()
  await expect(signOut).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(confirmation.getByRole('button', { name: 'Cancel', exact: true })).toBeFocused()
  await tabThrough(page, 'Sign out')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Signed out there.')).toBeVisible()
  await expect(places).toHaveCount(2)
  // The row is gone, and the focus moves next to it rather than to the top of the page.
  await expect(places.locator(':focus')).toHaveCount(1)
  await phonePage.goto('/new-project')
  await expect(phonePage).toHaveURL(/\/login/)

  // All other sessions. A page open there learns of it with its next call, and the sign-in explains why.
  await page.getByRole('button', { name: 'Sign out everywhere else', exact: true }).click()
  await expect(page.getByText('1 other place will be signed out.')).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out', exact: true }).click()
  await expect(page.getByText('Signed out everywhere else.')).toBeVisible()
  await expect(places).toHaveCount(1)
  await expect(page.getByText('You are signed in nowhere else.')).toBeVisible()
  await expectUsableOnEveryWidth(page)
  await workPage.getByRole('link', { name: 'New project', exact: true }).click()
  await expect(workPage.getByText('Your session has ended')).toBeVisible()
  await phonePage.context().close()
  await workPage.context().close()
})

test('D10: a token for the reports of one customer is made with a fresh proof, shown once, and revoked', async ({
  page,
  product,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signInWithPassword(page, 'anna@nordbygg.example')
  await page.goto('/sessions')
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Create token' }).click()
  await expect(dialog).toContainText('You need to be signed in with “Keep me signed in” checked to export to Power BI')
  await expectUsableOnEveryWidth(page)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/login\?next-url=%2Fsessions$/)
  await page.getByLabel('Email').fill('anna@nordbygg.example')
  await page.getByLabel('Password', { exact: true }).fill(demoPassword)
  await page.getByLabel('Keep me signed in').check()
  await page.keyboard.press('Enter')

  await expect(page.getByText('You have no tokens for reports.')).toBeVisible()
  await expireProofs(page, product)
  await page.getByRole('button', { name: 'Create token' }).click()
  const customers = dialog.getByLabel('Customer')
  await expect(customers.locator('option')).toHaveCount(2)
  const names = await customers.locator('option').allTextContents()
  const name = names[1] ?? ''
  await customers.selectOption(name)
  await expectUsableOnEveryWidth(page)
  await dialog.getByRole('button', { name: 'Create token' }).click()
  const proof = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await proof.getByLabel('Password', { exact: true }).fill(demoPassword)
  await submitByEnter(page)
  const shown = page.getByRole('dialog', { name: 'Copy the token now' })
  await expect(shown).toContainText(`It reads the exports of ${name}.`)
  const token = await shown.getByRole('textbox', { name: 'Token', exact: true }).inputValue()
  expect(token).toMatch(/^feed_/)
  await expectUsableOnEveryWidth(page)
  await takeScreenshots(page, 'feed-token-made')
  await shown.getByRole('button', { name: 'Copy: Token', exact: true }).click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(token)
  await shown.getByRole('button', { name: 'Done', exact: true }).click()
  await expect(shown).toBeHidden()

  // The token is listed, never shown again, and valid: its use by the report is recorded.
  const tokens = page.getByRole('region', { name: 'Tokens for reports' }).getByRole('listitem')
  await expect(tokens).toHaveCount(1)
  await expect(tokens).toContainText(name)
  await expect(tokens).toContainText('Not used yet')
  expect(await page.content()).not.toContain(token)
  const exchange = async () => {
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify({ refreshToken: token })
    return (await fetch(`${product.url}/auth/v1/refresh`, { method: 'POST', headers, body })).status
  }
  expect(await exchange()).toBe(200)
  await page.reload()
  await expect(tokens).toContainText('Last used')
  await expectUsableOnEveryWidth(page)
  await takeScreenshots(page, 'feed-tokens')

  await tokens.getByRole('button', { name: `Revoke: ${name}` }).click()
  await expect(dialog.getByRole('button', { name: 'Cancel', exact: true })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByText('The token has been revoked.')).toBeVisible()
  await expect(page.getByText('You have no tokens for reports.')).toBeVisible()
  expect(await exchange()).toBe(401)
})

test('S7: what one may not see signs nobody out', async ({ page, product }) => {
  await signInWithPassword(page, await cloneUser(product, 'liam@survey.example'))
  await page.goto('/project-01890000-0000-7000-8000-000000000000/')
  await expect(page.getByRole('heading', { name: 'There is nothing here' })).toBeVisible()
  await page.getByRole('link', { name: 'All projects', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()
})

test('D3: an idle session is warned of before it ends, in all tabs together', async ({ page, context }) => {
  const email = 'freja@skovgaard.example'
  // The pages' time is frozen and advances only with the test; their timers run.
  const begun = Date.now()
  await page.clock.setFixedTime(begun)
  await signInWithPassword(page, email)
  const second = await context.newPage()
  await second.goto('/sessions')
  await expect(second.getByRole('heading', { name: 'Where you are signed in' })).toBeVisible()
  const both = [page, second]
  const warning = (tab: Page) => tab.getByRole('dialog', { name: 'Are you still there?' })
  const advanceMinutes = (minutes: number) => page.clock.setFixedTime(begun + minutes * 60_000)

  // The warning appears for the last two minutes, with a countdown.
  await advanceMinutes(58.5)
  for (const tab of both) await expect(warning(tab)).toBeVisible()
  await expect(warning(page)).toContainText('1:30')
  await expect(warning(page).getByRole('button', { name: 'Stay signed in' })).toBeFocused()
  await expectUsableOnEveryWidth(page)
  await takeScreenshots(page, 'idle-warning')

  // One confirmation applies to both tabs, and the server is notified.
  const renewal = page.waitForResponse(/\/auth\/v1\/refresh$/)
  await page.keyboard.press('Enter')
  expect((await renewal).status()).toBe(200)
  for (const tab of both) await expect(warning(tab)).toBeHidden()

  // Without a confirmation both are signed out at the end of the hour.
  await advanceMinutes(58.5 + 58.5)
  for (const tab of both) await expect(warning(tab)).toBeVisible()
  await advanceMinutes(58.5 + 60.5)
  for (const tab of both) await expect(tab.getByText('Your session has ended')).toBeVisible()
})

test('D3: after a sleep of hours the first touch revives nobody: the session is over, and the page says so', async ({
  page,
}) => {
  await page.clock.install({ time: 0 })
  await signInWithPassword(page, 'freja@skovgaard.example')
  await page.clock.pauseAt(5 * 60_000)
  // The device was asleep: the time has changed, and no timer ran in between.
  await page.clock.setSystemTime(2 * 3_600_000)
  await page.keyboard.press('Shift')
  await page.mouse.wheel(0, 10)
  // Two timer ticks: the first one asks other tabs, of which there are none.
  await page.clock.runFor(2_000)
  await expect(page.getByText('Your session has ended')).toBeVisible()
})

test('D3: a remembered session is not warned of', async ({ page }) => {
  await page.clock.install()
  await page.goto('/login')
  await page.getByLabel('Email').fill('freja@skovgaard.example')
  await page.getByLabel('Password', { exact: true }).fill(demoPassword)
  await page.getByLabel('Keep me signed in').check()
  await page.keyboard.press('Enter')
  const projects = page.getByRole('heading', { name: 'Projects', level: 1 })
  await expect(projects).toBeVisible()
  // With the hour of the other sessions: a remembered one differs by its flag as well as by its longer time.
  await patchResponse(page, '**/auth/v1/refresh', (tokens) => Object.assign(tokens, { idleSeconds: 3_600 }))
  const restored = page.waitForResponse('**/auth/v1/refresh')
  await page.reload()
  expect(await (await restored).json()).toMatchObject({ logoutWhenIdle: false, idleSeconds: 3_600 })
  await expect(projects).toBeVisible()
  await page.clock.fastForward('03:00:00')
  // Timer ticks in which an idle session would have ended.
  await page.clock.runFor(5_000)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(projects).toBeVisible()
})
