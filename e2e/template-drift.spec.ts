/// <reference lib="dom" />
import { expect, type Locator, type Page } from '@playwright/test'
import { expectFitsPhone, sendToApi, takeScreenshots, test } from './fixtures'
import { expectUsableOnEveryWidth, queryDatabase, signInByApi, tabTo } from './people'
import type { ProductServer } from './server'

const anna = 'anna@nordbygg.example'
const template = 'Sluices'
const library = 'Sluices by the book'
const other = 'Nordbygg details and groups'
const projects = ['North sluice', 'South sluice']

const libraryTree = (page: Page, name?: string) =>
  page.getByRole('tree', { name: name === undefined ? /^Resources of/ : `Resources of ${name}` })
const templateTree = (page: Page) => page.getByRole('tree', { name: `Entries of ${template}` })

/** Creates a resource in the library through the API. */
async function addToLibrary(page: Page, project: string, type: string, attributes: object, relationships: object = {}) {
  const address = `/project-${project}/api/v1/${type}`
  const placed = { project: { data: { type: 'projects', id: project } }, ...relationships }
  const response = await sendToApi(page, 'POST', address, { type, attributes, relationships: placed })
  expect(response.status(), await response.text()).toBe(201)
  return (await response.json()).data.id as string
}

/** Content that a project received from the libraries: type and name, with the name of a checklist's workflow. */
const contentsOf = (server: ProductServer, project: string) =>
  queryDatabase(
    server,
    `select content.entity_type as type, content.name, workflow.name as workflow from project_content as content
     join project on project.id = content.project_id
     left join checklist on checklist.id = content.id left join workflow on workflow.id = checklist.workflow_id
     where project.name = $1 and content.entity_type in ('checklists', 'workflows', 'label-groups') order by 1, 2`,
    [project],
  )

/** Tabs to a control and presses a key. */
async function press(page: Page, control: Locator, key = 'Enter') {
  await tabTo(page, control)
  await page.keyboard.press(key)
}

/** Moves down a tree from the focused row to the row whose name starts with this text. */
async function moveToRow(page: Page, tree: Locator, name: string) {
  const rows = await tree.getByRole('treeitem').count()
  for (let tabs = 0; tabs <= rows; tabs++) {
    const current = page.locator(`[id="${await tree.getAttribute('aria-activedescendant')}"]`)
    if ((await current.textContent())?.trim().startsWith(name)) return current
    await page.keyboard.press('ArrowDown')
  }
  throw new Error(`The keyboard does not come to ${name}`)
}

/** Opens folders of the library's tree by name and adds the entry at the end of the path. */
async function addEntryByPath(page: Page, ...path: string[]) {
  const tree = libraryTree(page)
  await tabTo(page, tree)
  await page.keyboard.press('Home')
  for (const [at, name] of path.entries()) {
    const row = await moveToRow(page, tree, name)
    if (at < path.length - 1 && (await row.getAttribute('aria-expanded')) === 'false')
      await page.keyboard.press('ArrowRight')
  }
  await page.keyboard.press('Enter')
}

async function makeProject(page: Page, name: string) {
  await page.goto('/new-project')
  const chosen = page.getByRole('combobox', { name: 'Template', exact: true })
  await tabTo(page, chosen)
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(template)
  const option = page.getByRole('option', { name: template, exact: true })
  await expect(option).toBeVisible()
  // Projects are listed next to templates; moves down to the intended one.
  for (let tabs = 0; tabs < (await page.getByRole('option').count()); tabs++) {
    if ((await chosen.getAttribute('aria-activedescendant')) === (await option.getAttribute('id'))) break
    await page.keyboard.press('ArrowDown')
  }
  await page.keyboard.press('Enter')
  await expect(chosen).toHaveValue(template)
  await tabTo(page, page.getByLabel('Project name'))
  await page.keyboard.type(name)
  await press(page, page.getByRole('button', { name: 'Create project' }))
  await expect(page.getByRole('heading', { name: `“${name}” is ready` })).toBeVisible()
}

/** Opens the projects created from the chosen template, from the menu of the screen. */
async function openDrift(page: Page) {
  await press(page, page.getByRole('button', { name: 'More', exact: true }))
  const item = page.getByRole('menuitem', { name: 'Projects created from it' })
  await expect(item).toBeVisible()
  await page.keyboard.press('Home')
  await expect(item).toBeFocused()
  await page.keyboard.press('Enter')
}

