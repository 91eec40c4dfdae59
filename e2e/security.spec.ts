import { expect } from '@playwright/test'
import { createGate } from './create-gate'
import { expectAccessible, takeScreenshots, test } from './fixtures'
import { expectUsableOnEveryWidth, queryDatabase, signInAsStaff, signInByApi } from './people'

test('D12: an administrator makes an API token, sees it once, a program works with it, and revoking it ends that', async ({
  page,
  server,
}) => {
  await signInByApi(page, 'anna@nordbygg.example')
  await page.goto('/security')
  await expect(page.getByRole('heading', { name: 'Security', level: 1 })).toBeVisible()
  await expect(page.getByText('Site gateway')).toBeVisible()
  await expect(page.getByText(/^Expired on /)).toBeVisible()
  await expectUsableOnEveryWidth(page)
  await takeScreenshots(page, 'security')

  await page.getByRole('button', { name: 'Create token' }).click()
  await page.getByLabel('What it is for').fill('Journey of tokens')
  await expectAccessible(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Create token' }).click()
  const field = page.getByRole('textbox', { name: 'Token', exact: true })
  await expect(field).toHaveValue(/^lintel_api_[\w-]{43}$/)
  const token = await field.inputValue()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Done', exact: true }).click()
  await expect(page.getByRole('textbox', { name: 'Token' })).toHaveCount(0)

  const requestStatus = () =>
    fetch(`${server.url}/mgw/api/v3/projects`, { headers: { authorization: `Bearer ${token}` } }).then(
      ({ status }) => status,
    )
  expect(await requestStatus()).toBe(200)
  const stored = await queryDatabase(
    server,
    'select scopes, last_used_at is not null as used from api_token where name = $1',
    ['Journey of tokens'],
  )
  expect(stored).toEqual([{ scopes: ['read'], used: true }])

  await page.getByRole('button', { name: /^Revoke: Journey of tokens/ }).click()
  await expectAccessible(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke', exact: true }).click()
  await expect(page.getByText('The token has been revoked.')).toBeVisible()
  await expect(page.getByText(/^Ended on /)).toBeVisible()
  expect(await requestStatus()).toBe(401)
})

test('D12: the staff choose a customer, and are told where it has no API users', async ({ page, server }) => {
  await signInAsStaff(page, server)
  await page.goto('/security')
  await expect(page.getByText('Choose a customer')).toBeVisible()
  await page.getByRole('combobox', { name: 'Customer', exact: true }).selectOption('VVS-Teknik AB')
  await expect(page.getByText(/This customer has no API users/)).toBeVisible()
  await page.getByRole('combobox', { name: 'Customer', exact: true }).selectOption('Nordbygg AS')
  await expect(page.getByText('Site gateway')).toBeVisible()
})

test('G10: a customer asks for a second factor: the administrator is shown whom it affects and warned, saves, and takes it back', async ({
  page,
  server,
}) => {
  await signInByApi(page, 'anna@nordbygg.example')
  await page.goto('/security')
  await page.getByLabel('Two-step verification required from', { exact: true }).fill('2035-03-01')
  await expect(page.getByRole('alert')).toContainText('You would lock yourself out')
  await expect(page.getByText(/people sign in by password and have no two-step verification yet/)).toBeVisible()
  await page.getByLabel('Domains that may be invited').fill('nordbygg.example, partner.example')
  await expect(page.getByText(/people have addresses of other domains, and stay/)).toBeVisible()
  await expectUsableOnEveryWidth(page)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Save all the same' }).click()
  await expect(page.getByText('The security policy is saved.')).toBeVisible()
  const stored = () =>
    queryDatabase(
      server,
      `select second_factor_from::date::text as day, invite_domains as domains from customer where name = 'Nordbygg AS'`,
    )
  expect(await stored()).toEqual([
    { day: expect.stringMatching(/^2035-0[23]-/), domains: ['nordbygg.example', 'partner.example'] },
  ])
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect.poll(stored).toEqual([{ day: null, domains: [] }])
  await expect(page.getByLabel('Two-step verification required from', { exact: true })).toHaveValue('')
})

test('G10: one provider alone would shut everybody out: who, is said before; who saves it all the same is asked first', async ({
  page,
  server,
}) => {
  await signInByApi(page, 'anna@nordbygg.example')
  await page.goto('/security')
  const stored = async () =>
    (await queryDatabase(server, "select providers::text from customer where name = 'Nordbygg AS'"))[0]?.providers
  expect(await stored()).toBe('{}')
  await page.getByRole('checkbox', { name: 'Email and password', exact: true }).check()
  await expect(page.getByText(/can sign in by none of these login methods/)).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await page.getByRole('checkbox', { name: 'Email and password', exact: true }).uncheck()
  await page.getByRole('checkbox', { name: 'Partner Engineering' }).check()
  await expect(page.getByRole('alert')).toContainText('You are not signed in with any of these login methods.')
  const excluded = page.getByText(/^\d+ people can sign in by none of these login methods\.$/)
  await excluded.click()
  await expect(page.locator('details[open] p')).toContainText(', ')
  await takeScreenshots(page, 'security-policy-affects')

  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const confirmation = page.getByRole('dialog', { name: 'Save this policy and lock yourself out?' })
  await expectAccessible(page)
  await confirmation.getByRole('button', { name: 'Cancel', exact: true }).click()
  expect(await stored()).toBe('{}')
  const previewed = page.waitForResponse(/security-policies\/[^/]+\/preview/)
  await page.getByRole('checkbox', { name: 'Email and password', exact: true }).check()
  await (await previewed).finished()
  await expect(page.getByRole('alert')).toHaveCount(0)

  // A choice made while the affected users are being looked up triggers another lookup, and nothing is saved before it.
  const { released, release } = createGate()
  let lookups = 0
  await page.route(/security-policies\/[^/]+\/preview/, async (route) => {
    lookups += 1
    await released
    await route.continue()
  })
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect.poll(() => lookups).toBeGreaterThan(0)
  await page.getByRole('checkbox', { name: 'Email and password', exact: true }).uncheck()
  release()
  await confirmation.getByRole('button', { name: 'Cancel', exact: true }).click()
  expect(await stored()).toBe('{}')
  await page.getByRole('checkbox', { name: 'Email and password', exact: true }).check()
  await expect(page.getByRole('alert')).toHaveCount(0)

  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('The security policy is saved.')).toBeVisible()
  await expect.poll(stored).toMatch(/^\{(partnerengineering,COGNITO|COGNITO,partnerengineering)\}$/)
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect.poll(stored).toBe('{}')
})
