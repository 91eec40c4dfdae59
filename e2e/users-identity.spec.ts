/// <reference lib="dom" />
import { type Browser, expect, type Page } from '@playwright/test'
import { expectAccessible, test } from './fixtures'
import { signInByApi } from './people'
import {
  cellOf,
  grid,
  openUsers,
  preview,
  rowOf,
  type StoredLevels,
  searchProject,
  storedLevels as stored,
  waitForSavedSetting,
} from './users-grid'

/** Opens a second window as another administrator of the customer. */
async function otherWindow(browser: Browser, baseURL: string | undefined): Promise<Page> {
  const context = await browser.newContext({ ...(baseURL && { baseURL }), locale: 'en-GB' })
  const page = await context.newPage()
  await signInByApi(page, 'astrid@nordbygg.example')
  await page.goto('/users')
  await expect(page.locator('[role=grid] [data-row="0"]')).toBeVisible()
  return page
}

let added = 0

/** Adds, in the second window, a user who sorts before everybody else; in the first window the rows move down. */
async function addFirst(second: Page, page: Page, firm: string): Promise<string> {
  added += 1
  const email = `0${added}.new@${firm}.example`
  const before = Number(await grid(page).getAttribute('aria-rowcount'))
  await second.locator('button[aria-haspopup=menu]').last().click()
  // The second item adds a user.
  await second.getByRole('menuitem').nth(1).click()
  const dialog = second.getByRole('dialog')
  await dialog.locator('input[type=email]').fill(email)
  await dialog.locator('button[type=submit]').click()
  await expect(dialog).toHaveCount(0)
  await expect(grid(page)).toHaveAttribute('aria-rowcount', String(before + 1))
  return email
}

/** Emails of the rows with highlighted cells, including a single active cell. */
const highlighted = (page: Page) =>
  grid(page).evaluate((element) =>
    [...element.querySelectorAll('[data-row]')]
      .filter((row) => row.querySelector('[data-range], [data-active]'))
      .map((row) => row.querySelector('[aria-colindex="3"]')?.textContent ?? ''),
  )

/** Selects the cells of three users in the only visible project, starting at this row; returns their emails. */
async function selectThree(page: Page, from: number): Promise<string[]> {
  const cell = (row: number) => grid(page).locator(`[data-row="${row}"] [aria-colindex="5"]`)
  await cell(from).click()
  await cell(from + 2).click({ modifiers: ['Shift'] })
  await expect(page.getByText(/^3 cells/)).toBeVisible()
  const emails = await highlighted(page)
  expect(emails).toHaveLength(3)
  return emails
}

/** Chooses a role for the selection and applies the preview. */
async function changeRole(page: Page, role: string): Promise<void> {
  await page.getByRole('button', { name: 'Change role', exact: true }).click()
  await page.getByRole('radio', { name: role }).check()
  await page.keyboard.press('Enter')
  await preview(page)
    .getByRole('button', { name: /^Apply \d/ })
    .click()
  await expect(preview(page)).toHaveCount(0)
  await expect(page.getByText(/users? updated successfully!$/)).toBeVisible()
}

const withWorkflowRole = (before: StoredLevels, emails: readonly string[]): StoredLevels => ({
  ...before,
  ...Object.fromEntries(emails.map((email) => [email, 15])),
})

test('the cursor stays with its person when somebody is added above: the bar names who is changed', async ({
  page,
  browser,
  baseURL,
  server,
}) => {
  await openUsers(page, '@elektro')
  await searchProject(page, 'Fornebu')
  await page.getByRole('columnheader', { name: 'Fornebu' }).click()
  const second = await otherWindow(browser, baseURL)
  const before = await stored(server, 'elektro', 'Fornebu')
  await (await cellOf(page, 'Noor Haddad', 'Fornebu')).click()
  const bar = page.getByRole('region', { name: 'Selected cells' })
  await expect(bar).toContainText('Noor Haddad')
  await addFirst(second, page, 'elektro')
  expect(await highlighted(page)).toEqual(['noor@elektro.example'])
  await expect(bar).toContainText('Noor Haddad')
  await grid(page).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menu').getByRole('menuitemradio', { name: 'Workflows', exact: true }).click()
  await expect
    .poll(() => stored(server, 'elektro', 'Fornebu'))
    .toEqual(withWorkflowRole(before, ['noor@elektro.example']))
  await second.context().close()
})

