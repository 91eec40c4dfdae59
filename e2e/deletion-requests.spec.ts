import { expect } from '@playwright/test'
import { askedForDeletion } from '../server/demo/deletion-requests'
import { test } from './configured-product'
import { begin, beginAsStaff, looksRight, onDatabase } from './people'
import { takePictures } from './visit'

test('a request for deletion is objected to by the administrators with a reason, and ended by staff, who close the account', async ({
  page,
  browser,
  baseURL,
  product,
}) => {
  await begin(page, 'anna@nordbygg.example')
  await page.goto('/dashboard')
  await page.getByRole('link', { name: /^Deletion requests People/ }).click()
  await expect(page.getByRole('heading', { name: 'Deletion requests', level: 1 })).toBeVisible()
  await expect(page.getByRole('heading', { name: askedForDeletion })).toBeVisible()
  await looksRight(page)
  await takePictures(page, 'deletion-requests')
  await page.setViewportSize({ width: 360, height: 740 })
  await looksRight(page)
  await page.getByRole('button', { name: `Object: ${askedForDeletion}` }).click()
  const objecting = page.getByRole('dialog', { name: `Object to the request of ${askedForDeletion}?` })
  await expect(objecting.getByRole('button', { name: 'Object', exact: true })).toBeDisabled()
  await objecting.getByLabel('Reason').fill('The as-built models are not delivered yet.')
  await looksRight(page)
  await objecting.getByRole('button', { name: 'Object', exact: true }).click()
  await expect(objecting).toBeHidden()
  await expect(page.getByText('Nordbygg AS (anna@nordbygg.example) objects: The as-built models')).toBeVisible()
  const answers = `select outcome, reason from deletion_answer join app_user on app_user.id = user_id where email = $1`
  expect(await onDatabase(product, answers, [askedForDeletion])).toEqual([
    { outcome: 'refused', reason: 'The as-built models are not delivered yet.' },
  ])

  const context = await browser.newContext({ locale: 'en-GB', ...(baseURL && { baseURL }) })
  const staff = await context.newPage()
  await beginAsStaff(staff, product)
  await staff.goto('/deletion-requests')
  await expect(staff.getByText('Nordbygg AS (anna@nordbygg.example) objects: The as-built models')).toBeVisible()
  await staff.getByRole('button', { name: `Delete the account: ${askedForDeletion}` }).click()
  const closing = staff.getByRole('dialog', { name: `Delete the account ${askedForDeletion}?` })
  await closing.getByRole('button', { name: 'Delete the account', exact: true }).click()
  await expect(staff.getByText('No open requests.')).toBeVisible()
  const left = `select deleted_at is not null as gone, (select count(*)::int from project_member where user_id = app_user.id) as members,
    (select count(*)::int from deletion_request where user_id = app_user.id) as requests from app_user where email = $1`
  expect(await onDatabase(product, left, [askedForDeletion])).toEqual([{ gone: true, members: 0, requests: 0 }])
  await context.close()
})
