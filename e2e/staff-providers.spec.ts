import { expect, type Page } from '@playwright/test'
import { type ForeignProvider, foreignProvider } from '../server/test/far-ends/oidc-provider'
import { begin, beginAsStaff, looksRight, onDatabase } from './people'
import type { ProductServer } from './server'
import { expectAccessible, expectFitsPhone, takePictures, test } from './visit'

const grid = (page: Page) => page.getByRole('grid', { name: 'Providers' })
const ok = (page: Page) => page.getByRole('button', { name: 'OK', exact: true })
const toast = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })

const stored = async (server: ProductServer, id: string) =>
  (
    await onDatabase(
      server,
      `select name, issuer, client_id, hidden, is_public, is_disabled, email_match, activated_at is not null as was_active,
         client_secret_encrypted is not null as has_secret from sso_provider where id = $1`,
      [id],
    )
  )[0]

/** The people of the company stand at their provider; the browser says by a cookie of it who sits before it. */
const sitAs = (page: Page, { issuer }: ForeignProvider, person: string) =>
  page.context().addCookies([{ name: 'person', value: person, url: issuer }])

/** Clicks and gives the window of the test at its end. */
async function testWindow(page: Page): Promise<Page> {
  const opening = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Test sign-in' }).click()
  const opened = await opening
  await expect(opened.getByRole('heading', { name: 'Test sign-in' })).toBeVisible()
  return opened
}

test('only staff come to the providers', async ({ page, server }) => {
  await begin(page, 'anna@nordbygg.example')
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
  await beginAsStaff(page, server)
  await page.goto('/providers')
  await expect(grid(page).getByRole('rowheader', { name: 'Vestkraft Energi' })).toBeVisible()
  await expect(grid(page)).not.toContainText('COGNITO')
  await looksRight(page)
  await takePictures(page, 'providers')
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
    ...{ name: 'Kaibygg', hidden: true, is_public: false, is_disabled: true, was_active: false },
  })
  await looksRight(page)
  await takePictures(page, 'provider')

  const partner = await stored(server, 'partnerengineering')
  expect(partner).toMatchObject({ name: 'Partner Engineering', is_public: true, is_disabled: false })
  await page.goto('/providers/provider/partnerengineering')
  await page.getByRole('button', { name: 'Delete provider' }).click()
  const question = page.getByRole('dialog', { name: 'Do you really want to delete this provider?' })
  await question.getByRole('button', { name: 'Delete provider' }).click()
  await expect(page.getByText('Unable to delete provider: It is still a login method of ')).toBeVisible()
  expect(await stored(server, 'partnerengineering')).toEqual(partner)
  await page.goto('/providers/provider/kaibygg')
  await page.getByRole('button', { name: 'Delete provider' }).click()
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Delete provider' }).click()
  await expect(page).toHaveURL(/\/providers$/)
  expect(await stored(server, 'kaibygg')).toBeUndefined()
})

