/// <reference lib="dom" />
import { expect, type Locator, type Page } from '@playwright/test'
import { expectAccessible, test } from './fixtures'
import { signInByApi } from './people'
import { cellOf, grid, openUsers, preview, rowOf, waitForSavedSetting } from './users-grid'

const heading = (page: Page, name: string | RegExp) => grid(page).getByRole('columnheader', { name, exact: true })

/** The active cell, as the grid reports it to assistive technology. */
const active = (page: Page) =>
  grid(page).evaluate((element) => {
    const id = element.getAttribute('aria-activedescendant')
    return id === null ? null : (document.getElementById(id)?.textContent ?? null)
  })

/** Opens the menu of a column and chooses an item. */
async function choose(page: Page, column: Locator, item: string): Promise<void> {
  await column.click({ button: 'right' })
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

test('groups of columns are walked by keyboard, hidden, found again after a reload and shown', async ({ page }) => {
  await openUsers(page)
  const hibernated = heading(page, 'Hibernated projects')
  const shown = Number(await grid(page).getAttribute('aria-colcount'))
  expect(Number(await heading(page, 'User').getAttribute('aria-colspan'))).toBe(4)
  await grid(page).focus()
  for (const key of ['Control+Home', 'ArrowRight', 'ArrowUp', 'ArrowUp']) await page.keyboard.press(key)
  expect(await active(page)).toBe('User')
  await page.keyboard.press('ArrowRight')
  expect(await active(page)).toBe('Projects')
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => active(page)).toBe('Hibernated projects')
  const columns = Number(await hibernated.getAttribute('aria-colspan'))
  await page.keyboard.press('Enter')
  const menu = page.getByRole('menu', { name: 'Columns of Hibernated projects' })
  await expect(menu.getByRole('menuitem', { name: 'Select these columns' })).toBeFocused()
  await expectAccessible(page)
  const saved = waitForSavedSetting(page)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(hibernated).toHaveCount(0)
  await expect(grid(page)).toBeFocused()
  await expect(grid(page)).toHaveAttribute('aria-colcount', String(shown - columns))
  await saved
  await page.reload()
  await expect(heading(page, 'Projects')).toBeVisible()
  await expect(grid(page)).toHaveAttribute('aria-colcount', String(shown - columns))
  await page.getByRole('button', { name: 'Columns', exact: true }).click()
  const group = page.getByRole('checkbox', { name: `Hibernated projects (${columns})` })
  await expect(group).not.toBeChecked()
  await expectAccessible(page)
  const again = waitForSavedSetting(page)
  await group.click()
  await expect(group).toBeChecked()
  await again
  await expect(grid(page)).toHaveAttribute('aria-colcount', String(shown))
})

test('a column’s menu sorts by several, pins and moves', async ({ page }) => {
  await openUsers(page)
  // Matched by prefix, because the heading also shows the position in a multi-column sort.
  const [name, organization] = [heading(page, /^Name/), heading(page, /^Organization/)]
  await choose(page, organization, 'Sort ascending')
  await choose(page, name, 'Then by this column')
  await expect(organization).toHaveAttribute('aria-sort', 'ascending')
  await expect(name).toHaveAttribute('aria-sort', 'ascending')
  await expect(organization).toContainText('1')
  await expect(name).toContainText('2')
  await choose(page, organization, 'Clear sorting')
  await expect(organization).not.toHaveAttribute('aria-sort')
  await expect(name).toHaveAttribute('aria-sort', 'ascending')
  await choose(page, name, 'Clear sorting')

  const [email, pinned] = [heading(page, 'Email'), grid(page).locator('[data-row="0"] > div').first().locator('> div')]
  await expect(pinned).toHaveCount(4)
  // Each setting is saved before the next one, so that the last saved setting is complete.
  const scrolls = waitForSavedSetting(page, (columns) =>
    columns.some(({ id, isPinned }) => id === 'email' && !isPinned),
  )
  await choose(page, email, 'Unpin')
  await expect(pinned).toHaveCount(3)
  await scrolls
  const pins = waitForSavedSetting(page)
  await choose(page, email, 'Pin to the start')
  await expect(pinned).toHaveCount(4)
  await pins
  // It becomes the last pinned column, after the checkboxes, the name and the organization.
  await expect(email).toHaveAttribute('aria-colindex', '4')
  const initialWidth = waitForSavedSetting(page)
  await choose(page, email, 'Move left')
  await expect(email).toHaveAttribute('aria-colindex', '3')
  await initialWidth
})

