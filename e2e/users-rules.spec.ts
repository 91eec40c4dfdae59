/// <reference lib="dom" />
import { expect, type Page } from '@playwright/test'
import { synchronousRowLimit } from '../contract/src/people/change-sets'
import { projectId } from '../server/demo/projects'
import { fetchResponse } from './fetch-response'
import { expectAccessible, sendToApi, takeScreenshots, test } from './fixtures'
import { planLargeFile } from './large-file'
import { freezeClock, overrideInstallation, signInByApi } from './people'
import { cellOf, chooseFromMore, grid, openUsers, searchProject } from './users-grid'

const options = (page: Page) => page.getByRole('button', { name: 'Options', exact: true })

test('owners, customer administrators and oneself cannot be edited: not in a cell, a popover or the options', async ({
  page,
}) => {
  await openUsers(page)
  let providers = 0
  page.on('request', (request) => {
    if (request.url().includes('/sso-providers')) providers += 1
  })
  for (const [search, name, role, cellOptions] of [
    ['anna@nordbygg', 'Anna Nordli', 'Customer admin', 'Cust. adm.'],
    ['astrid@nordbygg', 'Astrid', 'Customer admin', 'Cust. adm.'],
    ['ola@nordbygg', 'Ola Berge', 'Owner', 'Owner'],
  ] as const) {
    await page.getByLabel('Search users').fill(search)
    const row = grid(page).locator('[data-row="0"]')
    await expect(row).toContainText(search)
    await expect(row).toContainText(name)
    const cell = row.locator('[data-locked]').filter({ hasText: cellOptions }).first()
    await cell.click()
    await expect(page.getByRole('button', { name: 'Why?', exact: true })).toBeVisible()
    await expect(options(page)).toHaveCount(0)
    await row.locator('[aria-colindex="1"]').click()
    await page.getByRole('button', { name: 'Edit selected', exact: true }).click()
    const edit = page.getByRole('dialog', { name: /^Edit / })
    await edit.getByLabel('Search projects').fill('NB-2041')
    await expect(edit.getByRole('row')).toHaveCount(2)
    await expect(edit.getByRole('row').last()).toContainText(role)
    await expect(edit.getByRole('combobox', { name: /^Role in / })).toHaveCount(0)
    await expect(edit.getByRole('button', { name: /^Options in / })).toHaveCount(0)
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await expect(edit).toBeHidden()
    await row.locator('[aria-colindex="1"]').click()
  }

  // A user who became an owner or administrator while the options were open.
  await page.getByLabel('Search users').fill('mei@nordbygg')
  await searchProject(page, 'Fornebu')
  const cell = await cellOf(page, 'Mei Zhang', 'Fornebu')
  for (const level of [30, 25]) {
    await page.route('**/mgw/api/v3/project-members?**', async (route) => {
      const response = await fetchResponse(route)
      const document = await response.json()
      const [member = { type: 'project-members', id: 'p.u', relationships: {} }] = document.data
      const attributes = { providers: [], ...member.attributes, privilegeLevel: level }
      await route.fulfill({ response, json: { ...document, data: [{ ...member, attributes }] } })
    })
    await cell.click()
    await options(page).click()
    const dialog = page.getByRole('dialog', { name: /^Mei Zhang in / })
    await expect(dialog.getByText('Owners, customer administrators and yourself cannot be edited here.')).toBeVisible()
    await expect(dialog.getByRole('combobox')).toHaveCount(0)
    await expect(dialog.getByRole('button', { name: 'Save' })).toHaveCount(0)
    await page.keyboard.press('Escape')
    await page.unrouteAll({ behavior: 'wait' })
  }
  // The providers are loaded once and cached.
  expect(providers).toBeLessThanOrEqual(1)
})

test('a customer administrator cannot be deleted from the users, anybody else is sent to the support', async ({
  page,
}) => {
  await overrideInstallation(page, { supportMail: 'help@lintel.example' })
  await openUsers(page, 'nordbygg.example')
  const support = page.getByRole('link', { name: 'Contact support' })
  const askToDelete = async (email: string) => {
    await page.getByLabel('Search users').fill(email)
    const row = grid(page).locator('[data-row="0"]')
    await expect(row).toContainText(email)
    const check = row.locator('[aria-colindex="1"]')
    await check.click()
    await chooseFromMore(page, 'Delete a user')
    return check
  }
  const administrator = await askToDelete('astrid@nordbygg')
  const dialog = page.getByRole('dialog', { name: /^Delete Astrid/ })
  await expect(dialog.getByText('This person administers the customer.', { exact: false })).toBeVisible()
  await expect(support).toHaveAttribute('href', /^mailto:help@lintel\.example\?subject=Please%20make%20somebody%20else/)
  await page.keyboard.press('Escape')
  await administrator.click()
  await askToDelete('noor@elektro')
  await expect(page.getByRole('dialog', { name: 'Delete Noor Haddad' })).toBeVisible()
  await expect(support).toHaveAttribute('href', /^mailto:.*noor%40elektro\.example/)
})

