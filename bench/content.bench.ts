// Costs of content at a million topics: trends, pages, statistics, creation in steps of a hundred, and the export. The limits are measured in the
// same run.
import { type EventEmitter, once } from 'node:events'
import { get } from 'node:http'
import { exportTopics } from '@lintel/contract/content/content-exports'
import { readTopicTrends } from '@lintel/contract/content/topic-trends'
import { topics } from '@lintel/contract/content/topics'
import { callAddress } from '@lintel/contract/jsonapi/call'
import { atomicMediaType, runOperations } from '@lintel/contract/jsonapi/operations'
import { listAddress } from '@lintel/contract/jsonapi/query'
import { inProject } from '@lintel/contract/jsonapi/resource'
import { projectStats } from '@lintel/contract/projects/project-stats'
import { sql } from 'kysely'
import pg from 'pg'
import { loadLargeCustomer } from '../server/demo/large-customer'
import { listContent } from '../server/src/content/content.store'
import { topicTable } from '../server/src/content/topic-table.store'
import { readTrend } from '../server/src/content/topic-trends.store'
import { listVisible as listStatistics } from '../server/src/projects/project-stats/project-stats.store'
import { compareWithBare } from './compare-with-bare'
import { openBenchDatabase } from './database'
import { bearerOf, createProductSandbox, residentMegabytes } from './product-sandbox'
import { type BenchRow, report } from './report'
import { loadAdministrator, openStatementRecorder } from './statement-recorder'
import { median } from './statistics'

const days = 365
const trends = 60
const created = 10_000
const step = 100

const database = await openBenchDatabase()
const sandbox = createProductSandbox({ DATABASE_URL: database.url })
const size = { users: 100, projects: 10, memberships: 200 }
/** The customer whose statistics are requested. */
const statisticsSize = { users: 1_000, projects: 1_000, memberships: 10_000, seed: 4 }
/** Pages before the measured one, in the middle of a list: its cost must not depend on the position. */
const pagesBefore = { topics: 500, statistics: 5 }
const ignoreProgress = () => undefined

async function loaded(topics: number, seed: number) {
  const { customer, administrator } = await loadLargeCustomer(
    database.db,
    { ...size, topics, seed },
    Date.now(),
    ignoreProgress,
  )
  const { rows } = await sql<{ project: string; workflow: string }>`
    select project_id as project, id as workflow from workflow where customer_id = ${customer}`.execute(database.db)
  const [found] = rows
  if (!found) throw new Error('Nothing was loaded')
  return { customer, administrator, ...found }
}

/** Runs the function `times` times and returns the milliseconds of each run. */
async function measure(times: number, run: () => Promise<unknown>): Promise<number[]> {
  const durations: number[] = []
  for (let at = 0; at < times; at++) {
    const startedAt = performance.now()
    await run()
    durations.push(performance.now() - startedAt)
  }
  return durations
}

const row = (id: string, operation: string, unit: string, ours: number, limit: number, target: number): BenchRow => {
  const ratio = ours / limit
  return { id, operation, unit, ours, limit, ratio, target, met: ratio <= target }
}

