import { expect, type Page } from '@playwright/test'
import { startOidcProvider, type TestOidcProvider } from '../server/test/far-ends/oidc-provider'
import { expectAccessible, expectFitsPhone, sendToApi, submitByEnter, takeScreenshots, test } from './fixtures'
import { cloneUser, expectUsableOnEveryWidth, oneTimeCode, queryDatabase, signInAsStaff, signInByApi } from './people'
import type { ProductServer } from './server'

const grid = (page: Page) => page.getByRole('grid', { name: 'Providers' })
const ok = (page: Page) => page.getByRole('button', { name: 'OK', exact: true })
const toast = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })

const stored = async (server: ProductServer, id: string) =>
  (
    await queryDatabase(
      server,
      `select name, issuer, client_id, hidden, is_public, is_disabled, email_match, activated_at is not null as was_active,
         client_secret_encrypted is not null as has_secret from sso_provider where id = $1`,
      [id],
    )
  )[0]

/** The user is known at the provider by a cookie of the browser. */
const signInAtIssuer = (page: Page, { issuer }: TestOidcProvider, person: string) =>
  page.context().addCookies([{ name: 'person', value: person, url: issuer }])

/** Clicks the button and returns the window of the test once it is complete. */
async function openTestWindow(page: Page): Promise<Page> {
  const opening = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Test sign-in', exact: true }).click()
  const opened = await opening
  await expect(opened.getByRole('heading', { name: 'Test sign-in' })).toBeVisible()
  return opened
}

test('only staff come to the providers', async ({ page, server }) => {
  await signInByApi(page, 'anna@nordbygg.example')
  for (const address of ['/providers', '/providers/provider/vestkraft', '/providers/provider/-1']) {
    await page.goto(address)
    await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()
    await expect(page).toHaveURL(`${server.url}/`)
  }
})

