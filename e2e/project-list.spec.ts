/// <reference lib="dom" />
import { expect, type Locator, type Page, type Request } from '@playwright/test'
import { fetchResponse } from './fetch-response'
import { expectAccessible, expectNoOverflow, takeScreenshots, test } from './fixtures'
import { makeProjectLinks } from './make-project-links'
import { freezeClock, overrideInstallation, signInAsStaff, signInByApi, typeCredentials } from './people'

/** Budget for everything loaded to show the project list, compressed by gzip, in kB (issue: home). */
const budgetKb = 160

test('typing anywhere searches, matches are marked, arrows and Enter open', async ({ page }) => {
  await signInByApi(page, 'mei@nordbygg.example')
  await page.goto('/')
  await expect(page.getByLabel('Search projects')).toBeVisible()
  await page.keyboard.type('barc')
  await expect(page.getByLabel('Search projects')).toBeFocused()
  await expect(page).toHaveURL(/\?q=barc$/)
  await expect(page.locator('mark').first()).toHaveText('Barc')
  await expect(page.getByText(/\d+ projects found/)).toBeAttached()
  await expectAccessible(page)
  await takeScreenshots(page, 'projects-search')

  const links = page.locator('#content li a')
  await page.keyboard.press('ArrowDown')
  await expect(links.first()).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(links.nth(1)).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await expect(page.getByLabel('Search projects')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/project-[\w-]+\/$/)
  await expect(page.getByRole('button', { name: /^Show all/ })).toBeVisible()
  await expectAccessible(page)
  await takeScreenshots(page, 'project-home')
  await page.goBack()
  await expect(page.getByLabel('Search projects')).toHaveValue('barc')
  await page.getByLabel('Search projects').press('Escape')
  await expect(page).toHaveURL(/\/$/)
})

test('words are found in any order and a number without its hyphen; a search without a match says how to search', async ({
  page,
}) => {
  await signInByApi(page, 'mei@nordbygg.example')
  await page.goto('/')
  await page.getByLabel('Search projects').fill('harbour nb2041')
  await expect(page.getByRole('link', { name: /Barcode Harbour, block 4/ })).toBeVisible()
  await page.getByLabel('Search projects').fill('no such project')
  await expect(page.getByText('No project matches “no such project”')).toBeVisible()
})

test('libraries and hibernated projects have their sections', async ({ page }) => {
  await signInByApi(page, 'anna@nordbygg.example')
  await page.goto('/')
  await expect(page.getByRole('region', { name: 'Libraries' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Hibernated' })).toBeVisible()
  await expectAccessible(page)
})

test('Ctrl-K opens any project from any screen', async ({ page }) => {
  await signInByApi(page, 'mei@nordbygg.example')
  await page.goto('/new-project')
  await expect(page.getByRole('heading', { name: 'New project' })).toBeVisible()
  await page.keyboard.press('Control+k')
  const switcher = page.getByRole('dialog', { name: 'Open project' })
  await expect(switcher.getByLabel('Search all your projects')).toBeFocused()
  await expect(switcher.getByRole('link').first()).toBeVisible()
  await expectAccessible(page)
  await takeScreenshots(page, 'switcher')
  await page.keyboard.type('ullev')
  await expect(switcher.getByRole('link')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(switcher).toBeHidden()
  await expect(page.getByRole('heading', { name: /Ullevål/, level: 1 })).toBeVisible()
})

test('a project that is opened from the home of another one is noted as opened, and comes first in the list', async ({
  page,
}) => {
  await signInByApi(page, 'mei@nordbygg.example')
  await page.goto('/')
  const projects = page.getByRole('main').getByRole('listitem').getByRole('link')
  const switcher = page.getByRole('dialog', { name: 'Open project' })
  const waitForRecord = () =>
    page.waitForResponse((response) => response.request().method() === 'POST' && /\/opened$/.test(response.url()))
  await expect(projects.nth(1)).toBeVisible()
  for (const name of ['Sandvika', 'Ullevål']) {
    const recorded = waitForRecord()
    await page.keyboard.press('Control+k')
    await expect(switcher.getByRole('link').first()).toBeVisible()
    await page.keyboard.type(name)
    await expect(switcher.getByRole('link')).toHaveCount(1)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: new RegExp(name), level: 1 })).toBeVisible()
    const response = await recorded
    expect(response.ok()).toBe(true)
    const project = /\/project-([\w-]+)\//.exec(page.url())?.[1]
    expect(response.url()).toContain(`/projects/${project}/opened`)
  }
  await page.goto('/')
  await expect(projects.filter({ hasText: /Ullevål|Sandvika/ }).first()).toHaveText(/Ullevål/)
})

test('Enter opens what is typed, however soon it is pressed: before the list is drawn anew, and before it is loaded', async ({
  page,
}) => {
  await signInByApi(page, 'mei@nordbygg.example')
  await page.goto('/new-project')
  await expect(page.getByRole('heading', { name: 'New project' })).toBeVisible()
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/project-links?*', async (route) => {
    await released
    await route.continue()
  })
  const switcher = page.getByRole('dialog', { name: 'Open project' })
  const field = switcher.getByLabel('Search all your projects')
  /** Types and presses Enter within one task of the page, faster than a person could. */
  const typeAndPressEnter = (field: Locator, text: string) =>
    field.evaluate((input: HTMLInputElement, typed) => {
      const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
      set?.call(input, typed)
      input.dispatchEvent(new InputEvent('input', { bubbles: true }))
      input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }))
    }, text)
  await page.keyboard.press('Control+k')
  await typeAndPressEnter(field, 'ullev')
  await expect(switcher).toBeVisible()
  release()
  await expect(page.getByRole('heading', { name: /Ullevål/, level: 1 })).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(switcher.getByRole('link').nth(1)).toBeVisible()
  await typeAndPressEnter(field, 'sandvika')
  await expect(page.getByRole('heading', { name: /Sandvika/, level: 1 })).toBeVisible()

  await page.goto('/')
  await expect(page.getByRole('main').getByRole('link').nth(1)).toBeVisible()
  await typeAndPressEnter(page.getByLabel('Search projects'), 'fornebu')
  await expect(page.getByRole('heading', { name: /Fornebu/, level: 1 })).toBeVisible()
})

