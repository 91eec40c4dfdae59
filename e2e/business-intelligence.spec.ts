/// <reference lib="dom" />
import { feedLogin } from '@lintel/contract/identity/feed-tokens'
import { expect } from '@playwright/test'
import { demoPassword } from '../server/demo/credentials'
import { parseM } from '../server/test/run-m'
import { test } from './configured-product'
import { submitByEnter, takeScreenshots } from './fixtures'
import { expectUsableOnEveryWidth, oneTimeCode, queryDatabase, setUpSecondFactor, signInWithPassword } from './people'

test('D10: a query for reports is copied, read over OData with its token, listed and revoked', async ({
  page,
  product,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signInWithPassword(page, 'anna@nordbygg.example')
  await page.goto('/projects-list')
  async function open() {
    await page.getByRole('button', { name: 'Export', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Business intelligence', exact: true }).click()
  }
  await open()
  const dialog = page.getByRole('dialog', { name: 'Business intelligence export' })
  // Without a persistent session there is no query, only a way to create a token by password.
  await expect(dialog.getByRole('alert')).toContainText(
    'You need to be signed in with “Keep me signed in” checked to export to Power BI',
  )
  const create = dialog.getByRole('button', { name: 'Create', exact: true })
  await expect(create).toBeDisabled()
  await dialog.getByText('Refresh token', { exact: true }).click()
  await expect(create).toBeDisabled()
  const password = dialog.getByLabel('Password', { exact: true })
  await password.fill('not the password')
  await submitByEnter(page)
  // Shows the server's message about the password, and a general message where the server gives none.
  await expect(dialog.getByRole('alert')).toContainText('We were not able to sign you in.')
  await expectUsableOnEveryWidth(page)
  const login = `**${feedLogin.path}`
  await page.route(login, (route) => route.fulfill({ status: 502, body: 'Bad gateway' }))
  await create.click()
  await expect(dialog.getByRole('alert')).toContainText('Something went wrong on our side. Try again in a moment.')
  await page.unroute(login)
  await page.route(login, (route) => route.abort())
  await create.click()
  await expect(dialog.getByRole('alert')).toContainText('There is no connection to the server.')
  await page.unroute(login)
  await password.fill(demoPassword)
  await create.click()
  const text = dialog.getByLabel('Text of the query')
  await expect(text).toHaveValue(/"feed_[\w-]{43}"/)
  await parseM(await text.inputValue())
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()

  await open()
  await dialog.getByRole('button', { name: 'Sign in again', exact: true }).click()
  await expect(page).toHaveURL(/\/login\?next-url=%2Fprojects-list%3Fcustomer%3D[\w-]+$/)
  await page.getByLabel('Email').fill('anna@nordbygg.example')
  await page.getByLabel('Password', { exact: true }).fill(demoPassword)
  await page.getByLabel('Keep me signed in').check()
  await submitByEnter(page)
  await open()
  await expect(dialog).toContainText(/End date\s*\d\d\.\d\d\.\d{4} \d\d:\d\d/)
  await expectUsableOnEveryWidth(page)
  await takeScreenshots(page, 'business-intelligence')
  await create.click()
  await expect(text).toHaveValue(/projectStatistics = Typed/)
  await expectUsableOnEveryWidth(page)
  await takeScreenshots(page, 'business-intelligence-query')
  await dialog.getByRole('button', { name: 'Copy the text' }).click()
  const query = await text.inputValue()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(query)
  await parseM(query)
  const token = await dialog.getByRole('textbox', { name: 'Token', exact: true }).inputValue()
  const address = await dialog.getByRole('textbox', { name: 'Address for OData', exact: true }).inputValue()
  const authorization = `Basic ${Buffer.from(`anna:${token}`).toString('base64')}`
  const read = async () => (await fetch(`${address}projects?$top=1`, { headers: { authorization } })).status
  expect(await read()).toBe(200)

  await dialog.getByRole('link', { name: 'Your tokens for reports, with their last use' }).click()
  const tokens = page.getByRole('region', { name: 'Tokens for reports' }).getByRole('listitem')
  const used = tokens.filter({ hasText: 'Last used' })
  await expect(used).toHaveCount(1)
  await used.getByRole('button', { name: /^Revoke/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke', exact: true }).click()
  await expect(used).toHaveCount(0)
  expect(await read()).toBe(401)
  const stored = await queryDatabase(
    product,
    `select feed.last_used_at is not null as used, feed.end_reason as ended from feed_token as feed
      join app_user on app_user.id = feed.user_id where app_user.email = $1 order by 1`,
    ['anna@nordbygg.example'],
  )
  expect(stored).toEqual([
    { used: false, ended: null },
    { used: true, ended: 'revoked' },
  ])
})

test('D10: who has a second factor makes a refresh token by the password and a code, and is told where the code is wrong', async ({
  page,
  product,
}) => {
  const email = 'astrid@nordbygg.example'
  await queryDatabase(product, "update app_user set language = 'en' where email = $1", [email])
  await signInWithPassword(page, email)
  const key = await setUpSecondFactor(product, email)
  await page.goto('/projects-list')
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Business intelligence', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Business intelligence export' })
  await dialog.getByText('Refresh token', { exact: true }).click()
  await dialog.getByLabel('Password', { exact: true }).fill(demoPassword)
  await submitByEnter(page)
  const field = dialog.getByLabel('Verification code', { exact: true })
  await expect(field).toBeFocused()
  await expect(dialog.getByRole('alert')).toHaveCount(0)
  await expect(dialog.getByRole('button', { name: 'Create', exact: true })).toBeDisabled()
  await expectUsableOnEveryWidth(page)

  await dialog.getByRole('button', { name: 'No access to the app? Use a recovery code', exact: true }).click()
  await expect(dialog.getByLabel('Recovery code', { exact: true })).toBeFocused()
  await dialog.getByRole('button', { name: 'Use the authenticator app instead', exact: true }).click()
  await expect(field).toBeFocused()
  await field.fill('12')
  await submitByEnter(page)
  await expect(dialog.getByText('This code is not valid. Each code works once')).toBeVisible()
  await expect(field).toBeFocused()
  await field.fill(oneTimeCode(key, 1))
  await submitByEnter(page)
  const text = dialog.getByLabel('Text of the query', { exact: true })
  await expect(text).toHaveValue(/"feed_[\w-]{43}"/)
  await parseM(await text.inputValue())
  const created = await queryDatabase(
    product,
    `select feed.login_method as method from feed_token as feed join app_user on app_user.id = feed.user_id
     where app_user.email = $1 and feed.ended_at is null`,
    [email],
  )
  expect(created).toEqual([{ method: 'COGNITO_MFA' }])
})