test('a provider is made with its defaults, what is wrong is told at its field, and it is deleted once nobody lists it', async ({
  page,
  server,
}) => {
  test.slow()
  await signInAsStaff(page, server)
  await page.goto('/providers')
  await expect(grid(page).getByRole('rowheader', { name: 'Vestkraft Energi' })).toBeVisible()
  await expect(grid(page)).not.toContainText('COGNITO')
  await expectUsableOnEveryWidth(page)
  await takeScreenshots(page, 'providers')
  await page.getByRole('button', { name: 'New provider' }).click()
  await expect(page).toHaveURL(/\/providers\/provider\/-1$/)
  await expect(page.getByLabel('Id', { exact: true })).toBeFocused()
  await expect(ok(page)).toBeDisabled()
  for (const box of ['Active: people can sign in', 'Public: offered to everybody', 'Show on login screen'])
    await expect(page.getByRole('checkbox', { name: box })).not.toBeChecked()
  await expect(page.getByLabel('Colour', { exact: true })).toHaveValue('#ffffff')
  await expect(page.getByLabel('Text colour', { exact: true })).toHaveValue('#000000')
  await page.getByLabel('Id', { exact: true }).fill('VestKraft')
  await page.getByLabel('Name', { exact: true }).fill('Kaibygg')
  await expect(page.getByText('There is already a provider with this id.')).toBeVisible()
  await expect(ok(page)).toBeDisabled()
  await page.getByLabel('Id', { exact: true }).fill('kaibygg')
  await page.getByLabel('Colour', { exact: true }).fill('red')
  await expect(ok(page)).toBeDisabled()
  await page.getByLabel('Colour', { exact: true }).fill('#777777')
  await page.getByLabel('Text colour', { exact: true }).fill('#888888')
  await expect(page.getByText('These colours cannot be read well')).toBeVisible()
  await page.getByLabel('Text colour', { exact: true }).fill('#ffffff')
  await page.getByLabel('Colour', { exact: true }).fill('#14532d')
  await expect(page.getByText('These colours cannot be read well')).toHaveCount(0)
  await page.getByLabel('Landing page').fill('javascript:alert(1)')
  await expect(ok(page)).toBeDisabled()
  await page.getByLabel('Landing page').fill('')
  await page.getByLabel('Email pattern').fill('(?=a)b')
  await expect(ok(page)).toBeDisabled()
  await page.getByLabel('Email pattern').fill('.+@kaibygg\\.example')
  await page.getByLabel('Try an address').fill('ane@kaibygg.example.com')
  await expect(page.getByText('This address does not match.')).toBeVisible()
  await page.getByLabel('Try an address').fill('Ane@Kaibygg.example')
  await expect(page.getByText('This address matches: its person is led to this provider.')).toBeVisible()
  await page.getByLabel('Description').fill('The contractor on the quay')
  await page.getByRole('combobox', { name: 'Icon' }).selectOption('Building')
  await expect(page.getByRole('button', { name: 'Continue with Kaibygg' })).toBeVisible()
  await page.getByLabel('Landing page').fill('https://kaibygg.example/start')
  await page.getByLabel('Sign-out address').fill('https://id.kaibygg.example/logout')
  await page.getByRole('checkbox', { name: 'A verified email of this provider identifies the user' }).check()
  await page.getByRole('checkbox', { name: 'Show on login screen' }).check()
  await page.getByLabel('Issuer').fill('https://10.0.0.1')
  await ok(page).click()
  await expect(page.getByRole('alert').first()).toContainText(
    'Unable to Updated provider reason: This host is not allowed',
  )
  expect(await stored(server, 'kaibygg')).toBeUndefined()
  await page.getByLabel('Issuer').fill('')
  await ok(page).click()
  await expect(page).toHaveURL(/\/providers\/provider\/kaibygg$/)
  expect(await stored(server, 'kaibygg')).toMatchObject({
    ...{ name: 'Kaibygg', hidden: false, is_public: false, is_disabled: true, was_active: false, email_match: true },
  })
  const [written] = await queryDatabase(
    server,
    `select description, icon, color, text_color as text, landing_page as landing, logout_uri as logout, email_regex as pattern
     from sso_provider where id = 'kaibygg'`,
  )
  expect(written).toEqual({
    ...{ description: 'The contractor on the quay', icon: 'building', color: '#14532d', text: '#ffffff' },
    ...{ landing: 'https://kaibygg.example/start', logout: 'https://id.kaibygg.example/logout' },
    pattern: '.+@kaibygg\\.example',
  })
  await expectUsableOnEveryWidth(page)
  await takeScreenshots(page, 'provider')

  const partner = await stored(server, 'partnerengineering')
  expect(partner).toMatchObject({ name: 'Partner Engineering', is_public: true, is_disabled: false })
  await page.goto('/providers/provider/partnerengineering')
  await page.getByRole('button', { name: 'Delete provider', exact: true }).click()
  const confirmation = page.getByRole('dialog', { name: 'Do you really want to delete this provider?' })
  await confirmation.getByRole('button', { name: 'Delete provider', exact: true }).click()
  await expect(page.getByText('Unable to delete provider: It is still a login method of ')).toBeVisible()
  expect(await stored(server, 'partnerengineering')).toEqual(partner)
  await page.goto('/providers/provider/kaibygg')
  await page.getByRole('button', { name: 'Delete provider', exact: true }).click()
  await expectAccessible(page)
  await confirmation.getByRole('button', { name: 'Delete provider', exact: true }).click()
  await expect(page).toHaveURL(/\/providers$/)
  expect(await stored(server, 'kaibygg')).toBeUndefined()

  await makeProvider(page, 'molobygg', 'Molobygg', '.+@molobygg\\.example')
  expect(await stored(server, 'molobygg')).toBeDefined()
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(page.getByText('Undone')).toBeVisible()
  await expect(page).toHaveURL(/\/providers$/)
  expect(await stored(server, 'molobygg')).toBeUndefined()
})

const customerOf = async (server: ProductServer, name: string) =>
  (
    await queryDatabase(
      server,
      `select customer.id, customer.providers, customer.second_factor_from::text as since,
         sf_account as "sfAccount", sf_account_name as "sfAccountName",
         (select string_agg(email, ',') from customer_admin join app_user as person on person.id = user_id where customer_id = customer.id) as admins,
         (select string_agg(domain || ' ' || state, ',') from customer_domain where customer_id = customer.id) as domains
       from customer where name = $1`,
      [name],
    )
  )[0]

