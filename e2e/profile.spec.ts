/// <reference lib="dom" />
import { expect, type Page } from '@playwright/test'
import pg from 'pg'
import { demoPassword } from '../server/demo/credentials'
import { type ConfiguredProduct, test } from './configured-product'
import { fetchResponse } from './fetch-response'
import { submitByEnter, takeScreenshots } from './fixtures'
import {
  expectUsableOnEveryWidth,
  expireProofs,
  overrideInstallation,
  signInByApi,
  signInWithPassword,
  typeCredentials,
} from './people'

const openProfile = async (page: Page) => {
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('link', { name: 'Edit profile' }).click()
  await expect(page.getByRole('heading', { name: 'Edit profile' })).toBeVisible()
}

/** Signs in through the API and opens the profile. */
async function openProfileOf(page: Page, email: string): Promise<void> {
  await signInByApi(page, email)
  await page.goto('/user-profile')
  await expect(page.getByRole('heading', { name: 'Edit profile' })).toBeVisible()
}

/** Clears everything in a user's profile but the name. */
async function clearProfile({ database }: ConfiguredProduct, email: string) {
  const client = new pg.Client(database)
  await client.connect()
  await client.query(
    "update app_user set must_update_profile = true, organization = '', phone = null, title = null where email = $1",
    [email],
  )
  await client.end()
}

test('an incomplete profile comes before the projects, with the agreement, and leads to them', async ({
  page,
  product,
}) => {
  await clearProfile(product, 'noor@elektro.example')
  await typeCredentials(page, 'noor@elektro.example')
  await expect(page.getByRole('heading', { name: 'Create your profile' })).toBeVisible()
  await expect(page).toHaveURL(/\/user-profile$/)
  await page.goto('/new-project')
  await expect(page).toHaveURL(/\/user-profile\?next-url=%2Fnew-project$/)
  await page.getByRole('button', { name: 'Create profile' }).click()
  await expect(page.getByLabel('Organization')).toHaveAttribute('aria-invalid', 'true')
  // The first invalid field has the focus.
  await expect(page.getByLabel('Organization')).toBeFocused()
  await expect(page.getByLabel('Phone')).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByLabel('Title')).not.toHaveAttribute('aria-invalid')
  await expect(page.getByText('Please agree to go on.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'privacy policy', exact: true })).toHaveAttribute('href', /^https:/)
  // Login methods are shown only to users with a complete profile.
  await expect(page.getByRole('region', { name: 'Single sign-on' })).toBeHidden()
  await expectUsableOnEveryWidth(page)
  await takeScreenshots(page, 'profile-create')

  await page.getByLabel('Organization').fill('Elektro Haddad')
  await page.getByLabel('Phone').fill('call me')
  await page.getByLabel(/I agree/).check()
  await page.getByRole('button', { name: 'Create profile' }).click()
  await expect(
    page.getByText('A phone number has at least one digit, and only digits, spaces, plus and minus.'),
  ).toBeVisible()
  await page.getByLabel('Phone').fill('+81 90-1234 5678')
  await page.getByRole('button', { name: 'Create profile' }).click()
  // The person continues where they wanted to go.
  await expect(page).toHaveURL(/\/new-project$/)
  await openProfile(page)
  await expect(page.getByLabel('Phone')).toHaveValue('+81 90-1234 5678')
  await expect(page.getByLabel(/I agree/)).toBeHidden()
})

test('a profile is edited; what cannot be is said beside its field, and nothing of it is stored', async ({ page }) => {
  await signInByApi(page, 'claire@atelierdb.example')
  await page.goto('/')
  // Claire has chosen French.
  await expect(page.getByRole('heading', { name: 'Projets', level: 1 })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr')
  await page.goto('/user-profile')
  await page.locator('select').selectOption('en')
  await expect(page.getByRole('heading', { name: 'Edit profile' })).toBeVisible()
  await expectUsableOnEveryWidth(page)
  await takeScreenshots(page, 'profile')

  const first = page.getByLabel('First name')
  const save = page.getByRole('button', { name: 'Save', exact: true })
  for (const [typed, message] of [
    ['claire@atelierdb.example', 'A name cannot contain the @ character.'],
    ['Cla\u202Eire', 'This contains characters that cannot be used.'],
    ['x'.repeat(10_000), /^At most [\d,]+ characters\.$/],
    ['', 'Please fill this in.'],
  ] as const) {
    await first.fill(typed)
    await save.click()
    await expect(page.getByText(message)).toBeVisible()
    await expect(first).toHaveAttribute('aria-invalid', 'true')
  }
  for (const typed of ['كلير', '<script>alert(1)</script>', 'Claire 👷🏽‍♀️']) {
    await first.fill(typed)
    await save.click()
    await expect(page.getByText('Your profile is saved.')).toBeVisible()
    await page.reload()
    await expect(first).toHaveValue(typed)
  }
  await first.fill('Somebody else')
  await save.click()
  await expect(page.getByText('Your profile is saved.')).toBeVisible()
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(page.getByText('Undone')).toBeVisible()
  await expect(first).toHaveValue('Claire 👷🏽‍♀️')
  await page.reload()
  await expect(first).toHaveValue('Claire 👷🏽‍♀️')
})

test('a lost connection shows itself, keeps what was typed, and the save succeeds on retry', async ({
  page,
  context,
}) => {
  await openProfileOf(page, 'freja@skovgaard.example')
  await page.getByLabel('Title').fill('Partner and architect')
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('There is no connection to the server.')
  await expect(page.getByLabel('Title')).toHaveValue('Partner and architect')
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Your profile is saved.')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Title')).toHaveValue('Partner and architect')
})

