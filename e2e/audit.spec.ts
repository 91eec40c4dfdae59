import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { expectAccessible, takeScreenshots, test } from './fixtures'
import { expectUsableOnEveryWidth, queryDatabase, signInAsStaff, signInByApi } from './people'
import { chooseFromMore, grid, openUsers } from './users-grid'

test('J3: an administrator reads what happened, narrows it in the address, sees before and after, and exports it', async ({
  page,
  server,
}) => {
  await signInByApi(page, 'anna@nordbygg.example')
  await page.goto('/audit')
  await expect(page.getByRole('heading', { name: 'Audit log', level: 1 })).toBeVisible()
  await expect(page.getByText(/^Verified up to /)).toBeVisible()
  const events = page.getByRole('list', { name: 'Events' }).getByRole('listitem')
  await expect(events.first()).toBeVisible()
  await expectUsableOnEveryWidth(page)

  const renamed = 'A title of the journey of the audit log'
  await queryDatabase(
    server,
    `select audit_append(jsonb_build_array(jsonb_build_object(
       'id', gen_random_uuid(), 'tenant_id', (select id from customer where name = 'Nordbygg AS'), 'occurred_at', now(),
       'action', 'users.update', 'result', 'success', 'actor_email', 'astrid@nordbygg.example', 'target_type', 'users',
       'target_id', 'mei@nordbygg.example', 'before', jsonb_build_object('title', 'Planner'),
       'after', jsonb_build_object('title', $1::text), 'ip', '203.0.113.9')))`,
    [renamed],
  )
  await page.getByLabel('By whom (email)').fill('astrid@nordbygg.example')
  await expect(page).toHaveURL(/who=astrid%40nordbygg\.example/)
  await page.getByRole('combobox', { name: 'What happened' }).selectOption('Account changed')
  await expect(page).toHaveURL(/what=users\.update/)
  await expect(events).toHaveCount(1)
  await events.first().locator('summary').click()
  await expect(page.getByRole('row', { name: `title Planner ${renamed}` })).toBeVisible()
  await expect(page.getByText('203.0.113.9')).toBeVisible()
  await expectAccessible(page)
  await takeScreenshots(page, 'audit')

  await page.reload()
  await expect(events).toHaveCount(1)
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  const saved = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Export JSON Lines' }).click()
  const lines = (await readFile(await (await saved).path(), 'utf8'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(lines).toMatchObject([{ action: 'users.update', after: { title: renamed } }])
  const recorded = await queryDatabase(
    server,
    `select after ->> 'events' as events, after ->> 'actor' as actor from audit_event
     where action = 'export.audit-log.written' and actor_email = 'anna@nordbygg.example'`,
  )
  expect(recorded).toEqual([{ events: '1', actor: 'astrid@nordbygg.example' }])

  await page.goto('/audit?who=nobody%40nowhere.example')
  await page.getByRole('button', { name: 'Show all events' }).click()
  await expect(page).not.toHaveURL(/who=/)
  await expect(events.nth(1)).toBeVisible()
})

test('J3: from the history of a person the audit log opens at what is about them, and what people do all day is shown on request', async ({
  page,
  server,
}) => {
  await openUsers(page, 'jonas@nordbygg')
  await queryDatabase(
    server,
    `select audit_append(jsonb_agg(jsonb_build_object(
       'id', gen_random_uuid(), 'tenant_id', (select id from customer where name = 'Nordbygg AS'), 'occurred_at', now(),
       'action', action, 'result', 'success', 'actor_email', 'jonas@nordbygg.example', 'target_type', 'users',
       'target_id', 'jonas@nordbygg.example')))
     from unnest('{users.update,session.login}'::text[]) as action`,
  )
  await grid(page).locator('[data-row="0"] [aria-colindex="1"]').click()
  await chooseFromMore(page, 'History of the user')
  await page.getByRole('dialog').getByRole('link', { name: 'Open in the audit log' }).click()
  await expect(page).toHaveURL(/\/audit\?.*about=/)
  const events = page.getByRole('list', { name: 'Events' }).getByRole('listitem')
  const signedIn = events.filter({ hasText: 'Signed in' })
  await expect(events.filter({ hasText: 'Account changed' }).first()).toBeVisible()
  await expect(signedIn).toHaveCount(0)
  await page.getByLabel('Show opening and signing in as well').check()
  await expect(page).toHaveURL(/everyday=true/)
  await expect(signedIn.first()).toBeVisible()
  await expectUsableOnEveryWidth(page)
})

test('J2: the staff read every customer, choose one, and are told where a chain is broken; others are led away', async ({
  page,
  server,
  browser,
}) => {
  await queryDatabase(
    server,
    `insert into audit_check (tenant_id, sequence, hash, checked_at, whole_at, broken_sequence, broken_reason)
     select tenant_id, 0, '\\x', now(), now(), 1, 'it is not what was written' from audit_chain
       where tenant_id = (select id from customer where name = 'Skovgaard Tegnestue')
     on conflict (tenant_id) do update set broken_sequence = 1, broken_reason = 'it is not what was written'`,
  )
  await signInAsStaff(page, server)
  await page.goto('/audit')
  await expect(page.getByRole('alert')).toContainText('The audit log is not as it was written')
  await page.getByRole('combobox', { name: 'Customer', exact: true }).selectOption('Nordbygg AS')
  await expect(page).toHaveURL(/customer=/)
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(page.getByRole('list', { name: 'Events' }).getByRole('listitem').first()).toBeVisible()

  const other = await browser.newPage({ baseURL: server.url })
  await signInByApi(other, 'mei@nordbygg.example')
  await other.goto('/audit')
  await expect(other.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()
  await other.close()
})
