/// <reference lib="dom" />
import { type Browser, type CDPSession, chromium } from '@playwright/test'
import { browserFlags, installedBrowser } from '../scripts/find-browser.mjs'

/** Starts the browser of the tests; `flags` are added to the usual ones. */
export function startBrowser(flags: readonly string[] = []): Promise<Browser> {
  const executablePath = installedBrowser()
  return chromium.launch({ ...(executablePath && { executablePath }), args: [...browserFlags, ...flags] })
}

/** Runs in the page: returns the time of the largest contentful paint so far. */
export function largestContentfulPaint(): Promise<number> {
  return new Promise((resolve) => {
    new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.startTime ?? 0)).observe({
      type: 'largest-contentful-paint',
      buffered: true,
    })
  })
}

/** Script time of a page since its start, in milliseconds of processor time. Throws if the browser does not report it. */
export async function scriptMs(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  const found = metrics.find(({ name }) => name === 'ScriptDuration')
  if (!found) throw new Error('The browser reports no script time')
  return found.value * 1_000
}
