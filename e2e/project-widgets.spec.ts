import { expect, type Page } from '@playwright/test'
import { expectAccessible, expectFitsPhone, expectNoOverflow, sendToApi, takeScreenshots, test } from './fixtures'
import { queryDatabase, signInAsStaff, signInByApi } from './people'
import type { ProductServer } from './server'

/** Running projects of Nordbygg that have checklists but no card, by name. */
const projectsWithoutCard = `
  select project.name from project
  where project.customer_id = (select id from customer where name = 'Nordbygg AS') and project.status = 'Running'
    and not project.is_hibernated and not project.is_inactive and not project.is_library
    and exists (select from checklist where checklist.project_id = project.id)
    and not exists (select from dashboard_widget as widget where widget.project_id = project.id)
  order by project.name`

/** Stored widgets of a card in their order: type, size and number of selected items. */
async function stored(server: ProductServer, project: string): Promise<string[]> {
  const rows = await queryDatabase(
    server,
    `select type_name || ' ' || size::text || coalesce(' ' || jsonb_array_length(data_ids), '') as widget, place::text
     from dashboard_widget as widget join project on project.id = widget.project_id
     where project.name = $1 order by place`,
    [project],
  )
  // Positions have no gaps.
  expect(rows.map(({ place }) => place)).toEqual(rows.map((_, at) => String(at)))
  return rows.map(({ widget }) => widget ?? '')
}

const card = (page: Page, project: string) => page.getByRole('article', { name: project })
const press = (page: Page, project: string, name: string | RegExp) =>
  card(page, project)
    .getByRole('button', { name, exact: typeof name === 'string' })
    .press('Enter')

/** Chooses the project of a new card; returns the project field and the button that adds the card. */
async function chooseProject(page: Page, project: string) {
  await page.getByRole('button', { name: 'Click to add a project card' }).press('Enter')
  const choice = page.getByRole('combobox', { name: 'Project', exact: true })
  await choice.fill(project)
  await page.getByRole('option', { name: project, exact: true }).waitFor()
  await choice.press('Enter')
  return { choice, apply: page.getByRole('button', { name: 'Apply', exact: true }) }
}

async function addCard(page: Page, project: string) {
  const { apply } = await chooseProject(page, project)
  // The button is enabled once pending changes have been saved.
  await expect(apply).toBeEnabled()
  await apply.press('Enter')
  await expect(card(page, project).getByRole('group', { name: 'Information' })).toBeVisible()
}

async function addWidget(page: Page, project: string, type: string) {
  await press(page, project, `Add a widget to ${project}`)
  await page.getByRole('menuitem', { name: type }).press('Enter')
}

