import { expect } from '@playwright/test'
import { demoPassword } from '../server/demo/credentials'
import { test } from './configured-product'
import { submitByEnter } from './fixtures'
import { cloneUser, oneTimeCode, queryDatabase, setUpSecondFactor, signInByApi } from './people'
import { throttleConnection } from './slow-connection'
import { field, heading, press, send, signInAs, walkWithReloads } from './walk-with-reloads'

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true })

test('on a slow line the second factor is set up and asked for over reloads, and where one wanted to go comes', async ({
  page,
  product,
}) => {
  test.slow()
  const email = await cloneUser(product, 'liam@survey.example')
  const key = await setUpSecondFactor(product, email)
  await throttleConnection(page)
  await page.goto('/passkeys')
  await walkWithReloads(page, [
    signInAs(email),
    { shows: field('Verification code'), action: send({ 'Verification code': oneTimeCode(key, 1) }) },
    { shows: heading('Passkeys') },
  ])
  const sessions = await queryDatabase(
    product,
    `select count(*)::text as open from session join app_user as person on person.id = session.user_id
     where person.email = $1 and session.ended_at is null and session.refresh_hash is not null`,
    [email],
  )
  expect(sessions).toEqual([{ open: '1' }])
})

test('on a slow line the link of an email change, opened signed out, goes on by itself after the sign-in', async ({
  page,
  product,
}) => {
  test.slow()
  const before = await cloneUser(product, 'eivind@eiendom.example')
  const after = before.replace('@', '.slow@')
  await signInByApi(page, before)
  await page.goto('/account-email')
  await press('Change email')(page)
  await send({ 'New email': after })(page)
  await expect(page.getByText('Waiting for confirmation by email.')).toBeVisible()
  await page.goto('/logout')
  await expect(page).toHaveURL(/\/login/)
  await throttleConnection(page)
  const link = (await product.linksTo(after)).find(({ pathname }) => pathname.startsWith('/confirm-email'))
  await page.goto(link?.href ?? 'no link')
  await walkWithReloads(page, [
    signInAs(before),
    { shows: heading('Confirm your new email'), action: press('Use this email') },
    { shows: (own) => own.locator('#content').getByText(after) },
  ])
  expect(await queryDatabase(product, 'select email from app_user where email = any($1)', [[before, after]])).toEqual([
    { email: after },
  ])
})

test('on a slow line that is cut and comes back, an error is told from the net, and both go on', async ({
  page,
  product,
}) => {
  test.slow()
  await signInByApi(page, await cloneUser(product, 'mei@nordbygg.example'))
  const line = await throttleConnection(page)
  const away = { errors: [{ status: '503', code: 'databaseAway', title: '', detail: '' }] }
  const id = '0193f3c2-7b1e-7aaa-8bbb-1234567890ab'
  await page.route('**/mgw/api/v3/home', (route) =>
    route.fulfill({ status: 503, json: away, headers: { 'x-request-id': id } }),
  )
  await page.goto('/')
  await expect(page.getByText('The service is not available right now.')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Request id', exact: true })).toHaveValue(id)
  await page.unroute('**/mgw/api/v3/home')
  await page.getByRole('button', { name: 'Try again', exact: true }).click()
  await expect(heading('Projects')(page)).toBeVisible()

  await page.goto('/change-password')
  await page.getByLabel('Current password').fill(demoPassword)
  await page.getByLabel('New password').fill('eleven cranes over the harbour')
  await line.cut()
  await submitByEnter(page)
  const alert = page.getByRole('alert').filter({ hasText: 'There is no connection to the server.' })
  await expect(alert).toBeVisible()
  // A request without a response has no id.
  await expect(alert).not.toContainText('Request id')
  await line.restore()
  await expect(page.getByLabel('Current password')).toHaveValue(demoPassword)
  await submitByEnter(page)
  await expect(page.getByText('Your password has been changed')).toBeVisible()
})
