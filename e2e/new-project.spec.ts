/// <reference lib="dom" />

import { expect, type Page } from '@playwright/test'
import { minAdminLevel } from '../contract/src/people/privilege-levels'
import { createGate } from './create-gate'
import { fetchResponse } from './fetch-response'
import { expectAccessible, takeScreenshots, test } from './fixtures'
import { cloneUser, queryDatabase, signInAsStaff, signInByApi } from './people'

const create = (page: Page) => page.getByRole('button', { name: 'Create project' })
const isCreation = (request: { method(): string; url(): string }) =>
  request.method() === 'POST' && request.url().endsWith('/mgw/api/v3/projects')

test('templates stand in their groups, the default one is chosen, and the hint says what is taken over', async ({
  page,
}) => {
  await signInByApi(page, 'ola@nordbygg.example')
  await page.goto('/new-project')
  const template = page.getByRole('combobox', { name: 'Template', exact: true })
  await expect(template).toHaveValue('Building project')
  await expect(page.getByText('gets the settings and features')).toBeVisible()
  await template.click()
  for (const group of ['Default templates', 'Nordbygg AS', 'Existing projects']) {
    await expect(page.getByText(group, { exact: true })).toBeVisible()
  }
  await page.getByRole('option', { name: 'Empty', exact: true }).click()
  await expect(page.getByText('The new project begins empty.')).toBeVisible()
})

test('bad input is told at its field and not sent', async ({ page }) => {
  await signInByApi(page, 'ola@nordbygg.example')
  await page.goto('/new-project')
  let sent = 0
  page.on('request', (request) => {
    if (isCreation(request)) sent += 1
  })
  const name = page.getByLabel('Project name')
  // The template's content is shown above the button, which moves when it is loaded.
  await expect(page.getByText('Workflows', { exact: true })).toBeVisible()
  for (const [typed, label] of [
    ['', 'Please fill this in.'],
    ['   ', 'Please fill this in.'],
    ['x'.repeat(10_000), /^At most [\d,]+ characters\.$/],
    ['Har\u202Ebour', 'This contains characters that cannot be used.'],
  ] as const) {
    await name.fill(typed)
    await create(page).click()
    await expect(page.getByText(label)).toBeVisible()
    await expect(name).toHaveAttribute('aria-invalid', 'true')
    await expect(name).toBeFocused()
  }
  // The field is out of view behind a long text; it scrolls into view and is not covered by the bar.
  await name.fill('')
  await page.getByLabel('Description').fill('x'.repeat(10_000))
  await create(page).click()
  await expect(name).toBeFocused()
  const isSeen = () =>
    name.evaluate((field) => {
      const { x, y, width, height } = field.getBoundingClientRect()
      return document.elementFromPoint(x + width / 2, y + height / 2) === field
    })
  await expect.poll(isSeen).toBe(true)
  expect(sent).toBe(0)
  await expectAccessible(page)
})

test('K9: however often it is submitted, one project is made', async ({ page }) => {
  await signInByApi(page, 'ola@nordbygg.example')
  await page.goto('/new-project')
  const name = `<script>alert(1)</script> 🏗️ ${Date.now() % 100_000}`
  const keys = new Set<string | undefined>()
  page.on('request', (request) => {
    if (isCreation(request)) keys.add(request.headers()['idempotency-key'])
  })
  // The first response is lost: the project was created, but the page does not know.
  let isFirst = true
  await page.route('**/mgw/api/v3/projects', async (route) => {
    if (!isFirst) return route.continue()
    isFirst = false
    await fetchResponse(route)
    await route.abort()
  })
  await page.getByLabel('Project name').fill(name)
  await create(page).click()
  await expect(page.getByRole('alert')).toContainText('There is no connection to the server.')
  await expect(page.getByLabel('Project name')).toHaveValue(name)
  await create(page).click()
  await expect(page.getByRole('heading', { name: `“${name}” is ready` })).toBeVisible()
  expect(keys.size).toBe(1)
  await page.getByRole('link', { name: 'All projects', exact: true }).click()
  await page.getByLabel('Search projects').fill(name)
  await expect(page.locator('#content li')).toHaveCount(1)
})

