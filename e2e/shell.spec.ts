/// <reference lib="dom" />
import { expect, type Page } from '@playwright/test'
import { test } from './fixtures'
import { expectUsableOnEveryWidth, freezeClock, signInByApi, signInWithPassword } from './people'

test('a toast is read for four seconds unless somebody rests on it, and fades in 400 ms', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await signInByApi(page, 'ola@nordbygg.example')
  await page.goto('/user-profile')
  // The page is loaded before the clock is frozen, because loading would never finish afterwards.
  await expect(page.getByLabel('Title')).toBeVisible()
  await freezeClock(page)
  const message = page.getByText('Your profile is saved.')
  const card = page.locator('[data-kind=done]').filter({ has: message })
  const save = async () => {
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(message).toBeVisible()
  }
  await page.getByLabel('Title').fill('Project manager')
  await save()
  await page.clock.runFor(3_999)
  await expect(card).not.toHaveAttribute('data-leaving')
  await page.clock.runFor(1)
  await expect(card).toHaveAttribute('data-leaving')
  await expect(card).toHaveCSS('transition', /opacity 0\.4s/)
  await page.clock.runFor(399)
  await expect(card).toBeAttached()
  await page.clock.runFor(1)
  await expect(card).not.toBeAttached()

  await save()
  // The timeout is paused while the toast has the focus, and restarts afterwards.
  await card.getByRole('button', { name: 'Close', exact: true }).focus()
  await page.clock.runFor(60_000)
  await expect(card).not.toHaveAttribute('data-leaving')
  await page.getByLabel('Title').focus()
  await page.clock.runFor(3_999)
  await expect(card).not.toHaveAttribute('data-leaving')
  await card.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(card).toHaveAttribute('data-leaving')
  await page.clock.runFor(399)
  await expect(card).toBeAttached()
  await page.clock.runFor(1)
  await expect(card).not.toBeAttached()
})

/** Records in each document of the page which addresses faded in. */
const recordFades = (page: Page) =>
  page.addInitScript(() => {
    const faded: string[] = []
    Object.assign(window, { faded })
    document.addEventListener('animationstart', ({ target, animationName }) => {
      const isPage = target instanceof Element && target.parentElement?.id === 'content'
      if (isPage && animationName.includes('fade-in')) faded.push(location.pathname)
    })
  })
const fadesOf = (page: Page) => page.evaluate(() => (window as unknown as { faded: string[] }).faded)

