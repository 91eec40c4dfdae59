/// <reference lib="dom" />
import { copyFileSync, utimesSync, writeFileSync } from 'node:fs'
import { expect, type Locator, type Page } from '@playwright/test'
import { createGate } from './create-gate'
import { test } from './fixtures'
import { queryDatabase, signInByApi } from './people'
import type { ProductServer } from './server'
import { chooseFromMore, grid, openUsers, preview, searchProject } from './users-grid'

/** Stored privilege levels of a project's members, by email. */
async function storedLevels(server: ProductServer, project: string): Promise<Record<string, string>> {
  const rows = await queryDatabase(
    server,
    `select person.email, member.privilege_level::text as level from project_member as member
     join app_user as person on person.id = member.user_id join project on project.id = member.project_id
     where project.name like $1 || '%' order by 1`,
    [project],
  )
  return Object.fromEntries(rows.map(({ email = '', level = '' }) => [email, level]))
}

/** Selects the cells of all listed users in the project and chooses another role for them. */
async function chooseRole(page: Page, role: string): Promise<void> {
  await searchProject(page, 'Fornebu')
  const before = (await grid(page).getAttribute('aria-rowcount')) ?? ''
  await page.getByLabel('Search users').fill('ann')
  await expect(grid(page)).not.toHaveAttribute('aria-rowcount', before)
  await grid(page).focus()
  await page.keyboard.press('Control+Home')
  await page.keyboard.press('Control+ArrowRight')
  await page.keyboard.press('Control+Shift+ArrowDown')
  await page.getByRole('button', { name: 'Change role', exact: true }).click()
  await page.getByRole('radio', { name: role }).check()
}

/** Chooses another role for all listed users and returns the preview. */
async function planRole(page: Page, role: string): Promise<Locator> {
  await chooseRole(page, role)
  await page.keyboard.press('Enter')
  const plan = preview(page)
  await expect(plan.getByText(/rows? will change$/)).toBeVisible()
  return plan
}

const done = (page: Page) => page.getByText(/^\d+ users? updated successfully!$/)

/** Drags the mouse from one point to another. */
async function drag(page: Page, from: { x: number; y: number }, to: { x: number; y: number }) {
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(to.x, to.y)
  await page.mouse.up()
}

test('a press that began inside a dialog closes nothing, wherever it ends; one beside it does', async ({ page }) => {
  await openUsers(page)
  await chooseFromMore(page, 'Upload an access file')
  const dialog = page.getByRole('dialog', { name: 'Upload an access file' })
  const lead = await dialog.getByText('A CSV or Excel file', { exact: false }).boundingBox()
  const inside = { x: (lead?.x ?? 0) + 20, y: (lead?.y ?? 0) + 10 }
  const beside = { x: 5, y: 400 }
  await drag(page, inside, beside)
  await expect(dialog).toBeVisible()
  await drag(page, beside, inside)
  await expect(dialog).toBeVisible()
  await drag(page, beside, beside)
  await expect(dialog).toBeHidden()
})

test('a cancelled file chooser closes no dialog, and a file that changed since it was chosen is said', async ({
  page,
}, testInfo) => {
  await openUsers(page)
  await chooseFromMore(page, 'Upload an access file')
  const dialog = page.getByRole('dialog', { name: 'Upload an access file' })
  const file = testInfo.outputPath('access.csv')
  writeFileSync(file, 'email;project;role;expiration\n')
  await dialog.getByLabel('File').setInputFiles(file)
  writeFileSync(file, 'email;project;role;expiration\nlena@nordbygg.example;NB-2041;user;2099-12-24\n')
  utimesSync(file, 1, 1)
  await dialog.getByRole('button', { name: 'Preview', exact: true }).click()
  await expect(dialog.getByText('This file can no longer be read.', { exact: false })).toBeVisible()
  await dialog.getByLabel('File').dispatchEvent('cancel', { bubbles: true, cancelable: true })
  await expect(dialog).toBeVisible()
  const copy = testInfo.outputPath('copy.csv')
  copyFileSync(file, copy)
  await dialog.getByLabel('File').setInputFiles(copy)
  await dialog.getByRole('button', { name: 'Preview', exact: true }).click()
  await expect(preview(page, 'Access file').getByText('User, end date 2099-12-24')).toBeVisible()
})

