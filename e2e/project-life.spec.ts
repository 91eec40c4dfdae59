import { expect } from '@playwright/test'
import { projectId } from '../server/demo/projects'
import { signIn, takeScreenshots, test } from './fixtures'
import { expectUsableOnEveryWidth, queryDatabase } from './people'
import { assignRoles, getFromApi, openProjectAs, rolesWithExpected } from './project-roles'

test('a stopped project is opened from the list: it starts, says so, and is there by itself; a crashed one says since when', async ({
  page,
  server,
}) => {
  const statusOf = async (number: string) =>
    (await queryDatabase(server, 'select status from project where id = $1', [projectId(number)]))[0]?.status
  expect(await statusOf('NB-2087')).toBe('Stopped')
  await signIn(page, 'anna', '/')
  // The start is delayed until the screen has been checked.
  let release = () => {}
  let released = Promise.resolve()
  const hold = () => {
    released = new Promise<void>((resolve) => {
      release = resolve
    })
  }
  await page.route('**/_starttrigger', async (route) => {
    await released
    await route.continue()
  })
  hold()
  await page
    .getByRole('main')
    .getByRole('link', { name: /Elverum Barracks/ })
    .click()
  const main = page.getByRole('main')
  await expect(main.getByRole('status').filter({ hasText: 'This project is starting' })).toBeVisible()
  await takeScreenshots(page, 'project-starting')
  release()
  await expect(main.getByText('Running', { exact: true })).toBeVisible()
  await expect(main.getByText('This project is starting')).toHaveCount(0)
  expect(await statusOf('NB-2087')).toBe('Running')

  expect(await statusOf('NB-2093')).toBe('Crashed')
  await queryDatabase(server, "update project set crashed_at = '2026-03-01T10:20:00Z' where id = $1", [
    projectId('NB-2093'),
  ])
  hold()
  await page.keyboard.press('Control+k')
  await page.getByLabel('Search all your projects').fill('Kløfta')
  await page.keyboard.press('Enter')
  await expect(main.getByRole('heading', { name: 'Kløfta Interchange' })).toBeVisible()
  await expect(main.getByRole('status').filter({ hasText: 'This project is starting' })).toContainText(
    /It crashed on 1 Mar 2026/,
  )
  await takeScreenshots(page, 'project-crashed')
  await expectUsableOnEveryWidth(page)
  release()
  await expect(main.getByText('Running', { exact: true })).toBeVisible()
  expect(await statusOf('NB-2093')).toBe('Running')
})

test('a start that fails says so and is tried again', async ({ page, server }) => {
  await queryDatabase(server, "update project set status = 'Stopped' where id = $1", [projectId('NB-2083')])
  await signIn(page, 'anna', '/')
  await page.route('**/_starttrigger', (route) => route.fulfill({ status: 500, json: { errors: [] } }))
  await page.goto(`/project-${projectId('NB-2083')}/`)
  await expect(page.getByRole('alert')).toContainText('This project could not be started')
  await expectUsableOnEveryWidth(page)
  await page.unroute('**/_starttrigger')
  await page.getByRole('button', { name: 'Try again', exact: true }).click()
  await expect(page.getByRole('main').getByText('Running', { exact: true })).toBeVisible()
})

test('a deleted project is hidden from its members; its owner finds it by its address and restores it', async ({
  page,
  browser,
  server,
}) => {
  const quay = projectId('NB-2044')
  await queryDatabase(
    server,
    `update project set is_inactive = true, deleted_at = now() - interval '24 days' where id = $1`,
    [quay],
  )
  const member = await browser.newPage({ baseURL: server.url })
  await signIn(member, 'mei', '/')
  await member.goto(`/project-${quay}/`)
  await expect(member.getByRole('heading', { name: 'There is nothing here' })).toBeVisible()
  await member.close()
  await signIn(page, 'ola', '/')
  await expect(page.getByRole('main').getByRole('link', { name: /quay promenade/ })).toHaveCount(0)
  await page.goto(`/project-${quay}/`)
  await expect(page.getByRole('alert')).toContainText('It can be restored until')
  await takeScreenshots(page, 'project-deleted')
  await expectUsableOnEveryWidth(page)
  await page.getByRole('button', { name: 'Restore project', exact: true }).click()
  await expect(page.getByText('Project restored')).toBeVisible()
  await expect(page.getByRole('main').getByText('Running', { exact: true })).toBeVisible()
  const [stored] = await queryDatabase(server, 'select is_inactive, deleted_at from project where id = $1', [quay])
  expect(stored).toEqual({ is_inactive: false, deleted_at: null })
})

