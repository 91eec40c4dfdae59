import { expect } from '@playwright/test'
import { deletionRequester } from '../server/demo/deletion-requests'
import { test } from './configured-product'
import { takeScreenshots } from './fixtures'
import { expectUsableOnEveryWidth, queryDatabase, signInAsStaff, signInByApi } from './people'

test('a request for deletion is objected to by the administrators with a reason, and ended by staff, who close the account', async ({
  page,
  browser,
  baseURL,
  product,
}) => {
  await signInByApi(page, 'anna@nordbygg.example')
  await page.goto('/dashboard')
  await page.getByRole('link', { name: /^Deletion requests People/ }).click()
  await expect(page.getByRole('heading', { name: 'Deletion requests', level: 1 })).toBeVisible()
  await expect(page.getByRole('heading', { name: deletionRequester })).toBeVisible()
  await expectUsableOnEveryWidth(page)
  await takeScreenshots(page, 'deletion-requests')
  await page.setViewportSize({ width: 360, height: 740 })
  await page.getByRole('button', { name: `Object: ${deletionRequester}` }).click()
  const objectionDialog = page.getByRole('dialog', { name: `Object to the request of ${deletionRequester}?` })
  await expect(objectionDialog.getByRole('button', { name: 'Object', exact: true })).toBeDisabled()
  await objectionDialog.getByLabel('Reason').fill('The as-built models are not delivered yet.')
  await expectUsableOnEveryWidth(page)
  await objectionDialog.getByRole('button', { name: 'Object', exact: true }).click()
  await expect(objectionDialog).toBeHidden()
  await expect(page.getByText('Nordbygg AS (anna@nordbygg.example) objects: The as-built models')).toBeVisible()
  const replies = `select outcome, reason from deletion_answer join app_user on app_user.id = user_id where email = $1`
  expect(await queryDatabase(product, replies, [deletionRequester])).toEqual([
    { outcome: 'refused', reason: 'The as-built models are not delivered yet.' },
  ])

  const account = (await queryDatabase(product, 'select id from app_user where email = $1', [deletionRequester]))[0]
  const context = await browser.newContext({ locale: 'en-GB', ...(baseURL && { baseURL }) })
  const staff = await context.newPage()
  await signInAsStaff(staff, product)
  await staff.goto('/deletion-requests')
  await expect(staff.getByText('Nordbygg AS (anna@nordbygg.example) objects: The as-built models')).toBeVisible()
  await staff.getByRole('button', { name: `Delete the account: ${deletionRequester}` }).click()
  const deletionDialog = staff.getByRole('dialog', { name: `Delete the account ${deletionRequester}?` })
  await deletionDialog.getByRole('button', { name: 'Delete the account', exact: true }).click()
  await expect(staff.getByText('No open requests.')).toBeVisible()
  // The address is free for a new account.
  const left = `select deleted_at is not null as gone, email = $2 as named, (select count(*)::int from project_member where user_id = app_user.id) as members,
    (select count(*)::int from deletion_request where user_id = app_user.id) as requests from app_user where id = $1`
  expect(await queryDatabase(product, left, [String(account?.id), deletionRequester])).toEqual([
    { gone: true, named: false, members: 0, requests: 0 },
  ])
  await context.close()
})
