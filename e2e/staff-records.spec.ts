import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { createGate } from './create-gate'
import { fetchResponse } from './fetch-response'
import { expectAccessible, sendToApi, takeScreenshots, test } from './fixtures'
import { expectUsableOnEveryWidth, queryDatabase, signInAsStaff, signInByApi } from './people'
import type { ProductServer } from './server'

const choose = async (page: Page, field: string, option: string) => {
  await page.getByRole('combobox', { name: field }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

test('staff create a project for a customer that they choose, from the default template', async ({ page, server }) => {
  await signInAsStaff(page, server)
  await page.goto('/new-project')
  await page.getByLabel('Project name').fill('Depot for VVS-Teknik')
  await expect(page.getByRole('combobox', { name: 'Template', exact: true })).toHaveValue('Building project')
  await page.getByRole('button', { name: 'Create project' }).click()
  await expect(page.getByText('Please fill this in.')).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Customer', exact: true })).toBeFocused()
  await choose(page, 'Customer', 'VVS-Teknik AB')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Create project' }).click()
  await expect(page.getByRole('heading', { name: '“Depot for VVS-Teknik” is ready' })).toBeVisible()
  const stored = await queryDatabase(
    server,
    `select customer.name as customer, template.name as template, project.features <> '{}' as features
     from project join customer on customer.id = project.customer_id
     join project as template on template.id = project.template_project_id where project.name = $1`,
    ['Depot for VVS-Teknik'],
  )
  expect(stored).toEqual([{ customer: 'VVS-Teknik AB', template: 'Building project', features: true }])

  const other = await page.context().browser()?.newPage({ baseURL: server.url })
  if (!other) throw new Error('There is no browser')
  await signInByApi(other, 'anna@nordbygg.example')
  await other.goto('/new-project')
  await expect(other.getByRole('combobox', { name: 'Template', exact: true })).toBeVisible()
  await expect(other.getByRole('combobox', { name: 'Customer' })).toHaveCount(0)
  await other.close()
})

const grid = (page: Page, name: string) => page.getByRole('grid', { name })
const ok = (page: Page) => page.getByRole('button', { name: 'OK', exact: true })
const customerNamed = async (server: ProductServer, name: string) =>
  (
    await queryDatabase(server, 'select id, version::text, base_url, time_zone from customer where name = $1', [name])
  )[0]
const add = async (page: Page, field: string, email: string) => {
  await page.getByRole('group', { name: field }).getByLabel('Email to add').fill(email)
  await page.keyboard.press('Enter')
}

test('only staff come to their screens: others are led to their projects, signed out to the sign-in', async ({
  page,
  server,
  browser,
}) => {
  const project = await projectOf(server, 'NB-2041')
  const customer = await customerNamed(server, 'Nordbygg AS')
  const addresses = [
    ...['/customers', '/customers/customer/-1', `/customers/customer/${customer?.id}`],
    ...['/projects', `/projects/project/${project.id}`],
    ...['/providers', '/providers/provider/partnerengineering', '/providers/provider/-1'],
  ]
  for (const address of addresses) {
    await page.goto(address)
    await expect(page).toHaveURL(/\/login/)
  }
  const other = await browser.newPage({ baseURL: server.url })
  await signInByApi(other, 'anna@nordbygg.example')
  for (const address of addresses) {
    await other.goto(address)
    await expect(other.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()
    await expect(other).toHaveURL(`${server.url}/`)
  }
  await other.getByRole('button', { name: 'Enterprise tools' }).click()
  await expect(other.getByRole('link', { name: 'Users', exact: true })).toBeVisible()
  await expect(other.getByRole('link', { name: 'Customers' })).toHaveCount(0)
  await other.close()

  await signInAsStaff(page, server)
  const signOut = page.getByRole('link', { name: 'Sign out', exact: true })
  const openAccount = async () => {
    await page.getByRole('button', { name: /^Account of/ }).click()
    await expect(page.getByRole('link', { name: 'Edit profile' })).toBeVisible()
  }
  await page.goto('/')
  await openAccount()
  await expect(signOut).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(signOut).toHaveCount(0)
  await page.getByRole('button', { name: 'Enterprise tools' }).click()
  await page.getByRole('link', { name: 'Customers', exact: true }).click()
  await expect(page).toHaveURL(/\/customers$/)
  await expect(grid(page, 'Customers').getByRole('rowheader', { name: 'Skovgaard Tegnestue' })).toBeVisible()
  const rail = page.getByRole('navigation', { name: 'Enterprise tools' })
  for (const [entry, heading] of [
    ['All projects', 'All projects'],
    ['Providers', 'Providers'],
    ['Customers', 'Customers'],
  ] as const) {
    await rail.getByRole('link', { name: entry, exact: true }).click()
    await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible()
    await openAccount()
    await expect(signOut).toHaveCount(0)
    await page.keyboard.press('Escape')
  }
})

test('a customer is made, changed, put back and deleted; one with projects stays', async ({ page, server }) => {
  test.slow()
  const requested: string[] = []
  page.on('request', (request) => requested.push(request.url()))
  await signInAsStaff(page, server)
  await page.goto('/customers')
  await expect(grid(page, 'Customers').locator('[data-row="0"]')).toBeVisible()
  await expectUsableOnEveryWidth(page)
  await takeScreenshots(page, 'customers')
  await page.getByRole('button', { name: 'New customer' }).click()
  await expect(page).toHaveURL(/\/customers\/customer\/-1$/)
  await expect(ok(page)).toBeDisabled()
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused()
  await page.keyboard.type('Havnebygg')
  await add(page, 'Customer administrators', 'nobody@nowhere.example')
  await ok(page).click()
  await expect(page.getByRole('alert')).toContainText('Unable to save customer reason: ')
  await page.getByRole('button', { name: 'Remove nobody@nowhere.example' }).click()
  await add(page, 'Customer administrators', 'Sven@vvsteknik.example')
  const apiUsers = page.getByRole('group', { name: 'API users' })
  await expect(apiUsers).toContainText('An address that nobody has becomes a service account')
  await add(page, 'API users', 'gateway@havnebygg.example')
  await add(page, 'API users', 'reports@fjellbane.example')
  const listed = apiUsers.getByRole('listitem')
  await expect(listed.filter({ hasText: 'gateway@havnebygg.example' })).toContainText('new service account')
  await expect(listed.filter({ hasText: 'reports@fjellbane.example' })).not.toContainText('new service account')
  await choose(page, 'Key account manager', 'Kim Aurdal')
  await page.getByRole('checkbox', { name: 'Email, password and two-step verification' }).check()
  await page.getByRole('combobox', { name: 'Time zone' }).fill('Europe/Copen')
  await page.keyboard.press('Enter')
  await expectUsableOnEveryWidth(page)
  await page.getByLabel('Name', { exact: true }).press('Enter')
  await expect(page.getByText('Havnebygg is added.')).toBeVisible()
  await expect(page).toHaveURL(/\/customers$/)
  const [created] = await queryDatabase(
    server,
    `select customer.id, customer.time_zone, customer.providers::text, manager.email as kam,
       (select string_agg(email, ',') from customer_admin join app_user on id = user_id where customer_id = customer.id) as admins,
       (select string_agg(email || case when service_account then ' (service account)' else '' end, ',' order by email)
          from customer_api_user join app_user on id = user_id where customer_id = customer.id) as api
     from customer left join app_user as manager on manager.id = kam_id where customer.name = 'Havnebygg'`,
  )
  expect(created).toMatchObject({
    time_zone: 'Europe/Copenhagen',
    providers: '{COGNITO_MFA}',
    kam: 'kim@lintel.example',
    admins: 'sven@vvsteknik.example',
    api: 'gateway@havnebygg.example (service account),reports@fjellbane.example',
  })

  await grid(page, 'Customers').getByRole('rowheader', { name: 'Havnebygg' }).dblclick()
  await expect(page).toHaveURL(new RegExp(`/customers/customer/${created?.id}$`))
  await page.getByLabel('Domain', { exact: true }).fill('Havnebygg.example')
  await page.getByLabel('Domain', { exact: true }).press('Enter')
  await expect(page.getByText('havnebygg.example is bound.')).toBeVisible()
  const domain = await queryDatabase(server, 'select domain, state from customer_domain where customer_id = $1', [
    created?.id,
  ])
  expect(domain).toEqual([{ domain: 'havnebygg.example', state: 'verified' }])
  await expectUsableOnEveryWidth(page)
  await takeScreenshots(page, 'customer')

  await page.getByRole('checkbox', { name: 'Email, password and two-step verification' }).uncheck()
  await page.getByRole('checkbox', { name: 'Partner Engineering' }).check()
  await expect(page.getByText('2 people can sign in by none of these login methods.')).toBeVisible()
  await page.getByRole('checkbox', { name: 'Partner Engineering' }).uncheck()
  await page.getByRole('checkbox', { name: 'Email, password and two-step verification' }).check()

  await page.getByLabel('Base URL').fill('javascript:alert(1)')
  await expect(ok(page)).toBeDisabled()
  await page.getByLabel('Base URL').fill('https://havnebygg.example/')
  await page.getByLabel('Name', { exact: true }).fill('Havnebygg Nord')
  await ok(page).click()
  await expect(page.getByText('Havnebygg Nord is saved.')).toBeVisible()
  expect(await customerNamed(server, 'Havnebygg Nord')).toMatchObject({ base_url: 'https://havnebygg.example/' })
  await page.getByRole('button', { name: 'Undo', exact: true }).last().click()
  await expect(page.getByText('Undone')).toBeVisible()
  expect(await customerNamed(server, 'Havnebygg')).toMatchObject({ base_url: null })

  await grid(page, 'Customers').getByRole('rowheader', { name: 'Havnebygg' }).dblclick()
  await page.getByRole('button', { name: 'Delete customer', exact: true }).click()
  const confirmation = page.getByRole('dialog', { name: 'Do you really want to delete this customer?' })
  await expect(confirmation).toContainText('The accounts of its people and the audit log stay.')
  await expectAccessible(page)
  await confirmation.getByRole('button', { name: 'Delete customer', exact: true }).click()
  await expect(page.getByText('Havnebygg is deleted.')).toBeVisible()
  expect(await customerNamed(server, 'Havnebygg')).toBeUndefined()
  expect(requested.filter((url) => /\/mgw\/.*[/=]-1(?:$|[/?&])/.test(url))).toEqual([])

  const facade = await customerNamed(server, 'Fassade Nord GmbH')
  expect(facade).toMatchObject({ id: expect.any(String), version: expect.any(String) })
  await grid(page, 'Customers').getByRole('rowheader', { name: 'Fassade Nord GmbH' }).dblclick()
  await expect(page.getByText('It has 3 projects.')).toBeVisible()
  await page.getByRole('button', { name: 'Delete customer', exact: true }).click()
  await confirmation.getByRole('button', { name: 'Delete customer', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('Unable to delete customer: ')
  expect(await customerNamed(server, 'Fassade Nord GmbH')).toEqual(facade)
})

test('a deletion whose event comes before its answer leads back to the list all the same', async ({ page, server }) => {
  await signInAsStaff(page, server)
  const [made] = await queryDatabase(
    server,
    "insert into customer (id, name) values (gen_random_uuid(), 'Short-lived AS') returning id",
  )
  await page.goto(`/customers/customer/${made?.id}`)
  await expect(page.getByRole('heading', { name: 'Short-lived AS', level: 1 })).toBeVisible()
  const answer = createGate()
  await page.route('**/mgw/api/v3/customers/*', async (route) => {
    if (route.request().method() !== 'DELETE') return route.fallback()
    const response = await fetchResponse(route)
    await answer.released
    return route.fulfill({ response })
  })
  await page.getByRole('button', { name: 'Delete customer', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete customer', exact: true }).click()
  await expect(page.getByText('has deleted this customer')).toBeVisible()
  answer.release()
  await expect(page).toHaveURL(/\/customers$/)
  await expect(page.getByText('Short-lived AS is deleted.')).toBeVisible()
  expect(await queryDatabase(server, "select id from customer where name = 'Short-lived AS'")).toEqual([])
})

test('two staff change one customer: what one has not typed follows, what both have typed is decided', async ({
  page,
  server,
}) => {
  await signInAsStaff(page, server)
  const before = await customerNamed(server, 'VVS-Teknik AB')
  // The other user saves after the record was loaded here and before the event stream is connected.
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/mgw/api/v3/events?*', async (route) => {
    await released
    await route.continue()
  })
  await page.goto(`/customers/customer/${before?.id}`)
  await page.getByLabel('Name', { exact: true }).fill('VVS-Teknik Sverige AB')
  const attributes = { name: 'VVS-Teknik Norden AB', baseUrl: 'https://vvs.example/' }
  const customer = { type: 'customers', id: before?.id, attributes }
  const saved = await sendToApi(page, 'PATCH', `/mgw/api/v3/customers/${before?.id}`, customer)
  expect(saved.ok()).toBe(true)
  release()
  await expect(page.getByLabel('Base URL')).toHaveValue('https://vvs.example/')
  await expect(page.getByText('Changed meanwhile by staff@lintel.example')).toBeVisible()
  await ok(page).click()
  await page.getByRole('button', { name: 'Keep yours: Name' }).click()
  await expectAccessible(page)
  await ok(page).click()
  await expect(page.getByText('VVS-Teknik Sverige AB is saved.')).toBeVisible()
  expect(await customerNamed(server, 'VVS-Teknik Sverige AB')).toMatchObject({ base_url: 'https://vvs.example/' })
})

test('a customer whose page was left while it was saved is told of, and whoever left stays where they went', async ({
  page,
  server,
}) => {
  await signInAsStaff(page, server)
  const customer = await customerNamed(server, 'Skovgaard Tegnestue')
  const { released, release } = createGate()
  await page.route(`**/mgw/api/v3/customers/${customer?.id}`, async (route) => {
    if (route.request().method() === 'PATCH') await released
    await route.continue()
  })
  await page.goto(`/customers/customer/${customer?.id}`)
  await page.getByLabel('Base URL').fill('https://skovgaard.example/')
  const sent = page.waitForRequest((request) => request.method() === 'PATCH')
  await ok(page).click()
  await sent
  const rail = page.getByRole('navigation', { name: 'Enterprise tools' })
  await rail.getByRole('link', { name: 'All projects', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'All projects', level: 1 })).toBeVisible()
  await expect(grid(page, 'All projects').locator('[data-row="0"]')).toBeVisible()
  release()
  await expect(page.getByText('Skovgaard Tegnestue is saved.')).toBeVisible()
  expect(await customerNamed(server, 'Skovgaard Tegnestue')).toMatchObject({ base_url: 'https://skovgaard.example/' })
  await page.getByRole('searchbox', { name: 'Search all projects' }).fill('ringerike line')
  await expect(page.getByText('2 projects found').first()).toBeVisible()
  await expect(page).toHaveURL(/\/projects\/?\?/)
})

const projectOf = async (server: ProductServer, number: string) => {
  const [stored] = await queryDatabase(
    server,
    `select project.id, project.name, project.is_inactive::text as deleted, is_hibernated::text as hibernated, status, customer_id,
       features::text, customer.name as customer, owner.email as owner,
       (select string_agg(person.email, ',') from project_member as member join app_user as person on person.id = member.user_id
        where member.project_id = project.id and privilege_level = 30) as owners
     from project join customer on customer.id = project.customer_id join app_user as owner on owner.id = owner_id
     where external_id = $1`,
    [number],
  )
  if (!stored) throw new Error(`There is no project ${number}`)
  return stored
}

test('all projects are searched, filtered and sorted by the server, and saved as Projects.csv', async ({
  page,
  server,
}) => {
  const requested: string[] = []
  page.on('request', (request) => requested.push(decodeURIComponent(request.url())))
  await signInAsStaff(page, server)
  await page.goto('/projects')
  const all = grid(page, 'All projects')
  await expect(all.locator('[data-row="0"]')).toBeVisible()
  const [{ count = '0' } = {}] = await queryDatabase(server, 'select count(*)::text from project')
  await expect(page.getByText(`${count} projects`)).toBeVisible()
  for (const feature of ['Topics', 'Checklists'])
    await expect(all.getByRole('columnheader', { name: feature })).toBeAttached()
  await expectUsableOnEveryWidth(page)
  await takeScreenshots(page, 'all-projects')
  await page.getByRole('searchbox', { name: 'Search all projects' }).fill('ringerike line')
  await expect(page.getByText('2 projects found').first()).toBeVisible()
  await expect(page).toHaveURL(/search=ringerike\+line|search=ringerike%20line/)
  const heading = all.getByRole('columnheader', { name: /^Name/ })
  for (const order of ['ascending', 'descending']) {
    await heading.click()
    await expect(heading).toHaveAttribute('aria-sort', order)
  }
  await expect(all.locator('[data-row="0"]')).toContainText('Ringerike Line, tunnel south')
  expect(requested.some((url) => url.includes('filter[q]=ringerike') && url.includes('sort=-name'))).toBe(true)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ])
  expect(file.suggestedFilename()).toBe('Projects.csv')
  const [head = '', first = '', second = ''] = (await readFile((await file.path()) ?? '', 'utf8')).split('\r\n')
  expect(head.startsWith('\uFEFFName;External id;Customer;Owner;State;Created;')).toBe(true)
  expect(first).toContain('Ringerike Line, tunnel south')
  expect(first.split(';').slice(1, 4)).toEqual(['FB-12', 'Fjellbane Infra AS', 'gro@fjellbane.example'])
  expect(second).toContain('FB-11')

  await page.getByRole('searchbox', { name: 'Search all projects' }).fill('')
  for (const [state, name] of [
    ['Deleted', 'Test project Ola'],
    ['Hibernated', 'Dovre Avalanche Gallery'],
    ['Stopped', 'Musterfassade Prüfstand'],
    ['Crashed', 'Kløfta Interchange'],
  ] as const) {
    await page.getByLabel('State').selectOption(state)
    await expect(all.getByRole('rowheader', { name })).toBeVisible()
    await expect(page.getByText(/\d+ projects? found/).first()).toBeVisible()
  }
  await page.getByLabel('Customer', { exact: true }).selectOption('Skovgaard Tegnestue')
  await expect(page.getByText('No project matches the search')).toBeVisible()
  await page.getByRole('button', { name: 'Show all projects' }).click()
  await expect(page.getByText(`${count} projects`)).toBeVisible()

  const owned = await queryDatabase(
    server,
    "select project.name from project join app_user as owner on owner.id = owner_id where email = 'gro@fjellbane.example'",
  )
  await page.getByRole('searchbox', { name: 'Owner (email)' }).fill('Gro@fjellbane.example')
  await expect(page.getByText(`${owned.length} projects found`).first()).toBeVisible()
  await expect(page).toHaveURL(/owner=Gro/)
  await page.reload()
  await expect(page.getByText(`${owned.length} projects found`).first()).toBeVisible()
  const [ofOwner] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ])
  const lines = (await readFile((await ofOwner.path()) ?? '', 'utf8')).trim().split('\r\n')
  expect(lines).toHaveLength(owned.length + 1)
  await page.getByRole('searchbox', { name: 'Owner (email)' }).fill('')
  await expect(page.getByText(`${count} projects`)).toBeVisible()
})

