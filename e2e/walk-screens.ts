/// <reference lib="dom" />
import { expect, type Page } from '@playwright/test'
import type { AxeResults, RunOptions } from 'axe-core'
import { test } from './configured-product'
import { begin, beginAsStaff, staffPerson } from './people'
import { leave, type Screen } from './screen'
import { bringAxe, rulesOfColour, rulesOfPhones } from './visit'

const widths = [1_280, 768, 360]
const themes = ['light', 'dark'] as const

const only = (...values: string[]): RunOptions => ({ runOnly: { type: 'rule', values } })

/**
 * `usual`: axe asks everything once, then the colours in the other theme and what a phone hides, in one language; every other width is
 * measured. `everywhere`: axe looks at each state in every width, theme and language.
 */
export type Thoroughness = 'usual' | 'everywhere'

/** One look at a screen as it stands: without `axe`, only whether it fits. */
interface Look {
  width: number
  colorScheme: 'light' | 'dark'
  axe?: RunOptions
}

/** How a screen is looked at in the language of its axe runs, and how in all others. */
const usualLooks: Look[] = [
  { width: 1_280, colorScheme: 'light', axe: {} },
  { width: 1_280, colorScheme: 'dark', axe: only(...rulesOfColour) },
  { width: 768, colorScheme: 'light' },
  { width: 360, colorScheme: 'light', axe: only(...rulesOfPhones) },
]

/** Each width in both themes. The first look asks axe everything, the others what another width or theme can break. */
const allLooks: Look[] = widths
  .flatMap((width) => themes.map((colorScheme) => ({ width, colorScheme })))
  .map((look, at) => ({ ...look, axe: at === 0 ? {} : only(...rulesOfColour, ...rulesOfPhones) }))

/** What axe finds in the screen, where it is asked, and how much of the screen lies beside the window. */
async function faultsOf(page: Page, axe: RunOptions | undefined) {
  if (axe) await bringAxe(page)
  return await page.evaluate(async (given) => {
    for (const animation of document.getAnimations()) {
      // What is on its way is neither here nor there; a spinner never arrives.
      if (Number.isFinite(animation.effect?.getComputedTiming().endTime)) animation.finish()
    }
    const here = window as unknown as { axe: { run(options: RunOptions): Promise<AxeResults> } }
    const { violations } = given ? await here.axe.run({ ...given, resultTypes: ['violations'] }) : { violations: [] }
    const { scrollWidth, clientWidth } = document.documentElement
    return {
      found: violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`),
      tooWide: scrollWidth - clientWidth,
    }
  }, axe)
}

/** Asked again until it has settled, where something is found. */
const settled = expect.configure({ soft: true })

/** Looks at a screen in several ways: the page is resized and changes its theme, and is not opened again. */
async function look(page: Page, name: string, looks: readonly Look[]) {
  for (const { width, colorScheme, axe } of looks) {
    await page.setViewportSize({ width, height: 800 })
    await page.emulateMedia({ colorScheme })
    // What follows the width hears of it with the next frame.
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(drawn)))
    await settled
      .poll(() => faultsOf(page, axe), `${name} at ${width} px, ${colorScheme}`)
      .toEqual({ found: [], tooWide: 0 })
  }
}

/** Screens that follow each other on one page. */
const chainsOf = (screens: readonly Screen[]): Screen[][] =>
  screens.reduce<Screen[][]>((chains, screen) => {
    if (screen.from === 'page') chains.at(-1)?.push(screen)
    else chains.push([screen])
    return chains
  }, [])

/** Walks screens in the language of the page, one after the other, and looks at those whose turn it is in this language. */
export async function walkScreens(
  page: Page,
  screens: readonly Screen[],
  locale: string,
  thoroughness: Thoroughness = 'usual',
  signIn: (page: Page, who: string) => Promise<void> = begin,
): Promise<void> {
  const looks = thoroughness === 'everywhere' ? allLooks : usualLooks
  let signedIn: string | undefined
  for (const chain of chainsOf(screens)) {
    for (const screen of chain) {
      await page.emulateMedia({ colorScheme: 'light' })
      await page.setViewportSize({ width: 1_280, height: 800 })
      if (screen.from === 'within' && screen.who === signedIn) await page.unrouteAll({ behavior: 'ignoreErrors' })
      else if (screen.from !== 'page') {
        await leave(page)
        if (screen.who && screen.who !== signedIn) await signIn(page, screen.who)
        signedIn = screen.who
      }
      await test.step(screen.name, async () => {
        await screen.show(page)
        await expect(page.locator('html')).toHaveAttribute('lang', locale.slice(0, 2))
        await look(page, screen.name, looks)
      })
    }
  }
}

/** The languages that every screen is looked at in: ours in each run (texts as long as any are the pseudo-locale's), all nine in the long one. */
export const spokenIn = (thoroughness: Thoroughness): readonly string[] =>
  thoroughness === 'usual'
    ? ['en-GB']
    : ['en-GB', 'de-DE', 'es-ES', 'fr-FR', 'ja-JP', 'nb-NO', 'pl-PL', 'sv-SE', 'zh-CN']

/** For each language a test that walks these screens; as long as a busy machine takes. */
export function walkEach(title: string, screens: readonly Screen[], thoroughness: Thoroughness = 'usual'): void {
  for (const locale of spokenIn(thoroughness)) {
    test.describe(locale, () => {
      test.use({ locale })
      test(`${title}: clean in every width and theme`, async ({ page, product }) => {
        test.setTimeout(thoroughness === 'usual' ? 600_000 : 1_800_000)
        const signIn = (on: Page, who: string) => (who === staffPerson ? beginAsStaff(on, product) : begin(on, who))
        await walkScreens(page, screens, locale, thoroughness, signIn)
      })
    })
  }
}
