/// <reference lib="dom" />
// The tree of a library of 20,000 resources: the cost of a scrolled frame compared with rows recycled by hand, and the page's script time for
// opening all of it, for the slowest letter of a search, and for adding one of them to a template.
import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { sql } from 'kysely'
import { loadLargeCustomer } from '../server/demo/large-customer'
import { showBareTree } from './bare-tree'
import { scriptMs, startBrowser } from './browser'
import { openBenchDatabase } from './database'
import { createProductSandbox } from './product-sandbox'
import { type BenchRow, report } from './report'
import { compareScrolling, courses, type MeasuredPage, openMeasurement } from './scroll-frames'
import { signIn } from './sign-in'
import { median } from './statistics'

const parts = 20
const itemsEach = 1_000
/** Milliseconds per frame. */
const frame = 16
const searchText = 'list'
const rounds = 5

const database = await openBenchDatabase()
const size = { users: 200, projects: 60, memberships: 600, seed: 1 }
const { customer, administrator } = await loadLargeCustomer(database.db, size, Date.now(), () => undefined)
const sandbox = createProductSandbox({ DATABASE_URL: database.url })
const product = await sandbox.start()
const browser = await startBrowser()

async function fill(): Promise<void> {
  const { db } = database
  await sql`
    with library as (
      update project set is_library = true
      where id = (select id from project where customer_id = ${customer} order by id limit 1) returning id
    )
    insert into checklist (id, customer_id, project_id, name, applies_to, items)
    select gen_random_uuid(), ${customer}, library.id, 'Part ' || part || '/List ' || at, 'space', '[{"title":"Clean","type":"tick"}]'
    from library, generate_series(1, ${parts}) as part, generate_series(1, ${itemsEach}) as at`.execute(db)
  await sql`insert into project_template (id, customer_id, name) values (${randomUUID()}, ${customer}, 'Bench')`.execute(
    db,
  )
}

const tree = (page: Page) => page.getByRole('tree').first()

/** A page with the tree of the library, fully collapsed. */
async function open(): Promise<MeasuredPage> {
  const context = await browser.newContext({ locale: 'en-GB' })
  // The compiler inserts a helper that names functions, also into those evaluated in the page.
  await context.addInitScript({ content: 'globalThis.__name = (named) => named' })
  await signIn(context, product.origin, administrator)
  const page = await context.newPage()
  await page.goto(`${product.origin}/project-templates`)
  await tree(page)
    .getByRole('treeitem', { name: /^Checklists/ })
    .waitFor()
  await tree(page).focus()
  return openMeasurement(page)
}

/** Expands the checklists, then all of their parts at once. */
async function openAll(page: Page): Promise<void> {
  await page.keyboard.press('ArrowRight')
  await tree(page)
    .getByRole('treeitem', { name: /^Part 1\b/ })
    .waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('*')
  await tree(page)
    .getByRole('treeitem', { name: /^List 1\b/ })
    .first()
    .waitFor()
}

/** Script time of the page for an action, in milliseconds of processor time. */
async function measureScript({ session }: MeasuredPage, action: () => Promise<unknown>): Promise<number> {
  const before = await scriptMs(session)
  await action()
  return (await scriptMs(session)) - before
}

async function actions(): Promise<Record<'open' | 'search' | 'add', number[]>> {
  const durations: Record<'open' | 'search' | 'add', number[]> = { open: [], search: [], add: [] }
  const watching = await open()
  const { page } = watching
  await page.keyboard.press('ArrowRight')
  await tree(page)
    .getByRole('treeitem', { name: /^Part 1\b/ })
    .waitFor()
  await page.keyboard.press('ArrowDown')
  durations.open.push(
    await measureScript(watching, async () => {
      await page.keyboard.press('*')
      await tree(page)
        .getByRole('treeitem', { name: /^List 1\b/ })
        .first()
        .waitFor()
    }),
  )
  await page.keyboard.press('ArrowDown')
  durations.add.push(
    await measureScript(watching, async () => {
      await page.keyboard.press('Enter')
      await page.getByRole('tree', { name: 'Entries of Bench' }).getByRole('treeitem').first().waitFor()
    }),
  )
  await page.getByRole('searchbox').first().focus()
  const letters: number[] = []
  for (const [at, letter] of [...searchText].entries())
    letters.push(
      await measureScript(watching, async () => {
        await page.keyboard.press(letter)
        await tree(page)
          .locator('mark', { hasText: new RegExp(`^${searchText.slice(0, at + 1)}`, 'i') })
          .first()
          .waitFor()
      }),
    )
  durations.search.push(Math.max(...letters))
  await page.context().close()
  await sql`delete from template_entry`.execute(database.db)
  return durations
}

try {
  await product.ready()
  await fill()
  const [ours, bare] = [await open(), await open()]
  await openAll(ours.page)
  await openAll(bare.page)
  await bare.page.evaluate(
    showBareTree,
    Array.from({ length: parts * itemsEach }, (_, at) => `List ${at}`),
  )
  const { ours: cost, bare: limit } = await compareScrolling({ ours, bare }, courses.vertical, 'tree')
  await ours.page.context().close()
  await bare.page.context().close()
  const durations: Record<'open' | 'search' | 'add', number[]> = { open: [], search: [], add: [] }
  for (let round = -1; round < rounds; round += 1) {
    const measured = await actions()
    // The first round is a warm-up.
    if (round >= 0) for (const action of ['open', 'search', 'add'] as const) durations[action].push(...measured[action])
  }
  const rowOf = (action: keyof typeof durations, operation: string): BenchRow => {
    const elapsed = median(durations[action])
    return {
      ...{ id: `template-tree-${action}`, operation, unit: 'ms', ours: elapsed, limit: frame },
      ...{ ratio: elapsed / frame, target: 1, met: elapsed <= frame },
    }
  }
  report([
    {
      id: 'template-tree-frame',
      operation:
        'processor time of a scrolled frame in the tree of a library of 20,000 resources, against rows recycled by hand',
      unit: 'ms',
      ...{ ours: cost, limit, ratio: cost / limit, target: 1.5, met: cost / limit <= 1.5 },
    },
    rowOf('open', 'script of opening 20 folders of 1,000 resources each in that tree, against a frame'),
    rowOf('search', 'script of the slowest letter of a search in that tree, against a frame'),
    rowOf('add', 'script of adding one of its resources to a template until it is shown there, against a frame'),
  ])
} finally {
  await browser.close()
  await product.end('SIGTERM')
  sandbox.remove()
  await database.close()
}
