/// <reference lib="dom" />
import { expect, type Page } from '@playwright/test'
import { expectAccessible, signIn, takePictures, test } from './visit'

const grid = (page: Page) => page.getByRole('grid', { name: 'Users and their roles in projects' })
const rowOf = (page: Page, name: string) =>
  grid(page)
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name, exact: true }) })

/** The cell of a person in a column, by its heading. */
async function cellOf(page: Page, name: string, project: string) {
  const heading = grid(page).getByRole('columnheader', { name: new RegExp(`^${project}`) })
  const index = await heading.first().getAttribute('aria-colindex')
  return rowOf(page, name).locator(`[aria-colindex="${index}"]`)
}

/** Resolves when an arrangement or a choice has reached the server. */
const settingKept = (page: Page) =>
  page.waitForResponse((answer) => answer.url().includes('user-settings') && answer.request().method() === 'POST')

/** The users of Nordbygg, those found by `user`. */
async function openUsers(page: Page, user = '') {
  await signIn(page, 'anna', user ? `/users?user=${user}` : '/users')
  await expect(grid(page).locator('[data-row="0"]')).toBeVisible()
}

test('the enterprise menu leads to the users, with what the grid says of itself', async ({ page }) => {
  await signIn(page, 'anna', '/')
  await page.getByRole('button', { name: 'Enterprise tools' }).click()
  await page.getByRole('dialog', { name: 'Enterprise tools' }).getByRole('link', { name: 'Users' }).click()
  await expect(page).toHaveURL(/\/users$/)
  await expect(page.getByRole('heading', { name: 'Users', level: 1 })).toBeVisible()
  await expect(grid(page).locator('[data-row="0"]')).toBeVisible()
  const rows = Number(await grid(page).getAttribute('aria-rowcount'))
  await expect(page.getByText(`${rows - 1} users`)).toBeVisible()
  await expectAccessible(page)
  await takePictures(page, 'users')
})

test('somebody who administers no customer is led to their projects and sees no menu', async ({ page }) => {
  await signIn(page, 'mei', '/users')
  await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Enterprise tools' })).toHaveCount(0)
})

test('the first customer is active, another choice is found again', async ({ page }) => {
  await openUsers(page)
  const customer = page.getByRole('combobox', { name: 'Customer' })
  const first = await customer.inputValue()
  const kept = settingKept(page)
  await customer.selectOption({ index: 1 })
  await expect(grid(page)).toBeVisible()
  await kept
  await page.reload()
  await expect(grid(page)).toBeVisible()
  expect(await customer.inputValue()).not.toBe(first)
  const back = settingKept(page)
  await customer.selectOption(first)
  await back
})

test('a role is changed by keyboard alone, kept, and taken back', async ({ page }) => {
  await openUsers(page)
  await page.getByLabel('Search users').fill('mei zhang')
  await expect(page.getByText('1 user found')).toBeVisible()
  await page.getByLabel('Search projects').fill('Fornebu')
  const cell = await cellOf(page, 'Mei Zhang', 'Fornebu')
  await expect(cell).toBeVisible()
  const before = (await cell.textContent()) ?? ''
  await grid(page).focus()
  await page.keyboard.press('Control+End')
  await page.keyboard.press('Enter')
  const roles = page.getByRole('menu', { name: /^Role of Mei Zhang in Fornebu/ })
  await expect(roles).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('w')
  const saved = page.waitForResponse(
    (answer) => /project-members/.test(answer.url()) && ['POST', 'PATCH'].includes(answer.request().method()),
  )
  await page.keyboard.press('Enter')
  await expect(cell).toHaveText('Workflows')
  expect((await saved).ok()).toBe(true)
  await expect(grid(page)).toBeFocused()
  await page.reload()
  await expect(await cellOf(page, 'Mei Zhang', 'Fornebu')).toHaveText('Workflows')

  await grid(page).focus()
  await page.keyboard.press('Control+End')
  await page.keyboard.press('Enter')
  await page.keyboard.press(before === '' ? 'n' : (before[0] ?? 'n').toLowerCase())
  await page.keyboard.press('Enter')
  await expect(await cellOf(page, 'Mei Zhang', 'Fornebu')).toHaveText(before)
})

test('G5: a locked cell stays as it is and says why', async ({ page }) => {
  await openUsers(page, 'anna@nordbygg')
  const own = rowOf(page, 'Anna Nordli').locator('[data-locked]').first()
  await expect(own).toContainText('Customer admin')
  await expect(own).toHaveAttribute('aria-readonly', 'true')
  await own.dblclick()
  await expect(page.getByRole('menu')).toHaveCount(0)
  await expect(
    page.getByRole('status').filter({ hasText: 'Customer administrators have every project' }),
  ).toBeAttached()
  await expectAccessible(page)
})