test('what somebody else saved meanwhile is told beside its field, and replaced only knowingly', async ({
  page,
  context,
}) => {
  await openProfileOf(page, 'ola@nordbygg.example')
  await page.getByLabel('Title').fill('Chair of the board')

  const other = await context.newPage()
  await other.goto('/user-profile')
  await other.getByLabel('Title').fill('Owner')
  await other.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(other.getByText('Your profile is saved.')).toBeVisible()

  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const title = page.getByRole('group', { name: 'Title' })
  await expect(title).toContainText('“Chair of the board”')
  await expect(title).toContainText('“Owner”')
  // Reported once: the choice replaces the toast.
  await expect(page.getByText('Somebody else changed this')).toHaveCount(0)
  await expect(page.getByText('Changed meanwhile by you, elsewhere: “Owner”')).toBeVisible()
  await expect(page.getByRole('textbox', { name: /^Title/ })).toHaveValue('Chair of the board')
  await expectUsableOnEveryWidth(page)
  await page.getByRole('button', { name: 'Keep yours: Title' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Your profile is saved.')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Title')).toHaveValue('Chair of the board')
})

test('mails about access are switched off in the profile, and stay off', async ({ page, product }) => {
  const email = 'noor@elektro.example'
  const client = new pg.Client(product.database)
  await client.connect()
  const stored = async () => {
    const { rows } = await client.query<{ value: unknown }>(
      `select setting.value from user_setting as setting join app_user on app_user.id = setting.user_id
        where app_user.email = $1 and setting.key = 'access-mails'`,
      [email],
    )
    return rows.map(({ value }) => value)
  }
  await client.query('update app_user set must_update_profile = false where email = $1', [email])
  await openProfileOf(page, email)
  const choice = page.getByRole('checkbox', { name: /Email me when I am given access/ })
  await expect(choice).toBeChecked()
  await choice.focus()
  await page.keyboard.press('Space')
  await expect(choice).not.toBeChecked()
  await expect.poll(stored).toEqual([{ isOff: true }])
  await page.reload()
  await expect(choice).not.toBeChecked()
  // The browser restores where the page was scrolled to; there the header may cover a part of a button.
  await page.evaluate(() => scrollTo(0, 0))
  await expectUsableOnEveryWidth(page)
  // The checkbox follows the server's response.
  await choice.click()
  await expect(choice).toBeChecked()
  await expect.poll(stored).toEqual([{ isOff: false }])
  await client.end()
})

