import { expect, type Page } from '@playwright/test'
import { projectId } from '../server/demo/projects'
import { createGate } from './create-gate'
import { expectAccessible, expectFitsPhone, takeScreenshots, test } from './fixtures'
import { expectUsableOnEveryWidth, queryDatabase, signInByApi } from './people'
import type { ProductServer } from './server'

const anna = 'anna@nordbygg.example'
const astrid = 'astrid@nordbygg.example'
const checklists = 'Nordbygg standard checklists'
const details = 'Nordbygg details and groups'

const libraryTree = (page: Page, name: string) => page.getByRole('tree', { name: `Resources of ${name}` })
const templateTree = (page: Page, name: string) => page.getByRole('tree', { name: `Entries of ${name}` })
const choose = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** The focused row of the tree. */
async function current(page: Page, tree: ReturnType<typeof libraryTree>) {
  const id = await tree.getAttribute('aria-activedescendant')
  return page.locator(`[id="${id}"]`)
}

/** The stored entries of a template, without the ids of the resources they refer to. */
const stored = (server: ProductServer, name: string) =>
  queryDatabase(
    server,
    `select source_project_id as library, key, case when key = 'checklistPrefix' then value end as path, rename_to as name,
       coalesce((select content.name from project_content as content where content.id::text = value), '') as content
     from template_entry join project_template as template on template.id = template_id
     where template.name = $1 order by key, content, path`,
    [name],
  )

/** Creates a template of this name in the dialog. */
async function makeTemplate(page: Page, name: string) {
  await page.getByRole('button', { name: 'New template' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'New template' })
  await expect(dialog.getByLabel('Customer')).toHaveValue('Nordbygg AS')
  await expect(dialog.getByLabel('Customer')).not.toBeEditable()
  await expect(dialog.getByLabel('Name')).toBeFocused()
  await expect(dialog.getByRole('button', { name: 'OK', exact: true })).toBeDisabled()
  await page.keyboard.type(name)
  await page.keyboard.press('Enter')
  await expect(page.getByText(`${name} is added.`)).toBeVisible()
  await expect(page.getByText('This template is empty')).toBeVisible()
}

