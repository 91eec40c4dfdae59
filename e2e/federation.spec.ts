/// <reference lib="dom" />
import { expect, type Page } from '@playwright/test'
import { demoPassword } from '../server/demo/credentials'
import { type ConfiguredProduct, test } from './configured-product'
import { fetchResponse } from './fetch-response'
import { recordReferers, signIn, submitByEnter, takeScreenshots } from './fixtures'
import {
  cloneUser,
  expectUsableOnEveryWidth,
  freezeClock,
  oneTimeCode,
  overrideInstallation,
  queryDatabase,
  setUpSecondFactor,
  signInByApi,
  tabThrough,
} from './people'

const projects = (page: Page) => page.getByRole('heading', { name: 'Projects', level: 1 })
const providerPage = (page: Page, name: string) => page.getByRole('heading', { name: `Sign in at ${name}` })

/** Removes links of this identity made by other tests, so that the provider's user is unknown here. */
const unlinkIdentity = (product: ConfiguredProduct, subject: string) =>
  queryDatabase(product, 'delete from external_identity where subject = $1', [subject])

/** Signs in at the demo's public provider as this person, starting from its button. */
async function signInAtProvider(page: Page, person: string): Promise<void> {
  await page.goto('/login')
  await page.getByRole('button', { name: 'Continue with Partner Engineering' }).click()
  await page.getByRole('link', { name: person }).click()
}

/** Signs in as this person at the provider that owns the email domain of Stålbygg Øst, starting from an address of that domain. */
async function signInAtDomainProvider(page: Page, email: string, person: string): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Sign in with Stålbygg Øst' }).click()
  await page.getByRole('link', { name: person }).click()
}

test.describe('an address that belongs to a provider', () => {
  test('S11: folds the password away and offers the provider, and there is a way back to the password', async ({
    page,
  }) => {
    await page.goto('/login')
    await expect(page.getByLabel('Company id')).toBeVisible()
    await page.getByLabel('Email').pressSequentially('nils.vik@stalbygg.example')
    const button = page.getByRole('button', { name: 'Sign in with Stålbygg Øst' })
    await expect(button).toBeVisible()
    await expect(page.getByRole('status').filter({ hasText: 'Stålbygg Øst' })).toBeVisible()
    const toggle = page.locator('[data-folded]')
    await expect.poll(() => toggle.evaluate((collapsed) => collapsed.getBoundingClientRect().height)).toBe(0)
    await expect(button).toHaveCSS('background-color', 'rgb(122, 62, 0)')
    await expectUsableOnEveryWidth(page)
    await takeScreenshots(page, 'sign-in-provider')

    await page.getByRole('button', { name: 'Sign in with a password instead' }).click()
    await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
    await expect(button).toHaveCount(0)

    await page.getByLabel('Email').fill('runar@stalbygg.example')
    await expect(button).toBeVisible()
    await page.getByLabel('Email').press('Enter')
    await expect(providerPage(page, 'Stålbygg Øst')).toBeVisible()
  })

  test('of a shown provider is known without asking the server', async ({ page }) => {
    await page.route('**/mgw/api/v3/sso-providers*', async (route) => {
      const response = await fetchResponse(route)
      const document = await response.json()
      for (const { attributes } of document.data) {
        Object.assign(attributes, {
          emailRegex: '.+@partner\\.example',
          icon: 'key',
          color: '#123456',
          textColor: '#fedcba',
        })
      }
      await route.fulfill({ response, json: document })
    })
    const requested: string[] = []
    page.on('request', (request) => requested.push(new URL(request.url()).pathname))
    await page.goto('/login')
    // Each provider has one button with its name, icon and colors.
    const icon = page
      .getByRole('button', { name: 'Continue with Partner Engineering' })
      .locator('span')
      .filter({ has: page.locator('svg') })
      .last()
    await expect(icon).toHaveCSS('background-color', 'rgb(18, 52, 86)')
    await expect(icon).toHaveCSS('color', 'rgb(254, 220, 186)')
    await page.getByLabel('Email').fill('anybody@partner.example')
    await expect(page.getByRole('button', { name: 'Sign in with Partner Engineering' })).toBeVisible()
    expect(requested).not.toContain('/mgw/api/v2/federation/match')
  })

  test('forces nobody when the server does not say', async ({ page }) => {
    await page.route('**/federation/match', (route) => route.fulfill({ status: 429 }))
    await page.goto('/login')
    await expect(page.getByLabel('Company id')).toBeVisible()
    const [response] = await Promise.all([
      page.waitForResponse('**/federation/match'),
      page.getByLabel('Email').fill('nils.vik@stalbygg.example'),
    ])
    expect(response.status()).toBe(429)
    await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
  })
})

