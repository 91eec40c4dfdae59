/// <reference lib="dom" />
import { type APIResponse, test as base, expect, type Page } from '@playwright/test'
import axe, { type AxeResults, type RunOptions } from 'axe-core'
import { jsonApiMediaType } from '../contract/src/jsonapi/document'
import { demoPassword } from '../server/demo/credentials'
import { type OneForEachFile, oneForEachFile } from './one-for-each-file'
import { type ProductServer, startProduct } from './server'

/** What went wrong behind the screen: policy violations, uncaught errors, requests that left the origin. */
export interface Behind {
  policy: string[]
  errors: string[]
  foreign: string[]
}

const bearers = new WeakMap<Page, string>()

/** The token that the watched page asks with, as it sent it last. */
export function bearerOf(page: Page): string {
  const bearer = bearers.get(page)
  if (!bearer) throw new Error('Nobody has asked for anything in this page, signed in')
  return bearer
}

/**
 * Asks the interface what the page did not ask, as who is signed in there; `data` is the body of a JSON:API document. The server
 * closes a connection that rested for ten seconds: a request that meets that end was not read, and is sent anew.
 */
export const ask = (page: Page, method: 'POST' | 'PATCH', address: string, data?: object): Promise<APIResponse> =>
  page.request.fetch(address, {
    method,
    headers: { authorization: bearerOf(page), ...(data && { 'content-type': jsonApiMediaType }) },
    ...(data && { data: JSON.stringify({ data }) }),
    maxRetries: 1,
  })

/** A test with a watched page: whatever broke behind the screen fails the test. */
export const test = base.extend<{ behind: Behind; server: ProductServer }, { servers: OneForEachFile<ProductServer> }>({
  servers: [
    // biome-ignore lint/correctness/noEmptyPattern: a fixture without others is written so
    async ({}, use) => {
      const servers = oneForEachFile(() => startProduct())
      await use(servers)
      await servers.end()
    },
    { scope: 'worker' },
  ],
  server: [async ({ servers }, use, { file }) => use(await servers.of(file)), { timeout: 120_000 }],
  baseURL: async ({ server }, use) => use(server.url),
  behind: [
    async ({ page, baseURL }, use) => {
      const behind: Behind = { policy: [], errors: [], foreign: [] }
      page.on('console', (message) => {
        if (/Content Security Policy|Trusted/.test(message.text())) behind.policy.push(message.text())
      })
      page.on('pageerror', (error) => behind.errors.push(error.stack ?? error.message))
      page.on('request', (request) => {
        const url = request.url()
        const { authorization } = request.headers()
        if (authorization) bearers.set(page, authorization)
        if (/^(https?|wss?):/.test(url) && !url.startsWith(`${baseURL}/`)) behind.foreign.push(url)
      })
      await use(behind)
      // An answer that a journey changes may be on its way when it ends: nobody waits for it any more.
      await page.unrouteAll({ behavior: 'ignoreErrors' })
      expect(behind).toEqual({ policy: [], errors: [], foreign: [] })
    },
    { auto: true },
  ],
})

/**
 * The `Referer` of every request that leaves the page from now on, as it goes over the wire. Not `request.headers()`: those
 * are written before the document's referrer policy is applied, and for what comes out of the cache nothing is sent at all.
 */
export async function sentReferers(page: Page): Promise<string[]> {
  const referers: string[] = []
  const devtools = await page.context().newCDPSession(page)
  devtools.on('Network.requestWillBeSentExtraInfo', ({ headers }) => {
    for (const [name, value] of Object.entries(headers)) if (name.toLowerCase() === 'referer') referers.push(value)
  })
  await devtools.send('Network.enable')
  return referers
}

/** Sends the form that has the focus by Enter, as soon as it takes it: one that is busy with an attempt ignores the key. */
export async function sendByEnter(page: Page): Promise<void> {
  await expect(page.locator('form:focus-within [type=submit][aria-busy]')).toHaveCount(0)
  await page.keyboard.press('Enter')
}

