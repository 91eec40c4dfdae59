/// <reference lib="dom" />
import { expect, type Page } from '@playwright/test'
import type { AxeResults, RunOptions } from 'axe-core'
import { test } from './configured-product'
import { begin } from './people'
import { leave, type Screen } from './screen'

const widths = [1_280, 768, 360]
const themes = ['light', 'dark'] as const

/** What another width or theme can break, by what shows then; all the rest was looked at before. */
const again: RunOptions = {
  runOnly: [
    'aria-hidden-focus',
    'button-name',
    'color-contrast',
    'link-in-text-block',
    'link-name',
    'scrollable-region-focusable',
    'target-size',
  ],
}

/** What axe finds in the screen as it stands, and how much of it lies beside the window. */
const faultsOf = (page: Page, options: RunOptions) =>
  page.evaluate(async (given) => {
    for (const animation of document.getAnimations()) {
      // What is on its way is neither here nor there; a spinner never arrives.
      if (Number.isFinite(animation.effect?.getComputedTiming().endTime)) animation.finish()
    }
    const here = window as unknown as { axe: { run(options: RunOptions): Promise<AxeResults> } }
    const { violations } = await here.axe.run({ ...given, resultTypes: ['violations'] })
    const { scrollWidth, clientWidth } = document.documentElement
    return {
      found: violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`),
      tooWide: scrollWidth - clientWidth,
    }
  }, options)

/** Asked again until it has settled, where something is found. */
const settled = expect.configure({ soft: true, timeout: 10_000 })

/**
 * Every width of a screen, each in both themes, or of one more state in the one and the other by turns: the page is resized
 * and changes its theme, and is not opened again.
 */
async function look(page: Page, { name, isState }: Screen) {
  let options: RunOptions = {}
  for (const [at, width] of widths.entries()) {
    await page.setViewportSize({ width, height: 800 })
    // What follows the width hears of it with the next frame.
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(drawn)))
    for (const colorScheme of isState ? themes.slice(at % 2, (at % 2) + 1) : themes) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await settled
        .poll(() => faultsOf(page, options), `${name} at ${width} px, ${colorScheme}`)
        .toEqual({ found: [], tooWide: 0 })
      options = again
    }
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
export async function walkScreens(page: Page, screens: readonly Screen[], locale: string): Promise<void> {
  const turn = spoken.indexOf(locale)
  const isLookedAt = (screen: Screen) => !screen.isState || screens.indexOf(screen) % spoken.length === turn
  let signedIn: string | undefined
  for (const chain of chainsOf(screens)) {
    const shown = chain.slice(0, chain.findLastIndex(isLookedAt) + 1)
    for (const screen of shown) {
      await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
      await page.setViewportSize({ width: 1_280, height: 800 })
      if (screen.from === 'within' && screen.who === signedIn) await page.unrouteAll({ behavior: 'ignoreErrors' })
      else if (screen.from !== 'page') {
        await leave(page)
        if (screen.who && screen.who !== signedIn) await begin(page, screen.who)
        signedIn = screen.who
      }
      await test.step(screen.name, async () => {
        await screen.show(page)
        await expect(page.locator('html')).toHaveAttribute('lang', locale.slice(0, 2))
        if (isLookedAt(screen)) await look(page, screen)
      })
    }
  }
}

/** The languages that every screen is looked at in: ours, the one with the longest texts, one without an alphabet. */
export const spoken = ['en-GB', 'pl-PL', 'ja-JP']

/** For each language a test that walks these screens; as long as a busy machine takes. */
export function walkEach(title: string, screens: readonly Screen[]): void {
  for (const locale of spoken) {
    test.describe(locale, () => {
      test.use({ locale })
      test(`${title}: clean in every width and theme`, async ({ page }) => {
        test.setTimeout(600_000)
        await walkScreens(page, screens, locale)
      })
    })
  }
}