test('a dashboard is built by keyboard alone: cards and widgets are added, flipped, sized, moved, deleted and undone', async ({
  page,
  server,
}) => {
  test.slow()
  const [{ name: project = '' } = {}] = await queryDatabase(server, projectsWithoutCard)
  const holds = (...widgets: string[]) => expect.poll(() => stored(server, project)).toEqual(widgets)
  await signInByApi(page, 'anna@nordbygg.example')
  await page.goto('/project-widgets')
  await page.getByRole('button', { name: 'Edit', exact: true }).press('Enter')
  await addCard(page, project)
  await holds('generic-info [1, 1]')

  // A card without widgets no longer exists: its project can be chosen for a new card.
  await press(page, project, 'Delete Information')
  await expect(card(page, project)).toHaveCount(0)
  await holds()
  await addCard(page, project)
  await holds('generic-info [1, 1]')
  await press(page, project, 'Delete Information')
  await expect(card(page, project)).toHaveCount(0)
  await page.keyboard.press('Control+z')
  await expect(card(page, project).getByRole('group', { name: 'Information' })).toBeVisible()
  await holds('generic-info [1, 1]')

  await addWidget(page, project, 'Trend')
  await holds('generic-info [1, 1]', 'workflow-chart [1, 2]')

  // A table without selected items is not stored.
  await addWidget(page, project, 'Checklists')
  const settings = card(page, project).getByRole('group', { name: 'Checklists' })
  await expect(settings.getByRole('button', { name: 'OK', exact: true })).toBeDisabled()
  await settings.getByRole('button', { name: 'Cancel', exact: true }).press('Enter')
  await expect(settings).toBeHidden()
  await holds('generic-info [1, 1]', 'workflow-chart [1, 2]')
  await addWidget(page, project, 'Checklists')
  await settings.getByRole('checkbox').first().press('Space')
  await expectAccessible(page)
  await takeScreenshots(page, 'project-widgets-settings')
  await settings.getByRole('button', { name: 'OK', exact: true }).press('Enter')
  await expect(settings.getByRole('table')).toBeVisible()
  await holds('generic-info [1, 1]', 'workflow-chart [1, 2]', 'checklists [1, 1] 1')

  await press(page, project, 'Edit Information')
  const information = card(page, project).getByRole('group', { name: 'Information' })
  await information.getByLabel('Size').selectOption('2 × 1')
  // At phone width a board is read-only: the pending selection is kept until it is saved or discarded.
  await page.setViewportSize({ width: 360, height: 740 })
  await expect(information.getByLabel('Size').locator('option:checked')).toHaveText('2 × 1')
  await expect(page.getByRole('button', { name: 'Edit', exact: true })).toBeHidden()
  await expectNoOverflow(page)
  await information.getByRole('button', { name: 'OK', exact: true }).press('Enter')
  await expect(information.getByLabel('Size')).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^Edit Information/ })).toHaveCount(0)
  await page.setViewportSize({ width: 1280, height: 720 })
  await holds('generic-info [2, 1]', 'workflow-chart [1, 2]', 'checklists [1, 1] 1')
  await page.keyboard.press('Control+z')
  await holds('generic-info [1, 1]', 'workflow-chart [1, 2]', 'checklists [1, 1] 1')
  await page.keyboard.press('Control+Shift+z')
  await holds('generic-info [2, 1]', 'workflow-chart [1, 2]', 'checklists [1, 1] 1')

  // Past its neighbors, and not beyond the end.
  const handle = card(page, project).getByRole('button', { name: /^Move Information: / })
  await handle.press('ArrowRight')
  await holds('workflow-chart [1, 2]', 'generic-info [2, 1]', 'checklists [1, 1] 1')
  await expect(handle).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await holds('workflow-chart [1, 2]', 'checklists [1, 1] 1', 'generic-info [2, 1]')
  await expect(handle).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await press(page, project, 'Move Checklists to the left')
  await holds('checklists [1, 1] 1', 'workflow-chart [1, 2]', 'generic-info [2, 1]')

  await press(page, project, 'Delete Checklists')
  await holds('workflow-chart [1, 2]', 'generic-info [2, 1]')
  await page.keyboard.press('Control+z')
  await holds('checklists [1, 1] 1', 'workflow-chart [1, 2]', 'generic-info [2, 1]')
  // Undo and redo of the moves restore the widgets and their positions.
  await page.keyboard.press('Control+z')
  await holds('workflow-chart [1, 2]', 'checklists [1, 1] 1', 'generic-info [2, 1]')
  await page.keyboard.press('Control+z')
  await holds('workflow-chart [1, 2]', 'generic-info [2, 1]', 'checklists [1, 1] 1')
  await page.keyboard.press('Control+Shift+z')
  await page.keyboard.press('Control+Shift+z')
  await holds('checklists [1, 1] 1', 'workflow-chart [1, 2]', 'generic-info [2, 1]')
  await page.keyboard.press('Control+Shift+z')
  await holds('workflow-chart [1, 2]', 'generic-info [2, 1]')
  await page.keyboard.press('Control+z')
  await holds('checklists [1, 1] 1', 'workflow-chart [1, 2]', 'generic-info [2, 1]')

  const chart = card(page, project).getByRole('slider')
  await chart.press('Home')
  const first = await chart.getAttribute('aria-valuetext')
  await chart.press('ArrowRight')
  await expect(chart).not.toHaveAttribute('aria-valuetext', first ?? '')
  await expect(chart).toHaveAttribute('aria-valuetext', /: \d+ open, \d+ closed$/)
  await press(page, project, 'Table')
  await expect(card(page, project).getByRole('row')).toHaveCount(366 + 3)

  await press(page, project, `Delete the card of ${project}`)
  await holds()
  // Wait until it is stored: the Undo of the earlier toast would undo another step.
  await expect(page.getByText(`The card of ${project} is deleted.`).first()).toBeVisible()
  await page.getByRole('button', { name: 'Undo', exact: true }).last().press('Enter')
  await holds('checklists [1, 1] 1', 'workflow-chart [1, 2]', 'generic-info [2, 1]')
  await page.keyboard.press('Control+Shift+z')
  await holds()
  await page.keyboard.press('Control+z')
  await holds('checklists [1, 1] 1', 'workflow-chart [1, 2]', 'generic-info [2, 1]')
  await expect(card(page, project).getByRole('slider')).toBeVisible()
  await page.getByRole('button', { name: 'Edit', exact: true }).press('Enter')
  await expectAccessible(page)
  await takeScreenshots(page, 'project-widgets')
  await expectFitsPhone(page)
  await expect(page.getByRole('button', { name: 'Edit', exact: true })).toBeHidden()
})