test('keys with which an input method chooses a conversion are left to it, on the list and in the switcher', async ({
  page,
}) => {
  /** The event order of Chromium and Firefox; in Safari, Enter follows the end of the composition. */
  const compose = (field: Locator) =>
    field.evaluate((input) => {
      for (const key of ['Enter', 'ArrowDown', 'Escape'])
        input.dispatchEvent(new KeyboardEvent('keydown', { key, isComposing: true, bubbles: true, cancelable: true }))
      input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', keyCode: 229, bubbles: true, cancelable: true }))
    })
  await signInByApi(page, 'mei@nordbygg.example')
  await page.goto('/')
  const search = page.getByLabel('Search projects')
  await search.fill('ullev')
  await expect(page).toHaveURL(/\?q=ullev$/)
  await compose(search)
  await expect(search).toBeFocused()
  await expect(search).toHaveValue('ullev')
  await page.keyboard.press('Control+k')
  const switcher = page.getByRole('dialog', { name: 'Open project' })
  const field = switcher.getByLabel('Search all your projects')
  await field.fill('ullev')
  await expect(switcher.getByRole('link')).toHaveCount(1)
  await compose(field)
  await expect(field).toBeFocused()
  await expect(field).toHaveValue('ullev')
  await expect(page).toHaveURL(/\?q=ullev$/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: /Ullevål/, level: 1 })).toBeVisible()
})

test('forced colours show what Enter opens and where the keyboard is', async ({ page }) => {
  const expectRing = async (place: Locator) => {
    await expect(place).toHaveCSS('outline-style', 'solid')
    await expect(place).toHaveCSS('outline-width', '2px')
    await expect(place).not.toHaveCSS('outline-color', 'rgba(0, 0, 0, 0)')
  }
  await page.emulateMedia({ forcedColors: 'active' })
  await signInByApi(page, 'mei@nordbygg.example')
  await page.goto('/')
  const search = page.getByLabel('Search projects')
  await search.fill('barc')
  await expect(page.locator('mark').first()).toBeVisible()
  const rows = page.locator('#content li a')
  await expectRing(search.locator('..'))
  await expectRing(rows.first())
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(rows.nth(1)).toBeFocused()
  await expectRing(rows.nth(1))
  await expect(rows.first()).toHaveCSS('outline-style', 'none')
  await page.keyboard.press('Control+k')
  await expectRing(page.getByRole('dialog', { name: 'Open project' }).getByRole('link').first())
})

