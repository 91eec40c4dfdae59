/// <reference lib="dom" />
// How long the sign-in page is visible but not interactive, on a slow phone with a slow connection.
import type { Browser } from '@playwright/test'
import { bareReactPage } from './bare-react-page'
import { startBrowser } from './browser'
import { createProductSandbox } from './product-sandbox'
import { type BenchRow, report } from './report'
import { median } from './statistics'

const rounds = 5

/** Slowdown of the visitor's machine relative to this one. */
const throttle = 4

/** A visitor's connection, in bytes per second and round-trip milliseconds, and the maximum seconds for it. */
interface NetworkProfile {
  id: string
  label: string
  bytes: number
  latency: number
  target: number
}

const networkProfiles: readonly NetworkProfile[] = [
  { id: 'slow', label: '1.6 Mbit/s and 150 ms', bytes: 200_000, latency: 150, target: 1.3 },
  // Here react-dom alone takes nearly two seconds to load, and the font as long as half the code.
  { id: 'worst', label: '50 kB/s and 400 ms', bytes: 50_000, latency: 400, target: 3.7 },
]

/** Seconds from the first paint until the page marks its form as handled by script, on a first visit. */
async function secondsUntilInteractive(browser: Browser, url: string, line: NetworkProfile): Promise<number> {
  const context = await browser.newContext({ locale: 'en-GB' })
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Emulation.setCPUThrottlingRate', { rate: throttle })
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: line.latency,
    downloadThroughput: line.bytes,
    uploadThroughput: line.bytes,
  })
  await page.addInitScript(() => {
    const observer = new MutationObserver(() => {
      if (document.documentElement?.dataset.ready === undefined) return
      performance.mark('alive')
      observer.disconnect()
    })
    observer.observe(document, { attributes: true, subtree: true, attributeFilter: ['data-ready'] })
  })
  await page.goto(url, { waitUntil: 'commit' })
  await page.waitForFunction(() => performance.getEntriesByName('alive').length > 0)
  const [paintedAt = 0, interactiveAt = 0] = await page.evaluate(() =>
    ['first-paint', 'alive'].map((name) => performance.getEntriesByName(name)[0]?.startTime),
  )
  await context.close()
  return (interactiveAt - paintedAt) / 1_000
}

const sandbox = createProductSandbox()
const product = await sandbox.start()
const browser = await startBrowser()
const bare = await bareReactPage()
try {
  await product.ready()
  const rows: BenchRow[] = []
  for (const line of networkProfiles) {
    const ours: number[] = []
    const limit: number[] = []
    for (let round = 0; round < rounds; round++) {
      ours.push(await secondsUntilInteractive(browser, `${product.origin}/login`, line))
      limit.push(await secondsUntilInteractive(browser, bare.url, line))
    }
    const seconds = { ours: median(ours), limit: median(limit) }
    rows.push({
      id: `sign-in-alive-${line.id}`,
      operation: `from the sign-in page's first paint until it is alive, with a ${throttle} times slower processor, ${line.label}, against react-dom alone`,
      unit: 's',
      ...seconds,
      ratio: seconds.ours / seconds.limit,
      target: line.target,
      met: seconds.ours <= line.target,
    })
  }
  report(rows)
} finally {
  bare.close()
  await browser.close()
  await product.end('SIGTERM')
  sandbox.remove()
}