test('two administrators at once: what one does the other sees, and what both have set is decided; the order is kept', async ({
  page,
  browser,
  baseURL,
  server,
}) => {
  test.slow()
  const project = (await queryDatabase(server, projectsWithoutCard)).at(-1)?.name ?? ''
  await signInByApi(page, 'anna@nordbygg.example')
  await page.goto('/project-widgets?edit=true')
  await addCard(page, project)
  await queryDatabase(server, "update app_user set language = 'en' where email = $1", ['astrid@nordbygg.example'])
  const other = await browser.newPage({ ...(baseURL && { baseURL }) })
  await signInByApi(other, 'astrid@nordbygg.example')
  const searchPath = `/project-widgets?edit=true&search=${encodeURIComponent(project)}`
  await other.goto(searchPath)
  await page.goto(searchPath)
  const size = (window: Page) => card(window, project).getByRole('group', { name: 'Information' }).getByLabel('Size')
  for (const window of [page, other]) await press(window, project, 'Edit Information')
  await size(page).selectOption('2 × 1')
  await size(other).selectOption('2 × 2')
  await press(other, project, 'OK')
  await expect.poll(() => stored(server, project)).toEqual(['generic-info [2, 2]'])
  await press(page, project, 'OK')
  await expect(card(page, project).getByRole('alert')).toContainText('Somebody else has changed this as well')
  expect(await stored(server, project)).toEqual(['generic-info [2, 2]'])
  await press(page, project, /^Keep yours/)
  await press(page, project, 'OK')
  await expect.poll(() => stored(server, project)).toEqual(['generic-info [2, 1]'])

  await addWidget(page, project, 'Workflows')
  await expect(card(other, project).getByRole('heading', { name: 'Workflows' })).toBeVisible()
  // By drag and drop as well.
  await card(page, project)
    .getByRole('button', { name: /^Move Workflows: / })
    .dragTo(card(page, project).getByRole('group', { name: 'Information' }))
  await expect.poll(() => stored(server, project)).toEqual(['workflows [1, 1]', 'generic-info [2, 1]'])

  // Changes made through the API without a change set appear in other windows immediately: a widget, and its numbers.
  const [{ id = '', customer, project_id: projectId } = {}] = await queryDatabase(
    server,
    `select widget.id, project.customer_id as customer, project.id as project_id
     from dashboard_widget as widget join project on project.id = widget.project_id
     where project.name = $1 and type_name = 'workflows'`,
    [project],
  )
  const send = (type: string, data: object, path = '') =>
    sendToApi(page, path === '' ? 'POST' : 'PATCH', `/mgw/api/v3/${type}${path}`, { type, ...data })
  const resized = await send('dashboard-widgets', { id, attributes: { size: [2, 2], order: 1 } }, `/${id}`)
  expect(resized.status()).toBe(200)
  await expect(card(other, project).locator('[data-widget]').nth(1)).toHaveAttribute('data-widget', id)
  await expect(card(other, project).locator(`[data-widget="${id}"][data-wide][data-high]`)).toBeVisible()
  expect(await stored(server, project)).toEqual(['generic-info [2, 1]', 'workflows [2, 2]'])
  const users = card(other, project).getByRole('group', { name: 'Information' }).locator('dd').first()
  const before = Number(await users.textContent())
  const relationships = {
    project: { data: { type: 'projects', id: projectId } },
    user: { data: { type: 'users', id: 'surveyor@live-widgets.example' } },
    providers: { data: [] },
  }
  const attributes = { privilegeLevel: 10, sendInvitation: false }
  const joined = await send('project-members', { attributes, relationships })
  expect(joined.status()).toBe(201)
  await expect(users).toHaveText(String(before + 1))

  // A widget deleted in one window while it is edited in the other keeps the edit and can be added again.
  await press(other, project, 'Edit Workflows')
  const lost = card(other, project).getByRole('group', { name: 'Workflows' }).getByLabel('Size')
  await lost.selectOption('1 × 2')
  await press(page, project, 'Delete Workflows')
  await expect(card(other, project).getByRole('alert')).toContainText('Somebody else has deleted this widget')
  await expect(lost).toHaveValue('1x2')
  expect(await stored(server, project)).toEqual(['generic-info [2, 1]'])
  await press(other, project, 'Add it again')
  await expect.poll(() => stored(server, project)).toEqual(['generic-info [2, 1]', 'workflows [1, 2]'])

  // A card deleted in one window disappears in the other, and returns when the deletion is undone.
  await press(page, project, `Delete the card of ${project}`)
  await expect(card(other, project)).toHaveCount(0)
  await page.keyboard.press('Control+z')
  await expect(card(other, project).getByRole('heading', { name: 'Workflows' })).toBeVisible()
  expect(await stored(server, project)).toEqual(['generic-info [2, 1]', 'workflows [1, 2]'])

  await page.getByRole('combobox', { name: 'Order by' }).selectOption('Users')
  await page.getByRole('button', { name: 'Order: Ascending' }).click()
  const order = `select value from user_setting where key = 'dashboard-order'`
  await expect
    .poll(async () => (await queryDatabase(server, order))[0]?.value)
    .toEqual({ propertyName: 'numUsers', ascending: false })
  await other.close()

  // The order follows the sort criterion: the project gets more buildings than any other.
  await page.goto('/project-widgets')
  await page.getByRole('combobox', { name: 'Order by' }).selectOption('Buildings')
  const [most] = await queryDatabase(
    server,
    'select max(num_buildings) as buildings from project_figures where customer_id = $1',
    [customer],
  )
  await expect(page.getByRole('article').first()).not.toHaveAccessibleName(project)
  for (let built = 0; built <= Number(most?.buildings); built += 1) {
    const name = `Pavilion ${built}`
    const added = await sendToApi(page, 'POST', `/project-${projectId}/api/v1/buildings`, {
      type: 'buildings',
      attributes: { name },
    })
    expect(added.status()).toBe(201)
  }
  await expect(page.getByRole('article').first()).toHaveAccessibleName(project)

  // In print the whole board is shown with all numbers, including cards out of view, and without controls.
  await page.goto('/project-widgets')
  await expect(page.getByRole('article')).not.toHaveCount(0)
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-asked-to-print', '')
    window.addEventListener('beforeprint', () => {
      const count = (selector: string) => document.querySelectorAll(`article ${selector}`).length
      document.body.dataset.printed = `${count('[data-widget]')} widgets, ${count('[role=status][aria-label]')} loading`
    })
  })
  const countRendered = () => page.locator('[data-widget]').count()
  await page.keyboard.press('Control+p')
  await expect(page.locator('body[data-asked-to-print]')).toBeAttached()
  await page.pdf()
  const [all] = await queryDatabase(
    server,
    `select count(*) as widgets from dashboard_widget as widget join project on project.id = widget.project_id
     where widget.customer_id = $1 and not project.is_inactive`,
    [customer],
  )
  await expect(page.locator('body')).toHaveAttribute('data-printed', `${all?.widgets} widgets, 0 loading`)
  // On the screen only the cards in view are rendered again.
  await expect.poll(countRendered).toBeLessThan(Number(all?.widgets))
  expect(await countRendered()).toBeGreaterThan(0)
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(page.getByRole('navigation')).toBeHidden()
  await expect(page.getByRole('button', { name: 'More' })).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Project widgets' })).toHaveCSS('color', 'rgb(26, 29, 35)')
  await page.emulateMedia({ media: null, colorScheme: null })

  // When the project stops, its card says so; when it runs again, the card shows its numbers again.
  const set = (status: string) =>
    queryDatabase(server, 'update project set status = $1 where name = $2', [status, project])
  await set('Stopped')
  await page.goto(searchPath)
  await expect(card(page, project).getByText('This project is stopped.').first()).toBeVisible()
  await set('Running')
})