test('a template is built from two libraries by keyboard alone, with a colleague, a new name, an undo and its deletion', async ({
  page,
  browser,
  baseURL,
  server,
}) => {
  test.slow()
  const name = 'Quay walls'
  await signInByApi(page, anna)
  await page.goto('/dashboard')
  await page
    .getByRole('main')
    .getByRole('list')
    .getByRole('link', { name: /^Project templates/ })
    .press('Enter')
  await expect(page.getByRole('heading', { name: 'Project templates', level: 1 })).toBeVisible()
  await makeTemplate(page, name)
  await expectUsableOnEveryWidth(page)

  await choose(page, checklists).press('Enter')
  const library = libraryTree(page, checklists)
  await library.focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.type('handover')
  await expect(await current(page, library)).toHaveAccessibleName(/^Handover/)
  await page.keyboard.press('Enter')
  await expect(page.getByText('1 entry is added.')).toBeVisible()
  await expect((await current(page, library)).getByRole('img', { name: 'In the template' })).toBeVisible()
  const handover = { library: projectId('LIB-1'), key: 'checklistPrefix', path: 'Handover/', name: null, content: '' }
  expect(await stored(server, name)).toEqual([handover])
  const entries = templateTree(page, name)
  const [counted] = await queryDatabase(
    server,
    `select count(*)::int as many from checklist where project_id = $1 and name like 'Handover/%'`,
    [projectId('LIB-1')],
  )
  const below = entries.getByRole('treeitem', { name: /^Handover\// })
  await expect(below).toContainText(`${counted?.many} today`)
  await expect(below).toContainText('everything below this path')

  // Several entries of another library at once, by the arrow between the two trees.
  await choose(page, details).press('Enter')
  const other = libraryTree(page, details)
  await other.focus()
  await page.keyboard.type('label groups')
  await expect(await current(page, other)).toHaveAccessibleName(/^Label groups/)
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Space')
  await page.keyboard.press('Shift+ArrowDown')
  await expect(page.getByText('2 chosen')).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: `Add to ${name}` })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('2 entries are added.')).toBeVisible()
  const label = (content: string, called: string | null = null) => ({
    ...{ library: projectId('LIB-2'), key: 'labelGroupId', path: null, name: called, content },
  })
  expect(await stored(server, name)).toEqual([handover, label('Cause'), label('Cost bearer')])
  await page.keyboard.press('Enter')
  await expect(page.getByText('All of it is in the template already.')).toBeVisible()
  expect(await stored(server, name)).toHaveLength(3)

  await entries.focus()
  await page.keyboard.type('cause')
  await expect(await current(page, entries)).toHaveAccessibleName(/^Cause/)
  await page.keyboard.press('F2')
  const renaming = page.getByRole('dialog', { name: 'Rename Cause' })
  await renaming.getByLabel('Name in new projects').fill('')
  await expect(renaming.getByRole('button', { name: 'OK', exact: true })).toBeDisabled()
  await page.keyboard.type('Reason')
  await page.keyboard.press('Enter')
  await expect(page.getByText('The entry is renamed.')).toBeVisible()
  await expect(entries.getByRole('treeitem', { name: /^Reason.*in the library: Cause/ })).toBeVisible()
  expect(await stored(server, name)).toEqual([handover, label('Cause', 'Reason'), label('Cost bearer')])

  // A colleague sees the change and adds an entry at the same moment.
  const colleague = await browser.newPage({ locale: 'en-GB', ...(baseURL && { baseURL }) })
  await signInByApi(colleague, astrid)
  await colleague.goto('/project-templates')
  await choose(colleague, name).click()
  // Her interface is in Norwegian: the library's tree, then the template's.
  const [colleagueLibrary, colleagueTemplate] = [
    colleague.getByRole('tree').first(),
    colleague.getByRole('tree').last(),
  ]
  await expect(colleagueTemplate.getByRole('treeitem', { name: /^Reason/ })).toBeVisible()
  await choose(colleague, details).click()
  await expect(colleagueLibrary).toHaveAccessibleName(new RegExp(details))
  await colleagueLibrary.focus()
  await colleague.keyboard.type('grupper')
  await expect(await current(colleague, colleagueLibrary)).toHaveAccessibleName(/^Grupper/)
  await other.focus()
  await page.keyboard.press('Escape')
  await page.keyboard.type('folders')
  await expect(await current(page, other)).toHaveAccessibleName(/^Folders/)
  await Promise.all([page.keyboard.press('Enter'), colleague.keyboard.press('Enter')])
  await expect(entries.getByRole('treeitem', { name: `Everything of ${details}` })).toHaveCount(2)
  await expect(colleagueTemplate.getByRole('treeitem', { name: `Alt fra ${details}` })).toHaveCount(2)
  expect((await stored(server, name)).map(({ key }) => key).sort()).toEqual([
    'checklistPrefix',
    'folders',
    'groups',
    'labelGroupId',
    'labelGroupId',
  ])
  await colleagueTemplate.focus()
  await colleague.keyboard.type('cost')
  await expect(await current(colleague, colleagueTemplate)).toHaveAccessibleName(/^Cost bearer/)
  await colleague.keyboard.press('Delete')
  await expect(entries.getByRole('treeitem', { name: /^Cost bearer/ })).toHaveCount(0)
  expect(await stored(server, name)).toHaveLength(4)
  await colleague.close()

  // Undo reverts the user's own steps: the last addition, then the name.
  await entries.focus()
  await page.keyboard.press('Control+z')
  await expect(entries.getByRole('treeitem', { name: `Everything of ${details}` })).toHaveCount(1)
  await page.keyboard.press('Control+z')
  await expect(entries.getByRole('treeitem', { name: /^Cause/ })).toBeVisible()
  const left = { library: projectId('LIB-2'), key: 'groups', path: null, name: null, content: '' }
  expect(await stored(server, name)).toEqual([handover, left, label('Cause')])

  await page.getByRole('button', { name: `Edit ${name}` }).press('Enter')
  await page.getByRole('button', { name: 'Delete', exact: true }).press('Enter')
  const confirmation = page.getByRole('dialog', { name: `Are you sure you want to delete template ${name}?` })
  await expect(confirmation).toContainText('No project was made from it.')
  await expectAccessible(page)
  const { released, release } = createGate()
  const lists = (url: URL) => url.pathname.endsWith('/project-templates')
  await page.route(lists, async (route) => {
    await released
    await route.fallback()
  })
  await confirmation.getByRole('button', { name: 'Delete template', exact: true }).press('Enter')
  const deleted = page.getByText(`${name} is deleted.`)
  await expect(deleted).toBeVisible()
  // It disappears from the list before the list is refetched.
  await expect(page.getByRole('button', { name: `Edit ${name}` })).toHaveCount(0)
  await page.unroute(lists)
  release()
  const known = () => queryDatabase(server, 'select id from project_template where name = $1', [name])
  expect(await known()).toEqual([])
  await deleted.locator('../..').getByRole('button', { name: 'Undo', exact: true }).press('Enter')
  await expect(page.getByRole('button', { name: `Edit ${name}` })).toBeVisible()
  expect(await stored(server, name)).toEqual([handover, left, label('Cause')])
})

