import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { csvRecords } from '../server/test/csv-records'
import { createGate } from './create-gate'
import { expectAccessible, expectFitsPhone, expectNoOverflow, sendToApi, takeScreenshots, test } from './fixtures'
import { overrideInstallation, queryDatabase, signInAsStaff, signInByApi } from './people'
import { waitForSavedSetting } from './users-grid'

const grid = (page: Page) => page.getByRole('grid', { name: 'Projects list' })
const rowOf = (page: Page, name: string) =>
  grid(page)
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name, exact: true }) })
const heading = (page: Page, name: string) => grid(page).getByRole('columnheader', { name, exact: true })

async function openList(page: Page, query = '') {
  await signInByApi(page, 'anna@nordbygg.example')
  await page.goto(`/projects-list${query}`)
  await expect(grid(page).locator('[data-row="0"]')).toBeVisible()
}

const chooseExport = async (page: Page, item: string) => {
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

/** The cell of a project in a column. */
async function cellOf(page: Page, project: string, column: string) {
  const index = await heading(page, column).getAttribute('aria-colindex')
  return rowOf(page, project).locator(`[aria-colindex="${index}"]`)
}

test('columns are arranged and kept, sums follow the search, and Projects.csv has what the grid shows', async ({
  page,
  server,
}) => {
  await openList(page)
  const [stored] = await queryDatabase(
    server,
    `select count(*)::int as projects, sum(num_actual_topics)::int as topics
     from project join project_figures on project_id = project.id
     join customer on customer.id = project.customer_id
     where customer.name = 'Nordbygg AS' and (project.providers = '{}' or 'COGNITO' = any(project.providers))`,
    [],
  )
  if (!stored) throw new Error('Nordbygg has no projects')
  await expect(page.getByText(`${stored.projects} projects`, { exact: true })).toBeVisible()
  const total = grid(page)
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: 'Total', exact: true }) })
  const topics = await heading(page, 'Topics').first().getAttribute('aria-colindex')
  const written = new Intl.NumberFormat('en-GB').format(Number(stored.topics))
  await expect(total.locator(`[aria-colindex="${topics}"]`)).toHaveText(written)
  await expectAccessible(page)
  await expectNoOverflow(page)
  await takeScreenshots(page, 'projects-list')

  // Hides and moves columns through the Columns menu.
  await page.getByRole('button', { name: 'Columns', exact: true }).click()
  // The old state must not be shown for a moment.
  const isChecked = await page.getByRole('checkbox', { name: 'External id' }).evaluate((box: HTMLInputElement) => {
    box.click()
    return box.checked
  })
  expect(isChecked).toBe(false)
  const saved = waitForSavedSetting(page, (columns) =>
    columns.some(({ id, isVisible }) => id === 'project' && isVisible),
  )
  await page.getByRole('checkbox', { name: 'Project id' }).check()
  const setting = (await saved).request().postDataJSON().data
  expect(setting).toMatchObject({ id: 'project-stats', attributes: { schemaVersion: 2 } })
  await page.keyboard.press('Escape')
  await page.reload()
  await expect(heading(page, 'Name')).toBeVisible()
  await expect(heading(page, 'External id')).toHaveCount(0)

  await page.getByRole('searchbox', { name: 'Search projects' }).fill('NB-2087')
  await expect(page.getByText('1 project found').first()).toBeVisible()
  await expect(rowOf(page, 'Elverum Barracks')).toBeVisible()
  const own = (await (await cellOf(page, 'Elverum Barracks', 'Users')).textContent()) ?? ''
  const users = await heading(page, 'Users').getAttribute('aria-colindex')
  await expect(total.locator(`[aria-colindex="${users}"]`)).toHaveText(own)

  await page.getByRole('searchbox', { name: 'Search projects' }).fill('')
  await expect(page.getByText(`${stored.projects} projects`, { exact: true })).toBeVisible()
  const [file] = await Promise.all([page.waitForEvent('download'), chooseExport(page, 'Projects as CSV')])
  expect(file.suggestedFilename()).toBe('Projects.csv')
  const text = await readFile((await file.path()) ?? '', 'utf8')
  expect(text.startsWith('\uFEFFName;State;Users;Topics;')).toBe(true)
  const { records, headings } = csvRecords(text)
  expect(headings).toContain('Project id')
  expect(records).toHaveLength(Number(stored.projects))
  const sum = records.reduce((all, { Topics }) => all + Number(Topics), 0)
  expect(sum).toBe(stored.topics)
  const barracks = records.find(({ Name }) => Name === 'Elverum Barracks')
  expect(barracks).toMatchObject({ State: 'Stopped', Users: own })

  await page.setViewportSize({ width: 360, height: 740 })
  await page.reload()
  await expect(page.getByRole('button', { name: /Elverum Barracks/ })).toBeVisible()
  await expectFitsPhone(page)
  await expectAccessible(page)
})

