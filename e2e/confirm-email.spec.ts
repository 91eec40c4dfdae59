import { type Browser, expect, type Page } from '@playwright/test'
import { type ConfiguredProduct, test } from './configured-product'
import { submitByEnter, takeScreenshots } from './fixtures'
import { expectUsableOnEveryWidth, queryDatabase, signInByApi } from './people'
import { cellOf, grid, rowOf } from './users-grid'

const nordbygg = { project: 'Barcode Harbour, block 4', administrator: 'anna@nordbygg.example' }
const fjellbane = { project: 'Ringerike Line, tunnel north', administrator: 'gro@fjellbane.example' }

/** Links of the project list. */
const projects = (page: Page) => page.locator('#content section li a')

/** Opens the users grid of an administrator's customer, filtered by email, in a separate browser context. */
async function openUsersOf({ url }: ConfiguredProduct, browser: Browser, administrator: string, email: string) {
  const context = await browser.newContext({ locale: 'en-GB', baseURL: url })
  const page = await context.newPage()
  await signInByApi(page, administrator)
  await page.goto(`/users?user=${encodeURIComponent(email)}`)
  await expect(grid(page).locator('[data-row="0"]')).toBeVisible()
  return page
}

/** Whether and how the stored mailbox was verified. */
const storedProof = async (product: ConfiguredProduct, email: string) => {
  const [stored] = await queryDatabase(
    product,
    `select email_verified_at is not null and email_verified_at <= now() as "isProved", email_verified_by as by
     from app_user where email = $1`,
    [email],
  )
  return stored
}

/** Names of the customers that a user has accepted, as stored. */
const acceptedCustomers = async (product: ConfiguredProduct, email: string) => {
  const rows = await queryDatabase(
    product,
    `select customer.name from customer_person as known join customer on customer.id = known.customer_id
       join app_user as person on person.id = known.user_id
     where person.email = $1 and known.is_accepted order by 1`,
    [email],
  )
  return rows.map(({ name }) => name)
}

/** Sets the first password of a new user. */
async function setPassword(page: Page, password: string): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Welcome. Set your password' })).toBeVisible()
  await page.getByLabel('New password').fill(password)
  await submitByEnter(page)
}

test('F3, G3: whoever came by a copied link confirms their email to see what another customer shared', async ({
  page,
  browser,
  product,
}) => {
  test.slow()
  const email = 'twice@partner.example'
  await product.invite(email, 'member')
  await product.invite(email, 'member', { project: 'FB-11', administrator: fjellbane.administrator })
  const anna = await openUsersOf(product, browser, nordbygg.administrator, email)
  const gro = await openUsersOf(product, browser, fjellbane.administrator, email)
  for (const users of [anna, gro]) await expect(rowOf(users, email)).toBeVisible()
  const linksOf = async () => new Set((await product.linksTo(email)).map(({ href }) => href))
  // One mail from each customer.
  await expect.poll(async () => (await linksOf()).size).toBe(2)
  const invited = await linksOf()

  const copied = await product.copyLink(email, nordbygg.administrator)
  await page.goto(copied.href)
  await setPassword(page, 'seventeen green wheelbarrows')
  await expect(page.getByRole('heading', { name: 'Create your profile' })).toBeVisible()
  await page.getByLabel('First name').fill('Nadia')
  await page.getByLabel('Last name').fill('Newcomer')
  await page.getByLabel('Organization').fill('Partner and sons')
  await page.getByLabel('Phone').fill('+47 90 12 34 56')
  await page.getByLabel(/I agree/).check()
  await page.getByRole('button', { name: 'Create profile' }).click()
  // The project they came for is shown first.
  await expect(page.getByRole('heading', { level: 1, name: nordbygg.project })).toBeVisible()
  await page.goto('/')

  // A copied link shows the projects of the inviting customer and explains how to see the others. It does not verify the email.
  await expect(page.getByText('Confirm your email to see other invitations')).toBeVisible()
  await expect(projects(page)).toHaveCount(1)
  await expect(projects(page)).toContainText(nordbygg.project)
  await expectUsableOnEveryWidth(page)
  await takeScreenshots(page, 'confirm-email')
  expect(await storedProof(product, email)).toEqual({ isProved: false, by: null })
  expect(await acceptedCustomers(product, email)).toEqual(['Nordbygg AS'])
  for (const users of [anna, gro]) await users.reload()
  await expect(rowOf(anna, 'Nadia Newcomer')).toBeVisible()
  await expect(rowOf(gro, email)).toBeVisible()
  await expect(grid(gro).getByText('Nadia')).toHaveCount(0)

  await (await cellOf(gro, email, fjellbane.project)).click()
  await gro.getByRole('button', { name: 'Why?', exact: true }).click()
  const pendingNotice = gro.getByText('This person has not accepted yet. Their name is shown when they do.')
  await expect(pendingNotice).toBeVisible()
  await gro.keyboard.press('Escape')

  // Requesting the mail and using its link verifies the email.
  await page.getByRole('button', { name: 'Send confirmation email' }).click()
  await expect(page.getByText(`We have sent an email to ${email}.`)).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'Check your mailbox' })).toBeVisible()
  await expectUsableOnEveryWidth(page)
  const mailed = async () => (await product.linksTo(email)).find(({ href }) => !invited.has(href))
  await expect.poll(mailed).toBeDefined()
  expect(await storedProof(product, email)).toEqual({ isProved: false, by: null })
  await page.goto((await mailed())?.href ?? '')
  await setPassword(page, 'a bridge made of paper boats')
  // The copied link was the last step of this invitation.
  await expect(page.getByRole('heading', { level: 1, name: nordbygg.project })).toBeVisible()
  await page.goto('/')
  await expect(projects(page)).toHaveCount(2)
  await expect(projects(page).filter({ hasText: fjellbane.project })).toBeVisible()
  await expect(projects(page).filter({ hasText: nordbygg.project })).toBeVisible()
  await expect(page.getByText('Confirm your email to see other invitations')).toBeHidden()
  expect(await storedProof(product, email)).toEqual({ isProved: true, by: 'mail' })
  expect(await acceptedCustomers(product, email)).toEqual(['Fjellbane Infra AS', 'Nordbygg AS'])
  await gro.reload()
  await expect(rowOf(gro, 'Nadia Newcomer')).toBeVisible()
  await (await cellOf(gro, 'Nadia Newcomer', fjellbane.project)).click()
  await gro.getByRole('button', { name: 'Why?', exact: true }).click()
  await expect(gro.getByRole('dialog').getByText(/^Invited by gro@/)).toBeVisible()
  await expect(pendingNotice).toHaveCount(0)
  for (const users of [anna, gro]) await users.context().close()
})