/** Signs in through the page as a demo person and waits for the project list. */
export async function signIn(page: Page, name: 'anna' | 'ola' | 'mei', from = '/login'): Promise<void> {
  await page.goto(from)
  await page.getByLabel('Email').fill(`${name}@nordbygg.example`)
  await page.getByLabel('Password', { exact: true }).fill(demoPassword)
  await page.keyboard.press('Enter')
  // The first visit of all compiles and caches everything: patience.
  await expect(page.locator('#content')).toBeVisible({ timeout: 30_000 })
}

/** The rules of axe that a theme can break: it changes colours, and nothing else of a screen. */
export const rulesOfColour = ['color-contrast', 'link-in-text-block']

/** The rules of axe that a phone can break: words are hidden there, and what is pressed and scrolled is smaller. */
export const rulesOfPhones = [
  'aria-hidden-focus',
  'button-name',
  'link-name',
  'scrollable-region-focusable',
  'target-size',
]

/** Brings axe into the page's document, where it is not there yet. Most documents are never looked at: it is half a megabyte. */
export async function bringAxe(page: Page): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
}

async function foundByAxe(page: Page, rules?: string[]) {
  await bringAxe(page)
  const { violations } = await page.evaluate((values) => {
    // A colour on its way from the other theme is neither's.
    for (const animation of document.getAnimations()) if (animation instanceof CSSTransition) animation.finish()
    const here = window as unknown as { axe: { run(options: RunOptions): Promise<AxeResults> } }
    return here.axe.run({ resultTypes: ['violations'], ...(values && { runOnly: { type: 'rule', values } }) })
  }, rules)
  return violations.map(({ id, nodes }) => ({
    id,
    where: nodes.map(({ target, failureSummary }) => `${target.join(' ')}: ${failureSummary}`),
  }))
}

/** How much of the screen lies beside the window, in pixels; asked again until it has settled, it is nothing. */
export const expectNoOverflow = (page: Page): Promise<void> =>
  expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), {
      message: `wider than ${page.viewportSize()?.width} px by`,
    })
    .toBe(0)

/** Axe finds nothing on the screen, in either theme (experience: for everybody). */
export async function expectAccessible(page: Page): Promise<void> {
  for (const [colorScheme, rules] of [['light', undefined] as const, ['dark', rulesOfColour] as const]) {
    await page.emulateMedia({ colorScheme })
    // Asked again until it has settled: what was resized or opened just now may be drawn a moment later.
    await expect.poll(() => foundByAxe(page, rules), { message: `axe in ${colorScheme}` }).toEqual([])
  }
  await page.emulateMedia({ colorScheme: null })
}

/** Axe finds nothing that a phone has broken; nothing has to be scrolled sideways. Leaves the page as wide as a phone. */
export async function expectFitsPhone(page: Page): Promise<void> {
  await page.setViewportSize({ width: 360, height: 740 })
  await expect.poll(() => foundByAxe(page, rulesOfPhones), { message: 'axe on a phone' }).toEqual([])
  await expectNoOverflow(page)
}

/**
 * Pictures of the screen for the documentation, wide and as on a phone, light and dark. Taken only when asked for
 * (`LINTEL_PICTURES=1`): a test run leaves the working copy as it was.
 */
export async function takePictures(page: Page, name: string): Promise<void> {
  if (!process.env.LINTEL_PICTURES) return
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    for (const [size, viewport] of Object.entries({
      wide: { width: 1280, height: 800 },
      phone: { width: 360, height: 740 },
    })) {
      await page.setViewportSize(viewport)
      // A colour on its way from the other theme is neither's.
      await page.screenshot({ path: `docs/pictures/${name}-${colorScheme}-${size}.png`, animations: 'disabled' })
    }
  }
  await page.emulateMedia({ colorScheme: null })
  await page.setViewportSize({ width: 1280, height: 720 })
}