test('a feature that is new is a column of its own, also for whoever has arranged the columns before', async ({
  page,
  server,
}) => {
  await signInAsStaff(page, server)
  await page.goto('/projects')
  const all = grid(page, 'All projects')
  await expect(all.locator('[data-row="0"]')).toBeVisible()
  const value = {
    columns: [{ id: 'owner' }, { id: 'customer', isVisible: false }],
    sort: [{ id: 'name', ascending: false }],
  }
  const setting = { type: 'user-settings', id: 'projects', attributes: { schemaVersion: 8, value } }
  expect((await sendToApi(page, 'POST', '/mgw/api/v3/user-settings', setting)).ok()).toBe(true)
  await queryDatabase(
    server,
    "insert into feature (id, name, position) select 'DRONES', 'Drone flights', max(position) + 1 from feature",
  )
  await page.reload()
  await expect(all.getByRole('columnheader', { name: /^Name/ })).toHaveAttribute('aria-sort', 'descending')
  await expect(all.getByRole('columnheader', { name: 'Customer' })).toHaveCount(0)
  await expect(all.getByRole('columnheader', { name: 'Drone flights' })).toBeAttached()
  await queryDatabase(server, "delete from feature where id = 'DRONES'")
  await queryDatabase(server, "delete from user_setting where key = 'projects'")
})

