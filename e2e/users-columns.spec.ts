/// <reference lib="dom" />
import { expect, type Locator, type Page } from '@playwright/test'
import { fetchResponse } from './fetch-response'
import { expectAccessible, expectNoOverflow, test } from './fixtures'
import { queryDatabase, signInByApi } from './people'
import { cellOf, grid, openUsers, pressHeading, rowOf, searchProject, waitForSavedSetting } from './users-grid'

const heading = (page: Page, name: string | RegExp) =>
  grid(page).getByRole('columnheader', { name, exact: typeof name === 'string' })

/** Whether an element's text is fully visible: neither truncated nor covered. */
const isFullyVisible = (place: Locator) =>
  place.evaluate((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect()
    const hits = [left + 2, (left + right) / 2, right - 8].map((x) => document.elementFromPoint(x, (top + bottom) / 2))
    return element.scrollWidth <= element.clientWidth && hits.every((found) => element.parentElement?.contains(found))
  })

/** The name in a heading, truncated in a column of 100 pixels. */
const truncatedName = (page: Page) =>
  heading(page, /^Barcode Harbour, block 4/)
    .locator('> span')
    .first()

/** A window tall enough to render everybody whom a test needs. */
const tallWindow = { width: 1_280, height: 8_000 }

/** Focuses the first cell of a column. */
async function moveTo(page: Page, column: Locator) {
  const place = Number(await column.getAttribute('aria-colindex')) - 1
  await grid(page).focus()
  await page.keyboard.press('Control+Home')
  for (let step = 0; step < place; step += 1) await page.keyboard.press('ArrowRight')
}

test('the whole name of a project is seen while the cursor is in its column, in a cell and on its heading', async ({
  page,
}) => {
  await openUsers(page)
  const name = truncatedName(page)
  expect(await isFullyVisible(name)).toBe(false)
  await moveTo(page, heading(page, /^Barcode Harbour, block 4/))
  await expect.poll(() => isFullyVisible(name)).toBe(true)
  await page.keyboard.press('ArrowUp')
  await expect.poll(() => isFullyVisible(name)).toBe(true)
  await expectAccessible(page)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => isFullyVisible(name)).toBe(false)
  // At the edge of the window the name extends to the other side.
  await page.keyboard.press('Control+ArrowRight')
  const last = grid(page).locator('[data-heading][data-current] > span').first()
  await expect(last).toBeVisible()
  await expect.poll(() => isFullyVisible(last)).toBe(true)
})

test('the whole name gives way to the mouse: the heading that lay below it is the one that is pressed', async ({
  page,
}) => {
  await openUsers(page)
  await moveTo(page, heading(page, /^Barcode Harbour, block 4/))
  await expect.poll(() => isFullyVisible(truncatedName(page))).toBe(true)
  const own = Number(await heading(page, /^Barcode Harbour, block 4/).getAttribute('data-heading'))
  const covered = grid(page).locator(`[data-heading="${own + 1}"]`)
  await pressHeading(covered)
  await expect(covered).toHaveAttribute('aria-sort', /.+/)
  await expect(heading(page, /^Barcode Harbour, block 4/)).not.toHaveAttribute('aria-sort', /.+/)
  await pressHeading(covered)
  await pressHeading(covered)
  await expect(covered).not.toHaveAttribute('aria-sort', /.+/)
})

test.describe('with a finger', () => {
  test.use({ hasTouch: true, viewport: { width: 1_024, height: 768 } })

  test('the whole name of a project is seen after a tap on a cell of it', async ({ page }) => {
    await openUsers(page)
    const name = truncatedName(page)
    expect(await isFullyVisible(name)).toBe(false)
    const column = await heading(page, /^Barcode Harbour, block 4/).getAttribute('aria-colindex')
    await grid(page).locator(`[data-row="2"] [aria-colindex="${column}"]`).tap()
    await expect.poll(() => isFullyVisible(name)).toBe(true)
  })
})

test('narrow columns with turned names are a choice that is found again after a reload', async ({ page }) => {
  await openUsers(page, 'mei@nordbygg')
  const harbour = heading(page, /^Barcode Harbour, block 4/)
  const cell = await cellOf(page, 'Mei Zhang', 'Fornebu')
  const word = (await cell.textContent()) ?? ''
  expect(word).not.toBe('')
  const columnWidth = async (place: Locator) => Math.round((await place.boundingBox())?.width ?? 0)
  expect([await columnWidth(harbour), await columnWidth(cell)]).toEqual([100, 100])
  await page.getByRole('button', { name: 'Columns', exact: true }).click()
  const narrow = page.getByRole('checkbox', { name: 'Narrow columns with rotated headings' })
  await expect(narrow).not.toBeChecked()
  const saved = waitForSavedSetting(page)
  await narrow.click()
  await expect(narrow).toBeChecked()
  expect((await saved).ok()).toBe(true)
  await expectAccessible(page)
  await page.reload()
  await expect.poll(() => columnWidth(harbour)).toBe(44)
  expect(await columnWidth(heading(page, 'Email'))).toBeGreaterThan(100)
  // A letter on the screen; the full word for screen readers and as a tooltip.
  const role = (await cellOf(page, 'Mei Zhang', 'Fornebu')).locator('[data-role]')
  await expect(role.locator('[aria-hidden]')).toHaveText(word.slice(0, 1))
  await expect(role).toHaveAttribute('title', word)
  await expect(role.locator('.said-only')).toHaveText(word)
  await moveTo(page, harbour)
  await expect.poll(() => isFullyVisible(truncatedName(page))).toBe(true)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Columns', exact: true }).click()
  const wide = waitForSavedSetting(page)
  await narrow.click()
  await expect(narrow).not.toBeChecked()
  await wide
  await expect.poll(() => columnWidth(harbour)).toBe(100)
})

