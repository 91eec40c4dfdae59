import { expect, type Page } from '@playwright/test'
import { demoPassword } from '../server/demo/credentials'
import { test } from './configured-product'
import { begin, codeOf, onDatabase, twinOf, withSecondFactor } from './people'
import { field, heading, press, send, signInAs, walkReloading } from './walk-reloading'

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true })

const chosen = 'eleven cranes over the harbour'

/** Opens a dialog by its button, and waits for it. */
const opens = (button: string, dialog: string) => async (page: Page) => {
  await press(button)(page)
  await expect(page.getByRole('dialog', { name: dialog })).toBeVisible()
}

test('a password that is no longer accepted: replaced, confirmed by mail, and signed in with', async ({
  page,
  product,
}) => {
  const email = await twinOf(product, 'odd@nordbygg.example')
  await page.goto('/login')
  await walkReloading(page, [
    signInAs(email),
    { shows: heading('Choose a new password'), act: send({ 'Old password': demoPassword, 'New password': chosen }) },
    // The mail has been sent: a reload asks for the passwords again, and changes nothing.
    { shows: heading('Password reset sent'), after: heading('Choose a new password') },
  ])
  const link = (await product.linksTo(email)).find(({ pathname }) => pathname.startsWith('/auth/v1/change-password/'))
  await page.goto(link?.href ?? 'no link')
  await page.reload()
  await page.getByRole('button').first().click()
  await walkReloading(page, [{ shows: heading('Your password has been changed') }])
  await page.getByRole('link', { name: 'OK', exact: true }).click()
  await walkReloading(page, [
    { shows: field('Email'), act: send({ Email: email, Password: chosen }) },
    { shows: heading('Projects') },
  ])
})

test('a guest link: its project, which a reload shows again without the link', async ({ page, product }) => {
  const email = 'reloading@partner.example'
  await product.invite(email, 'guest')
  const link = (await product.linksTo(email)).find(({ pathname }) => pathname === '/guest')
  await page.goto(link?.href ?? 'no link')
  await walkReloading(page, [{ shows: heading('Barcode Harbour, block 4') }])
  expect(page.url()).not.toContain('id=')
  const sessions = await onDatabase(
    product,
    `select count(*)::text as open from session join app_user as person on person.id = session.user_id
     where person.email = $1 and session.ended_at is null`,
    [email],
  )
  expect(sessions).toEqual([{ open: '1' }])
})

test('removing the second factor: asked for its code again, removed once', async ({ page, product }) => {
  const email = await twinOf(product, 'liam@survey.example')
  const key = await withSecondFactor(product, email)
  await page.goto('/second-factor')
  await walkReloading(page, [
    signInAs(email),
    { shows: field('Verification code'), act: send({ 'Verification code': codeOf(key, 1) }) },
    {
      shows: (own) => own.getByText('It is on', { exact: true }),
      act: (own) => own.getByRole('link', { name: 'Remove two-step verification', exact: true }).click(),
    },
    { shows: heading('Remove two-step verification?') },
  ])
  const factors = () =>
    onDatabase(
      product,
      'select person.email from totp_factor join app_user as person on person.id = user_id where person.email = $1',
      [email],
    )
  expect(await factors()).toHaveLength(1)
  // Each code works once: one of the recovery codes stands for the next half minute's.
  await onDatabase(
    product,
    'update totp_factor set last_step = 0 where user_id = (select id from app_user where email = $1)',
    [email],
  )
  await page.getByLabel('Verification code').fill(codeOf(key))
  await press('Remove')(page)
  await walkReloading(page, [{ shows: (own) => own.getByText('It is off.') }])
  expect(await factors()).toHaveLength(0)
})

test('a change of the password: nothing typed is kept, and it is changed once', async ({ page, product }) => {
  const email = await twinOf(product, 'jonas@nordbygg.example')
  await begin(page, email)
  await page.goto('/change-password')
  await page.getByLabel('Current password').fill(demoPassword)
  await walkReloading(page, [{ shows: field('Current password') }])
  await expect(page.getByLabel('Current password')).toHaveValue('')
  await send({ 'Current password': demoPassword, 'New password': chosen })(page)
  await expect(page.getByText('Your password has been changed')).toBeVisible()
  await page.reload()
  await page.goto('/logout')
  await expect(page).toHaveURL(/\/login/)
  await walkReloading(page, [
    { shows: field('Email'), act: send({ Email: email, Password: chosen }) },
    { shows: heading('Projects') },
  ])
})

test('a deletion: asked for once, and withdrawn', async ({ page, product }) => {
  const email = await twinOf(product, 'lena@nordbygg.example')
  const stored = () =>
    onDatabase(
      product,
      'select 1 from deletion_request join app_user as person on person.id = user_id where person.email = $1',
      [email],
    )
  await begin(page, email)
  await page.goto('/delete-user')
  await walkReloading(page, [{ shows: heading('Delete account'), act: press('Ask for deletion') }])
  await walkReloading(page, [{ shows: (own) => own.getByText('You asked for your account to be deleted') }])
  expect(await stored()).toHaveLength(1)
  await press('Withdraw the request')(page)
  await walkReloading(page, [{ shows: (own) => own.getByRole('button', { name: 'Ask for deletion' }) }])
  expect(await stored()).toHaveLength(0)
})

test('a hand-over: the dialog goes with the page, and the project has another owner once', async ({
  page,
  product,
}) => {
  await begin(page, 'ola@nordbygg.example')
  await page.goto('/')
  await page.getByRole('link', { name: /^Barcode Harbour, block 4/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Hand over the project' })
  await walkReloading(page, [
    { shows: heading('Barcode Harbour, block 4'), act: opens('Hand over', 'Hand over the project') },
    {
      shows: (own) => own.getByRole('dialog', { name: 'Hand over the project' }),
      after: heading('Barcode Harbour, block 4'),
      act: opens('Hand over', 'Hand over the project'),
    },
  ])
  const owners = () =>
    onDatabase(
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
  await walkReloading(page, [{ shows: heading('Barcode Harbour, block 4') }])
  expect(await owners()).toEqual([{ email: 'kari@nordbygg.example' }])
})

test('single sign-on: at whichever step the page goes, it begins again and ends where it was left, linked once', async ({
  page,
  product,
}) => {
  const email = await twinOf(product, 'mei@nordbygg.example')
  await onDatabase(product, `delete from external_identity where subject = 'leila.haddad'`)
  await product.invite('leila@partner.example', 'member')
  await page.goto('/login')
  await page.getByRole('button', { name: 'Continue with Partner Engineering' }).click()
  /** From the provider's page on, as the same person. */
  const asLeila = (own: Page) => own.getByRole('link', { name: 'Leila Haddad' }).click()
  const again = async (own: Page) => {
    await own.getByRole('button', { name: 'Try again with Partner Engineering' }).click()
    await asLeila(own)
    await own.getByRole('button', { name: 'I have an existing user' }).click()
  }
  const over = heading('Sign in once more')
  await walkReloading(page, [
    { shows: (own) => own.getByRole('link', { name: 'Leila Haddad' }), act: asLeila },
    { shows: heading('Do you have an account?'), after: over, act: again },
    { shows: heading('Link your account'), after: over, act: again },
  ])
  await send({ Email: email, Password: demoPassword })(page)
  await expect(heading('Your account is linked')(page)).toBeVisible()
  await press('Continue')(page)
  await walkReloading(page, [{ shows: heading('Projects') }])
  const linked = await onDatabase(
    product,
    `select person.email from external_identity join app_user as person on person.id = user_id where subject = 'leila.haddad'`,
  )
  expect(linked).toEqual([{ email }])
})