/** A trend, a page of topics and a page of statistics, each compared with a bare server that returns the same bytes by the same statement. */
async function compareResponses(
  origin: string,
  large: Awaited<ReturnType<typeof loaded>>,
  wide: { customer: string; administrator: string },
): Promise<BenchRow[]> {
  const statements = openStatementRecorder(database.url)
  const { db } = statements
  const { project } = large
  const writer = await loadAdministrator(db, large.administrator, large.customer)
  const reader = await loadAdministrator(db, wide.administrator, wide.customer)
  const base = { filters: {}, sort: [], include: [], fields: {} }
  /** The statement of the page that follows `before` pages, and its cursor. */
  async function page(before: number, list: (after: string | undefined) => Promise<{ next: string | null }>) {
    let after: string | undefined
    for (let at = 0; ; at++) {
      const { result, sent } = await statements.record(() => list(after))
      const [statement] = sent
      if (!statement || result.next === null) throw new Error('The list is shorter than it should be')
      if (at === before) return { statement, page: { size: step, ...(after !== undefined && { after }) } }
      after = result.next
    }
  }
  try {
    const trend = await statements.record(() => readTrend(db, { project, days, isDeleted: false, workflow: null }))
    const [trendStatement] = trend.sent
    if (!trendStatement) throw new Error('The trend asked nothing')
    const pageOf = (after: string | undefined) => ({ size: step, ...(after !== undefined && { after }) })
    const ofTopics = await page(pagesBefore.topics, (after) =>
      listContent(db, writer, topics, topicTable, project, { ...base, page: pageOf(after) }),
    )
    const ofStatistics = await page(pagesBefore.statistics, (after) =>
      listStatistics(db, reader, { ...base, filters: { customer: wide.customer }, page: pageOf(after) }),
    )
    const common = { database: database.url, target: 0.5 }
    const writers = { bearers: [await bearerOf(origin, large.administrator)] }
    const readers = { bearers: [await bearerOf(origin, wide.administrator)] }
    return [
      ...(await compareWithBare({
        ...common,
        id: 'content-trend-bare',
        operation: 'a trend of 365 days at a million topics',
        statement: trendStatement,
        request: {
          ...writers,
          url: origin + callAddress(readTopicTrends, { project }),
          headers: { 'content-type': 'application/json' },
          bodies: [JSON.stringify({ days })],
        },
      })),
      ...(await compareWithBare({
        ...common,
        id: 'content-topics',
        operation: 'page of 100 of a million topics',
        target: 0.6,
        statement: ofTopics.statement,
        request: { ...writers, url: origin + listAddress(inProject(topics, project), { page: ofTopics.page }) },
      })),
      ...(await compareWithBare({
        ...common,
        id: 'content-statistics',
        operation: 'page of 100 of the statistics of 1,000 projects',
        statement: ofStatistics.statement,
        request: {
          ...readers,
          url: origin + listAddress(projectStats, { filter: { customer: wide.customer }, page: ofStatistics.page }),
        },
      })),
    ]
  } finally {
    await statements.close()
  }
}

