/// <reference lib="dom" />
import type { GridSetting } from '@lintel/contract/settings/user-settings'
import { expect, type Locator, type Page } from '@playwright/test'
import { queryDatabase, signInByApi } from './people'
import type { ProductServer } from './server'

/** The grid of users. */
export const grid = (page: Page) => page.getByRole('grid', { name: 'Users and their roles in projects' })
/** The row of a user. */
export const rowOf = (page: Page, name: string) =>
  grid(page)
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name, exact: true }) })

/** The cell of a user in the column with this heading. */
export async function cellOf(page: Page, name: string, project: string) {
  const heading = grid(page).getByRole('columnheader', { name: new RegExp(`^${project}`) })
  const index = await heading.first().getAttribute('aria-colindex')
  return rowOf(page, name).locator(`[aria-colindex="${index}"]`)
}

/** Waits until a grid setting has been saved; with `isExpected`, until one with matching columns has. */
export const waitForSavedSetting = (page: Page, isExpected?: (columns: GridSetting['columns']) => boolean) =>
  page.waitForResponse((response) => {
    const request = response.request()
    if (!response.url().includes('user-settings') || request.method() !== 'POST') return false
    return !isExpected || isExpected(request.postDataJSON().data.attributes.value.columns)
  })

/** Searches for a project by name and waits until it is the only column. */
export async function searchProject(page: Page, name: string): Promise<void> {
  await page.getByLabel('Search projects').fill(name)
  await expect(page.getByText(/^1 of [\d,]+ projects/)).toBeVisible()
}

/** Opens the users of Nordbygg, filtered by `user`. */
export async function openUsers(page: Page, user = '') {
  await signInByApi(page, 'anna@nordbygg.example')
  await page.goto(user ? `/users?user=${user}` : '/users')
  await expect(grid(page).locator('[data-row="0"]')).toBeVisible()
}

/** The preview dialog of a bulk action. */
export const preview = (page: Page, name = 'Change roles') => page.getByRole('dialog', { name, exact: true })

/** Closes the toast with this text and waits until it is gone. */
export async function closeToast(page: Page, text: string): Promise<void> {
  const toast = page.locator('[data-kind=done]').filter({ has: page.getByText(text, { exact: true }) })
  // It may have gone by itself.
  await toast
    .getByRole('button', { name: 'Close', exact: true })
    .click({ timeout: 2_000 })
    .catch(() => undefined)
  await expect(toast).not.toBeAttached()
}

/** Chooses an item of the More menu. */
export async function chooseFromMore(page: Page, item: string): Promise<void> {
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

/**
 * Clicks a heading with the mouse. The full name of another column may cover it until the pointer moves there, which Playwright's own check for
 * obstructions would reject.
 */
export async function pressHeading(heading: Locator): Promise<void> {
  await heading.hover({ force: true })
  await heading.click()
}

/** Pastes text as a spreadsheet puts it on the clipboard. */
export const paste = (page: Page, text: string): Promise<void> =>
  grid(page).evaluate((element, pasted) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', pasted)
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, text)

/** Privilege levels by email. */
export type StoredLevels = Record<string, number>

/** Stored privilege levels of an organization's users in a project, by email; users without access are left out. */
export async function storedLevels(product: ProductServer, firm: string, project: string): Promise<StoredLevels> {
  const rows = await queryDatabase(
    product,
    `select person.email, member.privilege_level::text as level from project_member as member
     join app_user as person on person.id = member.user_id join project on project.id = member.project_id
     where person.email like $1 and project.name like $2 order by person.email`,
    [`%@${firm}.example`, `${project}%`],
  )
  return Object.fromEntries(rows.map(({ email = '', level }) => [email, Number(level)]))
}
