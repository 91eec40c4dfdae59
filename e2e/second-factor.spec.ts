/// <reference lib="dom" />
import { expect, type Page } from '@playwright/test'
import { demoPassword } from '../server/demo/credentials'
import { projectId } from '../server/demo/projects'
import { test } from './configured-product'
import { submitByEnter, takeScreenshots } from './fixtures'
import {
  cloneUser,
  expectUsableOnEveryWidth,
  expireProofs,
  expireSecondFactorProofs,
  freezeClock,
  oneTimeCode,
  queryDatabase,
  setUpSecondFactor,
  signInAsStaff,
  signInWithPassword,
  staffPerson,
  tabThrough,
  typeCredentials,
} from './people'
import type { ProductServer } from './server'
import { chooseFromMore, grid, rowOf } from './users-grid'

/** The key on the set-up screen, for users who cannot scan the QR code. */
const readKey = async (page: Page) => (await page.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent()) ?? ''

/** The recovery codes on the screen. */
const readRecoveryCodes = (page: Page) =>
  page
    .getByRole('list', { name: /^Recovery codes for/ })
    .getByRole('listitem')
    .allTextContents()

/** Numbers of authenticator apps and unused recovery codes stored for a user. */
const countFactors = (product: ProductServer, email: string) =>
  queryDatabase(
    product,
    `select (select count(*) from totp_factor where user_id = person.id)::int as apps,
       (select count(*) from recovery_code where user_id = person.id and used_at is null)::int as codes
     from app_user as person where email = $1`,
    [email],
  )

async function logOut(page: Page) {
  await page.goto('/logout')
  await expect(page).toHaveURL(/\/login/)
}