test('the card of a project that is deleted, hibernated or moved while the board is open stands, and says so in its place', async ({
  page,
  browser,
  baseURL,
  server,
}) => {
  const board = await browser.newPage({ ...(baseURL && { baseURL }), viewport: { width: 1_600, height: 3_200 } })
  await signInByApi(board, 'anna@nordbygg.example')
  await board.goto('/project-widgets?edit=true')
  await signInAsStaff(page, server)
  await page.goto('/projects')
  await expect(page.getByRole('rowheader').first()).toBeVisible()
  const [{ id: otherCustomer = '' } = {}] = await queryDatabase(server, 'select id from customer where name = $1', [
    'Fjellbane Infra AS',
  ])
  const customer = { data: { type: 'customers', id: otherCustomer } }
  for (const [number, change, text] of [
    ['NB-1844', { attributes: { isInactive: true } }, 'This project is deleted.'],
    ['NB-2140', { attributes: { isHibernated: true } }, 'This project hibernates.'],
    ['NB-1987', { relationships: { customer } }, 'This project belongs to another customer now.'],
  ] as const) {
    const [{ id = '', name = '', widgets } = {}] = await queryDatabase(
      server,
      `select id, name, (select count(*) from dashboard_widget as widget where widget.project_id = project.id) as widgets
       from project where external_id = $1`,
      [number],
    )
    const shown = card(board, name)
    await expect(shown.locator('[data-widget]')).toHaveCount(Number(widgets))
    await expect(shown.getByText(text)).toHaveCount(0)
    const changed = await sendToApi(page, 'PATCH', `/mgw/api/v3/projects/${id}`, { type: 'projects', id, ...change })
    expect(changed.status()).toBe(200)
    await expect(shown.getByText(text)).toHaveCount(Number(widgets))
    await expect(shown.getByRole('heading', { name, level: 2 })).toBeVisible()
  }
  // Boards of another customer cannot be changed here and reveal nothing else.
  const moved = card(board, 'Holmen Swimming Hall')
  await expect(moved.getByRole('button')).toHaveCount(0)
  await expectAccessible(board)
  await board.reload()
  await expect(board.getByRole('article').getByText('This project hibernates.').first()).toBeVisible()
  // The board shows the number of cards, and exactly that many are present.
  const count = board.getByText(/^\d+ project cards$/)
  await expect(board.getByRole('article')).toHaveCount(Number.parseInt((await count.textContent()) ?? '', 10))
  await expect(moved).toHaveCount(0)
  await board.close()
})

