/// <reference lib="dom" />
import { expect, type Page } from '@playwright/test'
import type { AxeResults, RunOptions } from 'axe-core'
import { test } from './configured-product'
import { colorRules, injectAxe, phoneRules } from './fixtures'
import { signInAsStaff, signInByApi, staffPerson } from './people'
import { leavePage, type Screen } from './screen'

const widths = [1_280, 768, 360]
const themes = ['light', 'dark'] as const

const only = (...values: string[]): RunOptions => ({ runOnly: { type: 'rule', values } })

/**
 * `usual`: one language; axe runs all rules once, then the color rules in the other theme and the phone rules; other widths are only measured.
 * `everywhere`: axe checks each state in every width, theme and language.
 */
export type Thoroughness = 'usual' | 'everywhere'

/** One way to view a screen; without `axe` only its width is checked. */
interface Viewing {
  width: number
  colorScheme: 'light' | 'dark'
  axe?: RunOptions
}

/** The viewings of a usual run. */
const usualViewings: Viewing[] = [
  { width: 1_280, colorScheme: 'light', axe: {} },
  { width: 1_280, colorScheme: 'dark', axe: only(...colorRules) },
  { width: 768, colorScheme: 'light' },
  { width: 360, colorScheme: 'light', axe: only(...phoneRules) },
]

/** Every width in both themes. The first viewing runs all axe rules, the others those that depend on width or theme. */
const allViewings: Viewing[] = widths
  .flatMap((width) => themes.map((colorScheme) => ({ width, colorScheme })))
  .map((checkScreen, at) => ({ ...checkScreen, axe: at === 0 ? {} : only(...colorRules, ...phoneRules) }))

/** Violations found by axe, if it runs, and the horizontal overflow in pixels. */
async function findFaults(page: Page, axe: RunOptions | undefined) {
  if (axe) await injectAxe(page)
  return await page.evaluate(async (axeOptions) => {
    for (const animation of document.getAnimations()) {
      // Finish transitions, so that no intermediate state is checked; endless animations such as spinners continue.
      if (Number.isFinite(animation.effect?.getComputedTiming().endTime)) animation.finish()
    }
    const here = window as unknown as { axe: { run(options: RunOptions): Promise<AxeResults> } }
    const { violations } = axeOptions
      ? await here.axe.run({ ...axeOptions, resultTypes: ['violations'] })
      : { violations: [] }
    const { scrollWidth, clientWidth } = document.documentElement
    return {
      found: violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`),
      tooWide: scrollWidth - clientWidth,
    }
  }, axe)
}

/** Soft assertions: a failure does not end the test. Checks are retried until the screen is stable. */
const softExpect = expect.configure({ soft: true })

/** Checks a screen in several viewings: the page is resized and changes its theme, but is not reopened. */
async function checkScreen(page: Page, name: string, viewings: readonly Viewing[]) {
  for (const { width, colorScheme, axe } of viewings) {
    await page.setViewportSize({ width, height: 800 })
    await page.emulateMedia({ colorScheme })
    // Layout that depends on the width is updated in the next frame.
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(drawn)))
    await softExpect
      .poll(() => findFaults(page, axe), `${name} at ${width} px, ${colorScheme}`)
      .toEqual({ found: [], tooWide: 0 })
  }
}

/** Groups consecutive screens that share a page. */
const groupByPage = (screens: readonly Screen[]): Screen[][] =>
  screens.reduce<Screen[][]>((groups, screen) => {
    if (screen.from === 'page') groups.at(-1)?.push(screen)
    else groups.push([screen])
    return groups
  }, [])

/** Opens the screens one after the other in the language of the page and checks each of them. */
export async function walkScreens(
  page: Page,
  screens: readonly Screen[],
  locale: string,
  thoroughness: Thoroughness = 'usual',
  signIn: (page: Page, who: string) => Promise<void> = signInByApi,
): Promise<void> {
  const viewings = thoroughness === 'everywhere' ? allViewings : usualViewings
  let signedIn: string | undefined
  for (const group of groupByPage(screens)) {
    for (const screen of group) {
      await page.emulateMedia({ colorScheme: 'light' })
      await page.setViewportSize({ width: 1_280, height: 800 })
      if (screen.from === 'within' && screen.who === signedIn) await page.unrouteAll({ behavior: 'ignoreErrors' })
      else if (screen.from !== 'page') {
        await leavePage(page)
        if (screen.who && screen.who !== signedIn) await signIn(page, screen.who)
        signedIn = screen.who
      }
      await test.step(screen.name, async () => {
        await screen.show(page)
        await expect(page.locator('html')).toHaveAttribute('lang', locale.slice(0, 2))
        await checkScreen(page, screen.name, viewings)
      })
    }
  }
}

/** Locales in which screens are checked: one in a usual run (the pseudo-locale test covers long texts), all nine in the long run. */
export const localesOf = (thoroughness: Thoroughness): readonly string[] =>
  thoroughness === 'usual'
    ? ['en-GB']
    : ['en-GB', 'de-DE', 'es-ES', 'fr-FR', 'ja-JP', 'nb-NO', 'pl-PL', 'sv-SE', 'zh-CN']

/** Defines a test of these screens for each language, with a timeout for busy machines. */
export function testScreens(title: string, screens: readonly Screen[], thoroughness: Thoroughness = 'usual'): void {
  for (const locale of localesOf(thoroughness)) {
    test.describe(locale, () => {
      test.use({ locale })
      test(`${title}: clean in every width and theme`, async ({ page, product }) => {
        test.setTimeout(thoroughness === 'usual' ? 600_000 : 1_800_000)
        const signIn = (on: Page, who: string) =>
          who === staffPerson ? signInAsStaff(on, product) : signInByApi(on, who)
        await walkScreens(page, screens, locale, thoroughness, signIn)
      })
    })
  }
}