/** Makes the server reject every change of a project with this message. */
const rejectPatches = (page: Page, id: string | undefined, detail: string) =>
  page.route(`**/mgw/api/v3/projects/${id}`, (route) =>
    route.request().method() === 'PATCH'
      ? route.fulfill({
          status: 409,
          json: { errors: [{ status: '409', code: 'conflict', title: 'Conflict', detail }] },
        })
      : route.continue(),
  )

test('a project is changed, gets another owner and customer, and is put back', async ({ page, server }) => {
  await signInAsStaff(page, server)
  // Another test may have renamed the customer.
  const { id, customer } = await projectOf(server, 'V-1203')
  await page.goto(`/projects/project/${id}`)
  const owner = page.getByLabel('Owner', { exact: true })
  await expect(page.getByText(/^\d+ members?$/)).toBeVisible()
  await expect(page.getByText('any', { exact: true })).toBeVisible()
  await expectUsableOnEveryWidth(page)
  await takeScreenshots(page, 'project-form')
  const figures = page
    .getByRole('region')
    .or(page.locator('section'))
    .filter({ has: page.getByRole('heading', { name: 'Statistics' }) })
  for (const figure of ['Users', 'Open topics', 'Documents', 'Buildings'])
    await expect(figures.last()).toContainText(figure)
  const name = page.getByLabel('Name', { exact: true })
  await name.fill(' ')
  await expect(ok(page)).toBeDisabled()
  await name.fill('Karlstad Badhus')
  await owner.fill('')
  await expect(ok(page)).toBeDisabled()
  await owner.fill('nobody@nowhere.example')
  await ok(page).click()
  await expect(page.getByRole('alert')).toContainText('Unable to find new owner: nobody@nowhere.example')
  expect(await projectOf(server, 'V-1203')).toMatchObject({ owner: 'asa@vvsteknik.example' })

  await queryDatabase(server, "update app_user set deleted_at = now() where email = 'lena@nordbygg.example'")
  await owner.fill('lena@nordbygg.example')
  await ok(page).click()
  await expect(page.getByRole('alert')).toContainText('Unable to find new owner: lena@nordbygg.example')

  await owner.fill('sven@vvsteknik.example')
  await name.fill('Karlstad Badhus, west')
  await rejectPatches(page, id, 'The name was refused')
  await ok(page).click()
  await expect(page.getByRole('alert')).toContainText('Unable to Updated project reason: The name was refused')
  await page.unroute(`**/mgw/api/v3/projects/${id}`)
  await page.getByRole('checkbox', { name: 'Takt planning' }).check()
  await choose(page, 'Customer', 'Stålbygg Øst AS')
  await expect(page.getByText(`The project moves from ${customer} to Stålbygg Øst AS`)).toBeVisible()
  await expect(page.getByText(/Its members will have to sign in by: .*Stålbygg Øst/)).toBeVisible()
  await expect(page.getByText(/default .*Stålbygg Øst/)).toBeVisible()
  await expectAccessible(page)
  await ok(page).click()
  await expect(page.getByText('Karlstad Badhus, west is saved.')).toBeVisible()
  expect(await projectOf(server, 'V-1203')).toMatchObject({
    name: 'Karlstad Badhus, west',
    customer: 'Stålbygg Øst AS',
    owner: 'sven@vvsteknik.example',
    owners: 'sven@vvsteknik.example',
    features: expect.stringContaining('TAKT_TRAINS'),
  })
  // Neither the access of the former owner nor what a move ends would come back.
  await expect(page.getByRole('button', { name: 'Undo', exact: true })).toBeHidden()

  await page.goto(`/projects/project/${id}`)
  await name.fill('Karlstad Badhus')
  await owner.fill('asa@vvsteknik.example')
  await page.getByRole('checkbox', { name: 'Takt planning' }).uncheck()
  await choose(page, 'Customer', customer ?? '')
  await expect(page.getByText(`The project moves from Stålbygg Øst AS to ${customer}`)).toBeVisible()
  await ok(page).click()
  await expect(page.getByText('Karlstad Badhus is saved.')).toBeVisible()
  await page.goto(`/projects/project/${id}`)
  await name.fill('Karlstad Badhus, east')
  await ok(page).click()
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(page.getByText('Undone')).toBeVisible()
  expect(await projectOf(server, 'V-1203')).toMatchObject({
    name: 'Karlstad Badhus',
    customer,
    owner: 'asa@vvsteknik.example',
    owners: 'asa@vvsteknik.example',
  })
})