test('leaving a changed profile asks first', async ({ page }) => {
  await openProfileOf(page, 'noor@elektro.example')
  await page.getByLabel('Title').fill('Half a thought')
  await page.getByRole('link', { name: 'Lintel, all projects' }).click()
  const confirmation = page.getByRole('dialog', { name: 'Leave without saving?' })
  await expect(confirmation).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByLabel('Title')).toHaveValue('Half a thought')
  // The page's own links lead away as well.
  for (const name of ['Reset password', 'Where you are signed in']) {
    await page.getByRole('link', { name, exact: true }).click()
    await expect(confirmation).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByLabel('Title')).toHaveValue('Half a thought')
  }
  await page.getByRole('link', { name: 'Lintel, all projects' }).click()
  await confirmation.getByRole('button', { name: 'Leave', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()
})

test('the sections lead to password, second factor, places and providers', async ({ page }) => {
  await openProfileOf(page, 'eivind@eiendom.example')
  await expect(page.getByRole('link', { name: 'Reset password' })).toHaveAttribute(
    'href',
    '/reset-password?email=eivind%40eiendom.example',
  )
  await expect(page.getByRole('link', { name: 'Change password' })).toHaveAttribute('href', '/change-password')
  const account = page.getByRole('region', { name: 'Account' })
  await expect(account.getByRole('link', { name: 'Set up', exact: true })).toHaveAttribute('href', '/mfa-setup')
  await expect(account.getByRole('link', { name: 'Delete account' })).toHaveAttribute('href', '/delete-user')
  const parts = page.getByRole('navigation', { name: 'Account' })
  await parts.getByRole('link', { name: 'Where you are signed in' }).click()
  await expect(page).toHaveURL(/\/sessions$/)
  await page.goBack()
  const enable = page
    .getByRole('region', { name: 'Single sign-on' })
    .getByRole('button', { name: 'Enable single sign-on' })
  await expect(enable.first()).toBeVisible()
  const left = page.waitForRequest((request) => request.url().includes('/federation/redirecttoexternallogin?provider='))
  await enable.first().click()
  expect(new URL((await left).url()).searchParams.get('login_hint')).toBe('eivind@eiendom.example')
})

const identitiesPath = '/auth/v1/external-identities'

/** The paths that the page has requested since; emptied by a test before a visit. */
function recordPaths(page: Page): string[] {
  const requested: string[] = []
  page.on('request', (request) => requested.push(new URL(request.url()).pathname))
  return requested
}

/** Leaves the open profile by a link: whatever it shows has been requested by then. */
async function leaveProfile(page: Page): Promise<void> {
  const parts = page.getByRole('navigation', { name: 'Account' })
  await parts.getByRole('link', { name: 'Where you are signed in' }).click()
  await expect(page.getByRole('heading', { name: 'Where you are signed in' })).toBeVisible()
}