test('pages fade in, from the sign-in to the projects and from the new project to the created one', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await recordFades(page)
  await signInWithPassword(page, 'ola@nordbygg.example')
  await expect.poll(() => fadesOf(page)).toEqual(['/'])
  await page.getByRole('link', { name: 'New project', exact: true }).click()
  await page.getByLabel('Project name').fill('Fading quay')
  await expect.poll(() => fadesOf(page)).toEqual(['/', '/new-project'])
  await page.getByRole('button', { name: 'Create project' }).click()
  await expect(page.getByRole('heading', { name: /“Fading quay”/ })).toBeVisible()
  await expect
    .poll(() => fadesOf(page))
    .toEqual(['/', '/new-project', expect.stringMatching(/^\/new-project\/created\//)])
  await expect(page.locator('#content > div')).toHaveCSS('animation-duration', '0.2s')
  // No animation with reduced motion.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await expect(page.locator('#content > div')).toHaveCSS('animation-duration', '0s')
})

test('the bar follows the class of the screen: its title goes on a phone, upright or on its side', async ({
  browser,
  baseURL,
}) => {
  for (const [hasTouch, sizes] of [
    [
      false,
      [
        [1_280, 800, true],
        [700, 800, true],
        [699, 800, false],
        [900, 599, true],
      ],
    ],
    [
      true,
      [
        [900, 600, true],
        [900, 599, false],
        [699, 900, false],
      ],
    ],
  ] as const) {
    const context = await browser.newContext({ locale: 'en-GB', hasTouch, ...(baseURL && { baseURL }) })
    const page = await context.newPage()
    await signInByApi(page, 'ola@nordbygg.example')
    await page.goto('/')
    await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()
    for (const [width, height, isShown] of sizes) {
      await page.setViewportSize({ width, height })
      const title = page.getByRole('banner').getByText('Projects', { exact: true })
      await expect(title, `${width} × ${height}, touch ${hasTouch}`).toBeVisible({ visible: isShown })
    }
    await context.close()
  }
})

test('the enterprise tools are there at any width of a desktop browser, and lead to their hub', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await signInByApi(page, 'anna@nordbygg.example')
  await page.goto('/')
  const tools = page.getByRole('button', { name: 'Enterprise tools' })
  await tools.click()
  await expectUsableOnEveryWidth(page)
  const panel = page.getByRole('navigation', { name: 'Enterprise tools' })
  await expect(panel.getByRole('link', { name: 'Users', exact: true })).toBeVisible()
  await panel.getByRole('link', { name: 'Enterprise tools' }).click()
  await expect(page).toHaveURL(/\/dashboard\?customer=/)
  await expect(page.getByRole('heading', { name: 'Enterprise tools', level: 1 })).toBeVisible()
  await page.setViewportSize({ width: 1280, height: 720 })
  await page
    .getByRole('main')
    .getByRole('listitem')
    .getByRole('link', { name: /^Organizations/ })
    .click()
  await tools.click()
  await panel.getByRole('link', { name: 'Enterprise tools' }).click()
  await expect(page).toHaveURL(/\/dashboard\?customer=/)
})

for (const [device, userAgent] of [
  ['a phone', 'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/143.0.0.0 Mobile Safari/537.36'],
  ['a tablet', 'Mozilla/5.0 (Linux; Android 15; SM-X710) AppleWebKit/537.36 Chrome/143.0.0.0 Safari/537.36'],
] as const) {
  test.describe(`on ${device}`, () => {
    test.use({ userAgent, hasTouch: true, viewport: { width: 1024, height: 768 } })
    test(`${device} is not warned and shows no enterprise tools, whose addresses work`, async ({ page }) => {
      await signInByApi(page, 'anna@nordbygg.example')
      await page.goto('/')
      await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()
      await expect(page.getByRole('button', { name: 'Open project' })).toBeVisible()
      await expect(page.getByRole('button', { name: 'Enterprise tools' })).toHaveCount(0)
      await page.goto('/organizations')
      await expect(page.getByRole('heading', { name: 'Organizations', level: 1 })).toBeVisible()
      await expect(page.getByRole('button', { name: 'Enterprise tools' })).toHaveCount(0)
      await expect(page.getByRole('navigation', { name: 'Enterprise tools' })).toHaveCount(0)
    })
  })
}

test('a popover takes the focus and keeps it, and gives it back on Escape; a click elsewhere closes it', async ({
  page,
}) => {
  await signInByApi(page, 'mei@nordbygg.example')
  await page.goto('/')
  const button = page.getByRole('button', { name: /^Account of/ })
  const panel = page.getByRole('dialog', { name: /^Account of/ })
  await button.click()
  await expect(panel).toBeVisible()
  await expect(button).toHaveAttribute('aria-expanded', 'true')
  await expectUsableOnEveryWidth(page)
  const isInside = () => panel.evaluate((opened) => opened.contains(document.activeElement))
  expect(await isInside()).toBe(true)
  for (let press = 0; press < 12; press += 1) {
    await page.keyboard.press('Tab')
    expect(await isInside()).toBe(true)
  }
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await expect(button).toBeFocused()
  await button.click()
  await expect(panel).toBeVisible()
  await page.getByRole('heading', { name: 'Projects', level: 1 }).click()
  await expect(panel).toBeHidden()
  await expect(button).toHaveAttribute('aria-expanded', 'false')
})

test('the address of a tool names its customer: a link opens it, the selector changes it, Back returns to it', async ({
  page,
}) => {
  await signInByApi(page, 'anna@nordbygg.example')
  await page.goto('/users')
  const heading = (name: string) => page.getByRole('heading', { level: 1, name })
  const selector = page.getByLabel('Customer', { exact: true })
  const inAddress = () => new URL(page.url()).searchParams.get('customer')
  const shown = () => selector.locator('option:checked').textContent()
  await expect(heading('Users')).toBeVisible()
  await expect.poll(inAddress).not.toBeNull()
  const [first, name] = [inAddress(), await shown()]

  const other = await selector.locator('option:not(:checked)').first().textContent()
  await selector.selectOption(other)
  await expect.poll(inAddress).not.toBe(first)
  await page.getByRole('link', { name: 'Organizations', exact: true }).click()
  await expect(heading('Organizations')).toBeVisible()
  expect(await shown()).toBe(other)

  await page.goBack()
  await expect(heading('Users')).toBeVisible()
  expect([inAddress(), await shown()]).not.toContain(first)
  await page.goForward()

  await page.goto(`/organizations?customer=${first}&search=zzz`)
  await expect(page.getByLabel('Search organizations')).toHaveValue('zzz')
  expect(await shown()).toBe(name)
  await page.getByRole('link', { name: 'Users', exact: true }).click()
  await expect(heading('Users')).toBeVisible()
  await selector.selectOption(other)
  await expect.poll(inAddress).not.toBe(first)
  await page.goBack()
  await expect(heading('Organizations')).toBeVisible()
  expect([inAddress(), await shown()]).toEqual([first, name])
})

test('the rail of the tools stays from one to the other, and the keyboard stays in it', async ({ page }) => {
  await signInByApi(page, 'anna@nordbygg.example')
  await page.goto('/users')
  const rail = page.getByRole('navigation', { name: 'Enterprise tools' })
  const railElement = await rail.elementHandle()
  for (const [name, address] of [
    ['Organizations', '/organizations'],
    ['Audit log', '/audit'],
    ['Users', '/users'],
  ] as const) {
    const tool = rail.getByRole('link', { name, exact: true })
    await tool.focus()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(new RegExp(`${address}`))
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    await expect(tool).toBeFocused()
    expect(await railElement?.evaluate((element) => element.isConnected)).toBe(true)
  }
})
