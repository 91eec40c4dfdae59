/// <reference lib="dom" />
import { expect } from '@playwright/test'
import { takeScreenshots, test } from './fixtures'
import { expectUsableOnEveryWidth, signInByApi } from './people'

test.use({ userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0' })

test('another browser is warned, told where to go on, may go on all the same, and is not asked again', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.clock.install({ time: 0 })
  await page.goto('/login?email=mei%40nordbygg.example')
  await expect(page.getByRole('heading', { name: 'This browser is not supported' })).toBeVisible()
  await page.clock.pauseAt(3_600_000)
  await expect(page.getByLabel('Email')).toBeHidden()
  await expect(page.getByRole('link', { name: 'Download Chrome' })).toHaveAttribute(
    'href',
    /^https:\/\/www\.google\.com\//,
  )
  await page.getByRole('button', { name: 'Copy: Address of this page', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Copied: Address of this page', exact: true })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/\/login\?email=mei%40nordbygg\.example$/)
  // The confirmation is shown for 3,000 ms.
  await page.clock.runFor(2_999)
  await expect(page.getByRole('button', { name: 'Copied: Address of this page', exact: true })).toBeVisible()
  await page.clock.runFor(1)
  await expect(page.getByRole('button', { name: 'Copy: Address of this page', exact: true })).toBeVisible()
  await page.clock.resume()
  await expectUsableOnEveryWidth(page)
  await takeScreenshots(page, 'unsupported-browser')
  await page.getByRole('button', { name: 'Continue anyway' }).click()
  await expect(page.getByLabel('Email')).toHaveValue('mei@nordbygg.example')
  await page.reload()
  await expect(page.getByLabel('Email')).toHaveValue('mei@nordbygg.example')
})

test('so it is at every other address, before anything is asked of the server', async ({ page }) => {
  const requested: string[] = []
  page.on('request', (request) => {
    if (/\/(mgw|auth)\//.test(request.url())) requested.push(request.url())
  })
  await page.goto('/new-project')
  await expect(page.getByRole('heading', { name: 'This browser is not supported' })).toBeVisible()
  expect(requested).toEqual([])
  await page.getByRole('button', { name: 'Continue anyway' }).click()
  await expect(page).toHaveURL(/\/login\?next-url=%2Fnew-project$/)
})

test('the choice to go on outlives a sign-in, which sets the cookies of the server', async ({ page }) => {
  await page.goto('/login')
  await page.getByRole('button', { name: 'Continue anyway' }).click()
  await expect(page.getByLabel('Email')).toBeVisible()
  await signInByApi(page, 'mei@nordbygg.example')
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()
})

test('the application can be installed: a manifest under the policy, with icons that exist', async ({
  page,
  request,
}) => {
  await page.goto('/login')
  const href = (await page.locator('link[rel=manifest]').getAttribute('href')) ?? ''
  const response = await request.get(href)
  expect(response.headers()['content-type']).toContain('application/manifest+json')
  const { name, start_url, display, icons } = (await response.json()) as {
    name: string
    start_url: string
    display: string
    icons: { src: string; sizes: string; purpose: string }[]
  }
  expect({ name, start_url, display }).toEqual({ name: 'Lintel', start_url: '/', display: 'standalone' })
  expect(icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual([
    '192x192 any',
    '512x512 any',
    '512x512 maskable',
  ])
  for (const { src } of icons) {
    const icon = await request.get(src)
    expect([icon.status(), icon.headers()['content-type']]).toEqual([200, 'image/png'])
  }
})

test('a browser without modules is sent the same warning', async ({ browser, baseURL, request }) => {
  const context = await browser.newContext({ bypassCSP: true, ...(baseURL && { baseURL }) })
  const page = await context.newPage()
  for (const path of ['/login', '/new-project']) {
    const html = await (await request.get(path, { headers: { accept: 'text/html', 'accept-language': 'nb' } })).text()
    const [, source = ''] = /<script nomodule defer src="([^"]+)"/.exec(html) ?? []
    const script = await (await request.get(source)).text()
    // Only what such a browser runs.
    await page.route(/\/assets\/.*\.js$/, (route) => route.abort())
    await page.goto(path)
    await page.evaluate(script)
    await expect(page.getByRole('heading', { name: 'Denne nettleseren støttes ikke' })).toBeVisible()
    await expect(page.getByRole('textbox')).toHaveValue(new RegExp(`${path}$`))
    await expect(page.getByRole('link', { name: 'Last ned Chrome' })).toBeVisible()
  }
  await context.close()
})