test('at its home the owner hibernates a project and wakes it up, and takes its deletion back from the toast', async ({
  page,
  server,
}) => {
  const quay = projectId('NB-2044')
  const stored = async () => {
    const [project] = await queryDatabase(server, 'select is_hibernated, is_inactive from project where id = $1', [
      quay,
    ])
    return project
  }
  await signIn(page, 'ola', '/')
  await page.goto(`/project-${quay}/`)
  await page.getByRole('button', { name: 'Hibernate', exact: true }).press('Enter')
  const question = page.getByRole('dialog', { name: /^Hibernate “.+”\?$/ })
  await expect(question).toContainText('only its owner and administrators open it')
  await expectUsableOnEveryWidth(page)
  expect(await stored()).toEqual({ is_hibernated: false, is_inactive: false })
  await question.getByRole('button', { name: 'Hibernate', exact: true }).press('Enter')
  await expect(page.getByText('This project is hibernated')).toBeVisible()
  await expect(page.getByText(/ is hibernated\.$/)).toBeVisible()
  expect(await stored()).toEqual({ is_hibernated: true, is_inactive: false })
  await expectUsableOnEveryWidth(page)
  await page.getByRole('button', { name: 'Wakeup', exact: true }).press('Enter')
  await expect(page.getByText('This project is hibernated')).toHaveCount(0)
  await expect(page.getByText(/ is awake\.$/)).toBeVisible()
  expect(await stored()).toEqual({ is_hibernated: false, is_inactive: false })

  await page.getByRole('button', { name: 'Delete project', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete project', exact: true }).click()
  // The address of the project ends with a slash, too.
  await page.waitForURL(({ pathname }) => pathname === '/')
  const row = page.getByRole('main').getByRole('link', { name: /quay promenade/ })
  await expect(row).toHaveCount(0)
  expect(await stored()).toEqual({ is_hibernated: false, is_inactive: true })
  // The latest of the toasts.
  await page
    .getByText(/ is deleted\. It can be restored/)
    .locator('xpath=ancestor::*[.//button][1]')
    .getByRole('button', { name: 'Undo', exact: true })
    .click()
  await expect(row).toHaveCount(1)
  expect(await stored()).toEqual({ is_hibernated: false, is_inactive: false })
})

test('a deleted project is there for its owner, the customer’s administrators and staff alone, and its content for nobody', async ({
  page,
  server,
}) => {
  test.slow()
  const bridge = projectId('NB-2135')
  await assignRoles(server, bridge)
  const folders = `/project-${bridge}/api/v1/folders`
  const setDeleted = (isDeleted: boolean) =>
    queryDatabase(
      server,
      `update project set is_inactive = $2, deleted_at = case when $2 then now() - interval '3 days' end where id = $1`,
      [bridge, isDeleted],
    )
  const roles = rolesWithExpected({
    owner: true,
    administrator: false,
    'workflows administrator': false,
    user: false,
    guest: false,
    'customer administrator': true,
    staff: true,
  })
  for (const [role, isSeen] of roles) {
    await test.step(role, async () => {
      await setDeleted(false)
      await openProjectAs(page, server, role, bridge)
      await expect(page.getByRole('tree', { name: 'Contents' })).toBeVisible()
      expect((await getFromApi(page, folders)).status()).toBe(200)
      await setDeleted(true)
      await page.reload()
      if (isSeen) {
        await expect(page.getByRole('alert')).toContainText('It can be restored until')
        await expect(page.getByRole('button', { name: 'Restore project', exact: true })).toBeVisible()
        await expect(page.getByRole('heading', { name: 'Contents' })).toHaveCount(0)
      } else {
        await expect(page.getByRole('heading', { name: 'There is nothing here' })).toBeVisible()
      }
      expect((await getFromApi(page, folders)).status()).toBe(404)
    })
  }
})
