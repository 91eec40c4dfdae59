/// <reference lib="dom" />
import { expect, type Page } from '@playwright/test'
import type { AxeResults } from 'axe-core'
import { demoPassword } from '../server/demo/credentials'
import { test } from './visit'

const widths = [1_280, 768, 360]
const themes = ['light', 'dark'] as const
const screens = [
  '/',
  '/?q=barcode',
  'project',
  '/new-project',
  'created',
  '/user-profile',
  '/delete-user',
  '/sessions',
  '/change-password',
  '/second-factor',
]

/** A session without the sign-in page, which has its own journeys. */
async function begin(page: Page): Promise<void> {
  const signedIn = await page.context().request.post('/auth/v1/login', {
    data: { username: 'mei@nordbygg.example', password: demoPassword, rememberMe: true },
    headers: { 'x-requested-with': 'lintel-web', 'sec-fetch-site': 'same-origin' },
  })
  expect(signedIn.ok()).toBe(true)
  await page.goto('/')
  await expect(page.locator('#content li a').first()).toBeVisible()
}

/** What axe finds in the screen as it stands, and how much of it lies beside the window. */
const faultsOf = (page: Page) =>
  page.evaluate(async () => {
    for (const animation of document.getAnimations()) {
      // What is on its way is neither here nor there; a spinner never arrives.
      if (Number.isFinite(animation.effect?.getComputedTiming().endTime)) animation.finish()
    }
    const here = window as unknown as { axe: { run(): Promise<AxeResults> } }
    const { violations } = await here.axe.run()
    const { scrollWidth, clientWidth } = document.documentElement
    return {
      found: violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`),
      tooWide: scrollWidth - clientWidth,
    }
  })

for (const [language, locale] of ['en-GB', 'pl-PL', 'ja-JP'].entries()) {
  test.describe(locale, () => {
    test.use({ locale })

    test('every screen of the portal is clean, wide, on a tablet and on a phone', async ({ page }) => {
      test.setTimeout(180_000)
      await begin(page)
      const project = (await page.locator('#content li a').first().getAttribute('href')) ?? ''
      for (const [at, screen] of screens.entries()) {
        const created = `/new-project/created/${/project-([^/]+)/.exec(project)?.[1]}`
        await page.goto(screen === 'project' ? project : screen === 'created' ? created : screen)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await expect(page.locator('html')).toHaveAttribute('lang', locale.slice(0, 2))
        for (const [size, width] of widths.entries()) {
          // Each screen in each width, each language and each theme; not in all of them at once.
          const colorScheme = themes[(at + size + language) % 2] ?? 'light'
          await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
          await page.setViewportSize({ width, height: 800 })
          expect(await faultsOf(page), `${screen} at ${width} px, ${colorScheme}`).toEqual({ found: [], tooWide: 0 })
        }
      }
    })
  })
}

test('a list that is long in coming is waited for with a spinner, and fades in', async ({ page }) => {
  await begin(page)
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/mgw/api/v3/home', async (route) => {
    await held
    await route.continue()
  })
  await page.reload()
  await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toBeVisible()
  await expect(page.locator('#content')).toBeHidden()
  release()
  await expect(page.locator('#content li a').first()).toBeVisible()
  await expect(page.locator('#content > div').first()).not.toHaveCSS('animation-name', 'none')
})
