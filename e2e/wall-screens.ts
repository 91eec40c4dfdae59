import { expect, type Page } from '@playwright/test'
import { widgetId } from '../server/demo/widgets'
import { test } from './fixtures'
import { signInByApi } from './people'

/** Shows all cards of Nordbygg at once. */
export const largeScreen = { width: 1920, height: 3200 }

/** Elements that do not fit: larger than their box, or outside their tile. */
const clippedTexts = (wall: Page) =>
  wall.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('main, main *:not(svg, svg *)')]
      .filter((element) => {
        const { scrollWidth, clientWidth, scrollHeight, clientHeight } = element
        const [box, tile] = [element, element.closest('[data-widget]')].map((each) => each?.getBoundingClientRect())
        const isInline = getComputedStyle(element).display === 'inline'
        const isCut = !isInline && (scrollWidth > clientWidth + 1 || scrollHeight > clientHeight + 1)
        return isCut || (box && tile && (box.bottom > tile.bottom + 1 || box.right > tile.right + 1))
      })
      .map((element) => {
        const [project, subject] = [...(element.closest('[data-widget]')?.firstElementChild?.children ?? [])].map(
          (each) => each.textContent,
        )
        return [element.tagName, element.textContent?.slice(0, 40), project, subject].join(' | ')
      }),
  )

export const tile = (wall: Page, number: string, place: number) =>
  wall.locator(`[data-widget="${widgetId(number, place)}"]`)

/** Headings of tables that wrap within a word. Names of states must wrap only between words, also in languages without spaces. */
const brokenHeads = (wall: Page) =>
  wall.locator('thead th').evaluateAll((all) =>
    all.flatMap((head) => {
      const range = document.createRange()
      range.selectNodeContents(head)
      const lines = new Set([...range.getClientRects()].map(({ top }) => top)).size
      const name = `${head.textContent}`
      return lines > name.split(/[\s-]/).length ? [`${name} stands in ${lines} lines`] : []
    }),
  )

/** Resizes a wall, and waits until it fills the window and its tiles have been fitted. */
async function resizeWall(wall: Page, width: number, height: number): Promise<void> {
  await wall.setViewportSize({ width, height })
  await expect.poll(async () => (await wall.locator('main').boundingBox())?.height).toBe(height)
  await expect(tile(wall, 'NB-2093', 0)).toBeVisible()
  // A tile is fitted one frame after its size has changed.
  await wall.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
}

/** Renders a wall with wider and taller letters, because the fonts of the screen are unknown. */
const enlargeFont = (wall: Page) =>
  wall.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('li * { letter-spacing: 0.1em !important; line-height: 1.9 !important }')
    document.adoptedStyleSheets = [sheet]
  })

/** Defines a test of wall displays in every size, in these browser locales. */
export function testWallFits(languages: readonly string[]): void {
  test('on a wall nothing is cut, on a phone and on the largest screen; it is drawn larger on a larger screen', async ({
    page,
    server,
    browser,
  }) => {
    await signInByApi(page, 'anna@nordbygg.example')
    await page.goto('/project-widgets')
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Put on a wall' }).click()
    await page.getByRole('button', { name: 'Create a link', exact: true }).click()
    await page.getByLabel('Name of the screen').fill('Entrance')
    await page.keyboard.press('Enter')
    const address = await page.getByRole('textbox', { name: 'Link', exact: true }).inputValue()
    for (const locale of languages) {
      const screenOf = await browser.newContext({ baseURL: server.url, locale, viewport: largeScreen })
      const wall = await screenOf.newPage()
      await wall.goto(address)
      await expect(tile(wall, 'NB-2041', 3).locator('svg')).toBeVisible()
      await expect(tile(wall, 'NB-1844', 2).getByRole('img')).toBeVisible()
      // Tall enough to show all tiles at once, each at its minimum size.
      for (const [width, height] of [
        [360, 12_080],
        [768, 12_080],
        [1280, 5_180],
        [1366, 5_180],
        [1920, 4_580],
        [3840, 9_160],
      ] as const) {
        await resizeWall(wall, width, height)
        await expect.poll(() => clippedTexts(wall), `${locale} ${width}`).toEqual([])
        await expect.poll(() => brokenHeads(wall), `${locale} ${width}`).toEqual([])
      }
      const letterHeight = async (width: number, height: number) => {
        await resizeWall(wall, width, height)
        return (await tile(wall, 'NB-2041', 0).locator('dd').first().boundingBox())?.height ?? Number.NaN
      }
      await expect
        .poll(
          async () => (await letterHeight(3840, 9_160)) - 2 * (await letterHeight(1920, 4_580)),
          `letters in ${locale}`,
        )
        .toBeCloseTo(0, 0)
      await enlargeFont(wall)
      for (const [width, height] of [
        [360, 12_080],
        [1366, 5_180],
        [3840, 9_160],
      ] as const) {
        await wall.setViewportSize({ width, height })
        await expect.poll(() => clippedTexts(wall), `${locale} ${width} in a larger font`).toEqual([])
      }
      await screenOf.close()
    }
  })
}