test('a cell’s editor and menu stay with their person when somebody is added above them', async ({
  page,
  browser,
  baseURL,
  server,
}) => {
  await openUsers(page, '@elektro')
  await searchProject(page, 'Sandvika')
  const second = await otherWindow(browser, baseURL)
  const before = await stored(server, 'elektro', 'Sandvika')
  const cell = await cellOf(page, 'Noor Haddad', 'Sandvika')
  await cell.dblclick()
  const roles = page.getByRole('menu', { name: /^Role of Noor Haddad/ })
  await addFirst(second, page, 'elektro')
  await roles.getByRole('menuitemradio', { name: 'Workflows', exact: true }).click()
  const once = withWorkflowRole(before, ['noor@elektro.example'])
  await expect.poll(() => stored(server, 'elektro', 'Sandvika')).toEqual(once)

  await cell.click({ button: 'right' })
  await addFirst(second, page, 'elektro')
  await page
    .getByRole('menu', { name: /^Cell Noor Haddad/ })
    .getByRole('menuitem', { name: 'Open', exact: true })
    .click()
  await roles.getByRole('menuitemradio', { name: 'Admin', exact: true }).click()
  await expect.poll(() => stored(server, 'elektro', 'Sandvika')).toEqual({ ...once, 'noor@elektro.example': 20 })
  await second.context().close()
})

test('a range is the people who are highlighted: after somebody was added, and after sorting', async ({
  page,
  browser,
  baseURL,
  server,
}) => {
  await openUsers(page, '@kozo')
  await searchProject(page, 'Fornebu')
  const second = await otherWindow(browser, baseURL)
  const before = await stored(server, 'kozo', 'Fornebu')
  const three = await selectThree(page, 2)
  await addFirst(second, page, 'kozo')
  expect(await highlighted(page)).toEqual(three)
  await page.getByRole('columnheader', { name: 'Email' }).click()
  await page.getByRole('columnheader', { name: 'Email' }).click()
  await expect(page.getByRole('columnheader', { name: 'Email' })).toHaveAttribute('aria-sort', 'descending')
  expect((await highlighted(page)).toSorted()).toEqual(three.toSorted())
  await expect(page.getByText(/^3 cells/)).toBeVisible()
  await changeRole(page, 'Workflows')
  expect(await stored(server, 'kozo', 'Fornebu')).toEqual(withWorkflowRole(before, three))
  expect((await highlighted(page)).toSorted()).toEqual(three.toSorted())

  // Letter keys and Delete also apply to the whole selection, after a preview.
  await grid(page).focus()
  await page.keyboard.press('a')
  await expect(page.getByRole('radio', { name: 'Admin', exact: true })).toBeChecked()
  await page.keyboard.press('Escape')
  await grid(page).focus()
  await page.keyboard.press('Delete')
  await expect(preview(page).getByText('3 rows will change')).toBeVisible()
  await preview(page)
    .getByRole('button', { name: /^Apply \d/ })
    .click()
  const without = Object.fromEntries(Object.entries(before).filter(([email]) => !three.includes(email)))
  await expect.poll(() => stored(server, 'kozo', 'Fornebu')).toEqual(without)
  const saved = waitForSavedSetting(page)
  await page.getByRole('columnheader', { name: 'Email' }).click()
  await saved
  await second.context().close()
})

test('what is not shown any more leaves the selection, and the bar says how many remain', async ({ page, server }) => {
  await openUsers(page, '@fassade')
  await searchProject(page, 'Fornebu')
  const before = await stored(server, 'fassade', 'Fornebu')
  const [first = '', , third = ''] = await selectThree(page, 0)
  await page.getByLabel('Search users').fill(first)
  const bar = page.getByRole('region', { name: 'Selected cells' })
  await expect(bar).toContainText('2 are no longer shown and not selected')
  expect(await highlighted(page)).toEqual([first])
  await expectAccessible(page)
  // A row that disappears stays deselected when it returns.
  await page.getByLabel('Search users').fill('@fassade')
  await expect(grid(page).getByRole('row').filter({ hasText: third })).toBeVisible()
  expect(await highlighted(page)).toEqual([first])
  await grid(page).focus()
  await page.keyboard.press('Enter')
  await page
    .getByRole('menu', { name: /^Role of / })
    .getByRole('menuitemradio', { name: 'Workflows', exact: true })
    .click()
  await expect.poll(() => stored(server, 'fassade', 'Fornebu')).toEqual(withWorkflowRole(before, [first]))

  // A checked row that is no longer found is not changed either.
  const check = (email: string) =>
    grid(page).getByRole('row').filter({ hasText: email }).locator('[aria-colindex="1"]').click()
  await check(first)
  await check(third)
  const users = page.getByRole('region', { name: 'Selected users' })
  await expect(users).toContainText('2 users')
  await page.getByLabel('Search users').fill(third)
  await expect(users).toContainText('1 is no longer shown and not selected')
  await users.getByRole('button', { name: 'Role in a project' }).click()
  await expectAccessible(page)
  await page.getByRole('combobox', { name: 'Project', exact: true }).fill('Fornebu')
  await page
    .getByRole('option', { name: /^Fornebu/ })
    .first()
    .click()
  await page.getByRole('radio', { name: 'Workflows', exact: true }).check()
  await page.getByRole('button', { name: 'Preview', exact: true }).click()
  await preview(page)
    .getByRole('button', { name: /^Apply \d/ })
    .click()
  await expect.poll(() => stored(server, 'fassade', 'Fornebu')).toEqual(withWorkflowRole(before, [first, third]))
})