test('a refused change is rolled back, and why is said', async ({ page }) => {
  await openUsers(page, 'mei@nordbygg')
  await page.getByLabel('Search projects').fill('Fornebu')
  const cell = await cellOf(page, 'Mei Zhang', 'Fornebu')
  await expect(cell).toBeVisible()
  const before = (await cell.textContent()) ?? ''
  await page.route('**/mgw/api/v3/project-members**', (route) =>
    route.request().method() === 'GET'
      ? route.continue()
      : route.fulfill({ status: 403, json: { errors: [{ status: '403', code: 'forbidden', title: '', detail: '' }] } }),
  )
  await cell.dblclick()
  await page.getByRole('menuitemradio', { name: 'Admin', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('Mei Zhang')
  await expect(cell).toHaveText(before)
})

test('columns are hidden, moved and resized by keyboard, and found again after a reload', async ({ page }) => {
  await openUsers(page)
  const heading = (name: string) => grid(page).getByRole('columnheader', { name, exact: true })
  await grid(page).focus()
  await page.keyboard.press('Control+Home')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Alt+ArrowDown')
  const menu = page.getByRole('menu', { name: 'Column Email' })
  await expect(menu).toBeVisible()
  await expectAccessible(page)
  const hidden = settingKept(page)
  await menu.getByRole('menuitem', { name: 'Hide' }).press('Enter')
  await hidden
  await expect(heading('Email')).toHaveCount(0)
  await expect(heading('Organization')).toHaveAttribute('aria-colindex', '3')
  const wide = (await heading('Organization').boundingBox())?.width ?? 0
  const kept = settingKept(page)
  await page.keyboard.press('Alt+Shift+ArrowRight')
  await kept
  expect((await heading('Organization').boundingBox())?.width).toBe(wide + 10)
  await page.reload()
  await expect(grid(page).locator('[data-row="0"]')).toBeVisible()
  await expect(heading('Email')).toHaveCount(0)
  expect((await heading('Organization').boundingBox())?.width).toBe(wide + 10)
  await page.getByRole('button', { name: 'Columns' }).click()
  await expectAccessible(page)
  const natural = settingKept(page)
  await page.getByRole('button', { name: 'Arrange as at first' }).click()
  await natural
  await expect(heading('Email')).toBeVisible()
  await page.keyboard.press('Escape')
})

test('several roles are shown before they are changed; what is locked stays', async ({ page }) => {
  await openUsers(page)
  await page.getByLabel('Search projects').fill('Fornebu')
  await page.getByLabel('Search users').fill('nordbygg')
  await expect(page.getByText(/\d+ users found/)).toBeVisible()
  await expect(page.getByText(/^1 of \d+ projects/)).toBeVisible()
  await grid(page).focus()
  await page.keyboard.press('Control+Home')
  await page.keyboard.press('Control+ArrowRight')
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Shift+ArrowDown')
  await expect(page.getByText('3 cells')).toBeVisible()
  await page.getByRole('combobox', { name: 'Change role' }).selectOption({ label: 'Workflows' })
  const question = page.getByRole('dialog', { name: 'Change roles' })
  await expect(question.getByRole('listitem').first()).toContainText('will change')
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toBeHidden()
})

test('a copied range is what a spreadsheet takes', async ({ page }) => {
  await openUsers(page, 'mei@nordbygg')
  await grid(page).focus()
  await page.keyboard.press('Control+Home')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Shift+ArrowRight')
  const copied = await grid(page).evaluate((element) => {
    const clipboardData = new DataTransfer()
    element.dispatchEvent(new ClipboardEvent('copy', { clipboardData, bubbles: true, cancelable: true }))
    return clipboardData.getData('text/plain')
  })
  expect(copied).toBe('Mei Zhang\tmei@nordbygg.example')
})

test('the edit popover shows the last login of one user, and not of two', async ({ page }) => {
  await openUsers(page, 'mei@nordbygg')
  await rowOf(page, 'Mei Zhang').locator('[aria-colindex="1"]').click()
  await page.getByRole('button', { name: 'Edit selected', exact: true }).click()
  const edit = page.getByRole('dialog', { name: 'Edit Mei Zhang' })
  await expect(edit.getByRole('columnheader', { name: 'Last login' })).toBeVisible()
  await expect(
    edit.getByRole('cell', { name: /^(never|more than a month ago|\d{4}-\d\d-\d\d \d\d:\d\d)$/ }).first(),
  ).toBeVisible()
  await expectAccessible(page)
  await takePictures(page, 'users-edit')
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('No changes')).toBeVisible()
  await page.getByLabel('Search users').fill('ola@nordbygg')
  await rowOf(page, 'Ola Berge').locator('[aria-colindex="1"]').click()
  await page.getByRole('button', { name: 'Edit selected (2)' }).click()
  await expect(
    page.getByRole('dialog', { name: 'Edit 2 users' }).getByRole('columnheader', { name: 'Last login' }),
  ).toHaveCount(0)
  await page.keyboard.press('Escape')
})

test('on a phone the address works without the menu, and the filter is behind a button', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await openUsers(page)
  await expect(page.getByRole('button', { name: 'Enterprise tools' })).toHaveCount(0)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Filter' }).click()
  const filter = page.getByRole('dialog', { name: 'Filter' })
  await filter.getByLabel('Search users').fill('mei@nordbygg')
  await filter.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText('1 user found')).toBeVisible()
  await expect(page.getByRole('button', { name: '1 filter' })).toBeFocused()
  const isScrolling = await page.evaluate(
    () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
  )
  expect(isScrolling).toBe(false)
})

test('a filter that nobody matches says what to do', async ({ page }) => {
  await signIn(page, 'anna', '/users?user=nobody%20of%20this%20name')
  await expect(page.getByText('Nobody matches the filter')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Show all users' }).click()
  await expect(grid(page).locator('[data-row="0"]')).toBeVisible()
})
