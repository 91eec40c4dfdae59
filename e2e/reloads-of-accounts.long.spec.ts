import { expect, type Page } from '@playwright/test'
import { demoPassword } from '../server/demo/credentials'
import { test } from './configured-product'
import { cloneUser, oneTimeCode, queryDatabase, setUpSecondFactor, signInByApi } from './people'
import { field, heading, press, send, signInAs, walkWithReloads } from './walk-with-reloads'

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true })

const chosen = 'eleven cranes over the harbour'

/** Opens a dialog by its button and waits for it. */
const openDialog = (button: string, dialog: string) => async (page: Page) => {
  await press(button)(page)
  await expect(page.getByRole('dialog', { name: dialog })).toBeVisible()
}

test('a password that is no longer accepted: replaced, confirmed by mail, and signed in with', async ({
  page,
  product,
}) => {
  const email = await cloneUser(product, 'odd@nordbygg.example')
  await page.goto('/login')
  await walkWithReloads(page, [
    signInAs(email),
    { shows: heading('Choose a new password'), action: send({ 'Old password': demoPassword, 'New password': chosen }) },
    // The mail has been sent: a reload asks for the passwords again and changes nothing.
    { shows: heading('Password reset sent'), after: heading('Choose a new password') },
  ])
  const link = (await product.linksTo(email)).find(({ pathname }) => pathname.startsWith('/auth/v1/change-password/'))
  await page.goto(link?.href ?? 'no link')
  await page.reload()
  await page.getByRole('button').first().click()
  await walkWithReloads(page, [{ shows: heading('Your password has been changed') }])
  await page.getByRole('link', { name: 'OK', exact: true }).click()
  await walkWithReloads(page, [
    { shows: field('Email'), action: send({ Email: email, Password: chosen }) },
    { shows: heading('Projects') },
  ])
})

test('a guest link: its project, which a reload shows again without the link', async ({ page, product }) => {
  const email = 'reloading@partner.example'
  await product.invite(email, 'guest')
  const link = (await product.linksTo(email)).find(({ pathname }) => pathname === '/guest')
  await page.goto(link?.href ?? 'no link')
  await walkWithReloads(page, [{ shows: heading('Barcode Harbour, block 4') }])
  expect(page.url()).not.toContain('id=')
  const sessions = await queryDatabase(
    product,
    `select count(*)::text as open from session join app_user as person on person.id = session.user_id
     where person.email = $1 and session.ended_at is null`,
    [email],
  )
  expect(sessions).toEqual([{ open: '1' }])
})

test('removing the second factor: asked for its code again, removed once', async ({ page, product }) => {
  const email = await cloneUser(product, 'liam@survey.example')
  const key = await setUpSecondFactor(product, email)
  await page.goto('/second-factor')
  await walkWithReloads(page, [
    signInAs(email),
    { shows: field('Verification code'), action: send({ 'Verification code': oneTimeCode(key, 1) }) },
    {
      shows: (own) => own.getByText('It is on', { exact: true }),
      action: (own) => own.getByRole('link', { name: 'Remove two-step verification', exact: true }).click(),
    },
    { shows: heading('Remove two-step verification?') },
  ])
  const factors = () =>
    queryDatabase(
      product,
      'select person.email from totp_factor join app_user as person on person.id = user_id where person.email = $1',
      [email],
    )
  expect(await factors()).toHaveLength(1)
  // Each code works once: a recovery code replaces the one of the next 30 seconds.
  await queryDatabase(
    product,
    'update totp_factor set last_step = 0 where user_id = (select id from app_user where email = $1)',
    [email],
  )
  await page.getByLabel('Verification code').fill(oneTimeCode(key))
  await press('Remove')(page)
  await walkWithReloads(page, [{ shows: (own) => own.getByText('It is off.') }])
  expect(await factors()).toHaveLength(0)
})

test('a change of the password: nothing typed is kept, and it is changed once', async ({ page, product }) => {
  const email = await cloneUser(product, 'jonas@nordbygg.example')
  await signInByApi(page, email)
  await page.goto('/change-password')
  await page.getByLabel('Current password').fill(demoPassword)
  await walkWithReloads(page, [{ shows: field('Current password') }])
  await expect(page.getByLabel('Current password')).toHaveValue('')
  await send({ 'Current password': demoPassword, 'New password': chosen })(page)
  await expect(page.getByText('Your password has been changed')).toBeVisible()
  await page.reload()
  await page.goto('/logout')
  await expect(page).toHaveURL(/\/login/)
  await walkWithReloads(page, [
    { shows: field('Email'), action: send({ Email: email, Password: chosen }) },
    { shows: heading('Projects') },
  ])
})

