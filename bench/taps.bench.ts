/// <reference lib="dom" />
// How long a tap on a link of the portal remains without feedback on a slow phone with a slow connection: until the next screen, or a loading
// indicator, has been painted.
import type { Browser, Locator, Page } from '@playwright/test'
import { startBrowser } from './browser'
import { createProductSandbox } from './product-sandbox'
import { type BenchRow, report } from './report'
import { signIn } from './sign-in'

const rounds = 3

/** Slowdown of the phones relative to this machine, and the maximum milliseconds until feedback on each. */
const phones = [
  { throttle: 1, target: 100 },
  { throttle: 4, target: 200 },
]
/** Their connection: bytes per second, and round-trip milliseconds. */
const line = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 }

/** Feedback to a tap: a skeleton or spinner, the progress bar, the busy control, or the next screen. */
const answers = '[data-waiting], [role=status][aria-label=Loading], [aria-busy=true]'

const account = (page: Page) => page.getByRole('button', { name: /^Account of/ })
const linkOf = (name: string | RegExp) => (page: Page) =>
  Promise.resolve(page.locator('#content').getByRole('link', { name }).first())
const partOf = (name: string) => (page: Page) =>
  Promise.resolve(page.getByRole('navigation', { name: 'Account' }).getByRole('link', { name, exact: true }))

/** The tapped links, and the screens they are on. */
const taps: readonly { from: string; find(page: Page): Promise<Locator> }[] = [
  { from: '/', find: linkOf('New project') },
  { from: '/', find: linkOf(/^Tønsberg Wharf Apartments/) },
  {
    from: '/',
    async find(page) {
      await account(page).tap()
      return page.getByRole('link', { name: 'Edit profile' })
    },
  },
  { from: '/user-profile', find: partOf('Email') },
  { from: '/user-profile', find: partOf('Password') },
  { from: '/user-profile', find: partOf('Two-step verification') },
  { from: '/user-profile', find: partOf('Passkeys') },
  { from: '/user-profile', find: partOf('Where you are signed in') },
]

/** Runs in the page: records the time from the next touch until its feedback was rendered and visible by the following frame. */
function watchTap(marks: string): void {
  const heading = () => document.querySelector('h1')?.textContent
  const before = heading()
  const isThere = (mark: Element) => getComputedStyle(mark).visibility === 'visible'
  addEventListener(
    'pointerdown',
    ({ timeStamp }) => {
      // Existing elements may be hidden for a moment, so this checks each frame before it is painted.
      const check = () => {
        const isAnswered = heading() !== before || [...document.querySelectorAll(marks)].some(isThere)
        requestAnimationFrame(() => {
          if (!isAnswered) return check()
          ;(window as { answeredAfter?: number }).answeredAfter = performance.now() - timeStamp
        })
      }
      check()
    },
    { capture: true, once: true },
  )
}

/** Taps and returns the milliseconds until feedback. */
async function measureTap(page: Page, target: Locator): Promise<number> {
  await target.waitFor()
  await page.evaluate(watchTap, answers)
  await target.tap()
  const after = await page.waitForFunction(() => (window as { answeredAfter?: number }).answeredAfter)
  return (await after.jsonValue()) ?? Number.NaN
}

/** A phone; the page opened in it is loaded before the connection becomes slow. */
async function phone(browser: Browser) {
  const context = await browser.newContext({
    locale: 'en-GB',
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    isMobile: true,
  })
  // The compiler inserts a helper that names functions, also into those evaluated in the page.
  await context.addInitScript({ content: 'globalThis.__name = (named) => named' })
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  const becomeSlow = async (throttle: number) => {
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: throttle })
    await devtools.send('Network.emulateNetworkConditions', line)
  }
  return { context, page, becomeSlow }
}

/** The minimum: a page that shows one element when it is tapped. */
async function measureBareTap(browser: Browser, throttle: number): Promise<number> {
  const { context, page, becomeSlow } = await phone(browser)
  await page.setContent(
    "<button onclick=\"document.body.append(Object.assign(document.createElement('p'), { ariaBusy: 'true' }))\">Tap</button>",
  )
  await becomeSlow(throttle)
  const durations = await measureTap(page, page.getByRole('button'))
  await context.close()
  return durations
}

const sandbox = createProductSandbox()
const product = await sandbox.start()
const browser = await startBrowser()
try {
  await product.ready()
  // The installation's own host name, because only there a project opens without a page load.
  const origin = product.origin.replace('127.0.0.1', 'localhost')
  const rows: BenchRow[] = []
  for (const { throttle, target } of phones) {
    const [ours, limit]: [number[], number[]] = [[], []]
    for (let round = 0; round < rounds; round++) {
      limit.push(await measureBareTap(browser, throttle))
      for (const { from, find } of taps) {
        const { context, page, becomeSlow } = await phone(browser)
        await signIn(context, origin, 'ola@nordbygg.example')
        await page.goto(`${origin}${from}`, { waitUntil: 'networkidle' })
        await becomeSlow(throttle)
        ours.push(await measureTap(page, await find(page)))
        await context.close()
      }
    }
    process.stdout.write(
      `  ${throttle}x: ${ours.map(Math.round).join(' ')} · bare ${limit.map(Math.round).join(' ')} ms\n`,
    )
    const slowest = { ours: Math.max(...ours), limit: Math.max(...limit) }
    rows.push({
      id: `taps-${throttle}x`,
      operation: `the slowest answer to a tap on ${taps.length} links of the portal, with a ${throttle} times slower processor, 50 kB/s and 400 ms, against a bare page that shows one element`,
      unit: 'ms',
      ...slowest,
      ratio: slowest.ours / slowest.limit,
      target,
      met: slowest.ours <= target,
    })
  }
  report(rows)
} finally {
  await browser.close()
  await product.end('SIGTERM')
  sandbox.remove()
}