test('a toast stands above an open dialog, where it can be pressed, and above the bar of what is selected', async ({
  page,
  server,
}) => {
  await openUsers(page)
  const before = await storedLevels(server, 'Fornebu')
  const plan = await planRole(page, 'Workflows')
  await plan.getByRole('button', { name: /^Apply \d/ }).click()
  await expect(done(page)).toBeVisible()
  await done(page).hover()
  const bar = page.getByRole('button', { name: 'Change role', exact: true })
  await expect(bar).toBeVisible()
  for (const width of [1_280, 720]) {
    await page.setViewportSize({ width, height: 720 })
    const toastBox = await done(page).boundingBox()
    const barBox = await page.getByRole('region', { name: 'Selected cells' }).boundingBox()
    expect((toastBox?.y ?? 0) + (toastBox?.height ?? 0)).toBeLessThanOrEqual(barBox?.y ?? 0)
  }
  await page.setViewportSize({ width: 1_280, height: 720 })
  expect(await storedLevels(server, 'Fornebu')).not.toEqual(before)

  await chooseFromMore(page, 'Upload an access file')
  const dialog = page.getByRole('dialog', { name: 'Upload an access file' })
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(page.getByText('Undone', { exact: true })).toBeVisible()
  await expect(dialog).toBeVisible()
  expect(await storedLevels(server, 'Fornebu')).toEqual(before)
})

test('what is applied is left running by its own word; it closes nothing that was opened since, and says when it is done', async ({
  page,
  server,
}) => {
  await openUsers(page)
  const before = await storedLevels(server, 'Fornebu')
  const plan = await planRole(page, 'Workflows')
  const { released, release } = createGate()
  await page.route('**/apply', async (route) => {
    await released
    await route.continue()
  })
  await plan.getByRole('button', { name: /^Apply \d/ }).click()
  await expect(plan.getByRole('button', { name: 'Cancel' })).toHaveCount(0)
  await plan.getByRole('button', { name: 'Leave it running' }).click()
  await expect(plan).toBeHidden()
  await chooseFromMore(page, 'Upload an access file')
  const dialog = page.getByRole('dialog', { name: 'Upload an access file' })
  await expect(dialog).toBeVisible()
  release()
  await expect(done(page)).toBeVisible()
  await expect(dialog).toBeVisible()
  expect(await storedLevels(server, 'Fornebu')).not.toEqual(before)
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(page.getByText('Undone', { exact: true })).toBeVisible()
  expect(await storedLevels(server, 'Fornebu')).toEqual(before)
})