test.describe('a company id', () => {
  test('leads to its provider, however it is written', async ({ page }) => {
    await page.goto('/login')
    await page.getByLabel('Company id').fill(' Partner-ENGINEERING ')
    await submitByEnter(page)
    await expect(providerPage(page, 'Partner Engineering')).toBeVisible()
  })

  test('that nobody has, or that is nothing but signs, is invalid, and there is help', async ({ page }) => {
    await page.goto('/login')
    for (const typed of ['nobody', ' - ']) {
      await page.getByLabel('Company id').fill(typed)
      await submitByEnter(page)
      await expect(page.getByText('Invalid company id')).toBeVisible()
      await expect(page.getByLabel('Company id')).toBeFocused()
    }
    await page.getByLabel('Company id').fill('')
    await submitByEnter(page)
    await expect(page.getByText('Enter your company id.')).toBeVisible()
    await page.getByRole('button', { name: 'Forgot company id?' }).click()
    await expect(page.getByText('Your company’s IT department chose it')).toBeVisible()
    await expectUsableOnEveryWidth(page)
  })
})

test.describe('coming back from a provider', () => {
  test('S5: code and state are in no address afterwards, and whoever is known is signed in', async ({ page }) => {
    const requested: string[] = []
    const referers = await recordReferers(page)
    page.on('request', (request) => {
      if (!request.isNavigationRequest()) requested.push(request.url())
    })
    await signInAtProvider(page, 'Ravi Menon')
    await expect(projects(page)).toBeVisible()
    expect([...requested, ...referers].filter((address) => /\/federation\?.*(code|state)=/.test(address))).toEqual([])
    await page.reload()
    await expect(projects(page)).toBeVisible()
  })

  test('leads on to where the person wanted to go', async ({ page }) => {
    await page.goto('/login?next-url=%2F%3Fq%3Dharbour')
    await page.getByRole('button', { name: 'Continue with Partner Engineering' }).click()
    await page.getByRole('link', { name: 'Ravi Menon' }).click()
    await expect(page).toHaveURL(/\/\?q=harbour$/)
  })

  test('without an answer, from nowhere, or from a provider that nobody knows, there is always a way on', async ({
    page,
  }) => {
    await page.goto('/federation?error=access_denied&state=partnerengineering.0')
    await expect(page.getByRole('heading', { name: 'Single sign-on failed' })).toBeVisible()
    await expect(page.getByRole('alert')).toContainText('You were not signed in at Partner Engineering')
    await expectUsableOnEveryWidth(page)
    await page.getByRole('button', { name: 'Try again with Partner Engineering' }).click()
    await expect(providerPage(page, 'Partner Engineering')).toBeVisible()

    await page.goto('/federation?code=c0&state=nowhere.0')
    await expect(page.getByRole('alert')).toHaveText('Unsupported provider')
    await expectUsableOnEveryWidth(page)
    await page.getByRole('link', { name: 'Back to sign in' }).click()
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()

    await page.goto('/federation?code=c0&state=partnerengineering.0')
    await expect(page.getByRole('alert')).toContainText('Signing in with Partner Engineering did not work')
    await page.goto('/federation?verify=nothing')
    await expect(page.getByRole('heading', { name: 'This link does not work' })).toBeVisible()
    await expectUsableOnEveryWidth(page)
    await page.goto('/federation')
    await expect(page).toHaveURL(/\/login$/)
  })
})