/** Creates, as staff, a customer with an administrator who signs in by password. */
async function makeCustomer(page: Page, name: string, administrator: string): Promise<void> {
  await page.goto('/customers')
  await page.getByRole('button', { name: 'New customer' }).click()
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel('Salesforce account id').fill('0015g00000VdriftAA')
  await page.getByLabel('Salesforce account name').fill('Vestdrift Group')
  await page.getByRole('group', { name: 'Customer administrators' }).getByLabel('Email to add').fill(administrator)
  await page.keyboard.press('Enter')
  await ok(page).click()
  await expect(toast(page, `${name} is added.`)).toBeVisible()
}

/** Creates, as staff, a provider that is not visible yet, for addresses of a domain. */
async function makeProvider(page: Page, id: string, name: string, pattern: string): Promise<void> {
  await page.goto('/providers')
  await page.getByRole('button', { name: 'New provider' }).click()
  await page.getByLabel('Id', { exact: true }).fill(id)
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByRole('combobox', { name: 'Icon' }).selectOption('Building')
  await page.getByLabel('Colour', { exact: true }).fill('#14532d')
  await page.getByLabel('Text colour', { exact: true }).fill('#ffffff')
  await expect(page.getByText('These colours cannot be read well')).toHaveCount(0)
  await page.getByLabel('Email pattern').fill(pattern)
  await ok(page).click()
  await expect(page).toHaveURL(new RegExp(`/providers/provider/${id}$`))
}