test('the second factor is offered as it stands, and nowhere else than where it can be had', async ({ page }) => {
  await signInByApi(page, 'eivind@eiendom.example')
  const requested = recordPaths(page)
  const isStatus = (path: string) => path === '/auth/v1/mfa/status'
  const account = page.getByRole('region', { name: 'Account' })
  const links = account.getByRole('link', { name: /^(Set up|Remove|Recovery codes)$/ })
  const mockFactor = (status: 'enabled' | 'disabled', available: boolean) =>
    page.route('**/auth/v1/mfa/status', (route) =>
      route.fulfill({ json: { status, available, recoveryCodesLeft: status === 'enabled' ? 10 : 0 } }),
    )
  const visit = async () => {
    requested.length = 0
    await page.goto('/user-profile')
    await expect(account.getByRole('link', { name: 'Delete account' })).toBeVisible()
  }

  await mockFactor('disabled', true)
  await visit()
  await expect(links).toHaveText(['Set up'])
  await expect(links).toHaveAttribute('href', '/mfa-setup')
  await mockFactor('enabled', true)
  await visit()
  await expect(links).toHaveText(['Recovery codes', 'Remove'])
  await expect(links.last()).toHaveAttribute('href', '/mfa-remove')
  // The user and the second-factor status are refetched on entry.
  expect(requested.filter(isStatus)).toHaveLength(1)
  expect(requested).toContain('/mgw/api/v3/users/me')
  await mockFactor('disabled', false)
  const loaded = page.waitForResponse('**/auth/v1/mfa/status')
  await visit()
  await loaded
  await expect(links).toHaveCount(0)

  // Federated users have their second factor at the provider: its status is not requested, and no other provider is offered.
  await page.unroute('**/auth/v1/mfa/status')
  await expect(page.getByRole('region', { name: 'Single sign-on' })).toBeVisible()
  expect(requested).toContain(identitiesPath)
  await page.route(/\/mgw\/api\/v3\/(users\/me|home)$/, async (route) => {
    const response = await fetchResponse(route)
    const read = await response.json()
    Object.assign(read.user ?? read, { method: 'federation' })
    await route.fulfill({ response, json: read })
  })
  await visit()
  await expect(links).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Single sign-on' })).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Password' })).toHaveCount(0)
  expect(requested.filter(isStatus)).toEqual([])
  await leaveProfile(page)
  expect(requested).not.toContain(identitiesPath)
})

test('on-premise nobody is offered single sign-on', async ({ page }) => {
  const singleSignOn = page.getByRole('region', { name: 'Single sign-on' })
  const requested = recordPaths(page)
  await openProfileOf(page, 'eivind@eiendom.example')
  await expect(singleSignOn).toBeVisible()
  expect(requested).toContain(identitiesPath)

  await overrideInstallation(page, { environment: 'onpremise' })
  requested.length = 0
  await page.goto('/user-profile')
  await expect(page.getByRole('region', { name: 'Password' })).toBeVisible()
  await expect(singleSignOn).toHaveCount(0)
  await leaveProfile(page)
  expect(requested).not.toContain(identitiesPath)
})

test.describe('in Polish', () => {
  test.use({ locale: 'pl-PL' })

  test('what cannot be is said beside its field in the reader’s language, and nothing is sent', async ({ page }) => {
    await signInByApi(page, 'ola@nordbygg.example')
    const sent: string[] = []
    page.on('request', (request) => {
      if (['POST', 'PATCH'].includes(request.method()) && request.url().includes('/mgw/api/v3/'))
        sent.push(request.url())
    })
    /** Submits each input and expects the message at the field. */
    const expectRefused = async (label: string, button: string, rows: readonly (readonly [string, string])[]) => {
      const field = page.getByLabel(label)
      const before = await field.inputValue()
      for (const [typed, message] of rows) {
        await field.fill(typed)
        await page.getByRole('button', { name: button, exact: true }).click()
        await expect(field).toHaveAttribute('aria-invalid', 'true')
        await expect(field).toHaveAccessibleDescription(new RegExp(message.replaceAll('.', '\\.')))
        // The input is kept.
        await expect(field).toHaveValue(typed)
      }
      await field.fill(before)
    }
    const unusable = 'Zawiera znaki, których nie można używać.'
    const tooLong = 'Najwyżej '
    const text = [
      ['Ha\u202Even', unusable],
      ['x'.repeat(10_000), tooLong],
    ] as const
    const name = [...text, ['', 'Wypełnij to pole.'], ['ola@nordbygg', 'znaku @']] as const

    await page.goto('/new-project')
    await expectRefused('Nazwa projektu', 'Utwórz projekt', [...text, ['  ', 'Wypełnij to pole.']])
    await page.getByLabel('Nazwa projektu').fill('Nabrzeże')
    await expectRefused('Opis', 'Utwórz projekt', text)
    await expectRefused('Twój numer projektu', 'Utwórz projekt', text)
    await expectUsableOnEveryWidth(page)

    await page.goto('/user-profile')
    await expectRefused('Imię', 'Zapisz', name)
    await expectRefused('Nazwisko', 'Zapisz', name)
    await expectRefused('Organizacja', 'Zapisz', [...text, ['', 'Wypełnij to pole.']])
    await expectRefused('Stanowisko', 'Zapisz', text)
    const phone = 'Numer telefonu zawiera co najmniej jedną cyfrę i tylko cyfry, spacje, plus i minus.'
    await expectRefused('Telefon', 'Zapisz', [
      ...['(22) 33 44 55', '22.33.44.55', '+', '٢٢٣٣٤٤', '22 33 tel. 7', '👷'].map((typed) => [typed, phone] as const),
      ['1'.repeat(10_000), tooLong],
      ['', 'Wypełnij to pole.'],
    ])
    await expectUsableOnEveryWidth(page)
    await page.goto('/account-email')
    await page.getByRole('button', { name: 'Zmień adres e-mail' }).click()
    await expectRefused('Nowy adres e-mail', 'Wyślij link', [
      ...['ola', 'ola@nordbygg', 'óla@nordbygg.example', 'ola@nordbygg.example, per@nordbygg.example'].map(
        (typed) => [typed, 'To nie jest prawidłowy adres e-mail.'] as const,
      ),
    ])
    expect(sent).toEqual([])
  })
})