test('somebody new confirms their email and has an account', async ({ page, product }) => {
  await unlinkIdentity(product, 'leila.haddad')
  await signInAtProvider(page, 'Leila Haddad')
  await page.getByRole('button', { name: 'This is my first time' }).click()
  await expect(page.getByLabel('Email')).toHaveValue('leila@partner.example')
  await expectUsableOnEveryWidth(page)
  await page.getByRole('button', { name: 'Create my account' }).click()
  // The provider is not trusted for the domain, so the mailbox itself must be verified.
  await expect(page.getByRole('heading', { name: 'Confirm your email address' })).toBeVisible()
  const link = (await product.linksTo('leila@partner.example')).find(({ pathname }) => pathname === '/federation')
  await page.goto(link?.href ?? '')
  await expect(page.getByRole('heading', { name: 'Your email address is confirmed' })).toBeVisible()
  await page.getByRole('button', { name: /^Continue with/ }).click()
  await page.getByRole('link', { name: 'Leila Haddad' }).click()
  await expect(page).toHaveURL(/\/user-profile/)
  await expect(page.getByRole('heading', { name: 'Create your profile' })).toBeVisible()
  await page.context().clearCookies()
  await signInAtProvider(page, 'Leila Haddad')
  await expect(page).toHaveURL(/\/user-profile/)
})

test('an address is proved by mail before it becomes an account, and an existing account is linked by its password', async ({
  page,
  product,
}) => {
  const email = await cloneUser(product, 'mei@nordbygg.example')
  await unlinkIdentity(product, 'leila.haddad')
  await product.invite('leila@partner.example', 'member')
  await signInAtProvider(page, 'Leila Haddad')
  await expect(page.getByRole('heading', { name: 'Do you have an account?' })).toBeVisible()
  await expectUsableOnEveryWidth(page)
  await takeScreenshots(page, 'federation-choice')

  // After a reload the flow starts again and ends at the same step.
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Sign in once more' })).toBeVisible()
  await page.getByRole('button', { name: 'Try again with Partner Engineering' }).click()
  await page.getByRole('link', { name: 'Leila Haddad' }).click()

  await page.getByRole('button', { name: 'This is my first time' }).click()
  await page.getByRole('button', { name: 'Create my account' }).click()
  // The provider is not trusted for the domain: only the mailbox itself learns whether the address has an account.
  await expect(page.getByRole('heading', { name: 'Confirm your email address' })).toBeVisible()
  await expectUsableOnEveryWidth(page)
  await signInAtProvider(page, 'Leila Haddad')
  await page.getByRole('button', { name: 'I have an existing user' }).click()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('not my password at all')
  await submitByEnter(page)
  await expect(page.getByRole('alert')).toContainText('Error: sign-in failed')
  await expect(page.getByRole('link', { name: 'Forgot password?', exact: true })).toHaveAttribute(
    'href',
    `/reset-password?email=${encodeURIComponent(email)}`,
  )
  await expectUsableOnEveryWidth(page)
  await page.getByLabel('Password', { exact: true }).fill(demoPassword)
  await submitByEnter(page)
  await expect(page.getByRole('heading', { name: 'Your account is linked' })).toBeVisible()
  await expect(page.getByText('From now on you can sign in with Partner Engineering.')).toBeVisible()
  await expectUsableOnEveryWidth(page)
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await expect(projects(page)).toBeVisible()

  await page.context().clearCookies()
  await signInAtProvider(page, 'Leila Haddad')
  await expect(page.getByRole('button', { name: 'Account of Mei Zhang' })).toBeVisible()

  // When the user is already signed in, another callback of the provider is not sent to the server.
  const requested: string[] = []
  page.on('request', (request) => requested.push(request.url()))
  await page.goto('/federation?code=c0&state=partnerengineering.0')
  await expect(projects(page)).toBeVisible()
  await expect(page).toHaveURL(/\/$/)
  expect(requested.filter((url) => url.endsWith('/federation/loginwithcode'))).toEqual([])
})

