import { expect } from '@playwright/test'
import { test } from './configured-product'
import { takeScreenshots } from './fixtures'
import {
  expectUsableOnEveryWidth,
  overrideInstallation,
  queryDatabase,
  signInByApi,
  signInWithPassword,
} from './people'

test('deleting an account is asked for in the product and withdrawn there, or asked of the support, with what it would affect', async ({
  page,
  product,
}) => {
  await signInWithPassword(page, 'ola@nordbygg.example')
  await page.goto('/user-profile')
  await page.getByRole('link', { name: 'Delete account' }).click()
  await expect(page.getByRole('heading', { name: 'Delete account' })).toBeVisible()
  await expect(page.getByText(/\d+ projects have you as their owner:/)).toBeVisible()
  await expect(page.getByText('Barcode Harbour, block 4')).toBeVisible()
  await expectUsableOnEveryWidth(page)
  await takeScreenshots(page, 'delete-user')
  const href = (await page.getByRole('link', { name: 'Contact support' }).getAttribute('href')) ?? ''
  const mail = new URL(href)
  expect([mail.protocol, mail.pathname]).toEqual(['mailto:', 'help@lintel.example'])
  expect(mail.searchParams.get('subject')).toBe('Please delete my account: ola@nordbygg.example')
  expect(mail.searchParams.get('body')).toContain('Name: Ola Berge\r\nEmail: ola@nordbygg.example')

  const stored = () =>
    queryDatabase(
      product,
      `select 1 from deletion_request join app_user as person on person.id = user_id where person.email = $1`,
      ['ola@nordbygg.example'],
    )
  await page.getByRole('button', { name: 'Ask for deletion' }).click()
  await expect(page.getByText('You asked for your account to be deleted')).toBeVisible()
  expect(await stored()).toHaveLength(1)
  await expectUsableOnEveryWidth(page)
  await page.reload()
  await page.getByRole('button', { name: 'Withdraw the request' }).click()
  await expect(page.getByRole('button', { name: 'Ask for deletion' })).toBeVisible()
  expect(await stored()).toHaveLength(0)
})

test('who has nothing that others need is told so', async ({ page }) => {
  await signInWithPassword(page, 'lena@nordbygg.example')
  await page.goto('/delete-user')
  await expect(page.getByText('Nothing but your own account.')).toBeVisible()
  await page.getByRole('link', { name: 'Back to the profile' }).click()
  await expect(page.getByRole('heading', { name: 'Edit profile' })).toBeVisible()
})

test('where there is a support chat it opens that, the request filled in; where nobody is named it is asked for in the product alone', async ({
  page,
}) => {
  await signInByApi(page, 'lena@nordbygg.example')
  await overrideInstallation(page, { supportChat: 'https://chat.example/lintel?mail={email}&text={message}' })
  await page.goto('/delete-user')
  const chat = new URL((await page.getByRole('link', { name: 'Contact support' }).getAttribute('href')) ?? '')
  expect(chat.href).toMatch(/^https:\/\/chat\.example\/lintel\?/)
  expect(chat.searchParams.get('mail')).toBe('lena@nordbygg.example')
  expect(chat.searchParams.get('text')).toContain('Name: Lena Torp\nEmail: lena@nordbygg.example')
  await page.unrouteAll({ behavior: 'wait' })
  await overrideInstallation(page, { supportMail: undefined })
  await page.goto('/delete-user')
  await expect(page.getByRole('button', { name: 'Ask for deletion' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Contact support' })).toHaveCount(0)
})

test('the support is spoken of to owners only where there is one', async ({ page }) => {
  await signInByApi(page, 'ola@nordbygg.example')
  await page.goto('/delete-user')
  await expect(page.getByText(/Hand these projects over to other owners first, or tell support/)).toBeVisible()
  await overrideInstallation(page, { supportMail: undefined, supportChat: undefined })
  await page.goto('/delete-user')
  await expect(page.getByText('Hand these projects over to other owners first.')).toBeVisible()
  await expect(page.locator('main')).not.toContainText('tell support')
})
