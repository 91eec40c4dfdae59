/// <reference lib="dom" />
import { type Browser, expect, type Page } from '@playwright/test'
import { sql } from 'kysely'
import { loadLargeCustomer } from '../server/demo/large-customer'
import { closeDatabase, openDatabase } from '../server/src/platform/database'
import { givePassword } from '../server/test/give-password'
import { test } from './fixtures'
import { queryDatabase, signInByApi } from './people'
import type { ProductServer } from './server'
import { grid, preview, searchProject } from './users-grid'

// Two administrators of 10,000 users x 1,000 projects with 200,000 memberships. Assertions are about the stored data.
test.describe.configure({ mode: 'default', timeout: 300_000 })

const size = { users: 10_000, projects: 1_000, memberships: 200_000, seed: 1 }

/** The administrators, and the full names of two projects with many members. */
interface LargeWorld {
  server: ProductServer
  first: string
  second: string
  projects: readonly [string, string]
}

let world: LargeWorld

test.beforeAll(async ({ servers }, { file }) => {
  test.setTimeout(300_000)
  const server = await servers.get(file)
  const db = openDatabase({ url: server.database.connectionString, statementTimeout: 0, idleInTransactionTimeout: 0 })
  try {
    const { customer, administrator } = await loadLargeCustomer(db, size, Date.now(), () => undefined)
    const { rows: others } = await sql<{ email: string }>`
      insert into customer_admin (customer_id, user_id)
      select home_customer_id, id from app_user
      where home_customer_id = ${customer} and not guest and email <> ${administrator} order by id desc limit 1
      returning (select email from app_user where id = user_id) as email`.execute(db)
    const second = others[0]?.email ?? ''
    await givePassword(db, second)
    const { rows: projects } = await sql<{ name: string }>`
      select project.name from project join project_member as member on member.project_id = project.id
      where project.customer_id = ${customer} and not project.is_hibernated
      group by project.id order by count(*) desc, project.name limit 2`.execute(db)
    const [one, other] = projects.map(({ name }) => name)
    if (!one || !other) throw new Error('The large customer has no two projects')
    world = { server, first: administrator, second, projects: [one, other] }
  } finally {
    await closeDatabase(db)
  }
})

/** Stored memberships of a project by email: every user-editable attribute, as JSON. */
async function membersOf(project: string): Promise<Record<string, string>> {
  const rows = await queryDatabase(
    world.server,
    `select person.email, jsonb_build_object('level', member.privilege_level, 'end', member.expiration_date,
       'until', member.access_until, 'providers', member.providers)::text as terms
     from project_member as member join app_user as person on person.id = member.user_id
     join project on project.id = member.project_id where project.name = $1 order by person.email`,
    [project],
  )
  return Object.fromEntries(rows.map(({ email = '', terms = '' }) => [email, terms]))
}

const levelIn = (members: Record<string, string>, email: string): number =>
  JSON.parse(members[email] ?? '{}').level ?? 0

/** Emails of the people whose level, end date or login methods differ. */
const changedPeople = (before: Record<string, string>, after: Record<string, string>): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((email) => before[email] !== after[email])
    .toSorted()

/** Opens the grid of all users with one project, sorted so that its members are on top. */
async function openSorted(page: Page, email: string, project: string): Promise<void> {
  await signInByApi(page, email)
  await page.goto('/users')
  await expect(page.getByText('10,000 users', { exact: true })).toBeVisible({ timeout: 60_000 })
  await searchProject(page, project)
  await page.getByRole('columnheader', { name: project }).click()
  await expect(page.getByRole('columnheader', { name: project })).toHaveAttribute('aria-sort', /ascending|descending/)
}

async function secondWindow(browser: Browser, baseURL: string | undefined, project: string): Promise<Page> {
  const context = await browser.newContext({ ...(baseURL && { baseURL }), locale: 'en-GB' })
  const page = await context.newPage()
  await openSorted(page, world.second, project)
  return page
}

const cell = (page: Page, row: number) => grid(page).locator(`[data-row="${row}"] [aria-colindex="5"]`)
const emailAt = async (page: Page, row: number): Promise<string> =>
  (await grid(page).locator(`[data-row="${row}"] [aria-colindex="3"]`).textContent()) ?? ''

const highlighted = (page: Page) =>
  grid(page).evaluate((element) =>
    [...element.querySelectorAll('[data-row]')]
      .filter((row) => row.querySelector('[data-range], [data-active]'))
      .map((row) => row.querySelector('[aria-colindex="3"]')?.textContent ?? '')
      .toSorted(),
  )

/** The first row from this index whose cell is editable; owners' cells are not. */
async function findEditableRow(page: Page, from: number): Promise<number> {
  for (let row = from; row < from + 10; row++)
    if ((await cell(page, row).getAttribute('data-locked')) === null) return row
  throw new Error('No cell in sight may be changed')
}

/** Gives the user of a row this role through the menu of the cell. */
async function choose(page: Page, row: number, level: number): Promise<void> {
  const stored = page.waitForResponse((response) => response.url().endsWith('/change-sets'))
  await cell(page, row).dblclick()
  await page.getByRole('menu').locator(`[data-key="${level}"]`).click()
  expect((await (await stored).json()).data.attributes.state).toBe('applied')
}