test('settings that are being read while the grid is arranged do not take back how it was arranged, nor the next choice', async ({
  page,
  server,
}) => {
  await openUsers(page)
  const saved = waitForSavedSetting(page)
  await heading(page, 'Email').click()
  await saved
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/mgw/api/v3/user-settings?**', async (route) => {
    const response = await fetchResponse(route)
    await released
    await route.fulfill({ response })
  })
  // When the user returns to a window with stale data, everything is refetched.
  await page.clock.setFixedTime(Date.now() + 60_000)
  const reading = page.waitForRequest('**/mgw/api/v3/user-settings?**')
  const loadedColumns = page.waitForResponse('**/mgw/api/v3/user-settings?**')
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  await reading
  const changed = waitForSavedSetting(page)
  await heading(page, 'Email').click()
  await expect(heading(page, 'Email')).toHaveAttribute('aria-sort', 'descending')
  await changed
  release()
  await (await loadedColumns).finished()
  const again = waitForSavedSetting(page)
  await page.getByRole('button', { name: 'Columns', exact: true }).click()
  await page.getByRole('checkbox', { name: 'Narrow columns with rotated headings' }).click()
  await again
  await expect(heading(page, 'Email')).toHaveAttribute('aria-sort', 'descending')
  const [stored] = await queryDatabase(
    server,
    `select value from user_setting join app_user on app_user.id = user_id where email = $1 and key = 'users'`,
    ['anna@nordbygg.example'],
  )
  expect(stored).toMatchObject({ value: { sort: [{ id: 'email', ascending: false }], isNarrow: true } })
})

test('a search begins with the first that it found, wherever the grid was scrolled to', async ({ page }) => {
  await page.setViewportSize({ width: 1_100, height: 400 })
  await openUsers(page)
  const scrolled = () => grid(page).evaluate(({ scrollTop, scrollLeft }) => [scrollTop, scrollLeft])
  await grid(page).evaluate((box) => box.scrollTo(500, 400))
  await expect.poll(scrolled).toEqual([400, 500])
  await page.getByLabel('Search users').fill('example')
  await expect(page).toHaveURL(/user=example/)
  await expect.poll(scrolled).toEqual([0, 500])
  await expect(grid(page).locator('[data-row="0"]')).toBeInViewport()
  await page.getByLabel('Search projects').fill('e')
  await expect(page).toHaveURL(/project=e/)
  await expect.poll(scrolled).toEqual([0, 0])
})

test('people and projects are found by words in any order, without accents and letters of other keyboards', async ({
  page,
}) => {
  await openUsers(page)
  for (const [typed, name] of [
    ['lindqvist asa', 'Åsa Lindqvist'],
    ['gross jurgen', 'Jürgen Groß'],
    ['wisniewski PIOTR stalbud.example piotr@', 'Piotr Wiśniewski'],
  ] as const) {
    await page.getByLabel('Search users').fill(typed)
    await expect(page.getByText('1 user found').first()).toBeVisible()
    await expect(rowOf(page, name)).toBeVisible()
  }
  await page.getByLabel('Search users').fill('')
  await searchProject(page, 'clinic ulleval')
  await expect(heading(page, /^Ullevål Clinic/)).toBeVisible()
})

test('a search that no project matches says so and offers all again, on a phone, too', async ({ page }) => {
  await openUsers(page)
  const columns = await grid(page).getAttribute('aria-colcount')
  await page.getByLabel('Search projects').fill('nothing of this name')
  const notice = page.getByText('No project matches “nothing of this name”').locator('..')
  await expect(notice).toBeVisible()
  await expect(grid(page).locator('[data-row="0"]')).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await expect(notice).toBeVisible()
  await expectNoOverflow(page)
  await page.setViewportSize({ width: 1_280, height: 720 })
  await notice.getByRole('button', { name: 'Show all projects' }).click()
  await expect(grid(page)).toHaveAttribute('aria-colcount', columns ?? '')
})

