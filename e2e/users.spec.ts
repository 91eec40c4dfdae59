/// <reference lib="dom" />
import { expect, type Locator, type Page } from '@playwright/test'
import { createGate } from './create-gate'
import { fetchResponse } from './fetch-response'
import { expectAccessible, expectNoOverflow, sendToApi, takeScreenshots, test } from './fixtures'
import { queryDatabase, signInByApi } from './people'
import type { ProductServer } from './server'
import {
  cellOf,
  chooseFromMore,
  closeToast,
  grid,
  openUsers,
  paste,
  preview,
  rowOf,
  searchProject,
  storedLevels,
  waitForSavedSetting,
} from './users-grid'

// The longest file, so its tests are distributed over all workers. Those of one worker share a demo world: each puts back what others rely on.
test.describe.configure({ mode: 'parallel' })

test('the enterprise menu leads to the users, with what the grid says of itself', async ({ page }) => {
  await signInByApi(page, 'anna@nordbygg.example')
  await page.goto('/')
  await page.getByRole('button', { name: 'Enterprise tools' }).click()
  await page.getByRole('dialog', { name: 'Enterprise tools' }).getByRole('link', { name: 'Users', exact: true }).click()
  await expect(page).toHaveURL(/\/users\?customer=/)
  await expect(page.getByRole('heading', { name: 'Users', level: 1 })).toBeVisible()
  await expect(grid(page).locator('[data-row="0"]')).toBeVisible()
  const rows = Number(await grid(page).getAttribute('aria-rowcount'))
  // The headings and the column groups above them.
  await expect(page.getByText(`${rows - 2} users`)).toBeVisible()
  // Rows are 40 pixels high, headings 34, columns 100 wide.
  const sizeOf = async (place: Locator) => (await place.first().boundingBox()) ?? { width: 0, height: 0 }
  const heading = page.getByRole('columnheader', { name: /^Barcode Harbour/ })
  expect(await sizeOf(heading)).toMatchObject({ width: 100 })
  // Including the border below it.
  expect(await sizeOf(grid(page).getByRole('row').filter({ has: heading }))).toMatchObject({ height: 34 })
  expect(await sizeOf(grid(page).locator('[data-row="0"]'))).toMatchObject({ height: 40 })
  await expectAccessible(page)
  await takeScreenshots(page, 'users')
})