test('a company sets its provider up by a link, the test sign-in fails and then works, staff show it, and its people sign in', async ({
  page,
  server,
  browser,
}) => {
  const ends: (() => unknown)[] = []
  const foreign = await foreignProvider(`${server.url}/federation`, (end) => ends.push(end))
  foreign.know({
    subject: 'ane',
    email: 'ane@vestkraft.example',
    emailVerified: true,
    givenName: 'Ane',
    familyName: 'Lie',
  })
  await beginAsStaff(page, server)
  await page.goto('/providers')
  await grid(page).getByRole('rowheader', { name: 'Vestkraft Energi' }).dblclick()
  await expect(page).toHaveURL(/\/providers\/provider\/vestkraft$/)
  await page.getByRole('button', { name: 'Create a new link' }).click()
  const address = await page.getByLabel('Set-up link').inputValue()
  expect(address).toContain(`${server.url}/provider-setup#`)
  await expectAccessible(page)

  // Their IT department, who has no account here.
  const theirs = await browser.newContext({ baseURL: server.url })
  const setup = await theirs.newPage()
  await setup.goto(address)
  await expect(setup.getByText('You set up how the people of Vestkraft Energi sign in.')).toBeVisible()
  await expect(setup.getByLabel('Redirect address')).toHaveValue(`${server.url}/federation`)
  await expect(setup.getByRole('button', { name: 'Test sign-in' })).toBeDisabled()
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

  await sitAs(setup, foreign, 'ane')
  const failing = await testWindow(setup)
  await expect(failing.getByText('The provider does not accept client id and secret')).toBeVisible()
  await expect(failing.getByLabel('Value to copy')).toHaveValue('lintel')
  await failing.close()
  await setup.getByLabel('Client secret').fill(foreign.clientSecret)
  await setup.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(setup.getByRole('button', { name: 'Test sign-in' })).toBeEnabled()
  const working = await testWindow(setup)
  await expect(working.getByText('Allowed: the provider answered as it should')).toBeVisible()
  await expect(working.getByText('ane@vestkraft.example').first()).toBeVisible()
  await expect(working.getByText('A new account would be created.')).toHaveCount(0)
  await expect(working.getByText('The person would first confirm an address by mail.')).toHaveCount(0)
  await working.close()
  await expectAccessible(setup)
  await expectFitsPhone(setup)
  await takePictures(setup, 'provider-setup')
  await setup.getByRole('button', { name: 'Hand over' }).click()
  await expect(setup.getByText('You have handed it over')).toBeVisible()
  expect(await stored(server, 'vestkraft')).toMatchObject({
    issuer: foreign.issuer,
    has_secret: true,
    is_disabled: true,
  })
  expect(await onDatabase(server, `select 1 from external_identity where provider_id = 'vestkraft'`)).toEqual([])

  // Staff see at once that it was handed over, test it themselves, and show it.
  await expect(page.getByLabel('Issuer')).toHaveValue(foreign.issuer)
  await expect(page.getByText('test it, then make it active.')).toBeVisible()
  await sitAs(page, foreign, 'ane')
  const tested = await testWindow(page)
  await expect(tested.getByText('The person would first confirm an address by mail.')).toBeVisible()
  await tested.close()
  for (const box of ['Active: people can sign in', 'Public: offered to everybody', 'Show on login screen'])
    await page.getByRole('checkbox', { name: box }).check()
  await ok(page).click()
  await expect(toast(page, 'Vestkraft Energi is saved.')).toBeVisible()
  expect(await stored(server, 'vestkraft')).toMatchObject({
    ...{ hidden: false, is_public: true, is_disabled: false, was_active: true },
  })
  await setup.goto('about:blank')
  await setup.goto(address)
  await expect(setup.getByText('This link does not open anything any more')).toBeVisible()

  // The company's domain is verified, and it lists its provider: what the provider says of these addresses counts.
  await onDatabase(
    server,
    `with company as (insert into customer (id, name, providers) values (gen_random_uuid(), 'Vestkraft', '{vestkraft}') returning id)
     insert into customer_domain (id, customer_id, domain, state)
     select gen_random_uuid(), id, 'vestkraft.example', 'verified' from company`,
  )
  const person = await theirs.newPage()
  await person.goto('/login')
  await person.getByRole('button', { name: 'Continue with Vestkraft Energi' }).click()
  await person.getByRole('button', { name: 'This is my first time' }).click()
  await person.getByRole('button', { name: 'Create my account' }).click()
  await expect(person).toHaveURL(/\/user-profile/)
  const signedIn = await onDatabase(
    server,
    `select app_user.email, identity.subject from external_identity as identity
     join app_user on app_user.id = identity.user_id join federation_session as begun on begun.identity_id = identity.id
     where identity.provider_id = 'vestkraft'`,
  )
  expect(signedIn).toEqual([{ email: 'ane@vestkraft.example', subject: 'ane' }])
  await theirs.close()
  for (const end of ends) await end()
})
