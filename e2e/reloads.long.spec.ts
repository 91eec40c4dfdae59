import { expect, type Page } from '@playwright/test'
import { type ConfiguredProduct, test } from './configured-product'
import {
  addVirtualAuthenticator,
  cloneUser,
  createFirstProfile,
  oneTimeCode,
  queryDatabase,
  setUpSecondFactor,
  signInByApi,
} from './people'
import { field, heading, press, send, signInAs, walkWithReloads } from './walk-with-reloads'

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true })

const openSessions = (product: ConfiguredProduct, email: string) =>
  queryDatabase(
    product,
    `select count(*)::text as open from session join app_user as person on person.id = session.user_id
     where person.email = $1 and session.ended_at is null`,
    [email],
  )

const linkTo = async (product: ConfiguredProduct, email: string, path: string): Promise<string> =>
  (await product.linksTo(email)).find(({ pathname }) => pathname.startsWith(path))?.href ?? `no link to ${path}`

const chosen = 'eleven cranes over the harbour'

test('signing in: to where one wanted to go, in one session', async ({ page, product }) => {
  const email = await cloneUser(product, 'eivind@eiendom.example')
  await page.goto('/sessions')
  await walkWithReloads(page, [signInAs(email), { shows: heading('Where you are signed in') }])
  expect(await openSessions(product, email)).toEqual([{ open: '1' }])
})

test('the second factor: set up with the key that was scanned, its codes kept, and asked for', async ({
  page,
  product,
}) => {
  const email = await cloneUser(product, 'liam@survey.example')
  await signInByApi(page, email)
  await page.goto('/mfa-setup')
  const readKey = () => page.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/)
  await expect(readKey()).toBeVisible()
  const factorKey = (await readKey().textContent()) ?? ''
  // Recovery codes are shown once: the browser asks before discarding them, and the next screen creates new ones.
  const requested: string[] = []
  page.on('dialog', (dialog) => {
    requested.push(dialog.type())
    return dialog.accept()
  })
  await walkWithReloads(page, [
    { shows: readKey, action: () => send({ 'Verification code': oneTimeCode(factorKey) })(page) },
    {
      shows: heading('Keep your recovery codes'),
      after: (own) => own.getByText('10 recovery codes left'),
      action: press('Create new recovery codes'),
    },
  ])
  expect(requested).toEqual(['beforeunload'])
  await press('Create new codes')(page)
  await expect(heading('Keep your recovery codes')(page)).toBeVisible()
  await page.getByLabel('I have kept the codes in a safe place').check()
  await press('Continue')(page)
  await expect(page.getByText('10 recovery codes left')).toBeVisible()

  await page.goto('/logout')
  await expect(page).toHaveURL(/\/login/)
  await page.goto('/passkeys')
  await walkWithReloads(page, [
    signInAs(email),
    { shows: field('Verification code'), action: send({ 'Verification code': oneTimeCode(factorKey, 1) }) },
    { shows: heading('Passkeys') },
  ])
  const [stored] = await queryDatabase(
    product,
    `select (select count(*) from totp_factor where user_id = person.id)::text as factors,
       (select count(*) from recovery_code where user_id = person.id and used_at is null)::text as codes
     from app_user as person where email = $1`,
    [email],
  )
  expect(stored).toEqual({ factors: '1', codes: '10' })
})

test('a move to a new phone keeps the key that was scanned there; the old phone counts until then', async ({
  page,
  product,
}) => {
  const email = await cloneUser(product, 'liam@survey.example')
  const before = await setUpSecondFactor(product, email)
  const key = () =>
    queryDatabase(
      product,
      `select md5(secret_encrypted) as key from totp_factor join app_user as person on person.id = user_id where email = $1`,
      [email],
    )
  const old = await key()
  await page.goto('/second-factor')
  const readKey = () => page.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/)
  await walkWithReloads(page, [
    signInAs(email),
    { shows: field('Verification code'), action: send({ 'Verification code': oneTimeCode(before, 1) }) },
    {
      shows: (own) => own.getByText('It is on', { exact: true }),
      action: (own) => own.getByRole('link', { name: 'Move to a new phone' }).click(),
    },
    { shows: heading('Move to a new phone') },
  ])
  const factorKey = (await readKey().textContent()) ?? ''
  expect(factorKey.replaceAll(' ', '')).not.toBe(before)
  await page.reload()
  await expect(readKey()).toHaveText(factorKey)
  expect(await key()).toEqual(old)
  await send({ 'Verification code': oneTimeCode(factorKey) })(page)
  await expect(page.getByText('Your new phone is set up. The old one no longer counts.')).toBeVisible()
  await walkWithReloads(page, [{ shows: (own) => own.getByText('It is on', { exact: true }) }])
  const now = await key()
  expect(now).toHaveLength(1)
  expect(now).not.toEqual(old)
})

