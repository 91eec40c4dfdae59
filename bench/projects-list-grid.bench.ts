/// <reference lib="dom" />
// The projects list of a customer of 5,000 projects with 60 columns in a browser: the time until it is complete with its sums, the cost of a
// scrolled frame compared with cells recycled by hand, whether blank areas appear, and the script time of a search.
import type { Page, Request } from '@playwright/test'
import pg from 'pg'
import { loadLargeCustomer } from '../server/demo/large-customer'
import { showBareTable } from './bare-table'
import { scriptMs, startBrowser } from './browser'
import { openBenchDatabase } from './database'
import { loadPage, type PageLoad } from './grid-loading'
import { createProductSandbox } from './product-sandbox'
import { type BenchRow, report } from './report'
import {
  blankFrames,
  compareScrolling,
  courses,
  framesOfCourse,
  type MeasuredPage,
  openMeasurement,
} from './scroll-frames'
import { signIn } from './sign-in'
import { median } from './statistics'

const count = 5_000
const columns = 60
const rounds = 5
/** Timeout for a complete page on a busy machine. */
const timeoutMs = 180_000
/** The row of sums, after the headings and the projects. It appears with the last project. */
const sumsRow = `[role=grid] [aria-rowindex="${count + 2}"]`

const database = await openBenchDatabase({ durable: false })
const { administrator } = await loadLargeCustomer(
  database.db,
  { users: 10_000, projects: count, memberships: 100_000, seed: 1 },
  Date.now(),
  () => undefined,
)
const admin = new pg.Client({ connectionString: database.adminUrl })
await admin.connect()
const sandbox = createProductSandbox({ DATABASE_URL: database.url })
const product = await sandbox.start()
await product.ready()
const browser = await startBrowser()
const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1_600, height: 900 } })
// The compiler inserts a helper that names functions, also into those evaluated in the page.
await context.addInitScript({ content: 'globalThis.__name = (named) => named' })

/** Gives each project its own figures, and adds features to the platform, two thirds of which each project has. */
async function fill(features: number): Promise<void> {
  await admin.query('alter table project disable trigger user')
  await admin.query(
    `insert into feature (id, name, position) select 'BENCH_' || place, 'Feature ' || place, 100 + place
     from generate_series(1, $1::integer) as place`,
    [features],
  )
  await admin.query(
    `update project set features = features || coalesce((
       select array_agg('BENCH_' || place) from generate_series(1, $1::integer) as place
       where (place + hashtext(project.id::text) & 1023) % 3 > 0), '{}')`,
    [features],
  )
  await admin.query('alter table project enable trigger user')
  const counted = [
    'buildings',
    'documents',
    'folders',
    'ifc',
    'templates',
    'open_topics',
    'closed_topics',
    'checklists',
  ]
  const values = counted.map((name, at) => `num_${name} = (hashtext(project_id::text || ${at}) & 1023)`)
  await admin.query(`update project_figures set ${values.join(', ')}`)
  await admin.query('vacuum analyze')
}

/** Opens the whole list and waits until it is complete. */
async function open(): Promise<MeasuredPage> {
  const page = await context.newPage()
  await page.goto(`${product.origin}/projects-list`)
  await page.locator(sumsRow).waitFor({ timeout: timeoutMs })
  return openMeasurement(page)
}

const columnsOf = async (page: Page) => Number(await page.locator('[role=grid]').getAttribute('aria-colcount'))

/** Time until the list is complete with its sums, nothing cached, compared with another screen. */
async function measureLoading(): Promise<BenchRow> {
  const loads: Record<'list' | 'page', PageLoad[]> = { list: [], page: [] }
  for (let round = 0; round < rounds; round += 1) {
    loads.list.push(await loadPage({ context, product }, '/projects-list', sumsRow))
    loads.page.push(await loadPage({ context, product }, '/user-profile', '#content form'))
  }
  const [ours, limit] = [loads.list, loads.page].map((each) => median(each.map(({ seconds }) => seconds)))
  if (ours === undefined || limit === undefined) throw new Error('There is nothing measured')
  return {
    id: 'projects-list-complete',
    operation: `navigation to the complete list of ${count} projects with its sums, nothing cached, against another screen`,
    unit: 's',
    ...{ ours, limit, ratio: ours / limit, target: 2, met: ours <= 2 },
  }
}