test('a second factor is set up, asked for, stood in for by a recovery code, and removed', async ({
  page,
  context,
  product,
}) => {
  test.setTimeout(300_000)
  const email = await cloneUser(product, 'gro@fjellbane.example')
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signInWithPassword(page, email)
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('link', { name: 'Two-step verification', exact: true }).click()
  await expect(page.getByText('It is off.')).toBeVisible()
  await expectUsableOnEveryWidth(page)
  await page.getByRole('link', { name: 'Set up two-step verification', exact: true }).click()

  // Set-up: the QR code, two values to copy, each confirmed for three seconds.
  const qrCode = page.getByRole('img', { name: 'QR code for your authenticator app' })
  await expect(qrCode).toBeVisible()
  // Cameras need dark modules on a light background, in the dark theme too.
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(qrCode).toHaveCSS('background-color', 'rgb(255, 255, 255)')
  await expect(qrCode).toHaveCSS('color', 'rgb(26, 29, 35)')
  await expectUsableOnEveryWidth(page)
  await takeScreenshots(page, 'mfa-setup')
  const key = await readKey(page)
  // A phone may discard the page while the user opens the app: the scanned key is still valid.
  await page.reload()
  await expect(qrCode).toBeVisible()
  expect(await readKey(page)).toBe(key)
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText())
  await page.clock.install()
  await page.getByRole('button', { name: 'Copy username' }).click()
  const copied = page.getByRole('button', { name: 'Copied', exact: true })
  await expect(copied).toBeVisible()
  expect(await clipboard()).toBe(email)
  await page.clock.fastForward(3_000)
  await expect(copied).toBeHidden()
  await page.getByRole('button', { name: 'Copy service key' }).click()
  await expect(copied).toBeVisible()
  expect(await clipboard()).toBe(key.replaceAll(' ', ''))

  const code = page.getByLabel('Verification code')
  await expect(code).toHaveAttribute('autocomplete', 'one-time-code')
  await expect(code).toHaveAttribute('inputmode', 'numeric')
  await code.fill('12345')
  await submitByEnter(page)
  await expect(page.getByText('Enter the six digits that the app shows.')).toBeVisible()
  await code.fill(oneTimeCode(key, 20))
  await submitByEnter(page)
  await expect(page.getByText('This code is not valid. Wait for the next one and enter that.')).toBeVisible()
  const right = oneTimeCode(key)
  await code.fill(`${right.slice(0, 3)} ${right.slice(3)}`)
  await submitByEnter(page)

  // The recovery codes are shown once.
  await expect(page.getByRole('heading', { name: 'Keep your recovery codes' })).toBeVisible()
  const recovery = await readRecoveryCodes(page)
  expect(new Set(recovery).size).toBe(10)
  await expectUsableOnEveryWidth(page)
  await takeScreenshots(page, 'recovery-codes')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download', exact: true }).click()
  expect((await download).suggestedFilename()).toBe('lintel-recovery-codes.txt')
  await expect(page.getByRole('button', { name: 'Continue', exact: true })).toBeDisabled()
  await page.goBack()
  await expect(page.getByRole('dialog', { name: 'Leave without the recovery codes?' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByLabel('I have kept the codes in a safe place').check()
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await expect(page.getByText('10 recovery codes left')).toBeVisible()
  await expectUsableOnEveryWidth(page)
  await logOut(page)

  // The challenge: a wrong code, a used one, then a correct one that is pasted.
  await typeCredentials(page, email)
  await expect(page).toHaveURL(/\/mfa-challenge\?username=gro/)
  await expect(code).toBeFocused()
  await expect(code).toHaveAttribute('autocomplete', 'one-time-code')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Enter the code.')).toBeVisible()
  await code.fill(right)
  await submitByEnter(page)
  await expect(page.getByText('This code is not valid. Each code works once')).toBeVisible()
  await expect(code).toBeFocused()
  await expectUsableOnEveryWidth(page)
  await takeScreenshots(page, 'mfa-challenge')
  const next = oneTimeCode(key, 1)
  // After its tab is closed, another tab continues at the challenge's address, and one that starts at the sign-in is redirected to it.
  const challenge = page.url()
  for (const [address, expectSignIn] of [
    [challenge, false],
    ['/login', true],
  ] as const) {
    const other = await page.context().newPage()
    await other.goto(address)
    if (expectSignIn) await other.getByRole('link', { name: 'Enter the verification code', exact: true }).click()
    await expect(other).toHaveURL(/\/mfa-challenge\?username=gro/)
    await expect(other.getByLabel('Verification code')).toBeFocused()
    if (expectSignIn) {
      await other.getByLabel('Verification code').fill(` ${next.slice(0, 3)} ${next.slice(3)} `)
      await submitByEnter(other)
      await expect(other.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()
    }
    await other.close()
  }
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()
  await logOut(page)
  await expect(page.getByText('Your sign-in is not finished')).toHaveCount(0)

  // A recovery code is accepted instead, once.
  await typeCredentials(page, email)
  await page.getByRole('button', { name: 'No access to the app? Use a recovery code' }).click()
  await expect(page.getByLabel('Recovery code')).toBeFocused()
  await expectUsableOnEveryWidth(page)
  await page.getByLabel('Recovery code').fill(recovery[0] ?? '')
  await submitByEnter(page)
  await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()
  await page.goto('/second-factor')
  await expect(page.getByText('9 recovery codes left')).toBeVisible()

  // Removal: the explanation, a used code, then a valid one.
  await page.getByRole('link', { name: 'Remove two-step verification', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Remove two-step verification?' })).toBeVisible()
  await expect(code).toBeFocused()
  await code.fill(recovery[0] ?? '')
  await submitByEnter(page)
  await expect(page.getByText('This code is not valid.')).toBeVisible()
  await expectUsableOnEveryWidth(page)
  await takeScreenshots(page, 'mfa-remove')
  await code.fill(recovery[1]?.toLowerCase() ?? '')
  await page.getByLabel('Sign out everywhere else as well').check()
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(page.getByText('Two-step verification has been removed.')).toBeVisible()
  await expect(page.getByText('It is off.')).toBeVisible()
  await logOut(page)
  await signInWithPassword(page, email)
})

test('C8: staff without a second factor reach nothing but its set-up', async ({ page, product }) => {
  const email = await cloneUser(product, 'kim@lintel.example')
  await typeCredentials(page, email)
  await expect(page).toHaveURL(/\/mfa-setup/)
  const heading = page.getByRole('heading', { name: /^Set up two-step verification|^Sett opp totrinnsbekreftelse/ })
  await expect(heading).toBeVisible()
  await expect(page.locator('header nav, #content')).toHaveCount(0)
  for (const path of ['/', '/sessions', '/new-project']) {
    await page.goto(path)
    await expect(page).toHaveURL(/\/mfa-setup/)
    await expect(heading).toBeVisible()
  }
  const key = await readKey(page)
  await page.locator('[name=code]').fill(oneTimeCode(key))
  await submitByEnter(page)
  await page.getByRole('checkbox').check()
  await page.locator('form [type=submit]').click()
  // The page they originally requested.
  await expect(page).toHaveURL(/\/new-project$/)
  await expect(page.locator('#content h1')).toBeVisible()
})

test('an attempt that has ended leads back to the sign-in, the email filled in, and on to where one wanted to go', async ({
  page,
}) => {
  await typeCredentials(page, 'staff@lintel.example', demoPassword, '/login?next-url=%2Fnew-project')
  const code = page.getByLabel('Verification code')
  await expect(code).toBeFocused()
  await page.context().clearCookies({ name: 'lintel-challenge' })
  await page.reload()
  await code.fill('123456')
  await submitByEnter(page)
  await expect(page.getByRole('heading', { name: 'This sign-in attempt has ended' })).toBeVisible()
  await expectUsableOnEveryWidth(page)
  await page.getByRole('button', { name: 'Back to sign in' }).click()
  await expect(page).toHaveURL(/\/login\?email=staff%40lintel\.example&next-url=%2Fnew-project$/)
  await expect(page.getByLabel('Email')).toHaveValue('staff@lintel.example')
})

test('C4: five wrong codes end the attempt', async ({ page, product }) => {
  const email = await cloneUser(product, 'liam@survey.example')
  await setUpSecondFactor(product, email)
  await typeCredentials(page, email)
  const code = page.getByLabel('Verification code')
  for (let attempt = 0; attempt < 5; attempt += 1) {
    await code.fill(`00000${attempt}`)
    await submitByEnter(page)
    await expect(page.getByText('This code is not valid.')).toBeVisible()
  }
  await code.fill('000009')
  await submitByEnter(page)
  await expect(page.getByRole('heading', { name: 'This sign-in attempt has ended' })).toBeVisible()
})

test('a set-up that cannot be begun signs out', async ({ page }) => {
  await signInWithPassword(page, 'freja@skovgaard.example')
  await page.route('**/auth/v1/mfa/associate', (route) => route.fulfill({ status: 500, json: { errors: [] } }))
  await freezeClock(page)
  await page.goto('/mfa-setup')
  await expect(page.getByRole('heading', { name: 'You are signed out' })).toBeVisible()
  await page.goto('/second-factor')
  await expect(page).toHaveURL(/\/login\?next-url=%2Fsecond-factor$/)
})

test('whoever would rather not goes back to where they came from, by the keyboard alone', async ({ page, product }) => {
  const email = await cloneUser(product, 'liam@survey.example')
  await signInWithPassword(page, email)
  await page.goto('/mfa-setup')
  const code = page.getByLabel('Verification code')
  await expect(code).toBeFocused()
  await tabThrough(page, 'Switch on', 'Cancel')
  await page.keyboard.press('Enter')
  await expect(page.getByText('It is off.')).toBeVisible()

  const key = await setUpSecondFactor(product, email)
  await page.goto('/mfa-remove')
  await expect(code).toBeFocused()
  await tabThrough(page, 'Sign out everywhere else as well', 'Remove', 'Cancel')
  await page.keyboard.press('Enter')
  await expect(page.getByText('It is on')).toBeVisible()
  await logOut(page)

  await typeCredentials(page, email)
  await expect(code).toBeFocused()
  await tabThrough(page, 'Sign in', 'Cancel', 'No access to the app? Use a recovery code')
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await page.getByLabel('Password', { exact: true }).fill(demoPassword)
  await submitByEnter(page)
  await code.fill(oneTimeCode(key, 1))
  await submitByEnter(page)
  await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()
})

test('S5: a ticket in the address is taken out of it at once', async ({ page }) => {
  await page.goto('/mfa-challenge?username=ola@nordbygg.example&sessiondata=a-ticket-from-elsewhere')
  await expect(page.getByLabel('Verification code')).toBeFocused()
  await expect(page).not.toHaveURL(/a-ticket-from-elsewhere/)
  await page.keyboard.type('123 456')
  await submitByEnter(page)
  await expect(page.getByRole('heading', { name: 'This sign-in attempt has ended' })).toBeVisible()
})

test('G9: what changes who can get in asks for a fresh proof once, then goes on by itself', async ({
  page,
  product,
}) => {
  const email = await cloneUser(product, 'eivind@eiendom.example')
  await signInWithPassword(page, email)
  await page.goto('/second-factor')
  await expireProofs(page, product)
  const setUp = page.getByRole('link', { name: 'Set up two-step verification', exact: true })
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' })

  // Declined: nothing is started and nobody is signed out.
  await setUp.click()
  await expect(dialog.getByLabel('Password', { exact: true })).toBeFocused()
  await expectUsableOnEveryWidth(page)
  await takeScreenshots(page, 'step-up')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(/\/second-factor$/)
  await expect(page.getByText('It is off.')).toBeVisible()

  // A wrong password is reported and signs nobody out; the correct one lets the call continue.
  await page.goto('/mfa-setup')
  await dialog.getByLabel('Password', { exact: true }).fill('not my password at all')
  await submitByEnter(page)
  await expect(dialog.getByText('This is not your password.')).toBeVisible()
  await dialog.getByLabel('Password', { exact: true }).fill('lintel demo building')
  await submitByEnter(page)
  await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  const key = await readKey(page)

  // The authentication expired in the meantime: it is repeated in a dialog over the screen, which keeps the input.
  await expireProofs(page, product)
  await page.getByLabel('Verification code').fill(oneTimeCode(key))
  await submitByEnter(page)
  await expect(dialog).toBeVisible()
  await dialog.getByLabel('Password', { exact: true }).fill('lintel demo building')
  await submitByEnter(page)
  await expect(page.getByRole('heading', { name: 'Keep your recovery codes' })).toBeVisible()
  const recovery = await readRecoveryCodes(page)
  await page.getByLabel('I have kept the codes in a safe place').check()
  await page.getByRole('button', { name: 'Continue', exact: true }).click()

  // A user with a second factor confirms by code first; new recovery codes replace the old ones.
  await expireProofs(page, product)
  await page.getByRole('button', { name: 'Create new recovery codes', exact: true }).click()
  await page.getByRole('button', { name: 'Create new codes' }).click()
  await expect(dialog.getByRole('button', { name: 'Use the password instead' })).toBeVisible()
  await dialog.getByLabel('Verification code').fill(oneTimeCode(key, 1))
  await submitByEnter(page)
  await expect(page.getByRole('heading', { name: 'Keep your recovery codes' })).toBeVisible()
  const renewed = await readRecoveryCodes(page)
  expect(renewed).toHaveLength(10)
  expect(renewed.filter((each) => recovery.includes(each))).toEqual([])
  await page.getByLabel('I have kept the codes in a safe place').check()
  await page.getByRole('button', { name: 'Continue', exact: true }).click()

  // If the code was entered too long ago, the password is not sufficient: a code is required again.
  await expireProofs(page, product)
  await expireSecondFactorProofs(product)
  await page.getByRole('button', { name: 'Create new recovery codes', exact: true }).click()
  await page.getByRole('button', { name: 'Create new codes' }).click()
  await dialog.getByRole('button', { name: 'Use the password instead' }).click()
  await dialog.getByLabel('Password', { exact: true }).fill('lintel demo building')
  await submitByEnter(page)
  await expect(dialog.getByText('The password alone does not confirm it.')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Use the password instead' })).toHaveCount(0)
  await expectUsableOnEveryWidth(page)
  await dialog.getByLabel('Verification code').fill(renewed[0] ?? '')
  await submitByEnter(page)
  await expect(page.getByRole('heading', { name: 'Keep your recovery codes' })).toBeVisible()
})

test('C6: somebody without phone and recovery codes is told whom to ask, and signs in by the password when staff have helped', async ({
  page,
  browser,
  product,
}) => {
  const email = 'hiro@kozo.example'
  await queryDatabase(product, "update app_user set language = 'en', must_update_profile = false where email = $1", [
    email,
  ])
  await queryDatabase(
    product,
    `insert into customer_admin (customer_id, user_id) select customer.id, staff.id from customer, app_user as staff
     where customer.name = 'Nordbygg AS' and staff.email = $1`,
    [staffPerson],
  )
  await typeCredentials(page, email)
  await page.getByRole('button', { name: 'No access to the app? Use a recovery code', exact: true }).click()
  const adminHint = page.getByText('No recovery code either? Write to').getByRole('link')
  await expect(adminHint).toHaveAttribute('href', 'mailto:help@lintel.example')
  await expectUsableOnEveryWidth(page)

  const helping = await browser.newContext({ baseURL: product.url, locale: 'en-GB' })
  const staff = await helping.newPage()
  await signInAsStaff(staff, product)
  await staff.goto('/users')
  await staff.getByRole('combobox', { name: 'Customer', exact: true }).selectOption('Nordbygg AS')
  await expect(staff.getByRole('combobox', { name: 'Customer', exact: true }).locator(':checked')).toHaveText(
    'Nordbygg AS',
  )
  await expect(grid(staff).locator('[data-row="0"]')).toBeVisible()
  await staff.goto(`/users?user=${email}`)
  await expect(grid(staff).locator('[data-row="0"]')).toBeVisible()
  await rowOf(staff, 'Hiro Tanabe').locator('[aria-colindex="1"]').click()
  const confirmation = staff.getByRole('dialog', { name: 'Remove two-step verification of Hiro Tanabe?', exact: true })
  const removeButton = confirmation.getByRole('button', { name: 'Remove two-step verification', exact: true })
  await chooseFromMore(staff, 'Remove two-step verification')
  await expect(confirmation.getByText('all passkeys of hiro@kozo.example are removed')).toBeVisible()
  await expectUsableOnEveryWidth(staff)
  expect(await countFactors(product, email)).toEqual([{ apps: 1, codes: 2 }])
  await removeButton.click()
  await expect(staff.getByText('Two-step verification of Hiro Tanabe is removed.')).toBeVisible()
  await expect(confirmation).toBeHidden()
  expect(await countFactors(product, email)).toEqual([{ apps: 0, codes: 0 }])
  // Now there is nothing to remove, and the dialog says so.
  await chooseFromMore(staff, 'Remove two-step verification')
  await removeButton.click()
  await expect(confirmation.getByText('Hiro Tanabe has no two-step verification.')).toBeVisible()
  await expect(removeButton).toBeDisabled()

  // Lost again: staff who do not administer the customer find the user among the members of a project.
  await setUpSecondFactor(product, email)
  await queryDatabase(
    product,
    `delete from customer_admin using app_user as staff, customer where customer_admin.user_id = staff.id
     and customer_admin.customer_id = customer.id and customer.name = 'Nordbygg AS' and staff.email = $1`,
    [staffPerson],
  )
  await staff.goto(`/projects/project/${projectId('NB-1987')}`)
  await staff.getByRole('button', { name: 'More: Hiro Tanabe', exact: true }).click()
  await staff.getByRole('menuitem', { name: 'Remove two-step verification', exact: true }).click()
  await expectUsableOnEveryWidth(staff)
  await removeButton.click()
  await expect(staff.getByText('Two-step verification of Hiro Tanabe is removed.')).toBeVisible()
  await expect(confirmation).toBeHidden()
  expect(await countFactors(product, email)).toEqual([{ apps: 0, codes: 0 }])
  await helping.close()

  // Signed in by password alone: the next step is the profile, which this user has not completed.
  await typeCredentials(page, email)
  await expect(page.getByRole('heading', { name: 'Create your profile', level: 1 })).toBeVisible()
})