test('a project is deleted and restored, hibernated and woken up, and started; what fails is told', async ({
  page,
  server,
}) => {
  await signInAsStaff(page, server)
  const { id } = await projectOf(server, 'NE-318')
  await page.goto(`/projects/project/${id}`)
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
  const { released, release } = createGate()
  await page.route(`**/mgw/api/v3/projects/${id}`, async (route) => {
    if (route.request().method() === 'PATCH') await released
    await route.continue()
  })
  await press('Hibernate')
  // One after the other: each request is sent with the version that the previous one returned.
  await expect(page.getByRole('button', { name: 'Delete', exact: true })).toBeDisabled()
  release()
  await expect(page.getByText('Portfolio condition survey is hibernated.')).toBeVisible()
  await page.unroute(`**/mgw/api/v3/projects/${id}`)
  expect(await projectOf(server, 'NE-318')).toMatchObject({ hibernated: 'true' })
  await expect(page.getByText('This project hibernates')).toBeVisible()
  await expect(ok(page)).toBeDisabled()
  await press('Wakeup')
  await expect(page.getByText('Portfolio condition survey is awake.')).toBeVisible()
  expect(await projectOf(server, 'NE-318')).toMatchObject({ hibernated: 'false' })
  await press('Delete')
  await expect(page.getByText('Portfolio condition survey is deleted.')).toBeVisible()
  expect(await projectOf(server, 'NE-318')).toMatchObject({ deleted: 'true' })
  await expectAccessible(page)
  await press('Restore')
  await expect(page.getByText('Portfolio condition survey is restored.')).toBeVisible()
  expect(await projectOf(server, 'NE-318')).toMatchObject({ deleted: 'false' })

  const refused = async (word: string) => {
    const detail = `The ${word.toLowerCase()} was refused`
    await rejectPatches(page, id, detail)
    await press(word)
    await expect(page.getByRole('alert').filter({ hasText: `Unable to ${word} project: ${detail}` })).toBeVisible()
    await page.unroute(`**/mgw/api/v3/projects/${id}`)
  }
  await refused('Hibernate')
  await press('Hibernate')
  await refused('Wakeup')
  await press('Wakeup')
  await refused('Delete')
  await press('Delete')
  await refused('Restore')
  expect(await projectOf(server, 'NE-318')).toMatchObject({ deleted: 'true', hibernated: 'false' })
  await press('Restore')
  await expect(page.getByRole('button', { name: 'Delete', exact: true })).toBeVisible()

  const stopped = await projectOf(server, 'FN-45')
  expect(stopped.status).toBe('Stopped')
  await page.goto(`/projects/project/${stopped.id}`)
  await press('Start')
  await expect(page.getByText('Musterfassade Prüfstand is running.')).toBeVisible()
  expect((await projectOf(server, 'FN-45')).status).toBe('Running')

  await page.goto('/projects/project/-1')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('There is nothing here')
})