test('a reset: from the forgotten password to a session with the new one', async ({ page, product }) => {
  const email = await cloneUser(product, 'lena@nordbygg.example')
  await page.goto('/login')
  await walkWithReloads(page, [
    {
      shows: field('Email'),
      action: async (own) => {
        await own.getByLabel('Email').fill(email)
        await own.getByRole('link', { name: 'Forgot password?', exact: true }).click()
      },
    },
    { shows: heading('Reset your password'), action: send({ Email: email }) },
    { shows: field('Code from the email') },
  ])
  await page.goto(await linkTo(product, email, '/reset-password'))
  const code = new URL(await linkTo(product, email, '/reset-password')).searchParams.get('code') ?? ''
  await walkWithReloads(page, [
    // The code is in no address and no storage: it must be typed, or the link opened again.
    { shows: field('New password'), action: send({ 'Code from the email': code, 'New password': chosen }) },
  ])
  await expect(heading('Your password has been changed')(page)).toBeVisible()
  await page.getByRole('link', { name: 'Sign in', exact: true }).click()
  await walkWithReloads(page, [
    { shows: field('Email'), action: send({ Email: email, Password: chosen }) },
    { shows: heading('Projects') },
  ])
  const resets = await queryDatabase(
    product,
    `select count(*)::text as done from audit_event where action = 'password.reset' and result = 'success' and actor_email = $1`,
    [email],
  )
  expect(resets).toEqual([{ done: '1' }])
})

test('an invitation: welcome, profile, and the project that one was invited to', async ({ page, product }) => {
  const email = 'reloading@invited.example'
  await product.invite(email, 'member')
  await page.goto(await linkTo(product, email, '/login'))
  await walkWithReloads(page, [
    { shows: heading('Welcome. Set your password'), action: send({ 'New password': chosen }) },
    { shows: heading('Create your profile'), action: createFirstProfile },
    { shows: heading('Barcode Harbour, block 4') },
  ])
  await expect(page).toHaveURL(/\/project-[\w-]+\/$/)
  const stored = await queryDatabase(
    product,
    `select given_name, must_update_profile::text as waits, (select count(*) from invitation
       where user_id = person.id and state = 'accepted')::text as accepted
     from app_user as person where email = $1`,
    [email],
  )
  expect(stored).toEqual([{ given_name: 'Frida', waits: 'false', accepted: '1' }])
})

test('a registration: mail, password, profile, and one project on trial', async ({ page, product }) => {
  const email = 'reloading@newcomer.example'
  await page.goto('/login')
  await page.getByRole('link', { name: 'Create a project', exact: true }).click()
  await walkWithReloads(page, [
    { shows: heading('Create your account'), action: send({ Email: email }) },
    { shows: heading('Check your mailbox'), after: heading('Create your account') },
  ])
  await page.goto(await linkTo(product, email, '/login'))
  await walkWithReloads(page, [
    { shows: heading('Welcome. Set your password'), action: send({ 'New password': chosen }) },
    { shows: heading('Create your profile'), action: createFirstProfile },
    { shows: heading('New project'), action: send({ 'Project name': 'Boathouse' }) },
    {
      shows: (own) => own.getByText(/^Your trial runs until/),
      action: (own) => own.getByRole('link', { name: 'Go to project' }).click(),
    },
    { shows: heading('Boathouse') },
  ])
  const created = await queryDatabase(
    product,
    `select project.name, (project.trial_ends_at is not null)::text as trial from project
     join app_user as person on person.id = project.created_by where person.email = $1`,
    [email],
  )
  expect(created).toEqual([{ name: 'Boathouse', trial: 'true' }])
})

