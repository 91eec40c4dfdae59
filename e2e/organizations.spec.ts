/// <reference lib="dom" />
import { readFile } from 'node:fs/promises'
import { type OrganizationField, organizationFields } from '@lintel/contract/people/organizations'
import { expect, type Page } from '@playwright/test'
import { createGate } from './create-gate'
import { expectAccessible, expectNoOverflow, sendToApi, takeScreenshots, test } from './fixtures'
import { queryDatabase, signInByApi } from './people'

const grid = (page: Page) => page.getByRole('grid', { name: 'Organizations' })
const rowOf = (page: Page, name: RegExp) =>
  grid(page)
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name }) })

/** Opens the organizations of Nordbygg, filtered by `search`. */
async function openOrganizations(page: Page, search = '') {
  await signInByApi(page, 'anna@nordbygg.example')
  await page.goto(search ? `/organizations?search=${encodeURIComponent(search)}` : '/organizations')
  await expect(grid(page).locator('[data-row="0"]')).toBeVisible()
}

async function choose(page: Page, item: string) {
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

/** Selects the row by its checkbox. */
const selectRow = (page: Page, name: RegExp) => rowOf(page, name).locator('[aria-colindex="1"]').click()

const hubCountQuery = `select count(*) from user_organization where customer_id = (select id from customer where name = $1)`

/** Query for the numbers that the large links of the hub show, by link name. */
const linkCountsQuery = `
  select
    (select count(distinct project_id) from dashboard_widget as widget where widget.customer_id = customer.id) as "Project widgets",
    (select count(*) from project_template as template where template.customer_id = customer.id) as "Project templates",
    (select count(*) from user_organization as organization where organization.customer_id = customer.id) as "Organizations"
  from customer where customer.name = $1`

test('the hub counts what its tools are about, live, and is where the mark of the console leads', async ({
  page,
  server,
}) => {
  await signInByApi(page, 'anna@nordbygg.example')
  await page.goto('/dashboard')
  const [counted] = await queryDatabase(server, hubCountQuery, ['Nordbygg AS'])
  const main = page.getByRole('main')
  const [figures = {}] = await queryDatabase(server, linkCountsQuery, ['Nordbygg AS'])
  await expect(main.getByRole('list').first().getByRole('link')).toHaveCount(5)
  for (const [name, figure] of Object.entries(figures))
    await expect(main.getByRole('link', { name: new RegExp(`^${name} .*\\D${figure}$`) })).toBeVisible()
  // Only the projects and people visible to her.
  for (const name of ['Projects list', 'Users'])
    await expect(main.getByRole('link', { name: new RegExp(`^${name} .*\\D[1-9]\\d*$`) })).toBeVisible()
  const link = page
    .getByRole('main')
    .getByRole('listitem')
    .getByRole('link', { name: /^Organizations/ })
  await expect(link).toHaveAccessibleName(new RegExp(`your users work for ${counted?.count}$`))
  const [customer] = await queryDatabase(server, 'select id from customer where name = $1', ['Nordbygg AS'])
  const attributes = { name: 'Kranutleie Sentrum' }
  const relationships = { customer: { data: { type: 'customers', id: customer?.id } } }
  const organization = { type: 'user-organizations', attributes, relationships }
  const added = await sendToApi(page, 'POST', '/mgw/api/v3/user-organizations', organization)
  expect(added.status()).toBe(201)
  await expect(link).toHaveAccessibleName(new RegExp(`your users work for ${Number(counted?.count) + 1}$`))
  await link.click()
  await page.getByRole('link', { name: 'Lintel, enterprise tools' }).click()
  await expect(page).toHaveURL(/\/dashboard\?customer=/)
  await page.getByRole('link', { name: 'Lintel, all projects' }).click()
  await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()
})

test('what the search does not find any more leaves the selection, and the bar says so', async ({ page }) => {
  await openOrganizations(page)
  await selectRow(page, /^Møller & Sønner Graving/)
  await selectRow(page, /^Oslo Harbour Authority/)
  const bar = page.getByRole('region', { name: 'Selected rows' })
  await expect(bar).toHaveText('2 selected')
  await page.getByLabel('Search organizations').fill('Oslo Harbour')
  await expect(bar).toContainText('1 selected')
  await expect(bar).toContainText('1 is no longer shown and not selected')
  await expectAccessible(page)
  // A row that disappears stays deselected when it returns.
  await page.getByLabel('Search organizations').fill('')
  await expect(rowOf(page, /^Møller & Sønner Graving/)).toBeVisible()
  await expect(bar).toContainText('1 selected')
  await expect(grid(page).locator('[data-row][aria-selected=true]')).toHaveCount(1)
})

test('the hub and the menu lead to the organizations, with number and country in brackets', async ({ page }) => {
  await signInByApi(page, 'anna@nordbygg.example')
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'Enterprise tools', level: 1 })).toBeVisible()
  const tools = page.getByRole('main').getByRole('list')
  await expect(tools.getByRole('link')).not.toHaveCount(0)
  await expectAccessible(page)
  await takeScreenshots(page, 'dashboard')
  await tools.getByRole('link', { name: /^Organizations/ }).click()
  await expect(page).toHaveURL(/\/organizations\?customer=/)
  await expect(page.getByRole('heading', { name: 'Organizations', level: 1 })).toBeVisible()
  await expect(grid(page).getByRole('rowheader', { name: 'Møller & Sønner Graving (984112907, NO)' })).toBeVisible()
  await expect(grid(page).getByRole('rowheader', { name: 'Oslo Harbour Authority (NO)' })).toBeVisible()
  const rows = Number(await grid(page).getAttribute('aria-rowcount'))
  await expect(page.getByText(`${rows - 1} organizations`)).toBeVisible()
  await expectAccessible(page)
  await takeScreenshots(page, 'organizations')
})

