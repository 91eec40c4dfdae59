import { expect } from '@playwright/test'
import { projectId } from '../server/demo/projects'
import { noonTimeZone } from '../server/test/noon-time-zone'
import { bearerOf, expectAccessible, signIn, takeScreenshots, test } from './fixtures'
import { queryDatabase } from './people'

test.use({ timezoneId: noonTimeZone() })

test('a person signs in, sees their projects, creates one from a template and opens it', async ({ page, server }) => {
  await signIn(page, 'ola', '/')
  await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()
  await expect(page).toHaveTitle('Projects · Lintel')
  await expectAccessible(page)
  await takeScreenshots(page, 'projects')

  await page.getByRole('link', { name: 'New project', exact: true }).click()
  const name = `Harbour baths, contract ${Date.now() % 100_000}`
  await page.getByLabel('Project name').fill(name)
  await page.getByLabel('Description').fill('Sea bath with three basins')
  await page.getByLabel('Your project number').fill('NB-3001')
  await page.getByRole('combobox', { name: 'Template', exact: true }).click()
  await expect(page.getByRole('option', { name: 'Empty', exact: true })).toBeVisible()
  await expect(page.getByText('Default templates')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('option').nth(1).click()
  await expect(page.getByRole('listbox')).toBeHidden()
  await takeScreenshots(page, 'new-project')
  await page.getByRole('button', { name: 'Create project' }).click()

  await expect(page).toHaveURL(/\/new-project\/created\/[\w-]+$/)
  await expect(page.getByRole('heading', { name: `“${name}” is ready` })).toBeVisible()
  await expectAccessible(page)
  await takeScreenshots(page, 'project-created')

  await page.getByRole('link', { name: 'Go to project' }).click()
  await expect(page).toHaveURL(/\/project-[\w-]+\/$/)
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
  await expect(page.getByText('Sea bath with three basins')).toBeVisible()
  await expect(page.getByRole('main').getByText('Ola Berge', { exact: true })).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('link', { name: 'Lintel, all projects' }).click()
  await expect(page.getByRole('link', { name: new RegExp(name) })).toContainText('Opened today')
  const stored = 'select name, description, external_id from project where name = $1'
  expect(await queryDatabase(server, stored, [name])).toEqual([
    { name, description: 'Sea bath with three basins', external_id: 'NB-3001' },
  ])
})

test('the home of a project tells how it is, and the figures that the server counts', async ({ page, server }) => {
  await signIn(page, 'anna', '/')
  for (const [number, state] of [
    ['NB-2041', 'Running'],
    ['NB-1102', 'Hibernated'],
  ] as const) {
    const id = projectId(number)
    await page.goto(`/project-${id}/`)
    const home = page.getByRole('main')
    await expect(home.getByText(state, { exact: true })).toBeVisible()
    const headers = { authorization: bearerOf(page) }
    const { data } = await (await fetch(`${server.url}/mgw/api/v3/project-stats/${id}`, { headers })).json()
    const { numUsers, numGroups, createdAt } = data.attributes
    expect(numUsers).toBeGreaterThan(1)
    const figure = (name: string) =>
      home.locator('dl > div', { has: page.getByText(name, { exact: true }) }).getByRole('definition')
    await expect(figure('Members')).toHaveText(`${numUsers}`)
    await expect(figure('Groups')).toHaveText(`${numGroups}`)
    for (const [name, attribute] of [
      ['Open topics', 'numOpenTopics'],
      ['Checklists', 'numChecklists'],
      ['Documents', 'numDocuments'],
      ['Spaces', 'numSpaces'],
    ] as const) {
      await expect(figure(name)).toHaveText(`${data.attributes[attribute]}`)
    }
    await expect(figure('Features')).toHaveText(`${data.relationships.features.data.length}`)
    await expect(figure('Created').locator('time')).toHaveAttribute('datetime', createdAt)
  }
})

test('a project without a name is not sent, and the field says why', async ({ page }) => {
  await signIn(page, 'ola', '/new-project')
  await page.getByRole('button', { name: 'Create project' }).click()
  await expect(page.getByText('Please fill this in.')).toBeVisible()
  await expect(page.getByLabel('Project name')).toHaveAttribute('aria-invalid', 'true')
  await expect(page).toHaveURL(/\/new-project$/)
})

test('what the server refuses stands beside its field', async ({ page }) => {
  await signIn(page, 'ola', '/new-project')
  // Longer than the field accepts, to test the server's validation.
  await page.route('**/mgw/api/v3/projects', async (route) => {
    const sent = route.request().postDataJSON()
    sent.data.attributes.externalId = 'x'.repeat(101)
    await route.continue({ postData: JSON.stringify(sent) })
  })
  await page.getByLabel('Project name').fill('Anything')
  await page.getByRole('button', { name: 'Create project' }).click()
  await expect(page.getByText(/^At most [\d,]+ characters\.$/)).toBeVisible()
  await expect(page.getByLabel('Your project number')).toHaveAttribute('aria-invalid', 'true')
})

test('leaving a form that was begun asks first', async ({ page }) => {
  await signIn(page, 'ola', '/new-project')
  await page.getByLabel('Project name').fill('Half a thought')
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  const confirmation = page.getByRole('dialog', { name: 'Leave without creating the project?' })
  await expect(confirmation).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(confirmation).toBeHidden()
  await expect(page.getByLabel('Project name')).toHaveValue('Half a thought')
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await confirmation.getByRole('button', { name: 'Leave', exact: true }).click()
  await expect(page).toHaveURL(/\/$/)
})
