/// <reference lib="dom" />
// The project list: its size and requests, the time until it is shown on a slow machine with a slow network, and the costs of a search letter and of
// a scrolled frame among two thousand projects.
import { gzipSync } from 'node:zlib'
import type { Browser, CDPSession, Page } from '@playwright/test'
import { makeProjectLinks } from '../e2e/make-project-links'
import { barePage } from './bare-page'
import { scriptMs, startBrowser } from './browser'
import { libraryKilobytes } from './library-kilobytes'
import { measureListScrolling } from './list-scrolling'
import { createProductSandbox } from './product-sandbox'
import { type BenchRow, report } from './report'
import { signIn } from './sign-in'
import { median } from './statistics'

const rounds = 5
/** Slowdown of the visitor's machine relative to this one, and their network in bits per second. */
const throttle = 4
const network = 1_600_000
const projects = 2_000
const searchText = 'asgard'
const person = 'mei@nordbygg.example'

/** Records when the first row of a list has been painted: rendered in one frame, visible by the next. */
function watchRows() {
  const observer = new MutationObserver(() => {
    if (!document.querySelector('#content li a, body > p')) return
    observer.disconnect()
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        ;(window as { rowsAt?: number }).rowsAt = performance.now()
      }),
    )
  })
  observer.observe(document, { childList: true, subtree: true })
}

async function slow(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: network / 8,
    uploadThroughput: network / 8,
  })
  await session.send('Emulation.setCPUThrottlingRate', { rate: throttle })
  return session
}

interface Visit {
  rowsAt: number
  kilobytes: number
  requests: number
  text: string
}

/** One visit with an empty browser cache. With `username` the user is already signed in. */
async function visit(browser: Browser, url: string, username?: string): Promise<Visit> {
  const context = await browser.newContext({ locale: 'en-GB' })
  if (username) await signIn(context, new URL(url).origin, username)
  const page = await context.newPage()
  await page.addInitScript(watchRows)
  await slow(page)
  const code: Promise<Buffer>[] = []
  let requests = 0
  page.on('requestfinished', (request) => {
    const type = request.resourceType()
    // Code is fetched before it is imported, so it is counted with the imports.
    const isCode = new URL(request.url()).pathname.startsWith('/assets/')
    if (type === 'fetch' && request.method() === 'GET' && !isCode) requests++
    if (!['document', 'script', 'stylesheet'].includes(type)) return
    code.push(request.response().then((response) => response?.body() ?? Buffer.alloc(0)))
  })
  await page.goto(url, { waitUntil: 'networkidle' })
  const rowsAt = await page.waitForFunction(() => (window as { rowsAt?: number }).rowsAt).then((at) => at.jsonValue())
  const files = await Promise.all(code)
  const text = username ? await page.locator('main').ariaSnapshot() : ''
  await context.close()
  const bytes = files.reduce((sum, file) => sum + gzipSync(file, { level: 9 }).length, 0)
  return { rowsAt: rowsAt ?? Number.NaN, kilobytes: bytes / 1_000, requests, text }
}

/** Script time of the page for each typed letter, in ms of processor time, so that other load does not count. */
async function measureTyping(page: Page): Promise<number[]> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  await page.locator('input[type=search]').focus()
  const durations: number[] = []
  for (const at of searchText.split('').keys()) {
    const before = await scriptMs(session)
    await page.keyboard.press(searchText.charAt(at))
    const pattern = new RegExp(`^${searchText.slice(0, at + 1).replaceAll('a', '[aå]')}$`, 'i')
    // Polling for the result takes a little script time, which is included.
    await page.locator('mark', { hasText: pattern }).first().waitFor()
    durations.push((await scriptMs(session)) - before)
  }
  return durations
}

/** A page with the list of a user who can open as many projects. */
async function openMany(browser: Browser, origin: string): Promise<Page> {
  const context = await browser.newContext({ locale: 'en-GB' })
  // The compiler inserts a helper that names functions, also into those evaluated in the page.
  await context.addInitScript({ content: 'globalThis.__name = (named) => named' })
  await signIn(context, origin, person)
  const page = await context.newPage()
  await page.route('**/mgw/api/v3/home', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, json: { ...(await answer.json()), projects: makeProjectLinks(projects) } })
  })
  await page.goto(`${origin}/`, { waitUntil: 'networkidle' })
  await page.locator('#content li a').first().waitFor()
  return page
}