test('only the projects are shown in which the selected people, or those who are found, have access', async ({
  page,
}) => {
  await openUsers(page, 'me')
  const rows = (await grid(page).getAttribute('aria-rowcount')) ?? ''
  const all = Number(await grid(page).getAttribute('aria-colcount'))
  // Columns out of view are not rendered; as many as she has fit.
  await page.setViewportSize({ width: 6_000, height: 2_000 })
  const filled = async (name: string) => {
    const cells = await rowOf(page, name).locator('[data-column]').allTextContents()
    return cells.slice(4).map((text) => text !== '')
  }
  await expect.poll(() => filled('Mei Zhang')).toHaveLength(all - 4)
  const filledCount = (await filled('Mei Zhang')).filter(Boolean).length
  expect(filledCount).toBeGreaterThan(0)
  await rowOf(page, 'Mei Zhang')
    .getByRole('rowheader')
    .click({ position: { x: 170, y: 20 } })
  await rowOf(page, 'Mei Zhang').locator('[data-column]').nth(5).click()
  await page
    .getByRole('region', { name: 'Selected cells' })
    .getByRole('button', { name: 'Only projects with access' })
    .click()
  // The checkboxes and the name, then as many columns as she has; all others stay available for comparison.
  await expect(page).toHaveURL(/access=/)
  await expect.poll(async () => Number(await grid(page).getAttribute('aria-colcount'))).toBeLessThan(all)
  await expect.poll(() => filled('Mei Zhang')).toEqual(Array(filledCount).fill(true))
  await expect(grid(page)).toHaveAttribute('aria-rowcount', rows)
  expect(Number(rows)).toBeGreaterThan(3)
  const chip = page.getByRole('button', { name: 'Only projects of Mei Zhang' })
  await expect(chip).toBeVisible()
  await expectAccessible(page)
  await page.reload()
  await expect.poll(() => filled('Mei Zhang')).toEqual(Array(filledCount).fill(true))
  await chip.click()
  await expect(grid(page)).toHaveAttribute('aria-colcount', String(all))

  await page.getByLabel('Search users').fill('mei@nordbygg')
  await expect(page.getByText('1 user found').first()).toBeVisible()
  await page.getByRole('button', { name: 'Columns', exact: true }).click()
  await page.getByRole('checkbox', { name: 'Only projects with access' }).click()
  await expect.poll(() => filled('Mei Zhang')).toEqual(Array(filledCount).fill(true))
})

test('the text of a name opens its person, beside it a click selects', async ({ page }) => {
  await openUsers(page, 'mei@nordbygg')
  const name = rowOf(page, 'Mei Zhang').getByRole('rowheader')
  await name.click({ position: { x: 170, y: 20 } })
  await expect(name).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await name.getByText('Mei Zhang').click()
  await expect(page.getByRole('dialog', { name: 'Edit Mei Zhang' })).toBeVisible()
})

test('a column is sorted with filled cells first, whichever way', async ({ page }) => {
  await page.setViewportSize(tallWindow)
  await openUsers(page)
  await searchProject(page, 'Fornebu')
  const column = heading(page, /^Fornebu/)
  const texts = async () => {
    const index = await column.getAttribute('aria-colindex')
    return grid(page).locator(`[data-row] [aria-colindex="${index}"]`).allTextContents()
  }
  for (const order of ['ascending', 'descending']) {
    const saved = waitForSavedSetting(page)
    await column.click()
    await saved
    await expect(column).toHaveAttribute('aria-sort', order)
    const filled = (await texts()).map((text) => text !== '')
    expect(filled[0]).toBe(true)
    expect(filled).toContain(false)
    expect(filled).toEqual(filled.toSorted((one, other) => Number(other) - Number(one)))
  }
  const natural = waitForSavedSetting(page)
  await column.click()
  await natural
})

test('with a language come its separators: so many of ten thousand', async ({ page }) => {
  await signInByApi(page, 'anna@nordbygg.example')
  const people = Array.from({ length: 10_000 }, (_, at) => [
    `p${at}@large.example`,
    at < 89 ? `Kari ${at}` : `P ${at}`,
    -1,
    '',
  ])
  await page.route('**/access-matrix', async (route) => {
    const response = await fetchResponse(route)
    const matrix = await response.json()
    const projects = matrix.projects.map((project: object) => ({ ...project, members: '', ends: [] }))
    await route.fulfill({ response, json: { ...matrix, people, projects, administrators: [], guests: [] } })
  })
  await page.goto('/users?user=kari')
  await expect(page.getByText('89 of 10,000 users', { exact: true })).toBeVisible()
  await page.goto('/users')
  await expect(page.getByText('10,000 users', { exact: true })).toBeVisible()
})

test('on a tablet no heading stands twice, and the search is in sight', async ({ page }) => {
  await page.setViewportSize({ width: 768, height: 1_024 })
  await openUsers(page)
  // Only some of the columns that identify people are pinned; the heading is above that part.
  await expect(heading(page, 'User')).toHaveCount(2)
  const usersGrid = grid(page)
    .locator('[data-group]')
    .filter({ has: page.locator('svg') })
  await expect(usersGrid).toHaveText(['User', 'Projects'])
  await expect(page.getByLabel('Search users')).toBeInViewport({ ratio: 1 })
  await expectNoOverflow(page)
})
