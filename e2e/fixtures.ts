/// <reference lib="dom" />
import { type APIResponse, test as base, expect, type Page } from '@playwright/test'
import axe, { type AxeResults, type RunOptions } from 'axe-core'
import { jsonApiMediaType } from '../contract/src/jsonapi/document'
import { demoPassword } from '../server/demo/credentials'
import { type PerFileInstance, perFileInstance } from './per-file-instance'
import { type ProductServer, startProduct } from './server'

/** Errors that are not visible on the screen: policy violations, uncaught errors, requests to other origins. */
export interface PageFaults {
  policy: string[]
  errors: string[]
  foreign: string[]
}

const bearers = new WeakMap<Page, string>()

/** The `Authorization` header that the page sent last. */
export function bearerOf(page: Page): string {
  const bearer = bearers.get(page)
  if (!bearer) throw new Error('Nobody has asked for anything in this page, signed in')
  return bearer
}

/**
 * Sends a request to the API as the page's signed-in user; `data` is the primary data of a JSON:API document. The server closes idle connections
 * after ten seconds, so a request that hits a closing connection is retried once.
 */
export const sendToApi = (page: Page, method: 'POST' | 'PATCH', address: string, data?: object): Promise<APIResponse> =>
  page.request.fetch(address, {
    method,
    headers: { authorization: bearerOf(page), ...(data && { 'content-type': jsonApiMediaType }) },
    ...(data && { data: JSON.stringify({ data }) }),
    maxRetries: 1,
  })

/** A test that fails if any hidden error occurs on its page. */
export const test = base.extend<
  { pageFaults: PageFaults; server: ProductServer },
  { servers: PerFileInstance<ProductServer> }
>({
  servers: [
    // biome-ignore lint/correctness/noEmptyPattern: a fixture without others is written so
    async ({}, use) => {
      const servers = perFileInstance(() => startProduct())
      await use(servers)
      await servers.stop()
    },
    { scope: 'worker' },
  ],
  server: [async ({ servers }, use, { file }) => use(await servers.get(file)), { timeout: 120_000 }],
  baseURL: async ({ server }, use) => use(server.url),
  pageFaults: [
    async ({ page, baseURL }, use) => {
      const pageFaults: PageFaults = { policy: [], errors: [], foreign: [] }
      page.on('console', (message) => {
        if (/Content Security Policy|Trusted/.test(message.text())) pageFaults.policy.push(message.text())
      })
      page.on('pageerror', (error) => pageFaults.errors.push(error.stack ?? error.message))
      page.on('request', (request) => {
        const url = request.url()
        const { authorization } = request.headers()
        if (authorization) bearers.set(page, authorization)
        if (/^(https?|wss?):/.test(url) && !url.startsWith(`${baseURL}/`)) pageFaults.foreign.push(url)
      })
      await use(pageFaults)
      // A patched response may still be in progress when the test ends; it is discarded.
      await page.unrouteAll({ behavior: 'ignoreErrors' })
      expect(pageFaults).toEqual({ policy: [], errors: [], foreign: [] })
    },
    { auto: true },
  ],
})

/**
 * Records the `Referer` of every request that the page sends from now on, as it is sent over the network. `request.headers()` does not work: it
 * is taken before the document's referrer policy is applied, and includes requests answered from the cache.
 */
export async function recordReferers(page: Page): Promise<string[]> {
  const referers: string[] = []
  const devtools = await page.context().newCDPSession(page)
  devtools.on('Network.requestWillBeSentExtraInfo', ({ headers }) => {
    for (const [name, value] of Object.entries(headers)) if (name.toLowerCase() === 'referer') referers.push(value)
  })
  await devtools.send('Network.enable')
  return referers
}

/** Submits the focused form by Enter once it is not busy: a busy form ignores the key. */
export async function submitByEnter(page: Page): Promise<void> {
  await expect(page.locator('form:focus-within [type=submit][aria-busy]')).toHaveCount(0)
  await page.keyboard.press('Enter')
}