async function typing(browser: Browser, origin: string): Promise<number[]> {
  const page = await openMany(browser, origin)
  const durations = await measureTyping(page)
  await page.context().close()
  return durations
}

/** Text without case and accents. */
const plain = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** The minimum work of a search in as many names: compare each, and render the first fifty matches. */
async function measureBareTyping(browser: Browser): Promise<number[]> {
  const page = await browser.newPage()
  await page.setContent('<input type=search><ul></ul>')
  await page.evaluate(
    (prepared) => {
      const list = document.querySelector('ul')
      document.querySelector('input')?.addEventListener('input', ({ target }) => {
        const wanted = (target as HTMLInputElement).value.toLowerCase()
        const rows = prepared
          .filter(([, text]) => text.includes(wanted))
          .slice(0, 50)
          .map(([name, text]) => {
            const at = text.indexOf(wanted)
            const row = document.createElement('li')
            const mark = document.createElement('mark')
            mark.append(name.slice(at, at + wanted.length))
            row.append(name.slice(0, at), mark, name.slice(at + wanted.length))
            return row
          })
        list?.replaceChildren(...rows)
      })
    },
    makeProjectLinks(projects).map(({ name }) => [name, plain(name)] as const),
  )
  const durations = await measureTyping(page)
  await page.close()
  return durations
}

const sandbox = createProductSandbox()
const product = await sandbox.start()
const browser = await startBrowser()
try {
  await product.ready()
  const url = `${product.origin}/`
  const first = await visit(browser, url, person)
  const bare = await barePage(first.text)
  const ours: Visit[] = []
  const limit: Visit[] = []
  for (let round = 0; round < rounds; round++) {
    ours.push(await visit(browser, url, person))
    limit.push(await visit(browser, bare.url))
  }
  bare.close()
  const typingMs: number[] = []
  const bareTypingMs: number[] = []
  for (let round = 0; round < 3; round++) {
    typingMs.push(...(await typing(browser, product.origin)))
    bareTypingMs.push(...(await measureBareTyping(browser)))
  }
  const row = (id: string, operation: string, unit: string, ours: number, limit: number, target: number): BenchRow => ({
    ...{ id, operation, unit, ours, limit, target },
    ratio: limit === 0 ? 1 : ours / limit,
    met: ours <= target,
  })
  const seconds = (visits: Visit[]) => median(visits.map(({ rowsAt }) => rowsAt)) / 1_000
  const libraries = `import { createRoot } from 'react-dom/client'
    import { QueryClient, useQuery, useMutation } from '@tanstack/react-query'
    import { createRouter, RouterProvider, Link } from '@tanstack/react-router'
    import { i18n } from '@lingui/core'
    globalThis.used = { createRoot, QueryClient, useQuery, useMutation, createRouter, RouterProvider, Link, i18n }`
  report([
    row(
      'project-list-bytes',
      'all code of the project list (gzip), against the libraries it is made with',
      'kB',
      Math.max(...ours.map(({ kilobytes }) => kilobytes)),
      await libraryKilobytes(libraries),
      160,
    ),
    row(
      'project-list-requests',
      'requests for what the project list shows',
      'requests',
      Math.max(...ours.map(({ requests }) => requests)),
      1,
      1,
    ),
    row(
      'project-list-paint',
      `projects on the screen with an empty cache, a ${throttle} times slower processor and 1.6 Mbit/s, against bare HTML`,
      's',
      seconds(ours),
      seconds(limit),
      1.6,
    ),
    row(
      'project-list-typing',
      `script of a letter typed among ${projects} projects (the slowest of ${typingMs.length}), against a bare list`,
      'ms',
      Math.max(...typingMs),
      Math.max(...bareTypingMs),
      50,
    ),
    ...(await measureListScrolling(() => openMany(browser, product.origin), projects)),
  ])
} finally {
  await browser.close()
  await product.end('SIGTERM')
  sandbox.remove()
}