try {
  const small = await loaded(10_000, 1)
  const large = await loaded(1_000_000, 2)
  const middle = await loaded(100_000, 3)
  const wide = await loadLargeCustomer(database.db, statisticsSize, Date.now(), ignoreProgress)
  await sql`analyze`.execute(database.db)
  const product = await sandbox.start()
  await product.ready()
  const rows: BenchRow[] = []

  const asking = async ({ administrator, project }: typeof small) => {
    const headers = { ...(await bearerOf(product.origin, administrator)), 'content-type': 'application/json' }
    const url = `${product.origin}${callAddress(readTopicTrends, { project })}`
    return async () => {
      const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify({ days }) })
      if (response.status !== 200) throw new Error(`The trend answered ${response.status}`)
      return response.text()
    }
  }
  const ofSmall = await asking(small)
  const ofLarge = await asking(large)
  await measure(20, ofSmall)
  await measure(20, ofLarge)
  const durations = { small: [] as number[], large: [] as number[] }
  for (let round = 0; round < trends; round++) {
    durations.small.push(...(await measure(1, ofSmall)))
    durations.large.push(...(await measure(1, ofLarge)))
  }
  rows.push(
    row(
      'content-trend',
      'a trend of 365 days at a million topics, against ten thousand',
      'ms',
      median(durations.large),
      median(durations.small),
      1.5,
    ),
  )

  rows.push(...(await compareResponses(product.origin, large, wide)))

  const headers = {
    ...(await bearerOf(product.origin, small.administrator)),
    'content-type': atomicMediaType,
    accept: atomicMediaType,
  }
  const operations = Array.from({ length: step }, (_, at) => ({
    op: 'add',
    data: {
      type: 'topics',
      attributes: { title: `Crack in wall ${at}` },
      relationships: {
        project: { data: { type: 'projects', id: small.project } },
        workflow: { data: { type: 'workflows', id: small.workflow } },
      },
    },
  }))
  const addStep = async () => {
    const response = await fetch(`${product.origin}${runOperations.path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ 'atomic:operations': operations }),
    })
    if (response.status !== 200) throw new Error(`The step answered ${response.status}: ${await response.text()}`)
    await response.text()
  }
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  /** The same rows with their counters and audit events, a hundred per transaction. */
  const insertBare = async () => {
    await client.query('begin')
    await client.query(
      `with numbered as (
        update project_figures set last_topic_number = last_topic_number + $3 where project_id = $1 returning last_topic_number - $3 as before)
      insert into topic (id, customer_id, project_id, number, title, workflow_id, state, state_kind)
      select gen_random_uuid(), (select customer_id from project where id = $1), $1, before + number, 'Crack in wall ' || number, $2, 'Open', 'open'
      from numbered cross join generate_series(1, $3::integer) as number`,
      [small.project, small.workflow, step],
    )
    await client.query(
      `select audit_append((select jsonb_agg(jsonb_build_object('id', gen_random_uuid(), 'tenant_id', customer_id, 'occurred_at', now(),
        'action', 'topics.create', 'result', 'success', 'target_type', 'topics', 'target_id', id, 'after', to_jsonb(topic)))
        from (select * from topic where project_id = $1 order by number desc limit $2) as topic))`,
      [small.project, step],
    )
    await client.query('commit')
  }
  await measure(10, addStep)
  await measure(10, insertBare)
  let ours = 0
  let bare = 0
  for (let at = 0; at < created / step; at++) {
    ours += (await measure(1, addStep))[0] ?? 0
    bare += (await measure(1, insertBare))[0] ?? 0
  }
  rows.push(
    row(
      'content-create',
      '10,000 topics by steps of a hundred, against the bare inserts with counters and audit',
      'ms',
      ours,
      bare,
      4,
    ),
  )

  const bearer = await bearerOf(product.origin, middle.administrator)
  const exported = async () => {
    const startedAt = performance.now()
    const [response] = await once(
      get(`${product.origin}${callAddress(exportTopics, { project: middle.project })}`, { headers: bearer }),
      'response',
    )
    if (response.statusCode !== 200) throw new Error(`The export answered ${response.statusCode}`)
    let first = 0
    for await (const _part of response) first ||= performance.now() - startedAt
    return { first, whole: performance.now() - startedAt }
  }
  /** The same rows as JSON, by COPY alone. */
  const copyAsJson = async () => {
    const startedAt = performance.now()
    let first = 0
    const recordFirst = () => {
      first ||= performance.now() - startedAt
    }
    // Copied rows are emitted by the connection, which the package's types do not declare.
    const { connection } = client as unknown as { connection: EventEmitter }
    connection.on('copyData', recordFirst)
    await client.query(
      `copy (select row_to_json(topic) from topic where project_id = '${middle.project}' order by number) to stdout`,
    )
    connection.off('copyData', recordFirst)
    return { first, whole: performance.now() - startedAt }
  }
  await exported()
  const idleMegabytes = residentMegabytes(product.pid)
  let peak = idleMegabytes
  const sampling = setInterval(() => {
    peak = Math.max(peak, residentMegabytes(product.pid))
  }, 20)
  const one = await exported()
  clearInterval(sampling)
  const ourTimes = [one, await exported(), await exported()]
  const copies = [await copyAsJson(), await copyAsJson(), await copyAsJson()]
  const of = (times: typeof copies, what: 'first' | 'whole') => median(times.map((time) => time[what]))
  rows.push(
    row(
      'content-export',
      'the export of 100,000 topics, against COPY of the same rows as JSON',
      'ms',
      of(ourTimes, 'whole'),
      of(copies, 'whole'),
      3,
    ),
    row(
      'content-export-first',
      'the first bytes of the export of 100,000 topics, against those of COPY',
      'ms',
      of(ourTimes, 'first'),
      of(copies, 'first'),
      3,
    ),
    row(
      'content-export-memory',
      'memory above idle while 100,000 topics are exported, against 100 MB',
      'MB',
      peak - idleMegabytes,
      100,
      1,
    ),
  )
  await client.end()
  await product.end('SIGTERM')
  report(rows)
} finally {
  sandbox.remove()
  await database.close()
}