test('theme and language are chosen in the account menu, and kept with the account', async ({
  page,
  browser,
  baseURL,
}) => {
  await signInByApi(page, 'jonas@nordbygg.example')
  await page.goto('/')
  await page.getByRole('button', { name: 'Account of Jonas Ruud' }).click()
  const panel = page.getByRole('dialog', { name: 'Account of Jonas Ruud' })
  await expect(panel).toContainText('jonas@nordbygg.example')
  await expectAccessible(page)
  await takeScreenshots(page, 'account')
  const waitForSave = () => page.waitForResponse((response) => response.request().method() === 'PATCH' && response.ok())
  const themeSaved = waitForSave()
  await panel.getByText('Dark', { exact: true }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await themeSaved
  const languageSaved = waitForSave()
  await panel.getByLabel('Language').selectOption('nb')
  await expect(page.getByRole('heading', { name: 'Prosjekter', level: 1 })).toBeVisible()
  await languageSaved
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Kontoen til Jonas Ruud' })).toBeFocused()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Prosjekter', level: 1 })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect(page.locator('html')).toHaveAttribute('lang', 'nb')

  const otherContext = await browser.newContext({ locale: 'en-GB', ...(baseURL && { baseURL }) })
  const other = await otherContext.newPage()
  await typeCredentials(other, 'jonas@nordbygg.example')
  await expect(other.getByRole('heading', { name: 'Prosjekter', level: 1 })).toBeVisible()
  await expect(other.locator('html')).toHaveAttribute('data-theme', 'dark')
  await otherContext.close()

  await freezeClock(page)
  await page.goto('/logout')
  await expect(page.getByRole('heading', { name: 'Du er logget ut' })).toBeVisible()
  await page.clock.resume()
  await expect(page.getByRole('heading', { name: 'Logg inn' })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
})

test('without any project there is a word about it, and no search', async ({ page }) => {
  await signInByApi(page, 'lena@nordbygg.example')
  await page.goto('/')
  await expect(page.getByText('You do not have access to any projects yet')).toBeVisible()
  await expect(page.getByRole('searchbox')).toBeHidden()
  await expect(page.getByRole('region', { name: 'Libraries' })).toBeHidden()
  await expectAccessible(page)
  await takeScreenshots(page, 'projects-none')
})

test('a favourite stands first under its own heading, here and after a reload', async ({ page }) => {
  await signInByApi(page, 'ola@nordbygg.example')
  await page.goto('/')
  const first = page.locator('#content li').first()
  await expect(first).not.toContainText('Holmen Swimming Hall')
  const star = page.getByRole('button', { name: 'Favourite: Holmen Swimming Hall' })
  await expect(star).toHaveAttribute('aria-pressed', 'false')
  const waitForSave = page.waitForResponse('**/favourite')
  await star.press('Enter')
  await expect(first).toContainText('Holmen Swimming Hall')
  expect((await waitForSave).ok()).toBe(true)
  // The row has moved and keeps the focus.
  await expect(star).toBeFocused()
  await expect(page.getByRole('region', { name: 'Favourites' })).toContainText('Holmen Swimming Hall')
  await expect(page.getByRole('region', { name: 'Other projects' })).not.toContainText('Holmen Swimming Hall')
  await page.reload()
  await expect(first).toContainText('Holmen Swimming Hall')
  await expect(star).toHaveAttribute('aria-pressed', 'true')
  await expectAccessible(page)

  await page.route('**/favourite', (route) => route.abort())
  await star.click()
  await expect(page.getByRole('alert')).toContainText('There is no connection to the server.')
  await expect(star).toHaveAttribute('aria-pressed', 'true')
  await page.unroute('**/favourite')
  const cleared = page.waitForResponse('**/favourite')
  await star.click()
  await expect(first).not.toContainText('Holmen Swimming Hall')
  expect((await cleared).ok()).toBe(true)
})