test('who leaves by one’s own removal takes the cursor with them: Enter opens nobody else', async ({
  page,
  browser,
  baseURL,
  server,
}) => {
  await openUsers(page, '@elektro')
  await searchProject(page, 'Sandvika')
  await page.getByRole('combobox', { name: 'Role', exact: true }).selectOption({ label: 'User' })
  const second = await otherWindow(browser, baseURL)
  await expect(rowOf(page, 'Fadi Farah')).toBeVisible()
  const before = await stored(server, 'elektro', 'Sandvika')
  const { 'fadi.farah@elektro.example': own, ...others } = before
  expect(own).toBe(10)
  // Another user takes his position in the grid.
  const row = Number(await rowOf(page, 'Fadi Farah').getAttribute('data-row'))
  await expect(grid(page).locator(`[data-row="${row + 1}"]`)).toBeVisible()
  const cell = await cellOf(page, 'Fadi Farah', 'Sandvika')
  await cell.dblclick()
  await page.getByRole('menuitemradio', { name: 'None', exact: true }).click()
  await expect.poll(() => stored(server, 'elektro', 'Sandvika')).toEqual(others)
  // The table is refetched when the other administrator adds a user; his row no longer matches the search.
  await second.locator('button[aria-haspopup=menu]').last().click()
  await second.getByRole('menuitem').nth(1).click()
  await second.getByRole('dialog').locator('input[type=email]').fill('0.elsewhere@elektro.example')
  await second.getByRole('dialog').locator('button[type=submit]').click()
  await expect(rowOf(page, 'Fadi Farah')).toHaveCount(0)
  expect(await highlighted(page)).toEqual([])
  await expect(page.getByRole('region', { name: 'Selected cells' })).toHaveCount(0)
  await grid(page).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Delete')
  await expect(page.getByRole('menu')).toHaveCount(0)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press('Control+z')
  await expect.poll(() => stored(server, 'elektro', 'Sandvika')).toEqual(before)
  await second.context().close()
})

test('moving a column takes the cursor with it', async ({ page, server }) => {
  await openUsers(page, '@elektro')
  await page.getByLabel('Search projects').fill('Hall')
  const [hall, concert] = ['Vestby Logistics Hall', 'Hamar Concert Hall']
  await expect(grid(page).getByRole('columnheader', { name: hall })).toBeVisible()
  const before = {
    hall: await stored(server, 'elektro', hall),
    concert: await stored(server, 'elektro', concert),
  }
  await (await cellOf(page, 'Noor Haddad', concert)).click()
  await grid(page)
    .getByRole('columnheader', { name: new RegExp(`^${concert}`) })
    .click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Move right' }).click()
  await expect(page.getByRole('region', { name: 'Selected cells' })).toContainText(concert)
  await page.keyboard.press('Enter')
  await page
    .getByRole('menu', { name: new RegExp(concert) })
    .getByRole('menuitemradio', { name: 'Workflows', exact: true })
    .click()
  await expect
    .poll(() => stored(server, 'elektro', concert))
    .toEqual(withWorkflowRole(before.concert, ['noor@elektro.example']))
  expect(await stored(server, 'elektro', hall)).toEqual(before.hall)
  await page.getByRole('button', { name: 'Columns', exact: true }).click()
  const saved = waitForSavedSetting(page)
  await page.getByRole('button', { name: 'Reset columns' }).click()
  await saved
})

test('? lists the keys of the grid, / goes to the search, wherever on the screen the focus is', async ({ page }) => {
  await openUsers(page)
  await grid(page).focus()
  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(help.getByText('Undo and redo')).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(help).toHaveCount(0)
  await page.keyboard.press('/')
  await expect(page.getByLabel('Search users')).toBeFocused()
  // There the key types a letter.
  await page.keyboard.press('?')
  await expect(help).toHaveCount(0)
  await expect(page.getByLabel('Search users')).toHaveValue('?')
})