test('H8: the browser remembers which customer the console was about, and asks of it before it is told who is there', async ({
  page,
}) => {
  await signInByApi(page, 'anna@nordbygg.example')
  await openUsers(page)
  const settingSaved = await page.evaluate(() => Object.entries(localStorage).flat())
  expect(settingSaved).toEqual(['lintel-customer', expect.stringMatching(/^\S+ [0-9a-f-]{36}$/)])
  const customer = settingSaved[1]?.split(' ')[1]
  const { released, release } = createGate()
  await page.route('**/users/me', async (route) => {
    await released
    await route.continue()
  })
  const requested = page.waitForRequest(`**/customers/${customer}/access-matrix`)
  await page.reload()
  await requested
  release()
  await expect(grid(page).locator('[data-row="0"]')).toBeVisible()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('somebody who administers no customer is led to their projects and sees no menu', async ({ page }) => {
  await signInByApi(page, 'mei@nordbygg.example')
  await page.goto('/users')
  await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Enterprise tools' })).toHaveCount(0)
})

test('the first customer is active, another choice is found again', async ({ page }) => {
  await openUsers(page)
  const customer = page.getByRole('combobox', { name: 'Customer', exact: true })
  const first = await customer.inputValue()
  const settingSaved = waitForSavedSetting(page)
  await customer.selectOption({ index: 1 })
  await expect(grid(page)).toBeVisible()
  await settingSaved
  await page.reload()
  await expect(grid(page)).toBeVisible()
  await expect(customer).not.toHaveValue(first)
  const back = waitForSavedSetting(page)
  await customer.selectOption(first)
  await back
})

test('a role is changed by keyboard alone, kept, and taken back', async ({ page }) => {
  await openUsers(page)
  await page.getByLabel('Search users').fill('mei zhang')
  await expect(page.getByText('1 user found').first()).toBeVisible()
  await searchProject(page, 'Fornebu')
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
    (answer) => answer.url().endsWith('/change-sets') && answer.request().method() === 'POST',
  )
  await page.keyboard.press('Enter')
  await expect(cell).toHaveText('Workflows')
  expect((await saved).ok()).toBe(true)
  await expect(grid(page)).toBeFocused()
  await page.reload()
  await expect(page.getByText(/^1 of \d+ projects/)).toBeVisible()
  await expect(await cellOf(page, 'Mei Zhang', 'Fornebu')).toHaveText('Workflows')

  await grid(page).focus()
  await page.keyboard.press('Control+End')
  await page.keyboard.press('Enter')
  await expect(roles.getByRole('menuitemradio', { name: 'Workflows current role' })).toBeFocused()
  await page.keyboard.press(before === '' ? 'n' : (before[0] ?? 'n').toLowerCase())
  const undone = page.waitForResponse((answer) => answer.url().endsWith('/change-sets'))
  await page.keyboard.press('Enter')
  await expect(await cellOf(page, 'Mei Zhang', 'Fornebu')).toHaveText(before)
  expect((await undone).ok()).toBe(true)
})

test('G5: a locked cell stays as it is and says why', async ({ page }) => {
  await openUsers(page, 'anna@nordbygg')
  const own = rowOf(page, 'Anna Nordli').locator('[data-locked]').first()
  await expect(own).toContainText('Cust. adm.')
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
  await searchProject(page, 'Fornebu')
  const cell = await cellOf(page, 'Mei Zhang', 'Fornebu')
  await expect(cell).toBeVisible()
  const before = (await cell.textContent()) ?? ''
  await page.route('**/mgw/api/v3/change-sets**', (route) =>
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
  const hidden = waitForSavedSetting(page)
  await menu.getByRole('menuitem', { name: 'Hide', exact: true }).press('Enter')
  await hidden
  await expect(heading('Email')).toHaveCount(0)
  await expect(heading('Organization')).toHaveAttribute('aria-colindex', '3')
  const moved = waitForSavedSetting(page)
  await page.keyboard.press('Alt+ArrowLeft')
  await expect(heading('Organization')).toHaveAttribute('aria-colindex', '2')
  await moved
  const wide = (await heading('Organization').boundingBox())?.width ?? 0
  const settingSaved = waitForSavedSetting(page)
  await page.keyboard.press('Alt+Shift+ArrowRight')
  await settingSaved
  await expect.poll(async () => (await heading('Organization').boundingBox())?.width).toBe(wide + 10)
  await page.reload()
  await expect(grid(page).locator('[data-row="0"]')).toBeVisible()
  await expect(heading('Email')).toHaveCount(0)
  await expect(heading('Organization')).toHaveAttribute('aria-colindex', '2')
  await expect.poll(async () => (await heading('Organization').boundingBox())?.width).toBe(wide + 10)
  await page.getByRole('button', { name: 'Columns', exact: true }).click()
  await expectAccessible(page)
  const natural = waitForSavedSetting(page)
  await page.getByRole('button', { name: 'Reset columns' }).click()
  await natural
  await expect(heading('Email')).toBeVisible()
  await page.keyboard.press('Escape')
})

test('a range is changed by keyboard alone: planned, previewed row by row, applied, and undone', async ({ page }) => {
  await openUsers(page)
  await searchProject(page, 'Fornebu')
  const rows = (await grid(page).getAttribute('aria-rowcount')) ?? ''
  await page.getByLabel('Search users').fill('ann')
  await expect(grid(page)).not.toHaveAttribute('aria-rowcount', rows)
  const cell = await cellOf(page, 'Anneliese Groß', 'Fornebu')
  const before = (await cell.textContent()) ?? ''
  await grid(page).focus()
  await page.keyboard.press('Control+Home')
  await page.keyboard.press('Control+ArrowRight')
  await page.keyboard.press('Control+Shift+ArrowDown')
  await expect(page.getByText(/^\d+ cells, \d+ can be changed$/)).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Change role', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  const pick = page.getByRole('dialog', { name: /^Select a role for \d+ cells$/ })
  await expect(pick.getByRole('radio')).toHaveCount(4)
  await expect(pick.getByRole('radio', { name: /Guest|Owner|Customer/ })).toHaveCount(0)
  await expectAccessible(page)
  await page.keyboard.press('ArrowUp')
  await expect(pick.getByRole('radio', { name: 'Workflows', exact: true })).toBeChecked()
  await page.keyboard.press('Enter')
  const plan = preview(page)
  await expect(plan.getByRole('listitem').first()).toBeVisible()
  await expect(plan.getByText('You cannot change your own role.').first()).toBeVisible()
  await expect(plan.getByText(/rows? will change/)).toBeVisible()
  await expectAccessible(page)
  await takeScreenshots(page, 'users-preview')
  await page.keyboard.press('Enter')
  const done = page.getByText(/^\d+ users? updated successfully!$/)
  // The toast stays visible while the pointer is over it.
  await done.hover()
  await expect(cell).toHaveText('Workflows')
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(page.getByText('Undone', { exact: true })).toBeVisible()
  await expect(cell).toHaveText(before)
})

test('a paste from a spreadsheet tells by row what it would do, and does nothing that was not shown', async ({
  page,
  server,
}) => {
  const before = await storedLevels(server, '%', 'Sandvika')
  expect(before).not.toEqual({})
  await openUsers(page, 'ann')
  await searchProject(page, 'Sandvika')
  // Anna, a customer administrator, is the first of the four targets; users above her are not affected.
  await (await cellOf(page, 'Anna Nordli', 'Sandvika')).click()
  await paste(page, 'Workflows\nEmperor\n=1+1\nUser\n')
  const plan = preview(page)
  await expect(plan.getByText('There is no such role.')).toBeVisible()
  await expect(plan.getByText('This is a formula, not a value.')).toBeVisible()
  await expect(
    plan.getByText(/Customer administrators have every project|You cannot change your own role/),
  ).toBeVisible()
  await plan.getByText(/^Conflicts/).click()
  await expect(plan.getByRole('listitem')).toHaveCount(3)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(plan).toBeHidden()
  expect(await storedLevels(server, '%', 'Sandvika')).toEqual(before)
})

test('an access file is read, its bad rows are told, and one that is no spreadsheet is refused', async ({ page }) => {
  await openUsers(page)
  const upload = async (name: string, content: string) => {
    await chooseFromMore(page, 'Upload an access file')
    const dialog = page.getByRole('dialog', { name: 'Upload an access file' })
    await dialog.getByLabel('File').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) })
    await expect(dialog.getByText(name)).toBeVisible()
    await dialog.getByRole('button', { name: 'Preview', exact: true }).click()
    return preview(page, 'Access file')
  }
  const plan = await upload(
    'access.csv',
    [
      'email;project;role;end date',
      'lena@nordbygg.example;NB-2041;user;2099-12-24',
      'nobody@nordbygg.example;NB-2041;user;',
      'lena@nordbygg.example;NB-2042;user;2026-02-30',
      'lena@nordbygg.example;NB-2103;user;2020-01-01',
      'lena@nordbygg.example;NB-0000;user;',
    ].join('\r\n'),
  )
  for (const why of [
    'Nobody of the customer has this email.',
    'This is not a date as YYYY-MM-DD.',
    'This date is in the past.',
    'The customer has no such project.',
  ])
    await expect(plan.getByText(why)).toBeVisible()
  await expect(plan.getByText('1 row will change')).toBeVisible()
  await expect(plan.getByText('User, end date 2099-12-24')).toBeVisible()
  await takeScreenshots(page, 'users-access-file')
  await plan.getByRole('button', { name: 'Cancel', exact: true }).click()
  const refused = await upload('access.xlsx', 'this is not a workbook')
  await expect(refused.getByText('Nothing was changed')).toBeVisible()
  await expect(refused.getByText('This file is no spreadsheet that can be read.', { exact: false })).toBeVisible()
  // Loaded again, it would be rejected again.
  await expect(refused.getByRole('button', { name: 'Plan again' })).toHaveCount(0)
  await page.keyboard.press('Escape')
})