test('libraries stay during a search for administrators alone', async ({ page }) => {
  await signInByApi(page, 'anna@nordbygg.example')
  await page.goto('/?q=barcode')
  await expect(page.locator('mark').first()).toBeVisible()
  await page.getByLabel('Search projects').fill('standard')
  await expect(page.getByRole('region', { name: 'Libraries' })).toBeVisible()
  await page.getByLabel('Search projects').fill('barcode')
  await expect(page.getByRole('region', { name: 'Libraries' })).toContainText('No library matches.')
  await page.context().clearCookies()
  await signInByApi(page, 'mei@nordbygg.example')
  await page.goto('/')
  await expect(page.getByRole('region', { name: 'Libraries' })).toBeVisible()
  await page.getByLabel('Search projects').fill('barcode')
  await expect(page.locator('mark').first()).toBeVisible()
  await expect(page.getByRole('region', { name: 'Libraries' })).toBeHidden()
})

/** Mocks the home of a user with many projects, without creating them. */
async function mockManyProjects(page: Page, count: number): Promise<void> {
  await page.route('**/mgw/api/v3/home', async (route) => {
    const response = await fetchResponse(route)
    const home = await response.json()
    await route.fulfill({ response, json: { ...home, projects: makeProjectLinks(count) } })
  })
}

test('up to ten projects there is no search box, above them there is; a row tells name, number and description', async ({
  page,
}) => {
  await signInByApi(page, 'mei@nordbygg.example')
  await mockManyProjects(page, 10)
  await page.goto('/')
  await expect(page.locator('#content li')).toHaveCount(10)
  await expect(page.getByRole('searchbox')).toHaveCount(0)
  const first = page.getByRole('link', { name: /Bygg 0000/ })
  await expect(first).toContainText('NB-0')
  await expect(first).toContainText('Structural and architectural models, site checklists')
  await expect(first).toHaveAttribute('href', '/project-many-0/')
  await page.unroute('**/mgw/api/v3/home')
  await mockManyProjects(page, 11)
  await page.reload()
  await expect(page.locator('#content li')).toHaveCount(11)
  await expect(page.getByRole('searchbox')).toBeVisible()
})

test('two thousand projects come at once, scroll to the end and are filtered at every letter', async ({ page }) => {
  await mockManyProjects(page, 2_000)
  await signInByApi(page, 'mei@nordbygg.example')
  await page.goto('/')
  const rows = page.locator('#content li')
  await expect(rows.first()).toContainText('Bygg 0000')
  expect(await rows.count()).toBeLessThan(200)

  // Jumps to the end: the rows there are rendered, and those on the way back as well.
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
  await expect(page.getByRole('link', { name: /Bygg 1999/ })).toBeInViewport()
  expect(await rows.count()).toBeLessThan(200)
  await page.evaluate(() => window.scrollTo(0, 0))
  await expect(page.getByRole('link', { name: /Bygg 0000/ })).toBeInViewport()

  await page.getByLabel('Search projects').focus()
  for (const [at, letter] of [...'asgard'].entries()) {
    await page.keyboard.press(letter)
    const typed = 'asgard'.slice(0, at + 1)
    await expect(page.locator('mark').first()).toHaveText(new RegExp(`^${typed.replaceAll('a', '[aå]')}$`, 'i'))
    await expect(page).toHaveURL(new RegExp(`q=${typed}$`))
    expect(await rows.count()).toBeLessThan(200)
  }
  await expect(page.getByText('286 projects found')).toBeAttached()
})

test(`the list needs at most ${budgetKb} kB of code and one request for what it shows`, async ({
  browser,
  baseURL,
  request,
}) => {
  // Polish has the longest texts.
  const context = await browser.newContext({ locale: 'pl-PL', ...(baseURL && { baseURL }) })
  const page = await context.newPage()
  await signInByApi(page, 'mei@nordbygg.example')
  const requested: Request[] = []
  page.on('request', (sent) => requested.push(sent))
  await page.goto('/', { waitUntil: 'networkidle' })
  await expect(page.locator('#content li').first()).toBeVisible()
  // Code is fetched before it is imported, so it is counted with the imports below.
  const isCode = (sent: Request) => new URL(sent.url()).pathname.startsWith('/assets/')
  const data = requested.filter((sent) => sent.resourceType() === 'fetch' && sent.method() === 'GET' && !isCode(sent))
  expect(data.map((sent) => new URL(sent.url()).pathname)).toEqual(['/mgw/api/v3/home'])

  const code = requested.filter((sent) => ['document', 'script', 'stylesheet'].includes(sent.resourceType()))
  const sizes = await Promise.all(
    [...new Set(code.map((sent) => sent.url()))].map(async (url) => {
      const response = await request.get(url, { headers: { 'accept-encoding': 'gzip', accept: 'text/html, */*' } })
      return Number(response.headers()['content-length'] ?? (await response.body()).length)
    }),
  )
  const kilobytes = sizes.reduce((sum, size) => sum + size, 0) / 1_000
  test.info().annotations.push({ type: 'kilobytes', description: kilobytes.toFixed(3) })
  expect(sizes.length).toBeGreaterThan(10)
  expect(kilobytes).toBeLessThanOrEqual(budgetKb)
  const texts = code.map((sent) => new URL(sent.url()).pathname).filter((path) => /\.(pl|en)-/.test(path))
  expect(texts).not.toEqual([])
  expect(texts.every((path) => path.includes('.pl-'))).toBe(true)
  await context.close()
})

