/// <reference lib="dom" />
import { expect, type Locator } from '@playwright/test'
import { signIn, test } from './fixtures'

interface Box {
  left: number
  right: number
  top: number
  bottom: number
}

/** The edges of all matching elements, in whole pixels. */
const boxes = (locator: Locator): Promise<Box[]> =>
  locator.evaluateAll((elements) =>
    elements.map((element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect()
      return { left: Math.round(left), right: Math.round(right), top: Math.round(top), bottom: Math.round(bottom) }
    }),
  )

const edgesOf = (all: readonly Box[]) => new Set(all.map(({ left, right }) => `${left} ${right}`))

for (const width of [360, 1_280, 1_920]) {
  test(`at ${width} pixels the projects and the search box share their edges, and the stars are a column`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 })
    await signIn(page, 'mei', '/')
    const rows = page.locator('#content li').filter({ has: page.getByRole('link') })
    await expect(rows.first()).toBeVisible()
    expect(await rows.count()).toBeGreaterThan(10)
    const [searchField] = await boxes(page.getByRole('searchbox', { name: 'Search projects' }).locator('..'))
    const rendered = await boxes(rows)
    expect(edgesOf(rendered)).toEqual(new Set([`${searchField?.left} ${searchField?.right}`]))
    // The heading starts at the same edge, and the button next to it ends at the other.
    const [heading] = await boxes(page.getByRole('heading', { name: 'Projects', level: 1 }))
    expect(heading?.left).toBe(searchField?.left)

    const stars = await boxes(page.locator('#content li button[aria-pressed]'))
    expect(stars).toHaveLength(rendered.length)
    expect(edgesOf(stars).size).toBe(1)
    // Each star is in its row before the name, and the name column starts where the star ends.
    const names = await boxes(page.locator('#content li a > span:first-child'))
    expect(new Set(names.map(({ left }) => left)).size).toBe(1)
    expect(names[0]?.left ?? 0).toBeGreaterThanOrEqual(stars[0]?.right ?? Number.NaN)
    for (const [at, star] of stars.entries()) {
      expect(star.top).toBeGreaterThanOrEqual(rendered[at]?.top ?? Number.NaN)
      expect(star.bottom).toBeLessThanOrEqual(rendered[at]?.bottom ?? Number.NaN)
    }

    // A wide screen is used: the content is no narrower than the portal's column, and centered.
    if (width > 1_128) {
      const [left, right] = [searchField?.left ?? 0, width - (searchField?.right ?? 0)]
      expect((searchField?.right ?? 0) - (searchField?.left ?? 0)).toBeGreaterThanOrEqual(1_100)
      expect(Math.abs(left - right)).toBeLessThanOrEqual(16)
    }
  })
}

for (const height of [760, 900, 1_080]) {
  test(`on a screen of ${height} pixels the column of the sign-in stands in the middle`, async ({ page }) => {
    await page.setViewportSize({ width: 1_280, height })
    await page.goto('/login')
    await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeEnabled()
    const [column] = await boxes(page.locator('main'))
    // A column of the usual height (640 pixels) is centered vertically and does not move when messages appear.
    expect(column?.top).toBe(Math.max(0, (height - 640) / 2))
    expect((column?.left ?? 0) + (column?.right ?? 0)).toBe(1_280)
    const form = page.locator('main form').first()
    const [typed] = await boxes(form)
    const middle = ((typed?.top ?? 0) + (typed?.bottom ?? 0)) / 2
    expect(Math.abs(middle - height / 2)).toBeLessThanOrEqual(height / 8)
  })
}