/** What a person has in the projects of Nordbygg that are not deleted. */
const accessOf = (server: ProductServer, email: string) =>
  queryDatabase(
    server,
    `select project.name as project, member.privilege_level::int as level, member.providers,
       coalesce(member.expiration_date, member.access_until)::text as until
     from project_member as member join app_user as person on person.id = member.user_id
     join project on project.id = member.project_id join customer on customer.id = project.customer_id
     where person.email = $1 and customer.name = 'Nordbygg AS' and not project.is_inactive order by project.id`,
    [email],
  )

test('what one person has is given to another, as it was shown', async ({ page, server }) => {
  const [mei, lena] = ['mei@nordbygg.example', 'lena@nordbygg.example'] as const
  expect(await accessOf(server, lena)).toEqual([])
  await openUsers(page, 'mei@nordbygg')
  await chooseFromMore(page, 'Copy access')
  const copy = page.getByRole('dialog', { name: 'Copy access' })
  // Focusing the field when the dialog opens does not open the list; the first click does.
  const from = copy.getByRole('combobox', { name: 'From', exact: true })
  await expect(from).toBeFocused()
  await expect(copy.getByRole('listbox')).toHaveCount(0)
  await from.click()
  await expect(copy.getByRole('listbox')).toBeVisible()
  await from.fill('Mei Zhang')
  await page.getByRole('option', { name: 'Mei Zhang · mei@nordbygg.example' }).click()
  await copy.getByLabel('To').fill(lena)
  await expectAccessible(page)
  await copy.getByRole('button', { name: 'Preview', exact: true }).click()
  const copied = preview(page, 'Copy access')
  await expect(copied.getByRole('listitem').first()).toContainText(lena)
  const access = await accessOf(server, mei)
  await expect(copied.getByText(`${access.length} rows will change`, { exact: true })).toBeVisible()
  await copied.getByRole('button', { name: /^Apply \d/ }).click()
  await expect(page.getByText('1 user updated successfully!')).toBeVisible()
  expect(await accessOf(server, lena)).toEqual(access)
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(page.getByText('Undone', { exact: true })).toBeVisible()
  expect(await accessOf(server, lena)).toEqual([])
})

test('five people are invited at once as they were pasted; one alone at once', async ({ page }) => {
  test.slow()
  await openUsers(page)
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  const invite = page.getByRole('dialog', { name: 'Invite to a project' })
  const submit = (name: string) => invite.getByRole('button', { name, exact: true })
  await invite.getByLabel('Email addresses').fill('not an address')
  await expect(submit('Preview')).toBeDisabled()
  await invite
    .getByLabel('Email addresses')
    .fill(
      'Five One <one@five.example>; two@five.example, three@five.example\nFOUR@five.example\tone@five.example lena@nordbygg.example',
    )
  // Enter inserts a line break there and does not submit.
  await invite.getByLabel('Email addresses').press('End')
  await page.keyboard.press('Enter')
  await expect(invite.getByLabel('Email addresses')).toHaveValue(/nordbygg\.example\n$/)
  await expect(invite.getByText('5 people, # of them'.replace('#', '1'), { exact: false })).toBeVisible()
  await invite.getByRole('combobox', { name: 'Project', exact: true }).fill('Holmen')
  await page
    .getByRole('option', { name: /Holmen/ })
    .first()
    .click()
  await expect(invite.getByRole('group', { name: 'Login methods' }).getByText(/^(any|default .+)$/)).toBeVisible()
  await invite.getByRole('checkbox', { name: 'Email and password', exact: true }).check()
  await expectAccessible(page)
  await takeScreenshots(page, 'users-invite')
  await submit('Preview').click()
  const plan = preview(page, 'Invite people')
  await expect(plan.getByText('5 rows will change')).toBeVisible()
  await plan.getByRole('button', { name: /^Apply \d/ }).click()
  await expect(page.getByText('5 people invited')).toBeVisible()
  await page.getByLabel('Search users').fill('five.example')
  await expect(page.getByText('4 users found').first()).toBeVisible()
  await rowOf(page, 'two@five.example').locator('[aria-colindex="1"]').click()
  await page.getByRole('button', { name: 'Edit selected', exact: true }).click()
  const invited = page.getByRole('dialog', { name: 'Edit two@five.example' })
  await invited.getByLabel('Search projects').fill('Holmen')
  await expect(invited.getByRole('cell', { name: 'Email and password', exact: true })).toBeVisible()
  // The first Escape clears the search, the second closes the dialog.
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(invited).toBeHidden()

  // Undoing first reports what cannot be recalled.
  await grid(page).focus()
  await page.keyboard.press('Control+z')
  const undo = page.getByRole('dialog', { name: 'Undo the invitations?' })
  await expect(undo.getByText('5 rows can be put back.')).toBeVisible()
  await expect(undo.getByText('Emails that were sent cannot be called back', { exact: false })).toBeVisible()
  await expectAccessible(page)
  // The toast above the dialog offers the same.
  await undo.getByRole('button', { name: 'Undo', exact: true }).first().click()
  await expect(page.getByText('Undone', { exact: true })).toBeVisible()
  await searchProject(page, 'Holmen Swim')
  await expect(await cellOf(page, 'two@five.example', 'Holmen')).toHaveText('')

  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  await invite.getByLabel('Email addresses').fill('six@five.example')
  await invite.getByRole('combobox', { name: 'Project', exact: true }).fill('Holmen')
  await page
    .getByRole('option', { name: /Holmen/ })
    .first()
    .click()
  await submit('Invite').click()
  await expect(page.getByText('six@five.example was invited')).toBeVisible()

  await chooseFromMore(page, 'Invitations')
  const list = page.getByRole('dialog', { name: 'Invitations' })
  const row = list.getByRole('listitem').filter({ hasText: 'six@five.example' })
  await expect(row).toContainText('Pending')
  await expectAccessible(page)
  await takeScreenshots(page, 'users-invitations')
  // The list arrives late: nothing can be done with what was loaded before, later actions use the new content.
  let gate = createGate()
  await page.route(/\/invitations\?/, async (route) => {
    await gate.released
    await route.continue()
  })
  const actBeforeListArrives = async (act: () => Promise<void>) => {
    gate = createGate()
    await act()
    await expect(row.locator('button:not(:disabled, [aria-busy])')).toHaveCount(0)
    gate.release()
  }
  await actBeforeListArrives(async () => {
    await row.getByRole('button', { name: /^Send again/ }).click()
    await expect(list.getByText('Sent again to six@five.example.', { exact: false })).toBeVisible()
  })
  await actBeforeListArrives(async () => {
    await row.getByRole('button', { name: /^Link/ }).click()
    await page.getByRole('button', { name: 'Create a new link', exact: true }).click()
    await expect(list.getByRole('textbox', { name: 'Link for six@five.example' })).toHaveValue(/\/login\?/)
  })
  await actBeforeListArrives(async () => {
    await row.getByRole('button', { name: /^Withdraw/ }).click()
    await page.getByRole('button', { name: 'Withdraw', exact: true }).last().click()
    await expect(list.getByText('The invitation of six@five.example was withdrawn.')).toBeVisible()
  })
  await expect(row).toContainText('Withdrawn')
  await list.getByRole('combobox', { name: 'State', exact: true }).selectOption('bounced')
  await expect(list.getByRole('listitem').first()).toContainText('Not delivered')
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
  expect(copied).toBe('Mei Zhang\tmei@nordbygg.example\n')
})