test('every tool of the hub opens, and whoever administers no customer sees none', async ({
  page,
  browser,
  baseURL,
}) => {
  await signInByApi(page, 'anna@nordbygg.example')
  await page.goto('/dashboard')
  const tools = page.getByRole('main').getByRole('list')
  await expect(tools.getByRole('link')).not.toHaveCount(0)
  const addressesAndNames = await tools
    .getByRole('link')
    .evaluateAll((links) =>
      links.map((link) => [`${link.getAttribute('href')}`, `${link.querySelector('span')?.textContent}`]),
    )
  for (const [address = '', name = ''] of addressesAndNames) {
    await page.goto(address)
    await expect(page.getByRole('heading', { name, level: 1, exact: true })).toBeVisible()
  }
  const other = await browser.newPage({ ...(baseURL && { baseURL }) })
  await signInByApi(other, 'mei@nordbygg.example')
  await other.goto('/organizations')
  await expect(other.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()
  await other.close()
})

test('however many screens follow a customer, a window has one stream of what others change', async ({ page }) => {
  const streams: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/mgw/api/v3/events')) streams.push(request.url())
  })
  await openOrganizations(page)
  await expect.poll(() => streams.length).toBe(1)
  const tools = page.getByRole('navigation', { name: 'Enterprise tools' })
  for (const screen of ['Users', 'Organizations', 'Users']) {
    await tools.getByRole('link', { name: screen, exact: true }).click()
    await expect(page.getByRole('grid', { name: screen }).locator('[data-row="0"]')).toBeVisible()
  }
  expect(streams).toHaveLength(1)
})