test('the keyboard alone walks through the choice: to an account that exists, to a new one, and back', async ({
  page,
  product,
}) => {
  await unlinkIdentity(product, 'leila.haddad')
  await page.goto('/login')
  await page.getByRole('button', { name: 'Continue with Partner Engineering' }).press('Enter')
  await page.getByRole('link', { name: 'Leila Haddad' }).press('Enter')
  const choice = page.getByRole('heading', { name: 'Do you have an account?' })
  const email = page.getByLabel('Email')
  const cancelled = async () => {
    await page.keyboard.press('Enter')
    await expect(choice).toBeFocused()
  }
  await expect(choice).toBeFocused()
  await tabThrough(page, 'I have an existing user', 'This is my first time', 'Back to sign in')
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(email).toBeFocused()
  await tabThrough(page, 'Create my account', 'Cancel')
  await cancelled()

  // The email is known, so the missing field has the focus.
  await tabThrough(page, 'I have an existing user')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await expect(page.getByRole('link', { name: 'Forgot password?', exact: true })).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await expect(email).toBeFocused()
  await tabThrough(page, 'Forgot password?', 'Password', 'Show password', 'Link with Partner Engineering', 'Cancel')
  await cancelled()

  // A wrong password keeps the focus in the form; the way back to the sign-in comes last.
  await tabThrough(page, 'I have an existing user')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
  await page.keyboard.type('not my password at all')
  await submitByEnter(page)
  await expect(page.getByRole('alert')).toContainText('Error: sign-in failed')
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
  await tabThrough(page, 'Show password', 'Link with Partner Engineering', 'Cancel')
  await cancelled()
  await tabThrough(page, 'I have an existing user', 'This is my first time', 'Back to sign in')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/login$/)
})