test('the screens of the staff load what they show, and providers once for all of them', async ({ page, server }) => {
  let requested: string[] = []
  page.on('request', (request) => requested.push(decodeURIComponent(request.url())))
  await signInAsStaff(page, server)
  const customer = await customerNamed(server, 'Skovgaard Tegnestue')
  const { id } = await projectOf(server, 'FB-12')
  const expectRequest: [address: string, heading: string, resources: RegExp[]][] = [
    ['/customers', 'Customers', [/v3\/customers\?/, /v3\/users\?.*filter\[role\]=rendra_staff/]],
    [
      `/customers/customer/${customer?.id}`,
      'Skovgaard Tegnestue',
      [new RegExp(`v3/customers/${customer?.id}`), new RegExp(`v3/users\\?.*filter\\[customerId\\]=${customer?.id}`)],
    ],
    [
      `/projects/project/${id}`,
      'Ringerike Line, tunnel south',
      [
        new RegExp(`v3/project-stats/${id}`),
        new RegExp(`v3/project-members\\?.*filter\\[project\\]=${id}`),
        new RegExp(`v3/projects/${id}`),
        /v3\/features\?/,
        /v3\/customers\?/,
      ],
    ],
  ]
  for (const [address, heading, resources] of expectRequest) {
    requested = []
    await page.goto(address)
    await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible()
    for (const resource of resources)
      await expect.poll(() => requested.some((url) => resource.test(url)), `${address} loads ${resource}`).toBe(true)
  }

  const rail = page.getByRole('navigation', { name: 'Enterprise tools' })
  await page.goto('/customers')
  await expect(grid(page, 'Customers').locator('[data-row="0"]')).toBeVisible()
  requested = []
  await grid(page, 'Customers').getByRole('rowheader', { name: 'Skovgaard Tegnestue' }).dblclick()
  await expect(page.getByRole('checkbox', { name: 'Partner Engineering' })).toBeVisible()
  await rail.getByRole('link', { name: 'All projects', exact: true }).click()
  await grid(page, 'All projects').locator('[data-row="0"]').dblclick()
  await expect(page.getByRole('checkbox', { name: 'Partner Engineering' })).toBeVisible()
  expect(requested.filter((url) => /v3\/sso-providers(\?|$)/.test(url)).length).toBeLessThanOrEqual(1)
})

