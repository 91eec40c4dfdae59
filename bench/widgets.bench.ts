/// <reference lib="dom" />
// The board of 200 project cards with 800 widgets: the time until its first card is complete compared with the project list of the same user, the
// requests of a screenful, what is rerendered by a change made elsewhere, and the cost of a scrolled frame compared with cards recycled by hand.

import { checklistRuns } from '@lintel/contract/content/checklist-runs'
import { toRequest } from '@lintel/contract/jsonapi/document'
import { readFigures } from '@lintel/contract/projects/dashboard-figures'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { sql } from 'kysely'
import { loadLargeCustomer } from '../server/demo/large-customer'
import { showBareCards } from './bare-cards'
import { startBrowser } from './browser'
import { openBenchDatabase } from './database'
import { bearerOf, createProductSandbox } from './product-sandbox'
import { type BenchRow, report } from './report'
import { blankFrames, compareScrolling, courses, framesOfCourse, openMeasurement } from './scroll-frames'
import { signIn } from './sign-in'
import { median } from './statistics'
import { cards, fillBoard } from './widget-board'

const rounds = 7
/** Number of screenfuls scrolled through. */
const screenfuls = 12
/** Time after a step within which all data near the view are requested, in milliseconds. */
const requestDelayMs = 200
/** Time for which the board is observed after a change, in milliseconds. */
const observationMs = 2_000

const database = await openBenchDatabase({ durable: false })
const { customer, administrator } = await loadLargeCustomer(
  database.db,
  { users: 2_000, projects: cards, memberships: 10_000, seed: 1 },
  Date.now(),
  () => undefined,
)
await fillBoard(database.db, customer, administrator)
const sandbox = createProductSandbox({ DATABASE_URL: database.url })
const product = await sandbox.start()
await product.ready()

/** Runs in the page: records when the first card has all its numbers, or the first project of the list is visible. */
function watchCompleteness() {
  const isComplete = () => {
    const card = document.querySelector('article')
    if (card)
      return card.querySelectorAll('[data-widget]').length === 4 && !card.querySelector('[role=status][aria-label]')
    return document.querySelector('#content li a') !== null
  }
  const observer = new MutationObserver(() => {
    if (!isComplete()) return
    observer.disconnect()
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        ;(window as { completeAt?: number }).completeAt = performance.now()
      }),
    )
  })
  observer.observe(document, { childList: true, subtree: true })
}

async function signedIn(browser: Browser): Promise<BrowserContext> {
  const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1_600, height: 900 } })
  // The compiler inserts a helper that names functions, also into those evaluated in the page.
  await context.addInitScript({ content: 'globalThis.__name = (named) => named' })
  await signIn(context, product.origin, administrator)
  return context
}

/** Milliseconds until the first content of a path is complete on the screen; its code is cached by an earlier visit. */
async function completeAt(context: BrowserContext, path: string): Promise<number> {
  const page = await context.newPage()
  await page.addInitScript(watchCompleteness)
  await page.goto(`${product.origin}${path}`)
  const at = await page.waitForFunction(() => (window as { completeAt?: number }).completeAt)
  const milliseconds = (await at.jsonValue()) ?? Number.NaN
  await page.close()
  return milliseconds
}

const waitUntilSettled = (page: Page) =>
  page.waitForFunction(() => {
    const board = document.querySelector('section[tabindex]')
    const { top = 0, bottom = 0 } = board?.getBoundingClientRect() ?? {}
    const nearCards = [...(board?.querySelectorAll('article') ?? [])].filter((card) => {
      const sandbox = card.getBoundingClientRect()
      return sandbox.bottom > top && sandbox.top < bottom
    })
    return (
      nearCards.length > 0 &&
      nearCards.every((card) => card.querySelector('[data-widget]') && !card.querySelector('[role=status][aria-label]'))
    )
  })

/** Maximum number of requests for figures per screenful of the board. */
async function countMaxRequests(page: Page): Promise<number> {
  let requestCount = 0
  page.on('request', (request) => {
    if (request.url().endsWith(readFigures.path)) requestCount += 1
  })
  await page.goto(`${product.origin}/project-widgets`)
  await waitUntilSettled(page)
  const each = [requestCount]
  for (let at = 0; at < screenfuls; at += 1) {
    requestCount = 0
    await page.evaluate(() => {
      const board = document.querySelector('section[tabindex]')
      board?.scrollBy(0, board.clientHeight)
    })
    await waitUntilSettled(page)
    // Data near the view after this step must be requested by now, so that they are not counted for the next one.
    await page.waitForTimeout(requestDelayMs)
    each.push(requestCount)
  }
  process.stdout.write(`  requests of each screenful: ${each.join(' ')}\n`)
  return Math.max(...each)
}