test('an account that may not be linked is told so; one with a second factor is linked when its code is right, after a reload as well', async ({
  page,
  product,
}) => {
  const email = await cloneUser(product, 'mei@nordbygg.example')
  const key = await setUpSecondFactor(product, email)
  await unlinkIdentity(product, 'leila.haddad')
  await overrideInstallation(page, { domainSuffix: '@lintel.example', isSmtpEnabled: false, outbox: undefined })
  const link = async (username: string) => {
    await page.getByRole('button', { name: 'I have an existing user' }).click()
    await page.getByLabel('Email').fill(username)
    await page.getByLabel('Password', { exact: true }).fill(demoPassword)
    await submitByEnter(page)
  }
  const known = page.waitForResponse('**/cluster-configuration/current')
  await signInAtProvider(page, 'Leila Haddad')
  await known

  // With a default domain the local part of the username is sufficient; without mail there is no route by mail.
  const [sent] = await Promise.all([page.waitForRequest('**/federation/link'), link('staff')])
  expect(sent.postDataJSON()).toMatchObject({ username: 'staff' })
  await expect(page.getByRole('alert')).toContainText('Error: sign-in failed')
  await expect(page.getByRole('link', { name: 'Forgot password?' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()

  await link('staff@lintel.example')
  await expect(page.getByRole('heading', { name: 'Could not link login to email' })).toBeVisible()
  await expect(page.getByText('Make sure that staff@lintel.example is a registered user.')).toBeVisible()
  await expectUsableOnEveryWidth(page)
  await page.getByRole('button', { name: 'OK', exact: true }).click()

  const reported: unknown[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/client/log')) reported.push(request.postDataJSON())
  })
  await link(email)
  await expect(page).toHaveURL(/\/mfa-challenge\?username=mei.*&purpose=link$/)
  // A phone drops the page while its owner reads the code in another app.
  await page.reload()
  await page.getByLabel('Verification code').fill(oneTimeCode(key, 1))
  await submitByEnter(page)
  const linked = page.getByText('Your account is linked. From now on you can sign in with Partner Engineering.')
  await expect(linked).toBeVisible()
  await expect(projects(page)).toBeVisible()
  await expect.poll(() => reported).toContainEqual(expect.objectContaining({ event: 'linked', message: 'federation' }))
  expect(reported).not.toContainEqual(expect.objectContaining({ event: 'signedIn' }))
  expect(await page.evaluate(() => sessionStorage.getItem('lintel-departure'))).toBeNull()
  await page.context().clearCookies()
  await signInAtProvider(page, 'Leila Haddad')
  await expect(page.getByRole('button', { name: 'Account of Mei Zhang' })).toBeVisible()
})

test('E5: whoever is signed in is asked before the identity that comes back is linked to their account', async ({
  page,
  product,
}) => {
  await unlinkIdentity(product, 'otto.brandt')
  await signIn(page, 'ola')
  const linked: unknown[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/client/log')) linked.push(request.postDataJSON().event)
  })
  await page.goto('/mgw/api/v2/federation/redirecttoexternallogin?provider=partnerengineering')
  await page.getByRole('link', { name: 'Otto Brandt' }).click()
  await expect(page.getByRole('heading', { name: 'Link your account?' })).toBeVisible()
  await expectUsableOnEveryWidth(page)
  await page.getByRole('button', { name: 'Link with Partner Engineering' }).click()
  await expect(page.getByRole('heading', { name: 'Your account is linked' })).toBeVisible()
  await expect.poll(() => linked).toContain('linked')
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Account of Ola Berge' })).toBeVisible()
})

test('on a phone single sign-on is offered in the profile where it can be linked, and what fails leads back there', async ({
  page,
  context,
  product,
}) => {
  await unlinkIdentity(product, 'otto.brandt')
  const email = await cloneUser(product, 'eivind@eiendom.example')
  await page.setViewportSize({ width: 360, height: 740 })
  await signInByApi(page, email)
  await page.goto('/user-profile')
  const section = page.getByRole('region', { name: 'Single sign-on' })
  // Not offered: providers that own their domains, providers behind a company id, and providers still being set up.
  await expect(section.getByRole('button', { name: 'Enable single sign-on' })).toHaveCount(1)
  await expect(section).toContainText('Partner Engineering')
  const linked = () =>
    queryDatabase(
      product,
      `select identity.subject from external_identity as identity join app_user as person on person.id = identity.user_id
       where person.email = $1`,
      [email],
    )
  const enable = () => section.getByRole('button', { name: 'Enable single sign-on' }).click()
  const back = page.getByRole('link', { name: 'Back to the profile' })

  // An identity that belongs to another account.
  await enable()
  await page.getByRole('link', { name: 'Ravi Menon' }).click()
  await expect(back).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Could not link login to email' })).toBeVisible()
  await expectUsableOnEveryWidth(page)
  await back.click()
  await expect(page.getByRole('heading', { name: 'Edit profile' })).toBeVisible()
  expect(await linked()).toEqual([])

  // The connection is lost on the way back.
  await enable()
  await expect(providerPage(page, 'Partner Engineering')).toBeVisible()
  await page.route('**/federation/link', (route) => route.abort('internetdisconnected'))
  await page.getByRole('link', { name: 'Otto Brandt' }).click()
  await expect(back).toBeVisible()
  await back.click()
  await expect(page.getByRole('heading', { name: 'Edit profile' })).toBeVisible()
  expect(await linked()).toEqual([])
  await page.unroute('**/federation/link')

  await enable()
  await page.getByRole('link', { name: 'Otto Brandt' }).click()
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await page.goto('/user-profile')
  await expect(section.getByText(/^Enabled since/)).toBeVisible()
  await expect(section.getByRole('button', { name: 'Enable single sign-on' })).toHaveCount(0)
  expect(await linked()).toEqual([{ subject: 'otto.brandt' }])

  // Federated accounts are not offered any provider.
  await context.clearCookies()
  await signInAtProvider(page, 'Otto Brandt')
  await expect(projects(page)).toBeVisible()
  await page.goto('/user-profile')
  await expect(page.getByRole('heading', { name: 'Edit profile' })).toBeVisible()
  await expect(section).toHaveCount(0)
})

test('whoever has an address of the provider’s own gets an account without being asked', async ({ page }) => {
  await signInAtDomainProvider(page, 'nils.vik@stalbygg.example', 'Nils Vik')
  await expect(page).toHaveURL(/\/user-profile/)
  await expect(page.getByRole('heading', { name: 'Create your profile' })).toBeVisible()
})

test('an address that the provider never verified is proved by a mail, in this browser', async ({ page, product }) => {
  await signInAtDomainProvider(page, 'eva.lund@stalbygg.example', 'Eva Lund')
  await expect(page.getByRole('heading', { name: 'What is your email address?' })).toBeVisible()
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'You do not have access to any projects yet' })).toBeVisible()
  await expectUsableOnEveryWidth(page)
  await page.getByRole('button', { name: 'Create my account' }).click()
  await page.getByRole('button', { name: 'Create my account' }).click()
  await expect(page.getByText('Please fill this in.')).toBeVisible()
  await page.getByLabel('Email').fill('Eva.Lund@stalbygg.example')
  await submitByEnter(page)
  await expect(page.getByRole('heading', { name: 'Confirm your email address' })).toBeVisible()
  await expectUsableOnEveryWidth(page)
  await page.goto('/')
  await expect(page).toHaveURL(/\/login$/)

  const link = (await product.linksTo('eva.lund@stalbygg.example')).find(({ pathname }) => pathname === '/federation')
  await page.goto(link?.href ?? '')
  await expect(page.getByRole('heading', { name: 'Your email address is confirmed' })).toBeVisible()
  expect(new URL(page.url()).search).toBe('')
  await expectUsableOnEveryWidth(page)
  await page.getByRole('button', { name: /^Continue with/ }).click()
  await page.getByRole('link', { name: 'Eva Lund' }).click()
  await expect(page).toHaveURL(/\/user-profile/)
})

