/// <reference lib="dom" />
import { expect } from '@playwright/test'
import { takeScreenshots, test } from './fixtures'
import { expectUsableOnEveryWidth, signInByApi } from './people'

test('an address that nobody knows says so in the frame, with the request id, and leads on', async ({ page }) => {
  await signInByApi(page, 'mei@nordbygg.example')
  const answer = await page.goto('/no/such/page')
  expect(answer?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'There is nothing here' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Open project' })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Request id', exact: true })).toHaveValue(
    answer?.headers()['x-request-id'] ?? 'no id',
  )
  await expectUsableOnEveryWidth(page)
  await page.getByRole('link', { name: 'All projects', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()
})

test('G2: a project of others and one that never was look the same, with the request id', async ({ page }) => {
  await signInByApi(page, 'mei@nordbygg.example')
  await page.goto('/project-01a1fc77-0000-7000-8000-000000000000/')
  await expect(page.getByRole('heading', { name: 'There is nothing here' })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Request id', exact: true })).toHaveValue(/^[\w-]{20,}$/)
  await expectUsableOnEveryWidth(page)
  await takeScreenshots(page, 'not-found')
})

test('a server that is away is told in plain words, and trying again works', async ({ page }) => {
  await signInByApi(page, 'mei@nordbygg.example')
  const away = { errors: [{ status: '503', code: 'databaseAway', title: '', detail: '' }] }
  await page.route('**/mgw/api/v3/home', (route) =>
    route.fulfill({ status: 503, json: away, headers: { 'x-request-id': '0193f3c2-7b1e-7aaa-8bbb-1234567890ab' } }),
  )
  await page.goto('/')
  await expect(page.getByText('The service is not available right now.')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Request id', exact: true })).toHaveValue(
    '0193f3c2-7b1e-7aaa-8bbb-1234567890ab',
  )
  await expectUsableOnEveryWidth(page)
  // The page is in the background, so it does not recover by itself before the button is pressed.
  await page.evaluate(() => Object.defineProperty(document, 'visibilityState', { value: 'hidden' }))
  await page.unroute('**/mgw/api/v3/home')
  await page.getByRole('button', { name: 'Try again', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()
})

const requestId = '0193f3c2-7b1e-7aaa-8bbb-1234567890ab'

test('what was refused is told in a toast with its request id, to copy', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signInByApi(page, 'mei@nordbygg.example')
  await page.goto('/')
  const refused = { errors: [{ status: '429', code: 'tooManyRequests', title: '', detail: '' }] }
  await page.route('**/favourite', (route) =>
    route.fulfill({ status: 429, json: refused, headers: { 'x-request-id': requestId } }),
  )
  await page
    .getByRole('button', { name: /favourite/i })
    .first()
    .click()
  const toast = page.getByRole('alert')
  await expect(toast).toContainText('Too many attempts.')
  await expect(toast).toContainText(`Request id: ${requestId}`)
  await toast.getByRole('button', { name: 'Copy the request id' }).click()
  await expect(toast.getByRole('button', { name: 'Copied', exact: true })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(requestId)
})

test('a mistake of the page is called reported only when the report has arrived', async ({ page, context }) => {
  await signInByApi(page, 'mei@nordbygg.example')
  // A separate page, because the `page` fixture fails on the first error.
  const own = await context.newPage()
  await own.route('**/mgw/api/v3/home', (route) => route.fulfill({ json: { user: null, installation: null } }))
  await own.route('**/client/log', (route) => route.abort())
  const reporting = own.waitForEvent('requestfailed', (request) => request.url().endsWith('/client/log'))
  await own.goto('/')
  await reporting
  await expect(own.getByText('Something went wrong in this page.')).toBeVisible()
  await expect(own.getByText('It has been reported to us.')).toHaveCount(0)
  await expect(own.getByLabel('Request id')).toHaveCount(0)

  await own.unroute('**/client/log')
  const reported = own.waitForResponse('**/client/log')
  await own.reload()
  await expect(own.getByText('It has been reported to us.')).toBeVisible()
  await expect(own.getByRole('textbox', { name: 'Request id', exact: true })).toHaveValue(
    (await reported).headers()['x-request-id'] ?? 'no id',
  )
})

test('a failed save is logged and shown, and the form keeps what was written', async ({ page }) => {
  await signInByApi(page, 'ola@nordbygg.example')
  await page.goto('/new-project')
  await page.route('**/mgw/api/v3/projects', (route) => route.fulfill({ status: 500, json: { errors: [] } }))
  const logged = page.waitForRequest(
    (request) => request.url().endsWith('/client/log') && request.postDataJSON().event === 'saveFailed',
  )
  await page.getByLabel('Project name').fill('Unlucky')
  await page.getByRole('button', { name: 'Create project' }).click()
  await expect(page.getByRole('alert')).toContainText('Something went wrong on our side.')
  await expectUsableOnEveryWidth(page)
  await expect(page.getByLabel('Project name')).toHaveValue('Unlucky')
  expect((await logged).postDataJSON()).toMatchObject({
    route: '/new-project',
    logLevel: 'error',
    deviceFingerprint: 'web; pointer; en-GB',
  })
})

test('H1: what the policy of the page refuses is told to the server, once and without what its address carries', async ({
  context,
}) => {
  // A separate page, because the `page` fixture fails on the first policy violation.
  const page = await context.newPage()
  const reports: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/client/log')) reports.push(request.postData() ?? '')
  })
  await page.goto('/login')
  await page.waitForFunction(() => document.documentElement.dataset.ready !== undefined)
  const answered = page.waitForResponse((response) => response.url().endsWith('/client/log'))
  const refusals = await page.evaluate(async () => {
    const refused: string[] = []
    for (const name of ['first', 'second']) {
      await new Promise((resolve) => {
        document.addEventListener('securitypolicyviolation', resolve, { once: true })
        new Image().src = `https://elsewhere.example/${name}.png?token=secret`
      }).then((event) => refused.push((event as SecurityPolicyViolationEvent).blockedURI))
    }
    return refused
  })
  expect(refusals).toHaveLength(2)
  expect((await answered).status()).toBe(204)
  expect(reports).toHaveLength(1)
  expect(JSON.parse(reports[0] ?? '')).toMatchObject({
    event: 'policyViolation',
    route: '/login',
    message: expect.stringContaining('img-src refused https://elsewhere.example/first.png, asked for by '),
  })
  expect(reports[0]).not.toContain('secret')
})