test('a search waits for a pause of 300 ms, of users and of projects', async ({ page }) => {
  await openUsers(page)
  await freezeClock(page)
  for (const [label, text, address] of [
    ['Search users', 'mei zhang', /[?&]user=mei/],
    ['Search projects', 'fornebu', /[?&]project=fornebu/],
  ] as const) {
    await page.getByLabel(label).pressSequentially(text)
    await page.clock.runFor(299)
    expect(page.url()).not.toMatch(address)
    await page.clock.runFor(1)
    await expect(page).toHaveURL(address)
  }
})

test('what happened in a project is in the menu of its heading and in the more menu, with whom it was about', async ({
  page,
}) => {
  await openUsers(page, 'mei@nordbygg')
  const visit = await sendToApi(page, 'POST', `/mgw/api/v2/projects/${projectId('NB-2110')}/opened`)
  expect(visit.ok()).toBe(true)
  await searchProject(page, 'Fornebu')
  const cell = await cellOf(page, 'Mei Zhang', 'Fornebu')
  await cell.dblclick()
  const saved = page.waitForResponse(
    (response) => response.url().endsWith('/change-sets') && response.request().method() === 'POST',
  )
  await page.getByRole('menuitemradio', { name: 'Workflows', exact: true }).click()
  await expect(cell).toHaveText('Workflows')
  await saved
  await grid(page).focus()
  await page.keyboard.press('Control+Home')
  await page.keyboard.press('Control+ArrowRight')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Alt+ArrowDown')
  const menu = page.getByRole('menu', { name: /^Column Fornebu/ })
  await menu.getByRole('menuitem', { name: 'History of the project' }).press('Enter')
  const history = page.getByRole('dialog', { name: /^History of Fornebu/ })
  const latest = history.getByRole('listitem').filter({ hasText: 'Mei Zhang (mei@nordbygg.example)' }).first()
  await expect(latest).toContainText('Workflows')
  await expect(latest).toContainText('anna@nordbygg.example')
  // How people were added is shown only on request.
  const opened = history.getByRole('listitem').filter({ hasText: 'Project opened' })
  await expect(opened).toHaveCount(0)
  const everything = history.getByRole('checkbox', { name: 'Show opening and signing in as well' })
  await everything.check()
  await expect(opened.first()).toBeVisible()
  await everything.uncheck()
  await expect(latest).toBeVisible()
  await expect(opened).toHaveCount(0)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(grid(page)).toBeFocused()

  await chooseFromMore(page, 'History of a project')
  const any = page.getByRole('dialog', { name: 'History of a project' })
  await any.getByRole('combobox', { name: 'Project', exact: true }).fill('Barcode')
  await page
    .getByRole('option', { name: /^Barcode/ })
    .first()
    .click()
  await expect(
    page
      .getByRole('dialog', { name: /^History of Barcode/ })
      .getByRole('listitem')
      .first(),
  ).toBeVisible()
  await takeScreenshots(page, 'users-project-history')
  await page.keyboard.press('Escape')
  await grid(page).focus()
  await page.keyboard.press('Control+z')
  await expect(page.getByText('Undone', { exact: true })).toBeVisible()
})

test('more rows than a request takes are planned with progress and shown a windowful at a time', async ({ page }) => {
  test.slow()
  await planLargeFile(page, synchronousRowLimit + 500, 120_000)
})

test('where no users can be added, none are offered to be added', async ({ page }) => {
  await overrideInstallation(page, { canAddUsers: true })
  await openUsers(page)
  const openMore = () => page.getByRole('button', { name: 'More', exact: true }).click()
  await openMore()
  await expect(page.getByRole('menuitem', { name: 'Add a user' })).toBeVisible()
  await overrideInstallation(page, { canAddUsers: false })
  await page.reload()
  await expect(grid(page).locator('[data-row="0"]')).toBeVisible()
  await openMore()
  await expect(page.getByRole('menuitem', { name: 'Invitations', exact: true })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Add a user' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  const invite = page.getByRole('dialog', { name: 'Invite to a project' })
  await expect(invite.getByText('nobody new can be added here', { exact: false })).toBeVisible()
})

test('where no users can be added, a project’s owner is told whom they can invite', async ({ page }) => {
  const project = projectId('NB-2064')
  const invite = page.getByRole('dialog', { name: 'Invite people' })
  const open = async () => {
    await page.goto(`/project-${project}/`)
    await page.getByRole('button', { name: 'Invite people' }).click()
  }
  await signInByApi(page, 'ola@nordbygg.example')
  await open()
  await expect(invite.getByText('One or several, as they come', { exact: false })).toBeVisible()
  await overrideInstallation(page, { canAddUsers: false })
  await page.reload()
  await open()
  await expect(invite.getByText('nobody new can be added here', { exact: false })).toBeVisible()
  await expectAccessible(page)
})