test('the profile of a user: project by project, saved as one step; the last login of one and not of two', async ({
  page,
  server,
}) => {
  await openUsers(page, 'mei@nordbygg')
  await rowOf(page, 'Mei Zhang').locator('[aria-colindex="1"]').click()
  await page.getByRole('button', { name: 'Edit selected', exact: true }).click()
  const edit = page.getByRole('dialog', { name: 'Edit Mei Zhang' })
  await expect(edit.getByLabel('Email')).toBeDisabled()
  for (const column of ['Project', 'Role', 'End date', 'Login methods', 'Last login'])
    await expect(edit.getByRole('columnheader', { name: column })).toBeVisible()
  await expect(
    edit.getByRole('cell', { name: /^(never|more than a month ago|\d{4}-\d\d-\d\d \d\d:\d\d)$/ }).first(),
  ).toBeVisible()
  await expect(edit.getByRole('cell', { name: /^(any|default .+)$/ }).first()).toBeVisible()
  await expectAccessible(page)
  await takeScreenshots(page, 'users-edit')
  await edit.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('No changes')).toBeVisible()

  await page.getByRole('button', { name: 'Edit selected', exact: true }).click()
  await edit.getByLabel('Type').fill('Coordinator')
  await edit.getByLabel('Search projects').fill('Ullev')
  const role = edit.getByRole('combobox', { name: /^Role in Ullevål Clinic/ }).first()
  const before = await role.inputValue()
  await role.selectOption({ label: 'Workflows' })
  await edit.getByLabel('Type').press('Enter')
  await expect(edit).toBeHidden()
  // Saved, not merely closed.
  const stored = () =>
    queryDatabase(
      server,
      `select profile.type, member.privilege_level::int as level from app_user as person
        join customer_user_profile as profile on profile.user_id = person.id
        join project_member as member on member.user_id = person.id
        join project on project.id = member.project_id
        where person.email = 'mei@nordbygg.example' and project.name like 'Ullevål Clinic%'`,
    )
  expect(await stored()).toEqual([{ type: 'Coordinator', level: 15 }])
  await page.getByRole('button', { name: 'Edit selected', exact: true }).click()
  await expect(edit.getByLabel('Type')).toHaveValue('Coordinator')
  await edit.getByLabel('Search projects').fill('Ullev')
  await expect(role).toHaveValue('15')
  await role.selectOption(before)
  await edit.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(edit).toBeHidden()
  expect(await stored()).toEqual(before === '0' ? [] : [{ type: 'Coordinator', level: Number(before) }])

  // Users who are no longer listed are no longer selected; the search covers both.
  await page.getByLabel('Search users').fill('ola@nordbygg')
  await expect(page.getByRole('region', { name: 'Selected users' })).toHaveCount(0)
  await page.getByLabel('Search users').fill('@kozo')
  await rowOf(page, 'Hiro Tanabe').locator('[aria-colindex="1"]').click()
  await rowOf(page, 'Sato Ken').locator('[aria-colindex="1"]').click()
  await expect(page.getByRole('region', { name: 'Selected users' })).toContainText('2 users')
  await page.getByRole('button', { name: 'Edit selected (2)' }).click()
  const several = page.getByRole('dialog', { name: 'Edit 2 users' })
  await expect(several.getByRole('columnheader', { name: 'Role' })).toBeVisible()
  await expect(several.getByRole('columnheader', { name: 'Last login' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(several).toBeHidden()
})

test('the login methods of a project that somebody is not in yet are said once there is a role', async ({
  page,
  server,
}) => {
  const [{ id, name = '' } = {}] = await queryDatabase(
    server,
    `select id, name from project
     where customer_id = (select id from customer where name = 'Nordbygg AS') and status = 'Running' and providers = '{}'
       and not is_hibernated and not is_inactive and not is_library
       and not exists (select from project_member as member join app_user as person on person.id = member.user_id
         where member.project_id = project.id and person.email = 'mei@nordbygg.example')
     order by name limit 1`,
  )
  const setMethods = (methods: string[]) =>
    queryDatabase(server, 'update project set providers = $2 where id = $1', [id, methods])
  await setMethods(['COGNITO'])
  await openUsers(page, 'mei@nordbygg')
  await rowOf(page, 'Mei Zhang').locator('[aria-colindex="1"]').click()
  await page.getByRole('button', { name: 'Edit selected', exact: true }).click()
  const edit = page.getByRole('dialog', { name: 'Edit Mei Zhang' })
  await edit.getByLabel('Search projects').fill(name)
  const role = edit.getByRole('combobox', { name: `Role in ${name}`, exact: true })
  const row = edit
    .getByRole('row')
    .filter({ has: page.getByRole('combobox', { name: `Role in ${name}`, exact: true }) })
  await expect(row).toBeVisible()
  await expect(row.getByRole('cell', { name: /^(any|default .+)$/ })).toHaveCount(0)
  await role.selectOption({ label: 'Workflows' })
  await expect(row.getByRole('cell', { name: 'default Email and password', exact: true })).toBeVisible()
  await row.getByRole('button', { name: `Options in ${name}`, exact: true }).click()
  const methods = edit.getByRole('group', { name: 'Login methods', exact: true })
  await expect(methods.getByText('default Email and password', { exact: true })).toBeVisible()
  await setMethods([])
})

test('a new user needs a valid email; a save that failed is logged, and the popover stays', async ({
  page,
  server,
}) => {
  const stored = () =>
    queryDatabase(server, "select given_name as name from app_user where email = 'newcomer@partner.example'")
  await openUsers(page)
  await chooseFromMore(page, 'Add a user')
  const add = page.getByRole('dialog', { name: 'Add a user' })
  const submit = add.getByRole('button', { name: 'Add', exact: true })
  for (const wrong of ['', 'astrid', 'astrid@nordbygg', 'a b@c.no']) {
    await add.getByLabel('Email').fill(wrong)
    await expect(submit).toBeDisabled()
  }
  await add.getByLabel('Email').fill('newcomer@partner.example')
  await add.getByLabel('First name').fill('New')
  let logged = 0
  await page.route('**/client/log', (route) => {
    logged += 1
    return route.fulfill({ status: 204 })
  })
  await page.route('**/mgw/api/v3/change-sets', (route) => route.abort(), { times: 1 })
  await submit.click()
  await expect(add.getByText('There is no connection to the server.', { exact: false })).toBeVisible()
  await expect(submit).toBeEnabled()
  await expect.poll(() => logged).toBe(1)
  await expect(add.getByLabel('First name')).toHaveValue('New')
  expect(await stored()).toEqual([])
  await expectAccessible(page)
  await submit.click()
  await expect(add).toBeHidden()
  expect(await stored()).toEqual([{ name: 'New' }])
})

test('the options of a member: role, last day of strict form and not in the past, login methods', async ({
  page,
  server,
}) => {
  const stored = () =>
    queryDatabase(
      server,
      `select member.privilege_level::int as level, member.providers,
         (member.access_until at time zone customer.time_zone)::date::text as day
       from project_member as member join app_user as person on person.id = member.user_id
       join project on project.id = member.project_id join customer on customer.id = project.customer_id
       where person.email = 'noor@elektro.example' and project.name = 'Holmen Swimming Hall'`,
    )
  await openUsers(page, 'noor@elektro')
  await searchProject(page, 'Holmen Swim')
  const cell = await cellOf(page, 'Noor Haddad', 'Holmen')
  await expect(cell).toHaveText('User')
  await cell.click()
  await page.getByRole('button', { name: 'Options', exact: true }).click()
  const options = page.getByRole('dialog', { name: /^Noor Haddad in Holmen/ })
  const day = options.getByLabel('End date', { exact: true })
  const save = options.getByRole('button', { name: 'Save', exact: true })
  // Enter submits on the first field, which has the focus when it is there, and on the popover itself.
  await expect(options.getByRole('combobox', { name: 'Role', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(options).toBeHidden()
  await page.getByRole('button', { name: 'Options', exact: true }).click()
  await options.press('Enter')
  await expect(options).toBeHidden()
  await page.getByRole('button', { name: 'Options', exact: true }).click()
  await day.fill('2026-02-30')
  await expect(options.getByText('This is not valid.')).toBeVisible()
  await expect(save).toBeDisabled()
  await day.fill('2020-01-01')
  await expect(options.getByText('This date is in the past.')).toBeVisible()
  await expect(save).toBeDisabled()
  const soon = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10)
  await day.fill(soon)
  await options.getByRole('checkbox', { name: 'Email and password', exact: true }).check()
  await expectAccessible(page)
  await takeScreenshots(page, 'users-member')
  await save.click()
  await expect(options).toBeHidden()
  await expect.poll(stored).toEqual([{ level: 10, providers: ['COGNITO'], day: soon }])

  // Access now ends soon: it can be filtered, has a clock icon, and is explained.
  await page.getByLabel('Search users').fill('')
  await page.getByLabel('Search projects').fill('')
  await page.getByRole('combobox', { name: 'End date', exact: true }).selectOption('soon')
  await expect(rowOf(page, 'Noor Haddad')).toBeVisible()
  await expect(rowOf(page, 'Anna Nordli')).toHaveCount(0)
  await expect(page.getByText(/^1 of \d+ projects/)).toHaveCount(0)
  await (await cellOf(page, 'Noor Haddad', 'Holmen')).click()
  await page.getByRole('button', { name: 'Why?', exact: true }).click()
  const why = page.getByRole('dialog', { name: /^Why\? Noor Haddad in Holmen/ })
  await expect(why.getByText(/^End date:/)).toBeVisible()
  await expectAccessible(page)
  await takeScreenshots(page, 'users-why')
  await page.keyboard.press('Escape')

  await rowOf(page, 'Noor Haddad').locator('[aria-colindex="1"]').click()
  await chooseFromMore(page, 'History of the user')
  const history = page.getByRole('dialog', { name: 'History of Noor Haddad' })
  await expect(history.getByRole('listitem').filter({ hasText: 'Bulk change applied' }).first()).toContainText(
    'anna@nordbygg',
  )
  await expectAccessible(page)
  await page.keyboard.press('Escape')

  await page.getByRole('combobox', { name: 'End date', exact: true }).selectOption('')
  await page.getByLabel('Search users').fill('noor@elektro')
  await searchProject(page, 'Holmen Swim')
  await (await cellOf(page, 'Noor Haddad', 'Holmen')).click()
  await page.getByRole('button', { name: 'Options', exact: true }).click()
  await options.getByLabel('End date', { exact: true }).fill('')
  await options.getByRole('checkbox', { name: 'Email and password', exact: true }).uncheck()
  await save.click()
  await expect(options).toBeHidden()
  await expect.poll(stored).toEqual([{ level: 10, providers: [], day: null }])
})

test('removal from all projects asks in the words of the specification, and deleting leads to the support', async ({
  page,
  server,
}) => {
  const access = () => accessOf(server, 'noor@elektro.example')
  const before = await access()
  expect(before.length).toBeGreaterThan(1)
  await openUsers(page, 'noor@elektro')
  await rowOf(page, 'Noor Haddad').locator('[aria-colindex="1"]').click()
  await chooseFromMore(page, 'Remove from all projects')
  const plan = preview(page, 'Remove from all projects')
  await expect(plan.getByText('Are you sure you want to remove the user from all projects?')).toBeVisible()
  await expect(plan.getByText(/rows will change/)).toBeVisible()
  await expectAccessible(page)
  expect(await access()).toEqual(before)
  await plan.getByRole('button', { name: /^Apply \d/ }).click()
  await expect(page.getByText('1 user removed from all projects')).toBeVisible()
  expect(await access()).toEqual([])
  // Undone from the list of recent changes.
  await chooseFromMore(page, 'Recent changes')
  const recent = page.getByRole('dialog', { name: 'Recent changes' })
  await expect(recent.getByRole('listitem').first()).toContainText('Remove from all projects')
  await expectAccessible(page)
  await takeScreenshots(page, 'users-recent')
  await recent
    .getByRole('listitem')
    .first()
    .getByRole('button', { name: /^Undo: / })
    .click()
  await expect(page.getByText('Undone', { exact: true })).toBeVisible()
  await closeToast(page, 'Undone')
  expect(await access()).toEqual(before)

  await chooseFromMore(page, 'Delete a user')
  const remove = page.getByRole('dialog', { name: 'Delete Noor Haddad' })
  await expect(remove.getByText('Our staff delete accounts', { exact: false })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await chooseFromMore(page, 'Start a password reset')
  await page.getByRole('button', { name: 'Send the email' }).click()
  await expect(page.getByText('A mail with a code was sent to noor@elektro.example')).toBeVisible()
})

test('spreadsheet and JSON are saved as files', async ({ page }) => {
  await openUsers(page)
  for (const [item, name] of [
    ['Export spreadsheet', 'report.xlsx'],
    ['Export JSON', 'users.json'],
  ] as const) {
    const saved = page.waitForEvent('download')
    await chooseFromMore(page, item)
    expect((await saved).suggestedFilename()).toBe(name)
  }
  await page.route('**/users/export/**', (route) => route.fulfill({ status: 500, body: '' }))
  await chooseFromMore(page, 'Export spreadsheet')
  await expect(page.getByText('The users could not be exported.', { exact: false })).toBeVisible()
})

test('two administrators at once: a change is seen in the other window, and a conflicting one is refused with both values', async ({
  page,
  browser,
  baseURL,
}) => {
  test.slow()
  await openUsers(page, 'hiro@kozo')
  await searchProject(page, 'Fornebu')
  const other = await browser.newContext({ ...(baseURL && { baseURL }), locale: 'en-GB' })
  const second = await other.newPage()
  await signInByApi(second, 'astrid@nordbygg.example')
  await second.goto('/users?user=hiro@kozo&project=Fornebu')
  const hiroCell = await cellOf(page, 'Hiro Tanabe', 'Fornebu')
  // Astrid's interface is Norwegian: the assertions on her window use colors and levels, not texts.
  const otherCell = second.locator('[data-row="0"] [aria-colindex="5"]')
  await expect(otherCell).toHaveText('')
  /** Options that are covered by another element. */
  const covered = (options: readonly Element[]) =>
    options.flatMap((option) => {
      const { x, y, width, height } = option.getBoundingClientRect()
      return option.contains(document.elementFromPoint(x + width / 2, y + height / 2)) ? [] : [option.textContent]
    })
  const choose = async (at: Page, cell: Locator, level: number) => {
    await cell.dblclick()
    const options = at.getByRole('menu').locator('[data-key]')
    await expect(options.first()).toBeVisible()
    // The toast of the previous change does not cover the menu.
    expect(await options.evaluateAll(covered)).toEqual([])
    await at.getByRole('menu').locator(`[data-key="${level}"]`).click()
  }
  /** Chooses a level in the other window, which shows it immediately, and waits until the server has stored it. */
  const chooseInOtherWindow = (level: number) =>
    Promise.all([
      second.waitForResponse((answer) => {
        const request = answer.request()
        return request.url().endsWith('/change-sets') && request.method() === 'POST' && answer.ok()
      }),
      choose(second, otherCell, level),
    ])
  const expectRoleInOtherWindow = (role: string) =>
    expect(otherCell.locator('[data-role]')).toHaveAttribute('data-role', role)
  await chooseInOtherWindow(15)
  await expect(hiroCell).toHaveText('Workflows')
  await chooseInOtherWindow(0)
  await expect(hiroCell).toHaveText('')

  // A plan that is outdated by another change is not applied; planned again, it is.
  await page.getByLabel('Search users').fill('kozo.example')
  await expect(page.getByText(/^\d+ users found$/).first()).toBeVisible()
  await expect(rowOf(page, 'Sato Ken')).toBeVisible()
  await grid(page).focus()
  await page.keyboard.press('Control+Home')
  await page.keyboard.press('Control+ArrowRight')
  await page.keyboard.press('Control+Shift+ArrowDown')
  await page.getByRole('button', { name: 'Change role', exact: true }).click()
  await page.getByRole('radio', { name: 'Workflows', exact: true }).check()
  await page.keyboard.press('Enter')
  const plan = preview(page)
  await expect(plan.getByText(/rows will change$/)).toBeVisible()
  await chooseInOtherWindow(20)
  await expectRoleInOtherWindow('admin')
  await plan.getByRole('button', { name: /^Apply \d/ }).click()
  await expect(plan.getByText('Somebody changed some of this in the meantime')).toBeVisible()
  await expect(plan.getByText('Nothing was changed.', { exact: false })).toBeVisible()
  await plan.getByRole('button', { name: 'Plan again' }).click()
  await expect(plan.getByText(/rows will change$/)).toBeVisible()
  await plan.getByRole('button', { name: /^Apply \d/ }).click()
  await expect(page.getByText(/users updated successfully!$/)).toBeVisible()
  await expectRoleInOtherWindow('workflows')
  // Cells changed by somebody else since are kept when the rest is undone, and the dialog says so first.
  await chooseInOtherWindow(10)
  await expect(hiroCell).toHaveText('User')
  await grid(page).focus()
  await page.keyboard.press('Control+z')
  const partial = page.getByRole('dialog', { name: 'Undo what is left?' })
  await expect(
    partial.getByText('1 row was changed by somebody since and stays as it is now.', { exact: false }),
  ).toBeVisible()
  await partial.getByRole('button', { name: 'Undo the others' }).click()
  await expect(page.getByText('Undone, except for what others have changed since')).toBeVisible()
  await expect(hiroCell).toHaveText('User')
  await chooseInOtherWindow(0)
  await expect(hiroCell).toHaveText('')

  // The first window receives no events any more, so it works on stale data.
  await page.route('**/mgw/api/v3/events**', (route) => route.abort())
  await page.reload()
  await expect(hiroCell).toHaveText('')
  await chooseInOtherWindow(15)
  await expectRoleInOtherWindow('workflows')
  await choose(page, hiroCell, 20)
  const refused = page.getByRole('alert')
  await expect(refused).toContainText('Hiro Tanabe is “Workflows”')
  await expect(refused).toContainText('Your “Admin” was not saved.')
  await expect(hiroCell.locator('[data-role]')).toHaveText('Workflows')
  await chooseInOtherWindow(0)
  await expect(otherCell).toHaveText('')
  await other.close()
})

/**
 * Opens the users grid with one project and returns its only cell of Hiro, helpers to change it and to read its stored level, and the project's
 * record.
 */
async function openSingleCell(page: Page, server: ProductServer) {
  await openUsers(page, 'hiro@kozo')
  await searchProject(page, 'Fornebu')
  const hiroCell = await cellOf(page, 'Hiro Tanabe', 'Fornebu')
  await expect(hiroCell).toHaveText('')
  const [fornebu] = await queryDatabase(server, "select id, name from project where external_id = 'NB-2110'")
  return {
    hiroCell,
    fornebu,
    pick: async (level: number) => {
      await hiroCell.dblclick()
      await page.getByRole('menu').locator(`[data-key="${level}"]`).click()
    },
    answered: () =>
      page.waitForResponse(
        (answer) => answer.url().endsWith('/change-sets') && answer.request().method() === 'POST' && answer.ok(),
      ),
    /** Renaming a project makes every window refetch the whole table. */
    rename: (name: string | undefined) =>
      sendToApi(page, 'PATCH', `/mgw/api/v3/projects/${fornebu?.id}`, {
        type: 'projects',
        id: fornebu?.id,
        attributes: { name },
      }),
    stored: () =>
      queryDatabase(
        server,
        `select member.privilege_level::int as level from project_member as member
          join app_user as person on person.id = member.user_id
          where person.email = 'hiro@kozo.example' and member.project_id = $1`,
        [fornebu?.id],
      ),
  }
}

test('a table that was asked for before a change and comes after it does not take the change back', async ({
  page,
  server,
}) => {
  const { hiroCell, fornebu, pick, answered, rename, stored } = await openSingleCell(page, server)
  const choose = async (level: number) => {
    const saved = answered()
    await pick(level)
    await saved
  }
  // The response with the table is delayed.
  const { released, release } = createGate()
  const { released: written, release: isWritten } = createGate()
  await page.route('**/access-matrix', async (route) => {
    const response = await fetchResponse(route)
    isWritten()
    await released
    await route.fulfill({ response })
  })
  expect((await rename('Fornebu Station')).ok()).toBe(true)
  await written
  await choose(15)
  const read = page.waitForResponse('**/access-matrix')
  release()
  await read
  await expect(grid(page).getByRole('columnheader', { name: 'Fornebu Station · NB-2110' })).toBeVisible()
  await expect(hiroCell).toHaveText('Workflows')
  await choose(0)
  await expect(hiroCell).toHaveText('')
  expect(await stored()).toEqual([])
  await rename(fornebu?.name)
})

test('a change that is on its way while the table is read again stays on the screen, and can be taken back at once', async ({
  page,
  server,
}) => {
  const { hiroCell, fornebu, pick, rename, stored } = await openSingleCell(page, server)
  // The request of the change is delayed before the server, so that a table loaded meanwhile does not include it.
  const { released, release } = createGate()
  await page.route('**/change-sets', async (route) => {
    await released
    await route.fallback()
  })
  const sent = page.waitForRequest((request) => request.url().endsWith('/change-sets'))
  await pick(15)
  await sent
  expect((await rename('Fornebu Quay')).ok()).toBe(true)
  await expect(grid(page).getByRole('columnheader', { name: 'Fornebu Quay · NB-2110' })).toBeVisible()
  await expect(hiroCell).toHaveText('Workflows')
  expect(await stored()).toEqual([])
  // Undone before the change has reached the server: both are sent, in order.
  await pick(0)
  await expect(hiroCell).toHaveText('')
  const answers: boolean[] = []
  page.on('response', (answer) => {
    if (answer.url().endsWith('/change-sets') && answer.request().method() === 'POST') answers.push(answer.ok())
  })
  release()
  await expect.poll(() => answers).toEqual([true, true])
  await expect(hiroCell).toHaveText('')
  await expect.poll(stored).toEqual([])
  await rename(fornebu?.name)
})

test('columns arranged here are found again after signing in elsewhere', async ({ page, browser, baseURL, server }) => {
  await openUsers(page)
  const moved = waitForSavedSetting(page)
  await page.getByRole('button', { name: 'Columns', exact: true }).click()
  await page.getByRole('button', { name: 'Move Email up' }).click()
  await moved
  const stored = async () =>
    JSON.stringify(
      await queryDatabase(
        server,
        `select value from user_setting join app_user on app_user.id = user_id where email = 'anna@nordbygg.example' and key = 'users'`,
      ),
    )
  const withEmailUp = await stored()
  const organization = page.getByRole('checkbox', { name: 'Organization', exact: true })
  await organization.click()
  await expect(organization).not.toBeChecked()
  // The page is left before the debounce of the change: it is sent nevertheless.
  await page.goto('about:blank')
  await expect.poll(stored).not.toBe(withEmailUp)
  const otherContext = await browser.newContext({ ...(baseURL && { baseURL }), locale: 'en-GB' })
  const second = await otherContext.newPage()
  await openUsers(second)
  const email = grid(second).getByRole('columnheader', { name: 'Email', exact: true })
  await expect(email).toHaveAttribute('aria-colindex', '2')
  await expect(grid(second).getByRole('columnheader', { name: 'Organization', exact: true })).toHaveCount(0)
  const natural = waitForSavedSetting(second)
  await second.getByRole('button', { name: 'Columns', exact: true }).click()
  await second.getByRole('button', { name: 'Reset columns' }).click()
  await natural
  await otherContext.close()
})

test('on a narrow screen the users are a list, its filter behind a button, its people with a tap', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await signInByApi(page, 'anna@nordbygg.example')
  await page.goto('/users')
  const list = page.getByRole('region', { name: 'Users' })
  await expect(list.getByRole('listitem').first()).toBeVisible()
  await expect(page.getByRole('grid')).toHaveCount(0)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  const filter = page.getByRole('dialog', { name: 'Filter' })
  await expect(filter.getByRole('combobox', { name: 'Role', exact: true })).toBeVisible()
  // Everything is in view at once.
  await expect(filter.getByRole('combobox', { name: 'Role', exact: true })).toBeInViewport({ ratio: 1 })
  await expect(filter.getByLabel('Search projects')).toBeInViewport({ ratio: 1 })
  await expect(filter.getByRole('button', { name: 'Done', exact: true })).toBeInViewport({ ratio: 1 })
  await expectAccessible(page)
  await filter.getByRole('combobox', { name: 'Role', exact: true }).press('Enter')
  await expect(filter).toBeHidden()
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await filter.getByLabel('Search projects').fill('e')
  await filter.getByLabel('Search projects').press('Enter')
  await expect(page.getByRole('button', { name: '1 filter' })).toBeFocused()
  await page.getByLabel('Search users').fill('mei@nordbygg')
  await expect(page.getByText('1 user found').first()).toBeVisible()
  const person = list.getByRole('button', { name: /^Mei Zhang/ })
  await expect(person).toContainText(/\d+ projects · .*User/)
  await person.click()
  const edit = page.getByRole('dialog', { name: 'Edit Mei Zhang' })
  await expect(edit.getByRole('combobox', { name: /^Role in/ }).first()).toBeVisible()
  await expectAccessible(page)
  await expectNoOverflow(page)
  await page.keyboard.press('Escape')
  await list.getByRole('checkbox', { name: 'Select Mei Zhang' }).check()
  await expect(page.getByRole('button', { name: 'Edit selected', exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await expect(page.getByRole('menuitem', { name: 'Invite to a project' })).toBeVisible()
  await expectAccessible(page)
  await expectNoOverflow(page)
})

test('a filter that nobody matches says what to do', async ({ page }) => {
  await signInByApi(page, 'anna@nordbygg.example')
  await page.goto('/users?user=nobody%20of%20this%20name')
  await expect(page.getByText('Nobody matches the filter')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Show all users' }).click()
  await expect(grid(page).locator('[data-row="0"]')).toBeVisible()
})