test('while it is sent the button turns and takes no second click; Cancel leads back to the projects', async ({
  page,
}) => {
  await signInByApi(page, 'ola@nordbygg.example')
  await page.goto('/new-project')
  let sent = 0
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/mgw/api/v3/projects', async (route) => {
    sent += 1
    await released
    await route.continue()
  })
  await page.getByLabel('Project name').fill('Patient quay')
  await create(page).click()
  await expect(create(page)).toHaveAttribute('aria-busy', 'true')
  await expect(create(page).locator('svg')).toBeVisible()
  // Clicked without waiting until it is actionable.
  await create(page).click({ force: true })
  await page.getByLabel('Project name').press('Enter')
  release()
  await expect(page.getByRole('heading', { name: '“Patient quay” is ready' })).toBeVisible()
  expect(sent).toBe(1)

  await page.goto('/new-project')
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()
})

test('whoever has gone elsewhere while it is made is told of it, and led to it', async ({ page, server }) => {
  await signInByApi(page, 'ola@nordbygg.example')
  await page.goto('/new-project')
  const { released, release } = createGate()
  await page.route('**/mgw/api/v3/projects', async (route) => {
    await released
    await route.continue()
  })
  await page.getByLabel('Project name').fill('Left quay')
  const sent = page.waitForRequest(isCreation)
  await create(page).click()
  await sent
  await page.getByRole('link', { name: 'Lintel, all projects' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Leave', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()
  release()
  await expect(page.getByText('“Left quay” is being created')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await expect(page.getByRole('heading', { name: '“Left quay” is ready' })).toBeVisible()
  await page.getByRole('link', { name: 'All projects', exact: true }).click()
  await expect(page.locator('#content li').filter({ hasText: 'Left quay' })).toBeVisible()
  const created = await queryDatabase(server, `select from project where name = 'Left quay'`)
  expect(created).toHaveLength(1)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('the project list says that a project is made until it is, and nobody has to touch it', async ({
  page,
  server,
}) => {
  await signInByApi(page, 'ola@nordbygg.example')
  await page.goto('/new-project')
  await page.getByLabel('Project name').fill('Watched quay')
  await create(page).click()
  await expect(page.getByRole('heading', { name: '“Watched quay” is ready' })).toBeVisible()
  const setState = (state: string | null) =>
    queryDatabase(server, `update project set creation_state = $1 where name = 'Watched quay'`, [state])
  await setState('making')
  await page.goto('/')
  const row = page.locator('#content li').filter({ hasText: 'Watched quay' })
  await expect(row).toContainText('Being created')
  await setState(null)
  await expect(row).not.toContainText('Being created')
  await expect(row).toBeVisible()
})

test('a project that is being made shows how far it is; one that failed says why and tries again', async ({ page }) => {
  await signInByApi(page, 'freja@skovgaard.example')
  await page.goto('/')
  const failed = page.getByRole('link', { name: /Skur og carport/ })
  await expect(failed).toContainText('Not complete')
  await failed.click()
  await expect(page.getByText('This project is not complete')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Show progress' }).click()
  await expect(page.getByRole('heading', { name: '“Skur og carport” is not complete' })).toBeVisible()
  await expect(page.getByRole('alert')).toContainText('Something went wrong on our side.')
  await expectAccessible(page)
  await takeScreenshots(page, 'project-failed')

  // Delays the completion so that the state can be checked; the server itself would be done sooner.
  const nothing = { failure: null, brought: [], skipped: [], skippedCount: 0 }
  let standing: object | undefined = { state: 'making', done: 1, total: 2, step: 'features', ...nothing }
  await page.route('**/projects/*/creation', (route) =>
    standing ? route.fulfill({ json: { isDelayed: true, ...standing } }) : route.continue(),
  )
  await page.route('**/creation/retry', async (route) => {
    await fetchResponse(route)
    await route.fulfill({
      status: 202,
      json: { state: 'making', done: 0, total: 2, step: 'settings', isDelayed: false, ...nothing },
    })
  })
  await page.getByRole('button', { name: 'Try again', exact: true }).click()
  await expect(page.getByRole('heading', { name: '“Skur og carport” is being created' })).toBeVisible()
  await expect(page.getByRole('progressbar', { name: 'Progress' })).toBeVisible()
  await expect(page.getByText('A step failed and is being retried automatically')).toBeVisible()
  await expectAccessible(page)
  await takeScreenshots(page, 'project-making')
  standing = undefined
  await expect(page.getByRole('heading', { name: '“Skur og carport” is ready' })).toBeVisible()
  await expect(page.getByText(/Your trial runs until/)).toBeVisible()
  await page.getByRole('link', { name: 'Go to project' }).click()
  await expect(page.getByText(/Trial: \d+ days left/)).toBeVisible()
  await expectAccessible(page)
})

test('the trial is offered to whoever has no customer, and to nobody else', async ({ page, server }) => {
  const freja = 'freja@skovgaard.example'
  await signInByApi(page, await cloneUser(server, freja))
  await page.goto('/new-project')
  await expect(page.getByText('Free for 10 days')).toBeVisible()
  await expectAccessible(page)
  await page.context().clearCookies()
  await signInByApi(page, freja)
  await page.goto('/new-project')
  await expect(page.getByText('One person has one project on trial at a time.')).toBeVisible()
  await expect(page.getByText('Free for 10 days')).toHaveCount(0)
  await expectAccessible(page)
  await page.context().clearCookies()
  await signInByApi(page, 'ola@nordbygg.example')
  await page.goto('/new-project')
  await expect(create(page)).toBeVisible()
  await expect(page.getByText('Free for 10 days')).toBeHidden()
})

test('a project that is added to the list of a customer belongs to that customer', async ({ page, server }) => {
  const customerOf = async (name: string) =>
    (
      await queryDatabase(
        server,
        `select customer.name as customer from project join customer on customer.id = customer_id
         where project.name = $1`,
        [name],
      )
    ).map(({ customer }) => customer)
  await signInByApi(page, 'anna@nordbygg.example')
  await page.goto('/projects-list')
  await page.getByRole('combobox', { name: 'Customer', exact: true }).selectOption('Nordbygg Eiendom AS')
  await page.getByRole('button', { name: 'New project', exact: true }).first().click()
  await expect(page).toHaveURL(/\/new-project\?customer=[\w-]+$/)
  await expect(page.getByText('The project will belong to Nordbygg Eiendom AS.')).toBeVisible()
  await page.getByRole('combobox', { name: 'Template', exact: true }).click()
  await expect(page.getByRole('option', { name: 'Building project', exact: true })).toBeVisible()
  await expect(page.getByRole('option', { name: 'Nordbygg school', exact: true })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expectAccessible(page)
  await page.getByLabel('Project name').fill('Eiendom depot')
  await create(page).click()
  await expect(page.getByRole('heading', { name: '“Eiendom depot” is ready' })).toBeVisible()
  expect(await customerOf('Eiendom depot')).toEqual(['Nordbygg Eiendom AS'])
  await page.goto('/projects-list')
  const selector = page.getByRole('combobox', { name: 'Customer', exact: true })
  await expect(selector.locator('option:checked')).toHaveText('Nordbygg Eiendom AS')
  await expect(page.getByRole('rowheader', { name: 'Eiendom depot', exact: true })).toBeVisible()

  // The id of a customer that somebody does not administer is ignored.
  const [foreign] = await queryDatabase(server, `select id from customer where name = 'VVS-Teknik AB'`)
  await page.goto(`/new-project?customer=${foreign?.id}`)
  await page.getByLabel('Project name').fill('Home depot')
  await expect(page.getByText('The project will belong to')).toHaveCount(0)
  await create(page).click()
  await expect(page.getByRole('heading', { name: '“Home depot” is ready' })).toBeVisible()
  expect(await customerOf('Home depot')).toEqual(['Nordbygg AS'])
})

test('for staff the customer of the list is chosen beforehand', async ({ page, server }) => {
  const [customer] = await queryDatabase(server, `select id from customer where name = 'VVS-Teknik AB'`)
  await signInAsStaff(page, server)
  await page.goto(`/projects?customer=${customer?.id}`)
  await page.getByRole('button', { name: 'New project', exact: true }).first().click()
  await expect(page.getByRole('combobox', { name: 'Customer', exact: true })).toHaveValue('VVS-Teknik AB')
})

test('a template shows what it brings, and the project that is made from it has that', async ({ page, server }) => {
  await signInByApi(page, 'ola@nordbygg.example')
  await page.goto('/new-project')
  const [copied] = await queryDatabase(
    server,
    `select name, topics, runs from (
       select name, (select count(*)::int from topic where project_id = project.id and not is_deleted) as topics,
         (select count(*)::int from checklist_run where project_id = project.id) as runs
       from project where not is_inactive and exists (
         select from project_member as own join app_user on app_user.id = own.user_id
         where own.project_id = project.id and own.privilege_level >= $1 and app_user.email like 'ola@%')) as counted
     where topics between 2 and 999 and runs between 2 and 999 order by name limit 1`,
    [minAdminLevel],
  )
  await page.getByRole('combobox', { name: 'Template', exact: true }).click()
  await page.getByRole('option', { name: copied?.name ?? '', exact: true }).click()
  await expect(page.getByText('Not copied, because it was done in that project:')).toHaveText(
    `Not copied, because it was done in that project: ${copied?.topics} topics, ${copied?.runs} checklist runs`,
  )
  await expectAccessible(page)
  await page.getByRole('combobox', { name: 'Template', exact: true }).click()
  await page.getByRole('option', { name: 'Nordbygg school', exact: true }).click()
  const preview = page.locator('dl[aria-label="What the template brings"]')
  const checklists = preview.locator('div').filter({ hasText: 'Checklists' }).locator('dd')
  await expect(checklists).toHaveText(/^\d+$/)
  const count = Number(await checklists.textContent())
  expect(count).toBeGreaterThan(0)
  await expectAccessible(page)
  await takeScreenshots(page, 'new-project-from-template')
  await page.getByLabel('Project name').fill('Lilleborg school annexe')
  const answered = page.waitForResponse((response) => isCreation(response.request()))
  await create(page).click()
  const { data } = await (await answered).json()
  await expect(page.getByRole('heading', { name: '“Lilleborg school annexe” is ready' })).toBeVisible({
    timeout: 30_000,
  })
  const copiedContent = page.locator('dl[aria-label="Copied content"]')
  await expect(copiedContent.locator('div').filter({ hasText: 'Checklists' }).locator('dd')).toHaveText(String(count))
  await expectAccessible(page)
  await takeScreenshots(page, 'project-from-template')
  const stored = await queryDatabase(
    server,
    'select count(*)::int as lists, min(name) as first from checklist where project_id = $1',
    [data.id],
  )
  expect(stored).toEqual([{ lists: count, first: expect.stringMatching(/^Handover of a school\//) }])
  // The project's home shows the stored numbers.
  await page.getByRole('link', { name: 'Go to project' }).click()
  await expect(page.getByRole('heading', { name: 'Lilleborg school annexe', level: 1 })).toBeVisible()
  const tree = page.getByRole('tree', { name: 'Contents' })
  const contents = await queryDatabase(
    server,
    'select entity_type as type, count(*)::int as count from project_content where project_id = $1 group by 1',
    [data.id],
  )
  const rowLabels = {
    checklists: 'Checklists',
    workflows: 'Workflows',
    groups: 'Groups',
    'label-groups': 'Label groups',
  }
  for (const [type, label] of Object.entries(rowLabels)) {
    const counted = contents.find((each) => each.type === type)?.count
    const rows = tree.getByRole('treeitem', { name: new RegExp(`^${label}\\s*${counted ?? ''}$`) })
    await expect(rows).toHaveCount(counted === undefined ? 0 : 1)
  }
})