test('a provider with a landing page is where its people arrive, and where they are signed out as well', async ({
  page,
}) => {
  await signInAtDomainProvider(page, 'runar@stalbygg.example', 'Runar Stø')
  await expect(page.getByRole('heading', { name: 'Intranet of Stålbygg Øst' })).toBeVisible()
  await page.getByRole('link', { name: 'Go on to Lintel' }).click()
  await expect(projects(page)).toBeVisible()

  // A response without content keeps the signed-out page on the screen so that it can be checked.
  const providerLogout = '**/demo-provider/stalbygg/logout*'
  await page.route(providerLogout, (route) => route.fulfill({ status: 204 }))
  const leaving = page.waitForRequest(providerLogout)
  let hasLeft = false
  page.on('request', (request) => {
    hasLeft ||= request.url().includes('/demo-provider/')
  })
  await freezeClock(page)
  await page.goto('/logout')
  await expect(page.getByText('You are being taken to Stålbygg Øst, to be signed out there as well.')).toBeVisible()
  await page.clock.runFor(2_999)
  expect(hasLeft).toBe(false)
  await page.clock.runFor(1)
  const request = await leaving
  await page.clock.resume()
  await expectUsableOnEveryWidth(page)
  await page.unroute(providerLogout)
  await page.goto(request.url())
  await expect(page.getByRole('heading', { name: 'Signed out of Stålbygg Øst' })).toBeVisible()
  expect(new URL(page.url()).searchParams.get('redirect')).toMatch(/^http:\/\/localhost:\d+\/$/)
  await page.getByRole('link', { name: 'Back to Lintel' }).click()
  await expect(page).toHaveURL(/\/login$/)
})