test('an organization is added, edited and deleted by keyboard alone; its name is the only one', async ({ page }) => {
  await openOrganizations(page)
  await page.getByRole('button', { name: 'More', exact: true }).press('Enter')
  await expectAccessible(page)
  await page.getByRole('menuitem', { name: 'New organization' }).press('Enter')
  const added = page.getByRole('dialog', { name: 'New organization' })
  const ok = added.getByRole('button', { name: 'OK', exact: true })
  await expect(ok).toBeDisabled()
  await expect(added.getByLabel('Name')).toBeFocused()
  await page.keyboard.type('SITE visitors')
  await expect(added.getByText('There is already an organization with this name.')).toBeVisible()
  await expect(ok).toBeDisabled()
  await expectAccessible(page)
  await takeScreenshots(page, 'organizations-new')
  await added.getByLabel('Name').fill('Taktekker Solberg')
  await expect(ok).toBeEnabled()
  await added.getByLabel('Country').fill('NO')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Taktekker Solberg (NO) is added.')).toBeVisible()
  await expect(rowOf(page, /^Taktekker Solberg \(NO\)$/)).toBeVisible()

  await page.getByLabel('Search organizations').fill('taktekker')
  await expect(page.getByText('1 organization found').first()).toBeVisible()
  await grid(page).focus()
  await page.keyboard.press('Control+Home')
  await page.keyboard.press('Enter')
  const edited = page.getByRole('dialog', { name: 'Edit Taktekker Solberg (NO)' })
  await edited.getByLabel('Number').fill('912345678')
  await page.keyboard.press('Enter')
  await expect(rowOf(page, /^Taktekker Solberg \(912345678, NO\)$/)).toBeVisible()
  await expect(grid(page)).toBeFocused()

  await page.keyboard.press('Space')
  await page.getByRole('button', { name: 'Edit selected', exact: true }).press('Enter')
  await page.getByRole('button', { name: 'Delete', exact: true }).press('Enter')
  const confirmation = page.getByRole('dialog', { name: 'Delete Taktekker Solberg (912345678, NO)?' })
  await expect(confirmation).toContainText('Nobody works for it.')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(confirmation).toBeHidden()
  await page.getByRole('button', { name: 'Delete', exact: true }).press('Enter')
  await confirmation.getByRole('button', { name: 'Delete organization' }).press('Enter')
  await expect(page.getByText('No organization matches the search')).toBeVisible()
  await page.getByRole('button', { name: 'Show all organizations' }).click()
  await expect(grid(page).locator('[data-row="0"]')).toBeVisible()
})

test('a save that failed is logged and its loading stops; what was typed stays', async ({ page, server }) => {
  const stored = () => queryDatabase(server, "select name from user_organization where external_id = 'BP-1'")
  await openOrganizations(page, 'Betongpumpe')
  let logged = 0
  await page.route('**/client/log', (route) => {
    logged += 1
    return route.fulfill({ status: 204 })
  })
  // The second time it is sent by itself.
  await page.route('**/mgw/api/v3/change-sets', (route) => route.abort(), { times: 2 })
  await grid(page).locator('[data-row="0"] [role=rowheader]').dblclick()
  const dialog = page.getByRole('dialog', { name: /^Edit Betongpumpe Øst/ })
  await dialog.getByLabel('External id').fill('BP-1')
  await dialog.getByRole('button', { name: 'OK', exact: true }).click()
  await expect.poll(() => logged).toBe(1)
  await expect(dialog.getByRole('button', { name: 'OK', exact: true })).toBeEnabled()
  await expect(dialog.getByLabel('External id')).toHaveValue('BP-1')
  expect(await stored()).toEqual([])
  await dialog.getByRole('button', { name: 'OK', exact: true }).click()
  await expect(dialog).toBeHidden()
  expect(await stored()).toEqual([{ name: 'Betongpumpe Øst' }])
})

