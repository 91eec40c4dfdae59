import { expect, type Locator, type Page } from '@playwright/test'
import { begin } from './people'
import { grid, more } from './users-grid'
import { test } from './visit'

/** Jonas' cell in the first project, with the bar of what can be done with it. */
async function chooseCell(page: Page): Promise<Locator> {
  await grid(page).locator('[data-row="0"] [aria-colindex="5"]').click()
  return page.getByRole('region', { name: 'Selected cells' })
}
const barOf = (button: string) => async (page: Page) =>
  (await chooseCell(page)).getByRole('button', { name: button, exact: true }).click()
const editSelected = async (page: Page) => {
  await grid(page).locator('[data-row="0"] [aria-colindex="1"]').click()
  await page.getByRole('button', { name: 'Edit selected', exact: true }).click()
}
const endOfTwo = async (page: Page) => {
  const bar = await chooseCell(page)
  await grid(page)
    .locator('[data-row="0"] [aria-colindex="6"]')
    .click({ modifiers: ['Shift'] })
  await bar.getByRole('button', { name: 'Set end date', exact: true }).click()
}
const historyOfOne = async (page: Page) => {
  await grid(page).locator('[data-row="0"] [aria-colindex="1"]').click()
  await more(page, 'History of the user')
}
const moreOf = (item: string) => (page: Page) => more(page, item)

/** Dialogs of the users, how each is opened, what of it is not to be read, and what it is called. */
const readingDialogs: readonly [dialog: string, open: (page: Page) => Promise<void>, path: string, what: RegExp][] = [
  ['Edit Jonas Ruud', editSelected, 'user-organizations', /^Could not be loaded: Organizations$/],
  ['Jonas Ruud in', barOf('Options'), 'project-members', /^Could not be loaded: Role$/],
  ['Jonas Ruud in', barOf('Options'), 'sso-providers', /^Could not be loaded: Login methods$/],
  ['Why? Jonas Ruud in', barOf('Why?'), 'access-why', /^Could not be loaded: Role$/],
  ['Set the end date', endOfTwo, 'sso-providers', /^Could not be loaded: Login methods$/],
  ['Invite to a project', moreOf('Invite to a project'), 'sso-providers', /^Could not be loaded: Login methods$/],
  ['Login methods of a project', moreOf('Login methods of a project'), 'sso-providers', /Login methods$/],
  ['History of Jonas Ruud', historyOfOne, 'audit-events', /^Could not be loaded: History of Jonas Ruud$/],
]

test('every dialog of the users says what it could not read, with another try, the request’s id and Close, and goes on by itself', async ({
  page,
}) => {
  test.slow()
  await begin(page, 'anna@nordbygg.example')
  for (const [name, open, path, what] of readingDialogs) {
    const asked = new RegExp(`/mgw/api/v3/${path}(\\?|$)`)
    await page.route(asked, (route) =>
      route.fulfill({
        status: 500,
        headers: { 'x-request-id': '0190-request' },
        json: { errors: [{ status: '500', code: 'internal', title: 'x' }] },
      }),
    )
    await page.goto('/users?user=jonas@nordbygg')
    await expect(grid(page).locator('[data-row="0"]')).toBeVisible()
    await open(page)
    const dialog = page.getByRole('dialog', { name: new RegExp(`^${name.replace('?', '\\?')}`) })
    const failed = dialog.getByText(what)
    await expect(failed, `${name} without ${path}`).toBeVisible()
    await expect(dialog.getByText('0190-request').first()).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Try again', exact: true }).first()).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Close', exact: true })).toBeVisible()
    await page.unroute(asked)
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await expect(failed, `${name} with ${path}`).toHaveCount(0)
    await expect(dialog.getByText('0190-request')).toHaveCount(0)
  }
})