test('a new company sets its provider up by a link, the test sign-in fails and then works, staff show it, its people sign in, and its policy asks for a second factor', async ({
  page,
  server,
  browser,
}) => {
  test.setTimeout(300_000)
  const ends: (() => unknown)[] = []
  const foreign = await startOidcProvider(`${server.url}/federation`, (end) => ends.push(end))
  const email = 'ane@vestdrift.example'
  foreign.addPerson({ subject: 'ane', email, emailVerified: true, givenName: 'Ane', familyName: 'Lie' })
  const administrator = await cloneUser(server, 'mei@nordbygg.example')
  await signInAsStaff(page, server)

  // A new customer, its provider, and their connection: the login methods, and a domain for which the provider is trusted.
  await makeCustomer(page, 'Vestdrift AS', administrator)
  await makeProvider(page, 'vestdrift', 'Vestdrift', '.+@vestdrift\\.example')
  expect(await stored(server, 'vestdrift')).toEqual({
    ...{ name: 'Vestdrift', issuer: null, client_id: null, has_secret: false },
    ...{ hidden: true, is_public: false, is_disabled: true, email_match: false, was_active: false },
  })
  const customer = (await customerOf(server, 'Vestdrift AS'))?.id ?? ''
  await page.goto(`/customers/customer/${customer}`)
  await page.getByLabel('Domain', { exact: true }).fill('vestdrift.example')
  await page.getByLabel('Domain', { exact: true }).press('Enter')
  await expect(toast(page, 'vestdrift.example is bound.')).toBeVisible()
  await page.getByRole('checkbox', { name: 'Email and password', exact: true }).check()
  await page.getByRole('checkbox', { name: 'Vestdrift' }).check()
  await ok(page).click()
  await expect(toast(page, 'Vestdrift AS is saved.')).toBeVisible()
  expect(await customerOf(server, 'Vestdrift AS')).toEqual({
    ...{ id: customer, providers: ['COGNITO', 'vestdrift'], since: null },
    ...{ admins: administrator, domains: 'vestdrift.example verified' },
    ...{ sfAccount: '0015g00000VdriftAA', sfAccountName: 'Vestdrift Group' },
  })
  await page.goto('/providers/provider/vestdrift')
  await expect(page.getByText('Customers that list it: Vestdrift AS')).toBeVisible()
  await page.getByRole('button', { name: 'Create a set-up link' }).click()
  const address = await page.getByRole('textbox', { name: 'Set-up link', exact: true }).inputValue()
  expect(address).toContain(`${server.url}/provider-setup#`)
  await expectAccessible(page)

  // Their IT department, without an account here. A provider that does not respond does not end the link.
  const companyContext = await browser.newContext({ baseURL: server.url })
  const setup = await companyContext.newPage()
  const opening = '**/setup/open'
  await setup.route(opening, (route) => route.fulfill({ status: 500, json: { errors: [{ code: 'internal' }] } }))
  await setup.goto(address)
  await expect(setup.getByText('Could not be loaded: Set-up link')).toBeVisible()
  await expect(setup.getByText('This link does not open anything any more')).toHaveCount(0)
  await setup.unroute(opening)
  await setup.getByRole('button', { name: 'Try again', exact: true }).click()
  await expect(setup.getByText('You set up how the people of Vestdrift sign in.')).toBeVisible()
  await expect(setup.getByRole('textbox', { name: 'Redirect address', exact: true })).toHaveValue(
    `${server.url}/federation`,
  )
  await expect(setup.getByRole('button', { name: 'Test sign-in', exact: true })).toBeDisabled()
  await setup.getByLabel('Issuer').fill(`${foreign.issuer}/nowhere`)
  await setup.getByRole('button', { name: 'Look it up' }).click()
  await expect(setup.getByText('Nothing could be read at the issuer')).toBeVisible()
  await setup.getByLabel('Issuer').fill(foreign.issuer)
  await setup.getByRole('button', { name: 'Look it up' }).click()
  await expect(setup.getByText('The issuer answers as it should')).toBeVisible()
  await setup.getByLabel('Client id').fill('lintel')
  await setup.getByLabel('Client secret').fill('not their secret')
  await setup.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(toast(setup, 'Saved')).toBeVisible()
  await expect(setup.getByLabel('Client secret')).toHaveValue('')

  await signInAtIssuer(setup, foreign, 'ane')
  const failing = await openTestWindow(setup)
  await expect(failing.getByText('The provider does not accept client id and secret')).toBeVisible()
  await expect(failing.getByRole('textbox', { name: 'Value to copy', exact: true })).toHaveValue('lintel')
  await failing.close()
  await setup.getByLabel('Client secret').fill(foreign.clientSecret)
  await setup.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(setup.getByRole('button', { name: 'Test sign-in', exact: true })).toBeEnabled()
  const working = await openTestWindow(setup)
  await expect(working.getByText('Allowed: the provider answered as it should')).toBeVisible()
  await expect(working.getByText(email).first()).toBeVisible()
  await expect(working.getByText('A new account would be created.')).toHaveCount(0)
  await expect(working.getByText('The person would first confirm an address by email.')).toHaveCount(0)
  await working.close()
  await expectAccessible(setup)
  await expectFitsPhone(setup)
  await takeScreenshots(setup, 'provider-setup')
  await setup.getByRole('button', { name: 'Hand over', exact: true }).click()
  await expect(setup.getByText('You have handed it over')).toBeVisible()
  expect(await stored(server, 'vestdrift')).toMatchObject({
    ...{ issuer: foreign.issuer, client_id: 'lintel', has_secret: true },
    ...{ hidden: true, is_public: false, is_disabled: true, was_active: false },
  })
  expect(await accountsOf(server, email)).toEqual([])

  // Staff see immediately that it was handed over, test it themselves, and make it visible.
  await expect(page.getByLabel('Issuer')).toHaveValue(foreign.issuer)
  await expect(page.getByText('test it, then make it active.')).toBeVisible()
  await signInAtIssuer(page, foreign, 'ane')
  const tested = await openTestWindow(page)
  await expect(tested.getByText('A new account would be created.')).toBeVisible()
  await tested.close()
  for (const box of ['Active: people can sign in', 'Public: offered to everybody', 'Show on login screen'])
    await page.getByRole('checkbox', { name: box }).check()
  await ok(page).click()
  await expect(toast(page, 'Vestdrift is saved.')).toBeVisible()
  expect(await stored(server, 'vestdrift')).toMatchObject({
    ...{ hidden: false, is_public: true, is_disabled: false, was_active: true },
  })
  await setup.goto('about:blank')
  await setup.goto(address)
  await expect(setup.getByText('This link does not open anything any more')).toBeVisible()

  // An employee is redirected there by their address and gets an account here.
  const person = await companyContext.newPage()
  await person.goto('/login')
  await person.getByLabel('Email').fill(email)
  await person.getByRole('button', { name: 'Continue with Vestdrift' }).click()
  await person.getByRole('button', { name: 'This is my first time' }).click()
  await person.getByRole('button', { name: 'Create my account' }).click()
  await expect(person).toHaveURL(/\/user-profile/)
  expect(await accountsOf(server, email)).toEqual([{ email, subject: 'ane', provider: 'vestdrift', sessions: '1' }])
  const created = await sendToApi(page, 'POST', '/mgw/api/v3/projects', {
    type: 'projects',
    attributes: { name: 'Vestdrift depot' },
    relationships: {
      customer: { data: { type: 'customers', id: customer } },
      owner: { data: { type: 'users', id: email } },
    },
  })
  expect(created.ok(), await created.text()).toBe(true)
  await expect(person.getByRole('heading', { name: 'Create your profile' })).toBeVisible()
  await person.getByLabel('Organization').fill('Vestdrift')
  await person.getByLabel(/I agree/).check()
  await person.getByRole('button', { name: 'Create profile' }).click()
  await person.getByRole('link', { name: 'Vestdrift depot' }).click()
  const depot = person.getByRole('heading', { name: 'Vestdrift depot', level: 1 })
  await expect(depot).toBeVisible()

  // The administrator works with a password until the policy requires more.
  const adminContext = await browser.newContext({ baseURL: server.url })
  const desk = await adminContext.newPage()
  await signInByApi(desk, administrator)
  await desk.goto('/organizations')
  const organizations = desk.getByRole('heading', { name: 'Organizations', level: 1 })
  await expect(organizations).toBeVisible()
  await page.goto('/security')
  await page.getByRole('combobox', { name: 'Customer', exact: true }).selectOption('Vestdrift AS')
  const today = new Date().toISOString().slice(0, 10)
  await page.getByLabel('Two-step verification required from', { exact: true }).fill(today)
  const affected = page.getByText('1 person signs in by password and has no two-step verification yet.')
  await expect(affected).toBeVisible()
  await affected.click()
  await expect(page.locator('details[open]')).toContainText('Mei ')
  await expectUsableOnEveryWidth(page)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(toast(page, 'The security policy is saved.')).toBeVisible()
  expect(await customerOf(server, 'Vestdrift AS')).toMatchObject({
    providers: ['COGNITO', 'vestdrift'],
    since: expect.stringMatching(new RegExp(`^${today} 00:00:00`)),
  })
  await desk.goto('/organizations')
  await expect(desk.getByRole('heading', { name: 'Another sign-in is needed' })).toBeVisible()
  await expect(desk.getByRole('button', { name: 'Sign in with Vestdrift' })).toBeVisible()
  await expectAccessible(desk)
  await desk.getByRole('link', { name: 'Set up two-step verification', exact: true }).click()
  const key = (await desk.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent()) ?? ''
  await desk.getByLabel('Verification code').fill(oneTimeCode(key))
  await submitByEnter(desk)
  await desk.getByLabel('I have kept the codes in a safe place').check()
  await desk.getByRole('button', { name: 'Continue', exact: true }).click()
  await expect(organizations).toBeVisible()
  const proved = await queryDatabase(
    server,
    `select session.method, session.second_factor as factor from session join app_user as person on person.id = session.user_id
     where person.email = $1 and session.ended_at is null`,
    [administrator],
  )
  expect(proved).toEqual([{ method: 'password', factor: true }])
  // Users of the provider have already authenticated there.
  await person.reload()
  await expect(depot).toBeVisible()
  await companyContext.close()
  await adminContext.close()
  for (const end of ends) await end()
})

/** Accounts with an address, by the method that created them. */
const accountsOf = (server: ProductServer, email: string) =>
  queryDatabase(
    server,
    `select app_user.email, identity.subject, identity.provider_id as provider,
       (select count(*)::text from federation_session as begun where begun.identity_id = identity.id) as sessions
     from app_user left join external_identity as identity on identity.user_id = app_user.id where app_user.email = $1`,
    [email],
  )