test('a save that is answered when its dialog was left is told, and closes nothing that was opened since', async ({
  page,
}) => {
  await openOrganizations(page)
  const { released, release } = createGate()
  await page.route('**/mgw/api/v3/change-sets', async (route) => {
    await released
    await route.continue()
  })
  await rowOf(page, /^Oslo Harbour Authority/)
    .locator('[role=rowheader]')
    .dblclick()
  const first = page.getByRole('dialog', { name: /^Edit Oslo Harbour Authority/ })
  await first.getByLabel('Industry').fill('Harbours')
  const sent = page.waitForRequest((request) => request.url().endsWith('/change-sets') && request.method() === 'POST')
  await first.getByRole('button', { name: 'OK', exact: true }).click()
  await sent
  await first.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect(first).toBeHidden()

  await rowOf(page, /^Møller & Sønner Graving/)
    .locator('[role=rowheader]')
    .dblclick()
  const second = page.getByRole('dialog', { name: /^Edit Møller & Sønner Graving/ })
  await second.getByLabel('Industry').fill('Excavation')
  release()
  await expect(page.getByText(/^Oslo Harbour Authority .*is saved\.$/)).toBeVisible()
  await expect(second).toBeVisible()
  await expect(second.getByLabel('Industry')).toHaveValue('Excavation')
  await second.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect(second).toBeHidden()
  await expect(rowOf(page, /^Oslo Harbour Authority/).getByRole('gridcell', { name: 'Harbours' })).toBeVisible()
})