test('sorted by a project, the cursor stays with its person while another administrator changes rows above', async ({
  page,
  browser,
  baseURL,
}) => {
  const [project] = world.projects
  await openSorted(page, world.first, project)
  const second = await secondWindow(browser, baseURL, project)
  const before = await membersOf(project)
  const topRow = await findEditableRow(second, 0)
  const removed = await emailAt(second, topRow)
  const row = await findEditableRow(page, topRow + 2)
  const who = await emailAt(page, row)
  await cell(page, row).click()
  expect(await highlighted(page)).toEqual([who])
  // A user who loses the role is no longer among the top rows.
  await choose(second, topRow, 0)
  await expect(grid(page).locator(`[data-row="${topRow}"]`)).not.toContainText(removed)
  expect(await highlighted(page)).toEqual([who])
  const level = levelIn(before, who) === 15 ? 20 : 15
  await grid(page).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menu').locator(`[data-key="${level}"]`).click()
  await expect.poll(async () => levelIn(await membersOf(project), who)).toBe(level)
  expect(changedPeople(before, await membersOf(project))).toEqual([removed, who].toSorted())
  await second.context().close()
})

test('a range changes those who are highlighted, and its undo puts back all but what somebody newer has touched', async ({
  page,
  browser,
  baseURL,
}) => {
  const [, project] = world.projects
  await openSorted(page, world.first, project)
  const second = await secondWindow(browser, baseURL, project)
  const before = await membersOf(project)
  const from = await findEditableRow(page, 5)
  await cell(page, from).click()
  await cell(page, from + 2).click({ modifiers: ['Shift'] })
  const three = await highlighted(page)
  expect(three).toHaveLength(3)
  const topRow = await findEditableRow(second, 0)
  const removed = await emailAt(second, topRow)
  expect(three).not.toContain(removed)
  await choose(second, topRow, 0)
  await expect(grid(page).locator(`[data-row="${topRow}"]`)).not.toContainText(removed)
  expect(await highlighted(page)).toEqual(three)
  // A role that none of the three has, so that all of them change.
  const [level = 0] = [15, 20, 10].filter((each) => three.every((email) => levelIn(before, email) !== each))
  await grid(page).focus()
  await page.keyboard.press('Enter')
  const roles = page.getByRole('dialog').getByRole('radio')
  await roles.nth([20, 15, 10].indexOf(level)).check()
  await page.keyboard.press('Enter')
  await preview(page)
    .getByRole('button', { name: /^Apply \d/ })
    .click()
  await expect(preview(page)).toHaveCount(0)
  const changed = await membersOf(project)
  expect(changedPeople(before, changed)).toEqual([removed, ...three].toSorted())
  for (const email of three) expect(levelIn(changed, email)).toBe(level)

  // One of the three is changed again by the other administrator.
  const [reChanged = ''] = three
  const other = [15, 20, 10].find((each) => each !== level && each !== levelIn(before, reChanged)) ?? 0
  await second.getByLabel('Search users').fill(reChanged)
  await expect(grid(second).locator('[data-row="0"]')).toContainText(reChanged)
  await choose(second, 0, other)
  await grid(page).focus()
  await page.keyboard.press('Control+z')
  const rest = page.getByRole('dialog')
  await expect(rest).toBeVisible()
  await rest.getByRole('button', { name: 'Undo the others' }).click()
  await expect
    .poll(async () => changedPeople(before, await membersOf(project)))
    .toEqual([removed, reChanged].toSorted())
  expect(levelIn(await membersOf(project), reChanged)).toBe(other)
  await second.context().close()
})

test('all whom a word finds among ten thousand gain a role in one step, nobody else does, and it is undone whole', async ({
  page,
}) => {
  const [project] = world.projects
  await signInByApi(page, world.first)
  await page.goto('/users?user=hansen')
  const countText = page.getByText(/^[\d,]+ of 10,000 users$/)
  await expect(countText).toBeVisible({ timeout: 60_000 })
  const count = Number((await countText.textContent())?.replace(/ of .*/, '').replace(',', ''))
  expect(count).toBeGreaterThan(20)
  const before = await membersOf(project)
  await cell(page, 0).click()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Shift+Space')
  const bar = page.getByRole('region', { name: 'Selected users' })
  await expect(bar).toContainText(`${count.toLocaleString('en-GB')} users`)
  await bar.getByRole('button', { name: 'Role in a project' }).click()
  await page.getByRole('combobox', { name: 'Project', exact: true }).fill(project)
  await page.getByRole('option', { name: project }).first().click()
  await page.getByRole('radio', { name: 'Workflows', exact: true }).check()
  await page.getByRole('button', { name: 'Preview', exact: true }).click()
  await preview(page)
    .getByRole('button', { name: /^Apply \d/ })
    .click()
  await expect(preview(page)).toHaveCount(0)
  const after = await membersOf(project)
  const changed = changedPeople(before, after)
  expect(changed.length).toBeGreaterThan(20)
  expect(changed.length).toBeLessThanOrEqual(count)
  for (const email of changed) {
    expect(email).toContain('hansen')
    expect(levelIn(after, email)).toBe(15)
  }
  await page.getByRole('button', { name: 'Undo', exact: true }).first().click()
  await expect.poll(async () => changedPeople(before, await membersOf(project))).toEqual([])
})