/** Cost of a scrolled frame, and whether blank areas appear. */
async function measureScrolling(flags: number): Promise<BenchRow[]> {
  const [ours, bare] = [await open(), await open()]
  // The flags are the last columns.
  await bare.page.locator('[role=grid]').evaluate((grid) => grid.scrollTo(grid.scrollWidth, 0))
  await bare.page.locator('[data-row] > [data-column] svg').first().waitFor()
  await bare.page.evaluate(showBareTable, { rows: count, columns: columns - 1, flags })
  const rows: BenchRow[] = []
  for (const [name, course] of Object.entries(courses)) {
    process.stdout.write(`${name}\n`)
    const { ours: cost, bare: limit } = await compareScrolling({ ours, bare }, course)
    const ratio = cost / limit
    await ours.page.bringToFront()
    const blank = await blankFrames(ours.page, course)
    rows.push(
      {
        id: `projects-list-frame-${name}`,
        operation: `processor time of a ${name}ly scrolled frame of ${count} projects and ${columns} columns, against elements recycled by hand`,
        unit: 'ms',
        ...{ ours: cost, limit, ratio, target: 1.5, met: ratio <= 1.5 },
      },
      {
        id: `projects-list-blank-${name}`,
        operation: `frames of a ${name} scroll of ${count} projects in which a cell was blank, of ${framesOfCourse}`,
        unit: 'frames',
        ...{ ours: blank, limit: 0, ratio: 1, target: 0, met: blank === 0 },
      },
    )
  }
  await ours.page.close()
  await bare.page.close()
  return rows
}

/** Script time of a search that the server answers, from the last letter to the rows, compared with only reading the same responses. */
async function measureSearch(): Promise<BenchRow> {
  const { page, session } = await open()
  const field = page.getByLabel('Search projects')
  const costs: Record<'ours' | 'limit', number[]> = { ours: [], limit: [] }
  // The first search is a warm-up.
  for (const [at, text] of ['alta', 'school', 'molde', 'bridge', 'voss tunnel', 'pier'].entries()) {
    const isAnswer = (request: Request) =>
      request.url().includes('filter[q]=') || request.url().includes('filter%5Bq%5D=')
    const searchRequest = page.waitForRequest(isAnswer)
    await field.selectText()
    // Locating the field and waiting for the rows are not part of the search.
    const shown = await page.evaluateHandle(waitForOtherRows)
    const before = await scriptMs(session)
    await page.keyboard.insertText(text)
    const request = await searchRequest
    await page.evaluate(({ rows }) => rows, shown)
    const between = await scriptMs(session)
    await page.evaluate(
      async ([address, headers]) => {
        const response = await fetch(address, { headers })
        return JSON.parse(await response.text()).data.length
      },
      [request.url(), await request.allHeaders().then(copyHeaders)] as const,
    )
    const after = await scriptMs(session)
    if (at === 0) continue
    costs.ours.push(between - before)
    costs.limit.push(after - between)
  }
  await page.close()
  const [ours, limit] = [median(costs.ours), Math.max(median(costs.limit), 0.1)]
  return {
    id: 'projects-list-search',
    operation: `script of a search among ${count} projects, from its last letter to the rows, against reading the same answer by itself`,
    unit: 'ms',
    ...{ ours, limit, ratio: ours / limit, target: 16, met: ours <= 16 },
  }
}

/** Runs in the page: a promise that resolves when the grid's number of rows changes. */
function waitForOtherRows(): { rows: Promise<void> } {
  const grid = document.querySelector('[role=grid]')
  const initialCount = grid?.getAttribute('aria-rowcount')
  const rows = new Promise<void>((resolve) => {
    const watching = new MutationObserver(() => {
      if (document.querySelector('[role=grid]')?.getAttribute('aria-rowcount') === initialCount) return
      watching.disconnect()
      resolve()
    })
    watching.observe(document.body, { subtree: true, attributeFilter: ['aria-rowcount'] })
  })
  return { rows }
}

/** The request headers that a page may set itself. */
const copyHeaders = ({ accept, authorization }: Record<string, string>) => ({
  accept: accept ?? '',
  authorization: authorization ?? '',
})

try {
  await signIn(context, product.origin, administrator)
  const first = await open()
  const features = columns - (await columnsOf(first.page))
  await first.page.close()
  await fill(features)
  const again = await open()
  if ((await columnsOf(again.page)) !== columns) throw new Error(`There are not ${columns} columns`)
  await again.page.close()
  report([await measureLoading(), ...(await measureScrolling(features)), await measureSearch()])
} finally {
  await browser.close()
  await admin.end()
  await product.end('SIGTERM')
  sandbox.remove()
  await database.close()
}
