import { type Browser, expect, type Page } from '@playwright/test'
import { type ConfiguredProduct, test } from './configured-product'
import { begin, looksRight, onDatabase } from './people'
import { cellOf, grid, rowOf } from './users-grid'
import { sendByEnter, takePictures } from './visit'

const nordbygg = { project: 'Barcode Harbour, block 4', administrator: 'anna@nordbygg.example' }
const fjellbane = { project: 'Ringerike Line, tunnel north', administrator: 'gro@fjellbane.example' }

/** The links of the project list, by the names of the projects. */
const projects = (page: Page) => page.locator('#content section li a')

/** The users of an administrator's customer, those of an address, in a browser of the administrator's own. */
async function usersOf({ url }: ConfiguredProduct, browser: Browser, administrator: string, email: string) {
  const context = await browser.newContext({ locale: 'en-GB', baseURL: url })
  const page = await context.newPage()
  await begin(page, administrator)
  await page.goto(`/users?user=${encodeURIComponent(email)}`)
  await expect(grid(page).locator('[data-row="0"]')).toBeVisible()
  return page
}

/** When and how a mailbox was proved, as it is stored. */
const proofOf = async (product: ConfiguredProduct, email: string) => {
  const [stored] = await onDatabase(
    product,
    `select email_verified_at is not null and email_verified_at <= now() as "isProved", email_verified_by as by
     from app_user where email = $1`,
    [email],
  )
  return stored
}

/** Who has accepted being with which customer, as it is stored. */
const acceptedBy = async (product: ConfiguredProduct, email: string) => {
  const rows = await onDatabase(
    product,
    `select customer.name from customer_person as known join customer on customer.id = known.customer_id
       join app_user as person on person.id = known.user_id
     where person.email = $1 and known.is_accepted order by 1`,
    [email],
  )
  return rows.map(({ name }) => name)
}

/** Sets the password that somebody new is asked for. */
async function setPassword(page: Page, password: string): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Welcome. Set your password' })).toBeVisible()
  await page.getByLabel('New password').fill(password)
  await sendByEnter(page)
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
  const anna = await usersOf(product, browser, nordbygg.administrator, email)
  const gro = await usersOf(product, browser, fjellbane.administrator, email)
  for (const users of [anna, gro]) await expect(rowOf(users, email)).toBeVisible()
  const linksOf = async () => new Set((await product.linksTo(email)).map(({ href }) => href))
  // One mail of each customer.
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
  // First the project that they came for.
  await expect(page.getByRole('heading', { level: 1, name: nordbygg.project })).toBeVisible()
  await page.goto('/')

  // By a copied link, they see what those shared who made the account, and how to see the rest. Nothing is proved.
  await expect(page.getByText('Confirm your email to see other invitations')).toBeVisible()
  await expect(projects(page)).toHaveCount(1)
  await expect(projects(page)).toContainText(nordbygg.project)
  await looksRight(page)
  await takePictures(page, 'confirm-email')
  expect(await proofOf(product, email)).toEqual({ isProved: false, by: null })
  expect(await acceptedBy(product, email)).toEqual(['Nordbygg AS'])
  for (const users of [anna, gro]) await users.reload()
  await expect(rowOf(anna, 'Nadia Newcomer')).toBeVisible()
  await expect(rowOf(gro, email)).toBeVisible()
  await expect(grid(gro).getByText('Nadia')).toHaveCount(0)

  await (await cellOf(gro, email, fjellbane.project)).click()
  await gro.getByRole('button', { name: 'Why?', exact: true }).click()
  const awaited = gro.getByText('This person has not accepted yet. Their name is shown when they do.')
  await expect(awaited).toBeVisible()
  await gro.keyboard.press('Escape')

  // The mail that they ask for proves it, when its link is used.
  await page.getByRole('button', { name: 'Send confirmation email' }).click()
  await expect(page.getByText(`We have sent an email to ${email}.`)).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'Check your mailbox' })).toBeVisible()
  await looksRight(page)
  const mailed = async () => (await product.linksTo(email)).find(({ href }) => !invited.has(href))
  await expect.poll(mailed).toBeDefined()
  expect(await proofOf(product, email)).toEqual({ isProved: false, by: null })
  await page.goto((await mailed())?.href ?? '')
  await setPassword(page, 'a bridge made of paper boats')
  // The link that was copied was the last word of an invitation.
  await expect(page.getByRole('heading', { level: 1, name: nordbygg.project })).toBeVisible()
  await page.goto('/')
  await expect(projects(page)).toHaveCount(2)
  await expect(projects(page).filter({ hasText: fjellbane.project })).toBeVisible()
  await expect(projects(page).filter({ hasText: nordbygg.project })).toBeVisible()
  await expect(page.getByText('Confirm your email to see other invitations')).toBeHidden()
  expect(await proofOf(product, email)).toEqual({ isProved: true, by: 'mail' })
  expect(await acceptedBy(product, email)).toEqual(['Fjellbane Infra AS', 'Nordbygg AS'])
  await gro.reload()
  await expect(rowOf(gro, 'Nadia Newcomer')).toBeVisible()
  await (await cellOf(gro, 'Nadia Newcomer', fjellbane.project)).click()
  await gro.getByRole('button', { name: 'Why?', exact: true }).click()
  await expect(gro.getByRole('dialog').getByText(/^Invited by gro@/)).toBeVisible()
  await expect(awaited).toHaveCount(0)
  for (const users of [anna, gro]) await users.context().close()
})
