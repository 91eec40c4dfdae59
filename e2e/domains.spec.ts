import { expect, type Page } from '@playwright/test'
import { zipOf } from '../server/test/zip'
import { test } from './configured-product'
import { createGate } from './create-gate'
import { expectAccessible, takeScreenshots } from './fixtures'
import { expectUsableOnEveryWidth, queryDatabase, signInAsStaff, signInByApi } from './people'
import type { ProductServer } from './server'

const row = (page: Page, domain: string) => page.getByRole('listitem', { name: domain, exact: true })

/** Signs in as the administrator of a customer without a domain, with the interface in English. */
async function signInAsAsa(page: Page, product: ProductServer): Promise<void> {
  const asa = 'asa@vvsteknik.example'
  await queryDatabase(product, "update app_user set language = 'en' where email = $1", [asa])
  await signInByApi(page, asa)
}

test('an administrator adds a domain, is told what its DNS lacks, proves it, and imports by it', async ({
  page,
  product,
}) => {
  const domain = 'vvsteknik.example'
  await signInAsAsa(page, product)
  await page.goto('/security')
  await expect(page.getByText('This customer has no domain yet.')).toBeVisible()
  await page.getByLabel('Domain', { exact: true }).fill('gmail.com')
  await expect(page.getByText('Anybody can have an address at this domain')).toBeVisible()
  await page.getByLabel('Domain', { exact: true }).fill('nordbygg.example')
  await page.getByRole('button', { name: 'Add domain' }).click()
  await expect(page.getByText('This domain already belongs to a customer.')).toBeVisible()
  await page.getByLabel('Domain', { exact: true }).fill('VVSteknik.example')
  await page.getByLabel('Domain', { exact: true }).press('Enter')
  await expect(page.getByText(`${domain} is added. Verify it by its record now.`)).toBeVisible()

  const added = row(page, domain)
  await expect(added).toContainText('to be verified')
  await expect(added.getByRole('textbox', { name: `Host of the record for ${domain}` })).toHaveValue(domain)
  const value = added.getByRole('textbox', { name: `Value of the record for ${domain}` })
  await expect(value).toHaveValue(/^lintel-verification=[0-9a-f]{40}$/)
  const record = await value.inputValue()
  const check = added.getByRole('button', { name: `Check now: ${domain}` })

  await check.click()
  await expect(added).toContainText(`${domain} has no TXT record at all.`)
  await expect(added.getByRole('status')).toContainText(record)
  await expect(added).toContainText('Its record was last looked for on')
  product.dns.answers.set(domain, ['v=spf1 -all', 'lintel-verification=of another day'])
  await check.click()
  await expect(added.getByRole('status')).toContainText('lintel-verification=of another day')
  await expectUsableOnEveryWidth(page)
  await takeScreenshots(page, 'domains')
  product.dns.answers.set(domain, 'fails')
  await check.click()
  await expect(added.getByRole('status')).toContainText(`The DNS of ${domain} did not answer`)

  product.dns.answers.set(domain, ['v=spf1 -all', record])
  await check.click()
  await expect(page.getByText(`${domain} is verified.`)).toBeVisible()
  await expect(added).toContainText('verified')
  await expect(value).toHaveCount(0)

  await page.goto('/ad-import')
  await page.getByLabel('Files of the directory (ZIP)').setInputFiles({
    name: 'directory.zip',
    mimeType: 'application/zip',
    buffer: zipOf({ 'users.csv': `email;givenName;familyName\nnils@${domain};Nils;Berg\n` }),
  })
  await page.getByRole('button', { name: 'Preview', exact: true }).first().click()
  const steps = page.getByRole('table', { name: 'Steps of the import' })
  await expect(steps.getByRole('row').filter({ hasText: `nils@${domain}` })).toBeVisible()
})

test('a domain that waits goes at once and can be had back; a verified one goes after it was said what stops', async ({
  page,
  product,
}) => {
  await signInAsAsa(page, product)
  await page.goto('/security')
  await page.getByLabel('Domain', { exact: true }).fill('waiting.example')
  await page.getByLabel('Domain', { exact: true }).press('Enter')
  await row(page, 'waiting.example').getByRole('button', { name: 'Remove waiting.example' }).click()
  await expect(page.getByText('waiting.example is removed.')).toBeVisible()
  await expect(row(page, 'waiting.example')).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(page.getByText('waiting.example is there again. Its record has a new value.')).toBeVisible()
  await expect(row(page, 'waiting.example')).toBeVisible()

  // The record is found, and everybody who has the screen open sees the change.
  const record = await page.getByRole('textbox', { name: 'Value of the record for waiting.example' }).inputValue()
  product.dns.answers.set('waiting.example', [record])
  await row(page, 'waiting.example').getByRole('button', { name: 'Check now: waiting.example' }).click()
  await expect(row(page, 'waiting.example')).toContainText('verified')
  await row(page, 'waiting.example').getByRole('button', { name: 'Remove waiting.example' }).click()
  const confirmation = page.getByRole('dialog', { name: 'Remove waiting.example?' })
  await expect(confirmation).toContainText('Directory imports and SCIM stop accepting people of this domain')
  await expectAccessible(page)
  await confirmation.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(row(page, 'waiting.example')).toHaveCount(0)
  await expect(page.getByText('waiting.example is removed.')).toBeVisible()
})

test('a domain is looked for and removed one after the other, however fast both are pressed', async ({
  page,
  product,
}) => {
  await signInAsAsa(page, product)
  await page.goto('/security')
  await page.getByLabel('Domain', { exact: true }).fill('in-turn.example')
  await page.getByLabel('Domain', { exact: true }).press('Enter')
  const { released, release } = createGate()
  await page.route('**/customer-domains/*/check', async (route) => {
    await released
    await route.continue()
  })
  const remove = row(page, 'in-turn.example').getByRole('button', { name: 'Remove in-turn.example' })
  await row(page, 'in-turn.example').getByRole('button', { name: 'Check now: in-turn.example' }).click()
  await expect(remove).toBeDisabled()
  release()
  await remove.click()
  await expect(page.getByText('in-turn.example is removed.')).toBeVisible()
  await expect(row(page, 'in-turn.example')).toHaveCount(0)
})

test('the staff see what waits and what is lost, and lead from the import of a customer without a domain to where one is added', async ({
  page,
  product,
}) => {
  await signInAsStaff(page, product)
  await page.goto('/security')
  await page.getByRole('combobox', { name: 'Customer', exact: true }).selectOption('Nordbygg AS')
  await expect(row(page, 'nordbygg-drift.example')).toContainText('to be verified')
  await expect(row(page, 'nordbygg-anlegg.example')).toContainText('verification lost')
  await expect(row(page, 'nordbygg.example')).toContainText('Vouched for by the platform’s staff')
  await expectUsableOnEveryWidth(page)

  await signInByApi(page, 'anna@nordbygg.example')
  await page.goto('/ad-import')
  await page.getByRole('combobox', { name: 'Customer', exact: true }).selectOption('Nordbygg Eiendom AS')
  await page.getByRole('link', { name: 'Add and verify a domain' }).click()
  await expect(page.getByRole('heading', { name: 'Security', level: 1 })).toBeVisible()
  await expect(page.getByText('This customer has no domain yet.')).toBeVisible()
})