test('End goes to the last of many, Home back to the first', async ({ page }) => {
  await mockManyProjects(page, 300)
  await signInByApi(page, 'mei@nordbygg.example')
  await page.goto('/')
  await page.getByLabel('Search projects').focus()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('link', { name: /Bygg 0000/ })).toBeFocused()
  await page.keyboard.press('End')
  await expect(page.getByRole('link', { name: /Bygg 0299/ })).toBeFocused()
  await page.keyboard.press('Home')
  await expect(page.getByRole('link', { name: /Bygg 0000/ })).toBeFocused()
})

test('help is in the bar on iOS alone, and nobody creates projects there', async ({ browser, baseURL }) => {
  const userAgent =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1'
  const phone = await browser.newContext({ locale: 'en-GB', userAgent, hasTouch: true, ...(baseURL && { baseURL }) })
  const page = await phone.newPage()
  await signInByApi(page, 'ola@nordbygg.example')
  await page.goto('/')
  await expect(page.getByRole('link', { name: 'Help', exact: true })).toHaveAttribute('href', /^https:/)
  await expect(page.getByRole('link', { name: 'New project' })).toBeHidden()
  await page.goto('/new-project')
  await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()
  await phone.close()
})

test('on-premise nobody but staff is led to a new project', async ({ page, server }) => {
  await signInByApi(page, 'ola@nordbygg.example')
  await page.goto('/new-project')
  await expect(page.getByLabel('Project name')).toBeVisible()
  await overrideInstallation(page, { environment: 'onpremise' })
  await page.goto('/')
  await expect(page.locator('#content li a').first()).toBeVisible()
  await expect(page.getByRole('link', { name: 'New project', exact: true })).toHaveCount(0)
  await page.goto('/new-project')
  await expect(page).toHaveURL(/\/$/)
  await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()
  await expect(page.getByLabel('Project name')).toHaveCount(0)
  await page.context().clearCookies()
  await signInAsStaff(page, server)
  await page.goto('/new-project')
  await expect(page.getByLabel('Project name')).toBeVisible()
})

test('a Mac has no help in the bar', async ({ browser, baseURL }) => {
  const userAgent =
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36'
  const mac = await browser.newContext({ locale: 'en-GB', userAgent, ...(baseURL && { baseURL }) })
  const page = await mac.newPage()
  await signInByApi(page, 'ola@nordbygg.example')
  // The link would be a part that is loaded with the bar.
  await page.goto('/', { waitUntil: 'networkidle' })
  await page.getByRole('button', { name: /^Account of/ }).click()
  // The account menu reads the same address.
  const help = page.getByRole('link', { name: 'Help', exact: true })
  await expect(page.getByRole('dialog', { name: /^Account of/ }).locator(help)).toHaveAttribute('href', /^https:/)
  await expect(help).toHaveCount(1)
  await mac.close()
})

test('at 320 pixels nothing is cut off or scrolls sideways', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await signInByApi(page, 'mei@nordbygg.example')
  await page.goto('/')
  await expect(page.locator('#content li a').first()).toBeVisible()
  await expectNoOverflow(page)
  await page.locator('#content li a').first().click()
  await expect(page.getByRole('button', { name: /^Show all/ })).toBeVisible()
  await expectNoOverflow(page)
  await page.goto('/new-project')
  await expect(page.getByLabel('Project name')).toBeVisible()
  await expectNoOverflow(page)
})