test('by keyboard alone a library is made, a template built of two, projects made from it, and both brought over when it changes', async ({
  page,
  server,
}) => {
  test.slow()
  await signInByApi(page, anna)
  await page.goto('/project-templates')
  await press(page, page.getByRole('button', { name: 'New library' }))
  await expect(page.getByRole('dialog', { name: 'New library' }).getByLabel('Name')).toBeFocused()
  await page.keyboard.type(library)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: `Go to ${library}?` })).toBeVisible()
  await page.keyboard.press('Escape')
  await press(page, page.getByRole('button', { name: library, exact: true }))
  await expect(page.getByText(`${library} is empty`)).toBeVisible()
  const [createdProject] = await queryDatabase(server, 'select id from project where name = $1', [library])
  const id = createdProject?.id ?? ''
  const workflow = await addToLibrary(page, id, 'workflows', { name: 'Sluices/Defects' })
  const bound = { workflow: { data: { type: 'workflows', id: workflow } } }
  const items = [{ title: 'Seals are tight', type: 'tick' }]
  const gates = await addToLibrary(page, id, 'checklists', { name: 'Sluices/Gates', items }, bound)
  await addToLibrary(page, id, 'checklists', { name: 'Sluices/Chamber', items })

  // New content appears for everybody who has the library open.
  for (const kind of ['Checklists', 'Workflows'])
    await expect(libraryTree(page).getByRole('treeitem', { name: new RegExp(`^${kind}`) })).toBeVisible()
  await press(page, page.getByRole('button', { name: 'New template' }))
  await expect(page.getByRole('dialog', { name: 'New template' }).getByLabel('Name')).toBeFocused()
  await page.keyboard.type(template)
  await page.keyboard.press('Enter')
  await expect(page.getByText(`${template} is added.`)).toBeVisible()
  await expect(page.getByText('This template is empty')).toBeVisible()
  await press(page, page.getByRole('button', { name: library, exact: true }))
  await addEntryByPath(page, 'Checklists', 'Sluices', 'Gates')
  await expect(templateTree(page).getByRole('treeitem', { name: /^Gates|Sluices\/Gates/ })).toBeVisible()
  await press(page, page.getByRole('button', { name: other, exact: true }))
  // The tree of the previous library is shown until this one is loaded.
  await expect(libraryTree(page, other)).toBeVisible()
  await addEntryByPath(page, 'Label groups', 'Cause')
  await expect(templateTree(page).getByRole('treeitem', { name: /^Cause/ })).toBeVisible()
  await tabTo(page, templateTree(page))
  await page.keyboard.press('Home')
  await moveToRow(page, templateTree(page), 'Cause')
  await page.keyboard.press('F2')
  await expect(page.getByRole('dialog', { name: 'Rename Cause' }).getByLabel('Name in new projects')).toBeFocused()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('Reason')
  await page.keyboard.press('Enter')
  await expect(page.getByText('The entry is renamed.')).toBeVisible()

  for (const name of projects) await makeProject(page, name)
  const begun = [
    { type: 'checklists', name: 'Sluices/Gates', workflow: 'Sluices/Defects' },
    { type: 'label-groups', name: 'Reason', workflow: null },
    { type: 'workflows', name: 'Sluices/Defects', workflow: null },
  ]
  for (const name of projects) expect(await contentsOf(server, name)).toEqual(begun)
  const [northernProject] = await queryDatabase(server, 'select id from project where name = $1', [projects[0]])
  await page.goto(`/project-${northernProject?.id}/`)
  const contents = page.getByRole('tree', { name: 'Contents' })
  await expect(contents.getByRole('treeitem', { name: /^Checklists/ })).toContainText('1')
  await expect(contents.getByRole('treeitem', { name: /^Label groups/ })).toContainText('1')

  // The template gains an entry, and a library changes content it provided.
  await page.goto('/project-templates')
  await press(page, page.getByRole('button', { name: library, exact: true }))
  await press(page, page.getByRole('button', { name: template, exact: true }))
  await expect(templateTree(page)).toBeVisible()
  await expect(libraryTree(page, library)).toBeVisible()
  await addEntryByPath(page, 'Checklists', 'Sluices', 'Chamber')
  await expect(page.getByText('1 entry is added.')).toBeVisible()
  const repainted = { items: [...items, { title: 'Paint', type: 'tick' }] }
  const changed = await sendToApi(page, 'PATCH', `/project-${id}/api/v1/checklists/${gates}`, {
    ...{ type: 'checklists', id: gates, attributes: repainted },
  })
  expect(changed.status()).toBe(200)

  await openDrift(page)
  const drift = page.getByRole('dialog', { name: `Projects created from ${template}` })
  for (const name of projects) {
    const row = drift.getByRole('listitem').filter({ hasText: name })
    await expect(row).toContainText('1 entry new in the template')
    await expect(row).toContainText('1 changed in a library')
    await expect(row).toContainText(anna)
  }
  await expectUsableOnEveryWidth(page)
  await takeScreenshots(page, 'template-drift')
  await press(page, drift.getByRole('checkbox', { name: 'All that are behind their template (2)' }), 'Space')
  await expect(drift.getByText('2 projects selected')).toBeVisible()
  await press(page, drift.getByRole('button', { name: 'Preview what they lack' }))
  const plan = page.getByRole('dialog', { name: 'Update projects from their template' })
  await expect(plan.getByText('Sluices/Chamber').first()).toBeVisible()
  await expectUsableOnEveryWidth(page)
  await press(page, plan.getByRole('button', { name: /^Apply \d/ }))
  await expect(page.getByText('The projects are updated.')).toBeVisible()
  const itemsOf = (name: string) =>
    queryDatabase(
      server,
      `select checklist.name, jsonb_array_length(items) as items from checklist join project on project.id = project_id
       where project.name = $1 order by 1`,
      [name],
    )
  for (const name of projects)
    expect(await itemsOf(name)).toEqual([
      { name: 'Sluices/Chamber', items: 1 },
      { name: 'Sluices/Gates', items: 2 },
    ])

  const toast = page.getByText('The projects are updated.').locator('../..')
  // A toast stays visible while the pointer is over it.
  await toast.hover()
  await press(page, toast.getByRole('button', { name: 'Undo', exact: true }))
  await expect.poll(() => itemsOf('South sluice')).toEqual([{ name: 'Sluices/Gates', items: 1 }])
  for (const name of projects) expect(await contentsOf(server, name)).toEqual(begun)

  // The template loses an entry, which the user removes from one project and keeps in the other.
  await tabTo(page, templateTree(page))
  await page.keyboard.press('Home')
  await moveToRow(page, templateTree(page), 'Reason')
  await page.keyboard.press('Delete')
  await expect(page.getByText('1 entry is removed.')).toBeVisible()
  await openDrift(page)
  for (const name of projects)
    await expect(drift.getByRole('listitem').filter({ hasText: name })).toContainText(
      '1 entry no longer in the template',
    )
  await press(page, drift.getByRole('radio', { name: 'Leave it', exact: true }), 'ArrowRight')
  await expect(drift.getByRole('radio', { name: 'Remove it where nobody changed or needs it' })).toBeChecked()
  await press(page, drift.getByRole('checkbox', { name: 'All that are behind their template (2)' }), 'Space')
  await press(page, drift.getByRole('button', { name: 'Preview what they lack' }))
  const southernProject = plan.getByRole('listitem').filter({ hasText: 'South sluice' }).filter({ hasText: 'Reason' })
  await expect(southernProject).toContainText('removed')
  await press(page, southernProject.getByRole('checkbox', { name: 'Remove it: Reason' }), 'Space')
  await expect(plan.getByText('1 row chosen otherwise')).toBeVisible()
  await expectUsableOnEveryWidth(page)
  await takeScreenshots(page, 'template-drift-choices')
  await press(page, plan.getByRole('button', { name: 'Preview again' }))
  await expect(southernProject).toContainText('Kept: it is no longer in the template.')
  await press(page, plan.getByRole('button', { name: /^Apply \d/ }))
  await toast.hover()
  const groupsOf = async (name: string) =>
    (await contentsOf(server, name)).filter(({ type }) => type === 'label-groups').map((group) => group.name)
  expect(await groupsOf('North sluice')).toEqual([])
  expect(await groupsOf('South sluice')).toEqual(['Reason'])
  await press(page, toast.getByRole('button', { name: 'Undo', exact: true }))
  await expect.poll(() => groupsOf('North sluice')).toEqual(['Reason'])
  await expectFitsPhone(page)
})

