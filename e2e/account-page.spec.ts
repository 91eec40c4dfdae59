/// <reference lib="dom" />
import { expect, type Page } from '@playwright/test'
import { demoPassword } from '../server/demo/credentials'
import { test } from './configured-product'
import { fetchResponse } from './fetch-response'
import { submitByEnter, takeScreenshots } from './fixtures'
import {
  cloneUser,
  expectUsableOnEveryWidth,
  expireProofs,
  overrideInstallation,
  signInByApi,
  signInWithPassword,
  tabTo,
} from './people'

const sections = (page: Page) => page.getByRole('navigation', { name: 'Account' })

/** Every section of the page: its name, path and heading. */
const all = [
  ['Profile', '/user-profile', 'Edit profile'],
  ['Email', '/account-email', 'Email'],
  ['Password', '/change-password', 'Change password'],
  ['Two-step verification', '/second-factor', 'Two-step verification'],
  ['Passkeys', '/passkeys', 'Passkeys'],
  ['Where you are signed in', '/sessions', 'Where you are signed in'],
] as const

test('the account is one page in its frame: each part has its address, and the keyboard goes from one to the other', async ({
  page,
}) => {
  await signInByApi(page, 'eivind@eiendom.example')
  await page.goto('/user-profile')
  for (const [name, address, heading] of all) {
    const section = sections(page).getByRole('link', { name, exact: true })
    await section.focus()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(new RegExp(`${address}$`))
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    await expect(sections(page).locator('[aria-current=page]')).toHaveText(name)
    // The header and the list of sections stay visible; the list has the focus unless a field has it.
    await expect(page.getByRole('button', { name: /^Account of/ })).toBeVisible()
    if (name === 'Password') await expect(page.getByLabel('Current password')).toBeFocused()
    else await expect(section).toBeFocused()
    await expectUsableOnEveryWidth(page)
    await takeScreenshots(page, `account${address.replace('/', '-')}`)
  }
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, locale: 'de-DE' })

  test('the parts are one line, and the one that is open is in sight', async ({ page }) => {
    await signInByApi(page, 'eivind@eiendom.example')
    await page.goto('/user-profile')
    const chooseLanguage = async (language: string) => {
      const saved = page.waitForResponse((response) => response.request().method() === 'PATCH' && response.ok())
      await page.locator('select').selectOption(language)
      await saved
    }
    await chooseLanguage('de')
    const list = page.getByRole('navigation', { name: 'Konto' })
    await expect(list.getByRole('link')).toHaveCount(6)
    for (const address of ['/sessions', '/change-password', '/user-profile']) {
      await page.goto(address)
      await expect(list.locator('[aria-current=page]')).toBeInViewport({ ratio: 0.99 })
      await expectUsableOnEveryWidth(page)
    }
    await chooseLanguage('en')
    await expect(sections(page)).toBeVisible()
  })
})

test('whoever would rather not prove who they are stands on the part where they began', async ({ page, product }) => {
  await signInWithPassword(page, await cloneUser(product, 'liam@survey.example'))
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' })
  const started = [
    ['/user-profile', 'Set up'],
    ['/second-factor', 'Set up two-step verification'],
  ] as const
  for (const [address, link] of started) {
    await page.goto(address)
    await expireProofs(page, product)
    await page.getByRole('link', { name: link, exact: true }).click()
    await expect(dialog).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page).toHaveURL(new RegExp(`${address}$`))
    await expect(page.getByRole('link', { name: link, exact: true })).toBeVisible()

    // Cancelling the step also returns to the section.
    await page.getByRole('link', { name: link, exact: true }).click()
    await dialog.getByLabel('Password', { exact: true }).fill(demoPassword)
    await submitByEnter(page)
    await expect(page.getByRole('heading', { level: 1, name: 'Set up two-step verification' })).toBeVisible()
    await expect(sections(page).locator('[aria-current=page]')).toHaveText('Two-step verification')
    await page.getByRole('button', { name: 'Cancel', exact: true }).click()
    await expect(page).toHaveURL(new RegExp(`${address}$`))
  }
})

test('an account has the parts that its person has, and speaks of nothing else', async ({ page }) => {
  await signInByApi(page, 'eivind@eiendom.example')
  // This installation has neither second factors nor passkeys.
  await page.route('**/auth/v1/mfa/status', (route) =>
    route.fulfill({ json: { status: 'disabled', available: false, recoveryCodesLeft: 0 } }),
  )
  await page.route('**/auth/v1/passkeys', (route) => route.fulfill({ json: { passkeys: [], available: false } }))
  await page.goto('/account-email')
  await expect(sections(page).getByRole('link')).toHaveText(['Profile', 'Email', 'Password', 'Where you are signed in'])

  // Federated users have no password here; a guest has the sessions and a way to have the account deleted.
  const overrideUser = (change: object) =>
    page.route(/\/mgw\/api\/v3\/(users\/me|home)$/, async (route) => {
      const response = await fetchResponse(route)
      const read = await response.json()
      Object.assign(read.user ?? read, change)
      await route.fulfill({ response, json: read })
    })
  await overrideUser({ method: 'federation' })
  await page.reload()
  await expect(sections(page).getByRole('link')).toHaveText(['Profile', 'Email', 'Where you are signed in'])
  await overrideUser({ guestOf: 'p0' })
  await page.goto('/sessions')
  await expect(page.getByRole('heading', { name: 'Where you are signed in' })).toBeVisible()
  await expect(sections(page).getByRole('link')).toHaveText(['Where you are signed in', 'Delete account'])
  await page.goto('/account-email')
  await expect(page).toHaveURL(/\/user-profile$/)
})

test('the menu of the account begins with the profile and has help, where the installation has any', async ({
  page,
}) => {
  await signInByApi(page, 'eivind@eiendom.example')
  await page.goto('/')
  const open = () => page.getByRole('button', { name: /^Account of/ }).click()
  await open()
  const menu = page.getByRole('dialog', { name: /^Account of/ })
  const help = menu.getByRole('link', { name: 'Help', exact: true })
  await expect(help).toHaveAttribute('href', 'https://help.lintel.example/')
  await expect(menu.getByRole('link').first()).toHaveText('Edit profile')
  await expectUsableOnEveryWidth(page)
  await takeScreenshots(page, 'account')
  await tabTo(page, menu.getByRole('link', { name: 'Edit profile' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Edit profile' })).toBeVisible()

  // Without a help page the menu offers support; without either it offers nothing.
  await page.route('**/mgw/api/v3/urls/HELP', (route) => route.fulfill({ status: 404, json: { errors: [] } }))
  await overrideInstallation(page, { supportMail: 'support@lintel.example', supportChat: undefined })
  await page.reload()
  await open()
  await expect(help).toHaveAttribute('href', 'mailto:support@lintel.example')
  await overrideInstallation(page, { supportMail: undefined, supportChat: undefined })
  await page.reload()
  const loaded = page.waitForResponse('**/mgw/api/v3/urls/HELP')
  await open()
  await loaded
  await expect(menu.getByRole('link', { name: 'Where you are signed in' })).toBeVisible()
  await expect(help).toHaveCount(0)
})