test('a library is made and led to; one that cannot be loaded says so; resources are found, dragged and read on a phone', async ({
  page,
  browser,
  baseURL,
  server,
}) => {
  const other = await browser.newPage({ locale: 'en-GB', ...(baseURL && { baseURL }) })
  await signInByApi(other, 'mei@nordbygg.example')
  await other.goto('/project-templates')
  await expect(other.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()
  await other.close()

  await signInByApi(page, anna)
  let fails = true
  const logged: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/client/log')) logged.push(request.postDataJSON().event)
  })
  await page.route('**/project-contents?**', (route) =>
    fails ? route.fulfill({ status: 500, json: { errors: [{ status: '500', code: 'internal' }] } }) : route.continue(),
  )
  await page.goto('/project-templates')
  await choose(page, checklists).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Error loading library' })).toBeVisible()
  await expect.poll(() => logged).toContain('loadFailed')
  await expectUsableOnEveryWidth(page)
  fails = false
  await page.getByRole('button', { name: 'Try again', exact: true }).click()
  await expect(libraryTree(page, checklists)).toBeVisible()

  const template = 'School kitchens'
  await makeTemplate(page, template)
  await page.getByRole('searchbox', { name: 'Search the library' }).fill('classroom schools')
  const foundTree = libraryTree(page, checklists)
    .getByRole('treeitem', { name: /^Classroom/ })
    .first()
  await foundTree.dragTo(page.getByText('This template is empty'))
  await expect(page.getByText(/^1 entr|^\d+ entries are added/).first()).toBeVisible()
  const dragged = await stored(server, template)
  expect(dragged.length).toBeGreaterThan(0)
  for (const { content, path } of dragged) expect(`${content}${path ?? ''}`).toContain('Public buildings/Schools/')
  await expectAccessible(page)

  await page.getByRole('button', { name: 'New library' }).click()
  const dialog = page.getByRole('dialog', { name: 'New library' })
  await expect(dialog.getByLabel('Customer')).toHaveValue('Nordbygg AS')
  await expect(dialog.getByLabel('Customer')).not.toBeEditable()
  await expect(dialog.getByRole('button', { name: 'OK', exact: true })).toBeDisabled()
  await dialog.getByLabel('Name').fill('Kitchens by the book')
  await page.keyboard.press('Enter')
  const prompt = page.getByRole('dialog', { name: 'Go to Kitchens by the book?' })
  await expect(prompt).toBeVisible()
  const [created] = await queryDatabase(
    server,
    `select project.is_library, customer.name from project join customer on customer.id = customer_id where project.name = $1`,
    ['Kitchens by the book'],
  )
  expect(created).toEqual({ is_library: true, name: 'Nordbygg AS' })
  await expectAccessible(page)
  await prompt.getByRole('link', { name: 'Go to the library' }).click()
  await expect(page.getByRole('heading', { name: 'Kitchens by the book', level: 1 })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Project templates', level: 1 })).toBeVisible()
  await choose(page, 'Kitchens by the book').click()
  await expect(page.getByText('Kitchens by the book is empty')).toBeVisible()

  await choose(page, 'Nordbygg school').click()
  await choose(page, checklists).click()
  await expect(
    templateTree(page, 'Nordbygg school').getByRole('treeitem', { name: /^Handover of a school/ }),
  ).toBeVisible()
  await expect(page).toHaveURL(/template=[\w-]+/)
  await takeScreenshots(page, 'project-templates')
  await page.setViewportSize({ width: 360, height: 740 })
  await expect(page.getByText('Templates are built on a wide screen')).toBeVisible()
  await expect(page.getByRole('button', { name: 'New template' })).toHaveCount(0)
  await expect(templateTree(page, 'Nordbygg school')).toBeVisible()
  await expectFitsPhone(page)
})