test('on a phone a project is brought over to its template, and that is undone', async ({ page, server }) => {
  const drifted = 'Quays'
  await signInByApi(page, anna)
  await page.goto('/project-templates')
  await expect(page.getByRole('heading', { name: 'Project templates', level: 1 })).toBeVisible()
  const [{ id: customer = '' } = {}] = await queryDatabase(server, `select id from customer where name = 'Nordbygg AS'`)
  const ofCustomer = { customer: { data: { type: 'customers', id: customer } } }
  const store = async (path: string, type: string, attributes: object, relationships: object) => {
    const response = await sendToApi(page, 'POST', path, { type, attributes, relationships })
    expect(response.ok(), await response.text()).toBe(true)
    return (await response.json()).data.id as string
  }
  const source = await store(
    '/mgw/api/v3/projects',
    'projects',
    { name: 'Quays by the book', isLibrary: true },
    ofCustomer,
  )
  const content = [{ sourceProjectId: source, key: 'checklists', isEverything: true }]
  const createdProject = await store(
    '/mgw/api/v3/project-templates',
    'project-templates',
    { name: drifted, content },
    ofCustomer,
  )
  const items = [{ title: 'Ropes hold', type: 'tick' }]
  await addToLibrary(page, source, 'checklists', { name: 'Quays/Bollards', items })
  const project = await store(
    '/mgw/api/v3/projects',
    'projects',
    { name: 'East quay', projectTemplateId: createdProject },
    ofCustomer,
  )
  const names = async () => (await contentsOf(server, 'East quay')).map(({ name }) => name)
  await expect.poll(names).toEqual(['Quays/Bollards'])
  await expect
    .poll(() => queryDatabase(server, 'select creation_state from project where id = $1', [project]))
    .toEqual([{ creation_state: null }])
  await addToLibrary(page, source, 'checklists', { name: 'Quays/Ladders', items })
  await addToLibrary(page, source, 'label-groups', { name: 'Tides', labels: [] })
  await addEntry(page, { customer, made: createdProject, source })

  await page.setViewportSize({ width: 360, height: 740 })
  await page.reload()
  await expect(page.getByText('Templates are built on a wide screen')).toBeVisible()
  await page.getByRole('button', { name: drifted, exact: true }).click()
  await page.getByRole('main').getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Projects created from it' }).click()
  const drift = page.getByRole('dialog', { name: `Projects created from ${drifted}` })
  const row = drift.getByRole('listitem').filter({ hasText: 'East quay' })
  await expect(row).toContainText('1 entry new in the template')
  await expectFitsPhone(page)
  await row.getByRole('checkbox', { name: 'Select East quay' }).check()
  await drift.getByRole('button', { name: 'Preview what they lack' }).click()
  const plan = page.getByRole('dialog', { name: 'Update projects from their template' })
  await expect(plan.getByText('Quays/Ladders').first()).toBeVisible()
  await expectFitsPhone(page)
  await plan.getByRole('button', { name: /^Apply \d/ }).click()
  const toast = page.getByText('The projects are updated.').locator('../..')
  await expect(toast).toBeVisible()
  expect(await names()).toEqual(['Quays/Bollards', 'Quays/Ladders', 'Tides'])
  await toast.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect.poll(names).toEqual(['Quays/Bollards'])
  await expectFitsPhone(page)
})

/** Adds all label groups of the library to the template. */
async function addEntry(
  page: Page,
  { customer, made: createdProject, source }: Record<'customer' | 'made' | 'source', string>,
) {
  const add = [{ sourceProjectId: source, key: 'labelGroupId', isEverything: true }]
  const response = await sendToApi(page, 'POST', '/mgw/api/v3/change-sets', {
    type: 'change-sets',
    attributes: { kind: 'template-entries', input: { template: createdProject, add }, apply: 'whenClean' },
    relationships: { customer: { data: { type: 'customers', id: customer } } },
  })
  expect(response.ok(), await response.text()).toBe(true)
}