test('a card is added whatever is searched for, and of a library as well; one that a colleague has added meanwhile stays as it is', async ({
  page,
  browser,
  baseURL,
  server,
}) => {
  const [{ name: project = '' } = {}, { name: contested = '' } = {}] = await queryDatabase(server, projectsWithoutCard)
  await signInByApi(page, 'anna@nordbygg.example')
  await page.goto('/project-widgets?edit=true&search=nothing-of-the-kind')
  await expect(page.getByText('No project matches the search')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Show all projects', exact: true })).toBeVisible()
  await expectAccessible(page)
  // The search is cleared because it would hide the new card.
  await addCard(page, project)
  await expect(page.getByRole('searchbox', { name: 'Search projects', exact: true })).toHaveValue('')
  await expect(page.getByText('No project matches the search')).toHaveCount(0)
  await expect.poll(() => stored(server, project)).toEqual(['generic-info [1, 1]'])

  const library = 'Nordbygg standard checklists'
  await page.getByRole('searchbox', { name: 'Search projects', exact: true }).fill('standard')
  await expect(page.getByText('No project matches the search')).toBeVisible()
  await addCard(page, library)
  await expect(page.getByRole('searchbox', { name: 'Search projects', exact: true })).toHaveValue('standard')
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect.poll(() => stored(server, library)).toEqual(['generic-info [1, 1]'])
  await page.getByRole('searchbox', { name: 'Search projects', exact: true }).fill('')

  // The list of projects to choose from follows changes made by others.
  await queryDatabase(server, "update app_user set language = 'en' where email = $1", ['astrid@nordbygg.example'])
  const other = await browser.newPage({ ...(baseURL && { baseURL }) })
  await signInByApi(other, 'astrid@nordbygg.example')
  await other.goto('/project-widgets?edit=true')
  const { choice, apply } = await chooseProject(page, contested)
  await expect(choice).toHaveValue(contested)
  await expect(apply).toBeEnabled()
  await addCard(other, contested)
  await expect(choice).toHaveValue('')
  await expect(apply).toBeDisabled()
  expect(await stored(server, contested)).toEqual(['generic-info [1, 1]'])
  await press(other, contested, `Delete the card of ${contested}`)
  await expect.poll(() => stored(server, contested)).toEqual([])

  // Nor is anything added if the event is not received in time.
  await page.route('**/mgw/api/v3/events**', (route) => route.abort())
  await page.reload()
  const late = await chooseProject(page, contested)
  await addCard(other, contested)
  await expect(late.choice).toHaveValue(contested)
  await late.apply.press('Enter')
  await expect(page.getByText('This project has a card already.')).toBeVisible()
  await expect(card(page, contested)).toBeInViewport()
  expect(await stored(server, contested)).toEqual(['generic-info [1, 1]'])
  await other.close()
})

test('what is chosen in settings stays while others are opened, added or scrolled to, until it is left; the keyboard keeps its place', async ({
  page,
  server,
}) => {
  const [{ name: project = '' } = {}] = await queryDatabase(server, projectsWithoutCard)
  const holds = (...widgets: string[]) => expect.poll(() => stored(server, project)).toEqual(widgets)
  await signInByApi(page, 'anna@nordbygg.example')
  await page.goto('/project-widgets?edit=true')
  const adding = page.getByRole('button', { name: 'Click to add a project card' })
  await adding.press('Enter')
  await expect(page.getByRole('combobox', { name: 'Project', exact: true })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(adding).toBeFocused()
  await addCard(page, project)
  const addingWidget = card(page, project).getByRole('button', { name: `Add a widget to ${project}` })
  await expect(addingWidget).toBeFocused()
  await addWidget(page, project, 'Workflows')
  await holds('generic-info [1, 1]', 'workflows [1, 1]')

  const settings = (type: string) => card(page, project).getByRole('group', { name: type })
  const size = (type: string) => settings(type).getByLabel('Size')
  const confirmation = page.getByRole('dialog', { name: 'Leave without saving?' })
  const answerConfirmation = async (text: 'Cancel' | 'Leave') => {
    await confirmation.getByRole('button', { name: text, exact: true }).press('Enter')
    await expect(confirmation).toBeHidden()
  }
  await press(page, project, 'Edit Information')
  await expect(size('Information')).toBeFocused()
  await size('Information').selectOption('2 × 1')
  for (const leave of [
    () => press(page, project, 'Edit Workflows'),
    () => addWidget(page, project, 'Image'),
    () => press(page, project, `Delete the card of ${project}`),
  ]) {
    await leave()
    await answerConfirmation('Cancel')
    await expect(size('Information')).toHaveValue('2x1')
  }

  // So far down that no other card is rendered, as on a large board.
  await page.getByRole('searchbox', { name: 'Search projects', exact: true }).focus()
  const board = page.getByRole('region', { name: 'Project widgets', exact: true })
  await board.evaluate((box) => {
    const room = document.createElement('div')
    room.style.cssText = 'flex: none; grid-column: 1 / -1; height: 5000px'
    box.append(room)
    box.scrollTop = box.scrollHeight
  })
  await expect(page.locator('[data-widget]')).toHaveCount(2)
  await expect(size('Information')).toHaveValue('2x1')
  await expect(size('Information')).not.toBeInViewport()

  await press(page, project, 'Edit Workflows')
  await answerConfirmation('Leave')
  await expect(size('Workflows')).toBeFocused()
  await expect(size('Information')).toHaveCount(0)
  await size('Workflows').selectOption('2 × 2')
  await addWidget(page, project, 'Checklists')
  await answerConfirmation('Leave')
  await expect(size('Checklists')).toBeFocused()
  await settings('Checklists').getByRole('checkbox').first().press('Space')
  await expect(settings('Checklists').getByRole('checkbox', { checked: true })).toHaveCount(1)
  // A new widget starts with nothing selected.
  await addWidget(page, project, 'Checklists')
  await answerConfirmation('Leave')
  await expect(size('Checklists')).toBeFocused()
  await expect(settings('Checklists').getByRole('checkbox').first()).not.toBeChecked()
  await settings('Checklists').getByRole('button', { name: 'Cancel', exact: true }).press('Enter')
  await expect(settings('Checklists')).toHaveCount(0)
  await expect(addingWidget).toBeFocused()
  expect(await stored(server, project)).toEqual(['generic-info [1, 1]', 'workflows [1, 1]'])

  // After a widget is deleted the focus moves to its card; after a card is deleted, to the board.
  await press(page, project, 'Delete Workflows')
  await expect(settings('Workflows')).toHaveCount(0)
  await expect(addingWidget).toBeFocused()
  await holds('generic-info [1, 1]')
  await press(page, project, `Delete the card of ${project}`)
  await expect(card(page, project)).toHaveCount(0)
  await expect(board).toBeFocused()
  await holds()
})