test('what somebody else changed meanwhile is said, and not lost', async ({ page, browser, baseURL }) => {
  const other = await browser.newPage({ ...(baseURL && { baseURL }) })
  await openOrganizations(other, 'Betongpumpe')
  // The page receives no event about the change before it saves, as when two people save at the same moment.
  await page.route('**/mgw/api/v3/events?**', (route) => route.abort())
  await openOrganizations(page, 'Betongpumpe')
  await grid(page).locator('[data-row="0"] [role=rowheader]').dblclick()
  const here = page.getByRole('dialog', { name: /^Edit Betongpumpe Øst/ })
  await here.getByRole('textbox', { name: /^Country/ }).fill('SE')
  await grid(other).locator('[data-row="0"] [role=rowheader]').dblclick()
  await other.getByLabel('Country').fill('NO')
  await other.keyboard.press('Enter')
  await expect(other.getByText('Betongpumpe Øst (998120334, NO) is saved.')).toBeVisible()
  await here.getByRole('button', { name: 'OK', exact: true }).click()
  const country = here.getByRole('group', { name: 'Country' })
  await expect(country).toContainText('“SE”')
  await expect(country).toContainText('“NO”')
  await expect(here.getByText('Changed meanwhile by anna@nordbygg.example: “NO”')).toBeVisible()
  await expect(here.getByRole('textbox', { name: /^Country/ })).toHaveValue('SE')
  await expectAccessible(page)
  await here.getByRole('button', { name: 'Keep yours: Country' }).click()
  await expect(here.getByRole('button', { name: 'OK', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(here).toBeHidden()
  // Changes saved here appear there without a reload.
  await expect(rowOf(other, /^Betongpumpe Øst \(998120334, SE\)$/)).toBeVisible()
  await other.close()
})

test('the members of an organization are shown', async ({ page }) => {
  await openOrganizations(page, 'nordbygg')
  await selectRow(page, /^Nordbygg AS/)
  await choose(page, 'Members')
  const members = page.getByRole('dialog', { name: /^Users of Nordbygg AS/ })
  await expect(members.getByRole('listitem').filter({ hasText: 'mei@nordbygg.example' })).toBeVisible()
  await expectAccessible(page)
  await takeScreenshots(page, 'organizations-members')
})

test('organizations are imported from a file and merged, each after a preview, undone and redone by keys', async ({
  page,
  server,
}) => {
  await openOrganizations(page)
  await choose(page, 'Import CSV')
  const chooser = page.getByRole('dialog', { name: 'Import organizations' })
  await chooser.getByLabel('File').setInputFiles({
    name: 'organizations.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('name;number;country\nMurer Dahl;955001122;NO\nMurer Dahl AS;;\n'),
  })
  await expectAccessible(page)
  await chooser.getByRole('button', { name: 'Preview', exact: true }).click()
  await expect(page.getByText('2 rows will change')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: /^Apply \d/ }).click()
  await expect(page.getByText('The organizations are imported.')).toBeVisible()

  await page.getByLabel('Search organizations').fill('murer dahl')
  await expect(page.getByText('2 organizations found').first()).toBeVisible()
  await selectRow(page, /^Murer Dahl AS$/)
  await selectRow(page, /^Murer Dahl \(955001122, NO\)$/)
  await page.getByRole('button', { name: 'Merge selected (2)' }).click()
  const merge = page.getByRole('dialog', { name: 'Merge organizations' })
  await expect(merge.getByRole('radio', { name: 'Murer Dahl (955001122, NO)' })).toBeChecked()
  await takeScreenshots(page, 'organizations-merge')
  await merge.getByRole('button', { name: 'Preview', exact: true }).click()
  await expect(page.getByText('deleted', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: /^Apply \d/ }).click()
  await expect(page.getByText('The organizations are merged.')).toBeVisible()
  await expect(page.getByText('1 organization found').first()).toBeVisible()
  const stored = async () =>
    (await queryDatabase(server, `select name from user_organization where name like 'Murer Dahl%' order by name`)).map(
      ({ name }) => name,
    )
  expect(await stored()).toEqual(['Murer Dahl'])
  await page.getByRole('button', { name: 'Undo', exact: true }).last().click()
  await expect(page.getByText('2 organizations found').first()).toBeVisible()

  // Redoing is previewed like the original change.
  await grid(page).focus()
  await page.keyboard.press('Control+Shift+Z')
  await expect(page.getByText('deleted', { exact: true })).toBeVisible()
  expect(await stored()).toEqual(['Murer Dahl', 'Murer Dahl AS'])
  await page.getByRole('button', { name: /^Apply \d/ }).click()
  await expect(page.getByText('1 organization found').first()).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(await stored()).toEqual(['Murer Dahl'])
  for (const left of [['Murer Dahl', 'Murer Dahl AS'], []]) {
    await grid(page).focus()
    await page.keyboard.press('Control+Z')
    await expect.poll(stored).toEqual(left)
  }
  await expect(page.getByText('No organization matches the search')).toBeVisible()
  await page.getByRole('button', { name: 'Show all organizations' }).click()
  await grid(page).focus()
  await page.keyboard.press('Control+Shift+Z')
  await expect(page.getByText('2 rows will change')).toBeVisible()
  await page.getByRole('button', { name: /^Apply \d/ }).click()
  await expect.poll(stored).toEqual(['Murer Dahl', 'Murer Dahl AS'])
})

test('what an organization does is typed, shown, exported, and imported as it was', async ({ page }) => {
  await openOrganizations(page)
  const values: Partial<Record<OrganizationField, string>> = { name: '"Tømrer Lie; Sønner"', industry: 'Carpentry' }
  await choose(page, 'New organization')
  const added = page.getByRole('dialog', { name: 'New organization' })
  await added.getByLabel('Name').fill('Tømrer Lie; Sønner')
  await added.getByLabel('Industry').fill('Carpentry')
  await page.keyboard.press('Enter')
  await expect(added).toBeHidden()
  await page.getByLabel('Search organizations').fill('carpentry')
  const row = rowOf(page, /^Tømrer Lie; Sønner$/)
  await expect(row.getByRole('gridcell', { name: 'Carpentry' })).toBeVisible()

  const saving = page.waitForEvent('download')
  await choose(page, 'Export CSV')
  const saved = await saving
  expect(saved.suggestedFilename()).toBe('Organizations.csv')
  const lines = (await readFile(await saved.path(), 'utf8')).split('\r\n')
  expect(lines[0]).toBe(`\uFEFF${organizationFields.join(';')}`)
  const line = organizationFields.map((field) => values[field] ?? '').join(';')
  expect(lines).toContain(line)

  await choose(page, 'Import CSV')
  const chooser = page.getByRole('dialog', { name: 'Import organizations' })
  const changed = [lines[0], line.replace('Carpentry', 'Timber frames')].join('\r\n')
  await chooser
    .getByLabel('File')
    .setInputFiles({ name: 'Organizations.csv', mimeType: 'text/csv', buffer: Buffer.from(changed) })
  await chooser.getByRole('button', { name: 'Preview', exact: true }).click()
  await expect(page.getByText('Tømrer Lie; Sønner · Timber frames')).toBeVisible()
  await page.getByRole('button', { name: /^Apply \d/ }).click()
  await expect(page.getByText('The organizations are imported.')).toBeVisible()
  await page.getByLabel('Search organizations').fill('timber')
  await expect(row.getByRole('gridcell', { name: 'Timber frames' })).toBeVisible()
})

test('columns that were chosen are found again after a reload', async ({ page }) => {
  await openOrganizations(page)
  const number = grid(page).getByRole('columnheader', { name: 'Number' })
  await expect(number).toHaveCount(0)
  await page.getByRole('button', { name: 'Columns', exact: true }).click()
  const settingSaved = page.waitForResponse(
    (answer) => answer.url().includes('user-settings') && answer.request().method() === 'POST',
  )
  await page.getByRole('checkbox', { name: 'Number', exact: true }).click()
  await expect(page.getByRole('checkbox', { name: 'Number', exact: true })).toBeChecked()
  await settingSaved
  await page.reload()
  await expect(number).toBeVisible()
})

test('on a narrow screen the organizations are a list', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await signInByApi(page, 'anna@nordbygg.example')
  await page.goto('/organizations')
  const list = page.getByRole('main').getByRole('list')
  await expect(list.getByRole('listitem').first()).toBeVisible()
  await expectAccessible(page)
  // Two checked organizations can be merged here as well.
  for (const name of ['Atelier DB', 'Kozo Design']) await list.getByRole('checkbox', { name: `Select ${name}` }).check()
  await expect(page.getByRole('button', { name: 'Merge selected (2)' })).toBeVisible()
  await expectAccessible(page)
  await expectNoOverflow(page)
  for (const name of ['Atelier DB', 'Kozo Design'])
    await list.getByRole('checkbox', { name: `Select ${name}` }).uncheck()
  await page.getByLabel('Search organizations').fill('harbour')
  await expect(list.getByRole('listitem')).toHaveCount(1)
  await list.getByRole('button', { name: /^Oslo Harbour Authority/ }).click()
  await expect(page.getByRole('dialog', { name: 'Edit Oslo Harbour Authority (NO)' })).toBeVisible()
  await expectAccessible(page)
  await expectNoOverflow(page)
})

test('a failure to load says so, and the empty customer says what to do', async ({ page }) => {
  await page.route('**/mgw/api/v3/user-organizations**', (route) =>
    route.fulfill({ json: { jsonapi: { version: '1.1' }, data: [], links: {}, meta: { page: { total: 0 } } } }),
  )
  await signInByApi(page, 'anna@nordbygg.example')
  await page.goto('/organizations')
  await expect(page.getByText('This customer has no organizations yet')).toBeVisible()
  await expectAccessible(page)
  await page.unroute('**/mgw/api/v3/user-organizations**')
  await page.route('**/mgw/api/v3/user-organizations**', (route) =>
    route.fulfill({ status: 403, json: { errors: [{ status: '403', code: 'forbidden', title: '', detail: '' }] } }),
  )
  await page.reload()
  await expect(page.getByRole('main').getByText('You are not allowed to do this.')).toBeVisible()
  await expectAccessible(page)
  await page.unroute('**/mgw/api/v3/user-organizations**')
  await page.getByRole('button', { name: 'Try again', exact: true }).click()
  await expect(grid(page).locator('[data-row="0"]')).toBeVisible()
})
