// Size of the sign-in page until it is usable, the servers it requests, and the time until it is visible on a slow machine.
import { gzipSync } from 'node:zlib'
import type { Browser } from '@playwright/test'
import { barePage } from './bare-page'
import { largestContentfulPaint, startBrowser } from './browser'
import { libraryKilobytes } from './library-kilobytes'
import { createProductSandbox } from './product-sandbox'
import { type BenchRow, report } from './report'
import { median } from './statistics'

const rounds = 5
/** Slowdown of the visitor's machine relative to this one. */
const throttle = 4

/** One first visit. */
interface Visit {
  /** Scripts and styles loaded until the page is complete and its form interactive, compressed by gzip, in kB. */
  kilobytes: number
  /** Requests to other origins. */
  foreign: number
  /** Time of the largest contentful paint, in milliseconds. */
  largestPaint: number
  text: string
}

async function visit(browser: Browser, url: string): Promise<Visit> {
  const context = await browser.newContext({ locale: 'en-GB' })
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: throttle })
  const code: Promise<Buffer>[] = []
  let foreign = 0
  let isLoaded = false
  page.on('load', () => {
    isLoaded = true
  })
  page.on('request', (request) => {
    if (!request.url().startsWith('data:') && new URL(request.url()).origin !== new URL(url).origin) foreign++
    if (isLoaded || !['script', 'stylesheet'].includes(request.resourceType())) return
    code.push(request.response().then((response) => response?.body() ?? Buffer.alloc(0)))
  })
  await page.goto(url, { waitUntil: 'load' })
  const files = await Promise.all(code)
  const inlined = await page.$$eval('style, script:not([src])', (elements) => elements.map((e) => e.textContent ?? ''))
  // The application is preloaded a second after the page; afterwards nothing is left to be painted.
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => document.fonts.ready)
  const largestPaint = await page.evaluate(largestContentfulPaint)
  const text = await page.locator('body').ariaSnapshot()
  await context.close()
  const bytes = [...files, Buffer.from(inlined.join('\n'))].reduce((sum, file) => sum + gzipSync(file).length, 0)
  return { kilobytes: bytes / 1_000, foreign, largestPaint, text }
}

const sandbox = createProductSandbox()
const product = await sandbox.start()
const browser = await startBrowser()
try {
  await product.ready()
  const url = `${product.origin}/login`
  const first = await visit(browser, url)
  const bare = await barePage(first.text)
  const ours: Visit[] = []
  const limit: Visit[] = []
  for (let round = 0; round < rounds; round++) {
    ours.push(await visit(browser, url))
    limit.push(await visit(browser, bare.url))
  }
  bare.close()
  const row = (id: string, operation: string, unit: string, ours: number, limit: number, target: number): BenchRow => ({
    ...{ id, operation, unit, ours, limit, target },
    ratio: limit === 0 ? 1 : ours / limit,
    met: ours <= target,
  })
  const seconds = (visits: Visit[]) => median(visits.map(({ largestPaint }) => largestPaint)) / 1_000
  const maxOf = (what: 'kilobytes' | 'foreign') => Math.max(...ours.map((visit) => visit[what]))
  report([
    row(
      'sign-in-bytes',
      'scripts and styles of the sign-in page (gzip) before it can be used, against react-dom alone',
      'kB',
      maxOf('kilobytes'),
      await libraryKilobytes(`import { hydrateRoot } from 'react-dom/client'; globalThis.used = hydrateRoot`),
      110,
    ),
    row(
      'sign-in-paint',
      `largest paint of the sign-in page with a ${throttle} times slower processor, against bare HTML`,
      's',
      seconds(ours),
      seconds(limit),
      0.7,
    ),
    row('sign-in-foreign', 'requests of the sign-in page to other servers', 'requests', maxOf('foreign'), 0, 0),
  ])
} finally {
  await browser.close()
  await product.end('SIGTERM')
  sandbox.remove()
}