test('what waits to be applied is really cancelled; what has begun is left running', async ({ page, server }) => {
  test.slow()
  await queryDatabase(
    server,
    `insert into app_user (id, email, given_name, family_name, home_customer_id)
     select gen_random_uuid(), 'crew' || number || '@crew.example', 'Crew', number::text,
       (select home_customer_id from app_user where email = 'anna@nordbygg.example')
     from generate_series(1, 2000) as number`,
  )
  const projects = await queryDatabase(
    server,
    `select project.id from project join app_user as anna on anna.email = 'anna@nordbygg.example'
       and anna.home_customer_id = project.customer_id
     where not project.is_inactive order by project.name limit 6`,
  )
  const lines = projects.flatMap(({ id }) =>
    Array.from({ length: 2000 }, (_, at) => `crew${at + 1}@crew.example;${id};user;`),
  )
  const stored = async () => {
    const [row] = await queryDatabase(
      server,
      `select count(*)::int as count from project_member as member join app_user as person on person.id = member.user_id
       where person.email like '%@crew.example'`,
    )
    return Number(row?.count)
  }
  await openUsers(page)
  await chooseFromMore(page, 'Upload an access file')
  const upload = page.getByRole('dialog', { name: 'Upload an access file' })
  const file = { name: 'crew.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) }
  await upload.getByLabel('File').setInputFiles(file)
  await upload.getByRole('button', { name: 'Preview', exact: true }).click()
  const plan = preview(page, 'Access file')
  await expect(plan.getByText(/rows will change$/)).toBeVisible()

  // Keeps the job workers busy for now.
  await queryDatabase(
    server,
    `create function later() returns trigger language plpgsql as $$ begin new.run_at = now() + interval '1 day'; return new; end $$`,
  )
  await queryDatabase(
    server,
    `create trigger later before insert on job for each row when (new.kind = 'change-set.step') execute function later()`,
  )
  await plan.getByRole('button', { name: /^Apply \d/ }).click()
  await expect(plan.getByText('Applying …')).toBeVisible()
  const state = async () =>
    (
      await queryDatabase(
        server,
        "select state from change_set where kind = 'access-file' order by created_at desc limit 1",
      )
    )[0]?.state
  await expect.poll(state).toBe('applying')
  await expect(plan.getByRole('button', { name: 'Leave it running' })).toHaveCount(0)
  await plan.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect(plan).toBeHidden()
  expect(await state()).toBe('planned')
  expect(await queryDatabase(server, "select id from job where kind = 'change-set.step'")).toEqual([])
  expect(await stored()).toBe(0)

  // Requested again, and claimed by a worker at the moment in which it is cancelled.
  await chooseFromMore(page, 'Recent changes')
  await page
    .getByRole('dialog', { name: 'Recent changes' })
    .getByRole('button', { name: /^Preview: / })
    .first()
    .click()
  await plan.getByRole('button', { name: /^Apply \d/ }).click()
  await expect.poll(state).toBe('applying')
  await expect(plan.getByRole('button', { name: 'Cancel', exact: true })).toBeVisible()
  await queryDatabase(
    server,
    "update job set attempts = 1, leased_by = gen_random_uuid() where kind = 'change-set.step'",
  )
  await plan.getByRole('button', { name: 'Cancel', exact: true }).click()
  await plan.getByRole('button', { name: 'Leave it running' }).click()
  await expect(plan).toBeHidden()
  expect(await state()).toBe('applying')
  await queryDatabase(server, 'drop trigger later on job')
  await queryDatabase(server, 'drop function later')
  await queryDatabase(
    server,
    "update job set attempts = 0, leased_by = null, run_at = now() - interval '1 minute' where kind = 'change-set.step'",
  )
  await expect.poll(state, { timeout: 90_000 }).toBe('applied')
  expect(await stored()).toBe(lines.length)
  await expect(page.getByText('2,000 users updated successfully!')).toBeVisible()
})

test('what was left running and failed says so', async ({ page, server }) => {
  await openUsers(page)
  const before = await storedLevels(server, 'Fornebu')
  const plan = await planRole(page, 'Workflows')
  const { released, release } = createGate()
  await page.route('**/apply', async (route) => {
    await released
    await route.fulfill({ status: 500, json: { errors: [{ status: '500', code: 'internal', title: 'x' }] } })
  })
  await plan.getByRole('button', { name: /^Apply \d/ }).click()
  await plan.getByRole('button', { name: 'Leave it running' }).click()
  release()
  await expect(page.getByRole('alert').getByText(/^Change roles: Something went wrong on our side/)).toBeVisible()
  expect(await storedLevels(server, 'Fornebu')).toEqual(before)
})

test('a step of a dialog that failed has the keyboard at its way on', async ({ page }) => {
  await openUsers(page)
  await page.route('**/mgw/api/v3/change-sets', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 500, json: { errors: [{ status: '500', code: 'internal', title: 'x' }] } })
      : route.continue(),
  )
  await chooseRole(page, 'Workflows')
  await page.keyboard.press('Enter')
  const plan = preview(page)
  await expect(plan.getByText('Nothing was changed', { exact: true })).toBeVisible()
  await expect(plan.getByRole('button', { name: 'Plan again' })).toBeFocused()
  await page.unroute('**/mgw/api/v3/change-sets')
  await page.keyboard.press('Enter')
  await expect(plan.getByText(/rows? will change$/)).toBeVisible()
  await expect(plan.getByRole('button', { name: /^Apply \d/ })).toBeFocused()
})

test('what could not be loaded tells the network from a fault, has the request’s id, and recovers by itself', async ({
  page,
}) => {
  await openUsers(page)
  const sets = /\/mgw\/api\/v3\/change-sets\?/
  await page.route(sets, (route) => route.abort())
  await chooseFromMore(page, 'Recent changes')
  const dialog = page.getByRole('dialog', { name: 'Recent changes' })
  await expect(dialog.getByText('No connection', { exact: true })).toBeVisible()
  await page.unroute(sets)
  await page.route(sets, (route) =>
    route.fulfill({
      status: 500,
      headers: { 'x-request-id': '0190-request' },
      json: { errors: [{ status: '500', code: 'internal', title: 'x' }] },
    }),
  )
  await dialog.getByRole('button', { name: 'Try again', exact: true }).click()
  await expect(dialog.getByText('This could not be loaded', { exact: true })).toBeVisible()
  await expect(dialog.getByText('0190-request')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Close', exact: true })).toBeVisible()
  await page.unroute(sets)
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(dialog.getByRole('alert')).toHaveCount(0)
  await expect(dialog.getByText('This could not be loaded')).toHaveCount(0)
})

test('a form whose record cannot be read has another try and Close, and nothing to save', async ({ page }) => {
  await openUsers(page, 'jonas@nordbygg')
  const profiles = '**/mgw/api/v3/customer-user-profiles?**'
  await page.route(profiles, (route) =>
    route.fulfill({ status: 403, json: { errors: [{ status: '403', code: 'forbidden', title: '', detail: '' }] } }),
  )
  await grid(page).locator('[data-row="0"] [aria-colindex="1"]').click()
  await page.getByRole('button', { name: 'Edit selected', exact: true }).click()
  const form = page.getByRole('dialog', { name: 'Edit Jonas Ruud' })
  await expect(form.getByText('This could not be loaded')).toBeVisible()
  await expect(form.getByRole('button', { name: 'Try again', exact: true })).toBeVisible()
  await expect(form.getByRole('button', { name: 'Save' })).toHaveCount(0)
  await form.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(form).toBeHidden()
  await page.getByRole('button', { name: 'Edit selected', exact: true }).click()
  const again = form.getByRole('button', { name: 'Try again', exact: true })
  await expect(again).toBeVisible()
  await page.unroute(profiles)
  await again.click()
  await expect(form.getByLabel('Title')).toBeVisible()
})

test('after a change of screen the keyboard is at its heading, and its title is announced', async ({ page }) => {
  await signInByApi(page, 'mei@nordbygg.example')
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible()
  await page.getByRole('button', { name: /^Account/ }).click()
  await page.getByRole('link', { name: 'Edit profile' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Edit profile' })).toBeFocused()
  await expect(page.getByRole('status').filter({ hasText: /^Profile$/ })).toHaveCount(1)
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'Projects' })).toBeFocused()
})