test('the handle, Ctrl-D, Ctrl-R and the menu of cells fill as a spreadsheet does', async ({ page }) => {
  await openUsers(page, '@elektro')
  await page.getByLabel('Search projects').fill('Holmen Swim')
  await expect(page.getByText(/^1 of \d+ projects/)).toBeVisible()
  const from = Number(await rowOf(page, 'Noor Haddad').getAttribute('data-row'))
  const cell = (down: number) =>
    grid(page)
      .locator(`[data-row="${from + down}"] [data-column]`)
      .last()
  await expect(cell(0)).toHaveText('User')
  const planned = async (count: number) => {
    await expect(preview(page).getByText(count === 1 ? '1 row will change' : `${count} rows will change`)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(preview(page)).toBeHidden()
  }

  await cell(0).click()
  const [handle, target] = await Promise.all([
    cell(0).locator('[data-handle=fill]').boundingBox(),
    cell(2).boundingBox(),
  ])
  if (!handle || !target) throw new Error('The cells are not in sight')
  await page.mouse.move(handle.x + handle.width / 2, handle.y + handle.height / 2)
  await page.mouse.down()
  await page.mouse.move(target.x + 20, target.y + 20, { steps: 5 })
  await expect(cell(2)).toHaveAttribute('data-fill', 'true')
  await page.mouse.up()
  await planned(2)

  await cell(0).click()
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Control+d')
  await planned(1)

  // Right-clicking outside the selection opens the menu of that cell alone; the menu key opens the menu of the selection.
  await cell(0).click()
  await page.keyboard.press('Shift+ArrowDown')
  await cell(2).click({ button: 'right' })
  const alone = page.getByRole('menu', { name: /^Cell / })
  await expect(alone.getByRole('menuitem', { name: 'Fill down', exact: true })).toHaveAttribute('aria-disabled', 'true')
  await page.keyboard.press('Escape')
  await expect(grid(page)).toBeFocused()
  await cell(0).click()
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Shift+F10')
  const several = page.getByRole('menu', { name: 'Selected cells' })
  await expect(several).toBeVisible()
  await expectAccessible(page)
  await several.getByRole('menuitem', { name: 'Fill down', exact: true }).click()
  await planned(1)

  await page.getByLabel('Search projects').fill('Hall')
  await expect(heading(page, /^Vestby Logistics Hall/)).toBeVisible()
  await (await cellOf(page, 'Noor Haddad', 'Holmen')).click()
  await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('Control+r')
  await planned(1)
})

test('keys act on the active cell wherever the grid was scrolled to, whatever the case, and Escape clears ticked rows', async ({
  page,
}) => {
  await openUsers(page)
  const first = grid(page).locator('[data-row="0"]')
  const name = (await first.getByRole('rowheader').textContent()) ?? ''
  const project = first.locator('[data-column="4"]')
  await project.click()
  const scrollAway = async () => {
    await grid(page).evaluate((element) => element.scrollTo({ top: 6_000 }))
    await expect(first).toHaveCount(0)
  }
  await scrollAway()
  await page.keyboard.press('Shift+F10')
  const menu = page.getByRole('menu', { name: new RegExp(`^Cell ${name} `) })
  await expect(menu).toBeVisible()
  await expect(first).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(menu).toHaveCount(0)
  await scrollAway()
  await page.keyboard.press('F2')
  await expect(first).toBeVisible()
  await expect(page.getByRole('menu', { name: new RegExp(`^Role of ${name} in `) })).toBeVisible()
  await page.keyboard.press('Escape')

  // With Caps Lock, and where nothing can be filled, the browser does not load the page again.
  await grid(page).focus()
  await page.evaluate(() => Object.assign(window, { isSame: true }))
  await page.keyboard.press('Control+r')
  await grid(page).dispatchEvent('keydown', { key: 'R', ctrlKey: true, bubbles: true, cancelable: true })
  expect(await page.evaluate(() => 'isSame' in window)).toBe(true)

  // The checkbox alone is no cell that could be changed.
  await page.keyboard.press('Home')
  await expect(page.getByText(/select fewer to change them/)).toHaveCount(0)
  await page.keyboard.press(' ')
  await expect(first).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Escape')
  await expect(first).toHaveAttribute('aria-selected', 'false')
})

test.describe('by touch', () => {
  test.use({ hasTouch: true, viewport: { width: 1_100, height: 820 } })

  /** Drags a finger along the path and lifts it after `beforeRelease`. */
  async function dragFinger(
    page: Page,
    path: { x: number; y: number }[],
    beforeRelease: () => Promise<void> = async () => {},
  ) {
    const fingers = await page.context().newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
      fingers.send('Input.dispatchTouchEvent', { type, touchPoints })
    const [first, ...rest] = path
    if (first) await touch('touchStart', [first])
    for (const point of rest) await touch('touchMove', [point])
    await beforeRelease()
    await touch('touchEnd', [])
  }

  const centerOf = async (place: Locator) => {
    const box = await place.boundingBox()
    if (!box) throw new Error('It is not in sight')
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  }

  test('a tap takes, a second one opens, a finger that rests gets the menu, one that moves scrolls', async ({
    page,
  }) => {
    await openUsers(page)
    const cell = grid(page).locator('[data-row="2"] [data-column]:not([data-locked])').last()
    const place = await cell.getAttribute('data-column')
    const at = (row: number) => grid(page).locator(`[data-row="${row}"] [data-column="${place}"]`)
    await at(2).tap()
    await expect(at(2)).toHaveAttribute('aria-selected', 'true')
    await expect(page.getByRole('menu')).toHaveCount(0)
    await at(2).tap()
    await expect(page.getByRole('menu', { name: /^Role of / })).toBeVisible()
    await page.keyboard.press('Escape')

    await dragFinger(page, [await centerOf(at(3))], () =>
      expect(page.getByRole('menu', { name: /^Cell / })).toBeVisible(),
    )
    await expect(page.getByRole('menu', { name: /^Cell / })).toBeVisible()
    await expect(at(3)).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('Escape')

    // The round handle extends the selection, the square handle fills cells; neither does both.
    const dragHandle = async (handle: 'take' | 'fill', from: Locator, to: Locator) => {
      const [first, last] = [await centerOf(from.locator(`[data-handle=${handle}]`)), await centerOf(to)]
      await dragFinger(page, [first, { x: last.x, y: (first.y + last.y) / 2 }, last])
    }
    await dragHandle('take', at(3), at(5))
    await expect(page.getByText(/^3 cells/)).toBeVisible()
    await expect(page.getByRole('menu')).toHaveCount(0)
    await dragHandle('fill', at(5), at(6))
    await expect(preview(page)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(preview(page)).toBeHidden()
    await expect(page.getByText(/^3 cells/)).toBeVisible()
    await dragHandle('take', at(3), at(2))
    await expect(page.getByText(/^4 cells/)).toBeVisible()

    const from = await centerOf(at(5))
    const top = () => grid(page).evaluate((element) => element.scrollTop)
    await dragFinger(page, [
      from,
      ...Array.from({ length: 8 }, (_, step) => ({ x: from.x, y: from.y - 20 * (step + 1) })),
    ])
    await expect.poll(top).toBeGreaterThan(0)
    await expect(page.getByText(/^4 cells/)).toBeVisible()
    await expect(page.getByRole('menu')).toHaveCount(0)
  })

  test('a heading’s edge is wide enough for a finger, and a tap on the heading opens its menu', async ({ page }) => {
    await openUsers(page)
    const organization = heading(page, 'Organization')
    const before = await organization.boundingBox()
    if (!before) throw new Error('There is no heading')
    const edge = { x: before.x + before.width - 6, y: before.y + before.height / 2 }
    const initialWidth = waitForSavedSetting(page)
    // The finger is lifted after everything is done and saved: lifting it while it moves would fling the grid, and the next tap would only stop the
    // fling.
    await dragFinger(page, [edge, { ...edge, x: edge.x + 20 }, { ...edge, x: edge.x + 40 }], async () => {
      await expect.poll(async () => (await organization.boundingBox())?.width).toBe(before.width + 40)
      await initialWidth
    })
    await organization.locator('span').first().tap()
    const menu = page.getByRole('menu', { name: 'Column Organization' })
    await expect(menu).toBeVisible()
    const saved = waitForSavedSetting(page)
    await menu.getByRole('menuitem', { name: 'Narrower', exact: true }).tap()
    await saved
    await expect.poll(async () => (await organization.boundingBox())?.width).toBe(before.width)
  })
})

test('at 400 % zoom nothing has to be scrolled sideways but the grid itself, and everything is reached', async ({
  page,
}) => {
  // 1280 x 1024 at 400 % zoom, then at 175 %, where the grid is shown again.
  await page.setViewportSize({ width: 320, height: 256 })
  await signInByApi(page, 'anna@nordbygg.example')
  await page.goto('/users')
  const sideways = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  const person = page.getByRole('listitem').filter({ hasText: 'Mei Zhang' })
  await page.getByLabel('Search users').fill('mei zhang')
  await expect(person.first()).toBeVisible()
  await expect.poll(sideways).toBe(0)
  await person.getByRole('button').click()
  const edit = page.getByRole('dialog', { name: 'Edit Mei Zhang' })
  await edit.getByRole('button', { name: 'Save', exact: true }).scrollIntoViewIfNeeded()
  await expect(edit.getByRole('button', { name: 'Save', exact: true })).toBeInViewport()
  await expect.poll(sideways).toBe(0)
  await page.keyboard.press('Escape')

  await page.setViewportSize({ width: 731, height: 585 })
  await expect(grid(page).locator('[data-row="0"]')).toBeVisible()
  await expect.poll(sideways).toBe(0)
  const row = grid(page).locator('[data-row="0"]')
  const [window, pinned] = await Promise.all([grid(page).boundingBox(), row.locator('> div').first().boundingBox()])
  expect(pinned?.width ?? 0).toBeLessThan(0.65 * (window?.width ?? 0))
  await expectAccessible(page)
})
