// The platform's grids in a browser: what a scrolled frame of 50,000 projects, 500 customers and 500 providers costs beside rows that are
// recycled by hand.
import pg from 'pg'
import { demoCodeSecret, demoPassword } from '../server/demo/credentials'
import { codeAt, stepAt } from '../server/src/identity/mfa/totp'
import { startEmbeddedPostgres } from '../server/src/platform/embedded-postgres'
import { showBareRecords } from './bare-records'
import { startBrowser } from './browser'
import { placeForProduct } from './product'
import { type BenchRow, report } from './report'
import { blankFrames, courses, framesOfCourse, scrollBeside, watched } from './scroll-frames'

const counts = { projects: 50_000, customers: 500, providers: 500 } as const

const place = placeForProduct()
const product = await place.start()
await product.ready()
const { adminUrl, url } = await startEmbeddedPostgres({
  directory: `${place.directory}/postgres`,
  log: () => undefined,
  shared: true,
})
const admin = new pg.Client({ connectionString: adminUrl.replace(/\/[^/]*$/, new URL(url).pathname) })
await admin.connect()

/** Fills the demo world up to so many of each, without the rules that look at each row. */
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
  const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1_600, height: 900 } })
  // The compiler names functions by a helper of its own, also in those that are sent into the page.
  await context.addInitScript({ content: 'globalThis.__name = (named) => named' })
  const headers = { 'x-requested-with': 'lintel-web', 'sec-fetch-site': 'same-origin' }
  const username = 'staff@lintel.example'
  const login = await context.request.post(`${product.origin}/auth/v1/login`, {
    data: { username, password: demoPassword },
    headers,
  })
  const { session } = await login.json()
  const code = codeAt(demoCodeSecret, stepAt(Date.now()))
  const proved = await context.request.post(`${product.origin}/auth/v1/mfa/verify`, {
    data: { session, username, code },
    headers,
  })
  if (!proved.ok()) throw new Error(`The staff could not sign in: ${await proved.text()}`)

  const open = async (path: string) => {
    const page = await context.newPage()
    await page.goto(`${product.origin}/${path}`)
    await page.locator('[role=grid] [data-row]').first().waitFor()
    return watched(page)
  }
  const rows: BenchRow[] = []
  for (const [path, count] of Object.entries(counts)) {
    const [ours, bare] = [await open(path), await open(path)]
    await bare.page.evaluate(showBareRecords, count)
    process.stdout.write(`${path}\n`)
    const cost = await scrollBeside({ ours, bare }, courses.vertical)
    const ratio = cost.ours / cost.bare
    rows.push({
      id: `staff-frame-${path}`,
      operation: `processor time of a scrolled frame of ${count} ${path}, against rows recycled by hand`,
      unit: 'ms',
      ...{ ours: cost.ours, limit: cost.bare, ratio, target: 1.5, met: ratio <= 1.5 },
    })
    // The course is longer than the other lists.
    if (path === 'projects') {
      await ours.page.bringToFront()
      const blank = await blankFrames(ours.page, courses.vertical)
      rows.push({
        id: `staff-blank-${path}`,
        operation: `frames of a scroll through ${count} ${path} in which a cell was blank, of ${framesOfCourse}`,
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
  place.remove()
}
