import { expect, type Locator, type Page } from '@playwright/test'
import { test } from './fixtures'
import { signInByApi } from './people'
import { chooseFromMore, grid } from './users-grid'

/** Selects Jonas' cell in the first project and returns the bar of actions for selected cells. */
async function chooseCell(page: Page): Promise<Locator> {
  await grid(page).locator('[data-row="0"] [aria-colindex="5"]').click()
  return page.getByRole('region', { name: 'Selected cells' })
}
const pressInBar = (button: string) => async (page: Page) =>
  (await chooseCell(page)).getByRole('button', { name: button, exact: true }).click()
const editSelected = async (page: Page) => {
  await grid(page).locator('[data-row="0"] [aria-colindex="1"]').click()
  await page.getByRole('button', { name: 'Edit selected', exact: true }).click()
}
const setEndOfTwo = async (page: Page) => {
  const bar = await chooseCell(page)
  await grid(page)
    .locator('[data-row="0"] [aria-colindex="6"]')
    .click({ modifiers: ['Shift'] })
  await bar.getByRole('button', { name: 'Set end date', exact: true }).click()
}
const openHistory = async (page: Page) => {
  await grid(page).locator('[data-row="0"] [aria-colindex="1"]').click()
  await chooseFromMore(page, 'History of the user')
}
const openFromMore = (item: string) => (page: Page) => chooseFromMore(page, item)

/** Dialogs of the users page: name, how each is opened, the request that fails, and the message about it. */
const dialogsWithReads: readonly [dialog: string, open: (page: Page) => Promise<void>, path: string, what: RegExp][] = [
  ['Edit Jonas Ruud', editSelected, 'user-organizations', /^Could not be loaded: Organizations$/],
  ['Jonas Ruud in', pressInBar('Options'), 'project-members', /^Could not be loaded: Role$/],
  ['Jonas Ruud in', pressInBar('Options'), 'sso-providers', /^Could not be loaded: Login methods$/],
  ['Why? Jonas Ruud in', pressInBar('Why?'), 'access-why', /^Could not be loaded: Role$/],
  ['Set the end date', setEndOfTwo, 'sso-providers', /^Could not be loaded: Login methods$/],
  ['Invite to a project', openFromMore('Invite to a project'), 'sso-providers', /^Could not be loaded: Login methods$/],
  ['Login methods of a project', openFromMore('Login methods of a project'), 'sso-providers', /Login methods$/],
  ['History of Jonas Ruud', openHistory, 'audit-events', /^Could not be loaded: History of Jonas Ruud$/],
]

test('every dialog of the users says what it could not read, with another try, the request’s id and Close, and goes on by itself', async ({
  page,
}) => {
  test.slow()
  await signInByApi(page, 'anna@nordbygg.example')
  for (const [name, open, path, what] of dialogsWithReads) {
    const failing = new RegExp(`/mgw/api/v3/${path}(\\?|$)`)
    await page.route(failing, (route) =>
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
    await page.unroute(failing)
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await expect(failed, `${name} with ${path}`).toHaveCount(0)
    await expect(dialog.getByText('0190-request')).toHaveCount(0)
  }
})
