/// <reference lib="dom" />
import { expect, type Page } from '@playwright/test'
import { begin, looksRight, onDatabase } from './people'
import type { ProductServer } from './server'
import { ask, expectFitsPhone, takePictures, test } from './visit'

const anna = 'anna@nordbygg.example'
const template = 'Sluices'
const library = 'Sluices by the book'
const other = 'Nordbygg details and groups'
const projects = ['North sluice', 'South sluice']

const libraryTree = (page: Page) => page.getByRole('tree', { name: /^Resources of/ })
const templateTree = (page: Page) => page.getByRole('tree', { name: `Entries of ${template}` })

/** Stores a resource in the library, as programs do. */
async function fill(page: Page, project: string, type: string, attributes: object, relationships: object = {}) {
  const address = `/project-${project}/api/v1/${type}`
  const placed = { project: { data: { type: 'projects', id: project } }, ...relationships }
  const answer = await ask(page, 'POST', address, { type, attributes, relationships: placed })
  expect(answer.status(), await answer.text()).toBe(201)
  return (await answer.json()).data.id as string
}

/** What a project holds of what the libraries gave it: the type and the name, with the name of a checklist's workflow. */
const held = (server: ProductServer, project: string) =>
  onDatabase(
    server,
    `select content.entity_type as type, content.name, workflow.name as workflow from project_content as content
     join project on project.id = content.project_id
     left join checklist on checklist.id = content.id left join workflow on workflow.id = checklist.workflow_id
     where project.name = $1 and content.entity_type in ('checklists', 'workflows', 'label-groups') order by 1, 2`,
    [project],
  )

/** Opens a folder of the library's tree by its name, and adds what is at the end of the path. */
async function addByName(page: Page, ...path: string[]) {
  const tree = libraryTree(page)
  await tree.focus()
  await page.keyboard.press('Home')
  for (const [at, name] of path.entries()) {
    const row = tree.getByRole('treeitem', { name: new RegExp(`^${name}`) }).first()
    await row.click()
    if (at < path.length - 1 && (await row.getAttribute('aria-expanded')) === 'false')
      await page.keyboard.press('ArrowRight')
  }
  await page.keyboard.press('Enter')
}

async function makeProject(page: Page, name: string) {
  await page.goto('/new-project')
  const chosen = page.getByRole('combobox', { name: 'Template' })
  await chosen.fill(template)
  await page.getByRole('option', { name: template, exact: true }).click()
  await page.getByLabel('Project name').fill(name)
  await page.getByRole('button', { name: 'Create project' }).click()
  await expect(page.getByRole('heading', { name: `“${name}” is ready` })).toBeVisible()
}

