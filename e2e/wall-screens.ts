import { expect, type Page } from '@playwright/test'
import { widgetId } from '../server/demo/widgets'
import { begin } from './people'
import { test } from './visit'

/** High enough for all cards of Nordbygg at once. */
export const large = { width: 1920, height: 3200 }

/** What does not fit into its place on a wall, with the tile that it is in: wider or higher than its box, or outside of its tile. */
const cutOn = (wall: Page) =>
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

/** Has a wall drawn as in a font whose letters are wider and taller than ours: which fonts a screen has, nobody knows. */
const inLargerFont = (wall: Page) =>
  wall.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('li * { letter-spacing: 0.1em !important; line-height: 1.9 !important }')
    document.adoptedStyleSheets = [sheet]
  })

/** A test of boards on walls of every size, in languages as browsers name them. */
export function wallFitsIn(languages: readonly string[]): void {
  test('on a wall nothing is cut, on a phone and on the largest screen; it is drawn larger on a larger screen', async ({
    page,
    server,
    browser,
  }) => {
    await begin(page, 'anna@nordbygg.example')
    await page.goto('/project-widgets')
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Put on a wall' }).click()
    await page.getByRole('button', { name: 'Create a link', exact: true }).click()
    await page.getByLabel('Name of the screen').fill('Entrance')
    await page.keyboard.press('Enter')
    const address = await page.getByRole('textbox', { name: 'Link', exact: true }).inputValue()
    const cut: string[] = []
    for (const locale of languages) {
      const screenOf = await browser.newContext({ baseURL: server.url, locale, viewport: large })
      const wall = await screenOf.newPage()
      await wall.goto(address)
      await expect(tile(wall, 'NB-2041', 3).locator('svg')).toBeVisible()
      await expect(tile(wall, 'NB-1844', 2).getByRole('img')).toBeVisible()
      const letters: number[] = []
      // So high that all tiles are shown at once, each as small as tiles become.
      for (const [width, height] of [
        [360, 12_080],
        [768, 12_080],
        [1280, 5_180],
        [1366, 5_180],
        [1920, 4_580],
        [3840, 9_160],
      ] as const) {
        await wall.setViewportSize({ width, height })
        await expect.poll(async () => (await wall.locator('main').boundingBox())?.height).toBe(height)
        await expect(tile(wall, 'NB-2093', 0)).toBeVisible()
        // A tile is fitted in the frame after its size has changed.
        await wall.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
        for (const one of await cutOn(wall)) cut.push(`${locale} ${width}: ${one}`)
        // The names of the states stand in lines, where a language has no spaces as well: none is higher than its words are many.
        const heads = await wall.locator('thead th').evaluateAll((all) =>
          all
            .map((head) => {
              const range = document.createRange()
              range.selectNodeContents(head)
              return [`${head.textContent}`, new Set([...range.getClientRects()].map(({ top }) => top)).size] as const
            })
            .filter(([name, lines]) => lines > name.split(/[\s-]/).length),
        )
        for (const [name, lines] of heads) cut.push(`${locale} ${width}: ${name} stands in ${lines} lines`)
        const box = await tile(wall, 'NB-2041', 0).locator('dd').first().boundingBox()
        letters.push(box?.height ?? 0)
      }
      expect(letters.at(-1)).toBeCloseTo(2 * (letters.at(-2) ?? 0), 0)
      await inLargerFont(wall)
      for (const [width, height] of [
        [360, 12_080],
        [1366, 5_180],
        [3840, 9_160],
      ] as const) {
        await wall.setViewportSize({ width, height })
        await expect.poll(() => cutOn(wall), `${locale} ${width} in a larger font`).toEqual([])
      }
      await screenOf.close()
    }
    expect(cut).toEqual([])
  })
}
