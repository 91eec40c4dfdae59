import { expect } from '@playwright/test'
import { test } from './configured-product'
import { takeScreenshots } from './fixtures'
import {
  addVirtualAuthenticator,
  cloneUser,
  expectUsableOnEveryWidth,
  expireProofs,
  signInWithPassword,
} from './people'

test('a passkey is added, signs in where the email is typed, proves who is there, and is removed', async ({
  page,
  product,
}) => {
  test.setTimeout(120_000)
  const email = await cloneUser(product, 'gro@fjellbane.example')
  const countPasskeys = await addVirtualAuthenticator(page)

  await signInWithPassword(page, email)
  await page.goto('/passkeys')
  await expect(page.getByText('You have no passkeys.')).toBeVisible()
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByLabel('Name').fill('Site phone')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  const passkey = page.getByRole('listitem').filter({ hasText: 'Site phone' })
  await expect(passkey).toContainText('Not used yet')
  expect(await countPasskeys()).toBe(1)
  await expectUsableOnEveryWidth(page)

  await page.goto('/logout')
  // The device answers the passkey autofill without interaction.
  await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()
  await page.goto('/sessions')
  await expect(page.getByText('Passkey, or password and verification code').first()).toBeVisible()
  await page.goto('/passkeys')
  await expect(passkey).toContainText('Last used')

  await expireProofs(page, product)
  await page.reload()
  await passkey.getByRole('button', { name: 'Remove: Site phone' }).click()
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  // The passkey is offered first; the password is one step away, with a way back.
  const proof = page.getByRole('dialog', { name: 'Confirm that it is you' })
  const usePasskey = proof.getByRole('button', { name: 'Use a passkey', exact: true })
  await expect(usePasskey).toBeFocused()
  await expect(proof.getByLabel('Password', { exact: true })).toHaveCount(0)
  await expectUsableOnEveryWidth(page)
  await takeScreenshots(page, 'step-up-passkey')
  await proof.getByRole('button', { name: 'Use the password instead' }).click()
  await expect(proof.getByLabel('Password', { exact: true })).toBeFocused()
  await expectUsableOnEveryWidth(page)
  await proof.getByRole('button', { name: 'Use a passkey instead' }).click()
  await usePasskey.click()
  await expect(page.getByText('You have no passkeys.')).toBeVisible()
  await page.goto('/logout')
  await expect(page).toHaveURL(/\/login/)
  // The device still has the passkey, but it no longer signs in, neither by autofill nor by the button.
  const refusal = page.getByText('This passkey did not sign you in.')
  await expect(refusal).toBeVisible()
  const again = page.waitForResponse((response) => response.url().endsWith('/auth/v1/passkeys/sign-in'))
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  expect((await again).status()).toBe(401)
  await expect(refusal).toBeVisible()
})
