// A page of a hundred memberships out of a hundred thousand, against bare `node:http` and `pg` with the same statement.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { listAddress } from '@lintel/contract/jsonapi/query'
import { projectMembers } from '@lintel/contract/people/members'
import { sql } from 'kysely'
import { loadLargeCustomer } from '../server/demo/large-customer'
import type { BareList } from './bare-list'
import { openBenchDatabase } from './database'
import { type LoadResult, load } from './load'
import { memberPage } from './member-page'
import { bearerOf, placeForProduct } from './product'
import { type BenchRow, report } from './report'
import { median } from './statistics'

const rounds = 5
const seconds = 4
const connections = 16
/** Connections of either server's pool. */
const pool = 10
const target = 0.6

const database = await openBenchDatabase()
const directory = mkdtempSync(join(tmpdir(), 'lintel-bench-'))
const size = { users: 10_000, projects: 1_000, memberships: 100_000, seed: 1 }
const { customer, administrator } = await loadLargeCustomer(database.db, size, Date.now(), () => undefined)
const place = placeForProduct({ DATABASE_URL: database.url })
const product = await place.start()
await product.ready()
/** Several people who administer the customer: what one of them asked counts for the others only where it is the same for all. */
const bearers = await Promise.all((await addAdministrators(3)).map((email) => bearerOf(product.origin, email)))
const [bearer = await bearerOf(product.origin, administrator)] = bearers

/** The administrator, and so many beside them with the same password. */
async function addAdministrators(more: number): Promise<string[]> {
  const { rows } = await sql<{ email: string }>`
    with chosen as (
      select person.id, person.email from app_user as person
      where person.home_customer_id = ${customer} and person.role is null and not person.guest and person.email <> ${administrator}
        and not exists (select from password_credential where user_id = person.id)
      order by person.email limit ${more}
    ), appointed as (
      insert into customer_admin (customer_id, user_id) select ${customer}, id from chosen
    ), known as (
      insert into password_credential (user_id, hash, reset_needed, changed_at)
      select chosen.id, own.hash, own.reset_needed, own.changed_at from chosen, password_credential as own
      join app_user as person on person.id = own.user_id and person.email = ${administrator}
    )
    select email from chosen`.execute(database.db)
  if (rows.length < more) throw new Error('There are too few people')
  return [administrator, ...rows.map(({ email }) => email)]
}

/** What an answer says of how it travelled; `fetch` has unpacked it. */
const ofTheConnection = new Set(['transfer-encoding', 'content-encoding', 'content-length', 'connection', 'keep-alive'])

/** Measures a page of the product and the bare server's answer to the same, in turns. */
async function compare(id: string, operation: string, url: string, statement: { sql: string; parameters: unknown[] }) {
  const answer = await fetch(url, { headers: bearer })
  const bare = await startBare({
    url: database.url,
    connections: pool,
    statement: statement.sql,
    parameters: statement.parameters,
    headers: Object.fromEntries([...answer.headers].filter(([name]) => !ofTheConnection.has(name))),
    body: await answer.text(),
  })
  const ours: LoadResult[] = []
  const limit: LoadResult[] = []
  const both = [
    { results: ours, ask: { url, bearers } },
    { results: limit, ask: { url: bare.origin } },
  ]
  for (const { ask } of both) await load({ ...ask, connections, seconds: 2 }) // warm
  for (let round = 0; round < rounds; round++) {
    // Each begins as often as the other: what the machine does beside this hits both.
    for (const { results, ask } of round % 2 === 0 ? both : both.toReversed()) {
      results.push(await load({ ...ask, connections, seconds }))
    }
  }
  bare.process.kill()
  for (const { failures, answers } of [...ours, ...limit]) {
    if (failures > answers / 100) throw new Error(`${failures} of ${failures + answers} requests failed`)
  }
  return rowsOf(id, operation, ours, limit)
}

function rowsOf(id: string, operation: string, ours: LoadResult[], limit: LoadResult[]): BenchRow[] {
  const middle = (results: LoadResult[], what: 'perSecond' | 'p99') => median(results.map((result) => result[what]))
  const rate = { ours: middle(ours, 'perSecond'), limit: middle(limit, 'perSecond') }
  // The ratio of neighbours, not of medians: the machine was the same for the two of a round.
  const ratio = median(ours.map(({ perSecond }, round) => perSecond / (limit[round]?.perSecond ?? Number.NaN)))
  const p99 = { ours: middle(ours, 'p99'), limit: middle(limit, 'p99') }
  return [
    { id, operation, unit: 'requests/s', ...rate, ratio, target, met: ratio >= target },
    {
      id: `${id}-p99`,
      operation: `${operation}: 99th percentile with ${connections} at once`,
      unit: 'ms',
      ...p99,
      ratio: p99.ours / p99.limit,
      target: 1 / target,
      met: p99.ours / p99.limit <= 1 / target,
    },
  ]
}

async function startBare(list: BareList): Promise<{ origin: string; process: ChildProcess }> {
  const file = join(directory, 'bare-list.json')
  writeFileSync(file, JSON.stringify(list))
  const program = fileURLToPath(new URL('./bare-list.ts', import.meta.url))
  const child = spawn(process.execPath, ['--import', import.meta.resolve('tsx'), program, file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = await once(child.stdout, 'data')
  return { origin: String(line).trim(), process: child }
}

try {
  const first = await memberPage(database.url, administrator, { customer })
  // In the middle of the list: how far somebody has paged must not matter.
  const later = await memberPage(database.url, administrator, { customer, pagesBefore: 500 })
  const filter = { customer }
  const address = (page: { size: number; after?: string }) =>
    product.origin + listAddress(projectMembers, { filter, page })
  report([
    ...(await compare(
      'list',
      'page of 100 of 100,000 memberships with person, organization and rights, asked by four people',
      address({ size: 100, ...(later.at !== undefined && { after: later.at }) }),
      later,
    )),
    ...(await compare('list-first', 'the same, first page, with the total', address({ size: 100 }), first)),
  ])
} finally {
  await product.end('SIGTERM')
  place.remove()
  await database.close()
  rmSync(directory, { recursive: true, force: true })
}
