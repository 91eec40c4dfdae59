/// <reference lib="dom" />
import type { GridSetting } from '@lintel/contract/settings/user-settings'
import { expect, type Locator, type Page } from '@playwright/test'
import { begin, onDatabase } from './people'
import type { ProductServer } from './server'

/** The grid of users. */
export const grid = (page: Page) => page.getByRole('grid', { name: 'Users and their roles in projects' })
/** Somebody's row. */
export const rowOf = (page: Page, name: string) =>
  grid(page)
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name, exact: true }) })

/** The cell of a person in a column, by its heading. */
export async function cellOf(page: Page, name: string, project: string) {
  const heading = grid(page).getByRole('columnheader', { name: new RegExp(`^${project}`) })
  const index = await heading.first().getAttribute('aria-colindex')
  return rowOf(page, name).locator(`[aria-colindex="${index}"]`)
}

/** Resolves when an arrangement or a choice has reached the server; with `isIt`, an arrangement of which that is true. */
export const settingKept = (page: Page, isIt?: (columns: GridSetting['columns']) => boolean) =>
  page.waitForResponse((answer) => {
    const request = answer.request()
    if (!answer.url().includes('user-settings') || request.method() !== 'POST') return false
    return !isIt || isIt(request.postDataJSON().data.attributes.value.columns)
  })

/** Searches for the one project that is called so, and waits until its column stands alone. */
export async function searchProject(page: Page, name: string): Promise<void> {
  await page.getByLabel('Search projects').fill(name)
  await expect(page.getByText(/^1 of [\d,]+ projects/)).toBeVisible()
}

/** The users of Nordbygg, those found by `user`. */
export async function openUsers(page: Page, user = '') {
  await begin(page, 'anna@nordbygg.example')
  await page.goto(user ? `/users?user=${user}` : '/users')
  await expect(grid(page).locator('[data-row="0"]')).toBeVisible()
}

/** The preview of a bulk act. */
export const preview = (page: Page, name = 'Change roles') => page.getByRole('dialog', { name })

/** Chooses in the more menu. */
export async function more(page: Page, item: string): Promise<void> {
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

/**
 * Presses a heading with the mouse. The whole name of another column may lie over it until the mouse comes, which a click that looks
 * first at what lies there would take for an obstacle.
 */
export async function press(heading: Locator): Promise<void> {
  await heading.hover({ force: true })
  await heading.click()
}

/** What a spreadsheet puts on the clipboard, pasted where the person is. */
export const paste = (page: Page, text: string): Promise<void> =>
  grid(page).evaluate((element, pasted) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', pasted)
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, text)

/** Levels by email. */
export type StoredLevels = Record<string, number>

/** The levels that are stored of a firm's people in a project, by email; those without access are left out. */
export async function storedLevels(product: ProductServer, firm: string, project: string): Promise<StoredLevels> {
  const rows = await onDatabase(
    product,
    `select person.email, member.privilege_level::text as level from project_member as member
     join app_user as person on person.id = member.user_id join project on project.id = member.project_id
     where person.email like $1 and project.name like $2 order by person.email`,
    [`%@${firm}.example`, `${project}%`],
  )
  return Object.fromEntries(rows.map(({ email = '', level }) => [email, Number(level)]))
}
