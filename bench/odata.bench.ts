// Cost of a page over OData, at the start of a table and a thousand pages on, compared with a bare server that reads the same rows.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import pg from 'pg'
import { loadLargeCustomer } from '../server/demo/large-customer'
import { openBenchDatabase } from './database'
import { bearerOf, createProductSandbox } from './product-sandbox'
import { type BenchRow, report } from './report'
import { median } from './statistics'

const size = 100
const deep = 1_000
const rounds = 60

const database = await openBenchDatabase()
const sandbox = createProductSandbox({ DATABASE_URL: database.url })
const client = new pg.Client({ connectionString: database.url })

/** The same rows by one statement along the same index, as JSON: no permissions, no options, no counting. */
async function bareServer(customer: string) {
  const server = createServer(async (request, response) => {
    const after = new URL(request.url ?? '/', 'http://bare').searchParams.get('after') ?? '0'
    const [project, id] = after === '0' ? [null, null] : after.split('.')
    const { rows } = await client.query<{ record: string }>(
      `select row_to_json(shown)::text as record from (
        select topic.id, topic.project_id as project, topic.number, topic.title, topic.text, topic.workflow_id as workflow,
          workflow.name as "workflowName", topic.state, topic.state_kind as "stateKind", topic.state_since as "stateSince",
          topic.priority, topic.due_date as "dueDate", topic.labels, assignee.email as assignee, topic.bcf_guid as "bcfGuid",
          topic.is_deleted as "isDeleted", topic.created_at as "createdAt", topic.updated_at as "updatedAt"
        from topic join workflow on workflow.project_id = topic.project_id and workflow.id = topic.workflow_id
        left join app_user as assignee on assignee.id = topic.assignee_id
        where topic.customer_id = $1 and ($2::uuid is null or (topic.project_id, topic.id) > ($2::uuid, $3::uuid))
        order by topic.project_id, topic.id limit $4) as shown`,
      [customer, project, id, size],
    )
    response
      .setHeader('content-type', 'application/json')
      .end(`{"value":[${rows.map(({ record }) => record).join(',')}]}`)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}

async function milliseconds(url: string, headers: Record<string, string>): Promise<number> {
  const startedAt = performance.now()
  const answer = await fetch(url, { headers })
  const { value } = (await answer.json()) as { value: unknown[] }
  if (value?.length !== size) throw new Error(`${url} answered ${answer.status} with ${value?.length} rows`)
  return performance.now() - startedAt
}

const row = (id: string, operation: string, ours: number, limit: number, target: number): BenchRow => {
  const ratio = ours / limit
  return { id, operation, unit: 'ms', ours, limit, ratio, target, met: ratio <= target }
}

try {
  await client.connect()
  const loaded = { users: 100, projects: 10, memberships: 200, topics: 150_000, seed: 1 }
  const { customer, administrator } = await loadLargeCustomer(database.db, loaded, Date.now(), () => undefined)
  await sql`analyze`.execute(database.db)
  const product = await sandbox.start()
  await product.ready()
  const headers = { ...(await bearerOf(product.origin, administrator)), prefer: `odata.maxpagesize=${size}` }
  const first = `${product.origin}/odata/${customer}/topics`
  let url = first
  let second = ''
  for (let page = 1; page <= deep; page++) {
    const answer = (await (await fetch(url, { headers })).json()) as { '@odata.nextLink'?: string }
    const next = new URL(answer['@odata.nextLink'] ?? '')
    url = `${product.origin}${next.pathname}${next.search}`
    if (page === 1) second = url
  }
  const { rows } = await client.query<{ project: string; id: string }>(
    'select project_id as project, id from topic where customer_id = $1 order by project_id, id offset $2 limit 1',
    [customer, deep * size - 1],
  )
  const bare = await bareServer(customer)
  const origin = `http://127.0.0.1:${(bare.address() as AddressInfo).port}`
  const at = { ours: url, bare: `${origin}/?after=${rows[0]?.project}.${rows[0]?.id}` }
  const durations = {
    first: [] as number[],
    second: [] as number[],
    deep: [] as number[],
    bareFirst: [] as number[],
    bareDeep: [] as number[],
  }
  for (let round = 0; round < rounds; round++) {
    durations.first.push(await milliseconds(first, headers))
    durations.bareFirst.push(await milliseconds(origin, {}))
    durations.second.push(await milliseconds(second, headers))
    durations.deep.push(await milliseconds(at.ours, headers))
    durations.bareDeep.push(await milliseconds(at.bare, {}))
  }
  report([
    row(
      'odata-first-page',
      'the first page of 100 topics, with what it tells the trail, against a bare server',
      median(durations.first),
      median(durations.bareFirst),
      2,
    ),
    row(
      'odata-deep-page',
      'a page of 100 topics a thousand pages on, against a bare server',
      median(durations.deep),
      median(durations.bareDeep),
      2,
    ),
    row(
      'odata-depth',
      'a page a thousand pages on, against the second one',
      median(durations.deep),
      median(durations.second),
      1.5,
    ),
  ])
  bare.close()
  await product.end('SIGTERM')
} finally {
  await client.end()
  sandbox.remove()
  await database.close()
}