test('an email is changed: asked for with a fresh proof, proved by the mailed link, then signed in with', async ({
  page,
  product,
}) => {
  const before = 'asa@vvsteknik.example'
  const after = 'asa.lindqvist@vvsteknik.example'
  await signInByApi(page, before)
  await page.goto('/user-profile')
  await page.locator('select').selectOption('en')
  await page.getByRole('navigation', { name: 'Account' }).getByRole('link', { name: 'Email', exact: true }).click()
  await expireProofs(page, product)
  await page.getByRole('button', { name: 'Change email' }).click()
  await page.getByLabel('New email').fill('not an address')
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByText('This is not a valid email address.')).toBeVisible()
  await page.getByLabel('New email').fill(after)
  await page.getByRole('button', { name: 'Send the link' }).click()
  const proof = page.getByRole('dialog')
  await proof
    .getByLabel(/password/i)
    .first()
    .fill(demoPassword)
  await submitByEnter(page)
  await expect(page.getByText('Waiting for confirmation by email.')).toBeVisible()
  await expect(page.getByText(after)).toBeVisible()
  await expectUsableOnEveryWidth(page)

  const [link] = await product.linksTo(after)
  // Signed out, as on the phone that receives the mail: signing in continues to the same page.
  await page.goto('/logout')
  await expect(page).toHaveURL(/\/login/)
  await page.goto(String(link))
  await expect(page).toHaveURL(/\/login\?next-url=%2Fconfirm-email$/)
  await page.getByLabel('Email').fill(before)
  await page.getByLabel('Password', { exact: true }).fill(demoPassword)
  await submitByEnter(page)
  await expect(page.getByRole('heading', { name: 'Confirm your new email' })).toBeVisible()
  await expectUsableOnEveryWidth(page)
  await takeScreenshots(page, 'confirm-email')
  await page.getByRole('button', { name: 'Use this email' }).click()
  await expect(page).toHaveURL(/\/account-email$/)
  await expect(page.locator('#content')).toContainText(after)

  await page.goto('/logout')
  await expect(page).toHaveURL(/\/login/)
  await typeCredentials(page, after)
  await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()
  // The link works only once.
  await page.goto(String(link))
  await expect(page.getByText('There is no email change to confirm.')).toBeVisible()
})

test.describe('in Adelaide', () => {
  test.use({ timezoneId: 'Australia/Adelaide' })

  test('the browser’s language and time zone are told once', async ({ page }) => {
    const loaded: unknown[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/browser-locale')) loaded.push(request.postDataJSON())
    })
    const first = page.waitForResponse('**/browser-locale')
    await signInWithPassword(page, 'eivind@eiendom.example')
    await first
    await openProfile(page)
    await page.getByRole('link', { name: 'Lintel, all projects' }).click()
    await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()
    expect(loaded).toEqual([{ locale: 'en-GB', timeZone: 'Australia/Adelaide' }])
  })
})
