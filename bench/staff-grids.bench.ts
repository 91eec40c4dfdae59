// The platform's grids in a browser: the time until the grid of 50,000 projects is complete, and the cost of a scrolled frame of it, of 500
// customers and of 500 providers compared with rows recycled by hand.
import pg from 'pg'
import { demoCodeSecret, demoPassword } from '../server/demo/credentials'
import { codeAt, stepAt } from '../server/src/identity/mfa/totp'
import { startEmbeddedPostgres } from '../server/src/platform/embedded-postgres'
import { showBareRecords } from './bare-records'
import { startBrowser } from './browser'
import { loadPage } from './grid-loading'
import type { LargeGrid } from './large-grid'
import { createProductSandbox } from './product-sandbox'
import { type BenchRow, report } from './report'
import { blankFrames, type Course, compareScrolling, courses, framesOfCourse, openMeasurement } from './scroll-frames'
import { median } from './statistics'

const counts = { projects: 50_000, customers: 500, providers: 500 } as const

const viewport = { width: 1_600, height: 900 }
const rowHeight = 40

/** The course, shortened to end before the last row of a short list. */
const limitToRows = ({ across, down }: Course, count: number): Course => ({
  across,
  down: Math.min(down, Math.floor((count * rowHeight - viewport.height) / framesOfCourse)),
})

const rounds = 5

/** Time until the grid of all projects is shown with their number, nothing cached, compared with another screen. */
async function measureLoading(browserSession: Pick<LargeGrid, 'context' | 'product'>): Promise<BenchRow> {
  const seconds: Record<'grid' | 'page', number[]> = { grid: [], page: [] }
  for (let round = 0; round < rounds; round += 1) {
    seconds.grid.push((await loadPage(browserSession, '/projects', '[role=grid] [data-row="10"]')).seconds)
    seconds.page.push((await loadPage(browserSession, '/user-profile', '#content form')).seconds)
  }
  const [ours, limit] = [median(seconds.grid), median(seconds.page)]
  return {
    id: 'staff-complete-projects',
    operation: `navigation to the complete grid of ${counts.projects} projects, nothing cached, against another screen`,
    unit: 's',
    ...{ ours, limit, ratio: ours / limit, target: 2, met: ours <= 2 },
  }
}

const sandbox = createProductSandbox()
const product = await sandbox.start()
await product.ready()
const { adminUrl, url } = await startEmbeddedPostgres({
  directory: `${sandbox.directory}/postgres`,
  log: () => undefined,
  shared: true,
})
const admin = new pg.Client({ connectionString: adminUrl.replace(/\/[^/]*$/, new URL(url).pathname) })
await admin.connect()

/** Fills the demo world up to these counts, with triggers and constraints per row disabled. */
async function fill(): Promise<void> {
  await admin.query('alter table project disable trigger user')
  await admin.query(
    `insert into customer (id, name) select gen_random_uuid(), 'Contractor ' || md5(place::text)
     from generate_series((select count(*) from customer) + 1, $1) as place`,
    [counts.customers],
  )
  await admin.query(
    `insert into project (id, customer_id, name, external_id, owner_id, created_at)
     select gen_random_uuid(), owner.home_customer_id, 'Building ' || md5(place::text), 'N-' || place, owner.id,
       now() - make_interval(secs => place)
     from generate_series((select count(*) from project) + 1, $1) as place,
       (select id, home_customer_id from app_user where email = 'ola@nordbygg.example') as owner`,
    [counts.projects],
  )
  await admin.query(
    'insert into project_figures (project_id, customer_id) select id, customer_id from project on conflict do nothing',
  )
  await admin.query('alter table project enable trigger user')
  await admin.query(
    `insert into sso_provider (id, name, issuer, client_id)
     select 'provider-' || place, 'Provider ' || place, 'https://login.provider.example', 'lintel'
     from generate_series((select count(*) from sso_provider) + 1, $1) as place`,
    [counts.providers],
  )
  await admin.query('vacuum analyze')
}

const browser = await startBrowser()
try {
  await fill()
  const context = await browser.newContext({ locale: 'en-GB', viewport })
  // The compiler inserts a helper that names functions, also into those evaluated in the page.
  await context.addInitScript({ content: 'globalThis.__name = (named) => named' })
  const headers = { 'x-requested-with': 'lintel-web', 'sec-fetch-site': 'same-origin' }
  const username = 'staff@lintel.example'
  const login = await context.request.post(`${product.origin}/auth/v1/login`, {
    data: { username, password: demoPassword },
    headers,
  })
  const { session } = await login.json()
  const code = codeAt(demoCodeSecret, stepAt(Date.now()))
  const verified = await context.request.post(`${product.origin}/auth/v1/mfa/verify`, {
    data: { session, username, code },
    headers,
  })
  if (!verified.ok()) throw new Error(`The staff could not sign in: ${await verified.text()}`)

  const open = async (path: string) => {
    const page = await context.newPage()
    await page.goto(`${product.origin}/${path}`)
    await page.locator('[role=grid] [data-row]').first().waitFor()
    return openMeasurement(page)
  }
  /** Rows by hand with all of their cells, because those out of view are rendered for horizontal scrolling as well. */
  const openBare = async (path: string, count: number) => {
    const bare = await open(path)
    await bare.page.setViewportSize({ width: 6_000, height: viewport.height })
    await bare.page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(undefined)))),
    )
    await bare.page.evaluate(showBareRecords, count)
    await bare.page.setViewportSize(viewport)
    return bare
  }
  const rows: BenchRow[] = [await measureLoading({ context, product })]
  for (const [path, count] of Object.entries(counts)) {
    const [ours, bare] = [await open(path), await openBare(path, count)]
    for (const [name, course] of Object.entries(courses)) {
      process.stdout.write(`${path}, ${name}\n`)
      const cost = await compareScrolling({ ours, bare }, course)
      const ratio = cost.ours / cost.bare
      rows.push({
        id: name === 'vertical' ? `staff-frame-${path}` : `staff-frame-${name}-${path}`,
        operation: `processor time of a ${name}ly scrolled frame of ${count} ${path}, against rows recycled by hand`,
        unit: 'ms',
        ...{ ours: cost.ours, limit: cost.bare, ratio, target: 1.5, met: ratio <= 1.5 },
      })
      await ours.page.bringToFront()
      const blank = await blankFrames(ours.page, limitToRows(course, count))
      rows.push({
        id: name === 'vertical' ? `staff-blank-${path}` : `staff-blank-${name}-${path}`,
        operation: `frames of a ${name} scroll through ${count} ${path} in which a cell was blank, of ${framesOfCourse}`,
        unit: 'frames',
        ...{ ours: blank, limit: 0, ratio: 1, target: 0, met: blank === 0 },
      })
    }
    await ours.page.close()
    await bare.page.close()
  }
  report(rows)
} finally {
  await browser.close()
  await admin.end()
  await product.end('SIGTERM')
  sandbox.remove()
}