test('a library is made and filled, a template built of two, projects made from it, and both brought over when it changes', async ({
  page,
  server,
}) => {
  await begin(page, anna)
  await page.goto('/project-templates')
  await page.getByRole('button', { name: 'New library' }).click()
  await page.getByRole('dialog', { name: 'New library' }).getByLabel('Name').fill(library)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: `Go to ${library}?` })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: library, exact: true }).click()
  await expect(page.getByText(`${library} is empty`)).toBeVisible()
  const [made] = await onDatabase(server, 'select id from project where name = $1', [library])
  const id = made?.id ?? ''
  const workflow = await fill(page, id, 'workflows', { name: 'Sluices/Defects' })
  const bound = { workflow: { data: { type: 'workflows', id: workflow } } }
  const items = [{ title: 'Seals are tight', type: 'tick' }]
  const gates = await fill(page, id, 'checklists', { name: 'Sluices/Gates', items }, bound)
  await fill(page, id, 'checklists', { name: 'Sluices/Chamber', items })

  // Whoever looks at the library sees what comes into it.
  for (const kind of ['Checklists', 'Workflows'])
    await expect(libraryTree(page).getByRole('treeitem', { name: new RegExp(`^${kind}`) })).toBeVisible()
  await page.getByRole('button', { name: 'New template' }).click()
  await page.getByRole('dialog', { name: 'New template' }).getByLabel('Name').fill(template)
  await page.keyboard.press('Enter')
  await expect(page.getByText(`${template} is added.`)).toBeVisible()
  await page.getByRole('button', { name: library, exact: true }).click()
  await addByName(page, 'Checklists', 'Sluices', 'Gates')
  await expect(templateTree(page).getByRole('treeitem', { name: /^Gates|Sluices\/Gates/ })).toBeVisible()
  await page.getByRole('button', { name: other, exact: true }).click()
  await addByName(page, 'Label groups', 'Cause')
  const cause = templateTree(page).getByRole('treeitem', { name: /^Cause/ })
  await cause.click()
  await page.keyboard.press('F2')
  await page.getByRole('dialog', { name: 'Rename Cause' }).getByLabel('Name in new projects').fill('Reason')
  await page.keyboard.press('Enter')
  await expect(page.getByText('The entry is renamed.')).toBeVisible()

  for (const name of projects) await makeProject(page, name)
  const begun = [
    { type: 'checklists', name: 'Sluices/Gates', workflow: 'Sluices/Defects' },
    { type: 'label-groups', name: 'Reason', workflow: null },
    { type: 'workflows', name: 'Sluices/Defects', workflow: null },
  ]
  for (const name of projects) expect(await held(server, name)).toEqual(begun)
  const [north] = await onDatabase(server, 'select id from project where name = $1', [projects[0]])
  await page.goto(`/project-${north?.id}/`)
  const contents = page.getByRole('tree', { name: 'Contents' })
  await expect(contents.getByRole('treeitem', { name: /^Checklists/ })).toContainText('1')
  await expect(contents.getByRole('treeitem', { name: /^Label groups/ })).toContainText('1')

  // The template gains an entry, and a library changes what it gave.
  await page.goto('/project-templates')
  await page.getByRole('button', { name: template, exact: true }).click()
  await page.getByRole('button', { name: library, exact: true }).click()
  await addByName(page, 'Checklists', 'Sluices', 'Chamber')
  await expect(page.getByText('1 entry is added.')).toBeVisible()
  const repainted = { items: [...items, { title: 'Paint', type: 'tick' }] }
  const changed = await ask(page, 'PATCH', `/project-${id}/api/v1/checklists/${gates}`, {
    ...{ type: 'checklists', id: gates, attributes: repainted },
  })
  expect(changed.status()).toBe(200)

  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Projects made from it' }).click()
  const drift = page.getByRole('dialog', { name: `Projects made from ${template}` })
  for (const name of projects) {
    const row = drift.getByRole('listitem').filter({ hasText: name })
    await expect(row).toContainText('1 entry new in the template')
    await expect(row).toContainText('1 changed in a library')
    await expect(row).toContainText(anna)
  }
  await looksRight(page)
  await takePictures(page, 'template-drift')
  await drift.getByRole('checkbox', { name: 'All that are behind their template (2)' }).check()
  await expect(drift.getByText('2 projects selected')).toBeVisible()
  await drift.getByRole('button', { name: 'Preview what they lack' }).click()
  const plan = page.getByRole('dialog', { name: 'Bring projects over to their template' })
  await expect(plan.getByText('Sluices/Chamber').first()).toBeVisible()
  await looksRight(page)
  await plan.getByRole('button', { name: 'Bring over' }).click()
  await expect(page.getByText('The projects are brought over.')).toBeVisible()
  const itemsOf = (name: string) =>
    onDatabase(
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

  const told = page.getByText('The projects are brought over.').locator('..')
  await told.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => itemsOf('South sluice')).toEqual([{ name: 'Sluices/Gates', items: 1 }])
  for (const name of projects) expect(await held(server, name)).toEqual(begun)

  // The template loses an entry: the person removes it from one project, and keeps it in the other.
  await templateTree(page)
    .getByRole('treeitem', { name: /^Reason/ })
    .click()
  await page.keyboard.press('Delete')
  await expect(page.getByText('1 entry is removed.')).toBeVisible()
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Projects made from it' }).click()
  for (const name of projects)
    await expect(drift.getByRole('listitem').filter({ hasText: name })).toContainText(
      '1 entry no longer in the template',
    )
  await drift.getByText('Remove it where nobody changed or needs it').click()
  await drift.getByRole('checkbox', { name: 'All that are behind their template (2)' }).check()
  await drift.getByRole('button', { name: 'Preview what they lack' }).click()
  const southern = plan.getByRole('listitem').filter({ hasText: 'South sluice' }).filter({ hasText: 'Reason' })
  await expect(southern).toContainText('removed')
  await southern.getByRole('checkbox', { name: 'Remove it: Reason' }).uncheck()
  await expect(plan.getByText('1 row chosen otherwise')).toBeVisible()
  await looksRight(page)
  await takePictures(page, 'template-drift-choices')
  await plan.getByRole('button', { name: 'Preview again' }).click()
  await expect(southern).toContainText('Kept: it is no longer in the template.')
  await plan.getByRole('button', { name: 'Bring over' }).click()
  await expect(page.getByText('The projects are brought over.')).toBeVisible()
  const groupsOf = async (name: string) =>
    (await held(server, name)).filter(({ type }) => type === 'label-groups').map((group) => group.name)
  expect(await groupsOf('North sluice')).toEqual([])
  expect(await groupsOf('South sluice')).toEqual(['Reason'])
  await told.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => groupsOf('North sluice')).toEqual(['Reason'])
  await expectFitsPhone(page)
})
