/// <reference lib="dom" />
import { expect, type Page } from '@playwright/test'
import type { AxeResults } from 'axe-core'
import { begin } from './people'
import { mei, type Screen, screens, visit } from './portal-screens'
import { test } from './visit'

const widths = [1_280, 768, 360]
const themes = ['light', 'dark'] as const

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

/** Every width of a screen in each language; the themes take turns, so that neither is left out anywhere. */
async function walk(page: Page, at: number, { name, isState, show }: Screen, [language, locale]: [number, string]) {
  await page.setViewportSize({ width: 1_280, height: 800 })
  await show(page)
  await expect(page.locator('html')).toHaveAttribute('lang', locale.slice(0, 2))
  for (const [size, width] of widths.entries()) {
    if (isState && size !== (at + language) % widths.length) continue
    const colorScheme = themes[(at + size + language) % 2] ?? 'light'
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.setViewportSize({ width, height: 800 })
    expect.soft(await faultsOf(page), `${name} at ${width} px, ${colorScheme}`).toEqual({ found: [], tooWide: 0 })
  }
}

for (const spoken of ['en-GB', 'pl-PL', 'ja-JP'].entries()) {
  const [, locale] = spoken
  test.describe(locale, () => {
    test.use({ locale })

    // Each as many as a minute on a busy machine holds.
    for (let from = 0; from < screens.length; from += 8) {
      const some = screens.slice(from, from + 8)
      test(`clean, wide, on a tablet and on a phone: ${some.map(({ name }) => name).join(', ')}`, async ({ page }) => {
        test.setTimeout(300_000)
        let signedIn: string | undefined
        for (const [at, screen] of some.entries()) {
          // Left first: a page that stands there notices when its session goes.
          await page.goto('about:blank')
          await page.unrouteAll({ behavior: 'ignoreErrors' })
          if (screen.who && screen.who !== signedIn) await begin(page, screen.who)
          signedIn = screen.who
          await walk(page, from + at, screen, spoken)
        }
      })
    }

    test.describe('in another browser', () => {
      test.use({ userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0' })
      test('the warning is clean, wide, on a tablet and on a phone', async ({ page }) => {
        await walk(page, 0, { name: 'unsupported', show: visit('/login') }, spoken)
      })
    })

    test.describe('inside the native wrapper', () => {
      test.use({
        userAgent: 'Mozilla/5.0 (Linux; Android 15) Chrome/130.0 Mobile Safari/537.36 Lintel-App/1.0 (production)',
      })
      test('the start screen is clean, wide, on a tablet and on a phone', async ({ page }) => {
        await page.addInitScript(() => {
          Object.assign(window, { Capacitor: { isNativePlatform: () => true, getPlatform: () => 'android' } })
        })
        await walk(page, 1, { name: 'start', show: visit('/login') }, spoken)
        await expect(page.getByRole('textbox')).toHaveCount(0)
      })
    })
  })
}

test('a list that is long in coming is waited for with a spinner, and fades in', async ({ page }) => {
  await begin(page, mei)
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/mgw/api/v3/home', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/')
  await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toBeVisible()
  await expect(page.locator('#content')).toBeHidden()
  release()
  await expect(page.locator('#content li a').first()).toBeVisible()
  await expect(page.locator('#content > div').first()).not.toHaveCSS('animation-name', 'none')
})