/** Signs in through the sign-in page as a demo user and waits for the project list. */
export async function signIn(page: Page, name: 'anna' | 'ola' | 'mei', from = '/login'): Promise<void> {
  await page.goto(from)
  await page.getByLabel('Email').fill(`${name}@nordbygg.example`)
  await page.getByLabel('Password', { exact: true }).fill(demoPassword)
  await page.keyboard.press('Enter')
  // The first page load compiles and caches everything, so it gets a longer timeout.
  await expect(page.locator('#content')).toBeVisible({ timeout: 30_000 })
}

/** Axe rules that depend on the theme, which only changes colors. */
export const colorRules = ['color-contrast', 'link-in-text-block']

/** Axe rules that depend on the phone layout, which hides texts and has smaller targets and scroll areas. */
export const phoneRules = [
  'aria-hidden-focus',
  'button-name',
  'link-name',
  'scrollable-region-focusable',
  'target-size',
]

/** Injects axe into the document if it is missing. It is half a megabyte and most documents are never checked, so it is not injected by default. */
export async function injectAxe(page: Page): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
}

async function axeViolations(page: Page, rules?: string[]) {
  await injectAxe(page)
  const { violations } = await page.evaluate((values) => {
    // Finish running color transitions, which would mix both themes.
    for (const animation of document.getAnimations()) if (animation instanceof CSSTransition) animation.finish()
    const here = window as unknown as { axe: { run(options: RunOptions): Promise<AxeResults> } }
    return here.axe.run({ resultTypes: ['violations'], ...(values && { runOnly: { type: 'rule', values } }) })
  }, rules)
  return violations.map(({ id, nodes }) => ({
    id,
    where: nodes.map(({ target, failureSummary }) => `${target.join(' ')}: ${failureSummary}`),
  }))
}

/** Expects that nothing overflows the viewport horizontally; retries until the layout is stable. */
export const expectNoOverflow = (page: Page): Promise<void> =>
  expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), {
      message: `wider than ${page.viewportSize()?.width} px by`,
    })
    .toBe(0)

/** Expects no axe violations in either theme (experience: for everybody). */
export async function expectAccessible(page: Page): Promise<void> {
  for (const [colorScheme, rules] of [['light', undefined] as const, ['dark', colorRules] as const]) {
    await page.emulateMedia({ colorScheme })
    // Retried, because what was just resized or opened may be rendered a moment later.
    await expect.poll(() => axeViolations(page, rules), { message: `axe in ${colorScheme}` }).toEqual([])
  }
  await page.emulateMedia({ colorScheme: null })
}

/** Expects no violations of the phone rules and no horizontal overflow at phone size. Leaves the viewport at phone size. */
export async function expectFitsPhone(page: Page): Promise<void> {
  await page.setViewportSize({ width: 360, height: 740 })
  await expect.poll(() => axeViolations(page, phoneRules), { message: 'axe on a phone' }).toEqual([])
  await expectNoOverflow(page)
}

/**
 * Takes screenshots for the documentation, wide and at phone size, light and dark. Only with `LINTEL_PICTURES=1`, so that a test run leaves the
 * working copy unchanged. Leaves the viewport as it was.
 */
export async function takeScreenshots(page: Page, name: string): Promise<void> {
  if (!process.env.LINTEL_PICTURES) return
  const before = page.viewportSize()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    for (const [size, viewport] of Object.entries({
      wide: { width: 1280, height: 800 },
      phone: { width: 360, height: 740 },
    })) {
      await page.setViewportSize(viewport)
      // Finish running color transitions, which would mix both themes.
      await page.screenshot({ path: `docs/pictures/${name}-${colorScheme}-${size}.png`, animations: 'disabled' })
    }
  }
  await page.emulateMedia({ colorScheme: null })
  if (before) await page.setViewportSize(before)
}
