import { expect } from '@playwright/test'
import { test } from './configured-product'
import { recordReferers, takeScreenshots } from './fixtures'
import { expectUsableOnEveryWidth, queryDatabase, waitForStatus } from './people'

test('S12: a guest link opens its one project, its id in no address afterwards, as often as it is opened', async ({
  page,
  product,
}) => {
  const email = 'visitor@partner.example'
  await product.invite(email, 'guest')
  const link = (await product.linksTo(email)).find(({ pathname }) => pathname === '/guest')
  const id = link?.searchParams.get('id') ?? ''
  expect(id).not.toBe('')
  const requested: string[] = []
  const referers = await recordReferers(page)
  page.on('request', (request) => {
    const isLinkNavigation = request.isNavigationRequest() && request.url() === link?.href
    const isLoginCall = request.url().includes('/guest-login/')
    if (!isLinkNavigation && !isLoginCall) requested.push(request.url())
  })
  for (let time = 0; time < 2; time++) {
    await page.goto(link?.href ?? '')
    await expect(page).toHaveURL(/\/project-[\w-]+\/$/)
    await expect(page.getByRole('heading', { name: 'Barcode Harbour, block 4' })).toBeVisible()
  }
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Barcode Harbour, block 4' })).toBeVisible()
  // Pages without a secret in their address do send referers, so a leak would have been recorded.
  await expect.poll(() => referers).toContainEqual(expect.stringMatching(/\/project-[\w-]+\/$/))
  expect([...requested, ...referers].filter((address) => address.includes(id))).toEqual([])
  await page.goto('/')
  await expect(page.locator('#content li a')).toHaveCount(1)
})

test('G6: a guest whose last day passes while the page is open is out at the next call, and told why', async ({
  page,
  product,
}) => {
  const email = 'passing@partner.example'
  await product.invite(email, 'guest')
  const link = (await product.linksTo(email)).find(({ pathname }) => pathname === '/guest')
  await page.goto(link?.href ?? '')
  await expect(page.getByRole('heading', { name: 'Barcode Harbour, block 4' })).toBeVisible()
  await page.goto('/')
  await expect(page.getByRole('link', { name: /Barcode Harbour, block 4/ })).toContainText(/End date: \d+ \w+ \d{4}/)
  await queryDatabase(
    product,
    `update project_member set expiration_date = now() - interval '1 second'
     where user_id = (select id from app_user where email = $1)`,
    [email],
  )
  await waitForStatus(page, product, 'GET /mgw/api/v3/home', 401)
  await page.getByRole('link', { name: /Barcode Harbour, block 4/ }).click()
  await expect(page.getByText('Your session has ended')).toBeVisible()
  // A guest has no password to sign in with.
  await expect(page.getByText('Open the link in your invitation mail again to go on.')).toBeVisible()
  await expect(page).toHaveURL(/\/login\?(.*&)?ended=guest/)
  await expectUsableOnEveryWidth(page)
  await page.goto(link?.href ?? '')
  await expect(page.getByRole('alert')).toContainText(/Your access ended on \d+ \w+ \d{4}/)
  await expect(page.getByRole('alert')).toContainText('Ask Kari Moen for a later end date')
  await expectUsableOnEveryWidth(page)
})

test('G6: a guest whom another customer adds signs in by its mail, also where their guest session lives', async ({
  page,
  product,
}) => {
  const email = 'shared@partner.example'
  const linkTo = async (path: string) => (await product.linksTo(email)).find(({ pathname }) => pathname === path)?.href
  await product.invite(email, 'guest')
  await page.goto((await linkTo('/guest')) ?? '')
  await expect(page.getByRole('heading', { name: 'Barcode Harbour, block 4' })).toBeVisible()
  await product.invite(email, 'member', { project: 'FB-11', administrator: 'gro@fjellbane.example' })
  const invitation = /\/login\?email=shared(@|%40)partner\.example&.*\btmppass=[\w-]{43}/
  await expect.poll(() => linkTo('/login'), { timeout: 60_000 }).toMatch(invitation)
  await page.goto((await linkTo('/login')) ?? '')
  await expect(page.getByRole('heading', { name: 'Welcome. Set your password' })).toBeVisible()
  await expect(page).toHaveURL(/\/user-profile$/)
})

test('a guest link that opens nothing says so above the form, and does not say why', async ({ page }) => {
  await page.goto('/guest?id=0123456789012345678901234567890123456789012')
  await expect(page.getByRole('alert')).toContainText('This guest link is not valid')
  await expect(page).toHaveURL(/\/guest$/)
  await expect(page.getByLabel('Email')).toBeFocused()
  await expectUsableOnEveryWidth(page)
  await takeScreenshots(page, 'guest-link-over')
  await page.getByRole('button', { name: /Mei Zhang/ }).click()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()
})

test('without a network the link can be tried again, although its id has left the address', async ({ page }) => {
  await page.route('**/guest-login/**', (route) => route.abort())
  await page.goto('/guest?id=anything')
  await expect(page.getByRole('alert')).toContainText('There is no connection to the server')
  await page.unroute('**/guest-login/**')
  await page.getByRole('button', { name: 'Try again', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('This guest link is not valid')
})