test('a stopped project is started from its row, says how it goes, and its row opens it', async ({ page, server }) => {
  await openList(page, '?state=crashed')
  const name = 'Kløfta Interchange'
  await expect(await cellOf(page, name, 'State')).toHaveText('Crashed')
  await rowOf(page, name).locator('[aria-colindex="1"]').click()
  const { released, release } = createGate()
  await page.route('**/_starttrigger', async (route) => {
    await released
    await route.continue()
  })
  await page.getByRole('button', { name: 'Start', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Starting …' })).toBeVisible()
  release()
  await expect(page.getByText(`${name} is running.`)).toBeVisible({ timeout: 30_000 })
  expect(await queryDatabase(server, 'select status from project where name = $1', [name])).toEqual([
    { status: 'Running' },
  ])
  await page.getByLabel('State').selectOption('All states')
  await expect(await cellOf(page, name, 'State')).toHaveText('Running')
  await grid(page).focus()
  await rowOf(page, name).getByRole('rowheader').dblclick()
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
})

test('topics are exported while one is elsewhere, and the file waits', async ({ page, server }) => {
  await openList(page, '?search=NB-2009')
  const name = 'Asker Health House'
  await rowOf(page, name).locator('[aria-colindex="1"]').click()
  await chooseExport(page, 'Export topics')
  const dialog = page.getByRole('dialog', { name: 'Export topics' })
  await expect(dialog.getByRole('radio', { name: '1 selected' })).toBeChecked()
  await expect(dialog.getByRole('group', { name: 'Workflows' }).getByRole('checkbox').first()).toBeVisible()
  await expectAccessible(page)
  await takeScreenshots(page, 'export-topics')
  await dialog.getByText('CSV', { exact: true }).click()
  await dialog.getByRole('checkbox', { name: 'Closed topics', exact: true }).uncheck()
  const [{ day: last = '' } = {}] = await queryDatabase(
    server,
    `select max((topic.created_at at time zone customer.time_zone)::date)::text as day
     from topic join project on project.id = topic.project_id join customer on customer.id = project.customer_id
     where project.name = $1 and not is_deleted and state_kind <> 'closed'`,
    [name],
  )
  const begin = dialog.getByRole('button', { name: 'Export', exact: true })
  await dialog.getByLabel('Created from', { exact: true }).fill(last)
  await dialog.getByLabel('Created to', { exact: true }).fill('2020-02-30')
  await expect(begin).toBeDisabled()
  await dialog.getByLabel('Created to', { exact: true }).fill('2020-02-29')
  await expect(dialog.getByText('This day is before the first one.')).toBeVisible()
  await expect(begin).toBeDisabled()
  await dialog.getByLabel('Created from', { exact: true }).fill('')
  await dialog.getByLabel('Created to', { exact: true }).fill(last)
  await begin.click()
  await expect(dialog.getByRole('heading', { name: 'Your exports' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page
    .getByRole('navigation', { name: 'Enterprise tools' })
    .getByRole('link', { name: 'Organizations', exact: true })
    .click()
  await expect(page.getByRole('grid', { name: 'Organizations' })).toBeVisible()

  await page.goto('/projects-list')
  await page.getByRole('button', { name: 'Your exports of topics' }).click()
  const waiting = dialog.getByRole('listitem').filter({ hasText: 'CSV' })
  await expect(waiting.getByText(/^\d+ topics of 1 project$/)).toBeVisible({ timeout: 30_000 })
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    waiting.getByRole('button', { name: /^Download CSV/ }).click(),
  ])
  expect(file.suggestedFilename()).toBe('Topics.csv')
  const { records } = csvRecords(await readFile((await file.path()) ?? '', 'utf8'))
  const stored = await queryDatabase(
    server,
    `select topic.number::text, topic.title from topic join project on project.id = topic.project_id
     where project.name = $1 and not is_deleted and state_kind <> 'closed' order by topic.number`,
    [name],
  )
  expect(records.map(({ Number: number, Title: title }) => ({ number, title }))).toEqual(stored)
  expect(stored.length).toBeGreaterThan(10)
  await expectAccessible(page)
  await waiting.getByRole('button', { name: /^Remove: CSV/ }).click()
  await expect(waiting).toHaveCount(0)
  expect(await queryDatabase(server, 'select id from topic_export', [])).toEqual([])
})

test('what somebody else changes appears in the customer’s list and in the staff’s list of all projects', async ({
  page,
  browser,
  server,
}) => {
  await openList(page)
  const staff = await browser.newPage({ baseURL: server.url, locale: 'en-GB' })
  await signInAsStaff(staff, server)
  await staff.goto('/projects')
  const all = staff.getByRole('grid', { name: 'All projects' })
  const listed = (name: string) =>
    all.getByRole('row').filter({ has: staff.getByRole('rowheader', { name, exact: true }) })
  await expect(all.locator('[data-row="0"]')).toBeVisible()
  await staff.getByRole('searchbox', { name: 'Search all projects' }).fill('NB-2058')
  await expect(listed('Ås Research Greenhouses')).toBeVisible()
  const [project] = await queryDatabase(server, "select id, customer_id from project where external_id = 'NB-2058'")
  if (!project) throw new Error('There is no NB-2058')

  const name = 'Ås Research Greenhouses, north'
  const { id } = project
  const renamed = await sendToApi(page, 'PATCH', `/mgw/api/v3/projects/${id}`, {
    ...{ type: 'projects', id, attributes: { name } },
  })
  expect(renamed.ok()).toBe(true)
  await expect(listed(name)).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search projects' }).fill('NB-2058')
  await expect(rowOf(page, name)).toBeVisible()
  const again = await sendToApi(page, 'PATCH', `/mgw/api/v3/projects/${id}`, {
    ...{ type: 'projects', id, attributes: { name: 'Ås Research Greenhouses' } },
  })
  expect(again.ok()).toBe(true)
  await expect(rowOf(page, 'Ås Research Greenhouses')).toBeVisible()
  await expect(listed('Ås Research Greenhouses')).toBeVisible()

  // Data missing in both lists is loaded as well, together with the numbers next to them.
  await page.getByRole('searchbox', { name: 'Search projects' }).fill('')
  await staff.getByRole('searchbox', { name: 'Search all projects' }).fill('Wholly new')
  await expect(staff.getByText('No project matches the search')).toBeVisible()
  const created = await sendToApi(page, 'POST', '/mgw/api/v3/projects', {
    type: 'projects',
    attributes: { name: 'Wholly new' },
    relationships: { customer: { data: { type: 'customers', id: project.customer_id } } },
  })
  expect(created.ok(), await created.text()).toBe(true)
  await expect(listed('Wholly new')).toBeVisible({ timeout: 30_000 })
  await expect(staff.getByText('1 project found').first()).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search projects' }).fill('Wholly')
  await expect(rowOf(page, 'Wholly new')).toBeVisible()
  await staff.close()
})

test('whoever may not create a project here has no button for it in the console', async ({ page, server }) => {
  const add = page.getByRole('button', { name: 'New project', exact: true })
  await openList(page)
  await expect(add).toHaveCount(1)
  await overrideInstallation(page, { environment: 'onpremise' })
  await page.reload()
  await expect(grid(page).locator('[data-row="0"]')).toBeVisible()
  await expect(add).toHaveCount(0)
  await expectAccessible(page)
  // A library is a project too.
  await page.goto('/project-templates')
  await expect(page.getByRole('button', { name: 'New template', exact: true })).toBeEnabled()
  await expect(page.getByRole('button', { name: 'New library', exact: true })).toHaveCount(0)
  // On-premise, staff may.
  await page.context().clearCookies()
  await signInAsStaff(page, server)
  await page.goto('/projects')
  await expect(page.getByRole('grid', { name: 'All projects' }).locator('[data-row="0"]')).toBeVisible()
  await add.click()
  await expect(page.getByLabel('Project name')).toBeVisible()
})

test('project widgets and the projects list load what they show, and nothing of each project one by one', async ({
  page,
}) => {
  let requested: string[] = []
  page.on('request', (request) => requested.push(decodeURIComponent(request.url())))
  await signInByApi(page, 'anna@nordbygg.example')
  // Meanwhile, changes by others are fetched one by one.
  await page.route('**/mgw/api/v3/events**', (route) => route.abort())
  const loads: [address: string, title: string, resources: RegExp[]][] = [
    ['/projects-list', 'Projects list', [/v3\/features\?/, /v3\/project-stats\?.*filter\[customer\]=/]],
    [
      '/project-widgets',
      'Project widgets',
      [/v3\/project-stats\?.*filter\[customer\]=/, /v3\/dashboard-widgets\?.*filter\[customer\]=/],
    ],
  ]
  for (const [address, title, resources] of loads) {
    requested = []
    await page.goto(address)
    await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible()
    for (const resource of resources)
      await expect.poll(() => requested.some((url) => resource.test(url)), `${address} loads ${resource}`).toBe(true)
    expect(requested.filter((url) => /v3\/(projects|project-stats)\/[0-9a-f-]{36}/.test(url))).toEqual([])
  }
})
