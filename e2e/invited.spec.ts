import { expect, type Page } from '@playwright/test'
import { test } from './configured-product'
import { submitByEnter, takeScreenshots } from './fixtures'
import { expectUsableOnEveryWidth } from './people'

/** Completes the first sign-in of an invited user: password, then profile. */
async function completeFirstSignIn(page: Page, welcome?: RegExp) {
  await expect(page.getByRole('heading', { name: 'Welcome. Set your password' })).toBeVisible()
  if (welcome) await expect(page.getByText(welcome)).toBeVisible()
  await expectUsableOnEveryWidth(page)
  await takeScreenshots(page, 'invited-password')
  await page.getByLabel('New password').fill('purple crane lifts seven beams')
  await submitByEnter(page)

  await expect(page.getByRole('heading', { name: 'Create your profile' })).toBeVisible()
  if (welcome) await expect(page.getByText(welcome)).toBeVisible()
  // Only the profile is available: no theme, no account deletion, and sign-out as the only other action.
  await expect(page.getByText('Theme', { exact: true })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Delete account' })).toHaveCount(0)
  await expect(page.getByRole('link')).toHaveText([/privacy policy/, 'Sign out'])
  await expectUsableOnEveryWidth(page)
  await takeScreenshots(page, 'invited-profile')
  await page.getByLabel('First name').fill('Nadia')
  await page.getByLabel('Last name').fill('Newcomer')
  await page.getByLabel('Organization').fill('Partner and sons')
  await page.getByLabel('Phone').fill('+47 90 12 34 56')
  await page.getByLabel(/I agree/).check()
  await page.getByRole('button', { name: 'Create profile' }).click()
}

const project = 'Barcode Harbour, block 4'

test('the invited are told by whom and to what while they make their account ready, and then it opens', async ({
  page,
  product,
}) => {
  const email = 'nadia@invited.example'
  await product.invite(email, 'member')
  const link = (await product.linksTo(email)).find(({ pathname }) => pathname === '/login')
  await page.goto(link?.href ?? '')
  await completeFirstSignIn(
    page,
    /^Kari Moen has invited you to the project Barcode Harbour, block 4 of Nordbygg AS\.$/,
  )
  await expect(page).toHaveURL(/\/project-[\w-]+\/$/)
  await expect(page.getByRole('heading', { level: 1, name: project })).toBeVisible()
  // Afterwards the profile is a section of the account, without the welcome.
  await page.goto('/user-profile')
  await expect(page.getByRole('heading', { level: 1, name: 'Edit profile' })).toBeVisible()
  await expect(page.getByText('has invited you')).toHaveCount(0)
})

test('without a network an invitation can be followed again, or is by itself, although its password has left the address', async ({
  page,
  product,
}) => {
  const email = 'far-out@invited.example'
  await product.invite(email, 'member')
  const link = (await product.linksTo(email)).find(({ pathname }) => pathname === '/login')
  const login = '**/auth/v1/login'
  const welcome = page.getByRole('heading', { name: 'Welcome. Set your password' })
  const noConnection = page.getByRole('alert').filter({ hasText: 'There is no connection to the server' })
  await page.route(login, (route) => route.abort())
  await page.goto(link?.href ?? '')
  await expect(noConnection).toBeVisible()
  expect(page.url()).not.toContain('tmppass')
  await expectUsableOnEveryWidth(page)
  await page.unroute(login)
  await page.getByRole('button', { name: 'Try again', exact: true }).click()
  await expect(welcome).toBeVisible()

  // The probe fails as well: the page waits for the network.
  await page.context().clearCookies()
  const probe = '**/regions.json'
  for (const address of [login, probe]) await page.route(address, (route) => route.abort())
  await page.goto(link?.href ?? '')
  await expect(noConnection).toBeVisible()
  for (const address of [login, probe]) await page.unroute(address)
  await expect(welcome).toBeVisible()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true })

  test('without the word of who invited whom the account is made ready all the same', async ({ page, product }) => {
    const email = 'nobody-told@invited.example'
    await product.invite(email, 'member')
    await page.route('**/user-profiles/*/invitation', (route) => route.fulfill({ status: 404, json: { errors: [] } }))
    const link = (await product.linksTo(email)).find(({ pathname }) => pathname === '/login')
    await page.goto(link?.href ?? '')
    await completeFirstSignIn(page)
    await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()
  })
})
