import { expect } from '@playwright/test'
import { dropNextResponse } from './drop-response'
import { test } from './fixtures'
import { cellOf, grid, openUsers, preview, searchProject, storedLevels as stored } from './users-grid'

test('the answer of a bulk act is lost: it says nothing false, shows what became of it, and Ctrl-Z undoes it', async ({
  page,
  server,
}) => {
  await openUsers(page, '@kozo')
  await searchProject(page, 'Fornebu')
  const before = await stored(server, 'kozo', 'Fornebu')
  const cell = (row: number) => grid(page).locator(`[data-row="${row}"] [aria-colindex="5"]`)
  await cell(2).click()
  await cell(4).click({ modifiers: ['Shift'] })
  await page.getByRole('button', { name: 'Change role', exact: true }).click()
  await page.getByRole('radio', { name: 'Workflows', exact: true }).check()
  await page.keyboard.press('Enter')
  const apply = preview(page).getByRole('button', { name: /^Apply \d/ })
  await expect(apply).toBeEnabled()
  // At first the outcome is unknown, because refetching fails too.
  let isServerUnavailable = true
  await page.route(/\/mgw\/api\/v3\/change-sets\/[^/]+$/, (route) =>
    isServerUnavailable ? route.abort() : route.fallback(),
  )
  await dropNextResponse(page, '**/change-sets/*/apply')
  await apply.click()
  await expect(preview(page).getByText('The connection was lost while this was applied')).toBeVisible()
  await expect(preview(page).getByText('Nothing was changed')).toHaveCount(0)
  const after = await stored(server, 'kozo', 'Fornebu')
  expect(after).not.toEqual(before)
  isServerUnavailable = false
  await expect(preview(page)).toHaveCount(0)
  await expect(page.getByText(/users updated successfully!$/)).toBeVisible()
  await grid(page).focus()
  await page.keyboard.press('Control+z')
  await expect.poll(() => stored(server, 'kozo', 'Fornebu')).toEqual(before)
})

test('a bulk act that never reached the server is applied once the server answers', async ({ page, server }) => {
  await openUsers(page, '@fassade')
  await searchProject(page, 'Fornebu')
  const before = await stored(server, 'fassade', 'Fornebu')
  const cell = (row: number) => grid(page).locator(`[data-row="${row}"] [aria-colindex="5"]`)
  await cell(0).click()
  await cell(1).click({ modifiers: ['Shift'] })
  await page.getByRole('button', { name: 'Change role', exact: true }).click()
  await page.getByRole('radio', { name: 'Workflows', exact: true }).check()
  await page.keyboard.press('Enter')
  await page.route('**/change-sets/*/apply', (route) => route.abort(), { times: 1 })
  await preview(page)
    .getByRole('button', { name: /^Apply \d/ })
    .click()
  await expect(preview(page)).toHaveCount(0)
  await expect(page.getByText(/users updated successfully!$/)).toBeVisible()
  const after = await stored(server, 'fassade', 'Fornebu')
  expect(Object.values(after).filter((level) => level === 15).length).toBeGreaterThanOrEqual(2)
  await grid(page).focus()
  await page.keyboard.press('Control+z')
  await expect.poll(() => stored(server, 'fassade', 'Fornebu')).toEqual(before)
})

test('the answer of a change of one cell is lost: it is stored once, shown, and undone by Ctrl-Z', async ({
  page,
  server,
}) => {
  await openUsers(page, 'noor@elektro')
  await searchProject(page, 'Fornebu')
  const before = await stored(server, 'elektro', 'Fornebu')
  const cell = await cellOf(page, 'Noor Haddad', 'Fornebu')
  const shown = (await cell.textContent()) ?? ''
  await dropNextResponse(page, '**/mgw/api/v3/change-sets')
  await cell.dblclick()
  await page.getByRole('menuitemradio', { name: 'Workflows', exact: true }).click()
  await expect(page.getByText(/^Noor Haddad is “Workflows” in Fornebu/).first()).toBeVisible()
  await expect(cell).toHaveText('Workflows')
  expect(await stored(server, 'elektro', 'Fornebu')).toEqual({ ...before, 'noor@elektro.example': 15 })
  await grid(page).focus()
  await page.keyboard.press('Control+z')
  await expect.poll(() => stored(server, 'elektro', 'Fornebu')).toEqual(before)
  await expect(cell).toHaveText(shown)
})