test('a deletion: asked for once, and withdrawn', async ({ page, product }) => {
  const email = await cloneUser(product, 'lena@nordbygg.example')
  const stored = () =>
    queryDatabase(
      product,
      'select 1 from deletion_request join app_user as person on person.id = user_id where person.email = $1',
      [email],
    )
  await signInByApi(page, email)
  await page.goto('/delete-user')
  await walkWithReloads(page, [{ shows: heading('Delete account'), action: press('Ask for deletion') }])
  await walkWithReloads(page, [{ shows: (own) => own.getByText('You asked for your account to be deleted') }])
  expect(await stored()).toHaveLength(1)
  await press('Withdraw the request')(page)
  await walkWithReloads(page, [{ shows: (own) => own.getByRole('button', { name: 'Ask for deletion' }) }])
  expect(await stored()).toHaveLength(0)
})

test('a hand-over: the dialog goes with the page, and the project has another owner once', async ({
  page,
  product,
}) => {
  await signInByApi(page, 'ola@nordbygg.example')
  await page.goto('/')
  await page.getByRole('link', { name: /^Barcode Harbour, block 4/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Hand over the project' })
  await walkWithReloads(page, [
    { shows: heading('Barcode Harbour, block 4'), action: openDialog('Hand over', 'Hand over the project') },
    {
      shows: (own) => own.getByRole('dialog', { name: 'Hand over the project' }),
      after: heading('Barcode Harbour, block 4'),
      action: openDialog('Hand over', 'Hand over the project'),
    },
  ])
  const owners = () =>
    queryDatabase(
      product,
      `select person.email from project_member as member join app_user as person on person.id = member.user_id
       join project on project.id = member.project_id
       where project.name = 'Barcode Harbour, block 4' and member.privilege_level = 30`,
    )
  expect(await owners()).toEqual([{ email: 'ola@nordbygg.example' }])
  await dialog.getByRole('combobox', { name: 'New owner', exact: true }).fill('kari@')
  await dialog.getByRole('option', { name: /kari@nordbygg.example/ }).click()
  await dialog.getByRole('button', { name: 'Hand over', exact: true }).click()
  await expect(dialog).toBeHidden()
  await walkWithReloads(page, [{ shows: heading('Barcode Harbour, block 4') }])
  expect(await owners()).toEqual([{ email: 'kari@nordbygg.example' }])
})

test('single sign-on: at whichever step the page goes, it begins again and ends where it was left, linked once', async ({
  page,
  product,
}) => {
  const email = await cloneUser(product, 'mei@nordbygg.example')
  await queryDatabase(product, `delete from external_identity where subject = 'leila.haddad'`)
  await product.invite('leila@partner.example', 'member')
  await page.goto('/login')
  await page.getByRole('button', { name: 'Continue with Partner Engineering' }).click()
  /** Continues on the provider's page as Leila. */
  const signInAsLeila = (own: Page) => own.getByRole('link', { name: 'Leila Haddad' }).click()
  const again = async (own: Page) => {
    await own.getByRole('button', { name: 'Try again with Partner Engineering' }).click()
    await signInAsLeila(own)
    await own.getByRole('button', { name: 'I have an existing user' }).click()
  }
  const over = heading('Sign in once more')
  await walkWithReloads(page, [
    { shows: (own) => own.getByRole('link', { name: 'Leila Haddad' }), action: signInAsLeila },
    { shows: heading('Do you have an account?'), after: over, action: again },
    { shows: heading('Link your account'), after: over, action: again },
  ])
  await send({ Email: email, Password: demoPassword })(page)
  await expect(heading('Your account is linked')(page)).toBeVisible()
  await press('Continue')(page)
  await walkWithReloads(page, [{ shows: heading('Projects') }])
  const linked = await queryDatabase(
    product,
    `select person.email from external_identity join app_user as person on person.id = user_id where subject = 'leila.haddad'`,
  )
  expect(linked).toEqual([{ email }])
})
