/// <reference lib="dom" />
import { expect } from '@playwright/test'
import { projectId } from '../server/demo/projects'
import { sendToApi, signIn, takeScreenshots, test } from './fixtures'
import { expectUsableOnEveryWidth, queryDatabase } from './people'
import { assignRoles, getFromApi, openProjectAs, rolesWithExpected } from './project-roles'

test('the contents of a project are walked by keyboard, opened, closed, typed to and searched', async ({
  page,
  server,
}) => {
  await signIn(page, 'mei', '/')
  await page.goto(`/project-${projectId('NB-2042')}/`)
  const tree = page.getByRole('tree', { name: 'Contents' })
  const current = async () => {
    const id = await tree.getAttribute('aria-activedescendant')
    return page.locator(`[id="${id}"]`)
  }
  await expect(tree.getByRole('treeitem', { name: /^Workflows/ })).toHaveAttribute('aria-expanded', 'false')
  await page.getByRole('searchbox', { name: 'Search the contents' }).focus()
  await page.keyboard.press('Tab')
  await expect(tree).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('*')
  await expect(tree.getByRole('treeitem', { name: /Defects/ })).toHaveAttribute('aria-level', '3')
  const [counted] = await queryDatabase(
    server,
    `select open, done, closed from topic_count join workflow on workflow.id = workflow_id
     where workflow.project_id = $1 and name = 'Quality/Defects' and not is_deleted`,
    [projectId('NB-2042')],
  )
  await expect(tree.getByRole('treeitem', { name: /Defects/ })).toContainText(
    `${counted?.open} open · ${counted?.done} done · ${counted?.closed} closed`,
  )
  await expect(async () => {
    await page.keyboard.press('Home')
    await page.keyboard.type('check')
    await expect(await current()).toHaveAccessibleName(/^Checklists/, { timeout: 1_000 })
  }).toPass({ timeout: 30_000 })
  await page.keyboard.press('Enter')
  await expect(await current()).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('ArrowLeft')
  await expect(await current()).toHaveAttribute('aria-expanded', 'false')
  await takeScreenshots(page, 'project-contents')
  await expectUsableOnEveryWidth(page)

  await page.getByRole('searchbox', { name: 'Search the contents' }).fill('seals floors')
  await expect(page.getByText('1 item', { exact: true })).toBeVisible()
  await expect(tree.getByRole('treeitem', { name: /^Floors/ })).toHaveAttribute('aria-level', '4')
  await page.getByRole('searchbox', { name: 'Search the contents' }).fill('no such thing')
  await expect(page.getByText('Nothing matches.')).toBeVisible()
})

test('a tree of twenty thousand documents stays quick, on a phone too', async ({ page, server }) => {
  const project = projectId('NB-2044')
  await queryDatabase(
    server,
    `insert into document (id, customer_id, project_id, folder_id, name)
     select gen_random_uuid(), folder.customer_id, folder.project_id, folder.id, 'Photograph ' || lpad(number::text, 5, '0') || '.jpg'
     from generate_series(1, 20000) as number, folder where folder.project_id = $1 and folder.name = '05 Meetings'`,
    [project],
  )
  await page.setViewportSize({ width: 360, height: 740 })
  await signIn(page, 'ola', '/')
  await page.goto(`/project-${project}/`)
  const tree = page.getByRole('tree', { name: 'Contents' })
  await tree.getByRole('treeitem', { name: /^Folders and documents/ }).click()
  await tree.getByRole('treeitem', { name: /^05 Meetings/ }).click()
  await expect(tree.getByRole('treeitem', { name: /Photograph 00001/ })).toBeVisible()
  await tree.focus()
  await page.keyboard.press('End')
  const places = () => tree.locator('[data-at]').evaluateAll((rows) => rows.map((row) => Number(row.dataset.at)))
  await expect.poll(async () => Math.min(...(await places()))).toBeGreaterThan(19_000)
  await expect.poll(() => tree.getByRole('treeitem').count()).toBeLessThan(100)
  // Rows that scroll into view reuse the elements of those that leave it.
  const rowElements = await tree.locator('[data-at]').elementHandles()
  const first = Math.min(...(await places()))
  await tree.evaluate((box) => box.scrollBy(0, -box.clientHeight))
  await expect.poll(async () => Math.min(...(await places()))).toBeLessThan(first)
  const kept = await Promise.all(rowElements.map((row) => row.evaluate(({ isConnected }) => isConnected)))
  expect(kept.filter(Boolean).length).toBeGreaterThan(rowElements.length / 2)
  // On a busy machine a pause while typing can split a word into two type-ahead searches, so it is typed again.
  await expect(async () => {
    await page.keyboard.press('Home')
    await page.keyboard.type('photograph 20000')
    await expect(tree.getByRole('treeitem', { name: /Photograph 20000/ })).toBeInViewport({ timeout: 2_000 })
  }).toPass({ timeout: 30_000 })
  await expectUsableOnEveryWidth(page)
})

test('the content of a hibernated project is shown to its owner and administrators, and to no other member', async ({
  page,
  server,
}) => {
  test.slow()
  const pier = projectId('NB-1102')
  await assignRoles(server, pier)
  const [folder] = await queryDatabase(
    server,
    `insert into folder (id, customer_id, project_id, name) select gen_random_uuid(), customer_id, id, 'As built drawings'
     from project where id = $1 returning id`,
    [pier],
  )
  const folders = `/project-${pier}/api/v1/folders`
  const roles = rolesWithExpected({
    owner: true,
    administrator: true,
    'workflows administrator': false,
    user: false,
    guest: false,
    'customer administrator': true,
    staff: true,
  })
  for (const [role, isShown] of roles) {
    await test.step(role, async () => {
      await openProjectAs(page, server, role, pier)
      await expect(page.getByText('This project is hibernated')).toBeVisible()
      await expect(page.getByRole('heading', { name: 'People' })).toBeVisible()
      await expect(page.getByRole('heading', { name: 'Contents' })).toHaveCount(isShown ? 1 : 0)
      if (isShown) await expect(page.getByRole('tree', { name: 'Contents' })).toBeVisible()
      expect((await getFromApi(page, folders)).status()).toBe(isShown ? 200 : 403)
      // Nobody may write, whatever they may read.
      const changed = { type: 'folders', id: folder?.id, attributes: { name: 'Other drawings' } }
      const answers = [
        await sendToApi(page, 'PATCH', `${folders}/${folder?.id}`, changed),
        await sendToApi(page, 'POST', folders, { type: 'folders', attributes: { name: 'More drawings' } }),
      ]
      for (const response of answers) {
        expect(response.status()).toBe(409)
        expect((await response.json()).errors[0].code).toBe('projectHibernated')
      }
      if (role === 'owner') await takeScreenshots(page, 'project-hibernated')
    })
  }
  const kept = await queryDatabase(server, 'select name from folder where project_id = $1', [pier])
  expect(kept).toContainEqual({ name: 'As built drawings' })
})