/** Number of widgets that are rerendered when somebody else changes the data shown by only one of them. */
async function countRerendered(page: Page): Promise<number> {
  await page.goto(`${product.origin}/project-widgets`)
  await waitUntilSettled(page)
  const widget = await page.locator('article').first().locator('[data-widget]').nth(1).getAttribute('data-widget')
  const { rows } = await sql<{ id: string; project: string }>`
    select run.id, run.project_id as project from checklist_run as run
    join dashboard_widget as widget on widget.project_id = run.project_id
    where widget.id = ${widget} and run.state = 'notStarted' order by run.id limit 1`.execute(database.db)
  const [run] = rows
  if (!run) throw new Error('There is no run that could be changed')
  await page.evaluate(() => {
    const rerendered = new Set<string>()
    Object.assign(window, { drawn: rerendered })
    new MutationObserver((changes) => {
      for (const { target } of changes) {
        const element = target instanceof Element ? target : target.parentElement
        const box = element?.closest('[data-widget]')
        if (box) rerendered.add(box.getAttribute('data-widget') ?? '')
        else if (element?.closest('article') && !element.closest('time')) rerendered.add('card')
      }
    }).observe(document, { childList: true, subtree: true, characterData: true, attributes: true })
  })
  const response = await fetch(`${product.origin}/project-${run.project}/api/v1/checklist-runs/${run.id}`, {
    method: 'PATCH',
    headers: { ...(await bearerOf(product.origin, administrator)), 'content-type': 'application/vnd.api+json' },
    body: JSON.stringify(toRequest(checklistRuns, { state: 'done' }, run.id)),
  })
  if (!response.ok) throw new Error(`The run was not changed: ${await response.text()}`)
  await page.waitForFunction((id) => (window as unknown as { drawn: Set<string> }).drawn.has(id ?? ''), widget)
  // Other renders caused by this change would have happened by now; those after the widget's numbers count as well.
  await page.waitForTimeout(observationMs)
  return page.evaluate(() => (window as unknown as { drawn: Set<string> }).drawn.size)
}

/** A page with the board whose first cards are complete. */
async function openBoard(context: BrowserContext) {
  const page = await context.newPage()
  await page.goto(`${product.origin}/project-widgets`)
  await waitUntilSettled(page)
  await page
    .locator('article')
    .nth(cards - 1)
    .waitFor({ state: 'attached' })
  return openMeasurement(page)
}

/** Cost of a scrolled frame of the board, and whether a card was not rendered when it came into view. */
async function measureScrolling(context: BrowserContext): Promise<BenchRow[]> {
  const [ours, bare] = [await openBoard(context), await openBoard(context)]
  await bare.page.evaluate(showBareCards, cards)
  const { ours: cost, bare: limit } = await compareScrolling({ ours, bare }, courses.vertical, 'board')
  await ours.page.bringToFront()
  const blank = await blankFrames(ours.page, courses.vertical, 'board')
  await ours.page.close()
  await bare.page.close()
  return [
    row(
      'widgets-frame',
      `processor time of a scrolled frame of ${cards} cards of four widgets, against cards recycled by hand`,
      'ms',
      ...([cost, limit, 1.5] as const),
    ),
    {
      id: 'widgets-blank',
      operation: `frames of a scroll through ${cards} cards in which a card in sight was not drawn, of ${framesOfCourse}`,
      unit: 'frames',
      ...{ ours: blank, limit: 0, ratio: 1, target: 0, met: blank === 0 },
    },
  ]
}

const row = (id: string, operation: string, unit: string, ours: number, limit: number, target: number): BenchRow => ({
  ...{ id, operation, unit, ours, limit, ratio: ours / limit, target, met: ours / limit <= target },
})

const browser = await startBrowser()
try {
  const context = await signedIn(browser)
  const times = { board: [] as number[], list: [] as number[] }
  for (let round = -1; round < rounds; round += 1) {
    const [board, list] = [await completeAt(context, '/project-widgets'), await completeAt(context, '/')]
    // The first visit fetches the code.
    if (round < 0) continue
    times.board.push(board)
    times.list.push(list)
  }
  process.stdout.write(
    `  board ${times.board.map(Math.round).join(' ')} · list ${times.list.map(Math.round).join(' ')} ms\n`,
  )
  const [ours, limit] = [median(times.board), median(times.list)]
  const requests = await countMaxRequests(await context.newPage())
  const rerendered = await countRerendered(await context.newPage())
  const scrolled = await measureScrolling(context)
  report([
    row(
      'widgets-first-card',
      `the first of ${cards} cards of four widgets complete on the screen, against the same person's list of projects`,
      'ms',
      ...([ours, limit, 1.3] as const),
    ),
    row('widgets-requests', 'most requests for numbers of a screenful of cards', 'requests', requests, 1, 1),
    row(
      'widgets-drawn',
      'widgets of the board drawn anew when what one of them shows is changed elsewhere',
      'widgets',
      rerendered,
      1,
      1,
    ),
    ...scrolled,
  ])
} finally {
  await browser.close()
  await product.end('SIGTERM')
  sandbox.remove()
  await database.close()
}
