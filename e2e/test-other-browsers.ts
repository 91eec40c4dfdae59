import { expect } from '@playwright/test'
import { test } from './configured-product'
import { visit } from './screen'
import { localesOf, type Thoroughness, walkScreens } from './walk-screens'

/** Defines, for each language, tests of the screens that unsupported browsers and the native wrapper show: the warning and the start screen. */
export function testOtherBrowsers(thoroughness: Thoroughness = 'usual'): void {
  for (const locale of localesOf(thoroughness)) {
    test.describe(`${locale}, in another browser`, () => {
      test.use({ locale, userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0' })
      test('the warning: clean in every width and theme', async ({ page }) => {
        await walkScreens(page, [{ name: 'unsupported', show: visit('/login') }], locale, thoroughness)
      })
    })

    test.describe(`${locale}, inside the native wrapper`, () => {
      test.use({
        locale,
        userAgent: 'Mozilla/5.0 (Linux; Android 15) Chrome/130.0 Mobile Safari/537.36 Lintel-App/1.0 (production)',
      })
      test('the start screen: clean in every width and theme', async ({ page }) => {
        await page.addInitScript(() => {
          Object.assign(window, { Capacitor: { isNativePlatform: () => true, getPlatform: () => 'android' } })
        })
        await walkScreens(page, [{ name: 'start', show: visit('/login') }], locale, thoroughness)
        await expect(page.getByRole('textbox')).toHaveCount(0)
      })
    })
  }
}