test('another email: asked for, its link opened signed out, and signed in with', async ({ page, product }) => {
  const before = await cloneUser(product, 'eivind@eiendom.example')
  const after = before.replace('@', '.new@')
  await signInByApi(page, before)
  await page.goto('/account-email')
  await walkWithReloads(page, [{ shows: heading('Email'), action: press('Change email') }])
  await send({ 'New email': after })(page)
  await walkWithReloads(page, [{ shows: (own) => own.getByText('Waiting for confirmation by email.') }])
  await page.goto('/logout')
  await expect(page).toHaveURL(/\/login/)
  await page.goto(await linkTo(product, after, '/confirm-email'))
  await walkWithReloads(page, [
    signInAs(before),
    { shows: heading('Confirm your new email'), action: press('Use this email') },
    { shows: (own) => own.locator('#content').getByText(after) },
  ])
  const known = await queryDatabase(product, 'select email from app_user where email = any($1)', [[before, after]])
  expect(known).toEqual([{ email: after }])
})

test('a new project: the browser asks before what was typed is dropped, and one project is made', async ({
  page,
  product,
}) => {
  const email = await cloneUser(product, 'eivind@eiendom.example')
  await signInByApi(page, email)
  await page.goto('/new-project')
  await walkWithReloads(page, [{ shows: heading('New project') }])
  // The browser asks only after user input.
  await page.getByLabel('Project name').click()
  await page.keyboard.type('Half a thought')
  const stays = page.waitForEvent('dialog')
  const reload = page.evaluate(() => location.reload())
  const dialog = await stays
  expect(dialog.type()).toBe('beforeunload')
  await dialog.dismiss()
  await reload.catch(() => {})
  await expect(page.getByLabel('Project name')).toHaveValue('Half a thought')

  await page.getByLabel('Project name').fill('Reloaded quay')
  await press('Create project')(page)
  await walkWithReloads(page, [
    {
      shows: (own) => own.getByRole('link', { name: 'Go to project' }),
      action: (own) => own.getByRole('link', { name: 'Go to project' }).click(),
    },
    { shows: heading('Reloaded quay') },
  ])
  const created = await queryDatabase(
    product,
    "select count(*)::text as made from project where name = 'Reloaded quay'",
  )
  expect(created).toEqual([{ made: '1' }])
})

test('a session that has ended leaves what was typed without a question', async ({ page, product }) => {
  const email = await cloneUser(product, 'eivind@eiendom.example')
  await signInByApi(page, email)
  await page.goto('/new-project')
  await page.getByLabel('Project name').click()
  await page.keyboard.type('Half a thought')
  const requested: string[] = []
  page.on('dialog', (dialog) => {
    requested.push(dialog.type())
    return dialog.dismiss()
  })
  const other = await page.context().newPage()
  await other.goto('/logout')
  await expect(page).toHaveURL(/\/login\?next-url=%2Fnew-project/)
  expect(requested).toEqual([])
})

test('a passkey: named, kept once, and signed in with', async ({ page, product }) => {
  const email = await cloneUser(product, 'gro@fjellbane.example')
  await addVirtualAuthenticator(page)
  await signInByApi(page, email)
  await page.goto('/passkeys')
  const named = (own: Page) => own.getByRole('dialog').getByLabel('Name')
  await walkWithReloads(page, [
    { shows: heading('Passkeys'), action: press('Add a passkey') },
    { shows: named, after: heading('Passkeys'), action: press('Add a passkey') },
  ])
  await named(page).fill('Site phone')
  await press('Add')(page)
  const passkey = (own: Page) => own.getByRole('listitem').filter({ hasText: 'Site phone' })
  await walkWithReloads(page, [{ shows: passkey }])
  await page.goto('/logout')
  // The device answers the passkey autofill on a reloaded page as well.
  await walkWithReloads(page, [{ shows: heading('Projects') }])
  const storedPasskeys = await queryDatabase(
    product,
    'select passkey.name from passkey join app_user as person on person.id = passkey.user_id where person.email = $1',
    [email],
  )
  expect(storedPasskeys).toEqual([{ name: 'Site phone' }])
})