test('saving is said as long as it lasts', async ({ page, server }) => {
  const stored = () => queryDatabase(server, "select title from app_user where email = 'ola@nordbygg.example'")
  await signInByApi(page, 'ola@nordbygg.example')
  await page.goto('/user-profile')
  const { released, release } = createGate()
  await page.route(/\/user-profiles\//, async (route) => {
    if (route.request().method() === 'PATCH') await released
    await route.continue()
  })
  await page.getByLabel('Title').fill('Site manager')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Saving …' })).toBeVisible()
  expect(await stored()).not.toEqual([{ title: 'Site manager' }])
  release()
  await expect(page.getByText('Saving …')).toHaveCount(0)
  expect(await stored()).toEqual([{ title: 'Site manager' }])
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('Back closes the dialog, and leaves the screen only after that', async ({ page }) => {
    await signInByApi(page, 'mei@nordbygg.example')
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible()
    await page.getByRole('button', { name: /^Account/ }).click()
    await page.getByRole('link', { name: 'Edit profile' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Edit profile' })).toBeVisible()
    await page.getByRole('button', { name: 'Open project' }).click()
    const dialog = page.getByRole('dialog', { name: 'Open project' })
    await expect(dialog).toBeVisible()
    await page.evaluate(() => history.back())
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('heading', { level: 1, name: 'Edit profile' })).toBeVisible()
    await expect(page).toHaveURL(/\/user-profile$/)
    await page.evaluate(() => history.back())
    await expect(page.getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible()
  })
})

test('Back closes a dialog in a tab that was opened right there, and asks before typed work is lost', async ({
  page,
  server,
}) => {
  await signInByApi(page, 'anna@nordbygg.example')
  // A separate tab, so that the browser history contains nothing of ours before the first page.
  const tab = await page.context().newPage()
  await tab.goto('/organizations?search=Betongpumpe')
  const row = tab.getByRole('grid', { name: 'Organizations' }).locator('[data-row="0"] [role=rowheader]')
  await row.dblclick()
  const form = tab.getByRole('dialog', { name: /^Edit Betongpumpe/ })
  await expect(form).toBeVisible()
  await tab.evaluate(() => history.back())
  await expect(form).toBeHidden()
  await expect(row).toBeVisible()
  await expect(tab).toHaveURL(/organizations\?.*search=Betongpumpe/)

  await row.dblclick()
  const external = form.getByRole('textbox', { name: /^External id/ })
  await external.fill('half a thought')
  await tab.evaluate(() => history.back())
  const confirmation = tab.getByRole('dialog', { name: 'Leave without saving?' })
  await expect(confirmation).toBeVisible()
  await tab.evaluate(() => history.back())
  await expect(confirmation).toBeHidden()
  await expect(external).toHaveValue('half a thought')
  await tab.evaluate(() => history.back())
  await confirmation.getByRole('button', { name: 'Leave', exact: true }).click()
  await expect(form).toBeHidden()
  await expect(row).toBeVisible()
  const stored = "select count(*)::text as count from user_organization where external_id = 'half a thought'"
  expect(await queryDatabase(server, stored)).toEqual([{ count: '0' }])
  await tab.close()
})

test('a screen whose dialogs were closed is left by one Back', async ({ page }) => {
  await signInByApi(page, 'anna@nordbygg.example')
  const tab = await page.context().newPage()
  await tab.goto('about:blank')
  await tab.goto('/organizations?search=Betongpumpe')
  const row = tab.getByRole('grid', { name: 'Organizations' }).locator('[data-row="0"] [role=rowheader]')
  await row.dblclick()
  const form = tab.getByRole('dialog', { name: /^Edit Betongpumpe/ })
  await expect(form).toBeVisible()
  await form.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect(form).toBeHidden()
  await tab.evaluate(() => history.back())
  await expect(tab).toHaveURL('about:blank')
  await tab.close()
})