test('a widget of a library is put into a template, a save that fails is said and logged, and a template is renamed', async ({
  page,
  browser,
  baseURL,
  server,
}) => {
  const [name, renamed] = ['Site boards', 'Boards of sites']
  await signInByApi(page, anna)
  const logged: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/client/log')) logged.push(request.postDataJSON().event)
  })
  await page.goto('/project-templates')
  await makeTemplate(page, name)
  await choose(page, details).click()
  const library = libraryTree(page, details)
  await expect(library.getByRole('treeitem', { name: /^Groups/ })).toBeVisible()
  await expect(library.getByRole('treeitem', { name: /^Widgets/ })).toHaveCount(0)
  const board = await browser.newPage({ locale: 'en-GB', ...(baseURL && { baseURL }) })
  await signInByApi(board, anna)
  await board.goto('/project-widgets?edit=true')
  await board.getByRole('button', { name: 'Click to add a project card' }).press('Enter')
  const choice = board.getByRole('combobox', { name: 'Project', exact: true })
  await choice.fill(details)
  const libraries = board.getByRole('group', { name: 'Libraries', exact: true })
  await libraries.getByRole('option', { name: details, exact: true }).click()
  await board.getByRole('button', { name: 'Apply', exact: true }).press('Enter')
  const information = board.getByRole('article', { name: details }).getByRole('group', { name: 'Information' })
  await expect(information).toBeVisible()
  await board.close()

  // It appears for everybody who has the library open.
  const widgets = library.getByRole('treeitem', { name: /^Widgets/ })
  await expect(widgets).toContainText('1')
  await library.focus()
  await page.keyboard.type('widgets')
  await expect(await current(page, library)).toHaveAccessibleName(/^Widgets/)
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowDown')
  await expect(await current(page, library)).toHaveAccessibleName(/^Information/)
  let sent = 0
  await page.route('**/mgw/api/v3/change-sets', (route) => {
    sent += 1
    if (sent > 1) return route.continue()
    return route.fulfill({ status: 500, json: { errors: [{ status: '500', code: 'internal' }] } })
  })
  await page.keyboard.press('Enter')
  await expect.poll(() => sent).toBe(1)
  await expect(page.getByText('Something went wrong on our side.').first()).toBeVisible()
  expect(sent).toBe(1)
  await expect.poll(() => logged).toContain('saveFailed')
  expect(await stored(server, name)).toEqual([])
  await page.keyboard.press('Enter')
  await expect(page.getByText('1 entry is added.')).toBeVisible()
  const widget = { library: projectId('LIB-2'), key: 'widgets', path: null, name: null, content: 'generic-info' }
  expect(await stored(server, name)).toEqual([widget])

  const entry = templateTree(page, name).getByRole('treeitem', { name: /^Information/ })
  await expect(entry).toContainText(details)
  await expect(entry).not.toContainText('not in the library any more')
  await entry.click()
  await expect(page.getByRole('button', { name: 'Remove', exact: true })).toBeEnabled()
  await expect(page.getByRole('button', { name: 'Rename', exact: true })).toBeDisabled()
  await library.focus()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect(
    templateTree(page, name).getByRole('treeitem', { name: new RegExp(`^Everything of ${details}`) }),
  ).toContainText('1 today')
  expect(await stored(server, name)).toEqual([{ ...widget, content: '' }, widget])
  await expectAccessible(page)

  await page.getByRole('button', { name: `Edit ${name}` }).press('Enter')
  const editing = page.getByRole('dialog', { name: `Edit ${name}` })
  await editing.getByLabel('Name', { exact: true }).fill('')
  await expect(editing.getByRole('button', { name: 'OK', exact: true })).toBeDisabled()
  await editing.getByLabel('Name', { exact: true }).fill(renamed)
  await page.keyboard.press('Enter')
  await expect(page.getByText(`${renamed} is saved.`)).toBeVisible()
  await expect(templateTree(page, renamed)).toBeVisible()
  expect(await stored(server, name)).toEqual([])
  expect(await stored(server, renamed)).toHaveLength(2)

  // The name was changed last, so it is undone first.
  await templateTree(page, renamed).focus()
  await page.keyboard.press('Control+z')
  await expect(templateTree(page, name)).toBeVisible()
  expect(await stored(server, renamed)).toEqual([])
  expect(await stored(server, name)).toHaveLength(2)
})

test('a library that is stopped is started from where it could not be loaded, and is loaded then', async ({
  page,
  server,
}) => {
  const statusOf = () => queryDatabase(server, 'select status from project where id = $1', [projectId('LIB-1')])
  await queryDatabase(server, `update project set status = 'Stopped' where id = $1`, [projectId('LIB-1')])
  await signInByApi(page, anna)
  await page.goto('/project-templates')
  await choose(page, checklists).click()
  const failed = page.getByRole('alert').filter({ hasText: 'Error loading library' })
  await expect(failed).toContainText('This project is stopped.')
  await expectUsableOnEveryWidth(page)
  await failed.getByRole('button', { name: 'Start', exact: true }).press('Enter')
  await expect(page.getByText(`${checklists} is running.`)).toBeVisible({ timeout: 30_000 })
  await expect(libraryTree(page, checklists)).toBeVisible()
  await expect(failed).toHaveCount(0)
  expect(await statusOf()).toEqual([{ status: 'Running' }])
})
