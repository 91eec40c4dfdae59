// Lighthouse scores of the two pages that everybody sees: accessibility and best practices must be perfect; performance is that of a phone on a slow
// network (simulated), as the median of five runs.

import { chromium } from '@playwright/test'
import lighthouse from 'lighthouse'
import { browserFlags, installedBrowser } from '../scripts/find-browser.mjs'
import { freePort } from '../server/test/free-port'
import { barePage } from './bare-page'
import { createProductSandbox } from './product-sandbox'
import { type BenchRow, report } from './report'
import { signIn } from './sign-in'
import { median } from './statistics'

const rounds = 5
const categories = ['accessibility', 'best-practices', 'performance'] as const
type Scores = Record<(typeof categories)[number], number>

const port = await freePort()
const sandbox = createProductSandbox()
const product = await sandbox.start()
const executablePath = installedBrowser()
// A separate profile, whose cookies Lighthouse's tabs share.
const browser = await chromium.launchPersistentContext(`${sandbox.directory}/browser`, {
  ...(executablePath && { executablePath }),
  args: [...browserFlags, `--remote-debugging-port=${port}`],
})

/** Scores out of a hundred in each category; failed audits are printed. */
async function scoresOf(url: string): Promise<Scores> {
  const [page] = browser.pages()
  const session = page && (await browser.newCDPSession(page))
  await session?.send('Network.clearBrowserCache')
  // Storage is kept because the session's cookie opens the list.
  const result = await lighthouse(url, {
    port,
    onlyCategories: [...categories],
    disableStorageReset: true,
    logLevel: 'error',
  })
  if (!result || result.lhr.runtimeError)
    throw new Error(`Lighthouse could not see ${url}: ${result?.lhr.runtimeError?.message}`)
  const { lhr } = result
  if (new URL(lhr.finalDisplayedUrl).pathname !== new URL(url).pathname)
    throw new Error(`${url} led to ${lhr.finalDisplayedUrl}`)
  for (const name of ['accessibility', 'best-practices']) {
    for (const { id, weight } of lhr.categories[name]?.auditRefs ?? []) {
      const { score, title } = lhr.audits[id] ?? {}
      if (weight > 0 && typeof score === 'number' && score < 1)
        process.stdout.write(`${url} ${name}: ${id}: ${title}\n`)
    }
  }
  const points = (name: string) => Math.round(100 * (lhr.categories[name]?.score ?? 0))
  return {
    accessibility: points('accessibility'),
    'best-practices': points('best-practices'),
    performance: points('performance'),
  }
}

async function rowsOf(name: string, pageTitle: string, url: string, limit: Scores): Promise<BenchRow[]> {
  const scores: Scores[] = []
  for (let round = 0; round < rounds; round++) scores.push(await scoresOf(url))
  return categories.map((category) => {
    const points = scores.map((score) => score[category])
    const ours = category === 'performance' ? median(points) : Math.min(...points)
    // Performance depends on the machine: it is reported without a target.
    const target = category === 'performance' ? 0 : 100
    return {
      id: `${name}-${category}`,
      operation: `Lighthouse, ${category} of ${pageTitle}${category === 'performance' ? ' (median of five)' : ''}, against bare HTML`,
      unit: 'points',
      ours,
      limit: limit[category],
      ratio: ours / limit[category],
      target,
      met: ours >= target,
    }
  })
}

try {
  await product.ready()
  const bare = await barePage('Projects\nBarcode Harbour')
  const limit = await scoresOf(bare.url)
  bare.close()
  const signInRows = await rowsOf('lighthouse-sign-in', 'the sign-in page', `${product.origin}/login`, limit)
  await signIn(browser, product.origin, 'mei@nordbygg.example')
  const listRows = await rowsOf('lighthouse-project-list', 'the project list', `${product.origin}/`, limit)
  report([...signInRows, ...listRows])
} finally {
  await browser.close()
  await product.end('SIGTERM')
  sandbox.remove()
}