test('Ctrl-Z walks what the forms of the staff saved, back and forth, and what was added goes', async ({
  page,
  server,
}) => {
  await signInAsStaff(page, server)
  await page.goto('/customers')
  const row = (name: string) => grid(page, 'Customers').getByRole('rowheader', { name, exact: true })
  await page.getByRole('button', { name: 'New customer' }).click()
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused()
  await page.keyboard.type('Brygge')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Brygge is added.')).toBeVisible()
  const rename = async (from: string, to: string) => {
    await row(from).dblclick()
    const name = page.getByLabel('Name', { exact: true })
    await expect(name).toHaveValue(from)
    await name.fill(to)
    await ok(page).click()
    await expect(page.getByText(`${to} is saved.`)).toBeVisible()
    await expect(row(to)).toBeVisible()
  }
  await rename('Brygge', 'Brygge Nord')
  // Loaded late, it shows what was saved, and later input is not treated as a concurrent change.
  const { released, release } = createGate()
  await page.route(/\/v3\/customers\/[^/?]+(\?|$)/, async (route) => {
    if (route.request().method() === 'GET') await released
    await route.continue()
  })
  await rename('Brygge Nord', 'Brygge Sør')
  release()
  const press = async (keys: string, shown: string) => {
    await page.getByRole('heading', { name: 'Customers', level: 1 }).click()
    await page.keyboard.press(keys)
    await expect(row(shown)).toBeVisible()
    expect(await customerNamed(server, shown)).toBeDefined()
  }
  await press('Control+z', 'Brygge Nord')
  await press('Control+z', 'Brygge')
  await press('Control+Shift+z', 'Brygge Nord')
  await press('Control+Shift+z', 'Brygge Sør')
  await press('Control+z', 'Brygge Nord')
  await press('Control+z', 'Brygge')
  await page.keyboard.press('Control+z')
  await expect(row('Brygge')).toHaveCount(0)
  expect(await customerNamed(server, 'Brygge')).toBeUndefined()
  await page.keyboard.press('Control+z')
  await expect(page.getByText('Nothing to undo')).toBeVisible()
})
